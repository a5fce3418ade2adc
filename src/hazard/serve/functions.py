"""The one table of functions that the doors call, so that all of them give the answers of the library.

A function takes a request and a job and returns plain JSON data: what the command of that name prints with
``--json``. What it needs is imported when it is called first.

Over 400 lines: one function for each that a program can call.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

import hazard
from hazard.domains import built_in_games
from hazard.errors import UserError, no_such
from hazard.render.document import DecisionDocument, plain
from hazard.search import Budget
from hazard.serve import answers, requests
from hazard.serve.allowed import check_search, served_game
from hazard.serve.job import Job
from hazard.serve.mistakes import ServeError

if TYPE_CHECKING:
    from hazard.dice import Distribution
    from hazard.fivee.rules.fight import Fight, FightState

# ---- dice ----------------------------------------------------------------------------------------------


def names(request: requests.NamesRequest, job: Job) -> dict[str, Any]:
    """Return the names that other requests may use."""
    from hazard.fivee.content.library import encounters
    from hazard.fivee.content.objectives import objectives
    from hazard.search_specs import search_names

    return {
        "version": hazard.__version__,
        "games": [*built_in_games(), *job.games],
        "searches": search_names(),
        "encounters": list(encounters()),
        "objectives": sorted(objectives()),
    }


def dice(request: requests.DiceRequest, job: Job) -> dict[str, Any]:
    """Return the exact distribution of each expression.

    >>> dice(requests.DiceRequest(expressions=["2d6"]), Job())["expressions"][0]["mean"]
    7.0
    """
    from hazard.cli.dice import summary
    from hazard.dice import roll

    bounds = sorted(set(request.at_least))
    return {"expressions": [summary(text, roll(text), bounds) for text in request.expressions]}


def attack(request: requests.AttackRequest, job: Job) -> dict[str, Any]:
    """Return the chances of an attack roll, and its damage.

    >>> attack(requests.AttackRequest(to_hit=5, armor_class=15), Job())["critical"]
    0.05
    """
    from hazard.dice import attack_damage, attack_odds

    odds = attack_odds(
        request.to_hit,
        request.armor_class,
        request.advantage,
        request.crit_from,
        request.bonus_dice,
        hits_are_critical=request.hits_are_critical,
    )
    taken = None if request.damage is None else attack_damage(odds, request.damage, request.resistances)
    found = {"miss": odds.miss, "hit": odds.hit, "critical": odds.critical, "any_hit": odds.any_hit}
    return {**found, "damage": _damage(taken)}


def save(request: requests.SaveRequest, job: Job) -> dict[str, Any]:
    """Return the chance of a saving throw, and the damage that depends on it.

    >>> save(requests.SaveRequest(bonus=2, dc=13), Job())["success"]
    0.5
    """
    from hazard.dice import save_chance, save_damage

    chance = save_chance(
        request.bonus, request.dc, request.advantage, request.bonus_dice, auto_fail=request.auto_fail
    )
    taken = None
    if request.damage is not None:
        taken = save_damage(request.damage, chance, request.on_save, request.resistances)
    return {"success": chance, "failure": 1 - chance, "damage": _damage(taken)}


def _damage(found: Distribution | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "low": found.low,
        "high": found.high,
        "mean": found.mean(),
        "deviation": found.deviation(),
        "probabilities": {str(value): p for value, p in found.items()},
    }


# ---- games ---------------------------------------------------------------------------------------------


def decide(request: requests.DecideRequest, job: Job) -> dict[str, Any]:
    """Return the best move in a position, as :class:`hazard.render.DecisionDocument` has it.

    >>> decide(requests.DecideRequest(game="pig", state="40 35 12", depth=2), Job())["action"]
    'ROLL'
    """
    from hazard.cli.common import budget_from
    from hazard.decide import Searcher
    from hazard.registry.states import first_decision, read_state
    from hazard.search_specs import find_search

    game = served_game(request.game, job.games)
    search, limits = find_search(request.search)
    check_search(search)
    budget = budget_from(limits, request.seconds, request.depth, request.nodes)
    job.checked(None if budget is None else budget.seconds)
    state = read_state(game, request.state)
    if request.state is None:
        state, _ = first_decision(game, state)
    return Searcher(game, search).decide(state, budget, stop=job.stop).to_dict()


def solve(request: requests.SolveRequest, job: Job) -> dict[str, Any]:
    """Return the exact value and the best action of a small game.

    >>> round(solve(requests.SolveRequest(game="piglet"), Job())["value"], 9) == round(4 / 7, 9)
    True
    """
    from hazard import solving
    from hazard.cli.solve import summary
    from hazard.registry.states import read_state

    progress = job.progress
    solution = solving.solve.solve(
        game := served_game(request.game, job.games),
        read_state(game, request.state),
        tolerance=request.tolerance,
        max_states=request.max_states,
        max_bytes=MOST_BYTES,
        progress=None if progress is None else lambda what, done, total: progress(done, total, what),
    )
    return summary(solution)


MOST_BYTES = 1 << 30
"""Memory that solving may take."""


# ---- fifth-edition combat ------------------------------------------------------------------------------


def suggest(request: requests.SuggestRequest, job: Job) -> dict[str, Any]:
    """Return what whoever is next should do, as ``hazard fivee suggest --json`` has it."""
    from hazard.fivee.cli.suggest import turn_of
    from hazard.fivee.director.director import Director, DirectorSettings
    from hazard.fivee.table.questions import next_decision

    job.checked(request.seconds)
    spoken = job.spoken(request)
    settings = DirectorSettings(
        depth=2 if request.depth is None else request.depth,
        seconds=request.seconds,
        search=request.search,
        reply=request.reply,
    )
    fight, state = _fight(request)
    director = Director(fight, request.objective, settings)
    if request.whom is not None:
        state = turn_of(fight, state, request.whom, spoken)
    else:  # recharges and death saves come first
        state = next_decision(director.game("monsters"), state, random.Random(request.seed))
    suggestion = director.suggest(state)
    found = suggestion.to_dict(spoken)
    if request.why_not is not None:
        found["why_not"] = suggestion.why_not(request.why_not, spoken)
    return found


def foundry(request: requests.TrackerRequest, job: Job) -> dict[str, Any]:
    """Return what whoever is next in a combat of Foundry should do, and what of it was put right."""
    from hazard.fivee.importers.foundry_combat import read_tracker

    state, notes = read_tracker(request.tracker)
    asked = requests.SuggestRequest(
        state=state,
        depth=request.depth,
        seconds=request.seconds,
        seed=request.seed,
        language=request.language,
    )
    spoken = job.spoken(request)
    return {**suggest(asked, job), "notes": [note.told(spoken) for note in notes]}


def forecast(request: requests.ForecastRequest, job: Job) -> dict[str, Any]:
    """Return how a fight is likely to end, as ``hazard fivee forecast --json`` has it."""
    from hazard.fivee.forecasts import forecast as fights
    from hazard.fivee.rules.fight import Fight

    state = None
    if request.state is not None:
        fight, state = _fight(request)
    else:
        fight = Fight(_encounter(request.encounter))
    found = fights.forecast(
        fight,
        request.fights,
        request.seed,
        party=request.party,
        monsters=request.monsters,
        progress=job.bar("fights"),
        state=state,
    )
    return found.to_dict(job.spoken(request))


def _fight(request: requests.FightRequest) -> tuple[Fight, FightState]:
    if request.state is not None:
        from hazard.fivee.rules.states import read_state

        return read_state(request.state)
    from hazard.fivee.rules.fight import Fight

    fight = Fight(_encounter(request.encounter), seed=request.seed)
    return fight, fight.start


def _encounter(name: str | None) -> Any:
    from hazard.fivee.content.library import encounters

    if name is None or name not in encounters():
        raise no_such(str(name), encounters(), "encounter")
    return encounters()[name]


# ---- other domains -------------------------------------------------------------------------------------


def backgammon(request: requests.BackgammonRequest, job: Job) -> dict[str, Any]:
    """Return the best plays of a roll, or the cube decision, as ``hazard backgammon hint --json`` has it.

    >>> found = backgammon(requests.BackgammonRequest(position="4HPwATDgc/ABMA", dice="31", plies=0), Job())
    >>> found["plays"][0]["play"]
    '8/5 6/5'
    """
    from hazard.backgammon.analyst import Analyst
    from hazard.backgammon.reading import read_position

    where, match = read_position(request.position, request.dice)
    analyst = Analyst(request.plies)
    if match.dice is None:
        chances = analyst.chances(where)
        cube = analyst.cube(where, match, chances).to_dict()
        return {"position": where.id, "plies": request.plies, "chances": chances.to_dict(), "cube": cube}
    rated = analyst.plays(where, match.dice, match)[: request.count]
    plays = [play.to_dict() for play in rated]
    return {"position": where.id, "dice": list(match.dice), "plies": request.plies, "plays": plays}


def takeiteasy(request: requests.TakeItEasyRequest, job: Job) -> dict[str, Any]:
    """Return the best hex for a tile, as ``hazard takeiteasy hint --json`` has it."""
    from hazard.decide import Searcher
    from hazard.search import Expectimax
    from hazard.takeiteasy.ways import find_player

    game, state = _board(request, request.target)
    search, budget_of = find_player(request.how, game.target)
    budget = Budget(depth=1) if budget_of is None else budget_of(state)
    decision = Searcher(game, search or Expectimax()).decide(state, budget, stop=job.stop)
    return {"board": game.text(state), "score": state.score, **decision.to_dict()}


def takeiteasy_race(request: requests.TakeItEasyRaceRequest, job: Job) -> dict[str, Any]:
    """Return each hex's chance to end ahead of rivals, as ``takeiteasy hint --rival --json`` has it."""
    from dataclasses import asdict

    from hazard.takeiteasy.rivals import chances_to_win

    game, state = _board(request)
    found = chances_to_win(game, state, [game.parse(text) for text in request.rivals])
    return {"board": game.text(state), "score": state.score, "options": [asdict(one) for one in found]}


