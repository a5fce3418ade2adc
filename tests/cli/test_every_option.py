"""A setting is obeyed or refused: every option of every command changes something that can be seen.

``option_table.TABLE`` has a row for each; an option that is added to the command line and not to the table
fails the first test. Where an option could do nothing it is refused: ``IDLE`` has those.
"""

import contextlib
import functools
import importlib
import inspect
import json
import operator
import os
import shlex
import tempfile
from dataclasses import dataclass

import pytest
from tests.cli.option_table import BOARD, START, TABLE, TALK, Passed, Try, is_json
from tests.cli.own_files import ENCOUNTER, GAME, MATCH, PROGRAM, WOLF, write_worth
from tests.cli.walking import options
from tests.spire.protocol import message_samples as samples
from typer.testing import CliRunner

from hazard.cli import app, bench


@dataclass(frozen=True)
class Done:
    """What came of a command."""

    exit_code: int
    stdout: str
    stderr: str
    files: dict


@functools.cache
def made_files():
    """Files that only a command can make, each made once."""
    runner = CliRunner()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for words, given in (
            ("train takeiteasy --out begun.npz --games 5 --measure 0", ""),
            ("train pig --out pig.npz --games 4 --measure 0 --threads 1", ""),
            ("equilibrium kuhn_poker --iterations 5 --out earlier_run.npz", ""),
            ("train backgammon --set units=(4,4) --seed 9 --out small.npz --games 0", ""),
            ("fivee run goblin-ambush --save begun.hazard --depth 1 --seed 1", "quit\n"),
            ("spire agent --log kept.jsonl --keep-messages", TALK),
            ("fivee import wolf.txt --out own.toml", ""),
            ("takeiteasy watch --seed 1 --evaluator table --how greedy --record", ""),
        ):
            with open("wolf.txt", "w") as file:
                file.write(WOLF.replace("Wolf\n", "My wolf\n", 1))
            done = runner.invoke(app, shlex.split(words), input=given, prog_name="hazard")
            assert done.exit_code == 0, done.output
        with open("game.txt", "w") as file:
            file.write(done.stdout)
        return {name: open(name, "rb").read() for name in os.listdir() if name != "wolf.txt"}


@pytest.fixture(scope="module")
def kept():
    """Results by what was typed: a base is run once for all options that share it."""
    return {}


