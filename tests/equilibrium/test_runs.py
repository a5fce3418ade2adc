"""Runs: by samples, by hands, with threads, stopped and taken up again; and games too large to list."""

import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from tests.equilibrium.secret_games import RandomSecrets

import hazard
from hazard import Budget, Equilibrium, SettingError, Turn, _core
from hazard.equilibrium.finding import ALGORITHMS
from hazard.equilibrium.listing import list_game
from hazard.equilibrium.sampling import SampledStrategy, local_best_response, sampled_equilibrium
from hazard.games import Goofspiel, Kuhn, Leduc, LiarsDice

GAMES = [Kuhn(), Leduc(), LiarsDice(faces=3), Goofspiel(cards=3), LiarsDice(dice=2, faces=2)]


def form_of(listed, by_hands):
    parents = [np.array([one.parent for one in own], np.uint32) for own in listed.sets]
    return _core.SequenceForm(
        parents, listed.firsts, listed.sequences.ravel(), listed.payoffs.ravel(), by_hands=by_hands
    )


@pytest.mark.parametrize("game", GAMES, ids=["kuhn", "leduc", "dice", "goofspiel", "two dice"])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_blocks_of_hands_and_the_plain_way_agree_to_the_bit(game, algorithm):
    listed = list_game(game, game.start())
    found = []
    for by_hands in (1, 0):
        form = form_of(listed, by_hands)
        minimizer = _core.RegretMinimizer(form, *ALGORITHMS[algorithm])
        minimizer.run(Budget(nodes=30), -1.0, None, lambda *_: None)
        found.append(minimizer.average())
    assert all((a == b).all() for a, b in zip(*found, strict=True))


def test_blocks_are_found_where_there_are_hands_and_most_are_equal():
    listed = list_game(LiarsDice(faces=4), ((), ()))
    form = form_of(listed, 16)
    assert form.blocks >= 200
    assert form.different_blocks <= 40  # a block depends on the last bid and who called it
    assert form_of(listed, 17).blocks == 0


@pytest.mark.parametrize("seed", range(30))
def test_blocks_change_nothing_in_games_at_random(seed):
    game = RandomSecrets(seed, moves=5)
    listed = list_game(game, game.start())
    strategies = [np.array(numbers) for numbers in listed.form.uniform()]
    assert form_of(listed, 1).standing(strategies) == form_of(listed, 0).standing(strategies)


def test_threads_change_nothing():
    game = LiarsDice(faces=5)
    one = hazard.equilibrium(game, iterations=3)
    two = hazard.equilibrium(game, iterations=3, threads=2)
    assert all((a == b).all() for a, b in zip(one.strategy.numbers, two.strategy.numbers, strict=True))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_run_that_is_saved_and_taken_up_again_is_the_run_in_one_go(algorithm, tmp_path):
    game = Leduc()
    whole = hazard.equilibrium(game, algorithm=algorithm, iterations=50)
    half = hazard.equilibrium(game, algorithm=algorithm, iterations=20)
    half.save(tmp_path / "half.npz")
    again = Equilibrium.load(tmp_path / "half.npz", game)
    rest = hazard.equilibrium(game, algorithm=algorithm, iterations=30, resume=again)
    assert rest.iterations == 50
    assert rest.exploitability == pytest.approx(whole.exploitability, rel=1e-9)
    for a, b in zip(rest.strategy.numbers, whole.strategy.numbers, strict=True):
        assert np.allclose(a, b, rtol=0, atol=1e-12)


def test_checkpoints_are_written_and_read(tmp_path):
    path = tmp_path / "run.npz"
    found = hazard.equilibrium(
        Kuhn(), algorithm="cfr", iterations=5000, checkpoint=path, checkpoint_seconds=0.01
    )
    kept = Equilibrium.load(path, Kuhn())
    assert kept.iterations == found.iterations == 5000
    assert kept.memory is not None
    assert kept.memory.steps == 5000


def test_simultaneous_updates_come_to_the_value_as_well():
    found = hazard.equilibrium(Kuhn(), algorithm="cfr", alternating=False, iterations=20_000)
    assert found.value == pytest.approx(-1 / 18, abs=2e-3)
    assert found.exploitability < 0.01


