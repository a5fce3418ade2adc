"""Games of other languages: the table of hazard_game.h, filled by a C compiler and by Numba."""

from __future__ import annotations

import ctypes
import importlib
import pickle
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

import hazard
from hazard import Budget, Turn
from hazard.compiling.table import GameTable, filled

FOLDER = Path(__file__).parents[2] / "examples" / "foreign"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("there is no C compiler")
    path = tmp_path_factory.mktemp("nim") / "libnim.so"
    strict = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-Wpedantic"]
    command = [compiler, *strict, "-shared", "-fPIC", "-I", hazard.include(), "-o", path, FOLDER / "nim.c"]
    subprocess.run(command, check=True)
    return path


@cache
def worth(stones: int) -> float:
    """What Nim with a die is worth for the mover: take 1 to 3, then the die takes one or none."""
    best = -1.0
    for taken in range(1, min(stones, 3) + 1):
        left = stones - taken
        if left == 0:
            return 1.0
        # The die takes the last stone for whoever has moved.
        after = 2 / 3 * -worth(left) + 1 / 3 * (1.0 if left == 1 else -worth(left - 1))
        best = max(best, after)
    return best


def test_a_library_in_c_is_searched_and_solved(library: Path) -> None:
    game = hazard.foreign(library)
    assert hazard.solve(game).value() == pytest.approx(worth(21), abs=1e-9)
    found = hazard.decide(game, game.start(), hazard.Expectimax(), Budget(seconds=20))
    assert found.best.value == pytest.approx(worth(21), abs=1e-9)
    assert found.best.words.startswith("take ")
    assert game.text(game.start()) == "21 max"
    assert hazard.play(game, [hazard.RandomPlayer(), hazard.RandomPlayer()], games=4).games == 4


def test_what_a_library_complains_of_is_told_in_its_words(library: Path) -> None:
    game = hazard.foreign(library)
    with pytest.raises(hazard.GameError, match="there is no move 9"):
        game.apply(game.start(), 9)
    with pytest.raises(hazard.GameError):
        game.turn(b"short")


def test_the_command_line_takes_a_library_by_its_path(library: Path) -> None:
    assert hazard.find_game(str(library)).text(hazard.find_game(str(library)).start()) == "21 max"


def test_text_that_is_no_state_of_a_library_is_said_so(library: Path) -> None:
    with pytest.raises(hazard.GameError, match=r"has no function parse.*16 bytes in hexadecimal"):
        hazard.foreign(library).parse("21 max")


def test_a_foreign_game_travels_by_its_path(library: Path) -> None:
    game = pickle.loads(pickle.dumps(hazard.foreign(str(library))))
    assert game.turn(game.start()) is Turn.MAX


def test_numba_fills_the_table_too(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    monkeypatch.syspath_prepend(str(FOLDER))
    game = importlib.import_module("numba_nim").nim()
    assert hazard.solve(game).value() == pytest.approx(worth(21), abs=1e-9)


def test_what_is_no_game_is_refused(tmp_path: Path, library: Path) -> None:
    with pytest.raises(hazard.GameError, match="cannot be loaded"):
        hazard.foreign(tmp_path / "nothing.so")
    with pytest.raises(hazard.GameError, match="has no function hazard_game_table"):
        _of_c_library()
    empty = filled("Empty", 8, (0.0, 1.0), lambda name: 0)
    with pytest.raises(hazard.GameError, match="has no function start"):
        hazard.foreign(empty)
    other = GameTable(99, ctypes.sizeof(GameTable))
    with pytest.raises(hazard.GameError, match="version 99"):
        hazard.foreign(other)
    large = filled("Large", 100_000, (0.0, 1.0), lambda name: 1)
    with pytest.raises(hazard.GameError, match="expected 1 to 2040"):
        hazard.foreign(large)


def _of_c_library() -> hazard.Game:
    from hazard import _core

    return hazard.foreign(_core.__file__)


PENNIES = """
#include <hazard_game.h>
/* A state is a byte: 0 at first, then 1 + what MAX hides, then 3 + 2 * hidden + guessed. */
static int32_t turn_of(uint8_t s) { return s == 0 ? HAZARD_MAX : s < 3 ? HAZARD_MIN : HAZARD_OVER; }
static int32_t start(const void *r, hazard_call *c, void *s) {
  (void)r; (void)c; *(uint8_t *)s = 0; return 0;
}
static int32_t turn(const void *r, hazard_call *c, const void *s) {
  (void)r; (void)c; return turn_of(*(const uint8_t *)s);
}
static int32_t actions(const void *r, hazard_call *c, const void *s, int64_t *moves, int32_t room) {
  (void)r; (void)c; (void)s;
  for (int i = 0; i < 2 && i < room; ++i) moves[i] = i;
  return 2;
}
static int32_t apply(const void *r, hazard_call *c, const void *s, int64_t move, void *next) {
  (void)r; (void)c;
  const uint8_t at = *(const uint8_t *)s;
  *(uint8_t *)next = (uint8_t)(at == 0 ? 1 + move : 3 + 2 * (at - 1) + move);
  return turn_of(*(uint8_t *)next);
}
static int32_t payoffs(const void *r, hazard_call *c, const void *s, double *found) {
  (void)r; (void)c;
  const uint8_t at = *(const uint8_t *)s;
  found[0] = at == 3 ? 3.0 : at == 6 ? 1.0 : 0.0;
  found[1] = -found[0];
  return 0;
}
static int32_t sees(const void *r, hazard_call *c, const void *s, int32_t player, uint64_t *view) {
  (void)r; (void)c; (void)player;
  *view = *(const uint8_t *)s == 0 ? 0 : 1;
  return 0;
}
static const hazard_game table = {.version = HAZARD_GAME_VERSION, .table_bytes = sizeof(hazard_game),
  .name = "pennies", .state_bytes = 1, .low = -3, .high = 3, .start = start, .turn = turn, .actions = actions,
  .apply = apply, .value = payoffs, .player_count = 2, .payoffs = payoffs, .sees = sees};
const hazard_game *hazard_game_table(void) { return &table; }
"""


def test_a_game_in_c_with_secrets_has_an_equilibrium_and_searches_that_do_not_cheat(tmp_path: Path) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("there is no C compiler")
    source, path = tmp_path / "pennies.c", tmp_path / "libpennies.so"
    source.write_text(PENNIES)
    command = [compiler, "-std=c11", "-shared", "-fPIC", "-I", hazard.include(), "-o", path, source]
    subprocess.run(command, check=True)
    game = hazard.foreign(path)
    found = hazard.equilibrium(game)
    assert found.value == pytest.approx(0.75, abs=1e-5)  # heads pays 3, tails 1: heads one time in four
    assert found.at(game.start())[0] == pytest.approx(0.25, abs=1e-3)
    answers = [
        hazard.decide(game, game.apply(game.start(), hidden), hazard.InformationSets(), Budget(nodes=100))
        for hidden in (0, 1)
    ]
    assert [(o.action, o.visits) for o in answers[0].options] == [
        (o.action, o.visits) for o in answers[1].options
    ]
    with pytest.raises(hazard.GameError, match="InformationSets or Determinized"):
        hazard.decide(game, search=hazard.Expectimax())
