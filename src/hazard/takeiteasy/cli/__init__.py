"""``hazard takeiteasy``: its commands."""
