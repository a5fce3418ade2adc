"""Backgammon on the web page."""
