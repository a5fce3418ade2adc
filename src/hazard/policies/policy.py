"""Policies as values: who does what in which state, and with what probability.

A policy is whatever can be asked for an action: a function of the state, a dict, a solved game, a search with
a budget, a player, or a mixture of these. :func:`as_policy` makes one thing of them all.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from numbers import Real
from typing import Any, NoReturn

from hazard.decide import Searcher, decide
from hazard.errors import HazardError
from hazard.game import Game, GameError, Move, State, state_text
from hazard.players import Player, RandomPlayer, SearchPlayer, SolvedPlayer
from hazard.search import Search, SettingError
from hazard.solving.solve import Solution
from hazard.text import shorten

Pairs = list[tuple[Move, float]]
"""Actions with their probabilities; only those above 0."""

_UNIFORM = object()
"""The answer of a policy that takes all actions to be equally likely; actions need not be hashable."""


class Policy:
    """What a player does in every state: actions with their probabilities.

    A policy is also a :class:`~hazard.Player` for the arena. Use :func:`as_policy` to create one.

    >>> from hazard.games import Pig
    >>> game = Pig()
    >>> as_policy(lambda state: {Pig.ROLL: 0.75, Pig.HOLD: 0.25}).probabilities(game, game.parse("0 0 5"))
    [(PigAction.ROLL, 0.75), (PigAction.HOLD, 0.25)]
    """

    def __init__(self, name: str, answer: Callable[[Game, State], Any], player: Player | None = None) -> None:
        """Ask ``answer`` for an action or ``{action: probability}``; ``player``, if any, chooses in play."""
        self.name = name
        self._answer = answer
        self._player = player
        self.asked = False
        """Whether there has been anything to decide."""

    def probabilities(self, game: Game, state: State) -> Pairs:
        """Return what the policy does in ``state``, checked against the actions there are."""
        self.asked = True
        answer, actions = self._answer(game, state), list(game.actions(state))
        if answer is _UNIFORM:
            return [(action, 1 / len(actions)) for action in actions]
        if answer in actions:
            return [(answer, 1.0)]
        if not isinstance(answer, Mapping):
            raise GameError(
                "policy.chose_no_legal_action",
                name=self.name,
                answer=shorten(repr(answer), 60),
                state=state_text(game, state),
                expected=_expected(actions),
            )
        self._check(answer, actions, state_text(game, state))
        return [(action, float(share)) for action, share in answer.items() if share > 0]

    def choose(self, game: Game, state: State, rng: random.Random) -> Move:
        """Draw an action, as a player does."""
        self.asked = True
        if self._player is not None:
            return self._player.choose(game, state, rng)
        return drawn(self.probabilities(game, state), rng)

    def new_game(self) -> None:
        """Tell the player behind the policy, if there is one, that a new game begins."""
        begin = getattr(self._player, "new_game", None)
        if begin is not None:
            begin()

    def _check(self, shares: Mapping[Move, Any], actions: list[Move], where: str) -> None:
        for action, share in shares.items():
            if action not in actions:
                raise GameError(
                    "policy.probability_of_illegal_action",
                    name=self.name,
                    action=shorten(repr(action), 60),
                    state=where,
                    expected=_expected(actions),
                )
            if not _is_number(share) or not 0 <= share <= 1 + 1e-9:
                raise GameError(
                    "policy.probability_out_of_range", name=self.name, action=action, found=share, state=where
                )
        total = math.fsum(shares.values())
        if abs(total - 1) > 1e-9:
            raise GameError("policy.probabilities_not_one", name=self.name, state=where, total=total)

    def __repr__(self) -> str:
        """Name it."""
        return f"<Policy {self.name}>"


def as_policy(thing: Any) -> Policy | Mixture:
    """Turn ``thing`` into a policy.

    ``a function``
        from a state to an action, or to ``{action: probability}``.
    ``a dict``
        from states to the same.
    ``a Solution``, or what :func:`~hazard.best_response` returns
        plays what it says.
    ``a SearchPlayer``
        a search with a budget, asked once in every state. Its answer is kept.
    ``a Searcher``
        the same with its default budget, keeping its table or tree from state to state.
    ``RandomPlayer()``
        every action is as likely as any other.
    ``any other Player``
        asked once in every state. One that uses random numbers allows only play-outs.
    ``a Mixture``
        stays what it is.

    >>> as_policy({"here": "wait"})
    <Policy dict>
    """
    inner = getattr(thing, "policy", thing)
    if isinstance(inner, Policy | Mixture):
        return inner
    if isinstance(thing, type | Search):
        raise SettingError("policy.not_a_policy_yet", thing=_shown(thing), hint=_hint(thing))
    if isinstance(thing, Mapping):
        return Policy("dict", partial(_of_dict, thing))
    if isinstance(thing, SolvedPlayer):
        return Policy(thing.name, partial(_of_solution, thing.solution))
    if isinstance(thing, Solution):
        return Policy("optimal", partial(_of_solution, thing))
    if isinstance(thing, Searcher):
        return Policy("searcher", _Kept(partial(_of_searcher, thing)))
    if isinstance(thing, SearchPlayer):
        return Policy(thing.name, _Kept(partial(_of_search, thing)))
    if isinstance(thing, RandomPlayer):
        return Policy(thing.name, _uniform)
    if isinstance(thing, Player):
        return Policy(thing.name, _Kept(partial(_of_player, thing)), thing)
    if callable(thing):
        return Policy(getattr(thing, "__name__", type(thing).__name__), partial(_of_function, thing))
    raise SettingError("policy.not_a_policy", thing=_shown(thing))


class Mixture:
    """An opponent who plays one of several policies, drawn once before the game and unknown to the other
    side.

    The moves that were seen update the belief by Bayes' rule: :meth:`posterior`. As a player it draws a
    policy at its first decision of each game. Use :func:`mixture` to create one.
    """

    def __init__(self, parts: Iterable[tuple[float, Policy]]) -> None:
        """Keep ``parts``, the weights of which sum to 1."""
        self.parts = tuple(parts)
        self.name = "mixture(" + ", ".join(f"{weight:g} {policy.name}" for weight, policy in self.parts) + ")"
        self._playing: Policy | None = None

    @property
    def asked(self) -> bool:
        """Whether there has been anything to decide."""
        return any(policy.asked for _, policy in self.parts)

    @property
    def prior(self) -> tuple[float, ...]:
        """What to believe before anything was seen: the weights."""
        return tuple(weight for weight, _ in self.parts)

    def posterior(self, history: Iterable[tuple[State, Move]], game: Game) -> tuple[float, ...]:
        """Return how likely each policy is after ``history``: pairs of a state and the action seen there.

        >>> from hazard.games import Pig
        >>> game = Pig()
        >>> bold = mixture([(1, lambda state: Pig.ROLL), (1, RandomPlayer())])
        >>> [round(share, 3) for share in bold.posterior([(game.parse("0 0 5"), Pig.ROLL)], game)]
        [0.667, 0.333]
        """
        belief = self.prior
        for state, action in history:
            if action not in list(game.actions(state)):
                raise GameError(
                    "policy.seen_action_not_legal",
                    action=action,
                    state=state_text(game, state),
                    expected=_expected(list(game.actions(state))),
                )
            belief = self.updated(belief, game, state, action)
        return belief

    def updated(self, belief: tuple[float, ...], game: Game, state: State, action: Move) -> tuple[float, ...]:
        """Return what to believe after ``action`` was seen in ``state``, having believed ``belief``."""
        likely = [
            weight * share_of(policy.probabilities(game, state), action) if weight > 0 else 0.0
            for weight, (_, policy) in zip(belief, self.parts, strict=True)
        ]
        total = math.fsum(likely)
        if total <= 0:
            raise GameError("policy.mixture_never_plays_action", action=action, state=state_text(game, state))
        return tuple(share / total for share in likely)

    def marginal(self, belief: tuple[float, ...], game: Game, state: State) -> Pairs:
        """Return how likely each action is in ``state`` when ``belief`` is believed."""
        actions: list[Move] = []
        shares: list[float] = []
        for weight, (_, policy) in zip(belief, self.parts, strict=True):
            for action, share in policy.probabilities(game, state) if weight > 0 else []:
                if action not in actions:
                    actions.append(action)
                    shares.append(0.0)
                shares[actions.index(action)] += weight * share
        return list(zip(actions, shares, strict=True))

    def new_game(self) -> None:
        """Forget which policy was drawn."""
        self._playing = None
        for _, policy in self.parts:
            policy.new_game()

    def choose(self, game: Game, state: State, rng: random.Random) -> Move:
        """Play as the policy that was drawn for this game."""
        if self._playing is None:
            self._playing = drawn([(policy, weight) for weight, policy in self.parts], rng)
        return self._playing.choose(game, state, rng)

    def __repr__(self) -> str:
        """Name it."""
        return f"<Mixture {self.name}>"


def mixture(parts: Iterable[tuple[float, Any]]) -> Mixture:
    """Mix policies: pairs ``(weight, policy)``, of which one is drawn before each game.

    Weights are relative to their sum. A mixture within a mixture is flattened.

    >>> mixture([(3, RandomPlayer()), (1, {"here": "wait"})]).prior
    (0.75, 0.25)
    """
    given = list(parts)
    for part in given:
        if not (isinstance(part, tuple | list) and len(part) == 2):
            raise SettingError("policy.mixture_part_not_a_pair", part=_shown(part))
        if not _is_number(part[0]) or not math.isfinite(part[0]) or part[0] < 0:
            raise SettingError("policy.mixture_weight_out_of_range", weight=part[0])
    total = math.fsum(weight for weight, _ in given)
    if total <= 0:
        raise SettingError("policy.mixture_weights_sum_to_zero")
    flat: list[tuple[float, Policy]] = []
    for weight, thing in given:
        policy = as_policy(thing)
        inner = policy.parts if isinstance(policy, Mixture) else ((1.0, policy),)
        flat += [(weight / total * share, part) for share, part in inner]
    return Mixture(flat)


def share_of(pairs: Pairs, action: Move) -> float:
    """Return the probability of ``action``; actions need not be hashable."""
    return math.fsum(share for found, share in pairs if found == action)


def drawn(pairs: list[tuple[Any, float]], rng: random.Random) -> Any:
    """Draw one of ``pairs``, each as likely as its second item says."""
    return rng.choices([item for item, _ in pairs], [share for _, share in pairs])[0]


# ---- the answers of each kind of policy: functions of this module, so that a policy can be pickled


def _of_function(function: Callable[[State], Any], game: Game, state: State) -> Any:
    return function(state)


def _uniform(game: Game, state: State) -> Any:
    return _UNIFORM


def _of_searcher(searcher: Searcher, game: Game, state: State) -> Any:
    return searcher.decide(state).action


def _of_search(player: SearchPlayer, game: Game, state: State) -> Any:
    return decide(game, state, player.search, player.budget).action


def _of_dict(table: Mapping[State, Any], game: Game, state: State) -> Any:
    if state not in table:
        known = _expected(list(game.actions(state)))
        raise GameError("policy.no_action_for_state", state=state_text(game, state), expected=known)
    return table[state]


def _of_solution(solution: Solution, game: Game, state: State) -> Any:
    try:
        return solution.action(state)
    except GameError:
        root = state_text(solution.game, solution.root)
        raise GameError("policy.state_not_in_solution", root=root, state=state_text(game, state)) from None


class _NoDice(random.Random):
    """Stands in for a player's generator where its probabilities are wanted, and refuses to roll."""

    def __init__(self, player: str) -> None:
        super().__init__()
        self.player = player

    def random(self) -> NoReturn:
        raise SettingError("policy.player_is_random", player=self.player)

    def getrandbits(self, k: int) -> NoReturn:
        self.random()


