"""Distributions over whole numbers; compiled, see ``cpp/dice/distribution.hpp``."""

from hazard._core import Distribution

__all__ = ["Distribution"]
