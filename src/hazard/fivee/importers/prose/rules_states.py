"""States that only one stat block knows: "be disoriented until the end of its next turn".

The word is kept with what it does: "A disoriented creature has disadvantage on attack rolls" is then a change
to rolls that lasts as long. What such a state does beside that is in the note of the row.
"""

from __future__ import annotations

import re
from dataclasses import replace

from hazard.fivee.content.words import CONDITIONS
from hazard.fivee.importers.prose.draft import DamagePart, Inflicted, State
from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.rules_conditions import lasting
from hazard.fivee.importers.prose.text import shown
from hazard.fivee.importers.prose.words import AMOUNT, CONDITION, DAMAGE, TARGET, damage_dice

RULES = Rules()
FIRST = Rules()
"""Tried before all others: of whom a sentence speaks."""

_KNOWN = re.compile(
    rf"\b(?:{CONDITION}|grapple|pushed|pulled|moved|vulnerable|resistant|immune|affected|reduced|cursed|diseased"
    r"|subjected|able|unable|within|halved|safe|free|incapable|not|n't|knocked|swallowed|infected"
    r"|attached|same|charmed|dead|destroyed|killed|slain)\b",
    re.I,
)
_WITHIN_THE_FIGHT = re.compile(r" for \d+ (?:minute|round)", re.I)
_LATER = r"(?= for \d| until |,? for \d|[.,;]|$)"


def _is_used(reader: Reader, word: str) -> bool:
    """Whether a word has a duration, or is spoken of again: then it is a state and no way of putting it."""
    return bool(
        re.match(r"(?:,? for \d| until )", reader.rest, re.I)
        or re.search(rf"\b{re.escape(word.split()[-1])}\b", reader.rest, re.I)
    )


@RULES.add(
    rf"(?:(?:{TARGET}|it) )?(?:be|is|becomes?|are) (?:also |magically |temporarily "
    rf")?(?P<state>[a-z][a-z'-]{{3,20}})"
    rf"(?P<more>(?: (?:by|with|in|from|as|of|on|to)\b[^.,;\d]{{2,70}}?)?){_LATER}"
    rf"|(?:suffers?|receives?|gains?|has|have) (?:an?|the) (?P<state2>[a-z][a-z' -]{{3,30}}"
    rf"(?:wound|curse|mark|brand|effect|madness|affliction|hallucinations?)){_LATER}"
)
def own_state(reader: Reader, found: re.Match[str]) -> bool | None:
    """… or be branded until the start of the cultist's next turn"""
    draft = reader.draft
    word = (found["state"] or found["state2"]).lower()
    own = word == "cursed" and _WITHIN_THE_FIGHT.match(reader.rest)
    if draft.section == "success" or (_KNOWN.search(word) and not own):
        return False
    if draft.save is None and not (draft.fields.get("attack") and _is_used(reader, word)):
        return False
    if found["state"] and not re.search(r"(?:ed|en|ly|ous|unk|ic|ated|wn|ng|d)$", word):
        return False
    state = Inflicted("prone")  # only its duration is used
    effect = draft.effect()
    draft.states[word.split()[-1]] = draft.states[word] = State(state, draft.save, draft.scope, effect)
    if "own_state" not in effect.besides:
        effect.besides.append("own_state")
    draft.told.append(shown(found[0]))
    draft.recent.append(state)
    lasting(reader, [state])
    return None


@RULES.add(
    r"(?:(?:this|the|its) (?:\w+ )?(?:effect|action|light|charm|power)?s? ?(?:works?|functions?|is "
    r"identical|acts?)"
    r" (?:like|to|as)|(?:be |is |becomes? )?(?:as if )?(?:affected|under the (?:influence|effects?)|"
    r"subject(?:ed)?)"
    r" (?:by|of|to)) (?:an?|the) [\w' /-]{3,40} spell[^.\n\d]*"
)
def like_a_spell(reader: Reader, found: re.Match[str]) -> bool | None:
    """This works like the confusion spell. … be affected as if by a bane spell"""
    draft = reader.draft
    if draft.section == "success" or not (draft.save or draft.effects):
        return False
    effect = draft.effect() if draft.save else draft.effects[-1]
    if "own_state" not in effect.besides:
        effect.besides.append("own_state")
    draft.told.append(shown(found[0]))
    return None


@RULES.add(
    rf"(?:and )?(?:it |(?:the|a|an) (?:\w+ )?(?:target|creature) )?(?:takes? {DAMAGE}"
    rf"|loses? {AMOUNT.replace('printed', 'printed3').replace('dice>', 'dice3>')} hit points)"
    r" at the (?P<when>start|end) of each of (?P<whose>its|§'s) turns"
)
def hurts_again(reader: Reader, found: re.Match[str]) -> bool | None:
    """A creature with a bleeding wound loses 5 (1d10) hit points at the start of each of its turns."""
    draft = reader.draft
    state = next((one for one in draft.states.values() if one.lasts is draft.parent), None)
    if state is None or state.effect.burning:
        return False
    groups = found.groupdict()
    printed = groups["printed"] or groups["printed3"]
    dice = damage_dice(printed, groups["dice"] or groups["dice3"])
    draft.check_average(int(printed), dice)
    state.effect.burning = {"damage": DamagePart(dice, (groups["type"] or "untyped").lower()).text}
    if state.lasts.repeat_save == "never" and state.lasts.rounds:
        state.effect.burning["rounds"] = state.lasts.rounds
    source = "source_" if found["whose"].startswith("§") else ""
    moment = f"{found['when'].lower()}_of_{source}turn"
    if moment != "start_of_turn":
        state.effect.burning["at"] = moment
    return None


_SUCH = r"(?:an?|the|each|any|that) (?P<word>[a-z'-]{4,20}) (?:target|creature|humanoid)"


_OF_EVERYBODY = {
    *CONDITIONS, "affected", "cursed", "diseased", "infected", "swallowed", "engulfed", "attached",
    "targeted", "wounded", "turned", "possessed", "marked",
}  # fmt: skip


def _only_such(reader: Reader, found: re.Match[str]) -> None:
    """Keep a state that nobody has named as the case that the sentence speaks of, not as every target's."""
    reader.position = found.end()
    reader.draft.scope = replace(reader.draft.scope, situation=shown(found[0]))


@FIRST.add(
    rf"(?:while|when) (?:(?:it is|so|the target is|the creature is) )?(?P<while>[a-z'-]{{4,20}})"
    rf"(?: in this way)?,|{_SUCH}(?= (?:has|have|takes|can|can't|must|is|isn't|doesn't|loses|makes|suffers|"
    rf"deals|gains|uses|moves)\b)"
    r"|(?:an?|the) (?:target|creature) with (?:an?|the|this) (?P<with>[a-z' -]{4,30})(?= (?:has|takes|can't"
    r"|must|is|loses))"
)
def in_that_state(reader: Reader, found: re.Match[str]) -> bool | None:
    """While branded, …   A disoriented creature …"""
    draft = reader.draft
    word = (found["while"] or found["word"] or found["with"]).lower()
    state = draft.states.get(word)
    if state is None:
        if (
            found["word"] is None
            or draft.save is not None
            or not word.endswith("ed")
            or word in _OF_EVERYBODY
        ):
            return False
        _only_such(reader, found)
        return None
    told = draft.scope.situation  # "Whenever it moves, a cursed creature takes …"
    draft.parent, draft.save, draft.scope = state.lasts, state.save, state.scope
    if told and draft.scope.situation is None:
        draft.scope = replace(draft.scope, situation=told)
    return None
