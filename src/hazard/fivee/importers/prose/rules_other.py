"""Movement, changes to rolls, spells that an action casts, reactions."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.text import shown
from hazard.fivee.importers.prose.words import ABILITY, TARGET

RULES = Rules()


@RULES.add(
    rf"(?:{TARGET} )?(?:is|be)? ?(?:pushed|pulled|flung|thrown|moved|push"
    rf"|pull) (?:up to )?(?P<feet>\d+) ft (?:directly |straight )?(?P<way>away from|toward|closer to"
    rf"|from|away|back)(?: (?:§"
    rf"|itself|it))?(?=[.,;]|$| and | or | in )(?: in a straight line)?"
    rf"|§ (?:can )?(?P<verb>(?:pull|push|move|drag|yank|haul|draw|shove|fling|hurl|knock|throw)(?:s|es)?) "
    rf"(?:the target"
    rf"|it|that creature|the creature|the attacker|each creature grappled by it) (?:up to )?(?P<feet2>\d+) "
    rf"ft (?:straight )?"
    rf"(?P<way2>away from|closer to|toward|away|closer|back)(?: (?:itself|it|§))?(?=[.,;]|$| and )"
)
def push(reader: Reader, found: re.Match[str]) -> bool | None:
    """… is pushed up to 60 feet straight away from the dragon"""
    draft = reader.draft
    feet = int(found["feet"] or found["feet2"])
    if feet > 120 or draft.section == "success":
        return False
    way = (found["way"] or found["way2"]).lower()
    draft.effect().push_feet = -feet if way in ("toward", "closer to", "closer") else feet
    return None


_LASTS = re.compile(
    r",? ?(?:for (?P<minutes>\d+) minutes?|until the (?P<when>start|end) of (?P<whose>its"
    r"|the target's|§'s|that creature's) next turn)",
    re.I,
)


def _lasting(reader: Reader, modifier: dict[str, Any]) -> None:
    lasts = reader.take(_LASTS)
    if lasts is None:
        return
    if lasts["minutes"]:
        modifier["rounds"] = min(1000, 10 * int(lasts["minutes"]))
    else:
        whose = "source" if lasts["whose"] == "§'s" else "target"
        modifier["until"] = f"{lasts['when'].lower()}_of_{whose}_turn"


_CHANGES: list[tuple[str, dict[str, Any]]] = [
    (r"can't (?:take|use) (?:(?:bonus )?actions or )?reactions", {"no_reactions": True}),
    (r"(?:speed is|its speed is|'s speed is) halved", {"half_speed": True}),
    (r"can't regain hit points(?! except)", {"no_healing": True}),
    (r"can't make more than one attack on its turn", {"one_attack": True}),
    (
        r"can (?:take|use) either an action or a bonus action on its turn,? (?:but )?not both",
        {"one_action": True},
    ),
    (
        r"(?:have|has) disadvantage on strength-based "
        r"(?:attack rolls, strength checks, and strength saving throws|d20 tests?)",
        {"weakened": "str"},
    ),
    (r"has disadvantage on wisdom saving throws and all ability checks", {"weakened": "wis"}),
    (
        r"(?:can |may )?(?:only )?takes? only (?:an|one) action or (?:a|one) bonus action on its turn",
        {"one_action": True},
    ),
    (r"has disadvantage on attack rolls(?! with| against (?!it\b|§))", {"attack_advantage": -1}),
    (
        r"(?:also )?has disadvantage on (?:ability checks and attack rolls|attack rolls and ability checks)",
        {"attack_advantage": -1},
    ),
]


@RULES.add(
    rf"(?:(?:{TARGET}|it|its|the (?:target|creature)'s|in addition, the (?:target"
    rf"|creature)),? ?)?(?:{'|'.join(pattern for pattern, _ in _CHANGES)})"
)
def changes(reader: Reader, found: re.Match[str]) -> bool | None:
    """… can't use reactions, its speed is halved, and it can't make more than one attack on its turn"""
    draft = reader.draft
    if draft.section == "success" or found[0].startswith("§"):
        return False
    values = next(values for pattern, values in _CHANGES if re.search(rf"(?:{pattern})$", found[0], re.I))
    modifier = draft.modify(**values)
    if draft.parent is not None:
        _like(modifier, draft.parent)
    _lasting(reader, modifier)
    return None


def _like(modifier: dict[str, Any], parent: Any) -> None:
    if parent.rounds is not None:
        modifier["rounds"] = parent.rounds
    if parent.until != "duration":
        modifier["until"] = parent.until
    if parent.repeat_save == "end_of_turn":
        modifier["repeat_save"] = "end_of_turn"


@RULES.add(r"(?:the target's |its )speed (?:decreases by (?P<feet>\d+) ft|is (?P<none>0))")
def slower(reader: Reader, found: re.Match[str]) -> None:
    """… and the target's Speed decreases by 10 feet until the end of its next turn"""
    feet = -int(found["feet"]) if found["feet"] else -120
    _lasting(reader, reader.draft.modify(speed_feet=max(feet, -120)))


