"""Which format a file has, and who reads it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from hazard.fivee.content.library import ContentError
from hazard.fivee.importers import (
    dnd_beyond,
    five_e_database,
    five_e_tools,
    foundry,
    improved_initiative,
    open5e,
    own,
    stat_block,
    tetra_cube,
)
from hazard.fivee.importers.assemble import assemble
from hazard.fivee.importers.node import Node, parse_json, read_text
from hazard.fivee.importers.raw import RawCreature, Unreadable
from hazard.fivee.importers.report import Creatures, Skipped

_JSON: dict[str, tuple[Callable[[Node], bool], Callable[[Node], list[RawCreature | Unreadable]]]] = {
    "open5e": (open5e.fits, open5e.read),
    "5e-database": (five_e_database.fits, five_e_database.read),
    "foundry": (foundry.fits, foundry.read),
    "improved-initiative": (improved_initiative.fits, improved_initiative.read),
    "tetra-cube": (tetra_cube.fits, tetra_cube.read),
    "5etools": (five_e_tools.fits, five_e_tools.read),
}
FORMATS = ("auto", *_JSON, "dnd-beyond", "stat-block", "hazard")
MOST_DIGITS = 100
_OUR_OWN = re.compile(r"^\[\[(?:creature|character)\]\]\s*$", re.MULTILINE)
_TOO_LONG = re.compile(rf"[0-9]{{{MOST_DIGITS + 1}}}")


def import_file(file: Path, form: str = "auto") -> Creatures:
    """Return the creatures of a file, each with what was not understood; ``skipped`` names those left out.

    A folder of Open5e v2 is given by its ``Creature.json``; the files beside it are found by their names.
    """
    if form not in FORMATS:
        raise ContentError("fivee.no_such_format", form=form, known=", ".join(FORMATS))
    return import_text(read_text(file), str(file), form, file)


def import_text(text: str, name: str = "text", form: str = "auto", file: Path | None = None) -> Creatures:
    """Return the creatures that a text holds: JSON, YAML or a stat block.

    >>> wolf = import_text('''Wolf
    ... Medium beast, unaligned
    ... Armor Class 13 (natural armor)
    ... Hit Points 11 (2d8 + 2)
    ... Speed 40 ft.
    ... STR DEX CON INT WIS CHA
    ... 12 (+1) 15 (+2) 12 (+1) 3 (-4) 12 (+1) 6 (-2)
    ... Senses passive Perception 13
    ... Challenge 1/4 (50 XP)
    ... Actions
    ... Bite. Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 7 (2d4 + 2) piercing damage.
    ... ''')[0]
    >>> wolf.creature.id, wolf.creature.actions[0].attack.to_hit, wolf.notes
    ('wolf', 4, [])
    """
    if _TOO_LONG.search(text):  # nothing of a fight; searching it over and over would take hours
        raise ContentError("fivee.number_too_long", file=name, most=MOST_DIGITS)
    if form == "stat-block" or (form == "auto" and not _is_data(text, name) and not _OUR_OWN.search(text)):
        return _assembled(stat_block.read(text, name))
    if form == "hazard" or (form == "auto" and _OUR_OWN.search(text) and text.lstrip()[:1] != "{"):
        return own.read(text, name)
    root = _parse(text, name)
    if form == "dnd-beyond" or (form == "auto" and dnd_beyond.fits(root)):
        return Creatures([dnd_beyond.read(root)])
    if form == "auto":
        form = next((known for known, (fits, _) in _JSON.items() if fits(root)), "")
        if not form:
            raise ContentError("fivee.format_unknown", file=name, known=", ".join(FORMATS[1:]))
    if form == "open5e" and file is not None:
        root = open5e.with_files_beside(root, file)
    raws = _JSON[form][1](root)
    if not raws:
        raise ContentError("fivee.no_creature_in_format", file=name, form=form)
    return _assembled(raws)


def _assembled(raws: list[RawCreature | Unreadable]) -> Creatures:
    """Return the creatures, and those that could not be read by their names; if none can, the first error."""
    found = Creatures()
    errors = []
    for raw in raws:
        try:
            if isinstance(raw, Unreadable):
                raise raw.error
            found.append(assemble(raw))
        except ContentError as error:
            errors.append(error)
            found.skipped.append(Skipped(raw.name, str(error)))
    if errors and not found:
        raise errors[0]
    return found


def _is_data(text: str, name: str) -> bool:
    begins = text.lstrip()[:2]  # "{{" is a frame of Homebrewery, and no JSON
    data = begins[:1] in ("{", "[") and begins != "{{"
    return data or name.lower().endswith((".json", ".yml", ".yaml"))


def _parse(text: str, name: str) -> Node:
    if not name.lower().endswith((".yml", ".yaml")):
        return parse_json(text, name)
    return foundry.parse_yaml(text, name)
