"""Monopoly, for two to six players."""
