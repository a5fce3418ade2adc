import random
import re
from dataclasses import fields
from itertools import pairwise

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import brute_force
from tests.games.twenty48 import rulebook_2048 as rulebook

import hazard
from hazard import Budget, Expectimax, Turn
from hazard.arena import draw
from hazard.games import Twenty48, Twenty48Slide, Twenty48Spawn
from hazard.games.twenty48.game import RowWeights

GAME = Twenty48()
WAYS = list(Twenty48Slide)
NAMES = [field.name for field in fields(RowWeights)]


MOST = 262140  # what tiles can add up to: 131072 + 65536 + ... + 4 fill sixteen cells


def boards(rows=4, columns=4, largest=15):
    tile = st.integers(0, largest).map(lambda power: 2**power if power else 0)
    row = st.tuples(*[tile] * columns)
    return st.tuples(*[row] * rows).filter(lambda board: 0 < sum(map(sum, board)) <= MOST)


def large_boards(rows=4, columns=4):
    """Boards with tiles of 16384 to 131072, many of them equal and side by side."""
    tile = st.sampled_from([0, 2, 4, 16384, 32768, 32768, 65536, 65536, 131072])
    row = st.tuples(*[tile] * columns)
    return st.tuples(*[row] * rows).map(within_the_sum).filter(lambda board: any(map(any, board)))


def within_the_sum(board):
    """The same board with tiles of 2 in place of those that are too much."""
    left, rows = MOST, []
    for row in board:
        cells = []
        for tile in row:
            cells.append(tile if tile <= left - 2 * 16 else 2)
            left -= cells[-1]
        rows.append(tuple(cells))
    return tuple(rows)


def random_board(draw, rows=4, columns=4, largest=6):
    return tuple(
        tuple(draw.choice([0, 2 ** draw.randint(1, largest)]) for _ in range(columns)) for _ in range(rows)
    )


def slides(board):
    """The rule book's, by our records."""
    return {Twenty48Slide[way.upper()]: found for way, found in rulebook.slides(board).items()}


# ---- the rules, against the rule book -----------------------------------------------------------------


@given(boards(largest=17) | large_boards())
def test_slides_go_by_the_rule_book(board):
    state = GAME.parse(rulebook.text(board))
    expected = slides(board)
    assert GAME.turn(state) is (Turn.MAX if expected else Turn.OVER)
    assert GAME.actions(state) == list(expected)
    for way, (after, points) in expected.items():
        slid = GAME.apply(state, way)
        assert GAME.text(slid) == rulebook.text(after) + " spawn"
        assert GAME.reward(state, way) == points
        for (outcome, _), (*_, then) in zip(GAME.outcomes(slid), sorted_spawns(after), strict=True):
            dealt = GAME.apply(slid, outcome)
            assert GAME.text(dealt) == rulebook.text(then)
            assert dealt == GAME.parse(rulebook.text(then))
            assert GAME.turn(dealt) is (Turn.MAX if rulebook.slides(then) else Turn.OVER)


def sorted_spawns(board):
    """As hazard lists them: all the 2s, then all the 4s."""
    return sorted(rulebook.spawns(board), key=lambda spawn: spawn[2])


SIZES = [(rows, columns) for rows in range(1, 5) for columns in range(1, 5) if rows * columns > 1]


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_every_size_of_board_goes_by_the_rule_book(rows, columns):
    game, draw = Twenty48(rows, columns), random.Random(rows * 10 + columns)
    for _ in range(60):
        board = random_board(draw, rows, columns, largest=3)
        if not any(map(any, board)):
            continue
        state, expected = game.parse(rulebook.text(board)), slides(board)
        assert game.actions(state) == list(expected)
        for way, (after, points) in expected.items():
            slid = game.apply(state, way)
            assert game.text(slid) == rulebook.text(after) + " spawn"
            assert game.reward(state, way) == points
            found = {outcome: (p, game.text(game.apply(slid, outcome))) for outcome, p in game.outcomes(slid)}
            assert found == {
                Twenty48Spawn(tile, r, c): (pytest.approx(p), rulebook.text(then))
                for r, c, tile, p, then in rulebook.spawns(after)
            }


def rulebook_perft(board, plies, chance):
    if plies == 0:
        return 1
    dealt = (after for *_, after in rulebook.spawns(board))
    slid = (after for after, _ in rulebook.slides(board).values())
    return sum(rulebook_perft(after, plies - 1, not chance) for after in (dealt if chance else slid))


