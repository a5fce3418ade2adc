"""The stop of the tour at a dragon's lair."""

from __future__ import annotations

from typing import Any

from hazard.cli.common import heading, output, say
from hazard.fivee.cli.suggest import show_suggestion, turn_of
from hazard.fivee.content.library import encounters
from hazard.fivee.director.director import Director, DirectorSettings
from hazard.fivee.director.phrases import Wording
from hazard.fivee.rules.fight import Fight
from hazard.fivee.table.board import board, plain_board

COMBAT, COMBATANT = "dragon-lair", "Adult Black Dragon"


def combat(quiet: bool) -> dict[str, Any]:
    """Suggest a dragon's turn."""
    fight = Fight(encounters()[COMBAT])
    state = turn_of(fight, fight.start, COMBATANT)
    suggestion = Director(fight, settings=DirectorSettings(depth=2, seconds=2.0)).suggest(state)
    if not quiet:
        heading("Fifth-edition combat: what would the dragon do?")
        console = output()
        if console.is_terminal:
            console.print(board(Wording(fight), state))
        else:
            say(plain_board(Wording(fight), state) + "\n")
        show_suggestion(suggestion, "en")
    return suggestion.to_dict()
