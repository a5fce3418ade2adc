"""A pasted stat block: the layouts of 2014 and 2024, and those of other publishers."""

from __future__ import annotations

import re
from typing import Any

from hazard.fivee.content.library import ContentError
from hazard.fivee.content.words import ABILITIES, SIZES, ability_modifier
from hazard.fivee.importers.lines import (
    read_challenge,
    read_conditions,
    read_defenses,
    read_hit_points,
    read_saves,
    read_senses,
    read_size,
    read_skills,
    read_speed,
)
from hazard.fivee.importers.page import blocks, clean, unbroken
from hazard.fivee.importers.page_layout import laid_out
from hazard.fivee.importers.raw import RawCreature, Unreadable, each
from hazard.fivee.importers.stat_block_entries import entries, entry, heading, with_colons

_SHORT = {
    "ac": "armor class",
    "armour class": "armor class",
    "hp": "hit points",
    "cr": "challenge",
    "challenge rating": "challenge",
    "resistant": "resistances",
    "immune": "immunities",
    "vulnerable": "vulnerabilities",
    "saves": "saving throws",
}
"""Labels of other publishers, as ours."""
_LABELS = (
    "armou?r class|ac|hit points|hp|speed|saving throws|saves|skills|damage vulnerabilities"
    "|damage resistances|damage immunities"
    "|condition immunities|vulnerabilities|vulnerable|resistances|resistant|immunities|immune|senses"
    "|languages|challenge rating|challenge|cr|gear|proficiency bonus|proficiency|initiative|perception"
)
_LINE = re.compile(rf"(?:[-*•] )?(?P<label>{_LABELS})[:.]?\s+(?P<rest>\S.*)", re.I)
_SIGNED = r"[+−–-]\s*\d+"
_SCORE = re.compile(rf"(\d{{1,2}})\s*\(\s*({_SIGNED}|0)\s*\)")
_TURNED_SCORE = re.compile(rf"({_SIGNED})\s*\(\s*(\d{{1,2}})\s*\)")
_NAMED = r"\b(str|dex|con|int|wis|cha)(?:ength|terity|stitution|elligence|dom|risma)?\b[\s|.:]*"
_NEW_SCORE = re.compile(rf"{_NAMED}(\d{{1,2}})\b(?:[\s|]*([+−–-]?\d+)[\s|]*([+−–-]?\d+)\b)?", re.I)
_MODIFIER = re.compile(rf"{_NAMED}({_SIGNED}|0)(?!\d)", re.I)
_MODIFIERS = re.compile(
    rf"str\W+dex\W+con\W+int\W+wis\W+cha\b[\s|:-]*((?:(?:{_SIGNED}|0)[\s|,]+){{5}}(?:{_SIGNED}|0))(?!\d)",
    re.I,
)


MOST_CHARACTERS = 100_000
"""Of one line: nothing that a person writes is longer."""
_GERMAN = re.compile(r"^\W*(?:rüstungsklasse|RK|trefferpunkte|TP)\b\W*\d", re.I | re.M)
_ENGLISH = re.compile(r"\b(?:armou?r class|hit points)\b|\bAC \d", re.I)


def read(text: str, name: str) -> list[RawCreature | Unreadable]:
    """Return the creatures of a pasted text."""
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > MOST_CHARACTERS:
            raise ContentError(
                "fivee.line_too_long", file=name, line=number, count=len(line), most=MOST_CHARACTERS
            )
    found = blocks(laid_out(unbroken(text)))
    if _GERMAN.search(text) and not _ENGLISH.search(text):
        raise ContentError("fivee.stat_block_german", file=name)
    if not found:
        raise ContentError("fivee.stat_block_empty", file=name)
    return each(found, lambda block: _creature(block, name))


def _creature(block: str, place: str) -> RawCreature:
    lines = [line for line in (clean(line) for line in block.splitlines()) if line]
    name = lines[0][:100]
    raw = RawCreature(f"{place}: {name!r}", name)
    body = _first_entry_line(lines)
    facts = _facts(lines[1:body])
    if "armor class" not in facts or "hit points" not in facts:
        missing = "Armor Class" if "armor class" not in facts else "Hit Points"
        raise ContentError("fivee.stat_block_line_missing", file=place, name=name, missing=missing)
    armor = re.search(r"\d{1,2}", facts["armor class"])
    dice, raw.printed_hit_points = read_hit_points(facts["hit points"])
    if armor is None or (dice is None and raw.printed_hit_points is None):
        raise ContentError("fivee.stat_block_number_missing", file=place, name=name)
    immune = facts.get("damage immunities", facts.get("immunities", ""))
    head = next((line for line in lines[1:6] if re.search(rf"\b(?:{'|'.join(SIZES)})\b", line, re.I)), "")
    raw.values = {
        "size": read_size(head),
        **_kind(head),
        "armor_class": int(armor[0]),
        "hit_points": dice or str(raw.printed_hit_points),
        "speed": read_speed(facts.get("speed", "30 ft.")),
        "vulnerable": read_defenses(facts.get("damage vulnerabilities", facts.get("vulnerabilities", ""))),
        "resistant": read_defenses(facts.get("damage resistances", facts.get("resistances", ""))),
        "immune": read_defenses(immune),
        "condition_immunities": read_conditions(facts.get("condition immunities", immune)),
        "senses": _senses(facts),
        "skills": read_skills(facts.get("skills", "")),
    }
    raw.values |= _scores(raw, "\n".join(lines[1:body]), facts)
    challenge = read_challenge(facts.get("challenge", ""))
    raw.values |= {"challenge": challenge} if challenge is not None else {}
    initiative = re.search(r"initiative\s*([+−-]\d+)", "\n".join(lines[1:body]), re.I)
    if initiative:
        raw.values["initiative"] = int(initiative[1].replace("−", "-"))
    for line in lines[1:body]:
        if len(line) > 60 and line.endswith(".") and not _LINE.match(line) and not _SCORE.search(line):
            raw.note(line[:160])  # a sentence above the first heading that belongs to no label
    raw.entries = entries(lines[body:], raw)
    if any(re.search(r"attack roll:|saving throw:", entry.text, re.I) for entry in raw.entries):
        raw.rules = "5.2"
    return raw


