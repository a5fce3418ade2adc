"""How an action begins: attack rolls, areas, whom it aims at; and the labels within it."""

from __future__ import annotations

import re
from dataclasses import replace

from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.targets import read_target, sorts_out
from hazard.fivee.importers.prose.text import NUMBER, number, shown
from hazard.fivee.importers.prose.words import ABILITY, ability

RULES = Rules()

_BONUS = r"(?P<bonus>[+-]?\d+)(?: to hit)?(?: \((?P<aside>[^()]*)\))?"
_WHERE = (
    r"(?:reach (?P<reach>\d+) ft)?(?:,? ?(?:or|and) )?(?:(?:ranged? )(?P<range>\d+)(?: ?/ ?"
    r"(?P<long>\d+))?(?: ft)?)?"
)
_ASIDES = [
    (re.compile(r"with advantage if the target is grappled by §", re.I), "target_grappled_by_source"),
    (
        re.compile(
            r"with advantage if the target (?:doesn't have all its hit points|is missing any hit points)",
            re.I,
        ),
        "target_wounded",
    ),
    (re.compile(r"with advantage during the first round of each combat", re.I), "first_round"),
    (re.compile(r"with advantage if the target is bloodied", re.I), "target_bloodied"),
]


@RULES.add(
    rf"(?P<how>melee or ranged|melee|ranged)(?P<what> weapon"
    rf"| spell)? attack(?: roll)?:? ?{_BONUS},? {_WHERE}(?P<target>,[^.:]*?)?(?:\.|(?=hit:)|$)\s*"
)
def attack_head(reader: Reader, found: re.Match[str]) -> bool | None:
    """Melee Weapon Attack: +4 to hit, reach 5 ft., one target."""
    draft = reader.draft
    reach, near = found["reach"], found["range"]
    if reach is None and near is None:
        return False
    attack: dict[str, object] = {"to_hit": int(found["bonus"])}
    if reach is not None:
        attack["reach"] = int(reach)
    if near is not None:
        attack["range"] = int(near)
        if found["long"] and int(found["long"]) >= int(near):
            attack["long_range"] = int(found["long"])
    if (found["what"] or "").strip().lower() == "spell":
        attack["spell"] = True
    draft.fields["attack"] = attack
    if found["aside"]:
        situation = next((name for pattern, name in _ASIDES if pattern.search(found["aside"])), None)
        if situation:
            attack["advantage_if"] = situation
        elif re.match(r"with (?:dis)?advantage (?:if|when|while|against)\b[^\d]*$", found["aside"], re.I):
            draft.told.append(shown(found["aside"]))
            draft.early.append("in_words")
        else:
            draft.leftover.append(shown(found["aside"]))
    left = read_target(draft, found["target"] or "")
    if left:
        draft.leftover.append(shown(left))
    draft.begin_section("hit")
    return None


@RULES.add(r"hit or miss:\s*")
def hit_or_miss(reader: Reader, found: re.Match[str]) -> None:
    """Whether it hits or not."""
    reader.draft.begin_section("hit")
    reader.draft.base = replace(reader.draft.base, when="always")
    reader.draft.end_sentence()


@RULES.add(
    r"(?P<label>hit|miss|failure or success|success or failure|success|failure by 5 or more"
    r"|first failure|second failure|failure)\s?[:.]? ?(?=[A-Z0-9 ]|$)"
)
def label(reader: Reader, found: re.Match[str]) -> bool | None:
    """Hit:  Failure:  Success:"""
    word = found["label"].lower()
    if ":" not in found[0] and word not in ("first failure", "second failure"):
        return False
    sections = {
        "failure or success": "both",
        "success or failure": "both",
        "failure by 5 or more": "by5",
        "first failure": "failure",
        "second failure": "second",
    }
    section = sections.get(word, word)
    if section in ("failure", "second", "by5") and reader.draft.last_save is None:
        return False
    reader.draft.begin_section(section)
    return None