@pytest.mark.parametrize("seed", range(6))
def test_perft_with_chance_equals_the_rule_books(seed):
    board = random_board(random.Random(seed), largest=3)
    state = GAME.parse(rulebook.text(board))
    assert brute_force.perft(GAME, state, 4) == [rulebook_perft(board, n, False) for n in (1, 2, 3, 4)]


def test_perft_from_the_start():
    # 16 cells and two tiles, then 15 cells and two tiles; then what can slide does.
    assert brute_force.perft(GAME, GAME.start(), 2) == [32, 32 * 30]


def test_random_games_go_as_in_open_spiel():
    # OpenSpiel leaves out slides that merge without moving anything else (8 4 4 0, to the left), so it lists
    # no more than we do; what it lists leads to the same boards and pays the same.
    draw = random.Random(2048)
    for _ in range(10):
        twin, points = pyspiel.load_game("2048").new_initial_state(), 0.0
        for _ in range(2):
            twin.apply_action(draw.choice(twin.chance_outcomes())[0])
        state = from_open_spiel(twin)
        while not twin.is_terminal():
            assert {WAYS[action] for action in twin.legal_actions()} <= set(GAME.actions(state))
            action = draw.choice(twin.legal_actions())
            points += GAME.reward(state, WAYS[action])
            after = GAME.apply(state, WAYS[action])
            twin.apply_action(action)
            probabilities = sorted(p for _, p in twin.chance_outcomes())
            assert sorted(p for _, p in GAME.outcomes(after)) == pytest.approx(probabilities)
            twin.apply_action(draw.choice(twin.chance_outcomes())[0])
            state = from_open_spiel(twin)
            assert state in [GAME.apply(after, outcome) for outcome, _ in GAME.outcomes(after)]
        assert twin.returns()[0] == points


def from_open_spiel(twin):
    cells = re.findall(r"\d+", str(twin))[:16]
    return GAME.parse("/".join(" ".join(cells[i : i + 4]) for i in range(0, 16, 4)))


# ---- algebra ------------------------------------------------------------------------------------------


def tile_sum(text):
    return sum(int(cell) for cell in re.findall(r"\d+", text))


def worth(text):
    """What making each tile out of twos has paid: 4 pays 4, 8 pays 4 + 4 + 8, in general (n - 1) * 2**n."""
    return sum((int(cell).bit_length() - 2) * int(cell) for cell in re.findall(r"\d+", text))


@given(boards() | large_boards())
def test_a_slide_keeps_the_sum_of_the_tiles_and_pays_what_the_merges_make(board):
    state = GAME.parse(rulebook.text(board))
    before = GAME.text(state)
    for way in GAME.actions(state):
        after = GAME.text(GAME.apply(state, way))
        assert tile_sum(after) == tile_sum(before)
        assert GAME.reward(state, way) == worth(after) - worth(before)


@given(boards(largest=11) | large_boards())
def test_mirror_images_are_worth_the_same(board):
    for objective in ("score", "survival"):
        game = Twenty48(objective=objective)
        values = [game.value(game.parse(rulebook.text(image))) for image in rulebook.images(board)]
        assert values == pytest.approx([values[0]] * 8, rel=1e-6)


@given(boards(3, 3, largest=9) | large_boards(3, 3))
def test_with_symmetry_mirror_images_are_one_state(board):
    game, plain = Twenty48(3, 3, symmetry=True), Twenty48(3, 3)
    state = game.parse(rulebook.text(board))
    assert {game.parse(rulebook.text(image)) for image in rulebook.images(board)} == {state}
    followers = {game.apply(state, way) for way in game.actions(state)}
    original = plain.parse(rulebook.text(board))
    expected = {plain.text(plain.apply(original, way)) for way in plain.actions(original)}
    assert followers == {game.parse(text) for text in expected}


# ---- the end, and the largest tile --------------------------------------------------------------------


def test_it_is_over_when_the_board_is_full_and_no_neighbours_are_equal():
    full = "2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2"
    assert GAME.turn(GAME.parse(full)) is Turn.OVER
    assert GAME.value(GAME.parse(full)) == 0.0
    assert GAME.turn(GAME.parse(full.replace("4 2 4 2/2", "4 2 4 4/2"))) is Turn.MAX
    assert GAME.turn(GAME.parse(full.removesuffix("2") + ".")) is Turn.MAX


