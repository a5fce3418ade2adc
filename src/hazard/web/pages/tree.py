"""The tree explorer: a position of any game, a search, and the tree behind its decision, unfolded lazily."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, NamedTuple
from urllib.parse import urlencode

from nicegui import ui
from pydantic import Field

from hazard.comparing import compare
from hazard.decide import decide
from hazard.decision import Decision
from hazard.errors import UserError
from hazard.game import Game, Turn, state_text
from hazard.registry import find_game
from hazard.registry.states import first_decision, read_state
from hazard.render.log import PRUNING
from hazard.render.scale import scale_of
from hazard.render.sentences import headline
from hazard.render.tree import TreeNode, tree_of
from hazard.search import AlphaBeta, Budget, Expectimax, Minimax, TreeSearch
from hazard.web.carrying import hand_out
from hazard.web.frame import address_is, page, saying_errors, slow_button
from hazard.web.history import Entered
from hazard.web.markup import escaped, rows
from hazard.web.site import Site, Visit
from hazard.web.work import beside

KIND = "tree"
GAMES = ("pig", "tictactoe", "connect4", "einstein", "backgammon", "2048(rows=3, columns=3)", "piglet")
TRACE = 4000
MOST_DEPTH = 12
LEAST_SECONDS, MOST_SECONDS = 0.05, 30.0
_SEARCHES: dict[str, Any] = {
    "expectimax": Expectimax(),
    "minimax": Minimax(),
    "alphabeta": AlphaBeta(),
    "treesearch": TreeSearch(),
}
CUTS = ("cut_table", "cut_reach", "cut_horizon", "cut_over")
_FOLDED = "folded"
"""Ends the key of the row that stands for everything below, until it is unfolded."""
_RELATIONS = {"exact": "=", "lower": "≥", "upper": "≤"}
_SIGNS = {Turn.MAX: "▲", Turn.MIN: "▼", Turn.CHANCE: "●", Turn.OVER: "■", None: "·"}


def register(site: Site) -> None:
    """Put the page under /tree."""

    @ui.page("/tree")
    def explore(
        game: str = "pig", state: str = "", search: str = "expectimax", depth: int = 2, seconds: float = 1.0
    ) -> None:
        with page(site, KIND) as visit:
            TreePage(visit, Asked(game, state, search, depth, seconds)).build()


class TreeDocument(Entered):
    """What is looked for, in a file."""

    game: str = Field(max_length=200)
    state: str = Field("", max_length=2000)
    search: Literal["expectimax", "minimax", "alphabeta", "treesearch"] = "expectimax"
    depth: int = Field(2, ge=1, le=MOST_DEPTH)
    seconds: float = Field(1.0, ge=LEAST_SECONDS, le=MOST_SECONDS)


def checked(site: Site, document: dict[str, Any]) -> dict[str, Any]:
    """Return what is looked for if the game is one of the list and has such a position."""
    found = TreeDocument.model_validate(document)
    _position(site, found.game, found.state)
    return found.model_dump()


def address_of(document: dict[str, Any]) -> str:
    """Return where it is looked at."""
    return f"/tree?{urlencode(document)}"


def _position(site: Site, name: str, text: str) -> tuple[Game, Any]:
    """Return the game and the position; only games of the list are found, whatever a page sends."""
    known = (*GAMES, *site.games)
    if name not in known:
        raise UserError("web.no_such_game_here", name=name, known=", ".join(known))
    rules = find_game(name)
    state = read_state(rules, text.strip() or None)
    return rules, state if text.strip() else first_decision(rules, state)[0]


class Asked(NamedTuple):
    """What is looked for: all of it is in the address, so that a reload and a bookmark find it again."""

    game: str
    state: str
    search: str
    depth: int
    seconds: float


class TreePage:
    """One visitor's tree."""

    def __init__(self, visit: Visit, asked: Asked) -> None:
        """Begin with what the address says."""
        self.visit = visit
        self.known = (*GAMES, *visit.site.games)
        self.first = asked._replace(
            game=asked.game if asked.game in self.known else "pig",
            search=asked.search if asked.search in _SEARCHES else "expectimax",
            depth=min(max(1, asked.depth), MOST_DEPTH),
            seconds=min(max(LEAST_SECONDS, asked.seconds), MOST_SECONDS),
        )
        self.nodes: dict[str, TreeNode] = {}

    def build(self) -> None:
        """Make the page."""
        visit = self.visit
        with ui.row().classes("items-end w-full"):
            self.game = ui.select(list(self.known), label=visit("game"), value=self.first.game).classes(
                "w-48"
            )
            self.position = ui.input(visit("position"), value=self.first.state).classes("grow")
            self.position.props("data-testid=tree-position")
        with ui.row().classes("items-end w-full"):
            self.search = ui.select(list(_SEARCHES), label=visit("search"), value=self.first.search).classes(
                "w-40"
            )
            self.depth = ui.number(
                visit("depth"), value=self.first.depth, min=1, max=MOST_DEPTH, precision=0
            ).classes("w-32")
            self.seconds = ui.number(
                visit("seconds"), value=self.first.seconds, min=LEAST_SECONDS, max=MOST_SECONDS
            ).classes("w-28")
            slow_button(visit, visit("look"), self._look, icon="search").props("data-testid=look")
            slow_button(visit, visit("side_by_side"), self._compare).props(
                "outline no-caps data-testid=side-by-side"
            )
            out = ui.button(visit("export"), icon="download", on_click=saying_errors(visit, self._export))
            out.props("flat no-caps data-testid=export")
        self.answer = ui.column().classes("w-full items-stretch")
        ui.timer(
            0.05, saying_errors(visit, self._look), once=True
        )  # there is a tree to look at from the start

    def _rules(self) -> tuple[Game, Any]:
        return _position(self.visit.site, str(self.game.value), self.position.value or "")

    def _budget(self) -> Budget:
        depth, seconds = self._limits()
        return Budget(seconds=seconds, depth=depth)

    def _asked(self) -> dict[str, Any]:
        place = (str(self.game.value), self.position.value or "", str(self.search.value))
        return Asked(*place, *self._limits())._asdict()

    def _remember(self) -> None:
        address_is(address_of(self._asked()))

    def _export(self) -> None:
        asked = self._asked()
        self._rules()  # a position that cannot be read is not worth keeping
        hand_out(KIND, self.visit("tree_of", game=asked["game"]), asked, "tree")

    def _limits(self) -> tuple[int, float]:
        """Return depth and seconds; whatever a page sends, nobody can be kept busy for longer."""
        depth = min(max(1, int(self.depth.value or 1)), MOST_DEPTH)
        return depth, min(max(LEAST_SECONDS, float(self.seconds.value or 1)), MOST_SECONDS)

    async def _look(self) -> None:
        self._remember()
        search, language = with_trace(_SEARCHES[str(self.search.value)], TRACE), self.visit.language

        def run() -> tuple[Decision, TreeNode, str]:
            rules, state = self._rules()
            decision = decide(rules, state, search, self._budget())
            return decision, tree_of(decision, most=TRACE, language=language), state_text(rules, state)

        decision, root, where = await beside(run)
        self.answer.clear()
        with self.answer:
            ui.label(where).classes("hz-soft")
            ui.label(self._headline(decision)).classes("text-h6").props("data-testid=tree-headline")
            ui.label(self.visit("legend")).classes("hz-soft")
            self._tree(root, decision)

    def _headline(self, decision: Decision) -> str:
        """Say what is best, how good it is, and how sure that is."""
        return headline(decision, scale_of(decision, self.visit.language))

    def _cut(self, node: TreeNode) -> str:
        """Say what ended a node early."""
        if node.cut in PRUNING:
            return self.visit("cut_by", how=node.cut)
        key = f"cut_{node.cut}"
        return self.visit(key) if key in CUTS else node.cut

    def _tree(self, root: TreeNode, decision: Decision) -> None:
        """Show the first level; the others are put in when they are unfolded."""
        self.nodes, number = {}, self.visit.number
        top = self._row(root, "0")
        top["children"] = [self._row(child, f"0.{i}") for i, child in enumerate(root.children)]
        tree: ui.tree = ui.tree(
            [top], label_key="label", on_expand=lambda event: self._unfold(tree, event.value)
        )
        tree.classes("w-full").props("data-testid=tree no-connectors").expand(["0"])
        best = rows(
            (
                (
                    escaped(o.told(self.visit.language)),
                    number(o.value, ".6g"),
                    self.visit(f"kind_{o.kind}"),
                    number(-o.gap, ".4g") if o.gap else "",
                )
                for o in decision.options[:20]
            ),
            (self.visit("move"), self.visit("value"), self.visit("is_exact"), ""),
            numeric=[1, 3],
        )
        ui.html(best, sanitize=False).classes("w-full")

    def _row(self, node: TreeNode, key: str) -> dict[str, Any]:
        self.nodes[key], number = node, self.visit.number
        parts = [_SIGNS[node.turn], node.words or ("MAX" if node.turn is Turn.MAX else "")]
        if node.probability is not None:
            parts.append(f"p = {number(node.probability, '.4g')}")
        if node.value is not None:
            parts.append(f"{_RELATIONS.get(node.kind or '', '≈')} {number(node.value, '.6g')}")
        if node.window is not None and abs(node.window[0]) != float("inf"):
            parts.append(f"[{number(node.window[0], '.4g')} … {number(node.window[1], '.4g')}]")
        if node.cut:
            parts.append(f"✂ {self._cut(node)}")
        if node.left_out:
            parts.append(self.visit("not_looked_at", count=node.left_out))
        if node.chosen:
            parts.append("★")
        row: dict[str, Any] = {"id": key, "label": "  ".join(filter(None, parts))}
        if node.children:
            row["children"] = [{"id": f"{key}.{_FOLDED}", "label": "…"}]
        return row

    def _unfold(self, tree: ui.tree, opened: list[str]) -> None:
        """Put in what is below the nodes that are open now."""
        changed = False
        for key in opened:
            row = _find(tree.props["nodes"], key)
            node = self.nodes.get(key)
            if row is not None and node is not None and _is_folded(row):
                row["children"] = [self._row(child, f"{key}.{i}") for i, child in enumerate(node.children)]
                changed = True
        if changed:
            tree.update()

    async def _compare(self) -> None:
        self._remember()

        def run() -> Any:
            rules, state = self._rules()
            return compare(rules, state, self._budget())

        found = await beside(run)
        lines, number = [], self.visit.number
        for row in found:
            if row.decision is None:
                note = row.error.told(self.visit.language) if row.error else row.note
                why = f'{escaped(row.name)}<br><span class="hz-soft">{escaped(note)}</span>'
                lines.append((why, "", "", ""))
                continue
            done, best = row.decision.statistics, row.decision.best
            work = done.nodes or done.simulations
            kind = self.visit(f"kind_{best.kind}")
            value, took = number(best.value, ".6f"), f"{number(1000 * done.seconds, ',.1f')} ms"
            lines.append(
                (
                    escaped(row.name),
                    escaped(best.told(self.visit.language)),
                    _pair(value, kind),
                    _pair(number(work, ","), took),
                )
            )
        head = (self.visit("search"), self.visit("move"), self.visit("value"), self.visit("nodes"))
        self.answer.clear()
        with self.answer:
            ui.html(rows(lines, head), sanitize=False).classes("w-full").props("data-testid=comparison")


def _pair(one: str, other: str) -> str:
    """Return two things side by side, or where there is no room one below the other, neither torn apart."""
    return f'<span class="whole">{one}</span> <span class="whole hz-soft">{other}</span>'


def _is_folded(row: dict[str, Any]) -> bool:
    children = row.get("children") or []
    return bool(children) and str(children[0]["id"]).endswith(_FOLDED)


def with_trace(search: Any, nodes: int) -> Any:
    """Return the search with its trace on, where it can keep one."""
    return replace(search, trace=nodes) if hasattr(search, "trace") else search


def _find(nodes: list[dict[str, Any]], key: str) -> dict[str, Any] | None:
    """Return the row of a key such as 0.3.1: each part is a place among the children."""
    row: dict[str, Any] = {"children": nodes}
    for place in key.split("."):
        children = row.get("children") or []
        if not place.isdigit() or int(place) >= len(children):
            return None
        row = children[int(place)]
    return row
