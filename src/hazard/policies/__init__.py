"""Policies as values: what they are worth, the best answers to them, and whole distributions."""
