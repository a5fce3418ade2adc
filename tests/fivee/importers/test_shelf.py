"""Stat blocks in the manners of other publishers and programs, each with what is to be read of it beside.

``shelf/`` has the sources, as a user would bring them; ``shelf/expected.txt`` says in short what stands in
them, written from the sources: a reading that differs in one number, condition or area is a misreading.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from hazard.fivee.content.actions import Action
from hazard.fivee.content.effects import Effect
from hazard.fivee.content.library import ContentError
from hazard.fivee.importers import Imported, import_file

SHELF = Path(__file__).with_name("shelf")
SOURCES = sorted(file for file in SHELF.iterdir() if file.name not in ("expected.txt", "german.txt"))
TOOLS = Path(__file__).parents[3] / "tools"


def expected() -> dict[str, list[str]]:
    """The lines of the file beside, by source."""
    found: dict[str, list[str]] = {}
    for line in SHELF.joinpath("expected.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("@@ "):
            found[line[3:]] = []
        elif line.strip():
            found[list(found)[-1]].append(line)
    return found


def effect_words(effect: Effect) -> str:
    """An effect in short: ``DC 15 dex half: 8d6[fire], prone``."""
    said = [effect.damage] if effect.damage else []
    for laid in effect.conditions:
        ends = [f"escape {laid.escape_dc}"] if laid.escape_dc else []
        ends += [f"{laid.rounds} rounds"] if laid.rounds else []
        ends += [laid.until.replace("_", " ")] if laid.until != "duration" else []
        ends += [f"again {laid.repeat_save.replace('_', ' ')}"] if laid.repeat_save != "never" else []
        ends += [f"then {laid.becomes}"] if laid.becomes else []
        said.append(laid.name + (f" ({', '.join(ends)})" if ends else ""))
    said += [f"push {effect.push_feet}"] if effect.push_feet else []
    said += [f"burns {effect.burning.damage}"] if effect.burning else []
    said += [f"heals {effect.heal}"] if effect.heal else []
    said += ["heals itself"] if effect.heals_source else []
    said += ["drains"] if effect.drains_maximum else []
    said += [f"{effect.temporary_hit_points} temporary"] if effect.temporary_hit_points else []
    changes = effect.modifier.model_dump(exclude_defaults=True) if effect.modifier else {}
    said += [f"{key} {value}" for key, value in changes.items()]
    said += list(effect.besides)
    head = [f"DC {effect.save.dc} {effect.save.ability}"] if effect.save else []
    head += ["half"] if effect.save and effect.save.on_success == "half" else []
    head += [f"to {effect.largest}"] if effect.largest else []
    head += [f"only {' '.join(effect.only)}"] if effect.only else []
    head += ["in a case"] if effect.situation else []
    return (" ".join(head) + ": " if head else "") + ", ".join(said)


def action_words(action: Action) -> str:
    """An action in short, every number of it."""
    said = [action.economy] if action.economy != "action" else []
    said += [f"recharge {action.recharge}"] if action.recharge else []
    said += [f"{action.per_day}/{'rest' if action.per_rest else 'day'}"] if action.per_day else []
    said += [f"cost {action.cost}"] if action.cost > 1 else []
    if action.attack:
        attack = action.attack
        said.append(f"{attack.to_hit:+d}")
        said += [f"reach {attack.reach}"] if attack.reach else []
        said += [f"range {attack.range}/{attack.long_range or attack.range}"] if attack.range else []
    if action.area:
        area = action.area
        said.append(f"{area.shape} {area.size}" + (f" at {area.range}" if area.range else ""))
        said += ["foes"] if area.spares_friends else []
    elif not action.attack and action.effects and action.range != 5:
        said.append(f"within {action.range}")
    said += [f"{action.targets} targets"] if action.targets > 1 else []
    said += [f"needs {' '.join(action.needs)}"] if action.needs else []
    said += [f"moves {action.moves}"] if action.moves else []
    said += [str(action.standard)] if action.standard else []
    said += [effect_words(effect) for effect in action.effects]
    said += [
        " + ".join(f"{part.times} {part.use}" if part.times > 1 else part.use for part in recipe)
        for recipe in action.recipes
    ]
    said += [f"all hit: {effect_words(effect)}" for effect in action.all_hit]
    return f"  {action.name}: " + " | ".join(said)


def trait_words(trait: Any) -> str:
    """A trait in short."""
    said = [trait.kind]
    said += [
        str(getattr(trait, key)) for key in ("name", "times", "feet", "attack") if getattr(trait, key, None)
    ]
    said += [effect_words(effect) for effect in getattr(trait, "effects", ())]
    return "  * " + " | ".join(said)


def words(found: Imported) -> list[str]:
    """A creature in short, line by line."""
    creature = found.creature
    speeds = {kind: feet for kind, feet in creature.speed.model_dump().items() if feet and kind != "hover"}
    scores = "/".join(str(score) for score in creature.abilities.model_dump().values())
    lines = [
        f"{creature.name}: {creature.size} {creature.kind}, AC {creature.armor_class}, "
        f"{found.printed_hit_points} HP"
        f" ({creature.hit_points}), CR {creature.challenge:g}, rules {creature.rules}",
        f"  {scores}; {', '.join(f'{kind} {feet}' for kind, feet in speeds.items())}"
        + "".join(f"; {key} {bonus:+d}" for key, bonus in {**creature.saves, **creature.skills}.items()),
    ]
    for kind in ("vulnerable", "resistant", "immune"):
        for row in getattr(creature, kind):
            lines.append(
                f"  {kind}: {' '.join(row.types)}" + (" if not magical" if row.nonmagical_only else "")
            )
    if creature.condition_immunities:
        lines.append(f"  never {' '.join(creature.condition_immunities)}")
    lines += [trait_words(trait) for trait in creature.traits]
    lines += [action_words(action) for action in creature.actions]
    for casting in creature.spellcasting:
        slots = "".join(f", {many} of {level}" for level, many in casting.slots.items())
        daily = "".join(f", {name} {times}" for name, times in casting.per_day.items())
        spells = ", ".join((*casting.at_will, *casting.prepared))
        lines.append(
            f"  spells: {casting.ability} DC {casting.dc} {casting.to_hit:+d}{slots}; {spells}{daily}"
        )
    return lines


@pytest.mark.parametrize("source", SOURCES, ids=lambda file: file.name)
def test_what_stands_in_a_source_is_read(source: Path) -> None:
    found = import_file(source)
    assert found.skipped == []
    assert [line for one in found for line in words(one)] == expected()[source.name]


def test_most_attacks_and_saves_of_the_shelf_are_complete_and_none_is_misread() -> None:
    spec = importlib.util.spec_from_file_location("import_coverage", TOOLS / "import_coverage.py")
    assert spec is not None
    assert spec.loader is not None
    coverage = importlib.util.module_from_spec(spec)
    sys.modules.setdefault("import_coverage", coverage)
    spec.loader.exec_module(coverage)
    row = coverage.figures("the shelf", [one for source in SOURCES for one in import_file(source)])
    assert row["attacks complete"] >= 0.92 * row["attacks"] > 30
    assert row["saves complete"] >= 0.70 * row["saves"] > 30
    assert row["misread"] == 0


def test_a_german_stat_block_is_refused_and_not_misread() -> None:
    with pytest.raises(ContentError) as refused:
        import_file(SHELF / "german.txt")
    assert refused.value.code == "fivee.stat_block_german"
