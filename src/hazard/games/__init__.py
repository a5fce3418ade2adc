"""The games that come with hazard."""

from typing import TYPE_CHECKING

from hazard.lazy import lazily

if TYPE_CHECKING:
    from hazard.backgammon.game import Backgammon
    from hazard.compiled import CompiledGame
    from hazard.games.boards.connect_four import ConnectFour, ConnectFourDrop
    from hazard.games.boards.einstein import EinStein, EinSteinDirection, EinSteinRoll, EinSteinStep
    from hazard.games.boards.random_tree import RandomTree, RandomTreeBranch
    from hazard.games.boards.tic_tac_toe import TicTacToe, TicTacToeCell
    from hazard.games.holdem.push_fold import PushFold
    from hazard.games.ludo.game import Ludo
    from hazard.games.monopoly.game import Monopoly
    from hazard.games.pig.game import Pig, PigAction, PigFace
    from hazard.games.secrets.goofspiel import Goofspiel
    from hazard.games.secrets.kuhn import Kuhn
    from hazard.games.secrets.leduc import Leduc
    from hazard.games.secrets.liars_dice import LiarsDice
    from hazard.games.twenty48.game import Twenty48, Twenty48Slide, Twenty48Spawn
    from hazard.takeiteasy.game import TakeItEasy

__all__ = [
    "Backgammon",
    "CompiledGame",
    "ConnectFour",
    "ConnectFourDrop",
    "EinStein",
    "EinSteinDirection",
    "EinSteinRoll",
    "EinSteinStep",
    "Goofspiel",
    "Kuhn",
    "Leduc",
    "LiarsDice",
    "Ludo",
    "Monopoly",
    "Pig",
    "PigAction",
    "PigFace",
    "PushFold",
    "RandomTree",
    "RandomTreeBranch",
    "TakeItEasy",
    "TicTacToe",
    "TicTacToeCell",
    "Twenty48",
    "Twenty48Slide",
    "Twenty48Spawn",
]

lazily(
    __name__,
    {
        "hazard.backgammon.game": ["Backgammon"],
        "hazard.compiled": ["CompiledGame"],
        "hazard.games.boards.connect_four": ["ConnectFour", "ConnectFourDrop"],
        "hazard.games.boards.einstein": ["EinStein", "EinSteinDirection", "EinSteinRoll", "EinSteinStep"],
        "hazard.games.pig.game": ["Pig", "PigAction", "PigFace"],
        "hazard.games.boards.random_tree": ["RandomTree", "RandomTreeBranch"],
        "hazard.games.boards.tic_tac_toe": ["TicTacToe", "TicTacToeCell"],
        "hazard.games.twenty48.game": ["Twenty48", "Twenty48Slide", "Twenty48Spawn"],
        "hazard.games.holdem.push_fold": ["PushFold"],
        "hazard.games.ludo.game": ["Ludo"],
        "hazard.games.monopoly.game": ["Monopoly"],
        "hazard.games.secrets.goofspiel": ["Goofspiel"],
        "hazard.games.secrets.kuhn": ["Kuhn"],
        "hazard.games.secrets.leduc": ["Leduc"],
        "hazard.games.secrets.liars_dice": ["LiarsDice"],
        "hazard.takeiteasy.game": ["TakeItEasy"],
    },
)
