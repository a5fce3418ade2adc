"""Equilibria: known values, brute force and linear programs, and what is refused."""

import json
import math
import pickle
import random
import sys
import threading
from itertools import product
from pathlib import Path

import pytest
from tests.equilibrium.secret_games import RandomSecrets, best_by_trying_everything, expected

import hazard
from hazard import Budget, GameError, Turn
from hazard.equilibrium.finding import ALGORITHMS
from hazard.equilibrium.listing import list_game

sys.path.append(str(Path(__file__).parents[2] / "examples"))
from kuhn_poker import Kuhn
from leduc_poker import Leduc
from liars_dice import LiarsDice

LEDUC = -0.08560642  # as published, to so many digits


# ---- values --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_kuhn_poker_is_worth_minus_one_eighteenth_by_every_algorithm(algorithm):
    found = hazard.equilibrium(Kuhn(), algorithm=algorithm, target=1e-4, iterations=200_000)
    assert found.stopped == "target"
    assert found.exploitability <= 1e-4
    low, high = found.interval
    assert low <= -1 / 18 <= high
    assert high - low == pytest.approx(2 * found.exploitability, abs=1e-12)
    assert found.value == pytest.approx(-1 / 18, abs=2e-4)


def test_kuhn_poker_is_played_as_its_equilibria_are_known():
    # Kuhn 1950: MAX bets the jack with probability a from 0 to 1/3 and the king with 3a, passes the queen and
    # calls with it with probability a + 1/3; MIN's strategy is unique.
    found = hazard.equilibrium(Kuhn(), target=1e-7)
    bluff = found.strategy[0, "J"]["b"]
    assert -1e-3 <= bluff <= 1 / 3 + 1e-3
    assert found.strategy[0, "K"]["b"] == pytest.approx(3 * bluff, abs=1e-3)
    assert found.strategy[0, "Q"]["b"] == pytest.approx(0, abs=1e-3)
    assert found.strategy[0, "Qpb"]["b"] == pytest.approx(bluff + 1 / 3, abs=1e-3)
    assert found.strategy[1, "Jp"]["b"] == pytest.approx(1 / 3, abs=1e-3)
    assert found.strategy[1, "Qb"]["b"] == pytest.approx(1 / 3, abs=1e-3)


def test_leduc_poker_has_its_value():
    found = hazard.equilibrium(Leduc(), target=1e-6, iterations=100_000)
    assert found.stopped == "target"
    assert found.value == pytest.approx(LEDUC, abs=1e-6)
    low, high = found.interval
    assert low <= LEDUC <= high
    assert len(found.strategy) == 288


@pytest.mark.parametrize(("wild", "value"), [(1, -7 / 327), (0, -1 / 9)])
def test_liars_dice_has_its_value(wild, value):
    found = hazard.equilibrium(LiarsDice(wild=wild), algorithm="dcfr", iterations=3000)
    low, high = found.interval
    assert low - 1e-12 <= value <= high + 1e-12
    assert found.exploitability <= 1e-5
    assert found.value == pytest.approx(value, abs=1e-6)
    # A die of six faces, and any of the 4,096 rising lists of bids: each has one player to move.
    assert len(found.strategy) == 6 * 2**12


# ---- oracles -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_gains_are_what_trying_every_pure_strategy_finds(seed):
    draw = random.Random(seed)
    players = draw.choice([2, 2, 3])
    game = RandomSecrets(seed, players, moves=4, zero_sum=players == 2 and draw.random() < 0.5)
    mixed = {}
    for name, actions in hazard.exploitability(game).strategy.items():
        shares = [draw.random() * (draw.random() < 0.8) for _ in actions]
        total = sum(shares)
        mixed[name] = dict(zip(actions, [s / total for s in shares], strict=True)) if total else actions
    standing = hazard.exploitability(game, mixed)
    assert standing.values == pytest.approx(expected(game, mixed), abs=1e-12)
    for player in range(players):
        best = best_by_trying_everything(game, mixed, player)
        if best is not None:
            assert standing.best[player] == pytest.approx(best, abs=1e-12)
            response = standing.best_response(player)
            assert response.value == pytest.approx(best, abs=1e-12)
            assert expected(game, response.strategy)[player] == pytest.approx(best, abs=1e-12)


