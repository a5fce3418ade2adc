"""Multiattack: which actions, how often, in which combinations."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations_with_replacement

from hazard.fivee.importers.prose.draft import Draft
from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.text import NUMBER, number, shown
from hazard.fivee.importers.prose.words import size

RULES = Rules()
MOST_RECIPES = 24

ACTION_NAME = _NAME = r"[A-Za-z][A-Za-z' -]{0,40}?"
_COUNT = rf"(?:{NUMBER}|an?|another)"


def resolve(draft: Draft, words: str) -> str | None:
    """Return the action that prose means by ``words``: "claws" is the action Claw.

    >>> resolve(Draft(known={"Claw": {}, "Tail Spike": {}}), "its tail spikes")
    'Tail Spike'
    """
    wanted = _bare(re.sub(r"^(?:its|his|her|the|either|with|a|an) ", "", words.strip().lower()))
    wanted = _bare(re.sub(r"^(?:its|his|her|the) ", "", wanted))
    for name in draft.known:
        if _bare(re.sub(r"\s*\(.*", "", name.lower())) == wanted:
            return name
    ending = [
        name for name in draft.known if " " in name and _bare(name.lower().rsplit(" ", 1)[-1]) == wanted
    ]
    return ending[0] if len(ending) == 1 else None


def _bare(word: str) -> str:
    word = re.sub(r"[^a-z]+", "", word)
    if word.endswith("ves"):
        return word[:-3] + "f"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _resolve_list(draft: Draft, words: str) -> list[str] | None:
    names = []
    for part in re.split(r",? (?:or|and) (?:with )?|, ", words):
        name = resolve(draft, part)
        if name is None:
            return None
        names.append(name)
    return names


def _extend(draft: Draft, options: list[list[str]]) -> None:
    before = draft.recipes or [[]]
    draft.recipes = [recipe + option for recipe in before for option in options][:MOST_RECIPES]


def _combinations(names: list[str], times: int) -> list[list[str]]:
    return [list(choice) for choice in combinations_with_replacement(names, min(times, 8))]


@RULES.add(
    rf"(?:(?:§|it) can (?:use|make)|(?:when|if) (?:its |the )?[\w' ]+ is available,? (?:it|§) can use"
    rf"|while flying, it can use) (?:its |the |one )?(?P<new>{_NAME})(?: attack)? (?:in place of"
    rf"|instead of) (?:its |one |any |the )?(?P<old>{NUMBER} )?(?:other )?(?P<what>{_NAME})"
    rf"(?: attacks?)?(?=[.,]|$)"
)
def in_place_of(reader: Reader, found: re.Match[str]) -> bool | None:
    """It can use its Life Drain in place of one longsword attack."""
    draft = reader.draft
    new = resolve(draft, found["new"])
    if new is None and found["new"].strip().lower() == "breath":
        new = next((name for name in draft.known if name.lower().endswith("breath")), None)
    many = number(found["old"].strip()) if found["old"] else 1
    what = re.sub(r"^its ", "", found["what"].strip().lower())
    if new is None or not draft.recipes + draft.closed:
        return False
    if what in ("melee", "attack", "other") or what.startswith("melee"):
        olds: list[str | None] = [None]
    else:
        resolved = _resolve_list(draft, found["what"])
        if resolved is None:
            return False
        olds = list(resolved)
    everything = draft.closed + draft.recipes
    added: list[list[str]] = []
    for old in olds:
        draft.recipes = [list(recipe) for recipe in everything]
        _replace(draft, [new], old, many, repeat=False)
        added += [recipe for recipe in draft.recipes if recipe not in everything and recipe not in added]
    draft.closed, draft.recipes = [], (everything + added)[:MOST_RECIPES]
    return None


@RULES.add(
    rf"(?:§|it)(?: can)? makes? (?P<number>{NUMBER})(?: other)? attacks?,? (?:either )?(?:using"
    rf"|with) (?P<names>{_NAME}(?:, {_NAME}){{0,5}},?(?: or"
    rf"| and) (?:its )?{_NAME})(?P<any> in any combination)?(?=[.,]|$)"
)
@RULES.add(
    rf"(?P<number>{NUMBER}) other attacks, using (?P<names>{_NAME}(?:, {_NAME}){{0,5}},?(?: or"
    rf"| and) {_NAME})(?P<any> in any combination)"
)
def any_combination(reader: Reader, found: re.Match[str]) -> bool | None:
    """It makes three attacks, using Scimitar or Pistol in any combination."""
    names = _resolve_list(reader.draft, found["names"])
    if names is None:
        return False
    times = number(found["number"])
    if found["any"]:
        _extend(reader.draft, _combinations(names, times))
    else:
        _extend(reader.draft, [[name] * times for name in names])
    return None


@RULES.add(
    rf"(?:§|it)?(?: can)?(?: then)? ?makes? (?:either )?(?P<number>{NUMBER}) (?:melee "
    rf"|ranged )?attacks?(?: ?:| ?-+| with) ?(?=(?:{NUMBER} (?:with|to)|with) |(?:its|his|her) )"
)
def attacks_follow(reader: Reader, found: re.Match[str]) -> bool | None:
    """… makes three attacks: (one with its bite and two with its claws)"""
    listed = re.match(r"(?:its|his|her) (?P<name>[\w' -]{1,40}?)(?=[.,]|$| and\b| or\b)", reader.rest)
    if listed is None:
        return None
    name = resolve(reader.draft, listed["name"])
    if name is None:
        return False
    reader.position += listed.end()
    _extend(reader.draft, [[name] * number(found["number"])])
    return None


@RULES.add(
    rf"(?P<number>{NUMBER}) (?:with (?:its|his|her)"
    rf"|to) (?P<names>{_NAME}(?: or (?!{NUMBER}\b)(?:(?:with )?its )?{_NAME})?)(?: \(\w+ form\))?"
    rf"(?=[.,-]|$| and\b| or {NUMBER}\b)"
)
def one_with(reader: Reader, found: re.Match[str]) -> bool | None:
    """… one with its bite, two with its claws"""
    names = _resolve_list(reader.draft, found["names"])
    if names is None:
        return False
    _extend(reader.draft, [[name] * number(found["number"]) for name in names])
    return None


@RULES.add(
    rf"-* ?or (?={NUMBER} (?:with|ranged|(?:\w+ ){{1,3}}attacks?\b))|[-]*or (?:§|it) "
    rf"|(?:or|alternatively),? (?=§|it|two|three|uses)|or (?=uses|makes)"
)
def or_else(reader: Reader, found: re.Match[str]) -> bool | None:
    """… or two with its longbow.   Alternatively, it …"""
    draft = reader.draft
    if not draft.recipes:
        return False
    draft.closed += draft.recipes
    draft.recipes = []
    return None


def _of_kind(draft: Draft, key: str) -> list[str]:
    return [name for name, row in draft.known.items() if key in (row.get("attack") or {})]


@RULES.add(
    rf"(?:(?:§|it) )?(?:can )?(?:makes? )?(?P<number>{NUMBER}) (?P<kind>melee"
    rf"|ranged) attacks(?: with its (?P<name>\w+))?"
    rf"(?P<different>, each one with a different weapon)?(?=[.,]|$| or\b)"
)
def of_a_kind(reader: Reader, found: re.Match[str]) -> bool | None:
    """The scout makes two melee attacks or two ranged attacks."""
    draft = reader.draft
    times = number(found["number"])
    if found["name"]:
        name = resolve(draft, found["name"])
        names = [name] if name else []
    else:
        names = _of_kind(draft, "reach" if found["kind"].lower() == "melee" else "range")
    if not names:
        return False
    options = _combinations(names, times)
    if found["different"]:
        options = [option for option in options if len(set(option)) == len(option)] or options
    _extend(draft, options)
    return None


@RULES.add(
    rf"(?:§|it) makes (?P<number>{NUMBER}) attacks?(?P<limit>,? (?:only )?one of which can be (?:a "
    rf"|with its )(?P<name>{_NAME})(?: attack)?)?(?=[.,]|$)"
)
def any_attacks(reader: Reader, found: re.Match[str]) -> bool | None:
    """The vampire makes two attacks, only one of which can be a bite attack."""
    draft = reader.draft
    names = [
        name
        for name, row in draft.known.items()
        if row.get("attack") and row.get("economy", "action") == "action"
    ]
    options = _combinations(names, number(found["number"]))
    if found["limit"]:
        limited = resolve(draft, found["name"])
        options = [option for option in options if limited is None or option.count(limited) <= 1]
    if not options:
        return False
    _extend(draft, options)
    return None


@RULES.add(
    rf"(?:(?:§|it)(?: can)?(?: then)?(?: also)? )?(?:makes? )?(?P<number>{_COUNT}) "
    rf"(?P<names>{_NAME}(?:(?:,| or|, or) {_NAME}){{0,5}}?) attacks?(?: against (?:it|(?:the|that) "
    rf"(?:attacker|creature|target|attacking creature"
    rf"|triggering creature))(?:,? if (?:it is |it's )?(?:within|in) (?:range|reach|its reach)(?: of the "
    rf"attack)?)?)?\b(?P<after> with (?:its|his"
    rf"|her) (?P<weapon>[\w' -]{{1,40}}?)(?=[.,]|$| and\b| or\b))?"
)
def named_attacks(reader: Reader, found: re.Match[str]) -> bool | None:
    """The xorn makes three claw attacks and one bite attack."""
    draft = reader.draft
    names = _resolve_list(draft, found["names"])
    if names is None or found["after"]:
        return False
    _extend(draft, [[name] * number(found["number"]) for name in names])
    return None


@RULES.add(rf"(?:§|it) makes (?P<number>{NUMBER}) (?P<names>unarmed strikes?)(?=[.,]|$)")
@RULES.add(
    rf"(?:(?:§|it)(?: can)? )?(?:makes? )?(?P<number>{NUMBER}) attacks? with (?:its|his"
    rf"|her) (?P<names>{_NAME})(?=[.,]|$| and\b| or uses\b)"
)
def attacks_with(reader: Reader, found: re.Match[str]) -> bool | None:
    """… makes one attack with its rotting fist"""
    name = resolve(reader.draft, found["names"])
    if name is None:
        return False
    _extend(reader.draft, [[name] * number(found["number"])])
    return None


def _cast_action(draft: Draft, spell: str, level: str | None) -> str:
    name = f"{spell} (level {level})" if level else spell
    row = {
        "name": name,
        "casts": spell.lower(),
        **({"cast_level": int(level)} if level and level != "0" else {}),
    }
    if row not in draft.extra and name not in draft.known:
        draft.extra.append(row)
    return name


_SPELL = (
    r"spellcasting to cast (?P<spell>[A-Z][\w' ]*?)(?: \(level (?P<level>[1-9]) version\))?(?=[.,]|$| or\b)"
)


def _uses(draft: Draft, words: str) -> list[str] | None:
    """Return the actions of "(A) Sleep Breath or (B) Spellcasting to cast Fog Cloud", if any is known."""
    names: list[str] = []
    unknown: list[str] = []
    for part in re.split(r",? or |, ", re.sub(r"\([AB]\) ", "", words)):
        spell = re.match(_SPELL.replace(r"(?=[.,]|$| or\b)", "$"), part.strip(), re.I)
        name = _cast_action(draft, spell["spell"], spell["level"]) if spell else resolve(draft, part)
        if name is None:
            unknown.append(part)
        else:
            names.append(name)
    if names:
        draft.leftover += unknown
    return names or None


@RULES.add(
    r"(?:§|it)? ?(?:if it can, )?(?:can )?(?:then )?uses? (?:either )?(?:its |his "
    r"|her )?(?P<names>(?:\([AB]\) )?[A-Za-z][\w' ()-]{0,60}?(?:(?:,"
    r"|,? or) [A-Za-z(][\w' ()-]{0,60}?){0,4}?)(?P<times> (?:once"
    r"|twice))?(?: if (?:available|it can))?(?=\.|$|,? and (?:makes|one|two|uses|regains|it)\b"
    r"|, it\b)"
)
def uses(reader: Reader, found: re.Match[str]) -> bool | None:
    """… and uses either Consume Memories or Dominate Mind if available"""
    draft = reader.draft
    names = _uses(draft, found["names"])
    if names is None:
        return False
    times = number((found["times"] or "once").strip())
    _extend(draft, [[name] * times for name in names])
    return None


@RULES.add(
    rf"(?:§|it) can replace (?P<number>{NUMBER}|any"
    rf"|the) (?:of those )?(?:(?P<old>{_NAME}) )?attacks? with (?:a use of "
    rf"|an? )?(?P<new>[^.]*?)(?: attack)?(?: if available)?(?=\.|$)"
    rf"|each of which it can replace with (?:one|a) use of (?P<each>{_NAME})(?=[.,]|$)"
)
def replaces(reader: Reader, found: re.Match[str]) -> bool | None:
    """It can replace one attack with a use of Roar."""
    draft = reader.draft
    names = _uses(draft, found["new"] or found["each"])
    if names is None or not draft.recipes:
        return False
    old = resolve(draft, found["old"]) if found["old"] else None
    if found["old"] and old is None:
        return False
    word = (found["number"] or "any").lower()
    if word == "any":
        _replace(draft, names, old, 1, repeat=True)
    else:
        _replace(draft, names, old, 1 if word == "the" else number(word), repeat=False)
    return None


def _replace(draft: Draft, names: list[str], old: str | None, many: int, repeat: bool) -> None:
    """Add the recipes in which ``many`` uses (of ``old``, or of any attack) give way to a new one."""
    found = [list(recipe) for recipe in draft.recipes]
    frontier = found
    while frontier and len(found) < MOST_RECIPES:
        made = []
        for recipe in frontier:
            for gone in dict.fromkeys(recipe):
                attack = old == gone if old else bool((draft.known.get(gone) or {}).get("attack"))
                if not attack or recipe.count(gone) < many or gone in names:
                    continue
                rest = list(recipe)
                for _ in range(many):
                    rest.remove(gone)
                made += [[*rest, name] for name in names]
        made = [recipe for recipe in made if sorted(recipe) not in [sorted(known) for known in found]]
        found = (found + made)[:MOST_RECIPES]
        frontier = made if repeat else []
    draft.recipes = found


@RULES.add(
    rf"if (?:both|two|all|all three|three|at least two|(?P<named>(?:both|two|all|three|{NUMBER})"
    rf" {_NAME}))(?: of)?(?: its| these| those| the)?"
    r"(?:(?: \w+)? ?attacks?)? hit (?:the same|one|a single|a) (?:(?P<size>tiny|small|medium|large|huge"
    r"|gargantuan) or smaller )?"
    r"(?:target|creature)(?P<kind>,? (?:that isn't|other than) [^,.]*)?(?: (?:on|in) the same turn)?,"
    r"|if § hits (?:the same|one|a single|a) (?:target|creature) with (?:both|two|all|all three)(?: of"
    r" its)? attacks?(?: (?:on|in) the same turn)?,"
)
def all_hit(reader: Reader, found: re.Match[str]) -> bool | None:
    """If both attacks hit the same target, the target must succeed on a DC 13 save or be knocked prone."""
    draft = reader.draft
    if not draft.recipes + draft.closed or found["kind"] or draft.effects:
        return False
    if found["size"]:
        draft.base = replace(draft.base, largest=size(found["size"]))
        draft.scope = draft.base
    draft.fields["on_all_hit"] = True
    draft.beyond.append(shown(found[0]))  # how many have to hit, for the game master
    return None
