"""What backgammon brings."""

from hazard.domains import CommandGroup, Domain, PageEntry

DOMAIN = Domain(
    games={"backgammon": ("hazard.backgammon.game:Backgammon", {})},
    commands={
        "backgammon": CommandGroup(
            "hazard.backgammon.cli.app",
            "Analyse backgammon positions and matches, play against hazard, or connect it to other programs.",
        )
    },
    pages=(
        PageEntry(
            name="backgammon",
            address="/backgammon",
            icon="casino",
            module="hazard.backgammon.web.page",
            cover="hazard.backgammon.web.board:cover",
            words="backgammon.web",
        ),
    ),
    trainings={"backgammon": {"network": "hazard.backgammon.networks:trainable"}},
)
