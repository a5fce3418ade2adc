"""The content that comes with hazard: every row is valid, and its numbers are the printed ones."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from importlib import resources
from pathlib import Path

import pytest
from tests.fivee.content.written_rows import written
from tests.looping import for_each

from hazard.content import read_rows, shelve
from hazard.dice import parse
from hazard.fivee.content.actions import Spell
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.library import ContentError, bestiary, encounters, read_toml, spells, validated
from hazard.fivee.content.traits import Charge, SneakAttack

CONTENT = resources.files("hazard.fivee") / "content"
USUAL_SPELLS = {
    "acid arrow", "bane", "banishment", "black tentacles", "bless", "blight", "blur", "burning hands",
    "chain lightning", "cloudkill", "cone of cold", "cure wounds", "disintegrate", "eldritch blast",
    "entangle", "faerie fire", "fear", "finger of death", "fire bolt", "fireball", "flame strike",
    "guiding bolt", "haste", "heal", "healing word", "hold monster", "hold person", "hunter's mark",
    "hypnotic pattern", "ice storm", "inflict wounds", "lightning bolt", "magic missile",
    "mass cure wounds", "mass healing word", "mirror image", "misty step", "ray of frost",
    "sacred flame", "scorching ray", "shatter", "shield", "slow", "spirit guardians",
    "spiritual weapon", "thunderwave", "vicious mockery", "web",
}  # fmt: skip

CELLS = {"tiny": 1, "small": 1, "medium": 1, "large": 2, "huge": 3, "gargantuan": 4}

every_creature = for_each("creature", lambda: bestiary().values(), lambda creature: creature.id)
every_spell = for_each("spell", lambda: spells().values(), lambda spell: spell.action.name)
every_encounter = for_each("name", encounters)


def test_every_row_of_every_file_arrives_under_an_id_of_its_own() -> None:
    rows: Counter[str] = Counter()
    for folder in ("bestiary", "characters"):
        for file in (CONTENT / folder).iterdir():
            rows.update(row["id"] for row in read_toml(file)["creature"])
    for file in (CONTENT / "party").iterdir():
        rows.update(row["id"] for row in read_toml(file)["character"])
    assert [name for name, times in rows.items() if times > 1] == []
    assert set(rows) == set(bestiary())
    names = Counter(
        row["action"]["name"].lower()
        for file in (CONTENT / "spells").iterdir()
        for row in read_toml(file)["spell"]
    )
    assert [name for name, times in names.items() if times > 1] == []
    assert set(names) == set(spells())


def test_the_bestiary_reaches_from_challenge_0_to_24() -> None:
    challenges = {c.challenge for c in bestiary().values() if c.challenge is not None}
    assert set(range(18)) | {0.125, 0.25, 0.5, 19, 20, 21, 23, 24} == challenges
    assert sum(c.rules == "5.1" and not c.is_character for c in bestiary().values()) >= 85
    assert sum(c.rules == "5.2" for c in bestiary().values()) >= 12


def test_the_usual_spells_are_there() -> None:
    assert set(spells()) >= USUAL_SPELLS


@every_creature
def test_german_names_are_there(creature: Creature) -> None:
    assert creature.name_de
    assert [action.name for action in creature.actions if not action.name_de] == []


@every_spell
def test_spells_have_german_names(spell: Spell) -> None:
    assert spell.action.name_de


# ---- what refers to what -----------------------------------------------------------------------------------


@every_creature
def test_names_within_a_creature_are_unambiguous(creature: Creature) -> None:
    names = Counter(action.name for action in creature.actions)
    assert [name for name, times in names.items() if times > 1] == []
    for trait in creature.traits:
        if isinstance(trait, Charge):
            assert trait.attack in names


@every_creature
def test_recipes_use_actions_that_are_not_recipes(creature: Creature) -> None:
    plain = {action.name for action in creature.actions if not action.recipes}
    used = {part.use for action in creature.actions for recipe in action.recipes for part in recipe}
    assert used <= plain


@every_spell
def test_every_spell_damage_has_a_type(spell: Spell) -> None:
    for effect in spell.action.effects:
        if effect.damage:
            assert None not in {kind for _, kind in parse(effect.damage).typed_parts()}


@every_spell
def test_cantrips_grow_with_the_caster_and_others_with_the_slot(spell: Spell) -> None:
    grows = spell.upcast or spell.upcast_targets or spell.upcast_attacks
    assert spell.grows_at == ((5, 11, 17) if spell.level == 0 else ())
    assert not (spell.level == 0 and grows)
    for effect in spell.action.effects:
        assert effect.save is None or effect.save.dc is None, "a spell's DC is the caster's"
    assert spell.action.attack is None or spell.action.attack.to_hit is None


@every_creature
def test_casters_know_only_spells_that_exist_and_have_slots_for_them(creature: Creature) -> None:
    for casting in creature.spellcasting:
        for name in (*casting.at_will, *casting.prepared, *casting.per_day):
            assert name in spells()
        for name in casting.prepared:
            assert any(casting.slots.get(level) for level in range(spells()[name].level, 10)), name


@every_creature
def test_legendary_actions_come_with_a_number_a_round(creature: Creature) -> None:
    costs = [action.cost for action in creature.actions if action.economy == "legendary"]
    assert bool(costs) == bool(creature.legendary_actions)
    assert all(cost <= creature.legendary_actions for cost in costs)


# ---- player characters -------------------------------------------------------------------------------------

# Slots by spell level of a full caster; at levels 5 and 11 the wizard has spent one on mage armor.
FULL_CASTER = {1: (2,), 5: (4, 3, 2), 11: (4, 3, 3, 3, 2, 1)}
HIT_DIE = {"fighter": 10, "rogue": 8, "cleric": 8, "wizard": 6}
PROFICIENT_SAVES = {
    "fighter": {"str", "con"},
    "rogue": {"dex", "int"},
    "cleric": {"wis", "cha"},
    "wizard": {"int", "wis"},
}


@pytest.mark.parametrize("level", [1, 5, 11])
@pytest.mark.parametrize("kind", HIT_DIE)
def test_characters_have_the_hit_points_and_saves_of_their_class(kind: str, level: int) -> None:
    hero = bestiary()[f"{kind}-{level}"]
    con, die = hero.modifier("con"), HIT_DIE[kind]
    toughness = level if "dwarf" in hero.tags else 0
    expected = die + con + (level - 1) * (die // 2 + 1 + con) + toughness
    assert (hero.level, hero.average_hit_points) == (level, expected)
    assert set(hero.saves) == PROFICIENT_SAVES[kind]


@pytest.mark.parametrize("level", [1, 5, 11])
@pytest.mark.parametrize("kind", ["cleric", "wizard"])
def test_casters_have_the_slots_of_their_level(kind: str, level: int) -> None:
    (casting,) = bestiary()[f"{kind}-{level}"].spellcasting
    slots = list(FULL_CASTER[level])
    slots[0] -= kind == "wizard" and level > 1
    assert list(casting.slots.values()) == slots
    assert casting.level == level


def test_rogues_sneak_and_fighters_strike_by_level() -> None:
    for level, dice, attacks in ((1, "1d6", 1), (5, "3d6", 2), (11, "6d6", 3)):
        (sneak,) = (t for t in bestiary()[f"rogue-{level}"].traits if isinstance(t, SneakAttack))
        assert sneak.dice == dice
        strokes = [a for a in bestiary()[f"fighter-{level}"].actions if a.name == "Extra Attack"]
        assert [a.recipes[0][0].times for a in strokes] == ([attacks] if attacks > 1 else [])


# ---- encounters --------------------------------------------------------------------------------------------


def test_there_are_ten_encounters() -> None:
    assert len(encounters()) == 10


@every_encounter
def test_everybody_is_known_stands_on_floor_and_has_the_place_alone(name: str) -> None:
    fight = encounters()[name]
    taken: dict[tuple[int, int], str] = {}
    for fighter in fight.combatants:
        side = CELLS[bestiary()[fighter.creature].size]
        for x in range(fighter.at[0], fighter.at[0] + side):
            for y in range(fighter.at[1], fighter.at[1] + side):
                assert x < fight.width
                assert y < fight.height
                assert fight.map[y][x] != "#", f"{fighter.creature} stands in a wall"
                assert (x, y) not in taken, f"{fighter.creature} stands on {taken[x, y]}"
                taken[x, y] = fighter.creature


@every_encounter
def test_both_sides_are_there_and_the_party_is_of_one_level(name: str) -> None:
    fight = encounters()[name]
    party = [bestiary()[f.creature] for f in fight.combatants if f.side == "party"]
    assert {hero.level for hero in party} in ({1}, {5}, {11})
    assert len(party) == 4
    assert any(f.side == "monsters" for f in fight.combatants)


@every_encounter
def test_enemies_can_reach_each_other(name: str) -> None:
    fight = encounters()[name]
    starts = [fighter.at for fighter in fight.combatants]
    reached, edge = {starts[0]}, [starts[0]]
    while edge:
        x, y = edge.pop()
        for cell in ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            inside = 0 <= cell[0] < fight.width and 0 <= cell[1] < fight.height
            if inside and cell not in reached and fight.map[cell[1]][cell[0]] != "#":
                reached.add(cell)
                edge.append(cell)
    assert set(starts) <= reached


# ---- where it comes from -----------------------------------------------------------------------------------


def test_the_attribution_travels_with_the_content() -> None:
    text = re.sub(r"\s+", " ", (CONTENT / "ATTRIBUTION.md").read_text(encoding="utf-8"))
    assert "System Reference Document 5.1 and 5.2 by Wizards of the Coast LLC, licensed under" in text
    assert "independent program" in text


def test_the_creature_in_the_documentation_is_valid() -> None:
    page = (Path(__file__).parents[3] / "docs" / "combat-content.md").read_text(encoding="utf-8")
    example, _ = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    (row,) = tomllib.loads(example)["creature"]
    assert Creature.model_validate(row).average_hit_points == 102  # 12d10+36


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"hit_points": "0"}, "hit_points: 0 is less than 1 on average"),
        ({"hit_points": "1d4-10"}, "hit_points: 1d4-10 is less than 1 on average"),
        ({"hit_points": "9999d9999"}, "hit_points: '9999d9999', character 1: 99,970,003 different values"),
        ({"damage": "9999d9999"}, "actions.0.effects.0.damage: '9999d9999', character 1: 99,970,003"),
        ({"damage": "5000"}, "actions.0.effects.0.damage: 5000 is up to 5,000 as a critical"),
    ],
)
def test_dice_that_no_fight_can_use_are_refused_at_their_place(values, said):
    damage = values.pop("damage", "1d6")
    row = {"id": "imp", "name": "Imp", "armor_class": 13, "hit_points": "3d4+3", **values}
    row["actions"] = [{"name": "Sting", "attack": {"to_hit": 5, "reach": 5}, "effects": [{"damage": damage}]}]
    with pytest.raises(ContentError) as error:
        validated(Creature, row, "mine.toml: creature 'imp'")
    assert str(error.value).startswith(f"mine.toml: creature 'imp': {said}")


@pytest.mark.parametrize(
    ("folders", "table", "model", "shelf"),
    [
        (["bestiary", "characters"], "creature", Creature, written),
        (["spells"], "spell", Spell, spells),
    ],
)
def test_a_row_that_is_read_alone_is_the_row_of_its_whole_file(
    folders: list[str], table: str, model: type[Creature | Spell], shelf: Callable[[], Mapping[str, object]]
) -> None:
    # Rows that come with hazard are cut out of their files without reading these; so every one of them must
    # be found, under its own name, and nothing of its neighbours with it.
    files = [f for folder in folders for f in sorted((CONTENT / folder).iterdir(), key=lambda f: f.name)]
    whole = [row for file in files for row in read_rows(file, table, model)]
    names = [row.id if isinstance(row, Creature) else row.action.name.lower() for row in whole]
    assert list(shelf()) == names
    assert list(shelf().values()) == whole


def test_a_fight_reads_only_who_and_what_it_names() -> None:
    program = """
from hazard.fivee.content import library
from hazard.fivee.table.opening import open_fight
open_fight("goblin-ambush")
print(sorted(library.bestiary()._read), *library.encounters()._read)
print(len(library.spells()._read) < len(library.spells()) / 2)
"""
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert printed.stdout.splitlines() == [
        "['cleric-1', 'fighter-1', 'goblin', 'rogue-1', 'wizard-1'] goblin-ambush",
        "True",
    ]


def test_a_shipped_row_without_its_name_is_refused_with_its_file(tmp_path: Path) -> None:
    file = tmp_path / "nameless.toml"
    file.write_text('[[creature]]\nname = "Wolf"\n')
    with pytest.raises(ContentError, match=r'nameless.toml: a creature has no line id = "..."'):
        shelve([file], "creature", "id", Creature)


def test_a_shipped_row_that_is_wrong_is_refused_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text('[[creature]]\nid = "wolf"\nname = "Wolf"\narmor_class = 41\nhit_points = "2d8"\n')
    shelf = shelve([file], "creature", "id", Creature)
    with pytest.raises(
        ContentError, match=r"wrong.toml: creature 'wolf': the entry armor_class is 41; expected at most 40"
    ):
        shelf["wolf"]
