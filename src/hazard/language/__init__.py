"""Sentences by code and language: catalogues in TOML that a translator can read, one place for each language.

An error is a code and its context (:class:`hazard.errors.HazardError`), a move is a record; what a person
reads is made here, at the end. The library's catalogues are beside this file, a domain's are in its folder
``language``: a file ``de.toml``, a folder ``de`` of such files by topic, or both. A code begins with the name
of the folder it belongs to: ``fivee.no_such_cell`` is looked up in ``hazard/fivee/language``. A language is
complete or refused by a test, so that a further one is further files in each folder.

Somebody who works on a language keeps its files anywhere and names that folder in ``HAZARD_LANGUAGES``:
``mine/language/fr.toml`` for the library, ``mine/fivee/language/fr/log.toml`` for fifth edition.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Formatter
from typing import Any

from hazard.text import listed

PACKAGE = "hazard"
ENGLISH = "en"
OUTSIDE = "HAZARD_LANGUAGES"
"""The environment's name for a folder with further languages."""


@cache
def homes() -> dict[str, str]:
    """Return which package has the catalogue of a code, by the code's first word.

    >>> homes()["fivee"], homes().get("search")
    ('hazard.fivee', None)
    """
    from hazard.domains import DOMAINS

    return {name.rpartition(".")[2]: name for name in DOMAINS}


@cache
def catalogue(package: str, language: str) -> Mapping[str, str]:
    """Return the sentences of one package in one language, by code."""
    return {code: entry for code, entry in _entries(package, language).items() if isinstance(entry, str)}


@cache
def vocabulary(package: str, language: str) -> Mapping[str, tuple[str, ...]]:
    """Return the words that people type for something, of one package in one language, by code."""
    entries = _entries(package, language).items()
    return {code: tuple(entry) for code, entry in entries if isinstance(entry, list)}


@cache
def _entries(package: str, language: str) -> Mapping[str, Any]:
    entries: dict[str, Any] = {}
    for file in files(package, language):
        for code, entry in _rows("", tomllib.loads(file.read_text("utf-8"))):
            if code in entries:
                raise ValueError(f"{file}: {code} is there twice")
            entries[code] = entry
    return entries


