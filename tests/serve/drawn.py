"""Requests drawn at random for each function, and what the library itself answers to them.

``DRAWN`` has, by the function's name, ``draw(rng)``, a request that must be answered, and
``library(request)``, the same by the library's own calls.
"""

import functools
import json
import random
import re

from tests.games.every_game import walk
from tests.spire.protocol import message_samples

import hazard
from hazard import dice
from hazard.backgammon.analyst import Analyst
from hazard.backgammon.reading import read_position
from hazard.domains import built_in_games
from hazard.fivee.content.library import encounters
from hazard.fivee.content.objectives import objectives
from hazard.fivee.director.director import Director, DirectorSettings
from hazard.fivee.forecasts.forecast import forecast
from hazard.fivee.importers.foundry_combat import read_tracker
from hazard.fivee.rules.fight import Fight
from hazard.fivee.rules.states import read_state, write_state
from hazard.fivee.table.questions import next_decision
from hazard.game import Turn, state_text, words
from hazard.registry import find_game, find_search, search_names
from hazard.spire.agent.advice import advise
from hazard.spire.agent.plans import planner_within
from hazard.takeiteasy import TakeItEasy
from hazard.takeiteasy.rivals import chances_to_win

GAMES = [
    "tictactoe",
    "connect4",
    "einstein",
    "backgammon",
    "pig",
    "piglet",
    "2048(network=none)",
    "takeiteasy",
]
RESISTANCES = ("normal", "resistant", "vulnerable", "immune")


# ---- dice


def expression(rng, types=False):
    """A dice expression of a few terms, in all the forms that there are."""

    def term():
        count, sides = rng.randint(1, 6), rng.choice((4, 6, 8, 10, 12, 20))
        roll = f"{count}d{sides}"
        if types:
            return f"{roll}[{rng.choice(('fire', 'cold', 'slashing'))}]"
        return rng.choice((
            roll, f"{roll}kh{rng.randint(1, count)}", f"{roll}kl1", f"{roll}r<3", f"{roll}ro1", f"{roll}mi2",
            f"1d{sides}!", f"{roll}//2", f"adv(d20+{count})", f"{count}W{sides}", "d%",
        ))  # fmt: skip

    terms = "+".join(term() for _ in range(rng.randint(1, 3)))
    return f"{terms}{rng.choice(('', '+', '-'))}".rstrip("+-") + rng.choice(
        ("", f"+{rng.randint(1, 9)}", "-2")
    )


def draw_dice(rng):
    return {
        "expressions": [expression(rng) for _ in range(rng.randint(1, 2))],
        "at_least": [rng.randint(-5, 40) for _ in range(rng.randint(0, 3))],
    }


def library_dice(request):
    found = []
    for text in request["expressions"]:
        rolled = dice.roll(text)
        quantiles = {str(q): rolled.quantile(q) for q in (0.05, 0.25, 0.5, 0.75, 0.95)}
        found.append({
            "expression": text, "canonical": str(dice.parse(text)), "low": rolled.low, "high": rolled.high,
            "mean": rolled.mean(), "variance": rolled.variance(), "deviation": rolled.deviation(),
            "quantiles": quantiles,
            "at_least": {str(n): rolled.at_least(n) for n in sorted(set(request["at_least"]))},
            "probabilities": {str(value): p for value, p in rolled.items()},
        })  # fmt: skip
    return {"expressions": found}


def draw_roll(rng):
    found = {"advantage": rng.randint(-1, 1)}
    if rng.random() < 0.5:
        found["bonus_dice"] = rng.choice(("1d4", "-1d4", "2d6"))
    if rng.random() < 0.7:
        found["damage"] = expression(rng, types=True)
        found["resistances"] = {kind: rng.choice(RESISTANCES) for kind in ("fire", "cold")}
    return found


def draw_attack(rng):
    return {
        "to_hit": rng.randint(-3, 15), "armor_class": rng.randint(5, 30), "crit_from": rng.randint(17, 20),
        "hits_are_critical": rng.random() < 0.2, **draw_roll(rng),
    }  # fmt: skip


