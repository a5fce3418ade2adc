"""``hazard spire replay``: what the agent decided in a run, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from hazard.cli.common import JsonOption, examples, print_json, say

EXAMPLES = examples(
    "hazard spire replay runs.jsonl",
    "hazard spire replay runs.jsonl --floor 16",
    "hazard spire replay runs.jsonl --again   # needs a journal with --keep-messages",
)


def run(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="A journal written by 'hazard spire agent'.")],
    floor: Annotated[int | None, typer.Option("--floor", metavar="N", help="Show only this floor.")] = None,
    again: Annotated[
        bool,
        typer.Option("--again", help="Decide every kept message again, and show where the decision differs."),
    ] = False,
    json: JsonOption = False,
) -> None:
    """Show a run decision by decision: each command with its reason and time, and each plan dropped."""
    from hazard.spire.agent.replay import decided_again, read_run, totals

    entries = [entry for entry in read_run(log) if floor is None or entry.get("floor", floor) == floor]
    if again:
        entries = decided_again(entries)
    if json:
        print_json({"entries": entries, "totals": totals(entries)})
        return
    for line in map(_line, entries):
        if line:
            say(line)
    say("")
    for name, value in totals(entries).items():
        say(f"{name.replace('_', ' ')}: {value}")


def _line(entry: dict[str, Any]) -> str | None:
    match entry["kind"]:
        case "start":
            settings = entry.get("settings", {})
            return f"== {settings.get('character', '?')}, ascension {settings.get('ascension', '?')}"
        case "decision":
            return _decision(entry)
        case "game over":
            won = "won" if entry.get("victory") else "lost"
            return f"== {won} on floor {entry.get('floor', '?')}, score {entry.get('score', 0)}"
        case "end":
            return None
    return f"   !! {entry['kind']}: {entry.get('error') or entry.get('reason') or entry.get('line', '')}"


def _decision(entry: dict[str, Any]) -> str:
    where = f"floor {entry['floor']:>2}" if "floor" in entry else "menu    "
    if "turn" in entry:
        where += f" turn {entry['turn']:>2}"
    parts = [
        f"{where:<16}  {entry.get('command', ''):<18} {entry.get('ms', 0):>6.1f} ms  {entry.get('why', '')}"
    ]
    if entry.get("replan"):
        parts.append(f"{'':<18}planned anew: {entry['replan']}")
    if "plan" in entry:
        parts.append(f"{'':<18}plan: {'; '.join(map(str, entry['plan']))}")
    if "unknown" in entry:
        parts.append(f"{'':<18}not known: {', '.join(map(str, entry['unknown']))}")
    if entry.get("now") not in (None, entry.get("command")):
        parts.append(f"{'':<18}today: {entry['now']}")
    return "\n".join(parts)
