"""``hazard dice``."""

import json
import xml.etree.ElementTree as ET

import pytest

from hazard.dice import roll


def test_one_expression_with_its_histogram(ok):
    text = ok("dice", "2d6+3", "--at-least", "10")
    assert text.startswith("2d6+3: mean 10.00, deviation 2.42, 5 to 15")
    assert "10 or more: 58.33 %" in text
    assert "█" in text


def test_several_side_by_side(ok):
    text = ok("dice", "4d6kh3", "3d6", "-n", "15")
    assert "12.24" in text
    assert "23.15 %" in text
    assert "9.26 %" in text


def test_json_says_what_the_library_says(ok):
    data = json.loads(ok("dice", "4d6kh3", "1W6+4", "--at-least", "15", "--json"))
    first, second = data["expressions"]
    found = roll("4d6kh3")
    assert first["mean"] == found.mean()
    assert first["at_least"] == {"15": found.at_least(15)}
    assert first["probabilities"] == {str(value): p for value, p in found.items()}
    assert second["canonical"] == "1d6+4"


def test_pictures(ok, tmp_path):
    assert "Written" in ok("dice", "8d6", "8d6//2", "--plot", tmp_path / "x.svg")
    assert ET.fromstring((tmp_path / "x.svg").read_text()).tag.endswith("svg")
    assert ET.fromstring(ok("dice", "8d6", "--plot", "svg")).tag.endswith("svg")


def test_a_wrong_expression_is_shown_with_a_caret_below_the_mistake(run):
    result = run("dice", "2d6+3", "2d6+(x")
    assert result.exit_code == 2
    assert result.stdout == ""
    expression, caret, said = result.stderr.splitlines()
    assert expression == "2d6+(x"
    assert caret == "     ^"
    assert said == "hazard: '2d6+(x', character 6: found 'x'; expected a number, dice or '('"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["9999d9999"], "99,970,003 different values; at most 262,144"),
        (["2d6", "--plot", "x.png"], ".svg"),
        (["2d6", "--plot", "/no/such/folder/x.svg"], "no folder"),
        (["1d6"] * 21, "at most 20"),
        ([], "EXPRESSION is missing"),
        (["\x1b[31m"], "found"),
        (["9" * 5000], "5,000 characters"),
    ],
)
def test_refusals(run, arguments, message):
    result = run("dice", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr.splitlines()[-1]
    assert "\x1b" not in result.stderr
