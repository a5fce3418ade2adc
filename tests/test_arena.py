"""Matches: the same dice, swapped seats, scores from the player's own side, and honest errors."""

import json
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hazard
from hazard import Budget, Expectimax, Game, GameError, SettingError, Turn
from hazard.arena import MatchResult, PlayerRecord, draw, play
from hazard.confidence import share_interval, t95
from hazard.games import Pig, PigFace, TicTacToe
from hazard.players import RandomPlayer, SearchPlayer, SolvedPlayer


class Coin(Game):
    """MAX looks at a coin and leaves; the value is the coin. Every game is one chance event."""

    def start(self):
        return "toss"

    def turn(self, state):
        return Turn.CHANCE if state == "toss" else Turn.OVER

    def outcomes(self, state):
        return [(0, 0.5), (1, 0.5)]

    def apply(self, state, move):
        return move

    def value(self, state):
        return float(state)

    def bounds(self):
        return (0.0, 1.0)


class Duel(Game):
    """MAX then MIN name a number; the value is MAX's minus MIN's. No bounds: matches say that 0 is even."""

    def start(self):
        return ()

    def turn(self, state):
        return (Turn.MAX, Turn.MIN, Turn.OVER)[len(state)]

    def actions(self, state):
        return [0, 1, 2]

    def apply(self, state, move):
        return (*state, move)

    def value(self, state):
        return float(state[0] - state[1]) if len(state) == 2 else 0.0


class Purse(Game):
    """One player takes three coins, each worth 2 at once; nothing at the end."""

    def start(self):
        return 3

    def turn(self, state):
        return Turn.MAX if state else Turn.OVER

    def actions(self, state):
        return ["take"]

    def apply(self, state, move):
        return state - 1

    def reward(self, state, move):
        return 2.0

    def value(self, state):
        return 0.0


class Says:
    """Always answers the same."""

    def __init__(self, action, name="fixed"):
        self.action, self.name, self.games = action, name, 0

    def new_game(self):
        self.games += 1

    def choose(self, game, state, rng):
        return self.action


class Noisy(RandomPlayer):
    """Random, but draws many numbers of its own at every decision."""

    name = "noisy"

    def choose(self, game, state, rng):
        for _ in range(100):
            rng.random()
        return super().choose(game, state, rng)


def test_both_games_of_a_pair_roll_the_same_dice():
    result = play(Coin(), [RandomPlayer(), RandomPlayer()], games=40, seed=3)
    # Swapped seats see the same coin from the other side: v and (0 + 1) - v.
    assert all(a + b == 1 for a, b in zip(result.scores[::2], result.scores[1::2], strict=True))
    assert len(set(result.scores[::2])) == 2, "different pairs roll different dice"
    assert result.standard_error == 0


def test_dice_do_not_depend_on_what_the_players_draw():
    seen = {}

    class Watched(Pig):
        def apply(self, state, move):
            rolls.append(move)
            return super().apply(state, move)

    for player in (RandomPlayer(), Noisy()):
        rolls = []
        play(Watched(target=20), [player, player], games=2, seed=5)
        seen[player.name] = [roll for roll in rolls if isinstance(roll, PigFace)]
    shorter = min(map(len, seen.values()))
    assert shorter > 3
    assert seen["random"][:3] == seen["noisy"][:3]


def test_the_kth_chance_event_uses_the_kth_number():
    game = Pig()
    rolling = game.apply(game.start(), Pig.ROLL)
    numbers = random.Random("7/0/dice")
    rolls = []

    class Watched(Pig):
        def apply(self, state, move):
            rolls.append(move)
            return super().apply(state, move)

    play(Watched(), [Says(Pig.ROLL), Says(Pig.ROLL)], games=1, seed=7, paired=False)
    faces = [roll for roll in rolls if isinstance(roll, PigFace)]
    assert faces == [draw(game, rolling, numbers.random()) for _ in faces]


