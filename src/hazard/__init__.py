"""hazard finds the best decision in a game of chance, within a time budget, and says why."""

from typing import TYPE_CHECKING

from hazard.lazy import lazily

if TYPE_CHECKING:
    from hazard.alone import AloneResult, play_alone
    from hazard.arena import MatchResult, PlayerRecord, play
    from hazard.checking.check import check
    from hazard.checking.findings import Finding, Report
    from hazard.decide import Searcher, decide
    from hazard.decision import Decision, Option, OutcomeValue, Statistics, Step
    from hazard.game import Game, GameError, Turn
    from hazard.players import HumanPlayer, Player, RandomPlayer, SearchPlayer, SolvedPlayer
    from hazard.registry import UserError, find_game, find_player, find_search
    from hazard.search import AlphaBeta, Beam, Budget, Expectimax, Minimax, Search, SettingError, TreeSearch
    from hazard.solve import Solution, solve

__version__ = "0.1.0"

__all__ = [
    "AloneResult",
    "AlphaBeta",
    "Beam",
    "Budget",
    "Decision",
    "Expectimax",
    "Finding",
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
    "Report",
    "Search",
    "SearchPlayer",
    "Searcher",
    "SettingError",
    "Solution",
    "SolvedPlayer",
    "Statistics",
    "Step",
    "TreeSearch",
    "Turn",
    "UserError",
    "check",
    "decide",
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
        "hazard.checking.check": ["check"],
        "hazard.checking.findings": ["Finding", "Report"],
        "hazard.decide": ["Searcher", "decide"],
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
    },
)
