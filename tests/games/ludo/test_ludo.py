"""Ludo by its rule book: a twin on absolute squares, whole games, and chances worked out by hand."""

import random
from fractions import Fraction

import pytest

import hazard
from hazard.game import GameError, Turn
from hazard.games import Ludo
from hazard.settings import SettingError

SAFE = {0, 8, 13, 21, 26, 34, 39, 47}


def placed(state, starts):
    """Return who stands on which square of the track, as somebody sees who looks at the board."""
    board = {}
    for player, steps in enumerate(state.tokens):
        for step in steps:
            if 1 <= step <= 51:
                board.setdefault((starts[player] + step - 1) % 52, []).append(player)
    return board


def moved(state, step, starts):
    """Return the tokens after a move, square by square on the board; None: it is against the rules."""
    me, board = state.mover, placed(state, starts)

    def blocked(square):
        there = board.get(square, [])
        return any(there.count(foe) >= 2 for foe in range(len(starts)) if foe != me)

    if step == 0:
        if state.die != 6:
            return None
        end = 1
        if blocked(starts[me]):
            return None
    else:
        end = step
        for _ in range(state.die):
            end += 1
            if end > 57 or (end <= 51 and blocked((starts[me] + end - 1) % 52)):
                return None
    tokens = [list(steps) for steps in state.tokens]
    tokens[me].remove(step)
    tokens[me].append(end)
    square = (starts[me] + end - 1) % 52 if end <= 51 else None
    if square is not None and square not in SAFE:
        for foe in range(len(starts)):
            if foe != me:
                there = [s for s in tokens[foe] if 1 <= s <= 51 and (starts[foe] + s - 1) % 52 == square]
                for one in there:
                    tokens[foe].remove(one)
                    tokens[foe].append(0)
    return tuple(tuple(sorted(steps, reverse=True)) for steps in tokens)


@pytest.mark.parametrize(
    ("players", "starts"),
    [(2, (0, 26)), (3, (0, 13, 26)), (4, (0, 13, 26, 39))],
    ids=["two", "three", "four"],
)
def test_whole_games_go_by_the_rule_book(players, starts):
    game, dice = Ludo(players), random.Random(players)
    for _ in range(8):
        state, longest = game.start(), 0
        while game.turn(state) is not Turn.OVER:
            longest += 1
            assert longest < 20_000
            if state.die == 0:
                rolled = state._replace(die=dice.randint(1, 6))
                allowed = [s for s in dict.fromkeys(state.tokens[state.mover]) if moved(rolled, s, starts)]
                after = game.apply(state, rolled.die)
                if rolled.die == 6 and state.sixes == 2:
                    assert (after.mover, after.die, after.sixes) == ((state.mover + 1) % players, 0, 0)
                elif allowed:
                    assert after == rolled
                    assert game.actions(after) == allowed
                else:
                    assert after.tokens == state.tokens
                    assert after.mover == (state.mover if rolled.die == 6 else (state.mover + 1) % players)
                state = after
                continue
            step = dice.choice(game.actions(state))
            after = game.apply(state, step)
            assert after.tokens == moved(state, step, starts)
            again = state.die == 6
            assert (after.mover, after.sixes) == (
                (state.mover, state.sixes + 1) if again else ((state.mover + 1) % players, 0)
            )
            assert game.parse(game.text(after)) == after
            state = after
        assert sum(game.value(state)) == 1.0


def test_the_first_turn_brings_tokens_out_as_often_as_sixes_fall():
    # One token comes out by one six, and a second one by two; with the third six in a row the turn ends.
    game = Ludo(2)
    out = {0: Fraction(0), 1: Fraction(0), 2: Fraction(0)}
    open_ = [(game.start(), Fraction(1))]
    while open_:
        state, chance = open_.pop()
        if state.mover == 1:
            out[sum(step > 0 for step in state.tokens[0])] += chance
        elif state.die == 0:
            open_ += [(game.apply(state, face), chance / 6) for face, _ in game.outcomes(state)]
        else:
            open_.append((game.apply(state, game.actions(state)[-1]), chance))  # out, rather than on
    assert out == {0: Fraction(5, 6), 1: Fraction(5, 36), 2: Fraction(1, 36)}


def test_two_of_a_colour_are_not_passed_and_a_safe_square_is():
    game = Ludo(2)
    # MIN's step 39 is MAX's step 13; 35 is MAX's 9, a star.
    assert game.actions(game.parse("0 4 0: 10 2 0 0 / 39 39 0 0")) == [2]
    shared = game.apply(game.parse("0 4 0: 5 0 0 0 / 35 0 0 0"), 5)
    assert shared.tokens == ((9, 0, 0, 0), (35, 0, 0, 0))


def test_home_is_reached_by_the_exact_number():
    game = Ludo(2)
    assert game.actions(game.parse("0 3 0: 55 54 9 0 / 0 0 0 0")) == [54, 9]
    over = game.apply(game.parse("0 3 0: 57 57 57 54 / 56 56 56 56"), 54)
    assert game.turn(over) is Turn.OVER
    assert game.value(over) == (1.0, 0.0)


def test_compiled_rules_decide_as_the_plain_ones():
    pytest.importorskip("llvmlite")
    plain = Ludo(4)
    compiled = hazard.compile(Ludo(4))
    state = plain.parse("0 3 0: 10 5 0 0 / 39 0 0 0 / 0 0 0 0 / 5 5 5 5")
    for search, budget in (
        (hazard.MaxN(), hazard.Budget(depth=3)),
        (hazard.TreeSearch(seed=1), hazard.Budget(nodes=200)),
    ):
        one, other = (hazard.decide(game, state, search, budget) for game in (plain, compiled))
        assert (one.action, one.value) == (other.action, other.value)


def test_looking_ahead_wins_more_than_its_share():
    # 60 games, each seat in turn: a quarter would be luck, with a standard error of 0.056.
    pytest.importorskip("llvmlite")
    searching = hazard.SearchPlayer(hazard.TreeSearch(), hazard.Budget(nodes=60))
    players = [searching, *[hazard.RandomPlayer()] * 3]
    match = hazard.play(hazard.compile(Ludo(4)), players, games=60, seed=2)
    assert sum(scores[0] for scores in match.scores) / 60 > 0.25 + 2 * 0.056


@pytest.mark.parametrize(
    "text",
    ["", "0 6 0", "5 0 0: 0 0 0 0 / 0 0 0 0", "0 0 0: 0 0 0 / 0 0 0 0", "0 1 0: 0 0 0 0 / 0 0 0 0", "a: b"],
)
def test_a_state_that_cannot_be_is_refused(text):
    with pytest.raises(GameError) as told:
        Ludo(2).parse(text)
    assert told.value.code == "ludo.no_state"


@pytest.mark.parametrize("players", [1, 5, True, 2.0])
def test_a_wrong_number_of_players_is_refused(players):
    with pytest.raises(GameError):
        Ludo(players)


def test_a_search_for_two_players_says_which_one_is_for_several():
    with pytest.raises(SettingError) as told:
        hazard.decide(Ludo(3), Ludo(3).parse("0 3 0: 10 5 0 0 / 0 0 0 0 / 0 0 0 0"), hazard.Expectimax())
    assert "TreeSearch or MaxN" in str(told.value)
