"""What is written reads back to the same creature."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.fivee.importers.import_samples import EVERY_SAMPLE

from hazard.fivee.content.creature import Creature
from hazard.fivee.content.library import bestiary, read_creatures
from hazard.fivee.importers import import_text
from hazard.fivee.importers.toml import to_toml


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return tmp_path_factory.mktemp("toml") / "creatures.toml"


def test_the_whole_bestiary_reads_back_equal(file) -> None:
    everybody = dict(bestiary())
    file.write_text(to_toml(everybody.values(), comment="all of them"), encoding="utf-8")
    assert read_creatures(file) == everybody


@pytest.mark.parametrize("form", EVERY_SAMPLE)
def test_an_imported_creature_reads_back_equal(form: str, file) -> None:
    (found,) = import_text(EVERY_SAMPLE[form])
    file.write_text(to_toml([found.creature]), encoding="utf-8")
    assert read_creatures(file) == {found.creature.id: found.creature}


@settings(max_examples=60, deadline=None)
@given(
    name=st.text(st.characters(exclude_categories=["Cs"])),
    note=st.text(st.characters(exclude_categories=["Cs"])),
)
def test_no_character_in_a_name_or_note_breaks_the_file(file, name: str, note: str) -> None:
    creature = Creature.model_validate(
        {
            "id": "x",
            "name": name,
            "armor_class": 10,
            "hit_points": "1d4",
            "skills": {note: 3},
            "traits": [{"kind": "other", "name": name, "note": note}],
        }
    )
    file.write_bytes(to_toml([creature]).encode())
    assert read_creatures(file) == {"x": creature}
