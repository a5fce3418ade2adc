"""Drawings are well-formed, self-contained and inert whatever the words, and nothing in them overlaps."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from tests.render.decision_samples import (
    EVIL,
    beam_like,
    by_hand,
    odd_decisions,
    odd_words,
    pig,
    tree_search_like,
    worded,
)

import hazard
from hazard import Option, SettingError, Turn
from hazard.decision import TraceNode
from hazard.games import Pig
from hazard.render.drawing import draw
from hazard.render.layout import HALF, ROW, place
from hazard.render.tree import TreeNode, tree_of, walk

SVG = "{http://www.w3.org/2000/svg}"


class Tags(HTMLParser):
    """Collects every tag and attribute name, and the visible text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, tuple[str, ...]]] = []
        self.text: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, tuple(name for name, _ in attrs)))

    def handle_data(self, data):
        self.text.append(data)


def still(decision, tmp_path, **options) -> ElementTree.Element:
    path = tmp_path / "drawing.svg"
    draw(decision, path, **options)
    return ElementTree.parse(path).getroot()


@pytest.mark.parametrize("decide", [lambda: pig(trace=300), tree_search_like, beam_like])
@pytest.mark.parametrize(
    "words", [EVIL, "\x00\x1b[0m\ud800\ufffe", "' onload='x", '" onfocus="x', "<!--", "]]>"]
)
def test_labels_cannot_inject_markup(decide, words):
    decision = decide()
    harmless = Tags(worded(decision, "harmless").draw())
    assert Tags(worded(decision, words).draw()).found == harmless.found


def test_a_label_that_looks_like_markup_is_shown_as_it_is():
    page = Tags(worded(tree_search_like(), "<b>&amp;").draw())
    assert "<b>&amp;" in "".join(page.text)


@given(odd_words)
@settings(max_examples=60, deadline=None)
def test_any_words_make_the_same_well_formed_drawing(words):
    page = worded(pig(depth=1, trace=20), words).draw()
    assert Tags(page).found == Tags(worded(pig(depth=1, trace=20), "harmless").draw()).found


@given(odd_decisions())
@settings(max_examples=60, deadline=None)
def test_no_decision_is_too_odd_to_draw(tmp_path_factory, decision):
    path = tmp_path_factory.getbasetemp() / "odd.svg"
    ElementTree.fromstring(draw(decision, path))
    assert draw(decision).startswith("<!doctype html>")


def test_a_page_fetches_nothing_and_runs_only_its_own_script():
    page = pig(trace=300).draw()
    assert not re.search(r"""(src|href)\s*=|url\(|@import|https?://""", page)
    assert re.search(
        r"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[A-Za-z0-9+/]{43}='", page
    )
    assert page.count("<script") == 1


def test_a_still_picture_has_no_script(tmp_path):
    assert not list(still(pig(), tmp_path).iter(f"{SVG}script"))


