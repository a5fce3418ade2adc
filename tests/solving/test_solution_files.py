"""Solutions in files: what is saved is what is loaded, other tools read it, and what is broken is refused."""

import dataclasses
import json
import pickle

import numpy as np
import pytest
from tests.typed_pig import Score, SoloPig

import hazard
from hazard import Solution, SolutionError, Turn
from hazard.games import Pig, TicTacToe, Twenty48

GAMES = {
    "pig": Pig(target=(7, 5), die=[0, 1, 2]),
    "2048": Twenty48(2, 2, symmetry=True),  # solved level by level, with rewards
    "python": SoloPig(),
}


@pytest.fixture(scope="module", params=GAMES)
def saved(request, tmp_path_factory):
    game = GAMES[request.param]
    solution = hazard.solve(game)
    path = tmp_path_factory.mktemp("solved") / "solution.npz"
    solution.save(path)
    return game, solution, path


def test_what_is_saved_is_what_is_loaded(saved):
    game, solution, path = saved
    loaded = Solution.load(path, game)
    assert list(loaded.items()) == list(solution.items())
    assert np.array_equal(loaded.actions, solution.actions)
    for name in ("error", "states", "edges", "components", "iterations", "seconds"):
        assert getattr(loaded, name) == getattr(solution, name), name
    for state in solution.states_list()[::7]:
        assert loaded.value(state) == solution.value(state)
        assert loaded.options(state) == solution.options(state)


def test_a_loaded_solution_can_be_saved_again(saved, tmp_path):
    game, solution, path = saved
    Solution.load(path, game).save(tmp_path / "again.npz")
    assert list(Solution.load(tmp_path / "again.npz", game).items()) == list(solution.items())


class Certain(hazard.Game):
    """One outcome cannot happen, and the rules do not know what would follow it."""

    def start(self):
        return "go"

    def turn(self, state):
        return {"go": Turn.MAX, "rolling": Turn.CHANCE}.get(state, Turn.OVER)

    def actions(self, state):
        return ["roll"]

    def outcomes(self, state):
        return [("never", 0.0), ("always", 1.0)]

    def apply(self, state, move):
        return {"roll": "rolling", "always": "there"}[move]

    def value(self, state):
        return 1.0


def test_a_loaded_solution_asks_nothing_about_what_cannot_happen(tmp_path):
    solution = hazard.solve(Certain())
    solution.save(tmp_path / "certain.npz")
    for kept in (Solution.load(tmp_path / "certain.npz", Certain()), pickle.loads(pickle.dumps(solution))):
        assert kept.options("rolling") == solution.options("rolling") == [("always", 1.0)]


def test_a_compiled_game_is_made_again_from_the_file(tmp_path):
    hazard.solve(GAMES["pig"]).save(tmp_path / "pig.npz")
    loaded = Solution.load(tmp_path / "pig.npz")
    assert loaded.game.targets == (7, 5)
    assert loaded.game.faces == (0, 1, 2)


def test_any_tool_can_read_the_file(tmp_path):
    solution = hazard.solve(Pig(target=5))
    solution.save(tmp_path / "pig.npz")
    with np.load(tmp_path / "pig.npz", allow_pickle=False) as found:
        about = json.loads(str(found["about"]))
        row = found["states"].tolist().index(b"3 2 0 max")
        assert found["values"][row] == solution.value(Pig(target=5).parse("3 2 0"))
        assert found["turns"][row] == Turn.MAX
    assert about["format"] == "hazard-solution/1"
    assert about["root"] == "0 0 0 max"


def test_the_best_moves_as_an_array_are_the_best_moves(saved):
    game, solution, _ = saved
    for (state, turn, _, action), best in zip(solution.items(), solution.actions, strict=True):
        if turn in (Turn.MAX, Turn.MIN):
            assert list(game.actions(state))[best] == action
        else:
            assert best == -1


def test_a_python_game_has_to_be_given(tmp_path):
    hazard.solve(SoloPig()).save(tmp_path / "solo.npz")
    with pytest.raises(SolutionError, match=r"expected the game: Solution.load\(path, SoloPig"):
        Solution.load(tmp_path / "solo.npz")


def test_a_solution_from_another_state_asks_for_it(tmp_path):
    game, begun = SoloPig(), Score(needed=4, turns=2)
    hazard.solve(game, begun).save(tmp_path / "solo.npz")
    with pytest.raises(SolutionError, match="Give the state where it began"):
        Solution.load(tmp_path / "solo.npz", game)
    assert Solution.load(tmp_path / "solo.npz", game, begun).root == begun
    pig = Pig(target=9)
    hazard.solve(pig, pig.parse("5 5 0")).save(tmp_path / "pig.npz")
    assert pig.text(Solution.load(tmp_path / "pig.npz").root) == "5 5 0 max"


