"""Packages whose names are imported when they are first asked for, so that a command starts at once.

A package writes the imports for readers and type checkers under ``TYPE_CHECKING``, and calls :func:`lazily`
with the same names.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any


class LazyPackage(ModuleType):
    """A package that imports a name's module at the first use of the name."""

    def __getattr__(self, name: str) -> Any:
        """Import the module that has ``name``; Python asks only where the package does not have it yet."""
        homes = self.__dict__.get("_homes", {})
        if name in self.__dict__.get("_packages", ()):
            return import_module(f"{self.__name__}.{name}")
        if name not in homes:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        found = self.__dict__[name] = getattr(import_module(homes[name]), name)
        return found

    def __setattr__(self, name: str, value: Any) -> None:
        """Keep what the package exports: importing the module ``decide`` must not hide the function."""
        if not (isinstance(value, ModuleType) and name in self.__dict__.get("_homes", {})):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        """List what can be asked for, imported already or not."""
        return sorted({*self.__dict__, *self.__dict__.get("_homes", {}), *self.__dict__.get("_packages", ())})


def lazily(package: str, homes: Mapping[str, Iterable[str]], packages: Iterable[str] = ()) -> None:
    """Let ``package`` find its names in the modules that ``homes`` lists for them, and its public packages.

    >>> import hazard
    >>> hazard.decide.__module__  # the function, although the module has the same name
    'hazard.decide'
    """
    module = sys.modules[package]
    module.__dict__["_homes"] = {name: home for home, names in homes.items() for name in names}
    module.__dict__["_packages"] = frozenset(packages)
    module.__class__ = LazyPackage