@RULES.add(
    rf"(?:response-*)?(?P<ability>{ABILITY}) saving throw: ?DC (?P<dc>\d+)(?P<target>,[^.]*?"
    rf"|(?: \([^()]*\))?)(?:\.|$)\s*"
)
def save_head(reader: Reader, found: re.Match[str]) -> bool | None:
    """Dexterity Saving Throw: DC 18, each creature in a 60-foot Cone."""
    draft = reader.draft
    if not 1 <= int(found["dc"]) <= 40:
        return False
    target = (found["target"] or "").strip(" ,")
    if "attack" not in draft.fields and target:
        left = read_target(draft, target)
        if left and not sorts_out(draft, left):
            draft.leftover.append(shown(left))
    elif target:
        draft.leftover.append(shown(target))
    point = draft.fields.pop("point_range", None)
    if point is not None and "area" in draft.fields:
        draft.fields["area"].setdefault("range", point)
    draft.ask_save(ability(found["ability"]), int(found["dc"]))
    draft.section = "failure"
    return None


@RULES.add(
    r"§(?:'s)?(?: head)? (?:magically )?(?:exhales|spits|emits|unleashes|breathes"
    r"|releases)(?: [\w ]+?)? (?P<area>(?:in )?an? (?:\d+-ft"
    r"|line)[^.,]*)(?=[.,]|$)"
)
def exhales(reader: Reader, found: re.Match[str]) -> bool | None:
    """The dragon exhales fire in a 60-foot cone."""
    if read_target(reader.draft, found["area"]):
        return False
    return None


@RULES.add(
    r"(?:§|it) (?:\w+ )*?(?:hurls|spits|throws|conjures)? ?[\w ]*?at a point (?:it"
    r"|§) can see within (?P<range>\d+) ft(?: of (?:it|§|itself))?"
)
def at_a_point(reader: Reader, found: re.Match[str]) -> None:
    """The giant hurls a lightning bolt at a point it can see within 500 feet of it."""
    reader.draft.fields["point_range"] = int(found["range"])


@RULES.add(
    r"§ (?:targets|fixes its gaze on|touches|kisses|chooses) (?P<target>(?:up to |any number of )?(?:one|two"
    r"|three|four|a|another|five|six)(?: or more)? [^.]*?)(?=[.,]|$)(?:, if it can)?"
)
def aims(reader: Reader, found: re.Match[str]) -> bool | None:
    """The mummy targets one creature it can see within 60 feet of it."""
    if read_target(reader.draft, found["target"]):
        return False
    return None


@RULES.add(
    r"§ targets one or more creatures (?:it|she|he) can see within (?P<range>\d+) ft of (?:it|her|him)"
)
def aims_at_many(reader: Reader, found: re.Match[str]) -> None:
    """The golem targets one or more creatures it can see within 10 ft. of it."""
    reader.draft.fields["area"] = {"shape": "emanation", "size": int(found["range"]), "spares_friends": True}


@RULES.add(
    r"§ (?:magically )?creates (?P<number>\w+) bolts of lightning, each of which can strike a"
    r" target § can see within (?P<range>\d+) ft of it"
)
def bolts(reader: Reader, found: re.Match[str]) -> bool | None:
    """The kraken magically creates three bolts of lightning, each of which can strike a target …"""
    if not re.fullmatch(NUMBER, found["number"], re.I) or number(found["number"]) > 20:
        return False
    reader.draft.fields |= {"targets": number(found["number"]), "range": int(found["range"])}
    return None


@RULES.add(r"a (?P<size>\d+)-ft[- ]radius (?:cloud )?of [\w ]+ extends out from §")
def cloud(reader: Reader, found: re.Match[str]) -> None:
    """A 15-foot-radius cloud of toxic spores extends out from the vrock."""
    reader.draft.fields["area"] = {"shape": "emanation", "size": int(found["size"])}


@RULES.add(r"§ slams creatures grappled by it into each other or a solid surface")
def slams(reader: Reader, found: re.Match[str]) -> None:
    """The otyugh slams creatures grappled by it into each other or a solid surface."""
    reader.draft.fields["needs"] = ["grappled"]


@RULES.add(r"(?:§ )?(?:uses one of the following breath weapons)[.:]?")
def one_of(reader: Reader, found: re.Match[str]) -> None:
    """The dragon uses one of the following breath weapons."""
