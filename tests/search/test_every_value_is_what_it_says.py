"""No value that is marked exact, at least or at most is ever false, whatever game a user brings."""

from __future__ import annotations

import random

import pytest
from tests.search.drawn_games import DrawnGame, draw_game, options, worth
from tests.search.judging import TOLERANCE, false_claims, false_marks, is_best, switched

import hazard
from hazard import AlphaBeta, Beam, Budget, Expectimax, Game, Minimax, TreeSearch, Turn


@pytest.mark.parametrize("batch", range(4))
def test_expectimax_to_the_end_is_exact_with_any_switches(batch):
    for seed in range(300 * batch, 300 * (batch + 1)):
        game, rng = draw_game(seed), random.Random(seed)
        for _ in range(3):
            search = switched(rng)
            decision = hazard.decide(game, 0, search, Budget())
            assert not false_marks(game, decision), (seed, search)
            assert is_best(game, decision), (seed, search)
            assert decision.value == pytest.approx(worth(game, 0), abs=TOLERANCE), (seed, search)
            kinds = {option.kind for option in decision.options}
            assert kinds == {"exact"} or not search.all_options, (seed, search)


@pytest.mark.parametrize("batch", range(4))
def test_expectimax_to_a_depth_is_the_definition_to_that_depth(batch):
    for seed in range(300 * batch, 300 * (batch + 1)):
        game, rng = draw_game(seed), random.Random(seed)
        for depth in (1, 2, 3, 5):
            search = switched(rng)
            decision = hazard.decide(game, 0, search, Budget(depth=depth))
            assert not false_marks(game, decision), (seed, search, depth)
            assert is_best(game, decision, depth), (seed, search, depth)
            expected = options(game, 0, depth)
            for option in decision.options if search.all_options else decision.options[:1]:
                assert option.value == pytest.approx(expected[option.action], abs=TOLERANCE), (seed, search)


def test_searches_without_chance_say_nothing_false():
    for seed in range(400):
        game = draw_game(seed, chance=False)
        for search in (Minimax(), Minimax(deepen=True), AlphaBeta(), AlphaBeta(all_options=False)):
            decision = hazard.decide(game, 0, search, Budget())
            assert not false_marks(game, decision), (seed, search)
            assert is_best(game, decision), (seed, search)
            shallow = hazard.decide(game, 0, search, Budget(depth=2))
            assert not false_marks(game, shallow), (seed, search)


def learnt(game: DrawnGame, rng: random.Random):
    """An evaluator as a learner has it: wrong values, and priors in which an action may weigh nothing."""

    def evaluate(states):
        weights = [[rng.choice([0, 1, 2]) for _ in game.following[state]] for state in states]
        return [game.guesses[state] for state in states], [[w + (not any(ws)) for w in ws] for ws in weights]

    return evaluate


def drawn_tree_search(game: DrawnGame, seed: int) -> TreeSearch:
    rng = random.Random(seed)
    select = rng.choice(["uct", "puct", "gumbel"])
    gumbel, noise = select == "gumbel", rng.choice([0.0, 0.3]) if select == "puct" else 0.0
    leaf, backup = rng.choice(["auto", "rollout"]), rng.choice(["auto", "mean", "expectation", "best"])
    unvalued = select == "uct" and (leaf == "rollout" or rng.random() < 0.5)
    return TreeSearch(
        select=select,
        evaluator=None if unvalued else learnt(game, rng),
        root_noise=noise,
        root_noise_fraction=rng.choice([0.25, 1.0]) if noise else 0.25,
        considered=rng.choice([1, 2, 16]) if gumbel else 16,
        gumbel_scale=rng.choice([0.0, 1.0]) if gumbel else 1.0,
        value_scale=rng.choice([0.1, 1.0]) if gumbel else 1.0,
        leaf=leaf,
        backup=backup,
        unseen=rng.choice(["leaf", "reweight"]) if backup in ("expectation", "best") else "leaf",
        widen_actions=rng.choice([0.0, 1.5]) if select != "gumbel" else 0.0,
        widen_outcomes=rng.choice([0.0, 1.5]),
        batch=rng.choice([1, 3]),
        seed=seed,
    )


