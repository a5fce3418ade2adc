"""Damage: several types, choices between two, drains, and damage again every turn."""

from __future__ import annotations

import copy
import re
from dataclasses import replace

from hazard.fivee.importers.prose.draft import DamagePart, EffectDraft, Variant
from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.text import shown
from hazard.fivee.importers.prose.words import (
    AMOUNT,
    CONDITION,
    DAMAGE,
    DICE,
    TARGET,
    TYPES,
    conditions,
    damage_dice,
)

RULES = Rules()

_EXTRA = r"(?:an (?:extra|additional) )?"
_SECOND = (
    DAMAGE.replace("(?P<printed>", "(?P<printed2>")
    .replace("(?P<dice>", "(?P<dice2>")
    .replace("(?P<type>", "(?P<type2>")
    .replace("(?P<other>", "(?P<other2>")
)
_AGAIN = re.compile(
    r"(?: on a failed save)? (?:at the (?:start|end) of (?:each|every|its|that|the|§)|(?:each|every) "
    r"(?:time|turn|round|minute"
    r"|hour|day)|per |for each)",
    re.I,
)
"""What makes of damage one that comes again, or more often."""
_EITHER = rf"{DAMAGE}[, -]*or {_SECOND}"


def _first(reader: Reader, found: re.Match[str]) -> DamagePart:
    dice = damage_dice(found["printed"], found["dice"])
    return reader.draft.add_damage(int(found["printed"]), dice, found["type"])


def _second(reader: Reader, found: re.Match[str]) -> DamagePart:
    dice = damage_dice(found["printed2"], found["dice2"])
    reader.draft.check_average(int(found["printed2"]), dice)
    return DamagePart(dice, found["type2"].lower())


@RULES.add(rf"{DAMAGE} in melee or {_SECOND} at range")
def melee_or_range(reader: Reader, found: re.Match[str]) -> bool | None:
    """9 (2d6 + 2) piercing damage in melee or 5 (1d6 + 2) piercing damage at range"""
    draft = reader.draft
    attack = draft.fields.get("attack")
    if attack is None or "reach" not in attack or "range" not in attack:
        return False
    part = _first(reader, found)
    draft.fields["attack"] = {
        key: value for key, value in attack.items() if key not in ("range", "long_range")
    }
    thrown = {key: value for key, value in attack.items() if key != "reach"}
    _vary(reader, "at range", part, _second(reader, found), attack=thrown)
    return None


def _vary(reader: Reader, label: str, old: DamagePart, new: DamagePart, **changes: object) -> None:
    """Keep the choice; the variant is made when all of the action is known."""
    variant = Variant(label, dict(changes))
    variant.changes["swap"] = (old, new)
    reader.draft.variants.append(variant)


@RULES.add(rf"{_EITHER} (?:if|when) (?:used|wielded) with two hands(?: to make a melee attack)?")
def versatile(reader: Reader, found: re.Match[str]) -> None:
    """… or 8 (1d10 + 3) slashing damage if used with two hands"""
    part = _first(reader, found)
    attack = reader.draft.fields.get("attack") or {}
    melee = {key: value for key, value in attack.items() if key not in ("range", "long_range")}
    changes = {"attack": melee} if "reach" in melee and melee != attack else {}
    _vary(reader, "two hands", part, _second(reader, found), **changes)


_ALSO = rf"\d{{1,6}}(?: ?\({DICE}\))? (?:{TYPES}) damage"


@RULES.add(
    rf"{DAMAGE} plus (?P<more>{_ALSO}),? or {_SECOND} plus (?P=more) (?:if|when) (?:used|wielded) with"
    rf" two hands"
    rf"(?: to make a melee attack)?"
)
def versatile_and_more(reader: Reader, found: re.Match[str]) -> None:
    """4 (1d6) piercing damage plus 7 (2d6) poison damage, or 5 (1d8) … plus 7 (2d6) … with two hands"""
    versatile(reader, found)
    more = re.fullmatch(DAMAGE, found["more"], re.I)
    if more is not None:
        _first(reader, more)


@RULES.add(rf"{_EITHER} (?P<form>while enlarged|in \w+(?: or \w+)? form|with shillelagh)")
def form(reader: Reader, found: re.Match[str]) -> None:
    """… or 11 (2d8 + 2) piercing damage while enlarged"""
    part = _first(reader, found)
    _vary(reader, found["form"].lower(), part, _second(reader, found))


