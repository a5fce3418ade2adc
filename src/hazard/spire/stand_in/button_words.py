"""What stands on the buttons of events: the phrases of their rows as the game says them, with numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hazard.spire.rules.numbers import at_ascension
from hazard.spire.run.compile import CompiledRun
from hazard.spire.run.phrases import RunNames, read_tasks
from hazard.spire.run.rows import DrawbackRow, GiftRow, OptionRow

Picture = Mapping[str, Any]
_WORDS = (
    (r"heal all", "Heal to full HP."),
    (r"lose all gold", "Lose all Gold."),
    (r"relic(?: of \w+)?(?: without a screen)?", "Obtain a Relic."),
    (r"offer relic(?: of \w+)?(?: without a screen)?", "Obtain a Relic."),
    (r"relic (.+)", "Obtain {0}."),
    (r"offer relic (.+)", "Obtain {0}."),
    (r"lose relic (.+)", "Lose {0}."),
    (r"(?:offer )?(?:(\S+) )?potions?", "Obtain Potions."),
    (r"remove (\d)", "Remove {0} card from your deck."),
    (r"upgrade (\d)", "Upgrade {0} card."),
    (r"transform (\d)", "Transform {0} cards."),
    (r"duplicate 1", "Duplicate a card in your deck."),
    (r"sacrifice 1", "Offer a card: remove it, for a reward."),
    (r"upgrade (\d) at random", "Upgrade {0} random cards."),
    (r"transform (\d) at random", "Transform {0} random cards."),
    (r"upgrade all", "Upgrade all cards."),
    (r"upgrade the basics", "Upgrade all Strikes and Defends."),
    (r"remove the curses", "Remove all Curses."),
    (r"remove the strikes", "Remove all Strikes."),
    (r"lay out \d+", "Choose 1 of 20 cards to add to your deck."),
    (r"fight (.+)", "Fight."),
    (r"curse", "Become Cursed."),
)


def option_text(rules: CompiledRun, row: OptionRow, picture: Picture) -> str:
    """Return what the button of an option says, with what it costs."""
    numbers = picture["numbers"]
    for place, label in enumerate(("skill", "power", "attack")):
        if row.do == [f"remove picked {place}"] and numbers[place]:
            del label
            return f"[{row.label}] Lose {_card_name(rules, picture, numbers[place] - 1)}."
    said = row.text or " ".join(filter(None, (_said(rules, phrase, picture) for phrase in row.do)))
    said = re.sub(r"\{([^}]*)\}", lambda found: _filled(rules, found[1], picture), said)
    return f"[{row.label}] {said}".rstrip()


def neow_text(rules: CompiledRun, gift: GiftRow, drawback: DrawbackRow | None, picture: Picture) -> str:
    """Return what one of Neow's buttons says."""
    said = f"{drawback.text} {gift.text}" if drawback else gift.text
    most = picture["max_hp"]
    numbers = {"max_hp_10": most // 10, "max_hp_20": most // 5, "damage": picture["hp"] // 10 * 3}
    return f"[ {said.format(**numbers)} ]"


def _card_name(rules: CompiledRun, picture: Picture, place: int) -> str:
    deck = picture["deck"]
    return rules.content.card_kinds[deck[place][0]].name if 0 <= place < len(deck) else ""


def _filled(rules: CompiledRun, gap: str, picture: Picture) -> str:
    numbers = picture["numbers"]
    if found := re.fullmatch(r"relic (\d)", gap):
        place = numbers[int(found[1])] - 1
        owned = picture["relics"]
        return rules.content.relic_kinds[owned[place]].name if 0 <= place < len(owned) else ""
    if found := re.fullmatch(r"(?:(\d+) \+ )?number (\d)", gap):
        return str(int(found[1] or 0) + numbers[int(found[2])])
    return str(at_ascension(gap, rules.ascension)[0])


def _said(rules: CompiledRun, phrase: str, picture: Picture) -> str:
    names = RunNames(rules.content.cards, rules.content.relics, {}, {}, rules.ascension)
    if re.match(r"(heal|lose|max hp|gold|offer gold) \d", phrase):
        return _amount(phrase, read_tasks("", [phrase], names)[0], picture)
    if phrase.startswith("add "):
        _, _, _, _, row, count = read_tasks("", [phrase], names)[0]
        kind = rules.content.card_kinds[row]
        times = f"{count} " if count > 1 else ""
        return f"Become Cursed - {times}{kind.name}." if kind.type == 4 else f"Obtain {times}{kind.name}."
    for pattern, words in _WORDS:
        if found := re.fullmatch(pattern, phrase):
            return words.format(*found.groups())
    return ""


def _amount(phrase: str, numbers: tuple[int, ...], picture: Picture) -> str:
    _, a, share, rounded, n, m = numbers
    if "gold" in phrase:
        span = f"{n}-{m}" if m > n else str(n)
        return f"Lose {span} Gold." if phrase.startswith("lose") else f"Gain {span} Gold."
    if share == 1:
        whole = picture["max_hp"] * n
        n = (whole // m, (2 * whole + m) // (2 * m), -(-whole // m))[rounded]
    elif share == 2:
        n = picture["hp"] // m * n
    elif a > 0:
        n += picture["numbers"][a - 1]
    if n == 0:
        return ""
    if phrase.startswith("heal"):
        return f"Heal {n} HP."
    if phrase.startswith("max hp"):
        return f"Max HP +{n}."
    return f"Lose {n} Max HP." if "max hp" in phrase else f"Lose {n} HP."