def test_tree_search_says_nothing_false():
    for seed in range(900):
        game = draw_game(seed)
        search = drawn_tree_search(game, seed)
        for simulations in (3, 30, 2000):
            decision = hazard.decide(game, 0, search, Budget(nodes=simulations))
            assert not false_marks(game, decision), (seed, search, simulations)
        if decision.stopped == "complete":
            assert is_best(game, decision), (seed, search)
            assert decision.value == pytest.approx(worth(game, 0), abs=TOLERANCE), (seed, search)


def test_a_beam_says_nothing_false():
    for seed in range(400):
        game, rng = draw_game(seed, one_player=seed % 2 == 0), random.Random(seed)
        search = Beam(width=rng.choice([1, 2, 50]), merge=rng.random() < 0.5)
        decision = hazard.decide(game, 0, search, Budget())
        assert not false_marks(game, decision), (seed, search)


def test_a_solution_is_what_plain_recursion_finds():
    for seed in range(300):
        game = draw_game(seed)
        solution = hazard.solve(game)
        assert solution.error <= 1e-6
        for state, _, value, _ in solution.items():
            assert abs(value - game.truth[state]) <= solution.error + TOLERANCE, (seed, state)


# ---- the two games that were valued wrongly ---------------------------------------------------------


class StopOrBet(Game):
    """Stop for nothing, or pay 1 and draw 0, 0.5 or 1.5: the bet is worth 2/3 - 1."""

    def start(self):
        return "stop or bet"

    def turn(self, state):
        return {"stop or bet": Turn.MAX, "drawing": Turn.CHANCE}.get(state, Turn.OVER)

    def actions(self, state):
        return ["bet", "stop"]

    def outcomes(self, state):
        return [(prize, 1 / 3) for prize in (0.0, 0.5, 1.5)]

    def apply(self, state, move):
        return {"bet": "drawing", "stop": 0.0}.get(move, move)

    def value(self, state):
        return state

    def reward(self, state, move):
        return -1.0 if move == "bet" else 0.0

    def bounds(self):
        return (0, 2)


class PayOrKeep(Game):
    """Pay 0.5 for nothing, or keep it: an option may be worth less than any state is."""

    def start(self):
        return "pay or keep"

    def turn(self, state):
        return Turn.MAX if state == "pay or keep" else Turn.OVER

    def actions(self, state):
        return ["pay", "keep"]

    def apply(self, state, move):
        return move

    def value(self, state):
        return 0.0

    def reward(self, state, move):
        return -0.5 if move == "pay" else 0.0

    def bounds(self):
        return (0, 1)


@pytest.mark.parametrize("all_options", [True, False])
def test_a_bet_that_loses_on_average_is_not_worth_more_than_it_costs(all_options):
    decision = hazard.decide(StopOrBet(), search=Expectimax(all_options=all_options))
    assert (decision.action, decision.value, decision.kind) == ("stop", 0.0, "exact")
    bet = decision.options[1]
    assert bet.value >= 2 / 3 - 1 - TOLERANCE
    assert not all_options or (bet.value == pytest.approx(2 / 3 - 1) and bet.kind == "exact")


@pytest.mark.parametrize("all_options", [True, False])
def test_nobody_pays_for_nothing(all_options):
    decision = hazard.decide(PayOrKeep(), search=Expectimax(all_options=all_options))
    assert (decision.action, decision.value, decision.kind) == ("keep", 0.0, "exact")


# ---- what is certain of the choice ------------------------------------------------------------------


