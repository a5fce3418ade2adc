"""From rows of monsters to the arrays of the compiled rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hazard import _core
from hazard.spire.library import ContentError, Library
from hazard.spire.numbers import at_ascension
from hazard.spire.phrases import Names, StepRow, read_all
from hazard.spire.schema import INTENTS, RANKS, MonsterRow, RollRow


def monster_kinds(
    core: _core.SpireContent, library: Library, names: Names
) -> tuple[list[_core.SpireMonsterKind], dict[str, Mapping[str, int]]]:
    """Return the kinds of monsters, and for each the rows of its moves by name."""
    kinds: list[_core.SpireMonsterKind] = []
    moves: dict[str, Mapping[str, int]] = {}
    for row in library.monsters:
        moves[row.id] = {name: number for number, name in enumerate(row.moves)}
        speaker = replace(names, by_card=False, moves=moves[row.id])
        try:
            kinds.append(_monster_kind(core, row, speaker))
        except ValueError as error:
            raise ContentError(f"monster {row.id!r}: {error}") from None
    return kinds, moves


def _monster_kind(core: _core.SpireContent, row: MonsterRow, names: Names) -> _core.SpireMonsterKind:
    kind = _core.SpireMonsterKind()
    kind.id, kind.name, kind.rank = row.id, row.name, RANKS.index(row.rank)
    kind.low_hp, kind.high_hp = at_ascension(row.hp, names.ascension)
    kind.moves = [_move(core, name, move, names) for name, move in row.moves.items()]
    kind.roll = [_roll_line(line, names.moves) for line in row.roll]
    if isinstance(row.first, str):
        kind.first = [_roll_line(RollRow(upto=100, move=row.first), names.moves)]
    elif row.first is not None:
        kind.first = [_roll_line(line, names.moves) for line in row.first]
    kind.pattern = [names.moves[name] for name in row.pattern]
    kind.loop_from = row.loop_from
    return kind


def _move(core: _core.SpireContent, name: str, row: Any, names: Names) -> _core.SpireMonsterMove:
    move = _core.SpireMonsterMove()
    move.name, move.number, move.intent = name, row.number, INTENTS.index(row.intent)
    move.attacks = row.intent.startswith("attack")
    steps: list[StepRow] = read_all(row.steps, names)
    move.steps = core.add_steps(steps)
    return move


def _roll_line(row: RollRow, moves: Mapping[str, int]) -> _core.SpireRollLine:
    line = _core.SpireRollLine()
    line.upto, line.in_a_row = row.upto, row.in_a_row
    if row.move not in moves:
        raise ValueError(f"there is no move {row.move!r}")
    line.move = moves[row.move]
    instead = [(moves[name], chance) for name, chance in row.instead.items()]
    line.instead_count = len(instead)
    line.instead = [move for move, _ in instead] + [0] * (4 - len(instead))
    line.chance = [chance for _, chance in instead] + [0.0] * (4 - len(instead))
    return line
