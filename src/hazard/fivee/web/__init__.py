"""The combat director on the web page."""
