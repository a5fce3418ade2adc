"""``hazard spire fight`` and ``hazard spire bench``: watch a simulated fight; measure many."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from hazard.cli.common import (
    JsonOption,
    SeedOption,
    examples,
    print_json,
    progress_bar,
    refuse_idle,
    say,
    show,
)
from hazard.cli.executing import AddressOption, OnOption, WorkersOption, executor_from
from hazard.errors import UserError

EXAMPLES = examples(
    "hazard spire fight starter 'Jaw Worm'",
    "hazard spire fight act-2 'Gremlin Leader' --explain --seed 3",
    "hazard spire fight 'Strike x5, Defend x4, Bash+, Inflame' Cultist --hp 50 --ascension 10",
    "hazard spire fight starter 'Gremlin Nob' --way beam --json",
)
BENCH_EXAMPLES = examples(
    "hazard spire bench starter",
    "hazard spire bench act-2 --seeds 10 --ms 40",
    "hazard spire bench starter --way beam --encounter 'Gremlin Nob'",
    "hazard spire bench starter --encounter Cultist --oracle   # an upper bound, not a fair way to play",
)
WayOption = Annotated[
    str,
    typer.Option(
        "--way",
        metavar="search|beam|policy",
        help="How to plan: search looks to the end of the fight, beam looks at this "
        "turn only, policy plays by fixed rules.",
    ),
]
MsOption = Annotated[
    float,
    typer.Option(
        "--ms", metavar="MS", min=0.1, max=60_000, help="Time limit for each plan, in milliseconds."
    ),
]
AscensionOption = Annotated[
    int, typer.Option("--ascension", metavar="N", min=0, max=20, help="The ascension level, from 0 to 20.")
]


def _settings(way: str, context: typer.Context) -> Any:
    from hazard.spire.planner.settings import WAYS, Settings

    if way == "policy":
        refuse_idle(context, "--ms", because="spire.idle.policy")
    for known in WAYS:
        if way == known:
            return Settings(known)
    raise UserError("spire.no_such_way_to_plan", way=way, known=", ".join(WAYS))


def _player(deck: str, hp: int | None) -> Any:
    from dataclasses import replace

    from hazard.spire.rules.setups import SETUPS, Setup, setup

    if deck in SETUPS or not any(mark in deck for mark in ", "):
        player = setup(deck)
    else:
        cards = tuple(card.strip() for card in deck.split(",") if card.strip())
        player = Setup(1, 80, 80, cards, ("Burning Blood",))
    return player if hp is None else replace(player, hp=hp, max_hp=max(hp, player.max_hp))


def run(
    context: typer.Context,
    deck: Annotated[
        str,
        typer.Argument(
            metavar="DECK",
            help="The deck: starter, act-1, act-2 or act-3, or a list of cards such as 'Strike x5, Bash+'.",
        ),
    ],
    encounter: Annotated[
        str, typer.Argument(metavar="ENCOUNTER", help="The encounter to fight, such as 'Jaw Worm'.")
    ],
    way: WayOption = "search",
    ms: MsOption = 50.0,
    hp: Annotated[
        int | None,
        typer.Option(
            "--hp",
            metavar="N",
            min=1,
            max=999,
            help="HP at the start of the fight. By default, those of the deck.",
        ),
    ] = None,
    ascension: AscensionOption = 20,
    explain: Annotated[bool, typer.Option("--explain", help="Explain every plan.")] = False,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Watch a simulated fight: the plan for every turn, and its result."""
    from hazard.search import Budget
    from hazard.spire.planner.watch import watch

    told = []
    for moment in watch(
        _player(deck, hp), encounter, _settings(way, context), Budget(seconds=ms / 1000), ascension, seed
    ):
        if json:
            told.append(moment.to_dict(explain))
            continue
        say(moment.text(explain))
    if json:
        print_json(told)


def bench(
    context: typer.Context,
    deck: Annotated[
        str, typer.Argument(metavar="DECK", help="The deck: starter, act-1, act-2 or act-3.")
    ] = "starter",
    way: WayOption = "search",
    seeds: Annotated[
        int,
        typer.Option("--seeds", metavar="N", min=1, help="How many fights to simulate for each encounter."),
    ] = 5,
    ms: MsOption = 10.0,
    encounter: Annotated[
        list[str] | None,
        typer.Option(
            "--encounter", metavar="NAME", help="Measure only this encounter. Repeat the option for more."
        ),
    ] = None,
    ascension: AscensionOption = 20,
    oracle: Annotated[
        bool,
        typer.Option(
            "--oracle",
            help="Let the planner foresee every random event. This gives an upper bound on"
            " playing strength, not a fair way to play.",
        ),
    ] = False,
    on: OnOption = None,
    workers: WorkersOption = None,
    address: AddressOption = None,
    json: JsonOption = False,
) -> None:
    """Measure the average HP lost in simulated fights, encounter by encounter.

    A fight that ends in death counts as the loss of all HP. The planner knows only what a player knows: it
    sees neither the order of the draw pile nor the future moves of the monsters. Only --oracle lets it
    foresee them, which shows how much better anybody could play.
    """
    from hazard.search import Budget
    from hazard.spire.planner.strength import measure

    executor = executor_from(context, on, workers, address)
    with progress_bar() as progress:
        found = measure(
            deck,
            _settings(way, context),
            seeds=range(seeds),
            budget=Budget(seconds=ms / 1000),
            ascension=ascension,
            oracle=oracle,
            encounters=encounter,
            progress=progress,
            executor=executor,
        )
    if json:
        records = [vars(record) | {"seconds": None} for record in found.records]
        print_json({"setup": deck, "way": way, "oracle": oracle, "hp_lost": found.mean, "records": records})
        return
    how = f"{way}, foreseeing every chance" if oracle else way
    table = Table(title=f"{deck}, {how}: {found.mean:.1f} HP lost on average", title_justify="left")
    for heading in ("encounter", "kind", "HP lost", "deaths"):
        table.add_column(heading, justify="left" if heading in ("encounter", "kind") else "right")
    for record in found.records:
        table.add_row(
            record.encounter, record.kind, f"{record.mean:.1f}", f"{record.deaths}/{len(record.lost)}"
        )
    show(table)
    say(
        f"{found.milliseconds(0.5):.1f} ms a plan (99 of 100 within {found.milliseconds(0.99):.1f}), "
        f"{found.replans:.2f} replans a turn."
    )
