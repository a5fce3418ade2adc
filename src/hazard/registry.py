"""From a short text to a game, a search or a player: what the command line and configuration files speak.

There is one syntax for all of them, a name and then settings in parentheses where they are wanted::

    pig                            expectimax(depth=4)
    pig(target=50, die=8)          expectimax(star2=off, seconds=0.5)
    my_game.py:Towers(height=3)    treesearch(nodes=10_000)

``on``, ``off``, ``none``, numbers, quoted text and tuples are read as such; any other value is plain text.
"""

from __future__ import annotations

import ast
import contextlib
import difflib
import importlib
import importlib.util
import inspect
import sys
import traceback
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from hazard import games as built_in
from hazard.game import Game
from hazard.players import HumanPlayer, Player, RandomPlayer, SearchPlayer, SolvedPlayer
from hazard.render.text import shorten
from hazard.search import (
    AlphaBeta,
    Beam,
    Budget,
    Expectimax,
    Minimax,
    Search,
    SettingError,
    Solve,
    TreeSearch,
)

if TYPE_CHECKING:
    from rich.console import Console

    from hazard.solve import Progress

LONGEST_SPEC = 10_000

_GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "pig": ("Pig", {}),
    "piglet": ("Pig", {"target": 2, "die": (0, 1)}),
    "tictactoe": ("TicTacToe", {}),
    "connect4": ("ConnectFour", {}),
    "einstein": ("EinStein", {}),
    "backgammon": ("Backgammon", {}),
    "2048": ("Twenty48", {"network": "auto"}),
    "takeiteasy": ("TakeItEasy", {"evaluator": "auto"}),
}
_SEARCHES: dict[str, type[Any]] = {
    "minimax": Minimax,
    "alphabeta": AlphaBeta,
    "expectimax": Expectimax,
    "beam": Beam,
    "treesearch": TreeSearch,
    "solve": Solve,
}
_ALIASES = {
    "mcts": "treesearch",
    "connectfour": "connect4",
    "noughtsandcrosses": "tictactoe",
    "twenty48": "2048",
}
_BUDGET_KEYS = ("seconds", "ms", "nodes", "depth")
_WORDS = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False, "none": None}


class UserError(ValueError):
    """A mistake in what a person asked for; the message is one line that says what to write instead."""


@dataclass(frozen=True)
class Spec:
    """A name and its settings, as :func:`parse_spec` reads them."""

    name: str
    arguments: tuple[Any, ...] = ()
    settings: dict[str, Any] = field(default_factory=dict)


def split_list(text: str) -> list[str]:
    """Split at the commas that are outside brackets and quotes.

    >>> split_list("expectimax(star2=off,depth=4), random")
    ['expectimax(star2=off,depth=4)', 'random']
    """
    closers = {")": "(", "]": "[", "}": "{"}
    parts, start, quote = [], 0, ""
    open_brackets: list[str] = []
    for position, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        elif character in "([{":
            open_brackets.append(character)
        elif character in closers:
            if not open_brackets or open_brackets.pop() != closers[character]:
                raise UserError(f"{quoted(text)} closes a bracket with {character!r} that was not opened")
        elif character == "," and not open_brackets:
            parts.append(text[start:position].strip())
            start = position + 1
    if quote or open_brackets:
        raise UserError(f"{quoted(text)} does not close its {'quote' if quote else 'bracket'}")
    return [*parts, text[start:].strip()]


