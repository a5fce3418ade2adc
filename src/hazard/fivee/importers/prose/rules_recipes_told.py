"""What a multiattack says beside its combinations, and our recipes cannot: kept in its words."""

from __future__ import annotations

import re

from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.rules_recipes import ACTION_NAME, resolve
from hazard.fivee.importers.prose.text import shown

RULES = Rules()


@RULES.add(
    r"if (?:it|the \w+|that attack|this attack|the first) hits?(?: (?:a|the|the same) (?:creature|target))?, "
    r"(?=(?:§|it) (?:can )?(?:then )?(?:makes?|uses?))"
)
def only_after_a_hit(reader: Reader, found: re.Match[str]) -> bool | None:
    """It makes one bite attack. If it hits, it makes two claw attacks."""
    if not reader.draft.recipes:
        return False
    reader.draft.told.append(shown(found[0]))
    return None


@RULES.add(
    r"with (?:dis)?advantage(?: on the (?:attack )?rolls?)?(?=[.;,]|$)"
    r"|(?:and )?(?:the|each) target has (?:dis)?advantage on the (?:saving throw|save)(?=[.;,]|$)"
)
def rolled_otherwise(reader: Reader, found: re.Match[str]) -> bool | None:
    """… makes a greatclub attack against the attacker with disadvantage"""
    draft = reader.draft
    if not draft.recipes:
        return False
    draft.told.append(shown(found[0]))
    return None


@RULES.add(
    rf"(?:and )?(?:then )?(?:§|it) (?:can )?uses? (?:its )?(?P<name>{ACTION_NAME}) on (?:it|(?:the|that) "
    rf"(?:target"
    rf"|creature))(?=[.,;]|$)"
)
def used_on_it(reader: Reader, found: re.Match[str]) -> bool | None:
    """If both attacks hit, the target is grappled, and the lurker uses its Smother on it."""
    draft = reader.draft
    if resolve(draft, found["name"]) is None or not draft.effects:
        return False
    draft.effects[-1].besides.append("in_words")
    draft.told.append(shown(found[0]))
    return None


@RULES.add(
    r"(?:it|§) can't (?:make both (?:of these )?attacks against|target|attack) the same (?:target"
    r"|creature)[^.;]{0,40}"
)
def different_targets(reader: Reader, found: re.Match[str]) -> bool | None:
    """It can't make both attacks against the same target: not a thing that our recipes can say."""
    if not reader.draft.recipes + reader.draft.closed:
        return False
    reader.draft.told.append(shown(found[0]))
    return None
