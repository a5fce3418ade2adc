"""The builder against numbers worked out by hand from the rules, for each class at three levels.

Modifiers are (score - 10) / 2 rounded down; proficiency is +2, +3 from level 5, +4 from 9, +5 from 13, +6
from 17; hit points are the hit die's most at level 1, then half of it and one more each level,
with Constitution.
"""

import pytest

from hazard.dice import roll
from hazard.fivee.characters.build import build
from hazard.fivee.characters.tables import classes
from hazard.fivee.content.character import Character
from hazard.fivee.content.library import ContentError, bestiary

ABILITIES = {"str": 16, "dex": 14, "con": 14, "int": 10, "wis": 12, "cha": 16}  # +3 +2 +2 +0 +1 +3


def made(name, level, subclass=None, **more):
    values = {"name": "Somebody", "class": name, "level": level, "abilities": ABILITIES, **more}
    return build(Character.model_validate(values | ({"subclass": subclass} if subclass else {})))


def action(creature, name):
    return next(action for action in creature.actions if action.name == name)


def attack(creature, name):
    found = action(creature, name)
    return found.attack.to_hit, found.effects[0].damage


def recipe(creature, name):
    return [[(part.use, part.times) for part in each] for each in action(creature, name).recipes]


def modifier(creature, name):
    return action(creature, name).effects[0].modifier


def test_barbarians():
    one = made("barbarian", 1, weapons=["greataxe"], shield=False)
    assert one.hit_points == "14"  # 12 + 2
    assert one.armor_class == 14  # 10 + Dexterity 2 + Constitution 2
    assert one.saves == {"str": 5, "con": 4}  # 3 + 2, 2 + 2
    assert attack(one, "Greataxe") == (5, "1d12[slashing]+3")  # 3 + 2
    assert action(one, "Rage").per_day == 2
    assert modifier(one, "Rage").damage_dice == "2"
    five = made("barbarian", 5, "berserker", weapons=["greataxe"], shield=True)
    assert five.hit_points == "50"  # 14 + 4 × (7 + 2)
    assert five.armor_class == 16  # 14 and a shield
    assert five.speed.walk == 40  # fast movement
    assert attack(five, "Greataxe") == (6, "1d12[slashing]+3")  # 3 + 3
    assert recipe(five, "Extra Attack") == [[("Greataxe", 2)]]
    assert action(five, "Frenzied Rage").per_day == 3
    assert modifier(five, "Frenzied Rage").extra_attacks == 1
    sixteen = made("barbarian", 16, "berserker", weapons=["+2 greataxe"], armor="breastplate")
    assert sixteen.hit_points == "149"  # 14 + 15 × 9
    assert sixteen.armor_class == 16  # 14 + 2 of Dexterity
    assert attack(sixteen, "Greataxe +2") == (10, "1d12[slashing]+5")  # 3 + 5 + 2, 3 + 2
    assert action(sixteen, "Rage").per_day == 5
    assert modifier(sixteen, "Rage").damage_dice == "4"
    assert made("barbarian", 5, armor="plate").speed.walk == 30  # heavy armour: no fast movement


def test_bards():
    one = made("bard", 1, weapons=["rapier"], armor="leather", spells=["vicious mockery", "healing word"])
    assert (one.hit_points, one.armor_class) == ("10", 13)  # 8 + 2; 11 + 2
    assert attack(one, "Rapier") == (5, "1d8[piercing]+3")  # finesse: the better of +3 and +2, proficient
    assert action(one, "Bardic Inspiration").per_day == 3
    assert modifier(one, "Bardic Inspiration").attack_dice == "1d6"
    assert not action(one, "Bardic Inspiration").per_rest
    casting = one.spellcasting[0]
    assert (casting.dc, casting.to_hit, casting.slots) == (13, 5, {1: 2})  # 8 + 2 + 3
    five = made("bard", 5, "lore", weapons=["rapier"], spells=["hypnotic pattern"])
    assert five.hit_points == "38"  # 10 + 4 × 7
    assert five.initiative == 3  # Dexterity 2, and half of the proficiency of 3
    assert modifier(five, "Bardic Inspiration").attack_dice == "1d8"
    assert action(five, "Bardic Inspiration").per_rest
    assert five.spellcasting[0].slots == {1: 4, 2: 3, 3: 2}
    fifteen = made("bard", 15, "lore", spells=["fireball"])
    assert fifteen.hit_points == "108"  # 10 + 14 × 7
    assert modifier(fifteen, "Bardic Inspiration").attack_dice == "1d12"
    assert fifteen.spellcasting[0].dc == 16  # 8 + 5 + 3
    assert fifteen.spellcasting[0].slots == {1: 4, 2: 3, 3: 3, 4: 3, 5: 2, 6: 1, 7: 1, 8: 1}


