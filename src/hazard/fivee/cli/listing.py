"""``hazard fivee list`` and ``hazard fivee show``: what there is, and a stat block."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from hazard.cli.common import JsonOption, examples, print_json, refuse_idle, say, show
from hazard.errors import UserError, known_language, meant, quoted
from hazard.fivee.cli.forecast import (
    CreaturesOption,
    LanguageOption,
    refuse_idle_language,
)
from hazard.language import phrase

if TYPE_CHECKING:
    from hazard.fivee.content.creature import Creature

LIST_EXAMPLES = examples(
    "hazard fivee list", "hazard fivee list creatures dragon", "hazard fivee list encounters"
)
SHOW_EXAMPLES = examples(
    "hazard fivee show goblin", "hazard fivee show owlbear --lang de", "hazard fivee show wizard-5 --json"
)
KINDS = ("creatures", "characters", "encounters", "objectives", "spells")


def listing(
    context: typer.Context,
    what: Annotated[
        str | None,
        typer.Argument(metavar="WHAT", help=f"What to list: {', '.join(KINDS)}. By default, everything."),
    ] = None,
    search: Annotated[
        str | None,
        typer.Argument(
            metavar="WORD", help="List only entries that contain this word, in English or German."
        ),
    ] = None,
    creatures: CreaturesOption = None,
    json: JsonOption = False,
) -> None:
    """List creatures, characters, encounters, objectives and spells, or those that contain a word."""
    if what is not None and what not in KINDS:
        what, search = None, what if search is None else f"{what} {search}"
    if what not in (None, "creatures", "characters"):
        refuse_idle(context, "--creatures", because="fivee.idle.not_with", what=what)
    found = {kind: _matching(_rows(kind, creatures or []), search) for kind in ([what] if what else KINDS)}
    if json:
        print_json(found)
        return
    if not any(found.values()):
        raise UserError("fivee.no_entry_contains", text=quoted(search or ""))
    for kind, rows in found.items():
        if rows:
            show(_table(kind, rows))


def _rows(kind: str, files: list[Path]) -> list[dict[str, Any]]:
    from hazard.fivee.content.library import bestiary, encounters, spells
    from hazard.fivee.content.objectives import objectives
    from hazard.fivee.table.opening import own_creatures

    match kind:
        case "creatures" | "characters":
            everybody = {**bestiary(), **own_creatures(files)}.values()
            chosen = [c for c in everybody if c.is_character == (kind == "characters")]
            return [
                _creature_row(c) for c in sorted(chosen, key=lambda c: (c.challenge or 0, c.level or 0, c.id))
            ]
        case "encounters":
            return [
                {"id": name, "name": e.name, "combatants": len(e.combatants), "objective": e.objective,
                 "about": e.description or ""}
                for name, e in encounters().items()
            ]  # fmt: skip
        case "objectives":
            return [{"id": n, "name_de": o.name_de, "about": o.note or ""} for n, o in objectives().items()]
    return [
        {"id": name, "name_de": spell.action.name_de, "level": spell.level}
        for name, spell in spells().items()
    ]


def _creature_row(creature: Creature) -> dict[str, Any]:
    rating = {"level": creature.level} if creature.is_character else {"cr": creature.challenge}
    return {
        "id": creature.id,
        "name": creature.name,
        "name_de": creature.name_de,
        **rating,
        "kind": creature.kind,
        "ac": creature.armor_class,
        "hp": creature.average_hit_points,
        "srd": creature.rules,
    }


def _matching(rows: list[dict[str, Any]], search: str | None) -> list[dict[str, Any]]:
    words = (search or "").lower().split()
    return [row for row in rows if all(word in " ".join(map(str, row.values())).lower() for word in words)]


def _table(kind: str, rows: list[dict[str, Any]]) -> Table:
    table = Table(title=f"{kind} ({len(rows)})", title_justify="left", box=None, pad_edge=False)
    for heading, value in rows[0].items():
        table.add_column(
            heading.replace("_", " "),
            justify="right" if isinstance(value, int | float) else "left",
            no_wrap=heading != "about",
        )
    for row in rows:
        table.add_row(*("" if value is None else _shown(value) for value in row.values()))
    return table


def _shown(value: Any) -> str:
    fractions = {0.125: "1/8", 0.25: "1/4", 0.5: "1/2"}
    return fractions.get(value, f"{value:g}") if isinstance(value, float) else str(value)


def stat_block(
    context: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            metavar="CREATURE", help="The ID or name of the creature, as `hazard fivee list` shows it."
        ),
    ],
    lang: LanguageOption = "en",
    creatures: CreaturesOption = None,
    json: JsonOption = False,
) -> None:
    """Show a creature's stat block as hazard reads it, and what hazard leaves out."""
    from hazard.fivee.content.library import bestiary
    from hazard.fivee.content.stat_block import stat_block_lines
    from hazard.fivee.table.opening import own_creatures

    spoken = known_language(lang)
    if json:
        refuse_idle_language(context)
    known = {**bestiary(), **own_creatures(creatures or [])}
    wanted = name.strip().lower()
    found = known.get(wanted) or known.get(wanted.replace(" ", "-"))
    if found is None:
        named = [c for c in known.values() if wanted in (c.name.lower(), (c.name_de or "").lower())]
        if not named:
            raise UserError("fivee.creature_unknown", creature=quoted(name), hint=meant(wanted, known))
        found = named[0]
    if json:
        print_json(found.model_dump(mode="json", exclude_none=True))
    else:
        say("\n".join(stat_block_lines(found, spoken)))
        _show_what_is_not_played(found, spoken)


def _show_what_is_not_played(creature: Creature, language: str) -> None:
    """Say what the stat block has and the rules do not play, each on a line of its own."""
    from hazard.fivee.content.library import spells
    from hazard.fivee.rules.compile import Compiler

    caveats = Compiler(spells()).creature(creature, {}).caveats
    told = [caveat.told(language) for caveat in caveats if caveat.code != "fivee.not_understood"]
    if told:
        say(phrase("fivee.stat_block.not_played", language))
        for text in dict.fromkeys(told):
            say(f"- {text}")
