"""Every limit of the engine, reached by a game: the search says which one it was, and calls nothing exact."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hazard
from hazard import (
    AlphaBeta,
    Beam,
    Budget,
    Expectimax,
    Game,
    GameError,
    Minimax,
    Searcher,
    SearchPlayer,
    Solve,
    TreeSearch,
    Turn,
    decide,
    limits,
    solve,
)
from hazard.games import Pig

PLAIN = Expectimax(alpha_beta=False, star1=False, star2=False, table=False, merge=False)
MANY = Budget(nodes=10_000_000)


class Silent(Game):
    """One way ahead: a decision, then so many chance nodes with one outcome each, again and again."""

    def __init__(self, length: int | None, chances: int = 0):
        self.length, self.chances = length, chances

    def start(self):
        return 0

    def turn(self, state):
        if state == self.length:
            return Turn.OVER
        return Turn.CHANCE if state % (self.chances + 1) else Turn.MAX

    def actions(self, state):
        return ["on"]

    def outcomes(self, state):
        return [("on", 1.0)]

    def apply(self, state, move):
        return state + 1

    def value(self, state):
        return 1.0

    def bounds(self):
        return (0, 1)


class Corridor(Silent):
    """The same with an idea of what an unfinished game is worth."""

    def heuristic(self, state):
        return 0.25


def cut(decision, remark):
    """The decision says what cut it, everywhere, and takes no value for certain; an only action is best."""
    assert decision.kind == "estimate"
    assert not decision.proven or len(decision.options) == 1
    assert (decision.low, decision.high) == pytest.approx((0, 1))
    assert any(re.search(remark, said) for said in decision.remarks), decision.remarks
    document = decision.to_dict()
    assert document["remarks"] == decision.remarks
    assert document["stopped"] == decision.stopped
    shown = " ".join(decision.explain().split())
    assert all(said in shown for said in decision.remarks)
    return True


@pytest.mark.parametrize("search", [Expectimax(), AlphaBeta(), Minimax(), PLAIN])
@pytest.mark.parametrize("budget", [MANY, Budget(depth=700)])
def test_no_search_looks_deeper_than_500_decisions_and_it_says_so(search, budget):
    decision = decide(Corridor(600), None, search, budget)
    assert decision.stopped == "deepest"
    assert decision.statistics.depth == limits.DEEPEST == 500
    assert cut(decision, "looks 500 decisions ahead and no further")
    assert "greatest depth there is" in " ".join(decision.explain().split())


@pytest.mark.parametrize("search", [Expectimax(), AlphaBeta(), Minimax()])
def test_a_depth_within_the_limit_is_the_budgets_own(search):
    decision = decide(Corridor(600), None, search, Budget(depth=20))
    assert decision.stopped == "depth"
    assert decision.remarks == []


@pytest.mark.parametrize("search", [Expectimax(), Expectimax(table=False), Expectimax(star1=False)])
def test_a_line_of_2000_moves_is_cut(search):
    game = Corridor(2500, chances=400)  # seven decisions
    decision = decide(game, None, search, Budget(depth=10, nodes=10_000_000))
    assert decision.statistics.long_lines > 0
    assert cut(decision, r"cut after 2,000 moves, and valued as unfinished")
    assert decide(Corridor(1999, chances=400), None, search, Budget()).kind == "exact"
    with pytest.raises(GameError, match="not ended after 2000 moves; give the search seconds or nodes"):
        decide(game, None, search, Budget())


def test_a_plain_search_follows_4000_moves():
    game = Corridor(4500, chances=400)
    decision = decide(game, None, PLAIN, Budget(depth=14, nodes=10_000_000))
    assert cut(decision, r"cut after 4,000 moves")
    assert decide(Corridor(3900, chances=400), None, PLAIN, Budget()).kind == "exact"
    for budget in (Budget(), Budget(depth=14)):
        with pytest.raises(GameError, match="not ended after 4000 moves"):
            decide(game, None, PLAIN, budget)


@pytest.mark.parametrize("search", [Expectimax(), Expectimax(table=False)])
def test_500_chance_nodes_in_a_row_are_cut_where_a_clock_or_a_count_ends_the_search(search):
    game = Corridor(601, chances=600)
    decision = decide(game, None, search, Budget(depth=3, nodes=1_000_000))
    assert decision.statistics.chance_runs > 0
    assert cut(decision, "cut after 500 chance nodes without a decision")
    for budget in (Budget(), Budget(depth=3)):
        with pytest.raises(GameError, match="500 chance nodes follow each other without a decision; give"):
            decide(game, None, search, budget)


def test_600_chance_nodes_in_a_row_are_no_matter_to_a_tree_or_a_solution():
    game = Corridor(601, chances=600)
    decision = decide(game, None, TreeSearch(), Budget(nodes=5_000))
    assert (decision.value, decision.kind, decision.remarks) == (1.0, "exact", [])
    decision = decide(game, None, Solve(), Budget())
    assert (decision.value, decision.kind, decision.remarks) == (1.0, "exact", [])


def test_a_solution_goes_to_the_end_of_the_longest_corridor():
    assert solve(Corridor(100_000)).value() == 1.0


def test_a_plan_of_2000_actions_is_the_longest():
    decision = decide(Corridor(None), None, Beam(width=2), MANY)
    assert decision.stopped == "deepest"
    assert decision.statistics.depth == limits.LONGEST_PLAN == 2_000
    assert cut(decision, "looks 2,000 decisions ahead and no further")
    with pytest.raises(GameError, match="does not end within 2000 actions; give the search a depth"):
        decide(Corridor(None), None, Beam(width=2), Budget())


def test_a_path_of_a_tree_ends_after_4000_moves():
    decision = decide(Corridor(4_500), None, TreeSearch(), Budget(nodes=9_000))
    assert decision.statistics.long_lines > 0
    assert cut(decision, r"cut after 4,000 moves")


def test_a_full_tree_says_so():
    decision = decide(Pig(), None, TreeSearch(max_nodes=60, seed=1), Budget(nodes=500))
    assert decision.statistics.full_tree > 0
    assert decision.statistics.tree_nodes <= 60
    assert cut(decision, r"The tree is full: \d+ simulations found no room in its 60 nodes; raise max_nodes")
    assert decide(Pig(), None, TreeSearch(seed=1), Budget(nodes=500)).remarks == []


@pytest.mark.parametrize("threads", [1, 2])
def test_play_outs_that_come_to_no_end_are_counted(threads):
    search = TreeSearch(leaf="rollout", rollout_depth=3, threads=threads)
    decision = decide(Pig(), None, search, Budget(nodes=200))
    assert decision.unfinished == "play-outs"
    assert cut(decision, r"play-outs came to no end within 3 moves; raise rollout_depth")


def test_play_outs_in_place_of_a_heuristic_are_counted_too():
    decision = decide(Silent(None), None, Expectimax(), Budget(depth=2))
    assert decision.unfinished == "play-outs"
    assert cut(decision, r"play-outs? came to no end within 1,000 moves\.")


def test_a_game_that_shows_too_many_states_ends_the_search_and_says_what_to_raise():
    class Wide(Corridor):
        def actions(self, state):
            return [1, 2, 3]

        def apply(self, state, move):
            return 3 * state + move

    decision = Searcher(Wide(None), max_states=1_000).decide(None, Budget(nodes=10**7))
    assert decision.stopped == "memory"
    assert cut(decision, "as many states as a search keeps: give hazard.Searcher a larger max_states")


def test_a_solution_that_misses_its_tolerance_says_so():
    solution = solve(Pig(target=5), tolerance=1e-300)  # no double is that close to another
    assert 1e-300 < solution.error < 1e-9
    assert "not proven to within the tolerance" in solution.remarks[-1]
    assert solve(Pig(target=5)).remarks == []


def test_a_log_that_is_full_says_so():
    decision = decide(Pig(), None, Expectimax(trace=20), Budget(depth=3))
    assert decision.trace_text().splitlines()[-1] == (
        "The log ends here, at its limit of 20 nodes; raise trace."
    )
    whole = decide(Pig(target=2, die=(0, 1)), None, Expectimax(trace=1000), Budget(depth=1))
    assert "limit" not in whole.trace_text()


def test_a_match_that_does_not_end_names_the_limit_and_the_state():
    with pytest.raises(GameError, match=r"has not ended after 50 moves; it stands at 50. Raise max_moves"):
        hazard.play(Corridor(None), [hazard.RandomPlayer()], games=1, max_moves=50)


def test_an_arena_counts_the_decisions_that_a_limit_cut():
    player = SearchPlayer(TreeSearch(max_nodes=16), Budget(nodes=100))
    free = SearchPlayer(Expectimax(), Budget(depth=2))
    result = hazard.play(Pig(target=10), [player, free], games=2, seed=1)
    assert 0 < result.players[0].limited <= result.players[0].decisions
    assert result.players[1].limited == 0
    assert f"{result.players[0].limited} of them were cut short by a limit" in result.explain()
    assert result.to_dict()["players"][0]["limited"] == result.players[0].limited


@pytest.mark.parametrize("search", [Expectimax(), AlphaBeta(), Minimax(), PLAIN, TreeSearch(), Beam()])
def test_the_value_of_a_game_without_end_is_never_certain(search):
    for game in (Corridor(None), Silent(None)):
        decision = decide(game, None, search, Budget(nodes=3_000))
        assert decision.kind == "estimate"
        assert not decision.proven or len(decision.options) == 1
        assert (decision.low, decision.high) == (0, 1)


def test_every_limit_that_a_remark_names_is_in_the_documentation():
    page = (Path(__file__).parents[2] / "docs" / "limits.md").read_text()
    named = {name: value for name, value in vars(limits).items() if type(value) is int}
    assert len(named) == 6
    for name, value in named.items():
        assert f"{value:,}" in page, name


class TwentyOne(Game):
    """Roll as often as you dare, above 21 you lose; then the rival does the same, and wins a draw."""

    def start(self):
        return (0, 0, 0, False)

    def turn(self, state):
        return Turn.CHANCE if state[3] else (Turn.MAX, Turn.MIN, Turn.OVER)[state[2]]

    def actions(self, state):
        return ["roll", "stop"]

    def outcomes(self, state):
        return [(face, 1 / 6) for face in range(1, 7)]

    def apply(self, state, move):
        mine, theirs, player, rolling = state
        if not rolling:
            return (mine, theirs, player + (move == "stop"), move == "roll")
        mine, theirs = (mine + move, theirs) if player == 0 else (mine, theirs + move)
        return (mine, theirs, 2 if max(mine, theirs) > 21 else player, False)

    def value(self, state):
        return float(state[0] <= 21 and (state[1] > 21 or state[0] > state[1]))

    def bounds(self):
        return (0, 1)


def test_what_play_outs_say_is_an_estimate_and_looks_like_one():
    """Solved, the game is worth 0.3312; a few play-outs of a player who has learnt little said 1."""
    decision = decide(TwentyOne(), None, Expectimax(), Budget(depth=1))
    assert decision.unfinished == "play-outs"
    assert (decision.kind, decision.best.low, decision.best.high) == ("estimate", 0, 1)
    assert decision.value == pytest.approx(0.3312, abs=0.25)
    said = "chance to win (estimate by play-outs, certain: 0.0 % to 100.0 %)"
    assert said in decision.explain()
    assert said in decision.draw()
    assert said in decision._repr_html_()
    document = decision.to_dict()
    assert (document["unfinished"], document["low"], document["high"]) == ("play-outs", 0, 1)


def test_an_exact_value_says_nothing_of_play_outs():
    decision = decide(TwentyOne(), (18, 0, 0, False), Expectimax(), Budget())
    assert decision.unfinished is None
    assert "play-outs" not in decision.explain()


class WideBet(Game):
    """Two bets on a number between 1 and 200,000: more than a small budget can look at."""

    def start(self):
        return ()

    def turn(self, state):
        return (Turn.MAX, Turn.CHANCE, Turn.OVER)[len(state)]

    def actions(self, state):
        return ["low", "high"]

    def outcomes(self, state):
        return [(number, 1 / 200_000) for number in range(200_000)]

    def apply(self, state, move):
        return (*state, move)

    def value(self, state):
        return float((state[1] < 150_000) == (state[0] == "low"))

    def bounds(self):
        return (0, 1)


@pytest.mark.parametrize("search", [Expectimax(), Expectimax(all_options=False), AlphaBeta()])
def test_a_value_that_nothing_was_searched_for_is_not_told_as_one(search):
    game = WideBet()
    if isinstance(search, AlphaBeta):
        game.turn = lambda state: (Turn.MAX, Turn.MIN, Turn.OVER)[len(state)]
        game.actions = lambda state: range(2000)
    decision = decide(game, (), search, Budget(nodes=1))
    assert limits.value_unknown(decision)
    assert (decision.proven, decision.low, decision.high, decision.unfinished) == (False, 0, 1, None)
    told = decision.explain()
    assert "value unknown (certain: 0.0 % to 100.0 %)" in told
    assert "before the search had looked one decision ahead" in " ".join(told.split())
    assert "played out" not in told


def test_a_heuristic_is_what_is_known_where_nothing_was_searched():
    class Guessed(WideBet):
        def heuristic(self, state):
            return 0.25

    decision = decide(Guessed(), (), Expectimax(), Budget(nodes=1))
    assert (decision.value, limits.value_unknown(decision)) == (0.25, False)
    assert limits.nothing_searched(decision)
    assert "the value is that of the position itself" in " ".join(decision.remarks)
