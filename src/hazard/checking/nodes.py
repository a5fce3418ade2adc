"""One state at a time: whose turn it is, what can be done, what follows; each asked twice."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hazard.checking.asking import Asker, NoAnswer, alike
from hazard.checking.contents import contents, has_changed, held
from hazard.checking.findings import brief
from hazard.game import Move, State, Turn


@dataclass(frozen=True)
class Node:
    """What the game says about a state: moves with probabilities, 1 for each action."""

    state: State
    turn: Turn
    moves: tuple[tuple[Move, float], ...]
    """Empty where the game is over, and where chance can only be sampled."""


class Nodes:
    """Asks about states, and checks the answers that every game must give."""

    def __init__(self, asker: Asker) -> None:
        """Use ``asker`` for every question."""
        self.asker, self.findings, self.name = asker, asker.findings, asker.name
        self.samples_only = asker.has("sample") and not asker.has("outcomes")

    def start(self) -> State:
        """Return the start, asked several times: a deal at random may be the same twice."""
        first, *others = (self.asker.ask("start") for _ in range(8))
        if first is None:
            self.findings.add("no-state", f"{self.name}.start() returned None", about="start")
            raise NoAnswer
        self.hashed(first)
        for other in others:
            self.same_state(first, other, "start")
        return first

    def hashed(self, state: State) -> int:
        """Return the state's hash, or find that it has none."""
        try:
            found = hash(state)
        except TypeError:
            equality = " (a class with `__eq__` and without `__hash__`)" * (
                type(state).__hash__ is None and not isinstance(state, list | dict | set)
            )
            self.findings.add(
                "unhashable-state", f"the state {brief(state)} cannot be hashed{equality}", state
            )
            raise NoAnswer from None
        if found != hash(state):
            self.findings.add(
                "hash-differs", f"the hash of {brief(state)} differs from one moment to the next", state
            )
        return found

    def same_state(self, first: State, second: State, method: str, *given: Any) -> None:
        """Check that the same question led to the same state, and that the two are one state for a table."""
        call = self.asker.call(method, *given)
        if first == second:
            if self.hashed(first) != self.hashed(second):
                self.findings.add(
                    "hash-differs", f"{call} gives equal states with different hashes: {brief(first)}", first
                )
        elif contents(first) == contents(second):
            self.findings.add(
                "identity-equality",
                f"{call} gives {brief(first)} twice, alike in every part, and they are not equal: no "
                "state is ever met again",
                first,
            )
        else:
            self.asker.changed(method, first, second, *given)

    def node(self, state: State) -> Node:
        """Ask all that a search would ask of ``state``, twice."""
        before = held(state)
        turn = self.turn(state)
        if turn is Turn.OVER:
            moves: tuple[tuple[Move, float], ...] = ()
        elif turn is Turn.CHANCE:
            moves = () if self.samples_only else self.outcomes(state)
        else:
            moves = tuple((action, 1.0) for action in self.actions(state))
        if has_changed(state, before):
            self.findings.add(
                "mutates-state",
                f"{self.name} changes {brief(state)} when it is asked about it",
                state,
                about="ask",
            )
        return Node(state, turn, moves)

    def turn(self, state: State) -> Turn:
        """Return whose turn it is."""
        answers = self.asker.ask("turn", state), self.asker.ask("turn", state)
        for found in answers:
            number = found.__index__() if hasattr(found, "__index__") else -1
            if not (0 <= number <= 3 or isinstance(found, Turn)):
                self.findings.add(
                    "no-turn", f"{self.asker.call('turn', state)} returned {brief(found)}", state
                )
                raise NoAnswer
        self.asker.changed("turn", *answers, state)
        return Turn(answers[0])

    def actions(self, state: State) -> list[Move]:
        """Return the actions, at least one and each listed once."""
        found = self._twice("actions", state)
        again = repeated(found)
        if again is not None:
            self.findings.add(
                "duplicate-action",
                f"{self.asker.call('actions', state)} lists {brief(again[0])} twice",
                state,
            )
        return found

    def outcomes(self, state: State) -> tuple[tuple[Move, float], ...]:
        """Return the outcomes that can happen; together they are certain."""
        call, pairs = self.asker.call("outcomes", state), self._twice("outcomes", state)
        for pair in pairs:
            if not isinstance(pair, tuple) or len(pair) != 2:
                self.findings.add(
                    "no-list", f"{call} lists {brief(pair)}; expected a pair (outcome, probability)", state
                )
                raise NoAnswer
            number = as_number(pair[1])
            if number is None or not -1e-300 <= number <= 1 + 1e-9:
                said = f"{call} gives {brief(pair[0])} the probability {brief(pair[1])}"
                self.findings.add("probability", said, state)
                raise NoAnswer
        total = math.fsum(float(p) for _, p in pairs)
        if abs(total - 1) > 1e-9:
            said = f"the probabilities of {call} sum to {total:.12g}; expected 1"
            self.findings.add("probability-sum", said, state)
        impossible = [outcome for outcome, p in pairs if p == 0]
        if impossible:
            self.findings.add(
                "zero-probability", f"{call} gives {brief(impossible[0])} the probability 0", state
            )
        again = repeated([outcome for outcome, _ in pairs])
        if again is not None:
            self.findings.add("duplicate-outcome", f"{call} lists {brief(again[0])} twice", state)
        kept = tuple((outcome, float(p)) for outcome, p in pairs if p > 0)
        if not kept:
            raise NoAnswer
        return kept

    def _twice(self, method: str, state: State) -> list[Any]:
        first = self.asker.listed(method, state)
        self.asker.changed(method, first, self.asker.listed(method, state), state)
        if not first:
            said = f"{self.asker.call(method, state)} lists nothing, but the game is not over there"
            self.findings.add("no-moves", said, state, about=method)
            raise NoAnswer
        return first

    def apply(self, state: State, move: Move) -> State:
        """Return what follows, asked twice; the state itself must stay as it was."""
        before = held(state)
        following = self.asker.ask("apply", state, move)
        call = self.asker.call("apply", state, move)
        if has_changed(state, before):
            self.findings.add(
                "mutates-state", f"{call} changes the state that it was given", state, about="apply"
            )
            raise NoAnswer
        if following is None:
            self.findings.add("no-state", f"{call} returned None", state, about="apply")
            raise NoAnswer
        self.hashed(following)
        kept = held(following)
        again = self.asker.ask("apply", state, move)
        if has_changed(following, kept):
            said = f"{call}, asked again, changes the state that it gave before"
            self.findings.add("mutates-state", said, state, about="apply")
            raise NoAnswer
        self.same_state(following, again, "apply", state, move)
        return following

    def number(self, method: str, *given: Any) -> float:
        """Return the number that a method answers, asked twice."""
        answers = self.asker.ask(method, *given), self.asker.ask(method, *given)
        number = as_number(answers[0])
        if number is None or not math.isfinite(number):
            said = f"{self.asker.call(method, *given)} returned {brief(answers[0])}; expected a finite number"
            self.findings.add("no-number", said, given[0], about=method)
            raise NoAnswer
        self.asker.changed(method, *answers, *given)
        return number

    def worth(self, state: State) -> float:
        """Return what an end is worth for MAX; a game may pay every player."""
        found = self.asker.ask("value", state)
        if not isinstance(found, tuple | list) or not found:
            return self.number("value", state)
        self.asker.changed("value", found, self.asker.ask("value", state), state)
        numbers = [as_number(item) for item in found]
        if any(number is None or not math.isfinite(number) for number in numbers):
            said = f"{self.asker.call('value', state)} returned {brief(found)}; expected finite numbers"
            self.findings.add("no-number", said, state, about="value")
            raise NoAnswer
        return float(numbers[0] or 0.0)


def as_number(found: Any) -> float | None:
    """Return what a search would read as a number, NaN as none; text is never a number.

    >>> as_number(True), as_number("1"), as_number(float("nan"))
    (1.0, None, None)
    """
    if isinstance(found, str | bytes):
        return None
    try:
        number = float(found)
    except (TypeError, ValueError, OverflowError):
        return None
    return None if math.isnan(number) else number


def repeated(items: Sequence[Any]) -> tuple[Any] | None:
    """Return the first item that stands in the list twice, wrapped; None where all differ.

    >>> repeated(["a", "b", "a"]), repeated([[1], [2]])
    (('a',), None)
    """
    try:
        if len(set(items)) == len(items):
            return None
    except TypeError:  # a move need not be hashable
        pass
    for index, item in enumerate(items[:200]):
        if any(alike(item, other) for other in items[:index]):
            return (item,)
    return None
