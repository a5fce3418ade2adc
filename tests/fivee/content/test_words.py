"""The vocabulary is the compiled rules': its order and its bits are written down in one place."""

from typing import get_args

import pytest

from hazard.fivee.content import words
from hazard.fivee.content.actions import Action, Area
from hazard.fivee.content.creature import Creature, Personality
from hazard.fivee.content.effects import Effect, Infliction, Modifier
from hazard.fivee.rules import state_document as states
from hazard.fivee.table.questions import Kind
from hazard.language import catalogue, vocabulary


def literal(annotation):
    """Return the words of a type, whether or not it may be missing."""
    inner = [word for part in get_args(annotation) for word in get_args(part) or [part]]
    return {word for word in inner if isinstance(word, str)}


TYPES = {
    "ability": words.Ability,
    "condition": words.Condition,
    "flag": words.Flag,
    "standard": words.StandardAction,
    "until": states.Until,
    "repeat": states.Repeat,
    "chance": Kind,
    "economy": Action.model_fields["economy"].annotation,
    "who": Action.model_fields["who"].annotation,
    "trigger": Action.model_fields["trigger"].annotation,
    "shape": Area.model_fields["shape"].annotation,
    "role": Creature.model_fields["role"].annotation,
    "preference": Personality.model_fields["prefers"].annotation,
    "when": Effect.model_fields["when"].annotation,
    "at_zero": Effect.model_fields["at_zero"].annotation,
}
NOTHING = {"standard": "none", "trigger": "none", "at_zero": "usual"}


@pytest.mark.parametrize("kind", sorted(TYPES))
def test_content_and_rules_know_the_same_words(kind):
    assert literal(TYPES[kind]) - {"none"} == set(words.WORDS[kind]) - {NOTHING.get(kind), "none"}


def test_damage_types_are_those_of_content_and_those_of_plain_weapons():
    known = words.WORDS["damage_type"]
    assert set(words.DAMAGE_TYPES) == set(get_args(words.DamageType))
    assert set(known) - set(words.DAMAGE_TYPES) == {
        "untyped", "plain_bludgeoning", "plain_piercing", "plain_slashing",
    }  # fmt: skip


def test_lasting_effects_use_the_same_words_as_states():
    for model in (Infliction, Modifier):
        assert literal(model.model_fields["until"].annotation) <= set(states.UNTIL)
        assert literal(model.model_fields["repeat_save"].annotation) <= set(states.REPEAT)


def test_every_bit_is_one_of_its_own():
    for bits in (words.FLAGS, words.RESULTS):
        assert sorted(bits.values()) == [1 << bit for bit in range(len(bits))]


def test_every_word_of_the_rules_has_words_in_the_catalogue():
    """And so in every language, which test_language.py sees to."""
    told = {"strike", "rider", "area_damage", "area_save", "none"}  # these have phrases of their own
    kinds = set(words.WORDS["chance"]) - told
    standard = set(words.WORDS["standard"]) - {"none"}
    for topic, names in {
        "ability": words.ABILITIES,
        "condition": words.CONDITIONS,
        "typed.condition": words.CONDITIONS,
        "doing": standard,
        "director": [*standard, *(f"{kind}_{way}" for kind in kinds for way in ("yes", "no"))],
    }.items():
        known = vocabulary if topic.startswith("typed") else catalogue
        missing = {f"fivee.{topic}.{name}" for name in names} - known("hazard.fivee", "en").keys()
        assert not missing
