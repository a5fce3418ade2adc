"""Slay the Spire on the web page."""
