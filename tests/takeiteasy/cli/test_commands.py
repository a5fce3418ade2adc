"""``hazard takeiteasy``."""

import json
import xml.etree.ElementTree as ET

import pytest

from hazard.takeiteasy.board import HEX_NAMES

EMPTY = ". . ./. . . ./. . . . ./. . . ./. . ."
LATE = "924 978 963/964 928 973 968/174 168 123 178 164/578 563 528 574/573 . ."
FORMULA = ("--evaluator", "formula")


def test_a_hint_values_every_empty_hex(ok):
    text = ok("takeiteasy", "hint", LATE + " + 568", *FORMULA)
    assert "568 goes to e2: " in text
    assert "(exact)" in text
    data = json.loads(ok("takeiteasy", "hint", LATE, "--tile", "568", *FORMULA, "--json"))
    assert [option["words"] for option in data["options"]] == ["e2", "e3"]
    assert [option["action"] for option in data["options"]] == [{"hex": 17}, {"hex": 18}]


def test_a_hint_for_a_target_speaks_of_chances(ok):
    text = ok("takeiteasy", "hint", LATE + " + 568", "--target", "300", *FORMULA)
    assert "chance of 300 points or more" in text


def test_a_hint_against_rivals_speaks_of_the_chance_to_end_ahead(ok, refused, tmp_path):
    mine, theirs = (
        "924 . ./. . . ./. . . . ./. . . ./. . . + 978",
        ". . 924/. . . ./. . 978 . ./. . . ./. . .",
    )
    path = tmp_path / "hint.svg"
    text = ok("takeiteasy", "hint", mine, "--rival", theirs, "--rival", theirs, *FORMULA, "--svg", path)
    assert "to end ahead." in text
    assert ET.fromstring(path.read_text()).tag.endswith("svg")
    data = json.loads(ok("takeiteasy", "hint", mine, "--rival", theirs, *FORMULA, "--json"))
    assert 0 < data["options"][0]["chance"] < 1
    assert "have not drawn" in refused("takeiteasy", "hint", mine, "--rival", theirs.replace("978", "123"))
    assert "exclude each other" in refused("takeiteasy", "hint", mine, "--rival", theirs, "--target", "150")


def test_a_hint_is_drawn(ok, tmp_path):
    path = tmp_path / "hint.svg"
    ok("takeiteasy", "hint", EMPTY + " + 978", *FORMULA, "--how", "greedy", "--svg", path)
    drawing = path.read_text()
    assert ET.fromstring(drawing).tag.endswith("svg")
    assert drawing.count("<polygon") == 19


def test_a_game_is_watched_recorded_and_looked_over(ok, tmp_path):
    ok("takeiteasy", "watch", "--seed", "7", *FORMULA, "--how", "greedy")
    record = ok("takeiteasy", "watch", "--seed", "7", "--record", *FORMULA, "--how", "greedy")
    assert len(record.split()) == 19
    (tmp_path / "game.txt").write_text(record)
    data = json.loads(ok("takeiteasy", "analyse", tmp_path / "game.txt", *FORMULA, "--depth", "1", "--json"))
    assert data["score"] == pytest.approx(data["expected"] + data["luck"] - data["cost"])
    assert data["score"] <= data["hindsight"] <= 307
    assert all(turn["cost"] >= 0 for turn in data["turns"])
    # Played greedily by the same evaluator and judged by it, nothing was given away.
    assert data["cost"] == pytest.approx(0, abs=1e-9)
    assert "given away" in ok("takeiteasy", "analyse", record, *FORMULA, "--depth", "1")


def test_somebody_plays_hazard_on_the_same_tiles(ok):
    text = ok("takeiteasy", "play", "--seed", "3", *FORMULA, input="\n".join(["x1", "?", *HEX_NAMES]))
    assert "there is no hex 'x1'" in text
    assert "points to come" in text
    assert "hazard has" in text
    assert "were possible" in text


def test_hazard_may_play_to_win(ok, refused):
    text = ok("takeiteasy", "play", "--seed", "3", "--to-win", *FORMULA, input="\n".join(HEX_NAMES))
    assert "hazard has" in text
    assert "it cannot be combined with --alone" in refused("takeiteasy", "play", "--to-win", "--alone")


def test_leaving_early_is_no_error(ok):
    assert "Until next time." in ok("takeiteasy", "play", "--alone", *FORMULA, input="a1\na1\nq\n")
    assert "Until next time." in ok("takeiteasy", "play", *FORMULA, input="")


def test_ways_to_play_are_compared_on_the_same_draws(ok):
    data = json.loads(
        ok("takeiteasy", "bench", "--how", "greedy, expectimax(depth=1)", "--games", "4", *FORMULA, "--json")
    )
    first, second = data["rows"]
    assert first["mean"] == second["mean"]
    assert second["ahead"] == 0
    text = ok("takeiteasy", "bench", "--how", "greedy", "--games", "4", "--target", "100", *FORMULA)
    assert "reach 100" in text


def test_the_ablation_is_one_command(ok):
    data = json.loads(ok("takeiteasy", "ablation", "--evaluators", "formula", "--games", "2", "--json"))
    hows = {row["how"] for row in data["rows"]}
    assert {"greedy", "expectimax(depth=2)"} < hows
    assert sum("nodes=150" in how for how in hows) >= 6


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("hint", EMPTY), "no tile was drawn"),
        (("hint", EMPTY + " + 978", "--tile", "123"), "the drawn tile is given twice"),
        (("hint", EMPTY, "--tile", "999"), "there is no tile '999'"),
        (("hint", "1 2 3"), "expected 19 in columns"),
        (("hint", LATE.replace(". .", "568 524")), "the board is full"),
        (("hint", EMPTY + " + 978", "--target", "400"), "expected 1 to 307"),
        (("hint", EMPTY + " + 978", "--evaluator", "magic"), "there is no evaluator 'magic'"),
        (("hint", EMPTY + " + 978", "--evaluator", "missing.npz"), "there is no weight file"),
        (("hint", EMPTY + " + 978", "--how", "expectimax"), "has no budget"),
        (("hint", EMPTY + " + 978", "--how", "lookahead(boards=x)"), "cannot read"),
        (("hint", EMPTY + " + 978", "--svg", "board.png"), "expected a name ending in .svg"),
        (("analyse", "no-such-file"), "there is no file"),
        (("analyse", "978@c1"), "the game has 1 placements"),
        (("analyse", "978@c1 978@c2"), "was drawn before"),
        (("analyse", "978@c1 973@c1"), "has a tile already"),
        (("analyse", "978@z9"), "placement 1: there is no hex"),
        (("bench", "--how", "sleep"), "there is no search"),
        (("ablation", "--evaluators", "lines"), "there is no evaluator"),
    ],
)
def test_bad_input_is_met_with_a_sentence(refused, arguments, message):
    assert message in refused("takeiteasy", *arguments)
