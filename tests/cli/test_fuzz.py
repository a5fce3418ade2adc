"""Whatever is typed, the command answers or refuses in one line; it never falls over."""

import os
import tempfile

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from hazard.cli import app

COMMANDS = [
    "decide",
    "solve",
    "evaluate",
    "compare",
    "play",
    "arena",
    "dice",
    "bench",
    "tourr",
    "--help",
    "--version",
]
OPTIONS = [
    "--state",
    "--search",
    "--seconds",
    "--depth",
    "--nodes",
    "--draw",
    "--trace",
    "--json",
    "--plot",
    "--out",
    "--tolerance",
    "--max-states",
    "--players",
    "--games",
    "--seed",
    "--against",
    "--seat",
    "--max-moves",
    "--even",
    "--no-paired",
    "--help",
    "--",
    "-h",
    "-",
    "--debugg",
]
# Everything that runs stays small: a target of 5, shallow depths, little time.
GAMES = [
    "piglet",
    "pig(target=5)",
    "pig(target=5,die=4)",
    "pig(target=0)",
    "pig(die=(0,))",
    "pg",
    "a.py:B",
    "os:path",
]
VALUES = [
    *[
        "0",
        "1",
        "2",
        "-1",
        "0.01",
        "1e-3",
        "nan",
        "inf",
        "x",
        "random",
        "random,random",
        "optimal",
        "max",
        "min",
        "terminal",
        "out.csv",
        "out.json",
        "x.svg",
    ],
    *[
        "minimax(depth=2)",
        "expectimax(depth=2)",
        "expectimax(star2=off",
        "beam(width=2,depth=2)",
        "/nowhere/x.svg",
    ],
    "",
    "1 1 1",
    "1 1 1 min",
    "0 0 0 max rolling",
    "(1, 2)",
    "expectimax(depth=1),random",
]

noise = st.text(max_size=12)
word = st.sampled_from(OPTIONS) | st.sampled_from(VALUES) | st.sampled_from(GAMES) | noise


def invoke(arguments, answers=""):
    """Run in an empty folder, so that whatever is written can be thrown away."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            return CliRunner().invoke(app, arguments, input=answers, prog_name="hazard")
        finally:
            os.chdir(before)


def fault(result):
    """What is wrong with an answer, or nothing: it worked, or it was refused in a last line of ours."""
    if "Traceback" in result.output or result.exit_code not in (0, 2):
        return f"exit code {result.exit_code}: {result.output}"
    lines = result.stderr.rstrip("\n").splitlines()
    if result.exit_code == 2 and not (lines and lines[-1].startswith("hazard: ")):
        return f"refused without a reason: {result.stderr}"
    return None


quick = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@quick
@given(st.lists(noise, max_size=6))
def test_arbitrary_words(arguments):
    assert fault(invoke(arguments)) is None


@quick
@given(st.sampled_from(COMMANDS), st.sampled_from(GAMES), st.lists(word, max_size=5))
def test_words_that_look_like_a_command(name, game, rest):
    limit = {"decide": ["--depth", "2"], "compare": ["--depth", "2"], "arena": ["--games", "2"]}.get(name, [])
    # A time limit of its own keeps `bench` short; the last option given wins.
    limit = ["--seconds", "0.01"] if name == "bench" else limit
    assert fault(invoke([name, game, *rest, *limit], answers="1\n?\nu\n2\n")) is None


@settings(quick, max_examples=50)
@given(st.text(alphabet="pigtaremx0123456789()[]{}=,:./'\" -_", max_size=30))
def test_any_text_as_a_game_a_state_a_search_and_a_player(text):
    for arguments in (
        ["decide", text, "--depth", "1"],
        ["decide", "piglet", "--depth", "1", f"--state={text}"],
        ["decide", "piglet", "--depth", "1", f"--search={text}"],
        ["arena", "piglet", "--games", "2", f"--players={text}"],
    ):
        assert fault(invoke(arguments)) is None
