"""What books do to a target beside damage and conditions: weapons that drop, armour that dissolves, taunts.

Each is a word of :data:`hazard.fivee.content.effects.Besides`: the save before it and its kind are kept in
the row, and the rules of a fight, which do not play it, say so.
"""

from __future__ import annotations

import re

from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.text import shown
from hazard.fivee.importers.prose.words import ABILITY, TARGET

RULES = Rules()

_IT = rf"(?:(?:{TARGET}|it|that creature|the attacker) )?"
_LASTS = r"(?:,? (?:until|for|before) [^.,;]{3,60})?"
_HAS = r"(?:has|have|having|suffers?)"
_KINDS: list[tuple[str, str]] = [
    (
        "disarms",
        rf"{_IT}(?:must )?drops? (?:its|the|an?|one|any|whatever) [^.;]{{0,80}}?"
        r"(?:weapons?|shields?|holding|held|items?|objects?|focus|carried|wielding)\b[^.;]{0,90}"
        rf"|{_IT}(?:is|be) disarmed[^.;]{{0,60}}"
        r"|its weapon (?:becomes|is|gets) (?:stuck|trapped|caught|entangled)[^.;]{0,60}",
    ),
    (
        "steals",
        rf"(?:instead of dealing damage, )?(?:{_IT}|§ )(?:can )?(?:(?:attempts?|tries|try) to )?"
        r"(?:steals?|loses? (?:one|the|an?|its)|snatch(?:es)?) "
        r"[^.;]{0,120}(?:item|object|possession|coins?|pouch)[^.;]{0,140}",
    ),
    (
        "corrodes_armor",
        r"(?:if (?:the target|it|the creature) is wearing [^.,]{0,30}armor, )?(?:the |any |its )?"
        r"(?:nonmagical )?(?:metal )?armor(?: worn by (?:the target|it))?"
        r"(?: is partly (?:dissolved|corroded|melted)| (?:corrodes|dissolves|rusts))?"
        r"(?: and)? takes? a permanent[^.]*penalty to the AC it offers"
        r"|armor reduced to an AC of 10 is destroyed",
    ),
    (
        "corrodes_weapon",
        r"(?:if (?:the target|it|the creature) [^.,]{0,40}weapon[^.,]{0,40}, )?(?:the |any |its )?"
        r"(?:nonmagical )?(?:metal )?weapon[^.]{0,60}takes? a permanent[^.]*penalty to damage rolls"
        r"|if (?:its|the) penalty drops to [-−]5, the weapon is destroyed",
    ),
    (
        "hinders",
        rf"(?:{_IT}|(?:the (?:target|creature)'s|its) )AC (?:is reduced|is lowered|drops|decreases|falls) "
        rf"by \d+[^.;]{{0,90}}",
    ),
    (
        "drains_ability",
        rf"(?:{_IT}(?:has )?)?(?:the target's|its) (?:{ABILITY}) score is reduced by \d*d?\d+(?: \(\d+\))?"
        rf"|(?:the target|it) dies if this reduces its \w+ to 0|{_IT}reduces? its (?:{ABILITY}) score by "
        rf"\d*d?\d+",
    ),
    (
        "hits_held",
        r"(?:and )?§ can automatically hit (?:the target|it) with its [\w ]{1,24}"
        r"(?:,? and (?:§|it|the it) can't (?:make|use|constrict)[^.;]{0,60})?",
    ),
    (
        "temporary_from_damage",
        r"(?:and )?§ gains temporary hit points equal to (?:half )?the [\w ]{0,20}damage"
        r" (?:taken|dealt)[^.;]{0,40}",
    ),
    (
        "heals_half",
        r"(?:and )?§ regains (?:a number of )?hit points equal to (?:half (?:of )?the (?:amount of )?"
        r"[\w ]{0,20}damage|the single highest amount of [\w ]{0,20}damage)[^.;]{0,50}",
    ),
    (
        "taunts",
        rf"{_IT}{_HAS} disadvantage on (?:all )?attack rolls against (?:any )?(?:creatures?|targets?|any\w+)"
        rf"[^.;]{{0,20}} (?:that (?:aren't|isn't)|other than|except)[^.;]{{1,30}}{_LASTS}",
    ),
    (
        "saves_worse",
        rf"{_IT}{_HAS} disadvantage on (?:all )?(?:{ABILITY})(?:(?:,|,? and|,? or) (?:{ABILITY}))* "
        rf"(?:saving throws|saves)(?: and (?:ability )?checks)?{_LASTS}"
        rf"|{_IT}{_HAS} disadvantage on (?:the|its) next (?:death )?(?:save|saving throw)[^.;]{{0,90}}"
        rf"|{_IT}{_HAS} disadvantage on (?:all )?(?:its )?(?:saves|saving throws) against [^.;]{{1,80}}",
    ),
    (
        "savage_criticals",
        r"if § scores a critical hit, (?:it|§) rolls (?:the )?damage dice three times,?"
        r" (?:instead of|not) twice",
    ),
    (
        "heals_half",
        r"(?:and )?§ (?:regains|gains) (?:temporary )?hit points(?: for \d+ (?:hours?|minutes?))? equal "
        r"to (?:the|half the)"
        r" [^.;\d]{3,80}",
    ),
    ("silences", rf"{_IT}(?:can't|be unable to) speak(?: or cast spells[^.;]{{0,50}})?{_LASTS}"),
    (
        "compels",
        rf"{_IT}must (?:spend its (?:next )?turn moving|use its (?:next )?(?:action|reaction|turn)"
        r"|move (?:up to its speed|as far|directly)|take the dash action|attack)[^.;]{0,140}"
        r"|(?:can |must |or )?(?:only )?move toward §[^.;]{0,120}"
        r"|must roll an? d\d+ (?:at the start of|on) each of its turns?[^.;]{0,120}"
        r"|(?:obeying|following|carrying out) (?:§'s|its|the|any|all)? ?[^.;]{0,60}(?:commands?|orders?"
        r"|instructions?)[^.;]{0,60}"
        r"|(?:or )?use its reaction to (?:move|make|attack)[^.;]{0,120}"
        r"|the (?:charmed |dominated )?(?:target|creature) (?:views|regards|treats|considers|sees) §"
        r"[^.;]{0,140}"
        r"|the (?:charmed )?(?:target|creature) (?:must (?:defend|protect|obey)|obeys)[^.;]{1,80}",
    ),
]


def _kept(kind: str) -> object:
    def keep(reader: Reader, found: re.Match[str]) -> bool | None:
        draft = reader.draft
        if draft.section == "success" or not (draft.fields.get("attack") or draft.last_save or draft.effects):
            return False
        if re.search(r"\d+d\d", found[0]):
            draft.beyond.append(shown(found[0]))
        besides = draft.effect().besides
        if kind not in besides:
            besides.append(kind)
        return None

    return keep


for _kind, _pattern in _KINDS:
    RULES.add(rf"(?:{_pattern})(?=[.,;\n]|$| and | or )")(_kept(_kind))  # type: ignore[arg-type]
