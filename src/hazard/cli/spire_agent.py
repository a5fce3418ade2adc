"""``hazard spire agent``: the process that the Communication Mod starts."""

from __future__ import annotations

import gc
import json as json_text
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from hazard.cache import cache_folder
from hazard.cli.common import JsonOption, examples
from hazard.registry import UserError, quoted

EXAMPLES = examples(
    "hazard spire agent",
    "hazard spire agent --ascension 20 --games 10 --log runs.jsonl",
    "hazard spire serve --client 'hazard spire agent --games 3' --fights 3   (without the game)",
    "In the mod's config file: command=hazard spire agent --games 1",
)
_SEED_SIGNS, _LARGEST_SEED = "0123456789ABCDEFGHIJKLMNPQRSTUVWXYZ", "5G24A25UXKXFF"


def default_log() -> Path:
    """Return where the journal goes if nobody says: the mod starts us in the game's own folder."""
    return cache_folder() / "spire" / "agent.jsonl"


def run(
    character: Annotated[
        str,
        typer.Option(
            "--class", metavar="NAME", help="Whom to play: the Ironclad, the only one that hazard knows."
        ),
    ] = "ironclad",
    ascension: Annotated[int, typer.Option("--ascension", min=0, max=20, help="How hard.")] = 20,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=0, help="Runs to play, then leave; 0: without end.")
    ] = 1,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="TEXT", help="The game's seed, for the same run again.")
    ] = None,
    milliseconds: Annotated[
        float | None,
        typer.Option(
            "--milliseconds", metavar="MS", min=1, help="Time for each plan; the planner's own if none."
        ),
    ] = None,
    log: Annotated[
        Path | None,
        typer.Option("--log", metavar="FILE", help="The journal, one line of JSON for each decision."),
    ] = None,
    no_log: Annotated[bool, typer.Option("--no-log", help="Keep no journal.")] = False,
    keep_messages: Annotated[
        bool, typer.Option("--keep-messages", help="Keep the mod's messages in the journal, too.")
    ] = False,
    policy: Annotated[
        Path | None,
        typer.Option("--policy", metavar="FILE.toml", help="What to do outside of fights; your own table."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Play the game through the Communication Mod: messages on standard input, commands on standard output.

    Every decision goes into a journal with its reason; 'hazard spire replay' reads it. What there is to tell
    of the runs comes at the end, on standard error, for standard output belongs to the game. A run of another
    class than the Ironclad is not played: the agent says so there, and ends with exit code 2.
    """
    if character.lower() != "ironclad":
        raise UserError(f"the class is {quoted(character)}; hazard knows and plays the Ironclad only")
    if seed is not None:
        check_seed(seed)
    sys.stdout.write("ready\n")  # first of all: the game waits for it, and what follows takes a moment
    sys.stdout.flush()
    from hazard.spire.agent.agent import Agent, Settings
    from hazard.spire.agent.combat import CombatPlayer
    from hazard.spire.agent.journal import Journal
    from hazard.spire.agent.pipe import converse
    from hazard.spire.agent.policy import load_policy

    journal = Journal(None if no_log else log or default_log())
    settings = Settings(character.lower(), ascension, games, seed, keep_messages)
    table = load_policy(policy)
    agent = Agent(settings, table, CombatPlayer(table, milliseconds=milliseconds), journal)
    agent.combat.warm_up(ascension)
    gc.freeze()  # what is loaded stays: collecting it again and again would only cost time
    journal.write("start", settings=asdict(settings))
    seconds: list[float] = []
    try:
        converse(agent, sys.stdin.buffer, sys.stdout, seconds.append)
    finally:
        found = summary(agent, seconds)
        journal.write("end", **found)
        journal.close()
        sys.stderr.write(json_text.dumps(found, indent=2) + "\n" if json else _told(found))


def check_seed(seed: str) -> None:
    """Refuse what is no seed of the game: a number of 64 bits in base 35, in which an O is a zero."""
    if not (seed.isascii() and seed.isalnum()):
        raise UserError(f"the seed is {quoted(seed)}; expected letters and digits")
    number = 0
    for sign in seed.upper().replace("O", "0"):
        number = 35 * number + _SEED_SIGNS.index(sign)
    if number >= 2**64:
        raise UserError(f"the seed is {quoted(seed)}; expected at most {_LARGEST_SEED}, which is 64 bits")


def summary(agent: Any, seconds: list[float]) -> dict[str, Any]:
    """Return what happened, in numbers."""
    tally = asdict(agent.tally)
    ordered = sorted(1000 * s for s in seconds)

    def percentile(share: float) -> float | None:
        return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2) if ordered else None

    return {**tally, **agent.combat.counts(), "ms_p50": percentile(0.5), "ms_p99": percentile(0.99)}


def _told(found: dict[str, Any]) -> str:
    lines = [
        f"{found['games']} runs, {found['victories']} won; {found['commands']} commands",
        f"milliseconds from message to command: median {found['ms_p50']}, 99 of 100 within {found['ms_p99']}",
        f"{found['turns']} turns, {found['replans_per_turn']:.2f} replans a turn",
    ]
    if found["late"]:
        lines.append(f"{found['late']} plans did not come in time, and were done without")
    if found["unsettled"]:
        lines.append(f"{found['unsettled']} lines were left aside: the rules did not come to rest in them")
    if found["unknown"]:
        lines.append("not known: " + ", ".join(f"{name} ({n})" for name, n in found["unknown"].items()))
    return "\n".join(lines) + "\n"
