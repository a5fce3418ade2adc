"""What the options of events cost, and which of them kill or ruin a run.

The facts are in ``policy/events.toml``; the numbers on a button are read as well, and the higher one counts.
So an event that is in no table, from a mod or a later version, is judged by what its buttons say.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, reduce
from importlib import resources
from math import ceil, floor
from typing import Literal

from pydantic import BaseModel, ConfigDict

from hazard.content import read_rows
from hazard.language import Statement
from hazard.spire.agent.policy import Dangers
from hazard.spire.protocol.message import GameState, Option, plain_id

HARDER_FROM = 15
"""The ascension from which on events are less kind."""
Fight = Literal["", "hallway", "elite", "boss"]
ByAscension = float | tuple[float, float]
_ROUNDED: dict[str, Callable[[float], int]] = {
    "down": lambda number: floor(number + 1e-6),
    "nearest": lambda number: floor(number + 0.5),
    "up": lambda number: ceil(number - 1e-6),
}
_HP = re.compile(r"\b(?:lose|take|pay) (\d{1,6}) (?:hp|health|damage)\b")
_MAX_HP = re.compile(r"\blose (\d{1,6}) max(?:imum)? (?:hp|health)\b")
_SHARE = re.compile(r"\blose (\d{1,6})% (?:of )?(?:your )?(?:current )?(?:hp|health)\b")
_MAX_SHARE = re.compile(r"\blose (\d{1,6})% (?:of )?(?:your )?max(?:imum)? (?:hp|health)\b")


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class OptionRow(_Row):
    """What one option of an event costs."""

    label: str
    text: str = ""
    hp: ByAscension = 0
    hp_share: ByAscension = 0
    then_hp: int = 0
    max_hp_share: ByAscension = 0
    rounded: Literal["down", "nearest", "up"] = "down"
    curses: int = 0
    fight: Fight = ""
    no_healing: bool = False


class EventRow(_Row):
    """An event, with the options that cost something."""

    id: str
    name: str = ""
    options: list[OptionRow]


@dataclass(frozen=True)
class Price:
    """What an option takes from a player."""

    hp: int = 0
    max_hp: int = 0
    curses: int = 0
    fight: Fight = ""
    no_healing: bool = False


class Danger(IntEnum):
    """How bad an option is."""

    NONE = 0
    RUINS = 1
    KILLS = 2


@cache
def event_rows() -> dict[str, EventRow]:
    """Return the facts by the plain id of the event, and by its plain name.

    >>> event_rows()["forgottenaltar"].options[0].hp_share
    (0.25, 0.35)
    """
    file = resources.files("hazard.spire") / "policy" / "events.toml"
    rows = read_rows(file, "event", EventRow)
    return {plain_id(row.name): row for row in rows if row.name} | {plain_id(row.id): row for row in rows}


def event_of(game: GameState) -> str:
    """Return the id of the event on the screen, whether the message tells it or the name only.

    >>> event_of(GameState(screen_state={"event_name": "Wing Statue"}))
    'Golden Wing'
    """
    told = (game.screen.event_id, game.screen.event_name)
    row = next((event_rows()[key] for key in map(plain_id, told) if key in event_rows()), None)
    return row.id if row is not None else game.screen.event_id or game.screen.event_name


def price(event_id: str, button: Option, game: GameState) -> Price:
    """Return what pressing the button costs: what is known of the event, or more if the button says so."""
    row = _row(event_id, button)
    said = _said(button, game)
    if row is None:
        return said if plain_id(event_id) not in event_rows() else Price(said.hp, said.max_hp)
    harder = game.ascension >= HARDER_FROM

    def points(number: ByAscension, share: ByAscension = 0) -> int:
        points, of_max = (n[harder] if isinstance(n, tuple) else n for n in (number, share))
        return _ROUNDED[row.rounded](points + of_max * game.max_hp)

    return Price(
        hp=max(points(row.hp, row.hp_share), said.hp) + row.then_hp,
        max_hp=max(points(0, row.max_hp_share), said.max_hp),
        curses=row.curses,
        fight=row.fight,
        no_healing=row.no_healing,
    )


def _row(event_id: str, button: Option) -> OptionRow | None:
    event = event_rows().get(plain_id(event_id))
    label, text = button.label.lower(), button.text.lower()
    fitting = (row for row in event.options if row.text in text) if event else ()
    found = [row for row in fitting if row.label in (label or text)]
    return max(found, key=lambda row: len(row.label) + len(row.text), default=None)


def _said(button: Option, game: GameState) -> Price:
    """Return the price that the button itself names.

    >>> _said(Option(text="[Dive] Gain 5 Max HP. Lose 26 HP. Become Cursed - Doubt."), GameState())
    Price(hp=26, max_hp=0, curses=1, fight='', no_healing=False)
    """
    text = " ".join(button.text.lower().split())

    def largest(points: re.Pattern[str], share: re.Pattern[str]) -> int:
        shares = (ceil(int(n) * game.max_hp / 100) for n in share.findall(text))
        return max([*map(int, points.findall(text)), *shares], default=0)

    fight: Fight = "hallway" if "fight" in text else ""
    if "boss" in text and "boss relic" not in text:
        fight = "boss"
    return Price(
        hp=largest(_HP, _SHARE),
        max_hp=largest(_MAX_HP, _MAX_SHARE),
        curses=int("curse" in text and "remove" not in text),
        fight=fight,
        no_healing="longer heal" in text or "cannot heal" in text,
    )


def danger(cost: Price, game: GameState, rules: Dangers) -> Danger:
    """Say whether the price kills, or leaves too little for what is ahead."""
    hp, max_hp = game.current_hp, game.max_hp
    if hp <= 0 or max_hp <= 0:  # the message does not say
        return Danger.NONE
    if cost.hp >= hp or cost.max_hp >= max_hp:
        return Danger.KILLS
    left = hp - cost.hp
    ruins = (
        (cost.hp > 0 and left < rules.least_hp_left * max_hp)
        or cost.max_hp > rules.most_max_hp_lost * max_hp
        or (cost.fight != "" and left < rules.hp_for.get(cost.fight, 0.0) * max_hp)
        or (cost.no_healing and left < rules.hp_without_healing * max_hp)
    )
    return Danger.RUINS if ruins else Danger.NONE


def told(cost: Price, game: GameState) -> Statement:
    """Say a price, for the reason why it is not paid."""
    parts = []
    if cost.hp:
        parts.append(Statement("spire.why.cost_hp", lost=cost.hp, hp=game.current_hp))
    if cost.max_hp:
        parts.append(Statement("spire.why.cost_max_hp", lost=cost.max_hp, hp=game.max_hp))
    if cost.fight:
        parts.append(Statement(f"spire.why.cost_{cost.fight}"))
    if cost.no_healing:
        parts.append(Statement("spire.why.cost_all_healing"))
    if not parts:
        return Statement("spire.why.cost_nothing")
    return reduce(lambda one, other: Statement("spire.why.cost_and", one=one, other=other), parts)
