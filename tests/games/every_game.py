"""The compiled games that every law is tested on, and a seeded walk through one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests import brute_force

from hazard.games import Backgammon, ConnectFour, EinStein, Pig, RandomTree, TakeItEasy, TicTacToe, Twenty48

GAMES: dict[str, Any] = {
    "tic_tac_toe": TicTacToe(),
    "connect_four": ConnectFour(),
    "einstein": EinStein(),
    "backgammon": Backgammon(networks=None),
    "pig": Pig(),
    "pig_alone": Pig(target=30, players=1),
    "piglet": Pig(target=3, die=(0, 1)),
    "twenty48": Twenty48(),
    "twenty48_goal": Twenty48(rows=2, columns=3, goal=32, symmetry=True),
    "take_it_easy": TakeItEasy(),
    "take_it_easy_target": TakeItEasy(target=100, symmetry=True),
    "random_tree": RandomTree(seed=7, depth=6, branching=3),
    "random_graph": RandomTree(seed=6, depth=6, branching=4, width=4, rewards=True),
}


def walk(game: Any, seed: int, longest: int = 200) -> Iterator[tuple[Any, Any]]:
    """A random game as pairs (state, the move made in it); the last one's move is None."""
    draw, state = random.Random(seed), game.start()
    for _ in range(longest):
        moves = brute_force.moves(game, state)
        if not moves:
            break
        # random() is the same in every version of Python; choice() has not always been.
        move, _ = moves[int(draw.random() * len(moves))]
        yield state, move
        state = game.apply(state, move)
    yield state, None
