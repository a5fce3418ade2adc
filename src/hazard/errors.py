"""Errors are data: a code and its context. Words are made from them at the end, in the reader's language.

What a message says is what was found, where, what was expected and what to try; the sentences are in the
catalogues of :mod:`hazard.language`. "Did you mean" is here once, for every name that somebody can type.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

from hazard.language import languages, sentence
from hazard.text import shorten


class HazardError(ValueError):
    """What went wrong, as a code with context.

    ``str(error)`` is English; :meth:`told` is any language that has a catalogue. A game of your own may raise
    such an error with a sentence in place of a code: it is told as it is.

    >>> error = HazardError("content.no_such_file", file="mine.toml")
    >>> error.code, error.context
    ('content.no_such_file', {'file': 'mine.toml'})
    >>> str(error), error.told("de")
    ('mine.toml: there is no such file', 'mine.toml: diese Datei gibt es nicht')
    >>> HazardError("the pot is empty").told("de")
    'the pot is empty'
    """

    def __init__(self, code: object = "", /, **context: object) -> None:
        """Keep the code and what belongs to it."""
        super().__init__(code)
        self.code = str(code)
        self.context = context

    def told(self, language: str) -> str:
        """Return the message in a language."""
        return sentence(self.code, language, self.context) or self.code

    def renamed(self, old: str, new: str) -> Self:
        """Return the same error about something that has another name for its reader.

        >>> str(HazardError("content.no_such_file", file="/tmp/x/mine.toml").renamed("/tmp/x/", ""))
        'mine.toml: there is no such file'
        """

        def named(value: object) -> object:
            if isinstance(value, HazardError):
                return value.renamed(old, new)
            if isinstance(value, list | tuple):
                return [named(item) for item in value]
            return str(value).replace(old, new) if isinstance(value, str | Path) else value

        return type(self)(
            self.code.replace(old, new), **{name: named(value) for name, value in self.context.items()}
        )

    def __str__(self) -> str:
        """Return the message in English."""
        return self.told("en")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the code with its context."""
        return _again, (type(self), self.code, self.context)


def _again(kind: type[HazardError], code: str, context: dict[str, object]) -> HazardError:
    return kind(code, **context)


class UserError(HazardError):
    """A mistake in a request. The message is one line that says what to write instead."""


def known_language(text: str) -> str:
    """Return the language that somebody asks for, if there are catalogues for it.

    >>> known_language("de")
    'de'
    """
    if text not in (known := languages()):
        raise UserError("language.unknown", language=quoted(text), known=list(known))
    return text


def quoted(text: str | Path) -> str:
    """Return what somebody wrote in quotes, on one line and not too long, for messages; a path is whole.

    >>> quoted("pig")
    "'pig'"
    """
    return repr(str(text)) if isinstance(text, Path) else repr(shorten(text, 60))


def nearest(found: str, known: Iterable[str], most: int = 1, least: float = 0.6) -> list[str]:
    """Return the known names that look most like what somebody wrote, the closest first.

    >>> nearest("Goblim", ["goblin", "ogre"]), nearest("x", ["goblin"])
    (['goblin'], [])
    """
    names = {name.casefold(): name for name in known}
    return [names[name] for name in difflib.get_close_matches(found.casefold(), names, n=most, cutoff=least)]


def meant(found: str, known: Iterable[str]) -> HazardError:
    """Return what goes behind a sentence about an unknown name: the names that may have been meant.

    >>> str(meant("goblim", ["goblin", "ogre"])), meant("goblim", ["goblin"]).told("de"), str(meant("x", []))
    ('; did you mean goblin?', '; meintest du goblin?', '.')
    """
    near = nearest(found, known, most=3)
    return HazardError("registry.meant", known=near) if near else HazardError("registry.full_stop")


def no_such(found: str, known: Iterable[str], kind: str, of: object = "") -> UserError:
    """Return the error for a name that is not known, with the nearest known name or all of them.

    ``kind`` says what was named (``registry.kind_...`` in the catalogue), ``of`` where it was looked for.

    >>> str(no_such("Pigg", ["pig", "einstein"], "game"))
    "there is no game 'Pigg'; did you mean 'pig'?"
    >>> no_such("dept", ["depth", "seconds"], "setting", "expectimax").told("de")
    "unbekannt: Einstellung von expectimax 'dept'; meintest du 'depth'?"
    """
    names = sorted(known)
    what = HazardError(f"registry.kind_{kind}", of=of)
    if close := nearest(found, names):
        return UserError("registry.did_you_mean", what=what, found=quoted(found), near=close[0])
    if not names:
        return UserError("registry.none_at_all", what=what, found=quoted(found))
    return UserError("registry.not_one_of", what=what, found=quoted(found), known=names)
