"""The optional methods, at one state: whether they agree with the six that every game has."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from hazard.checking.asking import Asker, NoAnswer, alike
from hazard.checking.findings import brief
from hazard.checking.nodes import Node, Nodes, as_number
from hazard.game import Move, State, Turn

_MOST_MOVES = 40
"""Moves of a node that are compared one by one."""
_DRAWN_FROM, _DRAWS, _FAR = 3, 300, 6.0
"""Chance nodes from which ``sample`` draws many times, how often, and the standard errors it may be off."""
_DRAWING = 1.0
"""Seconds for that, at each node."""


class Options:
    """Checks whatever optional methods the game has."""

    def __init__(self, asker: Asker, nodes: Nodes, seed: int) -> None:
        """Use ``asker`` for every question; ``seed`` is for ``sample``."""
        self.asker, self.findings, self.nodes, self.seed = asker, asker.findings, nodes, seed
        self.paid: dict[State, list[tuple[Move, Any]]] = {}
        """Moves with their rewards, of a game that tells them by ``expand`` alone."""
        self._drawn_from = 0

    def look(self, node: Node) -> None:
        """Check every optional method in this state; one that fails does not keep the others from it."""
        checks: dict[str, Callable[[Node], None]] = {
            "expand": self.expand,
            "text": self.text,
            "picture": self.picture,
            "describe": self.describe,
        }
        if node.turn is not Turn.OVER:
            checks["quiet"] = self.quiet
        if node.turn in (Turn.MAX, Turn.MIN):
            checks |= {"rank": self.rank, "prior": self.prior}
        if node.turn is Turn.CHANCE:
            checks["sample"] = self.sample
        for method, check in checks.items():
            if self.asker.has(method):
                try:
                    check(node)
                except NoAnswer:
                    continue

    def expand(self, node: Node) -> None:
        """Compare the whole node with what the single methods say."""
        call, answer = self.asker.call("expand", node.state), self.asker.ask("expand", node.state)
        differs = "expand-differs"
        if not isinstance(answer, tuple) or len(answer) != 2:
            said = f"{call} returned {brief(answer)}; expected a pair (turn, moves)"
            self.findings.add(differs, said, node.state)
            return
        turn, moves = answer[0], [] if answer[0] == Turn.OVER else list(answer[1])
        if turn != node.turn:
            said = f"{call} says {brief(turn)}, and `turn` says {node.turn!r}"
            self.findings.add(differs, said, node.state, about="turn")
            return
        if any(not isinstance(item, tuple) or len(item) not in (3, 4) for item in moves):
            said = f"{call} lists what is not (move, probability, next_state)"
            self.findings.add(differs, said, node.state)
            return
        if turn == Turn.OVER or (turn == Turn.CHANCE and self.nodes.samples_only):
            return
        moves = [item for item in moves if turn != Turn.CHANCE or item[1] != 0]
        expected = list(node.moves)
        if len(moves) != len(expected):
            said = f"{call} lists {len(moves)} moves, and the single methods list {len(expected)}"
            self.findings.add(differs, said, node.state, about="count")
            return
        if not self.asker.has("reward"):
            self.paid[node.state] = [(item[0], item[3]) for item in moves if len(item) == 4]
        for item in moves[:_MOST_MOVES]:
            self._compare(node, call, item, expected)

    def _compare(self, node: Node, call: str, item: tuple[Any, ...], expected: list[Any]) -> None:
        label, state = item[0], node.state
        found = next((probability for move, probability in expected if alike(move, label)), None)
        if found is None:
            method = "outcomes" if node.turn is Turn.CHANCE else "actions"
            said = f"{call} lists {brief(label)}, and `{method}` does not"
            self.findings.add("expand-differs", said, state, about="move")
            return
        number = as_number(item[1])
        if node.turn is Turn.CHANCE and (number is None or abs(number - found) > 1e-9):
            said = f"{call} gives {brief(label)} the probability {brief(item[1])}, and `outcomes` {found}"
            self.findings.add("expand-differs", said, state, about="probability")
        following = self.asker.ask("apply", state, label)
        if not alike(following, item[2]):
            said = f"{call} leads by {brief(label)} to {brief(item[2])}, and `apply` to {brief(following)}"
            self.findings.add("expand-differs", said, state, about="state")
        if len(item) == 4 and self.asker.has("reward"):
            reward = self.asker.ask("reward", state, label)
            if not alike(reward, item[3]) and not math.isclose(reward, item[3], abs_tol=1e-9):
                said = f"{call} pays {brief(item[3])} for {brief(label)}, and `reward` {brief(reward)}"
                self.findings.add("expand-differs", said, state, about="reward")

    def quiet(self, node: Node) -> None:
        """Check that it answers, the same when asked again."""
        first, second = (self.asker.ask("quiet", node.state) for _ in range(2))
        self.asker.changed("quiet", first, second, node.state)

    def picture(self, node: Node) -> None:
        """Check that the board can be drawn."""
        self.asker.ask("picture", node.state)

    def rank(self, node: Node) -> None:
        """Check that every action has a rank."""
        for action, _ in node.moves[:_MOST_MOVES]:
            self.nodes.number("rank", node.state, action)

    def prior(self, node: Node) -> None:
        """Check that there is one weight for each action."""
        actions = [action for action, _ in node.moves]
        answer = self.asker.ask("prior", node.state, actions)
        if not hasattr(answer, "keys"):
            answer = self.asker.listed("prior", node.state, actions)
        self._weights(node, answer, f"{self.asker.name}.prior({brief(node.state)}, {len(actions)} actions)")

    def _weights(self, node: Node, answer: Any, call: str) -> None:
        """Check weights: a list in the order of the actions, or a mapping from actions."""
        actions = [action for action, _ in node.moves]
        if hasattr(answer, "keys"):
            left_out = [key for key in answer if not any(alike(key, action) for action in actions)]
            weights = [as_number(answer[key]) for key in answer]
            wrong_size = f"names {brief(left_out[0])}, which is no action" if left_out else ""
        else:
            try:
                listed = list(answer)
            except TypeError:
                listed = []
            weights = [as_number(weight) for weight in listed]
            wrong_size = f"returned {len(listed)} numbers" if len(listed) != len(actions) else ""
        wrong = [weight for weight in weights if weight is None or weight < 0 or math.isinf(weight)]
        if wrong_size:
            self.findings.add("prior", f"{call} {wrong_size}", node.state)
        elif wrong or not any(weights):
            self.findings.add("prior", f"{call} returned {brief(answer)}", node.state)

    def describe(self, node: Node) -> None:
        """Check that moves have words, and different actions different ones."""
        met: dict[str, Any] = {}
        for move, _ in node.moves[:_MOST_MOVES]:
            said = self.asker.ask("describe", node.state, move)
            call = self.asker.call("describe", node.state, move)
            if not isinstance(said, str):
                self.findings.add("no-words", f"{call} returned {brief(said)}", node.state)
                return
            if said in met and node.turn is not Turn.CHANCE and self._differ(node, met[said], move):
                both = f"{brief(met[said])} and {brief(move)}"
                found = f"{self.asker.name}.describe says {said!r} of both {both} in {brief(node.state)}"
                self.findings.add("same-words", found, node.state)
            met.setdefault(said, move)

    def _differ(self, node: Node, first: Any, second: Any) -> bool:
        """Whether two actions lead to different states; if not, the same words are right for them."""
        following = (self.asker.ask("apply", node.state, action) for action in (first, second))
        return not alike(first, second) and not alike(*following)

    def sample(self, node: Node) -> None:
        """Check that what is drawn can happen, and depends on the generator alone."""
        outcomes = [outcome for outcome, _ in node.moves]
        for draw in range(4):
            first = self.asker.ask("sample", node.state, random.Random(self.seed + draw))
            second = self.asker.ask("sample", node.state, random.Random(self.seed + draw))
            if not alike(first, second):
                said = f"{self.asker.name}.sample({brief(node.state)}, random) drew {brief(first)}, and with "
                said += f"the same generator {brief(second)}"
                self.findings.add("changes-its-mind", said, node.state, about="sample")
            if outcomes and not any(alike(first, outcome) for outcome in outcomes):
                said = f"{self.asker.name}.sample({brief(node.state)}, random) drew {brief(first)}, "
                self.findings.add("sample-differs", f"{said}which `outcomes` does not list", node.state)
                return
        if len(outcomes) > 1 and self._drawn_from < _DRAWN_FROM:
            self._drawn_from += 1
            self._often(node)

    def _often(self, node: Node) -> None:
        """Draw many times: each outcome has to come about as often as `outcomes` says."""
        dice, until = random.Random(self.seed), time.monotonic() + _DRAWING
        drawn: list[Any] = []
        while len(drawn) < _DRAWS:
            if time.monotonic() > until:
                return  # a slow game: too few to tell
            drawn.append(self.asker.ask("sample", node.state, dice))
        for outcome, probability in node.moves[:_MOST_MOVES]:
            count = sum(alike(outcome, found) for found in drawn)
            if (
                abs(count - _DRAWS * probability)
                > _FAR * math.sqrt(_DRAWS * probability * (1 - probability)) + 1
            ):
                said = f"{self.asker.name}.sample({brief(node.state)}, random) drew {brief(outcome)} {count} "
                said += f"times of {_DRAWS}, and `outcomes` gives it the probability {probability:g}"
                self.findings.add("sample-differs", said, node.state, about="often")
                return

    def text(self, node: Node) -> None:
        """Check that a state is read back from how it is written."""
        written = self.asker.ask("text", node.state)
        if not isinstance(written, str):
            said = f"{self.asker.call('text', node.state)} returned {brief(written)}"
            self.findings.add("no-words", said, node.state, about="text")
        elif self.asker.has("parse"):
            read = self.asker.ask("parse", written, state=node.state)
            if not alike(read, node.state):
                said = f"{self.asker.call('parse', written)} returned {brief(read)}, not {brief(node.state)}"
                self.findings.add("text-parse", said, node.state)

    def evaluate(self, nodes: Sequence[Node], guesses: Sequence[float | None]) -> None:
        """Compare the values of many states at once with ``heuristic`` of each, where there is one."""
        if not nodes:
            return
        states = [node.state for node in nodes]
        answer = self.asker.listed("evaluate", list(states))
        call = f"{self.asker.name}.evaluate({len(states)} states)"
        if len(answer) == 2 and all(hasattr(part, "__len__") for part in answer):
            answer, priors = list(answer[0]), answer[1]
            self._batch_of_priors(nodes, priors, call)
        if len(answer) != len(states):
            self.findings.add("evaluate-differs", f"{call} returned {len(answer)} values")
            return
        for state, found, guess in zip(states, answer, guesses, strict=True):
            number = as_number(found)
            if number is None or math.isinf(number):
                said = f"{call} values {brief(state)} at {brief(found)}; expected a finite number"
                self.findings.add("no-number", said, state, about="evaluate")
            elif guess is not None and abs(number - guess) > 1e-3 * max(1.0, abs(guess)):
                said = f"{call} values {brief(state)} at {number:g}, and `heuristic` at {guess:g}"
                self.findings.add("evaluate-differs", said, state)

    def _batch_of_priors(self, nodes: Sequence[Node], priors: Any, call: str) -> None:
        if len(priors) != len(nodes):
            self.findings.add("prior", f"{call} returned {len(priors)} priors")
            return
        for node, weights in zip(nodes, priors, strict=True):
            if node.turn in (Turn.MAX, Turn.MIN):
                self._weights(node, weights, f"{call}, of {brief(node.state)},")
