"""hazard finds the best decision in a game of chance, within a time budget, and says why."""

from typing import TYPE_CHECKING

from hazard.lazy import lazily

if TYPE_CHECKING:
    from hazard.alone import AloneResult, play_alone
    from hazard.arena import MatchResult, PlayerRecord, play
    from hazard.checking.at_sight import MisspeltWarning
    from hazard.checking.check import check
    from hazard.checking.findings import Finding, Report
    from hazard.compiling.foreign import ForeignGame, foreign, include
    from hazard.compiling.game import UncompiledWarning, compile, compiled, uncompiled
    from hazard.compiling.refusal import CompileError
    from hazard.decide import Searcher, decide, deciding
    from hazard.decision import Decision, Option, OutcomeValue, Statistics, Step
    from hazard.equilibrium.finding import equilibrium, exploitability
    from hazard.equilibrium.result import Equilibrium
    from hazard.errors import HazardError, UserError
    from hazard.executing.executor import Executor, executor
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
    from hazard.search_several import Determinized, InformationSets, MaxN
    from hazard.several.beliefs import Belief, beliefs
    from hazard.several.decision import SeveralDecision, SeveralOption
    from hazard.simultaneous import in_turns
    from hazard.solving.solve import Solution, solve
    from hazard.solving.solved_file import SolutionError

__version__ = "0.1.0"

__all__ = [
    "Against",
    "AloneResult",
    "AlphaBeta",
    "Beam",
    "Belief",
    "BestResponse",
    "Budget",
    "CompileError",
    "CvarSolution",
    "Decision",
    "Determinized",
    "Equilibrium",
    "Evaluation",
    "Executor",
    "Expectimax",
    "Finding",
    "ForeignGame",
    "Game",
    "GameError",
    "HazardError",
    "HumanPlayer",
    "InformationSets",
    "Loss",
    "LostHere",
    "MatchResult",
    "MaxN",
    "Minimax",
    "MisspeltWarning",
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
    "SeveralDecision",
    "SeveralOption",
    "Solution",
    "SolutionError",
    "Solve",
    "SolvedPlayer",
    "Statistics",
    "Step",
    "TreeSearch",
    "Turn",
    "UncompiledWarning",
    "UserError",
    "against",
    "as_policy",
    "beliefs",
    "best_cvar",
    "best_response",
    "check",
    "compile",
    "compiled",
    "decide",
    "deciding",
    "distribution",
    "equilibrium",
    "evaluate",
    "executor",
    "exploitability",
    "find_game",
    "find_player",
    "find_search",
    "foreign",
    "in_turns",
    "include",
    "loss",
    "mixture",
    "play",
    "play_alone",
    "scored",
    "solve",
    "target",
    "uncompiled",
]

lazily(
    __name__,
    {
        "hazard.policies.against": ["Against", "against"],
        "hazard.alone": ["AloneResult", "play_alone"],
        "hazard.arena": ["MatchResult", "PlayerRecord", "play"],
        "hazard.checking.at_sight": ["MisspeltWarning"],
        "hazard.checking.check": ["check"],
        "hazard.checking.findings": ["Finding", "Report"],
        "hazard.compiling.foreign": ["ForeignGame", "foreign", "include"],
        "hazard.compiling.game": ["UncompiledWarning", "compile", "compiled", "uncompiled"],
        "hazard.compiling.refusal": ["CompileError"],
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
        "hazard.executing.executor": ["Executor", "executor"],
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
        "hazard.search_several": ["Determinized", "InformationSets", "MaxN"],
        "hazard.several.beliefs": ["Belief", "beliefs"],
        "hazard.several.decision": ["SeveralDecision", "SeveralOption"],
        "hazard.simultaneous": ["in_turns"],
        "hazard.solving.solve": ["Solution", "solve"],
        "hazard.solving.solved_file": ["SolutionError"],
    },
    packages=["adapters", "backgammon", "dice", "fivee", "games", "learn", "policies", "spire", "takeiteasy"],
)
