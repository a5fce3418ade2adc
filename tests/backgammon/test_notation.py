"""Plays in and out: whatever the game calls a play reads back, and so do the ways people vary it."""

import contextlib
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.backgammon import rule_book
from tests.backgammon.positions_met import GAME, decisions

from hazard import GameError
from hazard.backgammon import START, Backgammon, Position, find_play, notation
from hazard.backgammon.notation import paths_of, read_paths


def test_every_play_reads_back_from_its_words():
    for state in decisions(120, seed=21):
        plays = GAME.actions(state)
        for play in plays[:: 1 + len(plays) // 25]:
            assert find_play(state, notation(play)) == play
            assert sorted(map(str, read_paths(notation(play)))) == sorted(map(str, starred(paths_of(play))))


def starred(paths):
    """In print ``6/4*(2)`` the star stands for both of a pair, of which the first has hit."""
    hit = {path.points: path.hits for path in paths if path.hits}
    return [replace(path, hits=hit.get(path.points, path.hits)) for path in paths]


@pytest.mark.parametrize(
    ("own", "opponent", "dice", "plays"),
    [
        ({25: 1}, {12: 2}, (6, 5), "bar/14"),
        ({25: 2}, {12: 2}, (6, 5), "bar/20 bar/19"),
        ({25: 1, 6: 2}, {3: 2, 4: 2}, (3, 4), "(no play)"),
        # A blot on the 20 point: through it with the 4, past it with the 6, which makes two plays of one way.
        ({24: 1}, {5: 1, 24: 1}, (6, 4), "24/14, 24/20*/14"),
        ({13: 2}, {18: 1, 24: 2}, (6, 6), "13/7*(2)"),
        ({8: 2, 6: 1}, {22: 1}, (5, 5), "8/3* 8/off 6/1"),
        ({2: 2}, {12: 2}, (6, 1), "2/1 2/off"),
    ],
)
def test_the_notation_is_the_usual_one(own, opponent, dice, plays):
    state = Backgammon(networks=None).state(Position.of(own, opponent), dice=dice)
    assert ", ".join(notation(play) for play in GAME.actions(state)) == plays


def varied(play, draw):
    """The same play, written otherwise: step by step, in another order, repeated, in capitals."""
    words = notation(play)
    if not play.steps:
        return draw.choice(["", "cannot move", "(No Play)"])
    names = {25: ["bar", "Bar", "25"], 0: ["off", "OFF", "0"]}
    steps = []
    for path in read_paths(words):
        stops = [draw.choice(names.get(point, [str(point)])) for point in path.points]
        starred = [stop + "*" * (p in path.hits) for stop, p in zip(stops, path.points, strict=True)]
        if draw.random() < 0.5:
            starts = [stop.removesuffix("*") for stop in starred]
            steps += [f"{start}/{end}" for start, end in zip(starts, starred[1:], strict=False)]
        else:
            steps.append("/".join(starred))
    draw.shuffle(steps)
    return draw.choice([" ", ", ", "  "]).join(steps)


def test_a_play_reads_the_same_however_it_is_written():
    draw = random.Random(22)
    for state in decisions(150, seed=22):
        play = draw.choice(GAME.actions(state))
        assert find_play(state, varied(play, draw)) == play


def test_stars_may_be_missing_where_the_points_tell():
    draw = random.Random(23)
    for state in decisions(150, seed=23):
        play = draw.choice(GAME.actions(state))
        # A stop of "24/20*/14" is written because of the hit, so that the points still tell.
        assert find_play(state, notation(play).replace("*", "")) == play


def test_words_and_boards_agree_with_the_rule_book():
    """Moving the checkers as the words say leads to the board that the play leads to."""
    for state in decisions(150, seed=24):
        for play, following in GAME._core.plays(state)[:40]:
            own, opponent = (dict(side) for side in rule_book.of_state(state))
            for path in read_paths(notation(play)):
                own[path.points[0]] -= 1
                own[path.points[-1]] = own.get(path.points[-1], 0) + 1
                for point in path.hits:
                    if opponent.pop(point, 0):
                        opponent[0] = opponent.get(0, 0) + 1
            own.pop(0, None)
            after = rule_book.board(own, opponent)
            assert after == rule_book.turned(rule_book.of_state(following)), (GAME.text(state), play)


def test_of_two_ways_the_points_decide():
    state = GAME.state(Position.of({24: 1}, {12: 2, 5: 1}), dice=(6, 4))
    assert [notation(play) for play in GAME.actions(state)] == ["24/14", "24/20*/14"]
    past, through = GAME.actions(state)
    assert find_play(state, "24/14") == past
    assert find_play(state, "24/18 18/14") == past
    assert find_play(state, "24/20 20/14") == find_play(state, "20/14 24/20*") == through
    forced = GAME.state(Position.of({24: 1}, {12: 2, 5: 1, 7: 2}), dice=(6, 4))
    assert notation(find_play(forced, "24/14")) == "24/20*/14"


def test_two_ways_that_both_hit_must_be_told_apart():
    state = GAME.state(Position.of({24: 1}, {12: 2, 5: 1, 7: 1}), dice=(6, 4))
    assert [notation(play) for play in GAME.actions(state)] == ["24/18*/14", "24/20*/14"]
    with pytest.raises(
        GameError, match=r"may mean 24/18\*/14, 24/20\*/14; expected the points where it hits"
    ):
        find_play(state, "24/14")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("8/5 6", "cannot read '6'"),
        ("8-5 6-5", "cannot read '8-5'"),
        ("8/5(5)", r"cannot read '8/5\(5\)'"),
        ("26/20", "'26' in the play '26/20' is no place to go"),
        ("bat/20", "'bat'"),
        ("6/off*", r"'off\*'"),
        ("5/8 6/5", "'5/8' in the play '5/8 6/5' goes the wrong way"),
        ("8*/5", "goes the wrong way"),
        ("8/5(3) 6/5(2)", "moves 5 checkers; expected at most 4"),
        ("8/5* 6/5", "hits on point 5, where there is no blot"),
        ("8/5", "'8/5' is not a legal play"),
        ("", r"'\(no play\)' is not a legal play"),
        ("7/4 6/5", "is not a legal play"),
        ("8/5 6/5 6/5", "is not a legal play"),
    ],
)
def test_a_play_that_cannot_be_is_refused(text, complaint):
    with pytest.raises(GameError, match=complaint):
        find_play(GAME.state(START, dice=(3, 1)), text)


def test_a_play_needs_a_roll():
    with pytest.raises(GameError, match="there is no roll to be played"):
        find_play(GAME.state(START), "8/5 6/5")


@given(st.text(alphabet="0123456789/*()baroff ,-", max_size=30) | st.text(max_size=30))
def test_any_text_is_a_play_or_a_clear_error(text):
    state = GAME.state(START, dice=(3, 1))
    with contextlib.suppress(GameError):
        assert find_play(state, text) in GAME.actions(state)
