"""The games that come with hazard."""

from typing import TYPE_CHECKING

from hazard.lazy import lazily

if TYPE_CHECKING:
    from hazard.backgammon.game import Backgammon
    from hazard.games.compiled import CompiledGame
    from hazard.games.connect_four import ConnectFour
    from hazard.games.einstein import EinStein
    from hazard.games.pig import Pig
    from hazard.games.random_tree import RandomTree
    from hazard.games.tic_tac_toe import TicTacToe
    from hazard.games.twenty48 import Twenty48
    from hazard.takeiteasy.game import TakeItEasy

__all__ = [
    "Backgammon",
    "CompiledGame",
    "ConnectFour",
    "EinStein",
    "Pig",
    "RandomTree",
    "TakeItEasy",
    "TicTacToe",
    "Twenty48",
]

lazily(
    __name__,
    {
        "hazard.backgammon.game": ["Backgammon"],
        "hazard.games.compiled": ["CompiledGame"],
        "hazard.games.connect_four": ["ConnectFour"],
        "hazard.games.einstein": ["EinStein"],
        "hazard.games.pig": ["Pig"],
        "hazard.games.random_tree": ["RandomTree"],
        "hazard.games.tic_tac_toe": ["TicTacToe"],
        "hazard.games.twenty48": ["Twenty48"],
        "hazard.takeiteasy.game": ["TakeItEasy"],
    },
)
