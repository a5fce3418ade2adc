"""What each option of each command changes, as a table: command, option, what is typed, what to look at.

A row is the words that are added to the command's own (``base``), or a :class:`Try` where another base, other
input or another look is needed. By default the look is the whole answer: exit code, standard output and
standard error, without what a clock has measured. :class:`Passed` is for options that change only the time or
start a server: it looks at what a function behind the command was handed.
"""

import json
import re
from dataclasses import dataclass, field

from tests.spire.protocol import message_samples as samples

TIMED = re.compile("second|^ms|milliseconds")
"""Fields of JSON that a clock has filled."""
START = "4HPwATDgc/ABMA"
BOARD = "'. . ./. . . ./. . . . ./. . . ./. . .'"
HEXES = "".join(
    f"{column}{row}\n"
    for column, rows in zip("abcde", (3, 4, 5, 4, 3), strict=True)
    for row in range(1, rows + 1)
)
MESSAGES = [samples.EVERY_SAMPLE[name] for name in ("menu", "rest", "shop", "game over", "menu", "rest")]
TALK = "\n".join(MESSAGES) + "\n"


def answer(done):
    """The whole answer: the exit code and both streams, without what a clock has measured."""
    return done.exit_code, untimed(done.stdout), untimed(done.stderr)


def untimed(text):
    try:
        return without_times(json.loads(text))
    except ValueError:
        return without_clock(text)


def without_clock(text):
    return re.sub(r"milliseconds .*|[\d.,]+ (ms|s)\b|[\d,]+/s", "", text)


def without_times(data):
    if isinstance(data, dict):
        return {key: without_times(value) for key, value in data.items() if not TIMED.search(key)}
    if isinstance(data, list):
        return [without_times(item) for item in data]
    return without_clock(data) if isinstance(data, str) else data


def is_json(done):
    """Which of the two streams is JSON."""
    return [isinstance(untimed(text), dict | list) for text in (done.stdout, done.stderr)]


def stopped(done):
    """What ended the searches."""
    found = json.loads(done.stdout)
    return found["stopped"] if "stopped" in found else [row.get("stopped") for row in found["searches"]]


def depths(done):
    """Where the searches began, and how far each has looked that has no clock."""
    found = json.loads(done.stdout)
    return found["state"], [row.get("depth") for row in found["searches"] if row["search"] != "treesearch"]


def games(done):
    return json.loads(done.stdout)["games"]


def files(done):
    """The names of the files that are there now."""
    return sorted(done.files)


def content(name):
    """What is in a file afterwards; None where there is none."""
    return lambda done: done.files.get(name)


@dataclass(frozen=True)
class Passed:
    """What a function behind the command was handed; it is called, or ``instead`` is."""

    function: str
    argument: str
    instead: object = None
    of: str = ""
    """An attribute of the argument."""


@dataclass(frozen=True)
class Try:
    """What to type for one option, and what to look at."""

    changed: str
    base: str | None = None
    look: object = answer
    input: str | None = None
    replaced: dict = field(default_factory=dict)
    """Parts of the program that would take too long here, by name."""


@dataclass(frozen=True)
class Command:
    """A command: what is typed in any case, and its options."""

    base: str
    options: dict
    input: str | None = None
    replaced: dict = field(default_factory=dict)


def spread(words, look):
    """The options of a command whose games can be played on several workers."""
    return {
        "--on": Try("--on threads", base=f"{words} --json", look=look),
        "--workers": Try(
            "--on threads --workers 3", base=f"{words} --on threads --workers 1 --json", look=look
        ),
        "--address": Try("--on processes --address localhost:1", base=f"{words} --on threads --json"),
    }


def nothing(*_, **__):
    return {}


class SilentServer:
    """Stands in for the server behind a socket: it notes what it was made with, and somebody comes by."""

    def __init__(self, analyst, host, port, *, connections, log):
        self.host, self.port, self.log = host, port, log

    async def start(self):
        pass

    async def run(self):
        self.log("somebody comes")


def short_run(seed, player):
    """Instead of playing: a record that tells what it was asked for."""
    from hazard.spire.stand_in.run_record import RunRecord

    return RunRecord(seed, player.ascension, floor=1 + seed % 7, killed_by="Cultist", killed_in="hallway")


