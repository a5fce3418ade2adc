import random
import re

import pyspiel
import pytest
from tests import brute_force

import hazard
from hazard import Turn
from hazard.games import EinStein, EinSteinDirection, EinSteinRoll, EinSteinStep

GAME = EinStein()


def from_open_spiel(twin, mover):
    """OpenSpiel's picture as our text: its black sits at the top left as MAX does, and white is MIN."""
    cells = re.findall(r"\|(..)\|", str(twin))
    signs = ["." if c == "__" else c[1] if c[0] == "b" else "abcdef"[int(c[1]) - 1] for c in cells]
    rows = ["".join(signs[i : i + 5]) for i in range(0, 25, 5)]
    return f"{'/'.join(rows)} {mover}"


def new_open_spiel_game(draw):
    """A game after both layouts were drawn; OpenSpiel lets white, our MIN, begin."""
    twin = pyspiel.load_game("einstein_wurfelt_nicht").new_initial_state()
    for _ in range(2):
        twin.apply_action(draw.choice(twin.chance_outcomes())[0])
    return twin


def test_random_games_go_as_in_open_spiel():
    draw = random.Random(2004)
    for _ in range(200):
        twin, mover = new_open_spiel_game(draw), "min"
        state = GAME.parse(from_open_spiel(twin, mover))
        while True:
            face = draw.randrange(6)
            twin.apply_action(face)
            state = GAME.apply(state, EinSteinRoll(face + 1))
            mover, enemy = ("max", "min") if twin.current_player() == 0 else ("min", "max")
            assert GAME.turn(state) is (Turn.MAX if mover == "max" else Turn.MIN)
            followers = {}
            for action in twin.legal_actions():
                child = twin.child(action)
                then = f"{mover} won" if child.is_terminal() else enemy
                followers[from_open_spiel(child, then)] = action
            assert {GAME.text(GAME.apply(state, action)) for action in GAME.actions(state)} == set(followers)
            text = draw.choice(sorted(followers))
            twin.apply_action(followers[text])
            state = GAME.parse(text)
            if twin.is_terminal():
                break
        assert (GAME.turn(state), GAME.value(state)) == (Turn.OVER, twin.returns()[0])


def open_spiel_perft(twin, plies):
    if plies == 0 or twin.is_terminal():
        return int(plies == 0)
    actions = [a for a, _ in twin.chance_outcomes()] if twin.is_chance_node() else twin.legal_actions()
    return sum(open_spiel_perft(twin.child(action), plies - 1) for action in actions)


@pytest.mark.parametrize("seed", range(6))
def test_perft_with_chance_equals_open_spiels(seed):
    draw = random.Random(seed)
    twin = new_open_spiel_game(draw)
    state = GAME.parse(from_open_spiel(twin, "min"))
    for _ in range(2 * seed):  # two moves of a game each time: roll, move
        if twin.is_chance_node():
            face = draw.randrange(6)
            twin.apply_action(face)
            state = GAME.apply(state, EinSteinRoll(face + 1))
        else:
            mover = ("max", "min")[1 - twin.current_player()]
            twin.apply_action(draw.choice(twin.legal_actions()))
            state = GAME.parse(from_open_spiel(twin, mover))
    assert brute_force.perft(GAME, state, 4) == [open_spiel_perft(twin, plies) for plies in (1, 2, 3, 4)]


def test_perft_from_the_start():
    # Six faces, and of the six stones all have three ways: even the one in the corner only moves onto others.
    assert brute_force.perft(GAME, GAME.start(), 2) == [6, 18]


def test_a_stone_that_is_gone_gives_its_roll_to_both_neighbours():
    state = GAME.parse("..3../6..../...../..b../....f max")
    numbers = {
        face: {str(a.stone) for a in GAME.actions(GAME.apply(state, EinSteinRoll(face)))}
        for face in range(1, 7)
    }
    assert numbers == {1: {"3"}, 2: {"3"}, 3: {"3"}, 4: {"3", "6"}, 5: {"3", "6"}, 6: {"6"}}


