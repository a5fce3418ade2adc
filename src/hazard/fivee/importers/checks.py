"""Comparing what a source says in fields with what it says in prose."""

from __future__ import annotations

import re
from typing import Any

from hazard.fivee.importers.raw import Stated


def disagreements(stated: Stated, rows: list[dict[str, Any]]) -> list[str]:
    """Return a sentence for each field that contradicts the prose.

    >>> bite = {"attack": {"to_hit": 4}, "effects": [{"damage": "2d4[piercing]+2"}]}
    >>> disagreements(Stated(to_hit=5, damage=[("2d4+2", "slashing")]), [bite])
    ['the fields say +5 to hit, the prose +4', 'the fields say 2d4+2 slashing, the prose piercing']
    """
    found = []
    attacks = [row["attack"]["to_hit"] for row in rows if row.get("attack")]
    if stated.to_hit is not None and attacks and stated.to_hit not in attacks:
        found.append(f"the fields say {stated.to_hit:+d} to hit, the prose {attacks[0]:+d}")
    saves = [effect["save"] for row in rows for effect in row.get("effects", []) if effect.get("save")]
    if stated.dc is not None and saves and stated.dc not in [save["dc"] for save in saves]:
        found.append(f"the fields say DC {stated.dc}, the prose DC {saves[0]['dc']}")
    if stated.ability and saves and stated.ability not in [save["ability"] for save in saves]:
        found.append(f"the fields say a save with {stated.ability}, the prose {saves[0]['ability']}")
    if (
        stated.on_success
        and saves
        and stated.on_success not in [save.get("on_success", "none") for save in saves]
    ):
        said = saves[0].get("on_success", "none")
        found.append(f"the fields say {stated.on_success} damage on a success, the prose {said}")
    return found + _damage(stated, rows)


def _damage(stated: Stated, rows: list[dict[str, Any]]) -> list[str]:
    prose = [
        (dice, kind)
        for row in rows
        for effect in row.get("effects", [])
        for text in (effect.get("damage"), (effect.get("burning") or {}).get("damage"), *_again(effect))
        for dice, kind in _parts(text or "")
    ]
    if not prose:
        return []
    found = []
    for dice, kind in stated.damage:
        dice = re.sub(r"\s", "", dice).lower()
        same = [other for printed, other in prose if printed == dice]
        if not same:
            found.append(
                f"the fields say {dice} damage, the prose {', '.join(printed for printed, _ in prose)}"
            )
        elif kind is not None and kind not in same:
            found.append(f"the fields say {dice} {kind}, the prose {same[0]}")
    return found


def _parts(text: str) -> list[tuple[str, str]]:
    """Return dice and type of each part of ``2d4[piercing]+2+1d6[fire]``."""
    found = re.findall(r"(\d*d\d+|\d+)\[(\w+)\]([+-]\d+(?![\dd\[]))?", text)
    return [(dice + bonus, kind) for dice, kind, bonus in found]


def _again(effect: dict[str, Any]) -> list[str]:
    return [infliction.get("ongoing") or "" for infliction in effect.get("conditions", [])]
