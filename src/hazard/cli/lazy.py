"""Command groups that import a command's module only when the command is asked for.

Everything looks as if all commands were there: the help of a group, completion and "did you mean" read the
same mapping, and so import what they show.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar, cast

import typer
from typer.core import TyperGroup


@dataclass(frozen=True)
class Lazily:
    """Where a command is: a function with the foot of its help, or a group of commands (``app``)."""

    module: str
    function: str = "run"
    examples: str = "EXAMPLES"

    def load(self, name: str) -> Any:
        """Import the module and make the command, as typer would have made it at once."""
        module = import_module(f"hazard.cli.{self.module}")
        around = typer.Typer(rich_markup_mode="rich")
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


class LazyGroup(TyperGroup):
    """A group whose class lists its commands."""

    places: ClassVar[Mapping[str, Lazily]]

    def __init__(self, **settings: Any) -> None:
        """Make the group, without any of its commands."""
        super().__init__(**settings)
        self.commands = cast(Any, LazyCommands(self.places))
