"""The examples run, stay short, and are right: values are checked against derivations of their own."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

import hazard
from hazard import Turn

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture(autouse=True)
def _examples_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))


@pytest.mark.parametrize(
    ("name", "first_line"),
    [
        ("shut_the_box", "close 9: 63.4 % chance to win (exact)"),
        ("yahtzee", "keep (6, 6): worth 45.9"),
        ("royal_game_of_ur", "11 to 12: "),
    ],
)
def test_each_example_prints_its_decision_and_is_short(name: str, first_line: str) -> None:
    script = EXAMPLES / f"{name}.py"
    assert len(script.read_text(encoding="utf-8").splitlines()) < 60
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    ran = subprocess.run(
        [sys.executable, script], capture_output=True, encoding="utf-8", env=environment, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith(first_line)


def test_every_example_is_tested() -> None:
    here = {"shut_the_box", "yahtzee", "royal_game_of_ur"}
    secrets = {"kuhn_poker", "leduc_poker", "liars_dice", "goofspiel"}  # by tests/equilibrium
    learning = {"torch_value"}  # by tests/learn
    assert {path.stem for path in EXAMPLES.glob("*.py")} == here | secrets | learning


# ---- Shut the Box ------------------------------------------------------------------------------------------

PAIRS = [a + b for a, b in product(range(1, 7), repeat=2)]


@cache
def subsets(tiles: frozenset[int], roll: int) -> list[frozenset[int]]:
    sizes = range(1, len(tiles) + 1)
    return [frozenset(c) for n in sizes for c in combinations(tiles, n) if sum(c) == roll]


def best_box(tiles: frozenset[int], worth: tuple[float, ...], known: dict[frozenset[int], float]) -> float:
    """What a turn is worth on average when leaving k is worth ``worth[k]``: over all 36 pairs of dice."""
    if tiles not in known:
        total = 0.0
        for roll in PAIRS:
            ways = subsets(tiles, roll)
            total += max((best_box(tiles - w, worth, known) for w in ways), default=worth[sum(tiles)])
        known[tiles] = total / 36 if tiles else worth[0]
    return known[tiles]


def test_shut_the_box_has_the_values_of_two_turns_taken_one_after_the_other() -> None:
    from shut_the_box import Box, ShutTheBox

    # MIN's turn first, for each count MAX may leave; then MAX's, with what that leaves MAX.
    box = frozenset(range(1, 10))
    for_max = []
    for left in range(46):
        worth = tuple(1.0 if k < left else 0.5 if k == left else 0.0 for k in range(46))
        for_max.append(1.0 - best_box(box, worth, {}))
    known: dict[frozenset[int], float] = {}
    decision = hazard.decide(ShutTheBox(), Box(roll=9), budget=hazard.Budget())
    assert len(decision.options) == 8
    for option in decision.options:
        expected = best_box(box - set(option.action), tuple(for_max), known)
        assert (option.value, option.kind) == (pytest.approx(expected, abs=1e-9), "exact")
    # And MIN, who has to beat twelve.
    reply = hazard.decide(ShutTheBox(), Box(roll=7, max_left=12), budget=hazard.Budget())
    worth = tuple(1.0 if k < 12 else 0.5 if k == 12 else 0.0 for k in range(46))
    best = max(best_box(box - w, worth, {}) for w in subsets(box, 7))
    assert reply.turn is Turn.MIN
    assert reply.value == pytest.approx(1.0 - best, abs=1e-9)


# ---- Yahtzee -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        # A die is kept from 5 up with two rolls left and from 4 up with one: 7/2, then 17/4, then 14/3 each.
        ("chance", Fraction(70, 3)),
        # Each die misses the six three times in 125 of 216.
        ("sixes", Fraction(5 * 6 * 91, 216)),
        # The well-known 4.6029 % of a Yahtzee in three rolls.
        ("yahtzee", 50 * Fraction(347897, 7558272)),
    ],
)
def test_one_box_of_yahtzee_is_worth_its_known_value(box: str, expected: Fraction) -> None:
    from yahtzee import Round, Yahtzee

    solution = hazard.solve(Yahtzee(), Round((box,)), tolerance=1e-10)
    assert solution.value() == pytest.approx(float(expected), abs=1e-9)


def test_a_card_of_three_boxes_is_worth_what_counting_every_throw_gives() -> None:
    from yahtzee import SCORES, Round, Yahtzee

    # The twin works on counts of faces, one die at a time, and on the rest of the card as a number.
    def add_die(counts: tuple[int, ...], face: int) -> tuple[int, ...]:
        return tuple(n + (face == i) for i, n in enumerate(counts))

    @cache
    def card(boxes: frozenset[str]) -> float:
        @cache
        def rolling(kept: tuple[int, ...], rolls: int) -> float:
            if sum(kept) == 5:
                return standing(kept, rolls)
            return sum(rolling(add_die(kept, face), rolls) for face in range(6)) / 6

        @cache
        def standing(counts: tuple[int, ...], rolls: int) -> float:
            dice = [face + 1 for face in range(6) for _ in range(counts[face])]
            best = max(float(SCORES[box](dice)) + card(boxes - {box}) for box in boxes)
            if rolls:
                for kept in product(*(range(n + 1) for n in counts)):
                    if sum(kept) < 5:
                        best = max(best, rolling(kept, rolls - 1))
            return best

        return rolling((0,) * 6, 2) if boxes else 0.0

    solution = hazard.solve(Yahtzee(), tolerance=1e-10)
    assert solution.value() == pytest.approx(card(frozenset(SCORES)), abs=1e-9)
    first = Round(dice=(2, 2, 5, 6, 6), rolls=2)
    decision = hazard.decide(Yahtzee(), first, budget=hazard.Budget())
    assert (decision.value, decision.kind) == (pytest.approx(solution.value(first), abs=1e-9), "exact")


# ---- the Royal Game of Ur ----------------------------------------------------------------------------------


def test_urs_rules() -> None:
    from royal_game_of_ur import Board, Ur

    game = Ur()

    def play(mine: Any, other: Any, steps: int, move: Any) -> Any:
        assert move in game.actions(Board((mine, other), 0, steps))
        return game.apply(Board((mine, other), 0, steps), move)

    # A capture on a shared square; the same square off the shared stretch captures nothing.
    assert play((0, 0, 6), (0, 7, 9), 1, (6, 7)) == Board(((0, 0, 7), (0, 0, 9)), 1)
    assert play((0, 0, 2), (0, 3, 9), 1, (2, 3)) == Board(((0, 0, 3), (0, 3, 9)), 1)
    # A rosette gives another throw; the one in the middle is safe.
    assert play((0, 0, 2), (0, 0, 0), 2, (2, 4)).mover == 0
    assert (6, 8) not in game.actions(Board(((0, 0, 6), (0, 0, 8)), 0, 2))
    # Off by an exact roll only; nothing to move is a pass, also from a rosette.
    assert game.actions(Board(((14, 15, 15), (0, 0, 0)), 0, 2)) == [(14, 14)]
    assert play((14, 15, 15), (0, 0, 0), 2, (14, 14)).mover == 1
    won = play((14, 15, 15), (0, 0, 0), 1, (14, 15))
    assert (game.turn(won), game.value(won)) == (Turn.OVER, 1.0)
    # Nobody moves to a square of their own, and a throw of nothing is a pass.
    assert game.actions(Board(((0, 1, 2), (0, 0, 0)), 0, 1)) == [(2, 3)]
    assert game.actions(Board(((0, 1, 2), (0, 0, 0)), 1, 0)) == [(0, 0)]


def test_ur_with_an_evaluator_beats_ur_that_knows_only_the_end() -> None:
    from royal_game_of_ur import Ur, race

    game, budget = Ur(), hazard.Budget(depth=2)
    blind = hazard.Expectimax(evaluator=lambda states: [0.0] * len(states))
    players = hazard.Searcher(game, hazard.Expectimax(evaluator=race)), hazard.Searcher(game, blind)
    won = 0
    for seed, seat in product(range(15), (0, 1)):  # the same throws from both seats
        throws, state = random.Random(seed), game.start()
        while (turn := game.turn(state)) is not Turn.OVER:
            if turn is Turn.CHANCE:
                move = throws.choices(range(5), (1, 4, 6, 4, 1))[0]
            elif len(game.actions(state)) == 1:
                move = game.actions(state)[0]
            else:
                move = players[turn ^ seat].decide(state, budget).action
            state = game.apply(state, move)
        won += (game.value(state) > 0) == (seat == 0)
    assert won >= 24  # of 30; it wins nine in ten in the long run
