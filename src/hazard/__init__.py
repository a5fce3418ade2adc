"""hazard finds the best decision in a game of chance, within a time budget, and says why."""

from typing import TYPE_CHECKING

from hazard.lazy import lazily

if TYPE_CHECKING:
    from hazard.alone import AloneResult, play_alone
    from hazard.arena import MatchResult, PlayerRecord, play
    from hazard.checking.check import check
    from hazard.checking.findings import Finding, Report
    from hazard.decide import Searcher, decide, deciding
    from hazard.decision import Decision, Option, OutcomeValue, Statistics, Step
    from hazard.equilibrium.finding import equilibrium, exploitability
    from hazard.equilibrium.result import Equilibrium
    from hazard.errors import HazardError, UserError
    from hazard.game import Game, GameError, Turn
    from hazard.players import HumanPlayer, Player, RandomPlayer, SearchPlayer, SolvedPlayer
    from hazard.policies.against import Against, against
    from hazard.policies.distribution import ResultDistribution, distribution
    from hazard.policies.evaluate import Evaluation, evaluate
    from hazard.policies.policy import Mixture, Policy, as_policy, mixture
    from hazard.policies.response import BestResponse, Loss, LostHere, best_response, loss
    from hazard.policies.risk import CvarSolution, Scored, best_cvar, scored, target
    from hazard.registry import find_game, find_player, find_search
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
    from hazard.solving.solve import Solution, solve
    from hazard.solving.solved_file import SolutionError

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
    "Equilibrium",
    "Evaluation",
    "Expectimax",
    "Finding",
    "Game",
    "GameError",
    "HazardError",
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
    "equilibrium",
    "evaluate",
    "exploitability",
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
        "hazard.policies.against": ["Against", "against"],
        "hazard.alone": ["AloneResult", "play_alone"],
        "hazard.arena": ["MatchResult", "PlayerRecord", "play"],
        "hazard.checking.check": ["check"],
        "hazard.checking.findings": ["Finding", "Report"],
        "hazard.decide": ["Searcher", "decide", "deciding"],
        "hazard.decision": ["Decision", "Option", "OutcomeValue", "Statistics", "Step"],
        "hazard.policies.distribution": ["ResultDistribution", "distribution"],
        "hazard.policies.evaluate": ["Evaluation", "evaluate"],
        "hazard.game": ["Game", "GameError", "Turn"],
        "hazard.players": ["HumanPlayer", "Player", "RandomPlayer", "SearchPlayer", "SolvedPlayer"],
        "hazard.policies.policy": ["Mixture", "Policy", "as_policy", "mixture"],
        "hazard.equilibrium.finding": ["equilibrium", "exploitability"],
        "hazard.equilibrium.result": ["Equilibrium"],
        "hazard.errors": ["HazardError", "UserError"],
        "hazard.registry": ["find_game", "find_player", "find_search"],
        "hazard.policies.response": ["BestResponse", "Loss", "LostHere", "best_response", "loss"],
        "hazard.policies.risk": ["CvarSolution", "Scored", "best_cvar", "scored", "target"],
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
        "hazard.solving.solve": ["Solution", "solve"],
        "hazard.solving.solved_file": ["SolutionError"],
    },
)
