"""Any game of OpenSpiel as a :class:`hazard.Game`: with secrets, simultaneous moves and many players, too.

OpenSpiel's states are mutable and cannot be hashed, so each is wrapped in a :class:`SpielState` that is
equal to another when the *position* is. What identifies a position differs from game to game, and no
method of OpenSpiel tells: ``str(state)`` of einstein_wurfelt_nicht prints neither the die nor who rolls it,
yacht does not print which dice are being rolled again, chess not how often a position has occurred. So:

- Games in :data:`COMPLETE` are known by who moves, ``str(state)`` and the legal actions. Each was checked:
  over random play, equal keys have equal moves, equal successors and equal returns.
- Games in :data:`COMPLETE_AT_DECISIONS` are known like that where somebody decides; where chance moves,
  they are known by the decision before and what was chosen.
- Games in :data:`CLOCKED` are in addition known by how many decisions have been made: they end after so many.
- Every other game is known by its whole history. That is always right, and merges no two lines of play.

Over 400 lines: one class for each kind of game that OpenSpiel has.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any

from hazard.errors import HazardError, meant
from hazard.extras import require
from hazard.game import Game, GameError, Move, Turn

COMPLETE = frozenset(
    {
        "backgammon",
        "breakthrough",
        "catch",
        "clobber",
        "connect_four",
        "dots_and_boxes",
        "gomoku",
        "havannah",
        "hex",
        "mancala",
        "mnk",
        "nim",
        "othello",
        "pentago",
        "pig",
        "tic_tac_toe",
        "ultimate_tic_tac_toe",
        "y",
    }
)
"""Games whose ``str(state)``, with the player and the legal actions, is the whole position."""

COMPLETE_AT_DECISIONS = frozenset({"2048", "einstein_wurfelt_nicht", "maedn", "yacht"})
"""Games that print too little only while chance moves: who is next, which dice, which tiles have merged."""

CLOCKED = frozenset({"cliff_walking"})
"""Games that end after so many decisions, which their ``str(state)`` does not count."""

PIG_HORIZON = 500
"""Pig ends undecided after 1000 decisions. From this many before the end they are counted; further away
they are not, so that Pig stays the small game it is."""


class SpielState:
    """A position of an OpenSpiel game: immutable, hashable, equal to an equal position.

    ``spiel`` is OpenSpiel's own state. Read it as you like; clone it before you change it.
    """

    __slots__ = ("_hash", "key", "spiel")

    def __init__(self, spiel: Any, key: Hashable) -> None:
        """Wrap ``spiel``, identified by ``key``; use :meth:`OpenSpielGame.wrap`."""
        self.spiel = spiel
        self.key = key
        self._hash = hash(key)

    def __hash__(self) -> int:
        """Return a hash of the position."""
        return self._hash

    def __eq__(self, other: object) -> bool:
        """Tell whether the positions are equal."""
        return isinstance(other, SpielState) and self._hash == other._hash and self.key == other.key

    def __str__(self) -> str:
        """Return the position as OpenSpiel prints it."""
        return str(self.spiel).rstrip("\n")

    def __repr__(self) -> str:
        """Return the position on one line."""
        return f"SpielState({str(self)!r})"


class OpenSpielGame(Game):
    """An OpenSpiel game whose returns come at the end; use :func:`from_openspiel`."""

    def __init__(self, root: Any, player: int, value: Callable[[Any], float] | None) -> None:
        """Play from ``root`` with ``player`` as MAX."""
        self.spiel = root.get_game()
        self.player = player
        kind = self.spiel.get_type()
        self.name: str = kind.short_name
        # Where the utilities are identical or there is only one player, everybody is on MAX's side.
        self._allied = self.spiel.num_players() == 1 or kind.utility.name == "IDENTICAL"
        if value is not None:  # a game without the method has its leaves played out
            self.heuristic = lambda state: float(value(state.spiel))
        self._clocked = self.name in CLOCKED or (
            self.name == "pig"
            and self.spiel.get_parameters()["horizon"] - _decisions_made(root) < PIG_HORIZON
        )
        self._root = self.wrap(root)

    def __repr__(self) -> str:
        """Name the game and who is MAX."""
        return f"<{self.spiel}, player {self.player} is MAX>"

    # ---- states --------------------------------------------------------------------------------------------

    def wrap(self, spiel: Any) -> SpielState:
        """Return OpenSpiel's state as a state of this game."""
        spiel = spiel.clone()
        return SpielState(spiel, self._key(spiel))

    def _key(self, spiel: Any, before: Hashable = None) -> Hashable:
        """Return what identifies a position; ``before`` is the key before the last move, if known."""
        if self.name in COMPLETE or self._clocked:
            clock = _decisions_made(spiel) if self._clocked else 0
            return spiel.current_player(), str(spiel), tuple(spiel.legal_actions()), clock
        if self.name in COMPLETE_AT_DECISIONS:
            if not spiel.is_chance_node():
                return spiel.current_player(), str(spiel), tuple(spiel.legal_actions())
            if spiel.history():
                return before or self._key(_before(spiel)), spiel.history()[-1]
        return spiel.serialize(), str(spiel)

    def _moves(self, spiel: Any) -> list[tuple[str, int, float]]:
        """List ``(label, OpenSpiel's number, probability)``; no two labels are the same."""
        mover = spiel.current_player()
        if spiel.is_chance_node():
            pairs = spiel.chance_outcomes()
        else:
            pairs = [(action, 1.0) for action in spiel.legal_actions()]
        labels = [spiel.action_to_string(mover, number) for number, _ in pairs]
        often = Counter(labels)
        return [
            (label if often[label] == 1 else f"{label} ({number})", number, probability)
            for label, (number, probability) in zip(labels, pairs, strict=True)
        ]

    def _number(self, spiel: Any, move: Move) -> int:
        for label, number, _ in self._moves(spiel):
            if label == move:
                return number
        raise GameError("adapter.no_such_move_in_position", move=move, game=self.name, position=spiel)

    # ---- the rules -----------------------------------------------------------------------------------------

    def start(self) -> SpielState:
        """Return the state the game was given in, or its first."""
        return self._root

    def turn(self, state: SpielState) -> Turn:
        """Tell whose node ``state`` is."""
        spiel = state.spiel
        if spiel.is_terminal():
            return Turn.OVER
        if spiel.is_chance_node():
            return Turn.CHANCE
        return Turn.MAX if self._allied or spiel.current_player() == self.player else Turn.MIN

    def actions(self, state: SpielState) -> list[str]:
        """List what the player to move may do, in OpenSpiel's words."""
        return [label for label, _, _ in self._moves(state.spiel)]

    def outcomes(self, state: SpielState) -> list[tuple[str, float]]:
        """List what chance may do, in OpenSpiel's words, with probabilities."""
        return [(label, probability) for label, _, probability in self._moves(state.spiel)]

    def apply(self, state: SpielState, move: Move) -> SpielState:
        """Return the state that follows ``move``."""
        child = state.spiel.child(self._number(state.spiel, move))
        return SpielState(child, self._key(child, state.key))

    def value(self, state: SpielState) -> float:
        """Return MAX's return at the end."""
        return float(state.spiel.player_return(self.player))

    # ---- features ------------------------------------------------------------------------------------------

    def expand(self, state: SpielState) -> tuple[Turn, list[tuple[Any, ...]]]:
        """Answer a whole node at once."""
        turn = self.turn(state)
        if turn is Turn.OVER:
            return turn, []
        moves: list[tuple[Any, ...]] = []
        for label, number, probability in self._moves(state.spiel):
            child = state.spiel.child(number)
            moves.append((label, probability, SpielState(child, self._key(child, state.key))))
        return turn, moves

    def bounds(self) -> tuple[float, float]:
        """Return the lowest and the highest return OpenSpiel states for the game."""
        return float(self.spiel.min_utility()), float(self.spiel.max_utility())

    def describe(self, state: SpielState, move: Move) -> str:
        """Return OpenSpiel's words without the numbers it puts before them."""
        bare = re.fullmatch(r"(?:\d+ - |chance outcome \d+ )(.+)", str(move))
        return re.sub(r"\((roll: \d+)\)$", r"\1", bare[1]) if bare else str(move)


