"""Libraries that are needed only when they are used."""

from __future__ import annotations

import importlib
from typing import Any


class MissingExtraError(ImportError):
    """An optional library is not installed; the message says how to get it."""


def require(module: str, *, caller: str, library: str, extra: str) -> Any:
    """Import ``module``, or say which extra of hazard brings it.

    >>> require("math", caller="area", library="Mathematics", extra="maths").pi > 3
    True
    >>> require("no_such_module", caller="from_nowhere", library="Nowhere", extra="nowhere")
    Traceback (most recent call last):
    ...
    hazard.extras.MissingExtraError: from_nowhere needs Nowhere: pip install 'hazard[nowhere]'
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        message = f"{caller} needs {library}: pip install 'hazard[{extra}]'"
        raise MissingExtraError(message, name=error.name) from error
