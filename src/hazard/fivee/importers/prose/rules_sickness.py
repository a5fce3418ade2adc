"""Diseases and curses that work on the days after: kept as a note, with the save that stands before them."""

from __future__ import annotations

import re
from dataclasses import replace

from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.targets import KINDS
from hazard.fivee.importers.prose.text import shown
from hazard.fivee.importers.prose.words import ABILITY, TARGET

RULES = Rules()

_CATCH = (
    r"(?:contracts?|catch(?:es)?|becomes? infected|be infected|is infected|becomes? diseased|be diseased"
    r"|be afflicted with|be exposed to|be cursed with [^.]{0,60}?(?:lycanthropy|curse \(see)"
    r"|suffer from [\w' ]{1,40} \(see)"
)


_AT_ONCE = re.compile(
    r"until the (?:disease|curse)|while (?:cursed|diseased|infected)|(?:cursed|diseased|infected)"
    r" (?:target|creature) (?:can't|has|takes)",
    re.I,
)
"""Words of a disease or a curse that works at once."""


@RULES.add(
    rf"(?:(?:and,? )?if (?:the target|it|the creature|that creature) is [^.,]{{1,60}}, )?(?:(?:{TARGET}|"
    rf"it) )?must"
    rf" (?:also )?(?:succeed on|make) an? DC \d+ (?:{ABILITY}) saving throw(?: against disease)?,? or"
    rf" {_CATCH}[^.]*"
    rf"|if an? [^.,]{{3,80}}, it {_CATCH}[^.]*"
    rf"|{_CATCH}(?= [^.]*(?:disease|fever|pox|rot|plague|lycanthropy|see ))[^.]*"
)
def infected(reader: Reader, found: re.Match[str]) -> bool | None:
    """… must succeed on a DC 13 Constitution saving throw or contract marsh fever (see the sidebar)"""
    if _AT_ONCE.search(reader.rest):
        return False
    reader.draft.beyond.append(shown(found[0]))
    return None


_KINDS = rf"(?P<kinds>(?:{KINDS})s?(?:(?:,| or| and|, or|, and) (?:{KINDS})s?)*)"


@RULES.add(
    rf"{_KINDS} (?:are|is) (?:immune to|unaffected by) (?:this|the|§'s) [^.]*"
    rf"|(?:this|the|§'s|[A-Z]\w+) ?[\w' ]{{0,40}} (?:has no effect on|doesn't affect)"
    rf" {_KINDS.replace('kinds>', 'kinds2>')}(?=[.,]|$)"
    rf"|{_KINDS.replace('kinds>', 'kinds3>')} (?:creatures )?automatically succeed on (?:this|the)"
    rf" saving throw"
)
def spared(reader: Reader, found: re.Match[str]) -> bool | None:
    """Constructs and Undead are immune to this effect."""
    kinds = tuple(re.findall(KINDS, (found["kinds"] or found["kinds2"] or found["kinds3"]).lower()))
    if not reader.draft.effects:
        return False
    for effect in reader.draft.effects:
        effect.scope = replace(effect.scope, spares=tuple(dict.fromkeys((*effect.scope.spares, *kinds))))
    return None


@RULES.add(
    r"(?:the|this|an?) (?:disease|infection|infected (?:target|creature)|diseased (?:target|creature))\b[^.]*"
    r"(?:long rest|24 hours|each day|every day|days?|restoration|cured|greater|lesser)[^.]*"
    r"|(?:it|the target|the creature) can (?:only )?be cured [^.]*|[^.]*\blesser"
    r" restoration\b[^.]*(?:disease|cure)[^.]*"
)
def over_days(reader: Reader, found: re.Match[str]) -> bool | None:
    """The disease can be cured only by magic; an infected creature saves again every day."""
    if re.search(r"attack roll|start of (?:each|its)|speed", found[0], re.I):
        return False
    reader.draft.beyond.append(shown(found[0]))
    return None