_SITUATIONS = [
    (r"if § (?:has half of its hit points or fewer|is bloodied)", "source_bloodied", "source_not_bloodied"),
    (r"if the target is bloodied", "target_bloodied", "target_not_bloodied"),
    (r"if § had advantage on the attack roll", "advantage", "no_advantage"),
    (r"if the target is grappled by §", "target_grappled_by_source", "target_not_grappled_by_source"),
]


@RULES.add(rf"{_EITHER} (?P<if>{'|'.join(pattern for pattern, _, _ in _SITUATIONS)})-?")
def situation(reader: Reader, found: re.Match[str]) -> None:
    """10 (4d4) piercing damage, or 5 (2d4) … if the swarm has half of its hit points or fewer"""
    draft = reader.draft
    so, otherwise = next(
        (yes, no) for pattern, yes, no in _SITUATIONS if re.fullmatch(pattern, found["if"], re.I)
    )
    before = draft.scope
    draft.scope = replace(before, only_if=otherwise)
    _first(reader, found)
    draft.scope = replace(before, only_if=so)
    draft.effect().damage.append(_second(reader, found))
    draft.scope = before


@RULES.add(
    rf"{_EITHER} (?:if|when|against) (?:the target|it|a target|targets?|a creature|creatures)?"
    rf"(?: that)? ?(?:is|are|has the|have the)? (?P<state>{CONDITION})(?: condition)?(?=[.,;]|$| and )"
)
def to_the_helpless(reader: Reader, found: re.Match[str]) -> None:
    """11 (2d6 + 4) slashing damage, or 14 (3d6 + 4) slashing damage if the target is frightened"""
    draft = reader.draft
    state = conditions(found["state"])[0]
    before = draft.scope
    draft.scope = replace(before, spares=(*before.spares, state))
    _first(reader, found)
    draft.scope = replace(before, on_conditions=(state,))
    draft.effect().damage.append(_second(reader, found))
    draft.scope = before


@RULES.add(rf"{_EITHER} (?P<case>(?:if|when|while|against|on) [^.;,()]{{4,110}})(?=[.,;]|$)")
def in_another_case(reader: Reader, found: re.Match[str]) -> bool | None:
    """10 (3d6) fire damage, or 21 (6d6) fire damage if the target is standing in oil"""
    if re.search(r"\b(?:succ|fail|save)|\d+d\d|\bDC\b", found["case"], re.I):
        return False
    draft = reader.draft
    _first(reader, found)
    before = draft.scope
    draft.scope = replace(before, situation=f"instead, {shown(found['case'])}")
    draft.effect().damage.append(_second(reader, found))
    draft.scope = before
    return None


@RULES.add(
    rf"{DAMAGE},? or (?P<printed2>\d{{1,6}})(?: ?\((?P<dice2>{DICE})\)) (?:damage )?"
    rf"(?P<if>{'|'.join(pattern for pattern, _, _ in _SITUATIONS)})"
)
def situation_of_one_type(reader: Reader, found: re.Match[str]) -> None:
    """7 (3d4) slashing damage or 5 (2d4) if the swarm has half of its hit points or fewer"""
    draft = reader.draft
    so, otherwise = next(
        (yes, no) for pattern, yes, no in _SITUATIONS if re.fullmatch(pattern, found["if"], re.I)
    )
    before = draft.scope
    draft.scope = replace(before, only_if=otherwise)
    part = _first(reader, found)
    dice = damage_dice(found["printed2"], found["dice2"])
    draft.check_average(int(found["printed2"]), dice)
    draft.scope = replace(before, only_if=so)
    draft.effect().damage.append(DamagePart(dice, part.type))
    draft.scope = before


@RULES.add(rf"plus {DAMAGE} if the attack roll had advantage")
def more_with_advantage(reader: Reader, found: re.Match[str]) -> None:
    """… plus 2 (1d4) slashing damage if the attack roll had Advantage"""
    draft = reader.draft
    before = draft.scope
    draft.scope = replace(before, only_if="advantage")
    _first(reader, found)
    draft.scope = before


