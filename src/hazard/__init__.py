"""hazard finds the best decision in a game of chance, within a time budget, and says why."""

from typing import TYPE_CHECKING

from hazard.lazy import lazily

if TYPE_CHECKING:
    from hazard.alone import AloneResult, play_alone
    from hazard.arena import MatchResult, PlayerRecord, play
    from hazard.decide import Searcher, decide, deciding
    from hazard.decision import Decision, Option, OutcomeValue, Statistics, Step
    from hazard.game import Game, GameError, Turn
    from hazard.players import HumanPlayer, Player, RandomPlayer, SearchPlayer, SolvedPlayer
    from hazard.registry import UserError, find_game, find_player, find_search
    from hazard.search import AlphaBeta, Beam, Budget, Expectimax, Minimax, Search, SettingError, TreeSearch
    from hazard.solve import Solution, solve
    from hazard.solved_file import SolutionError

__version__ = "0.1.0"

__all__ = [
    "AloneResult",
    "AlphaBeta",
    "Beam",
    "Budget",
    "Decision",
    "Expectimax",
    "Game",
    "GameError",
    "HumanPlayer",
    "MatchResult",
    "Minimax",
    "Option",
    "OutcomeValue",
    "Player",
    "PlayerRecord",
    "RandomPlayer",
    "Search",
    "SearchPlayer",
    "Searcher",
    "SettingError",
    "Solution",
    "SolutionError",
    "SolvedPlayer",
    "Statistics",
    "Step",
    "TreeSearch",
    "Turn",
    "UserError",
    "decide",
    "deciding",
    "find_game",
    "find_player",
    "find_search",
    "play",
    "play_alone",
    "solve",
]

lazily(
    __name__,
    {
        "hazard.alone": ["AloneResult", "play_alone"],
        "hazard.arena": ["MatchResult", "PlayerRecord", "play"],
        "hazard.decide": ["Searcher", "decide", "deciding"],
        "hazard.decision": ["Decision", "Option", "OutcomeValue", "Statistics", "Step"],
        "hazard.game": ["Game", "GameError", "Turn"],
        "hazard.players": ["HumanPlayer", "Player", "RandomPlayer", "SearchPlayer", "SolvedPlayer"],
        "hazard.registry": ["UserError", "find_game", "find_player", "find_search"],
        "hazard.search": [
            "AlphaBeta",
            "Beam",
            "Budget",
            "Expectimax",
            "Minimax",
            "Search",
            "SettingError",
            "TreeSearch",
        ],
        "hazard.solve": ["Solution", "solve"],
        "hazard.solved_file": ["SolutionError"],
    },
)