def test_what_a_search_calls_certain_is_so():
    proven = 0
    for seed in range(800):
        game, rng = draw_game(seed), random.Random(seed)
        searches = [
            (switched(rng), Budget(depth=rng.randint(1, 4))),
            (switched(rng), Budget(nodes=rng.randint(1, 60))),
            (drawn_tree_search(game, seed), Budget(nodes=rng.randint(1, 80))),
            (Beam(width=rng.randint(1, 3), expand=rng.randint(0, 2)), Budget(depth=rng.randint(1, 5))),
        ]
        for search, budget in searches:
            decision = hazard.decide(game, 0, search, budget)
            assert not false_claims(game, decision), (seed, search, budget)
            proven += decision.proven
    assert proven > 800  # and it is not for want of saying so


def test_a_search_to_the_end_proves_its_choice_and_knows_the_value():
    for seed in range(300):
        game = draw_game(seed)
        for search in (Expectimax(), Expectimax(all_options=False)):
            decision = hazard.decide(game, 0, search, Budget())
            assert decision.proven
            assert decision.low == pytest.approx(decision.high) == pytest.approx(worth(game, 0))


class Doors(Game):
    """A door opens on 1 at once; behind the other there are 10, a room further."""

    def start(self):
        return "hall"

    def turn(self, state):
        return Turn.MAX if state in ("hall", "room") else Turn.OVER

    def actions(self, state):
        return ["left", "right"] if state == "hall" else ["on"]

    def apply(self, state, move):
        return {"left": "one", "right": "room", "on": "ten"}[move]

    def value(self, state):
        return {"one": 1.0, "ten": 10.0}[state]

    def heuristic(self, state):
        return 0.0

    def bounds(self):
        return (0, 10)


def test_an_exact_value_beside_an_open_one_is_not_a_proven_choice():
    shallow = hazard.decide(Doors(), budget=Budget(depth=1))
    assert (shallow.action, shallow.value, shallow.kind) == ("left", 1.0, "exact")
    assert not shallow.proven
    assert (shallow.low, shallow.high) == (1.0, 10.0)
    assert "worth 1 (exact), but other actions may be better" in shallow.explain()
    assert shallow.to_dict()["proven"] is False
    whole = hazard.decide(Doors(), budget=Budget(depth=2))
    assert (whole.action, whole.value, whole.proven) == ("right", 10.0, True)
    assert "open" not in whole.explain().splitlines()[0]


class Fork(Game):
    """What follows is worth 0 to 3.5: left, which pays 3, at least 3; right, which costs 1, at most 2.5."""

    def __init__(self, *ways):
        self.ways = ways

    def start(self):
        return "fork"

    def turn(self, state):
        return Turn.OVER if state == "end" else Turn.MAX

    def actions(self, state):
        return self.ways if state == "fork" else ["on"]

    def apply(self, state, move):
        return "end" if move == "on" else move

    def reward(self, state, move):
        return {"left": 3.0, "right": -1.0}.get(move, 0.0)

    def value(self, state):
        return 0.5

    def heuristic(self, state):
        return 0.25

    def bounds(self):
        return (0, 3.5)


@pytest.mark.parametrize("search", [Expectimax(), Expectimax(all_options=False), TreeSearch()], ids=str)
def test_an_action_that_none_can_overtake_is_proven_though_its_value_is_open(search):
    budget = Budget(nodes=2) if isinstance(search, TreeSearch) else Budget(depth=1)
    decision = hazard.decide(Fork("right", "left"), search=search, budget=budget)
    assert (decision.action, decision.proven) == ("left", True)
    assert (decision.low, decision.high) == (3.0, 3.5)
    assert "(estimate), proven best" in decision.explain()


def test_an_only_action_is_proven_and_its_value_is_not():
    decision = hazard.decide(Fork("right"), budget=Budget(depth=1))
    assert (decision.proven, decision.kind) == (True, "estimate")
    assert (decision.best.low, decision.best.high) == (-1.0, 2.5)


