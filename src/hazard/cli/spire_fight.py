"""``hazard spire fight`` and ``hazard spire bench``: watch a simulated fight; measure many."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from hazard.cli.common import JsonOption, SeedOption, examples, print_json, progress_bar, say, show
from hazard.registry import UserError

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
    "hazard spire bench starter --encounter Cultist --oracle   (a bound, not a fair way to play)",
)
WayOption = Annotated[
    str,
    typer.Option(
        "--way", metavar="WAY", help="search (to the end of the fight), beam (this turn) or policy."
    ),
]
MsOption = Annotated[
    float, typer.Option("--ms", metavar="MS", min=0.1, max=60_000, help="Milliseconds for each plan.")
]
AscensionOption = Annotated[int, typer.Option("--ascension", min=0, max=20, help="How hard.")]


def _settings(way: str) -> Any:
    from hazard.spire.planner.settings import WAYS, Settings

    for known in WAYS:
        if way == known:
            return Settings(known)
    raise UserError(f"there is no way to plan {way!r}; expected one of {', '.join(WAYS)}")


def _player(deck: str, hp: int | None) -> Any:
    from dataclasses import replace

    from hazard.spire.setups import SETUPS, Setup, setup

    if deck in SETUPS or not any(mark in deck for mark in ", "):
        player = setup(deck)
    else:
        cards = tuple(card.strip() for card in deck.split(",") if card.strip())
        player = Setup(1, 80, 80, cards, ("Burning Blood",))
    return player if hp is None else replace(player, hp=hp, max_hp=max(hp, player.max_hp))


def run(
    deck: Annotated[
        str,
        typer.Argument(metavar="DECK", help="starter, act-1, act-2, act-3, or cards: 'Strike x5, Bash+'."),
    ],
    encounter: Annotated[str, typer.Argument(metavar="ENCOUNTER", help="Whom to fight: 'Jaw Worm'.")],
    way: WayOption = "search",
    ms: MsOption = 50.0,
    hp: Annotated[
        int | None, typer.Option("--hp", metavar="N", min=1, max=999, help="HP to begin with.")
    ] = None,
    ascension: AscensionOption = 20,
    explain: Annotated[bool, typer.Option("--explain", help="Say why, at every plan.")] = False,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Watch a fight: every turn with its plan, and what came of it."""
    from hazard.search import Budget
    from hazard.spire.planner.watch import watch

    told = []
    for moment in watch(
        _player(deck, hp), encounter, _settings(way), Budget(seconds=ms / 1000), ascension, seed
    ):
        if json:
            told.append(moment.to_dict())
            continue
        say(moment.text(explain))
    if json:
        print_json(told)


def bench(
    deck: Annotated[str, typer.Argument(metavar="DECK", help="starter, act-1, act-2 or act-3.")] = "starter",
    way: WayOption = "search",
    seeds: Annotated[int, typer.Option("--seeds", metavar="N", min=1, help="Fights for each encounter.")] = 5,
    ms: MsOption = 10.0,
    encounter: Annotated[
        list[str] | None, typer.Option("--encounter", metavar="NAME", help="Only this one; may be repeated.")
    ] = None,
    ascension: AscensionOption = 20,
    oracle: Annotated[
        bool,
        typer.Option(
            "--oracle", help="Foresee every chance: a bound for measuring, never a fair way to play."
        ),
    ] = False,
    json: JsonOption = False,
) -> None:
    """Measure how many HP fights cost, encounter by encounter; death is all HP.

    The planner knows what a player knows: the draw pile is shuffled, and monsters roll their moves. Only
    --oracle lets it foresee what chance will do, which shows how much better anybody could play.
    """
    from hazard.search import Budget
    from hazard.spire.planner.strength import measure

    with progress_bar() as progress:
        found = measure(
            deck,
            _settings(way),
            seeds=range(seeds),
            budget=Budget(seconds=ms / 1000),
            ascension=ascension,
            oracle=oracle,
            encounters=encounter,
            progress=progress,
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
