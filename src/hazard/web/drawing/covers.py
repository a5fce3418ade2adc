"""A small picture for each domain's card, drawn from the game itself."""

from __future__ import annotations

import math
from collections.abc import Callable

from hazard.backgammon.positions import START
from hazard.web.drawing.backgammon_board import board
from hazard.web.drawing.battle_map import Token, battle_map
from hazard.web.drawing.tiles import die, tiles


def _combat() -> str:
    ground = ["........", "..#.....", "..#..~~.", "......~."]
    people = [
        Token(0, "Fighter", "Fi", "party", (1, 1)),
        Token(1, "Wizard", "Wi", "party", (0, 3), share=0.4),
        Token(2, "Ogre", "Og", "monsters", (4, 0), 2, 0.7, active=True),
        Token(3, "Goblin", "Go", "monsters", (6, 3), share=1.0),
    ]
    return battle_map(ground, people, area=[(3, 2), (3, 3), (2, 3)])


def _tree() -> str:
    line = 'stroke="var(--soft)" stroke-width="2"'
    parts = ['<svg viewBox="0 0 240 150" role="img" aria-label="a tree">']
    for i, x in enumerate((45, 120, 195)):
        parts.append(f'<line x1="120" y1="30" x2="{x}" y2="75" {line}/>')
        for end in (x - 22, x + 22):
            parts.append(f'<line x1="{x}" y1="75" x2="{end}" y2="120" {line}/>')
            parts.append(f'<path d="M{end} 133 l-10 -18 h20 Z" fill="var(--monsters)"/>')
        parts.append(f'<circle cx="{x}" cy="75" r="12" fill="{"var(--good)" if i == 1 else "var(--warn)"}"/>')
    return "".join(parts) + '<path d="M120 14 l16 28 h-32 Z" fill="var(--party)"/></svg>'


def _hexes() -> str:
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


def _cards() -> str:
    parts = ['<svg viewBox="-160 -90 320 180" role="img" aria-label="a hand of cards">']
    for i, colour in enumerate(("#D55E00", "#0072B2", "#009E73", "#D55E00", "#CC79A7")):
        parts.append(
            f'<g transform="rotate({14 * (i - 2)} 0 220)">'
            f'<rect x="-32" y="-60" width="64" height="100" rx="7" fill="var(--paper)" '
            f'stroke="{colour}" stroke-width="4"/>'
            f'<circle cx="-20" cy="-46" r="10" fill="{colour}"/></g>'
        )
    return "".join(parts) + "</svg>"


COVERS: dict[str, Callable[[], str]] = {
    "combat": _combat,
    "backgammon": lambda: board(START, (3, 1)),
    "twenty48": lambda: tiles([[2, 16, 128, 2048], [0, 4, 32, 512], [0, 2, 8, 64], [0, 0, 4, 2]]),
    "pig": lambda: f'<svg viewBox="-5 -5 115 60">{die(6)}{die(1, x=56)}</svg>',
    "tree": _tree,
    "takeiteasy": _hexes,
    "spire": _cards,
}
