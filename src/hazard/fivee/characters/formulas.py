"""Numbers of class features as small formulas: ``{rages}``, ``1d10+{level}``, ``{max(1, cha)}``.

Names are the character's levels, modifiers and the columns of its class; there is nothing else in them.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from hazard.fivee.content.library import ContentError

_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
}
_FUNCTIONS: dict[str, Callable[..., int]] = {"max": max, "min": min}
_DICE = {"damage", "damage_dice", "attack_dice", "save_dice", "heal", "dice", "temporary_hit_points"}
"""Fields that are dice, and text even where they come to a plain number."""
_GAP = re.compile(r"\{([^{}]*)\}")


def number(formula: str, values: Mapping[str, int]) -> int:
    """Return what a formula comes to.

    >>> number("max(1, cha) + level // 2", {"cha": 0, "level": 5})
    3
    """
    try:
        return _worth(ast.parse(formula, mode="eval").body, values)
    except (SyntaxError, KeyError, TypeError, ZeroDivisionError) as error:
        raise ContentError("fivee.formula_wrong", formula=formula, error=error) from None


def _worth(node: ast.expr, values: Mapping[str, int]) -> int:
    match node:
        case ast.Constant(value=int() as value):
            return value
        case ast.Name(id=name):
            return values[name]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_worth(left, values), _worth(right, values))
        case ast.Call(func=ast.Name(id=name), args=parts, keywords=[]) if name in _FUNCTIONS:
            return _FUNCTIONS[name](*(_worth(part, values) for part in parts))
    raise TypeError(ast.dump(node))


def filled(row: Any, values: Mapping[str, int]) -> Any:
    """Return a row with its formulas worked out.

    >>> filled({"heal": "1d10+{level}", "per_day": "{1 + 1}"}, {"level": 5})
    {'heal': '1d10+5', 'per_day': 2}
    """
    match row:
        case dict():
            worked = {key: filled(value, values) for key, value in row.items()}
            return {
                key: str(value) if key in _DICE and isinstance(value, int) else value
                for key, value in worked.items()
            }
        case list() | tuple():
            return [filled(value, values) for value in row]
        case str() if (whole := _GAP.fullmatch(row)) is not None:
            return number(whole[1], values)
        case str():
            text = _GAP.sub(lambda gap: str(number(gap[1], values)), row)
            return re.sub(r"\+-", "-", text)
    return row
