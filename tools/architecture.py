"""The architecture as one table: which part may use which others.

``tests/test_architecture.py`` holds every Python import and every C++ include against it. The tables and the
picture of docs/architecture.md are made from it by ``python tools/architecture.py``.

A part uses itself, what its row lists, and nothing else. ``later`` is used inside functions only, when
somebody asks for it (a decision imports its renderers when it is rendered), or for types.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
PICTURE = ROOT / "docs" / "images" / "architecture.svg"


@dataclass(frozen=True)
class Part:
    """One part of the house: its files, what it holds, and what it may use."""

    name: str
    holds: str
    files: tuple[str, ...]
    uses: tuple[str, ...] = ()
    later: tuple[str, ...] = ()


CPP = (
    Part("core", "the game model, random numbers, budgets, results", ("cpp/core/",)),
    Part("dice", "distributions, dice expressions as programs, attacks and saves", ("cpp/dice/",), ("core",)),
    Part("learn", "networks, tables of weights, how they learn", ("cpp/learn/",), ("core",)),
    Part(
        "search",
        "expectimax, tree search, beam, play-outs, the solver; knows no game and no Python",
        ("cpp/search/",),
        ("core",),
    ),
    Part(
        "self-play",
        "games of self-play for learners, of any game",
        ("cpp/self_play/",),
        ("core", "learn", "search"),
    ),
    Part(
        "domains: rules",
        "the rules of each game; know no search, no Python and no other domain",
        ("cpp/domains/",),
        ("core", "dice", "learn"),
    ),
    Part(
        "domains: planning",
        "what a domain makes of the searches: the Spire planner, forecasts of fights",
        ("cpp/domains/spire/planning/", "cpp/domains/fivee/forecast/"),
        ("core", "dice", "learn", "search", "domains: rules"),
    ),
    Part(
        "bindings",
        "how games and searches look from Python; shared by all domains",
        ("cpp/bindings/",),
        ("core", "dice", "learn", "search", "self-play"),
    ),
    Part(
        "domains: binding",
        "the files that show a domain to Python",
        ("cpp/domains/*/bind",),
        ("core", "dice", "learn", "search", "bindings", "domains: rules", "domains: planning"),
    ),
)

FOUNDATION = (
    "text",
    "language",
    "errors",
    "lazy",
    "files",
    "extras",
    "cache",
    "confidence",
    "specs",
    "_core",
)
MODEL = ("game", "settings", "search", "search_specs", "limits", "decision", "compiled", "pickling",
         "content", "schema", "ending", "domains", "simultaneous", "search_several", "typed")  # fmt: skip
ENGINE = (
    "decide",
    "improving",
    "one_at_a_time",
    "solving",
    "checking",
    "comparing",
    "equilibrium",
    "several",
    "players",
    "alone",
    "arena",
)


def _py(*names: str) -> tuple[str, ...]:
    return tuple(f"hazard.{name}" for name in names)


PYTHON = (
    Part("foundation", "text, errors and their words, files, the syntax of settings", _py(*FOUNDATION), (),
         ("model",)),
    Part(
        "model",
        "the game model, searches as settings, decisions, content from TOML, the list of domains",
        _py(*MODEL),
        ("foundation",),
        ("render",),
    ),
    Part(
        "render", "explanations, JSON, drawings", _py("render"), ("foundation", "model"), ("engine",)
    ),
    Part("compiling", "games in Python and other languages as machine code", _py("compiling", "twin"),
         ("foundation", "model")),
    Part("executing", "many independent games, on threads, processes and clusters", _py("executing"),
         ("foundation", "model")),
    Part("dice", "dice expressions, exactly", _py("dice"), ("foundation", "model", "render")),
    Part(
        "engine",
        "from a game and a search to decisions, solutions, matches and checks",
        _py(*ENGINE, "render.secrets", "render.convergence"),  # drawings of what equilibria and beliefs are
        ("foundation", "model", "render", "compiling", "executing"),
    ),
    Part("learn", "the training loop, weight files, learning curves", _py("learn"),
         ("foundation", "model", "render", "engine", "executing", "compiling")),
    Part("adapters", "OpenSpiel, Gymnasium", _py("adapters"), ("foundation", "model")),
    Part("policies", "policies, their values, best answers, distributions", _py("policies"),
         ("foundation", "model", "render", "engine")),
    Part("registry", "from a short text to a game, a search, a player", _py("registry"),
         ("foundation", "model", "engine", "policies", "executing"), ("adapters", "compiling")),
    Part(
        "domains",
        "fivee, spire, backgammon, takeiteasy, games: content, rules, words; none knows another",
        _py("fivee", "spire", "backgammon", "takeiteasy", "games"),
        ("foundation", "model", "render", "dice", "engine", "learn", "executing"),
    ),
    Part(
        "doors",
        "the command line, the web page, the doors for other programs, and each domain's commands and pages",
        _py("cli", "web", "serve", "__main__", "fivee.cli", "fivee.web", "spire.cli", "spire.web",
            "backgammon.cli", "backgammon.web", "takeiteasy.cli", "takeiteasy.web", "games.pig.web",
            "games.pig.surface", "games.twenty48.web", "games.twenty48.tiles"),
        ("foundation", "model", "render", "dice", "engine", "learn", "policies", "registry", "domains",
         "executing"),
    ),
)  # fmt: skip


WORDS = _py(
    "games.pig.words",
    "games.twenty48.words",
    "games.boards.words",
    "spire.words",
    "spire.planner.explain",
    "fivee.director.phrases",
    "fivee.director.telling",
    "fivee.director.showing",
    "fivee.director.short_words",
    "fivee.table.transcript",
    "fivee.forecasts.text",
    "fivee.forecasts.day_text",
    "fivee.balance.text",
    "equilibrium.telling",
)
"""Modules that make words of records. Doors and renderers import them, and others only when somebody asks."""


SPEAKERS = _py(
    "render.secrets",
    "fivee.content.stat_block",
    "fivee.director.documents",
    "fivee.director.reason_documents",
    "fivee.director.round_telling",
    "fivee.forecasts.forecast",
    "fivee.forecasts.plot",
    "fivee.table.answers",
    "fivee.table.board",
    "fivee.table.chronicle",
    "fivee.table.commands",
    "fivee.table.fact_reading",
    "fivee.table.meaning",
    "fivee.table.question_words",
    "fivee.table.table",
    "spire.agent.advice",
)
"""Renderers and readers inside of domains: what they say, print or read is for people."""


def table(parts: tuple[Part, ...]) -> str:
    """Return the rows of the documentation's table."""
    lines = ["| part | holds | may use |", "| --- | --- | --- |"]
    for part in parts:
        uses = ", ".join(part.uses) or "nothing else"
        later = f"; when asked: {', '.join(part.later)}" if part.later else ""
        files = ", ".join(f"`{_shown(name)}`" for name in part.files)
        lines.append(f"| **{part.name}**: {files} | {part.holds} | {uses}{later} |")
    return "\n".join(lines)


