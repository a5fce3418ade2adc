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
            titles={"en": "Backgammon", "de": "Backgammon"},
            about={
                "en": "Play against hazard, see the equity of every play, read and write position ids, "
                "analyse a match.",
                "de": "Gegen hazard spielen, jeden Zug bewertet sehen, Positions-IDs nutzen, "
                "Matches analysieren.",
            },
        ),
    ),
    trainings={"backgammon": {"network": "hazard.backgammon.networks:trainable"}},
)
