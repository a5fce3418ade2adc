"""OpenSpiel's games searched here against OpenSpiel's own expectiminimax, and what identifies a position."""

from __future__ import annotations

import random
import sys
import zlib
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import minimax

import hazard
from hazard.adapters import from_openspiel
from hazard.adapters.openspiel import CLOCKED, COMPLETE, COMPLETE_AT_DECISIONS
from hazard.game import Turn, words


def position(name: str, moves: int, seed: int, *, mover: int | None = None) -> Any:
    """The first decision (of ``mover``, if given) after so many random moves, of the first game with one."""
    rng = random.Random(seed)
    while True:
        state = pyspiel.load_game(name).new_initial_state()
        played = 0
        while not state.is_terminal():
            if played >= moves and not state.is_chance_node() and mover in (None, state.current_player()):
                return state
            state.apply_action(rng.choice(state.legal_actions()))
            played += 1


def anywhere(name: str, rng: random.Random) -> Any:
    """Some decision of a random game."""
    state = pyspiel.load_game(name).new_initial_state()
    decisions = []
    while not state.is_terminal():
        if not state.is_chance_node():
            decisions.append(state.clone())
        state.apply_action(rng.choice(state.legal_actions()))
    return rng.choice(decisions)


def scatter(state: Any) -> float:
    """A value without rhyme or reason, the same for the same position, in (-1, 1)."""
    return zlib.crc32(str(state).encode()) / 2**31 - 1.0


# name, depth, random moves before the search; openings of einstein_wurfelt_nicht have 720 outcomes twice.
SEARCHED = [
    ("pig", 3, 0),
    ("pig", 4, 40),
    ("tic_tac_toe", 9, 2),
    ("tic_tac_toe", 3, 1),
    ("connect_four", 4, 6),
    ("backgammon", 1, 1),
    ("backgammon", 1, 60),
    ("einstein_wurfelt_nicht", 2, 3),
    ("einstein_wurfelt_nicht", 2, 12),
    ("maedn", 3, 60),
    ("maedn", 3, 150),
    ("catch", 5, 1),
    ("yacht", 1, 1),
]


SEATS = [
    (name, depth, moves, player)
    for name, depth, moves in SEARCHED
    for player in range(pyspiel.load_game(name).num_players())
]


@pytest.mark.parametrize(("name", "depth", "moves", "player"), SEATS)
def test_every_option_has_the_value_of_openspiels_own_expectiminimax(
    name: str, depth: int, moves: int, player: int
) -> None:
    movers = range(pyspiel.load_game(name).num_players())
    for seed, mover in enumerate([*movers] * (1 if name == "yacht" else 3)):
        root = position(name, moves, seed, mover=mover)
        decision = hazard.decide(
            from_openspiel(root, player=player, value=scatter), budget=hazard.Budget(depth=depth)
        )
        assert decision.turn is (Turn.MAX if mover == player else Turn.MIN)
        expected, _ = minimax.expectiminimax(root, depth, scatter, player)
        assert decision.value == pytest.approx(expected, abs=1e-9)
        for option in decision.options:
            [action] = [a for a in root.legal_actions() if root.action_to_string(mover, a) == option.action]
            below, _ = minimax.expectiminimax(root.child(action), depth - 1, scatter, player)
            assert option.value == pytest.approx(below, abs=1e-9), option.action


def test_tic_tac_toe_is_a_draw_and_says_so_exactly() -> None:
    decision = hazard.decide(from_openspiel("tic_tac_toe"), budget=hazard.Budget(depth=9))
    assert (decision.value, decision.kind) == (0.0, "exact")


def test_pig_to_ten_solved_from_openspiel_is_our_own_pig() -> None:
    # OpenSpiel's utilities are -1 and 1, ours the chance to win; a pot that reaches the target must be
    # held in both worlds for the win, which costs nobody anything. Their 1 busts as ours does.
    theirs = hazard.solve(from_openspiel("pig(winscore=10)"), tolerance=1e-10)
    ours = hazard.solve(hazard.games.Pig(target=10), tolerance=1e-10)
    assert (theirs.value() + 1) / 2 == pytest.approx(ours.value(), abs=1e-8)


# ---- rewards along the way -------------------------------------------------------------------------------


def reward_to_go(state: Any, depth: int) -> float:
    """Expectimax over OpenSpiel's returns, nothing merged: the brute-force twin for one player."""
    if state.is_terminal() or depth == 0:
        return 0.0
    if state.is_chance_node():
        return sum(p * reward_to_go(state.child(outcome), depth) for outcome, p in state.chance_outcomes())
    children = [state.child(action) for action in state.legal_actions()]
    return max(c.returns()[0] - state.returns()[0] + reward_to_go(c, depth - 1) for c in children)