def damage_of(found):
    if found is None:
        return None
    return {
        "low": found.low, "high": found.high, "mean": found.mean(), "deviation": found.deviation(),
        "probabilities": {str(value): p for value, p in found.items()},
    }  # fmt: skip


def library_attack(request):
    given = dict(request)
    damage, resistances = given.pop("damage", None), given.pop("resistances", {})
    odds = dice.attack_odds(**given)
    taken = None if damage is None else dice.attack_damage(odds, damage, resistances)
    chances = {name: getattr(odds, name) for name in ("miss", "hit", "critical", "any_hit")}
    return {**chances, "damage": damage_of(taken)}


def draw_save(rng):
    found = draw_roll(rng)
    return {
        "bonus": rng.randint(-5, 15), "dc": rng.randint(5, 30), "auto_fail": rng.random() < 0.1,
        "on_save": rng.choice(("half", "none")), **found,
    }  # fmt: skip


def library_save(request):
    given = dict(request)
    damage, resistances = given.pop("damage", None), given.pop("resistances", {})
    on_save = given.pop("on_save")
    chance = dice.save_chance(**given)
    taken = None if damage is None else dice.save_damage(damage, chance, on_save, resistances)
    return {"success": chance, "failure": 1 - chance, "damage": damage_of(taken)}


# ---- games


@functools.cache
def game_of(text):
    return find_game(text)


def decisions(game, rng):
    """The states of a random game in which somebody decides."""
    found = [state for state, _ in walk(game, rng.randrange(2**30), 60)]
    return [state for state in found if Turn(game.turn(state)) in (Turn.MAX, Turn.MIN)]


def draw_decide(rng, name=None):
    name = name or rng.choice(GAMES)
    game = game_of(name)
    state = rng.choice(decisions(game, rng))
    if rng.random() < 0.3:
        return {"game": name, "state": game.text(state), "search": f"treesearch(seed={rng.randint(0, 99)})",
                "nodes": rng.randint(1, 40)}  # fmt: skip
    return {"game": name, "state": game.text(state), "depth": 1, "nodes": 3000}


def library_decide(request):
    game = game_of(request["game"])
    search, _ = find_search(request.get("search", "expectimax"))
    budget = hazard.Budget(nodes=request.get("nodes"), depth=request.get("depth"))
    return hazard.decide(game, game.parse(request["state"]), search, budget).to_dict()


def draw_solve(rng):
    name = rng.choice(("tictactoe", "piglet", "pig", "2048"))
    if name == "pig":
        name = f"pig(target={rng.randint(2, 12)},die={rng.randint(2, 6)})"
    if name == "2048":
        name = "2048(rows=2,columns=2)"
    game = game_of(name)
    return {
        "game": name,
        "state": game.text(rng.choice([state for state, _ in walk(game, rng.randrange(99))])),
    }


def library_solve(request):
    game = game_of(request["game"])
    root = game.parse(request["state"])
    solution = hazard.solve(game, root)
    action = solution.action(root)
    return {
        "game": type(game).__name__, "state": state_text(game, root), "turn": Turn(game.turn(root)).name,
        "value": solution.value(root), "error": solution.error, "interval": list(solution.interval(root)),
        "action": None if action is None else words(game, root, action), "states": solution.states,
        "edges": solution.edges,
    }  # fmt: skip


# ---- fights


@functools.cache
def fight_of(name, seed=0):
    return Fight(encounters()[name], seed=seed)


def draw_fight(rng):
    name, seed = rng.choice(list(encounters())), rng.randrange(5)
    if rng.random() < 0.5:
        return {"encounter": name, "seed": seed}
    fight = fight_of(name, seed)
    state = write_state(fight, fight.start, inline=rng.random() < 0.5)
    for row in state["combatants"]:
        if row.get("hit_points") and rng.random() < 0.5:
            row["hit_points"] = rng.randint(1, int(row["hit_points"]))
    return {"state": json.loads(json.dumps(state)), "seed": seed}


