"""Creatures, spells, encounters and objectives: rows that a person can read, and how they are read."""
