"""2048: slide, merge, and what the next tile may be."""