class RewardedOpenSpielGame(OpenSpielGame):
    """An OpenSpiel game with rewards along the way: values are the reward still to come.

    The score so far is then no part of a position, and the value at the end is 0.
    """

    def reward(self, state: SpielState, move: Move) -> float:
        """Return what the step adds to MAX's return."""
        return self._gain(state.spiel, state.spiel.child(self._number(state.spiel, move)))

    def _gain(self, before: Any, after: Any) -> float:
        return float(after.player_return(self.player) - before.player_return(self.player))

    def value(self, state: SpielState) -> float:
        """Return 0: at the end nothing is still to come."""
        return 0.0

    def expand(self, state: SpielState) -> tuple[Turn, list[tuple[Any, ...]]]:
        """Answer a whole node at once, with the rewards."""
        turn, moves = super().expand(state)
        return turn, [(*move, self._gain(state.spiel, move[2].spiel)) for move in moves]

    def bounds(self) -> tuple[float, float]:
        """Return no bounds: OpenSpiel's hold for the whole game, not for what is still to come."""
        return -math.inf, math.inf


class ManyPlayersSpielGame(OpenSpielGame):
    """A game for players by number with a return for each: more than two, or not of a constant sum."""

    def __init__(self, root: Any, value: Callable[[Any], Any] | None) -> None:
        """Play from ``root``."""
        super().__init__(root, 0, value)
        if value is not None:
            self.heuristic = lambda state: value(state.spiel)

    def __repr__(self) -> str:
        """Name the game."""
        return f"<{self.spiel}>"

    def turn(self, state: SpielState) -> Turn:
        """Tell whose node ``state`` is."""
        spiel = state.spiel
        if spiel.is_terminal():
            return Turn.OVER
        return Turn.CHANCE if spiel.is_chance_node() else Turn.player(spiel.current_player())

    def value(self, state: SpielState) -> Any:
        """Return what each player has got in the whole game."""
        return tuple(map(float, state.spiel.returns()))


