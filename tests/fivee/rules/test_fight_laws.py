"""Laws that hold at every node of every fight: seeded walks through the shipped encounters and small ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.fivee.small_fights import Scene, blow, creature

from hazard import _core
from hazard.fivee.content.library import bestiary, encounters
from hazard.fivee.rules.combat import Combat
from hazard.fivee.rules.fight import Fight, FightState
from hazard.game import GameError, Turn

ENCOUNTERS = sorted(encounters())
STRIKE = 1


def walk(game: Combat, seed: int, most: int) -> Iterator[FightState]:
    """Nodes of one random game, dice as they fall, plans mostly the better ones."""
    dice = random.Random(seed)
    state = game.start()
    for _ in range(most):
        yield state
        turn = game.turn(state)
        if turn == Turn.OVER:
            return
        if turn == Turn.CHANCE:
            outcomes = game.outcomes(state)
            move = dice.choices([move for move, _ in outcomes], [p for _, p in outcomes])[0]
        else:
            plans = game.actions(state)
            move = plans[min(dice.randrange(len(plans)), dice.randrange(len(plans)))]
        state = game.apply(state, move)


@pytest.fixture(scope="module", params=ENCOUNTERS)
def fight(request: pytest.FixtureRequest) -> Fight:
    return Fight(encounters()[request.param], seed=3)


def test_at_every_node_probabilities_sum_to_one_and_moves_and_their_words_differ(fight: Fight) -> None:
    game = Combat(fight, buckets=0, plans=0)
    for state in walk(game, 1, 120):
        assert -1.0 <= game.value(state) <= 1.0
        turn = game.turn(state)
        if turn == Turn.CHANCE:
            outcomes = game.outcomes(state)
            assert all(p > 0 for _, p in outcomes)
            assert sum(p for _, p in outcomes) == pytest.approx(1.0, abs=1e-9)
            moves = [move for move, _ in outcomes]
        else:
            moves = game.actions(state)
            assert moves or turn == Turn.OVER
        assert len(set(moves)) == len(moves)
        words = [game.describe(state, move) for move in moves]
        assert len(set(words)) == len(words), [word for word in words if words.count(word) > 1]


def test_buckets_keep_the_mean_and_the_chance_to_fell(fight: Fight) -> None:
    exact, coarse = Combat(fight, buckets=0), Combat(fight, buckets=2)
    for state in walk(exact, 2, 150):
        if exact.turn(state) != Turn.CHANCE:
            continue
        found = []
        for game in (exact, coarse):
            left = falls = 0.0
            for outcome, p in game.outcomes(state):
                after = game.apply(state, outcome)
                for number in range(len(fight.fighters)):
                    fighter = after.fighter(number)
                    left += p * (fighter["hit_points"] + fighter["temporary"] - fighter["damage"])
                    falls += p * bool(fighter["flags"] & (16 | 64))
            found.append((left, falls))
        assert found[0][1] == pytest.approx(found[1][1], abs=1e-9)
        if (
            state.chance == STRIKE
        ):  # below zero hit points the mean is cut off: that of those who stand is kept
            assert found[0][0] == pytest.approx(found[1][0], abs=1 / 16)


def test_applying_a_move_leaves_its_state_alone(fight: Fight) -> None:
    game = Combat(fight)
    for state in walk(game, 3, 60):
        before = state.copy()
        turn = game.turn(state)
        if turn == Turn.OVER:
            break
        for move in game.actions(state) or [move for move, _ in game.outcomes(state)]:
            game.apply(state, move)
        assert state == before
        assert hash(state) == hash(before)


def test_a_state_written_down_and_read_again_is_the_same(fight: Fight) -> None:
    game = Combat(fight)
    for state in walk(game, 4, 150):
        copy = state.copy()
        for number in range(len(fight.fighters)):
            copy.set_fighter(number, state.fighter(number))
        copy.set_ongoing(state.ongoing())
        copy.set_order(state.order[: len(fight.fighters)])
        assert copy == state


def test_every_fight_ends(fight: Fight) -> None:
    game = Combat(fight, plans=4)
    for seed in range(2):
        *_, last = walk(game, 10 + seed, 20_000)
        assert game.turn(last) == Turn.OVER


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(sorted(bestiary())), min_size=2, max_size=5), st.integers(0, 10**6))
def test_any_creatures_can_meet(names: list[str], seed: int) -> None:
    rows = ["." * 40] * 20
    beings = bestiary()
    scene = Scene(
        *[
            (beings[name], "monsters" if number % 2 else "party", (6 * number, 8 * (number % 2)))
            for number, name in enumerate(names)
        ],
        rows=rows,
        lair=True,
    )
    for state in walk(scene.game, seed, 30):
        turn = scene.game.turn(state)
        if turn == Turn.CHANCE:
            outcomes = scene.game.outcomes(state)
            assert sum(p for _, p in outcomes) == pytest.approx(1.0, abs=1e-9)
            moves = [move for move, _ in outcomes]
        else:
            moves = scene.game.actions(state)
        assert len({scene.game.describe(state, move) for move in moves}) == len(set(moves)) == len(moves)


# ---- what comes from outside -----

HERO = creature("Hero", blow("Sword", "1d8+2[slashing]"), level=5)
BRUTE = creature("Brute", blow())
ODD: list[Any] = [-1, 256, 10**12, 2.5, float("nan"), float("inf"), "x", None, [], {}, (1,), [300] * 8, True]


def duel() -> Scene:
    return Scene((BRUTE, "monsters", (4, 5)), (HERO, "party", (3, 5)))


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_odd_fighters_and_odd_effects_are_refused_by_a_value_error(data: st.DataObject) -> None:
    scene = duel().lay("Hero", "Brute", "frightened")
    state = scene.state.copy()
    fighter, ongoing = state.fighter(0), state.ongoing()
    for row in (fighter, ongoing[0]):
        key = data.draw(st.sampled_from(sorted(row)))
        if data.draw(st.integers(0, 9)) == 0:
            del row[key]
        else:
            row[key] = data.draw(st.one_of(st.sampled_from(ODD), st.integers(-400, 70_000)))
    try:
        state.set_fighter(0, fighter)
        state.set_ongoing(ongoing)
        scene.game.core.advance(state)
    except ValueError:
        return
    after = scene.game.core.advance(state)
    for _ in range(6):  # what is let in can be played
        turn = scene.game.turn(after)
        if turn == Turn.OVER:
            break
        moves = scene.game.actions(after) or [move for move, _ in scene.game.outcomes(after)]
        assert moves
        after = scene.game.apply(after, moves[0])


def test_a_refused_fighter_changes_nothing() -> None:
    state = duel().state.copy()
    before = state.copy()
    with pytest.raises(ValueError, match="slots"):
        state.set_fighter(0, {**state.fighter(0), "hit_points": 1, "slots": [99] * 10})
    with pytest.raises(ValueError, match="target"):
        state.set_ongoing([{"target": 99}])
    assert state == before


def test_a_state_of_another_fight_is_refused() -> None:
    large = Combat(Fight(encounters()["goblin-ambush"], seed=1))
    small = duel().game
    for state in walk(large, 5, 12):
        with pytest.raises((ValueError, GameError)):
            small.actions(state)
        with pytest.raises((ValueError, GameError)):
            small.value(state)


@given(
    st.sampled_from(["to_hit", "reach", "crit_from", "size", "recharge", "slot", "targets", "uses", "cost"]),
    st.integers(-(2**31), 2**31 - 1),
)
@settings(max_examples=80, deadline=None)
def test_odd_records_are_refused_or_played(field: str, value: int) -> None:
    fight = duel().fight
    blocks = [fighter.compiled.record for fighter in fight.fighters]
    action = blocks[0].actions[0]
    setattr(action, field, value)
    kept = list(blocks[0].actions)
    kept[0] = action
    blocks[0].actions = kept
    combatants = [("Brute", 0, 1), ("Hero", 1, 0)]
    try:
        rules = _core.FiveeRules(24, 12, [], [], blocks, combatants, [], _core.FiveeOptions())
    except ValueError:
        return
    rules.check(fight.start)
