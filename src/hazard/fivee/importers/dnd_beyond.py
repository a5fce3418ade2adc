"""Characters of D&D Beyond, as its character service gives them in JSON.

The file has the choices of a player rather than the numbers of a sheet: scores and what is added to them,
classes with levels, an inventory, spells. So they become a :class:`Character`, which the builder works out;
hit points are the file's. Whatever has no place there is listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hazard.fivee.characters.build import build
from hazard.fivee.characters.gear import magic
from hazard.fivee.characters.tables import armors, classes, species, styles, weapons
from hazard.fivee.content.character import Character
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.library import ContentError, spells, validated
from hazard.fivee.content.words import ABILITIES, DAMAGE_TYPES, ability_modifier
from hazard.fivee.importers.node import Node
from hazard.fivee.importers.report import Imported, Note

_LONG = dict(
    zip(
        ABILITIES,
        ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"),
        strict=True,
    )
)
_OTHER_NAMES = {"evoker": "evocation", "draconic sorcery": "draconic bloodline"}
_KNOWS = ("bard", "ranger", "sorcerer", "warlock")
"""Classes that know their spells and prepare none."""
_LIGHT, _MEDIUM, _HEAVY, _SHIELD = 1, 2, 3, 4
_SKILLS = (
    "athletics", "acrobatics", "stealth", "sleight-of-hand", "arcana", "history", "investigation", "nature",
    "religion", "animal-handling", "insight", "medicine", "perception", "survival", "deception",
    "intimidation", "performance", "persuasion",
)  # fmt: skip


def fits(root: Node) -> bool:
    """Whether a file looks like a character of D&D Beyond."""
    data = _data(root).value
    return (
        isinstance(data, dict)
        and isinstance(data.get("classes"), list)
        and isinstance(data.get("stats"), list)
    )


def read(root: Node) -> Imported:
    """Return the character of a file."""
    return _Sheet(_data(root)).imported()


def _data(root: Node) -> Node:
    return root["data"] if isinstance(root.value, dict) and isinstance(root.value.get("data"), dict) else root


class _Sheet:
    def __init__(self, node: Node) -> None:
        self.node = node
        self.name = node["name"].text("").strip() or "Character"
        self.notes: list[Note] = []
        self.modifiers = list(self._modifiers())

    def lost(self, where: str, phrase: str) -> None:
        self.notes.append(Note(self.name, where, phrase))

    # ---- what is added to numbers ----------------------------------------------------------------------

    def _modifiers(self) -> Iterator[tuple[str, str, int]]:
        """Give every modifier that is on: its type, what it is of, and its value."""
        off = {
            item["definition"]["id"].value
            for item in self.node["inventory"]
            if not (item["equipped"].value or item["isAttuned"].value)
        }
        for group, rows in self.node["modifiers"].table().items():
            for row in rows:
                if group == "item" and row["componentId"].value in off:
                    continue
                if row["restriction"].value:
                    continue  # only against something, or only sometimes
                kind, of = row["type"].text(""), row["subType"].text("")
                value = row["value"].value if row["value"] else row["fixedValue"].value
                yield kind, of, int(value) if isinstance(value, int | float) and abs(value) < 1000 else 0

    def _added(self, of: str) -> int:
        return sum(value for kind, name, value in self.modifiers if (kind, name) == ("bonus", of))

    def _named(self, *kinds: str) -> list[str]:
        return [of for kind, of, _ in self.modifiers if kind in kinds]

    # ---- the parts of a character ----------------------------------------------------------------------

    def abilities(self) -> dict[str, int]:
        """Return the six scores as they are now."""

        if not any(row["value"].value is not None for row in self.node["stats"]):
            self.lost("", "the file has no ability scores; 10 is used for each")

        def listed(key: str) -> dict[int, int]:
            return {
                row["id"].integer(0): row["value"].integer(0)
                for row in self.node[key]
                if row["value"].value is not None
            }

        base, more, instead = listed("stats"), listed("bonusStats"), listed("overrideStats")
        found: dict[str, int] = {}
        for number, ability in enumerate(ABILITIES, 1):
            of = f"{_LONG[ability]}-score"
            score = base.get(number, 10) + more.get(number, 0) + self._added(of)
            score = max(
                [score, *(value for kind, name, value in self.modifiers if (kind, name) == ("set", of))]
            )
            found[ability] = max(1, min(30, instead.get(number, score)))
        return found

    def class_levels(self) -> list[dict[str, Any]]:
        """Return the classes, the first one first."""
        rows = sorted(self.node["classes"], key=lambda row: not row["isStartingClass"].value)
        found = []
        for row in rows:
            name = row["definition"]["name"].text("").strip().lower()
            if name not in classes():
                raise ContentError(
                    "fivee.character_word_unknown", place=row["definition"].place, what="class",
                    found=name, known=", ".join(classes()),
                )  # fmt: skip
            if not row["level"]:
                self.lost("", f"the level of {name}; 1 is used")
            part: dict[str, Any] = {"class": name, "level": row["level"].integer(1)}
            subclass = row["subclassDefinition"]["name"].text("").strip()
            known = self._subclass(name, subclass.lower())
            if known is not None:
                part["subclass"] = known
            elif subclass:
                self.lost("", f"what {subclass} brings")
            found.append(part)
        if not found:
            raise self.node["classes"].wrong("at least one class")
        return found

    @staticmethod
    def _subclass(name: str, subclass: str) -> str | None:
        subclass = _OTHER_NAMES.get(subclass, subclass)
        return next((known for known in classes()[name].subclasses if known in subclass), None)

    def hit_points(self, constitution: int, level: int) -> int:
        """Return the most hit points."""
        instead = self.node["overrideHitPoints"].known()
        if instead:
            return instead
        if not self.node["baseHitPoints"]:
            self.lost("", "the file has no hit points; only what Constitution and gifts add is counted")
        base = self.node["baseHitPoints"].integer(0) + self.node["bonusHitPoints"].integer(0)
        return max(
            level,
            base + level * (constitution + self._added("hit-points-per-level")) + self._added("hit-points"),
        )

    def kin(self) -> dict[str, Any]:
        """Return species and speed."""
        race = self.node["race"]
        full, base = (race[key].text("").strip().lower() for key in ("fullName", "baseRaceName"))
        known = next((name for name in species() if name in (full, base)), None)
        speed = race["weightSpeeds"]["normal"]["walk"].known()
        if known is None and full:
            self.lost("", f"what the species {race['fullName'].text()} brings")
        more = self._added("speed")
        other = speed is not None and (known is None or more != 0)
        return {"species": known} | ({"speed": (speed or 0) + more} if other else {})

    # ---- gear ------------------------------------------------------------------------------------------

    def gear(self) -> dict[str, Any]:
        """Return armour, shield and weapons."""
        found: dict[str, Any] = {"weapons": []}
        for item in self.node["inventory"]:
            definition = item["definition"]
            if not item["equipped"].value:
                continue
            kind = definition["armorTypeId"].value
            if kind in (_LIGHT, _MEDIUM, _HEAVY):
                self._armor(definition, found)
            elif kind == _SHIELD:
                bonus = _granted(definition, "armor-class")
                found["shield"] = f"+{bonus} shield" if 1 <= bonus <= 3 else True
            elif definition["filterType"].value == "Weapon":
                self._weapon(definition, found)
        return found

    def _armor(self, definition: Node, found: dict[str, Any]) -> None:
        bonus = _granted(definition, "armor-class")
        for key in ("baseArmorName", "name"):
            name = magic(definition[key].text(""))[0].removesuffix(" armor")
            if name in armors():
                found["armor"] = f"+{bonus} {name}" if 1 <= bonus <= 3 else name
                return
        self.lost(definition["name"].text(""), "armour of a kind of its own")

    def _weapon(self, definition: Node, found: dict[str, Any]) -> None:
        bonus = _granted(definition, "magic")
        for key in ("type", "name"):
            name = ", ".join(reversed(magic(definition[key].text(""))[0].split(", ")))
            name = " ".join(name.replace(",", " ").split())
            if name in weapons():
                found["weapons"].append(f"+{bonus} {name}" if 1 <= bonus <= 3 else name)
                return
        self.lost(definition["name"].text(""), "a weapon of a kind of its own")

    # ---- choices and spells ----------------------------------------------------------------------------

    def choices(self, parts: list[dict[str, Any]]) -> list[str]:
        """Return what was chosen among what the builder knows; the rest is noted."""
        known = {
            style.choice
            for style in styles()
            for part in parts
            if style.choice in classes()[part["class"]].styles
        }
        elements: set[str] = set()
        for part in parts:
            for feature in classes()[part["class"]].features:
                known |= {feature.choice} if feature.choice else set()
                elements |= set(feature.spell_damage.of_choice) if feature.spell_damage else set()
        found = []
        for group, rows in self.node["options"].table().items():
            for row in rows:
                name = row["definition"]["name"].text("").strip()
                word = name.lower()
                kind = re.search(r"\((\w+)\)", word)
                if word in known:
                    found.append(word)
                elif kind is not None and kind[1] in elements:
                    found.append(kind[1])
                elif name:
                    self.lost(name, f"a choice of the {group}")
        return list(dict.fromkeys(found))

    def spells(self, parts: list[dict[str, Any]]) -> list[str]:
        """Return the cantrips and spells that can be cast."""
        knows = any(part["class"] in _KNOWS for part in parts)
        rows = [row for casting in self.node["classSpells"] for row in casting["spells"]]
        rows += [row for group in self.node["spells"].table().values() for row in group]
        found = []
        for row in rows:
            definition = row["definition"]
            name = definition["name"].text("").strip().lower()
            ready = row["prepared"].value or row["alwaysPrepared"].value or row["countsAsKnownSpell"].value
            if name and (definition["level"].integer(0) == 0 or ready or knows):
                found.append(name)
        return list(dict.fromkeys(found))

    # ---- all of it -------------------------------------------------------------------------------------

    def imported(self) -> Imported:
        """Return the character, built, with what could not be taken over."""
        parts, abilities = self.class_levels(), self.abilities()
        level = sum(part["level"] for part in parts)
        kin, trained = self.kin(), self._named("proficiency")
        values: dict[str, Any] = {
            "name": self.name, "classes": parts, "abilities": abilities, **kin, **self.gear(),
            "choices": self.choices(parts),
            "hit_points": min(2000, self.hit_points(ability_modifier(abilities["con"]), level)),
            "skills": [of.replace("-", " ") for of in self._named("proficiency") if of in _SKILLS],
            "expertise": [of.replace("-", " ") for of in self._named("expertise") if of in _SKILLS],
            "save_proficiencies": [a for a in ABILITIES if f"{_LONG[a]}-saving-throws" in trained],
        }  # fmt: skip
        if self._added("initiative"):
            values["initiative"] = ability_modifier(abilities["dex"]) + self._added("initiative")
        character = validated(Character, values, self.node.place)
        known = self._castable(character, self.spells(parts))
        made = build(character.model_copy(update={"spells": tuple(known)}), self.node.place)
        for feat in self.node["feats"]:
            self.lost(feat["definition"]["name"].text(""), "a feat")
        self._changed_by_hand()
        left = [f"{note.action}: {note.phrase}" if note.action else note.phrase for note in self.notes]
        whole = self._with_bonuses(made).model_copy(update={"not_understood": (*made.not_understood, *left)})
        return Imported(whole, self.notes, [], int(made.hit_points))

    def _changed_by_hand(self) -> None:
        """Note the numbers that a player has set on the sheet itself: the file says only their kind."""
        for row in self.node["characterValues"]:
            value = row["value"].value
            if isinstance(value, str | int | float) and not isinstance(value, bool) and value != "":
                self.lost("", f"set by hand on the sheet (kind {row['typeId'].value}): {value}"[:160])

    def _castable(self, character: Character, names: list[str]) -> list[str]:
        """Return the spells that the character's own slots can cast; others are noted."""
        made = build(character, self.node.place)
        if not made.spellcasting:
            for name in names:
                self.lost(name, "a spell without slots")
            return []
        pact = len(made.spellcasting[0].slots) == 1 and max(made.spellcasting[0].slots) > 1
        highest = max(made.spellcasting[0].slots, default=0)
        level = sum(part.level for part in character.classes)
        kept = []
        for name in names:
            spell = spells().get(name)
            if spell is None or spell.level <= highest or (pact and 6 <= spell.level <= (level + 1) // 2):
                kept.append(name)
            else:
                self.lost(name, "a spell without a slot of its level")
        return kept

    def _with_bonuses(self, made: Creature) -> Creature:
        """Return the creature with what items and feats add to armour, saves and defences."""
        update: dict[str, Any] = {}
        worn = self._added("armor-class") - self._on_armor()
        if worn:
            update["armor_class"] = min(40, made.armor_class + worn)
        more = self._added("saving-throws")
        if more:
            update["saves"] = {ability: made.save_bonus(ability) + more for ability in ABILITIES}
        for key, kind in (("resistant", "resistance"), ("immune", "immunity")):
            had = {known for defense in getattr(made, key) for known in defense.types}
            types = [of for of in dict.fromkeys(self._named(kind)) if of in DAMAGE_TYPES and of not in had]
            if types:
                update[key] = [*(row.model_dump() for row in getattr(made, key)), {"types": types}]
        return Creature.model_validate({**made.model_dump(), **update}) if update else made

    def _on_armor(self) -> int:
        """Return the bonuses that are in the armour's and the shield's own numbers already."""
        return sum(
            _granted(item["definition"], "armor-class")
            for item in self.node["inventory"]
            if item["equipped"].value
            and item["definition"]["armorTypeId"].value in (_LIGHT, _MEDIUM, _HEAVY, _SHIELD)
        )


def _granted(definition: Node, of: str) -> int:
    rows = definition["grantedModifiers"]
    return sum(
        row["value"].integer(0) for row in rows if row["type"].value == "bonus" and row["subType"].value == of
    )