def test_a_tile_merges_once_in_a_slide():
    state = GAME.parse("2 2 4 8/2 2 2 2/4 2 2 ./2 2 2 .")
    assert GAME.text(GAME.apply(state, Twenty48.LEFT)) == "4 4 8 ./4 4 . ./4 4 . ./4 2 . . spawn"


def test_tiles_of_32768_and_more_merge_like_all_others():
    state = GAME.parse("32768 32768 2 4/2 4 8 16/4 8 16 32/8 16 32 64")
    assert GAME.actions(state) == [Twenty48.RIGHT, Twenty48.LEFT]
    assert GAME.reward(state, Twenty48.LEFT) == 65536
    assert GAME.text(GAME.apply(state, Twenty48.LEFT)).startswith("65536 2 4 ./")
    state = GAME.parse("65536 2 4 8/65536 4 2 4/32768 2 4 2/16384 8 2 4")
    assert GAME.actions(state) == [Twenty48.UP, Twenty48.DOWN]
    assert GAME.reward(state, Twenty48.UP) == 131072
    assert GAME.text(GAME.apply(state, Twenty48.UP)) == "131072 2 4 8/32768 4 2 4/16384 2 4 2/. 8 2 4 spawn"


@pytest.mark.parametrize("pair", ["32768 65536", "65536 131072", "32768 131072"])
def test_large_tiles_that_differ_do_not_merge(pair):
    state = GAME.parse(f"{pair} 2 4/2 4 8 16/4 8 16 32/8 16 32 64")
    assert GAME.turn(state) is Turn.OVER


@pytest.mark.parametrize("seed", range(20))
def test_whole_games_with_large_tiles_go_by_the_rule_book(seed):
    choice = random.Random(seed)
    board = tuple(tuple(choice.choice([2, 16384, 32768, 65536]) for _ in range(4)) for _ in range(4))
    board = within_the_sum(board)
    for _ in range(300):
        state, open_ways = GAME.parse(rulebook.text(board)), slides(board)
        assert GAME.actions(state) == list(open_ways)
        if not open_ways:
            break
        way = choice.choice(list(open_ways))
        after, points = open_ways[way]
        slid = GAME.apply(state, way)
        assert (GAME.text(slid), GAME.reward(state, way)) == (rulebook.text(after) + " spawn", points)
        *_, board = choice.choice(list(rulebook.spawns(after)))
    assert GAME.turn(GAME.parse(rulebook.text(board))) is Turn.OVER


@pytest.mark.parametrize("goal", [32768, 65536, 131072])
def test_a_goal_of_a_large_tile_is_reached_by_making_it(goal):
    game = Twenty48(goal=goal)
    state = game.parse(f"{goal // 2} {goal // 2} 2 ./. . . ./. . . ./. . . .")
    made = game.apply(state, Twenty48.LEFT)
    assert (game.turn(made), game.value(made)) == (Turn.OVER, 1.0)
    assert game.turn(game.apply(state, Twenty48.DOWN)) is Turn.CHANCE
    found = hazard.decide(game, state, Expectimax(), Budget(depth=1))
    assert (found.value, found.action in (Twenty48.LEFT, Twenty48.RIGHT)) == (1.0, True)


@pytest.mark.parametrize("network", [None, "shipped"])
def test_boards_beyond_32768_are_valued_as_if_their_large_tiles_were_half(network):
    """Of 65536, 32768 and 16384 with no 8192, each counts half; what is below the gap stays as it is."""
    game = Twenty48(network=network)
    for large, half in (
        ("65536 32768 16384 2048/2 4 8 .", "32768 16384 8192 2048/2 4 8 ."),
        ("65536 65536 8192 4/. 2 . .", "32768 32768 8192 4/. 2 . ."),
        ("131072 65536 4 ./. 2 . .", "32768 16384 4 ./. 2 . ."),
    ):
        rest = "/. . . ./. . . . spawn"
        assert game.value(game.parse(large + rest)) == game.value(game.parse(half + rest))


def test_a_search_to_the_end_knows_what_large_tiles_merge_into():
    small = Twenty48(2, 2)
    position = small.parse("32768 32768/65536 4")
    found = hazard.decide(small, position, Expectimax(), Budget())
    assert found.options[0].kind == "exact"
    assert found.value == pytest.approx(rulebook.best_from(((32768, 32768), (65536, 4))), abs=1e-6)
    assert found.value > 65536 + 131072