def test_scores_are_the_first_players_own_side():
    # 2 against 0: as MAX +2; as MIN the value is 0 - 2 = -2, which mirrored at 0 counts as +2.
    result = play(Duel(), [Says(2), Says(0)], games=4, seed=0, even=0)
    assert result.scores == (2.0, 2.0, 2.0, 2.0)
    assert (result.wins, result.draws, result.losses) == (4, 0, 0)
    reverse = play(Duel(), [Says(0), Says(2)], games=4, seed=0, even=0)
    assert reverse.scores == (-2.0, -2.0, -2.0, -2.0)


class Race(Duel):
    """The higher number wins: 1 for MAX, 0 for MIN, and a half where they are equal. Still no bounds."""

    def value(self, state):
        return 0.5 if len(state) < 2 or state[0] == state[1] else float(state[0] > state[1])


@pytest.mark.parametrize("paired", [True, False])
def test_without_bounds_nobody_knows_what_is_even_and_the_error_names_the_fix(paired):
    with pytest.raises(SettingError, match=r"Race has no bounds.*give Race a method `bounds`.*even=0"):
        play(Race(), [Says(0), Says(2)], games=4, paired=paired)


def test_a_loss_worth_nothing_is_a_loss_and_not_a_draw():
    told = play(Race(), [Says(0), Says(2)], games=4, even=0.5)
    assert (told.wins, told.draws, told.losses) == (0, 0, 4)
    assert told.scores == (0.0, 0.0, 0.0, 0.0)

    class Bounded(Race):
        def bounds(self):
            return (0.0, 1.0)

    assert play(Bounded(), [Says(0), Says(2)], games=4).scores == told.scores


@pytest.mark.parametrize("even", ["0", math.nan, math.inf, True, [0]])
def test_an_even_result_that_is_no_number_is_refused(even):
    with pytest.raises(SettingError, match="even is"):
        play(Duel(), [Says(1), Says(0)], games=2, even=even)


def test_an_even_result_beside_the_middle_widens_the_bounds_of_a_score():
    class Lopsided(Duel):
        def bounds(self):
            return (-2.0, 10.0)

    # 2 against 0: as MIN the value is -2, mirrored at 0 it is +2; a MIN who loses by 10 scores -10
    result = play(Lopsided(), [Says(2), Says(0)], games=4, even=0)
    assert result.scores == (2.0, 2.0, 2.0, 2.0)
    assert result.bounds == (-10.0, 10.0)


def test_with_bounds_the_seats_mirror_at_the_middle():
    result = play(Pig(target=10), [RandomPlayer(), RandomPlayer()], games=60, seed=2)
    assert set(result.scores) == {0.0, 1.0}
    assert result.even == 0.5
    assert result.wins + result.losses == 60
    assert result.mean == pytest.approx(result.wins / 60)


def test_rewards_along_the_way_add_up():
    result = play(Purse(), [RandomPlayer()], games=3)
    assert result.scores == (6.0, 6.0, 6.0)
    assert result.wins is None
    assert result.players[0].decisions == 9


def test_a_solitaire_game_scores_minus_the_turns_it_takes():
    # Every turn of this die either banks its single point or busts with probability 1/2: two turns on
    # average when holding at 1 towards a target of 1.
    game = Pig(target=1, die=(0, 1), players=1)
    result = play(game, [RandomPlayer()], games=2000, seed=1)
    assert result.mean == pytest.approx(hazard.solve(game).value(), abs=4 * result.standard_error)


def test_the_same_seed_gives_the_same_match_and_another_seed_another():
    game = Pig(target=20)
    players = [SearchPlayer(Expectimax(), Budget(depth=1)), RandomPlayer()]
    first, again, other = (play(game, players, games=20, seed=seed).scores for seed in (4, 4, 5))
    assert first == again
    assert first != other


