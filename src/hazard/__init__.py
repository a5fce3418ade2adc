"""hazard finds the best decision in a game of chance, within a time budget, and says why."""

from typing import TYPE_CHECKING

from hazard.lazy import lazily

if TYPE_CHECKING:
    from hazard.against import Against, against
    from hazard.alone import AloneResult, play_alone
    from hazard.arena import MatchResult, PlayerRecord, play
    from hazard.checking.check import check
    from hazard.checking.findings import Finding, Report
    from hazard.decide import Searcher, decide, deciding
    from hazard.decision import Decision, Option, OutcomeValue, Statistics, Step
    from hazard.distribution import ResultDistribution, distribution
    from hazard.evaluate import Evaluation, evaluate
    from hazard.game import Game, GameError, Turn
    from hazard.players import HumanPlayer, Player, RandomPlayer, SearchPlayer, SolvedPlayer
    from hazard.policy import Mixture, Policy, as_policy, mixture
    from hazard.registry import UserError, find_game, find_player, find_search
    from hazard.response import BestResponse, Loss, LostHere, best_response, loss
    from hazard.risk import CvarSolution, Scored, best_cvar, scored, target
    from hazard.search import (
        AlphaBeta,
        Beam,
        Budget,
        Expectimax,
        Minimax,
        Search,
        SettingError,
        Solve,
        TreeSearch,
    )
    from hazard.solve import Solution, solve
    from hazard.solved_file import SolutionError

__version__ = "0.1.0"

__all__ = [
    "Against",
    "AloneResult",
    "AlphaBeta",
    "Beam",
    "BestResponse",
    "Budget",
    "CvarSolution",
    "Decision",
    "Evaluation",
    "Expectimax",
    "Finding",
    "Game",
    "GameError",
    "HumanPlayer",
    "Loss",
    "LostHere",
    "MatchResult",
    "Minimax",
    "Mixture",
    "Option",
    "OutcomeValue",
    "Player",
    "PlayerRecord",
    "Policy",
    "RandomPlayer",
    "Report",
    "ResultDistribution",
    "Scored",
    "Search",
    "SearchPlayer",
    "Searcher",
    "SettingError",
    "Solution",
    "SolutionError",
    "Solve",
    "SolvedPlayer",
    "Statistics",
    "Step",
    "TreeSearch",
    "Turn",
    "UserError",
    "against",
    "as_policy",
    "best_cvar",
    "best_response",
    "check",
    "decide",
    "deciding",
    "distribution",
    "evaluate",
    "find_game",
    "find_player",
    "find_search",
    "loss",
    "mixture",
    "play",
    "play_alone",
    "scored",
    "solve",
    "target",
]

lazily(
    __name__,
    {
        "hazard.against": ["Against", "against"],
        "hazard.alone": ["AloneResult", "play_alone"],
        "hazard.arena": ["MatchResult", "PlayerRecord", "play"],
        "hazard.checking.check": ["check"],
        "hazard.checking.findings": ["Finding", "Report"],
        "hazard.decide": ["Searcher", "decide", "deciding"],
        "hazard.decision": ["Decision", "Option", "OutcomeValue", "Statistics", "Step"],
        "hazard.distribution": ["ResultDistribution", "distribution"],
        "hazard.evaluate": ["Evaluation", "evaluate"],
        "hazard.game": ["Game", "GameError", "Turn"],
        "hazard.players": ["HumanPlayer", "Player", "RandomPlayer", "SearchPlayer", "SolvedPlayer"],
        "hazard.policy": ["Mixture", "Policy", "as_policy", "mixture"],
        "hazard.registry": ["UserError", "find_game", "find_player", "find_search"],
        "hazard.response": ["BestResponse", "Loss", "LostHere", "best_response", "loss"],
        "hazard.risk": ["CvarSolution", "Scored", "best_cvar", "scored", "target"],
        "hazard.search": [
            "AlphaBeta",
            "Beam",
            "Budget",
            "Expectimax",
            "Minimax",
            "Search",
            "SettingError",
            "Solve",
            "TreeSearch",
        ],
        "hazard.solve": ["Solution", "solve"],
        "hazard.solved_file": ["SolutionError"],
    },
)
