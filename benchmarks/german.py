"""German without an English word of ours: suggestions, refusals, logs, plans and decisions drawn at random.

An English word of ours is one that our English catalogues have and our German ones have not. Names are not
ours: those of creatures, actions, cards and monsters, what somebody typed, and what one writes in a program.
"""

from __future__ import annotations

import io
import random
import re
from collections import Counter
from collections.abc import Iterator

from rich.console import Console

from common import Report, arguments
from hazard import language
from hazard.domains import built_in_games, loaded
from hazard.errors import HazardError
from hazard.fivee.cli.session import Session
from hazard.fivee.content.library import bestiary, encounters, spells
from hazard.fivee.content.objectives import objectives
from hazard.fivee.director.director import Director, DirectorSettings
from hazard.fivee.rules.contest import Contest
from hazard.fivee.rules.fight import Fight
from hazard.fivee.table.table import Table
from hazard.fivee.table.transcript import transcript
from hazard.game import Turn
from hazard.spire.planner.planner import Planner
from hazard.spire.planner.settings import Settings
from hazard.spire.planner.strength import start_of
from hazard.spire.rules.compile import compiled
from hazard.spire.rules.fight import Combat
from hazard.spire.rules.setups import SETUPS

WORD = re.compile(r"[A-Za-zÄÖÜäöüß]{3,}")
QUICK = DirectorSettings(depth=1, seconds=5)


def words(texts: Iterator[str]) -> set[str]:
    return {word.lower() for text in texts for word in WORD.findall(re.sub(r"\{[^}]*\}|`[^`]*`", " ", text))}


def ours(of: str) -> Iterator[str]:
    """All sentences that we have in a language."""
    for package in {language.PACKAGE, *language.homes().values()}:
        yield from language.catalogue(package, of).values()


def names() -> set[str]:
    """Words of names, which stay as they are."""
    texts: list[str] = [*built_in_games(), "max", "min", "hazard"]
    for creature in bestiary().values():
        texts += [creature.name, *(action.name for action in creature.actions)]
    texts += list(spells())
    for one in encounters().values():
        fight = Fight(one, seed=1)
        texts += [fighter.name for fighter in fight.fighters]
        for left_out in fight.caveats:  # named as the source does
            texts += _texts(left_out.caveat)
    content = compiled(0)
    texts += [kind.name for kind in (*content.core.cards, *content.core.monsters, *content.core.potions)]
    texts += [move.name for kind in content.core.monsters for move in kind.moves]
    return words(iter(texts))


def _texts(said: language.Statement) -> Iterator[str]:
    for value in said.context.values():
        if isinstance(value, language.Statement):
            yield from _texts(value)
        else:
            yield str(value)


def english_only() -> set[str]:
    return words(ours("en")) - words(ours("de")) - names()


# ---- what is drawn ---------------------------------------------------------------------------------------


def suggestions(draw: random.Random, count: int) -> Iterator[str]:
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
            yield suggestion.explain("de")
            count -= 1
            state = game.apply(state, suggestion.decision.action)
            while state.chance:
                state = game.roll(state, draw.getrandbits(30))[1]


def logs(draw: random.Random, count: int) -> Iterator[str]:
    """Fights played at the table, answered and written down."""
    known = sorted(encounters())
    lines = ("weiter", "ok", "alles würfeln", "würfeln", "rückgängig", "stand", "hilfe", "Kämpfer liegend",
             "12 schaden an Kämpfer", "kleriker +7", "warum nicht angriff", "blorp", "wer")  # fmt: skip
    for _ in range(count):
        table = Table(Fight(encounters()[draw.choice(known)], seed=draw.getrandbits(30)), settings=QUICK,
                      seed=draw.getrandbits(30), language="de")  # fmt: skip
        waiting = iter([draw.choice(lines) for _ in range(12)])

        def read(waiting: Iterator[str] = waiting) -> str:
            line = next(waiting, None)
            if line is None:
                raise EOFError
            return line

        page = io.StringIO()
        Session(table, Console(file=page, width=120), read).run()
        yield page.getvalue()
        yield transcript(table.fight, Contest(table.fight).steps(draw.getrandbits(20)), "de")


def refusals(draw: random.Random) -> Iterator[str]:
    """Every error that there is, with a context of names."""
    for package in sorted({language.PACKAGE, *language.homes().values()}):
        for code, text in language.catalogue(package, "en").items():
            yield HazardError(code, **dict.fromkeys(language.gaps(text), 3.0)).told("de")


def decisions(draw: random.Random, count: int) -> Iterator[str]:
    """Moves and what chance brings, in every game that comes with hazard."""
    games = [loaded(place)(**settings) for place, settings in built_in_games().values()]
    for _ in range(count):
        game = draw.choice(games)
        state = game.start()
        for _ in range(draw.randrange(12)):
            turn = Turn(game.turn(state))
            if turn is Turn.OVER:
                break
            moves = [move for move, _ in game.outcomes(state)] if turn is Turn.CHANCE else game.actions(state)
            move = draw.choice(moves)
            yield game.describe(state, move, "de")
            state = game.apply(state, move)


def plans(draw: random.Random, count: int) -> Iterator[str]:
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
        yield planner.plan(state).explain("de")


def battery(seed: int, size: int) -> dict[str, tuple[int, Counter[str]]]:
    """Return by kind how many texts were told, and the English words that were in them."""
    draw, english = random.Random(seed), english_only()
    kinds = {
        "suggestions": suggestions(draw, size // 4),
        "logs of a table": logs(draw, size // 8),
        "refusals": refusals(draw),
        "moves": decisions(draw, size // 4),
        "plans of a turn": plans(draw, size // 8),
    }
    found: dict[str, tuple[int, Counter[str]]] = {}
    for kind, texts in kinds.items():
        leaked: Counter[str] = Counter()
        count = 0
        for text in texts:
            count += 1
            leaked.update(word for word in words(iter([text])) if word in english)
        found[kind] = count, leaked
    return found


def main() -> None:
    parser = arguments(__doc__)
    options = parser.parse_args()
    report = Report("german", options.quick)
    rows = battery(7, 80 if options.quick else 2400)
    report.table(
        "German texts drawn at random",
        ["kind", "texts", "English words", "such as"],
        [[kind, count, sum(leaked.values()), ", ".join(word for word, _ in leaked.most_common(5))]
         for kind, (count, leaked) in rows.items()],
    )  # fmt: skip
    report.at_least(
        "texts", sum(count for count, _ in rows.values()), 100 if options.quick else 2000, timed=False
    )
    leaked = sum(sum(words.values()) for _, words in rows.values())
    report.at_most("English words of ours", leaked, 0, timed=False)
    report.print(options.json)


if __name__ == "__main__":
    main()
