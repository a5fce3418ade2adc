"""Saving throws as 2014 words them, and what a success or a second throw changes."""

from __future__ import annotations

import re

from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.targets import read_target
from hazard.fivee.importers.prose.text import shown
from hazard.fivee.importers.prose.words import ABILITY, TARGET, ability

RULES = Rules()

_THROW = (
    rf"(?:must|then|can) (?:also |then )?(?:succeed on|make"
    rf"|makes?)(?: on)? an? DC (?P<dc>\d+) (?P<ability>{ABILITY}) saving throw"
    r"(?: against (?:this magic|disease|poison|being (?:magically )?\w+))?"
)
_TAIL = (
    r"(?:, unless § is incapacitated)?(?:,? or (?=be|become|take|fall|lose|have|its?|suffer"
    r"|contract|the|drop|die)|(?=[ ,.;]|$))"
)


@RULES.add(rf"(?:{TARGET}|each target|each of those creatures) {_THROW}{_TAIL}")
def target_saves(reader: Reader, found: re.Match[str]) -> bool | None:
    """It must succeed on a DC 11 Strength saving throw or …"""
    if not 1 <= int(found["dc"]) <= 40:
        return False
    reader.draft.ask_save(ability(found["ability"]), int(found["dc"]))
    return None


@RULES.add(rf"(?P<who>(?:each|one|every|any|creatures|a|an)\b[^.]*?) {_THROW}{_TAIL}")
def somebody_saves(reader: Reader, found: re.Match[str]) -> bool | None:
    """Each creature in that area must make a DC 21 Dexterity saving throw, …"""
    draft = reader.draft
    if not 1 <= int(found["dc"]) <= 40 or re.search(
        r"starts? its turn|enters|ends its turn|moves|touches|takes", found["who"]
    ):
        return False
    known = dict(draft.fields)
    left = read_target(draft, found["who"])
    if left:
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
    return None


@RULES.add(
    r"(?:,? ?or )?half (?:as much |the (?:\w+ )?)?damage(?: on a success(?:ful one"
    r"|ful save)?)?(?: only)?(?=[,.]|$| and)"
)
def half(reader: Reader, found: re.Match[str]) -> bool | None:
    """… or half as much damage on a successful one.  Success: Half damage."""
    save = reader.draft.last_save
    if save is None:
        return False
    save.half = True
    return None


@RULES.add(
    rf"(?:on a successful (?:save|saving throw)|if the (?:save|saving throw) is successful"
    rf"|on a success),? (?:{TARGET} )?takes (?:only )?half (?:as much"
    rf"|the)(?: \w+)? ?damage(?:,? (?:and|but) isn't (?:\w+ (?:away )?(?:or )?)*(?:knocked prone"
    rf"|stunned|pushed))?"
)
def half_on_success(reader: Reader, found: re.Match[str]) -> bool | None:
    """On a successful save, the creature takes half as much damage and isn't knocked prone."""
    if reader.draft.last_save is None:
        return False
    reader.draft.last_save.half = True
    return None


@RULES.add(r"on a failed save(?=[,.])")
def failed(reader: Reader, found: re.Match[str]) -> None:
    """… on a failed save (after the damage)."""


_REPEATS = (
    rf"(?:{TARGET}|each target|an affected \w+|the \w+ (?:target|creature)|an? \w+ (?:target"
    rf"|creature)) (?:can )?(?:also )?(?:repeats? the (?:saving throw|save))"
)
_ENDING = (
    r"(?:,? ?ending (?:the effect|it|the \w+ condition|the condition"
    r"|this effect) (?:on itself )?(?:on|with) a success(?:ful save)?)?"
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
        return False
    when = "start_of_turn" if (found["when"] or "").lower() == "start" else "end_of_turn"
    for infliction in draft.recent:
        infliction.repeat_save = when
    for modifier in draft.recent_modifiers:
        modifier["repeat_save"] = "end_of_turn"
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


@RULES.add(r"after 1 minute, it succeeds automatically")
def succeeds_in_the_end(reader: Reader, found: re.Match[str]) -> bool | None:
    """After 1 minute, it succeeds automatically."""
    draft = reader.draft
    for infliction in draft.recent:
        infliction.rounds = 10
    for modifier in draft.recent_modifiers:
        modifier["rounds"] = 10
    return None if draft.recent or draft.recent_modifiers else False


_IMMUNE = r"(?:is|becomes?) immune to [\w§' ()-]*? for (?:the next )?24 hours"


@RULES.add(
    rf"if (?:a|the) (?:creature|target)'s saving throw is successful"
    rf"(?P<over> or the effect ends for it)?,? (?:{TARGET}) {_IMMUNE}"
    rf"|(?:a|the) target that success?fully saves {_IMMUNE}"
    rf"|(?:a|the) target that succeeds on the saving throw {_IMMUNE}"
    rf"|(?:on a successful saving throw, )?(?:{TARGET}) {_IMMUNE}"
    rf"(?: after succeeding on the saving throw[^.]*)?"
    rf"|if the (?:target|creature) (?:successfully saves"
    rf"|succeeds)[^.,]*(?P<ended>, or if the effect on it ends)?, (?:{TARGET}) {_IMMUNE}"
)
def immune_afterwards(reader: Reader, found: re.Match[str]) -> None:
    """Who saved is immune to it for the next 24 hours; often also whoever it has ended for."""
    reader.draft.fields["once_per_target"] = True
    if found["over"] or found["ended"]:
        reader.draft.fields["ends_for_good"] = True
