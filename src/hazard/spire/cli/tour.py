"""The stop of the tour in a fight of Slay the Spire."""

from __future__ import annotations

from typing import Any

from hazard.cli.common import heading, say
from hazard.search import Budget
from hazard.spire.planner import plan
from hazard.spire.rules.setups import setup

SPIRE_DECK, SPIRE_ENCOUNTER, SPIRE_SEED, SPIRE_BUDGET = "act-1", "Gremlin Nob", 1, Budget(seconds=0.08)


def spire(quiet: bool) -> dict[str, Any]:
    """Plan a turn of Slay the Spire."""
    game = setup(SPIRE_DECK).fight(SPIRE_ENCOUNTER, ascension=20, seed=SPIRE_SEED)
    state = game.sampled(game.start(), seed=SPIRE_SEED)
    found = plan(state, SPIRE_BUDGET)
    if not quiet:
        heading(f"Slay the Spire: which cards against {SPIRE_ENCOUNTER}?")
        say(game.text(state) + "\n")
        say(found.explain())
    return {"encounter": SPIRE_ENCOUNTER, **found.to_dict()}
