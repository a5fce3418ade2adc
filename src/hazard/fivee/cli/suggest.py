"""``hazard fivee suggest``: what whoever is next should do, and why."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hazard.cli.common import (
    JsonOption,
    SeedOption,
    check_place,
    examples,
    output,
    print_json,
    refuse_idle,
    say,
)
from hazard.errors import UserError, known_language, quoted
from hazard.files import write_text
from hazard.fivee.cli.forecast import CreaturesOption, LanguageOption

if TYPE_CHECKING:  # combat takes a moment to load, which no other command should wait for
    from hazard.fivee.director.director import DirectorSettings, Suggestion
    from hazard.fivee.rules.fight import Fight, FightState

EXAMPLES = examples(
    "hazard fivee suggest goblin-ambush",
    "hazard fivee suggest dragon-lair --for 'Adult Black Dragon' --boss",
    "hazard fivee suggest goblin-ambush --depth 2 --trace 40",
    "hazard fivee suggest state.json --json",
    "hazard fivee suggest ogre-bridge --objective merciless --lang de --why-not dodge",
)
SEARCHES = ("expectimax", "tree", "beam")
REPLIES = ("adversary", "policy", "expected")

SourceArgument = Annotated[
    str,
    typer.Argument(
        metavar="STATE.json|ENCOUNTER",
        help="A saved state (.json), an encounter's TOML file, or a built-in "
        "encounter, as `hazard fivee list encounters` shows them.",
    ),
]
ObjectiveOption = Annotated[
    str | None,
    typer.Option(
        "--objective",
        metavar="NAME",
        help="The objective of the monsters. By default, the one that the encounter names.",
    ),
]
DirectorDepth = Annotated[
    int, typer.Option("--depth", metavar="D", help="How many turns to look ahead: 1, 2 or 3.")
]
BossOption = Annotated[
    bool,
    typer.Option(
        "--boss",
        help="For a boss: look three turns ahead in about the same time, with fewer plans and coarser dice.",
    ),
]
DirectorSeconds = Annotated[
    float, typer.Option("--seconds", metavar="S", help="Time limit for a suggestion, in seconds.")
]
SearchOption = Annotated[
    str,
    typer.Option(
        "--search",
        metavar="SEARCH",
        help="The search: exact expectation over the dice (expectimax), tree search (tree), or the plan that "
        "looks best without a search (beam).",
    ),
]
ReplyOption = Annotated[
    str,
    typer.Option(
        "--reply",
        metavar="MODEL",
        help="How the search models the other side: it chooses its best turn (adversary), the turn that "
        "looks best (policy), or that turn with its mean result (expected).",
    ),
]


def run(
    context: typer.Context,
    source: SourceArgument,
    whom: Annotated[
        str | None,
        typer.Option("--for", metavar="NAME", help="Suggest a turn for this creature, as if it were next."),
    ] = None,
    objective: ObjectiveOption = None,
    depth: DirectorDepth = 2,
    seconds: DirectorSeconds = 1.0,
    search: SearchOption = "expectimax",
    reply: ReplyOption = "adversary",
    why_not: Annotated[
        str | None,
        typer.Option(
            "--why-not",
            metavar="WORDS",
            help="Explain why another plan is worse. Name it by some of its words, such as 'bow wizard'.",
        ),
    ] = None,
    write_state: Annotated[
        Path | None,
        typer.Option("--write-state", metavar="FILE.json", help="Also write the state to this file."),
    ] = None,
    boss: BossOption = False,
    trace: Annotated[
        int | None,
        typer.Option(
            "--trace",
            metavar="N",
            min=1,
            help="Also print the first N nodes of the search: the tree, probabilities and cuts.",
        ),
    ] = None,
    creatures: CreaturesOption = None,
    seed: SeedOption = 0,
    lang: LanguageOption = "en",
    json: JsonOption = False,
) -> None:
    """Suggest a plan for the creature whose turn it is, with its odds, close alternatives and caveats."""
    from hazard.fivee.director.director import Director
    from hazard.fivee.table.opening import open_fight
    from hazard.fivee.table.questions import next_decision

    if write_state is not None:
        check_place(write_state)
    spoken = known_language(lang)
    settings = director_settings(context, depth, seconds, search, reply, boss)
    if trace is not None:
        if search != "expectimax":
            raise UserError("cli.search_keeps_no_trace", search=search)
        settings = replace(settings, trace=trace)
    if source.lower().endswith(".json"):
        refuse_idle(context, "--creatures", because="fivee.idle.state_has_creatures")
        if whom is not None:
            refuse_idle(context, "--seed", because="fivee.idle.nothing_to_roll")
    fight, state = open_fight(source, seed, creatures or ())
    director = Director(fight, objective, settings)
    if whom is not None:
        state = turn_of(fight, state, whom, spoken)
    else:  # recharges and death saves come first
        state = next_decision(director.game("monsters"), state, random.Random(seed))
    if write_state is not None:
        _write(write_state, fight, state)
    suggestion = director.suggest(state)
    if json:
        log = {} if trace is None else {"trace": suggestion.decision.trace_text(trace).split("\n")}
        print_json(_document(suggestion, why_not, spoken) | log)
    else:
        show_suggestion(suggestion, spoken)
        if trace is not None:
            say("\n" + suggestion.decision.trace_text(trace))
        if why_not is not None:
            say(suggestion.why_not(why_not, spoken))


def director_settings(
    context: typer.Context, depth: int, seconds: float, search: str, reply: str, boss: bool = False
) -> DirectorSettings:
    """Return the settings that the options say, or refuse them."""
    from hazard.fivee.director.director import DirectorSettings

    if boss:
        refuse_idle(context, "--depth", "--search", because="fivee.idle.boss")
        depth = 3

    if not 1 <= depth <= 3:
        raise UserError("fivee.depth_out_of_range", depth=depth)
    if not 0 < seconds <= 3600:
        raise UserError("fivee.seconds_out_of_range", seconds=seconds)
    for name, given, known in (("search", search, SEARCHES), ("reply", reply, REPLIES)):
        if given not in known:
            raise UserError(
                "fivee.no_such_option_value", option=name, found=quoted(given), known=", ".join(known)
            )
    if search != "expectimax":
        refuse_idle(context, "--depth", because="fivee.idle.expectimax")
    if search == "beam" or (search == "expectimax" and depth == 1):
        refuse_idle(context, "--reply", because="fivee.idle.nobody_answers")
    chosen = {"depth": depth, "seconds": seconds, "search": search, "reply": reply}
    return replace(DirectorSettings.for_a_boss() if boss else DirectorSettings(), **chosen)  # type: ignore[arg-type]


def turn_of(fight: Fight, state: FightState, name: str, language: str = "en") -> FightState:
    """Return the state as if it were somebody else's turn; they are named as at the table."""
    from hazard.fivee.content.words import FLAGS
    from hazard.fivee.table.commands import CommandReader

    number = fight.named(CommandReader(fight, language).one_name(name)).number
    if state.fighter(number)["flags"] & (FLAGS["down"] | FLAGS["dead"] | FLAGS["fled"]):
        raise UserError("fivee.out_of_the_fight", who=fight.fighters[number].name)
    there = state.copy()
    there.turn = there.order.index(number)
    there.deciding = True
    return there


def show_suggestion(suggestion: Suggestion, lang: str) -> None:
    """Print a suggestion: with bars on a terminal, plain elsewhere."""
    from hazard.fivee.director.documents import Reporter
    from hazard.fivee.director.showing import suggestion_view
    from hazard.fivee.director.telling import lines

    reporter = Reporter(suggestion, lang)
    console, found = output(), reporter.report()
    if console.is_terminal:
        console.print(suggestion_view(found, reporter.say))
    else:
        say("\n".join(lines(found, reporter.say)), console)


def _document(suggestion: Suggestion, why_not: str | None, language: str) -> dict[str, object]:
    found: dict[str, object] = suggestion.to_dict(language)
    if why_not is not None:
        found["why_not"] = suggestion.why_not(why_not, language)
    return found


def _write(file: Path, fight: Fight, state: FightState) -> None:
    import json

    from hazard.cli.common import check_suffix
    from hazard.fivee.rules.states import write_state

    check_suffix(file, ".json")
    write_text(file, json.dumps(write_state(fight, state, inline=False), indent=2) + "\n")
