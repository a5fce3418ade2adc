"""Monopoly: every state is lawful, rents are the rule book's, squares are met as a Markov chain says."""

import random

import numpy as np
import pytest
from tests.games.monopoly.chain import long_run

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


def test_three_tries_in_jail_do_not_stop_a_player_from_building_or_mortgaging():
    game, rng = Monopoly(players=2, max_turns=400), random.Random(3)
    managed = {
        move.kind.name
        for state, move in walked(game, rng, [BuyEverything(), RandomPlayer()])
        if state.jail[state.mover] and game.turn(state) is Turn.player(state.mover)
    }
    assert managed & {"BUILD", "MORTGAGE", "REDEEM", "OFFER"}


def test_a_bankrupt_of_the_bank_has_all_deeds_auctioned():
    # Whoever owes a tax or a card and has nothing left to sell: its deeds come up one after the other.
    game = Monopoly(players=4, max_turns=600)
    auctions = 0
    for seed in range(12):
        before = None
        for state, move in walked(game, random.Random(seed), [RandomPlayer(), *[BuyEverything()] * 3]):
            if before is not None and sum(state.out) > sum(before[0].out):
                gone = next(p for p in range(4) if state.out[p] and not before[0].out[p])
                owned = [square for square in range(40) if before[0].owner[square] == gone]
                taken = {state.owner[square] for square in owned}
                if owned and taken == {7} and game.turn(state) is not Turn.OVER:
                    auctions += 1
                    assert move.kind.name in ("BID", "PASS")
                    assert state.square in owned
            before = state, move
    assert auctions > 0


def test_rents_are_those_of_the_rule_book():
    squares = _core.MONOPOLY_SQUARES
    boardwalk, mediterranean = squares[SQUARES.index("Boardwalk")], squares[1]
    assert boardwalk[1:4] == (400, 7, 200)
    assert list(boardwalk[4]) == [50, 200, 600, 1400, 1700, 2000]
    assert list(mediterranean[4]) == [2, 10, 30, 90, 160, 250]
    assert sum(price for _, price, group, _, _ in squares if group >= 0) == 5690  # all deeds
    assert [len([s for s in squares if s[2] == g]) for g in range(10)] == [2, 3, 3, 3, 3, 3, 3, 2, 4, 2]


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

    expected = np.array(long_run().ends)
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


def test_the_guess_weighs_rents_by_the_chain_and_prefers_what_pays():
    # Who holds the orange streets, met more often and cheaper to build on, is ahead of who holds the blue.
    assert [round(1e4 * share) for share in long_run().ends[:40]] == _core.MONOPOLY_ROLL_ENDS
    game = Monopoly(players=2, max_turns=300)
    state = game.start()
    even = game.heuristic(state)
    assert even == pytest.approx((0.5, 0.5), abs=1e-9)
    rng = random.Random(2)
    for before, move in walked(game, rng, [BuyEverything()] * 2):
        after = game.apply(before, move)
        assert sum(game.heuristic(after)) == pytest.approx(1.0)
        if move.kind.name == "BUY" and game.turn(after) is not Turn.OVER:
            # a street that is bought at its price is never a bad bargain early in the game
            assert game.heuristic(after)[before.mover] > game.heuristic(before)[before.mover] - 0.01
        if before.turns > 20:
            break


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
