"""A plan in words, for whoever has to play it."""

from __future__ import annotations

from collections.abc import Callable
from string import Formatter
from typing import Any

from hazard.spire.planner.plan import Option, Plan, Threat

CLOSE = 3
"""How many of the next best plans are shown."""
_PHRASES = {
    "play": ("Play: {moves}.", "Spiele: {moves}."),
    "open_end": ("{moves}, then see what chance brings", "{moves}, dann sehen, was der Zufall bringt"),
    "end_turn": ("end turn", "Zug beenden"),
    "on": ("{move} on {target}", "{move} auf {target}"),
    "lethal": ("Lethal: this wins the fight now.", "Tödlich: das gewinnt den Kampf sofort."),
    "not_lethal": (
        "No lethal: the fight goes on after this turn.",
        "Nicht tödlich: der Kampf geht nach diesem Zug weiter.",
    ),
    "this_turn": ("This turn: {lost} lost on average.", "Dieser Zug: im Mittel {lost} verloren."),
    "in_the_end": (
        "To the end of the fight: {lost} (± {error:.1f}) lost on average, in about {turns}; chance to die "
        "{die:.0%} (this turn {now:.0%}).",
        "Bis zum Ende des Kampfes: im Mittel {lost} (± {error:.1f}) verloren, in etwa {turns}; Sterberisiko "
        "{die:.0%} (in diesem Zug {now:.0%}).",
    ),
    "worth": (
        "Worth {worth:.1f} ± {error:.1f} HP in the end, potions that are kept included.",
        "Wert am Ende: {worth:.1f} ± {error:.1f} HP, aufgehobene Tränke eingerechnet.",
    ),
    "too_close": (
        "Too close to call against {count} of the others: another run may choose one of them.",
        "Zu knapp, um es zu sagen, gegen {count} der anderen: ein anderer Lauf kann einen davon wählen.",
    ),
    "close": ("{gap}, close", "{gap}, gleichauf"),
    "equal": ("as good", "ebenso gut"),
    "unsettled": (
        "{count:,} lines were left aside: the rules did not come to rest in them.",
        "{count:,} Varianten wurden verworfen: Die Regeln kamen darin nicht zur Ruhe.",
    ),
    "turn": ("{count:.0f} turn", "{count:.0f} Zug"),
    "turns": ("{count:.0f} turns", "{count:.0f} Zügen"),
    "next_best": ("Next best:", "Die nächstbesten:"),
    "threats": ("Threats:", "Bedrohungen:"),
    "threat": (
        "{monster} ({hp} HP): {does}, threat {threat:.0f}",
        "{monster} ({hp} HP): {does}, Bedrohung {threat:.0f}",
    ),
    "attacks": ("attacks for {damage}", "greift für {damage} an"),
    "attacks_often": ("attacks for {damage} x{hits}", "greift für {hits}-mal {damage} an"),
    "idle": ("does not attack", "greift nicht an"),
    "hp": ("{hp:.1f} HP", "{hp:.1f} HP"),
    "gap": ("{gap:+.1f} ± {error:.1f} HP", "{gap:+.1f} ± {error:.1f} HP"),
    "exact_gap": ("{gap:+.1f} HP", "{gap:+.1f} HP"),
    "score": ("score {gap:+.0f}", "Wertung {gap:+.0f}"),
    "searched": (
        "({plans} plans compared over {fights:,} fights played out, in {took:.0f} ms.)",
        "({plans} Pläne in {fights:,} durchgespielten Kämpfen verglichen, in {took:.0f} ms.)",
    ),
    "scored": (
        "({positions:,} positions of this turn scored, in {took:.0f} ms.)",
        "({positions:,} Stellungen dieses Zugs bewertet, in {took:.0f} ms.)",
    ),
}
Say = Callable[..., str]


class _German(Formatter):
    """Fills the gaps of a phrase; numbers that have a form get the comma and the points of German."""

    def format_field(self, value: Any, form: str) -> str:
        text = str(super().format_field(value, form))
        return text.translate(_COMMAS).replace("%", "\u00a0%") if form else text


_COMMAS = str.maketrans(".,", ",.")


def _speaker(language: str) -> Say:
    fill = (_German() if language == "de" else Formatter()).format

    def say(key: str, **values: object) -> str:
        return fill(_PHRASES[key][language == "de"], **values)

    return say


