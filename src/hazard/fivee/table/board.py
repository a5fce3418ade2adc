"""The battle map and who stands on it, for a terminal and as plain text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.table import Table
from rich.text import Text

from hazard.fivee.content.words import CONDITIONS, FLAGS
from hazard.fivee.director.phrases import Wording
from hazard.fivee.rules.fight import Fight, FightState

GONE = FLAGS["dead"] | FLAGS["fled"]
_COLOURS = {"party": "cyan", "monsters": "red"}
_GROUND = {".": (" ·", "bright_black"), "#": ("██", "white"), "~": (" ~", "yellow")}
_PLAIN = {".": " .", "#": "##", "~": " ~"}


def tokens(names: list[str]) -> list[str]:
    """Return two letters for everybody, each pair once.

    >>> tokens(["Fighter", "Goblin A", "Goblin B", "Adult Black Dragon", "Finn"])
    ['Fi', 'GA', 'GB', 'AD', 'Fn']
    """
    found: list[str] = []
    for name in names:
        words = name.split()
        wanted = [words[0][0] + words[-1][0]] if len(words) > 1 else []
        letters = [c for c in name if c.isalnum()] or ["?"]
        wanted += [letters[0] + c for c in letters[1:]] + [f"{letters[0]}{digit}" for digit in range(10)]
        found.append(next((token for token in wanted if token not in found), f"{len(found):02d}"[-2:]))
    return found


def board(say: Wording, state: FightState, most_rows: int = 1000) -> Text:
    """Return the map: walls, difficult ground and coloured tokens, with the names of rows and columns.

    With fewer rows than the map has, those around whoever decides and as many others as fit are shown.

    >>> from hazard.fivee.content.library import encounters
    >>> fight = Fight(encounters()["goblin-ambush"], seed=1)
    >>> board(Wording(fight), fight.start).plain.splitlines()[7]
    '  7  · · ·Cl ·Fi · · · · ·████ · · · · · · ·'
    """
    fight = say.fight
    shown = _tokens_by_cell(say, state)
    width, picture = fight.encounter.width, Text()
    picture.append("    " + "".join(f"{_column(x):>2}" for x in range(width)) + "\n", style="dim")
    first, last = _window(shown, state.fighter(_decider(state))["at"][1], fight.encounter.height, most_rows)
    for y, row in enumerate(fight.encounter.map):
        if not first <= y <= last:
            continue
        picture.append(f"{y + 1:>3} ", style="dim")
        for x, ground in enumerate(row):
            picture.append(*shown.get((x, y), _GROUND[ground]))
        picture.append("\n")
    return picture


def _window(shown: Mapping[tuple[int, int], object], middle: int, height: int, most: int) -> tuple[int, int]:
    """Return the first and the last row to show: those that somebody stands in, as far as they fit.

    >>> _window({(0, 3): "", (5, 9): ""}, 3, 14, 8), _window({(0, 3): ""}, 3, 14, 20)
    ((3, 10), (0, 13))
    """
    if most >= height:
        return 0, height - 1
    rows = [y for _, y in shown] or [middle]
    first = min(rows)
    if max(rows) - first >= most:  # not all of them: around whoever decides
        first = middle - most // 2
    first = max(0, min(first, height - most))
    return first, first + most - 1


def plain_board(say: Wording, state: FightState) -> str:
    """Return the map in plain characters."""
    shown = _tokens_by_cell(say, state)
    lines = ["    " + "".join(f"{_column(x):>2}" for x in range(say.fight.encounter.width))]
    for y, row in enumerate(say.fight.encounter.map):
        cells = (shown[x, y][0] if (x, y) in shown else _PLAIN[ground] for x, ground in enumerate(row))
        lines.append(f"{y + 1:>3} " + "".join(cells))
    return "\n".join(lines)


def _column(x: int) -> str:
    return (chr(ord("a") + x // 26 - 1) if x >= 26 else "") + chr(ord("a") + x % 26)


def _tokens_by_cell(say: Wording, state: FightState) -> dict[tuple[int, int], tuple[str, str]]:
    found = {}
    letters = tokens(say.names)
    for fighter in say.fight.fighters:
        values = state.fighter(fighter.number)
        if values["flags"] & GONE:
            continue
        style = f"bold {_COLOURS[fighter.side]}"
        if values["flags"] & FLAGS["down"]:
            style = f"dim strike {_COLOURS[fighter.side]}"
        if fighter.number == _decider(state):
            style += " reverse"
        x, y = values["at"]
        for i in range(fighter.compiled.record.side):
            for j in range(fighter.compiled.record.side):
                found[x + i, y + j] = (letters[fighter.number], style)
    return found


def _decider(state: FightState) -> int:
    return state.legend if state.legend >= 0 else state.mover


def roster(say: Wording, state: FightState, narrow: int = 0) -> Table:
    """Return everybody in the order of initiative: hit points with a bar, and what is on them.

    ``narrow``: so many columns at most; then there are no bars, and long names are cut.
    """
    table = Table.grid(padding=(0, 1))
    name_width = max(6, narrow - 16) if narrow else 100
    for _ in range(6):
        table.add_column(no_wrap=True)
    letters = tokens(say.names)
    for row in _rows(say, state):
        number, colour = row["number"], _COLOURS[row["side"]]
        style = "dim" if row["gone"] else ""
        table.add_row(
            Text("▶" if row["turn"] else " ", style="bold"),
            Text(letters[number], style=f"bold {colour}"),
            Text(row["name"][:name_width], style=style or ("bold" if row["turn"] else "")),
            Text(
                "" if narrow else _bar(row["share"]),
                style="green" if row["share"] > 0.5 else "yellow" if row["share"] > 0.25 else "red",
            ),
            Text(row["points"], style=style),
            Text(row["notes"][:8] if narrow else row["notes"], style="magenta"),
        )
    return table


def plain_roster(say: Wording, state: FightState) -> str:
    """Return everybody in plain lines."""
    letters, lines = tokens(say.names), []
    for row in _rows(say, state):
        mark = ">" if row["turn"] else " "
        line = f"{mark} {letters[row['number']]} {row['name']:<22} {row['points']:>9}  {row['notes']}"
        lines.append(line.rstrip())
    return "\n".join(lines)


def _rows(say: Wording, state: FightState) -> list[dict[str, Any]]:
    return [_row(say, state, number) for number in state.order[: len(say.fight.fighters)]]


def _row(say: Wording, state: FightState, number: int) -> dict[str, Any]:
    values = state.fighter(number)
    unknown = values["flags"] & FLAGS["unknown_hit_points"]
    points = f"-{values['damage']:g}" if unknown else f"{values['hit_points']:g}/{values['most']}"
    if values["temporary"]:
        points += f"+{values['temporary']:g}"
    return {
        "number": number,
        "name": say.names[number],
        "side": say.fight.fighters[number].side,
        "turn": number == _decider(state),
        "gone": bool(values["flags"] & GONE),
        "share": 1.0 if unknown else values["hit_points"] / values["most"],
        "points": points,
        "notes": ", ".join(notes(say, say.fight, number, values)),
    }


_NOTED = ("down", "stable", "dodging", "hidden", "surprised", "reacted")


def notes(say: Wording, fight: Fight, number: int, values: dict[str, Any]) -> list[str]:
    """Return what there is to know of somebody beside hit points: flags, conditions, concentration."""
    flags, word = values["flags"], say.on("fivee.note")
    if flags & GONE:
        return [word("dead" if flags & FLAGS["dead"] else "fled")]
    found = [word(flag) for flag in _NOTED if flags & FLAGS[flag]]
    if flags & FLAGS["down"]:
        found.append(f"{values['successes']}✓ {values['failures']}✗")
    else:
        mask = values["conditions"]
        found += [say.condition(name) for bit, name in enumerate(CONDITIONS) if mask >> bit & 1]
    if values["exhaustion"]:
        found.append(f"{say.condition('exhaustion')} {values['exhaustion']}")
    if values["concentration"]:
        found.append(f"◎ {say.action(fight.fighters[number].actions[values['concentration'] - 1])}")
    if values["readied"]:
        found.append(say("ready", action=say.action(fight.fighters[number].actions[values["readied"] - 1])))
    return found


def _bar(share: float, width: int = 10) -> str:
    full = round(share * width) if share <= 0 or share * width >= 0.5 else 1
    return "█" * full + "░" * (width - full)