def test_the_linear_program_agrees_on_every_small_game():
    pytest.importorskip("scipy")
    assert hazard.equilibrium(Kuhn(), algorithm="lp").value == pytest.approx(-1 / 18, abs=1e-9)
    leduc = hazard.equilibrium(Leduc(), algorithm="lp")
    assert (leduc.value, leduc.stopped) == (pytest.approx(LEDUC, abs=1e-8), "solved")
    assert leduc.exploitability < 1e-9
    for seed in range(20):
        game = RandomSecrets(seed, moves=5)
        exact = hazard.equilibrium(game, algorithm="lp")
        assert exact.exploitability < 1e-9
        for algorithm in ALGORITHMS:
            found = hazard.equilibrium(game, algorithm=algorithm, iterations=300)
            low, high = found.interval
            assert low - 1e-9 <= exact.value <= high + 1e-9


@pytest.mark.parametrize("plus", [False, True])
@pytest.mark.parametrize("game", [Kuhn(), Leduc()], ids=["kuhn", "leduc"])
def test_iterations_are_those_of_openspiel(game, plus):
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("kuhn_poker" if isinstance(game, Kuhn) else "leduc_poker")
    solver = (pyspiel.CFRPlusSolver if plus else pyspiel.CFRSolver)(theirs)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    ours = hazard.equilibrium(game, algorithm="cfr+" if plus else "cfr", iterations=20)
    conv = pyspiel.nash_conv(theirs, solver.average_policy())
    assert ours.nash_conv == pytest.approx(conv, rel=1e-9)


