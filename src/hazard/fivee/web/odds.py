"""The chances of a plan as rows with bars."""

from __future__ import annotations

from collections.abc import Iterator

from hazard.fivee.director.documents import AttackDocument, SaveDocument, SuggestionDocument
from hazard.fivee.director.phrases import Wording
from hazard.web.markup import bar, escaped, percent, rows
from hazard.web.site import Visit

Line = tuple[str, ...]


def odds(visit: Visit, found: SuggestionDocument, say: Wording) -> str:
    """Return what a plan may come to: hits, saves, kills, and the damage to be expected."""
    lines: list[Line] = []
    for attack in found.plan.attacks:
        lines += _attack(visit, attack, say)
    for save in found.plan.saves:
        lines += _save(visit, save, say)
    for who, chance in found.plan.kill.items():
        if chance > 0:
            told = escaped(visit("kills", who=who))
            lines.append((told, "", percent(chance, visit.language), bar(chance, "var(--monsters)"), ""))
    dealt = "; ".join(f"{who} {say.number(points)}" for who, points in found.plan.expected_damage.items())
    summary = f"<p>{visit('expected_damage')}: {escaped(dealt)}</p>" if dealt else ""
    return rows(lines, numeric=[2, 4]) + summary


def _attack(visit: Visit, attack: AttackDocument, say: Wording) -> Iterator[Line]:
    times = f"{attack.times} × " if attack.times > 1 else ""
    name = escaped(f"{times}{attack.action} → {attack.target}")
    for word, chance, damage, colour in (
        ("chance_crit", attack.critical, attack.critical_damage, "#CC79A7"),
        ("chance_hit", attack.hit, attack.hit_damage, "var(--good)"),
        ("chance_miss", attack.miss, 0.0, "var(--soft)"),
    ):
        yield name, visit(word), percent(chance, visit.language), bar(chance, colour), say.number(damage)
        name = ""


def _save(visit: Visit, save: SaveDocument, say: Wording) -> Iterator[Line]:
    name = escaped(f"{save.action} → {save.target}")
    fails, saves = save.after_hit * save.fails, save.after_hit * (1 - save.fails)
    suffered = escaped(" ".join([say.number(save.damage_on_failure), *save.conditions]))
    yield name, visit("chance_fails"), percent(fails, visit.language), bar(fails), suffered
    on_success = say.number(save.damage_on_success)
    yield "", visit("chance_saves"), percent(saves, visit.language), bar(saves, "var(--soft)"), on_success
