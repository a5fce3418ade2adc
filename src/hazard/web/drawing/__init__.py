"""Boards, maps and covers as SVG: pure functions from a position to markup, with everything escaped."""
