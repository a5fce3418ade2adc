"""Measuring the agent over whole runs: many at once, one record each, and what they say together.

The agent gets the mod's messages and nothing else, line by line, so it knows what a player knows.
"""

from __future__ import annotations

import json
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal

from hazard.confidence import share_interval
from hazard.executing.executor import Blocks, executor
from hazard.spire.agent.agent import Agent, Settings
from hazard.spire.agent.combat import CombatPlayer
from hazard.spire.agent.plans import planner_within
from hazard.spire.agent.policy import load_policy
from hazard.spire.agent.watchdog import Watchdog
from hazard.spire.protocol.message import GameState
from hazard.spire.stand_in.run_record import RunRecord
from hazard.spire.stand_in.whole_run import RunHost

if TYPE_CHECKING:
    from hazard.spire.drafting.ahead import RouteRules

Where = Literal["here", "threads", "processes", "ray"]
RoomRules = Callable[[GameState], "RouteRules"]
MOST_COMMANDS = 50_000
"""A run that takes more is given up: somebody goes round in circles."""
_Z95 = 1.959963985


@dataclass(frozen=True)
class Player:
    """How the agent plays."""

    ascension: int = 20
    milliseconds: float | None = None
    simulations: int | None = None
    """Plans by this number instead of by time: the same seed then brings the same run."""
    draft: Literal["fights", "table"] = "fights"
    draft_milliseconds: float = 1000.0
    worth: Path | None = None
    """What was learnt of positions between fights; without it, rooms are worth what the table says."""

    def agent(self, seed: int, rules: RoomRules | None = None) -> Agent:
        """Return an agent for one run; ``rules`` says what rooms are worth, instead of what was learnt."""
        table = load_policy()
        combat = CombatPlayer(table, milliseconds=self.milliseconds)
        if self.simulations is not None:
            combat = CombatPlayer(table, planner_within(None, self.simulations, seed))
            combat.watchdog = Watchdog(None)  # however slow the machine is, the plan is waited for
        drafter = None
        if self.draft == "fights":
            from hazard.spire.agent.drafter import Drafter
            from hazard.spire.drafting.comparing import FIGHTS_TO_COMPARE, Limits
            from hazard.spire.drafting.worth import PositionWorth

            limits = Limits(seconds=self.draft_milliseconds / 1000)
            if self.simulations is not None:
                limits = Limits(seconds=None, fights=FIGHTS_TO_COMPARE)
            if rules is None and self.worth is not None:
                rules = PositionWorth.read(self.worth).route_rules
            drafter = Drafter(table, limits, seed, rules)
        return Agent(Settings(ascension=self.ascension, games=1), table, combat, drafter=drafter)


def play_run(
    seed: int,
    player: Player,
    commands: list[str] | None = None,
    *,
    agent: Agent | None = None,
) -> RunRecord:
    """Let the agent play the run of a seed; ``commands`` takes everything that it said.

    The agent is the player's, or another one that is given.

    >>> record = play_run(3, Player(ascension=0, simulations=4, draft="table"))
    >>> record.seed, record.refused, record.floor > 0
    (3, 0, True)
    """
    host, agent = RunHost(player.ascension, seed, runs=1), agent or player.agent(seed)
    message = host.message()
    slowest = 0.0
    while not host.over and host.results.commands < MOST_COMMANDS:
        line = json.dumps(message)
        began = perf_counter()
        command = agent.answer(line)
        slowest = max(slowest, perf_counter() - began)
        if command is None:
            break
        if commands is not None:
            commands.append(command)
        message = host.obey(command)
    record = host.given_up() if not host.over else host.results.records[-1]
    record.slowest_ms = round(1000 * slowest, 1)
    return record


def play_runs(
    player: Player,
    seeds: Sequence[int],
    on: Where = "processes",
    workers: int | None = None,
    address: str | None = None,
) -> Iterator[RunRecord]:
    """Play the runs of many seeds at once; each record comes when its run is over, in any order."""
    if on == "here":
        yield from (play_run(seed, player) for seed in seeds)
        return
    crew = executor(on, workers=workers, address=address)
    blocks = Blocks(len(seeds), crew.workers)
    for numbers, records, seconds in crew.finished(_Runs(player, tuple(seeds)), blocks):
        blocks.learn(len(numbers), seconds)
        yield from records


@dataclass(frozen=True)
class _Runs:
    """Runs as a job: the record of each."""

    player: Player
    seeds: tuple[int, ...]

    def __call__(self, numbers: range) -> list[RunRecord]:
        """Play the runs of these numbers."""
        return [play_run(self.seeds[number], self.player) for number in numbers]


def share(count: int, of: int) -> dict[str, Any]:
    """Return a share with Wilson's 95 % interval.

    >>> share(2, 78)["interval_95"]
    [0.0071, 0.0888]
    """
    part = count / max(1, of)
    error = (part * (1 - part) / max(1, of)) ** 0.5
    low, high = share_interval(part, error, max(1, of), _Z95)
    return {"count": count, "of": of, "share": round(part, 4), "interval_95": [round(low, 4), round(high, 4)]}


def summary(records: Iterable[RunRecord]) -> dict[str, Any]:
    """Return what the records say together."""
    runs = list(records)
    count = len(runs)
    lost: dict[str, list[int]] = {}
    for record in runs:
        for fight in record.fights:
            lost.setdefault(f"act {fight.act} {fight.kind}", []).append(fight.hp_lost)
    dead = [record for record in runs if not record.victory]
    floors = [record.floor for record in runs]
    spread = statistics.stdev(floors) / count**0.5 if count > 1 else None
    return {
        "runs": count,
        "act_3_won": share(sum(record.act_three_won for record in runs), count),
        "heart_killed": share(sum(record.heart_killed for record in runs), count),
        "past_act_1": share(sum(record.act > 1 for record in runs), count),
        "past_act_2": share(sum(record.act > 2 for record in runs), count),
        "floor_mean": round(statistics.fmean(floors), 2) if runs else None,
        "floor_error": None if spread is None else round(spread, 2),
        "deaths_by_act": dict(sorted(Counter(f"act {record.act}" for record in dead).items())),
        "deaths_by_enemy": dict(Counter(record.killed_by for record in dead).most_common()),
        "deaths_by_fight": dict(Counter(record.killed_in for record in dead).most_common()),
        "hp_lost": {
            kind: {"fights": len(amounts), "mean": round(statistics.fmean(amounts), 2)}
            for kind, amounts in sorted(lost.items())
        },
        "potions_unused_mean": round(statistics.fmean([r.potions_unused for r in runs]), 2) if runs else None,
        "commands": sum(record.commands for record in runs),
        "refused": sum(record.refused for record in runs),
        "unsettled": sum(record.unsettled for record in runs),
        "slowest_ms": max((record.slowest_ms for record in runs), default=0.0),
    }
