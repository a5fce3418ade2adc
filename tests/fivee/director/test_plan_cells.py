"""The cells that a plan's area covers, as a map shows them before it is used."""

from __future__ import annotations

from hazard.fivee.content.library import encounters
from hazard.fivee.rules.combat import Combat
from hazard.fivee.rules.fight import Fight
from hazard.fivee.table.facts import Fact
from hazard.fivee.table.table import Table


def _cells_of(fight: Fight, state, number: int) -> set[tuple[int, int]]:
    x, y = state.fighter(number)["at"]
    side = fight.fighters[number].compiled.record.side
    return {(x + i, y + j) for i in range(side) for j in range(side)}


def test_whoever_an_area_catches_stands_in_its_cells() -> None:
    table = Table(Fight(encounters()["dragon-lair"], seed=3), seed=1)
    areas = 0
    while areas < 2 and table.number < 60 and not table.state.over:
        if table.question is not None:
            table.roll()
            continue
        decision = table.suggest().decision
        assert isinstance(decision.game, Combat)
        for option in decision.options:
            covered = set(decision.game.core.cells(table.state, option.action))
            caught = decision.game.caught(table.state, option.action)
            assert not caught or covered
            for number in caught:
                assert covered & _cells_of(table.fight, table.state, number)
            areas += bool(covered)
        table.enter(Fact(kind="plan", plan=decision.action))
    assert areas