def as_openspiel_policy(found, name):
    """Our strategy as a policy of OpenSpiel, looked up by what its information states say."""
    import pyspiel

    table, moves = {}, {"p": 0, "b": 1, "f": 0, "c": 1, "r": 2}

    def walk(state):
        if state.is_terminal():
            return
        if not state.is_chance_node():
            player = state.current_player()
            shares = found.strategy[player, seen(state, player)]
            table[state.information_state_string()] = [(moves[a], p) for a, p in shares.items()]
        for action in state.legal_actions():
            walk(state.child(action))

    def seen(state, player):
        history = state.full_history()
        dealt = [step.action for step in history if step.player < 0]
        if name == "kuhn_poker":
            return "JQK"[dealt[player]] + "".join("pb"[step.action] for step in history if step.player >= 0)
        said = "JQK"[dealt[player] // 2] + "".join("JQK"[card // 2] for card in dealt[2:])
        bets = ""
        for step in history:
            if step.player >= 0:
                opened = bets.split("/")[-1]
                bets += "fcr"[step.action] + ("/" if step.action == 1 and opened else "")
        return said + bets

    walk(pyspiel.load_game(name).new_initial_state())
    return pyspiel.TabularPolicy(table)


@pytest.mark.parametrize(("game", "name"), [(Kuhn(), "kuhn_poker"), (Leduc(), "leduc_poker")])
def test_openspiel_finds_the_same_exploitability_of_our_strategies(game, name):
    pyspiel = pytest.importorskip("pyspiel")
    for iterations in (1, 7, 200):
        found = hazard.equilibrium(game, iterations=iterations)
        policy = as_openspiel_policy(found, name)
        theirs = pyspiel.exploitability(pyspiel.load_game(name), policy)
        assert found.exploitability == pytest.approx(theirs, abs=1e-12)


# ---- more players and other payoffs --------------------------------------------------------------------


class Majority(hazard.Game):
    """Three choose in secret; who is alone pays both others."""

    def start(self):
        return ""

    def turn(self, state):
        return Turn.player(len(state)) if len(state) < 3 else Turn.OVER

    def sees(self, state, player):
        return "nothing"

    def actions(self, state):
        return ["a", "b"]

    def apply(self, state, move):
        return state + move[0]

    def value(self, state):
        alone = [state.count(move) == 1 for move in state]
        return [-2.0 if it else 1.0 if any(alone) else 0.0 for it in alone]


def test_three_players_find_strategies_that_nobody_gains_by_leaving():
    found = hazard.equilibrium(Majority(), algorithm="cfr+", target=1e-6)
    assert found.players == 3
    assert found.interval is None
    assert found.gains == pytest.approx((0, 0, 0), abs=1e-5)
    assert sum(found.values) == pytest.approx(0, abs=1e-9)
    assert "need not converge to an equilibrium" in found.explain()


class Prisoners(Majority):
    """Two, whose payoffs do not sum to a constant."""

    def turn(self, state):
        return Turn.player(len(state)) if len(state) < 2 else Turn.OVER

    def value(self, state):
        return {"aa": (2, 2), "ab": (0, 3), "ba": (3, 0), "bb": (1, 1)}[state]


def test_payoffs_need_not_sum_to_zero():
    found = hazard.equilibrium(Prisoners(), target=1e-6)
    assert found.values == pytest.approx((1, 1), abs=1e-4)  # to defect is the only equilibrium
    assert found.interval is None
    pytest.importorskip("scipy")
    with pytest.raises(GameError, match="always sum to the same"):
        hazard.equilibrium(Prisoners(), algorithm="lp")


def test_payoffs_with_another_constant_sum_have_a_value():
    class Shifted(Kuhn):
        def value(self, state):
            return super().value(state) + 5, 2 - super().value(state)

    found = hazard.equilibrium(Shifted(), target=1e-6)
    low, high = found.interval
    assert low <= 5 - 1 / 18 <= high


def test_rewards_on_the_way_count():
    class Paid(Kuhn):
        def reward(self, state, move):
            return 0.5 if len(state[0]) < 2 else 0.0  # two cards are dealt

    found = hazard.equilibrium(Paid(), target=1e-6)
    assert found.value == pytest.approx(1 - 1 / 18, abs=1e-5)


def test_a_game_that_expands_is_listed_the_same():
    class Expanding(Kuhn):
        def expand(self, state):
            turn = self.turn(state)
            if turn is Turn.OVER:
                return turn, []
            moves = self.outcomes(state) if turn is Turn.CHANCE else [(a, 1.0) for a in self.actions(state)]
            return turn, [(move, p, self.apply(state, move)) for move, p in moves]

    ours, plain = (hazard.equilibrium(game, iterations=50) for game in (Expanding(), Kuhn()))
    assert dict(ours.strategy) == dict(plain.strategy)


def test_turns_by_number():
    assert [Turn.player(n).number for n in range(5)] == [0, 1, 2, 3, 4]
    assert (Turn.player(0), Turn.player(1)) == (Turn.MAX, Turn.MIN)
    assert list(Turn) == [Turn.MAX, Turn.MIN, Turn.CHANCE, Turn.OVER]
    assert pickle.loads(pickle.dumps(Turn.player(3))) is Turn.player(3)
    for wrong in (-1, 64, True, "1"):
        with pytest.raises(GameError, match="there is no player"):
            Turn.player(wrong)
    with pytest.raises(ValueError):
        Turn(66)


# ---- what is refused -----------------------------------------------------------------------------------


def test_searches_refuse_a_game_with_secrets_and_name_the_way_out():
    after_the_deal = ("JQ", "")
    for search in (
        lambda: hazard.decide(Kuhn(), after_the_deal, hazard.Expectimax()),
        lambda: hazard.solve(Kuhn()),
        lambda: hazard.Searcher(Kuhn()),
        lambda: hazard.best_response(Kuhn(), against=hazard.RandomPlayer()),
        lambda: hazard.against(Kuhn(), min=hazard.RandomPlayer()),
    ):
        with pytest.raises(GameError, match=r"Kuhn has `sees`.*hazard\.equilibrium") as refused:
            search()
        assert "hazard.equilibrium" in refused.value.told("de")


def test_searches_refuse_a_third_player_and_name_the_way_out():
    class Open(Majority):
        sees = property(lambda self: (_ for _ in ()).throw(AttributeError))

        def turn(self, state):
            return Turn.player(2 - len(state)) if len(state) < 3 else Turn.OVER

    with pytest.raises(GameError, match=r"Turn\.player\(2\).*hazard\.equilibrium"):
        hazard.Searcher(Open()).decide()


def refused(game, match, **settings):
    with pytest.raises((GameError, hazard.SettingError), match=match) as found:
        hazard.equilibrium(game, **settings)
    assert found.value.told("de") != str(found.value)


def test_a_player_that_forgets_is_told_with_both_histories():
    class Forgetful(Kuhn):
        def sees(self, state, player):
            return state[1] if len(state[1]) == 2 else super().sees(state, player)  # no longer the card

    refused(
        Forgetful(), r"player 0 of Forgetful sees 'pb' after 'J', 'Q', 'p', 'b' and after 'Q', 'J', 'p', 'b'"
    )


def test_actions_must_be_those_of_the_information_set():
    class Telling(Kuhn):
        def actions(self, state):
            return ["p", "b"] if state[0] != "JK" else ["b", "p"]

    refused(Telling(), r"player 0 of Telling sees 'J' after 'J', 'Q' and after 'J', 'K', but may do")


class Odd(Majority):
    pass


@pytest.mark.parametrize(
    ("method", "answer", "message"),
    [
        ("value", lambda self, state: (1.0,) * (3 if "b" in state else 2), "one for each player"),
        ("value", lambda self, state: 1.0, "player 2 is to move .* but Odd pays 2 players"),
        ("value", lambda self, state: (1, "x", 1), "expected a number"),
        ("value", lambda self, state: (1, math.nan, 1), "expected a number"),
        ("sees", lambda self, state, player: ["a list"], "can be hashed"),
        ("actions", lambda self, state: [], "lists nothing"),
        ("actions", lambda self, state: ["a", "a"], "twice"),
        ("actions", lambda self, state: [["a"], ["b"]], "cannot be hashed"),
        ("turn", lambda self, state: "me", "expected one of Turn"),
    ],
)
def test_a_game_that_cannot_be_right_is_refused(monkeypatch, method, answer, message):
    monkeypatch.setattr(Odd, method, answer, raising=False)
    refused(Odd(), message)


def test_chance_must_be_certain_of_something():
    class Loaded(Kuhn):
        def outcomes(self, state):
            return [(card, 0.3) for card in "JQK" if card not in state[0]]

    refused(Loaded(), "sum to 0.9")


def test_a_game_that_is_too_large_says_what_to_do():
    class Endless(Kuhn):
        def turn(self, state):
            return Turn.CHANCE if len(state[0]) < 2 else Turn.player(len(state[1]) % 2)

    refused(Endless(), "has not ended after 3,000 moves", max_histories=3000)
    refused(LiarsDice(), "more than 5,000 lines of play.*max_histories", max_histories=5000)
    refused(LiarsDice(), "the time was up", budget=Budget(seconds=0.001))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"algorithm": "cfr-"}, "did you mean 'cfr'"),
        ({"iterations": 0}, "iterations is 0"),
        ({"iterations": True}, "iterations is True"),
        ({"target": -1}, "target is -1"),
        ({"budget": 3}, "expected a Budget"),
        ({"budget": Budget(nodes=5)}, "does not count"),
        ({"max_histories": 0}, "max_histories is 0"),
        ({"algorithm": "lp", "iterations": 3}, "neither iterations nor a target"),
        ({"state": Budget(seconds=1)}, "expected a state in second place"),
    ],
)
def test_impossible_settings_are_refused(settings, message):
    with pytest.raises((GameError, hazard.SettingError), match=message):
        hazard.equilibrium(Kuhn(), **settings)


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        ({(0, "J"): {"p": 0.5, "b": 0.4}}, "sum to 1"),
        ({(0, "J"): {"p": 1.5, "b": -0.5}}, "from 0 to 1"),
        ({(0, "J"): {"q": 1.0}}, "for these actions: 'p', 'b'"),
        ({(0, "A"): {"p": 1.0}}, "player 0 never sees 'A'"),
        ({"J": {"p": 1.0}}, "a pair"),
        ("always", "expected a strategy"),
    ],
)
def test_impossible_strategies_are_refused(strategy, message):
    with pytest.raises(GameError, match=message):
        hazard.exploitability(Kuhn(), strategy)


