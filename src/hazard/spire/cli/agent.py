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
from hazard.cli.common import examples, refuse_idle
from hazard.errors import UserError, quoted
from hazard.spire.cli.drafts import Draft, DraftOption, DraftTimeOption, WorthOption

EXAMPLES = examples(
    "hazard spire agent",
    "hazard spire agent --ascension 20 --games 10 --log runs.jsonl",
    "hazard spire serve --client 'hazard spire agent --games 3' --fights 3   # without the game",
    "In the mod's config file: command=hazard spire agent --games 1",
)
_SEED_SIGNS, _LARGEST_SEED = "0123456789ABCDEFGHIJKLMNPQRSTUVWXYZ", "5G24A25UXKXFF"


def default_log() -> Path:
    """Return where the journal goes if nobody says: the mod starts us in the game's own folder."""
    return cache_folder() / "spire" / "agent.jsonl"


def run(
    context: typer.Context,
    character: Annotated[
        str,
        typer.Option("--class", metavar="NAME", help="The class to play. hazard knows only the Ironclad."),
    ] = "ironclad",
    ascension: Annotated[
        int,
        typer.Option("--ascension", metavar="N", min=0, max=20, help="The ascension level, from 0 to 20."),
    ] = 20,
    games: Annotated[
        int,
        typer.Option(
            "--games", metavar="N", min=0, help="How many runs to play before exiting. 0 never stops."
        ),
    ] = 1,
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed",
            metavar="TEXT",
            help="The seed of the run, to play the same run again. By default, the game picks one.",
        ),
    ] = None,
    milliseconds: Annotated[
        float | None,
        typer.Option(
            "--milliseconds",
            metavar="MS",
            min=1,
            help="Time limit for each plan, in milliseconds. By default, the planner's own.",
        ),
    ] = None,
    log: Annotated[
        Path | None,
        typer.Option(
            "--log",
            metavar="FILE",
            help="Write the journal to this file, one line of JSON for each decision. By "
            "default, it goes to the cache folder.",
        ),
    ] = None,
    no_log: Annotated[bool, typer.Option("--no-log", help="Do not write a journal.")] = False,
    keep_messages: Annotated[
        bool,
        typer.Option(
            "--keep-messages",
            help="Keep the mod's messages in the journal, so that 'hazard spire replay "
            "--again' can use them.",
        ),
    ] = False,
    policy: Annotated[
        Path | None,
        typer.Option(
            "--policy",
            metavar="FILE.toml",
            help="Your own table of choices outside of fights. By default, the built-in table.",
        ),
    ] = None,
    draft: DraftOption = Draft.FIGHTS,
    draft_ms: DraftTimeOption = 1000.0,
    worth: WorthOption = None,
    json: Annotated[
        bool, typer.Option("--json", help="Write the summary at the end to standard error as JSON.")
    ] = False,
) -> None:
    """Play the game through the Communication Mod, which starts this command and talks to it.

    It reads messages from standard input and writes commands to standard output, so the summary at the end
    goes to standard error. Every decision is logged with its reason in a journal, which 'hazard spire replay'
    shows. The agent plays only the Ironclad and stops with exit code 2 in a run of another class.
    """
    if character.lower() != "ironclad":
        raise UserError("spire.character_not_played", character=quoted(character))
    if seed is not None:
        check_seed(seed)
    if draft is Draft.TABLE:
        refuse_idle(context, "--draft-ms", "--worth", because="spire.idle.draft_table")
    if no_log:
        refuse_idle(context, "--log", "--keep-messages", because="spire.idle.no_log")
    sys.stdout.write("ready\n")  # first of all: the game waits for it, and what follows takes a moment
    sys.stdout.flush()
    from hazard.spire.agent.agent import Agent, Settings
    from hazard.spire.agent.combat import CombatPlayer
    from hazard.spire.agent.drafter import Drafter
    from hazard.spire.agent.journal import Journal
    from hazard.spire.agent.pipe import converse
    from hazard.spire.agent.policy import load_policy
    from hazard.spire.drafting.comparing import Limits
    from hazard.spire.drafting.worth import PositionWorth

    journal = Journal(None if no_log else log or default_log())
    settings = Settings(character.lower(), ascension, games, seed, keep_messages)
    table = load_policy(policy)
    rules = None if worth is None else PositionWorth.read(worth).route_rules
    limits = Limits(seconds=draft_ms / 1000)
    drafter = None if draft is Draft.TABLE else Drafter(table, limits, rules=rules)
    agent = Agent(settings, table, CombatPlayer(table, milliseconds=milliseconds), journal, drafter)
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
        raise UserError("spire.seed_not_alphanumeric", seed=quoted(seed))
    number = 0
    for sign in seed.upper().replace("O", "0"):
        number = 35 * number + _SEED_SIGNS.index(sign)
    if number >= 2**64:
        raise UserError("spire.seed_too_large", seed=quoted(seed), most=_LARGEST_SEED)


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
        lines.append(f"{found['unsettled']} lines were left out, because their effects did not end")
    if found["unknown"]:
        lines.append("not known: " + ", ".join(f"{name} ({n})" for name, n in found["unknown"].items()))
    return "\n".join(lines) + "\n"