@RULES.add(
    rf"(?:{TARGET} )?takes {_EXTRA}{DAMAGE} at the (?P<when>start|end) of each of (?P<whose>its|§'s) turns"
)
@RULES.add(
    rf"(?:in addition, )?at the (?P<when>start|end) of each of (?P<whose>its|the target's"
    rf"|§'s) turns, (?:{TARGET}) takes {DAMAGE}"
)
def again_and_again(reader: Reader, found: re.Match[str]) -> bool | None:
    """… takes 7 (2d6) piercing damage at the start of each of its turns"""
    draft = reader.draft
    parent = draft.parent or (draft.recent[-1] if draft.recent else None)
    if parent is None or parent.ongoing is not None or any(s.lasts is parent for s in draft.states.values()):
        return False
    dice = damage_dice(found["printed"], found["dice"])
    draft.check_average(int(found["printed"]), dice)
    parent.ongoing = DamagePart(dice, found["type"].lower()).text
    source = "source_" if found["whose"] == "§'s" else ""
    parent.ongoing_at = f"{found['when'].lower()}_of_{source}turn"
    return None


@RULES.add(rf"(?:{TARGET} )?(?:take|takes|taking|suffers?)? ?(?:plus )?{_EXTRA}{DAMAGE}")
def damage(reader: Reader, found: re.Match[str]) -> bool | None:
    """7 (2d4 + 2) piercing damage plus 3 (1d6) fire damage"""
    if reader.draft.section == "success" or _AGAIN.match(reader.rest):
        return False  # not this once
    part = _first(reader, found)
    for other in re.findall(TYPES, (found["other"] or "").lower()):
        _vary(reader, other, part, replace(part, type=other))
    return None


def _dealt(reader: Reader, kind: str | None) -> EffectDraft | None:
    """Return the effect with the damage that a drain speaks of; that damage becomes an effect of its own."""
    draft = reader.draft
    for index in range(len(draft.effects) - 1, -1, -1):
        effect = draft.effects[index]
        parts = [part for part in effect.damage if kind is None or part.type == kind.lower()]
        if not parts:
            continue
        others = [part for part in effect.damage if part not in parts]
        if others:
            rest = EffectDraft(effect.scope, effect.save, damage=others)
            draft.effects.insert(index, rest)
            effect.damage = parts
        return effect
    return None


@RULES.add(
    r"(?:(?:the|a) (?:target|creature)'s |its )?hit point maximum (?:is reduced"
    r"|decreases) by an amount equal to (?:the|that) (?:(?P<type>\w+) )?damage(?: taken)?"
    r"|have its hit point maximum reduced by an amount equal to the (?P<type2>\w+ )?damage taken"
)
def drain(reader: Reader, found: re.Match[str]) -> bool | None:
    """The target's hit point maximum is reduced by an amount equal to the necrotic damage taken."""
    draft = reader.draft
    kind = found["type"] or (found["type2"] or "").strip() or None
    if draft.save is not None and draft.section in ("hit", "both"):
        draft.effect().drains_maximum = True  # a save of its own, against the drain alone
        return None
    dealt = _dealt(reader, kind)
    if dealt is None:
        return False
    dealt.drains_maximum = True
    return None


@RULES.add(
    r"§ (?:magically )?regains (?:a number of )?hit points equal to (?:that amount"
    r"|the (?P<type>\w+ )?damage(?: the (?:creature|target) takes| dealt| taken)?"
    r"|half the damage dealt)"
)
def heals_itself(reader: Reader, found: re.Match[str]) -> bool | None:
    """… and the vampire regains hit points equal to that amount"""
    dealt = _dealt(reader, (found["type"] or "").strip() or None)
    if dealt is None or "half" in found[0]:
        return False
    dealt.heals_source = True
    return None


@RULES.add(
    r"(?:this|the) reduction (?:to the target's hit point maximum )?lasts until (?:the (?:target"
    r"|creature) finishes a long rest|removed by [^.]*)"
    r"|(?:the target|it|the creature|a creature) dies if (?:its hit point maximum is reduced to 0"
    r"|(?:this|the|that)[\w ]{0,20}"
    r" reduces its hit point maximum to 0)"
)
def drain_ends(reader: Reader, found: re.Match[str]) -> bool | None:
    """The reduction lasts until the target finishes a long rest. The target dies if … to 0."""
    return None if any(effect.drains_maximum for effect in reader.draft.effects) else False


