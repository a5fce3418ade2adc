"""A game in which everybody's policy is known is a Markov chain: its states listed, and the mass that flows.

Mass starts at one state and follows the probabilities, a move at a time, until all but 1e-12 of it has come
to an end. Nothing is decided here, so this is plain arithmetic on flat arrays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hazard.game import Game, GameError, State, Turn, reward_of, state_text
from hazard.policies.totals import digits_for
from hazard.solving.solve import Progress

Numbers = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]
Marks = npt.NDArray[np.bool_]

SMALL = 1e-12
"""Mass that is left when a flow ends."""

_MOST_MOVES = 1_000_000


class TooManyStatesError(GameError):
    """The game is larger than what is listed."""


@dataclass(frozen=True)
class Chain:
    """The moves of state ``i`` are those from ``first[i]`` to ``first[i + 1]``; an end has none."""

    states: list[State]
    over: Marks
    ends: Numbers
    """What each end is worth; 0 elsewhere."""
    first: Indices
    target: Indices
    chance: Numbers
    reward: Numbers

    def steps(self, nodes: Indices) -> tuple[Indices, Indices]:
        """Return every move of ``nodes``, and for each the position in ``nodes`` that it comes from."""
        return _steps(self.first, nodes)

    def reaching(self, goal: Marks) -> Marks:
        """Mark the states from which one of ``goal`` can be reached."""
        count = len(self.states)
        source = np.repeat(np.arange(count), np.diff(self.first))
        before = source[np.argsort(self.target, kind="stable")]
        first = np.concatenate(([0], np.cumsum(np.bincount(self.target, minlength=count))))
        found, frontier = goal.copy(), np.flatnonzero(goal)
        while len(frontier):
            reached = np.unique(before[_steps(first, frontier)[1]])
            frontier = reached[~found[reached]]
            found[frontier] = True
        return found


def _steps(first: Indices, nodes: Indices) -> tuple[Indices, Indices]:
    counts = first[nodes + 1] - first[nodes]
    offset = first[nodes] - (np.cumsum(counts) - counts)
    rows = np.repeat(np.arange(len(nodes)), counts)
    return rows, np.repeat(offset, counts) + np.arange(len(rows))


def list_chain(game: Game, root: State, max_states: int, progress: Progress | None = None) -> Chain:
    """Walk ``game``, in which nobody decides any more, from ``root``."""
    reward = reward_of(game)
    number, states = {root: 0}, [root]
    over, ends, first = [], [], [0]
    target: list[int] = []
    chance: list[float] = []
    rewards: list[float] = []
    for index, state in enumerate(states):  # which grows under way
        turn = Turn(game.turn(state))
        if turn in (Turn.MAX, Turn.MIN):
            raise GameError("policy.decision_without_policy", side=turn.name, state=state_text(game, state))
        over.append(turn is Turn.OVER)
        ends.append(float(game.value(state)) if turn is Turn.OVER else 0.0)
        for move, share in game.outcomes(state) if turn is Turn.CHANCE else ():
            if share <= 0:
                continue
            following = game.apply(state, move)
            target.append(number.setdefault(following, len(states)))
            if target[-1] == len(states):
                states.append(following)
            chance.append(float(share))
            rewards.append(0.0 if reward is None else float(reward(state, move)))
        first.append(len(target))
        if len(states) > max_states:
            raise TooManyStatesError("policy.too_many_states", most=max_states)
        if progress is not None and index % 10_000 == 9_999:
            progress("listing states", index + 1, None)
    return Chain(
        states, np.array(over), np.array(ends), np.array(first), np.array(target, dtype=np.int64),
        np.array(chance), np.array(rewards),
    )  # fmt: skip


def visits(game: Game, root: State, max_states: int) -> Iterator[tuple[State, float]]:
    """Return how often each state is met from ``root`` on, on average; without end is infinitely often."""
    chain = list_chain(game, root, max_states)
    mass, often = np.zeros(len(chain.states)), np.zeros(len(chain.states))
    mass[0] = 1.0
    ending = chain.reaching(chain.over)
    for _ in range(_MOST_MOVES):
        often += mass
        nodes = np.flatnonzero(mass)
        if mass[ending & ~chain.over].sum() < SMALL:
            break
        rows, steps = chain.steps(nodes)
        mass = _added(chain.target[steps], mass[nodes][rows] * chain.chance[steps], len(chain.states))
    often[~ending & (often > 0)] = np.inf
    return zip(chain.states, often.tolist(), strict=True)


@dataclass(frozen=True)
class Flow:
    """Where the mass came to: results with their probabilities, lowest first."""

    values: Numbers
    chances: Numbers
    endless: float
    """The part of it that plays for ever; its result are the rewards it has collected."""
    remaining: float
    """What had come to no result when the flow was ended."""


def flow(chain: Chain, most: int, progress: Progress | None = None) -> Flow:
    """Follow the mass with the rewards it collects; ``most`` states with totals are kept at a time."""
    ending = chain.reaching(chain.over)
    settled = ~ending & ~chain.reaching(_paying(chain))  # never ends, and nothing more is paid
    steps = _Steps(chain)
    here = _Mass(np.zeros(1), np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64), np.ones(1))
    found = [(np.zeros(0), np.zeros(0))]
    endless = dropped = 0.0
    for moves in range(_MOST_MOVES):
        done = chain.over[here.nodes] | settled[here.nodes]
        if done.any():
            ends = here.kept(done)
            results = ends.totals[ends.slots] + chain.ends[ends.nodes]
            found.append((np.round(results, steps.digits) + 0.0, ends.mass))
            endless += float(ends.mass[settled[ends.nodes]].sum())
            here = here.kept(~done)
        if here.mass[ending[here.nodes]].sum() < SMALL / 2:
            break
        if dropped < SMALL / 4:  # most totals are all but impossible; together they stay below what is left
            likely = here.mass > SMALL * 1e-6
            dropped += float(here.mass[~likely].sum())
            here = here.kept(likely)
        if max(len(here.nodes), len(here.totals) * len(steps.rewards) // 10) > most:
            raise TooManyStatesError("policy.too_many_states_with_totals", most=most)
        here = steps.after(here)
        if len(found) > 1000:
            found = [_joined(found)]
        if progress is not None and moves % 100 == 99:
            progress("moves followed", moves + 1, None)
    return Flow(*_joined(found), endless, float(here.mass.sum()) + dropped)


def _paying(chain: Chain) -> Marks:
    """Mark the states of which a move has a reward."""
    source = np.repeat(np.arange(len(chain.states)), np.diff(chain.first))
    marks = np.zeros(len(chain.states), dtype=np.bool_)
    marks[source[chain.reward != 0]] = True
    return marks


@dataclass(frozen=True)
class _Mass:
    """Mass at a state with a total: ``mass[i]`` is at ``nodes[i]`` with ``totals[slots[i]]``."""

    totals: Numbers
    slots: Indices
    nodes: Indices
    mass: Numbers

    def kept(self, marks: Marks) -> _Mass:
        return _Mass(self.totals, self.slots[marks], self.nodes[marks], self.mass[marks])


class _Steps:
    """One move of all mass. Rewards are few, so new totals are looked up, not sorted."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self.rewards, self.kind = np.unique(chain.reward, return_inverse=True)
        self.digits = digits_for(float(np.abs(np.concatenate([self.rewards, chain.ends])).max(initial=0.0)))

    def after(self, here: _Mass) -> _Mass:
        chain, count = self.chain, len(self.chain.states)
        rows, steps = chain.steps(here.nodes)
        used = np.bincount(here.slots) > 0
        slots = (np.cumsum(used) - 1)[here.slots]
        totals = here.totals[: len(used)][used]
        sums = np.round(np.add.outer(totals, self.rewards), self.digits) + 0.0  # -0 is 0
        totals, slot_after = np.unique(sums, return_inverse=True)
        table = slot_after.reshape(sums.shape)
        keys = table[slots[rows], self.kind[steps]] * count + chain.target[steps]
        mass = here.mass[rows] * chain.chance[steps]
        if len(totals) * count <= 8 * len(keys) + 100_000:
            added = _added(keys, mass)
            found = np.flatnonzero(added)
            added = added[found]
        else:
            found, where = np.unique(keys, return_inverse=True)
            added = _added(where, mass)
        return _Mass(totals, found // count, found % count, added)


def _joined(found: list[tuple[Numbers, Numbers]]) -> tuple[Numbers, Numbers]:
    """Add up equal results."""
    values, where = np.unique(np.concatenate([part for part, _ in found]) + 0.0, return_inverse=True)
    return values, _added(where, np.concatenate([part for _, part in found]), len(values))


def _added(places: Indices, mass: Numbers, count: int = 0) -> Numbers:
    """Add up the mass at each place."""
    sums: Numbers = np.bincount(places, mass, minlength=count).astype(np.float64, copy=False)
    return sums
