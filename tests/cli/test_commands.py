"""Each command: what it answers, as text and as JSON, and what it refuses."""

import csv
import json
import re
import xml.etree.ElementTree as ET

import pytest

import hazard
from hazard.cli import bench
from hazard.comparing import has_chance
from hazard.games import Pig
from hazard.games.pig.surface import Surface
from hazard.registry import find_game

# ---- decide --------------------------------------------------------------------------------------------


def test_decide_says_what_the_library_says(ok):
    game = Pig()
    state = game.parse("20 30 12")
    expected = hazard.decide(game, state, hazard.Expectimax(), hazard.Budget(depth=3))
    text = ok("decide", "pig", "--state", "20 30 12", "--depth", "3")
    assert text.startswith(f"{expected.words}:")
    data = json.loads(ok("decide", "pig", "--state", "20 30 12", "--depth", "3", "--json"))
    assert data["options"][0]["value"] == pytest.approx(expected.value)


def test_a_limit_given_twice_is_refused(ok, refused):
    said = refused("decide", "pig", "--search", "expectimax(depth=2)", "--depth", "4")
    assert "--depth is 4, and --search says depth=2" in said
    same = ok("decide", "pig", "--search", "expectimax(depth=2)", "--depth", "2", "--json")
    assert json.loads(same)["statistics"]["depth"] == 2


def test_decide_in_a_game_of_ones_own(ok, own_game):
    text = ok("decide", f"{own_game}:Ladder(rungs=5)", "--state", "(3, False)")
    assert text.startswith("climb") or text.startswith("toss")


def test_decide_draws_and_traces(ok, tmp_path):
    for name in ("why.html", "why.svg"):
        text = ok(
            "decide", "pig", "--state", "20 30 12", "--depth", "2", "--draw", tmp_path / name, "--trace", "9"
        )
        assert "<svg" in (tmp_path / name).read_text()
        assert str(tmp_path / name) in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["pig", "--state", "x"], "cannot read the Pig state"),
        (["pig", "--state", "20 30 12 max rolling"], "chance's turn"),
        (["pig", "--depth", "0"], "Budget.depth"),
        (["pig", "--seconds", "nan"], "Budget.seconds"),
        (["pig", "--draw", "x.png"], ".html or .svg"),
        (["pig", "--draw", "/no/such/folder/x.svg"], "no folder"),
        (["pig", "--search", "expectimx"], "did you mean"),
        (["pig", "--search", "treesearch", "--trace", "5"], "keeps no trace"),
        (["pig", "--trace", "-1"], "trace"),
    ],
)
def test_decide_refuses(refused, arguments, message):
    assert message in refused("decide", *arguments)


@pytest.mark.parametrize(
    ("state", "message"),
    [("rung 3", "Python literal"), ("[3, False]", "tuple in place of a list"), ("3", "has no state '3'")],
)
def test_a_state_of_ones_own_game_is_checked(refused, own_game, state, message):
    assert message in refused("decide", f"{own_game}:Ladder", "--state", state)


def test_chance_that_does_not_sum_to_one_is_reported(refused, own_game):
    assert "sum" in refused("decide", f"{own_game}:Loaded", "--depth", "2")


# ---- solve ---------------------------------------------------------------------------------------------


def test_solve_piglet_gives_four_sevenths(ok):
    data = json.loads(ok("solve", "piglet", "--json"))
    assert data["value"] == pytest.approx(4 / 7, abs=1e-8)
    assert data["error"] <= 1e-9
    assert data["sample"]
    assert "0.571428571" in ok("solve", "piglet")


def test_solve_proves_play_that_may_go_on_for_ever(ok):
    pytest.importorskip("gymnasium")
    assert "value 0.823529412 for MAX, proven within " in ok("solve", "gym:FrozenLake-v1")  # 14/17


def test_solve_says_where_rewards_have_no_end_and_where_they_have_no_sum(ok, tmp_path):
    (tmp_path / "rounds.py").write_text(
        "from hazard import Game, Turn\n\n\n"
        "class Rounds(Game):\n"
        "    def __init__(self, back=1): self.back = back\n"
        "    def start(self): return 'out'\n"
        "    def turn(self, state): return Turn.MAX\n"
        "    def actions(self, state): return ['go']\n"
        "    def apply(self, state, move): return 'back' if state == 'out' else 'out'\n"
        "    def value(self, state): return 0.0\n"
        "    def reward(self, state, move): return 1.0 if state == 'out' else self.back\n"
    )
    printed = ok("solve", f"{tmp_path}/rounds.py:Rounds")
    assert "value inf for MAX, without bound" in printed
    assert "2 states (such as 'out'): worth infinity" in " ".join(printed.split())
    printed = ok("solve", f"{tmp_path}/rounds.py:Rounds(back=-1)")
    assert "for MAX, not proven" in printed
    assert "have no sum" in " ".join(printed.split())
    data = json.loads(ok("solve", f"{tmp_path}/rounds.py:Rounds", "--json"))
    assert data["value"] is None  # JSON has no infinity
    assert "worth infinity" in data["remarks"][0]
    lines = tmp_path / "values.json"
    ok("solve", f"{tmp_path}/rounds.py:Rounds", "--out", lines)
    assert [row["value"] for row in json.loads(lines.read_text())] == [None, None]


