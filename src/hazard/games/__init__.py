"""The games that come with hazard."""

from typing import TYPE_CHECKING

from hazard.lazy import lazily

if TYPE_CHECKING:
    from hazard.backgammon.game import Backgammon
    from hazard.compiled import CompiledGame
    from hazard.games.boards.connect_four import ConnectFour
    from hazard.games.boards.einstein import EinStein
    from hazard.games.boards.random_tree import RandomTree
    from hazard.games.boards.tic_tac_toe import TicTacToe
    from hazard.games.pig.game import Pig
    from hazard.games.twenty48.game import Twenty48
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
        "hazard.compiled": ["CompiledGame"],
        "hazard.games.boards.connect_four": ["ConnectFour"],
        "hazard.games.boards.einstein": ["EinStein"],
        "hazard.games.pig.game": ["Pig"],
        "hazard.games.boards.random_tree": ["RandomTree"],
        "hazard.games.boards.tic_tac_toe": ["TicTacToe"],
        "hazard.games.twenty48.game": ["Twenty48"],
        "hazard.takeiteasy.game": ["TakeItEasy"],
    },
)