def test_the_standard_error_is_over_pairs():
    record = PlayerRecord("a", 0, 0.0, 0.0)
    result = MatchResult("g", (record, record), (1.0, 0.0, 1.0, 1.0, 0.0, 0.0), True, 0, 0.5)
    # Pair means 0.5, 1, 0: standard deviation 0.5, standard error 0.5 / sqrt(3), t(2) = 4.303.
    assert result.observations == (0.5, 1.0, 0.0)
    assert result.standard_error == pytest.approx(0.5 / math.sqrt(3))
    low, high = result.interval
    assert (low + high) / 2 == pytest.approx(0.5)
    assert high - low == pytest.approx(2 * 4.303 * 0.5 / math.sqrt(3))


# Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, Wilson's score method.
NEWCOMBE = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0, 0.1611),
    (1, 29, 0.0061, 0.1718),
]


@pytest.mark.parametrize(("won", "games", "low", "high"), NEWCOMBE)
def test_of_wins_and_losses_the_interval_is_wilsons(won, games, low, high):
    share = won / games
    found = share_interval(share, math.sqrt(share * (1 - share) / games), games, 1.959964)
    assert found == pytest.approx((low, high), abs=5e-5)


def match_of(scores, paired, bounds):
    record = PlayerRecord("a", 0, 0.0, 0.0)
    even = None if bounds is None else sum(bounds) / 2
    return MatchResult("g", (record, record), tuple(scores), paired, 0, even, bounds)


