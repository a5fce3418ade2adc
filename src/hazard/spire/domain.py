"""What Slay the Spire brings."""

from hazard.domains import CommandGroup, Domain, PageEntry

DOMAIN = Domain(
    commands={
        "spire": CommandGroup(
            "hazard.spire.cli.app",
            "Play Slay the Spire through the Communication Mod, or get advice for one state.",
        )
    },
    pages=(
        PageEntry(
            name="spire",
            address="/spire",
            icon="style",
            module="hazard.spire.web.page",
            cover="hazard.spire.web.cards:cover",
            titles={"en": "Slay the Spire", "de": "Slay the Spire"},
            about={
                "en": "Paste a state and get the turn to play; follow an agent's log.",
                "de": "Einen Zustand einfügen und den Zug erhalten; dem Agenten zusehen.",
            },
        ),
    ),
    trainings={"spire": {"worth": "hazard.spire.stand_in.learning:trainable"}},
    tour=("hazard.spire.cli.tour:spire",),
)
