"""What is wrong with values from outside, as errors with codes: every door and file tells it the same way.

A schema is a pydantic model. Its own messages are English sentences for programmers; here each of its
problems becomes a code with its context, told in the reader's language, with the name that was meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from hazard.errors import HazardError, nearest

Problem = ErrorDetails | Mapping[str, Any]
_EXPECTED = {
    "bool": "true_or_false",
    "dict": "table",
    "finite": "finite_number",
    "float": "number",
    "int": "whole_number",
    "list": "list",
    "mapping": "table",
    "model": "table",
    "set": "list",
    "string": "text",
    "tuple": "list",
}
"""What a problem's kind says was expected, by the kind's first word: ``int_parsing``, ``int_type``."""
_LIMITS = {
    "le": "at_most",
    "lt": "less_than",
    "max_length": "at_most",
    "ge": "at_least",
    "gt": "more_than",
    "min_length": "at_least",
}
_OWN = ("value_error", "assertion_error")
"""Problems that a validator of ours has found and told itself."""
_MOST_TOLD = 10


def problems_of(error: ValidationError, model: type[BaseModel] | None = None) -> list[HazardError]:
    """Return everything that is wrong with what was given for a model.

    >>> class Row(BaseModel, extra="forbid"):
    ...     armor_class: int
    ...     speed: int = 30
    >>> try:
    ...     Row.model_validate({"armour_class": 13, "speed": "slow"})
    ... except ValidationError as error:
    ...     for problem in problems_of(error, Row):
    ...         print(problem)
    the entry armor_class is missing
    the entry speed cannot be 'slow'; expected a whole number
    the entry armour_class is not known here; did you mean armor_class?
    """
    return [problem_of(each, model) for each in error.errors(include_url=False)]


def all_of(problems: Sequence[HazardError]) -> HazardError:
    """Return several errors as one, told one after another; the first few will do.

    >>> str(all_of([HazardError("schema.missing", place=name) for name in ("id", "name")]))
    'the entry id is missing; the entry name is missing'
    """
    first, *rest = problems[:_MOST_TOLD]
    return HazardError("schema.and", first=first, rest=all_of(rest)) if rest else first


def problem_of(problem: Problem, model: type[BaseModel] | None = None) -> HazardError:
    """Return one of pydantic's problems as an error with a code."""
    place = ".".join(map(str, problem["loc"]))
    kind, given, limits = problem["type"], problem["input"], problem.get("ctx", {})
    if kind == "missing":
        return HazardError("schema.missing", place=place)
    if kind == "extra_forbidden":
        near = _nearest(str(problem["loc"][-1]), known_names(model, problem["loc"][:-1]))
        if near:
            return HazardError("schema.unknown_but_near", place=place, near=near)
        return HazardError("schema.unknown", place=place)
    if kind in ("literal_error", "enum", "union_tag_invalid"):
        known = str(limits.get("expected") or limits.get("expected_tags")).replace(" or ", ", ")
        return HazardError("schema.other", place=place, found=shown(given), known=known)
    if kind in _OWN:
        return HazardError("schema.wrong", place=f"{place}: " if place else "", why=reason_of(problem))
    for key, limit in _LIMITS.items():
        if key in limits:
            allowed = HazardError(f"schema.{limit}", limit=limits[key])
            if key.endswith("length"):
                length = len(given) if isinstance(given, Sequence | Mapping) else limits["actual_length"]
                return HazardError("schema.wrong_length", place=place, length=length, allowed=allowed)
            return HazardError("schema.out_of_range", place=place, found=shown(given), allowed=allowed)
    return HazardError("schema.cannot_be", place=place, found=shown(given), expected=_expected(kind))


def reason_of(problem: Problem) -> HazardError | str:
    """Return why a value is refused, for a door that says the place and the value in its own words."""
    limits = problem.get("ctx", {})
    if problem["type"] in _OWN:
        within = limits.get("error")
        return within if isinstance(within, HazardError) else problem["msg"].partition(", ")[2]
    if "expected" in limits:
        return HazardError("schema.expected", what=limits["expected"])
    return HazardError("schema.expected", what=_expected(problem["type"]))


def _expected(kind: str) -> HazardError:
    return HazardError(f"schema.{_EXPECTED.get(kind.partition('_')[0], 'other_value')}")


def shown(value: object) -> str | HazardError:
    """Return a value from outside in a few characters.

    >>> shown(7.5), len(shown("x" * 100)), str(shown([1, 2]))
    ('7.5', 62, 'a list')
    """
    if isinstance(value, Mapping):
        return HazardError("schema.table")
    if isinstance(value, Sequence) and not isinstance(value, str):
        return HazardError("schema.list")
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]} …"


def _nearest(name: str, known: Sequence[str]) -> str:
    """Return the known name that was probably meant: one that looks like it, or that it abbreviates.

    >>> _nearest("armour_class", ["hit_points", "armor_class"]), _nearest("hp", ["hit_points", "armor_class"])
    ('armor_class', 'hit_points')
    """
    close = nearest(name, known)
    if close:
        return close[0]
    initials = [each for each in known if "".join(word[:1] for word in each.split("_")) == name.lower()]
    return initials[0] if len(name) > 1 and len(initials) == 1 else ""


def known_names(model: type[BaseModel] | None, place: Sequence[str | int]) -> list[str]:
    """Return the names of the fields that a model has at a place; none where it cannot be told."""
    models = [] if model is None else [model]
    for step in place:
        if isinstance(step, int):
            continue  # an entry of a list: its model was already found in the list's annotation
        fields = [field for each in models if (field := _field(each, step)) is not None]
        if fields:
            models = [each for field in fields for each in _models_in(field)]
        else:  # the tag that chose among several models
            models = [each for each in models if step.lower() == each.__name__.lower()] or models
    names = [field.alias or name for each in models for name, field in each.model_fields.items()]
    return list(dict.fromkeys(names))


def _field(model: type[BaseModel], name: str) -> Any:
    for own, field in model.model_fields.items():
        if name in (own, field.alias):
            return field.annotation
    return None


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """Go over the models that an annotation speaks of: ``list[Row] | None`` speaks of ``Row``."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models_in(inner)