class SilentClient:
    """Stands in for a client that is started, and what was measured of it."""

    handshake = 0.0

    def percentile(self, share):
        return 0.0


UNTRAINED = "takeiteasy --out new.npz --games 0 --measure 0 --json"
TOUR = dict.fromkeys(
    (
        "hazard.fivee.cli.tour.combat",
        "hazard.spire.cli.tour.spire",
        "hazard.cli.tour._ladder",
        "hazard.cli.tour._solved",
        "hazard.cli.tour._own_game",
    ),
    nothing,
)
WEB = {"hazard.web.app.free_port": lambda host, port: port, "hazard.web.app.serve": nothing}
SERVE = "hazard.web.app.serve"
DOOR = {"hazard.serve.listening.free_port": lambda host, port: port, "hazard.serve.listening.serve": nothing}
SECRET = "--token 0123456789abcdef"
SESSION = "hazard.fivee.cli.session.Session"


def site(argument, of=""):
    return Passed(SERVE, argument, nothing, of)


def door(argument, of=""):
    return Passed("hazard.serve.listening.serve", argument, nothing, of)


def server(argument, of=""):
    return Passed("hazard.backgammon.cli.serve.Server", argument, SilentServer, of)


def director(name):
    return Passed("hazard.fivee.director.director.Director", "settings", of=name)


