"""What the benchmarks share: claims that are judged in print, tables, fair timing, and seeded positions."""

from __future__ import annotations

import argparse
import gc
import json
import mmap
import os
import platform
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table

import hazard
from hazard.arena import draw
from hazard.game import Game, State, Turn


@dataclass(frozen=True)
class Claim:
    """A sentence with a number in it, and what was measured for it here and now."""

    text: str
    measured: float
    bound: float
    at_least: bool
    timed: bool
    """Whether it rests on a clock. Counts are the same everywhere and are tested; times are only printed."""

    @property
    def holds(self) -> bool:
        return self.measured >= self.bound if self.at_least else self.measured <= self.bound

    def __str__(self) -> str:
        side = "at least" if self.at_least else "at most"
        verdict = "PASS " if self.holds else "LOSES"
        return f"{verdict} {self.text}: {number(self.measured)} (claimed: {side} {number(self.bound)})"


@dataclass
class Report:
    """Collects what a benchmark found, then prints it for people or for programs."""

    name: str
    quick: bool
    tables: list[dict[str, Any]] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def table(self, title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        self.tables.append({"title": title, "columns": list(columns), "rows": [list(row) for row in rows]})

    def at_least(self, text: str, measured: float, bound: float, *, timed: bool) -> None:
        self.claims.append(Claim(text, measured, bound, True, timed))

    def at_most(self, text: str, measured: float, bound: float, *, timed: bool) -> None:
        self.claims.append(Claim(text, measured, bound, False, timed))

    def note(self, text: str) -> None:
        self.notes.append(text)

    def print(self, as_json: bool) -> None:
        if as_json:
            claims = [{**asdict(claim), "holds": claim.holds} for claim in self.claims]
            found = {"benchmark": self.name, "quick": self.quick, "machine": machine(), "tables": self.tables}
            sys.stdout.write(json.dumps({**found, "claims": claims, "notes": self.notes}, indent=2) + "\n")
            return
        console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
        for found in self.tables:
            table = Table(title=found["title"], title_justify="left")
            for position, heading in enumerate(found["columns"]):
                table.add_column(heading, justify="right" if position else "left")
            for row in found["rows"]:
                table.add_row(*(number(item) for item in row))
            console.print(table)
        for line in [*self.notes, *map(str, self.claims), *(["(quick: a small run)"] if self.quick else [])]:
            console.print(line, markup=False, soft_wrap=True)


def machine() -> dict[str, Any]:
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        "python": platform.python_version(),
        "hazard": hazard.__version__,
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "load": load,
    }


def number(item: Any) -> str:
    """Write a number for a person to read; whatever else it is, as it is."""
    if isinstance(item, bool) or not isinstance(item, int | float):
        return "" if item is None else str(item)
    if isinstance(item, int) or abs(item) >= 10_000:
        return f"{item:,.0f}"
    return f"{item:.4g}"


def arguments(description: str | None) -> argparse.ArgumentParser:
    """Return a parser with what every benchmark takes."""
    parser = argparse.ArgumentParser(description=(description or "").split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a small run of a second or two")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    return parser


def warm_memory(megabytes: int) -> None:
    """Have so much memory at hand: a virtual machine may give freed pages back to its host within seconds.

    Whoever needs them next then pays for all, some 4 ms for every 2 MB, as much as ten thousand simulations.
    """
    if not hasattr(mmap, "MADV_HUGEPAGE"):
        return
    with mmap.mmap(-1, megabytes << 20) as pages:
        pages.madvise(mmap.MADV_HUGEPAGE)
        for start in range(0, len(pages), mmap.PAGESIZE):
            pages[start] = 1


def interleaved(rounds: int, *, memory: int = 0, **runs: Callable[[], float]) -> dict[str, float]:
    """Return the best rate of each run; they take turns, so that a busy moment of the machine hits all.

    Each run does its work and returns how much it did (nodes, simulations); the rate is that per second.
    Each finds ``memory`` megabytes at hand.
    """
    best = dict.fromkeys(runs, 0.0)
    for _ in range(rounds):
        for name, run in runs.items():
            gc.collect()
            if memory:
                warm_memory(memory)
            began = perf_counter()
            done = run()
            best[name] = max(best[name], done / (perf_counter() - began))
    return best


def seeded_positions(game: Game, count: int, seed: int, plies: Sequence[int]) -> list[State]:
    """Return ``count`` different positions with a choice, after random play of one of ``plies`` decisions."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        state, left = game.start(), rng.choice(plies)
        while (turn := Turn(game.turn(state))) is not Turn.OVER:
            if turn is Turn.CHANCE:
                state = game.apply(state, draw(game, state, rng.random()))
                continue
            actions = list(game.actions(state))
            if left <= 0 and len(actions) > 1:
                if state not in found:
                    found.append(state)
                break
            state, left = game.apply(state, rng.choice(actions)), left - 1
    return found
