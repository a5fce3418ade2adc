"""Programs for those who work on hazard itself."""
