"""What a reaction answers, by its first sentence: "When a creature hits it with a melee attack, …"."""

from __future__ import annotations

import re

from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.rules_aiming import is_picture

RULES = Rules()

_SOMEBODY = r"(?:a|an|another|any) (?:[\w-]+ )?(?:creature|attacker|enemy|opponent|target)"
_HITS = (
    rf"(?:{_SOMEBODY}[^.,]{{0,60}}? hits (?:it|§) with an? (?P<melee>melee )?(?:weapon |spell |ranged"
    rf" )?attack"
    r"|§ is hit (?:by|with) an? (?P<melee2>melee )?(?:weapon |spell |ranged )?attack)[^.,]{0,60}"
)
_HURT = r"§ (?:takes|is dealt) damage[^.,]{0,60}"
_AIMED = (
    rf"(?:{_SOMEBODY}[^.,]{{0,60}}? (?:attacks|targets|makes an attack(?: roll)? against|misses) (?:it"
    rf"|§)[^.,]{{0,60}}"
    r"|§ is (?:attacked|targeted|missed)[^.,]{0,60})"
)
_CAN = r", (?:§|it|§'s \w+) (?:can )?(?:use its reaction to )?(?P<verb>[^.]{3,160})(?=\.)"


def _answer(reader: Reader, found: re.Match[str], trigger: str) -> bool | None:
    """Take the sentence if its second half is only how it looks."""
    if not is_picture(found["verb"]):
        return False
    reader.draft.fields["trigger"] = trigger
    return None


@RULES.add(rf"(?:when|if|whenever|in response to when) {_HITS}{_CAN}")
def when_hit(reader: Reader, found: re.Match[str]) -> bool | None:
    """When a creature hits it with a melee attack, the crab can snap its shell. The attacker must …"""
    return _answer(reader, found, "hit_melee" if found["melee"] or found["melee2"] else "hit")


@RULES.add(rf"(?:when|if|whenever) {_HURT}{_CAN}")
def when_hurt(reader: Reader, found: re.Match[str]) -> bool | None:
    """When it takes damage from a creature within 30 feet, the ghost can shriek."""
    return _answer(reader, found, "damaged")


@RULES.add(rf"(?:when|if|whenever) {_AIMED}{_CAN}")
def when_aimed_at(reader: Reader, found: re.Match[str]) -> bool | None:
    """When a creature it can see attacks it, the bird can let out a crow."""
    return False if "miss" in found[0] else _answer(reader, found, "attacked")
