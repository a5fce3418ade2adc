"""Small fights for the laws of monsters: one is set up, makes a move, and what became of all is read."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hazard import _core
from hazard.spire.rules.compile import Compiled, compiled

OPS = {name: number for number, name in enumerate(_core.spire_words()["op"])}
POWERS = {name: number for number, name in enumerate(_core.spire_words()["power"])}
POWER_NAMES = _core.spire_words()["power"]
GONE, ESCAPED, HALF_DEAD, ASLEEP, FORCED = 1, 2, 4, 8, 256
PLAYING, MONSTERS = 0, 2
NO_MOVE = 255
END = 2
"""The kind of move that ends the turn, as plain data."""


def card(content: Compiled, name: str) -> tuple[int, int, int, int, bool]:
    return content.cards[name], -1, -1, 0, False


class Fight:
    """A fight at one ascension, changed in place: chance is drawn from a seed."""

    def __init__(self, monsters: list[Any], ascension: int = 0, seed: int = 1, **more: Any) -> None:
        self.content = compiled(ascension)
        self.seed = seed
        self.game: Any = None
        data = {
            "player": {"hp": 5000, "max_hp": 5000, "gold": 1000, "energy": 50} | more.pop("player", {}),
            "monsters": [self.monster(m) for m in monsters],
            "draw": [card(self.content, "Defend_R")] * 60,
            "hand": [card(self.content, name) for name in more.pop("hand", [])],
            "ascension": ascension,
            "phase": PLAYING,
        } | more
        self.state = _core.spire_state(self.content.core, data)
        self.game = _core.SpireCombat(self.content.core, self.state)

    def monster(self, given: Any) -> dict[str, Any]:
        """Return a monster as plain data: a name, or fields with the words of the content."""
        if given == "-":
            return {"flags": GONE}
        fields = {"name": given} if isinstance(given, str) else dict(given)
        kind = self.content.core.monsters[self.content.monsters[fields["name"]]]
        moves = self.content.moves[fields.pop("name")]
        for name in ("move", "last", "second_last"):
            if isinstance(fields.get(name), str):
                fields[name] = moves[fields[name]]
        powers = fields.pop("powers", None)
        if powers is None:
            powers = {POWER_NAMES[p.id]: p.low for p in kind.starts_with}
            fields.setdefault("block", kind.block)
            fields.setdefault("flags", ASLEEP if kind.asleep else 0)
        own = fields.pop("own", kind.low_own)
        used = sum(1 << moves[name] for name in fields.pop("used", []))
        return {
            "kind": self.content.monsters[given if isinstance(given, str) else given["name"]],
            "hp": kind.low_hp,
            "powers": [(POWERS[name], amount, _extra(name, amount)) for name, amount in powers.items()],
            "counters": [own, used, 0],
        } | fields

    # ---- what is there ---------------------------------------------------------------------------------

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state.as_dict()
        return found

    def one(self, place: int = 0) -> dict[str, Any]:
        found: dict[str, Any] = self.data["monsters"][place]
        return found

    def kind(self, place: int = 0) -> Any:
        return self.content.core.monsters[self.one(place)["kind"]]

    def move(self, place: int = 0) -> str | None:
        row = self.one(place)["move"]
        return None if row == NO_MOVE else str(self.kind(place).moves[row].name)

    def powers(self, place: int | None = 0) -> dict[str, int]:
        """Return the powers of a monster, or of the player for None."""
        whose = self.data["player"] if place is None else self.one(place)
        return {POWER_NAMES[power]: amount for power, amount, _ in whose["powers"]}

    def cards(self) -> Counter[str]:
        """Return all cards of all piles by name."""
        piles = [self.data[name] for name in ("hand", "draw", "discard", "exhaust")]
        rows = self.content.core.cards
        return Counter(rows[kind].name for pile in piles for kind, *_ in pile)

    def standing(self) -> list[str]:
        rows = self.content.core.monsters
        return [rows[m["kind"]].id for m in self.data["monsters"] if not m["flags"] & GONE]

    # ---- what is done ----------------------------------------------------------------------------------

    def do(self, wanted: int, index: int = 0, target: int = 15) -> None:
        """Make one of the player's moves, and let chance happen until the next decision."""
        moves = [tuple(move[:3]) for move in self.game.moves(self.state)]
        kinds = [i for i, move in enumerate(moves) if move == (wanted, index, target)]
        if wanted == END:
            kinds = [i for i, move in enumerate(moves) if move[0] == END]
        self.state = self.game.apply(self.state, self.game.actions(self.state)[kinds[0]])
        self.seed += 1
        self.state = self.game.sampled(self.state, self.seed)

    def end_turn(self) -> None:
        self.do(END)

    def play(self, index: int, target: int = 15) -> None:
        self.do(0, index, target)


def _extra(power: str, amount: int) -> int:
    return amount if power in ("malleable", "flight") else 0


def next_moves(monsters: list[Any], place: int = 0, ascension: int = 0, **more: Any) -> dict[str, float]:
    """Return the chances of the next move of the monster at ``place``, which has just made its ``move``."""
    content = compiled(ascension)
    roll = (OPS["roll"], place, place, 1, 0, 0)
    fight = Fight(monsters, ascension, steps=[roll], **({"phase": MONSTERS, "turn": 1} | more))
    game, state = fight.game, fight.state
    if game.turn(state) != 2 or state.as_dict()["steps"][0][0] != OPS["roll"]:
        return {fight.move(place) or "none": 1.0}
    found: dict[str, float] = {}
    moves = content.core.monsters[fight.one(place)["kind"]].moves
    for outcome, probability in game.outcomes(state):
        row = game.apply(state, outcome).as_dict()["monsters"][place]["move"]
        found[moves[row].name] = found.get(moves[row].name, 0.0) + probability
    return found
