"""``hazard fivee import``: creatures from other programs' files, and what was not understood of them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from hazard.cli.common import JsonOption, check_place, examples, print_json, refuse_idle, say, show
from hazard.content import standard_input
from hazard.errors import UserError, quoted
from hazard.files import write_text

if TYPE_CHECKING:  # the importers take a moment to load, which no other command should wait for
    from hazard.fivee.importers import Creatures, Imported, Note, Skipped

EXAMPLES = examples(
    "hazard fivee import monsters.json",
    "hazard fivee import wolf.txt goblin.json --out mine.toml",
    "hazard fivee import - --format stat-block --out mine.toml   # paste, then press Ctrl-D",
    "hazard fivee import monsters.json --json",
)
_ROWS = 30
FORMATS = (
    "auto", "open5e", "5e-database", "foundry", "improved-initiative", "tetra-cube", "5etools",
    "dnd-beyond", "stat-block", "hazard",
)  # fmt: skip

FilesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE",
        help="The files to read: JSON of 5e-database, Open5e, Foundry VTT, Improved "
        "Initiative or 5etools, or a pasted stat block. '-' reads standard input.",
    ),
]
FormatOption = Annotated[
    str,
    typer.Option(
        "--format", metavar="NAME", help=f"The format of the files: {', '.join(FORMATS)}. auto detects it."
    ),
]
OutOption = Annotated[
    str | None,
    typer.Option(
        "--out", metavar="FILE.toml", help="Write the creatures to this file. '-' writes to standard output."
    ),
]
AllOption = Annotated[
    bool, typer.Option("--all", help="List every phrase that was not understood, instead of the first 30.")
]


def run(
    context: typer.Context,
    files: FilesArgument,
    form: FormatOption = "auto",
    out: OutOption = None,
    everything: AllOption = False,
    as_json: JsonOption = False,
) -> None:
    """Import creatures from other programs' files, and list what was not understood."""
    from hazard.fivee.content.library import ContentError
    from hazard.fivee.importers.toml import to_toml

    if form not in FORMATS:
        raise UserError("fivee.no_such_import_format", text=quoted(form), known=", ".join(FORMATS))
    if out == "-":
        because = "fivee.idle.output_is_toml"
        refuse_idle(context, "--json", "--all", because=because)
    elif out is not None:
        check_place(Path(out))
    try:
        read = [_read(file, form) for file in files]
    except ContentError as error:
        raise UserError(str(error)) from None
    found = [imported for creatures in read for imported in creatures]
    skipped = [one for creatures in read for one in creatures.skipped]
    if out is not None:
        text = to_toml([imported.creature for imported in found])
        if out == "-":
            sys.stdout.write(text)
            return
        write_text(out, text)
    if as_json:
        print_json(_json(found, skipped))
        return
    _report(found, everything)
    for one in skipped:
        say(f"Skipped {one.name}: {one.why}")
    if out is not None:
        say(f"Written to {out}.")


def _read(file: str, form: str) -> Creatures:
    from hazard.fivee.importers import import_file, import_text

    return (
        import_text(standard_input(), "standard input", form)
        if file == "-"
        else import_file(Path(file), form)
    )


def share(found: list[Imported], what: str) -> tuple[int, int]:
    """Return how many of the attacks or saves were understood completely, and how many there are.

    Traits are not counted: what they say is either a trait of ours or listed.
    """
    readings = [
        reading
        for imported in found
        for reading in imported.readings
        if reading.section != "trait" and getattr(reading, what)
    ]
    return sum(reading.complete for reading in readings), len(readings)


def _json(found: list[Imported], skipped: list[Skipped]) -> dict[str, Any]:
    from hazard.fivee.content.written import write_row

    return {
        "creatures": [write_row(imported.creature) for imported in found],
        "skipped": [{"name": one.name, "why": one.why} for one in skipped],
        "notes": [
            {
                "creature": note.creature,
                "action": note.action,
                "phrase": note.phrase,
                "severity": note.severity,
            }
            for imported in found
            for note in imported.notes
        ],
        "understood": {
            what: dict(zip(("complete", "all"), share(found, what), strict=True))
            for what in ("attack", "save")
        },
    }


def _report(found: list[Imported], everything: bool) -> None:
    notes = [note for imported in found for note in imported.notes]
    _table("Not understood", [note for note in notes if note.severity == "lost"], everything)
    told = [note for note in notes if note.severity == "told"]
    _table("Kept in its words only; the rules do not play it", told, everything)
    _table(
        "The source contradicts itself", [note for note in notes if note.severity == "differs"], everything
    )
    if everything:
        _table(
            "Nothing for a fight; kept as a note", [note for note in notes if note.severity == "beyond"], True
        )
    whole = sum(not imported.lost for imported in found)
    say(f"{len(found)} creature{'s' if len(found) != 1 else ''}, {whole} of them understood completely.")
    for what, words in (("attack", "Attacks"), ("save", "Saves")):
        complete, count = share(found, what)
        if count:
            say(f"{words} understood completely: {complete} of {count} ({100 * complete / count:.1f} %).")


def _table(title: str, notes: list[Note], everything: bool) -> None:
    if not notes:
        return
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for heading in ("creature", "action", "phrase"):
        table.add_column(heading, overflow="fold")
    for note in notes if everything else notes[:_ROWS]:
        table.add_row(note.creature, note.action, note.phrase)
    show(table)
    if len(notes) > _ROWS and not everything:
        say(f"... and {len(notes) - _ROWS} more; --all shows them.")
    say()