def parse_spec(text: str) -> Spec:
    """Read ``name`` or ``name(setting=value, ...)``.

    >>> parse_spec("pig(target=50, die=(0, 1))")
    Spec(name='pig', arguments=(), settings={'target': 50, 'die': (0, 1)})
    """
    text = text.strip()
    if len(text) > LONGEST_SPEC:
        raise UserError(f"{quoted(text)} is {len(text)} characters long; expected a name and a few settings")
    name, bracket, inside = text.partition("(")
    name = name.strip()
    if not name:
        raise UserError(f"{quoted(text)} has no name; expected for example 'pig' or 'expectimax(depth=4)'")
    if not bracket:
        return Spec(name)
    if not inside.endswith(")"):
        raise UserError(f"{quoted(text)} does not end with ')'; expected for example '{name}(setting=value)'")
    split_list(text)  # checks the brackets as a whole
    arguments: list[Any] = []
    settings: dict[str, Any] = {}
    for part in split_list(inside[:-1]) if inside[:-1].strip() else []:
        key, equals, value = part.partition("=")
        if not equals or not key.strip().isidentifier():
            arguments.append(literal(part))
        elif key.strip() in settings:
            raise UserError(f"{quoted(text)} sets {key.strip()!r} twice")
        else:
            settings[key.strip()] = literal(value)
    return Spec(name, tuple(arguments), settings)


def literal(text: str) -> Any:
    """Read one value: a word such as ``off``, a Python literal, or else plain text.

    >>> literal("off"), literal("2.5"), literal("(0, 1)"), literal("rollout")
    (False, 2.5, (0, 1), 'rollout')
    """
    text = text.strip()
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    try:
        return python_literal(text)
    except ValueError:
        return text


def python_literal(text: str) -> Any:
    """Read a Python literal, or raise a ``ValueError``: nothing is ever executed.

    >>> python_literal("{'gold': [1, 2]}")
    {'gold': [1, 2]}
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise ValueError(str(error)) from None


def quoted(text: str | Path) -> str:
    """Return what somebody wrote in quotes, on one line and not too long, for messages; a path is whole.

    >>> quoted("pig")
    "'pig'"
    """
    return repr(str(text)) if isinstance(text, Path) else repr(shorten(text, 60))


def nearest(found: str, known: Iterable[str], what: str) -> str:
    """Say that ``found`` is unknown, with the nearest known name or all of them.

    >>> nearest("pigg", ["pig", "einstein"], "game")
    "there is no game 'pigg'; did you mean 'pig'?"
    """
    names = sorted(known)
    close = difflib.get_close_matches(found.lower(), names, n=1, cutoff=0.6)
    if close:
        return f"there is no {what} {quoted(found)}; did you mean {close[0]!r}?"
    return f"there is no {what} {quoted(found)}; there is {', '.join(names) or 'none at all'}"


def _plain(name: str) -> str:
    """Forget capitals, hyphens and the like: ``Alpha-Beta`` is ``alphabeta``."""
    plain = name.lower().replace("-", "").replace("_", "").replace(" ", "")
    return _ALIASES.get(plain, plain)


def game_names() -> list[str]:
    """List the games that come with hazard."""
    return list(_GAMES)


def find_game(text: str) -> Game:
    """Make the game that ``text`` names.

    That is a built-in game, your own as ``module:Class`` or ``file.py:Class``, or one of another library
    as ``openspiel:NAME`` or ``gym:ID``; each may carry settings.

    >>> find_game("pig(target=50)").targets
    (50, 50)
    >>> find_game("pigg")
    Traceback (most recent call last):
    hazard.registry.UserError: there is no game 'pigg'; did you mean 'pig'?
    """
    scheme, colon, rest = text.strip().partition(":")
    if colon and scheme in ("openspiel", "gym"):
        return _adapted_game(scheme, rest)
    spec = parse_spec(text)
    if ":" in spec.name or spec.name.endswith(".py"):
        found = _load(spec.name)
        if isinstance(found, Game):
            if spec.arguments or spec.settings:
                raise UserError(f"{spec.name!r} is a game already made; it takes no settings")
            return found
        return _make(found, spec)
    if _plain(spec.name) not in _GAMES:
        raise UserError(nearest(spec.name, _GAMES, "game"))
    class_name, rules = _GAMES[_plain(spec.name)]
    return _make(getattr(built_in, class_name), Spec(spec.name, spec.arguments, {**rules, **spec.settings}))


def _make(game_class: Any, spec: Spec) -> Game:
    """Call the class with the settings of ``spec``; a setting it does not have is the user's mistake."""
    parameters = inspect.signature(game_class).parameters
    if not any(p.kind is p.VAR_KEYWORD for p in parameters.values()):
        for key in spec.settings:
            if key not in parameters:
                raise UserError(nearest(key, parameters, f"setting of {spec.name}"))
    with as_user_error(f"cannot make the game {spec.name!r}"):
        game = game_class(*spec.arguments, **spec.settings)
    if not isinstance(game, Game):
        raise UserError(f"{spec.name!r} makes {type(game).__name__!r}, which is not a hazard.Game")
    return game


