"""Compiled games with secrets, and for several players, decide as the plain ones do."""

import pytest
from tests.compiling.secret_games import Dealt, Heap, Poker

import hazard
from hazard import Budget, CompileError, Determinized, GameError, InformationSets, MaxN, TreeSearch
from hazard.equilibrium.listing import list_game
from hazard.equilibrium.sampling import sampled_equilibrium
from hazard.several.deciding import SeveralSearcher
from hazard.twin import runs_compiled

GAMES = [Poker(), Poker(ranks=5, players=3)]


def said(decision):
    return [(o.action, o.value, o.visits, o.payoffs) for o in decision.options], decision.statistics.nodes


@pytest.mark.parametrize("search", [InformationSets(), InformationSets(observers="single"), Determinized()])
@pytest.mark.parametrize("game", GAMES, ids=["two", "three"])
def test_a_compiled_game_with_secrets_decides_as_the_plain_one(game, search):
    assert runs_compiled(game)
    plain = hazard.uncompiled(game)
    one, other = SeveralSearcher(game, search), SeveralSearcher(plain, search)
    for found in list(list_game(plain, plain.start()).all_sets())[::5]:
        budget = Budget(nodes=200)
        assert said(one.decide(found.state, budget)) == said(other.decide(found.state, budget))


@pytest.mark.parametrize("game", GAMES, ids=["two", "three"])
def test_fingerprints_of_what_is_seen_tell_apart_what_python_does(game):
    seats = game_seats(game)
    by_print, by_view = {}, {}
    for one in list_game(hazard.uncompiled(game), game.start()).all_sets():
        for state, _ in hazard.beliefs(hazard.uncompiled(game), one.state).worlds:
            for player in range(game.count):
                view = (player, game.sees(state, player))
                found = (player, seats.sees(state, player))
                assert by_print.setdefault(found, view) == view
                assert by_view.setdefault(view, found) == found


def game_seats(game):
    from hazard.twin import rules_of

    return rules_of(game).seats()


def test_payoffs_are_those_of_the_plain_rules():
    game = Poker(ranks=5, players=3)
    seats, over = game_seats(game), 0
    stack = [game.start()]
    while stack:
        state = stack.pop()
        if game.turn(state) is hazard.Turn.OVER:
            over += 1
            assert seats.payoffs(state) == game.value(state)
            assert sum(game.value(state)) == 0
            continue
        chance = game.turn(state) is hazard.Turn.CHANCE
        moves = [m for m, _ in game.outcomes(state)] if chance else game.actions(state)
        stack += [game.apply(state, move) for move in moves]
    assert over == 60 * 13


@pytest.mark.parametrize("search", [MaxN(), MaxN(paranoid=True), TreeSearch()])
def test_a_compiled_game_for_three_decides_as_the_plain_one(search):
    budget = Budget(nodes=500) if isinstance(search, TreeSearch) else None
    one, other = (hazard.decide(game, None, search, budget) for game in (Heap(), hazard.uncompiled(Heap())))
    assert said(one) == said(other)
    assert one.players == 3


def test_equilibria_and_samples_are_those_of_the_plain_game():
    game = Poker()
    assert hazard.equilibrium(game).value == pytest.approx(-1 / 24, abs=1e-6)  # four cards, by linear program
    one, other = (sampled_equilibrium(g, iterations=500) for g in (game, hazard.uncompiled(game)))
    assert one.shares == other.shares


def test_searches_for_two_refuse_a_compiled_game_for_three():
    with pytest.raises(GameError, match="a value for each of 3 players"):
        hazard.decide(Heap(), None, hazard.Expectimax())
    with pytest.raises(GameError, match="InformationSets or Determinized"):
        hazard.decide(Poker(), None, hazard.Expectimax())


def test_wrong_payoffs_of_a_compiled_game_are_named():
    class Short(Heap):
        def value(self, state):
            return [0.0, 1.0] if state.taken[0] > 5 else [0.0, 1.0, 2.0]

    with pytest.raises(GameError, match="for each player"):
        hazard.decide(hazard.compile(Short()), None, MaxN())

    class Unordered(Poker):
        def sees(self, state, player):
            return {state.cards[player]}

    with pytest.raises(CompileError, match="sees returns a set"):
        hazard.compile(Unordered())
    assert Dealt().dealt == 0