def test_solve_exports_every_state(ok, tmp_path):
    table, lines = tmp_path / "policy.csv", tmp_path / "policy.json"
    states = json.loads(ok("solve", "pig(target=40)", "--out", table, "--json"))["states"]
    ok("solve", "pig(target=40)", "--out", lines)
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    listed = json.loads(lines.read_text())
    assert len(rows) == len(listed) == states
    assert [float(row["value"]) for row in rows] == [row["value"] for row in listed]
    assert {row["action"] for row in rows} == {"", "roll", "hold"}


def test_solve_plots_pig(ok, tmp_path):
    text = ok("solve", "pig(target=40)", "--plot", "terminal")
    assert "hold with a turn total" in text
    for name in ("surface.svg", "surface.html"):
        ok("solve", "pig(target=40)", "--plot", tmp_path / name)
    picture = ET.parse(tmp_path / "surface.svg").getroot()
    assert picture.tag.endswith("svg")
    assert "hold at 18" in (tmp_path / "surface.html").read_text()
    assert "hold with" in ok("solve", "pig(target=40,players=1)", "--plot", "terminal")


def cells_drawn(picture):
    """Read the cells back from the strokes: ``{(mine, theirs): words}``."""
    cells = {}
    for path in picture.iter("{http://www.w3.org/2000/svg}path"):
        for first, theirs, length in re.findall(r"M(\d+) (\d+)h(\d+)", path.get("d")):
            for mine in range(int(first), int(first) + int(length)):
                assert (mine, int(theirs)) not in cells, "no cell is drawn twice"
                cells[mine, int(theirs)] = path[0].text
    return cells


def test_the_surface_is_drawn_cell_by_cell_in_a_small_file():
    # The worst that a game to 100 can do: no two neighbours are equal, and every cell is a stroke of its own.
    totals = [None, *range(1, 40)]
    surface = Surface(
        "Pig", tuple(tuple(totals[(7 * i + 13 * j) % 40] for j in range(100)) for i in range(100))
    )
    svg = surface.svg()
    assert cells_drawn(ET.fromstring(svg)) == {
        (mine, theirs): "cannot happen" if total is None else f"hold at {total}"
        for mine, row in enumerate(surface.hold_at)
        for theirs, total in enumerate(row)
    }
    assert len(svg) < 100_000


def test_solve_from_a_state(ok):
    data = json.loads(ok("solve", "pig(target=20)", "--state", "10 15 3", "--json"))
    assert data["state"] == "10 15 3 max"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["pig", "--max-states", "10"], "10"),
        (["pig", "--tolerance", "0"], "tolerance"),
        (["pig", "--out", "x.txt"], ".csv or .json"),
        (["pig", "--plot", "x.png"], ".svg or .html"),
        (["pig(target=300)", "--plot", "terminal", "--state", "299 299 0"], "at most 250"),
    ],
)
def test_solve_refuses(refused, arguments, message):
    assert message in refused("solve", *arguments)


def test_only_pig_is_plotted(refused, own_game):
    assert "only Pig" in refused("solve", f"{own_game}:Ladder", "--plot", "terminal")


# ---- compare -------------------------------------------------------------------------------------------


