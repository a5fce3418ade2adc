"""Backgammon: play against hazard, see every candidate's equity, read and write ids, look a match over."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from nicegui import events, ui
from pydantic import Field

from hazard.arena import draw
from hazard.backgammon import Backgammon, BackgammonPlay
from hazard.backgammon.analyst import MOST_PLIES, RatedPlay
from hazard.backgammon.matches import read_match
from hazard.backgammon.notation import NO_PLAY, find_roll, notation, paths_of, rolled
from hazard.backgammon.positions import Position
from hazard.backgammon.web.board import Marks, board
from hazard.backgammon.web.match import analysed, analyst, report, text_of_match
from hazard.game import Turn
from hazard.web.frame import on_enter, saying_errors, slow_button, uploader
from hazard.web.history import Entered, History, checked_game
from hazard.web.markup import escaped, percent, rows
from hazard.web.parts import part
from hazard.web.picking import on_pick, picture
from hazard.web.played import register_beginning, register_played
from hazard.web.site import Site, Visit
from hazard.web.work import beside

KIND = "backgammon"
LARGEST_MATCH = 1_000_000


def register(site: Site) -> None:
    """Put the page under /backgammon."""

    def begin() -> History:
        rules = Backgammon(networks=None)
        return History.begin(site.store, KIND, "Backgammon", rules.text(rules.start()), plies=1)

    def show(visit: Visit, history: History) -> None:
        BackgammonPage(visit, history).build()

    register_beginning("/backgammon", begin)
    register_played(site, KIND, "/backgammon", show, checked, wide=True)


class Settings(Entered):
    """How strong hazard plays, and the match that was analysed: the name of its file, and its text."""

    plies: int = Field(1, ge=0, le=MOST_PLIES)
    match: list[str] | None = Field(None, min_length=2, max_length=2)


def checked(site: Site, document: dict[str, Any]) -> dict[str, Any]:
    """Return a game if it can be gone on with."""
    found = checked_game(document, Backgammon(networks=None).parse, Settings)
    if match := found.get("settings", {}).get("match"):
        read_match(match[1])
    return found


class BackgammonPage:
    """One game on one page; the visitor is MAX, at the bottom."""

    def __init__(self, visit: Visit, history: History) -> None:
        """Show ``history``."""
        self.visit = visit
        self.history = history
        self.rules = Backgammon(networks=None)
        self.dice = random.Random()
        self.rated: list[RatedPlay] = []
        self.thinking = False
        self._clear()

    def _clear(self) -> None:
        self.hops: list[tuple[int, int]] = []
        self.taken: int | None = None
        self.rated = []

    @property
    def state(self) -> Any:
        """The state it is at."""
        return self.rules.parse(self.history.text)

    @property
    def turn(self) -> Turn:
        """Whose it is."""
        return Turn(self.rules.turn(self.state))

    @property
    def to_play(self) -> bool:
        """Whether the visitor has dice to play."""
        return self.turn is Turn.MAX

    @property
    def to_roll(self) -> bool:
        """Whether there are dice to be rolled."""
        return self.turn is Turn.CHANCE and not self.thinking

    def build(self) -> None:
        """Make the page."""
        visit = self.visit
        with ui.element("div").classes("hz-columns"):
            with ui.column().classes("items-stretch"):
                on_pick(self.board().props("data-testid=board"), saying_errors(visit, self._picked))
                self._rolling()
                self.controls()
            with ui.column().classes("items-stretch"):
                self._settings()
                self.candidates()
                kept = "match" in self.history.settings
                with ui.expansion(visit("analyse_match"), icon="fact_check", value=kept).classes("w-full"):
                    self._matches()

    def _fresh(self) -> None:
        self.position.value = self.history.text
        self.rolling.set_visibility(self.to_roll)
        self.board.refresh()
        self.controls.refresh()
        self.candidates.refresh()

    # ---- the board -------------------------------------------------------------------------------------

    def _seen(self) -> Position:
        """Return the position as the visitor sees it, with the hops made so far."""
        state = self.state
        position = self.rules.position(state)
        position = position.swapped() if state.mover else position
        own, opponent = list(position.own), list(position.opponent)
        for start, end in self.hops:
            own[start - 1] -= 1
            if end > 0:
                own[end - 1] += 1
                if opponent[24 - end] == 1:
                    opponent[24 - end], opponent[24] = 0, opponent[24] + 1
        return Position(tuple(own), tuple(opponent))

    def _open_hops(self) -> list[tuple[BackgammonPlay, Counter[tuple[int, int]]]]:
        """Return the plays that the hops so far can still become, with the hops that are left of each."""
        if not self.to_play:
            return []
        done = Counter(self.hops)
        found = []
        for play in self.rules.actions(self.state):
            hops = Counter((path.points[0], path.points[-1]) for path in paths_of(play))
            if done <= hops:
                found.append((play, hops - done))
        return found

    @picture
    def board(self) -> str:
        """Draw the board with what can be moved."""
        open_plays = self._open_hops()
        starts = {start for _, left in open_plays for start, _ in left}
        goals = {end for _, left in open_plays for start, end in left if start == self.taken}
        dice = tuple(self.state.dice) if any(self.state.dice) else None
        return board(self._seen(), dice, Marks(starts, goals, self.taken), self.visit.language)

    def _picked(self, name: str) -> None:
        point = int(name.partition(":")[2])
        plays = self._open_hops()
        goals = {end for _, left in plays for start, end in left if start == self.taken}
        if self.taken is not None and point in goals:
            self.hops.append((self.taken, point))
            self.taken = None
        else:
            starts = {start for _, left in plays for start, _ in left}
            self.taken = point if point in starts and point != self.taken else None
        self._fresh()

    def _complete(self) -> BackgammonPlay | None:
        """Return the play that the hops are, once they are a whole one."""
        return next((play for play, left in self._open_hops() if not left), None)

    # ---- what can be done ------------------------------------------------------------------------------

    @part
    def controls(self) -> None:
        """Show what comes next: dice, a move, hazard's answer, or who won."""
        visit, state = self.visit, self.state
        if self.thinking:
            with ui.row().classes("items-center"):
                ui.spinner()
                ui.label(visit("thinks"))
        elif self.turn is Turn.OVER:
            points = self.rules.value(state)
            who = visit("you") if points > 0 else "hazard"
            ui.label(visit("won_points", who=who, points=f"{abs(points):.0f}")).classes("text-h6")
        elif self.to_play:
            whole = self._complete()
            ui.label(visit("no_move") if whole == NO_PLAY else visit("your_move"))
            with ui.row():
                play = ui.button(visit("play_it"), on_click=saying_errors(visit, lambda: self.play(whole)))
                play.set_enabled(whole is not None)
                play.props("data-testid=play")
                anew = ui.button(visit("take_back"), on_click=self._begin_anew).props("outline")
                anew.set_enabled(bool(self.hops))
                hint = slow_button(visit, visit("hint"), self.rate)
                hint.props("outline data-testid=hint")
        with ui.row():
            for word, act in (("undo", self.history.undo), ("redo", self.history.redo)):
                ui.button(visit(word), on_click=lambda act=act: self._move_in_history(act)).props(
                    "flat dense"
                )
            ui.button(visit("new_game"), on_click=lambda: ui.navigate.to("/backgammon")).props("flat dense")

    def _begin_anew(self) -> None:
        self.hops, self.taken = [], None
        self._fresh()

    def _move_in_history(self, act: Any) -> None:
        act()
        self._clear()
        self._fresh()

    def _rolling(self) -> None:
        """Let the dice be rolled, or typed; it stays while it is not asked for, with what was typed early."""
        visit = self.visit
        with ui.row().classes("items-center") as self.rolling:
            roll = ui.button(visit("roll_dice"), icon="casino", on_click=saying_errors(visit, self.roll))
            roll.props("data-testid=roll")
            own = ui.input(visit("own_dice")).props("dense outlined data-testid=own-dice").classes("w-40")
            on_enter(own, saying_errors(visit, self.roll))
        self.rolling.set_visibility(self.to_roll)

    async def roll(self, by_hand: str = "") -> None:
        """Roll, or take the dice that lie on a real table; hazard answers if they are its dice."""
        if not self.to_roll:
            return
        state = self.state
        if by_hand:
            outcome = find_roll(self.rules, state, by_hand)
        else:
            outcome = draw(self.rules, state, self.dice.random())
        said = rolled(outcome, self.visit.language)
        self.history.step(self.rules.text(self.rules.apply(state, outcome)), said)
        self._clear()
        await self._answer()

    async def play(self, play: BackgammonPlay | None) -> None:
        """Make the visitor's play."""
        if play is None:
            return
        said = f"{self.visit('you')}: {notation(play, self.visit.language)}"
        self.history.step(self.rules.text(self.rules.apply(self.state, play)), said)
        self._clear()
        self._fresh()

    async def _answer(self) -> None:
        """Let hazard play its dice, if it has any."""
        if self.turn is Turn.MIN:
            self.thinking = True
            self._fresh()
            try:
                rated = await self._rated()
                if rated:  # else it was taken back, or another position set up
                    best = rated[0].play
                    said = f"hazard: {notation(best, self.visit.language)}"
                    self.history.step(self.rules.text(self.rules.apply(self.state, best)), said)
            finally:
                self.thinking = False
        self._fresh()

    async def _rated(self) -> list[RatedPlay] | None:
        """Rate the plays of whoever has dice, at the chosen strength."""
        state, plies = self.state, int(self.history.settings.get("plies", 1))
        position, dice = self.rules.position(state), tuple(state.dice)
        return await self.history.considered(lambda text: analyst(plies).plays(position, dice))

    async def rate(self) -> None:
        """Rate every play of the dice."""
        if not self.to_play:
            return
        self.rated = await self._rated() or []
        self.candidates.refresh()

    @part
    def candidates(self) -> None:
        """List the rated plays, and what was played."""
        visit = self.visit
        if self.rated:
            lines = [
                (escaped(notation(p.play, visit.language)), visit.number(p.equity, "+.3f"),
                 visit.number(-p.behind, ".3f") if p.behind else "",
                 percent(p.chances.win, visit.language), percent(p.chances.win_gammon, visit.language))
                for p in self.rated[:12]
            ]  # fmt: skip
            head = (visit("play_column"), visit("equity"), "", visit("wins"), visit("gammons"))
            ui.label(visit("candidates")).classes("text-weight-bold")
            ui.html(rows(lines, head, numeric=[1, 2, 3, 4]), sanitize=False).classes("w-full").props(
                "data-testid=candidates"
            )
        for told in reversed(self.history.log[-12:]):
            ui.label(told).classes("hz-soft text-body2")

    # ---- positions and matches -------------------------------------------------------------------------

    def _settings(self) -> None:
        visit, history = self.visit, self.history
        options = {plies: visit(f"plies_{plies}") for plies in range(MOST_PLIES + 1)}

        def choose(event: Any) -> None:
            history.settings["plies"] = event.value
            history.save()

        ui.select(options, label=visit("strength"), value=history.settings.get("plies", 1), on_change=choose)
        with ui.row().classes("items-center no-wrap w-full"):
            text = self.position = ui.input(visit("position_id"), value=history.text)
            text.classes("grow").props("data-testid=position")
            ui.button(
                visit("set_position"), on_click=saying_errors(visit, lambda: self._set_up(text.value or ""))
            ).props("dense no-caps outline data-testid=set-up")

    async def _set_up(self, text: str) -> None:
        state = self.rules.parse(text if " " in text.strip() or ":" in text else f"{text} max rolls")
        self.history.step(self.rules.text(state), text)
        self._clear()
        await self._answer()

    def _matches(self) -> None:
        visit, history = self.visit, self.history
        where = ui.column().classes("w-full")

        async def show(name: str, text: str) -> None:
            analysis = await beside(lambda: analysed(name, text))
            where.clear()
            with where:
                report(visit, analysis)

        async def upload(event: events.UploadEventArguments) -> None:
            match = [event.file.name, text_of_match(await event.file.read())]
            await show(*match)
            history.settings["match"] = match
            history.save()

        take = saying_errors(visit, upload)
        uploader(visit, "match-file", LARGEST_MATCH, take, label=visit("match_file"))
        if kept := history.settings.get("match"):
            ui.timer(0.05, saying_errors(visit, lambda: show(*kept)), once=True)
