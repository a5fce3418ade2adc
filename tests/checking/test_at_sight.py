"""What decide, Searcher, solve and play refuse by themselves, and what they say to misplaced settings."""

from __future__ import annotations

import random
import warnings
from collections import Counter
from dataclasses import dataclass

import pytest

import hazard
from hazard import (
    AlphaBeta,
    Beam,
    Budget,
    Expectimax,
    GameError,
    Minimax,
    RandomPlayer,
    Searcher,
    SearchPlayer,
    SettingError,
    Solve,
    TreeSearch,
    Turn,
)
from hazard.checking.at_sight import refuse_at_sight
from hazard.games import Pig, TicTacToe


class Toss(hazard.Game):
    """MAX tosses a coin or keeps 1; heads is worth 3, tails 0."""

    def start(self):
        return "choose"

    def turn(self, state):
        return {"choose": Turn.MAX, "tossed": Turn.CHANCE}.get(state, Turn.OVER)

    def actions(self, state):
        return ["toss", "keep"]

    def outcomes(self, state):
        return [("heads", 0.5), ("tails", 0.5)]

    def apply(self, state, move):
        return "tossed" if move == "toss" else move

    def value(self, state):
        return {"heads": 3.0, "keep": 1.0}.get(state, 0.0)


def broken(**methods):
    return type("Broken", (Toss,), methods)()


DOORS = {
    "decide": hazard.decide,
    "Searcher": Searcher,
    "solve": hazard.solve,
    "play": lambda game: hazard.play(game, [RandomPlayer()], games=2),
    "evaluate": lambda game: hazard.evaluate(game, max=RandomPlayer()),
    "distribution": lambda game: hazard.distribution(game, max=RandomPlayer()),
    "against": lambda game: hazard.against(game, min=RandomPlayer()),
    "best_response": lambda game: hazard.best_response(game, against=RandomPlayer()),
    "loss": lambda game: hazard.loss(game, RandomPlayer()),
    "scored": hazard.scored,
    "best_cvar": lambda game: hazard.best_cvar(game, 0.5),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    ("methods", "word"),
    [
        ({"bounds": (0, 3)}, r"Broken\.bounds is \(0, 3\); expected a method, called as Broken\.bounds\(\)"),
        ({"start": "choose"}, r"Broken\.start is 'choose'; expected a method"),
        ({"heuristic": None}, r"Broken\.heuristic is None; expected a method"),
        (
            {"value": lambda self, state, player: 0.0},
            r"Broken\.value takes .*called as Broken\.value\(state\)",
        ),
        (
            {"apply": lambda self, state: state},
            r"Broken\.apply takes .*called as Broken\.apply\(state, move\)",
        ),
        (
            {"apply": lambda self, state, move: None},
            r"Broken\.apply\(state, move\) never returns anything but",
        ),
    ],
)
def test_what_can_never_work_is_refused_before_anything_is_asked(door, methods, word):
    with pytest.raises(GameError, match=word):
        DOORS[door](broken(**methods))


def test_a_game_is_looked_at_without_being_asked():
    class Silent(Toss):
        def __getattribute__(self, name):
            found = super().__getattribute__(name)
            if callable(found) and not name.startswith("_"):
                asked.append(name)
            return found

    asked: list[str] = []
    calls: list[str] = []
    methods = {
        name: lambda self, *given, name=name: (calls.append(name), getattr(Toss, name)(self, *given))[1]
        for name in ("start", "turn", "actions", "outcomes", "apply", "value")
    }
    refuse_at_sight(type("Counted", (Silent,), methods)())
    assert asked
    assert calls == []


@pytest.mark.parametrize("how", [hazard.decide, hazard.solve])
def test_checks_at_sight_ask_nothing_twice(how):
    asked = Counter()

    class Counting(Toss):
        def turn(self, state):
            asked["turn", state] += 1
            return super().turn(state)

        def apply(self, state, move):
            asked["apply", state, move] += 1
            return super().apply(state, move)

    how(Counting())
    assert set(asked.values()) == {1}


@dataclass
class Board:
    cells: list

    def __hash__(self):
        return id(self)


class Writing(hazard.Game):
    """Fills three cells in place."""

    def start(self):
        return Board([None] * 3)

    def turn(self, state):
        return Turn.MAX if None in state.cells else Turn.OVER

    def actions(self, state):
        return [index for index, cell in enumerate(state.cells) if cell is None]

    def apply(self, state, move):
        state.cells[move] = "x"
        return state

    def value(self, state):
        return 0.0