@RULES.add(rf"(?:{TARGET} )?subtracts \d+ \((?P<dice>\d*d\d+)\) from its damage rolls")
def weaker(reader: Reader, found: re.Match[str]) -> None:
    """… and subtracts 3 (1d6) from its damage rolls"""
    _lasting(reader, reader.draft.modify(damage_dice=f"-{found['dice']}"))


@RULES.add(rf"(?:{TARGET} )?takes a (?P<penalty>-\d+) penalty to AC")
def easier_to_hit(reader: Reader, found: re.Match[str]) -> None:
    """… takes a -2 penalty to AC until the end of its next turn"""
    _lasting(reader, reader.draft.modify(armor_class=int(found["penalty"])))


@RULES.add(
    rf"(?P<who>{TARGET}|§)? ?(?:has|have|suffers?|makes?|with) (?P<way>dis)?advantage on (?:the|its) next "
    rf"attack roll(?: or (?:ability check|saving throw))?(?: it"
    rf" makes)?(?: against (?:the|that)"
    rf" (?:\w+ )?(?:target|creature)| against it)?(?: (?:before|until) the (?:end|start) of (?:its next"
    rf"|this) turn|(?=[.,]|$))"
)
def next_attack(reader: Reader, found: re.Match[str]) -> None:
    """… has Disadvantage on the next attack roll it makes before the end of its next turn"""
    draft = reader.draft
    before = draft.scope
    itself = found["who"] == "§"
    draft.scope = replace(before, on_self=True) if itself else before
    until = "end_of_source_turn" if itself else "end_of_target_turn"
    draft.modify(attack_advantage=-1 if found["way"] else 1, next_roll_only=True, until=until)
    draft.scope = before


@RULES.add(r"(?:these effects last|this effect lasts|the effect lasts)(?P<rest>)")
def effects_last(reader: Reader, found: re.Match[str]) -> bool | None:
    """These effects last for 1 minute."""
    draft = reader.draft
    day = re.compile(r" 24 hours or until [^.]*").match(reader.rest)
    if day and draft.recent:
        reader.position += day.end()
        for infliction in draft.recent:
            infliction.rounds = 1000
        return None
    lasts = reader.take(_LASTS)
    if lasts is None or not draft.recent_modifiers:
        return False
    for modifier in reader.draft.recent_modifiers:
        if lasts["minutes"]:
            modifier["rounds"] = min(1000, 10 * int(lasts["minutes"]))
        else:
            modifier["until"] = (
                f"{lasts['when'].lower()}_of_{'source' if lasts['whose'].startswith('§') else 'target'}_turn"
            )
    return None


# ---- what the creature itself does ----------------------------------------------------------------------


@RULES.add(
    r"(?:§|it)(?: can)?(?: then)? (?:moves?|flies|fly|swims?"
    r"|burrows?) (?:up to )?(?P<half>half )?its (?:flying |swimming |fly |swim |burrow )?speed"
    r"(?: or (?:burrow|fly|swim|climb) speed)?(?: without provoking opportunity attacks)?(?: "
    r"(?:straight )?toward (?:an enemy|a hostile creature)(?: (?:that )?it can (?:see"
    r"|sense))?)?(?: in a straight line)?"
)
def moves(reader: Reader, found: re.Match[str]) -> None:
    """The dragon can then fly up to half its flying speed."""
    reader.draft.fields["moves"] = 0.5 if found["half"] else 1.0


