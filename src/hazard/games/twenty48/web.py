"""2048: play, ask for a hint, or watch."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from nicegui import events, ui

from hazard.arena import draw
from hazard.decide import Searcher
from hazard.decision import Decision
from hazard.game import Turn
from hazard.games import Twenty48, Twenty48Slide
from hazard.games.twenty48.tiles import tiles
from hazard.games.twenty48.words import described
from hazard.search import Budget, Expectimax
from hazard.web.frame import saying_errors, slow_button
from hazard.web.history import History, checked_game
from hazard.web.markup import escaped, rows
from hazard.web.parts import part
from hazard.web.picking import picture
from hazard.web.played import register_beginning, register_played
from hazard.web.site import Site, Visit

KIND = "twenty48"
_SLIDES = {
    Twenty48.UP: ("arrow_upward", "ArrowUp"),
    Twenty48.LEFT: ("arrow_back", "ArrowLeft"),
    Twenty48.DOWN: ("arrow_downward", "ArrowDown"),
    Twenty48.RIGHT: ("arrow_forward", "ArrowRight"),
}
DEPTH = 3


@cache
def game() -> Twenty48:
    """Return the game with the network that comes with hazard; it takes a moment and 256 MB."""
    return Twenty48(network="shipped")


@cache
def plain_game() -> Twenty48:
    """Return the rules alone, for showing and sliding."""
    return Twenty48()


def register(site: Site) -> None:
    """Put the page under /2048."""

    def begin() -> History:
        rules = plain_game()
        state = _with_tiles(rules, rules.start(), random.Random())
        return History.begin(site.store, KIND, "2048", rules.text(state))

    register_beginning("/2048", begin)
    register_played(site, KIND, "/2048", lambda visit, history: Board(visit, history).build(), checked)


def checked(site: Site, document: dict[str, Any]) -> dict[str, Any]:
    """Return a game if it can be gone on with."""
    return checked_game(document, plain_game().parse)


def _with_tiles(rules: Twenty48, state: Any, dice: random.Random) -> Any:
    """Let chance put its tiles."""
    while Turn(rules.turn(state)) is Turn.CHANCE:
        state = rules.apply(state, draw(rules, state, dice.random()))
    return state


class Board:
    """One game on one page."""

    def __init__(self, visit: Visit, history: History) -> None:
        """Show ``history``."""
        self.visit = visit
        self.history = history
        self.hint: str = ""
        self.dice = random.Random()

    @property
    def over(self) -> bool:
        """Whether nothing can be slid any more."""
        rules = plain_game()
        return Turn(rules.turn(rules.parse(self.history.text))) is Turn.OVER

    def build(self) -> None:
        """Make the page."""
        visit = self.visit
        with ui.element("div").classes("hz-columns"):
            self.board()
            with ui.column():
                self.side()
                with ui.row():
                    for way, (icon, _) in _SLIDES.items():
                        button = ui.button(
                            icon=icon, on_click=saying_errors(visit, lambda way=way: self.slide(way))
                        )
                        said, name = described(way, visit.language), way.name.lower()
                        button.props(f'aria-label="{said}" data-testid="slide-{name}"')
                ui.label(visit("slide_keys")).classes("hz-soft")
                with ui.row():
                    slow_button(visit, visit("hint"), self.ask).props("data-testid=hint")
                    self.watching = ui.switch(visit("watch"))
                    for word, act in (("undo", self.history.undo), ("redo", self.history.redo)):
                        ui.button(visit(word), on_click=lambda act=act: self._then(act)).props("flat")
                    ui.button(visit("new_game"), on_click=lambda: ui.navigate.to("/2048")).props("flat")
        ui.keyboard(on_key=self._key)
        ui.timer(0.4, self._watch)

    def _then(self, act: Any) -> None:
        act()
        self._fresh()

    def _fresh(self) -> None:
        self.hint = ""
        self.board.refresh()
        self.side.refresh()

    @picture
    def board(self) -> str:
        """Draw the board."""
        lines = self.history.text.removesuffix(" spawn").split("/")
        return tiles([[0 if c == "." else int(c) for c in line.split()] for line in lines], "2048")

    @part
    def side(self) -> None:
        """Show the score and what the hint says."""
        ui.label(self.visit("score", score=self.history.score)).classes("text-h5").props("data-testid=score")
        if self.over:
            ui.label(self.visit("game_over"))
        if self.hint:
            ui.html(self.hint, sanitize=False).props("data-testid=hint-shown")

    async def _key(self, event: events.KeyEventArguments) -> None:
        if event.action.keydown:
            for way, (_, key) in _SLIDES.items():
                if event.key == key:
                    await saying_errors(self.visit, self.slide)(way)

    def slide(self, way: Twenty48Slide) -> None:
        """Slide, and let chance answer."""
        rules = plain_game()
        state = rules.parse(self.history.text)
        if self.over or way not in rules.actions(state):
            return
        score = self.history.score + rules.reward(state, way)
        after = _with_tiles(rules, rules.apply(state, way), self.dice)
        self.history.step(rules.text(after), described(way, self.visit.language), score)
        self._fresh()

    async def ask(self) -> None:
        """Show what each slide is worth."""
        if self.over:
            return
        decision, number = await self.history.considered(_decided), self.visit.number
        if decision is None:
            return
        lines = [
            (
                escaped(o.told(self.visit.language)),
                number(o.value, ",.0f"),
                number(-o.gap, ",.0f") if o.gap else "",
            )
            for o in decision.options
        ]
        head = (self.visit("slide"), self.visit("still_to_come"), "")
        self.hint = rows(lines, head, numeric=[1, 2])
        self.side.refresh()

    async def _watch(self) -> None:
        if self.watching.value and not self.over:
            decision = await self.history.considered(_decided)
            if decision is not None:
                self.slide(decision.action)


def _decided(text: str) -> Decision:
    rules = game()
    return Searcher(rules, Expectimax(min_reach=0.001)).decide(
        rules.parse(text), Budget(depth=DEPTH, seconds=0.3)
    )
