"""Pig: play against the exact optimum, and look at its surface."""

from __future__ import annotations

import asyncio
import random
from functools import cache
from typing import Any

from nicegui import ui

from hazard.arena import draw
from hazard.game import Turn
from hazard.games import Pig, PigAction
from hazard.games.pig.surface import Surface
from hazard.solving.solve import Solution, solve
from hazard.web.dice import die
from hazard.web.frame import saying_errors, slow_button
from hazard.web.history import History, checked_game
from hazard.web.markup import bar, percent, rows
from hazard.web.parts import part
from hazard.web.picking import drawing
from hazard.web.played import register_beginning, register_played
from hazard.web.site import Site, Visit
from hazard.web.work import beside

KIND = "pig"
_WORDS = {Pig.ROLL: "roll_die", Pig.HOLD: "hold"}
_INK = "#44444a"
"""Of the surface's axes, which are painted once and for all: its ground is light on dark pages too."""


@cache
def solution() -> Solution:
    """Return Pig to 100, solved exactly; it takes about a second, once."""
    return solve(Pig())


def best_action(found: Solution, state: Any) -> PigAction:
    """Return what the solution says where somebody decides."""
    action = found.action(state)
    assert isinstance(action, PigAction)
    return action


def register(site: Site) -> None:
    """Put the page under /pig."""

    def begin() -> History:
        rules = Pig()
        return History.begin(site.store, KIND, "Pig", rules.text(rules.start()))

    register_beginning("/pig", begin)
    register_played(site, KIND, "/pig", lambda visit, history: PigPage(visit, history).build(), checked)


def checked(site: Site, document: dict[str, Any]) -> dict[str, Any]:
    """Return a game if it can be gone on with."""
    return checked_game(document, Pig().parse)


