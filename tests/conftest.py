"""Puts this folder on the path, so that every test can import the twins and oracles that lie in it."""