def _adapted_game(scheme: str, rest: str) -> Game:
    """Make a game of another library; the adapters are imported only here."""
    if not rest.strip():
        example = "openspiel:tic_tac_toe" if scheme == "openspiel" else "gym:FrozenLake-v1"
        raise UserError(f"'{scheme}:' needs a name after it, for example {example!r}")
    with as_user_error(f"cannot make the game {quoted(scheme + ':' + rest)}"):
        if scheme == "openspiel":  # OpenSpiel reads settings in the same syntax, so it gets the whole text
            from hazard.adapters.openspiel import from_openspiel

            return from_openspiel(rest.strip())
        from hazard.adapters.gymnasium import from_gymnasium

        spec = parse_spec(rest)
        return from_gymnasium(spec.name, *spec.arguments, **spec.settings)


@contextlib.contextmanager
def as_user_error(doing: str) -> Iterator[None]:
    """Turn whatever somebody else's code raises into one line that says what it was doing and where."""
    try:
        # What their code prints must not mix with our answer, which may be JSON.
        with contextlib.redirect_stdout(sys.stderr):
            yield
    except UserError:
        raise
    except (Exception, SystemExit) as error:
        raise UserError(f"{doing}: {_one_line(error)}") from error


def _one_line(error: BaseException) -> str:
    """Say an error in one line, with its place when it lies in a file outside this package."""
    said = " ".join(str(error).split()) or "no reason given"
    said = said if isinstance(error, ValueError) else f"{type(error).__name__}: {said}"
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).is_file() and Path(__file__).parent not in Path(frame.filename).parents:
            return f"{said} ({Path(frame.filename).name}, line {frame.lineno})"
    return said


def _load(path: str) -> Any:
    """Find ``module:Class``, ``file.py:Class``, or ``file.py`` with one game in it."""
    where, _, name = path.rpartition(":") if not path.endswith(".py") else (path, "", "")
    module = load_module(where)
    own = {
        key: item
        for key, item in vars(module).items()
        if (inspect.isclass(item) and issubclass(item, Game) and not inspect.isabstract(item))
        or isinstance(item, Game)
    }
    if name in own:
        return own[name]
    if name and hasattr(module, name):
        raise UserError(f"{path!r} is not a hazard.Game; expected a class that derives from it")
    if name:
        raise UserError(nearest(name, own, f"game in {where}"))
    here = [item for item in own.values() if inspect.isclass(item) and item.__module__ == module.__name__]
    if len(here) != 1:
        raise UserError(f"{where} has {len(here)} games; say which, as '{where}:Class'")
    return here[0]


def load_module(where: str) -> ModuleType:
    """Import what is named by ``package.module`` or ``file.py``."""
    return _load_file(where) if where.endswith(".py") else _load_module(where)


def _load_module(name: str) -> ModuleType:
    if not all(part.isidentifier() for part in name.split(".")):
        raise UserError(f"{quoted(name)} is not a module; expected 'module:Class' or 'file.py:Class'")
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    with as_user_error(f"cannot import {name!r}"):
        return importlib.import_module(name)


