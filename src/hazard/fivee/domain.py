"""What fifth-edition combat brings."""

from hazard.domains import CommandGroup, Domain, PageEntry

DOMAIN = Domain(
    commands={
        "fivee": CommandGroup(
            "hazard.fivee.cli.app",
            "Suggest turns in fifth-edition combat, run a fight at the table, and forecast how fights end.",
        )
    },
    pages=(
        PageEntry(
            name="combat",
            address="/combat",
            icon="shield",
            module="hazard.fivee.web.page",
            cover="hazard.fivee.web.battle_map:cover",
            words="fivee.web",
        ),
    ),
    tour=("hazard.fivee.cli.tour:combat",),
)
