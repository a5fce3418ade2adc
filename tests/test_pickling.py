"""Values travel: everything can be pickled, copied, and sent to other processes."""

import copy
import multiprocessing
import pickle
import random
from concurrent.futures import ProcessPoolExecutor

import pytest
from every_game import GAMES, walk

import hazard
from hazard import AlphaBeta, Beam, Budget, Expectimax, Minimax, Searcher, TreeSearch
from hazard.fivee.combat import Combat
from hazard.fivee.fight import Fight
from hazard.fivee.library import encounters
from hazard.games import Pig, RandomTree, TakeItEasy
from hazard.spire.fight import new_fight
from hazard.spire.scenario import Scenario
from typed_pig import SoloPig, decide_in_a_worker


def pickled(value):
    return pickle.loads(pickle.dumps(value))


WAYS = [pickled, copy.copy, copy.deepcopy]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", GAMES)
def test_a_compiled_game_and_its_states_come_back_as_they_were(name, way):
    game = GAMES[name]
    again = way(game)
    assert type(again) is type(game)
    for state, move in walk(game, seed=3, longest=40):
        same = way(state)
        assert same == state
        assert hash(same) == hash(state)
        assert again.text(same) == game.text(state)
        assert again.turn(same) == game.turn(state)
        assert move is None or again.apply(same, move) == game.apply(state, move)


def test_equal_states_are_pickled_alike():
    """Whoever hashes or compares pickles (caches do) must find equal states equal."""
    game = RandomTree(seed=2)
    one, other = game.parse("2:5"), game.parse("2:5")
    assert pickle.dumps(one) == pickle.dumps(other)


def test_a_game_is_pickled_with_the_settings_it_was_made_with():
    faces = [0, 1]
    game = Pig(3, faces)
    faces.append(2)
    assert pickled(game).faces == (0, 1)
    assert pickled(TakeItEasy(target=90)).target == 90


def test_fights_come_back_as_they_were():
    fight = Combat(Fight(encounters()["goblin-ambush"], seed=5), "merciless", plans=4)
    again = pickled(fight)
    assert again.start() == fight.start()
    assert again.objective == fight.objective
    assert again.actions(again.start()) == fight.actions(fight.start())
    spire = new_fight(Scenario(monsters=["Jaw Worm"]), ascension=3, seed=2)
    assert pickled(spire).start() == spire.start()
    assert pickled(spire.content) is spire.content


def test_a_state_of_another_version_is_refused(monkeypatch):
    data = pickle.dumps(Pig().start())
    monkeypatch.setattr(hazard, "__version__", "9.9")
    with pytest.raises(ValueError, match=r"pickled by hazard 0.1.0; expected 9.9"):
        pickle.loads(data)


SEARCHES = [Expectimax(), Beam(), TreeSearch()]
CASES = [(game, search) for game in (GAMES["tic_tac_toe"], SoloPig()) for search in SEARCHES]
CASES += [(GAMES["tic_tac_toe"], search) for search in (AlphaBeta(), Minimax())]  # without chance


@pytest.mark.parametrize(("game", "search"), CASES, ids=lambda value: type(value).__name__)
def test_a_searcher_comes_back_without_its_memory_and_decides_alike(game, search):
    budget = Budget(nodes=50) if isinstance(search, TreeSearch) else Budget(depth=2)
    searcher = Searcher(game, search)
    first = searcher.decide(None, budget)
    again = pickled(searcher).decide(None, budget)
    assert again.options == first.options
    assert again.search == first.search
    assert again.statistics.nodes == first.statistics.nodes
    assert pickled(budget) == budget


def test_a_decision_comes_back_whole():
    game = Pig()
    decision = hazard.decide(game, game.parse("80 75 10"), Expectimax(trace=20), Budget(depth=2))
    again = pickled(decision)
    assert again.options == decision.options
    assert again.trace == decision.trace
    assert again.to_json() == decision.to_json()
    assert again.explain() == decision.explain()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", [Pig(target=6), SoloPig()], ids=["compiled", "python"])
def test_a_solution_comes_back_with_every_answer(game, way):
    solution = hazard.solve(game)
    again = way(solution)
    assert list(again.items()) == list(solution.items())
    assert again.options() == solution.options()
    assert again.error == solution.error
    assert repr(again) == repr(solution)
    assert way(again).value() == solution.value()


def test_a_player_in_the_middle_of_a_game_can_be_sent():
    player, game = hazard.SearchPlayer(Expectimax(), Budget(depth=2)), Pig()
    state = game.parse("0 0 5")
    action = player.choose(game, state, random.Random(1))
    assert pickled(player).choose(game, state, random.Random(1)) == action


def test_workers_decide_and_send_their_decisions_back():
    game = Pig()
    states = [game.parse(text) for text in ("80 75 10", "40 35 18", "90 95 5")]
    mine = SoloPig()
    jobs = [*((Searcher(game), state) for state in states), (Searcher(mine), mine.start())]
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=spawn) as pool:
        found = list(pool.map(decide_in_a_worker, *zip(*jobs, strict=True)))
    for (searcher, state), decision in zip(jobs, found, strict=True):
        assert decision.state == state
        assert decision.options == searcher.decide(state, Budget(depth=4)).options
