"""Reading content from TOML, with errors that name the place."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

from hazard.content import ContentError, Model, read_rows, read_toml, validated
from hazard.spire.rules.monster_rows import EncounterRow, MonsterRow
from hazard.spire.rules.schema import CardRow, PotionRow, PowerRow, RelicRow

__all__ = ["ContentError", "Library", "read_rows", "read_toml", "shipped", "validated"]


@dataclass(frozen=True)
class Library:
    """All rows, in the order of their files."""

    cards: list[CardRow]
    powers: list[PowerRow]
    relics: list[RelicRow]
    potions: list[PotionRow]
    monsters: list[MonsterRow]
    encounters: list[EncounterRow]


@cache
def shipped() -> Library:
    """Return the content that comes with hazard.

    >>> shipped().cards[0].id
    'Strike_R'
    """
    return Library(
        cards=_all("cards", "card", CardRow),
        powers=_all("powers.toml", "power", PowerRow),
        relics=_all("relics.toml", "relic", RelicRow),
        potions=_all("potions.toml", "potion", PotionRow),
        monsters=_all("monsters", "monster", MonsterRow),
        encounters=_all("encounters.toml", "encounter", EncounterRow),
    )


def _all(name: str, table: str, model: type[Model]) -> list[Model]:
    place = resources.files("hazard.spire") / "content" / name
    if place.is_dir():
        files = sorted((f for f in place.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    else:
        files = [place] if place.is_file() else []
    return [row for file in files for row in read_rows(file, table, model)]
