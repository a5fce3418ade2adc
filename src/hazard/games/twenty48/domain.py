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
            titles={"en": "2048", "de": "2048"},
            about={"en": "Play, ask for a hint, or watch.", "de": "Spielen, Tipp holen oder zusehen."},
        ),
    ),
    trainings={"2048": {"table": "hazard.games.twenty48.network:trainable"}},
)