def test_clerics():
    wise = {**ABILITIES, "wis": 16}
    one = made("cleric", 1, "life", abilities=wise, armor="chain mail", shield=True, weapons=["mace"])
    assert (one.hit_points, one.armor_class) == ("10", 18)  # 8 + 2; 16 + 2
    assert one.saves == {"wis": 5, "cha": 5}
    assert one.spellcasting[0].prepared == ("bless", "cure wounds")  # of the domain
    # Cure wounds: 1d8 + 3 of Wisdom + 2 + 1 for the disciple of life.
    assert roll(action(one, "Cure Wounds").effects[0].heal).mean() == 4.5 + 3 + 3
    assert not any("No proficiency" in getattr(trait, "name", "") for trait in one.traits)
    two = made("cleric", 2, "life", abilities=wise)
    assert action(two, "Turn Undead").effects[0].save.dc == 13
    assert action(two, "Preserve Life").effects[0].heal == "10"  # five times the level
    assert action(two, "Preserve Life").per_day == 1
    eight = made("cleric", 8, "life", abilities=wise, weapons=["mace"])
    assert eight.hit_points == "59"  # 10 + 7 × 7
    assert attack(eight, "Mace") == (6, "1d6[bludgeoning]+3+1d8[radiant]")  # the divine strike
    assert action(eight, "Turn Undead").per_day == 2
    fourteen = made("cleric", 14, "life", abilities=wise, weapons=["mace"])
    assert attack(fourteen, "Mace") == (8, "1d6[bludgeoning]+3+2d8[radiant]")  # 3 + 5
    assert fourteen.spellcasting[0].slots[7] == 1


def test_druids():
    one = made("druid", 1, armor="leather", shield=True, weapons=["quarterstaff", "longsword"])
    assert (one.hit_points, one.armor_class) == ("10", 15)  # 8 + 2; 11 + 2 + 2
    assert attack(one, "Quarterstaff") == (5, "1d6[bludgeoning]+3")  # one hand: the other has a shield
    assert attack(one, "Longsword") == (3, "1d8[slashing]+3")  # no proficiency
    assert one.saves == {"int": 2, "wis": 3}
    five = made("druid", 5, "land", spells=["produce flame", "call lightning"])
    assert five.spellcasting[0].at_will == ("produce flame",)
    assert (five.spellcasting[0].dc, five.spellcasting[0].level) == (12, 5)  # 8 + 3 + 1
    ten = made("druid", 10, "land")
    assert ten.immune[0].types == ("poison",)
    assert ten.condition_immunities == ("poisoned",)
    assert ten.hit_points == "73"  # 10 + 9 × 7
    assert ten.spellcasting[0].slots == {1: 4, 2: 3, 3: 3, 4: 3, 5: 2}


def test_fighters():
    one = made("fighter", 1, weapons=["greatsword"], armor="chain mail", choices=["great weapon fighting"])
    assert (one.hit_points, one.armor_class) == ("12", 16)
    assert attack(one, "Greatsword") == (5, "2d6ro<3[slashing]+3")
    # Each die: (1 + 2) / 6 of the time rolled again for 3.5 on average, or 3 to 6: 2/6 × 3.5 + 18/6 = 4 1/6.
    assert roll("2d6ro<3").mean() == pytest.approx(8 + 1 / 3)
    assert action(one, "Second Wind").effects[0].heal == "1d10+1"
    five = made(
        "fighter", 5, "champion", weapons=["longsword"], shield=True, armor="splint", choices=["dueling"]
    )
    assert five.armor_class == 19  # 17 + 2
    assert attack(five, "Longsword") == (6, "1d8[slashing]+5")  # 3 + 2 of the style
    assert recipe(five, "Action Surge") == [[("Longsword", 4)]]
    assert [trait.crit_from for trait in five.traits] == [19]
    seventeen = made(
        "fighter", 17, "champion", weapons=["longbow"], armor="plate", choices=["archery", "defense"]
    )
    assert seventeen.hit_points == "140"  # 12 + 16 × 8
    assert seventeen.armor_class == 19  # 18 and the style
    assert attack(seventeen, "Longbow") == (10, "1d8[piercing]+2")  # 2 + 6 + 2 of the style
    assert recipe(seventeen, "Extra Attack") == [[("Longbow", 3)]]
    assert action(seventeen, "Action Surge").per_day == 2
    assert [trait.crit_from for trait in seventeen.traits if trait.kind == "critical_range"] == [18]
    assert seventeen.initiative == 5  # Dexterity 2, and half of 6: a remarkable athlete


