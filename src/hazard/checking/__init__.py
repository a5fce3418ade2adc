"""Looks for mistakes in a game: by its methods alone, and by playing it at random."""
