"""A pasted stat block, in 2014 and 2024 wording; several are divided by a line of dashes."""

from __future__ import annotations

import re
from typing import Any

from hazard.fivee.content.library import ContentError
from hazard.fivee.content.words import ABILITIES, SIZES
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
from hazard.fivee.importers.raw import Entry, RawCreature, Section, Unreadable, each

_HEADINGS: dict[str, Section] = {
    "traits": "trait",
    "actions": "action",
    "bonus actions": "bonus",
    "reactions": "reaction",
    "legendary actions": "legendary",
    "lair actions": "lair",
}
_LABELS = (
    "armor class|ac|hit points|hp|speed|saving throws|skills|damage vulnerabilities"
    "|damage resistances|damage immunities"
    "|condition immunities|vulnerabilities|resistances|immunities|senses|languages|challenge|cr"
    "|gear|proficiency bonus|initiative"
)
_LINE = re.compile(rf"(?:[-*•] )?(?P<label>{_LABELS})[:.]?\s+(?P<rest>\S.*)", re.I)
_ENTRY = re.compile(
    r"(?P<name>[A-Z][\w'’,/+-]*(?: (?:[A-Z(][\w'’,/+-]*|of|the|and|to|in|with|or|from|for|a|an"
    r"|by|on|\([^()]*\)|\d[^ .]*\)?|Day\)|after|Rest\)))*(?: ?\([^()]*\))?)\.(?:\s"
    r"|$)+(?P<text>.*)",
    re.S,
)
_SCORE = re.compile(r"(\d{1,2})\s*\(\s*[+−–-]?\s*\d+\s*\)")
_NEW_SCORE = re.compile(
    r"\b(str|dex|con|int|wis|cha)[a-z]*[\s|.:]*(\d{1,2})\b(?:[\s|]*([+−–-]?\d+)[\s|]*([+−–-]?\d+)\b)?", re.I
)


def read(text: str, name: str) -> list[RawCreature | Unreadable]:
    """Return the creatures of a pasted text."""
    blocks = [block for block in re.split(r"\n\s*(?:-{3,}|={3,}|_{3,})\s*\n", text) if block.strip()]
    merged: list[str] = []
    for block in blocks:  # a rule within a block (below the name) does not begin a new one
        begins = re.search(r"^\W*(?:armor class|ac)\b", block, re.I | re.M)
        if merged and (not begins or not re.search(r"\b(?:hit points|hp)\b", merged[-1], re.I)):
            merged[-1] += "\n" + block
        else:
            merged.append(block)
    if not merged:
        raise ContentError("fivee.stat_block_empty", file=name)
    return each(merged, lambda block: _creature(block, name))


def _clean(line: str) -> str:
    line = re.sub(r"^[#>\s|]+|[|\s]+$", "", line.replace("\u00a0", " "))
    return re.sub(r"\*\*\*|\*\*|(?<!\w)[*_]+|[*_]+(?!\w)", "", line).strip()


def _creature(block: str, place: str) -> RawCreature:
    lines = [line for line in (_clean(line) for line in block.splitlines()) if line]
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
    head = next((line for line in lines[1:4] if re.search(rf"\b(?:{'|'.join(SIZES)})\b", line, re.I)), "")
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
        "senses": read_senses(facts.get("senses", "")),
        "skills": read_skills(facts.get("skills", "")),
    }
    raw.values |= _scores(raw, "\n".join(lines[1:body]), facts)
    challenge = read_challenge(facts.get("challenge", facts.get("cr", "")))
    raw.values |= {"challenge": challenge} if challenge is not None else {}
    initiative = re.search(r"initiative\s*([+−-]\d+)", "\n".join(lines[1:body]), re.I)
    if initiative:
        raw.values["initiative"] = int(initiative[1].replace("−", "-"))
    raw.entries = _entries(lines[body:], raw)
    if any(re.search(r"attack roll:|saving throw:", entry.text, re.I) for entry in raw.entries):
        raw.rules = "5.2"
    return raw


def _first_entry_line(lines: list[str]) -> int:
    """Return where traits and actions begin: after the challenge rating, or at the first heading."""
    for number, line in enumerate(lines):
        if re.match(r"(?:challenge|cr)\b[ :]", line, re.I):
            after = number + 1
            while after < len(lines) and re.match(r"proficiency bonus", lines[after], re.I):
                after += 1
            return after
    for number, line in enumerate(lines):
        if line.lower().rstrip(":") in _HEADINGS:
            return number
    return len(lines)


def _facts(lines: list[str]) -> dict[str, str]:
    short = {"ac": "armor class", "hp": "hit points"}
    found: dict[str, str] = {}
    last = None
    for line in lines:
        match = _LINE.match(line)
        if match:
            last = short.get(match["label"].lower(), match["label"].lower())
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
    """Return the six scores and the saving throws: a table of 2014, or lines with MOD and SAVE of 2024."""
    saves: dict[str, int] = {
        str(key): bonus for key, bonus in read_saves(facts.get("saving throws", "")).items()
    }
    old = _SCORE.findall(text)
    if len(old) >= 6:
        return {"abilities": dict(zip(ABILITIES, map(int, old[:6]), strict=True)), "saves": saves}
    scores: dict[str, int] = {}
    for word, score, modifier, save in _NEW_SCORE.findall(text):
        ability = word.lower()
        if ability in scores:
            continue
        scores[ability] = int(score)
        bonus = int(save.replace("−", "-").replace("–", "-")) if save else None
        if bonus is not None and bonus != int(modifier.replace("−", "-").replace("–", "-")):
            saves[ability] = bonus
    if len(scores) < 6:
        raw.note("the six ability scores were not found; 10 is assumed where one is missing")
    return {"abilities": scores, "saves": saves}


def _entries(lines: list[str], raw: RawCreature) -> list[Entry]:
    section: Section = "trait"
    entries: list[Entry] = []
    for line in lines:
        heading = line.lower().rstrip(":. ")
        if heading in _HEADINGS:
            section = _HEADINGS[heading]
            continue
        many = re.search(r"can take (\d) legendary actions|legendary action uses: (\d)", line, re.I)
        if section == "legendary" and many:
            raw.legendary_actions = int(many[1] or many[2])
            continue
        open_sentence = bool(entries) and entries[-1].section == section and _is_open(entries[-1].text)
        found = None if open_sentence else _ENTRY.match(line)
        if (
            found
            and len(found["name"]) <= 80
            and not re.match(r"(?:Hit|Miss|Failure|Success|The|If|On|At|Cantrips)\b", found["name"])
        ):
            entries.append(Entry(found["name"], found["text"], section))
        elif entries and entries[-1].section == section:
            goes_on = open_sentence and not _SPELL_LINE.match(line)
            entries[-1].text += (" " if goes_on else "\n") + line
        elif len(line) > 3:
            raw.note(line[:160])
    return entries


_SPELL_LINE = re.compile(r"(?:[-•] )?(?:cantrips|at will|\d(?:st|nd|rd|th)[- ]level|\d+/day)\b", re.I)


def _is_open(text: str) -> bool:
    """Whether a text breaks off in the middle of a sentence, as lines copied from a page do."""
    last = text.strip().rsplit("\n", 1)[-1]
    return bool(last) and last[-1] not in ".:!?" and not _SPELL_LINE.match(last)