def _shown(name: str) -> str:
    return name.removeprefix("hazard.")


def picture() -> str:
    """Return the layers as SVG: each uses only what is below it."""
    rows = [
        [("doors", "#e8eefc"), ("your program", "#ffffff")],
        [("registry", "#eef6ea"), ("policies", "#eef6ea"), ("domains", "#fdf3e1"), ("adapters", "#eef6ea")],
        [("engine", "#eef6ea"), ("learn", "#eef6ea"), ("dice", "#eef6ea")],
        [("render", "#f4f4f4"), ("model", "#f4f4f4"), ("foundation", "#f4f4f4")],
        [("C++ bindings", "#f0e9f7"), ("C++ domains", "#f0e9f7")],
        [("C++ search", "#f0e9f7"), ("C++ dice", "#f0e9f7"), ("C++ learn", "#f0e9f7")],
        [("C++ core", "#f0e9f7")],
    ]
    width, height, gap = 720, 44, 14
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {len(rows) * (height + gap) + gap}" '
        'font-family="sans-serif" font-size="15" role="img" aria-label="The layers of hazard">'
    ]
    for y, row in enumerate(rows):
        each = (width - gap * (len(row) + 1)) / len(row)
        for x, (name, fill) in enumerate(row):
            left, top = gap + x * (each + gap), gap + y * (height + gap)
            parts.append(
                f'<rect x="{left:.0f}" y="{top}" width="{each:.0f}" height="{height}" rx="7" fill="{fill}" '
                f'stroke="#777"/><text x="{left + each / 2:.0f}" y="{top + 28}" text-anchor="middle" '
                f'fill="#222">{name}</text>'
            )
    return "\n".join(parts) + "\n</svg>\n"


def page(text: str) -> str:
    """Return the page with both tables as they are now."""
    for name, parts in (("C++", CPP), ("Python", PYTHON)):
        mark = re.compile(rf"(<!-- table: {re.escape(name)} -->\n).*?(\n<!-- end -->)", re.DOTALL)
        assert mark.search(text), f"docs/architecture.md has no place for the table of {name}"
        text = mark.sub(lambda found, parts=parts: found[1] + table(parts) + found[2], text)
    return text


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
    PICTURE.write_text(picture(), "utf-8")
