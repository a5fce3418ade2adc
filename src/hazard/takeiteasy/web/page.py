"""Take It Easy: play alone, against hazard on the same tiles, or with the tiles of a real table."""

from __future__ import annotations

import random
from functools import cache
from typing import Annotated, Any, Literal

from nicegui import ui
from pydantic import Field, model_validator

from hazard.decide import Searcher
from hazard.decision import Decision
from hazard.errors import HazardError
from hazard.search import Budget, Expectimax
from hazard.takeiteasy import TakeItEasy
from hazard.takeiteasy.analysis import GameAnalysis, Placed, analyse
from hazard.takeiteasy.board import (
    HEX_NAMES,
    HEXES,
    NO_TILE,
    TILE_NAMES,
    TILES,
    hex_number,
    read_board,
    tile_number,
    write_board,
)
from hazard.takeiteasy.drawing import draw_svg, tile_svg
from hazard.takeiteasy.score_sheet import LINES, line_points
from hazard.web.frame import page, saying_errors, slow_button
from hazard.web.history import Entered, History, checked_game
from hazard.web.markup import rows
from hazard.web.parts import part
from hazard.web.picking import drawing, on_pick, picture
from hazard.web.played import register_played
from hazard.web.site import Site, Visit
from hazard.web.work import beside

KIND = "takeiteasy"
HINT_DEPTH = 2


@cache
def game() -> TakeItEasy:
    """Return the game with the best evaluator that there is."""
    return TakeItEasy(evaluator="auto")


def register(site: Site) -> None:
    """Put the page under /takeiteasy."""

    @ui.page("/takeiteasy")
    def choose() -> None:
        with page(site, KIND) as visit, ui.element("div").classes("hz-cards"):
            for mode in ("alone", "versus", "physical"):
                card = ui.card().classes("hz-card").props(f"tabindex=0 role=button data-testid=mode-{mode}")
                begin = saying_errors(visit, lambda mode=mode: _begin(visit, mode))
                card.on("click", begin).on("keydown.enter", begin)
                with card:
                    ui.label(visit(mode)).classes("text-weight-bold")
                    ui.label(visit(f"{mode}_help"))

    register_played(
        site, KIND, "/takeiteasy", lambda visit, history: TilesPage(visit, history).build(), checked
    )


class Settings(Entered):
    """How it is played, and the tiles in the order they come; at a real table nobody knows it."""

    mode: Literal["alone", "versus", "physical"]
    tiles: list[Annotated[int, Field(ge=0, lt=TILES)]]

    @model_validator(mode="after")
    def _are_drawn_once(self) -> Settings:
        wanted = 0 if self.mode == "physical" else HEXES
        if len(self.tiles) != wanted or len(set(self.tiles)) != wanted:
            raise HazardError("takeiteasy.tiles_not_drawn_once", count=len(self.tiles), wanted=wanted)
        return self


def checked(site: Site, document: dict[str, Any]) -> dict[str, Any]:
    """Return a game if it can be gone on with."""
    found = checked_game(document, read_board, Settings)
    for step in found["positions"][1:]:
        tile, at, place = step["told"].partition("@")
        tile_number(tile)
        if at:
            hex_number(place)
    return found


def _begin(visit: Visit, mode: str) -> None:
    tiles = random.sample(range(TILES), HEXES)
    hand = NO_TILE if mode == "physical" else tiles[0]
    text = write_board([NO_TILE] * HEXES, hand)
    order = [] if mode == "physical" else tiles
    history = History.begin(visit.site.store, KIND, visit(mode), text, mode=mode, tiles=order)
    ui.navigate.to(f"/takeiteasy/{history.work_id}")


