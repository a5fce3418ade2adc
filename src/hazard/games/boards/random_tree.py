"""A random game that means nothing, for tests and benchmarks of the searches."""

from __future__ import annotations

import re

from hazard import _core
from hazard.compiled import CompiledGame
from hazard.game import GameError

RandomTreeState = _core.RandomTreeState
RandomTreeBranch = _core.RandomTreeBranch


class RandomTree(CompiledGame[RandomTreeState, RandomTreeBranch]):
    """Nodes, moves, probabilities and values drawn by hashing ``seed``; the same seed is the same game.

    Args:
        seed: which game.
        depth: levels of the tree, chance included; some lines end earlier.
        branching: every inner node has 1 to this many moves.
        chance: the share of chance nodes among the inner nodes; the root is always a decision.
        width: nodes that a level can have, so that paths meet; 0 for a tree, where they never do.
        rewards: whether steps pay. Values then are the reward still to come, and within the bounds.

    >>> game = RandomTree(seed=3, depth=4, branching=3)
    >>> game.actions(game.start())
    [RandomTreeBranch(number=0), RandomTreeBranch(number=1), RandomTreeBranch(number=2)]
    """

    _engine_type = _core.RandomTreeEngine

    def __init__(
        self,
        seed: int,
        depth: int = 4,
        branching: int = 3,
        *,
        chance: float = 0.3,
        width: int = 0,
        rewards: bool = False,
    ) -> None:
        """Check the shape and build the game."""
        for name, found, least, most in (
            ("seed", seed, 0, 2**64 - 1),
            ("depth", depth, 1, 1000),
            ("branching", branching, 1, 1000),
            ("width", width, 0, 2**63),
        ):
            if not isinstance(found, int) or not least <= found <= most:
                expected = f"a whole number from {least} to {most}"
                raise GameError("boards.tree_setting_wrong", name=name, found=found, expected=expected)
        if not 0 <= chance <= 1:
            raise GameError("boards.tree_chance_out_of_range", found=chance)
        self._core = _core.RandomTree(seed, depth, branching, chance, width, rewards)

    def describe(self, state: RandomTreeState, move: RandomTreeBranch, language: str = "en") -> str:
        """Return words for a branch."""
        from hazard.games.boards.words import branch

        return branch(self.turn(state), move, language)

    def parse(self, text: str) -> RandomTreeState:
        """Read ``"level:id"``, for example ``"2:5"``.

        >>> RandomTree(3).text(RandomTree(3).parse("2:5"))
        '2:5'
        """
        found = re.fullmatch(r"\s*(\d{1,4}):(\d{1,20})\s*", text)
        if not found or int(found[2]) >= 2**64:
            raise GameError("boards.tree_state_unreadable", text=text)
        return RandomTreeState(int(found[1]), int(found[2]))