def test_monks():
    swift = {**ABILITIES, "str": 10, "dex": 16, "wis": 14}
    one = made("monk", 1, abilities=swift, weapons=["shortsword"])
    assert (one.hit_points, one.armor_class) == ("10", 15)  # 8 + 2; 10 + 3 + 2
    assert attack(one, "Unarmed Strike") == (5, "1d4[bludgeoning]+3")
    assert attack(one, "Shortsword") == (5, "1d6[piercing]+3")
    assert action(one, "Bonus Unarmed Strike").economy == "bonus"
    five = made("monk", 5, "open hand", abilities=swift, weapons=["dagger"])
    assert five.speed.walk == 40
    assert attack(five, "Unarmed Strike") == (6, "1d6[bludgeoning]+3")
    assert attack(five, "Dagger") == (6, "1d6[piercing]+3")  # the larger of 1d4 and 1d6
    assert action(five, "Flurry of Blows").per_day == 5
    assert action(five, "Flurry of Blows").pool == action(five, "Stunning Strike").pool == "ki"
    assert action(five, "Flurry Strike").effects[1].save.dc == 13  # 8 + 3 + 2
    assert recipe(five, "Stunning Strike")[0] == [("Dagger with Stunning Strike", 1), ("Dagger", 1)]
    stunned = action(five, "Dagger with Stunning Strike").effects[1]
    assert (stunned.save.ability, stunned.save.dc, stunned.conditions[0].name) == ("con", 13, "stunned")
    seventeen = made("monk", 17, "open hand", abilities=swift)
    assert attack(seventeen, "Unarmed Strike") == (9, "1d10[bludgeoning]+3")  # 3 + 6
    assert action(seventeen, "Unarmed Strike").attack.magical
    assert seventeen.speed.walk == 55  # 30 + 25
    assert set(seventeen.saves) == {"str", "dex", "con", "int", "wis", "cha"}  # a diamond soul
    assert action(seventeen, "Wholeness of Body").effects[0].heal == "51"
    assert made("monk", 5, abilities=swift, armor="leather").armor_class == 14  # 11 + 3
    assert made("monk", 5, abilities=swift, armor="leather").speed.walk == 30


def test_paladins():
    one = made("paladin", 1, weapons=["longsword"], armor="chain mail", shield=True)
    assert (one.hit_points, one.armor_class, one.spellcasting) == ("12", 18, ())
    assert action(one, "Lay on Hands").effects[0].heal == "5"
    assert one.saves == {"wis": 3, "cha": 5}
    five = made("paladin", 5, "devotion", weapons=["longsword"], spells=["bless"], choices=["dueling"])
    assert five.hit_points == "44"  # 12 + 4 × 8
    assert five.spellcasting[0].slots == {1: 4, 2: 2}
    assert (action(five, "Divine Smite").slot, modifier(five, "Divine Smite").damage_dice) == (
        1,
        "2d8[radiant]",
    )
    assert modifier(five, "Divine Smite (level 2)").damage_dice == "3d8[radiant]"
    assert modifier(five, "Divine Smite").next_hit_only
    assert modifier(five, "Sacred Weapon").attack_dice == "3"
    heal = action(five, "Lay on Hands")
    assert heal.per_day * int(heal.effects[0].heal) == 24  # of 25: two portions
    eleven = made("paladin", 11, "devotion", weapons=["longsword"], shield=True)
    assert attack(eleven, "Longsword") == (7, "1d8[slashing]+3+1d8[radiant]")
    # Every save has Charisma's 3 from level 6 on; Wisdom and Charisma have the proficiency of 4 too.
    assert eleven.saves == {"str": 6, "dex": 5, "con": 5, "int": 3, "wis": 8, "cha": 10}
    assert eleven.condition_immunities == ("charmed", "frightened")
    assert eleven.spellcasting[0].slots == {1: 4, 2: 3, 3: 3}