@pytest.mark.parametrize(
    ("sampling", "iterations", "most"), [("external", 30_000, 0.02), ("outcome", 60_000, 0.05)]
)
def test_samples_come_close_to_the_value_of_kuhn_poker(sampling, iterations, most):
    found = hazard.equilibrium(Kuhn(), algorithm=sampling, iterations=iterations, seed=1)
    assert found.iterations == iterations
    assert found.exploitability < most
    low, high = found.interval
    assert low <= -1 / 18 <= high


def test_samples_come_close_in_leduc_and_baselines_help():
    external = hazard.equilibrium(Leduc(), algorithm="external", iterations=20_000)
    assert external.exploitability < 0.2
    judged = {}
    for baselines in (True, False):
        found = sampled_equilibrium(Leduc(), sampling="outcome", iterations=40_000, baselines=baselines)
        judged[baselines] = hazard.exploitability(Leduc(), found.shares).exploitability
    assert judged[True] < judged[False]


def test_samples_need_no_listing():
    game = LiarsDice(dice=3, faces=6)  # far too large to be listed
    found = sampled_equilibrium(game, iterations=5)
    assert found.iterations == 5
    state = game.parse("1 2 3/4 5 6 -")
    assert sum(found.at(state).values()) == pytest.approx(1.0)
    assert len(found) > 100


def test_a_local_best_response_wins_no_more_than_the_best_one():
    game = Kuhn()
    found = local_best_response(game, None, player=1, games=400, play_outs=30)
    best = hazard.exploitability(game).best_response(1)
    assert found.interval[0] <= best.value
    assert found.value > -0.1  # at random the second player would get about -1/8


def test_runs_are_refused_what_they_cannot_use():
    found = hazard.equilibrium(Kuhn(), algorithm="cfr+", iterations=5)
    with pytest.raises(SettingError, match="cannot be resumed"):
        hazard.equilibrium(Kuhn(), algorithm="cfr", resume=found)
    with pytest.raises(SettingError, match="another game"):
        hazard.equilibrium(Leduc(), algorithm="cfr+", resume=found)
    with pytest.raises(SettingError, match="threads is 0"):
        hazard.equilibrium(Kuhn(), threads=0)
    with pytest.raises(SettingError, match="no use for"):
        hazard.equilibrium(Kuhn(), algorithm="external", threads=2)
    with pytest.raises(SettingError, match="resume is 3"):
        hazard.equilibrium(Kuhn(), resume=3)
    with pytest.raises(SettingError, match="sampling is"):
        sampled_equilibrium(Kuhn(), sampling="inner")


def test_the_games_by_name_and_the_examples_are_the_same_games():
    sys.path.append(str(Path(__file__).parents[2] / "examples"))
    from leduc_poker import Leduc as Example
    from liars_dice import LiarsDice as Dice

    for ours, example in ((Leduc(), Example()), (LiarsDice(faces=3), Dice(3))):
        one, other = (hazard.equilibrium(game, algorithm="cfr+", iterations=20) for game in (ours, example))
        assert one.exploitability == pytest.approx(other.exploitability, rel=1e-9)
        assert one.value == pytest.approx(other.value, rel=1e-9)


def test_samples_refuse_a_player_that_forgets_and_actions_in_another_order():
    class Forgetful(Kuhn):
        def sees(self, state, player):
            return state[1] if len(state[1]) == 2 else super().sees(state, player)

    class Shuffled(Kuhn):
        def actions(self, state):
            return ["p", "b"] if state[0][1] == "J" else ["b", "p"]

    for game, match in ((Forgetful(), "must not forget"), (Shuffled(), "different actions")):
        with pytest.raises(hazard.GameError, match=match):
            sampled_equilibrium(game, iterations=200)


def test_an_open_game_with_transpositions_is_told_what_to_use():
    with pytest.raises(hazard.GameError, match=r"hazard\.decide or hazard\.solve"):
        hazard.equilibrium(hazard.games.TicTacToe(), max_histories=5000)