@pytest.mark.parametrize(("moves", "seed"), [(2, 0), (20, 1), (60, 2), (150, 3)])
def test_2048_two_moves_deep_is_worth_the_reward_still_to_come(moves: int, seed: int) -> None:
    root = position("2048", moves, seed)
    game = from_openspiel(root, value=lambda state: 0.0)  # nothing counts but what the two moves bring
    decision = hazard.decide(game, budget=hazard.Budget(depth=2))
    assert decision.value == pytest.approx(reward_to_go(root, 2), abs=1e-9)
    assert game.reward(game.start(), decision.action) <= decision.value
    assert game.bounds() == (float("-inf"), float("inf"))


def test_2048_is_searched_with_a_value_of_the_players_own() -> None:
    def room(state: Any) -> float:
        return float(str(state).split().count("0"))

    root = position("2048", 30, 0)
    decision = hazard.decide(from_openspiel(root, value=room), budget=hazard.Budget(depth=1))
    expected = max(
        root.child(a).returns()[0] - root.returns()[0] + room(root.child(a)) for a in root.legal_actions()
    )
    assert decision.value == pytest.approx(expected)


def test_cliff_walking_is_worth_minus_nine_from_the_start() -> None:
    # Eight columns: one step up, seven along the cliff, one down, at -1 each.
    game = from_openspiel("cliff_walking")
    assert hazard.solve(game).value() == pytest.approx(-9.0)


# ---- what identifies a position --------------------------------------------------------------------------

# Small boards and small targets bring positions back by other ways. The game, and how many layers to look.
IDENTIFIED = {
    "2048": ("2048", 4),
    "backgammon": ("backgammon(hyper_backgammon=true)", 4),
    "breakthrough": ("breakthrough(rows=4,columns=3)", 5),
    "catch": ("catch", 4),
    "cliff_walking": ("cliff_walking", 6),
    "clobber": ("clobber(rows=3,columns=4)", 5),
    "connect_four": ("connect_four(rows=4,columns=4)", 5),
    "dots_and_boxes": ("dots_and_boxes(num_rows=2,num_cols=2)", 4),
    "einstein_wurfelt_nicht": ("einstein_wurfelt_nicht", 5),
    "gomoku": ("gomoku(size=4,connect=3)", 4),
    "havannah": ("havannah(board_size=3)", 6),
    "hex": ("hex(board_size=3)", 5),
    "maedn": ("maedn", 6),
    "mancala": ("mancala", 6),
    "mnk": ("mnk(m=3,n=3,k=3)", 5),
    "nim": ("nim", 5),
    "othello": ("othello", 5),
    "pentago": ("pentago", 3),
    "pig": ("pig(winscore=20)", 6),
    "tic_tac_toe": ("tic_tac_toe", 5),
    "ultimate_tic_tac_toe": ("ultimate_tic_tac_toe", 5),
    "y": ("y(board_size=3)", 6),
    "yacht": ("yacht(players=1)", 3),
}


def test_every_game_that_merges_positions_is_checked() -> None:
    assert set(IDENTIFIED) == COMPLETE | COMPLETE_AT_DECISIONS | CLOCKED


@pytest.mark.parametrize("name", [*IDENTIFIED, "pig near its horizon"])
def test_equal_states_have_equal_moves_successors_and_returns(name: str) -> None:
    full, layers = IDENTIFIED.get(name, ("pig(winscore=20,horizon=12)", 8))
    game = from_openspiel(full)
    rng = random.Random(zlib.crc32(name.encode()))
    merged = 0
    for _ in range(2 if name in ("pentago", "yacht") else 20):
        layer = [game.wrap(anywhere(full, rng))]
        known: dict[Any, tuple[Any, list[int]]] = {}
        for _ in range(layers):
            below = []
            for state in layer:
                turn, moves = game.expand(state)
                facts = (turn, moves, game.value(state) if turn is Turn.OVER else None)
                history = state.spiel.history()
                seen, by = known.setdefault(state, (facts, history))
                assert seen == facts, f"{by} and {history} look the same but are not"
                merged += by != history
                if turn is Turn.CHANCE and len(moves) > 3:
                    moves = rng.sample(moves, 3)
                below += [move[2] for move in moves]
            layer = below if len(below) <= 120 else rng.sample(below, 120)
    if name not in ("ultimate_tic_tac_toe", "2048", "catch"):  # where ways meet too seldom to insist
        assert merged > 0