class PigPage:
    """One game on one page; the visitor is MAX."""

    def __init__(self, visit: Visit, history: History) -> None:
        """Show ``history``."""
        self.visit = visit
        self.history = history
        self.rules = Pig()
        self.dice = random.Random()
        self.hint = ""
        self.in_order = asyncio.Lock()
        """What is clicked while Pig is being solved comes after it, in the order it was clicked."""

    def build(self) -> None:
        """Make the page."""
        visit = self.visit
        with ui.element("div").classes("hz-columns"):
            with ui.column().classes("items-stretch"):
                self.score()
                self._buttons()
                self.said()
                self.watching = ui.switch(visit("watch"))
                ui.timer(0.8, self._watch)
            with ui.column().classes("items-stretch"):
                show = slow_button(visit, visit("show_surface"), lambda: self._surface(where))
                show.props("outline data-testid=show-surface")
                where = ui.column().classes("w-full items-stretch")

    def _buttons(self) -> None:
        """Show what can be done; they stay while the game goes on, so that no click is lost."""
        visit = self.visit
        self.buttons: dict[PigAction, ui.button] = {}
        with ui.row():
            for action in PigAction:
                play = saying_errors(visit, lambda action=action: self.act(action))
                button = ui.button(visit(_WORDS[action]), on_click=play)
                self.buttons[action] = button.props(f"data-testid={action.name.lower()}")
            self._offer()
            slow_button(visit, visit("hint"), self.ask).props("outline data-testid=hint")
            ui.button(visit("new_game"), on_click=lambda: ui.navigate.to("/pig")).props("flat")

    def _offer(self) -> None:
        open_to_me = self._open()
        for action, button in self.buttons.items():
            button.set_enabled(action in open_to_me)

    def _fresh(self) -> None:
        self._offer()
        self.score.refresh()
        self.said.refresh()

    @part
    def score(self) -> None:
        """Show the scores, the die, and who won."""
        visit, history = self.visit, self.history
        mine, theirs, pot = (int(word) for word in history.text.split()[:3])
        lines = [
            (visit("you"), f"<b>{mine}</b>", bar(mine / 100, "var(--party)")),
            (visit("hazard"), f"<b>{theirs}</b>", bar(theirs / 100, "var(--monsters)")),
        ]
        ui.html(rows(lines, numeric=[1]), sanitize=False).classes("text-h6 w-full").props(
            "data-testid=scores"
        )
        ui.label(visit("pot", pot=pot)).classes("text-h6")
        face = history.positions[history.at].get("face")
        if face:
            drawing(f'<svg viewBox="-2 -2 52 52" style="max-width:6rem">{die(int(face))}</svg>')
        if self._turn() is Turn.OVER:
            won = self.rules.value(self._state()) > 0.5
            ui.label(visit("you_won" if won else "you_lost")).classes("text-h5")

    @part
    def said(self) -> None:
        """Show what the hint says, and what was done."""
        if self.hint:
            ui.html(self.hint, sanitize=False).classes("w-full").props("data-testid=hint-shown")
        for told in reversed(self.history.log[-12:]):
            ui.label(told).classes("hz-soft text-body2")

    async def act(self, action: PigAction) -> None:
        """Play an action; hazard answers until it is the visitor's turn again."""
        async with self.in_order:
            found = await beside(solution)
            if action in self._open():
                self._step(action, self.visit("you"))
                while self._turn() is Turn.MIN:
                    self._step(best_action(found, self._state()), "hazard")
            self.hint = ""
            self._fresh()

    async def _watch(self) -> None:
        """Play the visitor's turns as well, one action at a time."""
        if self.watching.value:
            found = await beside(solution)
            if self._open():
                await self.act(best_action(found, self._state()))

    def _state(self) -> Any:
        return self.rules.parse(self.history.text)

    def _turn(self) -> Turn:
        return Turn(self.rules.turn(self._state()))

    def _open(self) -> list[PigAction]:
        """Return what the visitor can do."""
        return self.rules.actions(self._state()) if self._turn() is Turn.MAX else []

    def _step(self, action: PigAction, who: str) -> None:
        state = self.rules.apply(self._state(), action)
        told, face = f"{who}: {self.visit(_WORDS[action])}", None
        if Turn(self.rules.turn(state)) is Turn.CHANCE:
            outcome = draw(self.rules, state, self.dice.random())
            state = self.rules.apply(state, outcome)
            face = outcome.number
            told += f" → {face}"
        self.history.step(self.rules.text(state), told, face=face)

    async def ask(self) -> None:
        """Show the exact chance to win after each action."""
        async with self.in_order:
            self.hint = self._hint(await beside(solution))
            self.said.refresh()

    def _hint(self, found: Solution) -> str:
        state, lines = self._state(), []
        for action in self._open():
            chance = found.value(self.rules.apply(state, action))
            lines.append(
                (
                    self.visit(_WORDS[action]),
                    percent(chance, self.visit.language),
                    bar(chance),
                )
            )
        return rows(lines, (self.visit("win_if"), "", ""), numeric=[1]) if lines else ""

    async def _surface(self, where: ui.column) -> None:
        found = await beside(lambda: Surface.of(solution()))
        where.clear()
        with where:
            ui.label(self.visit("surface"))
            ui.echart(_chart(self.visit, found), enable_3d=True).classes("w-full h-96 hz-surface").props(
                "data-testid=surface"
            )


def _chart(visit: Visit, found: Surface) -> dict[str, Any]:
    points = [
        [theirs, mine, "-" if total is None else total]  # it cannot come to that: a gap, not a hole to 0
        for mine, line in enumerate(found.hold_at)
        for theirs, total in enumerate(line)
        if mine % 2 == 0 and theirs % 2 == 0
    ]
    # Lines must be higher than the letters: the chart cuts their lower half off otherwise.
    text = {"color": _INK, "fontSize": 14, "lineHeight": 30}
    axis = {
        "type": "value", "nameTextStyle": text, "nameGap": 26, "axisLabel": {"textStyle": text},
        "axisLine": {"lineStyle": {"color": _INK}},
        "splitLine": {"lineStyle": {"color": _INK, "opacity": 0.4}},
    }  # fmt: skip
    return {
        "visualMap": {"show": False, "min": 0, "max": found.largest, "dimension": 2,
                      "inRange": {"color": ["#440154", "#3b528b", "#21918c", "#5ec962", "#fde725"]}},
        "xAxis3D": {**axis, "name": visit("their_score")},
        "yAxis3D": {**axis, "name": visit("your_score")},
        "zAxis3D": {**axis, "name": visit("hold_at"), "nameGap": 24},
        "grid3D": {"viewControl": {"beta": 40, "alpha": 30, "distance": 320}},
        "series": [{"type": "surface", "data": points, "wireframe": {"show": False}}],
    }  # fmt: skip
