"""The command as a whole: help, version, completion, errors, interrupts and pipes."""

import os
import signal
import subprocess
import sys

import pytest

import hazard
from hazard.cli import errors

COMMANDS = ["tour", "decide", "solve", "evaluate", "compare", "play", "arena", "backgammon", "bench"]


def command(*arguments, **more):
    return [sys.executable, "-m", "hazard.cli", *arguments]


def test_version(ok):
    assert ok("--version") == f"hazard {hazard.__version__}\n"


def test_without_arguments_it_says_where_to_begin(ok):
    said = ok()
    for words in ("hazard tour", "hazard web", "hazard fivee suggest goblin-ambush", "hazard --help"):
        assert words in said
    assert len(said.splitlines()) < 24
    assert max(map(len, said.splitlines())) < 80


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_teaches_by_example_and_has_json(ok, name):
    text = ok(name, "--help")
    assert "Examples" in text
    assert text.count(f"hazard {name}") >= 2
    assert "--json" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["decid"], "did you mean 'decide'"),
        (["decide"], "GAME is missing"),
        (["decide", "pig", "--dept", "3"], "did you mean '--depth'"),
        (["decide", "pig", "--depth", "x"], "--depth is 'x'; expected a whole number"),
        (["decide", "pigg"], "did you mean 'pig'"),
        (["decide", "pig", "--depth"], "--depth needs a value"),
        (["decide", "pig", "more"], "the argument 'more' was not expected"),
        (["fivee", "sugest"], "did you mean 'suggest'"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_a_mistake_is_one_line_and_code_2(refused, arguments, message):
    assert message in refused(*arguments)


@pytest.mark.parametrize(
    "nasty", ["\x1b[31mred", "two\nlines", "\x00", "nul\x00:x", "💥", "a" * 5000, "\ud800"]
)
def test_a_nasty_argument_is_still_one_harmless_line(refused, nasty):
    for arguments in (["decide", nasty], ["decide", "pig", "--state", nasty], [nasty]):
        said = refused(*arguments)
        assert "\x1b" not in said
        assert len(said) < 7000


def test_debug_shows_the_traceback_and_may_stand_anywhere(run):
    for arguments in (["--debug", "decide", "pigg"], ["decide", "pigg", "--debug"]):
        result = run(*arguments)
        assert result.exit_code == 2
        assert "Traceback" in result.stderr


def test_a_fault_of_the_users_game_names_the_line(refused, own_game):
    assert "ladder.py, line" in refused("decide", f"{own_game}:Faulty", "--depth", "2")
    assert "ZeroDivisionError" in refused("solve", f"{own_game}:Faulty")


def test_a_broken_file_says_its_own_error(refused, run, tmp_path):
    (tmp_path / "broken.py").write_text("x = [\n")
    assert "SyntaxError" in refused("decide", f"{tmp_path}/broken.py:Game")
    assert "Traceback" in run("--debug", "decide", f"{tmp_path}/broken.py:Game").stderr


def test_a_fault_in_hazard_says_so():
    message, code = errors.describe(RuntimeError("oops"))
    assert code == 1
    assert "please report" in message


def test_completion_of_commands_games_and_searches():
    def complete(line, word):
        environment = {
            **os.environ,
            "_HAZARD_COMPLETE": "complete_bash",
            "COMP_WORDS": line,
            "COMP_CWORD": str(word),
        }
        code = "from hazard.cli import app; app(prog_name='hazard')"
        return subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
        ).stdout.split()

    assert complete("hazard so", 1) == ["solve"]
    assert complete("hazard decide pi", 2) == ["pig", "piglet"]
    assert complete("hazard decide pig --search expe", 4) == ["expectimax"]
    assert complete("hazard arena pig --players random,opt", 4) == ["random,optimal"]


