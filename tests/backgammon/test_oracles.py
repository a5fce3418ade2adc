"""The same boards after every roll as in other programs: GNU Backgammon, Open Sage and OpenSpiel.

``HAZARD_BACKGAMMON_POSITIONS=10000 pytest tests/backgammon/test_oracles.py`` compares more of them.
"""

import os
import random
from collections import Counter

import pytest
from tests.backgammon.positions_met import GAME, decisions

from hazard import Turn
from hazard.backgammon import START, Position

POSITIONS = int(os.environ.get("HAZARD_BACKGAMMON_POSITIONS", "2000"))
NO_WHEEL = "an oracle of the development requirements, which has no wheel for this platform"


def afterstates(state):
    """The boards after each play, seen by the player who made it: own checkers, then the opponent's."""
    return [(tuple(after.opponent), tuple(after.own)) for _, after in GAME._core.plays(state)]


@pytest.fixture(scope="module")
def gnubg():
    return pytest.importorskip("gnubg_nn", reason=NO_WHEEL)


@pytest.fixture(scope="module")
def sage():
    return pytest.importorskip("bgsage", reason=NO_WHEEL)


def in_gnubg(gnubg, position, dice):
    """GNU Backgammon's boards after each play; its boards begin with the opponent of the mover."""
    board = [list(position.opponent), list(position.own)]
    keys = gnubg.moves(board, *dice)
    found = [gnubg.board_from_position_key(key)[::-1] for key in keys]
    return found or [(position.own, position.opponent)]


def test_the_afterstates_are_those_of_gnu_backgammon(gnubg):
    for state in decisions(POSITIONS, seed=11):
        found = afterstates(state)
        theirs = in_gnubg(gnubg, GAME.position(state), state.dice)
        assert len(found) == len(theirs), GAME.text(state)
        assert set(found) == set(theirs), GAME.text(state)


def test_perft_with_chance_equals_gnu_backgammons(gnubg):
    openings = [(high, low) for high in range(1, 7) for low in range(1, high)]
    rolls = openings + [(die, die) for die in range(1, 7)]
    following = Counter()
    for roll in openings:
        following.update(Position(*after).swapped() for after in in_gnubg(gnubg, START, roll))
    lines = sum(
        n * len(in_gnubg(gnubg, position, roll)) for position, n in following.items() for roll in rolls
    )
    # Either player may have won the opening roll.
    plays = following.total()
    assert [GAME._core.perft(GAME.start(), plies) for plies in (2, 3, 4)] == [
        2 * plays,
        42 * plays,
        2 * lines,
    ]


def test_position_ids_are_gnu_backgammons(gnubg):
    for state in decisions(POSITIONS, seed=12):
        position = GAME.position(state)
        assert position.id == gnubg.position_id([list(position.opponent), list(position.own)])
        assert Position.from_id(position.id) == position


def sage_board(position):
    """Open Sage's 26 numbers: the opponent's bar, points 1 to 24 (its checkers negative), the bar."""
    points = [own - other for own, other in zip(position.own[:24], position.opponent[23::-1], strict=True)]
    return [position.opponent[24], *points, position.own[24]]


def test_the_afterstates_are_those_of_open_sage(sage):
    for state in decisions(POSITIONS, seed=13):
        if sum(state.own) == 1:
            continue  # it lets the last checker go off by one die where the rules ask for both
        found = {tuple(sage_board(Position(*after))) for after in afterstates(state)}
        theirs = sage.possible_moves(sage_board(GAME.position(state)), *state.dice)
        assert len(found) == len(theirs), GAME.text(state)
        assert found == set(map(tuple, theirs)), GAME.text(state)


def test_a_game_ends_and_pays_as_in_open_sage(sage):
    ends = 0
    for state in decisions(POSITIONS // 2, seed=14):
        for _, following in GAME._core.plays(state)[:5]:
            loser = GAME.position(following)
            # It counts the checkers that were borne off by those that are missing, as we do.
            result = sage.check_game_over(sage_board(loser.swapped()))
            assert (GAME.turn(following) is Turn.OVER) == (result != 0)
            if result:
                assert result == abs(GAME.value(following))
                ends += 1
    assert ends > 10


def of_open_spiel(twin, player):
    """OpenSpiel's board as ours, seen by ``player``; x, its player 0, moves from point 1 up to 24."""
    sides = []
    for side in (player, 1 - player):
        points = [twin.board(side, i) for i in range(24)]
        sides.append((*(points[::-1] if side == 0 else points), twin.board(side, 100)))
    return tuple(sides)


def open_spiel_afterstates(twin, player):
    """Where the turn may end; OpenSpiel plays doubles as two turns of two dice."""
    level, found = {of_open_spiel(twin, player): twin}, set()
    while level:
        following = {}
        for node in level.values():
            for action in node.legal_actions():
                child = node.child(action)
                goes_on = not child.is_terminal() and child.current_player() == player
                after = of_open_spiel(child, player)
                following.update({after: child} if goes_on else {})
                found.update(() if goes_on else {after})
        level = following
    return found


def test_random_games_go_as_in_open_spiel():
    game = pytest.importorskip("pyspiel").load_game("backgammon(scoring_type=full_scoring)")
    draw = random.Random(15)
    for _ in range(4):
        twin = game.new_initial_state()
        while not twin.is_terminal():
            twin.apply_action(draw.choice(twin.chance_outcomes())[0])
            player = twin.current_player()
            dice = tuple(int(sign) for sign in str(twin).split("Dice: ")[1][:2])
            state = GAME.state(Position(*of_open_spiel(twin, player)), player, dice)
            ours, theirs = set(afterstates(state)), open_spiel_afterstates(twin, player)
            # With doubles it makes each half as long as can be, not the whole, and so allows a little more.
            assert ours <= theirs if dice[0] == dice[1] else ours == theirs, GAME.text(state)
            while not twin.is_terminal() and twin.current_player() == player:
                twin.apply_action(draw.choice(twin.legal_actions()))
        loser = 0 if twin.returns()[0] < 0 else 1
        over = GAME.state(Position(*of_open_spiel(twin, loser)), loser)
        assert (GAME.turn(over), GAME.value(over)) == (Turn.OVER, twin.returns()[0])