def test_compare_says_which_searches_do_not_apply(ok, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    data = json.loads(ok("compare", "pig", "--state", "20 30 12", "--depth", "2", "--json"))
    rows = {row["search"]: row for row in data["searches"]}
    assert "chance" in rows["minimax"]["note"]
    assert rows["expectimax"]["value"] == pytest.approx(rows["expectimax, plain"]["value"], abs=1e-9)
    assert "not for games with chance" in ok("compare", "pig", "--depth", "1")


def test_compare_on_a_game_without_chance_agrees(ok):
    data = json.loads(ok("compare", "tictactoe", "--depth", "4", "--json"))
    rows = {row["search"]: row for row in data["searches"]}
    assert rows["minimax"]["value"] == pytest.approx(rows["alphabeta"]["value"])
    assert rows["minimax"]["value"] == pytest.approx(rows["expectimax"]["value"])
    assert rows["alphabeta"]["nodes"] < rows["minimax"]["nodes"]


def test_chance_is_noticed():
    pig, board = find_game("pig"), find_game("tictactoe")
    assert has_chance(pig, pig.start())
    assert not has_chance(board, board.start())


# ---- play ----------------------------------------------------------------------------------------------


def test_a_person_plays_to_the_end(ok):
    text = ok("play", "pig(target=5)", "--against", "random", "--seed", "3", input="roll\nhold\n" * 50)
    assert "The game is over" in text


def test_the_record_of_a_game_is_json(run):
    result = run("play", "pig(target=5)", "--against", "random", "--seed", "3", "--json", input="1\n" * 200)
    assert result.exit_code == 0
    data = json.loads(result.stdout)
    assert data["finished"]
    assert data["value"] in (0.0, 1.0)
    assert data["moves"][0] == {"turn": "MAX", "move": "roll"}
    assert "You play MAX" in result.stderr


def test_quitting_taking_back_and_hints(ok, run):
    assert "Goodbye" in ok("play", "pig", input="q\n")
    assert "Goodbye" in ok("play", "pig", input="")
    assert "nothing to take back" in ok("play", "pig", input="u\nq\n")
    assert "Expectimax" in ok("play", "pig(target=5)", input="?\nq\n")
    result = run("play", "pig(target=99)", "--seed", "1", "--json", "--against", "random", input="1\nu\nq\n")
    assert json.loads(result.stdout)["moves"] == []


def test_the_person_may_sit_as_min(ok):
    text = ok(
        "play", "pig(target=5)", "--seat", "min", "--against", "random", "--seed", "1", input="1\n" * 99
    )
    assert "You play MIN" in text


def test_play_alone(ok, own_game):
    assert "Value for MAX: -3" in ok("play", f"{own_game}:Ladder", input="climb\n" * 3)


def test_play_refuses(refused):
    assert "did you mean 'random'" in refused("play", "pig", "--against", "randon")
    assert "middle" in refused("play", "pig", "--seat", "middle")


# ---- arena ---------------------------------------------------------------------------------------------


def test_arena_gives_an_interval(ok):
    arguments = (
        "arena",
        "pig(target=20)",
        "--players",
        "expectimax(depth=2,star2=off),random",
        "--games",
        "20",
    )
    data = json.loads(ok(*arguments, "--seed", "4", "--json"))
    assert data["players"][0]["name"] == "expectimax(depth=2,star2=off)"
    assert data["interval_95"][0] <= data["mean"] <= data["interval_95"][1]
    again = json.loads(ok(*arguments, "--seed", "4", "--json"))
    assert again["scores"] == data["scores"]
    assert "95 % confidence" in ok(*arguments)


def test_arena_alone(ok):
    data = json.loads(
        ok("arena", "pig(target=10,players=1)", "--players", "optimal", "--games", "5", "--json")
    )
    assert data["wins"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "random"], "needs two players"),
        (["--players", "random,random,random"], "3 players"),
        (["--players", "random,", "--games", "2"], "has no name"),
        (["--players", "random(,random"], "bracket"),
        (["--games", "7"], "even number"),
        (["--games", "2", "--max-moves", "3"], "not ended after 3 moves"),
    ],
)
def test_arena_refuses(refused, arguments, message):
    assert message in refused("arena", "pig", *arguments)


# ---- bench and tour ------------------------------------------------------------------------------------


def test_bench_speed_measures_every_game(ok):
    rows = json.loads(ok("bench", "speed", "--seconds", "0.02", "--json"))["speed"]
    assert all(row["nodes_per_second"] > 0 for row in rows)
    assert all(row["simulations_per_second"] > 0 for row in rows)


def test_bench_runs_the_programs_of_a_checkout(ok, refused, tmp_path, monkeypatch):
    (tmp_path / "quick.py").write_text("print('a table')\n")
    (tmp_path / "wrong.py").write_text("raise SystemExit(3)\n")
    monkeypatch.setattr(bench, "benchmark_folder", lambda: tmp_path)
    result = json.loads(ok("bench", "quick", "--json"))["benchmarks"]
    assert result[0]["output"] == "a table\n"
    assert "did you mean 'quick'" in refused("bench", "quik")


def test_bench_outside_a_checkout_checks_the_speed(ok, monkeypatch):
    monkeypatch.setattr(bench, "benchmark_folder", lambda: None)
    assert "nodes/s" in ok("bench", "--seconds", "0.02")


def test_the_tour_shows_everything(ok):
    text = ok("tour")
    for expected in (
        "Pig",
        "Connect four",
        "Backgammon",
        "Adult Black Dragon → ",
        "Gremlin Nob",
        "Star2",
        "0.5305927",
        "class DiceNim",
        "hazard decide --help",
    ):
        assert expected in text


def test_the_tour_as_data(ok):
    data = json.loads(ok("tour", "--json"))
    assert len(data["decisions"]) == 7
    assert data["combat"]["actor"] == "Adult Black Dragon"
    assert data["spire"]["moves"]
    nodes = [row["nodes"] for row in data["star"]]
    assert nodes[-1] < nodes[0]
    assert len({round(row["value"], 9) for row in data["star"]}) == 1
    assert data["solved"]["error"] <= 1e-9