def test_rangers():
    one = made("ranger", 1, weapons=["longbow"], armor="leather")
    assert (one.hit_points, one.armor_class) == ("12", 13)
    assert attack(one, "Longbow") == (4, "1d8[piercing]+2")
    three = made("ranger", 3, "hunter", weapons=["longbow"], choices=["archery", "colossus slayer"])
    assert attack(three, "Longbow") == (6, "1d8[piercing]+2")  # 2 + 2 + 2 of the style
    wound = action(three, "Longbow").effects[1]
    assert (wound.damage, wound.only_if) == ("1d8[piercing]", "target_wounded")
    assert three.spellcasting[0].slots == {1: 3}
    eleven = made(
        "ranger", 11, "hunter", weapons=["shortsword"], off_hand="shortsword", abilities=ABILITIES,
        choices=["two-weapon fighting", "colossus slayer", "steel will", "volley"], armor="chain shirt",
    )  # fmt: skip
    assert (eleven.hit_points, eleven.armor_class) == ("92", 15)  # 12 + 10 × 8; 13 + 2
    assert attack(eleven, "Off-hand Shortsword") == (7, "1d6[piercing]+3")  # the style keeps the modifier
    assert recipe(eleven, "Extra Attack") == [[("Shortsword with Colossus Slayer", 1), ("Shortsword", 1)]]
    assert eleven.traits[0].against == ("frightened",)
    assert eleven.spellcasting[0].slots == {1: 4, 2: 3, 3: 3}
    plain = made("ranger", 1, weapons=["shortsword"], off_hand="shortsword")
    assert attack(plain, "Off-hand Shortsword") == (5, "1d6[piercing]")


def test_rogues():
    nimble = {**ABILITIES, "str": 8, "dex": 16}
    one = made("rogue", 1, abilities=nimble, weapons=["rapier"], armor="leather", skills=["stealth"])
    assert (one.hit_points, one.armor_class) == ("10", 14)
    assert attack(one, "Rapier") == (5, "1d8[piercing]+3")
    assert one.traits[0].dice == "1d6"
    assert one.skills["stealth"] == 5
    five = made("rogue", 5, "thief", abilities=nimble, weapons=["shortbow"], expertise=["stealth"])
    assert five.traits[0].dice == "3d6"
    assert five.skills["stealth"] == 9  # 3 + 2 × 3
    assert action(five, "Uncanny Dodge").halves_damage
    assert {one.standard for one in five.actions} >= {"dash", "disengage", "hide"}
    seventeen = made("rogue", 17, "thief", abilities=nimble)
    assert seventeen.traits[0].dice == "9d6"
    assert seventeen.traits[1].kind == "evasion"
    assert seventeen.saves == {"dex": 9, "int": 6, "wis": 7}  # a slippery mind
    assert seventeen.hit_points == "122"  # 10 + 16 × 7


def test_sorcerers():
    one = made("sorcerer", 1, "draconic bloodline", spells=["fire bolt", "burning hands"])
    assert one.hit_points == "9"  # 6 + 2, and one for the blood
    assert one.armor_class == 15  # 13 + 2
    six = made(
        "sorcerer", 6, "draconic bloodline", spells=["fire bolt", "fireball", "ray of frost"],
        choices=["fire", "quickened spell"],
    )  # fmt: skip
    assert six.hit_points == "44"  # 9 + 5 × (4 + 2 + 1)
    fireball = action(six, "Fireball")
    assert (fireball.slot, fireball.effects[0].damage, fireball.effects[0].save.dc) == (3, "8d6[fire]+3", 14)
    assert action(six, "Fire Bolt").effects[0].damage == "2d10[fire]+3"
    quick = action(six, "Quickened Fireball")
    assert (quick.economy, quick.slot, quick.per_day, quick.pool) == ("bonus", 3, 3, "sorcery points")
    assert action(six, "Quickened Ray of Frost").effects[0].damage == "2d8[cold]"  # no fire
    fourteen = made("sorcerer", 14, "draconic bloodline")
    assert fourteen.speed.fly == 30
    assert fourteen.spellcasting[0].dc == 16  # 8 + 5 + 3
    assert fourteen.hit_points == "100"  # 9 + 13 × 7


def test_warlocks():
    one = made("warlock", 1, "fiend", spells=["eldritch blast", "hellish rebuke"])
    assert (one.hit_points, one.spellcasting[0].slots) == ("10", {1: 1})
    five = made("warlock", 5, "fiend", spells=["eldritch blast", "fireball"],
                choices=["agonizing blast", "repelling blast"])  # fmt: skip
    blast = action(five, "Eldritch Blast")
    assert (blast.attack.to_hit, blast.attack.times) == (6, 2)  # 3 + 3; two beams from level 5
    assert (blast.effects[0].damage, blast.effects[0].push_feet) == ("1d10[force]+3", 10)
    assert five.spellcasting[0].slots == {3: 2}
    seventeen = made("warlock", 17, "fiend", spells=["eldritch blast", "circle of death", "finger of death"])
    assert seventeen.spellcasting[0].slots == {5: 4}
    assert seventeen.spellcasting[0].per_day == {"circle of death": 1, "finger of death": 1}
    assert seventeen.hit_points == "122"  # 10 + 16 × 7