def test_a_game_begins_with_two_tiles():
    state = GAME.start()
    for _ in range(2):
        assert GAME.turn(state) is Turn.CHANCE
        state = GAME.apply(state, GAME.outcomes(state)[0][0])
    assert GAME.text(state) == "2 2 . ./. . . ./. . . ./. . . ."
    assert GAME.turn(state) is Turn.MAX


# ---- exact values -------------------------------------------------------------------------------------

# The best expected score of small boards, as another program found it and as the rule book confirms.
BEST_SCORE = {(2, 2): 66.964149457, (2, 3): 480.258271776}


@pytest.mark.parametrize("symmetry", [False, True])
@pytest.mark.parametrize("size", BEST_SCORE)
def test_best_play_on_small_boards_scores_the_known_average(size, symmetry):
    solution = hazard.solve(Twenty48(*size, symmetry=symmetry))
    assert solution.value() == pytest.approx(BEST_SCORE[size], abs=1e-8)
    assert solution.error < 1e-8


@pytest.mark.parametrize("size", BEST_SCORE)
def test_the_rule_book_finds_the_same_average(size):
    assert rulebook.best_expected_score(*size) == pytest.approx(BEST_SCORE[size], abs=1e-8)


def test_turning_the_board_changes_nothing():
    assert hazard.solve(Twenty48(3, 2)).value() == pytest.approx(BEST_SCORE[2, 3], abs=1e-8)


def test_a_search_to_the_end_finds_the_exact_value():
    game = Twenty48(2, 2)
    state = game.parse("2 ./. 2")
    exact = hazard.solve(game).value(state)
    found = hazard.decide(game, state, Expectimax(), Budget())
    assert found.value == pytest.approx(exact, abs=1e-9)
    assert found.options[0].kind == "exact"


def test_the_chance_to_reach_a_goal_falls_as_the_goal_rises():
    chances = [hazard.solve(Twenty48(2, 2, goal=goal)).value() for goal in (8, 16, 32, 64)]
    assert chances == sorted(chances, reverse=True)
    assert 0.9 < chances[1] < 1.0
    # The largest tile that four cells can hold: 4, 8, 16 and a 4 that comes last make 32.
    assert chances[2] > 0.0
    assert chances[3] == 0.0


# ---- what it is played for ----------------------------------------------------------------------------


@given(boards(largest=15) | large_boards())
def test_alive_is_worth_more_than_over_in_survival(board):
    game = Twenty48(objective="survival")
    state = game.parse(rulebook.text(board))
    over = game.turn(state) is Turn.OVER
    assert (game.value(state) == 0.0) == over
    assert game.value(state) >= 0.0
    assert all(game.reward(state, way) == 0.0 for way in game.actions(state))


WELL_KNOWN = (200_000, 270, 700, 47, 4.0, 11, 3.5)


def row_value(line, weights=WELL_KNOWN):
    """The row heuristic by its definition: empties, runs of equal tiles, order, mass."""
    alive, empty, merge, disorder, disorder_power, mass, mass_power = weights
    powers = [tile.bit_length() - 1 if tile else 0 for tile in line]
    tiles = [power for power in powers if power]
    runs, merges = 1, 0
    for before, power in zip(tiles, [*tiles, 0][1:], strict=True):
        runs, merges = (runs + 1, merges) if power == before else (1, merges + (runs if runs > 1 else 0))
    sizes = [power**disorder_power if power else 0.0 for power in powers]
    steps = [b - a for a, b in pairwise(sizes)]
    wrong = min(sum(-s for s in steps if s < 0), sum(s for s in steps if s > 0))
    heap = sum(power**mass_power for power in powers if power)
    return max(1.0, alive + empty * powers.count(0) + merge * merges - disorder * wrong - mass * heap)


@given(boards())
def test_the_heuristic_is_the_sum_over_rows_and_columns(board):
    game = Twenty48(objective="survival")
    state = game.parse(rulebook.text(board) + (" spawn" if any(0 in row for row in board) else ""))
    if game.turn(state) is Turn.OVER:
        return
    expected = sum(row_value(line) for line in (*board, *rulebook.turned(board)))
    assert game.value(state) == pytest.approx(expected, rel=1e-6)