@RULES.add(
    r"§(?: can)? (?:magically )?teleports?(?:,? along with any equipment it is wearing or"
    r" carrying,?)? (?:up to )?(?P<feet>\d+) ft(?: to an unoccupied space (?:it|§) can see)?"
)
def teleports(reader: Reader, found: re.Match[str]) -> None:
    """The lich teleports up to 60 feet to an unoccupied space it can see."""
    reader.draft.fields["teleport_feet"] = min(5280, int(found["feet"]))


_MANNER = (
    r"(?:(?:,| and)? ?(?:requiring no [\w ]*?components"
    r"|using (?:the same spellcasting ability as spellcasting"
    rf"|(?:{ABILITY}) as the spellcasting ability))(?: \(spell save DC (?P<dc>\d+)"
    rf"(?:, \+\d+ to hit with spell attacks)?\))?)*"
)


_ONE_SPELL = r"(?:the )?[A-Z][\w' /]{2,40}?(?: spell)?(?: \(level \d version\))?"


@RULES.add(
    rf"§ (?:uses spellcasting to cast|casts) (?P<spells>{_ONE_SPELL}(?:, {_ONE_SPELL})*"
    rf"(?:,? or {_ONE_SPELL})?)(?: on itself)?"
    rf"(?: in response to (?:the|that) spell's trigger)?{_MANNER}(?=[.,\n]|$)"
)
def casts(reader: Reader, found: re.Match[str]) -> bool | None:
    """The dragon uses Spellcasting to cast Scorching Ray (level 3 version)."""
    names = re.split(r",? or |, ", found["spells"])
    if not all(re.match(r"(?:the )?[A-Z]", name) for name in names):
        return False
    reader.draft.fields["casts"] = [_spell(name) for name in names]
    return None


def _spell(text: str) -> dict[str, Any]:
    level = re.search(r"\(level ([1-9]) version\)", text, re.I)
    name = re.sub(r"^the | spell$", "", re.sub(r" ?\(.*", "", text).strip(), flags=re.I)
    return {"casts": name.lower(), **({"cast_level": int(level[1])} if level else {})}


@RULES.add(r"- (?:at will|(?P<times>\d+)/day(?: each)?): ?(?P<spells>[^\n]*)")
def spell_lines(reader: Reader, found: re.Match[str]) -> bool | None:
    """- **At Will:** Detect Thoughts (below the sentence that has said it already)"""
    cast = reader.draft.fields.get("casts")
    if not cast:
        return False
    if found["times"] and found["spells"].strip() and 1 <= int(found["times"]) <= 100:
        reader.draft.fields["per_day"] = int(found["times"])
    return None


@RULES.add(r"§ (?:can't|cannot) take this action again until the start of its next turn")
def once_a_round(reader: Reader, found: re.Match[str]) -> None:
    """The dragon can't take this action again until the start of its next turn."""
    reader.draft.fields["once_per_round"] = True


@RULES.add(
    r"§ adds (?P<bonus>\d+) to (?:its|his|her) AC against (?:one|that"
    r"|the) (?P<melee>melee )?attack(?: that would hit (?:it|him"
    r"|her))?(?:, possibly causing (?:it|the attack) to miss)?"
    r"(?:\. to do so, § must see the attacker and be wielding a melee weapon)?"
)
def parry(reader: Reader, found: re.Match[str]) -> None:
    """The knight adds 2 to its AC against one melee attack that would hit it."""
    draft = reader.draft
    draft.fields.setdefault("trigger", "hit_melee" if found["melee"] else "hit")
    draft.fields["who"] = "self"
    before = draft.scope
    draft.scope = replace(before, on_self=True)
    draft.modify(armor_class=int(found["bonus"]), until="start_of_source_turn")
    draft.effects[-1].modifier["rounds"] = 1
    draft.scope = before