@pytest.mark.parametrize(
    "how", [hazard.decide, lambda g: hazard.decide(g, budget=Budget(depth=3)), hazard.solve]
)
def test_a_search_that_has_changed_its_state_says_so(how):
    game = type("Writes", (Writing,), {})()
    with pytest.raises(GameError, match=r"Writes\.apply changes the state .* expected a new state"):
        how(game)


class Remembering:
    """A state that keeps an answer once it is known, which is nobody's business."""

    def __init__(self, height):
        self.height, self.known = height, None

    def moves(self):
        if self.known is None:
            self.known = [1, 2]
        return self.known


class RememberingByHeight(Remembering):
    def __eq__(self, other):
        return self.height == other.height

    def __hash__(self):
        return hash(self.height)


@pytest.mark.parametrize("kind", [Remembering, RememberingByHeight])
def test_a_state_that_remembers_an_answer_has_not_changed(kind):
    class Stack(hazard.Game):
        def start(self):
            return kind(0)

        def turn(self, state):
            return Turn.MAX if state.height < 4 else Turn.OVER

        def actions(self, state):
            return state.moves()

        def apply(self, state, move):
            return kind(state.height + move)

        def value(self, state):
            return float(state.height)

    assert hazard.decide(Stack(), budget=Budget(depth=9)).value == 5.0  # 3, then 2 more
    found = {finding.code for finding in hazard.check(Stack(), moves=300, seconds=600).findings}
    assert found == ({"identity-equality"} if kind is Remembering else set())


@pytest.mark.parametrize("how", [hazard.decide, hazard.solve])
def test_apply_that_returns_none_is_named(how):
    game = broken(apply=lambda self, state, move: {}.get(move), turn=lambda self, state: {"choose": 0}[state])
    with pytest.raises(GameError, match=r"Broken\.apply returned None .* `return` missing\?"):
        how(game)


def test_an_exception_of_the_games_own_comes_through_as_it_is():
    def fails(self, state, move):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        hazard.decide(broken(apply=fails))


def test_the_environment_switches_the_checks_off(monkeypatch):
    monkeypatch.setenv("HAZARD_CHECK_GAMES", "0")
    with pytest.raises(TypeError, match="not callable"):
        hazard.decide(broken(bounds=(0, 3)))


def test_no_random_number_is_drawn_for_it():
    before = random.getstate()
    hazard.decide(broken())
    assert random.getstate() == before


# ---- settings in the wrong place


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda: hazard.decide(Toss(), depth=3), r"decide has no setting depth; .*Budget\(depth=3\)"),
        (
            lambda: hazard.decide(Toss(), seconds=0.5),
            r"decide has no setting seconds; .*Budget\(seconds=0.5\)",
        ),
        (lambda: Searcher(Toss()).decide(nodes=9), r"decide has no setting nodes; .*Budget\(nodes=9\)"),
        (lambda: hazard.decide(Toss(), width=3), r"that is a setting of Beam: Beam\(width=3\)"),
        (lambda: Budget(width=3), r"Budget has no setting width; that is a setting of Beam: Beam\(width=3\)"),
        (lambda: Solve(seconds=3), r"Solve has no setting seconds; .*Budget\(seconds=3\)"),
        (lambda: TreeSearch(simulations=9), r"TreeSearch has no setting simulations; .*Budget\(nodes=9\)"),
        (lambda: hazard.decide(Toss(), secnods=2), r"decide has no setting secnods; .*Budget\(seconds=2\)"),
        (lambda: Budget(time=2), r"Budget has no setting time; did you mean seconds\?"),
        (lambda: Budget(second=3), r"Budget has no setting second; did you mean seconds\?"),
        (lambda: Searcher(Toss(), depth=3), r"Searcher has no setting depth; .*Budget\(depth=3\)"),
        (lambda: hazard.deciding(Toss(), nodes=3), r"deciding has no setting nodes; .*Budget\(nodes=3\)"),
        (lambda: SearchPlayer(depth=3), r"SearchPlayer has no setting depth; .*Budget\(depth=3\)"),
        (lambda: hazard.solve(Toss(), seconds=3), r"solve has no setting seconds; .*Solve\(\), Budget\("),
        (lambda: hazard.solve(Toss(), depth=3), r"solve has no setting depth; .*Expectimax\(\), Budget\("),
        (lambda: Expectimax(3), r"Expectimax was given 3 without a name; .*Expectimax\(alpha_beta=True\)"),
        (lambda: Expectimax(depth=3), r"Expectimax has no setting depth; .*Budget\(depth=3\)"),
        (lambda: TreeSearch(seconds=1), r"TreeSearch has no setting seconds; .*Budget\(seconds=1\)"),
        (lambda: TreeSearch(star2=False), r"TreeSearch has no setting star2; .* of Expectimax: Expectimax\("),
        (lambda: Beam(nodes=10), r"Beam has no setting nodes; .*Budget\(nodes=10\)"),
        (lambda: AlphaBeta(exploration=1), r"a setting of TreeSearch: TreeSearch\(exploration=1\)"),
        (lambda: Minimax(colour="red"), r"Minimax has no setting colour; it has deepen, evaluator, trace"),
    ],
)
def test_a_setting_in_the_wrong_place_says_where_it_goes(make, word):
    with pytest.raises(SettingError, match=word):
        make()


