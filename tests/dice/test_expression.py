"""What can be written, what it means, and what is said of what cannot."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hazard.dice import DiceError, Distribution, parse, roll

# Means as AnyDice (anydice.com) shows them to two digits, and beyond by counting.
KNOWN_MEANS = {
    "2d6+3": 10.0,
    "10d6+40": 75.0,
    "4d6kh3": 15869 / 1296,  # 12.2446 (AnyDice: output [highest 3 of 4d6])
    "4d6dl1": 15869 / 1296,
    "2d20kh1": 13.825,  # AnyDice: output [highest 1 of 2d20]
    "2d20kl1": 7.175,
    "adv(d20)": 13.825,
    "d%": 50.5,
    "1d6!": 4.2,  # 3.5 * 6/5
    "2d6r<3": 9.0,  # 3..6 each
    "2d6ro<3": 25 / 3,  # great weapon fighting: 4.17 a die
    "8d6mi2": 8 * 22 / 6,
    "1d6ma5": 20 / 6,
    "8d6//2": 13.75,
    "1W6+4": 7.5,
    "1d8[piercing]+2d6[fire]": 11.5,
    "3": 3.0,
    "2*(1d4-1)": 3.0,
    "1d4 \N{MINUS SIGN} 1": 1.5,
    "0d6+2": 2.0,
}


@pytest.mark.parametrize(("text", "mean"), KNOWN_MEANS.items())
def test_known_means(text, mean):
    assert roll(text).mean() == pytest.approx(mean, abs=1e-12)
    assert parse(text).mean() == pytest.approx(mean, abs=1e-12)


def test_known_chances():
    # AnyDice: [highest 3 of 4d6] is 18 in 1.62 %, 3 in 0.08 %; at least one 20 among two is 9.75 %.
    best = roll("4d6kh3")
    assert best.probability(18) == pytest.approx(21 / 1296, abs=1e-15)
    assert best.probability(3) == pytest.approx(1 / 1296, abs=1e-15)
    assert roll("2d20kh1").probability(20) == pytest.approx(39 / 400, abs=1e-15)
    assert roll("3d6").probability(10) == pytest.approx(27 / 216, abs=1e-15)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("4d6k3", "4d6kh3"),
        ("4d6dl1", "4d6kh3"),
        ("4D6DH2", "4d6kl2"),
        ("2d20kh", "2d20kh1"),
        ("d6", "1d6"),
        ("D%", "1d100"),
        (" 2 d 6 + 3 ", "2d6+3"),
        ("2d6r=1", "2d6r1"),
        ("1d6*2", "2*1d6"),
        ("(1d6+2)+3", "1d6+2+3"),
        ("+1d6", "1d6"),
        ("1d8[Fire]", "1d8[fire]"),
        ("2\N{MULTIPLICATION SIGN}1d6 \N{EN DASH} 1", "2*1d6-1"),
        ("2*3*1d6", "6*1d6"),
        ("1d6-(-1d4)", "1d6-(-1d4)"),
        ("(1d6//2)*3", "3*(1d6//2)"),
        ("2*1d6//2", "2*1d6//2"),
    ],
)
def test_there_is_one_way_we_write_it(text, same):
    assert str(parse(text)) == same
    assert parse(same) == parse(text)


MISTAKES = {
    "": (0, "a number"),
    "2d6+": (4, "a number, dice or '('"),
    "2d": (2, "number of faces"),
    "2d6 3": (4, "operator"),
    "2d6+x": (4, "a number"),
    "(2d6": (4, "')'"),
    "2d6)": (3, "operator"),
    "4d6kh5": (5, "at most 4"),
    "4d6kh3mi2": (6, "'mi' before 'kh'"),
    "d0": (1, "from 1 to"),
    "2d6r": (4, "faces after 'r'"),
    "1d6/2": (3, "'//'"),
    "1d6//0": (5, "1 to"),
    "1d6//1d4": (5, "1 to"),
    "1d6*1d6": (3, "one side"),
    "1d6[": (4, "a type"),
    "1d6[]": (4, "a type"),
    "(1d6[fire])//2": (11, "parts of a sum"),
    "adv(1d6[fire])": (0, "parts of a sum"),
    "99999999999d6": (0, "from 0 to"),
    "2d6 kh 1 kl 1": (9, "before"),
    "(" * 60: (40, ""),
    "1+" * 2000 + "1": (2000, "at most"),
    "9999d9999": (0, ""),
    "3 + 9999d9999": (4, ""),
    "1d6r<9": (3, ""),
    "2+1d1!": (5, ""),
    "1000000000+1000000000": (0, ""),
    "1000000*(1d100)": (7, ""),
    "400000d2kh3": (8, ""),
    "٣d6": (0, "a number"),
}


@pytest.mark.parametrize(("text", "said"), MISTAKES.items(), ids=lambda value: str(value)[:20])
def test_a_mistake_has_a_place_and_says_what_was_expected(text, said):
    with pytest.raises(DiceError) as caught:
        roll(text)
    position, expected = said
    assert caught.value.position == position
    assert expected in str(caught.value.expected or "")
    assert "\n" not in str(caught.value)
    assert caught.value.caret().splitlines()[1].index("^") == position
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (str(copy), copy.position, copy.expected) == (str(caught.value), position, caught.value.expected)


ALPHABET = "0123456789dwDWkhlrominax!<>=+-*/()[] %fire"


@settings(max_examples=1500, deadline=None)
@given(st.text(max_size=30) | st.text(alphabet=ALPHABET, max_size=25))
def test_whatever_is_typed_is_rolled_or_refused_with_a_place(text):
    refused = None
    try:
        rolled = roll(text)
    except DiceError as error:
        refused = error
    if refused is not None:
        assert 0 <= refused.position <= len(text)
        return
    assert isinstance(rolled, Distribution)
    assert rolled.probabilities.sum() == pytest.approx(1, abs=1e-9)
    assert parse(str(parse(text))) == parse(text)


def test_a_critical_doubles_dice_not_modifiers():
    assert str(parse("2d6+3").critical()) == "4d6+3"
    assert str(parse("1d8[piercing]+2d6mi2[fire]+4").critical()) == "2d8[piercing]+4d6mi2[fire]+4"
    assert str(parse("(1d6+3)//2-1d4").critical()) == "(2d6+3)//2-2d4"
    assert parse("4d6kh3").critical().mean() == pytest.approx(2 * 15869 / 1296)


def test_parts_by_type():
    def parts(text):
        return [(str(part), kind) for part, kind in parse(text).typed_parts()]

    assert parts("2d6+3") == [("2d6+3", None)]
    assert parts("3") == [("3", None)]
    assert parts("1d8[slashing]+3+1d6[fire]-1") == [("1d8+3", "slashing"), ("1d6-1", "fire")]
    assert parts("5+1d8[slashing]") == [("5+1d8", "slashing")]
    assert parts("1d4+3+1d6[fire]") == [("1d4+3", None), ("1d6", "fire")]
    assert parts("1d6[fire]+1d4+2d6[fire]") == [("1d6+2d6", "fire"), ("1d4", None)]
    assert parts("1d6+2[slashing]") == [("1d6+2", "slashing")]
    assert parts("2d10+4[piercing]+1d6[fire]") == [("2d10+4", "piercing"), ("1d6", "fire")]
    assert parts("1d8[cold]+3+2[fire]") == [("1d8+3", "cold"), ("2", "fire")]
    assert parts("2+3+1d6[cold]") == [("2+3+1d6", "cold")]
    assert parts("(1d8+3)[cold]-1d4[fire]") == [("1d8+3", "cold"), ("-1d4", "fire")]
    assert parse("1d8[slashing]+3+1d6[fire]-1").flat == 2


def test_an_expression_travels_between_processes():
    read = parse("4d6kh3+1d8[fire]")
    read.roll()
    copy = pickle.loads(pickle.dumps(read))
    assert copy == read
    assert copy.roll() == read.roll()


def test_hundreds_of_dice_are_quick_and_whole():
    many = roll("1000d20")
    assert many.mean() == pytest.approx(10_500)
    assert many.variance() == pytest.approx(1000 * 399 / 12)
    assert many.probabilities.sum() == pytest.approx(1)
