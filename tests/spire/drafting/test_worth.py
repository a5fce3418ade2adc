"""The worth of positions: a regression that starts from the table, and its way into the worths of rooms."""

from pathlib import Path

import numpy as np
import pytest

from hazard.learn.training import run_training as train
from hazard.learn.weights import WeightsError
from hazard.spire.drafting.ahead import growth
from hazard.spire.drafting.worth import WORTHS, PositionWorth, position, run_worth
from hazard.spire.protocol.message import Card, GameState, Relic
from hazard.spire.stand_in.learning import WorthTraining, varied

GAME = GameState(
    act=2, floor=20, current_hp=40, max_hp=80, gold=150, ascension_level=20, screen_type="MAP",
    deck=[Card(id="Strike_R", type="ATTACK")] * 12 + [Card(id="Bash", upgrades=1, type="ATTACK")],
    relics=[Relic(id="Burning Blood"), Relic(id="Vajra")],
)  # fmt: skip
SMALL = {"simulations": 1, "ascension": 20}


def test_a_position_is_what_a_player_has() -> None:
    has = dict(zip(WORTHS, position(GAME), strict=True))
    assert has == pytest.approx(
        {"start": 1, "floors": 3 / 17, "hp": 0.5, "max_hp": 80 / 75 - 1, "cards": 0.3, "upgrades": 0.1,
         "relics": 0.2, "gold": 0.5, "potions": 0}
    )  # fmt: skip


def test_before_anything_is_learnt_the_worth_is_that_of_the_table() -> None:
    weights = PositionWorth.of_the_table().weights()
    ratio = weights[0][WORTHS.index("relics")] / weights[0][WORTHS.index("cards")]
    assert ratio == pytest.approx(growth().route.relic / growth().route.card)


def test_after_many_runs_the_worth_is_what_runs_say() -> None:
    chance, worth = np.random.default_rng(1), PositionWorth.of_the_table()
    true = chance.normal(0.2, 0.1, len(WORTHS))
    for _ in range(4000):
        has = np.concatenate([[1.0], chance.uniform(0, 1, len(WORTHS) - 1)])
        worth.learn(1, [has], float(has @ true + chance.normal(0, 0.02)))
    assert worth.weights()[0] == pytest.approx(true, abs=0.04)  # the table still counts as some runs
    assert worth.weights()[1] == pytest.approx(PositionWorth.of_the_table().weights()[1])


def test_what_runs_show_to_be_worth_more_makes_its_rooms_worth_more() -> None:
    worth, before = PositionWorth.of_the_table(), PositionWorth.of_the_table().route_rules(GAME)
    for relics in (0.0, 1.0) * 200:
        has = position(GAME)
        has[WORTHS.index("relics")] = relics
        worth.learn(2, [has], 0.3 + 0.5 * relics)
    after = worth.route_rules(GAME)
    assert after.relic > before.relic
    assert after.unknown_is == before.unknown_is


@pytest.mark.parametrize(
    ("floor", "won", "heart", "worth"),
    [(26, False, False, 0.35), (51, True, False, 0.8), (55, True, True, 1)],
)
def test_a_run_is_worth_what_the_rules_of_whole_runs_say(floor, won, heart, worth) -> None:
    assert run_worth(floor, won, heart) == worth


def test_runs_differ_in_what_they_go_for_and_a_seed_repeats_it() -> None:
    assert varied(1, 0.7) == varied(1, 0.7) != varied(2, 0.7)
    assert varied(1, 0.0) == growth().route


def made_up(training: WorthTraining, number: int) -> tuple[list, float]:
    """A run that nobody has played."""
    chance = np.random.default_rng(number)
    return [(act, chance.uniform(0, 1, len(WORTHS))) for act in (1, 1, 2)], chance.uniform()


def test_a_run_that_is_played_gives_its_positions_at_the_map() -> None:
    positions, worth = WorthTraining(**SMALL)._played(0)
    assert {act for act, _ in positions} >= {1}
    assert all(len(has) == len(WORTHS) for _, has in positions)
    assert 0 < worth <= 1


def test_a_training_that_is_taken_up_is_the_one_that_was_never_stopped(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(WorthTraining, "_played", made_up)
    whole, first = WorthTraining(**SMALL), WorthTraining(**SMALL)
    train(whole, tmp_path / "whole.npz", games=8)
    train(first, tmp_path / "part.npz", games=4)
    train(WorthTraining.resumed(tmp_path / "part.npz", threads=2), tmp_path / "part.npz", games=8)
    read = [PositionWorth.read(tmp_path / name) for name in ("whole.npz", "part.npz")]
    assert np.array_equal(read[0].weights(), read[1].weights())
    assert not np.array_equal(read[0].weights(), PositionWorth.of_the_table().weights())


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    worth = PositionWorth.of_the_table()
    training = WorthTraining(**SMALL, worth=worth)
    worth.gram = worth.gram[:2]
    train_path = tmp_path / "short.npz"
    training.arrays = lambda: {"gram": worth.gram, "moment": worth.moment}  # type: ignore[method-assign]
    train(training, train_path, games=0)
    with pytest.raises(WeightsError, match="hazard train spire"):
        PositionWorth.read(train_path)
