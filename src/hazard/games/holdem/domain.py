"""What hold'em before the flop brings."""

from hazard.domains import Domain

DOMAIN = Domain(
    several={"push-fold": ("hazard.games.holdem.push_fold:PushFold", {})}, aliases={"pushfold": "push-fold"}
)
