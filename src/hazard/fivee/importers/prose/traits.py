"""Traits: which of them change numbers, and how."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from hazard.fivee.content.words import CONDITIONS, DAMAGE_TYPES
from hazard.fivee.importers.prose.action import read_action
from hazard.fivee.importers.prose.draft import Draft, rows
from hazard.fivee.importers.prose.names import read_name
from hazard.fivee.importers.prose.reader import Reader, read
from hazard.fivee.importers.prose.rules import RULES
from hazard.fivee.importers.prose.rules_recipes import resolve
from hazard.fivee.importers.prose.text import named as named_back
from hazard.fivee.importers.prose.text import plain, shown
from hazard.fivee.importers.prose.traits_around import read_around
from hazard.fivee.importers.prose.traits_triggered import read_triggered
from hazard.fivee.importers.prose.words import DAMAGE, DICE, damage_dice, typed

PLAIN_TRAITS = {
    "pack tactics": "pack_tactics",
    "magic resistance": "magic_resistance",
    "undead fortitude": "undead_fortitude",
    "evasion": "evasion",
    "reckless": "reckless",
    "blood frenzy": "blood_frenzy",
    "flyby": "flyby",
    "magic weapons": "magic_weapons",
    "angelic weapons": "magic_weapons",
    "hellish weapons": "magic_weapons",
    "rampage": "rampage",
    "avoidance": "avoidance",
    "nimble escape": "nimble_escape",
    "aggressive": "aggressive",
    "surprise attack": "surprise_attack",
}
_NOTHING_IN_A_FIGHT = re.compile(
    r"keen|amphibious|hold breath|water breathing|limited amphib|web (?:sense|walker)"
    r"|spider climb|false appearance|shape"
    r"|mimicry|(?:standing|running) leap|illumination|telepath|devil's sight|echolocation"
    r"|siege monster|camouflage|amorphous"
    r"|sense|speak with|divine awareness|inscrutable|restoration|rejuvenation|earth glide"
    r"|ice walk|tunneler|beast of burden"
    r"|treasure|labyrinthine|faultless|compression|hellish|probing|ethereal sight|soul bag"
    r"|night hag items|iron scent|wakeful"
    r"|(?:\w+) nature$|immutable form|demise|brute|angelic|heated weapons|bound|sure-footed|transparent"
    r"|tree stride|air form"
    r"|water form|jumper|agile|training",
    re.I,
)

_AFTER_THE_FIGHT = re.compile(
    r"\b(?:disease|diseased|infect\w*|fever|pox|plague|lycanthropy|curse)\b(?=(?:.|\n)*\b(?:long rest|24 "
    r"hours|each day"
    r"|every day|\d+ days|1d\d+ days|hours later|dies while infected)\b)"
    r"|\b(?:concentrat\w+|meditat\w+|spend\w*|stud\w+) (?:on [^.]{3,60} )?(?:for )?(?:\d+|an?) "
    r"(?:minutes?|hours?)\b"
    r"|\b(?:after|upon) (?:encountering|leaving|forgetting)\b",
    re.I,
)
"""Diseases that work over days, rituals, what one remembers of a meeting."""
_AT_ONCE = re.compile(
    r"\b(?:each of (?:its|the \w+'s) turns|start of (?:its|each)|attack rolls?|within \d+ ft of §|next "
    r"turn|paralyzed|stunned"
    r"|blinded|restrained|unconscious)\b",
    re.I,
)


@dataclass
class TraitReading:
    """What a trait came to."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    """Values of :class:`hazard.fivee.content.traits.Trait`."""
    actions: list[dict[str, Any]] = field(default_factory=list)
    leftover: list[str] = field(default_factory=list)
    wrong_averages: list[str] = field(default_factory=list)
    beyond: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)


def read_trait(
    name: str, text: str, creature: str, kind: str, known: dict[str, dict[str, Any]], usage: dict[str, Any]
) -> TraitReading:
    """Read one trait.

    >>> text = "The troll regains 10 hit points at the start of its turn. If it takes acid or fire damage"
    >>> read_trait("Regeneration", text, "Troll", "giant", {}, {}).rows
    [{'kind': 'regeneration', 'amount': 10, 'stopped_by': ['acid', 'fire'], 'only_above_zero': False}]
    """
    named = read_name(name)
    prose = plain(text, creature, kind)
    simple = PLAIN_TRAITS.get(named.name.lower())
    if simple:
        return TraitReading([{"kind": simple}])
    for reader in (_legendary, _regeneration, _extra_dice, _save_advantage, _relentless, _critical, _cunning):
        found = reader(named.name.lower(), prose, {**named.fields, **usage})
        if found is not None:
            return found
    for effect_reader in (_charge, _aura, _near):
        found = effect_reader(prose, known)
        if found is not None:
            return found
    if re.match(r"as a bonus action, §", prose, re.I):
        return _bonus_action(named.name, prose, creature, kind, known, {**named.fields, **usage})
    row = {"kind": "other", "name": named.name}
    if _AFTER_THE_FIGHT.search(prose) and not _AT_ONCE.search(prose):
        return TraitReading([{**row, "note": shown(prose)[:400]}], beyond=[shown(prose)])
    moment = read_triggered(prose)
    if moment is not None:
        return TraitReading(
            moment.rows,
            leftover=moment.leftover,
            wrong_averages=moment.wrong_averages,
            beyond=moment.beyond,
            told=moment.told,
        )
    if _NOTHING_IN_A_FIGHT.search(named.name):
        return TraitReading([row])
    return TraitReading(
        [{**row, "note": shown(prose)[:400]}], leftover=[f"the trait as a whole: {shown(prose)[:120]}"]
    )


def _legendary(name: str, prose: str, usage: dict[str, Any]) -> TraitReading | None:
    chosen = re.search(
        r"§ fails (?:a|the) saving throw, (?:it|§) can choose to succeed instead(?P<more>.*)",
        prose,
        re.I | re.S,
    )
    if chosen is not None and not name.startswith("legendary resistance"):
        more = shown(chosen["more"].strip(" .\n"))  # such as what it costs
        row = {"kind": "legendary_resistance", "times": max(1, min(10, usage.get("per_day", 1)))}
        return TraitReading([row], told=[more] if re.search(r"\w", more) else [])
    if not name.startswith("legendary resistance"):
        return None
    return TraitReading([{"kind": "legendary_resistance", "times": min(10, usage.get("per_day", 3))}])


def _regeneration(name: str, prose: str, usage: dict[str, Any]) -> TraitReading | None:
    found = re.search(r"regains (\d{1,4}) hit points at the start of (?:each of )?its turns?", prose, re.I)
    if found is None or int(found[1]) < 1:
        return None
    stopped = re.search(r"takes ([\w ,]*?)damage", prose, re.I)
    types = (
        [word for word in re.findall(r"[a-z]+", stopped[1].lower()) if word in DAMAGE_TYPES]
        if stopped
        else []
    )
    row: dict[str, Any] = {"kind": "regeneration", "amount": int(found[1]), "stopped_by": types}
    if not re.search(r"at least 1 hit point", prose, re.I):
        row["only_above_zero"] = False
    return TraitReading([row])


def _extra_dice(name: str, prose: str, usage: dict[str, Any]) -> TraitReading | None:
    kind = (
        "sneak_attack"
        if name.startswith("sneak attack")
        else "martial_advantage"
        if name == "martial advantage"
        else None
    )
    found = re.search(rf"extra \d+ \(({DICE})\)", prose, re.I)
    if kind is None or found is None:
        return None
    return TraitReading([{"kind": kind, "dice": damage_dice("0", found[1])}])


def _save_advantage(name: str, prose: str, usage: dict[str, Any]) -> TraitReading | None:
    found = re.search(
        r"advantage on (?:all )?saving throws (?:against (?:being |effects that cause )?|(?:you make "
        r"|it makes )?to avoid or end the )([\w ,]+)",
        prose,
        re.I,
    )
    if found is None:
        return None
    words = (
        found[1]
        .lower()
        .replace("poison,", "poisoned,")
        .replace("poison ", "poisoned ")
        .replace("paralysis", "paralyzed")
    )
    words = re.sub(r"\bpoison$", "poisoned", words)
    against = [word for word in re.findall(r"[a-z]+", words) if word in CONDITIONS]
    return (
        TraitReading([{"kind": "save_advantage", "against": list(dict.fromkeys(against))}])
        if against
        else None
    )


def _relentless(name: str, prose: str, usage: dict[str, Any]) -> TraitReading | None:
    found = re.search(
        r"takes (\d{1,4}) damage or less that would reduce it to 0 hit points, it is reduced to 1",
        prose,
        re.I,
    )
    if found is None or int(found[1]) < 1:
        return None
    return TraitReading([{"kind": "relentless", "most_damage": int(found[1])}])


def _critical(name: str, prose: str, usage: dict[str, Any]) -> TraitReading | None:
    found = re.search(r"critical hit on a roll of (\d{1,2})(?: or|-)", prose, re.I)
    if found is None or not 2 <= int(found[1]) <= 20:
        return None
    return TraitReading([{"kind": "critical_range", "crit_from": int(found[1])}])


def _cunning(name: str, prose: str, usage: dict[str, Any]) -> TraitReading | None:
    if name != "cunning action":
        return None
    words = [word.lower() for word in re.findall(r"dash|disengage|hide", prose, re.I)]
    actions = [
        {"name": f"Cunning Action ({word})", "economy": "bonus", "standard": word}
        for word in dict.fromkeys(words)
    ]
    return TraitReading(actions=actions) if actions else None


def _near(prose: str, known: dict[str, dict[str, Any]]) -> TraitReading | None:
    found = read_around(prose)
    if found is None:
        return None
    return TraitReading(
        found.rows,
        leftover=found.leftover,
        wrong_averages=found.wrong_averages,
        beyond=found.beyond,
        told=found.told,
    )


def _bonus_action(
    name: str,
    prose: str,
    creature: str,
    kind: str,
    known: dict[str, dict[str, Any]],
    usage: dict[str, Any],
) -> TraitReading:
    """A bonus action that stands among the traits."""
    text = re.sub(r"^as a bonus action, ", "", prose, flags=re.I)
    reading = read_action(name, named_back(text, creature), creature, kind, "bonus", known, usage)
    return TraitReading(
        actions=reading.rows,
        leftover=reading.leftover
        or ([] if reading.rows else [f"the trait as a whole: {shown(prose)[:120]}"]),
        wrong_averages=reading.wrong_averages,
    )


_RUN = re.compile(
    r"(?:if|when) § (?:is flying and )?(?:moves|flies|runs|swims|charges|rolls|dives|burrows|jumps)"
    r" (?:at least |up to )?(?P<feet>\d{1,3}) ft (?:or more )?"
    r"(?:in a )?(?:straight (?:line )?)?(?:toward|at|to) (?:a|the|an) (?:[\w-]+ )?(?:target"
    r"|creature|enemy),? and (?:then )?hits (?:it|that target|the target|that creature|the creature)"
    r" with (?:an?"
    r"|its) (?P<attack>[\w' -]{1,40}?)(?: attack)?(?: on the same turn| during the same turn| in the"
    r" same turn)?,",
    re.I,
)
_FOLLOW_UP = re.compile(
    r"if (?:the|that) (?:target|creature) is (?:knocked )?prone, § can (?:make|use) (?:one|an?|another"
    r"|its) (?:attack with (?:its |an? )?)?(?P<attack>[\w' -]{1,40}?)"
    r"(?: attack)?(?: against (?:it|the target|the prone \w+))?(?: immediately)? (?:as|using) (?:a"
    r"|its) bonus action\.?",
    re.I,
)


def _charge(prose: str, known: dict[str, dict[str, Any]]) -> TraitReading | None:
    found = _RUN.search(prose)
    if found is None:
        return None
    attacks = [resolve(Draft(known=known), part) for part in re.split(r" or (?:an? )?", found["attack"])]
    if None in attacks:
        return None
    rest = prose[found.end() :]
    follow_up = _FOLLOW_UP.search(rest)
    rest = _FOLLOW_UP.sub("", rest)
    draft = _read(rest)
    if not draft.effects:
        return None
    effects = rows([effect for effect in draft.effects if not effect.empty])
    row: dict[str, Any] = {"kind": "charge", "feet": int(found["feet"]), "effects": effects}
    left = list(draft.leftover)
    if follow_up:
        again = resolve(Draft(known=known), follow_up["attack"])
        if again is None or not any(
            c.get("name") == "prone" for e in effects for c in e.get("conditions", [])
        ):
            left.append(shown(follow_up[0]))
        else:
            row["follow_up"] = again
    charges = [{**row, "attack": attack} for attack in attacks]
    return TraitReading(charges, leftover=left, wrong_averages=draft.wrong_averages)


def _read(prose: str) -> Draft:
    return read(Reader(prose, Draft()), RULES)


_AURAS = [
    (
        re.compile(
            rf"a creature that (?:touches § or )?hits (?:it"
            rf"|§) with a melee attack(?: roll)?(?: while within (?P<feet>\d+) ft of it)? takes {DAMAGE}",
            re.I,
        ),
        "hit_by_melee",
    ),
    (
        re.compile(
            rf"at the (?P<when>start|end) of each of §'s turns, each creature (?:of §'s choice )?"
            rf"(?:within (?P<feet>\d+) ft of (?:it|§)|in an? "
            rf"(?P<feet2>\d+)-ft emanation originating from §) takes {DAMAGE}",
            re.I,
        ),
        "source",
    ),
]
_START = re.compile(
    r"(?P<head>\w+ saving throw: DC \d+), any (?:creature|enemy) that starts its turn in "
    r"(?:an? (?P<feet>\d+)-ft emanation originating from §|the aura)\.? (?P<rest>failure:.*)",
    re.I | re.S,
)


def _aura(prose: str, known: dict[str, dict[str, Any]]) -> TraitReading | None:
    auras: list[dict[str, Any]] = []
    rest = prose
    for pattern, when in _AURAS:
        found = pattern.search(rest)
        if found is None:
            continue
        groups = found.groupdict()
        feet = int(groups.get("feet") or groups.get("feet2") or 5)
        moment = f"{groups['when'].lower()}_of_source_turn" if when == "source" else when
        damage = typed(damage_dice(found["printed"], found["dice"]), found["type"].lower())
        auras.append({"kind": "aura", "feet": feet, "when": moment, "effects": [{"damage": damage}]})
        rest = rest[: found.start()] + rest[found.end() :]
    if auras:
        rest = re.sub(
            r"unless § (?:is|has the) incapacitated(?: condition)?|,? and flammable objects in [^.]*ignite",
            "",
            rest,
        )
        more = read_around(rest) or read_triggered(rest) if re.search(r"\bDC \d", rest) else None
        if more is not None:
            return TraitReading(
                auras + more.rows,
                leftover=more.leftover,
                wrong_averages=more.wrong_averages,
                beyond=more.beyond,
                told=more.told,
            )
        draft = _read(rest)  # objects, and what is only a note
        left = [shown(part) for part in re.split(r"[.\n]", rest) if re.search(r"\w{3}", part)]
        whole = not draft.leftover and not draft.finished()
        return TraitReading(
            auras,
            leftover=[] if whole else left,
            beyond=draft.beyond if whole else [],
            told=draft.told if whole else [],
        )
    found = _START.search(prose)
    if found is None:
        return None
    text = f"{found['head']}. {found['rest']}"
    said = re.search(r"(\d+)-ft emanation", prose, re.I)
    within = int(found["feet"] or (said[1] if said else 10))
    draft = _read(text)
    effects = rows([effect for effect in draft.effects if not effect.empty])
    if not effects:
        return None
    return TraitReading(
        [{"kind": "aura", "feet": min(5280, within), "effects": effects}], leftover=draft.leftover
    )