def _board(request: requests.BoardRequest, target: int | None = None) -> tuple[Any, Any]:
    from hazard.game import Turn
    from hazard.takeiteasy.board import NO_TILE, tile_number, write_board
    from hazard.takeiteasy.game import TakeItEasy

    game = TakeItEasy(target=target, evaluator=request.evaluator)
    state = game.parse(request.board)
    if request.tile is not None:
        if state.hand != NO_TILE:
            raise UserError("takeiteasy.drawn_tile_given_twice")
        state = game.parse(write_board(state.tiles, tile_number(request.tile)))
    if game.turn(state) is not Turn.MAX:
        raise ServeError("serve.no_tile_to_place")
    return game, state


def spire(request: requests.SpireRequest, job: Job) -> dict[str, Any]:
    """Return what to do in a state of Slay the Spire, as ``hazard spire advise --json`` has it."""
    from hazard.spire.agent.advice import advise
    from hazard.spire.agent.plans import planner_within

    job.checked(None if request.ms is None else request.ms / 1000)
    text = request.message if isinstance(request.message, str) else json.dumps(request.message)
    return advise(
        text, planner_within(request.ms, request.simulations, request.seed), job.spoken(request)
    ).to_dict()


# ---- the table -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Function:
    """One function, as the doors show it."""

    name: str
    """What the tool is called."""
    path: str
    """Where it is, below ``/v1``."""
    title: str
    about: str
    request: type[requests.Request]
    answer: type[BaseModel]
    run: Callable[[Any, Job], dict[str, Any]] = field(repr=False)
    reports: bool = False
    """Whether it says itself how far it is; of others only the time is known."""

    def __call__(self, request: Mapping[str, Any], job: Job | None = None) -> dict[str, Any]:
        """Check a request and answer it with plain JSON data.

        >>> FUNCTIONS["save_chances"]({"bonus": 2, "dc": 13})["failure"]
        0.5
        """
        asked = self.request.model_validate(request)
        found = plain(self.run(asked, job or Job()))
        assert isinstance(found, dict)
        return found