@pytest.mark.parametrize(
    ("solved", "given"),
    [
        (Pig(target=6), TicTacToe()),
        (Pig(target=6), Pig(target=7)),
        (Pig(target=7), Pig(target=6)),
        (Pig(target=6), Pig(target=6, die=4)),
        (SoloPig(most=6), SoloPig(most=7)),
    ],
)
def test_a_solution_of_other_rules_is_refused(solved, given, tmp_path):
    hazard.solve(solved).save(tmp_path / "one.npz")
    with pytest.raises(SolutionError):
        Solution.load(tmp_path / "one.npz", given)


def changed(path, **arrays):
    with np.load(path) as found:
        kept = {name: found[name] for name in found.files}
    np.savez(path, **{name: array for name, array in (kept | arrays).items() if array is not None})


@pytest.fixture
def pig_file(tmp_path):
    path = tmp_path / "pig.npz"
    hazard.solve(Pig(target=5)).save(path)
    return path


@pytest.mark.parametrize(
    "arrays",
    [
        {"values": None},
        {"about": None},
        {"values": np.zeros(3)},
        {"values": np.array([[1.0]])},
        {"states": np.arange(4)},
        {"about": "{}"},
        {"about": "no JSON"},
        {"about": json.dumps({"format": "hazard-solution/1"})},
        {"about": json.dumps({"format": "hazard-solution/99"})},
        {"about": json.dumps([1])},
    ],
    ids=str,
)
def test_what_is_broken_is_refused_by_name(pig_file, arrays):
    changed(pig_file, **arrays)
    with pytest.raises(SolutionError, match=r"pig\.npz: "):
        Solution.load(pig_file)


def test_values_that_are_wrong_are_refused(pig_file):
    with np.load(pig_file) as found:
        values = found["values"]
    changed(pig_file, values=values + 0.25)
    with pytest.raises(SolutionError, match="does not fit this game"):
        Solution.load(pig_file)
    changed(pig_file, values=values * np.nan)
    with pytest.raises(SolutionError, match="not numbers"):
        Solution.load(pig_file)


def test_a_file_cut_anywhere_or_of_another_kind_is_refused(pig_file, tmp_path):
    data = pig_file.read_bytes()
    for length in range(0, len(data), 97):
        pig_file.write_bytes(data[:length])
        with pytest.raises(SolutionError):
            Solution.load(pig_file)
    with pytest.raises(FileNotFoundError):
        Solution.load(tmp_path / "nothing.npz")
    (tmp_path / "notes.txt").write_text("junk")
    with pytest.raises(SolutionError, match=r"not a solution file; expected one that Solution\.save"):
        Solution.load(tmp_path / "notes.txt")
    np.save(tmp_path / "array.npy", np.zeros(3))
    with pytest.raises(SolutionError):
        Solution.load(tmp_path / "array.npy")


def test_a_file_names_no_code_to_run(pig_file):
    with np.load(pig_file) as found:
        about = json.loads(str(found["about"]))
    for name in ("os:system", "hazard.cli:main", "hazard.games.pig.game.game.game.game:nothing"):
        changed(pig_file, about=json.dumps(about | {"game": name}))
        with pytest.raises(SolutionError):
            Solution.load(pig_file)


def test_states_without_a_text_of_their_own_are_refused_and_nothing_is_written(tmp_path):
    class Nameless:
        pass

    class Two(SoloPig):
        def __init__(self):
            super().__init__()
            self.first = Nameless()

        def start(self):
            return self.first

        def turn(self, state):
            return Turn.OVER

        def value(self, state):
            return 0.0

    with pytest.raises(hazard.GameError, match="has no text of its own"):
        hazard.solve(Two()).save(tmp_path / "two.npz")
    assert not list(tmp_path.iterdir())


def test_a_state_is_written_the_same_in_every_process():
    """Sets have no order, and 1, 1.0 and True are one state to a game."""
    from hazard.solving.solved import plainly

    @dataclasses.dataclass(frozen=True)
    class Held:
        tiles: frozenset
        note: str = dataclasses.field(default="", compare=False)

    assert plainly((1, frozenset("ab"))) == plainly((True, frozenset("ba"))) == "(1, {'a', 'b'})"
    assert plainly(Held(frozenset({2, 1}), "x")) == plainly(Held(frozenset({1, 2}), "y"))
    assert plainly(1.5) == "1.5"
    assert plainly(Turn.MAX) == "Turn.MAX"
