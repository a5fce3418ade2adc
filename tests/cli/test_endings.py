"""What the world does to a command: full disks, closed pipes, bytes that are no text, seeds too large.

The tables name every command that has a seed, reads standard input or writes a file; a command that is added
must be added to them, too.
"""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.own_files import WOLF
from tests.cli.walking import commands

from hazard import UserError
from hazard.cache import cache_folder
from hazard.cli.errors import describe
from hazard.content import read_toml

BOARD = "/".join([". . .", ". . . .", ". . . . .", ". . . .", ". . ."]) + " + 978"


# ---- seeds

WITH_A_SEED = {
    "check": ["pig"],
    "play": ["pig"],
    "arena": ["pig", "--players", "random,random"],
    "train": ["2048", "--out", "new.npz"],
    "backgammon rollout": ["4HPwATDgc/ABMA"],
    "backgammon play": [],
    "fivee forecast": ["goblin-ambush"],
    "fivee balance": ["goblin-ambush"],
    "fivee day": ["goblin-ambush"],
    "fivee run": ["goblin-ambush"],
    "fivee suggest": ["goblin-ambush"],
    "fivee round": ["goblin-ambush"],
    "fivee objectives": [],
    "evaluate": ["pig(target=6)"],
    "spire advise": ["{}"],
    "spire agent": [],
    "spire serve": [],
    "spire fight": ["starter", "Cultist"],
    "spire runs": [],
    "takeiteasy play": [],
    "takeiteasy watch": [],
    "takeiteasy bench": [],
    "takeiteasy ablation": [],
}


def test_the_table_has_every_command_with_a_seed():
    assert set(WITH_A_SEED) == {name for name, options in commands() if "--seed" in options}