def test_puct_needs_a_prior():
    search, budget = TreeSearch(select="puct"), Budget(nodes=10)
    with pytest.raises(SettingError, match=r"TreeSearch\.select is 'puct'; .*Toss has no method `prior`"):
        hazard.decide(Toss(), None, search, budget)
    with_prior = broken(prior=lambda self, state, actions: [0.5] * len(actions))
    assert hazard.decide(with_prior, None, search, budget).action == "toss"


# ---- players and states


class Nameless:
    def choose(self, game, state, rng):
        return "toss"


@pytest.mark.parametrize(
    ("player", "word"),
    [
        (Nameless(), r"player 1, Nameless, has no name; give it an attribute `name`"),
        (RandomPlayer, r"player 1 is the class RandomPlayer; write RandomPlayer\(\)"),
        ("random", r"player 1 is 'random'; expected a player"),
    ],
)
def test_who_cannot_play_is_refused_before_the_first_game(player, word):
    with pytest.raises(SettingError, match=word):
        hazard.play(Toss(), [player], games=2)


@pytest.mark.parametrize(
    "how",
    [
        hazard.decide,
        hazard.solve,
        lambda game, state: hazard.solve(game).value(state),
        lambda game, state: hazard.play(game, [RandomPlayer()] * 2, games=2, state=state),
        hazard.check,
        lambda game, state: hazard.evaluate(game, RandomPlayer(), RandomPlayer(), state),
        lambda game, state: hazard.distribution(game, RandomPlayer(), RandomPlayer(), state),
        lambda game, state: hazard.best_response(game, RandomPlayer(), state=state),
        lambda game, state: hazard.loss(game, RandomPlayer(), state=state),
        lambda game, state: hazard.decide(hazard.against(game, min=RandomPlayer()), state),
        Pig.turn,
        Pig.actions,
        Pig.outcomes,
        Pig.value,
        Pig.text,
        lambda game, state: game.apply(state, Pig.ROLL),
        lambda game, state: game.reward(state, Pig.ROLL),
    ],
)
def test_text_in_place_of_a_compiled_state_says_parse(how):
    with pytest.raises(
        GameError, match=r"'0 0 0' is text, not a state of this game; write game\.parse\('0 0 0'\)"
    ):
        how(Pig(target=5), "0 0 0")


def test_a_state_of_another_game_is_refused_and_a_wrong_move_is_still_told():
    with pytest.raises(GameError, match=r"expected a state of Pig, found \(0, 0\)"):
        Pig().turn((0, 0))
    with pytest.raises(GameError, match="fly"):
        Pig().apply(Pig().start(), "fly")


def test_long_states_are_shortened_in_messages():
    long = ("choose", *range(5000))
    with pytest.raises(GameError) as caught:
        hazard.decide(broken(turn=lambda self, state: Turn.OVER), long)
    assert len(str(caught.value)) < 500
    with pytest.raises(GameError) as caught:
        hazard.solve(Toss()).value(long)
    assert len(str(caught.value)) < 500
    with pytest.raises(GameError) as caught:
        hazard.Game.actions(Toss(), long)
    assert len(str(caught.value)) < 500
    assert hazard.decide(TicTacToe(), budget=Budget(depth=1)).action


def test_a_method_with_almost_the_right_name_is_a_warning_in_the_callers_line():
    class Paid(Toss):
        def rewards(self, state, move):
            return 1.0

    with pytest.warns(
        hazard.MisspeltWarning, match=r"Paid\.rewards is never called.*reward\(state, move\)"
    ) as told:
        hazard.decide(Paid())
    assert told[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # once for each class of game
        hazard.decide(Paid())


def test_what_a_game_calls_itself_or_keeps_to_itself_is_no_misspelling():
    class Own(Toss):
        def rewards(self, state, move):
            return 1.0

        def _bound(self):
            return 0, 1

        def values(self):  # nothing that could be called as `value` is, which the game has anyway
            return {}

        def reward(self, state, move):
            return self.rewards(state, move)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        hazard.decide(Own())