def test_rolls_that_allow_the_same_lead_to_the_same_state():
    state = GAME.parse("..3../6..../...../..b../....f max")
    followers = [GAME.apply(state, EinSteinRoll(face)) for face in range(1, 7)]
    assert followers[0] == followers[1] == followers[2]
    assert followers[3] == followers[4]
    assert len(set(followers)) == 3


def test_a_stone_takes_whatever_stands_on_its_target():
    state = GAME.parse("12.../.a.../...../...../....b max 1")
    assert [GAME.describe(state, step) for step in GAME.actions(state)] == [
        "1 right*",
        "1 down",
        "1 diagonal*",
    ]
    assert (
        GAME.text(GAME.apply(state, EinSteinStep(1, EinSteinDirection.RIGHT, True)))
        == ".1.../.a.../...../...../....b min"
    )
    assert (
        GAME.text(GAME.apply(state, EinSteinStep(1, EinSteinDirection.DIAGONAL, True)))
        == ".2.../.1.../...../...../....b min"
    )


def played(text, step):
    state = GAME.parse(text)
    return GAME.apply(state, GAME.parse_move(state, step))


def test_the_opposite_corner_wins_and_so_does_the_last_enemy_stone():
    corner = played("..b../...../...../...1./..... max 1", "1 diagonal")
    assert GAME.text(corner) == "..b../...../...../...../....1 max won"
    taken = played("...../..1../..b../...../..... min 2", "2 up*")
    assert (GAME.turn(taken), GAME.value(taken)) == (Turn.OVER, -1.0)


def test_a_race_is_decided_by_who_is_to_move():
    # Both stand next to their goals, and with one stone each every roll will do.
    race = "...../.a.../...../...1./....."
    for mover, action, value in (("max", "1 diagonal", 1.0), ("min", "1 diagonal", -1.0)):
        decision = hazard.decide(GAME, GAME.parse(f"{race} {mover} 5"), None, hazard.Budget(depth=1))
        assert (decision.best.words, decision.value) == (action, value)


def test_a_race_by_hand():
    # MAX's 2 is one step from the goal, its 5 far away; MIN's a needs two steps, so MAX rolls once more.
    # 1 and 2 must be moved by 2 and win; 3 and 4 let MAX choose 2 and win; only 5 and 6 do not: 4/6 win at
    # once, else MIN has its second step: 2 * 4/6 - 1 = 1/3, if 5 cannot take a nor a be kept from the goal.
    state = GAME.parse("...../...../a..../5..../...2. min 3")
    assert GAME.actions(state) == [
        EinSteinStep(1, EinSteinDirection.UP, False)
    ]  # on the edge there is one way only
    decision = hazard.decide(GAME, state, None, hazard.Budget(depth=3))
    assert decision.value == pytest.approx(1 / 3)


def test_stones_nearer_to_the_goal_are_worth_more():
    far = GAME.value(GAME.parse("1..../...../...../...../....a max"))
    near = GAME.value(GAME.parse("...../...../..1../...../....a max"))
    assert -1 < far < near < 1


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("hello", "cannot read the EinStein state"),
        ("12.../a..../...../..... max", "expected 5 rows of 5"),
        ("11.../a..../...../...../..... max", "stone '1' stands on several cells"),
        ("12.../a..../...../...../....2 max", "stone '2' stands on several cells"),
        ("a..../1..../...../...../..... max", "is over; expected 'min won'"),
        ("1..../a..../...../...../..... max won", "max has not won"),
        ("12.../a..../...../...../..... max 1 2", "no roll lets stones 1 and 2 move"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text, complaint):
    with pytest.raises(hazard.GameError, match=complaint):
        GAME.parse(text)


@pytest.mark.parametrize("layout", [(1, 2, 3), (1, 2, 3, 4, 5, 5), (0, 1, 2, 3, 4, 5)])
def test_a_layout_is_six_different_numbers(layout):
    with pytest.raises(hazard.GameError, match="max_layout"):
        EinStein(max_layout=layout)
