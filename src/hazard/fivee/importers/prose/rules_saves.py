"""Saving throws as 2014 words them, and what a success or a second throw changes."""

from __future__ import annotations

import re

from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.targets import read_target, sorts_out
from hazard.fivee.importers.prose.text import shown
from hazard.fivee.importers.prose.words import ABILITY, CONDITION, TARGET, TYPES, ability, conditions

RULES = Rules()

_THROW = (
    rf"(?:must|then|can) (?:also |then )?(?:succeed on|make"
    rf"|makes?)(?: on)? an? DC (?P<dc>\d+) (?P<ability>{ABILITY}) (?:saving throw|save)"
    r"(?: against (?:this magic|disease|poison|being (?:magically )?\w+))?"
)
_TAIL = (
    r"(?:, unless § is incapacitated)?(?:,? or (?=[a-z])(?!(?!its?\b|the\b|be\b)[^.]*\bDC \d)|(?=[ ,.;]|$))"
)


@RULES.add(rf"(?:{TARGET}|each target|each of those creatures) {_THROW}{_TAIL}")
def target_saves(reader: Reader, found: re.Match[str]) -> bool | None:
    """It must succeed on a DC 11 Strength saving throw or …"""
    if not 1 <= int(found["dc"]) <= 40:
        return False
    reader.draft.ask_save(ability(found["ability"]), int(found["dc"]))
    return None


@RULES.add(
    rf"(?P<who>(?:each|one|every|any|all|up to|enemies|undead|a|an|the attacker|those|everyone|anyone|"
    rf"creatures|nonmagical creatures|living creatures)\b[^.]*?) {_THROW}{_TAIL}"
)
def somebody_saves(reader: Reader, found: re.Match[str]) -> bool | None:
    """Each creature in that area must make a DC 21 Dexterity saving throw, …"""
    draft = reader.draft
    if not 1 <= int(found["dc"]) <= 40 or re.search(
        r"starts? its turn|enters|ends its turn|moves|touches|takes", found["who"]
    ):
        return False
    known = dict(draft.fields)
    left = read_target(draft, found["who"])
    if left and not sorts_out(draft, left):
        draft.fields = known
        draft.leftover.append(shown(left))
    point = draft.fields.pop("point_range", None)
    if point is not None and "area" in draft.fields:
        draft.fields["area"]["range"] = point
    draft.ask_save(ability(found["ability"]), int(found["dc"]))
    return None


@RULES.add(r"on a fail(?:ed save|ed saving throw|ure)\b,?|(?:if|when) the (?:save|saving throw) fails,")
def on_failure(reader: Reader, found: re.Match[str]) -> bool | None:
    """On a failed save, …"""
    draft = reader.draft
    if draft.last_save is None:
        return False
    if draft.fields.get("second_throw"):
        draft.begin_section("second")
    draft.save = draft.last_save
    before = reader.text[: found.start()].rstrip(" ,")
    if before and before[-1] not in ".\n:;" and draft.effects and draft.effects[-1].save is None:
        draft.effects[-1].save = draft.last_save  # "takes 7 (2d6) fire damage on a failed save"
    return None


@RULES.add(
    r"(?:,? ?or )?half as much on a success(?=[,.]|$| and)"
    r"|(?:,? ?or )?half(?: of)?(?: that(?: amount| damage| much)?)? on a success(?=[,.;]|$| and)"
    r"|(?:,? ?or )?half (?:as much |the (?:\w+ )?)?damage(?: on a success(?:ful one"
    r"|ful save)?)?(?: only)?(?=[,.]|$| and)"
)
def half(reader: Reader, found: re.Match[str]) -> bool | None:
    """… or half as much damage on a successful one.  Success: Half damage."""
    save = reader.draft.last_save
    if save is None:
        return False
    save.half = True
    return None


_TYPED = rf"(?:{TYPES})(?:(?:,| and|, and) (?:{TYPES}))*"
_NOT = (
    rf"(?:(?:isn't|aren't|doesn't|avoids|but|and|or|nor|not|also|become|be|fall|get|suffer"
    rf"|being|knocked|magically|otherwise|any|additional|other|the|its|effects?|further|movement|speed"
    rf"|affected"
    rf"|reduced|halved|slowed|pushed|pulled|moved|thrown|away|back|turned|set on fire|on fire|ignited|ignite"
    rf"|{CONDITION})\b[ ,]*)+"
)