class SecretSpielGame(ManyPlayersSpielGame):
    """A game that hides something from its players, if only for the moment what another has just chosen."""

    def __init__(self, root: Any, value: Callable[[Any], Any] | None) -> None:
        """Play from ``root``; where OpenSpiel tells observations only, what was observed is remembered."""
        self._remembers = not root.get_game().get_type().provides_information_state_string
        super().__init__(root, value)

    def sees(self, state: SpielState, player: int) -> Hashable:
        """Return OpenSpiel's information state; or all that the player has observed and done."""
        if not self._remembers:
            return str(state.spiel.information_state_string(player))
        past = tuple(entry[1:] for entry in state.key[1] if entry[0] == player)  # type: ignore[index]
        return past, str(state.spiel.observation_string(player))

    def _key(self, spiel: Any, before: Hashable = None) -> Hashable:
        """Return what identifies a state: its whole history, and who observed what at each decision."""
        history = tuple(spiel.history())
        if not self._remembers or not history:
            return history, ()
        earlier = _before(spiel)
        past = before[1] if before is not None else self._key(earlier)[1]  # type: ignore[index]
        mover = earlier.current_player()
        if mover < 0:
            return history, past
        return history, (*past, (mover, str(earlier.observation_string(mover)), history[-1]))


def _decisions_made(spiel: Any) -> int:
    return sum(entry.player >= 0 for entry in spiel.full_history())


def _before(spiel: Any) -> Any:
    """Return the state before the last move, played again from the start."""
    text = spiel.starting_state_str()
    earlier = spiel.get_game().new_initial_state(text) if text else spiel.get_game().new_initial_state()
    for action in spiel.history()[:-1]:
        earlier.apply_action(action)
    return earlier


# ---- from OpenSpiel --------------------------------------------------------------------------------------


