"""Command groups that import a command's module only when the command is asked for.

Everything looks as if all commands were there: completion and "did you mean" read the same mapping. The help
of a group shows each command's summary, which is written down here too, so that it need not be imported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar, cast

import typer
from typer.core import TyperCommand

from hazard.cli.plain_help import Commands, PlainGroup


@dataclass(frozen=True)
class Lazily:
    """Where a command is: a function with the foot of its help, or a group of commands (``app``)."""

    module: str
    function: str = "run"
    examples: str = "EXAMPLES"
    summary: str | None = None
    """The first sentence of its help, for the help of its group; without it, that imports the command."""

    def load(self, name: str) -> Any:
        """Import the module and make the command, as typer would have made it at once."""
        module = import_module(self.module)
        around = Commands()
        if self.function == "app":
            around.add_typer(module.app, name=name)
        else:
            around.command(name, epilog=getattr(module, self.examples))(getattr(module, self.function))
            around.callback()(_nothing)  # with it even a single command is one of a group
        return typer.main.get_group(around).commands[name]


def _nothing() -> None:
    """Stand where typer wants a callback."""


class LazyCommands(Mapping[str, Any]):
    """The commands of a group by name; one is loaded when it is looked at."""

    def __init__(self, places: Mapping[str, Lazily]) -> None:
        """Know where every command is."""
        self._places = places
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        """Return the command, loaded once."""
        if name not in self._loaded:
            self._loaded[name] = self._places[name].load(name)
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        """Name the commands in the order of the help."""
        return iter(self._places)

    def __len__(self) -> int:
        """Count the commands."""
        return len(self._places)


class LazyGroup(PlainGroup):
    """A group whose class lists its commands."""

    places: ClassVar[Mapping[str, Lazily]]

    def __init__(self, **settings: Any) -> None:
        """Make the group, without any of its commands."""
        super().__init__(**settings)
        self.commands = cast(Any, LazyCommands(self.places))
        self._listing = False

    def list_commands(self, ctx: Any) -> list[str]:
        """Name the commands in the order of the help, and import none."""
        return list(self.places)

    def format_help(self, *where: Any) -> None:
        """Write the help; it names the commands and runs none of them."""
        self._listing = True
        try:
            super().format_help(*where)
        finally:
            self._listing = False

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command; for a list of commands its name and summary are enough."""
        place = self.places.get(cmd_name)
        if self._listing and place is not None and place.summary is not None:
            return TyperCommand(cmd_name, help=place.summary)
        return super().get_command(ctx, cmd_name)


def examples(*lines: str, heading: str = "Examples") -> str:
    """Return the foot of a help page: each example on a line of its own, which the ``\\b`` asks for.

    A comment goes above its command, and a long command is continued as a shell does it.
    """
    shown: list[str] = []
    for line in lines:
        command, _, comment = line.partition("   # ")
        shown += [f"[dim]# {comment}[/dim]"] if comment else []
        shown += [part.replace("[", r"\[") for part in continued(command)]  # a bracket is no markup here
    return "\n".join(["\b", f"[bold]{heading}[/bold]", *shown])


def continued(command: str, width: int = 78) -> list[str]:
    """Break a long line between its words, as a shell continues a command; text in quotes stays whole.

    >>> continued("hazard dice '1d8 + 3'", 18)
    ['hazard dice \\\\', "    '1d8 + 3'"]
    """
    end = " \\" if command.startswith(("hazard ", "curl ")) else ""
    lines = [""]
    for word in re.findall(r"(?:'[^']*'|\S)+", command):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if lines[-1] and len(longer) > width - len(end):
            lines[-1] += end
            lines.append(("    " if end else "") + word)
        else:
            lines[-1] = longer
    return lines
