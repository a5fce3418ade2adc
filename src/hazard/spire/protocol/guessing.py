"""What a monster will do that does not show it (Runic Dome): the likeliest of what it may do now."""

from __future__ import annotations

from typing import Any

from hazard.game import Turn
from hazard.spire.rules.compile import Compiled
from hazard.spire.rules.fight import Combat, state_from
from hazard.spire.rules.phrases import WORDS

NO_MOVE = 255
_ROLL = WORDS["op"].index("roll")
_MOST_ROLLS = 4
"""A roll may ask for another; after so many the likeliest way has been found."""


def guess_move(content: Compiled, picture: dict[str, Any], place: int) -> int:
    """Return the likeliest next move of the monster at ``place``, by its own table and what it did last."""
    monsters = list(picture["monsters"])
    hidden = monsters[place]
    # Before it chose, what it did last was its move: the roll shifts them on.
    monsters[place] = {
        **hidden,
        "move": hidden["last"],
        "last": hidden["second_last"],
        "second_last": NO_MOVE,
    }
    asked = {**picture, "monsters": monsters, "steps": [(_ROLL, place, place, 1, 0, 0)], "known_top": 0}
    state = state_from(content, asked)
    game = Combat(content, state)
    for _ in range(_MOST_ROLLS):
        if game.turn(state) is not Turn.CHANCE:
            break
        likeliest, _ = max(game.outcomes(state), key=lambda pair: pair[1])
        state = game.apply(state, likeliest)
    found: int = state.as_dict()["monsters"][place]["move"]
    return found
