"""Choices outside of fights, weighed by fights that have not happened yet."""
