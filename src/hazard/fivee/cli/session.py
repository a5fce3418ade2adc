"""The conversation of ``hazard fivee run``: show the moment, read a line, do what it says."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from hazard.errors import HazardError
from hazard.fivee.content.stat_block import stat_block_lines
from hazard.fivee.content.words import FLAGS
from hazard.fivee.director.documents import Reporter
from hazard.fivee.director.phrases import Wording
from hazard.fivee.director.showing import suggestion_view
from hazard.fivee.director.telling import lines
from hazard.fivee.rules.combat import Plan
from hazard.fivee.rules.plans import PlanRow
from hazard.fivee.table.board import board, plain_board, plain_roster, roster
from hazard.fivee.table.command_words import ORDERS, VERBS
from hazard.fivee.table.commands import Command, CommandReader
from hazard.fivee.table.facts import Fact
from hazard.fivee.table.join_reading import read_joining
from hazard.fivee.table.offers import Offer
from hazard.fivee.table.question_words import answer_text, question_text
from hazard.fivee.table.table import Table
from hazard.fivee.table.together import Together
from hazard.game import GameError
from hazard.language import phrase

FORECAST_FIGHTS = 500
ROSTER_WIDTH = 60
SMALLEST_ROSTER = 22
BESIDE_THE_MAP = 10
"""Lines that the heading, a short suggestion and the prompt take."""
SMALL_SCREEN = 32
"""Below so many lines a suggestion is shown in short; `suggest` shows all of it."""


class Session:
    """One sitting at the table."""

    def __init__(self, table: Table, console: Console, read: Callable[[], str] | None = None) -> None:
        """Talk on ``console``; lines come from ``read``, by default from standard input."""
        self.table = table
        self.console = console
        self._reader = CommandReader(table.fight, table.language)
        self._read = read if read is not None else self._prompt
        self._shown = -1
        self._done = False
        self._together: Together | None = None

    @property
    def say(self) -> Wording:
        """How to speak of those who fight now."""
        return self.table.say

    @property
    def reader(self) -> CommandReader:
        """Whoever understands what is typed about those who fight now."""
        if self._reader.fight is not self.table.fight:
            self._reader = CommandReader(self.table.fight, self.table.language)
        return self._reader

    def run(self) -> None:
        """Go on until the game master leaves; whatever was entered is on the disk."""
        self._tell(self._kept("welcome", name=self.table.fight.encounter.called(self.say.language)))
        if self.table.warning:
            self._tell(f"! {self.table.warning}", "yellow")
        if self.table.number:
            self._tell(self._words("resumed", number=self.table.number, told=self._told()[-1]))
        while not self._done:
            self._show()
            try:
                line = self._read()
            except (EOFError, KeyboardInterrupt):
                break
            try:
                self._do(line)
            except (EOFError, KeyboardInterrupt):  # while something was asked
                break
            except ValueError as error:  # a mistake in what was typed, or what the rules have against it
                said = error.told(self.say.language) if isinstance(error, HazardError) else str(error)
                self._tell(f"! {said}", "yellow")
        self._tell(self._kept("bye", number=self.table.number))

    # ---- talking ---------------------------------------------------------------------------------------

    def _kept(self, key: str, **values: object) -> str:
        """Say what has to do with the file that everything is written to, or that there is none."""
        journal = self.table.journal
        if journal is None:
            return self._words(f"{key}_unwritten", **values)
        return self._words(key, file=str(journal.file), **values)

    def _words(self, key: str, **values: object) -> str:
        return self.say.on("fivee.session")(key, **values)

    def _tell(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style), soft_wrap=not self.console.is_terminal)
        self.console.file.flush()

    def _prompt(self) -> str:
        if self.console.is_terminal and sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (arrow keys and history, where there are any)
            return input("› ")
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line

    def _show(self) -> None:
        """Show the moment: once for each."""
        table = self.table
        if self._shown == table.number:
            return
        self._shown = table.number
        question = table.question
        if question is not None:
            self._tell(question_text(self.say, question), "bold")
            return
        if table.state.over:
            self._tell(self._words("over", who=self._winner()), "bold")
            return
        who = self.say.names[table.decider.number]
        key = "turn" if table.state.legend < 0 else "lair" if table.state.lair else "legendary"
        self._tell("\n" + self._words(key, round=table.state.round, who=who), "bold underline")
        if self.console.is_terminal:
            self._map()
        if table.decider.side == "party":
            self._tell(self._words("party", who=who))
        else:
            self._suggestion(short=True)
        if self._together is not None and self._together.goes_on(table):
            self._tell(self._together.turn(table))

    def _winner(self) -> str:
        lost = FLAGS["down"] | FLAGS["dead"] | FLAGS["fled"]
        standing = {
            fighter.side
            for fighter in self.table.fight.fighters
            if not self.table.state.fighter(fighter.number)["flags"] & lost
        }
        if len(standing) != 1:
            return self._words("nobody")
        return self._words("party_wins" if "party" in standing else "monsters_win")

    def _map(self) -> None:
        state = self.table.state
        if self.console.is_terminal:
            room = self._room_beside()
            narrow = room if SMALLEST_ROSTER <= room < ROSTER_WIDTH - 4 else 0
            picture = board(self.say, state, self._map_rows())
            everybody = roster(self.say, state, narrow)
            if room < SMALLEST_ROSTER:
                self.console.print(picture, everybody, sep="")
                return
            beside = Grid.grid(padding=(0, 3))
            beside.add_column(no_wrap=True)
            beside.add_column(no_wrap=True)
            beside.add_row(picture, everybody)
            self.console.print(beside)
        else:
            self._tell(plain_board(self.say, state) + "\n" + plain_roster(self.say, state))

    def _room_beside(self) -> int:
        """Return how many columns there are beside the map."""
        return self.console.width - 2 * self.table.fight.encounter.width - 8

    def _map_rows(self) -> int:
        """Return how many rows of the map fit."""
        below = 0 if self._room_beside() >= SMALLEST_ROSTER else len(self.table.fight.fighters)
        return min(self.table.fight.encounter.height, max(4, self.console.height - BESIDE_THE_MAP - below))

    def _map_lines(self) -> int:
        """Return how many lines the map and the order take."""
        rows, everybody = self._map_rows() + 1, len(self.table.fight.fighters)
        beside = self._room_beside() >= SMALLEST_ROSTER
        return max(rows, everybody) if beside else rows + everybody

    def _suggestion(self, objective: str | None = None, short: bool = False) -> None:
        reporter = Reporter(self.table.suggest(objective), self.say.language)
        found = reporter.report()
        if short and self.console.is_terminal and self.console.height < SMALL_SCREEN:
            shown = Text("\n".join(lines(found, self.say))).wrap(self.console, self.console.width)
            left = max(3, self.console.height - self._map_lines() - 5)
            for line in shown[:left]:
                self.console.print(line)
            if len(shown) > left:
                self._tell(self._words("more"), "dim")
        elif self.console.is_terminal:
            self.console.print(suggestion_view(found, self.say))
        else:
            self._tell("\n".join(lines(found, self.say)))

    # ---- doing -----------------------------------------------------------------------------------------

    def _do(self, line: str) -> None:
        if not line.strip():
            return self._nothing_typed()
        command = self.reader.read(line, self.table.question)
        if not command.facts:
            return self._order(command)
        self._enter_all(
            [self.table.with_resistance(fact, self._agrees) for fact in command.facts], command.parts
        )

    def _enter_all(self, facts: Sequence[Fact], words: Sequence[str] = ()) -> None:
        before = self.table.number
        for number, told in enumerate(self.table.enter_all(facts, words), before + 1):
            self._tell(f"[{number}] {told}", "green")

    def _nothing_typed(self) -> None:
        """Enter alone accepts what is suggested; a player's turn and dice want a word."""
        if self.table.question is not None or self.table.state.over:
            return
        if self.table.decider.side == "party":
            return self._tell(self._words("party", who=self.say.names[self.table.decider.number]))
        self._accept()

    def _agrees(self, offer: Offer) -> bool:
        """Ask whether something is spent that is not hazard's to spend."""
        table, who = self.table, self.say.names[offer.who]
        language = self.say.language
        if offer.kind == "resistance":
            text = phrase("fivee.reply.resists", language, who=who, count=offer.count)
        else:
            assert table.question is not None
            action = self.say.action(table.fight.fighters[offer.who].actions[offer.action])
            told = answer_text(self.say, table.question, offer.otherwise)
            text = phrase("fivee.reply.reacts", language, who=who, action=action, told=told)
        while True:
            self._tell(text, "bold")
            line = self._read().strip().lower().rstrip(".")
            if VERBS.get(line) in ("yes", "no"):
                return VERBS[line] == "yes"
            if ORDERS.get(line, "accept" if not line else "") in ("accept", "roll", "roll all"):
                return True  # as hazard would
            text = phrase("fivee.reply.yes_or_no", language)

    def _enter(self, fact: Fact) -> None:
        """Take a fact in; its number is said only when it is on the disk."""
        self._acknowledge(self.table.enter(fact))

    def _acknowledge(self, told: str) -> None:
        self._tell(f"[{self.table.number}] {told}", "green")

    def _order(self, command: Command) -> None:
        orders: dict[str, Callable[[str], None]] = {
            "accept": lambda _: self._accept(),
            "do": self._do_plan,
            "roll": lambda _: self._roll_one(),
            "roll all": lambda _: self._roll_all(),
            "next": lambda _: self._enter(Fact(kind="next")),
            "undo": lambda _: self._tell(self.table.undo(), "green"),
            "redo": lambda _: self._acknowledge(self.table.redo()),
            "suggest": lambda rest: self._suggestion(rest.lower() or None),
            "objective": lambda rest: self._enter(Fact(kind="objective", text=rest.lower())),
            "options": lambda _: self._options(),
            "why not": lambda rest: self._tell(self.table.suggest().why_not(rest, self.say.language)),
            "forecast": lambda _: self._forecast(),
            "round": lambda _: self._round(),
            "together": lambda _: self._plan(self._planned_round().plan_now(self.table)),
            "map": lambda _: self._map(),
            "status": lambda _: self._tell(plain_roster(self.say, self.table.state)),
            "log": lambda _: self._log(),
            "show": self._stat_block,
            "state": lambda _: self._tell(self.table.export()),
            "save": lambda _: self._tell(self._kept("saved", number=self.table.number)),
            "join": self._join,
            "initiative": lambda _: self._initiatives(),
            "help": lambda _: self._tell(phrase("fivee.help.commands", self.say.language)),
            "quit": lambda _: self._quit(),
        }
        assert command.order is not None
        orders[command.order](command.rest)
        if command.order in ("undo", "redo"):
            self._shown = -1

    def _join(self, rest: str) -> None:
        self._enter_all(read_joining(self.table.fight, self.reader, rest, self.say.language))

    def _initiatives(self) -> None:
        """Show the order, with everybody's initiative where it is known."""
        called = {fighter.name: self.say.names[fighter.number] for fighter in self.table.fight.fighters}
        for name, score in self.table.initiatives:
            self._tell(f"{'' if score is None else score:>4}  {called[name]}")

    def _quit(self) -> None:
        self._done = True

    def _accept(self) -> None:
        if self.table.question is not None:
            return self._roll_one()
        self._plan(self.table.suggest().decision.action)

    def _do_plan(self, rest: str) -> None:
        self._plan(self.table.plan_meant(rest))

    def _plan(self, plan: Plan) -> None:
        self._enter(Fact(kind="plan", plan=PlanRow.of(plan)))

    def _roll_one(self) -> None:
        if self.table.question is None:
            self._accept()
            self._roll_all()
            return
        self._acknowledge(self.table.roll(self._agrees))

    def _roll_all(self) -> None:
        while self.table.question is not None:
            self._tell(question_text(self.say, self.table.question).partition("(")[0].strip(), "dim")
            self._roll_one()

    def _options(self) -> None:
        found = Reporter(self.table.suggest(), self.say.language).report()
        self._tell(f" 1  {found.plan.text}")
        for number, other in enumerate(found.alternatives, 2):
            self._tell(f"{number:>2}  {other.text} (−{self.say.number(other.points_behind)})")

    def _told(self) -> list[str]:
        """What happened, in the language of this sitting."""
        return self.table.log_in(self.table.language)

    def _log(self) -> None:
        for number, told in enumerate(self._told(), 1):
            self._tell(f"[{number}] {told}")

    def _stat_block(self, rest: str) -> None:
        creature = self.table.fight.named(self.reader.one_name(rest)).creature
        self._tell("\n".join(stat_block_lines(creature, self.say.language)))

    def _round(self) -> None:
        """Tell what the side whose turn it is does together for the rest of the round."""
        self._together = None
        self._tell(self._planned_round().told)

    def _planned_round(self) -> Together:
        if self.table.question is not None:
            raise GameError("fivee.roll_dice_first_2")
        if self._together is None or not self._together.goes_on(self.table):
            self._together = Together(self.table)
        return self._together

    def _forecast(self) -> None:
        """Tell how the fight is likely to end from here."""
        from hazard.fivee.forecasts.forecast import forecast
        from hazard.fivee.forecasts.text import report

        if self.table.question is not None:
            raise GameError("fivee.roll_dice_first_2")
        if self.table.state.over:
            raise GameError("fivee.fight_is_over")
        found = forecast(self.table.fight, FORECAST_FIGHTS, state=self.table.state)
        self._tell("\n\n".join(report(found, self.say.language).split("\n\n")[1:4]))
