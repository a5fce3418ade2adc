"""Help pages as a reader expects them: a flag has no type, and an argument is known by its name alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup


def without_types(parameters: list[Any]) -> list[Any]:
    """Hide the Python types that typer would show, which mean little to most readers."""
    for parameter in parameters:
        if parameter.param_type_name == "argument":
            parameter.display_type_rich = lambda ctx: ""
        elif parameter.is_flag:
            parameter.metavar = ""
    return parameters


class PlainCommand(TyperCommand):
    """A command with a plain help page."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters as the help shows them."""
        return without_types(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """A group of commands with a plain help page."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters as the help shows them."""
        return without_types(super().get_params(ctx))


class Commands(typer.Typer):
    """A typer application all of whose commands have plain help pages."""

    def __init__(self, *, cls: type[TyperGroup] = PlainGroup, **settings: Any) -> None:
        """Make the application; ``settings`` are typer's own."""
        super().__init__(cls=cls, rich_markup_mode="rich", **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Any], Any]:
        """Add a command, as typer does."""
        return super().command(name, cls=PlainCommand, **settings)