def opened(request):
    if "state" in request:
        return read_state(request["state"])
    fight = Fight(encounters()[request["encounter"]], seed=request["seed"])
    return fight, fight.start


def draw_suggest(rng):
    return {
        **draw_fight(rng), "depth": 1, "seconds": 20, "language": rng.choice(("en", "de")),
        "objective": rng.choice(sorted(objectives())),
    }  # fmt: skip


def library_suggest(request):
    fight, state = opened(request)
    settings = DirectorSettings(depth=request["depth"], seconds=request["seconds"])
    director = Director(fight, request["objective"], settings)
    state = next_decision(director.game("monsters"), state, random.Random(request["seed"]))
    return director.suggest(state).to_dict(request["language"])


def draw_actor(rng, name):
    """Return a creature as Foundry keeps it."""
    dice, bonus, to_hit = rng.choice(("1d6", "1d8", "2d6")), rng.randint(1, 4), rng.randint(2, 7)
    hit = f"Hit: ({dice} + {bonus}) slashing damage."
    text = f"Melee Weapon Attack: +{to_hit} to hit, reach 5 ft., one target. {hit}"
    points = rng.randint(4, 40)
    return {
        "name": name,
        "type": "npc",
        "system": {
            "abilities": {
                name: {"value": rng.randint(6, 18)} for name in ("str", "dex", "con", "int", "wis", "cha")
            },
            "attributes": {
                "ac": {"flat": rng.randint(10, 18), "calc": "flat"},
                "hp": {"value": points, "max": points},
            },
            "details": {"cr": 1},
            "traits": {"size": rng.choice(("sm", "med", "lg"))},
        },
        "items": [{"name": "Blade", "type": "weapon", "system": {"description": {"value": text}}}],
    }


def draw_tracker(rng):
    actors = {"a": draw_actor(rng, "Moor Warden"), "b": draw_actor(rng, "Bog Thief")}
    names = ("Warden", "Thief", "Thief")
    combatants = [
        {"name": name, "actor": rng.choice("ab"), "side": "party" if number == 0 else "monsters",
         "at": [rng.randint(-1, 9), rng.randint(-1, 7)], "initiative": rng.randint(1, 20),
         "hit_points": rng.randint(1, 12), "conditions": rng.choice(([], ["prone"], ["poisoned", "marked"]))}
        for number, name in enumerate(names)
    ]  # fmt: skip
    tracker = {"map": ["." * 9] * 7, "actors": actors, "combatants": combatants, "turn": rng.randrange(3)}
    return {"tracker": tracker, "depth": 1, "seconds": 20, "seed": 1, "language": rng.choice(("en", "de"))}


def library_tracker(request):
    state, notes = read_tracker(request["tracker"])
    asked = {
        "state": state,
        "objective": "challenging",
        **{name: request[name] for name in request if name != "tracker"},
    }
    return {**library_suggest(asked), "notes": [note.told(request["language"]) for note in notes]}


def draw_forecast(rng):
    policies = {side: rng.choice(("quick", "nearest", "weakest")) for side in ("party", "monsters")}
    return {**draw_fight(rng), "fights": rng.randint(1, 6), "language": rng.choice(("en", "de")), **policies}


def library_forecast(request):
    state = None
    if "state" in request:
        fight, state = opened(request)
    else:
        fight = Fight(encounters()[request["encounter"]])
    sides = {side: request[side] for side in ("party", "monsters")}
    found = forecast(fight, request["fights"], request["seed"], **sides, state=state)
    return found.to_dict(request["language"])


# ---- the others


def draw_backgammon(rng):
    game = game_of("backgammon")
    states = [state for state in decisions(game, rng) if any(state.own) and any(state.opponent)]
    state = rng.choice(states)
    found = {"position": game.position(state).id, "plies": 0}
    if rng.random() < 0.7:
        found["dice"] = f"{rng.randint(1, 6)}{rng.randint(1, 6)}"
    return found


