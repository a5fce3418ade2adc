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
            titles={"en": "Take It Easy", "de": "Take It Easy"},
            about={
                "en": "Place the tiles, alone or against hazard, with the value of every hex.",
                "de": "Plättchen legen, allein oder gegen hazard, mit dem Wert jedes Feldes.",
            },
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
