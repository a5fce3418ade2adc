"""A plan in words, for whoever has to play it."""

from __future__ import annotations

from hazard.spire.planner.plan import Option, Plan

CLOSE = 3
"""How many of the next best plans are shown."""


def explanation(plan: Plan) -> str:
    """Return the plan, what it costs this turn and in the end, the next best ones, and the threats."""
    lines = [f"Play: {_in_words(plan.options[0])}."]
    lines += [_lethal(plan)]
    lines += _expectation(plan)
    lines += _alternatives(plan)
    if plan.threats:
        lines += ["Threats:", *(f"  {threat}" for threat in plan.threats)]
    lines.append(_work(plan))
    return "\n".join(lines)


def _in_words(option: Option) -> str:
    """Return the moves in a row; a plan that stops short of the turn's end says what it waits for.

    >>> _in_words(Option(("Pommel Strike on Cultist",), 0.5))
    'Pommel Strike on Cultist, then see what chance brings'
    """
    words = ", ".join(option.moves)
    ends = option.moves and option.moves[-1] == "end turn"
    return words if ends else f"{words}, then see what chance brings"


def _lethal(plan: Plan) -> str:
    return (
        "Lethal: this wins the fight now." if plan.lethal else "No lethal: the fight goes on after this turn."
    )


def _expectation(plan: Plan) -> list[str]:
    found = plan.forecast
    if found is None:
        return []
    lost = max(0.0, plan.hp - found.hp_left)
    lines = [f"This turn: {_hp(found.lost_this_turn)} lost on average."]
    if not plan.lethal:
        lines.append(
            f"To the end of the fight: {_hp(lost)} lost on average, in about {found.turns:.0f} "
            f"{'turn' if round(found.turns) == 1 else 'turns'}; chance to die {found.chance_to_die:.0%} "
            f"(this turn {found.chance_to_die_this_turn:.0%})."
        )
    return lines


def _hp(number: float) -> str:
    return f"{max(0.0, number):.1f} HP"


def _alternatives(plan: Plan) -> list[str]:
    others = [option for option in plan.options[1:] if option.visits > 0 or plan.way == "beam"][:CLOSE]
    if not others:
        return []
    return ["Next best:", *(f"  {_in_words(option)} ({_gap(plan, option)})" for option in others)]


def _gap(plan: Plan, option: Option) -> str:
    if plan.way == "beam":
        return f"score {option.value - plan.value:+.0f}"
    return f"{(option.value - plan.value) * plan.max_hp:+.1f} HP"


def _work(plan: Plan) -> str:
    took = f"in {plan.seconds * 1000:.0f} ms"
    if plan.way == "search":
        return f"({len(plan.options)} plans compared over {plan.simulations:,} fights played out, {took}.)"
    return f"({plan.positions:,} positions of this turn scored, {took}.)"
