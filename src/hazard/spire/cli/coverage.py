"""``hazard spire coverage``: what of the game the rules know."""

from __future__ import annotations

from hazard.cli.common import JsonOption, examples, print_json, say

EXAMPLES = examples("hazard spire coverage", "hazard spire coverage --json")


def run(json: JsonOption = False) -> None:
    """List how much of the Ironclad's game the rules cover, and what they leave out.

    Fights with something unknown are still planned, with a warning: an unknown card has its cost and no
    effect, and an unknown monster repeats the attack that it announces.
    """
    from hazard.spire.rules.coverage import coverage, left_out

    found = coverage()
    if json:
        counts = {c.kind: {"listed": c.listed, "covered": c.covered, "missing": c.missing} for c in found}
        print_json({**counts, "left_out": left_out()})
        return
    for c in found:
        say(
            f"{c.kind:<9} {c.covered:>4} of {c.listed:>4}"
            + (f"   missing: {', '.join(c.missing)}" * bool(c.missing))
        )
    say("left out:")
    for what in left_out():
        say(f"  {what}")