@RULES.add(
    rf"(?:on a success),? (?:{TARGET} )?takes (?:only )?half (?:as much|the|of the|that)?"
    rf" ?(?P<types>{_TYPED} )?"
    rf"(?:damage)?(?P<not>,? ?(?:and|but) {_NOT})?(?=[.,;]|$)"
)
def half_on_success(reader: Reader, found: re.Match[str]) -> bool | None:
    """On a success, the creature takes half the fire and cold damage and isn't knocked prone."""
    save = reader.draft.last_save
    if save is None or "damage" not in found[0]:
        return False
    said = set(re.findall(TYPES, found["types"].lower())) if found["types"] else set()
    dealt = {part.type for effect in reader.draft.effects if effect.save is save for part in effect.damage}
    if said and not dealt <= said:
        return False  # a success halves some of the damage, and our saves halve all of it
    save.half = True
    return None


@RULES.add(
    rf"(?:(?:on a success),? )?(?:{TARGET}|it)? ?(?:isn't|doesn't|avoids) {_NOT}(?: on a success)?(?=[.,;]|$)"
)
def nothing_on_success(reader: Reader, found: re.Match[str]) -> bool | None:
    """… and isn't knocked prone (on a success: what only a failure does)"""
    return None if reader.draft.last_save is not None and "success" in _sentence(reader, found) else False


def _sentence(reader: Reader, found: re.Match[str]) -> str:
    """Return the sentence that a match stands in."""
    start = max(reader.text.rfind(stop, 0, found.start()) for stop in ".\n") + 1
    ends = [place for stop in ".\n" if (place := reader.text.find(stop, found.end())) >= 0]
    return reader.text[start : min(ends, default=len(reader.text))].lower()


@RULES.add(
    rf"(?:on a success,? (?:{TARGET} )?(?:takes )?|(?:or )?(?:takes )?)no(?:thing| damage| effect)"
    rf"(?: on a success| happens)?(?=[.,;]|$)"
    rf"|on a success,? (?:{TARGET} )?is(?:n't affected| unaffected| unharmed)(?=[.,;]|$)"
)
def no_effect(reader: Reader, found: re.Match[str]) -> bool | None:
    """On a success, the creature takes no damage."""
    return None if reader.draft.last_save is not None and "success" in found[0].lower() else False


@RULES.add(r"on a failed (?:save|saving throw)(?=[,.])")
def failed(reader: Reader, found: re.Match[str]) -> None:
    """… on a failed save (after the damage)."""


@RULES.add(
    rf"(?:{TARGET}|it) can (?:resist|avoid|negate|end) (?:this|the|these) effects? (?:with|by making|by"
    rf" succeeding on) an? (?:successful )?DC (?P<dc>\d+) (?P<ability>{ABILITY}) saving throw"
)
def resisted(reader: Reader, found: re.Match[str]) -> bool | None:
    """The target can resist this effect with a successful DC 15 Wisdom saving throw."""
    draft = reader.draft
    free = [effect for effect in draft.effects if effect.save is None and not effect.scope.on_self]
    if not free or not 1 <= int(found["dc"]) <= 40:
        return False
    draft.ask_save(ability(found["ability"]), int(found["dc"]))
    for effect in free:
        effect.save = draft.last_save
    return None


_REPEATS = (
    rf"(?:{TARGET}|each target|an affected \w+|the \w+ (?:target|creature)|an? \w+ (?:target"
    rf"|creature)) (?:can )?(?:also )?(?:repeats? (?:the|this|that|its) (?:saving throw|save))"
)
_ENDING = (
    r"(?:,? (?:regaining consciousness|waking up|shaking off the effect|recovering)(?: on a success)?"
    r"|,? ?ending (?:the effect|it|the \w+ condition|the condition"
    r"|this effect|both effects|the \w+ effect|the (?:curse|charm|fear|poison|blindness|paralysis|spell"
    r"|madness|sleep|possession|hold)) (?:on (?:itself|it|the (?:creature|target)) )?(?:on"
    r"|with) a success(?:ful save)?)?"
)


@RULES.add(
    rf"(?:{_REPEATS}|repeats? the save) (?:at|on) (?:the (?P<when>end"
    rf"|start) of )?each of its turns{_ENDING}"
)
@RULES.add(rf"at the (?P<when>end|start) of each of its turns, {_REPEATS}{_ENDING}")
def repeat(reader: Reader, found: re.Match[str]) -> bool | None:
    """The target can repeat the saving throw at the end of each of its turns, …"""
    draft = reader.draft
    if not draft.recent and not draft.recent_modifiers:
        return _ends_what_is_told(reader, found)
    when = "start_of_turn" if (found["when"] or "").lower() == "start" else "end_of_turn"
    for infliction in draft.recent:
        infliction.repeat_save = when
    for modifier in draft.recent_modifiers:
        modifier["repeat_save"] = "end_of_turn"
    return None


def _ends_what_is_told(reader: Reader, found: re.Match[str]) -> bool | None:
    """A repeated save against what is kept in words only (a case, a state) is kept in words."""
    draft = reader.draft
    told = [effect for effect in draft.effects if effect.scope.situation or effect.besides]
    if draft.last_save is None or not any(effect.save is draft.last_save for effect in told):
        return False
    draft.beyond.append(shown(found[0]))
    return None


