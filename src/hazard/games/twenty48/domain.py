"""What 2048 brings."""

from hazard.domains import Domain, PageEntry

DOMAIN = Domain(
    games={"2048": ("hazard.games.twenty48.game:Twenty48", {"network": "auto"})},
    aliases={"twenty48": "2048"},
    pages=(
        PageEntry(
            name="twenty48",
            address="/2048",
            icon="grid_view",
            module="hazard.games.twenty48.web",
            cover="hazard.games.twenty48.tiles:cover",
            words="twenty48.web",
        ),
    ),
    trainings={"2048": {"table": "hazard.games.twenty48.network:trainable"}},
)
