"""Magic missile against the shield spell, and healing that is shared and ends at half."""

from collections import Counter
from itertools import product

import pytest
from pydantic import ValidationError
from tests.fivee.small_fights import Scene, blow, creature, flagged

from hazard.fivee.content.effects import Effect
from hazard.fivee.content.library import bestiary
from hazard.fivee.director.breakdown import break_down

CASTING = {"ability": "int", "dc": 13, "to_hit": 5}


def caster(name: str, *spells: str, slots: int = 3, **values: object):
    """Somebody with first-level spells and a stick."""
    book = [{**CASTING, "slots": {1: slots}, "prepared": list(spells)}]
    return creature(name, blow("Stick", attack={"range": 60}), spellcasting=book, **values)


def duel(*spells: str, slots: int = 3) -> Scene:
    """Two mages who throw missiles at a witch, who acts after them."""
    mages = [caster(name, "magic missile") for name in ("Mage", "Page")]
    witch = caster("Witch", *spells, slots=slots)
    party = [(mage, "party", (2, 2 + 2 * i)) for i, mage in enumerate(mages)]
    return Scene(*party, (witch, "monsters", (10, 2)))


def missiles(scene: Scene) -> Scene:
    """Let whose turn it is throw magic missiles with a slot of the first level."""
    return scene.do("Magic Missile at Witch")


def test_each_dart_of_a_magic_missile_hits_for_a_d4_and_one() -> None:
    rolls = Counter(30 - sum(dart + 1 for dart in darts) for darts in product(range(1, 5), repeat=3))
    spread = missiles(duel()).spread("Witch")
    assert spread == pytest.approx({points: count / 64 for points, count in rolls.items()})


def test_the_shield_spell_stops_a_magic_missile_and_costs_reaction_and_slot() -> None:
    scene = missiles(duel("shield"))
    assert scene.spread("Witch") == {30: 1.0}
    witch = scene.see("Witch")
    assert flagged(witch, "reacted")
    assert witch["slots"][1] == 2
    # The barrier stays until the start of its next turn: 5 more armour class than 15.
    assert scene.odds("Mage", "Stick", "Witch")["armor_class"] == 20


def test_the_numbers_of_a_plan_know_of_the_shield() -> None:
    for spells, damage in (((), [10.5]), (("shield",), [])):
        scene = duel(*spells)
        words = next(plan for plan in scene.plans() if "Magic Missile at Witch" in plan)
        assert [
            line.expected for line in break_down(scene.game, scene.state, scene.plan(words)).saves
        ] == damage


def test_a_shield_that_is_up_stops_the_next_missiles_as_well() -> None:
    scene = missiles(duel("shield", slots=1))
    assert scene.game.decider(scene.state) == scene.number("Page")
    assert missiles(scene).spread("Witch") == {30: 1.0}


@pytest.mark.parametrize("why", ["no slot", "reaction spent", "held"])
def test_who_cannot_cast_a_shield_is_hit(why: str) -> None:
    scene = duel("shield", slots=0 if why == "no slot" else 2)
    if why == "reaction spent":
        scene.put("Witch", flags=["reacted"])
    if why == "held":
        scene.lay("Mage", "Witch", "paralyzed")
    assert max(missiles(scene).spread("Witch")) == (30 - 6)


def test_another_reaction_does_not_stop_missiles() -> None:
    parry = {
        "name": "Parry",
        "economy": "reaction",
        "trigger": "hit_melee",
        "effects": [{"on_self": True, "modifier": {"armor_class": 3}}],
    }
    mage = caster("Mage", "magic missile")
    scene = Scene((mage, "party", (2, 2)), (creature("Witch", blow(), parry), "monsters", (10, 2)))
    assert max(missiles(scene).spread("Witch")) == (30 - 6)


# ---- preserve life ----------------------------------------------------------------------------------------


def mend(hit_points: dict[str, int], far: str = "") -> dict[str, float]:
    """Hit points after a cleric of the fifth level has used preserve life: 5 x 5 of them."""
    preserve = {
        "name": "Preserve Life",
        "range": 30,
        "who": "ally",
        "effects": [{"heal": "25", "heals_to_half": True, "shares_healing": True}],
        "per_day": 1,
    }
    cleric = creature("Cleric", blow(), preserve)
    friends = [creature(name, blow()) for name in hit_points]
    scene = Scene(
        (cleric, "party", (2, 2)),
        *((friend, "party", (23 if friend.name == far else 2 + i, 4)) for i, friend in enumerate(friends)),
        (creature("Foe", blow()), "monsters", (12, 10)),
    )
    for name, points in hit_points.items():
        scene.put(name, hit_points=points)
    words = next(plan for plan in scene.plans() if "Preserve Life" in plan)
    before = {name: scene.see(name)["hit_points"] for name in hit_points}
    told = break_down(scene.game, scene.state, scene.plan(words)).healing
    scene.do(words)
    gained = {scene.number(name): scene.see(name)["hit_points"] - before[name] for name in hit_points}
    assert told == {number: points for number, points in gained.items() if points}
    return {name: scene.see(name)["hit_points"] for name in hit_points}


def test_preserve_life_heals_nobody_above_half_of_their_hit_points() -> None:
    # Of 30 hit points the half is 15.
    assert mend({"Ana": 4}) == {"Ana": 15}
    assert mend({"Ana": 14, "Bea": 20}) == {"Ana": 15, "Bea": 20}


def test_what_one_does_not_need_of_preserve_life_goes_to_the_others() -> None:
    # 25 to share: 11 bring Ana from 4 to 15, 13 bring Bea from 2 to 15, and 1 is left for Cid.
    after = mend({"Ana": 4, "Bea": 2, "Cid": 5})
    assert sum(after.values()) == 4 + 2 + 5 + 25
    assert max(after.values()) == 15
    assert after["Cid"] == 6
    assert mend({"Ana": 4, "Bea": 30}) == {"Ana": 15, "Bea": 30}


def test_preserve_life_reaches_thirty_feet_and_no_further() -> None:
    # One of the two who lie lower than Ana is 105 feet away.
    assert mend({"Ana": 4, "Far": 2, "Bea": 2}, far="Far") == {"Ana": 15, "Far": 2, "Bea": 15}


def test_the_clerics_of_the_fifth_and_the_eleventh_level_share_five_times_their_level() -> None:
    for level in (5, 11):
        action = next(a for a in bestiary()[f"cleric-{level}"].actions if a.name == "Preserve Life")
        effect = action.effects[0]
        assert (effect.heal, effect.heals_to_half, effect.shares_healing) == (str(5 * level), True, True)


@pytest.mark.parametrize(
    "row", [{"damage": "1d6", "heals_to_half": True}, {"heal": "2d8", "shares_healing": True}]
)
def test_what_cannot_be_shared_is_refused(row: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match="heal"):
        Effect.model_validate(row)