def test_wizards():
    clever = {**ABILITIES, "int": 16}
    one = made("wizard", 1, abilities=clever, weapons=["dagger"], spells=["fire bolt", "magic missile"])
    assert (one.hit_points, one.armor_class) == ("8", 12)
    assert one.spellcasting[0].dc == 13
    assert made("wizard", 1, abilities=clever, armor="mage armor").armor_class == 15
    six = made("wizard", 6, "evocation", abilities=clever, spells=["acid splash", "fireball"])
    assert action(six, "Fireball").area.spares_friends  # sculpted
    assert action(six, "Acid Splash").effects[0].save.on_success == "half"  # a potent cantrip
    assert six.hit_points == "38"  # 8 + 5 × 6
    eleven = made("wizard", 11, "evocation", abilities=clever, spells=["fireball", "scorching ray", "haste"])
    assert action(eleven, "Fireball").effects[0].damage == "8d6[fire]+3"
    assert action(eleven, "Fireball").effects[0].save.dc == 15  # 8 + 4 + 3
    assert not any(one.name.startswith("Scorching Ray") for one in eleven.actions)  # one ray of three has it
    assert eleven.spellcasting[0].slots == {1: 4, 2: 3, 3: 3, 4: 3, 5: 2, 6: 1}


# ---- all of them -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(classes()))
def test_every_level_of_every_class_is_a_creature_that_can_fight(name):
    from hazard.fivee.content.library import spells
    from hazard.fivee.rules.compile import Compiler

    row = classes()[name]
    before = 0
    for level in range(1, 21):
        choices = [feature.choice for feature in row.features if feature.choice]
        found = made(name, level, row.subclasses[0], weapons=["dagger"], choices=choices)
        assert int(found.hit_points) > before
        before = int(found.hit_points)
        Compiler(spells()).creature(found, {})


def test_levels_in_two_classes_share_their_slots():
    both = build(Character.model_validate({
        "name": "Both", "abilities": ABILITIES, "spells": ["bless"],
        "classes": [{"class": "paladin", "level": 6}, {"class": "sorcerer", "level": 2}],
    }))  # fmt: skip
    assert both.hit_points == "64"  # 10 + 5 × 6 + 2 × 4, and 8 × 2 of Constitution
    assert both.spellcasting[0].slots == {1: 4, 2: 3, 3: 2}  # a caster of level 6 / 2 + 2
    assert both.level == 8
    assert both.saves["cha"] == 3 + 3 + 3  # as it began: Wisdom and Charisma, with the aura


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"class": "palladin"}, "class: 'palladin' is not known; known are barbarian"),
        ({"subclass": "zealot"}, "subclass: 'zealot' is not known; known are berserker"),
        ({"weapons": ["lightsabre"]}, "weapon: 'lightsabre' is not known"),
        ({"armor": "mithral"}, "armor: 'mithral' is not known"),
        ({"species": "kender"}, "species: 'kender' is not known"),
        ({"choices": ["archery"]}, "choice: 'archery' is not known"),
        ({"skills": ["juggling"]}, "skill: 'juggling' is not known"),
        ({"spells": ["bless"]}, "this class casts none"),
        ({"class": "wizard", "spells": ["fireball"]}, "'fireball' is of level 3"),
        ({"rules": "5.2"}, "SRD 5.2 are not here yet"),
    ],
)
def test_a_mistake_names_its_place_and_what_is_known(values, message):
    row = {"name": "Ann", "class": "barbarian", "level": 3, "abilities": ABILITIES, **values}
    with pytest.raises(ContentError, match=message) as caught:
        build(Character.model_validate(row), "party.toml: character 'Ann'")
    assert str(caught.value).startswith("party.toml: character 'Ann': ")


def test_the_sheet_has_the_last_word():
    own = made("fighter", 3, hit_points=31, armor_class=21, speed=35, initiative=7)
    assert (own.hit_points, own.armor_class, own.speed.walk, own.initiative) == ("31", 21, 35, 7)


def test_examples_ship_for_every_class_at_six_levels():
    for name in classes():
        for level in (1, 3, 5, 8, 11, 17):
            assert bestiary()[f"{name}-{level}"].level == level