def test_solving_certifies_large_values_as_it_does_small_ones():
    # Of a thousand million, a double has six digits behind the point: nine digits in all are exact.
    for seed in range(60):
        game = draw_game(seed)
        large = DrawnGame(
            game.turns,
            game.following,
            [[1e9 * reward / 3 for reward in row] for row in game.rewards],
            game.chances,
            [1e9 * end / 3 - 1e9 for end in game.ends],
            [0.0] * len(game.turns),
        )
        decision = hazard.decide(large, 0, hazard.Solve())
        assert decision.value == pytest.approx(worth(large, 0), rel=1e-9, abs=1e-3), seed
        assert decision.proven, seed


# ---- two that a battery of twenty thousand found ----------------------------------------------------------

MAX, MIN, CHANCE, OVER = Turn


@pytest.mark.parametrize("settings", [{}, {"deepen": False}, {"table": False}], ids=str)
def test_a_cut_at_the_very_edge_of_a_window_leaves_a_bound_and_no_value(settings):
    # 3 is worth min(-1.5 - 1, -1.5 - 2) = -3.5 to MIN, 2 is -2 - 3.5, 1 is max(-2 - 5.5, -2 - 3.5) = -5.5.
    # On the way through 2 the first action of 3 meets the window exactly, which ends 3 there: at most -2.5.
    game = DrawnGame(
        turns=[MAX, MAX, CHANCE, MIN, OVER, OVER],
        following=[[1], [2, 3], [3], [4, 5], [], []],
        rewards=[[-1.0], [-2.0, -2.0], [-2.0], [-1.5, -1.5], [], []],
        chances=[[], [], [1.0], [], [], []],
        ends=[0.0, 0.0, 0.0, 0.0, -1.0, -2.0],
        guesses=[0.0] * 6,
    ).bounded(-6.5, 1.0)
    assert game.truth[:4] == [-6.5, -5.5, -5.5, -3.5]
    decision = hazard.decide(game, 0, Expectimax(star2=False, **settings), Budget())
    assert (decision.value, decision.kind) == (-6.5, "exact")
    assert not false_claims(game, decision)


def test_bounds_of_several_actions_at_the_edge_of_a_window_stay_bounds():
    # Drawn: two ways to the same state, each no better than the window, the second by the slack of the first.
    game, off = draw_game(10_003_547), ("table", "deepen", "order_killers", "order_history", "order_outcomes")
    switches = dict.fromkeys((*off, "merge", "all_options"), False)
    decision = hazard.decide(game, 0, Expectimax(order_value=True, **switches), Budget())
    assert not false_claims(game, decision)


@pytest.mark.parametrize("settings", [{"buckets": 1}, {"samples": 1}], ids=str)
def test_an_outcome_that_stands_for_others_makes_nothing_certain(settings):
    # 2 with six in ten, or nothing: 1.2. Taken for all outcomes, the first would pay 2 for certain.
    game = DrawnGame(
        turns=[MAX, CHANCE, OVER],
        following=[[1, 2], [2, 2], []],
        rewards=[[0.0, 0.0], [2.0, 0.0], []],
        chances=[[], [0.6, 0.4], []],
        ends=[0.0] * 3,
        guesses=[0.0] * 3,
    ).bounded(0.0, 3.0)
    assert game.truth[0] == pytest.approx(1.2)
    decision = hazard.decide(game, 0, Expectimax(**settings), Budget(depth=3))
    assert not false_claims(game, decision)
    assert (decision.best.low, decision.best.high) == (0.0, 3.0)


def test_approximations_say_nothing_false():
    for seed in range(400):
        game, rng = draw_game(seed), random.Random(seed)
        search = Expectimax(
            min_reach=rng.choice([0.0, 0.1, 0.4]),
            buckets=rng.choice([0, 1, 2]),
            top=rng.choice([0, 0, 1, 2]),
            samples=rng.choice([0, 0, 1, 2]),
            seed=seed,
        )
        for budget in (Budget(), Budget(depth=rng.randint(1, 4)), Budget(nodes=rng.randint(1, 60))):
            decision = hazard.decide(game, 0, search, budget)
            assert not false_claims(game, decision), (seed, search, budget)