def test_einsteins_board_alone_tells_neither_the_die_nor_who_rolls_it() -> None:
    # Why the adapter does not trust str(state): the same text, two different positions.
    state = position("einstein_wurfelt_nicht", 3, 0)
    game = from_openspiel(state)
    rolled = state.child(state.legal_actions()[0])
    children = [game.wrap(rolled.child(outcome)) for outcome, _ in rolled.chance_outcomes()]
    assert len({str(child) for child in children}) == 1
    assert len(set(children)) > 1


def test_a_chance_node_is_the_same_wrapped_or_reached() -> None:
    for name in sorted(COMPLETE_AT_DECISIONS):
        game = from_openspiel(name)
        spiel = position(name, 5, 1)
        state = game.wrap(spiel)
        for action, label in zip(spiel.legal_actions(), game.actions(state), strict=True):
            assert game.wrap(spiel.child(action)) == game.apply(state, label)


def test_a_game_not_checked_is_known_by_its_history() -> None:
    # Knights out and back: the same squares, but the position has now occurred twice.
    game = from_openspiel("chess")
    state = game.start()
    for move in ("Nf3", "Nf6", "Ng1", "Ng8"):
        state = game.apply(state, move)
    assert state != game.start()
    assert state == game.wrap(state.spiel)


def test_chess_positions_from_different_openings_differ() -> None:
    chess = pyspiel.load_game("chess")
    fen = "4k3/8/8/8/8/8/8/4K2{} w - - 0 1"
    game = from_openspiel(chess)
    rook, queen = (game.wrap(chess.new_initial_state(fen.format(piece))) for piece in "RQ")
    assert rook != queen


# ---- the interface ---------------------------------------------------------------------------------------


def test_a_state_under_way_is_the_start_and_is_never_changed() -> None:
    root = position("connect_four", 6, 0)
    before = str(root)
    game = from_openspiel(root)
    hazard.decide(game, budget=hazard.Budget(depth=2))
    assert str(root) == before == str(game.start().spiel)
    root.apply_action(root.legal_actions()[0])
    assert str(game.start().spiel) == before


def test_outcomes_are_listed_with_probabilities_and_apply_follows_expand() -> None:
    for name in ("backgammon", "pig", "2048", "maedn"):
        game = from_openspiel(position(name, 7, 3))
        state = game.start()
        for _ in range(12):
            turn, moves = game.expand(state)
            if turn is Turn.OVER:
                break
            assert turn is game.turn(state)
            labels = [move[0] for move in moves]
            assert len(set(labels)) == len(labels)
            assert labels == game.actions(state)
            if turn is Turn.CHANCE:
                assert game.outcomes(state) == [move[:2] for move in moves]
                assert sum(p for _, p in game.outcomes(state)) == pytest.approx(1.0)
            for move in moves:
                assert game.apply(state, move[0]) == move[2]
            state = moves[-1][2]


def test_words_drop_openspiels_numbers() -> None:
    game = from_openspiel("backgammon")
    roll = game.outcomes(game.start())[0][0]
    assert words(game, game.start(), roll).endswith("roll: 12")
    state = game.apply(game.start(), roll)
    assert all(" - " not in words(game, state, action) for action in game.actions(state))
    assert words(from_openspiel("pig"), from_openspiel("pig").start(), "roll") == "roll"


def test_repeated_labels_get_the_number_of_the_action() -> None:
    class Twins:
        def is_chance_node(self) -> bool:
            return False

        def current_player(self) -> int:
            return 0

        def legal_actions(self) -> list[int]:
            return [3, 5, 8]

        def action_to_string(self, player: int, action: int) -> str:
            return "go" if action < 8 else "stay"

    labels = [label for label, _, _ in from_openspiel("pig")._moves(Twins())]
    assert labels == ["go (3)", "go (5)", "stay"]