# ---- the result ----------------------------------------------------------------------------------------


def test_actions_that_are_mixed_are_worth_the_same():
    found = hazard.equilibrium(Kuhn(), target=1e-8)
    for one in found.listed.all_sets():
        options = found.options_of(one)
        often = [option.value for option in options if option.probability > 0.01]
        assert max(often) - min(often) <= 1e-4
        assert all(option.value <= max(often) + 1e-4 for option in options)


def test_reach_and_values_are_what_going_through_the_game_finds():
    for seed in range(20):
        game = RandomSecrets(seed, players=3, zero_sum=False)
        standing = hazard.exploitability(game)
        reach = dict.fromkeys(standing.strategy, 0.0)

        def walk(state, p, game=game, standing=standing, reach=reach):
            turn = game.turn(state)
            if turn is Turn.OVER:
                return
            if turn is Turn.CHANCE:
                moves = game.outcomes(state)
            else:
                reach[turn.number, game.sees(state, turn.number)] += p
                moves = standing.at(state).items()
            for move, share in moves:
                walk(game.apply(state, move), p * share)

        walk(game.start(), 1.0)
        for one in standing.listed.all_sets():
            assert standing.reach(one) == pytest.approx(reach[one.name], abs=1e-12)


def test_states_that_look_alike_are_played_alike():
    found = hazard.equilibrium(Kuhn(), iterations=100)
    for mine, theirs, other in product("JQK", repeat=3):
        if len({mine, theirs, other}) == 3:
            assert found.at((mine + theirs, "")) == found.at((mine + other, ""))
            assert found.at((theirs + mine, "b")) == found.at((other + mine, "b"))