_TABLE = (
    Function(
        "list_names", "/names", "What there is",
        "List the games, searches, encounters and objectives by name.",
        requests.NamesRequest, answers.NamesAnswer, names,
    ),
    Function(
        "dice_odds", "/dice", "Exact dice odds",
        "Compute the exact probability of every result of dice expressions such as 4d6kh3 or adv(d20+5): "
        "mean, quantiles, chance of a number or more. Nothing is simulated.",
        requests.DiceRequest, answers.DiceAnswer, dice,
    ),
    Function(
        "attack_chances", "/attack", "Chances of an attack",
        "Compute the exact chances of a fifth-edition attack to miss, to hit and to hit critically, and the "
        "distribution of its damage.",
        requests.AttackRequest, answers.AttackAnswer, attack,
    ),
    Function(
        "save_chances", "/save", "Chances of a saving throw",
        "Compute the exact chance of a fifth-edition saving throw, and the distribution of the damage that "
        "depends on it.",
        requests.SaveRequest, answers.SaveAnswer, save,
    ),
    Function(
        "best_move", "/decide", "Best move of a game",
        "Find the best move in a position of a game, with its value, what is proven, every alternative and "
        "what chance may answer. A value says whether it is exact, a bound or an estimate.",
        requests.DecideRequest, DecisionDocument, decide,
    ),
    Function(
        "solve_game", "/solve", "Solve a small game",
        "Solve a small game exactly: value and best action under best play, with a proven error bound.",
        requests.SolveRequest, answers.SolveAnswer, solve, reports=True,
    ),
    Function(
        "fivee_suggest", "/fivee/suggest", "What a creature should do",
        "Suggest the turn of the creature that is next in a fifth-edition fight: the plan, its odds, close "
        "alternatives and caveats. Give an encounter by name, or a state.",
        requests.SuggestRequest, answers.SuggestAnswer, suggest,
    ),
    Function(
        "foundry_suggest", "/fivee/foundry", "What a creature in Foundry VTT should do",
        "Suggest the turn of whoever is next in a combat of Foundry VTT, from its actors and tokens: "
        "the plan, its odds, close alternatives, and what of the combat was put right or left out.",
        requests.TrackerRequest, answers.TrackerAnswer, foundry,
    ),
    Function(
        "fivee_forecast", "/fivee/forecast", "How a fight may end",
        "Forecast a fifth-edition fight by simulation: who wins, who falls, how long it takes.",
        requests.ForecastRequest, answers.ForecastAnswer, forecast, reports=True,
    ),
    Function(
        "backgammon_hint", "/backgammon/hint", "Backgammon hint",
        "Rate the plays of a backgammon roll or, without a roll, decide whether to double and take.",
        requests.BackgammonRequest, answers.BackgammonAnswer, backgammon,
    ),
    Function(
        "takeiteasy_hint", "/takeiteasy/hint", "Take It Easy hint",
        "Find the best hex for the drawn tile of Take It Easy, with the value of every empty hex.",
        requests.TakeItEasyRequest, answers.TakeItEasyAnswer, takeiteasy,
    ),
    Function(
        "takeiteasy_race", "/takeiteasy/race", "Take It Easy against rivals",
        "Find the hex for the drawn tile of Take It Easy with the best chance to finish ahead of others.",
        requests.TakeItEasyRaceRequest, answers.RaceAnswer, takeiteasy_race,
    ),
    Function(
        "spire_advise", "/spire/advise", "Slay the Spire advice",
        "Advise what to do in a state of Slay the Spire, a message of the Communication Mod: the turn to "
        "play in a fight, or the choice on another screen.",
        requests.SpireRequest, answers.SpireAnswer, spire,
    ),
)  # fmt: skip

FUNCTIONS: Mapping[str, Function] = {function.name: function for function in _TABLE}
"""By name."""
