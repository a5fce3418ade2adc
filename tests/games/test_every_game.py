"""What must hold in every compiled game, whatever its rules."""

import enum
import pickle

import pytest
from tests import brute_force
from tests.games.every_game import GAMES, walk

import hazard
from hazard import Turn
from hazard.language import languages

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
DEPTH = {
    "tic_tac_toe": 4,
    "connect_four": 3,
    "einstein": 2,
    "backgammon": 1,
    "pig": 3,
    "pig_alone": 3,
    "piglet": 5,
    "twenty48": 2,
    "twenty48_goal": 3,
    "take_it_easy": 1,
    "take_it_easy_target": 1,
}


@every_game
def test_each_kind_of_node_has_moves_of_its_kind_only(game):
    for seed in range(20):
        for state, _ in walk(game, seed):
            turn, actions, outcomes = game.turn(state), game.actions(state), game.outcomes(state)
            assert bool(actions) == (turn in (Turn.MAX, Turn.MIN))
            assert bool(outcomes) == (turn is Turn.CHANCE)
            labels = actions + [outcome for outcome, _ in outcomes]
            assert len(set(labels)) == len(labels)


@every_game
def test_probabilities_are_positive_and_sum_to_one(game):
    for seed in range(20):
        for state, _ in walk(game, seed):
            probabilities = [p for _, p in game.outcomes(state)]
            assert all(p > 0 for p in probabilities)
            if probabilities:
                assert sum(probabilities) == pytest.approx(1, abs=1e-12)


@every_game
def test_every_value_is_within_the_bounds(game):
    low, high = game.bounds()
    for seed in range(20):
        for state, _ in walk(game, seed):
            assert low <= game.value(state) <= high


@every_game
def test_a_state_reads_back_from_its_text(game):
    for seed in range(20):
        for state, _ in walk(game, seed):
            again = game.parse(game.text(state))
            assert again == state
            assert hash(again) == hash(state)
            assert game.text(again) == game.text(state)
            assert (game.turn(again), game.value(again)) == (game.turn(state), game.value(state))


@every_game
def test_different_states_have_different_texts_and_keys(game):
    states = {state for seed in range(20) for state, _ in walk(game, seed)}
    assert len({game.text(state) for state in states}) == len(states)
    assert len({game._core.key(state) for state in states}) == len(states)


@every_game
def test_apply_leaves_its_state_alone(game):
    for state, move in walk(game, 3):
        before = game.text(state)
        if move is not None:
            game.apply(state, move)
        assert game.text(state) == before


@every_game
def test_an_unknown_move_is_refused(game):
    with pytest.raises(hazard.GameError, match=r"'fly' is text, not a move of .*; expected one of "):
        game.apply(game.start(), "fly")
    with pytest.raises(hazard.GameError, match=r"there is no move 7 in .*; expected one of "):
        game.apply(game.start(), 7)
    over = next(state for state, move in walk(game, 3, longest=10_000) if move is None)
    with pytest.raises(hazard.GameError, match=r"there is no move 7 in .*: the game is over"):
        game.apply(over, 7)


@every_game
def test_a_move_is_a_record_that_compares_hashes_travels_and_is_read_from_its_words(game):
    for state, _ in walk(game, 1, longest=30):
        moves = [move for move, _ in brute_force.moves(game, state)]
        assert len(set(moves)) == len(moves)
        for move in moves:
            again = pickle.loads(pickle.dumps(move))
            assert (again, hash(again), type(again)) == (move, hash(move), type(move))
            assert game.apply(state, again) == game.apply(state, move)
            assert move not in ("", None, 0)
            for language in languages():
                said = game.describe(state, move, language)
                assert said
                assert game.parse_move(state, said) == move
        if moves and not isinstance(moves[0], enum.Enum):
            fields = [tuple(getattr(move, name) for name in move.__match_args__) for move in moves]
            assert [type(move)(*values) for move, values in zip(moves, fields, strict=True)] == moves
            assert repr(moves[0]).startswith(f"{type(moves[0]).__name__}(")
            assert sorted(moves)[0] <= sorted(moves)[-1]


@pytest.mark.parametrize("name", GAMES)
def test_searches_agree_with_brute_force(name):
    game, depth = GAMES[name], DEPTH.get(name, 6)
    compared = 0
    for seed in range(6):
        for state, _ in walk(game, seed, longest=40):
            if game.turn(state) not in (Turn.MAX, Turn.MIN) or compared >= 60:
                continue
            truth = brute_force.options(game, state, depth)
            for search in (brute_force.PLAIN, hazard.Expectimax()):
                decision = hazard.decide(game, state, search, hazard.Budget(depth=depth))
                found = {option.action: option.value for option in decision.options}
                assert found == pytest.approx(truth, abs=1e-9)
            compared += 1
    assert compared > 5


# The nodes that the plain search visits: any change of rules or search shows here. Those of the games
# without chance are perfts summed up, see test_tic_tac_toe.py and test_connect_four.py.
PINNED = {
    "tic_tac_toe": (9, 549_946),
    "connect_four": (6, 137_257),
    "einstein": (4, 28_528),
    "backgammon": (2, 7_401),
    "pig": (6, 38_767),
    "pig_alone": (6, 38_765),
    "piglet": (12, 20_263),
    "twenty48": (3, 42_109),
    "twenty48_goal": (4, 69_290),
    "take_it_easy": (2, 9_406),  # 1 + 19 + 19 * 26 + 19 * 26 * 18
    "take_it_easy_target": (2, 9_406),
    "random_tree": (6, 171),
    "random_graph": (6, 748),
}


@pytest.mark.parametrize("name", GAMES)
def test_the_plain_search_visits_the_pinned_number_of_nodes(name):
    game, (depth, nodes) = GAMES[name], PINNED[name]
    state = game.start()
    while game.turn(state) is Turn.CHANCE:
        state = game.apply(state, game.outcomes(state)[0][0])
    assert brute_force.plain_nodes(game, depth, state) == nodes


@every_game
def test_a_game_and_its_states_are_written_on_one_short_line(game):
    state = game.start()
    assert repr(game).startswith(f"{type(game).__name__}(")
    assert repr(state).startswith(f"{type(state).__name__}(")
    assert repr(game.start()) == repr(state)
    for line in (repr(game), repr(state)):
        assert len(line) <= 120
        assert "\n" not in line
