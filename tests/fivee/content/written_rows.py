"""The creatures whose numbers stand in a file; the others are built from a class and a level."""

from collections.abc import Mapping
from importlib import resources

from hazard.content import read_toml
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.library import bestiary


def written() -> Mapping[str, Creature]:
    """Return them by id."""
    folder = resources.files("hazard.fivee") / "content" / "party"
    told = {row["id"] for file in folder.iterdir() for row in read_toml(file)["character"]}
    return {name: creature for name, creature in bestiary().items() if name not in told}
