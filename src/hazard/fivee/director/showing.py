"""A suggestion on a terminal: colours, and bars for the chances. Piped, the plain telling takes its place."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, JustifyMethod, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from hazard.fivee.director.documents import AttackDocument, PlanDocument, SaveDocument, SuggestionDocument
from hazard.fivee.director.phrases import Wording
from hazard.fivee.director.telling import attack_notes, lines

_WIDTH = 24


def suggestion_view(found: SuggestionDocument, say: Wording) -> RenderableType:
    """Return the suggestion for a rich console."""
    side = "red" if found.side == "monsters" else "cyan"
    legendary = f" ({say('lair' if found.lair else 'legendary')})" if found.legendary else ""
    head = Text.assemble((found.actor + legendary, f"bold {side}"), (" → ", "dim"), (found.plan.text, "bold"))
    told = lines(found, say)
    rest = [line for line in told[1:] if not line.startswith("  ")]
    parts: list[RenderableType] = [head]
    rows = list(_rows(found.plan, say))
    if rows:
        parts.append(Padding(_table(rows, say), (0, 0, 0, 2)))
    if dealt := _dealt(found.plan, say):
        parts.append(Text(dealt))
    parts += [Text(note) for note in _notes(told, found.plan, say)]
    parts += [Text(line, style=_style(line, say)) for line in rest]
    return Group(*parts)


def _dealt(plan: PlanDocument, say: Wording) -> str:
    """Return the damage in all, and what the odds have counted in."""
    total = plan.damage_to_foes + plan.damage_to_friends
    parts = []
    if plan.damage_to_friends > 0.05:
        friends = say.number(plan.damage_to_friends)
        parts.append(say("expected_all", damage=say.number(total), friends=friends))
    elif total > 0.05:
        parts.append(say("expected", damage=say.number(total)))
    for attack in plan.attacks:
        parts += attack_notes(attack, say)
    return " ".join(dict.fromkeys(parts))


def _notes(told: list[str], plan: PlanDocument, say: Wording) -> list[str]:
    """Return what bars do not show: what follows from a roll, and who may still resist."""
    found = [say("follows")] if f"  {say('follows')}" in told else []
    found += [say("resists", target=s.target, times=s.resistances) for s in plan.saves if s.resistances]
    found += [say("later", line=f"{s.action}, {s.target}.") for s in plan.saves if s.later]
    return list(dict.fromkeys(found))


def _style(line: str, say: Wording) -> str:
    return "dim" if line.startswith((say("caveats"), say("likely", line="").rstrip(". "))) else ""


Row = tuple[str, str, float, str, str]
"""What, which outcome, its chance, its damage, its colour."""


def _rows(plan: PlanDocument, say: Wording) -> Iterator[Row]:
    odds = say.on("fivee.odds")
    for attack in plan.attacks:
        yield from _attack_rows(attack, say)
    for save in plan.saves:
        yield from _save_rows(save, say)
    for who, chance in plan.kill.items():
        if chance > 0:
            yield (who, odds("kill"), chance, "", "red")


def _attack_rows(attack: AttackDocument, say: Wording) -> Iterator[Row]:
    times = f"{attack.times} × " if attack.times > 1 else ""
    odds = say.on("fivee.odds")
    name = say("at", action=f"{times}{attack.action}", target=attack.target)
    yield (name, odds("crit"), attack.critical, say.number(attack.critical_damage), "magenta")
    yield ("", odds("hit"), attack.hit, say.number(attack.hit_damage), "green")
    yield ("", odds("miss"), attack.miss, "0", "bright_black")


def _save_rows(save: SaveDocument, say: Wording) -> Iterator[Row]:
    odds = say.on("fivee.odds")
    name = say("at", action=save.action, target=save.target) + (f" ({say('friend')})" if save.friend else "")
    conditions = ", ".join(save.conditions)
    for word, chance, damage, also, colour in (
        ("fails", save.after_hit * save.fails, save.damage_on_failure, conditions, "green"),
        ("saves", save.after_hit * (1 - save.fails), save.damage_on_success, "", "bright_black"),
    ):
        if chance > 0:
            dealt = say.number(damage) if save.damage_on_failure > 0 else ""
            shown = " ".join(filter(None, [dealt, also]))
            dc = f" {say.ability(save.ability)} {save.dc}" if save.ability else ""
            yield (name if word == "fails" else "", f"{odds(word)}{dc}", chance, shown, colour)


def _table(rows: list[Row], say: Wording) -> Table:
    table = Table.grid(padding=(0, 1))
    justified: tuple[JustifyMethod, ...] = ("left", "right", "right", "left", "left")
    for justify in justified:
        table.add_column(justify=justify)
    for name, outcome, chance, damage, colour in rows:
        table.add_row(
            Text(name),
            Text(outcome, style=colour),
            say.percent(chance),
            Text(bar(chance), style=colour),
            damage,
        )
    return table


def bar(share: float, width: int = _WIDTH) -> str:
    """Return a bar as long as its share.

    >>> bar(0.5, 4), bar(0.03, 4)
    ('██', '▏')
    """
    eighths = max(round(share * width * 8), 1 if share > 0 else 0)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()
