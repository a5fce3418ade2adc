"""Whom a text speaks of: whole names, and beginnings of their words where these are clear, in all languages.

A name is never guessed. What may mean several is said to mean several, and whoever reads on asks back.

>>> from hazard.fivee.content.library import encounters
>>> names = Names(Fight(encounters()["goblin-ambush"], seed=1))
>>> [mention.meant for mention in names.mentions("gob b hits the wiz")]
[('Goblin B',), ('Wizard',)]
>>> [len(mention.meant) for mention in names.mentions("goblin dead")]
[6]
"""

from __future__ import annotations

import re
from typing import NamedTuple

from hazard.errors import nearest
from hazard.fivee.rules.fight import Fight, names_of
from hazard.fivee.table.command_words import CONDITION_WORDS, DAMAGE_WORDS, FILLERS, VERBS
from hazard.language import languages

SHORTEST = 3
"""So many letters of a name are enough."""
NEAR = 0.75
_WORD = re.compile(r"[^\W_]+")
_DAMAGE = "|".join(word for word, verb in VERBS.items() if verb == "damage")
_TYPED_DAMAGE = re.compile(rf"\b(?:{'|'.join(DAMAGE_WORDS)})(?=\s+(?:{_DAMAGE})\b)")
"""The kind of some damage: "fire damage" speaks of no fire giant."""


class Mention(NamedTuple):
    """A place in a text that speaks of somebody."""

    start: int
    end: int
    text: str
    meant: tuple[str, ...]
    """Who it may be, in the order of the fight; nobody, if a letter is wrong: "goblin z"."""


class Names:
    """The names of everybody in one fight."""

    def __init__(self, fight: Fight) -> None:
        """Learn them in all languages."""
        self._order = [fighter.name for fighter in fight.fighters]
        self._known: dict[str, str] = {}
        for language in languages():
            for fighter, called in zip(fight.fighters, names_of(fight, language), strict=True):
                self._known.setdefault(called.lower(), fighter.name)
        for fighter in fight.fighters:
            self._known[fighter.name.lower()] = fighter.name
        self._words = [(_WORD.findall(known), name) for known, name in self._known.items()]

    def mentions(self, low: str) -> list[Mention]:
        """Return whom a text in lower case speaks of, in its order."""
        found: list[Mention] = []
        for known, name in sorted(self._known.items(), key=lambda row: -len(row[0])):
            for match in re.finditer(rf"(?<!\w){re.escape(known)}(?!\w)", low):
                if not any(other.start < match.end() and match.start() < other.end for other in found):
                    found.append(self._whole(low, match, name))
        free = _masked(low, [(mention.start, mention.end) for mention in found])
        free = _masked(free, [match.span() for match in _TYPED_DAMAGE.finditer(free)])
        return sorted(found + self._shortened(free), key=lambda mention: mention.start)

    def _whole(self, low: str, match: re.Match[str], name: str) -> Mention:
        """Return a name that stands there in full; "ogre b" is nobody where there is one ogre only."""
        letter = re.match(r" ([b-z])(?!\w)", low[match.end() :])
        if letter is None or letter[1] in VERBS:
            return Mention(match.start(), match.end(), match[0], (name,))
        end = match.end() + letter.end()
        return Mention(match.start(), end, low[match.start() : end], ())

    def _shortened(self, low: str) -> list[Mention]:
        found, words, place = [], list(_WORD.finditer(low)), 0
        while place < len(words):
            taken, meant = self._run(low, words[place:])
            if taken:
                start, end = words[place].start(), words[place + taken - 1].end()
                order = tuple(name for name in self._order if name in meant)
                found.append(Mention(start, end, low[start:end], order))
            place += max(1, taken)
        return found

    def _run(self, low: str, words: list[re.Match[str]]) -> tuple[int, set[str]]:
        """Return how many words at the front are a shortened name, and whose: "gob b", "black drag"."""
        first = words[0][0]
        if len(first) < SHORTEST or not _may_be_a_name(first):
            return 0, set()
        meant = {name for parts, name in self._words if any(part.startswith(first) for part in parts)}
        taken = 1 if meant else 0
        while 0 < taken < len(words) and low[words[taken - 1].end() : words[taken].start()] == " ":
            word = words[taken][0]
            last = {name for parts, name in self._words if name in meant and parts[-1] == word}
            if len(word) == 1 and word.isalpha() and word not in VERBS:
                if last or self._lettered(meant):
                    return taken + 1, last
                break
            narrower = last if word.isdigit() else self._with(meant, word)
            if not narrower:
                break
            meant, taken = narrower, taken + 1
        return taken, meant

    def _with(self, names: set[str], word: str) -> set[str]:
        """Return those of ``names`` who have another word that begins so."""
        if not _may_be_a_name(word):
            return set()
        return {n for parts, n in self._words if n in names and any(p.startswith(word) for p in parts)}

    def _lettered(self, names: set[str]) -> bool:
        return any(len(parts[-1]) == 1 for parts, name in self._words if name in names)

    def near(self, word: str) -> str | None:
        """Return whose name a word is likely to be misspelt from.

        >>> from hazard.fivee.content.library import encounters
        >>> Names(Fight(encounters()["ogre-bridge"], seed=1)).near("figther")
        'Fighter'
        """
        known = {part: name for parts, name in self._words for part in parts if len(part) > SHORTEST}
        if len(word) <= SHORTEST + 1:  # "wird" is no wizard
            return None
        close = nearest(word, known, least=NEAR)
        return known[close[0]] if close else None


def _may_be_a_name(word: str) -> bool:
    return word not in VERBS and word not in CONDITION_WORDS and word not in FILLERS


def _masked(text: str, places: list[tuple[int, int]]) -> str:
    for start, end in places:
        text = text[:start] + "," * (end - start) + text[end:]
    return text
