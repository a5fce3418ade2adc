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
            words="spire.web",
        ),
    ),
    trainings={"spire": {"worth": "hazard.spire.stand_in.learning:trainable"}},
    tour=("hazard.spire.cli.tour:spire",),
)
