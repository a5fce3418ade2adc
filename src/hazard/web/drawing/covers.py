"""A small picture for each domain's card, drawn from the game itself."""

from __future__ import annotations

from collections.abc import Callable

COVERS: dict[str, Callable[[], str]] = {}
