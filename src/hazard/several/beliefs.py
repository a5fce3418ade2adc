"""What a player may believe: the worlds that fit what it sees, by Bayes from the moves of the others.

A world is a state that the player cannot tell from the real one. How likely each is depends on chance, and on
how likely the others would have done there what they did: that takes a model of them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from hazard.equilibrium.listing import Lister, seen
from hazard.game import Game, GameError, Move, State, Turn, shown

Model = Any
"""How others play: a mapping from ``(player, sees)`` to probabilities of actions, what
:func:`hazard.equilibrium` returns, or a function of ``(game, state)``; None for each action equally often."""

MAX_WORLDS_LOOKED_AT = 500_000
"""Histories that are gone through for the worlds of one information set."""


@dataclass(frozen=True)
class Belief:
    """The worlds that a player holds for possible, the likeliest first."""

    game: Game
    player: int
    worlds: tuple[tuple[State, float], ...]

    def probability(self, holds: Callable[[State], bool]) -> float:
        """Return how likely it is that something holds of the state."""
        return sum(p for state, p in self.worlds if holds(state))


def beliefs(
    game: Game,
    state: State,
    model: Model = None,
    *,
    history: Sequence[Move] | None = None,
    most: int = MAX_WORLDS_LOOKED_AT,
) -> Belief:
    """Return what the player to move in ``state`` may believe, given how the others play (``model``).

    Only what the player sees is used: all states of an information set have the same belief. ``history``,
    the moves since the start, is a short cut for large games; without it the whole game is gone through once.

    >>> from hazard.games import Kuhn
    >>> game = Kuhn()
    >>> state = game.parse("QJ b")  # MAX has bet, and MIN has a jack
    >>> [(world[0], round(p, 3)) for world, p in beliefs(game, state).worlds]
    [('KJ', 0.5), ('QJ', 0.5)]
    >>> bluffs_never = {(0, "Q"): {"p": 1.0}, (0, "K"): {"b": 1.0}}
    >>> [(world[0], round(p, 3)) for world, p in beliefs(game, state, bluffs_never).worlds]
    [('KJ', 1.0)]
    """
    player = Turn(game.turn(state)).number
    if player is None:
        raise GameError("equilibrium.nobody_decides", state=shown(state))
    own: Any = getattr(game, "worlds", None)
    if own is not None:
        found = _weighed(game, own(state, player), model)
    elif history is not None:
        found = _followed(game, player, history, state, model, most)
    else:
        listed = _known(game, most).get((player, seen(game, state, player)), [])
        found = [(world, chance * _likelihood(model, game, player, trail)) for world, chance, trail in listed]
    if not found:
        raise GameError("several.no_world", state=shown(state), game=type(game).__name__)
    total = sum(weight for _, weight in found)
    if total <= 0:  # the model rules out what has happened: then it is wrong, and chance alone is left
        return beliefs(game, state, None, history=history, most=most)
    merged: dict[State, float] = {}
    for world, weight in found:
        if weight > 0:
            merged[world] = merged.get(world, 0.0) + weight / total
    worlds = sorted(merged.items(), key=lambda item: (-item[1], repr(item[0])))
    return Belief(game, player, tuple(worlds))


def probabilities(
    model: Model, game: Game, state: State, player: int, actions: Sequence[Move]
) -> list[float]:
    """Return how likely a model holds each action to be; an unknown information set is played at random."""
    shares: Any = None
    if callable(model) and not isinstance(model, Mapping):
        shares = model(game, state)
    elif model is not None:
        mapping: Any = getattr(model, "strategy", model)
        shares = mapping.get((player, seen(game, state, player)))
    if shares is None:
        return [1.0 / len(actions)] * len(actions)
    return [float(shares.get(action, 0.0)) for action in actions]


class _Step(NamedTuple):
    """A decision on the way to a state: who chose what, and of what."""

    before: _Step | None
    state: State
    player: int
    action: int
    actions: tuple[Move, ...]


_Known = dict[tuple[int, Any], list[tuple[State, float, Any]]]
_known_games: WeakKeyDictionary[Game, _Known] = WeakKeyDictionary()


def _known(game: Game, most: int) -> _Known:
    """Go through the whole game once: for each information set its states, their chance, the way there."""
    try:
        if game in _known_games:
            return _known_games[game]
    except TypeError:
        pass
    lister = Lister(game, game.start(), most, None)
    found: _Known = {}
    stack: list[tuple[State, float, Any]] = [(lister.root, 1.0, None)]
    count = 0
    while stack:
        state, chance, trail = stack.pop()
        count += 1
        if count > most:
            raise GameError("several.too_many_worlds", game=type(game).__name__, most=most)
        turn, moves = lister._node(state)
        player = turn.number
        if player is None:
            stack += [(after, chance * p, trail) for _, p, after, _ in moves]
            continue
        found.setdefault((player, seen(game, state, player)), []).append((state, chance, trail))
        actions = tuple(move for move, *_ in moves)
        for number, (_, _, after, _) in enumerate(moves):
            stack.append((after, chance, _Step(trail, state, player, number, actions)))
    with contextlib.suppress(TypeError):  # a game that cannot be kept is gone through again
        _known_games[game] = found
    return found


def _likelihood(model: Model, game: Game, believer: int, trail: _Step | None) -> float:
    """How likely the others' decisions on the way are; the own ones are the same in all worlds."""
    found = 1.0
    while trail is not None and found > 0:
        if trail.player != believer:
            found *= probabilities(model, game, trail.state, trail.player, trail.actions)[trail.action]
        trail = trail.before
    return found