def explanation(plan: Plan, language: str = "en") -> str:
    """Return the plan, what it costs this turn and in the end, the next best ones, and the threats."""
    say = _speaker(language)
    lines = [
        say("play", moves=_in_words(plan.options[0], say)),
        say("lethal" if plan.lethal else "not_lethal"),
    ]
    lines += _expectation(plan, say)
    lines += _worth(plan, say)
    lines += _alternatives(plan, say)
    if plan.threats:
        lines += [say("threats"), *(f"  {_threat(threat, say)}" for threat in plan.threats)]
    if plan.unsettled:
        lines.append(say("unsettled", count=plan.unsettled))
    lines.append(_work(plan, say))
    return "\n".join(lines)


def _threat(threat: Threat, say: Say) -> str:
    """Return what a monster has announced, and how dangerous it is.

    >>> _threat(Threat("Jaw Worm", 42, 12, 1, 13.4), _speaker("en"))
    'Jaw Worm (42 HP): attacks for 12, threat 13'
    """
    key = "idle" if threat.hits == 0 else "attacks" if threat.hits == 1 else "attacks_often"
    does = say(key, damage=threat.damage, hits=threat.hits)
    return say("threat", monster=threat.monster, hp=threat.hp, does=does, threat=threat.threat)


def _in_words(option: Option, say: Say) -> str:
    """Return the moves in a row; a plan that stops short of the turn's end says what it waits for.

    >>> _in_words(Option(("Pommel Strike on Cultist",), 0.5), _speaker("en"))
    'Pommel Strike on Cultist, then see what chance brings'
    """
    words = ", ".join(_move(move, say) for move in option.moves)
    ends = option.wins or (option.moves and option.moves[-1] == "end turn")
    return words if ends else say("open_end", moves=words)


def move_in(move: str, language: str) -> str:
    """Return a move in a language; cards and monsters keep the names that the game has for them.

    >>> move_in("Strike on Jaw Worm", "de"), move_in("end turn", "de")
    ('Strike auf Jaw Worm', 'Zug beenden')
    """
    return _move(move, _speaker(language))


def _move(move: str, say: Say) -> str:
    if move == "end turn":
        return say("end_turn")
    card, on, target = move.rpartition(" on ")
    return say("on", move=card, target=target) if on else move


def _expectation(plan: Plan, say: Say) -> list[str]:
    found = plan.forecast
    if found is None:
        return []
    lost = max(0.0, plan.hp - found.hp_left)
    lines = [say("this_turn", lost=_hp(found.lost_this_turn, say))]
    if not plan.lethal:
        turns = say("turn" if round(found.turns) == 1 else "turns", count=found.turns)
        now = found.chance_to_die_this_turn
        die, error = found.chance_to_die, found.hp_left_error
        lines.append(say("in_the_end", lost=_hp(lost, say), error=error, turns=turns, die=die, now=now))
    return lines


def _worth(plan: Plan, say: Say) -> list[str]:
    """Say what the search found the plan to be worth, as far as that is an estimate."""
    if plan.way != "search" or plan.options[0].exact or plan.simulations == 0:
        return []
    worth, error = (plan.max_hp * number for number in (plan.value, plan.standard_error))
    return [say("worth", worth=worth, error=error)]


def _hp(number: float, say: Say) -> str:
    """Return how many HP, none at least.

    >>> _hp(2.25, _speaker("en")), _hp(-0.01, _speaker("de"))
    ('2.2 HP', '0,0 HP')
    """
    return say("hp", hp=max(0.0, number))


def _alternatives(plan: Plan, say: Say) -> list[str]:
    others = [option for option in plan.options[1:] if option.visits > 0 or plan.way == "beam"][:CLOSE]
    if not others:
        return []
    lines = [
        say("next_best"),
        *(f"  {_in_words(option, say)} ({_gap(plan, option, say)})" for option in others),
    ]
    unclear = [option for option in plan.close if plan.gap(option) != (0.0, 0.0)]  # others are proven equal
    return [*lines, say("too_close", count=len(unclear))] if unclear else lines


def _gap(plan: Plan, option: Option, say: Say) -> str:
    if plan.way == "beam":
        return say("score", gap=option.value - plan.value)
    gap, error = (plan.max_hp * number for number in plan.gap(option))
    if gap == error == 0.0:
        return say("equal")
    told = say("gap", gap=-gap, error=error) if error else say("exact_gap", gap=-gap)
    return say("close", gap=told) if plan.is_close(option) else told


def _work(plan: Plan, say: Say) -> str:
    took = plan.seconds * 1000
    if plan.way == "search":
        return say("searched", plans=len(plan.options), fights=plan.simulations, took=took)
    return say("scored", positions=plan.positions, took=took)
