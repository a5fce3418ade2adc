"""Monopoly for two to six players, by its real rules; compiled, so that it can be searched.

Cards and taxes are those of 2008 and later: income tax 200, luxury tax 100. What differs from the rule book,
because a game has to be a list of decisions: a player builds, mortgages and offers at the beginning of its
turn, in jail, too; of houses that run short, who builds first has them; bids rise by 10 or 50; an offer is
cash for a deed, at a half, one, two or three times its price, once a turn; who inherits mortgaged deeds of a
bankrupt pays no interest at once; who has too little for a birthday present gives what there is; decks are
shuffled when they are used up; a game is stopped after ``max_turns`` turns and the estates are counted.
"""

from __future__ import annotations

from typing import Any

from hazard import _core
from hazard.compiled import CompiledGame
from hazard.game import GameError, State
from hazard.language import phrase

SQUARES = (
    "Go", "Mediterranean Avenue", "Community Chest", "Baltic Avenue", "Income Tax", "Reading Railroad",
    "Oriental Avenue", "Chance", "Vermont Avenue", "Connecticut Avenue", "Jail", "St. Charles Place",
    "Electric Company", "States Avenue", "Virginia Avenue", "Pennsylvania Railroad", "St. James Place",
    "Community Chest", "Tennessee Avenue", "New York Avenue", "Free Parking", "Kentucky Avenue", "Chance",
    "Indiana Avenue", "Illinois Avenue", "B. & O. Railroad", "Atlantic Avenue", "Ventnor Avenue",
    "Water Works", "Marvin Gardens", "Go to Jail", "Pacific Avenue", "North Carolina Avenue",
    "Community Chest", "Pennsylvania Avenue", "Short Line", "Chance", "Park Place", "Luxury Tax", "Boardwalk",
)  # fmt: skip
"""The squares in the order of play."""


class Monopoly(CompiledGame[Any, Any]):
    """Monopoly. Values are each player's share of all estates at the end: 1 for whoever is left alone.

    >>> game = Monopoly(players=3)
    >>> state = game.start()
    >>> game.turn(state), [game.describe(state, action) for action in game.actions(state)]
    (Turn.MAX, ['roll the dice'])
    """

    _engine_type = None

    def __init__(self, players: int = 4, max_turns: int = 1000) -> None:
        """Check the settings."""
        for name, found, least, most in (("players", players, 2, 6), ("max_turns", max_turns, 1, 60_000)):
            if isinstance(found, bool) or not isinstance(found, int) or not least <= found <= most:
                raise GameError("monopoly.wrong_number", name=name, found=found, least=least, most=most)
        self._core: Any = _core.Monopoly(players, max_turns)
        self.players, self.max_turns = players, max_turns

    def __repr__(self) -> str:
        """Name the settings."""
        return f"Monopoly(players={self.players}, max_turns={self.max_turns})"

    @property
    def styles(self) -> dict[str, Any]:
        """Players of its own, by name."""
        return {"buy-everything": BuyEverything()}

    def several_engine(self) -> Any:
        """Return the searches of this game."""
        return _core.MonopolySeveral(self._core)

    def engine(self) -> Any:
        """Refuse searches for two players."""
        raise GameError("several.values_for_each", game="Monopoly")

    def value(self, state: State) -> Any:
        """Return each player's share of all estates; before the end a guess of it."""
        return tuple(self._core.payoffs(state))

    def heuristic(self, state: State) -> Any:
        """Return a guess of each player's share."""
        return self.value(state)

    def reward(self, state: State, move: Any) -> float:
        """Return 0: all is paid at the end."""
        return 0.0

    def describe(self, state: State, move: Any, language: str = "en") -> str:
        """Return words for a move; squares and cards keep the names that are printed on them.

        >>> Monopoly().describe(None, Monopoly().actions(Monopoly().start())[0], "de")
        'würfeln'
        """
        kind, name = move.kind.name, SQUARES[move.place] if move.place < 40 else ""
        if kind == "DICE":
            return f"{move.place} + {move.amount}"
        if kind in ("CHANCE_CARD", "CHEST_CARD"):
            return phrase(f"monopoly.{kind.lower()}.{move.place}", language)
        return phrase(f"monopoly.move.{kind.lower()}", language, name=name, amount=move.amount)

    @staticmethod
    def _deed(state: State, square: int) -> str:
        houses = state.houses[square]
        built = f" ({'hotel' if houses == 5 else houses})" if houses else ""
        return SQUARES[square] + built + (" (mortgaged)" if square in state.mortgaged else "")

    def picture(self, state: State) -> str:
        """Return the table as text: cash, place and deeds of everybody."""
        lines = [f"Turn {state.turns}"]
        for player in range(self.players):
            if state.out[player]:
                lines.append(f"  player {player}: bankrupt")
                continue
            deeds = [self._deed(state, square) for square in range(40) if state.owner[square] == player]
            jail = ", in jail" if state.jail[player] else ""
            lines.append(
                f"  player {player}: {state.cash[player]} at {SQUARES[state.at[player]]}{jail}; "
                + (", ".join(deeds) or "no deeds")
            )
        turn = self.turn(state)
        if turn.number is not None:
            lines.append(f"Player {turn.number} decides.")
        return "\n".join(lines)


class BuyEverything:
    """Buys whatever it can, builds whatever it can, bids up to the price, refuses every offer.

    >>> game = Monopoly()
    >>> game.describe(game.start(), BuyEverything().choose(game, game.start(), None))
    'roll the dice'
    """

    name = "buy-everything"

    def choose(self, game: Monopoly, state: State, rng: Any) -> Any:
        """Take the first of what it likes."""
        actions = game.actions(state)
        by_kind: dict[str, list[Any]] = {}
        for action in actions:
            by_kind.setdefault(action.kind.name, []).append(action)
        for kind in ("BUY", "BUILD", "REFUSE", "USE_CARD", "PAY_FINE"):
            if kind in by_kind:
                return by_kind[kind][0]
        bids = [bid for bid in by_kind.get("BID", []) if bid.amount <= _core.MONOPOLY_SQUARES[bid.place][1]]
        if bids:
            return bids[0]
        for kind in ("PASS", "ROLL", "AUCTION", "TRY_DOUBLES"):
            if kind in by_kind:
                return by_kind[kind][0]
        return actions[0]