@given(st.lists(st.sampled_from([-2.0, 0.0, 1.0, 3.0]), min_size=4, max_size=40), st.booleans())
def test_the_interval_holds_the_mean_and_stays_within_the_bounds(scores, paired):
    result = match_of(scores[: len(scores) // 2 * 2], paired, (-2.0, 3.0))
    low, high = result.interval
    assert -2 - 1e-9 <= low <= result.mean + 1e-9
    assert result.mean - 1e-9 <= high <= 3 + 1e-9


def test_a_clean_sweep_is_not_certainty():
    # Twenty pairs won: Wilson's 20 / (20 + t²) with t(19) = 2.093. Two pairs prove nothing at all.
    low, high = match_of([1.0] * 40, True, (0.0, 1.0)).interval
    assert (low, high) == pytest.approx((20 / (20 + 2.093**2), 1.0), abs=1e-4)
    few = match_of([1.0] * 4, True, (0.0, 1.0))
    assert "Neither is proven stronger" in few.explain()


def test_where_every_pair_is_split_the_interval_is_a_point_and_says_so():
    split = match_of([1.0, 0.0] * 5, True, (0.0, 1.0))
    assert split.interval == (0.5, 0.5)
    assert "Every observation is the same" in split.explain()


@pytest.mark.parametrize("chance", [0.5, 0.8, 0.95])
def test_the_interval_holds_the_truth_in_ninety_five_matches_of_a_hundred(chance):
    # Pairs as they are: both games share the luck of the dice, half of the time. Near the bounds a plain
    # interval of Student's holds it in six to eight matches of ten.
    draw, held = random.Random(1), 0
    for _ in range(1000):
        scores = []
        for _ in range(20):
            first = draw.random() < chance
            scores += [float(first), float(first if draw.random() < 0.5 else draw.random() < chance)]
        low, high = match_of(scores, True, (0.0, 1.0)).interval
        held += low <= chance <= high
    assert held >= 930


def test_pairing_makes_a_lucky_game_more_certain():
    # In a game of pure luck the pairs cancel exactly; unpaired games keep all of the luck.
    players = [RandomPlayer(), RandomPlayer()]
    paired = play(Coin(), players, games=200, seed=1)
    single = play(Coin(), players, games=200, seed=1, paired=False)
    assert paired.standard_error < single.standard_error
    assert paired.mean == 0.5


@pytest.mark.parametrize(
    ("freedom", "expected"), [(1, 12.706), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042)]
)
def test_t95_agrees_with_the_tables(freedom, expected):
    assert t95(freedom) == pytest.approx(expected, abs=2e-3)


def test_optimal_play_scores_what_the_solution_says():
    game = Pig(target=20)
    solution = hazard.solve(game)
    result = play(game, [SolvedPlayer(solution), SolvedPlayer(solution)], games=2000, seed=9, paired=False)
    assert result.mean == pytest.approx(solution.value(), abs=4 * result.standard_error)


def test_players_are_told_of_each_new_game():
    player = Says(1)
    play(Duel(), [player, Says(0)], games=6, even=0)
    assert player.games == 6


def test_progress_counts_games():
    seen = []
    play(Duel(), [Says(1), Says(0)], games=4, even=0, progress=lambda *report: seen.append(report))
    assert seen == [("games", done, 4) for done in (1, 2, 3, 4)]


def test_a_game_that_never_ends_is_reported():
    class Endless(Duel):
        def turn(self, state):
            return Turn.MAX

        def apply(self, state, move):
            return state

    with pytest.raises(GameError, match="not ended after 50 moves"):
        play(Endless(), [Says(1), Says(1)], games=2, max_moves=50, even=0)


def test_an_action_that_does_not_exist_is_the_players_fault():
    with pytest.raises(GameError, match=r"fixed chose 7 .* expected one of 0, 1, 2"):
        play(Duel(), [Says(7), Says(0)], games=2, even=0)


def test_chance_that_does_not_sum_to_one_is_reported():
    class Loaded(Coin):
        def outcomes(self, state):
            return [(0, 0.5), (1, 0.6)]

    with pytest.raises(GameError, match=r"sum to 1\.1"):
        play(Loaded(), [RandomPlayer()], games=1)


@pytest.mark.parametrize("players", [RandomPlayer(), Expectimax(), "random", None])
def test_players_that_are_no_list_are_told_to_be_one(players):
    with pytest.raises(
        SettingError, match=r"is no list of players; expected play\(game, \[player, player\]\)"
    ):
        play(Coin(), players)


@pytest.mark.parametrize(
    ("players", "games", "message"),
    [
        (0, 2, "0 players"),
        (3, 2, "3 players"),
        (2, 3, "even number"),
        (2, 0, "even number"),
        (1, -1, "positive whole number"),
        (1, 2, "needs two players"),
    ],
)
def test_impossible_matches_are_refused(players, games, message):
    with pytest.raises(SettingError, match=message):
        play(Duel(), [Says(1)] * players, games=games, even=0 if players > 1 else None)


def test_one_player_has_nothing_to_be_even_with():
    with pytest.raises(SettingError, match="even is 0; expected it with two players"):
        play(Coin(), [Says(1)], games=1, even=0)


def test_a_game_that_is_over_is_not_played():
    game = TicTacToe()
    with pytest.raises(GameError, match=r"the game is over in .*; there is nothing to play"):
        play(game, [RandomPlayer()] * 2, games=2, state=game.parse("xxx/oo./..."))


def test_a_chance_node_that_can_only_be_sampled_is_sampled():
    class Wide(Coin):
        def outcomes(self, state):
            raise AssertionError("too wide to list")

        def sample(self, state, random):
            return random.randrange(10**9)

    result = play(Wide(), [RandomPlayer()], games=5, seed=1)
    assert len(set(result.scores)) == 5
    assert result.scores == play(Wide(), [RandomPlayer()], games=5, seed=1).scores


def test_the_last_sliver_never_draws_an_impossible_outcome():
    class Thirds(Coin):
        def outcomes(self, state):
            return [("a", 1 / 3), ("b", 1 / 3), ("c", 1 / 3), ("never", 0.0)]

    assert draw(Thirds(), "toss", math.nextafter(1, 0)) != "never"


def test_a_result_is_plain_data_and_says_itself():
    result = play(Pig(target=10), [SearchPlayer(budget=Budget(depth=1)), RandomPlayer()], games=10, seed=1)
    data = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert data["games"] == 10
    assert data["wins"] + data["draws"] + data["losses"] == 10
    assert data["players"][0]["name"] == "expectimax(depth=1)"
    text = result.explain()
    assert "95 % confidence" in text
    assert "5 pairs" in text
    assert len(play(Purse(), [RandomPlayer()], games=1).explain().splitlines()) >= 2