def files(package: str, language: str) -> Iterator[Traversable]:
    """Yield the files of one package in one language: ``de.toml``, then those of the folder ``de``."""
    # By its path: a domain is not imported for a sentence.
    for root in _roots():
        folder = root.joinpath(*package.split(".")[1:], "language")
        if (file := folder.joinpath(f"{language}.toml")).is_file():
            yield file
        if (topics := folder.joinpath(language)).is_dir():
            yield from sorted(
                (file for file in topics.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name
            )


def _roots() -> Iterator[Traversable]:
    yield resources.files(PACKAGE)
    if outside := os.environ.get(OUTSIDE):
        yield Path(outside)


def _rows(place: str, table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, entry in table.items():
        if isinstance(entry, Mapping):
            yield from _rows(f"{place}{name}.", entry)
        else:
            yield f"{place}{name}", entry


@cache
def languages() -> tuple[str, ...]:
    """List the languages that there are catalogues for, English first.

    >>> languages()
    ('en', 'de')
    """
    folders = [folder for root in _roots() if (folder := root / "language").is_dir()]
    names = {
        file.name.removesuffix(".toml")
        for folder in folders
        for file in folder.iterdir()
        if file.name.endswith(".toml") or (file.is_dir() and not file.name.startswith("_"))
    }
    return (ENGLISH, *sorted(names - {ENGLISH}))


def number(value: float, form: str, language: str) -> str:
    """Return a number as people write it, by one of Python's forms.

    >>> number(-1234.5, ",.1f", "de"), number(-1234.5, ",.1f", "en"), number(0.5, ".0%", "de")
    ('-1.234,5', '-1,234.5', '50\xa0%')
    """
    text = format(value, form)
    return text if language == ENGLISH else text.translate(_signs(language))


@cache
def _signs(language: str) -> dict[int, str]:
    """Return what stands in place of the signs that Python writes numbers with."""
    names = {".": "decimal_point", ",": "group_separator", "%": "percent"}
    return str.maketrans({sign: phrase(f"language.{name}", language) for sign, name in names.items()})


class _Filling(Formatter):
    """Fills the gaps of a sentence: numbers as in its language, lists joined, errors within errors told."""

    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: Any, form: str) -> str:
        if hasattr(value, "told"):
            return str(value.told(self.language))
        if form and isinstance(value, int | float) and not isinstance(value, bool):
            return number(value, form, self.language)
        if isinstance(value, list | tuple) and not form:
            return listed(self.format_field(item, "") for item in value)
        return format(value, form)


def sentence(code: str, language: str, context: Mapping[str, object]) -> str | None:
    """Return the sentence for a code, or nothing where there is none.

    A language that lacks it falls back to English.

    >>> sentence("content.no_such_file", "de", {"file": "mine.toml"})
    'mine.toml: diese Datei gibt es nicht'
    """
    package = homes().get(code.partition(".")[0], PACKAGE)
    for each in (language, ENGLISH) if language in languages() else (ENGLISH,):
        template = catalogue(package, each).get(code)
        if template is not None:
            return _Filling(each).vformat(template, (), context)
    return None


def phrase(code: str, language: str = ENGLISH, **context: object) -> str:
    """Return the words for what must have some: a move, a field of a record.

    >>> phrase("pig.move.face", "de", number=3)
    'Augen 3'
    """
    told = sentence(code, language, context)
    if told is None:
        raise KeyError(code)
    return told


def typed_words(code: str, language: str | None = None) -> tuple[str, ...]:
    """Return the words that people type for something, in one language or in all of them.

    >>> typed_words("fivee.no_such_word", "de")
    ()
    """
    package = homes().get(code.partition(".")[0], PACKAGE)
    spoken = languages() if language is None else (language,)
    words = (word for each in spoken for word in vocabulary(package, each).get(code, ()))
    return tuple(dict.fromkeys(words))


class Statement:
    """Something that is said to a person, as data: a code and its context, told in the reader's language.

    Whatever is in the context and can be told itself is told in the same language.

    >>> said = Statement("spire.why.gold", gold=25)
    >>> str(said), said.told("de")
    ('25 gold', '25 Gold')
    """

    def __init__(self, code: str, /, **context: object) -> None:
        """Keep the code and what belongs to it."""
        self.code = code
        self.context = context

    def told(self, language: str) -> str:
        """Return the sentence in a language."""
        return sentence(self.code, language, self.context) or self.code

    def __str__(self) -> str:
        """Return the sentence in English."""
        return self.told(ENGLISH)

    def __repr__(self) -> str:
        """Return what one would write in Python."""
        context = "".join(f", {name}={value!r}" for name, value in self.context.items())
        return f"{type(self).__name__}({self.code!r}{context})"

    def __eq__(self, other: object) -> bool:
        """Tell whether it says the same."""
        return isinstance(other, Statement) and (self.code, self.context) == (other.code, other.context)

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(self.code)


def incomplete(package: str, language: str) -> Iterable[str]:
    """List the codes that a language lacks or fills otherwise than English does."""
    for kind in (catalogue, vocabulary):
        english, other = kind(package, ENGLISH), kind(package, language)
        for code in sorted({*english, *other}):
            if code not in english or code not in other:
                yield f"{code} is not in {ENGLISH if code not in english else language}"
    english, other = catalogue(package, ENGLISH), catalogue(package, language)
    for code in sorted(english.keys() & other.keys()):
        if gaps(english[code]) != gaps(other[code]):
            yield f"{code} has other gaps in {language}: {sorted(gaps(other[code]))}"


def gaps(template: str) -> set[str]:
    """Return the names of the gaps in a sentence.

    >>> sorted(gaps("{who} has {count:,} left"))
    ['count', 'who']
    """
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}
