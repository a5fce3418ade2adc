"""Moves of Slay the Spire in words; cards, monsters and potions keep the names that the game has for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from hazard import _core
from hazard.language import phrase

Record = _core.SpireMove | _core.SpireDraw | _core.SpireChance | _core.SpireRunMove | _core.SpireRunChance


@lru_cache(maxsize=4096)
def described(record: Record, language: str = "en") -> str:
    """Return a move or an outcome in words.

    >>> described(_core.SpireMove(_core.SpireMoveKind.END, None, "", None), "de")
    'Zug beenden'
    """
    match record:
        case _core.SpireMove():
            return _move(record, language)
        case _core.SpireDraw():
            return phrase("spire.move.draw", language, cards=_cards(record.cards, language))
        case _core.SpireChance():
            return _chance(record, language)
        case _core.SpireRunMove():
            return _run_move(record, language)
        case _:
            value = f"#{record.seed}" if record.seed else str(record.value)
            return phrase("spire.run.chance", language, task=record.task, value=value)


def rows(plans: Sequence[Sequence[_core.SpireMove]], language: str = "en") -> list[str]:
    """Return plans in words, the moves of each in a row.

    >>> end = _core.SpireMove(_core.SpireMoveKind.END, None, "", None)
    >>> rows([[end], [end]])
    ['end turn', 'end turn']
    """
    return [", ".join(described(move, language) for move in plan) for plan in plans]


def card(found: _core.SpireCard, language: str = "en") -> str:
    """Return a card with what has changed about it.

    >>> card(_core.SpireCard("Rampage", 10, 0, 1, False, False))
    'Rampage grown by 10 (cost 0, then 1)'
    """
    words: str = found.name
    if found.grown:
        words = phrase("spire.move.grown", language, card=words, by=found.grown)
    cost, later = found.cost, found.cost_afterwards
    if found.free or cost is not None:
        way = "free" if found.free else "cost"
        code = f"spire.move.card_{way}" if later is None else f"spire.move.card_{way}_then"
        words = phrase(code, language, card=words, cost=cost, later=later)
    return phrase("spire.move.card_withheld", language, card=words) if found.withheld else words


def foe(found: _core.SpireFoe | None, language: str = "en") -> str:
    """Return a monster, with its number where several have its name.

    >>> foe(_core.SpireFoe("Louse", 2)), foe(None, "de")
    ('Louse 2', 'niemand')
    """
    if found is None:
        return phrase("spire.move.nobody", language)
    return f"{found.name} {found.number}" if found.number else str(found.name)


def _cards(cards: Sequence[_core.SpireCard], language: str) -> str:
    """Return cards in the order of their first, equal ones counted."""
    counted = Counter(cards)
    return ", ".join(
        card(one, language) + (f" x{count}" if count > 1 else "") for one, count in counted.items()
    )


def _move(move: _core.SpireMove, language: str) -> str:
    kinds = _core.SpireMoveKind
    if move.kind == kinds.CHOOSE:
        if move.card is None:
            return phrase("spire.move.choose_nothing", language)
        return phrase("spire.move.choose", language, card=card(move.card, language))
    if move.kind == kinds.PLAY:
        words = "" if move.card is None else card(move.card, language)
    elif move.kind == kinds.POTION:
        words = phrase("spire.move.drink", language, potion=move.potion)
    else:
        return phrase(f"spire.move.{move.kind.name.lower()}", language)
    if move.target is None:
        return words
    code = "spire.move.throw_at" if move.kind == kinds.POTION else "spire.move.on"
    return phrase(code, language, move=words, potion=move.potion, target=foe(move.target, language))


def _chance(found: _core.SpireChance, language: str) -> str:
    kinds = _core.SpireDealt
    code = f"spire.chance.{found.kind.name.lower()}"
    if found.kind == kinds.INTENT:
        code = code if found.name else "spire.chance.no_intent"
    return phrase(
        code,
        language,
        card="" if found.card is None else card(found.card, language),
        monster=foe(found.monster, language),
        name=found.name,
        number=found.number,
    )


def _run_move(move: _core.SpireRunMove, language: str) -> str:
    kinds = _core.SpireRunMoveKind
    shown = "" if move.card is None else card(move.card, language)
    what = shown or move.name
    match move.kind:
        case kinds.PATH:
            if not move.name:
                return phrase("spire.run.to_boss", language)
            room = phrase(f"spire.run.room_{move.name}", language)
            return phrase("spire.run.path", language, column=move.number, room=room)
        case kinds.OPTION:
            if move.purpose:
                return phrase(f"spire.run.rest_{move.purpose}", language)
            words = f"{move.drawback}, {move.name}" if move.drawback else str(move.name)
            return f"{words} ({move.number})"
        case kinds.TAKE:
            if move.purpose:
                what = phrase(f"spire.run.reward_{move.purpose}", language)
            elif move.gold:
                what = phrase("spire.run.gold", language, gold=move.gold)
            return phrase("spire.run.take", language, what=what, number=move.number)
        case kinds.CARD:
            return shown
        case kinds.SKIP:
            return phrase("spire.run.back" if move.purpose else "spire.run.skip", language)
        case kinds.CHOOSE:
            words = phrase(f"spire.run.purpose_{move.purpose}", language, card=shown)
            return phrase("spire.run.bottled", language, words=words) if move.bottled else words
        case _:
            code = f"spire.run.{move.kind.name.lower()}"
            return phrase(code, language, what=what, number=move.number, gold=move.gold)
