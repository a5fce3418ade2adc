"""Opponents: styles by Bayes, and answers that give up no more than they may."""

import random

import pytest

import hazard
from hazard import SettingError, Turn
from hazard.arena import draw
from hazard.games import Kuhn, Leduc
from hazard.games.secrets.leduc import STYLES
from hazard.players import RandomPlayer, SearchPlayer
from hazard.search_several import InformationSets
from hazard.several.opponents import Opponents, style_from_games
from hazard.several.players import StrategyPlayer


def play_hand(game, seats, seed):
    """Play one hand; return the moves and what MAX wins."""
    rng, state, history = random.Random(seed), game.start(), []
    while (turn := game.turn(state)) is not Turn.OVER:
        if turn is Turn.CHANCE:
            move = draw(game, state, rng.random())
        else:
            move = seats[turn.number].choose(game, state, rng)
        history.append(move)
        state = game.apply(state, move)
    return history, game.value(state)


def test_a_response_gives_up_no_more_than_it_may_and_wins_more_the_more_it_may():
    game = Kuhn()
    timid = {(1, sees): {"p": 1.0} for sees in ("Jp", "Qp", "Jb", "Qb")}
    before = None
    for give_up in (0.0, 0.05, 0.2, 10.0):
        answer = Opponents(game, {"timid": timid}, player=0).response(give_up)
        assert answer.exploitability <= give_up + 1e-7
        standing = hazard.exploitability(game, answer.strategy)
        assert standing.best[1] == pytest.approx(-answer.worst, abs=1e-9)  # judged by the best answer
        assert before is None or answer.value >= before - 1e-9
        before = answer.value
    best = hazard.exploitability(game, timid).best_response(0)
    assert before == pytest.approx(best.value, abs=1e-7)


def test_weights_follow_bayes_with_hidden_cards():
    # MAX passes, MIN bets, MAX folds: MIN's card is not shown. A bluffer bets all three cards, an honest
    # player the king alone. MAX holds the queen: of J and K the honest one bets one, the bluffer both.
    styles = {
        "bluffer": {(1, sees): {"b": 1.0} for sees in ("Jp", "Qp", "Kp")},
        "honest": {(1, "Jp"): {"p": 1.0}, (1, "Qp"): {"p": 1.0}, (1, "Kp"): {"b": 1.0}},
    }
    rivals = Opponents(Kuhn(), styles, player=0)
    rivals.watch(["Q", "J", "p", "b", "p"])
    assert rivals.weights["bluffer"] == pytest.approx(2 / 3)
    shown = Opponents(Kuhn(), styles, player=0)
    shown.watch(["Q", "J", "p", "b", "p"], hidden=False)
    assert shown.weights["bluffer"] == pytest.approx(1.0)


def test_the_style_is_found_in_a_hundred_hands_of_leduc():
    game = Leduc()
    rivals = Opponents(game, STYLES, player=0)
    me, rival = RandomPlayer(), StrategyPlayer(STYLES["rock"])
    for seed in range(100):
        rivals.watch(play_hand(game, (me, rival), seed)[0])
    assert rivals.weights["rock"] > 0.95


def test_a_style_is_read_from_recorded_games():
    game = Kuhn()
    rival = StrategyPlayer({(1, "Jp"): {"b": 0.3, "p": 0.7}})
    games = [play_hand(game, (StrategyPlayer({}), rival), seed)[0] for seed in range(2000)]
    style = style_from_games(game, games, 1)
    assert style[1, "Jp"]["b"] == pytest.approx(0.3, abs=0.08)


def test_wrong_settings_are_refused():
    with pytest.raises(SettingError, match="give_up is -1"):
        Opponents(Kuhn(), {"any": None}).response(-1)
    with pytest.raises(SettingError, match="no styles"):
        Opponents(Kuhn(), {})
    with pytest.raises(SettingError, match="weights"):
        Opponents(Kuhn(), {"any": None}, weights={"any": 0.0})


def test_a_match_of_secrets_is_played_and_each_of_three_gets_a_value():
    seats = [SearchPlayer(InformationSets(), hazard.Budget(nodes=30)), RandomPlayer()]
    result = hazard.play(Leduc(), seats, games=4, seed=3)
    assert result.games == 4
    from hazard.games import LiarsDice

    three = hazard.play(LiarsDice(faces=2, players=3), [seats[0], RandomPlayer(), RandomPlayer()], games=6)
    assert three.games == 6
    assert sum(three.mean(player) for player in range(3)) == pytest.approx(0.0, abs=1e-12)
    assert three.interval(0) is not None
    assert "per game" in three.explain()


class Ambush(hazard.Game):
    """MIN hides in one of three woods and MAX never learns which, only whether the road was safe."""

    def start(self):
        return ()

    def turn(self, state):
        return (Turn.MIN, Turn.MAX, Turn.OVER)[len(state)]

    def actions(self, state):
        return ["oaks", "pines", "elms"] if not state else ["left", "right"]

    def apply(self, state, move):
        return (*state, move)

    def sees(self, state, player):
        return state[:1] if player == 1 else (state[1:], len(state) == 2 and self.value(state))

    def value(self, state):
        return -1.0 if state in (("oaks", "left"), ("pines", "right")) else 1.0


def test_a_move_of_the_rival_that_stays_hidden_is_not_used():
    # MAX went left and was safe: MIN was in the pines or in the elms. "pines" and "elms" are as likely then.
    styles = {name: {(1, ()): {name: 1.0}} for name in ("oaks", "pines", "elms")}
    rivals = Opponents(Ambush(), styles)
    rivals.watch(["pines", "left"])
    assert rivals.weights == pytest.approx({"oaks": 0.0, "pines": 0.5, "elms": 0.5})
    seen = Opponents(Ambush(), styles)
    seen.watch(["pines", "left"], hidden=False)
    assert seen.weights["pines"] == 1.0


def test_a_game_that_is_no_whole_game_is_refused():
    rivals = Opponents(Kuhn(), {"any": None})
    with pytest.raises(hazard.GameError, match="not over"):
        rivals.watch(["K", "J", "p"])
    with pytest.raises(hazard.GameError, match="no action"):
        rivals.watch(["K", "J", "raise"])


class Dinner(hazard.Game):
    """Two choose where to eat, one after the other; together is better, and each has a favourite."""

    def start(self):
        return ()

    def turn(self, state):
        return Turn.player(len(state)) if len(state) < 2 else Turn.OVER

    def actions(self, state):
        return ["here", "there"]

    def apply(self, state, move):
        return (*state, move)

    def value(self, state):
        together = {("here", "here"): (3.0, 2.0), ("there", "there"): (1.0, 3.0)}
        return together.get(state, (0.0, 0.0))


class Always:
    def __init__(self, name):
        self.name = name

    def choose(self, game, state, rng):
        return self.name


def test_two_whom_a_game_pays_a_number_each_get_a_mean_each():
    # By hand: in the one seat 3, in the other 2; what the one gets is not the other's loss.
    match = hazard.play(Dinner(), [Always("here"), Always("here")], games=2)
    assert (match.mean(0), match.mean(1)) == (2.5, 2.5)
    with pytest.raises(SettingError, match="leave `even` out"):
        hazard.play(Dinner(), [Always("here"), Always("here")], games=2, even=0)
    match = hazard.play(Dinner(), [Always("there"), Always("here")], games=2, state=("there",))
    assert match.scores == ((0.0, 0.0), (3.0, 1.0))  # in the state that was asked for, in both seatings
