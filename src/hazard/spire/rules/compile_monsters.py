"""From rows of monsters to the arrays of the compiled rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from hazard import _core
from hazard.errors import HazardError
from hazard.spire.rules.library import ContentError, Library
from hazard.spire.rules.monster_phrases import read_condition, read_moves, read_start
from hazard.spire.rules.monster_rows import INTENTS, RANKS, Chances, MonsterRow, MoveRow, RollRow
from hazard.spire.rules.numbers import at_ascension, one_number
from hazard.spire.rules.phrases import AMOUNTS, OPS, POWERS, Names, StepRow

ROLL_AGAIN, NO_MOVE = 254, 255
_AGAIN = re.compile(r"roll (\d+)-(\d+)")
_STARTING_BLOCK = re.compile(r"block (.+)")


def all_rows(library: Library) -> list[MonsterRow]:
    """Return the rows of monsters with the variants of each beside it."""
    return [kind for row in library.monsters for kind in row.with_variants()]


def monster_kinds(
    core: _core.SpireContent, library: Library, names: Names
) -> tuple[list[_core.SpireMonsterKind], dict[str, Mapping[str, int]]]:
    """Return the kinds of monsters, and for each the rows of its moves by name."""
    rows = [row.at(names.ascension) for row in all_rows(library)]
    keys = [row.key for row in rows]
    moves: dict[str, Mapping[str, int]] = {
        key: {name: number for number, name in enumerate(row.moves)}
        for key, row in zip(keys, rows, strict=True)
    }
    speakers = [replace(names, by_card=False, moves=moves[key]) for key in keys]
    spoken = list(zip(keys, rows, speakers, strict=True))
    steps = iter(
        read_moves(
            [
                (f"monster {key!r}", phrase, speaker)
                for key, row, speaker in spoken
                for move in row.moves.values()
                for phrase in move.steps
            ]
        )
    )
    kinds: list[_core.SpireMonsterKind] = []
    for key, row, speaker in spoken:
        try:
            kinds.append(_monster_kind(core, row, speaker, steps))
        except ValueError as error:
            raise ContentError("spire.error_in_monster", monster=key, error=error) from None
    return kinds, moves


def _monster_kind(
    core: _core.SpireContent, row: MonsterRow, names: Names, steps: Iterator[list[StepRow]]
) -> _core.SpireMonsterKind:
    """Return a kind; ``steps`` has what its moves' phrases mean, in their order."""
    kind = _core.SpireMonsterKind()
    kind.id, kind.name, kind.rank = row.id, row.name, RANKS.index(row.rank)
    kind.elite_from = row.elite_from
    kind.low_hp, kind.high_hp = at_ascension(row.hp, names.ascension)
    kind.low_own, kind.high_own = at_ascension(row.own, names.ascension)
    kind.moves = [_move(core, name, move, steps) for name, move in row.moves.items()]
    _check_tricks(row)
    _start(kind, row, names)
    _choices(kind, row, names)
    _rules(kind, row, names)
    return kind


def _move(
    core: _core.SpireContent, name: str, row: MoveRow, read: Iterator[list[StepRow]]
) -> _core.SpireMonsterMove:
    move = _core.SpireMonsterMove()
    move.name, move.number, move.intent = name, row.number, INTENTS.index(row.intent)
    move.attacks = row.intent.startswith("attack")
    steps = [step for _ in row.steps for step in next(read)]
    blow = next((step for step in steps if step.op == OPS["damage"]), None)
    if move.attacks != (blow is not None):
        raise HazardError("spire.intent_does_not_fit_steps", move=name, intent=row.intent)
    if blow is not None:
        move.damage = -1 if blow.arg == AMOUNTS["own"] else blow.amount
        move.hits = blow.times
    move.steps = core.add_steps(steps)
    return move


_NEEDS = {
    "split": ("splits_into", 2),
    "sear": ("cards", 2),
    "upgrade burns": ("cards", 2),
    "summon": ("summons", 1),
}


def _check_tricks(row: MonsterRow) -> None:
    """What a trick works with has to be there."""
    for name, move in row.moves.items():
        for trick, (field, count) in _NEEDS.items():
            if not any(phrase.startswith(trick) for phrase in move.steps):
                continue
            given = getattr(row, field)
            if given is None or (isinstance(given, list) and len(given) != count):
                raise HazardError("spire.trick_lacks_field", move=name, trick=trick, field=field, count=count)


