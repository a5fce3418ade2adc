"""``hazard spire``: its commands."""
