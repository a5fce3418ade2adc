"""Errors for other programs: a code, a sentence in the reader's language, its context, and a status of HTTP.

The code and the context are those of :class:`hazard.errors.HazardError`. An error that has a sentence in
place of a code, as games of one's own may raise, has the code ``serve.refused``.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import JsonValue, ValidationError

import hazard
from hazard.dice import DiceError
from hazard.errors import HazardError, quoted
from hazard.extras import MissingExtraError
from hazard.language import sentence
from hazard.render.document import plain
from hazard.schema import reason_of
from hazard.text import shorten

STATUS = {
    "serve.not_json": 400,
    "serve.length_unreadable": 400,
    "serve.token_missing": 401,
    "serve.token_wrong": 401,
    "serve.host_unknown": 403,
    "serve.origin_refused": 403,
    "serve.no_such_address": 404,
    "serve.no_such_method": 405,
    "serve.body_too_large": 413,
    "serve.not_sent_as_json": 415,
    "serve.too_many_wrong_tokens": 429,
    "serve.fault": 500,
    "serve.busy": 503,
    "serve.out_of_time": 504,
}
"""What is no mistake in the content of a request; that is 422."""
REFUSED = 422
LONGEST_MESSAGE = 2_000


def _known(folder: Callable[[], Path]) -> str:
    try:
        return str(folder())
    except (FileNotFoundError, RuntimeError):  # it has been removed, or the account has none
        return ""


_PLACES = {str(Path(hazard.__file__).parent): "hazard", _known(Path.cwd): ".", _known(Path.home): "~"}
"""Folders of this machine, and what is said of them."""


class ServeError(HazardError):
    """A request that a door refuses."""


@dataclass(frozen=True)
class Mistake:
    """What is said of an error."""

    code: str
    message: str
    context: Mapping[str, JsonValue]

    @property
    def status(self) -> int:
        """The status of HTTP.

        >>> told(ServeError("serve.busy", waiting=8)).status, told(HazardError("pig is no fish")).status
        (503, 422)
        """
        return STATUS.get(self.code, REFUSED)

    def to_dict(self) -> dict[str, Any]:
        """Return it as :class:`hazard.serve.answers.ErrorAnswer`."""
        return {"code": self.code, "message": self.message, "context": dict(self.context)}


def told(error: BaseException, language: str = "en") -> Mistake:
    """Return what is said of ``error``; what is nobody's mistake but ours says nothing of its inside.

    >>> told(HazardError("content.no_such_file", file="a.toml"), "de").message
    'a.toml: diese Datei gibt es nicht'
    >>> told(RuntimeError("secret")).message
    'this is a fault in hazard, please report it: RuntimeError'
    """
    if isinstance(error, ValidationError):
        error = misplaced(error)
    if isinstance(error, MissingExtraError):
        return Mistake("serve.refused", str(error), {})
    if isinstance(error, MemoryError):
        error = ServeError("serve.out_of_memory")
    if not isinstance(error, HazardError):
        traceback.print_exception(error, file=sys.stderr)  # for whoever runs the server
        error = ServeError("serve.fault", kind=type(error).__name__)
    message = _placeless(shorten(error.told(language), LONGEST_MESSAGE))
    if isinstance(error, DiceError):
        place = {"text": error.text, "position": error.position, "expected": error.expected}
        return Mistake("dice.not_read", message, {name: plain(value) for name, value in place.items()})
    if sentence(error.code, "en", error.context) is None:
        return Mistake("serve.refused", message, {})
    context = {name: _context(value, language) for name, value in error.context.items()}
    return Mistake(error.code, message, context)


def _context(value: object, language: str) -> JsonValue:
    if isinstance(value, list | tuple):
        return [_context(item, language) for item in value]
    inner = getattr(value, "told", None)
    found = plain(inner(language) if inner is not None else value)
    return _placeless(shorten(found, LONGEST_MESSAGE)) if isinstance(found, str) else found


def _placeless(text: str) -> str:
    """Return a text without the folders of this machine.

    >>> _placeless(f"there is no file {Path(hazard.__file__).parent}/weights.npz")
    'there is no file hazard/weights.npz'
    """
    for place, name in _PLACES.items():
        text = text.replace(place, name) if len(place) > 1 else text
    return text


def misplaced(error: ValidationError) -> HazardError:
    """Say what is wrong with a request, by its first problem.

    >>> from hazard.serve.requests import DiceRequest
    >>> try:
    ...     DiceRequest.model_validate({"expressions": []})
    ... except ValidationError as error:
    ...     print(misplaced(error))
    expressions is too short: expected at least 1, and found 0
    """
    return problem_told(dict(error.errors(include_url=False)[0]))


def problem_told(problem: Mapping[str, Any]) -> HazardError:
    """Return one of pydantic's problems as an error of ours."""
    place = ".".join(str(step) for step in problem["loc"]) or "."
    context: dict[str, Any] = problem.get("ctx", {})
    kind, found = problem["type"], _found(problem["input"])
    if isinstance(inner := context.get("error"), HazardError):
        return inner
    if kind == "json_invalid":
        return ServeError("serve.not_json", why=str(context.get("error", "")))
    if kind == "missing" and place == ".":
        return ServeError("serve.body_missing")
    if kind == "missing":
        return ServeError("serve.field_missing", place=place)
    if kind == "extra_forbidden":
        return ServeError("serve.field_unknown", place=place)
    for key, sign in (("le", "≤"), ("lt", "<"), ("ge", "≥"), ("gt", ">")):
        if key in context:
            return ServeError(
                "serve.field_out_of_range", place=place, sign=sign, limit=context[key], found=found
            )
    if "max_length" in context:
        count = context.get("actual_length", "more")
        return ServeError("serve.field_too_long", place=place, most=context["max_length"], count=count)
    if "min_length" in context:
        count = context.get("actual_length", 0)
        return ServeError("serve.field_too_short", place=place, least=context["min_length"], count=count)
    return ServeError("serve.field_wrong", place=place, why=reason_of(problem), found=found)


def _found(given: object) -> str:
    """Return what was given in a few characters."""
    if isinstance(given, str):
        return quoted(given)
    if isinstance(given, dict | list):
        return f"{'an object' if isinstance(given, dict) else 'a list'} of {len(given)}"
    return shorten(repr(given), 60)
