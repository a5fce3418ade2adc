"""Every command of ``hazard`` and its options, found by walking the command line itself."""

import typer

from hazard.cli import app


def leaves(group=None, path=()):
    """Yield every command by its words, with the parameters it has."""
    group = typer.main.get_command(app) if group is None else group
    for name, command in group.commands.items():
        words = (*path, name)
        if hasattr(command, "commands"):
            yield from leaves(command, words)
        else:
            yield " ".join(words), command.params


def commands():
    """Every command by its words, with the names of its options."""
    for name, params in leaves():
        yield name, {option for found in params for option in found.opts}


def options():
    """Every command by its words, with one name for each option; arguments are none."""
    for name, params in leaves():
        yield name, [found.opts[0] for found in params if found.opts[0].startswith("-")]
