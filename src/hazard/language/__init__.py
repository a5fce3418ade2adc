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
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from gettext import c2py
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, Literal

from hazard.text import listed

PACKAGE = "hazard"
ENGLISH = "en"
NAMES = (".name.", ".about.")
"""In codes of what English has in the content itself: ``fivee.name.Goblin``."""
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
    top, *inner = package.split(".")
    for root in _roots(top):
        folder = root.joinpath(*inner, "language")
        if (file := folder.joinpath(f"{language}.toml")).is_file():
            yield file
        if (topics := folder.joinpath(language)).is_dir():
            yield from sorted(
                (file for file in topics.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name
            )


def _roots(top: str = PACKAGE) -> Iterator[Traversable]:
    yield resources.files(top)
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


if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[languages()]
    """A language that there are catalogues for, in a schema."""


def accepted(header: str) -> str:
    """Return the language of a header ``Accept-Language``: the one that is wanted most.

    >>> accepted("de-DE,de;q=0.9,en;q=0.8"), accepted("en, de;q=0.5"), accepted("fr;q=x"), accepted("")
    ('de', 'en', 'en', 'en')
    """
    best, chosen = 0.0, ENGLISH
    for part in header[:500].split(","):
        name, _, weight = part.partition(";")
        language = name.strip().lower().partition("-")[0]
        found = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", weight)
        worth = 1.0 if not weight else float(found[1]) if found else 0.0
        if language in languages() and worth > best:
            best, chosen = worth, language
    return chosen


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


@cache
def _plural(language: str) -> Callable[[int], int]:
    """Return which form of a word goes with a count: the catalogue's rule, as gettext has it."""
    rule: Callable[[int], int] = c2py(phrase("language.plural", language))
    return rule


class _Filling(Formatter):
    """Fills the gaps of a sentence: numbers as in its language, lists joined, errors within errors told.

    ``{count} {count:|day|days}`` has the form of a word that goes with a count; a language has as many forms
    as its rule of plurals knows.
    """

    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: Any, form: str) -> str:
        if hasattr(value, "told"):
            return str(value.told(self.language))
        if form.startswith("|"):
            return form[1:].split("|")[_plural(self.language)(value)]
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


class Speaker:
    """Says the sentences of one topic in one language.

    >>> say = Speaker("pig.move", "de")
    >>> say("face", number=3), say.on("twenty48.move")("left"), say.number(2.5)
    ('Augen 3', 'links', '2,5')
    """

    def __init__(self, topic: str, language: str = ENGLISH) -> None:
        """Speak of ``topic``: what stands before the name of a sentence in its code."""
        self.topic = topic
        self.language = language

    def __call__(self, name: str, /, **gaps: object) -> str:
        """Return a sentence with its gaps filled."""
        return phrase(f"{self.topic}.{name}", self.language, **gaps)

    def on(self, topic: str) -> Speaker:
        """Return who speaks of another topic in the same language."""
        return Speaker(topic, self.language)

    def number(self, value: float, digits: int = 1) -> str:
        """Return a number with its decimals, never as a negative zero."""
        return number(round(value, digits) + 0.0, f".{digits}f", self.language)


def typed_words(code: str, language: str | None = None) -> tuple[str, ...]:
    """Return the words that people type for something, in one language or in all of them.

    >>> typed_words("fivee.no_such_word", "de")
    ()
    """
    package = homes().get(code.partition(".")[0], PACKAGE)
    spoken = languages() if language is None else (language,)
    words = (word for each in spoken for word in vocabulary(package, each).get(code, ()))
    return tuple(dict.fromkeys(words))


def typed_under(topic: str) -> dict[str, tuple[str, ...]]:
    """Return the words that people type for each thing of a topic, in all languages.

    >>> typed_under("fivee.typed.order")["undo"]
    ('undo', 'rückgängig')
    """
    package = homes().get(topic.partition(".")[0], PACKAGE)
    codes = (code for code in vocabulary(package, ENGLISH) if code.startswith(f"{topic}."))
    return {code.removeprefix(f"{topic}."): typed_words(code) for code in codes}


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
            if any(name in code for name in NAMES):
                continue
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
