"""Attacks, saving throws and damage as distributions, by the rules of fifth-edition combat.

A d20 is rolled against a number; what came of it decides which damage dice are rolled; damage is taken from
hit points, which may be uncertain themselves. All of it is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias, get_args

from hazard import _core
from hazard._core import Distribution
from hazard.dice.errors import DiceError
from hazard.dice.expression import Expression, parse, roll
from hazard.dice.nodes import LARGEST
from hazard.dice.program import Op, compiled
from hazard.errors import HazardError

Resistance: TypeAlias = Literal["normal", "resistant", "vulnerable", "immune"]
OnSave: TypeAlias = Literal["half", "none"]
Damage: TypeAlias = str | Expression | Distribution

NOTHING = Distribution.constant(0)


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """The chances of an attack roll; ``hit`` is a hit that is not critical."""

    miss: float
    hit: float
    critical: float

    @property
    def any_hit(self) -> float:
        """The chance to hit at all."""
        return self.hit + self.critical


def attack_odds(
    to_hit: int,
    armor_class: int,
    advantage: int = 0,
    crit_from: int = 20,
    bonus_dice: Damage | None = None,
    *,
    hits_are_critical: bool = False,
) -> AttackOdds:
    """Return the chances to miss, to hit and to hit critically.

    A natural 1 misses, a natural 20 hits, critically; from ``crit_from`` on a hit is critical. ``advantage``
    is 1, 0 or -1 (for disadvantage). ``bonus_dice`` are rolled with the attack: ``"1d4"`` for a blessing,
    ``"-1d4"`` for a curse.
    ``hits_are_critical`` is for a helpless target near by.

    >>> attack_odds(5, 15)
    AttackOdds(miss=0.45, hit=0.5, critical=0.05)
    >>> round(attack_odds(5, 15, advantage=1).critical, 4)  # 1 - 0.95 ** 2
    0.0975
    """
    _within("advantage", advantage, -1, 1)
    _within("crit_from", crit_from, 2, 20)
    bonus = None if bonus_dice is None else _distribution(bonus_dice)
    return AttackOdds(*_core.attack_odds(to_hit, armor_class, advantage, crit_from, hits_are_critical, bonus))


def save_chance(
    bonus: int, dc: int, advantage: int = 0, bonus_dice: Damage | None = None, auto_fail: bool = False
) -> float:
    """Return the chance to make a saving throw; no natural roll saves or fails by itself.

    >>> save_chance(2, 13)  # 11 or more
    0.5
    """
    _within("advantage", advantage, -1, 1)
    if auto_fail:
        return 0.0
    bonus_roll = None if bonus_dice is None else _distribution(bonus_dice)
    return _core.save_chance(bonus, dc, advantage, bonus_roll)


@dataclass(frozen=True)
class Attack:
    """An attack with what it does, ready to be worked out as often as needed.

    >>> Attack(attack_odds(5, 15), parse("1d6+3")).damage()
    <Distribution of 0 to 15, mean 3.75>
    """

    odds: AttackOdds
    expression: Expression
    resistances: Mapping[str, Resistance] | None = None

    def __reduce__(self) -> tuple[type[Attack], tuple[object, ...]]:
        """Let other processes have it too, without the compiled programs."""
        return Attack, (self.odds, self.expression, self.resistances)

    @cached_property
    def core(self) -> _core.DiceAttack:
        """The attack as the core evaluates it."""
        programs = (
            _damage_program(expression, self.resistances)
            for expression in (self.expression, self.expression.critical())
        )
        return _core.DiceAttack(self.odds.miss, self.odds.hit, self.odds.critical, *programs)

    def damage(self) -> Distribution:
        """Return how much damage it does, misses included."""
        return _told(self.core.damage, self.expression)


def attack_damage(
    odds: AttackOdds, damage: str | Expression, resistances: Mapping[str, Resistance] | None = None
) -> Distribution:
    """Return the damage of an attack: none on a miss, all dice twice on a critical hit, numbers once.

    ``resistances`` says of types of damage how the target takes them; each type is halved (rounded down),
    doubled or ignored before the types are added. Damage is never below 0.

    >>> round(attack_damage(attack_odds(5, 15), "1d6+3").mean(), 12)  # 0.55 * 6.5 + 0.05 * 3.5
    3.75
    >>> attack_damage(attack_odds(5, 15), "1d6[fire]", {"fire": "immune"}).high
    0
    """
    return Attack(odds, _expression(damage), resistances).damage()


def save_damage(
    damage: Damage,
    chance: float,
    on_save: OnSave = "half",
    resistances: Mapping[str, Resistance] | None = None,
) -> Distribution:
    """Return the damage to one target that saves with ``chance``: all of it, or half (rounded down), or none.

    Of a typed expression each type is halved by itself.

    >>> round(save_damage("8d6", 0.5).mean(), 12)  # 28 or, halved and rounded down, 13.75
    20.875
    """
    _probability("chance", chance)
    _one_of("on_save", on_save, OnSave)
    full = damage_taken(damage, resistances)
    half = damage_taken(damage, resistances, halved=True) if on_save == "half" else NOTHING
    return Distribution.mixture([(1 - chance, full), (chance, half)])


def damage_taken(
    damage: Damage, resistances: Mapping[str, Resistance] | None = None, *, halved: bool = False
) -> Distribution:
    """Return the damage that a target with ``resistances`` takes, of a hit for certain.

    >>> damage_taken("1d8[piercing]+3+2d6[fire]", {"fire": "resistant"}).high
    17
    """
    if isinstance(damage, Distribution):
        return (damage // 2 if halved else damage).clamp(0)
    expression = _expression(damage)
    return _told(_damage_program(expression, resistances, halved).evaluate, expression)


def multiattack(attacks: Iterable[Attack | Distribution]) -> Distribution:
    """Return what several attacks do together, in one call of the core.

    >>> claw = Attack(attack_odds(7, 16), parse("2d6+4"))
    >>> round(multiattack([claw, claw, roll("1d4")]).mean(), 4)
    16.4
    """
    return _core.total_damage([attack.core if isinstance(attack, Attack) else attack for attack in attacks])


def resist(damage: Distribution, how: Resistance) -> Distribution:
    """Return the damage as taken by someone who is ``how``; half is rounded down.

    >>> resist(roll("1d6"), "resistant").mean()  # 0 1 1 2 2 3
    1.5
    """
    _one_of("how", how, Resistance)
    if how == "immune":
        return NOTHING
    taken = damage.clamp(0)
    return taken // 2 if how == "resistant" else taken * 2 if how == "vulnerable" else taken


def effective_damage(damage: Distribution, hit_chance: float = 1.0, unable: float = 0.0) -> Distribution:
    """Return the damage of an attacker who hits with ``hit_chance``, and may not come to it at all.

    ``unable`` is the chance that the attacker is down, held or otherwise out before the attack.

    >>> effective_damage(roll("1d6"), 0.5, unable=0.2).probability(0)
    0.6
    """
    _probability("hit_chance", hit_chance)
    _probability("unable", unable)
    happens = hit_chance * (1 - unable)
    return Distribution.mixture([(1 - happens, NOTHING), (happens, damage)])


def apply_damage(
    hit_points: Distribution | int, damage: Distribution | int, temporary: int = 0
) -> Distribution:
    """Return the hit points that are left; 0 is down. ``temporary`` hit points go first.

    >>> apply_damage(roll("2d8"), roll("1d6"), temporary=2)
    <Distribution of 0 to 16, mean 7.34635>
    """
    return _core.hit_points_left(_certain(hit_points), _certain(damage), temporary)


def death_probability(
    hit_points: Distribution | int, damage: Distribution | int, temporary: int = 0
) -> float:
    """Return the chance that nothing is left of the hit points.

    >>> round(death_probability(7, roll("2d6")), 12)  # 21 of 36
    0.583333333333
    """
    return apply_damage(hit_points, damage, temporary).at_most(0)


# ---- what is given ------------------------------------------------------------------------------------


def _damage_program(
    expression: Expression, resistances: Mapping[str, Resistance] | None, halved: bool = False
) -> _core.DiceProgram:
    """Return a program for damage: each type by itself, then the sum, never below 0."""
    floor = (int(Op.CLAMP), 0, LARGEST)
    instructions: list[tuple[int, int, int]] = []
    parts = expression.typed_parts() if resistances or halved else [(expression, None)]
    for index, (part, kind) in enumerate(parts):
        how = resistances.get(kind, "normal") if resistances and kind is not None else "normal"
        _one_of(f"the resistance to {kind}", how, Resistance)
        instructions += [*compiled(part.node)[0], floor]
        instructions += [(int(Op.FLOOR_DIVIDE), 2, 0)] * (halved + (how == "resistant"))
        if how in ("vulnerable", "immune"):
            instructions.append((int(Op.SCALE), 2 if how == "vulnerable" else 0, 0))
        if index:
            instructions.append((int(Op.ADD), 0, 0))
    return _core.DiceProgram(instructions)


def _told(evaluate: Callable[[], Distribution], expression: Expression) -> Distribution:
    """Return the damage; dice with too many results are the mistake of who wrote them."""
    try:
        return evaluate()
    except ValueError as error:
        raise DiceError(HazardError(str(error.args[0])), str(expression), 0) from None


def _expression(damage: str | Expression) -> Expression:
    return parse(damage) if isinstance(damage, str) else damage


def _distribution(given: Damage) -> Distribution:
    return given if isinstance(given, Distribution) else roll(given)


def _certain(given: Distribution | int) -> Distribution:
    return given if isinstance(given, Distribution) else Distribution.constant(given)


def _within(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise HazardError("dice.value_out_of_range", name=name, found=value, least=low, most=high)


def _probability(name: str, value: float) -> None:
    if not 0.0 <= value <= 1.0:
        raise HazardError("dice.not_a_probability", name=name, found=value)


def _one_of(name: str, value: str, kinds: object) -> None:
    if value not in get_args(kinds):
        raise HazardError("dice.no_such_kind", name=name, found=value, known=", ".join(get_args(kinds)))
