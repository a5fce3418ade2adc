"""Every move of every monster does what the tables of outside facts say, whatever the ascension.

On both sides of every step: 2, 3, 4 (damage in the hallway, of elites, of bosses), 7, 8, 9 (hit points) and
17, 18, 19 (moves).
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.spire.rules.monster_facts import HIT_POINTS, MOVES, STARTS_WITH, at
from tests.spire.rules.monster_fights import ASLEEP, ESCAPED, GONE, HALF_DEAD, POWER_NAMES, Fight

from hazard.spire.rules.compile import compiled

ASCENSIONS = (0, 1, 2, 3, 4, 6, 7, 8, 9, 16, 17, 18, 19, 20)
ALONE_NUMBERS = {("Hexaghost", "divider"): 7}
"""Own numbers that a move is tried with, where the table says so."""


def test_the_tables_know_every_monster_and_move_of_the_content() -> None:
    content = compiled()
    variants = {"JawWorm hardened", "Lagavulin awake", "Unknown monster"}
    known = set(content.monsters) - variants
    assert known == set(HIT_POINTS) == set(MOVES)
    for name in known:
        assert set(content.moves[name]) == set(MOVES[name])
        for move in content.core.monsters[content.monsters[name]].moves:
            assert move.number == MOVES[name][move.name][0], (name, move.name)


@pytest.mark.parametrize("ascension", ASCENSIONS)
def test_hit_points_are_those_of_the_tables(ascension: int) -> None:
    content = compiled(ascension)
    for name, text in HIT_POINTS.items():
        kind = content.core.monsters[content.monsters[name]]
        assert _span(kind.low_hp, kind.high_hp) == at(text, ascension), name


@pytest.mark.parametrize("ascension", ASCENSIONS)
def test_powers_at_the_start_are_those_of_the_tables(ascension: int) -> None:
    content = compiled(ascension)
    for name in HIT_POINTS:
        kind = content.core.monsters[content.monsters[name]]
        found = {f"{POWER_NAMES[p.id]} {_span(p.low, p.high)}".replace(" -1", "") for p in kind.starts_with}
        if kind.block:
            found.add(f"block {kind.block}")
        assert found == {part for part in at(STARTS_WITH.get(name, ""), ascension).split(", ") if part}, name


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


@pytest.mark.parametrize("ascension", ASCENSIONS)
@pytest.mark.parametrize("monster", MOVES)
def test_each_move_does_what_the_tables_say(monster: str, ascension: int) -> None:
    for move, (_, text) in MOVES[monster].items():
        fight = _set_up(monster, move, ascension)
        place = next(i for i, m in enumerate(fight.data["monsters"]) if m["move"] != 255)
        before = _seen(fight, place)
        fight.end_turn()
        after = _seen(fight, place)
        expected = _expected(at(text, ascension))
        assert _difference(before, after, expected) == expected, move


def test_the_leaders_gremlins_get_block_with_their_strength() -> None:
    for ascension, strength, block in ((0, 3, 6), (3, 4, 6), (17, 4, 6), (18, 5, 10)):
        fight = Fight([{"name": "GremlinThief"}, {"name": "GremlinLeader", "move": "encourage"}], ascension)
        fight.end_turn()
        assert (fight.powers(0)["strength"], fight.one(0)["block"]) == (strength, block)


def test_an_ascension_changes_numbers_at_its_own_steps_only() -> None:
    """Each monster by its class: hallway 2, 7, 17; elites 3, 8, 18; bosses 4, 9, 19; and their minions."""
    classes = {0: {2, 7, 17}, 1: {3, 8, 18}, 2: {4, 9, 19}}
    leaders = {"BronzeOrb": 2, "TorchHead": 2, "Dagger": 1}
    for name in HIT_POINTS:
        texts = [HIT_POINTS[name], STARTS_WITH.get(name, ""), *(text for _, text in MOVES[name].values())]
        steps = {int(step) for text in texts for step in re.findall(r"@(\d+)", text)}
        rank = compiled().core.monsters[compiled().monsters[name]].rank
        assert steps <= classes[leaders.get(name, rank)], name


def _set_up(monster: str, move: str, ascension: int) -> Fight:
    fields: dict[str, Any] = {"name": monster, "move": move}
    if (monster, move) in ALONE_NUMBERS:
        fields["own"] = ALONE_NUMBERS[monster, move]
    content = compiled(ascension)
    kind = content.core.monsters[content.monsters[monster]]
    fields["max_hp"] = kind.low_hp
    if move in ("heal", "life_suck"):
        fields["hp"] = kind.low_hp - 30
    if (move == "attack" and monster == "Lagavulin") or move in ("siphon_soul", "stunned"):
        fields |= {"flags": 0, "block": kind.block if monster != "Lagavulin" else 0}
        if monster == "Lagavulin":
            fields["powers"] = {}
    if monster == "Byrd" and move in ("stunned", "headbutt", "go_airborne"):
        fields["powers"] = {}
    if move in ("reincarnate", "regrow", "rebirth"):
        fields |= {"flags": HALF_DEAD, "hp": 0, "powers": {}}
    if monster == "AwakenedOne" and move != "rebirth":
        fields["hp"] = kind.low_hp  # nothing for it to regenerate
    line: list[Any] = [fields]
    if monster in ("GremlinLeader", "BronzeAutomaton", "TheCollector", "Reptomancer", "SlimeBoss"):
        line = ["-", "-", fields, "-", "-"]
    if monster == "BronzeOrb":
        line.append({"name": "BronzeAutomaton", "flags": 0})
    turn = {"turn": 2 if move == "nom" else 1}
    return Fight(line, ascension, **turn)


def _seen(fight: Fight, place: int) -> dict[str, Any]:
    player = fight.data["player"]
    me = fight.one(place)
    return {
        "hp": player["hp"],
        "gold": player["gold"],
        "powers": fight.powers(None),
        "self": fight.powers(place),
        "my_hp": me["hp"],
        "max_hp": me["max_hp"],
        "block": me["block"],
        "flags": me["flags"],
        "cards": fight.cards(),
        "standing": fight.standing(),
        "automaton": fight.one(1)["block"] if len(fight.data["monsters"]) == 2 else 0,
    }


def _expected(text: str) -> dict[str, Any]:
    """Return what the words of a fact promise: damage as a range, and everything else as counted."""
    found: dict[str, Any] = {}
    for part in filter(None, text.split(", ")):
        if m := re.fullmatch(r"hit (\d+)(?:-(\d+))?(?: x(\d+))?", part):
            times = int(m[3] or 1)
            found["hit"] = (int(m[1]) * times, int(m[2] or m[1]) * times)
        elif m := re.fullmatch(r"(self \w+|comes \w+|[\w+]+) (-?\d+)", part):
            found[m[1]] = int(m[2])
        else:
            found[part] = True
    return found


def _difference(before: dict[str, Any], after: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """Return what has changed, in the words of the tables."""
    found: dict[str, Any] = {}
    lost = before["hp"] - after["hp"]
    if lost or "hit" in expected:
        low, high = expected.get("hit", (lost, lost))
        found["hit"] = (low, high) if low <= lost <= high else (lost, lost)
    if before["gold"] != after["gold"]:
        found["gold"] = before["gold"] - after["gold"]
    found |= _changed(before["powers"], after["powers"], "")
    found |= {name: n for name, n in (after["cards"] - before["cards"]).items() if name != "Defend"}
    if (before["cards"] - after["cards"]).total():
        found["stolen"] = True
    gone = bool(after["flags"] & GONE)
    if gone and not any(name.startswith("comes") for name in expected):
        found["gone"] = True
    if not gone:
        found |= _changed_body(before, after, expected)
    came = len(after["standing"]) - len(before["standing"]) + gone
    if came > 0:
        found |= _who_came(after["standing"], expected)
    return found


def _changed(before: dict[str, int], after: dict[str, int], whose: str) -> dict[str, int]:
    passing = {"intangible": 1}
    changed = {
        f"{whose}{name}": amount - before.get(name, 0)
        for name, amount in after.items()
        if (amount - before.get(name, 0) not in (0,) and amount > -1) or name in ("strength", "dexterity")
    }
    # Counted down at the end of the round in which they were laid on, or shown as they are.
    counted = {f"{whose}{name}" for name in passing if name in after}
    unmoved = {name: n for name, n in changed.items() if n}
    return unmoved | dict.fromkeys(counted, 1)


def _changed_body(before: dict[str, Any], after: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = _changed(before["self"], after["self"], "self ")
    lost = {name: n for name, n in found.items() if n < 0 or name in ("self explosive", "self fading")}
    found = {name: n for name, n in found.items() if name not in lost}
    kept = before["block"] if "barricade" in before["self"] else 0
    if after["block"] - kept:
        found["block"] = after["block"] - kept
    if before["flags"] & HALF_DEAD and not after["flags"] & HALF_DEAD:
        found["back whole" if after["my_hp"] == after["max_hp"] else "back half"] = True
        assert after["my_hp"] in (after["max_hp"], after["max_hp"] // 2)
    elif after["my_hp"] > before["my_hp"]:
        found["heal"] = after["my_hp"] - before["my_hp"]
    assert not after["flags"] & ~(ASLEEP | HALF_DEAD | 16 | 256 | ESCAPED)
    return found


def _who_came(standing: list[str], expected: dict[str, Any]) -> dict[str, int]:
    counted: dict[str, int] = {}
    for name in expected:
        if name == "comes any":
            counted[name] = len(standing) - 1
        elif name.startswith("comes "):
            counted[name] = standing.count(name.removeprefix("comes "))
    return counted or {f"comes {name}": standing.count(name) for name in standing}
