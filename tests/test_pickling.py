"""Values travel: everything can be pickled, copied, and sent to other processes."""

import copy
import multiprocessing
import pickle
import random
from concurrent.futures import ProcessPoolExecutor

import pytest

import hazard
from hazard import AlphaBeta, Beam, Budget, Expectimax, Minimax, Searcher, TreeSearch, Turn
from hazard.fivee.content.library import encounters
from hazard.fivee.rules.combat import Combat
from hazard.fivee.rules.fight import Fight
from hazard.games import Monopoly, Pig, RandomTree, TakeItEasy
from hazard.spire.rules.fight import new_fight
from hazard.spire.rules.scenario import Scenario
from tests.games.every_game import GAMES, walk
from tests.typed_pig import SoloPig, decide_in_a_worker, hold_at_three, value_in_a_worker


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


POLICIES = {
    "function": lambda: hold_at_three,
    "dict": lambda: {state: action for state, _, _, action in hazard.solve(SoloPig()).items() if action},
    "solution": lambda: hazard.solve(SoloPig()),
    "search": lambda: hazard.SearchPlayer(Expectimax(), Budget(depth=1)),
    "searcher": lambda: Searcher(SoloPig()),
    "random": hazard.RandomPlayer,
    "mixture": lambda: hazard.mixture([(1, hold_at_three), (2, hazard.RandomPlayer())]),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_and_the_game_against_it_come_back_and_are_worth_the_same(name, way):
    game, policy = SoloPig(), hazard.as_policy(POLICIES[name]())
    worth = hazard.evaluate(game, max=policy).value  # asked before it is sent: what it remembers stays here
    assert hazard.evaluate(game, max=way(policy)).value == worth
    meeting = way(hazard.against(game, max=policy))
    assert hazard.solve(meeting).value() == pytest.approx(worth, abs=1e-9)
    assert repr(meeting) == repr(hazard.against(game, max=policy))


@pytest.mark.parametrize("way", WAYS)
def test_objectives_and_what_is_found_for_them_come_back(way):
    game = SoloPig()
    for aim in (hazard.scored(game), hazard.target(game, 5), hazard.target(game, 5, still=(0, 18))):
        assert hazard.solve(way(aim)).value() == hazard.solve(aim).value()
    careful = hazard.best_cvar(game, 0.3)
    assert hazard.evaluate(hazard.scored(game), max=way(careful)).value == pytest.approx(
        hazard.evaluate(hazard.scored(game), max=careful).value
    )
    pig = Pig(target=6)
    best = hazard.best_response(pig, against=hazard.RandomPlayer())
    assert way(best).policy.probabilities(pig, pig.start()) == best.policy.probabilities(pig, pig.start())
    assert (
        way(hazard.loss(pig, hazard.RandomPlayer())).states == hazard.loss(pig, hazard.RandomPlayer()).states
    )


def test_workers_value_policies():
    policies = [hazard.as_policy(POLICIES[name]()) for name in ("function", "solution", "mixture")]
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert list(pool.map(value_in_a_worker, policies)) == list(map(value_in_a_worker, policies))


def test_what_a_notebook_shows_of_a_result_is_one_short_line():
    pig = Pig(target=30)
    shown = [
        hazard.loss(pig, hazard.RandomPlayer()),
        hazard.distribution(Pig(target=20, players=1), max=hazard.RandomPlayer()),
        hazard.play(pig, [hazard.RandomPlayer(), hazard.RandomPlayer()], games=200),
        hazard.check(SoloPig(), moves=100),
        Searcher(pig, Expectimax()),
        TreeSearch(select="puct", seed=3),
        Budget(nodes=5),
    ]
    for thing in shown:
        assert type(thing).__name__ in repr(thing)
        assert len(repr(thing)) < 200
        assert "\n" not in repr(thing)
    assert [repr(thing) for thing in shown[-2:]] == ["TreeSearch(select='puct', seed=3)", "Budget(nodes=5)"]


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


@pytest.mark.parametrize("way", WAYS)
def test_a_game_of_many_players_its_states_and_its_moves_come_back_as_they_were(way):
    game, dice = Monopoly(players=3, max_turns=40), random.Random(5)
    state = game.start()
    for _ in range(150):
        turn = game.turn(state)
        if turn is Turn.OVER:
            break
        chance = turn is Turn.CHANCE
        moves = [move for move, _ in game.outcomes(state)] if chance else list(game.actions(state))
        move = dice.choice(moves)
        assert way(move) == move
        assert hash(way(state)) == hash(state)
        assert game.apply(way(state), way(move)) == game.apply(state, move)
        state = game.apply(state, move)
