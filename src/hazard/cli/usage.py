"""Mistakes in a command line, as errors with codes: an unknown option, a wrong value, a missing argument.

Typer finds them and words them for programmers; here each becomes a sentence in the reader's language.
"""

from __future__ import annotations

from typing import Any

from hazard.errors import HazardError, UserError, no_such, quoted


def usage_error(error: Any) -> HazardError | None:
    """Return one of typer's errors in hazard's words, or None where typer's own have to do."""
    kind, parameter = type(error).__name__, getattr(error, "param", None)
    if kind == "NoSuchOption":
        context = error.ctx
        known = [
            name for each in context.command.get_params(context) for name in each.opts if name[:1] == "-"
        ]
        return no_such(error.option_name, known, "option")
    if kind == "MissingParameter" and parameter is not None:
        return UserError("cli.argument_missing", name=_name_of(parameter))
    if kind == "BadOptionUsage" and error.message.endswith("requires an argument."):
        return UserError("cli.option_without_value", option=error.option_name)
    if kind == "UsageError" and error.message.startswith("Got unexpected extra argument"):
        extra = error.message.rpartition(" (")[2].rstrip(")")
        return UserError("cli.too_many_arguments", extra=quoted(extra))
    problems = getattr(error.__cause__, "errors", None)
    if kind == "BadParameter" and parameter is not None and problems is not None:
        return _wrong_value(_name_of(parameter), problems(include_url=False)[0])
    return None


def _wrong_value(name: str, problem: Any) -> HazardError:
    from hazard.schema import problem_of, shown

    told = problem_of({**problem, "loc": (name,)})
    expected = told.context.get("expected") or told.context.get("allowed")
    if expected is None:  # a check of ours, or of typer's, which has told what it expects
        return told
    return UserError("cli.wrong_value", name=name, found=shown(problem["input"]), expected=expected)


def _name_of(parameter: Any) -> str:
    """Return how a parameter is called on the command line: ``--depth`` or ``GAME``."""
    option: str = max(parameter.opts, key=len)
    return option if option[:1] == "-" else str(parameter.metavar or parameter.name.upper())
