"""An equilibrium in words and as plain data."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from hazard.equilibrium.listing import OneSet
from hazard.game import Move, state_text, words
from hazard.language import ENGLISH, number, phrase
from hazard.text import shorten

if TYPE_CHECKING:
    from hazard.equilibrium.result import ActionValue, Equilibrium, Standing

_NEVER = 0.005
"""Probabilities below this are not said; they round to 0 %."""


def told(found: Equilibrium, sets: int, language: str = ENGLISH) -> str:
    """Return the explanation of ``found``, with the ``sets`` information sets that come up most."""
    lines = [
        phrase(
            "equilibrium.told.found",
            language,
            game=type(found.game).__name__,
            players=found.players,
            algorithm=found.algorithm,
            iterations=found.iterations,
            seconds=found.seconds,
        ),
        *_worth(found, language),
        phrase("equilibrium.told.size", language, histories=found.histories, sets=len(found.strategy)),
    ]
    shown = most_reached(found, sets)
    width = max((len(said_set(one)) for one in shown), default=0)
    mixed = False
    for player in range(found.players):
        own = [one for one in shown if one.name.player == player]
        if own:
            name = player_name(found, player, language)
            lines += ["", phrase("equilibrium.told.player_sees", language, player=name)]
        for one in own:
            options = found.options_of(one)
            mixed = mixed or sum(option.probability > _NEVER for option in options) > 1
            lines.append(f"  {said_set(one):<{width}}  {said_options(found, one, options, language)}")
    rest = len(found.strategy) - len(shown)
    if rest > 0:
        lines += ["", phrase("equilibrium.told.more_sets", language, count=rest)]
    reason = next((said for one in shown if (said := why_mixed(found, one, language))), None)
    if reason:
        lines += ["", phrase("equilibrium.told.why_mixed", language, reason=reason)]
    if mixed:
        lines += ["", phrase("equilibrium.told.brackets", language)]
    return "\n".join(lines)


def _worth(found: Equilibrium, language: str) -> Iterable[str]:
    interval = found.interval
    if interval is not None:
        # Rounded outwards: what is printed has to be true as well.
        low, high = math.floor(interval[0] * 1e8) / 1e8, math.ceil(interval[1] * 1e8) / 1e8
        yield phrase("equilibrium.told.proven", language, value=found.value, low=low, high=high)
    else:
        values = ", ".join(
            f"{player_name(found, player, language)} {number(value, '.6f', language)}"
            for player, value in enumerate(found.values)
        )
        yield phrase("equilibrium.told.values", language, values=values)
    gains = [
        phrase("equilibrium.told.gain", language, player=player_name(found, player, language), gain=gain)
        for player, gain in enumerate(found.gains)
    ]
    joined = phrase("equilibrium.told.and", language).join(gains)
    yield phrase(
        "equilibrium.told.exploitability", language, exploitability=found.exploitability, gains=joined
    )
    if found.players > 2:
        yield phrase("equilibrium.told.several", language)


def player_name(found: Standing, player: int, language: str = ENGLISH) -> str:
    """Name a player: MAX and MIN where there are two, numbers from 0 where there are more."""
    if found.players == 2:
        return ("MAX", "MIN")[player]
    return phrase("several.told.player", language, player=player)


def said_set(one: OneSet) -> str:
    """Say what a player sees."""
    sees = one.name.sees
    return shorten(sees if isinstance(sees, str) and sees else repr(sees), 48)


def said_options(found: Standing, one: OneSet, options: list[ActionValue], language: str = ENGLISH) -> str:
    """Say a mixed decision as people do: ``bet 38 % (+0.12), check 62 % (+0.12)``."""
    said: list[str] = []
    for option in options:
        if option.probability <= _NEVER and len(said) > 0:
            continue
        worth = "" if option.value is None else f" ({number(option.value, '+.3f', language)})"
        said.append(f"{_share(found, one, option, language)}{worth}")
    return ", ".join(said)


def why_mixed(found: Standing, one: OneSet, language: str = ENGLISH) -> str:
    """Say why a decision of one of two players is mixed: what the other would do if it were not.

    ``"bet 33 %, pass 67 %: always bet, and MAX gains 0.111 by call where it sees Qpb; ..."``; nothing where
    the decision is not mixed, or there are more players.
    """
    options = [option for option in found.options_of(one) if option.probability > _NEVER]
    if found.players != 2 or len(options) < 2:
        return ""
    player, other = one.name.player, 1 - one.name.player
    form, usual = found.listed.form, found.strategy.numbers
    before = form.best_response(other, usual)[0]
    reasons = []
    for option in options:
        numbers = [own.copy() for own in usual]
        numbers[player][one.first : one.first + len(one.actions)] = 0.0
        numbers[player][one.first + one.actions.index(option.action)] = 1.0
        value, choice, _ = form.best_response(other, numbers)
        gain = value - before
        if gain <= 1e-4:
            continue
        always = phrase(
            "equilibrium.told.always",
            language,
            action=_action(found, one, option.action, language),
            player=player_name(found, other, language),
            gain=gain,
        )
        answer = _new_answer(found, other, choice, numbers, language)
        reasons.append(always + answer)
    shares = ", ".join(_share(found, one, option, language) for option in options)
    return f"{shares}: " + "; ".join(reasons) if reasons else ""


def _new_answer(found: Standing, player: int, choice: Any, numbers: Any, language: str) -> str:
    """Say which answer the other player would change to: where that brings most, and did not before.

    What the best response gains is the sum over the sets that it comes to of what its action there is worth
    more than the usual ones, all going on as usual (Kakade and Langford 2002).
    """
    form, usual = found.listed.form, found.strategy.numbers
    after, before = form.worth(player, numbers), form.worth(player, usual)
    chosen, reached = {int(sequence) for sequence in choice}, {0}
    best, said = 0.0, ""
    for one in found.listed.sets[player]:  # parents first
        if one.parent not in reached:
            continue
        place = next(place for place, sequence in enumerate(one.sequences) if sequence in chosen)
        reached.add(one.first + place)
        own = slice(one.first, one.first + len(one.actions))
        more = [worth[own][place] - float(usual[player][own] @ worth[own]) for worth in (after, before)]
        if more[0] - max(0.0, more[1]) > best + 1e-12:
            best = more[0] - max(0.0, more[1])
            action = _action(found, one, one.actions[place], language)
            said = phrase("equilibrium.told.answer", language, action=action, sees=said_set(one))
    return said


def _action(found: Standing, one: OneSet, action: Move, language: str) -> str:
    return shorten(words(found.game, one.state, action, language), 24)


def _share(found: Standing, one: OneSet, option: ActionValue, language: str) -> str:
    return f"{_action(found, one, option.action, language)} {100 * option.probability:.0f} %"


def most_reached(found: Equilibrium, most: int) -> list[OneSet]:
    """Return the information sets that a game comes to most often, in the order of the game."""
    sets = list(found.listed.all_sets())
    order = sorted(range(len(sets)), key=lambda place: -found.reach(sets[place]))[: max(0, most)]
    return [sets[place] for place in sorted(order)]


def as_data(found: Equilibrium) -> dict[str, Any]:
    """Return everything as plain data."""
    return {
        "game": type(found.game).__name__,
        "state": state_text(found.game, found.listed.root),
        "algorithm": found.algorithm,
        "players": found.players,
        "value": found.value,
        "values": list(found.values),
        "interval": None if found.interval is None else list(found.interval),
        "exploitability": found.exploitability,
        "nash_conv": found.nash_conv,
        "gains": list(found.gains),
        "iterations": found.iterations,
        "stopped": found.stopped,
        "seconds": found.seconds,
        "histories": found.histories,
        "information_sets": len(found.strategy),
        "history": [point._asdict() for point in found.history],
        "strategy": [_set_data(found, one) for one in found.listed.all_sets()],
    }


def _set_data(found: Equilibrium, one: OneSet) -> dict[str, Any]:
    sees = one.name.sees
    return {
        "player": one.name.player,
        "sees": sees if isinstance(sees, str | int) else repr(sees),
        "reach": found.reach(one),
        "actions": [
            {
                "action": words(found.game, one.state, option.action),
                "probability": option.probability,
                "value": option.value,
            }
            for option in found.options_of(one)
        ],
    }