@given(
    boards(3, 4),
    st.tuples(*[st.floats(0, 1000)] * 3, st.floats(0, 2), st.floats(0, 4), st.floats(0, 2), st.floats(0, 4)),
)
def test_the_heuristic_goes_by_its_weights(board, weights):
    game = Twenty48(3, 4, row_weights=RowWeights(**dict(zip(NAMES, weights, strict=True))))
    state = game.parse(rulebook.text(board))
    if game.turn(state) is Turn.OVER:
        return
    # Of a line that is not on the board nothing is taken off: it is empty, and as long as the others.
    lines = [*board, *rulebook.turned(board), (0, 0, 0, 0)]
    expected = sum(row_value(line, weights) for line in lines)
    assert game.value(state) == pytest.approx(expected, rel=1e-5)


def test_weights_that_are_given_are_those_it_plays_by():
    weights = RowWeights(**dict(zip(NAMES, WELL_KNOWN, strict=True)))
    assert Twenty48(objective="survival").row_weights == weights
    assert Twenty48(row_weights=weights).row_weights == weights
    assert Twenty48().row_weights != weights


@pytest.mark.parametrize("found", [-1.0, float("nan"), float("inf"), True, "1", None])
def test_a_weight_that_cannot_be_is_refused(found):
    weights = dict.fromkeys(NAMES, 1.0) | {"merge": found}
    with pytest.raises(hazard.GameError, match=re.escape(f"RowWeights.merge is {found!r}; expected")):
        RowWeights(**weights)


def test_order_and_room_are_worth_something():
    game = Twenty48(objective="survival")
    orderly = game.value(game.parse("64 32 16 8/. . . ./. . . ./. . . ."))
    disorderly = game.value(game.parse("32 64 8 16/. . . ./. . . ./. . . ."))
    crowded = game.value(game.parse("64 32 16 8/2 4 2 4/. . . ./. . . ."))
    assert orderly > disorderly
    assert orderly > crowded


def test_searching_by_the_row_heuristic_makes_2048():
    # The player of one seeded game: chance from a fixed generator, moves three decisions deep.
    game, dice = Twenty48(objective="survival"), random.Random(1)
    searcher = hazard.Searcher(game, Expectimax(deepen=False, min_reach=0.001))
    state = game.start()
    for _ in range(5000):
        turn = game.turn(state)
        if turn is Turn.OVER or "2048" in game.text(state):
            break
        if turn is Turn.CHANCE:
            state = game.apply(state, draw(game, state, dice.random()))
        else:
            state = game.apply(state, searcher.decide(state, Budget(depth=3)).action)
    assert "2048" in game.text(state)


# ---- what cannot be -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("hello", "cannot read the 2048 state 'hello'; expected 4 rows of 4 cells"),
        ("2 4 . ./. . . .", "expected 4 rows of 4 cells"),
        ("3 4 . ./. . . ./. . . ./. . . .", "unknown tile '3'"),
        ("262144 4 . ./. . . ./. . . ./. . . .", "unknown tile '262144'"),
        ("131072 131072 . ./. . . ./. . . ./. . . .", "add up to 262144; expected at most 262140"),
        ("2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2 spawn", "there is no empty cell"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text, complaint):
    with pytest.raises(hazard.GameError, match=re.escape(complaint)):
        GAME.parse(text)


def test_a_tile_beyond_the_goal_is_refused():
    with pytest.raises(hazard.GameError, match="beyond the goal of 16"):
        Twenty48(2, 2, goal=16).parse("32 ./. .")


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"rows": 5}, "2048 has 5 rows; expected 1 to 4"),
        ({"columns": 0}, "2048 has 0 columns"),
        ({"rows": 1, "columns": 1}, "at least two cells"),
        ({"objective": "fun"}, "expected one of score, survival, goal"),
        ({"objective": "goal"}, "expected a goal"),
        ({"objective": "score", "goal": 512}, "expected a goal with the objective 'goal'"),
        ({"goal": 100}, "expected a power of two from 8 to 131072"),
        ({"goal": 4}, "expected a power of two from 8 to 131072"),
        ({"symmetry": 1}, "symmetry is 1"),
        ({"row_weights": (1, 2)}, "row_weights are (1, 2); expected RowWeights(...) or None"),
    ],
)
def test_a_setting_that_cannot_be_is_refused(settings, complaint):
    with pytest.raises(hazard.GameError, match=re.escape(complaint)):
        Twenty48(**settings)
