"""A whole run is a game: laws that hold from Neow to the Heart."""

from __future__ import annotations

import pytest

from hazard.game import Turn
from hazard.spire.run import SpireRun


@pytest.fixture(scope="module", params=[0, 20])
def game(request: pytest.FixtureRequest) -> SpireRun:
    return SpireRun(request.param)


def test_a_run_begins_with_the_starting_deck_and_neow(game: SpireRun) -> None:
    state = game.sampled(game.start(), seed=3)
    picture = game.picture(state)
    hard = game.rules.ascension == 20
    # Ironclad: 80 HP; 75 from ascension 14 on, of which 90 % from ascension 6 on, rounded to the nearest
    assert (picture["hp"], picture["max_hp"]) == ((68, 75) if hard else (80, 80))
    assert (picture["gold"], len(picture["deck"]), len(picture["potions"])) == (99, 10 + hard, 3 - hard)
    assert picture["screen"] == "event"
    assert len(game.actions(state)) == 4


def test_every_random_run_comes_to_an_end(game: SpireRun) -> None:
    found = game.random_runs(200, seed=5)
    assert found["defeats"] + found["victories"] == 200


def test_blessed_runs_reach_the_end_and_meet_every_event(game: SpireRun) -> None:
    found = game.core.random_runs(600, 7, 100_000, True)
    assert found["unsettled"] == found["unfinished"] == 0
    assert found["act_three"] > 540
    missed = [row.id for row, met in zip(game.rules.library.events, found["events"], strict=True) if not met]
    assert not missed


def test_words_of_moves_differ_and_probabilities_sum_to_one(game: SpireRun) -> None:
    for seed in range(12):
        state = game.start()
        for step in range(150):
            turn = game.turn(state)
            if turn is Turn.OVER:
                break
            if turn is Turn.MAX:
                actions = game.actions(state)
                assert len(set(actions)) == len(actions) > 0, game.text(state)
                for language in ("en", "de"):
                    told = {game.describe(state, action, language) for action in actions}
                    assert len(told) == len(actions), told
                state = game.apply(state, actions[(seed + step) % len(actions)])
            elif game.core.must_sample(state):
                state = game.drawn(state, seed * 1000 + step)
            else:
                outcomes = game.outcomes(state)
                assert abs(sum(p for _, p in outcomes) - 1.0) < 1e-9, game.text(state)
                assert all(p > 0 for _, p in outcomes)
                state = game.drawn(state, seed * 1000 + step)


def test_the_same_seeds_and_moves_make_the_same_run(game: SpireRun) -> None:
    def played() -> list[int]:
        state, keys = game.sampled(game.start(), 11), []
        for step in range(200):
            if game.turn(state) is Turn.OVER:
                break
            moves = game.moves(state)
            state = game.after(state, moves[step % len(moves)], seed=step)
            keys.append(game.key(state))
        return keys

    assert played() == played()
