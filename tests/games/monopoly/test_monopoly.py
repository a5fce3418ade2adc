"""Monopoly: every state is lawful, rents are the rule book's, squares are met as a Markov chain says."""

import random

import numpy as np
import pytest

import hazard
from hazard import Turn, _core
from hazard.games import Monopoly
from hazard.games.monopoly.game import SQUARES, BuyEverything
from hazard.players import RandomPlayer


def walked(game, rng, players=None, moves=100_000):
    """Play a game; yield each state with the move that follows it."""
    state = game.start()
    for _ in range(moves):
        turn = game.turn(state)
        if turn is Turn.OVER:
            return
        if turn is Turn.CHANCE:
            pairs = game.outcomes(state)
            move = rng.choices([m for m, _ in pairs], [p for _, p in pairs])[0]
        elif players is not None:
            move = players[turn.number].choose(game, state, rng)
        else:
            move = rng.choice(game.actions(state))
        yield state, move
        state = game.apply(state, move)


def lawful(game, state):
    """What must hold in every state."""
    houses = state.houses
    assert sum(h for h in houses if h < 5) <= 32
    assert sum(h == 5 for h in houses) <= 12
    assert game._core.houses_left(state) >= 0
    for player in range(game.players):
        assert state.cash[player] >= 0
        if state.out[player]:
            assert player not in state.owner
    groups = {}
    for square, (_, _, group, house, _) in enumerate(_core.MONOPOLY_SQUARES):
        if group >= 0:
            groups.setdefault(group, []).append(square)
        if houses[square]:
            assert house > 0
    for squares in groups.values():
        built = [houses[square] for square in squares]
        if any(built):
            owners = {state.owner[square] for square in squares}
            assert len(owners) == 1  # only whole groups are built on
            assert not any(square in state.mortgaged for square in squares)
    assert all(state.owner[s] == 7 for s in range(40) if _core.MONOPOLY_SQUARES[s][2] < 0)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_games_at_random_come_to_an_end_and_every_state_is_lawful(players):
    game = Monopoly(players=players, max_turns=300)
    for seed in range(4):
        rng = random.Random(f"{players}/{seed}")
        state = game.start()
        for state, move in walked(game, rng):
            lawful(game, state)
            if game.turn(state) is not Turn.CHANCE:
                assert move in game.actions(state)
            else:
                assert sum(p for _, p in game.outcomes(state)) == pytest.approx(1.0)
            after = game.apply(state, move)
        assert game.turn(after) is Turn.OVER
        assert sum(game.value(after)) == pytest.approx(1.0)


def test_builders_come_to_a_bankruptcy():
    game, rng = Monopoly(players=4), random.Random(5)
    ends = 0
    for _ in range(3):
        last = None
        for state, move in walked(game, rng, [BuyEverything()] * 4):
            last = game.apply(state, move)
        ends += any(last.out)
    assert ends > 0


def test_rents_are_those_of_the_rule_book():
    squares = _core.MONOPOLY_SQUARES
    boardwalk, mediterranean = squares[SQUARES.index("Boardwalk")], squares[1]
    assert boardwalk[1:4] == (400, 7, 200)
    assert list(boardwalk[4]) == [50, 200, 600, 1400, 1700, 2000]
    assert list(mediterranean[4]) == [2, 10, 30, 90, 160, 250]
    assert sum(price for _, price, group, _, _ in squares if group >= 0) == 5690  # all deeds
    assert [len([s for s in squares if s[2] == g]) for g in range(10)] == [2, 3, 3, 3, 3, 3, 3, 2, 4, 2]


