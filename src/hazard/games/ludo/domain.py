"""What Ludo brings."""

from hazard.domains import Domain

DOMAIN = Domain(several={"ludo": ("hazard.games.ludo.game:Ludo", {})})