def library_backgammon(request):
    where, match = read_position(request["position"], request.get("dice"))
    analyst = Analyst(request["plies"])
    if match.dice is None:
        chances = analyst.chances(where)
        return {"position": where.id, "plies": 0, "chances": chances.to_dict(),
                "cube": analyst.cube(where, match, chances).to_dict()}  # fmt: skip
    plays = [play.to_dict() for play in analyst.plays(where, match.dice, match)]
    return {"position": where.id, "plies": 0, "dice": list(match.dice), "plays": plays}


def draw_board(rng):
    game = game_of("takeiteasy")
    return game.text(rng.choice(decisions(game, rng)))


def draw_takeiteasy(rng):
    found = {"board": draw_board(rng), "evaluator": rng.choice(("formula", "table")), "how": "greedy"}
    return {**found, "target": rng.randint(50, 200)} if rng.random() < 0.3 else found


def library_takeiteasy(request):
    game = TakeItEasy(target=request.get("target"), evaluator=request["evaluator"])
    state = game.parse(request["board"])
    decision = hazard.decide(game, state, hazard.Expectimax(), hazard.Budget(depth=1))
    return {"board": game.text(state), "score": state.score, **decision.to_dict()}


def draw_race(rng):
    board = draw_board(rng)
    columns = board.partition(" + ")[0].split("/")
    tiles = [tile for column in columns for tile in column.split()]
    rng.shuffle(tiles)
    sizes, rival = [len(column.split()) for column in columns], []
    for size in sizes:
        rival.append(" ".join(tiles[:size]))
        tiles = tiles[size:]
    return {"board": board, "rivals": ["/".join(rival)], "evaluator": "formula"}


def library_race(request):
    game = TakeItEasy(evaluator=request["evaluator"])
    state = game.parse(request["board"])
    found = chances_to_win(game, state, [game.parse(text) for text in request["rivals"]])
    options = [{"hex": one.hex, "chance": one.chance, "error": one.error} for one in found]
    return {"board": game.text(state), "score": state.score, "options": options}


MESSAGES = [json.loads(text) for name, text in message_samples.EVERY_SAMPLE.items() if name != "menu"]


def draw_spire(rng):
    return {
        "message": rng.choice(MESSAGES), "simulations": rng.randint(5, 30), "seed": rng.randrange(99),
        "language": rng.choice(("en", "de")),
    }  # fmt: skip


def library_spire(request):
    planner = planner_within(None, request["simulations"], request["seed"])
    return advise(json.dumps(request["message"]), planner, request["language"]).to_dict()


def library_names(request):
    return {
        "version": hazard.__version__, "games": list(built_in_games()), "searches": search_names(),
        "encounters": list(encounters()), "objectives": sorted(objectives()),
    }  # fmt: skip


DRAWN = {
    "list_names": (lambda rng: {}, library_names),
    "dice_odds": (draw_dice, library_dice),
    "attack_chances": (draw_attack, library_attack),
    "save_chances": (draw_save, library_save),
    "best_move": (draw_decide, library_decide),
    "solve_game": (draw_solve, library_solve),
    "fivee_suggest": (draw_suggest, library_suggest),
    "foundry_suggest": (draw_tracker, library_tracker),
    "fivee_forecast": (draw_forecast, library_forecast),
    "backgammon_hint": (draw_backgammon, library_backgammon),
    "takeiteasy_hint": (draw_takeiteasy, library_takeiteasy),
    "takeiteasy_race": (draw_race, library_race),
    "spire_advise": (draw_spire, library_spire),
}


def untimed(data):
    """The same without what a clock has measured, and as JSON has it."""
    if isinstance(data, dict):
        return {key: untimed(value) for key, value in data.items() if key != "seconds"}
    if isinstance(data, list | tuple):
        return [untimed(item) for item in data]
    return re.sub(r"[\d.,]+ (ms|s)\b", "", data) if isinstance(data, str) else data