def exact_frequencies():
    """The long-run share of the ends of rolls on each square, where jail is left by trying for doubles.

    States are the square with the number of doubles before, and the tries left in jail; cards are drawn as if
    from a full deck.
    """
    chance = {0: 0, 1: 24, 2: 11, 12: 5, 13: 39}
    states = [("at", square, doubles) for square in range(40) for doubles in range(3)]
    states += [("jail", left, 0) for left in (3, 2, 1)]
    index = {state: number for number, state in enumerate(states)}
    matrix = np.zeros((len(states), len(states)))
    ends = np.zeros((len(states), 41))

    def landed(square, p):
        """Squares that a move to ``square`` ends on; 40 is jail."""
        if square == 30:
            yield 40, p
        elif square in (7, 22, 36):
            for card in range(16):
                share = p / 16
                if card in chance:
                    yield chance[card], share
                elif card == 3:
                    yield 12 if square < 12 or square >= 28 else 28, share
                elif card in (4, 5):
                    yield {7: 15, 22: 25, 36: 5}[square], share
                elif card == 7:
                    yield from landed(square - 3, share)
                elif card == 9:
                    yield 40, share
                else:
                    yield square, share
        elif square in (2, 17, 33):
            yield 0, p / 16
            yield 40, p / 16
            yield square, p * 14 / 16
        else:
            yield square, p

    for state in states:
        kind, where, doubles = state
        for one in range(1, 7):
            for two in range(1, 7):
                p, double = 1 / 36, one == two
                if kind == "jail" and not double and where > 1:
                    matrix[index[state], index["jail", where - 1, 0]] += p
                    ends[index[state], 40] += p
                    continue
                if kind == "at" and double and doubles == 2:
                    matrix[index[state], index["jail", 3, 0]] += p
                    ends[index[state], 40] += p
                    continue
                start = 10 if kind == "jail" else where
                again = doubles + 1 if kind == "at" and double else 0
                for square, share in landed((start + one + two) % 40, p):
                    ends[index[state], square] += share
                    following = ("jail", 3, 0) if square == 40 else ("at", square, again)
                    matrix[index[state], index[following]] += share
    long_run = np.full(len(states), 1 / len(states))
    for _ in range(2000):
        long_run = long_run @ matrix
    return long_run @ ends


def test_squares_are_met_as_often_as_the_markov_chain_says():
    # Nobody buys, builds or pays to leave jail: only the dice and the cards count.
    class Walks:
        name = "walks"

        def choose(self, game, state, rng):
            by = {action.kind.name: action for action in game.actions(state)}
            for kind in ("ROLL", "TRY_DOUBLES", "AUCTION", "PASS"):
                if kind in by:
                    return by[kind]
            return next(iter(by.values()))

    expected = exact_frequencies()
    assert expected.sum() == pytest.approx(1.0)
    # Published: of all ends of rolls, most are in jail; Illinois Avenue is the street that is met most.
    streets = [s for s in range(40) if _core.MONOPOLY_SQUARES[s][2] in range(8)]
    assert max(streets, key=lambda square: expected[square]) == SQUARES.index("Illinois Avenue")
    counts, rng = np.zeros(41), random.Random(1)
    for _ in range(12):
        game = Monopoly(players=2, max_turns=1500)
        rolled = None
        for state, move in walked(game, rng, [Walks()] * 2):
            if rolled is not None and game.turn(state) is not Turn.CHANCE:
                counts[40 if state.jail[rolled] else state.at[rolled]] += 1
                rolled = None
            if move.kind.name == "DICE":
                rolled = state.mover
    found = counts / counts.sum()
    # 18,000 rolls; five standard errors, and a little for decks that are used up before they are shuffled.
    error = 5 * np.sqrt(expected * (1 - expected) / counts.sum()) + 0.002
    assert (np.abs(found - expected) <= error).all()


def test_tree_search_decides_with_a_value_for_each_player():
    game = Monopoly(players=4)
    state = game.start()
    for move, _ in [(game.actions(state)[0], 1)]:
        state = game.apply(state, move)
    dice = next(m for m, _ in game.outcomes(state) if (m.place, m.amount) == (1, 2))
    state = game.apply(state, dice)  # Baltic Avenue is for sale
    decision = hazard.decide(game, state, hazard.TreeSearch(), hazard.Budget(nodes=500))
    assert decision.players == 4
    assert decision.best.words in ("buy Baltic Avenue", "have Baltic Avenue auctioned")
    assert sum(decision.best.payoffs) == pytest.approx(1.0, abs=1e-6)


def test_a_match_of_four_is_played_and_wrong_settings_are_refused():
    match = hazard.play(Monopoly(max_turns=60), [BuyEverything(), *[RandomPlayer()] * 3], games=4, seed=1)
    assert sum(match.mean(player) for player in range(4)) == pytest.approx(1.0)
    with pytest.raises(hazard.GameError, match="players is 7"):
        Monopoly(players=7)
