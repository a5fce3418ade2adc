"""How a command ends: one line for a mistake, quietly when interrupted, and never a traceback.

====  ================================================================
code  when
====  ================================================================
0     it worked
1     a fault in hazard itself; after ``check``: the game has errors
2     a mistake in the request, or in the game that was given; a file or
      an output that cannot be written
130   interrupted (Ctrl-C)
141   nobody reads the output any more (``hazard ... | head``)
====  ================================================================
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import sysconfig
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import hazard
from hazard.text import fold

_PACKAGE = Path(hazard.__file__).parent
_CANNOT_WRITE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


def guarded(command: Callable[[], Any], debug: bool) -> int:
    """Run ``command`` and return the exit code; say what went wrong in one line on standard error."""
    prepare_streams()
    try:
        code = command()
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except KeyboardInterrupt:
        return 130
    except SystemExit as ending:
        # typer and rich end the process themselves when nobody reads any more, each in its own way.
        if not isinstance(ending.__context__, BrokenPipeError):
            raise
        silence(sys.stdout)
        return 141
    except BrokenPipeError:
        silence(sys.stdout)
        return 141
    except Exception as error:
        return _refused(error, debug)


def _refused(error: Exception, debug: bool) -> int:
    if debug:
        traceback.print_exc()
    message, code = describe(error, asked_language(sys.argv))
    if _is_of_the_output(error):
        silence(sys.stdout)
    try:
        sys.stderr.write(f"hazard: {fold(message)}\n")
        sys.stderr.flush()
    except OSError:  # nobody can be told; the code still tells
        silence(sys.stderr)
    return code


def prepare_streams() -> None:
    """Make the three streams safe to use, whatever the shell has connected them to."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # it was closed
            nothing = os.open(os.devnull, os.O_RDONLY if name == "stdin" else os.O_WRONLY)
            setattr(sys, name, os.fdopen(nothing, "r" if name == "stdin" else "w"))
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # a terminal that cannot show ± must not stop a command
            reconfigure(errors=_other_signs(stream.encoding))
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None and not sys.stdin.isatty():  # a terminal knows its own encoding
        reconfigure(encoding="utf-8", errors="strict")


def _other_signs(encoding: str) -> str:
    """Return how signs are written that an encoding lacks; UTF-8 lacks halves of signs only."""
    if encoding.lower().replace("-", "") == "utf8":
        return "backslashreplace"
    from hazard.cli import plain_signs

    return plain_signs.NAME


def silence(stream: Any) -> None:
    """Send what is still buffered nowhere, so that the interpreter does not complain at exit."""
    with contextlib.suppress(OSError, ValueError):  # a stream need not be a real file
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _is_of_the_output(error: Exception) -> bool:
    """Whether standard output could not be written; files have their names in their errors."""
    return isinstance(error, OSError) and error.filename is None and error.errno in _CANNOT_WRITE


def asked_language(arguments: Sequence[str]) -> str:
    """Return the language that a command line asks for, which its refusal speaks, too.

    >>> asked_language(["hazard", "fivee", "suggest", "--lang", "de"]), asked_language(["hazard"])
    ('de', 'en')
    """
    for option, value in zip(arguments, [*arguments[1:], ""], strict=True):
        name, equals, inside = option.partition("=")
        if name in ("--lang", "--language"):
            return inside if equals else value
    return "en"


def describe(error: Exception, language: str = "en") -> tuple[str, int]:
    """Return the line to show for ``error``, and the exit code.

    >>> from hazard import UserError
    >>> describe(UserError("there is no game 'pigg'"))
    ("there is no game 'pigg'", 2)
    """
    from hazard.dice import DiceError
    from hazard.errors import HazardError, UserError
    from hazard.extras import MissingExtraError
    from hazard.game import GameError
    from hazard.search import SettingError

    # typer's own errors: an unknown option, a missing argument
    usage = getattr(error, "format_message", None)
    if usage is not None:
        context = getattr(error, "ctx", None)
        from hazard.cli.usage import usage_error

        ours = usage_error(error)
        message = ours.told(language) if ours is not None else str(usage())
        if context is None:
            return message, 2
        message += "" if message.endswith((".", "?")) else "."
        return UserError("cli.try_help", message=message, command=context.command_path).told(language), 2

    if isinstance(error, UserError | GameError | SettingError | DiceError | MissingExtraError):
        return error.told(language) if isinstance(error, HazardError) else str(error), 2
    if isinstance(error, OSError) and error.filename is not None:
        return HazardError("cli.cannot_use", file=str(error.filename), why=error.strerror).told(language), 2
    if isinstance(error, FileNotFoundError) and _nowhere():
        return UserError("cli.folder_is_gone").told(language), 2
    if isinstance(error, MemoryError):
        return HazardError("serve.out_of_memory").told(language), 2
    said = f"{type(error).__name__}: {error}"
    place = _users_line(error)
    if place is not None:
        return HazardError("cli.game_raised", error=said, place=place).told(language), 2
    if _is_of_the_output(error):
        why = os.strerror(getattr(error, "errno", 0) or 0)
        return HazardError("cli.cannot_write_output", why=why).told(language), 2
    if isinstance(error, UnicodeDecodeError):
        found = error.object[error.start]
        return HazardError("cli.input_not_utf8", found=f"0x{found:02x}").told(language), 2
    return HazardError("cli.fault", error=said).told(language), 1


def _nowhere() -> bool:
    """Whether the folder that we are in has been removed: every relative path then fails, without a name."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False


def _users_line(error: Exception) -> str | None:
    """Name the innermost line that belongs neither to hazard nor to Python's own libraries."""
    libraries = [_PACKAGE, *(Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib"))]
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        installed = "site-packages" in path.parts
        if path.is_file() and not installed and not any(path.is_relative_to(known) for known in libraries):
            return f"{path.name}, line {frame.lineno}"
    return None
