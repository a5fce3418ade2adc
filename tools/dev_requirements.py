"""Print what a developer's environment needs, read from pyproject.toml so that it is written down once.

With the names of extras, print what these need in place of it.
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
    return [found for name in names for item in extras[name.strip()] for found in expanded(item)]


wanted = [item for name in sys.argv[1:] for item in extras[name]] or [
    *project["dependencies"],
    *extras["dev"],
]
print("\n".join(found for item in wanted for found in expanded(item)))