def _of_player(player: Player, game: Game, state: State) -> Any:
    return player.choose(game, state, _NoDice(player.name))


class _Kept:
    """Asks once about each state: a clock or a warm table must not change a policy under way."""

    def __init__(self, ask: Callable[[Game, State], Any]) -> None:
        self._ask = ask
        self._known: dict[tuple[int, State], tuple[Game, Any]] = {}

    def __call__(self, game: Game, state: State) -> Any:
        key = id(game), state
        if key not in self._known:
            self._known[key] = game, self._ask(game, state)  # the game is held, so that its id stays its own
        return self._known[key][1]

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy begins anew: ids of games mean nothing elsewhere."""
        return _Kept, (self._ask,)


def _is_number(found: object) -> bool:
    return isinstance(found, Real) and not isinstance(found, bool)


def _expected(actions: list[Move]) -> HazardError:
    return HazardError("policy.one_of", known=shorten(", ".join(map(repr, actions)), 290))


def _shown(thing: object) -> HazardError | str:
    if isinstance(thing, type):
        return HazardError("policy.the_class", name=thing.__name__)
    return shorten(repr(thing), 60)


def _hint(thing: object) -> HazardError:
    if isinstance(thing, Search):
        return HazardError("policy.search_without_budget", search=type(thing).__name__)
    return HazardError("search.write_to_create", kind=getattr(thing, "__name__", "it"))
