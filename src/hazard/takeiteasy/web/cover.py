"""The small picture of the first page: a few hexes."""

from __future__ import annotations

import math


def cover() -> str:
    """Return the small picture of the first page."""
    parts = ['<svg viewBox="-110 -100 220 200" role="img" aria-label="hexes">']
    colours = ("#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7")
    for q in range(-1, 2):
        for r in range(-1, 2):
            if abs(q + r) > 1:
                continue
            x, y = 54 * q, 62 * (r + q / 2)
            angles = [math.radians(60 * k) for k in range(6)]
            corners = " ".join(f"{x + 34 * math.cos(a):.1f},{y + 34 * math.sin(a):.1f}" for a in angles)
            fill = colours[(q + 3 * r) % 7]
            parts.append(
                f'<polygon points="{corners}" fill="{fill}" stroke="var(--ink)" stroke-width="1.5"/>'
            )
    return "".join(parts) + "</svg>"
