"""Games of shared libraries learn like any other, by their bytes or by their own features."""

from __future__ import annotations

import math
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import hazard
from hazard import Budget, Expectimax, GameError
from hazard.learn.learned import load

HEAP = """
#include <hazard_game.h>
#include <stdio.h>
/* Take one or two stones from ten; whoever takes the last one wins. */
typedef struct { int32_t stones, mover; } heap;
static int32_t whose(const heap *s) {
  return s->stones == 0 ? HAZARD_OVER : s->mover == 1 ? HAZARD_MAX : HAZARD_MIN;
}
static int32_t start(const void *r, hazard_call *c, void *s) {
  (void)r; (void)c; ((heap *)s)->stones = 10; ((heap *)s)->mover = 1; return HAZARD_MAX;
}
static int32_t turn(const void *r, hazard_call *c, const void *s) { (void)r; (void)c; return whose(s); }
static int32_t actions(const void *r, hazard_call *c, const void *s, int64_t *moves, int32_t room) {
  const int32_t count = ((const heap *)s)->stones > 1 ? 2 : 1;
  (void)r; (void)c;
  for (int32_t i = 0; i < count && i < room; ++i) moves[i] = i + 1;
  return count;
}
static int32_t apply(const void *r, hazard_call *c, const void *s, int64_t move, void *next) {
  const heap *a = s; heap *b = next;
  (void)r; (void)c;
  b->stones = a->stones - (int32_t)move; b->mover = -a->mover;
  return whose(b);
}
static int32_t value(const void *r, hazard_call *c, const void *s, double *found) {
  (void)r; (void)c; *found = -((const heap *)s)->mover; return 0;
}
static int32_t features(const void *r, hazard_call *c, const void *s, double *found) {
  const heap *a = s;
  (void)r;
  if (FAILS) { snprintf(c->message, HAZARD_MESSAGE_BYTES, "no numbers today"); return HAZARD_ERROR; }
  found[0] = a->stones % 3; found[1] = a->mover; found[2] = a->stones / 10.0;
  return 0;
}
static const hazard_game table = {.version = HAZARD_GAME_VERSION, .table_bytes = sizeof(hazard_game),
  .name = NAME, .state_bytes = sizeof(heap), .low = -1, .high = 1, .start = start, .turn = turn,
  .actions = actions, .apply = apply, .value = value, .features = FEATURES, .feature_count = 3};
const hazard_game *hazard_game_table(void) { return &table; }
"""


def built(folder: Path, name: str, features: str = "0", fails: int = 0) -> hazard.ForeignGame:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("there is no C compiler")
    source, path = folder / f"{name}.c", folder / f"{name}-{features}.so"
    source.write_text(HEAP)
    given = [f'-DNAME="{name}"', f"-DFEATURES={features}", f"-DFAILS={fails}"]
    command = [compiler, "-std=c11", "-shared", "-fPIC", *given, "-I", hazard.include(), "-o", path, source]
    subprocess.run(command, check=True)
    return hazard.foreign(path)


@pytest.mark.parametrize("features", ["0", "features"])
def test_who_faces_a_multiple_of_three_has_lost(tmp_path: Path, features: str) -> None:
    game = built(tmp_path, "Heap", features)
    hazard.learn.train(
        game, tmp_path / "w.npz", games=1500, units=(32, 16), rate=0.01, passes=20, opening=8, measure=False
    )
    learned = load(tmp_path / "w.npz").bound_to(game)
    state, seen = game.start(), 0
    while game.turn(state) is not hazard.Turn.OVER:
        stones, mover = (int(number) for number in np.frombuffer(state, np.int32))
        if stones < 10:
            [value] = learned([state])
            assert math.copysign(1, value) == (-mover if stones % 3 == 0 else mover), (stones, mover, value)
            seen += 1
        state = game.apply(state, 1)
    assert seen == 9
    found = hazard.decide(game, None, Expectimax(evaluator=learned), Budget(depth=1))
    assert found.action == 1  # ten stones less one are nine


def test_the_core_reads_the_numbers_that_python_reads(tmp_path: Path) -> None:
    game = built(tmp_path, "Heap", "features")
    hazard.learn.train(game, tmp_path / "w.npz", games=20, units=(16,), measure=False)
    learned = load(tmp_path / "w.npz").bound_to(game)
    assert game.features(game.start()) == [1, 1, 1]
    later = game.apply(game.start(), 2)
    assert learned._judged(later)[2] == learned.sight.numbers(later) == [2, -1, 0.8]


def test_an_evaluator_of_another_library_is_refused(tmp_path: Path) -> None:
    """Both are the same class in Python, and their states have the same size."""
    hazard.learn.train(built(tmp_path, "Heap"), tmp_path / "w.npz", games=20, units=(16,), measure=False)
    with pytest.raises(GameError, match=r"was trained for Heap; expected an evaluator for Pile"):
        load(tmp_path / "w.npz").bound_to(built(tmp_path, "Pile"))
    with pytest.raises(GameError, match="are made of something else"):
        load(tmp_path / "w.npz").bound_to(built(tmp_path, "Heap", "features"))


def test_what_features_of_a_library_complain_of_is_told(tmp_path: Path) -> None:
    game = built(tmp_path, "Heap", "features", fails=1)
    with pytest.raises(GameError, match="no numbers today"):
        hazard.learn.train(game, tmp_path / "w.npz", games=20, units=(16,), measure=False)
