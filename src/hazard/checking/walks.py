"""Random games: they meet the states that are checked, and remember what each game brought."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from hazard.checking.asking import Asker, NoAnswer, alike
from hazard.checking.contents import contents
from hazard.checking.findings import brief
from hazard.checking.nodes import Node, Nodes, as_number
from hazard.checking.options import Options
from hazard.game import Move, State, Turn

LONGEST_GAME = 1000
"""Moves after which a game is broken off; play-outs of a search do the same."""

_SURPRISE = 0.3
"""How often an outcome is drawn with no regard to its probability, so that rare ones are met, too."""

_EQUALS_COMPARED = 200
"""States that are called equal and look different, of which it is asked whether they behave alike."""


@dataclass
class Walk:
    """One random game."""

    nodes: list[Node] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    guesses: list[float | None] = field(default_factory=list)
    """The heuristic of each node, where there is one."""
    end: float | None = None
    """What the end is worth; None where the game was broken off."""

    def to_come(self) -> list[float]:
        """Return, for each node, all rewards from there on with the end; the game must have ended."""
        assert self.end is not None
        found = [self.end]
        for reward in reversed(self.rewards):
            found.append(found[-1] + reward)
        return found[::-1]


class Walker:
    """Plays random games until the moves or the time are used up."""

    def __init__(self, asker: Asker, nodes: Nodes, options: Options, seed: int, deadline: float) -> None:
        """Play with the dice of ``seed`` until ``deadline`` of the monotonic clock."""
        self.asker, self.nodes, self.options = asker, nodes, options
        self.dice, self.deadline = random.Random(seed), deadline
        self.met: dict[State, Node] = {}
        self.walks: list[Walk] = []
        self.moves = 0
        self._compared = 0

    def late(self) -> bool:
        """Tell whether the time is used up."""
        return time.monotonic() >= self.deadline

    def play(self, start: State, moves: int, tell: Callable[[int], None]) -> None:
        """Play games from ``start``; stop early where the game gives no answers to go on with."""
        failed = 0
        while self.moves < moves and not self.late() and failed < 20:
            walk = Walk()
            self.walks.append(walk)
            try:
                self._game(start, walk, moves, tell)
            except NoAnswer:
                failed += 1
            if len(walk.nodes) <= 1 and len(self.walks) >= 20:
                break  # over at the start: there is nothing else to see

    def _game(self, state: State, walk: Walk, moves: int, tell: Callable[[int], None]) -> None:
        guesses = self.asker.has("heuristic")
        while len(walk.nodes) < LONGEST_GAME and self.moves < moves and not self.late():
            node = self._node(state)
            walk.nodes.append(node)
            if node.turn is Turn.OVER:
                walk.guesses.append(None)
                walk.end = self.nodes.worth(state)
                return
            walk.guesses.append(self.nodes.number("heuristic", state) if guesses else None)
            move = self.choose(node)
            walk.moves.append(move)
            state, before = self.nodes.apply(state, move), state
            walk.rewards.append(self._reward(before, move))
            self.moves += 1
            tell(self.moves)

    def _reward(self, state: State, move: Move) -> float:
        if self.asker.has("reward"):
            return self.nodes.number("reward", state, move)
        told = (reward for found, reward in self.options.paid.get(state, ()) if alike(found, move))
        return as_number(next(told, None)) or 0.0

    def _node(self, state: State) -> Node:
        self.nodes.hashed(state)
        known = self.met.get(state)  # asked once: a hash may be another one the next time
        if known is None:
            known = self.met[state] = self.nodes.node(state)
            self.options.look(known)
        if known.state is not state and self._compared < _EQUALS_COMPARED:
            self._compare(known, state)
        return known

    def _compare(self, known: Node, state: State) -> None:
        """States that the game calls equal have to answer alike; what is remembered of one is told of all."""
        if contents(known.state) == contents(state) and repr(known.state) == repr(state):
            return
        self._compared += 1
        again = self.nodes.node(state)
        if again.turn is not known.turn:
            said = f"`turn` says {known.turn!r} of the one and {again.turn!r} of the other"
        elif not _same_moves(again, known):
            said = f"the one lists {brief(known.moves)} and the other {brief(again.moves)}"
        elif again.turn is Turn.OVER and self.nodes.worth(state) != self.nodes.worth(known.state):
            said = "`value` tells them apart"
        else:
            return
        both = f"{brief(known.state)} and {brief(state)} are equal by `__eq__`, and {said}"
        self.asker.findings.add("equal-states-differ", both, state)

    def choose(self, node: Node) -> Move:
        """Draw a move: any action, or an outcome mostly by its probability."""
        if not node.moves:
            return self.asker.ask("sample", node.state, random.Random(self.dice.getrandbits(32)))
        moves = [move for move, _ in node.moves]
        if node.turn is Turn.CHANCE and self.dice.random() >= _SURPRISE:
            return self.dice.choices(moves, [p for _, p in node.moves])[0]
        return self.dice.choice(moves)

    def ask_again(self, most: int = 300) -> None:
        """Ask about states met long ago once more: an answer must not depend on what was asked since."""
        for node in list(self.met.values())[:most]:
            if self.late():
                return
            try:
                again = self.nodes.node(node.state)
            except NoAnswer:
                continue
            if not self.asker.changed("turn", node.turn, again.turn, node.state):
                method = "outcomes" if node.turn is Turn.CHANCE else "actions"
                self.asker.changed(method, node.moves, again.moves, node.state)
        for walk in self.walks[:most]:
            if self.late():
                return
            self._follow_again(walk)
        for walk in self.walks[:most]:  # not right after the moves that lead there
            if walk.end is not None and not self.late():
                self._worth_again(walk)

    def _follow_again(self, walk: Walk) -> None:
        """Make the moves of a game once more, and ask what its end is worth."""
        for node, move, following in zip(walk.nodes, walk.moves, walk.nodes[1:], strict=False):
            try:
                again = self.nodes.apply(node.state, move)
            except NoAnswer:
                return
            if self.asker.changed("apply", following.state, again, node.state, move):
                return
        if walk.end is not None:
            self._worth_again(walk)

    def _worth_again(self, walk: Walk) -> None:
        state = walk.nodes[-1].state
        with suppress(NoAnswer):
            self.asker.changed("value", walk.end, self.nodes.worth(state), state)


def _same_moves(one: Node, other: Node) -> bool:
    """Whether two states list the same moves, in whatever order."""
    return len(one.moves) == len(other.moves) and all(
        any(alike(move, known) and abs(chance - likely) < 1e-9 for known, likely in other.moves)
        for move, chance in one.moves
    )
