"""Creatures nobody wrote: drawn from the schema itself, field by field, so that nothing is forgotten."""

import types
from typing import Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt
from hypothesis import strategies as st
from pydantic import BaseModel

from hazard.fivee.content.actions import Action, Attack
from hazard.fivee.content.character import Character
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.effects import Dice, Effect, HitDice

DICE = st.sampled_from(["1", "1d6", "2d8+3", "1d8[piercing]+2d6[fire]", "4d10-2", "0"])
HIT_DICE = st.sampled_from(["7", "2d6", "12d10+36", "1d4"])
TEXT = st.text(max_size=12)
IDS = st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9.]{1,5})?", fullmatch=True)
_CHECKS = {id(get_args(Dice)[1]): DICE, id(get_args(HitDice)[1]): HIT_DICE}


def drawn(model: type[BaseModel]) -> st.SearchStrategy[Any]:
    """Return any row of this model that its own checks accept."""
    fields = {
        name: _of(field.annotation, field.metadata, name)
        if field.is_required()
        else st.just(field.get_default(call_default_factory=True))
        | _of(field.annotation, field.metadata, name)
        for name, field in model.model_fields.items()
    }
    return st.fixed_dictionaries(fields).map(lambda values: model.model_validate(_mended(model, values)))


def _of(annotation: Any, metadata: Any, name: str) -> st.SearchStrategy[Any]:
    if (dice := next((_CHECKS[id(m)] for m in metadata if id(m) in _CHECKS), None)) is not None:
        return dice
    origin, parts = get_origin(annotation), get_args(annotation)
    if hasattr(annotation, "__metadata__"):  # Annotated[...]
        inner = [m for one in annotation.__metadata__ for m in (getattr(one, "metadata", None) or [one])]
        return _of(annotation.__origin__, [*metadata, *inner], name)
    if origin in (Union, types.UnionType):
        return st.one_of([_of(part, metadata, name) for part in parts])
    if origin is Literal:
        return st.sampled_from(parts)
    if origin is tuple and parts[-1] is Ellipsis:
        return st.lists(_of(parts[0], (), name), max_size=2).map(tuple)
    if origin is dict:
        return st.dictionaries(_of(parts[0], (), name), _of(parts[1], (), name), max_size=2)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return st.deferred(lambda: drawn(annotation))
    low = next((m.ge if isinstance(m, Ge) else m.gt + 1 for m in metadata if isinstance(m, Ge | Gt)), -1000)
    high = next((m.le if isinstance(m, Le) else m.lt - 1 for m in metadata if isinstance(m, Le | Lt)), 1000)
    plain: dict[Any, st.SearchStrategy[Any]] = {
        type(None): st.none(),
        bool: st.booleans(),
        int: st.integers(low, high),
        float: st.floats(low, high, allow_nan=False),
        str: IDS if name == "id" else TEXT,
    }
    return plain[annotation]


def _mended(model: type[BaseModel], values: dict[str, Any]) -> dict[str, Any]:
    """Return values that keep the rules between fields, which a field by itself does not know."""
    values = dict(values)
    if model is Attack:
        values |= {"reach": values["reach"] or 5, "long_range": None}
    if model is Effect:
        values["damage"] = values["damage"] or "1d6"
        values["heals_to_half"] = values["heals_to_half"] and values["heal"] is not None
        values["shares_healing"] = values["shares_healing"] and str(values["heal"]).isdigit()
    if model is Action:
        values["trigger"] = values["trigger"] if values["economy"] == "reaction" else None
        if values["attack"] is not None:
            values["area"] = None
        if values["effects"] or values["attack"] or values["area"]:
            values["recipes"] = ()
        if not (values["effects"] or values["recipes"]):
            values["standard"] = values["standard"] or "dash"
    if model is Character:
        levels = values["classes"]
        fit = levels and sum(part.level for part in levels) <= 20
        values["classes"] = levels if fit else ({"class": "fighter", "level": 3},)
    if model is Creature:
        names = {action.name for action in values["actions"]}
        values["actions"] = [
            action
            if all(part.use in names for recipe in action.recipes for part in recipe)
            else action.model_copy(update={"recipes": (), "standard": "dash"})
            for action in values["actions"]
        ]
        if names:  # a multiattack of the first action
            part = {"use": values["actions"][0].name, "times": 2}
            values["actions"] = [*values["actions"], {"name": "Drawn multiattack", "recipes": [[part]]}]
    return values
