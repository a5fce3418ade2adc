"""Print what some extras of pyproject.toml need, and hazard itself, so that it is written down once.

Usage: ``python tools/dev_requirements.py build dev``.
"""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
extras = project["optional-dependencies"]


def expanded(requirement: str) -> list[str]:
    """Replace ``hazard[a,b]`` by what the extras a and b stand for."""
    if not requirement.startswith("hazard["):
        return [requirement]
    names = requirement.removeprefix("hazard[").removesuffix("]").split(",")
    return [part for name in names for item in extras[name.strip()] for part in expanded(item)]


wanted = [*project["dependencies"], *(item for name in sys.argv[1:] for item in extras[name])]
print("\n".join(part for item in wanted for part in expanded(item)))
