"""Cards and monsters of Slay the Spire as rows of plain markup."""

from __future__ import annotations

from collections.abc import Sequence

from hazard.spire.protocol.message import Card, Monster, Player, Power
from hazard.web.markup import bar, escaped
from hazard.web.words import word

_COLOURS = {"ATTACK": "#BC4C00", "SKILL": "#007A58", "POWER": "#0072B2", "CURSE": "#555", "STATUS": "#707078"}


_INTENTS = {"ATTACK", "ATTACK_BUFF", "ATTACK_DEBUFF", "ATTACK_DEFEND", "BUFF", "DEBUFF", "STRONG_DEBUFF",
            "DEFEND", "DEFEND_BUFF", "DEFEND_DEBUFF", "ESCAPE", "MAGIC", "SLEEP", "STUN"}  # fmt: skip


def cost_sign(cost: int) -> str:
    """Return a card's cost as the game shows it.

    >>> cost_sign(2), cost_sign(-1), cost_sign(-2)
    ('2', 'X', '–')
    """
    return {-1: "X", -2: "–"}.get(cost, str(cost))


def hand(cards: Sequence[Card]) -> str:
    """Return a hand of cards, each with its cost and the colour of its type."""
    shown = []
    for card in cards:
        colour = _COLOURS.get(card.type.upper(), "#888")
        name = escaped(card.name or card.id)
        shown.append(
            f'<div class="hz-play-card" style="border-color:{colour}">'
            f'<span style="background:{colour}">{cost_sign(card.cost)}</span>{name}</div>'
        )
    return f'<div class="hz-hand">{"".join(shown)}</div>'


def plan(moves: Sequence[str]) -> str:
    """Return what to do, one card after the other.

    >>> plan(["Strike on Cultist", "end turn"]).count("hz-step")
    2
    """
    steps = "".join(
        f'<li class="hz-play-card hz-step"><span>{number}</span>{escaped(move)}</li>'
        for number, move in enumerate(moves, 1)
    )
    return f'<ol class="hz-hand hz-plan">{steps}</ol>'


def powers(found: Sequence[Power]) -> str:
    """Return powers in words."""
    told = (escaped(f"{power.name or power.id} {power.amount}") for power in found)
    return ", ".join(f'<span class="whole">{power}</span>' for power in told)


def player_row(player: Player, title: str) -> tuple[str, ...]:
    """Return the row of the player."""
    share = player.current_hp / max(1, player.max_hp)
    block = f" +{player.block}" if player.block else ""
    return (
        f"<b>{escaped(title)}</b>",
        f"{player.current_hp}/{player.max_hp}{block}",
        bar(share, "var(--party)"),
        f'<span class="whole">⚡ {player.energy}</span>',
        powers(player.powers),
    )


def monster_row(monster: Monster, language: str = "en") -> tuple[str, ...]:
    """Return the row of a monster: hit points, what it intends, its powers."""
    block = f" +{monster.block}" if monster.block else ""
    often = word("several_hits", language, "spire.web", hits=monster.move_hits)
    hits = f" ({often})" if monster.move_hits > 1 and monster.damage else ""
    told = (
        word(f"intends_{monster.intent.lower()}", language, "spire.web")
        if monster.intent in _INTENTS
        else "?"
    )
    strikes = f'<span class="whole">⚔ {monster.damage}</span>{hits}'
    intent = strikes if monster.damage else escaped(told)
    return (
        f"<b>{escaped(monster.name or monster.id)}</b>",
        f"{monster.current_hp}/{monster.max_hp}{block}",
        bar(monster.current_hp / max(1, monster.max_hp), "var(--monsters)"),
        intent,
        powers(monster.powers),
    )


def cover() -> str:
    """Return the small picture of the first page."""
    parts = ['<svg viewBox="-160 -90 320 180" role="img" aria-label="a hand of cards">']
    for i, colour in enumerate(("#D55E00", "#0072B2", "#009E73", "#D55E00", "#CC79A7")):
        parts.append(
            f'<g transform="rotate({14 * (i - 2)} 0 220)">'
            f'<rect x="-32" y="-60" width="64" height="100" rx="7" fill="var(--paper)" '
            f'stroke="{colour}" stroke-width="4"/>'
            f'<circle cx="-20" cy="-46" r="10" fill="{colour}"/></g>'
        )
    return "".join(parts) + "</svg>"