@pytest.mark.parametrize("path", ["tree.png", "tree", "tree.svg.gz"])
def test_other_files_are_refused_by_name(path, tmp_path):
    with pytest.raises(SettingError, match=r"\.html or \.svg"):
        pig().draw(tmp_path / path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("depth", [0, -1, 2.5, True])
def test_impossible_depths_are_refused(depth):
    with pytest.raises(SettingError, match="depth"):
        pig().draw(depth=depth)


def test_what_is_written_is_what_is_returned(tmp_path):
    path = tmp_path / "tree.html"
    assert pig().draw(path) == path.read_text(encoding="utf-8")


def test_the_whole_trace_is_in_the_page():
    decision = pig(trace=500)
    nodes = sum(1 for tag, names in Tags(decision.draw()).found if tag == "g" and "data-parent" in names)
    assert nodes >= len(decision.trace)


def test_large_traces_start_collapsed_below_level_two():
    layout = place(tree_of(pig(trace=500)), open_levels=2)
    assert {node.level for node in layout.nodes if not node.hidden} == {0, 1, 2}
    assert 'aria-expanded="false"' in pig(trace=500).draw()


def test_every_option_is_drawn_even_where_the_trace_ended_before_it():
    # Two nodes are the root and the first action; the other action is known from the options.
    tree = tree_of(pig(trace=2))
    assert {child.words for child in tree.children} == {"roll", "hold"}


def test_the_chosen_line_is_highlighted_from_root_to_end():
    decision = pig(trace=500)
    chosen = [node.words for node, _ in walk(tree_of(decision)) if node.chosen]
    assert chosen == ["", *(step.words for step in decision.line)]


def test_a_plan_is_drawn_to_its_end():
    chosen = [node.words for node, _ in walk(tree_of(beam_like())) if node.chosen]
    assert chosen == ["", "strike", "a critical hit", "end the turn"]


def test_cut_nodes_say_the_cut_and_the_window():
    cut = TraceNode(1, 0, "a", "a", Turn.CHANCE, 1.0, 1, 0.5, 1.0, 0.43, "upper", "star1")
    root = TraceNode(0, -1, None, "", Turn.MAX, 1.0, 0, 0.0, 1.0, 0.5, "estimate", "")
    page = by_hand([Option("a", "a", 0.5, "estimate", 0.0)], trace=[root, cut]).draw()
    assert "✂ star1" in page
    assert "cut by star1: at most 0.43, window was [0.5, 1]" in page


def test_rewards_stand_on_the_edges_and_probes_apart():
    root = TraceNode(0, -1, None, "", Turn.MAX, 1.0, 2, 0.0, 9.0, 5.0, "estimate", "")
    take = TraceNode(1, 0, "take", "take", Turn.CHANCE, 1.0, 1, 0.0, 9.0, 3.0, "estimate", "", 2.0)
    probe = TraceNode(2, 1, "hold", "hold", Turn.OVER, 1.0, 0, 0.0, 9.0, 3.0, "exact", "over", 0.0, True)
    six = TraceNode(3, 1, "six", "six", Turn.OVER, 1.0, 1, 0.0, 9.0, 3.0, "exact", "over")
    page = by_hand([Option("take", "take", 5.0, "estimate", 0.0)], trace=[root, take, probe, six]).draw()
    assert "take · +2" in page
    assert "the step here pays 2" in page
    assert "the reward of the step to it" in page
    assert "probe: hold" in page
    assert "six · 100 %" in page


def test_nodes_never_overlap():
    for open_levels in (1, 2, None):
        shown = [node for node in place(tree_of(pig(trace=500)), open_levels).nodes if not node.hidden]
        columns: dict[float, list[float]] = {}
        for node in shown:
            columns.setdefault(node.x, []).append(node.y)
        for ys in columns.values():
            gaps = [b - a for a, b in zip(sorted(ys), sorted(ys)[1:], strict=False)]
            assert all(gap >= ROW - 1e-9 for gap in gaps)


def test_labels_have_room_between_the_columns():
    layout = place(tree_of(worded(pig(trace=500), "a label far too long to be shown in full")))
    for node in layout.nodes[1:]:
        assert node.x - HALF - node.label_width >= layout.nodes[node.parent].x + HALF


def test_wider_edges_are_likelier(tmp_path):
    drawn = still(tree_search_like(), tmp_path)
    widths = [
        float(path.attrib["stroke-width"]) for path in drawn.iter(f"{SVG}path") if "data-child" in path.attrib
    ]
    assert len(set(widths)) > 1


def test_each_kind_of_node_has_its_shape(tmp_path):
    # MAX needs 5 to win: some faces end the game, a bust hands the die to MIN.
    drawn = still(pig("85 80 10", depth=2, trace=100, star2=False), tmp_path)
    shapes = {
        group.attrib["class"].split()[1]: group.find(f"{SVG}path").attrib["d"]
        for group in drawn.iter(f"{SVG}g")
        if group.attrib.get("class", "").startswith("node ")
    }
    assert set(shapes) == {"max", "min", "chance", "over"}
    assert len(set(shapes.values())) == 4


def test_depth_limits_the_levels_and_counts_the_rest():
    tree = tree_of(pig(trace=500), depth=1)
    assert max(level for _, level in walk(tree)) == 1
    assert sum(node.left_out for node, _ in walk(tree)) > 0


def test_a_huge_trace_keeps_the_nodes_nearest_to_the_root():
    whole, part = tree_of(pig(trace=500)), tree_of(pig(trace=500), most=30)
    kept = sum(1 for _ in walk(part))
    assert kept <= 31
    assert kept + sum(node.left_out for node, _ in walk(part)) == sum(1 for _ in walk(whole))


def test_a_trace_may_be_deeper_than_pythons_stack():
    root = leaf = TreeNode("", Turn.MAX)
    for _ in range(3000):
        leaf.children = [TreeNode("on", Turn.MAX)]
        leaf = leaf.children[0]
    assert len(place(root).nodes) == 3001


def test_a_trace_is_of_the_depth_that_the_decision_rests_on():
    game = Pig()
    # Sixty nodes are too few for depth 3: what was begun there is in neither.
    budget = hazard.Budget(nodes=60, depth=5)
    decision = hazard.decide(game, game.parse("80 75 10"), hazard.Expectimax(trace=500), budget)
    assert decision.stopped == "nodes"
    assert decision.trace[0].depth == decision.statistics.depth
    assert decision.trace[0].value == decision.value
