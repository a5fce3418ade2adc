"""The game as tables, compiled for the rules; fights as games."""
