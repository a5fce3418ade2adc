"""The rules as the agent and the stand-in use them: moves by kind, place and target, states as pictures."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from hazard import _core
from hazard.errors import HazardError
from hazard.game import Turn
from hazard.spire.protocol.known import Known, known
from hazard.spire.protocol.reading import CardPicture
from hazard.spire.rules.fight import Combat, SpireState, state_from

NOBODY = 15
PILES = ("hand", "discard", "draw", "exhaust", "options")


MoveKind = _core.SpireMoveKind
SpireMove = _core.SpireMove


@dataclass(frozen=True)
class Move:
    """A player's move: a card or potion by its place, and whom it is aimed at."""

    kind: MoveKind
    index: int
    target: int | None
    record: SpireMove = field(compare=False)
    """What it is, wherever the card lies."""

    def told(self, language: str) -> str:
        """Return it in words."""
        from hazard.spire.words import described

        return described(self.record, language)

    @property
    def numbers(self) -> tuple[int, int, int]:
        """As the rules write it."""
        return int(self.kind), self.index, NOBODY if self.target is None else self.target


@dataclass(frozen=True)
class Choice:
    """A choice of cards that the player has to make."""

    deed: int
    pile: str
    amount: int
    optional: bool


class Simulator:
    """The rules at one ascension."""

    def __init__(self, ascension: int) -> None:
        """Compile the content, if that has not been done."""
        self.known: Known = known(ascension)
        self.game = Combat(self.known.content, state_from(self.known.content, {}))

    def state(self, picture: dict[str, Any]) -> SpireState:
        """Return the state that the picture shows."""
        return state_from(self.known.content, picture)

    def turn(self, state: SpireState) -> Turn:
        """Tell whose node the state is."""
        return self.game.turn(state)

    def picture(self, state: SpireState) -> dict[str, Any]:
        """Return the state as plain data."""
        found: dict[str, Any] = state.as_dict()
        return found

    def moves(self, state: SpireState) -> list[Move]:
        """List what the player may do."""
        pairs = zip(self.game.core.actions(state), self.game.core.moves(state), strict=True)
        return [
            Move(record.kind, index, None if target == NOBODY else target, record)
            for record, (_, index, target, _) in pairs
        ]

    def move(self, state: SpireState, wanted: Any) -> Move:
        """Return the move that is meant, by its record or by its numbers; else :class:`ValueError`."""
        for move in self.moves(state):
            if isinstance(wanted, SpireMove):
                same = move.record == wanted
            elif isinstance(wanted, Move):
                same = move == wanted
            else:
                same = move.numbers == tuple(wanted)[:3]
            if same:
                return move
        raise HazardError("spire.no_such_move_in_state", wanted=wanted)

    def after(self, state: SpireState, move: Move) -> SpireState:
        """Return what follows; chance may have to decide next."""
        found: SpireState = self.game.core.apply(state, move.record)
        return found

    def played_on(self, state: SpireState, move: Move, seed: int) -> SpireState:
        """Return what follows when chance decides by ``seed``, up to the player's next decision."""
        return self.game.sampled(self.after(state, move), seed)

    def settled(self, state: SpireState, hand: list[CardPicture]) -> SpireState | None:
        """Return the next decision in which the hand is this one, if chance can have brought it about."""
        return _core.spire_settled_as(self.game.core, state, [card[0] for card in hand])

    def choice(self, picture: dict[str, Any]) -> Choice | None:
        """Return the choice that the player has to make, if there is one."""
        if not picture["steps"]:
            return None
        _, _, _, times, amount, arg = picture["steps"][0]
        return Choice(times & 15, PILES[times >> 4], amount, bool(arg >> 8 & 1))

    def chosen_card(self, state: SpireState, move: Move) -> CardPicture:
        """Return the card that a move of choosing means."""
        picture = self.picture(state)
        choice = self.choice(picture)
        if choice is None or move.kind is not MoveKind.CHOOSE:
            raise HazardError("spire.nothing_to_choose")
        card: CardPicture = picture[choice.pile][move.index]
        return card


@cache
def simulator(ascension: int) -> Simulator:
    """Return the rules at ``ascension``."""
    return Simulator(ascension)