TABLE = {
    "tour": Command("", {"--json": "--json"}, replaced={**TOUR, "hazard.cli.tour.DECISIONS": ()}),
    "decide": Command(
        "pig --state '40 35 12' --depth 2 --json",
        {
            "--state": "--state '0 0 3'",
            "--search": "--search 'expectimax(star2=off)'",
            "--seconds": Try("--seconds 0.0001", base="connect4 --nodes 200000 --json", look=stopped),
            "--depth": "--depth 3",
            "--nodes": Try("--nodes 3", look=stopped),
            "--draw": Try("--draw why.svg", look=files),
            "--trace": "--trace 3",
            "--evaluator": "--evaluator pig.npz",
            "--lang": Try("--lang de", base="pig --depth 1"),
            "--json": Try("--json", base="pig --depth 1"),
        },
    ),
    "solve": Command(
        "'pig(target=6)' --json",
        {
            "--state": "--state '3 2 0'",
            "--plot": Try("--plot surface.svg", look=files),
            "--out": Try("--out policy.csv", look=files),
            "--tolerance": Try("--tolerance 0.1", base="'pig(target=40)' --json"),
            "--max-states": "--max-states 3",
            # How much memory a game takes depends on what the process has left from before.
            "--max-bytes": Try("--max-bytes 9000000000", look=Passed("hazard.cli.solve.solve", "max_bytes")),
            "--json": Try("--json", base="'pig(target=6)'"),
        },
    ),
    "equilibrium": Command(
        "kuhn_poker --iterations 20 --json",
        {
            "--state": """--state '("JQ", "p")'""",
            "--algorithm": "--algorithm cfr",
            "--seconds": Try("--seconds 5", look=Passed("hazard.cli.equilibrium.equilibrium", "budget")),
            "--iterations": "--iterations 30",
            "--target": "--target 0.3",
            "--sets": Try("--sets 3", base="kuhn_poker --iterations 20"),
            "--lang": Try("--lang de", base="kuhn_poker --iterations 20"),
            "--out": Try("--out kuhn.npz", look=files),
            "--threads": Try("--threads 2", look=Passed("hazard.cli.equilibrium.equilibrium", "threads")),
            "--checkpoint": Try("--checkpoint run.npz", look=files),
            "--resume": "--resume earlier_run.npz",
            "--json": Try("--json", base="kuhn_poker --iterations 20"),
        },
    ),
    "check": Command(
        "ladder.py:Ladder --moves 200 --json",
        {
            "--state": "--state '(2, False)'",
            "--moves": "--moves 300",
            "--seconds": "--seconds 0.000001",
            "--seed": "--seed 3",
            "--json": Try("--json", base="ladder.py:Ladder --moves 200"),
        },
    ),
    "evaluate": Command(
        "'pig(target=6)' --max random --min random --json",
        {
            "--max": "--max optimal",
            "--min": "--min optimal",
            "--state": "--state '3 2 0'",
            "--games": "--games 5",
            "--seed": Try("--seed 3", base="'pig(target=6)' --max random --min random --games 40 --json"),
            "--plot": "--plot",
            "--at-least": "--at-least 0.5",
            "--max-states": "--max-states 5",
            "--json": Try("--json", base="'pig(target=6)' --max random --min random"),
        },
    ),
    "compare": Command(
        "tictactoe --depth 2 --json",
        {
            "--state": Try("--state 'x../.o./...'", look=depths),
            "--depth": Try("--depth 3", look=depths),
            "--seconds": Try("--seconds 0.0001", base="connect4 --depth 7 --json", look=stopped),
            "--json": Try("--json", base="tictactoe --depth 1"),
        },
        replaced={"hazard.comparing.TREE_SECONDS": 0.02},
    ),
    "play": Command(
        "'pig(target=8)' --watch --against random --seed 1 --json",
        {
            "--against": "--against 'expectimax(depth=1)'",
            "--seat": Try("--seat min", base="'pig(target=8)' --against random --seed 1", input="1\n" * 50),
            "--watch": Try("--watch", base="'pig(target=8)' --against random --seed 1", input="q\n"),
            "--evaluator": Try(
                "--evaluator pig.npz",
                base="'pig(target=8)' --watch --against 'expectimax(depth=1)' --seed 1",
                look=Passed("hazard.cli.play.give_evaluator", "path"),
            ),
            "--seed": "--seed 2",
            "--state": "--state '3 2 0'",
            "--json": Try("--json", base="'pig(target=8)' --watch --against random --seed 1"),
        },
    ),
    "arena": Command(
        "'pig(target=8)' --players random,random --games 4 --json",
        {
            "--players": "--players 'expectimax(depth=1),random'",
            "--games": "--games 6",
            "--seed": "--seed 1",
            "--state": "--state '5 2 0'",
            "--paired": "--no-paired",
            "--max-moves": "--max-moves 1",
            "--evaluator": Try(
                "--evaluator pig.npz",
                base="'pig(target=8)' --players 'expectimax(depth=1),random' --games 2 --json",
            ),
            "--even": "--even 0.2",
            "--on": Try("--on threads", look=Passed("hazard.cli.arena.play", "executor")),
            "--workers": Try(
                "--on threads --workers 3",
                look=Passed("hazard.cli.arena.play", "executor"),
                base="'pig(target=8)' --games 2 --on threads --workers 1 --json",
            ),
            "--address": Try(
                "--on processes --address localhost:1", base="'pig(target=8)' --games 2 --on threads --json"
            ),
            "--json": Try("--json", base="'pig(target=8)' --players random,random --games 4"),
        },
    ),
    "train": Command(
        "takeiteasy --out new.npz --games 5 --measure 0 --json",
        {
            "--out": Try("--out other.npz", look=files),
            "--evaluator": "--evaluator network --set 'units=(4,4,4)'",
            "--seconds": Try("--seconds 0.05 --games 100000000", base=UNTRAINED, look=games),
            "--minutes": Try("--minutes 0.001 --games 100000000", base=UNTRAINED, look=games),
            "--games": "--games 300",
            "--resume": Try("--resume", base="takeiteasy --out begun.npz --games 300 --measure 0 --json"),
            "--start": Try(
                "--start small.npz",
                base="backgammon --set 'units=(4,4)' --out new.npz --games 1 --measure 0 --json",
                look=content("new.npz"),
            ),
            "--set": "--set rate=0.5",
            "--threads": Try(
                "--threads 2",
                base="backgammon --set 'units=(4,4)' --out new.npz --games 1 --measure 0",
                look=Passed("hazard.cli.train.run_training", "training", of="threads"),
            ),
            "--seed": "--seed 2",
            "--checkpoint": Try(
                "--checkpoint 7", look=Passed("hazard.cli.train.run_training", "checkpoint_seconds")
            ),
            "--measure": "--measure 2",
            "--plot": Try("--plot curve.svg", look=files),
            # Refused: this game's own training runs on threads; tests/learn has those that do not.
            "--on": "--on processes",
            "--workers": "--on processes --workers 3",
            "--address": "--on processes --address localhost:1",
            "--onnx": "--onnx net.onnx",  # refused: only convolutional networks, which need torch
            "--json": Try("--json", base="takeiteasy --out new.npz --games 5 --measure 0"),
        },
    ),
    "dice": Command(
        "2d6",
        {"--at-least": "--at-least 9", "--plot": Try("--plot dice.svg", look=files), "--json": "--json"},
    ),
    "bench": Command(
        "program --json",
        {
            "--seconds": Try(
                "--seconds 0.02",
                base="speed --json",
                look=Passed("hazard.cli.bench.speed", "seconds", lambda seconds, progress: []),
            ),
            "--quick": "--quick",
            "--json": Try("--json", base="speed", replaced={"hazard.cli.bench.speed": lambda *_: []}),
        },
    ),
    "web": Command(
        f"--port 0 --data data {SECRET}",
        {
            "--port": Try("--port 8000", look=site("port")),
            "--host": Try("--host ::1", look=site("host")),
            "--token": Try("--token abcdefghij", look=site("token")),
            "--data": Try("--data other", look=site("site", "store.folder")),
            "--game": Try("--game ladder.py:Ladder", look=site("site", "games")),
            "--follow": Try("--follow agent.jsonl", look=site("site", "follow")),
            "--browser": Try("--no-browser", look=site("show")),
            "--json": "--json",
        },
        replaced=WEB,
    ),
    "serve": Command(
        f"--port 0 {SECRET}",
        {
            "--port": Try("--port 8000", look=door("door", "port")),
            "--host": Try("--host ::1", look=door("door", "host")),
            "--token": Try("--token fedcba9876543210", look=door("door", "token")),
            "--token-file": Try("--token-file a.json", look=Passed("hazard.serve.listening.told_in", "file")),
            "--origin": Try("--origin http://localhost:30000", look=door("door", "origins")),
            "--seconds": Try("--seconds 5", look=door("limits", "seconds")),
            "--workers": Try("--workers 1", look=door("limits", "workers")),
            "--waiting": Try("--waiting 0", look=door("limits", "waiting")),
            "--max-bytes": Try("--max-bytes 5000", look=door("limits", "bytes")),
            "--game": Try("--game ladder.py:Ladder", look=Passed("hazard.serve.http.application", "games")),
            "--openapi": "--openapi",
            "--json": "--json",
        },
        replaced=DOOR,
    ),
    "mcp": Command(
        f"--http 127.0.0.1:0 {SECRET}",
        {
            "--http": Try("--http 127.0.0.1:8000", look=door("door", "port")),
            "--token": Try("--token fedcba9876543210", look=door("door", "token")),
            "--token-file": Try("--token-file a.json", look=Passed("hazard.serve.listening.told_in", "file")),
            "--origin": Try("--origin http://localhost:30000", look=door("door", "origins")),
            "--seconds": Try("--seconds 5", look=door("limits", "seconds")),
            "--workers": Try("--workers 1", look=door("limits", "workers")),
            "--waiting": Try("--waiting 0", look=door("limits", "waiting")),
            "--game": Try(
                "--game ladder.py:Ladder", look=Passed("hazard.serve.mcp.http_application", "games")
            ),
            "--json": "--json",
        },
        replaced=DOOR,
    ),
    "backgammon hint": Command(
        f"{START} --dice 31 --plies 0",
        {"--dice": "--dice 64", "--plies": "--plies 1", "--count": "--count 2", "--json": "--json"},
    ),
    "backgammon rollout": Command(
        f"{START} --dice 31 --games 36 --cut 2 --plays 2 --threads 1 --json",
        {
            "--dice": "--dice 64",
            "--games": "--games 72",
            "--cut": "--cut 3",
            "--plays": "--plays 1",
            "--threads": Try("--threads 2", look=Passed("hazard.backgammon.cli.app.rollout", "threads")),
            **spread(f"{START} --games 36 --cut 2", Passed("hazard.backgammon.cli.app.rollout", "executor")),
            "--seed": "--seed 5",
            "--json": Try("--json", base=f"{START} --games 36 --cut 2"),
        },
    ),
    "backgammon analyse": Command(
        "match.mat", {"--plies": "--plies 1", "--all": "--all", "--json": "--json"}
    ),
    "backgammon play": Command(
        "--plies 0 --seed 1",
        {
            "--length": "--length 3",
            "--cube": "--no-cube",
            "--plies": Try("--plies 1", input="r\n?\nq\n"),
            "--seed": "--seed 2",
            "--save": Try("--save match-of-mine.mat", look=files),
            "--json": "--json",
        },
        input="q\n",
    ),
    "backgammon serve": Command(
        "--port 0",
        {
            "--port": Try("--port 4000", look=server("port")),
            "--host": Try("--host ::1", look=server("host")),
            "--plies": Try("--plies 0", look=server("analyst", "plies")),
            "--connections": Try("--connections 3", look=server("connections")),
            "--quiet": "--quiet",
            "--json": "--json",
        },
        replaced={"hazard.backgammon.cli.serve.Server": SilentServer},
    ),
    "fivee forecast": Command(
        "goblin-ambush --fights 20 --threads 1 --json",
        {
            "--fights": "--fights 30",
            "--seed": "--seed 4",
            "--party": "--party nearest",
            "--monsters": "--monsters nearest",
            "--threads": Try(
                "--threads 2", look=Passed("hazard.fivee.forecasts.forecast.forecast", "threads")
            ),
            "--on": Try(
                "--on threads",
                look=Passed("hazard.fivee.forecasts.forecast.forecast", "executor"),
                base="goblin-ambush --fights 20 --json",
            ),
            "--workers": Try(
                "--on threads --workers 3",
                look=Passed("hazard.fivee.forecasts.forecast.forecast", "executor"),
                base="goblin-ambush --fights 20 --on threads --workers 1 --json",
            ),
            "--address": Try(
                "--on processes --address localhost:1", base="goblin-ambush --fights 20 --on threads --json"
            ),
            "--plot": Try("--plot fight.svg", look=files),
            "--objective": "--objective merciless",
            "--replay": "--replay worst",
            "--creatures": Try("--creatures own.toml", base="wolves.toml --fights 20 --threads 1"),
            "--lang": "--lang de",
            "--json": Try("--json", base="goblin-ambush --fights 20"),
        },
    ),
    "fivee balance": Command(
        "wolves-in-a-blizzard --fights 20 --threads 1",
        {
            "--want": "--want drops=50",
            "--write": Try(
                "--write fairer.toml", base="wolves-in-a-blizzard --want drops=50 --fights 20", look=files
            ),
            "--fights": "--fights 30",
            "--seed": "--seed 4",
            "--objective": "--objective merciless",
            "--party": "--party nearest",
            "--monsters": "--monsters nearest",
            "--threads": Try("--threads 2", look=Passed("hazard.fivee.balance.balance.balance", "threads")),
            "--creatures": Try("--creatures own.toml", base="wolves.toml --fights 20 --threads 1"),
            "--lang": "--lang de",
            "--json": "--json",
        },
        replaced={
            "hazard.fivee.balance.balance.SEARCHED": 20,
            "hazard.fivee.balance.balance.JUDGED": 20,
            "hazard.fivee.balance.balance.CLOSE": 0.25,
        },
    ),
    "fivee day": Command(
        "goblin-ambush goblin-ambush --days 20 --threads 1",
        {
            "--rests": "--rests long",
            "--days": "--days 30",
            "--seed": "--seed 4",
            "--party": "--party nearest",
            "--monsters": "--monsters nearest",
            "--threads": Try("--threads 2", look=Passed("hazard.fivee.forecasts.day.day", "threads")),
            "--creatures": Try("--creatures own.toml", base="wolves.toml wolves.toml --days 20 --threads 1"),
            "--lang": "--lang de",
            "--json": "--json",
        },
    ),
    "fivee duel": Command(
        "troll ogre",
        {
            "--first": "--first b",
            "--creatures": Try("--creatures own.toml", base="my-wolf ogre"),
            "--lang": "--lang de",
            "--json": "--json",
        },
    ),
    "fivee import": Command(
        "wolf.txt",
        {
            "--format": "--format open5e",
            "--out": Try("--out mine.toml", look=files),
            "--all": "--all",
            "--json": "--json",
        },
    ),
    "fivee run": Command(
        "goblin-ambush --depth 1 --seconds 30 --seed 1",
        {
            "--save": Try("--save friday.hazard", look=files),
            "--resume": Try("--resume begun.hazard", base=""),
            "--new": Try("--new", base="goblin-ambush --save begun.hazard", look=files),
            "--objective": Try("--objective merciless", look=Passed(SESSION, "table", of="objective")),
            "--depth": Try("--depth 2", look=Passed(SESSION, "table", of="settings.depth")),
            "--seconds": Try("--seconds 2", look=Passed(SESSION, "table", of="settings.seconds")),
            "--search": Try(
                "--search tree",
                base="goblin-ambush --seed 1",
                look=Passed(SESSION, "table", of="settings.search"),
            ),
            "--reply": Try(
                "--reply policy",
                base="goblin-ambush --seed 1",
                look=Passed(SESSION, "table", of="settings.reply"),
            ),
            "--boss": Try(
                "--boss", base="goblin-ambush --seed 1", look=Passed(SESSION, "table", of="settings.depth")
            ),
            "--creatures": Try("--creatures own.toml", base="wolves.toml --depth 1"),
            "--initiative": Try("--initiative 'wizard 30'", input="initiative\nquit\n"),
            "--seed": Try("--seed 0", input="roll all\n" * 3 + "log\nquit\n"),
            "--lang": "--lang de",
            "--json": Try("--json", base="goblin-ambush --seed 1"),
        },
        input="quit\n",
    ),
    "fivee suggest": Command(
        "goblin-ambush --depth 1 --seconds 30 --seed 1 --json",
        {
            "--for": "--for 'Goblin C'",
            "--objective": "--objective merciless",
            "--depth": "--depth 2",
            "--seconds": Try("--seconds 2", look=director("seconds")),
            "--search": Try("--search beam", base="goblin-ambush --seconds 30", look=director("search")),
            "--reply": Try("--reply expected", base="bandits-toll --seconds 30 --seed 1 --json"),
            "--why-not": "--why-not dodge",
            "--write-state": Try("--write-state now.json", look=files),
            "--boss": Try("--boss", base="goblin-ambush --seconds 30 --seed 1", look=director("plans")),
            "--trace": "--trace 5",
            "--creatures": Try("--creatures own.toml", base="wolves.toml --depth 1 --seconds 30"),
            "--seed": "--seed 5",
            "--lang": "--lang de",
            "--json": Try("--json", base="goblin-ambush --depth 1 --seconds 30"),
        },
    ),
    "fivee objectives": Command(
        "wolves-in-a-blizzard --fights 10 --threads 1",
        {
            "--fights": "--fights 20",
            "--seed": "--seed 4",
            "--monsters": "--monsters nearest",
            "--threads": Try(
                "--threads 2",
                look=Passed("hazard.fivee.forecasts.objectives.compare_objectives", "threads"),
            ),
            "--lang": "--lang de",
            "--json": "--json",
        },
    ),
    "fivee round": Command(
        "wolves-in-a-blizzard --samples 40 --seconds 30 --seed 1",
        {
            "--for": "--for 'Wolf C'",
            "--objective": Try(
                "--objective merciless", look=Passed("hazard.fivee.director.rounds.RoundPlanner", "objective")
            ),
            "--samples": Try(
                "--samples 60", look=Passed("hazard.fivee.director.rounds.RoundPlanner", "samples")
            ),
            "--seconds": Try(
                "--seconds 20", look=Passed("hazard.fivee.director.rounds.RoundPlanner", "seconds")
            ),
            "--creatures": Try("--creatures own.toml", base="wolves.toml --samples 10 --seconds 30"),
            "--seed": "--seed 5",
            "--lang": "--lang de",
            "--json": "--json",
        },
    ),
    "fivee list": Command("creatures wolf", {"--creatures": "--creatures own.toml", "--json": "--json"}),
    "fivee show": Command(
        "goblin",
        {
            "--lang": "--lang de",
            "--creatures": Try("--creatures own.toml", base="my-wolf"),
            "--json": "--json",
        },
    ),
    "spire advise": Command(
        "fight.json --simulations 60 --json",
        {
            "--ms": Try("--ms 7", look=Passed("hazard.spire.agent.plans.planner_within", "milliseconds")),
            "--simulations": "--simulations 90",
            "--draft": Try(
                "--draft table", look=Passed("hazard.spire.agent.advice.advise", "drafter", of="__class__")
            ),
            "--seed": "--seed 5",
            "--lang": "--lang de",
            "--json": Try("--json", base="fight.json --simulations 60"),
        },
    ),
    "spire agent": Command(
        "--log agent.jsonl",
        {
            "--class": "--class silent",
            "--ascension": "--ascension 5",
            "--games": "--games 2",
            "--seed": "--seed ABC",
            "--milliseconds": Try(
                "--milliseconds 9", look=Passed("hazard.spire.agent.combat.CombatPlayer", "milliseconds")
            ),
            "--log": Try("--log other.jsonl", look=files),
            "--no-log": Try("--no-log", base="", look=files),
            "--keep-messages": Try(
                "--keep-messages", look=lambda done: '"message"' in done.files["agent.jsonl"]
            ),
            "--policy": "--policy policy.toml",
            "--draft": Try(
                "--draft table", look=Passed("hazard.spire.agent.agent.Agent", "drafter", of="__class__")
            ),
            "--draft-ms": Try("--draft-ms 50", look=Passed("hazard.spire.agent.drafter.Drafter", "limits")),
            "--worth": Try("--worth worth.npz", look=Passed("hazard.spire.agent.drafter.Drafter", "rules")),
            "--json": "--json",
        },
        input=TALK,
    ),
    "spire replay": Command(
        "kept.jsonl --json",
        {
            "--floor": "--floor 49",
            "--again": "--again",
            "--json": Try("--json", base="kept.jsonl"),
        },
    ),
    "spire coverage": Command("", {"--json": "--json"}),
    "spire serve": Command(
        "--encounter Cultist",
        {
            "--deck": "--deck act-2",
            "--encounter": Try("--encounter 'Jaw Worm'", base=""),
            "--potion": "--potion 'Fire Potion'",
            "--ascension": "--ascension 0",
            "--fights": Try("--fights 3", look=Passed("hazard.spire.stand_in.serve.StandIn", "fights")),
            "--rooms": Try("--rooms", look=Passed("hazard.spire.stand_in.serve.StandIn", "rooms")),
            "--run": Try("--run", base=""),
            "--games": Try(
                "--games 3", base="--run", look=Passed("hazard.spire.stand_in.whole_run.RunHost", "runs")
            ),
            "--client": "--client somebody",
            "--seed": "--seed 5",
            "--json": Try("--json", base="--encounter Cultist --client somebody"),
        },
        input="ready\nstart ironclad\nstate\n",
        replaced={"hazard.spire.stand_in.host.host": lambda words, stand_in: SilentClient()},
    ),
    "spire runs": Command(
        "--games 1 --simulations 1 --draft table --on here --ascension 0 --json",
        {
            "--games": Try("--games 2", base="--simulations 1 --draft table --on here --ascension 0 --json"),
            "--ascension": Try(
                "--ascension 5", base="--games 1 --simulations 1 --draft table --on here --json"
            ),
            "--on": Try(
                "--on threads",
                base="--games 1 --simulations 1 --draft table --json",
                look=Passed("hazard.spire.stand_in.measure.play_runs", "on"),
            ),
            "--workers": Try(
                "--workers 2",
                base="--games 1 --simulations 1 --draft table --on threads --json",
                look=Passed("hazard.spire.stand_in.measure.play_runs", "workers"),
            ),
            "--address": Try(
                "--on processes --address localhost:1",
                base="--games 1 --simulations 1 --draft table --on here --json",
            ),
            "--milliseconds": Try(
                "--milliseconds 3",
                base="--games 1 --draft table --on here --json",
                look=Passed("hazard.spire.stand_in.measure.Player", "milliseconds"),
            ),
            "--simulations": Try(
                "--simulations 2",
                base="--games 1 --draft table --on here --json",
                look=Passed("hazard.spire.stand_in.measure.Player", "simulations"),
            ),
            "--draft": Try(
                "--draft table",
                base="--games 1 --simulations 1 --on here --json",
                look=Passed("hazard.spire.stand_in.measure.Player", "draft"),
            ),
            "--draft-ms": Try(
                "--draft-ms 20",
                base="--games 1 --on here --json",
                look=Passed("hazard.spire.stand_in.measure.Player", "draft_milliseconds"),
            ),
            "--worth": Try(
                "--worth worth.npz",
                base="--games 1 --milliseconds 1 --draft-ms 1 --on here --json",
                look=Passed("hazard.spire.stand_in.measure.Player", "worth"),
            ),
            "--records": Try("--records runs.jsonl", look=files),
            "--seed": "--seed 5",
            "--json": Try("--json", base="--games 1 --simulations 1 --draft table --on here --ascension 0"),
        },
        replaced={"hazard.spire.stand_in.measure.play_run": short_run},
    ),
    "spire fight": Command(
        "starter Cultist --way policy --seed 1 --json",
        {
            "--way": "--way beam",
            "--ms": Try(
                "--ms 3",
                base="starter Cultist --way beam --ms 1",
                look=Passed("hazard.spire.planner.watch.watch", "budget"),
            ),
            "--hp": "--hp 20",
            "--ascension": "--ascension 0",
            "--explain": "--explain",
            "--seed": "--seed 2",
            "--json": Try("--json", base="starter Cultist --way policy --seed 1"),
        },
    ),
    "spire bench": Command(
        "starter --encounter Cultist --seeds 1 --way policy --json",
        {
            "--way": "--way beam",
            "--seeds": "--seeds 2",
            "--ms": Try(
                "--ms 3",
                base="starter --encounter Cultist --seeds 1 --way beam --ms 1",
                look=Passed("hazard.spire.planner.strength.measure", "budget"),
            ),
            "--encounter": "--encounter 'Jaw Worm'",
            "--ascension": "--ascension 0",
            "--oracle": "--oracle",
            **spread(
                "starter --encounter Cultist --seeds 1 --way policy",
                Passed("hazard.spire.planner.strength.measure", "executor"),
            ),
            "--json": Try("--json", base="starter --encounter Cultist --seeds 1 --way policy"),
        },
    ),
    "takeiteasy hint": Command(
        f"{BOARD} --tile 978 --evaluator table --how greedy --json",
        {
            "--tile": "--tile 964",
            "--target": "--target 150",
            "--rival": Try(f"--rival {BOARD}", base=f"{BOARD} --tile 978 --evaluator table --json"),
            "--evaluator": "--evaluator formula",
            "--how": "--how 'expectimax(depth=2)'",
            "--svg": Try("--svg board.svg", look=files),
            "--json": Try("--json", base=f"{BOARD} --tile 978 --evaluator table --how greedy"),
        },
    ),
    "takeiteasy analyse": Command(
        "game.txt --evaluator table --depth 1",
        {"--evaluator": "--evaluator formula", "--depth": "--depth 2", "--json": "--json"},
    ),
    "takeiteasy play": Command(
        "--seed 1 --evaluator table --how greedy",
        {
            "--seed": "--seed 2",
            "--alone": "--alone",
            "--to-win": "--to-win",
            "--target": Try("--target 150", input="?\nq\n"),
            "--evaluator": "--evaluator formula",
            "--how": "--how 'expectimax(depth=2)'",
        },
        input=HEXES,
    ),
    "takeiteasy watch": Command(
        "--seed 1 --evaluator table --how greedy",
        {
            "--seed": "--seed 2",
            "--target": "--target 150",
            "--evaluator": "--evaluator formula",
            "--how": "--how 'expectimax(depth=2)'",
            "--record": "--record",
            "--json": "--json",
        },
    ),
    "takeiteasy bench": Command(
        "--how greedy --games 2 --evaluator table --json",
        {
            "--how": "--how 'greedy, expectimax(depth=1)'",
            "--games": "--games 3",
            "--target": "--target 150",
            "--evaluator": "--evaluator formula",
            "--seed": "--seed 5",
            "--play-outs": Try(
                "--play-outs 0", base="--how lookahead(boards=1) --games 2 --evaluator table --json"
            ),
            **spread(
                "--how greedy --games 2 --evaluator table",
                Passed("hazard.takeiteasy.cli.strength.play_games", "executor"),
            ),
            "--json": Try("--json", base="--how greedy --games 2 --evaluator table"),
        },
    ),
    "takeiteasy ablation": Command(
        "--evaluators table --games 2 --json",
        {
            "--evaluators": "--evaluators formula",
            "--games": "--games 3",
            "--seed": "--seed 5",
            "--play-outs": "--play-outs 3",
            **spread(
                "--evaluators table --games 2",
                Passed("hazard.takeiteasy.cli.strength.play_games", "executor"),
            ),
            "--json": Try("--json", base="--evaluators table --games 2"),
        },
        replaced={"hazard.takeiteasy.cli.strength.WITH_SEARCH": ("expectimax(depth=2)",)},
    ),
}