@pytest.mark.parametrize("name", sorted(COMPLETE | COMPLETE_AT_DECISIONS))
def test_returns_stay_inside_the_bounds(name: str) -> None:
    game = from_openspiel(name)
    low, high = game.bounds()
    rng = random.Random(1)
    for _ in range(3):
        state = pyspiel.load_game(name).new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        assert low <= game.value(game.wrap(state)) <= high


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("mfg_garnet", "mfg_garnet: it is a mean-field game"),
        ("stones_and_gems", "stones_and_gems: OpenSpiel draws its outcomes"),
        ("conect_four", "no game 'conect_four'; did you mean connect_four"),
        ("pig(sides=20)", "cannot load 'pig"),
    ],
)
def test_a_game_that_cannot_be_played_says_why(name: str, reason: str) -> None:
    with pytest.raises(hazard.GameError, match=reason.replace("(", r"\(")):
        from_openspiel(name)


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(hazard.GameError, match="player is 2; pig has 2: expected 0, 1"):
        from_openspiel("pig", player=2)
    with pytest.raises(hazard.GameError, match="player is 1; catch has 1: expected 0"):
        from_openspiel("catch", player=1)
    with pytest.raises(hazard.GameError, match="expected a name"):
        from_openspiel(42)
    game = from_openspiel("pig")
    with pytest.raises(hazard.GameError, match="there is no move 'jump'"):
        game.apply(game.start(), "jump")


def test_a_value_outside_the_utilities_is_refused_by_the_search() -> None:
    game = from_openspiel("pig", value=lambda state: 7.0)
    with pytest.raises(hazard.GameError, match="bounds"):
        hazard.decide(game, budget=hazard.Budget(depth=1))


def test_without_openspiel_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ImportError, match=r"needs OpenSpiel: pip install 'hazard\[openspiel\]'"):
        from_openspiel("pig")


# ---- secrets, simultaneous moves, many players


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kuhn_poker", -1 / 18),
        ("leduc_poker(suit_isomorphism=True)", -0.08560642),
        ("matrix_mp", 0.0),  # matching pennies
        ("goofspiel(num_cards=3,points_order=descending,imp_info=True)", 0.0),  # both have the same cards
        ("oshi_zumo(coins=4,size=1,min_bid=1)", 0.0),  # who bids nothing could go on for ever
    ],
)
def test_equilibria_of_openspiels_secret_games_have_the_known_value(name: str, value: float) -> None:
    found = hazard.equilibrium(from_openspiel(name), algorithm="dcfr", iterations=1000)
    assert found.interval is not None
    low, high = found.interval
    assert low <= value + 1e-7
    assert high >= value - 1e-7
    assert high - low < 0.01


def test_openspiel_agrees_on_the_exploitability_of_our_strategies() -> None:
    for name in ("kuhn_poker", "liars_dice(dice_sides=3)"):
        spiel = pyspiel.load_game(name)
        game = from_openspiel(spiel)
        found = hazard.equilibrium(game, iterations=30)
        table = {}
        for one in found.listed.all_sets():
            numbers = {label: number for label, number, _ in game._moves(one.state.spiel)}
            table[one.name.sees] = [(numbers[action], p) for action, p in found.strategy.of(one).items()]
        policy = pyspiel.TabularPolicy(table)
        assert pyspiel.nash_conv(spiel, policy) == pytest.approx(found.nash_conv, rel=1e-9)


def test_three_players_have_three_returns_and_turns_by_number() -> None:
    game = from_openspiel("kuhn_poker(players=3)")
    found = hazard.equilibrium(game, iterations=100)
    assert len(found.values) == 3
    assert sum(found.values) == pytest.approx(0.0, abs=1e-12)
    pig = from_openspiel("pig(players=3,winscore=6)")
    assert not hasattr(pig, "sees")
    assert pig.turn(pig.start()) == hazard.Turn.player(0)


def test_where_openspiel_tells_observations_only_a_player_still_remembers_all() -> None:
    # hanabi has no information state; what is seen has to grow with every own move
    game = from_openspiel("coin_game(players=2,rows=2,columns=2,episode_length=2,num_extra_coin_colors=0,"
                          "num_coins_per_color=1)")  # fmt: skip
    rng, state, lengths = random.Random(1), game.start(), []
    while (turn := game.turn(state)) is not hazard.Turn.OVER:
        if turn is hazard.Turn.MAX:
            lengths.append(len(game.sees(state, 0)[0]))  # type: ignore[index]
        state = game.apply(state, rng.choice(
            [m for m, _ in game.outcomes(state)] if turn is hazard.Turn.CHANCE else game.actions(state)
        ))  # fmt: skip
    assert lengths == list(range(len(lengths)))


def test_a_state_of_simultaneous_moves_under_way_says_what_to_give_instead() -> None:
    state = pyspiel.load_game("goofspiel").new_initial_state()
    with pytest.raises(hazard.GameError, match="convert_to_turn_based"):
        from_openspiel(state)
    turns = pyspiel.convert_to_turn_based(pyspiel.load_game("matrix_rps")).new_initial_state()
    assert hazard.equilibrium(from_openspiel(turns)).value == pytest.approx(0.0, abs=1e-9)
