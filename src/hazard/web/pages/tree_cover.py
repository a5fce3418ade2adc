"""The small picture of the tree explorer on the first page."""

from __future__ import annotations


def cover() -> str:
    """Return the small picture of the first page."""
    line = 'stroke="var(--soft)" stroke-width="2"'
    parts = ['<svg viewBox="0 0 240 150" role="img" aria-label="a tree">']
    for i, x in enumerate((45, 120, 195)):
        parts.append(f'<line x1="120" y1="30" x2="{x}" y2="75" {line}/>')
        for end in (x - 22, x + 22):
            parts.append(f'<line x1="{x}" y1="75" x2="{end}" y2="120" {line}/>')
            parts.append(f'<path d="M{end} 133 l-10 -18 h20 Z" fill="var(--monsters)"/>')
        parts.append(f'<circle cx="{x}" cy="75" r="12" fill="{"var(--good)" if i == 1 else "var(--warn)"}"/>')
    return "".join(parts) + '<path d="M120 14 l16 28 h-32 Z" fill="var(--party)"/></svg>'