class TilesPage:
    """One game on one page."""

    def __init__(self, visit: Visit, history: History) -> None:
        """Show ``history``."""
        self.visit = visit
        self.history = history
        self.hint: Decision | None = None
        self.analysis: GameAnalysis | None = None
        self.rival: tuple[list[int], float] | None = None

    @property
    def physical(self) -> bool:
        """Whether the tiles are drawn at a real table."""
        return bool(self.history.settings["mode"] == "physical")

    @property
    def over(self) -> bool:
        """Whether every hex has its tile."""
        return NO_TILE not in read_board(self.history.text).tiles

    def build(self) -> None:
        """Make the page."""
        with ui.element("div").classes("hz-columns"):
            board = self.board().classes("hz-hexes").props("data-testid=board")
            on_pick(board, saying_errors(self.visit, self._picked))
            with ui.column().classes("items-stretch"):
                self.side()
                self._buttons()
                self.sheets()
        ui.timer(0.05, self._rival, once=True)

    def _fresh(self) -> None:
        self._offer()
        self.board.refresh()
        self.side.refresh()
        self.sheets.refresh()

    @picture
    def board(self) -> str:
        """Draw the board, with the value of every empty hex once it was asked for."""
        position = read_board(self.history.text)
        said, heat, best = {}, {}, None
        if self.hint is not None:
            values = {o.action.hex: o.value for o in self.hint.options}
            low, high = min(values.values()), max(values.values())
            said = {n: self.visit.number(value, ".1f") for n, value in values.items()}
            heat = {n: (value - low) / (high - low or 1.0) for n, value in values.items()}
            best = self.hint.action.hex
        return draw_svg(position.tiles, said, best=best, heat=heat)

    async def _picked(self, name: str) -> None:
        kind, _, what = name.partition(":")
        if kind == "hex":
            await self.place(what)
        elif kind == "tile":
            self._draw(what)

    def _draw(self, tile: str) -> None:
        position = read_board(self.history.text)
        number = tile_number(tile)
        if position.hand == NO_TILE and number not in position.tiles and not self.over:
            self.history.step(write_board(position.tiles, number), tile, self.history.score)
            self._fresh()

    async def place(self, name: str) -> None:
        """Put the tile in the hand on a hex, and draw the next."""
        position = read_board(self.history.text)
        number = hex_number(name)
        if position.hand == NO_TILE or position.tiles[number] != NO_TILE:
            return
        rules = game()
        state = rules.parse(self.history.text)
        score = self.history.score + rules.reward(state, rules.parse_move(state, name))
        tiles = list(position.tiles)
        tiles[number] = position.hand
        placed = HEXES - tiles.count(NO_TILE)
        order = self.history.settings["tiles"]
        hand = order[placed] if not self.physical and placed < HEXES else NO_TILE
        told = f"{TILE_NAMES[position.hand]}@{name}"
        self.history.step(write_board(tiles, hand), told, score)
        self.hint = None
        await self._rival()
        self._fresh()

    @part
    def side(self) -> None:
        """Show the score and the tile in the hand, or those that can be drawn."""
        visit, history = self.visit, self.history
        position = read_board(history.text)
        with ui.column().classes("items-stretch"):
            ui.label(visit("points_now", score=history.score)).classes("text-h5").props("data-testid=score")
            if self.rival is not None:
                ui.label(visit("hazard_scored", score=self.rival[1])).classes("text-h6")
                drawing(draw_svg(self.rival[0])).classes("hz-hexes").style("max-width: 19rem")
            if position.hand != NO_TILE:
                with ui.row().classes("items-center no-wrap"):
                    ui.label(visit("drawn"))
                    drawing(tile_svg(position.hand)).style("max-width: 7rem")
                ui.label(visit("place_it")).classes("hz-soft")
                if self.hint is not None:
                    ui.label(visit("values_help")).classes("hz-soft")
            elif not self.over:
                self._tiles_left(position.tiles)

    def _buttons(self) -> None:
        """Show what can be done; they stay while the game goes on, so that no click is lost."""
        visit, history = self.visit, self.history
        with ui.row():
            self.hint_button = slow_button(visit, visit("hint"), self.ask).props("data-testid=hint")
            self.over_button = slow_button(visit, visit("look_over"), self.look_over)
            self.over_button.props("data-testid=look-over")
            self._offer()
        with ui.row():
            for word, act in (("undo", history.undo), ("redo", history.redo)):
                ui.button(visit(word), on_click=lambda act=act: self._in_history(act)).props("flat dense")
            ui.button(visit("new_game"), on_click=lambda: ui.navigate.to("/takeiteasy")).props("flat dense")

    def _offer(self) -> None:
        """Show the buttons that are of use now."""
        self.hint_button.set_visibility(self._has_tile())
        self.over_button.set_visibility(self.over)

    def _has_tile(self) -> bool:
        return read_board(self.history.text).hand != NO_TILE

    @part
    def sheets(self) -> None:
        """Show what the lines pay, and what the analysis of the game found."""
        tiles = read_board(self.history.text).tiles
        with ui.column().classes("items-stretch"):
            if any(tile != NO_TILE for tile in tiles):
                self._score_sheet(tiles)
            if self.analysis is not None:
                self._report(self.analysis)

    def _score_sheet(self, tiles: tuple[int, ...]) -> None:
        """Show what each line pays; a point for those that are open, a stroke for those that pay nothing."""
        visit, lines = self.visit, []
        for direction in range(3):
            paid = [line_points(tiles, line) for line in LINES if line.direction == direction]
            signs = ("·" if points is None else str(points or "–") for points in paid)
            lines.append((visit(f"direction_{direction}"), *signs, f"<b>{sum(p or 0 for p in paid)}</b>"))
        ui.label(visit("score_sheet")).classes("text-weight-bold")
        sheet = ui.html(rows(lines, numeric=range(1, 7)), sanitize=False)
        sheet.classes("w-full").props("data-testid=score-sheet")

    def _in_history(self, act: Any) -> None:
        act()
        self.hint, self.analysis = None, None
        self._fresh()

    def _tiles_left(self, laid: tuple[int, ...]) -> None:
        ui.label(self.visit("pick_tile"))
        with ui.row().classes("gap-1"):
            for tile in range(TILES):
                if tile in laid:
                    continue
                name = TILE_NAMES[tile]
                one = ui.html(
                    f'<span data-pick="tile:{name}" tabindex="0" role="button" aria-label="{name}">'
                    f"{tile_svg(tile)}</span>",
                    sanitize=False,
                )
                one.classes("hz-svg").style("width: 4.1rem")
                on_pick(one, saying_errors(self.visit, self._picked))

    async def ask(self) -> None:
        """Value every empty hex for the tile in the hand."""
        if not self._has_tile():
            return
        self.hint = await self.history.considered(_decide)
        self.board.refresh()
        self.side.refresh()

    async def look_over(self) -> None:
        """Judge every placement of the finished game."""
        words = [told for told in self.history.log if "@" in told]
        placed = [Placed(tile_number(w.partition("@")[0]), hex_number(w.partition("@")[2])) for w in words]
        self.analysis = await self.history.considered(lambda text: analyse(placed, game()))
        self.sheets.refresh()

    def _report(self, found: GameAnalysis) -> None:
        visit = self.visit
        ui.label(visit("luck_and_cost", expected=found.expected, luck=found.luck, cost=found.cost))
        ui.label(visit("possible", score=found.hindsight))
        lines = [
            (
                TILE_NAMES[turn.placed.tile],
                HEX_NAMES[turn.placed.hex],
                HEX_NAMES[turn.best] if turn.cost > 0.05 else "",
                visit.number(turn.cost, ".1f"),
                visit.number(turn.luck, "+.1f"),
                str(turn.points or ""),
            )
            for turn in found.turns
        ]
        head = (visit("tile"), visit("hex"), visit("best"), visit("cost"), visit("luck"), visit("paid"))
        ui.html(rows(lines, head, numeric=[3, 4, 5]), sanitize=False).props("data-testid=analysis")

    async def _rival(self) -> None:
        """Once the game is over, let hazard have played the same tiles."""
        if self.history.settings["mode"] == "versus" and self.over and self.rival is None:
            tiles = self.history.settings["tiles"]
            self.rival = await beside(lambda: _played(tiles))
            self.side.refresh()


def _decide(text: str) -> Decision:
    rules = game()
    return Searcher(rules, Expectimax(table=False)).decide(
        rules.parse(text), Budget(depth=HINT_DEPTH, seconds=2)
    )


def _played(tiles: list[int]) -> tuple[list[int], float]:
    """Return hazard's board and score on these tiles, each placed with one draw of look-ahead."""
    rules = game()
    laid, score = [NO_TILE] * HEXES, 0.0
    for tile in tiles:
        text = write_board(laid, tile)
        chosen = _decide(text).action
        score += rules.reward(rules.parse(text), chosen)
        laid[chosen.hex] = tile
    return laid, score
