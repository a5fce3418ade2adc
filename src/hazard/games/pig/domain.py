"""What Pig brings."""

from hazard.domains import Domain, PageEntry

DOMAIN = Domain(
    games={
        "pig": ("hazard.games.pig.game:Pig", {}),
        "piglet": ("hazard.games.pig.game:Pig", {"target": 2, "die": (0, 1)}),
    },
    pages=(
        PageEntry(
            name="pig",
            address="/pig",
            icon="savings",
            module="hazard.games.pig.web",
            cover="hazard.web.dice:cover",
            words="pig.web",
        ),
    ),
)
