"""A set-up keeps the creatures that were brought to it, whatever they are."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("nicegui")

from hazard.fivee.content.library import bestiary, encounters
from hazard.fivee.table.facts import Fact
from hazard.fivee.web import rooms
from hazard.fivee.web.page import checked
from hazard.fivee.web.setup import SetUp


def opened(document: dict[str, Any], kept: dict[str, Any]) -> SetUp:
    """Return a set-up that writes into ``kept``."""
    store = SimpleNamespace(save=lambda _id, written, _title: kept.update(json.loads(json.dumps(written))))
    visit: Any = SimpleNamespace(site=SimpleNamespace(store=store), language="en")
    work: Any = SimpleNamespace(id="w", document=document)
    return SetUp(visit, work)


def test_creatures_that_were_pasted_are_there_when_the_set_up_is_opened_again() -> None:
    encounter = encounters()["dragon-lair"].model_dump(mode="json")
    kept: dict[str, Any] = {}
    setup = opened({"stage": "setup", "encounter": encounter, "creatures": []}, kept)
    pasted = [c.model_copy(update={"id": f"my-{c.id}"}) for c in bestiary().values()]
    setup.imported = {creature.id: creature for creature in pasted[1:]}
    setup.join(Fact(kind="join", creature=pasted[0].id, stat_block=pasted[0], side="monsters"))
    assert list(rooms.creatures_of(kept["creatures"]).values()) == [*pasted[1:], pasted[0]]
    again = opened(kept, {})
    assert again.imported == setup.imported
    assert again.encounter == setup.encounter
    few = {**kept, "creatures": kept["creatures"][-20:]}
    assert rooms.creatures_of(checked(SimpleNamespace(), few)["creatures"])  # type: ignore[arg-type]


def test_an_encounter_with_creatures_of_its_own_is_set_up_with_them() -> None:
    own = bestiary()["wolf"].model_copy(update={"id": "grey", "name": "Grey"})
    encounter = encounters()["goblin-ambush"].model_dump(mode="json")
    encounter["creature"] = [own.model_dump(mode="json")]
    encounter["character"] = [{"name": "Mira", "class": "fighter", "level": 2, "weapons": ["mace"]}]
    kept: dict[str, Any] = {}
    setup = opened({"stage": "setup", "encounter": encounter, "creatures": []}, kept)
    setup.add("grey", "monsters")
    setup.add("mira", "party")
    again = opened(kept, {})
    assert again.encounter == setup.encounter
    assert again.creatures["grey"] == own
    assert again.creatures["mira"].level == 2
    assert [row.creature for row in again.encounter.combatants[-2:]] == ["grey", "mira"]
