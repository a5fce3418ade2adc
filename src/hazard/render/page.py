"""The HTML page around a drawing: self-contained, opened from a file, safe for any words a game uses."""

from __future__ import annotations

import base64
import hashlib

from hazard.decision import Decision
from hazard.render import sentences
from hazard.render.layout import BEND, HALF, MARGIN, ROW, Layout
from hazard.render.scale import Scale
from hazard.render.svg import beside, edges_markup, escaped, legend, node_markup
from hazard.text import shorten

OPTIONS = 12
USAGE = (
    "A wider edge is a likelier outcome. Click a node or press Enter to fold it; "
    "drag to pan, turn the wheel to zoom, walk with the arrow keys."
)


def page(decision: Decision, layout: Layout, scale: Scale, remarks: list[str]) -> str:
    """Return the page as one string.

    Words are escaped into the markup; the script creates no markup from them, and the page's own
    Content-Security-Policy lets nothing run but that script and lets nothing be fetched.
    """
    script = beside("page.js")
    headline = sentences.headline(decision, scale)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{_policy(script)}">
<title>{escaped(headline)}</title>
<style>
{beside("drawing.css")}{beside("page.css")}</style>
</head>
<body class="hazard">
<header>
<div><h1>{escaped(headline)}</h1><p>{_remark(decision, scale)}</p></div>
<div class="tools" role="toolbar" aria-label="View">{_buttons()}</div>
</header>
<main>
{_tree(layout, scale)}
</main>
{_aside(decision, scale, remarks)}
<script>{script}</script>
</body>
</html>
"""


def _policy(script: str) -> str:
    digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def _remark(decision: Decision, scale: Scale) -> str:
    return escaped(f"{sentences.situation(decision)} {sentences.comparison(decision, scale)}")


def _buttons() -> str:
    names = [
        ("expand", "Expand all"),
        ("collapse", "Collapse"),
        ("fit", "Fit"),
        ("zoom-out", "−"),
        ("zoom-in", "+"),
    ]
    return "".join(
        f'<button type="button" id="{name}" aria-label="{name.replace("-", " ")}">{label}</button>'
        for name, label in names
    )


def _tree(layout: Layout, scale: Scale) -> str:
    nodes = "\n".join(
        node_markup(layout, index, scale, interactive=True) for index in range(len(layout.nodes))
    )
    view = f"0 0 {layout.width:.0f} {layout.height:.0f}"
    numbers = f'data-row="{ROW}" data-half="{HALF}" data-bend="{BEND}" data-margin="{MARGIN}"'
    opening = f'<svg id="tree" role="tree" aria-label="Decision tree" viewBox="{view}" {numbers}>'
    return f'{opening}\n<g aria-hidden="true">{edges_markup(layout)}</g>\n{nodes}\n</svg>'


def _aside(decision: Decision, scale: Scale, remarks: list[str]) -> str:
    plan = sentences.plan_steps(decision)
    line = plan or [sentences.principal_line(decision)]
    notes = [sentences.statistics_line(decision), *remarks]
    return "\n".join(
        [
            '<aside aria-label="Details">',
            '<h2>Selected node</h2><div id="details" aria-live="polite"></div>',
            f"<h2>Options</h2>{_options(decision, scale)}",
            f"<h2>{'Plan' if plan else 'Principal variation'}</h2>{_paragraphs(line)}",
            '<h2>Legend</h2><svg width="100%" viewBox="0 -14 306 54" aria-hidden="true">',
            f"{legend(wrap=True)}</svg>{_paragraphs([USAGE], 'quiet')}",
            f"<h2>Search</h2>{_paragraphs(notes, 'quiet')}",
            "</aside>",
        ]
    )


def _paragraphs(texts: list[str], style: str = "") -> str:
    return "".join(f'<p class="{style}">{escaped(text)}</p>' for text in texts)


def _options(decision: Decision, scale: Scale) -> str:
    items = []
    for option in decision.options[:OPTIONS]:
        value = sentences.valued(scale, option.value, option.kind, option.standard_error, "")
        items.append(f"<li><b>{escaped(shorten(option.words, 48))}</b> <span>{escaped(value)}</span></li>")
    more = len(decision.options) - OPTIONS
    return f"<ol>{''.join(items)}</ol>" + (f'<p class="quiet">… {more} more</p>' if more > 0 else "")
