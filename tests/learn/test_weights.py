"""Weight files: what is written is read back, and nothing damaged is."""

import io
import json
import os
import signal
import subprocess
import sys
import time
import zipfile

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hazard.learn import About, Weights, WeightsError, load_weights, save_weights

ABOUT = About(game="demo", design="numbers", settings={"seed": 3}, games=12, seconds=1.5)
ARRAYS = {"first": np.arange(6, dtype=np.float32).reshape(2, 3), "second": np.array([1.5], np.float64)}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "demo.npz"
    save_weights(path, Weights(arrays=ARRAYS, about=ABOUT))
    return path


def read(path):
    return load_weights(path, game="demo", design="numbers")


def test_a_file_reads_back(file):
    weights = read(file)
    assert weights.about.games == 12
    assert weights.about.settings == {"seed": 3}
    for name, array in ARRAYS.items():
        np.testing.assert_array_equal(weights.arrays[name], array)


def test_numpy_alone_reads_it(file):
    with np.load(file) as archive:
        assert sorted(archive.files) == ["about", "first", "second"]
        assert json.loads(archive["about"].tobytes())["format"] == "hazard weights 1"


@pytest.mark.parametrize(
    ("game", "design"), [("other", "numbers"), ("demo", "letters")], ids=["game", "design"]
)
def test_weights_for_something_else_are_refused(file, game, design):
    with pytest.raises(WeightsError, match=r"demo \(numbers\); expected"):
        load_weights(file, game=game, design=design)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(WeightsError, match=r"there is no weight file .*none\.npz"):
        read(tmp_path / "none.npz")


@given(cut=st.floats(0, 0.999))
@settings(max_examples=40, deadline=None)
def test_a_file_that_was_cut_off_is_refused(tmp_path_factory, cut):
    path = tmp_path_factory.mktemp("cut") / "demo.npz"
    save_weights(path, Weights(arrays=ARRAYS, about=ABOUT))
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * cut)])
    with pytest.raises(WeightsError, match=r"demo\.npz"):
        read(path)


@given(place=st.integers(0, 10_000), value=st.integers(1, 255))
@settings(max_examples=120, deadline=None)
def test_a_changed_byte_never_changes_the_weights(tmp_path_factory, place, value):
    path = tmp_path_factory.mktemp("flip") / "demo.npz"
    save_weights(path, Weights(arrays=ARRAYS, about=ABOUT))
    content = bytearray(path.read_bytes())
    content[place % len(content)] ^= value
    path.write_bytes(content)
    try:
        arrays = read(path).arrays
    except WeightsError:
        arrays = ARRAYS  # refused, which is as good
    for name, array in ARRAYS.items():  # else a byte that nothing depends on, such as a date in the archive
        np.testing.assert_array_equal(arrays[name], array)


def test_numbers_that_do_not_fit_their_checksum_are_refused(tmp_path):
    path = tmp_path / "demo.npz"
    about = ABOUT.model_copy(update={"checksum": "0" * 64}).model_dump_json().encode()
    np.savez(path, about=np.frombuffer(about, np.uint8), **ARRAYS)
    with pytest.raises(WeightsError, match="damaged"):
        read(path)


def test_a_file_that_unpacks_to_more_than_any_memory_is_refused_before_it_is(tmp_path, monkeypatch):
    """One says so in the archive's list, one in an array's header only."""
    monkeypatch.setattr("hazard.learn.weights.LARGEST", 2**20)
    zeros = tmp_path / "zeros.npz"
    np.savez_compressed(zeros, about=np.zeros(3, np.uint8), large=np.zeros(2**21, np.uint8))
    assert zeros.stat().st_size < 5000
    claim = tmp_path / "claim.npz"
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "<f8", "fortran_order": False, "shape": (2**45,)})
    with zipfile.ZipFile(claim, "w") as archive:
        archive.writestr("large.npy", header.getvalue() + bytes(64))
    for path in (zeros, claim):
        with pytest.raises(WeightsError) as refusal:
            read(path)
        assert refusal.value.code == "learn.weights_too_large"


def test_an_archive_of_something_else_is_refused(tmp_path):
    path = tmp_path / "demo.npz"
    np.savez(path, numbers=np.arange(3))
    with pytest.raises(WeightsError, match="no description"):
        read(path)


SAVER = """
import numpy as np, sys
from pathlib import Path
from hazard.learn import About, Weights, save_weights
array = np.random.default_rng(0).random(200_000).astype(np.float32)
about = About(game="demo", design="numbers", settings={}, games=1, seconds=0)
while True:
    save_weights(Path(sys.argv[1]), Weights(arrays={"w": array}, about=about))
    print("saved", flush=True)
"""


def test_a_process_that_is_killed_while_it_saves_leaves_a_whole_file(tmp_path):
    path = tmp_path / "demo.npz"
    for pause in (0.0, 0.013, 0.05):
        process = subprocess.Popen([sys.executable, "-c", SAVER, str(path)], stdout=subprocess.PIPE)
        assert process.stdout.readline() == b"saved\n"
        time.sleep(pause)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
        assert read(path).arrays["w"].size == 200_000
