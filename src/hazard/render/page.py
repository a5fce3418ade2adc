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


def page(decision: Decision, layout: Layout, scale: Scale, remarks: list[str]) -> str:
    """Return the page as one string.

    Words are escaped into the markup; the script creates no markup from them, and the page's own
    Content-Security-Policy lets nothing run but that script and lets nothing be fetched.
    """
    script = beside("page.js")
    headline = sentences.headline(decision, scale)
    return f"""<!doctype html>
<html lang="{scale.language}">
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
<div class="tools" role="toolbar" aria-label="{escaped(scale.say("view"))}">{_buttons(scale)}</div>
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
    return escaped(f"{sentences.situation(decision, scale)} {sentences.comparison(decision, scale)}")


def _buttons(scale: Scale) -> str:
    signs = {"expand": "", "collapse": "", "fit": "", "zoom-out": "−", "zoom-in": "+"}
    said = {name: escaped(scale.say(f"button_{name.replace('-', '_')}")) for name in signs}
    return "".join(
        f'<button type="button" id="{name}" aria-label="{said[name]}">{sign or said[name]}</button>'
        for name, sign in signs.items()
    )


def _tree(layout: Layout, scale: Scale) -> str:
    nodes = "\n".join(
        node_markup(layout, index, scale, interactive=True) for index in range(len(layout.nodes))
    )
    view = f"0 0 {layout.width:.0f} {layout.height:.0f}"
    numbers = f'data-row="{ROW}" data-half="{HALF}" data-bend="{BEND}" data-margin="{MARGIN}"'
    label = escaped(scale.say("decision_tree"))
    opening = f'<svg id="tree" role="tree" aria-label="{label}" viewBox="{view}" {numbers}>'
    return f'{opening}\n<g aria-hidden="true">{edges_markup(layout)}</g>\n{nodes}\n</svg>'


def _aside(decision: Decision, scale: Scale, remarks: list[str]) -> str:
    plan = sentences.plan_steps(decision, scale)
    line = plan or [sentences.principal_line(decision, scale)]
    notes = [sentences.statistics_line(decision, scale), *remarks]

    def head(name: str) -> str:
        return f"<h2>{escaped(scale.say(name))}</h2>"

    return "\n".join(
        [
            f'<aside aria-label="{escaped(scale.say("details"))}">',
            f'{head("selected_node")}<div id="details" aria-live="polite"></div>',
            f"{head('options')}{_options(decision, scale)}",
            f"{head('plan' if plan else 'principal_variation')}{_paragraphs(line)}",
            f'{head("legend")}<svg width="100%" viewBox="0 -14 306 54" aria-hidden="true">',
            f"{legend(scale, wrap=True)}</svg>{_paragraphs([scale.say('usage')], 'quiet')}",
            f"{head('search')}{_paragraphs(notes, 'quiet')}",
            "</aside>",
        ]
    )


def _paragraphs(texts: list[str], style: str = "") -> str:
    return "".join(f'<p class="{style}">{escaped(text)}</p>' for text in texts)


def _options(decision: Decision, scale: Scale) -> str:
    items = []
    for option in decision.options[:OPTIONS]:
        said = shorten(option.told(scale.language), 48)
        value = sentences.valued(scale, option.value, option.kind, option.standard_error, "")
        items.append(f"<li><b>{escaped(said)}</b> <span>{escaped(value)}</span></li>")
    more = len(decision.options) - OPTIONS
    return f"<ol>{''.join(items)}</ol>" + (
        _paragraphs([scale.say("more", count=more)], "quiet") if more > 0 else ""
    )
