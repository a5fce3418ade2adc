"""What Take It Easy brings."""

from hazard.domains import CommandGroup, Domain, PageEntry

DOMAIN = Domain(
    games={"takeiteasy": ("hazard.takeiteasy.game:TakeItEasy", {"evaluator": "auto"})},
    commands={
        "takeiteasy": CommandGroup(
            "hazard.takeiteasy.cli.app",
            "Get hints for Take It Easy, analyse games, play or watch one, and measure playing strength.",
        )
    },
    pages=(
        PageEntry(
            name="takeiteasy",
            address="/takeiteasy",
            icon="hive",
            module="hazard.takeiteasy.web.page",
            cover="hazard.takeiteasy.web.cover:cover",
            words="takeiteasy.web",
        ),
    ),
    trainings={
        "takeiteasy": {
            "table": "hazard.takeiteasy.table:trainable",
            "network": "hazard.takeiteasy.network:trainable",
            "cnn": "hazard.takeiteasy.cnn:trainable",
        }
    },
)