def from_openspiel(
    game: Any, *, player: int = 0, value: Callable[[Any], float] | None = None
) -> OpenSpielGame:
    """Return an OpenSpiel game as a game that every search here plays.

    ::

        game = from_openspiel("backgammon", value=pip_count)
        state = game.apply(game.start(), game.outcomes(game.start())[0][0])
        print(hazard.decide(game, state, budget=hazard.Budget(depth=1)).action)

    Args:
        game: a name as ``pyspiel.load_game`` takes it (``"pig"``, ``"connect_four(rows=5)"``), a
            ``pyspiel.Game``, or a ``pyspiel.State`` under way, which then is the start.
        player: who is MAX; values are this player's returns. With one player, or where all players share
            one utility, every decision is MAX's.
        value: what a position is worth to MAX before the game is over, as a function of the
            ``pyspiel.State``, within the game's utilities; without one, games are played out. For a game with
            rewards along the way (2048) it is the reward still to come. With more than two players, or
            returns that do not sum to zero, it is one number for each player.

    In a game with hidden information or simultaneous moves, MAX is player 0, ``sees`` is OpenSpiel's
    information state (or all that a player has observed and done, where OpenSpiel tells observations only),
    and players who move at the same time do so one after the other without seeing it
    (``pyspiel.convert_to_turn_based``). :func:`hazard.equilibrium` is for these games.

    States are :class:`SpielState`; ``wrap`` makes one of a ``pyspiel.State``, and its ``spiel`` is one.
    Actions and outcomes are OpenSpiel's own words, with the action's number added where they repeat.

    Raises:
        GameError: for a game that hazard does not play, with the reason: outcomes that OpenSpiel samples but
            cannot list, or hidden information of which OpenSpiel does not tell what a player sees.
        ImportError: if OpenSpiel is not installed.
    """
    pyspiel = require("pyspiel", caller="from_openspiel", library="OpenSpiel", extra="openspiel")
    if isinstance(game, str):
        game = _load(pyspiel, game)
    if isinstance(game, pyspiel.State):
        root = game
    elif isinstance(game, pyspiel.Game):
        _refuse_unplayable(game, player)
        simultaneous = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
        root = (pyspiel.convert_to_turn_based(game) if simultaneous else game).new_initial_state()
    else:
        raise GameError("adapter.not_an_openspiel_game", found=game)
    _refuse_unplayable(root.get_game(), player, under_way=True)
    if _has_secrets(root.get_game()):
        return SecretSpielGame(root, value)
    if _has_many(root.get_game()):
        return ManyPlayersSpielGame(root, value)
    rewarded = root.get_game().get_type().reward_model == pyspiel.GameType.RewardModel.REWARDS
    return (RewardedOpenSpielGame if rewarded else OpenSpielGame)(root, player, value)


def _load(pyspiel: Any, name: str) -> Any:
    known = pyspiel.registered_names()
    short = name.split("(")[0].strip()
    if short not in known:
        raise GameError("adapter.no_such_openspiel_game", game=short, hint=meant(short, known))
    try:
        return pyspiel.load_game(name)
    except (pyspiel.SpielError, RuntimeError, IndexError) as error:  # IndexError: a setting is missing
        raise GameError("adapter.openspiel_cannot_load", game=name, error=error) from error


def _has_secrets(spiel: Any) -> bool:
    return bool(spiel.get_type().information.name != "PERFECT_INFORMATION")


def _has_many(spiel: Any) -> bool:
    """Whether each player needs a number of its own: one side's gain is not the other's loss."""
    shared = spiel.get_type().utility.name in ("ZERO_SUM", "CONSTANT_SUM", "IDENTICAL")
    return bool(spiel.num_players() > 2 or (spiel.num_players() == 2 and not shared))


def _refuse_unplayable(spiel: Any, player: int, *, under_way: bool = False) -> None:
    """Raise a GameError that says why, unless the searches here can play the game."""
    kind = spiel.get_type()
    players = spiel.num_players()
    simultaneous = kind.dynamics.name == "SIMULTANEOUS"
    numbered = simultaneous or _has_secrets(spiel) or _has_many(spiel)
    reason = ""
    if kind.dynamics.name not in ("SEQUENTIAL", "SIMULTANEOUS"):
        reason = "mean_field"
    elif simultaneous and under_way:
        reason = "at_the_same_time"
    elif kind.chance_mode.name == "SAMPLED_STOCHASTIC":
        reason = "sampled"
    elif (simultaneous or _has_secrets(spiel)) and not (
        kind.provides_information_state_string or kind.provides_observation_string
    ):
        reason = "hidden"
    elif not isinstance(player, int) or isinstance(player, bool) or not 0 <= player < players:
        known = [0] if players == 1 or numbered else [0, 1]
        raise GameError(
            "adapter.no_such_player", player=player, game=kind.short_name, count=players, known=known
        )
    elif numbered and player != 0:
        raise GameError(
            "adapter.no_such_player", player=player, game=kind.short_name, count=players, known=[0]
        )
    if reason:
        raise GameError(
            "adapter.openspiel_game_not_playable",
            game=kind.short_name,
            reason=HazardError(f"adapter.reason.{reason}"),
        )