def test_a_closed_pipe_is_quiet():
    process = subprocess.Popen(
        command("solve", "pig(target=30)", "--json"), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 141


ENDLESS = """
import sys
import hazard

class Endless(hazard.Game):
    def start(self): return 0
    def turn(self, state): return hazard.Turn.MAX
    def actions(self, state):
        if state == 0: print("searching", file=sys.stderr, flush=True)
        return [1, 2]
    def apply(self, state, move): return state + move
    def value(self, state): return 0.0
"""


def test_ctrl_c_ends_with_130_and_without_a_traceback(tmp_path):
    (tmp_path / "endless.py").write_text(ENDLESS)
    process = subprocess.Popen(
        command("decide", str(tmp_path / "endless.py"), "--seconds", "60"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell may have started the tests with the signal ignored, which children inherit.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stderr.readline() == "searching\n"
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in said


def test_a_narrow_or_ascii_terminal_is_no_problem():
    environment = {**os.environ, "COLUMNS": "20", "PYTHONIOENCODING": "ascii"}
    result = subprocess.run(
        command("solve", "piglet"), env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert result.returncode == 0, result.stderr


# ---- a command loads what it needs, and nothing else

LISTENING = """
import io, sys
class Listening(io.StringIO):
    def write(self, text):
        sys.stderr.write("\\n".join(sys.modules))
        raise SystemExit
sys.argv = ["hazard", *sys.argv[1:]]
from hazard.cli import main
sys.stdout = Listening()
main()
"""


def loaded_at_the_first_word(*arguments):
    code = [sys.executable, "-c", LISTENING, *arguments]
    said = subprocess.run(code, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60).stderr
    modules = said.split()
    assert "hazard.cli.app" in modules
    return modules


def test_the_agent_says_ready_before_it_loads_anything_large():
    """The game waits for that word, and a busy machine is several times slower than a quiet one."""
    modules = loaded_at_the_first_word("spire", "agent", "--no-log")
    assert "hazard.spire.cli.agent" in modules
    large = ("numpy", "rich.console", "rich.table", "jinja2", "starlette", "uvicorn")
    ours = (
        "web",
        "fivee",
        "backgammon",
        "takeiteasy",
        "learn",
        "dice",
        "render.document",
        "spire.rules.library",
    )
    names = tuple(f"hazard.{name}." for name in ours)
    loaded = [name for name in modules if name in large or f"{name}.".startswith(names)]
    domains = [name for name in loaded if name.endswith(".domain") or f"{name}.domain" in loaded]
    assert set(loaded) == set(domains), "of other domains, only what they bring is known"


def test_a_command_does_not_load_the_others():
    modules = loaded_at_the_first_word("--version")
    assert [name for name in modules if name.startswith("hazard.cli.")] == [
        "hazard.cli.errors",
        "hazard.cli.plain_help",
        "hazard.cli.lazy",
        "hazard.cli.app",
    ]


@pytest.mark.parametrize("package", ["hazard", "hazard.games", "hazard.render"])
def test_a_lazy_package_has_every_name_that_it_lists(package):
    """Also where a module has the name of its function, and was imported first."""
    code = (
        f"import importlib, pkgutil, types; package = importlib.import_module({package!r})\n"
        "for part in pkgutil.iter_modules(package.__path__):\n"
        "    if part.name in package.__all__: importlib.import_module(f'{package.__name__}.{part.name}')\n"
        "assert set(package.__all__) == set(package._homes) <= set(dir(package))\n"
        "assert not [n for n in package.__all__ if isinstance(getattr(package, n), types.ModuleType)]\n"
        "assert not hasattr(package, 'nonsense')"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


AFTERWARDS = """
import sys
sys.argv = ["hazard", *sys.argv[1:]]
from hazard.cli import main
try:
    main()
finally:
    sys.stderr.write("\\n".join(sys.modules))
"""


@pytest.mark.parametrize("words", [("--help",), ("--version",), (), ("spire", "--help")])
def test_the_help_of_a_group_loads_none_of_its_commands(words):
    code = [sys.executable, "-c", AFTERWARDS, *words]
    modules = set(subprocess.run(code, capture_output=True, text=True, check=True, timeout=60).stderr.split())
    assert "hazard.cli.app" in modules
    assert not {"numpy", "hazard._core", "nicegui", "hazard.cli.common"} & modules
    # typer itself reads options by pydantic, unless the first word is --help
    assert "pydantic" not in modules or words != ("--help",)


def lazy_groups():
    from typer.main import get_group

    from hazard.cli import app
    from hazard.cli.lazy import LazyGroup

    whole = get_group(app)
    return [whole, *(group for group in whole.commands.values() if isinstance(group, LazyGroup))]


def test_a_group_says_of_each_command_what_the_command_says_of_itself():
    for group in lazy_groups():
        for name, place in group.places.items():
            first = group.commands[name].help.split("\n\n")[0]
            assert place.summary == " ".join(first.split()), (group.name, name)


def test_a_refusal_speaks_the_language_that_was_asked_for(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "x"\nmaps = ["..."]\ncombatants = []\n', encoding="utf-8")
    for language, words in [("en", "did you mean map?"), ("de", "meintest du map?")]:
        line = command("fivee", "suggest", str(mine), "--lang", language)
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        assert (done.returncode, words in done.stderr) == (2, True)
