"""Exact dice: expressions, distributions, and the algebra of attacks and damage."""

from hazard.dice.buckets import Bucket, bucket, damage_thresholds
from hazard.dice.combat import (
    Attack,
    AttackOdds,
    apply_damage,
    attack_damage,
    attack_odds,
    damage_taken,
    death_probability,
    effective_damage,
    multiattack,
    resist,
    save_chance,
    save_damage,
)
from hazard.dice.distribution import Distribution
from hazard.dice.errors import DiceError
from hazard.dice.exact import exact
from hazard.dice.expression import Expression, parse, roll

__all__ = [
    "Attack",
    "AttackOdds",
    "Bucket",
    "DiceError",
    "Distribution",
    "Expression",
    "apply_damage",
    "attack_damage",
    "attack_odds",
    "bucket",
    "damage_taken",
    "damage_thresholds",
    "death_probability",
    "effective_damage",
    "exact",
    "multiattack",
    "parse",
    "resist",
    "roll",
    "save_chance",
    "save_damage",
]
