"""Histograms, and the examples in the compiled documentation."""

import doctest
import xml.etree.ElementTree as ET

import pytest

from hazard.dice import Distribution, roll
from hazard.dice.plot import beside, bins, chart

WIDE = ["1d6", "3d6", "8d6", "1000*(1d20)", "500d20", "0", "1d6!", "-3d4"]


@pytest.mark.parametrize("text", WIDE)
def test_a_histogram_fits_and_its_chances_add_up(text):
    found = roll(text)
    lines = found.plot(60).splitlines()
    assert len(lines) <= 41
    assert all(len(line) <= 60 for line in lines)
    assert sum(p for _, _, p in bins(found, 40)) == pytest.approx(1)


def test_a_picture_is_well_formed_whatever_it_is_called():
    for picture in (
        roll("2d6").svg("<b> & \"'"),
        chart({"a<b": roll("2d6"), "c&d": roll("1d20"), "1": roll("5")}, "x"),
        chart({text: roll(text) for text in WIDE}, "wide"),
    ):
        root = ET.fromstring(picture)
        assert root.tag.endswith("svg")


def test_several_are_shown_on_one_scale():
    text = beside({"1d6": roll("1d6"), "2d6": roll("2d6")}, 80)
    assert len(text.splitlines()) == 13
    assert all(len(line) <= 80 for line in text.splitlines())


def test_examples_in_compiled_docstrings():
    documented = {"Distribution": Distribution.__doc__}
    for name in dir(Distribution):
        documented[name] = getattr(getattr(Distribution, name), "__doc__", None)
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    tested = 0
    for name, text in documented.items():
        if name.startswith("__") or not text or ">>>" not in text:
            continue
        examples = parser.get_doctest(text, {"Distribution": Distribution}, name, None, 0)
        result = runner.run(examples)
        assert result.failed == 0, name
        tested += result.attempted
    assert tested > 10
