"""Rows of monsters that cannot be meant are refused, with the monster and the place named."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hazard.spire.rules.compile import compile_library
from hazard.spire.rules.library import ContentError, shipped, validated
from hazard.spire.rules.monster_rows import MonsterRow

BITE = {"number": 1, "intent": "attack", "steps": ["damage 5"]}
GROW = {"number": 2, "intent": "buff", "steps": ["gain strength 1"]}
RAT: dict[str, Any] = {
    "id": "Rat",
    "name": "Rat",
    "hp": 9,
    "moves": {"bite": BITE, "grow": GROW},
    "roll": [{"move": "bite"}],
}


def _compiled(row: dict[str, Any], ascension: int = 0) -> Any:
    rat = validated(MonsterRow, row, "rats.toml: monster 'Rat'")
    library = replace(shipped(), monsters=[*shipped().monsters, rat])
    return compile_library(library, ascension)


def test_a_new_monster_of_known_steps_needs_no_rules() -> None:
    content = _compiled(RAT)
    rat = content.core.monsters[content.monsters["Rat"]]
    assert (rat.low_hp, rat.high_hp, rat.moves[0].damage, rat.moves[0].hits) == (9, 9, 5, 1)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"roll": [{"move": "nibble"}]}, "there is no move 'nibble'"),
        ({"roll": [{"move": "bite", "upto": 50}]}, "the last line of its roll table does not decide every"),
        (
            {"roll": [{"move": "bite", "in_a_row": 2}]},
            "the last line of its roll table does not decide every",
        ),
        ({"roll": [{"move": "bite", "instead": {"grow": 0.5}}]}, "the chances sum to 0.5, not to 1"),
        ({"roll": [{"move": {"bite": 0.5, "grow": 0.6}}]}, "the chances sum to 1.1, not to 1"),
        ({"roll": [{"when": "at night", "move": "bite"}, {"move": "bite"}]}, "no rule for the condition"),
        ({"roll": [{"when": "unused sleep", "move": "bite"}, {"move": "bite"}]}, "there is no move 'sleep'"),
        ({"roll": []}, "nothing says how it chooses"),
        ({"first": "nibble"}, "there is no move 'nibble'"),
        ({"after": {"nibble": "bite"}}, "there is no move 'nibble'"),
        ({"pattern": ["bite"], "loop_from": 1}, "loop_from is 1, but the pattern has 1 moves"),
        ({"hp": "9-5"}, "runs backwards"),
        ({"starts_with": ["fur 3"]}, "there is no power 'fur'"),
        ({"splits_into": ["Mouse", "Mouse"]}, "there is no monster 'Mouse'"),
        ({"moves": {"bite": BITE | {"steps": ["bite hard"]}}}, "no rule for the step 'bite hard'"),
        ({"moves": {"bite": BITE | {"intent": "gnaw"}}}, "expected one of unknown, attack"),
        ({"moves": {"bite": BITE | {"steps": []}}}, "announces 'attack', which its steps do not do"),
        ({"moves": {"bite": BITE | {"number": 300}}}, "is 300; expected at most 255"),
        ({"moves": {"bite": BITE, "halve": GROW | {"steps": ["split"]}}}, "needs 'splits_into' (2 of them)"),
        ({"moves": {"bite": BITE, "call": GROW | {"steps": ["summon 2"]}}}, "needs 'summons'"),
        ({"tail": "long"}, "the entry tail is not known here"),
    ],
)
def test_what_cannot_be_meant_is_refused_by_name(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(ContentError, match="Rat") as caught:
        _compiled(RAT | changes)
    assert problem in str(caught.value)


def test_numbers_and_tables_change_with_the_ascension() -> None:
    row = RAT | {
        "hp": "9/12@7",
        "ascension": {17: {"roll": [{"move": "grow"}], "moves": {"bite": BITE | {"steps": ["damage 9"]}}}},
    }
    for ascension, hp, damage in ((0, 9, 5), (16, 12, 5), (17, 12, 9)):
        content = _compiled(row, ascension)
        rat = content.core.monsters[content.monsters["Rat"]]
        assert (rat.low_hp, rat.moves[0].damage) == (hp, damage)
        assert len(rat.moves) == 2
