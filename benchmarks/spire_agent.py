"""The agent as a real process: broken messages, whole fights, and how long a command takes.

Messages of every kind of screen are broken at random and sent one by one: each that asks for a command
must get a legal one. Then fights of all acts are fought against the stand-in for the game.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from common import Report, arguments

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.spire.protocol.message_mutations import mutated
from tests.spire.protocol.message_samples import EVERY_SAMPLE

from hazard.spire.protocol.commands import why_illegal
from hazard.spire.protocol.message import MessageError, read_message
from hazard.spire.stand_in.host import Client, ClientError, Conversation, host
from hazard.spire.stand_in.making import DECKS, run_maker
from hazard.spire.stand_in.serve import StandIn

AGENT = [sys.executable, "-m", "hazard", "spire", "agent", "--games", "0", "--no-log", "--json"]


def messages(folder: Path | None) -> list[str]:
    """Return the messages that are broken: our own samples, and those of a folder."""
    files = sorted(folder.glob("*.json")) if folder else []
    return [*EVERY_SAMPLE.values(), *(file.read_text("utf-8").replace("\n", " ") for file in files)]


def fuzzed(samples: list[str], cases: int, seed: int) -> Iterator[tuple[int, str]]:
    for case in range(cases):
        source = random.Random(f"{seed} {case}")
        yield case, mutated(source.choice(samples), source).replace("\n", " ").replace("\r", " ")


def fuzz(samples: list[str], cases: int, seed: int, report: Report) -> dict[str, float]:
    """Send broken messages; count those that were answered, and those that were not answered legally."""
    client = Client([*AGENT, "--milliseconds", "5"])
    asked = unreadable = faults = 0
    seconds = []
    for case, line in fuzzed(samples, cases, seed):
        if not line.strip():
            continue
        try:
            message = read_message(line)
        except MessageError:
            message, unreadable = None, unreadable + 1
        if message is not None and not message.ready_for_command:
            client.tell(line)
            continue
        began = perf_counter()
        try:
            client.tell(line)
            command = client.hear()
        except ClientError as error:
            report.note(f"case {case}: {error}")
            faults += 1
            break
        seconds.append(perf_counter() - began)
        asked += 1
        wrong = None if message is None else why_illegal(message, command)
        if wrong is not None:
            report.note(f"case {case}: {command}: {wrong}")
            faults += 1
    client.close()
    slowest = 1000 * max(seconds, default=0.0)
    return {"asked": asked, "unreadable": unreadable, "faults": faults, "slowest": slowest}


def fights(count: int, seed: int) -> list[tuple[str, StandIn, Conversation, dict[str, float]]]:
    """Fight with each deck against all encounters of its act."""
    found = []
    for number, deck in enumerate(DECKS):
        share = count // len(DECKS) + (number < count % len(DECKS))
        if share == 0:
            continue
        stand_in = StandIn(run_maker(deck, [], 20, seed + number), share)
        talk = host(AGENT, stand_in)
        found.append((deck, stand_in, talk, json.loads(talk.report)))
    return found


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--cases", type=int, help="broken messages (10,000)")
    parser.add_argument("--fights", type=int, help="whole fights (200)")
    parser.add_argument("--messages", type=Path, metavar="FOLDER", help="break these messages, too")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    cases = options.cases or (200 if options.quick else 10_000)
    wanted = options.fights or (4 if options.quick else 200)
    report = Report("spire_agent", options.quick)
    broken = fuzz(messages(options.messages), cases, options.seed, report)
    columns = ("messages", "asked for a command", "no message at all", "not answered legally", "slowest, ms")
    row = [cases, broken["asked"], broken["unreadable"], broken["faults"], broken["slowest"]]
    report.table("Broken messages through the pipe", columns, [row])
    talks = fights(wanted, options.seed)
    columns = (
        "deck",
        "fights",
        "lost",
        "HP lost",
        "commands",
        "refused",
        "ms p50",
        "ms p99",
        "replans a turn",
    )
    rows = []
    for deck, stand_in, talk, told in talks:
        results = stand_in.results
        mean = sum(results.hp_lost) / max(1, len(results.hp_lost))
        lost = results.runs - results.won
        times = (talk.percentile(0.5), talk.percentile(0.99))
        rows.append(
            [
                deck,
                results.fights,
                lost,
                mean,
                results.commands,
                results.refused,
                *times,
                told["replans_per_turn"],
            ]
        )
    report.table("Whole fights through the pipe", columns, rows)
    everything = Conversation(seconds=[s for _, _, talk, _ in talks for s in talk.seconds])
    turns = sum(told["turns"] for *_, told in talks)
    replans = sum(told["plans"] - told["turns"] for *_, told in talks)
    report.at_most("messages that were not answered legally", broken["faults"], 0, timed=False)
    report.at_least(
        "fights fought to their end", sum(s.results.fights for _, s, _, _ in talks), wanted, timed=False
    )
    report.at_most(
        "commands that the game refused", sum(s.results.refused for _, s, _, _ in talks), 0, timed=False
    )
    report.at_most("replans a turn", replans / max(1, turns), 2, timed=False)
    report.at_most("seconds to the handshake", max(talk.handshake for _, _, talk, _ in talks), 1, timed=True)
    report.at_most("milliseconds to a command, median", everything.percentile(0.5), 30, timed=True)
    report.at_most("milliseconds to a command, 99 of 100", everything.percentile(0.99), 100, timed=True)
    report.print(options.json)


if __name__ == "__main__":
    main()