@RULES.add(
    rf"(?:whenever {TARGET} takes damage, )?{_REPEATS}(?: whenever it takes damage)?{_ENDING}"
    rf"(?=\.|$)"
)
def repeat_on_damage(reader: Reader, found: re.Match[str]) -> bool | None:
    """Whenever the target takes damage, it repeats the save."""
    if "takes damage" not in found[0] or not reader.draft.recent:
        return False
    for infliction in reader.draft.recent:
        infliction.repeat_save = "on_damage"
    return None


@RULES.add(
    rf"each time §[^.,]* do(?:es)? anything harmful to the target, {TARGET} can repeat the saving"
    rf" throw{_ENDING}"
    rf"|if the target suffers any harm[^.,]*, {TARGET} can repeat the saving throw{_ENDING}"
)
def repeat_on_harm(reader: Reader, found: re.Match[str]) -> bool | None:
    """Each time the vampire does anything harmful to the target, it can repeat the saving throw."""
    for infliction in reader.draft.recent:
        infliction.repeat_save = "on_damage"
    return None if reader.draft.recent else False


@RULES.add(
    r"on a success, the effect ends(?: on the target| for the creature| on it)?"
    r"|the effect ends on a success(?:ful save)?"
    r"|if a creature's saving throw is successful, the effect ends (?:on|for) it"
)
def success_ends(reader: Reader, found: re.Match[str]) -> bool | None:
    """On a success, the effect ends."""
    return None if reader.draft.recent or reader.draft.recent_modifiers else False


@RULES.add(
    rf"(?:{TARGET}|the restrained (?:target|creature)|and)? ?(?:must repeat"
    rf"|repeats) the (?:saving throw|save) at the end of its next turn"
    rf"(?: if it is still \w+)?{_ENDING}"
    r"|(?:,? )?(?:at which point|when) it repeats the save"
)
def second_throw(reader: Reader, found: re.Match[str]) -> bool | None:
    """It must repeat the saving throw at the end of its next turn. (A failure then is worse.)"""
    draft = reader.draft
    if not draft.recent:
        return False
    for infliction in draft.recent:
        infliction.repeat_save, infliction.until = "end_of_turn", "duration"
    draft.fields["second_throw"] = True
    return None


@RULES.add(
    rf",? ?becoming (?P<worse>{CONDITION})(?: [^.,;\d]{{1,40}}?)? on a failed save(?:,? (?:or|and) ending "
    rf"the effect(?: on itself)?"
    r" on a success)?"
)
def worse_the_second_time(reader: Reader, found: re.Match[str]) -> bool | None:
    """… must repeat the save at the end of its next turn, becoming petrified on a failure …"""
    draft = reader.draft
    if not draft.recent or not draft.fields.get("second_throw"):
        return False
    draft.recent[-1].becomes = conditions(found["worse"])[0]
    return None


@RULES.add(r"after 1 minute, it succeeds automatically")
def succeeds_in_the_end(reader: Reader, found: re.Match[str]) -> bool | None:
    """After 1 minute, it succeeds automatically."""
    draft = reader.draft
    for infliction in draft.recent:
        infliction.rounds = 10
    for modifier in draft.recent_modifiers:
        modifier["rounds"] = 10
    return None if draft.recent or draft.recent_modifiers else False


_IMMUNE = r"(?:is|becomes?) immune to [\w§' ()-]*? for (?:the next )?(?:24 hours|1 (?:minute|hour|day))"


@RULES.add(
    rf"if (?:a|the) (?:creature|target)'s saving throw is successful"
    rf"(?P<over> or the effect ends for it)?,? (?:{TARGET}) {_IMMUNE}"
    rf"|(?:a|the) target that success?fully saves {_IMMUNE}"
    rf"|(?:a|any|the) (?:target|creature) (?:that|who) (?:succeeds|saves|makes its save)(?: (?:on|against) "
    rf"(?:the|this|its)"
    rf" (?:saving throw|save|effect))? {_IMMUNE}"
    rf"|(?:on a success(?:ful saving throw)?, )?(?:{TARGET}) {_IMMUNE}"
    rf"(?: after succeeding on the saving throw[^.]*)?"
    rf"|if the (?:target|creature) (?:successfully saves"
    rf"|succeeds)[^.,]*(?P<ended>, or if the effect (?:on it )?ends(?: on it| for it)?)?, (?:{TARGET}) "
    rf"{_IMMUNE}"
)
def immune_afterwards(reader: Reader, found: re.Match[str]) -> None:
    """Who saved is immune to it for the next 24 hours; often also whoever it has ended for."""
    reader.draft.fields["once_per_target"] = True
    if found["over"] or found["ended"]:
        reader.draft.fields["ends_for_good"] = True
