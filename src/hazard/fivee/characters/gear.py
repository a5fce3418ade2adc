"""Armour class and attacks of a character: from its gear, its abilities and its features."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hazard.fivee.characters.formulas import filled, number
from hazard.fivee.characters.tables import Armor, Feature, Weapon, armors, known, weapons
from hazard.fivee.content.actions import Action, Attack, Part
from hazard.fivee.content.character import Character
from hazard.fivee.content.effects import Effect

_MAGIC = re.compile(r"^\s*\+([123])\s+|\s*\+([123])\s*$")
Granted = tuple[Feature, Mapping[str, int]]
"""A feature, and the numbers that its formulas name."""


@dataclass(frozen=True)
class Worn:
    """Armour and shield, with their magic."""

    armor: Armor | None
    armor_bonus: int
    shield: bool
    shield_bonus: int

    @property
    def kinds(self) -> set[str]:
        """What is worn, by kind."""
        worn = {self.armor.kind} if self.armor is not None and self.armor.kind != "none" else set()
        return worn | ({"shield"} if self.shield else set())


def magic(text: str) -> tuple[str, int]:
    """Return a thing's name without its bonus, and the bonus.

    >>> magic("+1 longsword"), magic("Chain Mail"), magic("shield +2")
    (('longsword', 1), ('chain mail', 0), ('shield', 2))
    """
    found = _MAGIC.search(text)
    bonus = int(found[1] or found[2]) if found else 0
    return " ".join(_MAGIC.sub("", text).lower().split()), bonus


def worn_by(character: Character, place: str) -> Worn:
    """Return what a character wears."""
    name, bonus = magic(character.armor or "")
    name = name.removesuffix(" armor") if name not in armors() else name
    armor = known(name, armors(), "armor", place) if name and name != "none" else None
    shield = character.shield
    lent = magic(shield)[1] if isinstance(shield, str) else 0
    return Worn(armor, bonus, bool(shield), lent)


def armor_class(worn: Worn, granted: Sequence[Granted], modifiers: Mapping[str, int]) -> int:
    """Return the armour class: the best of what armour and features give, then what is added to it."""
    dexterity = modifiers["dex"]
    if worn.armor is None or worn.armor.kind == "none":
        bases = [10 + dexterity]
        if worn.armor is not None:
            bases.append(worn.armor.armor_class + worn.armor_bonus + dexterity)
        for feature, values in granted:
            if feature.unarmored and (feature.with_shield or not worn.shield):
                bases.append(number(feature.unarmored, values))
        base = max(bases)
    else:
        most = {"light": dexterity, "medium": min(2, dexterity), "heavy": 0}[worn.armor.kind]
        base = worn.armor.armor_class + worn.armor_bonus + most
    base += 2 + worn.shield_bonus if worn.shield else 0
    armored = worn.armor is not None and worn.armor.kind != "none"
    return base + sum(
        number(str(feature.armor_class), values)
        for feature, values in granted
        if feature.armor_class and (armored or not feature.needs_armor)
    )


_MASTERIES = {"barbarian": 2, "fighter": 3, "paladin": 2, "ranger": 2, "rogue": 2}
"""So many weapons a class masters at first level (rules of 2024)."""


@dataclass
class Arms:
    """Makes the attacks of one character."""

    character: Character
    worn: Worn
    granted: Sequence[Granted]
    modifiers: Mapping[str, int]
    proficiency: int
    proficient: frozenset[str]
    place: str
    is_monk: bool = False
    made: list[Action] = field(default_factory=list)

    def actions(self) -> list[Action]:
        """Return the attacks, several at once, and what features make of them."""
        names = list(dict.fromkeys(name.strip().lower() for name in self.character.weapons))
        if (self.is_monk or not names) and "unarmed strike" not in names:
            names.append("unarmed strike")
        attacks = [self._attack(name) for name in names]
        self.made = [*attacks]
        self._off_hand()
        count = max([1, *(feature.attacks for feature, _ in self.granted)])
        hidden = self._first_attacks(attacks, count)
        self._recipes(attacks, hidden, count)
        self._stunning(attacks, hidden, count)
        self.made += [variant for variants in hidden.values() for variant in variants]
        return self.made

    # ---- one attack ------------------------------------------------------------------------------------

    def _attack(self, text: str) -> Action:
        name, bonus = magic(text)
        weapon: Weapon = known(name, weapons(), "weapon", self.place)
        modifier, groups = self._modifier(weapon), self._groups(weapon)
        to_hit = modifier + bonus + (self.proficiency if self._is_proficient(weapon) else 0)
        for feature, values in self.granted:
            to_hit += sum(number(str(row.bonus), values) for row in feature.to_hit if set(row.of) & groups)
        reach = None if "ranged" in weapon.is_ else 10 if "reach" in weapon.is_ else 5
        near, far = weapon.range or (None, None)
        fists = "unarmed" in weapon.is_ and any(feature.magical_fists for feature, _ in self.granted)
        attack = Attack(
            to_hit=to_hit, reach=reach, range=near, long_range=far, magical=bool(bonus) or fists,
            mastery=weapon.mastery if self._has_mastered(name) else None,
        )  # fmt: skip
        damage = self._damage(weapon, modifier + bonus, groups)
        return Action(
            name=_title(f"{name} +{bonus}" if bonus else name),
            name_de=f"{weapon.name_de} +{bonus}" if bonus else weapon.name_de,
            attack=attack,
            effects=(Effect(damage=damage),),
        )

    def _modifier(self, weapon: Weapon) -> int:
        strength, dexterity = self.modifiers["str"], self.modifiers["dex"]
        if "finesse" in weapon.is_ or self._is_monk_weapon(weapon):
            return max(strength, dexterity)
        return dexterity if "ranged" in weapon.is_ else strength

    def _is_monk_weapon(self, weapon: Weapon) -> bool:
        """Whether martial arts let one use Dexterity and the larger die; not in armour."""
        plain = "simple" in weapon.is_ and not {"two-handed", "heavy", "ranged"} & set(weapon.is_)
        return self.is_monk and not self.worn.kinds and (plain or weapon.name == "shortsword")

    def _is_proficient(self, weapon: Weapon) -> bool:
        return bool({weapon.name, *weapon.is_} & self.proficient) or "unarmed" in weapon.is_

    def _groups(self, weapon: Weapon) -> set[str]:
        ranged = "ranged" in weapon.is_
        found = {"ranged" if ranged else "melee"}
        free = not self._both_hands(weapon) and self.character.off_hand is None
        return found | ({"one-handed"} if free and not ranged and "unarmed" not in weapon.is_ else set())

    def _has_mastered(self, name: str) -> bool:
        """Whether it is among the weapons that the class masters (rules of 2024): the favourites."""
        arms = [magic(text)[0] for text in (*self.character.weapons, self.character.off_hand) if text]
        count = max(_MASTERIES.get(part.class_.lower(), 0) for part in self.character.classes)
        return name in list(dict.fromkeys(arms))[:count]

    def _both_hands(self, weapon: Weapon) -> bool:
        free = not self.worn.shield and self.character.off_hand is None
        one_handed_style = "dueling" in {choice.lower() for choice in self.character.choices}
        return "two-handed" in weapon.is_ or bool(weapon.versatile and free and not one_handed_style)

    def _damage(self, weapon: Weapon, more: int, groups: set[str]) -> str:
        dice = weapon.versatile if weapon.versatile and self._both_hands(weapon) else weapon.dice
        for feature, values in self.granted:
            if feature.martial_arts and self._is_monk_weapon(weapon):
                dice = _larger(dice, filled(feature.martial_arts, values))
            if feature.great_weapons and "melee" in groups and self._both_hands(weapon):
                dice = f"{dice}ro<3"
        added = 0
        typed = ""
        for feature, values in self.granted:
            for row in feature.damage:
                if not set(row.of) & groups:
                    continue
                extra = str(filled(row.dice, values))
                if extra.isdigit():
                    added += int(extra)
                else:
                    typed += f"+{extra}"
        flat = more + added
        return f"{dice}[{weapon.type}]{f'{flat:+d}' if flat else ''}{typed}"

    # ---- several attacks -------------------------------------------------------------------------------

    def _off_hand(self) -> None:
        if self.character.off_hand is None:
            return
        attack = self._attack(self.character.off_hand)
        weapon: Weapon = known(magic(self.character.off_hand)[0], weapons(), "weapon", self.place)
        keeps = any(feature.off_hand_modifier for feature, _ in self.granted)
        modifier = self._modifier(weapon)
        damage = attack.effects[0].damage or ""
        if not keeps and modifier > 0:  # a penalty counts with either hand
            damage = self._damage(weapon, magic(self.character.off_hand)[1], self._groups(weapon))
        self.made.append(
            attack.model_copy(
                update={
                    "name": f"Off-hand {attack.name}", "name_de": f"{attack.name_de} in der Zweithand",
                    "economy": "bonus", "effects": (Effect(damage=damage),),
                    "note": "After an attack with the other light weapon.",
                }
            )
        )  # fmt: skip

    def _first_attacks(self, attacks: Sequence[Action], count: int) -> dict[str, list[Action]]:
        """Return attacks with what happens once a turn, by the weapon; with one attack it is in that."""
        found: dict[str, list[Action]] = {}
        for feature, values in self.granted:
            if feature.first_attack is None:
                continue
            dice = str(filled(feature.first_attack.damage, values))
            for place, attack in enumerate(attacks):
                kind = re.search(r"\[(\w+)\]", attack.effects[0].damage or "")
                typed = dice if "[" in dice or kind is None else f"{dice}[{kind[1]}]"
                if feature.first_attack.only_if is None:
                    effects: tuple[Effect, ...] = (Effect(damage=f"{attack.effects[0].damage}+{typed}"),)
                else:
                    extra = Effect(damage=typed, only_if=feature.first_attack.only_if)
                    effects = (*attack.effects, extra)
                if count == 1:
                    self.made[place] = attack.model_copy(update={"effects": effects})
                else:
                    found.setdefault(attack.name, []).append(
                        _hidden(attack, feature.first_attack.name, effects)
                    )
        return found

    def _recipes(self, attacks: Sequence[Action], hidden: Mapping[str, list[Action]], count: int) -> None:
        if count > 1:
            recipes = tuple(_recipe(attack, hidden, count) for attack in attacks)
            self.made.append(Action(name="Extra Attack", name_de="Mehrfachangriff", recipes=recipes))
        uses = sum(number(str(f.surge).strip("{}"), values) for f, values in self.granted if f.surge)
        if uses and attacks:
            recipes = tuple(_recipe(attack, hidden, 2 * count) for attack in attacks)
            surge = Action(
                name="Action Surge", name_de="Tatendrang", recipes=recipes, per_day=uses, per_rest=True,
                note="Two actions in one turn, played as twice the attacks.",
            )  # fmt: skip
            self.made.append(surge)

    def _stunning(self, attacks: Sequence[Action], hidden: dict[str, list[Action]], count: int) -> None:
        for feature, values in self.granted:
            row = feature.stunning
            if row is None:
                continue
            recipes = []
            for attack in [one for one in attacks if one.attack is not None and one.attack.reach]:
                effect = Effect.model_validate(filled(row.effect, values))
                variant = _hidden(attack, row.name, (*attack.effects, effect))
                hidden.setdefault(attack.name, []).append(variant)
                rest = (Part(use=attack.name, times=count - 1),) if count > 1 else ()
                recipes.append((Part(use=variant.name), *rest))
            if recipes:
                action = Action(
                    name=row.name, name_de=row.name_de, recipes=tuple(recipes), per_rest=True, pool=row.pool,
                    per_day=number(str(row.per_day).strip("{}"), values),
                    note="Counted with the first attack of a turn, and its use is spent on a miss too.",
                )  # fmt: skip
                self.made.append(action)


def _recipe(attack: Action, hidden: Mapping[str, list[Action]], count: int) -> tuple[Part, ...]:
    first = hidden.get(attack.name)
    if not first:
        return (Part(use=attack.name, times=count),)
    rest = (Part(use=attack.name, times=count - 1),) if count > 1 else ()
    return (Part(use=first[0].name), *rest)


def _hidden(attack: Action, what: str, effects: tuple[Effect, ...]) -> Action:
    # A reaction to nothing: never chosen by itself, only as a part of several attacks.
    name = f"{attack.name} with {what}"
    german = attack.name_de and f"{attack.name_de} mit {what}"
    return attack.model_copy(
        update={"name": name, "name_de": german, "economy": "reaction", "effects": effects}
    )


def _title(name: str) -> str:
    return " ".join(word if word.startswith("+") else word.capitalize() for word in name.split())


def _larger(dice: str, other: str) -> str:
    """Return the larger of two dice.

    >>> _larger("1", "1d4"), _larger("1d8", "1d6")
    ('1d4', '1d8')
    """
    faces = [int(one.partition("d")[2] or 1) for one in (dice, other)]
    return dice if faces[0] >= faces[1] else other
