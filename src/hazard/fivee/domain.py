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
            titles={"en": "Combat Director", "de": "Kampfleitung"},
            about={
                "en": "Run a fifth-edition fight on a map: what each monster would do, with what odds, "
                "and how it may end.",
                "de": "Einen Kampf der fünften Edition leiten: was jedes Monster tun würde und mit "
                "welchen Chancen.",
            },
        ),
    ),
    tour=("hazard.fivee.cli.tour:combat",),
)
