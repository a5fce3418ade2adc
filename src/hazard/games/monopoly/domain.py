"""What Monopoly brings."""

from hazard.domains import Domain

DOMAIN = Domain(several={"monopoly": ("hazard.games.monopoly.game:Monopoly", {})})
