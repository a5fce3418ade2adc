"""``hazard backgammon``: every command once, and what it says to mistakes."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from hazard.backgammon import notation, read_match
from hazard.backgammon.cli import play as backgammon_play
from hazard.cli import app

START = "4HPwATDgc/ABMA"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
MAT = Path(__file__).parents[1] / "matches" / "jellyfish.mat"


@pytest.mark.parametrize("name", ["hint", "analyse", "rollout", "play", "serve"])
def test_every_command_teaches_by_example_and_has_json(ok, name):
    text = ok("backgammon", name, "--help")
    assert "Examples" in text
    assert f"hazard backgammon {name}" in text
    assert "--json" in text


def test_without_a_command_the_help_is_shown(ok):
    assert "analyse" in ok("backgammon")


def test_a_hint_shows_the_plays_best_first(ok):
    shown = ok("backgammon", "hint", XGID, "--plies", "0")
    assert re.search(r"1 │ 8/5 6/5", shown)
    assert "X plays 3-1. For money" in shown
    found = json.loads(ok("backgammon", "hint", START, "--dice", "31", "--json"))
    assert found["plays"][0]["play"] == "8/5 6/5"
    assert len(found["plays"]) == 16
    assert found["plays"][0]["behind"] == 0


def test_without_dice_a_hint_is_about_the_cube(ok):
    shown = ok("backgammon", "hint", START)
    assert "no double, take" in shown
    assert "double, pass  +1.000" in shown
    found = json.loads(ok("backgammon", "hint", START, "--json"))
    assert found["cube"]["double"] is False
    assert 0.5 < found["chances"]["win"] < 0.56
    match = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:1:1:5:10"
    assert "Crawford" in ok("backgammon", "hint", match)
    doubled = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:5:10"
    assert "X has doubled." in ok("backgammon", "hint", doubled)


def test_a_match_is_analysed(ok):
    shown = ok("backgammon", "analyse", MAT)
    assert "??" in shown
    assert "per play" in shown
    found = json.loads(ok("backgammon", "analyse", MAT, "--json"))
    assert len(found["players"]) == len(found["totals"]) == 2
    assert len([d for d in found["decisions"] if d["kind"] == "play"]) > 50
    assert len(ok("backgammon", "analyse", MAT, "--all").splitlines()) > 60


def test_a_position_is_rolled_out(ok):
    shown = ok("backgammon", "rollout", START, "--games", "36", "--cut", "4")
    assert re.search(r"equity [+-]0\.\d+ ± 0\.\d+ after 36 games", shown)
    options = ("--games", "36", "--cut", "3", "--plays", "2", "--json")
    found = json.loads(ok("backgammon", "rollout", XGID, *options))
    assert found["plays"][0]["play"] == "8/5 6/5"
    assert len(found["plays"]) == 2
    assert found["plays"][1]["behind"] > 0
    assert "8/5 6/5" in ok("backgammon", "rollout", XGID, "--games", "36", "--cut", "2")
    bearing_off = "AgAAAAEAAAAAAA"  # one checker each on the point next to home
    assert "+1.000" in ok("backgammon", "rollout", bearing_off, "--dice", "66", "--games", "36")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("hint", "nonsense"), "expected a position id"),
        (("hint", START, "--dice", "77"), "expected two numbers"),
        (("hint", "XGID=-o----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"), "expected at most 15"),
        (("hint", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31"), "expected 10 fields"),
        (("hint", START, "--plies", "5"), "plies"),
        (("rollout", START, "--games", "0"), "expected 1 to"),
        (("rollout", "4HPwATDgc/ABM"), "expected a position id"),
        (("analyse", "/no/such/file.mat"), "No such file"),
        (("play", "--save", "game.exe"), ".mat"),
        (("serve", "--port", "99999"), "port"),
        (("juggle",), "juggle"),
    ],
)
def test_mistakes_get_one_line(refused, arguments, said):
    assert said in refused("backgammon", *arguments)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no match at all",
        " 5 point match\n\n Game 1\n a : 0   b : 0\n  1) 31: 8/5 6/4\n",
        " 5 point match\n\n Game 1\n a : 0   b : 0\n  1) 31: 8/5 6/5   71: x\n",
        " 5 point match\n\n Game 1\n a : 7   b : 0\n  1) 31: 8/5 6/5    52: 13/8 24/22\n  2) 11:\n",
        " 500 point match\n\n Game 1\n a : 0   b : 0\n  1) 31: 8/5 6/5    52: 13/8 24/22\n",
    ],
)
def test_a_broken_match_is_refused_with_its_name(refused, tmp_path, text):
    path = tmp_path / "broken.mat"
    path.write_text(text)
    assert "broken.mat" in refused("backgammon", "analyse", path)


def test_a_file_that_is_no_text_is_refused(refused, tmp_path):
    path = tmp_path / "picture.mat"
    path.write_bytes(bytes(range(256)) * 4)
    assert "picture.mat" in refused("backgammon", "analyse", path)


SIGNS = st.characters(codec="utf-8", exclude_categories=("Cs",), exclude_characters="\0")
DAMAGED = st.builds(
    lambda where, sign, text: text[:where] + sign + text[where + 1 :],
    st.integers(0, 60),
    st.one_of(SIGNS, st.sampled_from(list("-AaOo:0159DBR"))),
    st.sampled_from([XGID, START, f"{START}:cAkAAAAAAAAA"]),
)


@settings(max_examples=150, deadline=None)
@given(st.one_of(DAMAGED, st.text(SIGNS, max_size=60)))
def test_whatever_the_id_it_is_answered_or_refused_in_one_line(text):
    result = CliRunner().invoke(app, ["backgammon", "hint", "--plies", "0", "--", text], prog_name="hazard")
    assert result.exit_code in (0, 2), result.output
    if result.exit_code == 2:
        assert result.stderr.count("\n") == 1


# ---- play


def test_a_person_may_ask_err_and_leave(ok):
    said = ok("backgammon", "play", "--seed", "3", "--plies", "0", input="?\nmaybe\n\n?\n1/2\nq\n")
    assert "You play X" in said
    assert "double, pass  +1.000" in said
    assert "'maybe' is neither" in said
    assert re.search(r"[+-]\d\.\d+  wins \d+\.\d %", said)
    assert "goes the wrong way" in said
    assert "Goodbye." in said


def test_a_whole_match_is_played_and_written_down(run, tmp_path, monkeypatch):
    """The person plays what hazard would, takes and doubles as it likes; every rule is the referee's."""
    asked = set()

    def answer(table, question):
        asked.add(question if "or" in question else "a play")
        game = table.games[-1]
        if question == "roll or double":
            return "d" if table.dice.random() < 0.2 else ""
        if question == "take or pass":
            return "t" if table.dice.random() < 0.7 else "p"
        dice = tuple(int(die) for die in question.split("-"))
        return notation(table.analyst.plays(game.position, dice)[0].play)

    monkeypatch.setattr(backgammon_play.Table, "_ask", answer)
    path = tmp_path / "match.mat"
    for seed in range(4):
        arguments = ("--length", "3", "--plies", "0", "--seed", seed, "--save", path, "--json")
        result = run("backgammon", "play", *arguments)
        assert result.exit_code == 0, result.output
        found = json.loads(result.stdout)
        assert found["finished"]
        assert max(found["score"]) >= 3
        match = read_match(path.read_text())
        assert read_match(found["match"]) == match
        assert (match.length, match.players) == (3, ("you", "hazard"))
    assert asked == {"roll or double", "take or pass", "a play"}


# ---- serve


@pytest.mark.skipif(os.name != "posix", reason="ends it by a signal")
@pytest.mark.parametrize("everyone_left", [True, False])
def test_it_serves_until_it_is_interrupted(everyone_left):
    command = [sys.executable, "-m", "hazard", "backgammon", "serve", "--port", "0", "--plies", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        said = ""
        while "}" not in said:
            said += process.stdout.readline()
        port = json.loads(said)["port"]
        with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
            connection.sendall(b"version\n")
            assert connection.recv(100).startswith(b"Interface")
            if everyone_left:
                connection.close()
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in errors


def test_a_port_that_is_taken_is_one_line(refused):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"cannot listen on 127.0.0.1:{port}" in refused("backgammon", "serve", "--port", port)
