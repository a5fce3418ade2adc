"""What hazard says, drawn at random, in any language: suggestions, logs, refusals, forecasts, advice."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Callable, Iterator

from rich.console import Console

import hazard
from hazard import language
from hazard.domains import built_in_games, loaded
from hazard.errors import HazardError
from hazard.fivee.balance.balance import balance
from hazard.fivee.balance.text import report as balance_report
from hazard.fivee.cli.session import Session
from hazard.fivee.content.library import bestiary, encounters
from hazard.fivee.content.objectives import objectives
from hazard.fivee.content.stat_block import stat_block_lines
from hazard.fivee.director.director import Director, DirectorSettings
from hazard.fivee.director.round_telling import tell_round
from hazard.fivee.director.rounds import RoundPlanner
from hazard.fivee.forecasts.day import day
from hazard.fivee.forecasts.day_text import day_report, duel_report
from hazard.fivee.forecasts.duel import duel
from hazard.fivee.forecasts.duelists import read_duelists
from hazard.fivee.forecasts.forecast import forecast
from hazard.fivee.forecasts.plot import draw_forecast
from hazard.fivee.forecasts.text import report as forecast_report
from hazard.fivee.rules.contest import Contest
from hazard.fivee.rules.fight import Fight, names_of
from hazard.fivee.table.questions import next_decision
from hazard.fivee.table.table import Table
from hazard.fivee.table.transcript import transcript
from hazard.game import Turn
from hazard.registry.states import first_decision
from hazard.several.deciding import is_several, usual_search
from hazard.spire.agent.advice import advise
from hazard.spire.planner.planner import Planner
from hazard.spire.planner.settings import Settings
from hazard.spire.planner.strength import start_of
from hazard.spire.rules.compile import compiled
from hazard.spire.rules.fight import Combat
from hazard.spire.rules.setups import SETUPS
from hazard.spire.stand_in.whole_run import RunHost

QUICK = DirectorSettings(depth=1, seconds=5)
TYPED = {
    "de": ("weiter", "ok", "alles würfeln", "würfeln", "rückgängig", "stand", "hilfe", "Kämpfer liegend",
           "12 schaden an Kämpfer", "kleriker +7", "warum nicht angriff", "blorp", "wer"),
    "en": ("next", "ok", "roll all", "roll", "undo", "status", "help", "Fighter prone",
           "12 damage to Fighter", "cleric +7", "why not attack", "blorp", "who"),
}  # fmt: skip
"""What is typed at the table; in other languages the English words."""


def suggestions(draw: random.Random, count: int, spoken: str) -> Iterator[str]:
    """Turns in the encounters that come with hazard, as the director tells them."""
    known, aims = sorted(encounters()), sorted(objectives())
    while count > 0:
        fight = Fight(encounters()[draw.choice(known)], seed=draw.getrandbits(30))
        director = Director(fight, draw.choice(aims), settings=QUICK)
        game = director.game("monsters")
        state = game.start()
        for _ in range(8):
            if state.over or count <= 0:
                break
            suggestion = director.suggest(state)
            yield suggestion.explain(spoken)
            count -= 1
            state = game.apply(state, suggestion.decision.action)
            while state.chance:
                state = game.roll(state, draw.getrandbits(30))[1]


def logs(draw: random.Random, count: int, spoken: str) -> Iterator[str]:
    """Fights played at the table, answered and written down."""
    known, lines = sorted(encounters()), TYPED.get(spoken, TYPED["en"])
    for _ in range(count):
        table = Table(Fight(encounters()[draw.choice(known)], seed=draw.getrandbits(30)), settings=QUICK,
                      seed=draw.getrandbits(30), language=spoken)  # fmt: skip
        waiting = iter([draw.choice(lines) for _ in range(12)])

        def read(waiting: Iterator[str] = waiting) -> str:
            line = next(waiting, None)
            if line is None:
                raise EOFError
            return line

        page = io.StringIO()
        Session(table, Console(file=page, width=120), read).run()
        yield page.getvalue()
        yield transcript(table.fight, Contest(table.fight).steps(draw.getrandbits(20)), spoken)


def refusals(draw: random.Random, count: int, spoken: str) -> Iterator[str]:
    """Every error that there is, with a context of numbers."""
    for package in sorted({language.PACKAGE, *language.homes().values()}):
        for code, text in language.catalogue(package, "en").items():
            yield HazardError(code, **dict.fromkeys(language.gaps(text), 3)).told(spoken)


def moves(draw: random.Random, count: int, spoken: str) -> Iterator[str]:
    """Moves and what chance brings, in every game that comes with hazard."""
    games = [loaded(place)(**settings) for place, settings in built_in_games().values()]
    for _ in range(count):
        game = draw.choice(games)
        state = game.start()
        for _ in range(draw.randrange(12)):
            turn = Turn(game.turn(state))
            if turn is Turn.OVER:
                break
            ways = [move for move, _ in game.outcomes(state)] if turn is Turn.CHANCE else game.actions(state)
            move = draw.choice(ways)
            yield game.describe(state, move, spoken)
            state = game.apply(state, move)


SEARCHES = (
    "expectimax(depth=1, trace=40)",
    "expectimax(nodes=30)",
    "treesearch(nodes=60)",
    "expectimax(depth=2)",
)


def decisions(draw: random.Random, count: int, spoken: str) -> Iterator[str]:
    """Decisions of every game, explained, drawn and logged, and equilibria."""
    games = [loaded(place)(**settings) for place, settings in built_in_games().values()]
    for number in range(count):
        game = games[number % len(games)]
        state, _ = first_decision(game, game.start())
        several = is_several(game)
        search, budget = hazard.find_search("treesearch(nodes=40)" if several else draw.choice(SEARCHES))
        if several:
            search = usual_search(game, budget)
        decision = hazard.decide(game, state, search, budget)
        yield decision.explain(language=spoken)
        if not several:
            yield decision.trace_text(30, spoken)
            yield _read(decision.draw(language=spoken))
    for name in ("kuhn", "leduc")[: 1 + (count > 10)]:
        found = hazard.equilibrium(hazard.find_game(name), iterations=20)
        yield found.explain(6, spoken)


def plans(draw: random.Random, count: int, spoken: str) -> Iterator[str]:
    """Turns of Slay the Spire, explained."""
    for _ in range(count):
        ascension = draw.choice([0, 20])
        planner = Planner(compiled(ascension), Settings("beam"))
        against, player = (
            draw.choice(["Jaw Worm", "2 Louse", "Gremlin Gang"]),
            draw.choice([*SETUPS.values()]),
        )
        start = start_of(player, against, ascension, draw.getrandbits(20))
        state = Combat(compiled(ascension), start).sampled(start, draw.getrandbits(20))
        yield planner.plan(state).explain(spoken)


def advice(draw: random.Random, count: int, spoken: str) -> Iterator[str]:
    """Runs of Slay the Spire, screen by screen, with advice for each, which is followed."""
    planner = Planner(compiled(20), Settings("beam"))
    while count > 0:
        host = RunHost(20, draw.getrandbits(20))
        message = host.obey("start ironclad 20")
        while count > 0 and not host.over and message.get("in_game"):
            found = advise(json.dumps(message), planner.plan, spoken)
            said = "\n".join([found.why, found.explanation, *found.warnings, *found.moves])
            for quoted in _texts(message):
                said = re.sub(rf"(?<!\w){re.escape(quoted)}(?!\w)", "…", said)
            yield said
            count -= 1
            message = host.obey(found.command)
            if "error" in message:
                break


def _texts(message: object) -> list[str]:
    """What the game itself has written, the longest first: advice names it as it stands there."""
    if isinstance(message, str):
        return [message] if len(message) > 2 else []
    inner = (
        list(message.values()) if isinstance(message, dict) else message if isinstance(message, list) else []
    )
    return sorted({text for part in inner for text in _texts(part)}, key=len, reverse=True)


def _read(drawing: str) -> str:
    """What somebody reads of a drawing."""
    return re.sub(r"(?s)<(style|script)>.*?</\1>|<[^<>]*>", " ", drawing)


def forecasts(draw: random.Random, count: int, spoken: str) -> Iterator[str]:
    """Forecasts, balances, days, rounds and duels."""
    known = sorted(encounters())
    for _ in range(count):
        fight = Fight(encounters()[draw.choice(known)], seed=1)
        seed = draw.getrandbits(20)
        found = forecast(fight, 20, seed, 1)
        yield forecast_report(found, spoken)
        yield _read(draw_forecast(found, spoken))
        yield balance_report(balance(fight, 20, seed, threads=1), spoken)
        both = [fight, Fight(fight.encounter, seed=2)]
        names = {f.name: name for f, name in zip(fight.fighters, names_of(fight, spoken), strict=True)}
        names[fight.encounter.name] = fight.encounter.called(spoken)
        yield day_report(day(both, None, 20, seed, 1), spoken, names)
        planner = RoundPlanner(fight, None, 20, seconds=1, seed=seed)
        game = planner.game("monsters")
        yield tell_round(planner.plan(next_decision(game, game.start(), draw)), spoken)


def creatures(draw: random.Random, count: int, spoken: str) -> Iterator[str]:
    """Stat blocks."""
    for creature in draw.sample(sorted(bestiary().values(), key=lambda each: each.name), count):
        yield "\n".join(stat_block_lines(creature, spoken))
    yield duel_report(duel(*read_duelists("troll", "ogre")), spoken)


KINDS: dict[str, tuple[Callable[[random.Random, int, str], Iterator[str]], float]] = {
    "suggestions": (suggestions, 0.25),
    "logs of a table": (logs, 0.125),
    "refusals": (refusals, 1.0),
    "moves": (moves, 0.25),
    "decisions": (decisions, 0.05),
    "plans of a turn": (plans, 0.05),
    "advice": (advice, 0.1),
    "forecasts": (forecasts, 0.01),
    "stat blocks": (creatures, 0.05),
}
"""What is drawn, and how much of each."""


def drawn(spoken: str, seed: int, size: int) -> Iterator[tuple[str, str]]:
    """Yield a kind and a text, of every kind."""
    draw = random.Random(seed)
    for kind, (texts, share) in KINDS.items():
        for text in texts(draw, max(1, round(share * size)), spoken):
            yield kind, text
