"""Slay the Spire: its combat as a game, content as tables, fights to play and to plan."""
