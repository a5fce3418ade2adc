"""Help pages as a reader expects them: names instead of types, and text that wraps at the right edge."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup


def without_types(parameters: list[Any]) -> list[Any]:
    """Hide the Python types and number ranges that typer would show, which mean little to most readers."""
    for parameter in parameters:
        parameter._get_number_range_help_str = lambda: None
        if parameter.param_type_name == "argument":
            parameter.display_type_rich = lambda ctx: ""
            parameter.get_usage_pieces = lambda ctx, argument=parameter: [in_usage(argument)]
        elif parameter.is_flag:
            parameter.metavar = ""
    return parameters


def in_usage(argument: Any) -> str:
    """Return how a manual page writes an argument: ``GAME``, ``[GAME]``, ``FILE...`` or ``[FILE]...``."""
    name = argument.metavar or argument.name.upper()
    return (name if argument.required else f"[{name}]") + ("" if argument.nargs == 1 else "...")


def flowing(text: str | None) -> str | None:
    """Join the lines of each paragraph, so that it wraps where the terminal ends.

    >>> flowing("Two words.\\n\\n    And more\\n    of them.")
    'Two words.\\n\\nAnd more of them.'
    """
    return text and "\n\n".join(" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n"))


class PlainCommand(TyperCommand):
    """A command with a plain help page."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        """Make the command as typer does."""
        super().__init__(*arguments, **settings)
        self.help = flowing(self.help)

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters as the help shows them."""
        return without_types(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """A group of commands with a plain help page."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        """Make the group as typer does."""
        super().__init__(*arguments, **settings)
        self.help = flowing(self.help)

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters as the help shows them."""
        return without_types(super().get_params(ctx))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that is named, or say which may have been meant."""
        known = self.list_commands(ctx)
        if args[0][:1] != "-" and args[0] not in known:
            from hazard.errors import no_such

            raise no_such(args[0], known, "command")
        return super().resolve_command(ctx, args)


class Commands(typer.Typer):
    """A typer application all of whose commands have plain help pages."""

    def __init__(self, *, cls: type[TyperGroup] = PlainGroup, **settings: Any) -> None:
        """Make the application; ``settings`` are typer's own."""
        super().__init__(cls=cls, rich_markup_mode="rich", **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Any], Any]:
        """Add a command, as typer does."""
        return super().command(name, cls=PlainCommand, **settings)