def _start(kind: _core.SpireMonsterKind, row: MonsterRow, names: Names) -> None:
    powers = []
    for phrase in row.starts_with:
        if phrase == "asleep":
            kind.asleep = True
        elif m := _STARTING_BLOCK.fullmatch(phrase):
            kind.block = one_number(m[1], names.ascension)
        else:
            power = _core.SpireStartingPower()
            power.id, power.low, power.high = read_start(phrase, names.ascension)
            powers.append(power)
    kind.starts_with = powers


def _choices(kind: _core.SpireMonsterKind, row: MonsterRow, names: Names) -> None:
    moves = names.moves
    first: list[Chances] = [*row.first] if isinstance(row.first, list) else [row.first or "roll"]
    kind.first = [] if first == ["roll"] else [_choice(chances, moves) for chances in first]
    kind.after = [_known(row.after[name], moves) if name in row.after else NO_MOVE for name in moves]
    for name in row.after:
        _known(name, moves)
    kind.pattern = [_known(name, moves) for name in row.pattern]
    kind.loop_from = row.loop_from
    if row.pattern and row.loop_from >= len(row.pattern):
        raise HazardError("spire.loop_starts_after_pattern", loop_from=row.loop_from, count=len(row.pattern))
    kind.roll = [_roll_line(line, moves, names.ascension) for line in row.roll]
    if row.roll and not row.roll[-1].decides_always:
        raise HazardError("spire.roll_table_leaves_rolls_open")
    if not (row.roll or row.pattern or row.after):
        raise HazardError("spire.no_way_to_choose_moves")


def _choice(chances: Chances, moves: Mapping[str, int]) -> _core.SpireRollChoice:
    choice = _core.SpireRollChoice()
    for what, chance in chances.items() if isinstance(chances, dict) else [(chances, 1.0)]:
        if m := _AGAIN.fullmatch(what):
            choice.add(ROLL_AGAIN, int(m[1]), int(m[2]), chance)
        else:
            choice.add(_known(what, moves), 0, 99, chance)
    return choice


def _roll_line(row: RollRow, moves: Mapping[str, int], ascension: int) -> _core.SpireRollLine:
    line = _core.SpireRollLine()
    # "from" is a word of Python's own, so the fields have other names here.
    for field, number in (
        ("start", row.from_),
        ("upto", row.upto),
        ("in_a_row", row.in_a_row),
        ("not_in_last", row.not_in_last),
    ):
        setattr(line, field, one_number(str(number), ascension))
    line.only_after = _set(row.after, moves)
    line.not_after = _set(row.not_after, moves)
    line.not_after_two = _set(row.not_after_two, moves)
    if len(row.when) > 2:
        raise HazardError("spire.too_many_conditions", count=len(row.when))
    line.when = [read_condition(phrase, moves, ascension) for phrase in row.when]
    line.move = _choice(row.move, moves)
    if row.instead is not None:
        line.instead = _choice(row.instead, moves)
    return line


def _rules(kind: _core.SpireMonsterKind, row: MonsterRow, names: Names) -> None:
    moves, monsters = names.moves, names.monsters
    if row.splits_into:
        kind.splits_into = [_known(name, monsters, "monster") for name in row.splits_into]
        kind.split_move = _known("split", moves)
    if row.stunned_by is not None:
        kind.stunned_move = _known("stunned", moves)
        if row.stunned_by != "wound":
            kind.stunned_without = _known(row.stunned_by, POWERS, "power")
    if row.when_killed is not None:
        kind.killed_move = _known(row.when_killed, moves)
    if row.when_shifted is not None:
        kind.shifted_move = _known(row.when_shifted, moves)
    kind.surrounds = row.surrounds
    kind.followers = [_known(name, monsters, "monster") for name in row.leads]
    kind.cards = [_known(name, names.cards, "card") for name in row.cards]
    if row.summons is not None:
        kind.most_summoned = row.summons.most
        kind.summons = [
            (_known(name, monsters, "monster"), chance) for name, chance in row.summons.kinds.items()
        ]


def _set(chosen: list[str], moves: Mapping[str, int]) -> int:
    return sum(1 << _known(name, moves) for name in chosen)


def _known(name: str, table: Mapping[str, int], what: str = "move") -> int:
    if name not in table:
        raise HazardError("spire.no_such_name", what=what, name=name)
    return table[name]