@pytest.fixture
def typed(tmp_path_factory, monkeypatch, kept):
    """Run a command in a folder that has every file it may ask for; return what came of it, and the look."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(bench, "benchmark_folder", lambda: tmp_path_factory.getbasetemp() / "programs")
    (tmp_path_factory.getbasetemp() / "programs").mkdir(exist_ok=True)
    (tmp_path_factory.getbasetemp() / "programs" / "program.py").write_text(PROGRAM)

    def call(words, look, given=None, replaced=(), again=False):
        key = (words, given, look if isinstance(look, Passed) else None, again)
        if key not in kept:
            folder = tmp_path_factory.mktemp("typed")
            fill(folder)
            with monkeypatch.context() as patch:
                patch.chdir(folder)
                patch.setattr("os.umask", lambda mask: mask)  # as a server does; the tests go on after it
                patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
                seen = watched(patch, look) if isinstance(look, Passed) else None
                for name, value in dict(replaced).items():
                    if seen is None or name != look.function:
                        patch.setattr(name, value)
                done = CliRunner().invoke(app, shlex.split(words), input=given, prog_name="hazard")
            kept[key] = Done(done.exit_code, done.stdout, done.stderr, read_all(folder)), seen
        done, seen = kept[key]
        assert "Traceback" not in done.stderr + done.stdout
        assert done.exit_code in (0, 2), done
        if isinstance(look, Passed):
            assert seen, f"{look.function} was not called: {done.stderr}"
            return done, seen
        return done, look(done)

    return call


def fill(folder):
    for name, data in made_files().items():
        (folder / name).write_bytes(data)
    (folder / "ladder.py").write_text(GAME)
    (folder / "wolf.txt").write_text(WOLF)
    (folder / "match.mat").write_text(MATCH)
    (folder / "fight.json").write_text(json.dumps(samples.fight(monsters=[samples.monster("Dragon")])))
    write_worth(folder / "worth.npz")
    (folder / "policy.toml").write_text("[rest]\nrest_below = 0.99\n")
    (folder / "wolves.toml").write_text(ENCOUNTER)


def read_all(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes().decode("latin-1")
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in (".pyc",)
    }


def watched(patch, look):
    """Note what the function is handed from now on."""
    where, _, name = look.function.rpartition(".")
    original = getattr(importlib.import_module(where), name)
    seen = []

    def noting(*given, **named):
        bound = inspect.signature(original).bind(*given, **named)
        bound.apply_defaults()
        found = bound.arguments[look.argument]
        seen.append(str(operator.attrgetter(look.of)(found) if look.of else found))
        return (look.instead or original)(*given, **named)

    patch.setattr(look.function, noting)
    return seen


ROWS = [(name, option) for name, command in TABLE.items() for option in command.options]


def test_the_table_has_every_option():
    assert {name: sorted(command.options) for name, command in TABLE.items()} == {
        name: sorted(found) for name, found in options()
    }


@pytest.mark.parametrize(("name", "option"), ROWS, ids=[" ".join(row) for row in ROWS])
def test_every_option_changes_something(typed, name, option):
    command, row = TABLE[name], TABLE[name].options[option]
    row = row if isinstance(row, Try) else Try(row)
    look = is_json if option == "--json" else row.look
    base = f"{name} {command.base if row.base is None else row.base}"
    given = command.input if row.input is None else row.input
    replaced = {**command.replaced, **row.replaced}
    assert option in row.changed or f"--no-{option[2:]}" in row.changed
    _, before = typed(base, look, given, replaced)
    done, after = typed(f"{base} {row.changed}", look, given, replaced)
    assert after != before, (done.exit_code, done.stdout, done.stderr)
    # What is looked at changes by the option, and not from one time to the next.
    assert typed(base, look, given, replaced, again=True)[1] == before


def test_the_whole_command_has_a_version_and_shows_its_faults(run):
    assert run("--version").stdout.startswith("hazard ")
    assert "Traceback" in run("--debug", "decide", "pigg").output
    assert "Traceback" not in run("decide", "pigg").output


def test_a_depth_is_kept_by_tree_search_too(run, monkeypatch):
    monkeypatch.setattr("hazard.comparing.TREE_SECONDS", 0.02)
    rows = json.loads(run("compare", "tictactoe", "--depth", "1", "--json").stdout)["searches"]
    assert max(row["depth"] for row in rows) == 1


# ---- options that could do nothing

HINT = f"takeiteasy hint {BOARD} --tile 978 --evaluator table"
IDLE = {
    "spire agent --draft table --draft-ms 5": "--draft-ms",
    "spire agent --draft table --worth worth.npz": "--worth",
    "decide pig --search solve --depth 3": "Solve goes through the whole game",
    "decide pig --search solve --nodes 5": "Solve goes through the whole game",
    "decide pig --search 'treesearch(trust=3)' --nodes 10": "TreeSearch.trust is 3",
    "decide pig --search 'treesearch(virtual_loss=3)' --nodes 10": "TreeSearch.virtual_loss is 3",
    "decide pig --search 'treesearch(rollout_depth=3)' --nodes 10": "TreeSearch.rollout_depth is 3",
    "decide pig --search 'treesearch(unseen=reweight,backup=mean)' --nodes 9": "TreeSearch.unseen is",
    "decide ladder.py:Ladder --search 'treesearch(threads=4)' --nodes 9": "TreeSearch.threads is 4",
    "decide pig --search 'expectimax(table=off,table_mb=3)' --depth 1": "Expectimax.table_mb is 3",
    "decide pig --depth 1 --json --lang de": "--lang",
    "decide pig --search beam --trace 4": "Beam keeps no trace",
    "solve 'pig(target=6)' --plot terminal --json": "--json",
    "evaluate 'pig(target=6)' --max random --min random --seed 3": "--seed",
    "evaluate 'pig(target=6)' --max random --min random --games 4 --max-states 5": "--max-states",
    "evaluate 'pig(target=6,players=1)' --max random --min random": "--min",
    "play 'pig(target=6)' --watch --against random --seat min": "--seat",
    "play 'pig(target=6,players=1)' --seat min": "--seat",
    "play 'pig(target=6,players=1)' --against random": "--against",
    "play tictactoe --seed 4": "--seed",
    "arena tictactoe --players 'expectimax(depth=1),expectimax(depth=2)' --games 2 --seed 1": "--seed",
    "arena connect4 --players 'treesearch(nodes=9),minimax(depth=1)' --games 2 --seed 1": "--seed",
    "arena 'pig(target=6,players=1)' --players random --no-paired": "--paired",
    "arena 'pig(target=6,players=1)' --players random --even 3": "even is 3.0",
    "arena tictactoe --players random,random --state 'xxx/oo./...'": "the game is over",
    "arena tictactoe --players random,random --games 2 --workers 2": "it goes with --on",
    "fivee forecast goblin-ambush --fights 2 --on threads --threads 2": "--on has its own --workers",
    "arena tictactoe --players random,random --games 2 --on threads --address a:1": "it goes with --on ray",
    "arena tictactoe --players human,random --games 2 --on threads": "a person plays at this terminal",
    "train takeiteasy --out new.npz --games 1 --threads 2": "with one thread",
    "train takeiteasy --out begun.npz --games 9 --resume --seed 3": "--seed",
    "dice 2d6 --plot svg --json": "--json",
    "dice 2d6 --plot svg --at-least 9": "--at-least",
    "bench program --seconds 3": "--seconds",
    "mcp --token 0123456789abcdef": "--token",
    "mcp --origin http://localhost": "--origin",
    "mcp --json": "--json",
    "bench speed --quick": "--quick",
    f"backgammon hint {START} --count 3": "--count",
    f"backgammon rollout {START} --games 36 --plays 3": "--plays",
    "fivee day goblin-ambush --days 3 --json --lang de": "--lang",
    "fivee balance goblin-ambush --fights 9 --json --lang de": "--lang",
    "fivee balance goblin-ambush --fights 9 --write new.toml": "--write",
    "fivee balance goblin-ambush troll-cave --fights 9 --want drops=9": "--want",
    "fivee duel troll ogre --json --lang de": "--lang",
    "fivee show goblin --json --lang de": "--lang",
    "fivee import wolf.txt --out - --json": "--json",
    "fivee import wolf.txt --out - --all": "--all",
    "fivee list spells --creatures own.toml": "--creatures",
    "fivee run --resume begun.hazard --objective merciless": "--objective",
    "fivee run --resume begun.hazard --creatures own.toml": "--creatures",
    "fivee run goblin-ambush --save begun.hazard --objective merciless": "--objective",
    "fivee run --resume begun.hazard --json --seconds 3": "--seconds",
    "fivee suggest goblin-ambush --search tree --depth 3": "--depth",
    "fivee suggest goblin-ambush --search beam --depth 2": "--depth",
    "fivee suggest goblin-ambush --search beam --reply policy": "--reply",
    "fivee suggest goblin-ambush --depth 1 --reply policy": "--reply",
    "spire agent --no-log --log agent.jsonl": "--log",
    "spire agent --no-log --keep-messages": "--keep-messages",
    "spire serve --json": "--json",
    "spire serve --games 2": "--games",
    "spire serve --run --fights 2": "--fights",
    "spire runs --on here --workers 2": "--workers",
    "spire runs --draft table --draft-ms 5": "--draft-ms",
    "spire runs --draft table --worth worth.npz": "--worth",
    "spire runs --simulations 4 --milliseconds 5": "--milliseconds",
    "spire fight starter Cultist --way policy --ms 5": "--ms",
    "spire bench starter --encounter Cultist --way policy --ms 5": "--ms",
    f"{HINT} --rival {BOARD} --how greedy": "--how",
    "takeiteasy watch --json --record": "--record",
    "takeiteasy play --to-win --alone": "--to-win",
    "takeiteasy bench --how greedy --target 150 --play-outs 5": "--play-outs",
    "takeiteasy bench --how greedy --play-outs 5": "--play-outs",
    "takeiteasy bench --how lookahead --evaluator rollouts:5 --play-outs 5": "--play-outs",
    "takeiteasy ablation --evaluators rollouts:5 --play-outs 5": "--play-outs",
}


@pytest.mark.parametrize("words", IDLE)
def test_an_option_that_could_do_nothing_is_refused_and_says_why(typed, words):
    done, _ = typed(words, lambda done: None, given="")
    assert done.exit_code == 2, done
    said = done.stderr.splitlines()[-1]
    assert said.startswith("hazard: ")
    assert IDLE[words] in said
    if IDLE[words].startswith("--"):
        assert "has no effect here: " in said or "goes with" in said