def test_the_same_iterations_give_the_same_strategies():
    first, second = (hazard.equilibrium(Leduc(), iterations=30) for _ in range(2))
    assert dict(first.strategy) == dict(second.strategy)
    assert [point.iteration for point in first.history] == [point.iteration for point in second.history]
    assert first.history[-1].iteration == first.iterations == 30
    assert first.stopped == "iterations"


def test_an_open_game_is_one_in_which_everybody_sees_the_state():
    class Open(Kuhn):
        sees = property(lambda self: (_ for _ in ()).throw(AttributeError))

    assert hazard.equilibrium(Open(), target=1e-7).value == pytest.approx(
        hazard.solve(Open()).value(), abs=1e-5
    )


def test_it_can_be_stopped_from_another_thread():
    stop = threading.Event()
    stop.set()
    found = hazard.equilibrium(Leduc(), target=0, budget=Budget(seconds=60), stop=stop)
    assert found.stopped == "asked"
    assert found.iterations >= 1


def test_progress_is_told():
    told = []
    hazard.equilibrium(LiarsDice(faces=4), iterations=5, progress=lambda *report: told.append(report))
    assert any(phase == "histories" for phase, *_ in told)
    assert any(phase.startswith("exploitability") and total == 5 for phase, _, total in told)


def test_the_explanation_says_value_doubt_and_mixed_decisions():
    text = hazard.equilibrium(Kuhn(), target=1e-6).explain()
    assert "Kuhn: strategies for 2 players by pdcfr+" in text
    assert "value for MAX -0.0555" in text
    assert "proven between" in text
    assert "MIN, who sees" in text
    assert "b 33 %" in text  # MIN bluffs with the jack
    assert "more information sets" in hazard.equilibrium(Leduc(), iterations=10).explain(sets=5)


def test_json_has_everything():
    found = hazard.equilibrium(Kuhn(), iterations=100)
    data = json.loads(found.to_json())
    assert data["value"] == found.value
    assert data["exploitability"] == found.exploitability
    assert data["information_sets"] == len(data["strategy"]) == 12
    for row in data["strategy"]:
        assert math.fsum(action["probability"] for action in row["actions"]) == pytest.approx(1)


def test_a_saved_equilibrium_reads_back(tmp_path):
    found = hazard.equilibrium(Leduc(), iterations=40)
    found.save(tmp_path / "leduc.npz")
    again = hazard.Equilibrium.load(tmp_path / "leduc.npz", Leduc())
    assert dict(again.strategy) == dict(found.strategy)
    assert (again.value, again.exploitability) == (found.value, found.exploitability)
    assert (again.iterations, again.stopped, again.history) == (40, "iterations", found.history)


def test_a_file_of_another_game_or_a_damaged_one_is_refused(tmp_path):
    from hazard.equilibrium.strategy_file import StrategyFileError

    path = tmp_path / "kuhn.npz"
    hazard.equilibrium(Kuhn(), iterations=5).save(path)
    load = hazard.Equilibrium.load
    with pytest.raises(StrategyFileError, match="strategies for the game Kuhn; expected Leduc"):
        load(path, Leduc())
    with pytest.raises(StrategyFileError, match="begin in"):
        load(path, Kuhn(), ("J", ""))

    changed = type("Kuhn", (Kuhn,), {"actions": lambda self, state: ["b", "p"]})
    with pytest.raises(StrategyFileError, match="expected strategies of the same rules"):
        load(path, changed())
    whole = path.read_bytes()
    for length in (0, 10, len(whole) // 2, len(whole) - 30):
        path.write_bytes(whole[:length])
        with pytest.raises(StrategyFileError, match="damaged"):
            load(path, Kuhn())


def test_the_listing_counts_what_there_is():
    # Six deals, one after the other; then nine histories: nothing, p, b, pp, pb, bp, bb, pbp, pbb.
    listed = list_game(Kuhn(), Kuhn().start())
    assert listed.histories == 1 + 3 + 6 * 9
    assert [len(own) for own in listed.sets] == [6, 6]
    assert len(listed.chances) == 6 * 5
    assert listed.chances.sum() == pytest.approx(5)
