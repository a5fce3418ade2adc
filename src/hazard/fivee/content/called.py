"""What creatures, actions and fights are called in a language.

German names stand beside the English ones in the content (``name_de``). A further language has them in its
catalogue, by the English name: ``[fivee.name]``, ``Goblin = "Gobelin"``; what it does not name stays English.
"""

from __future__ import annotations

import re
from typing import Protocol

from hazard.language import ENGLISH, catalogue, phrase


class Named(Protocol):
    """A row of content with a name, and perhaps ``name_de``."""

    @property
    def name(self) -> str:
        """Its English name."""


_LEVEL = re.compile(r" \(level (\d)\)$")
_ASIDE = re.compile(r" \((one roll|each turn)\)$|(?<=aura|urst|arge) \d+$")


def called(row: Named, language: str) -> str:
    """Return what something is called in a language.

    >>> from hazard.fivee.content.library import bestiary
    >>> called(bestiary()["wolf"], "en"), called(bestiary()["giant-fire-beetle"], "de")
    ('Wolf', 'Riesenfeuerkäfer')
    """
    return row.name if language == ENGLISH else _translated(row, row.name, language)


def action_called(action: Named, language: str) -> str:
    """Return what an action is called, without what only tells it from others of its kind.

    >>> from hazard.fivee.content.actions import Action
    >>> ray = Action(name="Scorching Ray (level 3)", name_de="Sengender Strahl", teleport_feet=5)
    >>> action_called(ray, "en"), action_called(ray, "de")
    ('Scorching Ray (level 3)', 'Sengender Strahl (Grad 3)')
    """
    name = spoken(action.name)
    if language == ENGLISH:
        return name
    level = _LEVEL.search(name)
    translated = _translated(action, name if level is None else name[: level.start()], language)
    if level is None:
        return translated
    return phrase("fivee.director.of_level", language, name=translated, level=level[1])


def spoken(name: str) -> str:
    """Return an action's English name without what only tells it from others of its kind.

    >>> spoken("Scorching Ray (one roll)"), spoken("death burst 2")
    ('Scorching Ray', 'death burst')
    """
    return _ASIDE.sub("", name)


def _translated(row: Named, name: str, language: str) -> str:
    own: str | None = getattr(row, f"name_{language}", None)
    return own or catalogue("hazard.fivee", language).get(f"fivee.name.{name}", name)