@pytest.mark.parametrize("name", WITH_A_SEED)
@pytest.mark.parametrize("seed", ["18446744073709551616", "-1"])
def test_a_seed_that_does_not_fit_64_bits_is_refused_at_the_door(refused, name, seed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert f"the seed is {seed}; expected" in refused(
        *name.split(), *WITH_A_SEED[name], "--seed", seed
    ).replace("'", "")
    assert not list(tmp_path.iterdir())


def test_the_largest_seed_is_one(ok):
    largest = str(2**64 - 1)
    assert ok("play", "pig(target=5)", "--watch", "--against", "random", "--seed", largest)
    assert ok("arena", "pig(target=5)", "--players", "random,random", "--games", "2", "--seed", largest)
    assert ok("spire", "fight", "starter", "Cultist", "--seed", largest, "--ms", "1")


# ---- standard input that is no text

READING = {
    "play": ["pig"],
    "backgammon play": ["--plies", "0", "--seed", "1"],
    "takeiteasy play": ["--seed", "1", "--alone", "--evaluator", "table"],
    "fivee run": ["goblin-ambush", "--seconds", "0.01"],
    "fivee import": ["-"],
    "spire advise": ["-"],
    "spire serve": [],
}


@pytest.mark.parametrize("name", READING)
def test_standard_input_that_is_not_utf_8_is_named(run, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(*name.split(), *READING[name], input="Café\n".encode("latin-1"))
    assert result.exit_code == 2, result.output
    assert result.stderr.splitlines()[-1] == (
        "hazard: standard input is not UTF-8 text: found the byte 0xe9; expected UTF-8"
    )


def test_the_agent_plays_on_whatever_the_game_sends(run):
    """The game writes in the encoding of its machine, and a run matters more than an accent."""
    assert run("spire", "agent", "--no-log", input=b"Caf\xe9\n").exit_code == 0


def test_a_match_that_ends_in_nonsense_is_written_down(run, tmp_path):
    file = tmp_path / "match.mat"
    result = run("backgammon", "play", "--plies", "0", "--seed", "1", "--save", file, input=b"\xe9\n")
    assert result.exit_code == 2
    assert "Game 1" in file.read_text()


# ---- files that are no text

FILES = {
    "decide": ("game.py", ["decide", "FILE"]),
    "fivee forecast": ("fight.toml", ["fivee", "forecast", "FILE"]),
    "fivee suggest": ("state.json", ["fivee", "suggest", "FILE"]),
    "fivee run --creatures": ("own.toml", ["fivee", "run", "goblin-ambush", "--creatures", "FILE"]),
    "spire advise": ("state.json", ["spire", "advise", "FILE"]),
    "spire replay": ("agent.jsonl", ["spire", "replay", "FILE"]),
    "takeiteasy analyse": ("game.txt", ["takeiteasy", "analyse", "FILE"]),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_not_utf_8_is_named(refused, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file, words = FILES[name]
    (tmp_path / file).write_bytes("name = 'Café'\n".encode("latin-1"))
    said = refused(*(str(tmp_path / file) if word == "FILE" else word for word in words))
    assert file in said
    assert "utf-8" in said.lower()


def test_the_mark_that_some_editors_begin_a_file_with_is_no_content(ok, tmp_path):
    state = ok("fivee", "suggest", "goblin-ambush", "--depth", "1", "--write-state", tmp_path / "state.json")
    (tmp_path / "marked.json").write_bytes(b"\xef\xbb\xbf" + (tmp_path / "state.json").read_bytes())
    assert ok("fivee", "suggest", tmp_path / "marked.json", "--depth", "1")
    assert state
    (tmp_path / "policy.toml").write_bytes(b"\xef\xbb\xbf# nothing is changed\n")
    assert read_toml(tmp_path / "policy.toml") == {}


def test_a_policy_that_is_not_utf_8_is_named(run, tmp_path):
    policy = tmp_path / "policy.toml"
    policy.write_bytes(b"name = '\xe9'\n")
    result = run("spire", "agent", "--no-log", "--policy", policy, input="")
    assert result.exit_code == 2
    assert result.stderr == f"hazard: {policy}: byte 8 is not UTF-8 text\n"


# ---- files that cannot be written

KUHN = Path(__file__).parents[2] / "examples" / "kuhn_poker.py"
WRITERS = {
    "decide --draw": ("why.svg", ["decide", "pig", "--depth", "1", "--draw"]),
    "equilibrium --out": ("kuhn.npz", ["equilibrium", f"{KUHN}", "--iterations", "5", "--out"]),
    "solve --out": ("policy.csv", ["solve", "pig(target=6)", "--out"]),
    "solve --plot": ("surface.svg", ["solve", "pig(target=6)", "--plot"]),
    "dice --plot": ("dice.svg", ["dice", "2d6", "--plot"]),
    "train --out": ("new.npz", ["train", "takeiteasy", "--games", "0", "--out"]),
    "train --plot": ("curve.svg", ["train", "takeiteasy", "--games", "0", "--out", "OTHER.npz", "--plot"]),
    "backgammon play --save": ("match.mat", ["backgammon", "play", "--plies", "0", "--save"]),
    "fivee forecast --plot": ("fight.svg", ["fivee", "forecast", "goblin-ambush", "--fights", "5", "--plot"]),
    "fivee import --out": ("mine.toml", ["fivee", "import", "OTHER.txt", "--out"]),
    "fivee run --save": ("run.hazard", ["fivee", "run", "goblin-ambush", "--seconds", "0.01", "--save"]),
    "fivee suggest --write-state": (
        "state.json",
        ["fivee", "suggest", "goblin-ambush", "--seconds", "0.01", "--write-state"],
    ),
    "spire agent --log": ("agent.jsonl", ["spire", "agent", "--log"]),
    "takeiteasy hint --svg": ("board.svg", ["takeiteasy", "hint", BOARD, "--evaluator", "table", "--svg"]),
}
# One needs torch, one serves until it is stopped, one draws in the terminal, and one fights for seconds.
NOT_TRIED = {"train --onnx", "web --data", "evaluate --plot", "fivee balance --write"}


def test_the_table_has_every_command_that_writes():
    writing = {
        "--out",
        "--plot",
        "--draw",
        "--svg",
        "--save",
        "--log",
        "--write",
        "--write-state",
        "--onnx",
        "--data",
    }
    found = {f"{name} {option}" for name, options in commands() for option in options & writing}
    assert set(WRITERS) | NOT_TRIED == found


@pytest.fixture
def write(run, tmp_path):
    """Run a command that writes to a file; return what came of it."""
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "OTHER.txt").write_text(WOLF)

    def call(name, file):
        words = [str(tmp_path / "other" / w) if w.startswith("OTHER") else w for w in WRITERS[name][1]]
        return run(*words, file, input="")

    return call


def check_refusal(result, file):
    assert result.exit_code == 2, result.output
    last = result.stderr.splitlines()[-1]
    assert last.startswith("hazard: ")
    assert file.name in last
    assert "fault" not in last


@pytest.mark.parametrize("name", WRITERS)
def test_a_folder_in_place_of_the_file_is_refused(write, name, tmp_path):
    file = tmp_path / WRITERS[name][0]
    file.mkdir()
    check_refusal(write(name, file), file)
    assert not list(file.iterdir())


@pytest.mark.parametrize("name", [name for name in WRITERS if name != "spire agent --log"])
def test_a_folder_that_is_missing_is_named(write, name, tmp_path):
    file = tmp_path / "missing" / WRITERS[name][0]
    result = write(name, file)
    check_refusal(result, file)
    assert "missing" in result.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only to the superuser")
@pytest.mark.parametrize("name", WRITERS)
def test_a_folder_that_is_read_only_is_named(write, name, tmp_path):
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o500)
    check_refusal(write(name, folder / WRITERS[name][0]), folder / WRITERS[name][0])


def test_a_read_only_folder_is_told_before_any_work_is_done(refused, tmp_path, monkeypatch):
    """As the superuser finds it on a medium that cannot be written."""
    monkeypatch.setattr("os.access", lambda *_: False)
    said = refused("solve", "pig", "--out", tmp_path / "policy.csv")
    assert said == f"hazard: cannot write '{tmp_path}/policy.csv': its folder is read-only\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no disk that is always full")
@pytest.mark.parametrize("name", WRITERS)
def test_a_disk_that_is_full_is_named(write, name, tmp_path):
    file = tmp_path / WRITERS[name][0]
    file.symlink_to("/dev/full")
    result = write(name, file)
    if name == "train --out":  # an existing file is refused before anything is written
        assert result.exit_code == 2
    elif name == "spire agent --log":  # a run matters more than its journal
        assert result.exit_code == 0
        assert f"hazard: cannot write '{file}': No space left on device; going on" in result.stderr
    else:
        check_refusal(result, file)
    assert file.is_symlink()


@pytest.mark.parametrize("name", [n for n in WRITERS if n not in ("fivee run --save", "spire agent --log")])
def test_what_was_there_stays_until_the_new_file_is_on_the_disk(write, name, tmp_path, monkeypatch):
    file = tmp_path / WRITERS[name][0]
    if name != "train --out":
        file.write_text("before")
    synced = os.fsync

    def full(handle):
        if "other" in os.readlink(f"/proc/self/fd/{handle}"):
            return synced(handle)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.fsync", full)
    result = write(name, file)
    check_refusal(result, file)
    assert "No space left on device" in result.stderr
    assert sorted(found.name for found in tmp_path.iterdir()) == sorted(
        {"other"} | ({file.name} if name != "train --out" else set())
    )
    monkeypatch.undo()
    (tmp_path / "other" / "OTHER.npz").unlink(missing_ok=True)
    if name != "train --out":
        assert file.read_text() == "before"
    assert write(name, file).exit_code == 0
    assert file.stat().st_size > 0


# ---- standard output


def ended(arguments, output):
    command = [sys.executable, "-m", "hazard.cli", *arguments]
    return subprocess.Popen(command, stdout=output, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)


TALKING = [
    ["--help"],
    ["decide", "--help"],
    ["dice", "2d6"],
    ["decide", "pig", "--depth", "1"],
    ["decide", "pig", "--depth", "1", "--json"],
    ["fivee", "list", "creatures"],
]


@pytest.mark.parametrize("arguments", TALKING, ids=" ".join)
def test_a_reader_that_has_left_is_no_error(arguments):
    process = ended(arguments, subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no disk that is always full")
@pytest.mark.parametrize("arguments", TALKING, ids=" ".join)
def test_an_output_that_is_full_is_named(arguments):
    with open("/dev/full", "wb") as full:
        process = ended(arguments, full)
        said = process.stderr.read()
    assert said == b"hazard: cannot write standard output: No space left on device\n"
    assert process.wait(timeout=60) == 2


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no disk that is always full")
def test_a_client_of_the_door_for_models_that_takes_no_answer_is_no_fault():
    pytest.importorskip("mcp")
    ping = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n'
    command = [sys.executable, "-m", "hazard.cli", "mcp"]
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(command, input=ping, stdout=full, stderr=subprocess.PIPE, check=False)
    assert ended.stderr == b"hazard: cannot write standard output: No space left on device\n"
    assert ended.returncode == 2


def test_streams_that_are_closed_are_no_fault():
    shell = f"{sys.executable} -m hazard.cli dice 2d6 >&- <&-; exit $?"
    result = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stderr) == (0, "")
    shell = f"{sys.executable} -m hazard.cli decide pigg 2>&-; exit $?"
    assert subprocess.run(["sh", "-c", shell], capture_output=True, timeout=60).returncode == 2


@pytest.mark.parametrize("columns", ["0", ""])
def test_a_terminal_that_does_not_know_its_width_is_written_to_all_the_same(ok, monkeypatch, columns):
    monkeypatch.delenv("COLUMNS", raising=False)
    usual = ok("decide", "pig", "--depth", "1")
    monkeypatch.setenv("COLUMNS", columns)
    assert usual.splitlines()[0] == ok("decide", "pig", "--depth", "1").splitlines()[0] != ""


ENDLESS = {
    "spire advise": ["spire", "advise", "/dev/zero"],
    "spire replay": ["spire", "replay", "/dev/zero"],
    "backgammon analyse": ["backgammon", "analyse", "/dev/zero"],
    "fivee import": ["fivee", "import", "/dev/zero"],
    "fivee forecast": ["fivee", "forecast", "/dev/zero"],
    "fivee run --creatures": ["fivee", "run", "goblin-ambush", "--creatures", "/dev/zero"],
}


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no file without an end")
@pytest.mark.parametrize("name", ENDLESS)
def test_a_file_without_an_end_is_not_read_to_its_end(refused, name):
    said = refused(*ENDLESS[name])
    assert said.count("/dev/zero") == 1
    assert "bytes that are read" in said or name == "spire replay"


@pytest.mark.parametrize("words", [["spire", "advise", "-"], ["fivee", "import", "-"]])
def test_standard_input_without_an_end_is_not_read_to_its_end(refused, words, monkeypatch):
    monkeypatch.setattr("hazard.content.MOST_BYTES", 1000)
    assert "standard input: longer than the 1,000 bytes" in refused(*words, input="x" * 2000)


def test_a_folder_that_has_been_removed_is_no_fault_of_hazards(run, tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    check_refusal(run("dice", "2d6", "--plot", "dice.svg"), Path("dice.svg"))
    assert run("dice", "2d6").exit_code == 0
    message, code = describe(FileNotFoundError(2, "No such file or directory"))  # as libraries raise it
    assert (message.partition(";")[0], code) == (
        "the folder that hazard was started in is not there any more",
        2,
    )


def test_an_account_without_a_home_is_told_what_to_set(monkeypatch):
    def unknown():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", unknown)
    with pytest.raises(UserError, match="expected one in HOME"):
        cache_folder()
