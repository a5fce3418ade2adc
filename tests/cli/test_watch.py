"""``hazard play --watch``: lines where nobody looks, a board that is drawn in place where somebody does."""

import io
import json
import random

import pytest
from rich.console import Console

from hazard import Budget, Expectimax, SearchPlayer, Turn
from hazard.cli import play
from hazard.games import Twenty48


def test_each_move_is_a_line_when_piped(ok):
    text = ok("play", "pig(target=5)", "--watch", "--against", "expectimax(depth=1)", "--seed", "3")
    lines = text.splitlines()
    assert lines[0] == "MAX: roll"
    assert any(line.startswith("CHANCE: face") for line in lines)
    assert lines[-1].startswith("The game is over. Value for MAX: ")
    assert "You play" not in text


def test_the_record_is_json_on_demand(run):
    result = run("play", "2048(rows=2,columns=2)", "--watch", "--against", "expectimax(depth=2)", "--json")
    record = json.loads(result.stdout)
    assert record["finished"] is True
    assert record["value"] > 0
    assert [move["turn"] for move in record["moves"][:3]] == ["CHANCE", "CHANCE", "MAX"]


def test_a_person_cannot_be_watched(refused):
    assert "there is nobody to watch" in refused("play", "pig", "--watch", "--against", "human")


def watched(monkeypatch, seconds=0.0):
    monkeypatch.setattr(play, "FRAME_SECONDS", seconds)
    screen = io.StringIO()
    game = Twenty48(rows=2, columns=2)
    player = SearchPlayer(Expectimax(), Budget(depth=2))
    table = play.Table(
        game,
        game.start(),
        {Turn.MAX: player, Turn.MIN: player},
        Console(file=screen, force_terminal=True, width=60),
        random.Random(1),
    )
    play.animate(table)
    play.finish(table)
    return table, screen.getvalue()


def test_the_board_is_drawn_in_the_same_place_on_a_terminal(monkeypatch):
    table, screen = watched(monkeypatch)
    assert table.over
    frames = screen.count("Move ")
    assert frames >= len(table.moves)
    assert screen.count("\x1b[1A") >= frames  # the cursor goes up over the last picture
    assert f"So far: {table.total:,.10g}" in screen
    assert screen.rstrip().endswith(f"The game is over. Value for MAX: {table.total:g}")


def test_a_fast_player_is_drawn_now_and_then(monkeypatch):
    table, screen = watched(monkeypatch, seconds=1000.0)
    assert table.over
    assert screen.count("Move ") <= 2  # the first picture, which leaving may draw once more


def test_a_person_alone_is_told_the_points_so_far(ok):
    text = ok("play", "2048(rows=2,columns=2)", "--seed", "1", input="1\n2\n3\n4\n" * 30)
    assert "So far: " in text
    assert "The game is over" in text


@pytest.mark.parametrize("total", [0.0, 12.0, 1_234_567.0])
def test_points_are_written_out(total):
    table = play.Table(Twenty48(), None, {}, Console(), random.Random(1), total=total)
    assert play.so_far(table) == {0.0: "", 12.0: "So far: 12", 1_234_567.0: "So far: 1,234,567"}[total]
