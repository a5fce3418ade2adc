"""A language that nobody speaks: English with an accent on every letter, as files like any other language's.

Whoever reads a page in it sees at once which words are in no catalogue: they have no accents.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from hazard import language
from hazard.fivee.content.called import spoken
from hazard.fivee.content.library import bestiary, encounters
from hazard.fivee.content.objectives import objectives
from hazard.fivee.rules.fight import Fight

NAME = "xq"
SIGNS = {f"language.{name}" for name in ("decimal_point", "group_separator", "percent", "plural")}
_PLAIN = "abcdefghijklmnopqrstuvwxyz"
_ACCENTED = "áḅćḋéḟǵḣíĵḱĺḿńóṗɋŕśťúṽẃẋýź"
_TABLE = str.maketrans(_PLAIN + _PLAIN.upper(), _ACCENTED + _ACCENTED.upper())
_PARTS = re.compile(r"(\{\{|\}\}|\{[^{}]*\})")


def accented(text: str) -> str:
    """Return a sentence with accents; its gaps stay, and words that are chosen by a count get theirs.

    >>> accented("{count:,} {count:|day|days} left")
    '{count:,} {count:|ḋáý|ḋáýś} ĺéḟť'
    """
    return "".join(_part(part) for part in _PARTS.split(text))


def _part(part: str) -> str:
    if not part.startswith("{"):
        return part if part.startswith("}") else part.translate(_TABLE)
    name, bar, forms = part.partition(":|")
    return name + bar + forms.translate(_TABLE)


def write(folder: Path) -> None:
    """Write the language into a folder, for HAZARD_LANGUAGES: a file for the library and for each domain."""
    for package in sorted({language.PACKAGE, *language.homes().values()}):
        inner = package.split(".")[1:]
        file = folder.joinpath(*inner, "language", f"{NAME}.toml")
        file.parent.mkdir(parents=True, exist_ok=True)
        english = language.catalogue(package, "en").items()
        rows: dict[str, str | list[str]] = {
            code: text if code in SIGNS else accented(text) for code, text in english
        }
        if package == "hazard.fivee":
            rows |= {f"fivee.name.{name}": accented(name) for name in names_of_content()}
            told = {each.name: each.description or "" for each in encounters().values()}
            rows |= {f"fivee.about.{name}": accented(text) for name, text in told.items()}
        rows |= {code: list(words) for code, words in language.vocabulary(package, "en").items()}
        lines = [f"{_key(code)} = {json.dumps(text, ensure_ascii=False)}" for code, text in rows.items()]
        file.write_text("\n".join(lines) + "\n", "utf-8")


def names_of_content() -> set[str]:
    """Return the English names of creatures, of what they can do, of fights and of objectives."""
    found = {each.name for each in (*encounters().values(), *objectives().values())}
    for creature in bestiary().values():
        found |= {creature.name, *(spoken(action.name) for action in creature.actions)}
    for encounter in encounters().values():
        for fighter in Fight(encounter, seed=1).fighters:
            found |= {fighter.name, *(spoken(action.name) for action in fighter.actions)}
    return found


def _key(code: str) -> str:
    topic = next((topic for topic in ("fivee.name", "fivee.about") if code.startswith(f"{topic}.")), "")
    parts = [*topic.split("."), code[len(topic) + 1 :]] if topic else code.split(".")
    return ".".join(map(json.dumps, parts))
