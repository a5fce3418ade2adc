"""Who is struck: "each creature in a 60-foot cone", "one Large or smaller creature within 30 feet".

A phrase is taken apart piece by piece; what remains in the end was not understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from hazard.fivee.importers.prose.draft import Draft
from hazard.fivee.importers.prose.text import NUMBER, number
from hazard.fivee.importers.prose.words import SIZE, size

KINDS = (
    "aberration|beast|celestial|construct|dragon|elemental|fey|fiend|giant|humanoid|monstrosity"
    "|ooze|plant|undead"
    "|demon|devil|elf"
)
_KIND_LIST = rf"(?:an? )?(?:{KINDS})s?(?:(?:,| or| and|, or|, and) (?:an? )?(?:{KINDS})s?)*"
_N = r"(?P<size>\d+)"
_SELF = r"(?:§|(?:itself|it|herself|her|himself|him)\b)"

AREAS: list[tuple[re.Pattern[str], str]] = [
    (re.compile(pattern, re.I), shape)
    for pattern, shape in (
        (rf"in an? {_N}-ft(?:-long)?,? (?P<width>\d+)-ft-wide line", "line"),
        (rf"in an? {_N}-ft line that is (?P<width>\d+) ft wide", "line"),
        (rf"(?:in )?an? line (?:of [\w -]{{1,40}} )?that is {_N} ft long and (?P<width>\d+) ft wide", "line"),
        (rf"in an? {_N}-ft[- ]cone(?: originating from {_SELF})?", "cone"),
        (rf"an? {_N}-ft[- ]cone of [\w ]+", "cone"),
        (rf"in an? {_N}-ft emanation originating from {_SELF}", "emanation"),
        (rf"in an? {_N}-ft[- ]radius,? \d+-ft-(?:high|tall) cylinder", "cylinder"),
        (rf"in an? {_N}-ft[- ]radius sphere", "sphere"),
        (rf"in an? {_N}-ft cube(?: originating from {_SELF})?", "cube"),
        (rf"in an? {_N}-ft[- ]radius", "emanation"),
        (
            rf"(?:that (?:is|are) )?within {_N} ft of (?:that point|the (?:flash|point|impact)|the space "
            rf"(?:it|§)"
            r" (?:left|leaves|vacated)|its (?:new|old|former|destination) space)",
            "sphere",
        ),
    )
]

_AROUND = re.compile(
    rf"\b(?:each|every|any|all)\b(?! one)(?P<who>.*?)\b(?:that (?:is|are) )?within (?P<size>\d+) ft"
    rf"(?: of {_SELF}|(?! of\b))",
    re.I,
)
_Piece = Callable[[Draft, "re.Match[str]"], None]


def _area_at(draft: Draft, found: re.Match[str]) -> None:
    if "area" in draft.fields and found["range"]:
        draft.fields["area"]["range"] = min(5280, int(found["range"]))


def _range(draft: Draft, found: re.Match[str]) -> None:
    if "attack" not in draft.fields:
        draft.fields["range"] = int(found["range"])
    if draft.fields.get("area", {}).get("shape") in ("sphere", "cube", "cylinder"):
        draft.fields["area"]["range"] = min(5280, draft.fields.pop("range"))


def _own_space(draft: Draft, found: re.Match[str]) -> None:
    if "attack" not in draft.fields and "area" not in draft.fields:
        draft.fields["range"] = 0


def _largest(draft: Draft, found: re.Match[str]) -> None:
    draft.base = replace(draft.base, largest=size(found["size"]))


def _situation(name: str) -> _Piece:
    def piece(draft: Draft, found: re.Match[str]) -> None:
        draft.base = replace(draft.base, only_if=name)

    return piece


def _needs(*conditions: str) -> _Piece:
    def piece(draft: Draft, found: re.Match[str]) -> None:
        draft.fields["needs"] = list(conditions)

    return piece


def _held(draft: Draft, found: re.Match[str]) -> None:
    draft.fields["needs"] = [found["held"].lower()]


def _spares(draft: Draft, found: re.Match[str]) -> None:
    kinds = tuple(dict.fromkeys(re.findall(KINDS, found["kinds"].lower())))
    draft.base = replace(draft.base, spares=draft.base.spares + kinds)


def _only(draft: Draft, found: re.Match[str]) -> None:
    kinds = tuple(dict.fromkeys(re.findall(KINDS, found["kinds"].lower())))
    draft.base = replace(draft.base, only=draft.base.only + kinds)


def _living(draft: Draft, found: re.Match[str]) -> None:
    draft.base = replace(draft.base, spares=(*draft.base.spares, "undead", "construct"))


def _unless(condition: str) -> _Piece:
    def piece(draft: Draft, found: re.Match[str]) -> None:
        draft.base = replace(draft.base, spares=(*draft.base.spares, condition))

    return piece


def _chosen(draft: Draft, found: re.Match[str]) -> None:
    if "area" in draft.fields:
        draft.fields["area"]["spares_friends"] = True


def _several(draft: Draft, found: re.Match[str]) -> None:
    many = number(found["number"])
    if 1 < many <= 20:
        draft.fields["targets"] = many


def _nothing(draft: Draft, found: re.Match[str]) -> None:
    pass


_PIECES: list[tuple[re.Pattern[str], _Piece]] = [
    (re.compile(pattern, re.I), piece)
    for pattern, piece in (
        (
            rf"(?:centered on|originating from|at|in) (?:a|that) point(?: (?:that )?(?:§|it|she"
            rf"|he) can see)?(?: within (?P<range>\d+) ft(?: of {_SELF})?)?",
            _area_at,
        ),
        (
            r"\bone (?:willing )?creature(?:,|(?: within \d+ ft)? that is willing) or "
            r"(?:a creature that is grappled by §, incapacitated, or restrained"
            r"|that has the grappled, incapacitated, or restrained condition)",
            _needs("grappled", "incapacitated", "restrained"),
        ),
        (
            rf"(?:that (?:is|are) |it is |is )?(?:willing,? or (?:is |that is )?)?(?:charmed(?: by"
            rf" {_SELF})?,? )?(?:grappled(?: by {_SELF})?,? )?"
            r"(?:incapac\w+,? )?or restrained",
            _needs("grappled", "incapacitated", "restrained"),
        ),
        (
            r"(?:that )?(?:it|§) (?:is|has) (?:already )?grappl(?:ing|ed)|grappled target(?= it)",
            _needs("grappled"),
        ),
        (r"and (?:is )?aware of (?:§|it\b)", _nothing),
        (
            r"that isn't currently affected by this breath"
            r"|and each object that isn't being worn or carried|at its destination space",
            _nothing,
        ),
        (rf"that is charmed or grappled by {_SELF}", _needs("charmed", "grappled")),
        (rf"(?P<size>{SIZE}) or smaller", _largest),
        (rf"(?:that is )?not grappled by {_SELF}", _situation("target_not_grappled_by_source")),
        (rf"(?:that is |currently )?grappled by {_SELF}", _needs("grappled")),
        (rf"(?:that is )?charmed by {_SELF}(?: or a willing creature)?", _needs("charmed")),
        (r"that (?:has the prone condition|is prone)|\bprone\b", _needs("prone")),
        (r"\bfrightened\b", _needs("frightened")),
        (r"(?:that is )?(?:unconscious|sleeping)(?: or (?:unconscious|sleeping))?\b", _needs("unconscious")),
        (
            r"(?:that is )?\b(?P<held>paralyzed|stunned|poisoned|blinded|restrained)\b(?= creature| "
            r"target|$)",
            _held,
        ),
        (r"\bgrappled\b(?= target| creature)", _needs("grappled")),
        (
            r"in (?:the|that|this) (?:blast|burst|wave|cloud|spray|path|radius|light|explosion|storm|fog"
            r"|mist|gas|wind"
            r"|sphere|cube|cylinder|emanation)(?: of effect)?",
            _nothing,
        ),
        (r"(?:that is |that are )?(?:hostile|unfriendly|an enemy|opposed) to §|\bto §", _nothing),
        (r"\bhit by (?:this|the) attack\b|\bcentered(?: there| on it)?\b", _nothing),
        (r"\bwhen (?:it|§) (?:uses|takes|does) this(?: action)?\b", _nothing),
        (r"\bits way\b|\bon the ground\b|\bwhen (?:it|the \w+) (?:first )?appears?\b", _nothing),
        (rf"(?:that is|that are|and)? ?(?:that )?(?:isn't|aren't|is not) (?P<kinds>{_KIND_LIST})", _spares),
        (rf"non-(?P<kinds>{KINDS})", _spares),
        (rf"other than (?P<kinds>{_KIND_LIST})", _spares),
        (rf"\((?P<kinds>{_KIND_LIST}) succeed automatically\)", _spares),
        (r"\bliving\b", _living),
        (
            r"(?:that|and|who)?(?: (?:that|who))? ?(?:can|is able to|are able to|able to) see"
            r" (?:§(?:'s [\w' ]{1,24}?)?|it\b"
            r"|(?:its|the) (?:\w+ ?){1,3}?)(?=[,.]|$| and| within| must| starts)",
            _unless("blinded"),
        ),
        (
            r"(?:that|and|who)?(?: (?:that|who))? ?(?:can|is able to|are able to|able to) hear"
            r" (?:§(?:'s [\w' ]{1,24}?)?|it\b"
            r"|(?:its|the) (?:\w+ ?){1,3}?)(?=[,.]|$| and| within| must| starts)",
            _unless("deafened"),
        ),
        (r"of (?:§'s|its|her|his) choice|of § choice", _chosen),
        (r"\b(?:each |every )?(?:enemy|enemies)\b", _chosen),
        (
            r"(?:in|within) (?:§'s|the swarm's|that|this|the) (?:space|area|line|cone)"
            r"|of those creatures|each target",
            _own_space,
        ),
        (r"(?:that )?(?:§|it|she|he) can (?:see or (?:sense|hear)|hear or see|see|sense|hear)\b", _nothing),
        (r"(?:it|§) is (?:currently )?grappling", _needs("grappled")),
        (
            rf"(?:that (?:is|are) )?within (?P<range>\d+) ft(?: of {_SELF})?(?: that (?:§|it) can see)?",
            _range,
        ),
        (rf"(?P<number>{NUMBER})(?: different)? (?:targets|creatures)\b", _several),
        (rf"(?P<kinds>{_KIND_LIST})", _only),
        (
            r"\b(?:each|one|a|any|every|up to|single|another) (?:other )?|\b(?:other )?(?:target"
            r"|creature)s?\b|\b(?:caught|standing|located|there)\b|\bhostile(?: to §)?\b|\bthat\b|\bwho\b"
            r"|\bsingle\b|\ball\b|\bthose\b|\bany number of\b|\b(?:every|any)one\b|\bnearby\b|\bwhen the song"
            r" starts\b|\bthe triggering\b",
            _nothing,
        ),
    )
]
_AT_A_TIME = re.compile(r" ?\((?:it|§) can (?:only )?have (?:up to |only |no more than )?[^()]*\)", re.I)
"""How many it can hold: not how many it aims at."""
_HARMLESS = re.compile(r"^[\s,.;:()]*$|^(?:and|or|[\s,])*$")


def read_target(draft: Draft, phrase: str) -> str:
    """Note in ``draft`` whom the phrase means; return what of it was not understood.

    >>> draft = Draft()
    >>> read_target(draft, "each creature in a 60-ft Cone"), draft.fields
    ('', {'area': {'shape': 'cone', 'size': 60}})
    >>> read_target(Draft(), "one creature that owes § money")
    'owes § money'
    """
    rest = _AT_A_TIME.sub("", phrase)
    for pattern, shape in AREAS:
        found = pattern.search(rest)
        if found:
            area = {"shape": shape, "size": min(int(found["size"]), 5280)}
            if shape == "line" and found["width"] != "5":
                area["width"] = int(found["width"])
            draft.fields["area"] = area
            rest = rest[: found.start()] + " " + rest[found.end() :]
            break
    around = _AROUND.search(rest)
    if around and "area" not in draft.fields:
        draft.fields["area"] = {"shape": "emanation", "size": min(int(around["size"]), 5280)}
        rest = rest[: around.start()] + around["who"] + rest[around.end() :]
    for pattern, piece in _PIECES:
        found = pattern.search(rest)
        while found and found.end() > found.start():
            piece(draft, found)
            rest = rest[: found.start()] + " " + rest[found.end() :]
            found = pattern.search(rest)
    draft.scope = draft.base
    return "" if _HARMLESS.match(rest) else re.sub(r"\s+", " ", rest).strip(" ,")


_FILTER = re.compile(
    r"(?:(?:and|or|that|who|which|with|wearing|of|carrying|made|non-[\w-]+|other than|except|not|native"
    r"|breathing|whose|has|have|having|is|are|can|under|among|it|speaks|understands|sees|hears|knows"
    r"|worships|shares|wears)\b|[\w'-]+$)[^.;]{0,120}$",
    re.I,
)
_ACTS = re.compile(
    r"\b(?:starts?|ends?|enters?|moves?|touch(?:es)?|takes?|casts?|hits?|attacks?|regains?|turns?|DC "
    r"\d+)\b|\d+d\d",
    re.I,
)


def sorts_out(draft: Draft, left: str) -> bool:
    """Whether what was left of a target only says which creatures: kept as a note, and the effects say so.

    >>> draft = Draft()
    >>> sorts_out(draft, "has an Intelligence of 8 or higher"), sorts_out(draft, "starts its turn there")
    (True, False)
    """
    if _FILTER.match(left) is None or _ACTS.search(left):
        return False
    draft.fields["some_only"] = True
    draft.beyond.append(left)
    return True
