"""Take It Easy on the web page."""