def _followed(
    game: Game, player: int, history: Sequence[Move], state: State, model: Model, most: int
) -> list[tuple[State, float]]:
    """Find the worlds by going along what the player has seen and done in ``history``, and nowhere else."""
    lister = Lister(game, game.start(), most, None)
    here, own = lister.root, []
    for move in history:
        if Turn(game.turn(here)).number == player:
            own.append((seen(game, here, player), move))
        here = game.apply(here, move)
    if here != state:
        raise GameError("several.history_leads_elsewhere", found=shown(here), expected=shown(state))
    target = seen(game, state, player)
    found: list[tuple[State, float]] = []
    stack: list[tuple[State, float, int]] = [(lister.root, 1.0, 0)]
    count = 0
    while stack:
        at, weight, depth = stack.pop()
        count += 1
        if count > most:
            raise GameError("several.too_many_worlds", game=type(game).__name__, most=most)
        turn, moves = lister._node(at)
        number = turn.number
        if number is None:
            stack += [(after, weight * p, depth) for _, p, after, _ in moves]
        elif number != player:
            shares = probabilities(model, game, at, number, [move for move, *_ in moves])
            stack += [
                (after, weight * share, depth)
                for (_, _, after, _), share in zip(moves, shares, strict=True)
                if share > 0
            ]
        elif depth == len(own):
            if seen(game, at, player) == target:
                found.append((at, weight))
        elif seen(game, at, player) == own[depth][0]:
            stack += [(after, weight, depth + 1) for move, _, after, _ in moves if move == own[depth][1]]
    return found


def _weighed(game: Game, worlds: Iterable[Any], model: Model) -> list[tuple[State, float]]:
    """Take the worlds that a game names, ``(state, weight)``; with the moves behind it, a model counts."""
    found = []
    for world, weight, *moves in worlds:
        if moves and model is not None:
            state, likely = game.start(), 1.0
            for move in moves[0]:
                number = Turn(game.turn(state)).number
                if number is not None:
                    actions = list(game.actions(state))
                    likely *= probabilities(model, game, state, number, actions)[actions.index(move)]
                state = game.apply(state, move)
            weight *= likely
        found.append((world, float(weight)))
    return found