def _first_entry_line(lines: list[str]) -> int:
    """Return where traits and actions begin: at the first heading or entry below the hit points."""
    colons, seen = with_colons([line for line in lines if not _LINE.match(line)]), set()
    for number, line in enumerate(lines):
        fact = _LINE.match(line)
        if fact:
            label = fact["label"].lower()
            seen.add(_SHORT.get(label, label))
        elif seen >= {"armor class", "hit points"} and (heading(line) or _begins(line, colons)):
            return number
    return len(lines)


def _begins(line: str, colons: bool) -> bool:
    """Whether a line is an entry and no fact of a kind that we do not know ("Role: Brute")."""
    found = entry(line, colons)
    return found is not None and (not colons or len(found["text"]) > 40 or found["text"].endswith("."))


def _facts(lines: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    last = None
    for line in lines:
        match = _LINE.match(line)
        if match:
            last = _SHORT.get(match["label"].lower(), match["label"].lower())
            found.setdefault(last, match["rest"])
        elif last in ("damage resistances", "damage immunities", "senses", "skills") and not _SCORE.search(
            line
        ):
            if not re.match(r"(?:str|dex|mod)\b", line, re.I):
                found[last] += " " + line
        else:
            last = None
    return found


def _kind(head: str) -> dict[str, Any]:
    found = re.search(rf"(?:{'|'.join(SIZES)})\s+([a-z]+)(?:\s*\(([^()]*)\))?\s*(?:,|$)", head, re.I)
    if found is None:
        swarm = re.search(r"swarm of \w+ (\w+?)s?\b(?:,|$)", head, re.I)
        return {"kind": swarm[1].lower()} if swarm else {}
    tags = [tag.strip().lower() for tag in (found[2] or "").split(",") if tag.strip()]
    return {"kind": found[1].lower(), **({"tags": tags} if tags else {})}


def _scores(raw: RawCreature, text: str, facts: dict[str, str]) -> dict[str, Any]:
    """Return the six scores and the saving throws, from whichever table the book prints."""
    saves: dict[str, int] = {
        str(key): bonus for key, bonus in read_saves(facts.get("saving throws", "")).items()
    }
    old = _SCORE.findall(text) or [(score, bonus) for bonus, score in _TURNED_SCORE.findall(text)]
    if len(old) >= 6:
        for ability, (score, bonus) in zip(ABILITIES, old, strict=False):
            if ability_modifier(int(score)) != _signed(bonus):
                raw.note(
                    f"{ability} {score} ({bonus}): the modifier is another; the score is used", "differs"
                )
        six = dict(zip(ABILITIES, (int(score) for score, _ in old[:6]), strict=True))
        return {"abilities": six, "saves": saves}
    scores: dict[str, int] = {}
    for word, score, modifier, save in _NEW_SCORE.findall(text):
        if word.lower() in scores:
            continue
        scores[word.lower()] = int(score)
        if save and _signed(save) != _signed(modifier):
            saves[word.lower()] = _signed(save)
    if not scores and (modifiers := _modifiers(text)):
        scores = {each: max(1, 10 + 2 * modifier) for each, modifier in modifiers.items()}
        raw.note("ability scores are worked out from the modifiers, the only ones printed", "beyond")
    if len(scores) < 6:
        raw.note("the six ability scores were not found; 10 is assumed where one is missing")
    return {"abilities": scores, "saves": saves}


def _modifiers(text: str) -> dict[str, int]:
    """Return the six modifiers of a block that prints no scores.

    >>> _modifiers("STR +4 DEX +1 CON +3 INT -2 WIS +2 CHA -1")["int"], _modifiers("STR +4")
    (-2, {})
    """
    row = _MODIFIERS.search(text)
    if row:
        return dict(zip(ABILITIES, map(_signed, re.findall(rf"{_SIGNED}|0", row[1])), strict=True))
    found: dict[str, int] = {word.lower(): _signed(bonus) for word, bonus in _MODIFIER.findall(text)}
    return found if len(found) == 6 else {}


def _signed(text: str) -> int:
    return int(re.sub(r"\s", "", text).replace("−", "-").replace("–", "-"))


def _senses(facts: dict[str, str]) -> dict[str, int]:
    """Return the senses; some books print the passive score of Perception on a line of its own."""
    passive = re.match(r"\d{1,2}\b", facts.get("perception", ""))
    return {
        **({"passive_perception": int(passive[0])} if passive else {}),
        **read_senses(facts.get("senses", "")),
    }
