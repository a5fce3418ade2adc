"""Reading the agent's journal: what was decided, in numbers, and what would be decided today."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

from hazard.errors import UserError, quoted
from hazard.spire.agent.agent import Agent, Settings
from hazard.spire.agent.journal import read_journal

Entry = dict[str, Any]


def read_run(path: Path) -> list[Entry]:
    """Read a journal; a file without entries is a mistake of whoever named it."""
    entries = list(read_journal(path))
    if not entries:
        raise UserError("spire.journal_empty", path=quoted(path))
    return entries


def decided_again(entries: list[Entry]) -> list[Entry]:
    """Return the entries with what would be decided today (``now``), where the message was kept."""
    if not any("message" in entry for entry in entries):
        raise UserError("spire.journal_keeps_no_messages")
    agent = Agent(Settings(games=0))
    return [
        {**entry, "now": agent.answer(entry["message"])} if isinstance(entry.get("message"), str) else entry
        for entry in entries
    ]


def totals(entries: list[Entry]) -> Entry:
    """Count what happened: decisions, their times, replans a turn, ids that were not known."""
    decisions = [entry for entry in entries if entry["kind"] == "decision"]
    times = sorted(entry["ms"] for entry in decisions if isinstance(entry.get("ms"), int | float))
    turns = {(e.get("game"), e.get("floor"), e["turn"]) for e in decisions if "turn" in e and "plans" in e}
    replans = sum(bool(entry.get("replan")) for entry in decisions)
    unknown = Counter(str(name) for entry in decisions for name in entry.get("unknown", ()))
    found: Entry = {"decisions": len(decisions)}
    if times:
        found["ms_median"] = median(times)
        found["ms_99_of_100"] = times[min(len(times) - 1, int(0.99 * len(times)))]
    if turns:
        found["turns"] = len(turns)
        found["replans_per_turn"] = round(replans / len(turns), 3)
    found["faults"] = sum("fault" in entry or entry["kind"] in ("fault", "illegal") for entry in entries)
    if unknown:
        found["unknown"] = dict(unknown.most_common())
    return found
