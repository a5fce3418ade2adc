"""``hazard backgammon``: its commands."""