_STABLE = (
    r"(?:(?:is|becomes) stable,? (?:but|and(?: it)?) (?:has the )?poisoned"
    r"(?: condition)? for 1 hour(?:, even after regaining hit points)?"
    r"(?:,? and (?:is )?paralyzed while poisoned in this way)?)"
)


@RULES.add(
    rf"if (?:the (?:poison )?damage|this damage) reduces the (?:target|creature) to 0 hit points,"
    rf" (?:the target|the creature|it) {_STABLE}"
    rf"|if the target is reduced to 0 hit points by this attack, the target {_STABLE}"
    rf"|a creature reduced to 0 hit points by (?:§|an? [\w ]+?) {_STABLE}"
)
def stable(reader: Reader, found: re.Match[str]) -> bool | None:
    """If the poison damage reduces the target to 0 hit points, the target is stable but poisoned …"""
    dealt = next((effect for effect in reversed(reader.draft.effects) if effect.damage), None)
    if dealt is None:
        return False
    dealt.at_zero = "stable"
    reader.draft.beyond.append(shown(found[0]))
    reader.draft.fields["stable"] = True
    return None


@RULES.add(
    r"(?:a creature|the target) dies(?: and turns to dust)? if "
    r"(?:it is )?reduced to 0 hit points by this attack"
    r"|(?:a|the|any) (?:creature|target) (?:that is )?reduced to 0 hit points by (?:this|the)"
    r" (?:attack|damage|effect) dies(?=[.,]|$)[^.]*"
    r"|if this damage reduces the (?:target|creature) to 0 hit points, (?:it|the target|the creature)"
    r" dies(?=[.,]|$)[^.]*"
)
def dies_at_zero(reader: Reader, found: re.Match[str]) -> bool | None:
    """A creature dies and turns to dust if reduced to 0 Hit Points by this attack."""
    dealt = [effect for effect in reader.draft.effects if effect.damage]
    for effect in dealt:
        effect.at_zero = "dies"
    return None if dealt else False


@RULES.add(
    r"while (?:poisoned|it has the poisoned condition), the target (?:also )?has the paralyzed condition"
)
def stable_and_paralyzed(reader: Reader, found: re.Match[str]) -> bool | None:
    """While Poisoned, the target also has the Paralyzed condition. (It lies at 0 hit points.)"""
    return None if reader.draft.fields.get("stable") else False


@RULES.add(rf"(?:{TARGET}|§) (?:magically )?regains {AMOUNT} hit points")
def heal(reader: Reader, found: re.Match[str]) -> bool | None:
    """The target magically regains 20 (4d8 + 2) hit points."""
    draft = reader.draft
    dice = damage_dice(found["printed"], found["dice"])
    draft.check_average(int(found["printed"]), dice)
    itself = found[0].startswith("§")
    before = draft.scope
    if itself and draft.effects:
        draft.scope = replace(before, on_self=True)
    elif itself:
        draft.fields["who"] = "self"
    else:
        draft.fields.setdefault("who", "ally")
    draft.effect().heal = dice
    draft.scope = before
    return None


@RULES.add(rf"(?:{TARGET}|§) gains {AMOUNT} temporary hit points")
def temporary(reader: Reader, found: re.Match[str]) -> None:
    """The target gains 10 (3d6) temporary hit points."""
    draft = reader.draft
    dice = damage_dice(found["printed"], found["dice"])
    draft.check_average(int(found["printed"]), dice)
    draft.effect().temporary_hit_points = dice
    draft.fields.setdefault("who", "self" if found[0].startswith("§") else "ally")


def swapped(effects: list[EffectDraft], old: DamagePart, new: DamagePart) -> list[EffectDraft]:
    """Return copies of effects with one part of the damage in place of another."""
    memo: dict[int, object] = {id(old): new}
    return copy.deepcopy(effects, memo)


@RULES.add(
    r" ?\((?:ignoring|ignores|which ignores|that ignores|bypass\w*|this damage|the damage)[^()\d]{3,80}\)"
)
def how_it_hurts(reader: Reader, found: re.Match[str]) -> bool | None:
    """… force damage (ignoring resistance)"""
    draft = reader.draft
    if not draft.effects:
        return False
    draft.effects[-1].besides.append("in_words")
    draft.told.append(shown(found[0]))
    return None
