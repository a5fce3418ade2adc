"""hazard finds the best decision in a game of chance, within a time budget, and says why."""

from hazard.decide import Searcher, decide
from hazard.decision import Decision, Option, OutcomeValue, Statistics, Step
from hazard.game import Game, GameError, Turn
from hazard.search import AlphaBeta, Beam, Budget, Expectimax, Minimax, Search, SettingError, TreeSearch
from hazard.solve import Solution, solve

__version__ = "0.1.0"

__all__ = [
    "AlphaBeta",
    "Beam",
    "Budget",
    "Decision",
    "Expectimax",
    "Game",
    "GameError",
    "Minimax",
    "Option",
    "OutcomeValue",
    "Search",
    "Searcher",
    "SettingError",
    "Solution",
    "Statistics",
    "Step",
    "TreeSearch",
    "Turn",
    "decide",
    "solve",
]