def test_a_drawing_ties_the_states_of_one_information_set(tmp_path):
    found = hazard.equilibrium(Kuhn(), iterations=300)
    drawn = found.draw(tmp_path / "kuhn.svg")
    assert (tmp_path / "kuhn.svg").read_text() == drawn
    assert drawn.count('class="tie"') == 12  # each player has three cards, in two situations each
    assert "MAX sees Kpb: fold 0 %, call 100 %" in drawn
    assert drawn.count(">-0.056<") == 1  # the root, worth -1/18
    with pytest.raises(SettingError, match="svg"):
        found.draw("kuhn.png")
    three = hazard.equilibrium(LiarsDice(faces=2, players=3), iterations=5).draw(depth=4)
    assert 'class="tie"' in three


@pytest.mark.parametrize("sampling", ["external", "outcome"])
@pytest.mark.parametrize("threads", [1, 3])
def test_a_sampled_run_goes_on_saves_and_reads_back(sampling, threads, tmp_path):
    game, told, file = Leduc(), [], tmp_path / "leduc.npz"
    settings = {"sampling": sampling, "threads": threads, "seed": 5}
    whole = sampled_equilibrium(game, iterations=301, **settings)
    half = sampled_equilibrium(
        game, iterations=100, **settings, checkpoint=file, progress=lambda *t: told.append(t)
    )
    assert told[-1][1:] == (100, 100)
    read = SampledStrategy.load(file, game)
    assert (read.shares, read.iterations, read.seconds > 0) == (half.shares, 100, True)
    for earlier in (half, read):  # what is read goes on as what is at hand
        rest = sampled_equilibrium(game, iterations=201, resume=earlier)
        assert rest.iterations == 301
        assert rest.shares == whole.shares


def test_samples_in_threads_are_the_same_every_time_and_less_noisy():
    runs = [sampled_equilibrium(Leduc(), iterations=n, threads=t) for n, t in ((900, 3), (900, 3), (300, 1))]
    assert runs[0].shares == runs[1].shares
    three, _, one = (hazard.exploitability(Leduc(), run.shares).exploitability for run in runs)
    assert three < one
    stop = threading.Event()
    stop.set()
    assert sampled_equilibrium(Leduc(), budget=Budget(seconds=9), threads=2, stop=stop).stopped == "asked"


def test_a_file_of_samples_that_cannot_be_used_says_why(tmp_path):
    file, game = tmp_path / "leduc.npz", Leduc()
    found = sampled_equilibrium(game, iterations=20)
    found.save(file)
    with pytest.raises(hazard.HazardError, match="Leduc"):
        SampledStrategy.load(file, Kuhn())
    whole = file.read_bytes()
    for cut in (0, 10, len(whole) // 2, len(whole) - 4):
        file.write_bytes(whole[:cut])
        with pytest.raises(hazard.HazardError, match=r"leduc\.npz"):
            SampledStrategy.load(file, game)
    with pytest.raises(SettingError, match="resume"):  # of another object of the game
        sampled_equilibrium(Leduc(), resume=found)
    for wrong, message in (({"threads": 0}, "threads is 0"), ({"checkpoint_seconds": 0}, "checkpoint")):
        with pytest.raises(SettingError, match=message):
            sampled_equilibrium(game, iterations=1, **wrong)


class Alone(hazard.Game):
    """One player, who is paid a list of one number, and does not see a coin."""

    def start(self):
        return ()

    def turn(self, state):
        return (Turn.CHANCE, Turn.MAX, Turn.OVER)[len(state)]

    def outcomes(self, state):
        return [(0, 0.4), (1, 0.6)]

    def actions(self, state):
        return [0, 1]

    def sees(self, state, player):
        return "nothing"

    def apply(self, state, move):
        return (*state, move)

    def value(self, state):
        return [float(state[0] == state[1])]


class Endless(Alone):
    def turn(self, state):
        return Turn.player(len(state) % 2)

    def sees(self, state, player):
        return state


def test_one_player_alone_and_a_game_without_an_end_are_told_so():
    for find in (hazard.equilibrium, sampled_equilibrium):
        with pytest.raises(hazard.GameError, match=r"hazard\.decide\(game\) finds"):
            find(Alone(), iterations=5)
    assert hazard.decide(Alone(), (1,), budget=Budget(nodes=300)).action == 1
    assert not hazard.check(Alone()).findings
    with pytest.raises(hazard.GameError, match="has not ended after"):
        hazard.equilibrium(Endless(), budget=Budget(seconds=0.05))