@RULES.add(
    r"(?:to do so, )?(?:§|it) must (?:be able to )?(?:see|be aware of|be wielding) [^.;\d]{3,80}(?=[.;]|$)"
)
def what_a_parry_needs(reader: Reader, found: re.Match[str]) -> bool | None:
    """To do so, it must see the attacker and be wielding a melee weapon."""
    draft = reader.draft
    if "trigger" not in draft.fields or not draft.effects:
        return False
    draft.beyond.append(shown(found[0]))
    return None


@RULES.add(
    r"§ has (?:dis)?advantage on (?:the |this |these |all |melee |ranged )*(?:attacks?|attack "
    r"rolls?)\b[^.;\d]{0,40}"
    r"(?:\d+ ft[^.;\d]{0,40})?(?=[.;]|$)"
)
def rolls_otherwise(reader: Reader, found: re.Match[str]) -> bool | None:
    """The knight has disadvantage on attacks against targets within 5 feet of it."""
    draft = reader.draft
    if "attack" not in draft.fields or not draft.effects:
        return False
    if "in_words" not in draft.effects[0].besides:
        draft.effects[0].besides.append("in_words")
    draft.told.append(shown(found[0]))
    return None


_ANYBODY = (
    r"an? (?:creature|enemy)(?: (?:it|§) can see)?(?: (?:that is )?within \d+ ft of (?:itself|it|§))?"
    r"(?: (?:it|§) can see)?"
)
_TRIGGERS = [
    (rf"(?:§ is hit by|{_ANYBODY} hits (?:§|it) with) an? melee attack(?: roll)?(?: while holding a weapon)?",
     "hit_melee"),
    (rf"§ is hit by an attack(?: roll)?|an attack roll hits §|{_ANYBODY} hits (?:§|it) with an attack"
     r"(?: roll)?",
     "hit"),
    (rf"{_ANYBODY} makes an attack roll against (?:it|§)", "attacked"),
    (rf"§ takes damage(?: from {_ANYBODY})?|{_ANYBODY} (?:damages|deals damage to) (?:it|§)", "damaged"),
]  # fmt: skip


@RULES.add(rf"trigger:? ?:? (?:{'|'.join(pattern for pattern, _ in _TRIGGERS)})\.? ?(?:response ?:)?")
def trigger(reader: Reader, found: re.Match[str]) -> None:
    """Trigger: The knight is hit by a melee attack roll while holding a weapon. Response: …"""
    name = next(name for pattern, name in _TRIGGERS if re.search(pattern, found[0], re.I))
    reader.draft.fields["trigger"] = name


@RULES.add(
    r"§ takes the (?P<which>dash|disengage|hide|dodge)(?:(?:,| or|, or) (?:dash|disengage|hide"
    r"|dodge))* action"
)
def standard_action(reader: Reader, found: re.Match[str]) -> None:
    """The goblin takes the Disengage or Hide action."""
    words = [word.lower() for word in re.findall(r"dash|disengage|hide|dodge", found[0], re.I)]
    reader.draft.fields["standard"] = words


@RULES.add(r"the target gains a \+(?P<bonus>\d+) bonus to AC|its AC increases by (?P<bonus2>\d+)")
def armour(reader: Reader, found: re.Match[str]) -> None:
    """The target gains a +2 bonus to AC until the end of the unicorn's next turn."""
    _lasting(reader, reader.draft.modify(armor_class=int(found["bonus"] or found["bonus2"])))
    reader.draft.fields.setdefault("who", "ally")


@RULES.add(
    rf"until the end of its next turn, {TARGET} rolls "
    rf"(?P<dice>1d\d+) whenever it makes an ability check or attack roll and subtracts the number"
    rf" rolled from the D20 test"
)
def giggles(reader: Reader, found: re.Match[str]) -> None:
    """Until the end of its next turn, the target rolls 1d6 whenever it makes … and subtracts it."""
    reader.draft.modify(attack_dice=f"-{found['dice']}", until="end_of_target_turn")


@RULES.add(r"the next attack roll made against the target before the start of §'s next turn has advantage")
def marked(reader: Reader, found: re.Match[str]) -> None:
    """The next attack roll made against the target before the start of its next turn has Advantage."""
    reader.draft.modify(defense_advantage=1, next_roll_only=True, until="start_of_source_turn")
