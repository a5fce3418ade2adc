"""``hazard fivee suggest``: what whoever is next should do, and why."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hazard.cli.common import JsonOption, SeedOption, check_place, examples, output, print_json, say
from hazard.cli.fivee_forecast import LanguageOption, checked_language
from hazard.files import write_text
from hazard.registry import UserError, quoted

if TYPE_CHECKING:  # combat takes a moment to load, which no other command should wait for
    from hazard.fivee.director import DirectorSettings, Suggestion
    from hazard.fivee.fight import Fight, FightState
    from hazard.fivee.phrases import Language

EXAMPLES = examples(
    "hazard fivee suggest goblin-ambush",
    "hazard fivee suggest dragon-lair --for 'Adult Black Dragon' --depth 3 --seconds 1",
    "hazard fivee suggest state.json --json",
    "hazard fivee suggest ogre-bridge --objective merciless --lang de --why-not dodge",
)
SEARCHES = ("expectimax", "tree", "beam")
REPLIES = ("adversary", "policy", "expected")

SourceArgument = Annotated[
    str,
    typer.Argument(
        metavar="STATE.json|ENCOUNTER",
        help="A state as JSON, an encounter's TOML file, or an example: hazard fivee list encounters.",
    ),
]
ObjectiveOption = Annotated[
    str | None,
    typer.Option("--objective", metavar="NAME", help="What the monsters are after; the encounter's own."),
]
CreaturesOption = Annotated[
    list[Path] | None,
    typer.Option("--creatures", metavar="FILE.toml", help="Creatures of your own that the encounter names."),
]
DirectorDepth = Annotated[int, typer.Option("--depth", metavar="D", help="Turns to look ahead, 1 to 3.")]
DirectorSeconds = Annotated[float, typer.Option("--seconds", metavar="S", help="Time to think.")]
SearchOption = Annotated[str, typer.Option("--search", metavar="NAME", help=f"One of {', '.join(SEARCHES)}.")]
ReplyOption = Annotated[
    str, typer.Option("--reply", metavar="NAME", help=f"How the others answer: {', '.join(REPLIES)}.")
]


def run(
    source: SourceArgument,
    whom: Annotated[
        str | None, typer.Option("--for", metavar="NAME", help="As if it were this one's turn.")
    ] = None,
    objective: ObjectiveOption = None,
    depth: DirectorDepth = 2,
    seconds: DirectorSeconds = 1.0,
    search: SearchOption = "expectimax",
    reply: ReplyOption = "adversary",
    why_not: Annotated[
        str | None, typer.Option("--why-not", metavar="WORDS", help="Compare another plan: 'bow wizard'.")
    ] = None,
    write_state: Annotated[
        Path | None, typer.Option("--write-state", metavar="FILE.json", help="Write the state, too.")
    ] = None,
    creatures: CreaturesOption = None,
    seed: SeedOption = 0,
    lang: LanguageOption = "en",
    json: JsonOption = False,
) -> None:
    """Suggest what whoever is next should do: the plan, its odds, what else was close, and what to mind."""
    from hazard.fivee.director import Director
    from hazard.fivee.opening import open_fight
    from hazard.fivee.questions import next_decision

    if write_state is not None:
        check_place(write_state)
    spoken = checked_language(lang)
    settings = director_settings(depth, seconds, search, reply)
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
        print_json(_document(suggestion, why_not, spoken))
    else:
        show_suggestion(suggestion, spoken)
        if why_not is not None:
            say(suggestion.why_not(why_not, spoken))


def director_settings(
    depth: int = 2, seconds: float = 1.0, search: str = "expectimax", reply: str = "adversary"
) -> DirectorSettings:
    """Return the settings that the options say, or refuse them."""
    from hazard.fivee.director import DirectorSettings

    if not 1 <= depth <= 3:
        raise UserError(f"the depth is {depth}; expected 1 to 3 turns")
    if not 0 < seconds <= 3600:
        raise UserError(f"the time is {seconds:g} s; expected more than 0 and at most 3600")
    for name, given, known in (("search", search, SEARCHES), ("reply", reply, REPLIES)):
        if given not in known:
            raise UserError(f"there is no {name} {quoted(given)}; expected one of {', '.join(known)}")
    return DirectorSettings(depth=depth, seconds=seconds, search=search, reply=reply)  # type: ignore[arg-type]


def turn_of(fight: Fight, state: FightState, name: str, language: str = "en") -> FightState:
    """Return the state as if it were somebody else's turn; they are named as at the table."""
    from hazard.fivee.commands import CommandReader
    from hazard.fivee.fight import FLAGS

    number = fight.named(CommandReader(fight, language).one_name(name)).number
    if state.fighter(number)["flags"] & (FLAGS["down"] | FLAGS["dead"] | FLAGS["fled"]):
        raise UserError(f"{fight.fighters[number].name} is out of the fight")
    there = state.copy()
    there.turn = there.order.index(number)
    there.deciding = True
    return there


def show_suggestion(suggestion: Suggestion, lang: str) -> None:
    """Print a suggestion: with bars on a terminal, plain elsewhere."""
    from hazard.fivee.documents import Reporter
    from hazard.fivee.showing import suggestion_view
    from hazard.fivee.telling import lines

    reporter = Reporter(suggestion, lang)
    console, found = output(), reporter.report()
    if console.is_terminal:
        console.print(suggestion_view(found, reporter.say))
    else:
        say("\n".join(lines(found, reporter.say)), console)


def _document(suggestion: Suggestion, why_not: str | None, language: Language) -> dict[str, object]:
    found: dict[str, object] = suggestion.to_dict(language)
    if why_not is not None:
        found["why_not"] = suggestion.why_not(why_not, language)
    return found


def _write(file: Path, fight: Fight, state: FightState) -> None:
    import json

    from hazard.cli.common import check_suffix
    from hazard.fivee.states import write_state

    check_suffix(file, ".json")
    write_text(file, json.dumps(write_state(fight, state, inline=False), indent=2) + "\n")