def _load_file(where: str) -> ModuleType:
    path = Path(where)
    with as_user_error(f"cannot read {quoted(where)}"):
        if not path.is_file():
            raise UserError(f"there is no file {quoted(where)}")
        name = f"hazard_user_{path.stem}"
        loading = importlib.util.spec_from_file_location(name, path)
        assert loading is not None
        assert loading.loader is not None
        module = importlib.util.module_from_spec(loading)
        if str(path.resolve().parent) not in sys.path:
            sys.path.append(str(path.resolve().parent))  # so that it may import its neighbours
        sys.modules[name] = module  # dataclasses and pickling look modules up by name
        loading.loader.exec_module(module)
    return module


def search_names() -> list[str]:
    """List the searches by name."""
    return list(_SEARCHES)


def find_search(text: str) -> tuple[Search, Budget | None]:
    """Read a search, its switches, and its budget where ``seconds``, ``ms``, ``nodes`` or ``depth`` is given.

    >>> search, budget = find_search("expectimax(star2=off, depth=4)")
    >>> search.star2, budget
    (False, Budget(seconds=None, nodes=None, depth=4))
    >>> find_search("minimax")
    (Minimax(deepen=False, evaluator=None, trace=0), None)
    """
    return search_of(parse_spec(text), text)


def search_of(spec: Spec, text: str) -> tuple[Search, Budget | None]:
    """Return the search of a :class:`Spec`, and its budget; ``text`` is what it was read from, for errors."""
    kind = _SEARCHES.get(_plain(spec.name))
    if kind is None:
        raise UserError(nearest(spec.name, _SEARCHES, "search"))
    if spec.arguments:
        raise UserError(f"{spec.arguments[0]!r} in {quoted(text)} has no name; expected setting=value")
    known = [f.name for f in fields(kind) if f.name != "evaluator"]
    for key in spec.settings:
        if key not in known and key not in _BUDGET_KEYS:
            raise UserError(nearest(key, [*known, *_BUDGET_KEYS], f"setting of {spec.name}"))
    limits = {key: value for key, value in spec.settings.items() if key in _BUDGET_KEYS}
    switches = {key: value for key, value in spec.settings.items() if key not in _BUDGET_KEYS}
    try:
        return kind(**switches), (_budget(limits) if limits else None)
    except (SettingError, TypeError) as error:
        raise UserError(f"in {quoted(text)}: {error}") from None


def _budget(limits: dict[str, Any]) -> Budget:
    if "ms" in limits:
        if "seconds" in limits:
            raise SettingError("both seconds and ms are set; expected one of them")
        ms = limits.pop("ms")
        limits["seconds"] = ms / 1000 if isinstance(ms, int | float) and not isinstance(ms, bool) else ms
    return Budget(**limits)


def player_names() -> list[str]:
    """List what :func:`find_player` understands."""
    return ["random", "human", "optimal", *_SEARCHES]


def find_player(
    text: str, game: Game, console: Console | None = None, *, progress: Progress | None = None
) -> Player:
    """Make a player of ``game``: ``random``, ``human``, ``optimal`` (solves the game) or any search.

    >>> find_player("expectimax(depth=2)", find_game("pig")).name
    'expectimax(depth=2)'
    """
    spec = parse_spec(text)
    name = _plain(spec.name)
    if name in ("random", "human") and (spec.arguments or spec.settings):
        raise UserError(f"{name!r} takes no settings")
    if name == "random":
        return RandomPlayer()
    if name == "human":
        return HumanPlayer(console)
    if name == "optimal":
        return _optimal(game, spec, progress)
    if name not in _SEARCHES:
        raise UserError(nearest(spec.name, player_names(), "player"))
    search, budget = find_search(text)
    return SearchPlayer(search, budget, name=text.strip())


def _optimal(game: Game, spec: Spec, progress: Progress | None) -> Player:
    for key in spec.settings:
        if key not in ("tolerance", "max_states", "max_bytes"):
            raise UserError(nearest(key, ("tolerance", "max_states", "max_bytes"), "setting of optimal"))
    if spec.arguments:
        raise UserError(f"{spec.arguments[0]!r} has no name; expected optimal(tolerance=1e-6)")
    from hazard.solve import solve

    return SolvedPlayer(solve(game, progress=progress, **spec.settings), name="optimal")
