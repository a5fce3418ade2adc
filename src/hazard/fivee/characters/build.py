"""From a character as a player tells it to the numbers that a fight needs.

>>> mira = Character.model_validate({
...     "name": "Mira", "class": "paladin", "level": 5, "subclass": "devotion", "choices": ["dueling"],
...     "abilities": {"str": 18, "dex": 10, "con": 14, "int": 8, "wis": 12, "cha": 16},
...     "armor": "chain mail", "shield": True, "weapons": ["longsword"], "spells": ["bless"],
... })
>>> built = build(mira)
>>> built.armor_class, built.hit_points, built.spellcasting[0].slots
(18, '44', {1: 4, 2: 2})
>>> built.actions[0].attack.to_hit, built.actions[0].effects[0].damage
(7, '1d8[slashing]+6')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from hazard.content import ContentError, validated
from hazard.fivee.characters.casting import Changes, ClassCasting, slots, spell_rows
from hazard.fivee.characters.formulas import filled, number
from hazard.fivee.characters.gear import Arms, Granted, armor_class, worn_by
from hazard.fivee.characters.tables import ClassRow, Feature, Species, classes, known, species, styles
from hazard.fivee.content.actions import Action
from hazard.fivee.content.character import Character
from hazard.fivee.content.creature import Creature, Spellcasting
from hazard.fivee.content.effects import Effect
from hazard.fivee.content.words import ABILITIES, Ability, ability_modifier, proficiency_at

_SKILLS: Mapping[str, Ability] = {
    "athletics": "str", "acrobatics": "dex", "stealth": "dex", "sleight of hand": "dex", "arcana": "int",
    "history": "int", "investigation": "int", "nature": "int", "religion": "int", "animal handling": "wis",
    "insight": "wis", "medicine": "wis", "perception": "wis", "survival": "wis", "deception": "cha",
    "intimidation": "cha", "performance": "cha", "persuasion": "cha",
}  # fmt: skip


def build(character: Character, place: str | None = None) -> Creature:
    """Return a character as a stat block: attacks, saves, slots, hit points and what its features do."""
    return _Builder(character, place or f"character {character.name!r}").creature()


class _Builder:
    def __init__(self, character: Character, place: str) -> None:
        self.character, self.place = character, place
        if character.rules != "5.1":
            raise ContentError("fivee.classes_of_other_rules", place=place, rules=character.rules)
        self.parts: list[tuple[ClassRow, int, str | None]] = []
        for part in character.classes:
            row: ClassRow = known(part.class_, classes(), "class", place)
            subclass = part.subclass
            if subclass is not None:
                names = {name: name for name in row.subclasses}
                subclass = known(subclass, names, "subclass", place)
            self.parts.append((row, part.level, subclass))
        self.species: Species = known(character.species or "human", species(), "species", place)
        self.modifiers: dict[str, int] = {
            name: ability_modifier(getattr(character.abilities, name)) for name in ABILITIES
        }
        self.level = character.total_level
        self.proficiency = proficiency_at(self.level)
        self.worn = worn_by(character, place)
        self._check_choices()

    # ---- features --------------------------------------------------------------------------------------

    @cached_property
    def granted(self) -> list[Granted]:
        """The features that the character has, each with the numbers that its formulas name."""
        found: list[Granted] = []
        for row, level, subclass in self.parts:
            values = self._values(row, level)
            for feature in self._features_of(row):
                chosen = feature.choice is None or feature.choice in self.choices
                own = feature.subclass is None or feature.subclass == subclass
                if feature.level <= level <= feature.until and chosen and own:
                    found.append((feature, values))
        return found

    @cached_property
    def choices(self) -> frozenset[str]:
        """What was chosen, in lower case."""
        return frozenset(choice.strip().lower() for choice in self.character.choices)

    def _features_of(self, row: ClassRow) -> Iterator[Feature]:
        yield from row.features
        for feature in styles():
            if feature.choice in row.styles:
                yield feature.model_copy(update={"level": row.styles_from})

    def _values(self, row: ClassRow, level: int) -> dict[str, int]:
        ability = row.casting.ability if row.casting is not None else "wis"
        numbers: dict[str, int] = {
            "level": level,
            "total": self.level,
            "prof": self.proficiency,
            **self.modifiers,
        }
        numbers["dc"] = 8 + self.proficiency + self.modifiers[ability]
        return numbers | {name: row.column(name, level) for name in row.columns}

    def _check_choices(self) -> None:
        """Refuse a choice that no class of the character has."""
        known_ones = {
            word: word
            for row, _, _ in self.parts
            for feature in self._features_of(row)
            for word in (feature.choice, *(feature.spell_damage.of_choice if feature.spell_damage else ()))
            if word is not None
        }
        for choice in self.character.choices:
            known(choice, known_ones, "choice", self.place)

    def _sum(self, what: str) -> int:
        rows = [(getattr(feature, what), values) for feature, values in self.granted]
        return sum(number(str(formula).strip("{}"), values) for formula, values in rows if formula)

    # ---- the stat block --------------------------------------------------------------------------------

    def creature(self) -> Creature:
        character, row = self.character, self.parts[0][0]
        values: dict[str, Any] = {
            "id": character.id, "name": character.name, "name_de": character.name_de,
            "rules": character.rules, "size": self.species.size, "kind": "humanoid",
            "tags": self.species.tags, "level": self.level,
            "armor_class": character.armor_class
            or armor_class(self.worn, self.granted, self.modifiers),
            "hit_points": str(character.hit_points or self._hit_points()), "speed": self._speed(),
            "abilities": character.abilities, "saves": self._saves(), "skills": self._skills(),
            "initiative": self._initiative(), "role": row.role, "personality": character.personality,
            "potions": character.potions,
            "resistant": [{"types": self.species.resist}] if self.species.resist else [],
            "immune": [{"types": types}] if (types := self._all("immune")) else [],
            "condition_immunities": self._all("condition_immunities"),
            "senses": {"darkvision": self.species.darkvision, "passive_perception": self._perception()},
            "traits": [*self._traits(), *(trait.model_dump() for trait in character.traits)],
            "actions": [action.model_dump() for action in self._actions()],
        }  # fmt: skip
        made = validated(Creature, values, self.place)
        return self._with_spells(made)

    def _all(self, what: str) -> list[str]:
        return list(dict.fromkeys(word for feature, _ in self.granted for word in getattr(feature, what)))

    def _hit_points(self) -> int:
        first, *_ = self.parts
        most = first[0].hit_die
        for place, (row, level, _) in enumerate(self.parts):
            most += (level - (place == 0)) * (row.hit_die // 2 + 1)
        most += self.level * (self.modifiers["con"] + self.species.hit_points_per_level)
        return max(self.level, most + self._sum("hit_points"))

    def _speed(self) -> dict[str, int]:
        if self.character.speed is not None:
            return {"walk": self.character.speed}
        walk = self.species.speed
        armor = self.worn.armor
        if (
            armor is not None
            and self.species.slowed_by_armor
            and self.character.abilities.str < armor.strength
        ):
            walk -= 10
        for feature, values in self.granted:
            if feature.speed and not set(feature.unless) & self.worn.kinds:
                walk += number(str(feature.speed).strip("{}"), values)
        flies = any(feature.flies for feature, _ in self.granted)
        return {"walk": walk} | ({"fly": walk} if flies else {})

    def _saves(self) -> dict[str, int]:
        trained = {
            *self.parts[0][0].saves,
            *self.character.save_proficiencies,
            *self._all("save_proficiencies"),
        }
        more = self._sum("all_saves")
        return {
            ability: self.modifiers[ability] + more + (self.proficiency if ability in trained else 0)
            for ability in ABILITIES
            if ability in trained or more
        }

    def _skills(self) -> dict[str, int]:
        found = {}
        for name in (*self.species.skills, *self.character.skills, *self.character.expertise):
            key = name.strip().lower()
            twice = key in {skill.strip().lower() for skill in self.character.expertise}
            ability = known(key, _SKILLS, "skill", self.place)
            found[key] = self.modifiers[ability] + self.proficiency * (2 if twice else 1)
        return found

    def _perception(self) -> int:
        return 10 + self._skills().get("perception", self.modifiers["wis"])

    def _initiative(self) -> int | None:
        if self.character.initiative is not None:
            return self.character.initiative
        more = self._sum("initiative")
        return self.modifiers["dex"] + more if more else None

    def _traits(self) -> Iterator[dict[str, Any]]:
        if self.species.save_advantage:
            yield {"kind": "save_advantage", "against": self.species.save_advantage}
        for feature, values in self.granted:
            yield from filled(feature.traits, values)
        for name in self.species.not_played:
            yield {"kind": "other", "name": name}
        for feature, _ in self.granted:
            if feature.not_played:
                yield {"kind": "other", "name": f"{feature.name} ({feature.not_played})"}
        allowed = {kind for row, _, _ in self.parts for kind in row.armor} | set(self._all("armor"))
        for kind in sorted(self.worn.kinds - allowed):
            yield {"kind": "other", "name": f"No proficiency with {kind} armour" if kind != "shield" else
                   "No proficiency with shields"}  # fmt: skip

    # ---- what it can do --------------------------------------------------------------------------------

    def _actions(self) -> list[Action]:
        proficient = frozenset(word for row, _, _ in self.parts for word in row.weapons)
        monk = any(feature.martial_arts for feature, _ in self.granted)
        arms = Arms(
            self.character, self.worn, self.granted, self.modifiers, self.proficiency, proficient,
            self.place, monk,
        )  # fmt: skip
        found = arms.actions()
        fist = next((action for action in found if action.name == "Unarmed Strike"), None)
        strike = self._flurry(fist)
        if strike is not None:
            found.append(strike)
        rows: dict[str, Action] = {}
        for feature, values in self.granted:
            for template in feature.actions:
                action = self._from_template(template, values, fist, strike)
                if action is not None:
                    rows[action.name] = action
        return [*found, *rows.values(), *self.character.actions]

    def _flurry(self, fist: Action | None) -> Action | None:
        """Return the strike of a flurry of blows, where it does more than a fist."""
        extra = [(feature.flurry, values) for feature, values in self.granted if feature.flurry]
        if fist is None or not extra:
            return None
        effects = [Effect.model_validate(row) for rows, values in extra for row in filled(rows, values)]
        update = {
            "name": "Flurry Strike", "name_de": "Schlag im Hagel", "economy": "reaction",
            "effects": (*fist.effects, *effects),
        }  # fmt: skip
        return fist.model_copy(update=update)

    def _from_template(
        self,
        template: Mapping[str, Any],
        values: Mapping[str, int],
        fist: Action | None,
        strike: Action | None,
    ) -> Action | None:
        row = dict(template)
        if row.pop("copies", None) is not None:
            return None if fist is None else fist.model_copy(update={key: row[key] for key in row})
        if any(part["use"] == "{flurry}" for recipe in row.get("recipes", ()) for part in recipe):
            if fist is None:
                return None
            part = {**row["recipes"][0][0], "use": (strike or fist).name}
            row["recipes"] = [[part]]
        return validated(Action, filled(row, values), f"{self.place}: {template['name']}")

    # ---- spells ----------------------------------------------------------------------------------------

    def _with_spells(self, made: Creature) -> Creature:
        parts = [ClassCasting(level, row.casting) for row, level, _ in self.parts if row.casting is not None]
        names: Sequence[str] = [*self.character.spells, *self._all("spells")]
        if not parts:
            if names:
                raise ContentError("fivee.no_spells_for_class", place=self.place)
            return made
        if not names and not slots(parts):
            return made  # a paladin of the first level
        ability = max(parts, key=lambda part: part.level).casting.ability
        modifier = self.modifiers[ability]
        row = Spellcasting(
            ability=ability,
            dc=8 + self.proficiency + modifier,
            to_hit=self.proficiency + modifier,
            level=self.level,
            slots=slots(parts),
        )
        row = spell_rows(names, parts, row, self.place)
        made = made.model_copy(update={"spellcasting": (row,)})
        changed = Changes(self.granted, self.choices).actions(made)
        return made.model_copy(update={"actions": (*made.actions, *changed)})
