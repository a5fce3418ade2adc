"""``hazard fivee``: its commands."""
