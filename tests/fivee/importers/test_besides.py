"""What a hit does beside damage and conditions is kept by its kind, and said to be left out."""

import pytest

from hazard.fivee.content.actions import Action
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.library import spells
from hazard.fivee.importers.prose.action import read_action
from hazard.fivee.rules.compile import Compiler

HEAD = "Melee Weapon Attack: +5 to hit, reach 5 ft., one target. Hit: 7 (1d8 + 3) slashing damage"
SAVE = "the target must succeed on a DC 13 Dexterity saving throw or"


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (f", and {SAVE} drop one item it is holding.", "disarms"),
        (f". In addition, {SAVE} drop its weapon in a space within 10 feet of it.", "disarms"),
        (f", and {SAVE} lose one small item it is carrying.", "steals"),
        (". The target's hat takes a permanent and cumulative -1 penalty to the AC it offers.", None),
        (". Nonmagical armor worn by the target is partly dissolved and takes a permanent and cumulative -1 "
         "penalty to the AC it offers.", "corrodes_armor"),
        (", and the target's Strength score is reduced by 1d4.", "drains_ability"),
        (". The ghoul gains temporary hit points equal to the damage dealt.", "temporary_from_damage"),
        (". The ghoul regains hit points equal to half the damage dealt.", "heals_half"),
        (f", and {SAVE} have disadvantage on attack rolls against creatures other than the ghoul until the "
         "end of its next turn.", "taunts"),
        (f", and {SAVE} be unable to speak until the end of its next turn.", "silences"),
    ],
)  # fmt: skip
def test_it_is_read_by_its_kind(words, kind):
    reading = read_action("Claw", HEAD + words, "Ghoul")
    besides = [
        word for row in reading.rows for effect in row["effects"] for word in effect.get("besides", [])
    ]
    if kind is None:  # a wording that nobody knows is listed, and not guessed at
        assert reading.leftover or besides
        return
    assert reading.leftover == []
    assert besides == [kind]
    if "DC 13" in words:
        saves = [effect["save"] for effect in reading.rows[0]["effects"] if "save" in effect]
        assert saves == [{"ability": "dex", "dc": 13}]


def test_more_for_the_helpless_is_kept_with_their_conditions():
    words = ". If the target is paralyzed, prone, or unconscious, it takes an extra 2 (1d4) slashing damage."
    reading = read_action("Claw", HEAD + words, "Ghoul")
    assert reading.leftover == []
    extra = Action.model_validate(reading.rows[0]).effects[1]
    assert (extra.damage, extra.on_conditions) == ("1d4[slashing]", ("paralyzed", "prone", "unconscious"))


def test_the_rules_say_that_they_leave_it_out():
    (row,) = read_action("Claw", f"{HEAD}, and {SAVE} drop one item it is holding.", "Ghoul").rows
    ghoul = Creature(id="g", name="G", armor_class=12, hit_points="9", actions=(Action.model_validate(row),))
    caveats = [str(caveat) for caveat in Compiler(spells()).creature(ghoul, {}).caveats]
    assert any("drop what it holds" in caveat for caveat in caveats)
