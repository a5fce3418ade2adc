"""Ludo, the race of four tokens each, for two to four players."""
