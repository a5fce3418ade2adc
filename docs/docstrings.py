"""Docstrings as the site shows them: roles become plain names, examples become blocks of code."""

import re
from typing import Any

import griffe

ROLE = re.compile(r":(?:class|func|meth|attr|mod|data):(`[^`]+`)")
TERM = re.compile(r"^(``.+``)\n((?:    .+(?:\n|$))+)", re.MULTILINE)
EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


def markdown(text: str) -> str:
    """Return a docstring in the form mkdocstrings expects."""
    text = ROLE.sub(r"\1", text)
    text = re.sub(r"^::$", "", text, flags=re.MULTILINE)
    text = TERM.sub(lambda found: f"- {found[1]}: {' '.join(found[2].split())}\n", text)
    return EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", text)


class HouseDocstrings(griffe.Extension):
    """Rewrites every docstring on its way to the site."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite one docstring."""
        if obj.docstring is not None:
            obj.docstring.value = markdown(obj.docstring.value)
