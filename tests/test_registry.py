"""Specs: one syntax for games, searches and players, and one clear line for every mistake."""

import random
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hazard import AlphaBeta, Beam, Budget, Expectimax, Minimax, TreeSearch
from hazard.errors import UserError
from hazard.games import Pig
from hazard.players import RandomPlayer, SearchPlayer, SolvedPlayer
from hazard.registry import find_game, find_player, find_search, game_names, player_names, search_names
from hazard.specs import Spec, literal, parse_spec, split_list

TOWERS = """
import hazard

class Towers(hazard.Game):
    def __init__(self, height=3):
        self.height = height
        if height > 9:
            raise ValueError("too high")
    def start(self): return self.height
    def turn(self, state): return hazard.Turn.MAX if state else hazard.Turn.OVER
    def actions(self, state): return ["down"]
    def apply(self, state, move): return state - 1
    def value(self, state): return 1.0

ready = Towers(2)
number = 7
"""


@pytest.fixture
def towers(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    path = tmp_path / "towers_of_test.py"
    path.write_text(TOWERS)
    yield path
    sys.modules.pop("towers_of_test", None)


def test_a_spec_is_a_name_and_settings():
    spec = parse_spec(" pig ( target = 50 , die=(0, 1), quick=off, mode='a,b', none=none ) ")
    assert spec.name == "pig"
    assert spec.settings == {"target": 50, "die": (0, 1), "quick": False, "mode": "a,b", "none": None}
    assert parse_spec("pig(50, die=8)").arguments == (50,)
    assert parse_spec("pig()") == parse_spec("pig")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "(",
        "()",
        "pig(",
        "pig(a=1",
        "pig(a=1))",
        "pig(a=1)x",
        "pig(]",
        "pig('a)",
        "pig(a=1,a=2)",
        "p" * 20_000,
    ],
)
def test_a_broken_spec_is_the_users_mistake(text):
    with pytest.raises(UserError) as caught:
        parse_spec(text)
    assert len(str(caught.value)) < 200


@given(st.text(alphabet="abz()[]{}=,'\"0123456789.-_ \\\n", max_size=40))
def test_any_text_is_a_spec_or_a_users_mistake(text):
    for read, kind in ((parse_spec, Spec), (split_list, list), (literal, object)):
        try:
            found = read(text)
        except UserError:
            found = None
        assert found is None or isinstance(found, kind)


def test_lists_are_split_outside_brackets_only():
    assert split_list("a(b=1,c=(2,3)),d,'e,f'") == ["a(b=1,c=(2,3))", "d", "'e,f'"]


def test_built_in_games_by_name():
    assert isinstance(find_game("pig"), Pig)
    assert find_game("Pig(target=50, die=8)").targets == (50, 50)
    assert find_game("piglet").faces == (0, 1)


@pytest.mark.parametrize("name", game_names())
def test_every_listed_game_can_be_made(name):
    game = find_game(name)
    assert game.turn(game.start()) is not None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pigg", "did you mean 'pig'"),
        ("connect5", "did you mean 'connect4'"),
        ("zzz", "there is .*pig"),
        ("pig(targte=5)", "setting of pig 'targte'; did you mean 'target'"),
        ("pig(target=0)", "whole number from 1 to 10000"),
        ("pig(target=1.5)", "cannot make the game 'pig'"),
        ("no_such_module_here:Game", "cannot import 'no_such_module_here'"),
        ("os:getcwd", "'os:getcwd' is not a hazard.Game"),
        ("os:", "has 0 games"),
        (":Game", "not a module"),
        ("../x:Game", "not a module"),
        ("missing.py:Game", "no file 'missing.py'"),
        ("openspiel:", "needs a name"),
        ("gym:", "needs a name"),
        ("openspiel:no_such_game", "no_such_game"),
        ("gym:NoSuchEnv-v0", "NoSuchEnv"),
    ],
)
def test_a_wrong_game_gets_one_line(text, message):
    with pytest.raises(UserError, match=message) as caught:
        find_game(text)
    assert "\n" not in str(caught.value)


def test_your_own_game_from_a_file_and_from_a_module(towers):
    assert find_game(f"{towers}:Towers(height=5)").start() == 5
    assert find_game("towers_of_test.py:Towers").start() == 3
    assert find_game("towers_of_test.py").start() == 3
    assert find_game("towers_of_test:Towers(4)").start() == 4
    assert find_game("towers_of_test:ready").start() == 2


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Tower", "did you mean"),
        ("number", "not a hazard.Game"),
        ("Towers(hight=2)", "did you mean 'height'"),
        ("Towers(height=10)", r"too high \(towers_of_test.py, line \d+\)"),
        ("ready(height=2)", "takes no settings"),
    ],
)
def test_mistakes_with_your_own_game(towers, name, message):
    with pytest.raises(UserError, match=message):
        find_game(f"towers_of_test.py:{name}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 / 0\n", r"ZeroDivisionError: division by zero \(broken.py, line 1\)"),
        ("def (\n", r"SyntaxError.*line 1"),
        ("import no_such_thing_at_all\n", "no_such_thing_at_all"),
        ("raise SystemExit(3)\n", "SystemExit: 3"),
    ],
)
def test_a_file_that_does_not_import_shows_its_own_error_in_one_line(tmp_path, text, message):
    (tmp_path / "broken.py").write_text(text)
    with pytest.raises(UserError, match=message) as caught:
        find_game(f"{tmp_path / 'broken.py'}:Game")
    assert "\n" not in str(caught.value)
    assert caught.value.__cause__ is not None, "--debug can show the whole of it"


def test_what_a_users_file_prints_stays_out_of_the_answer(tmp_path, capsys):
    (tmp_path / "chatty.py").write_text("print('hello')\n" + TOWERS)
    find_game(f"{tmp_path / 'chatty.py'}:Towers")
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "hello\n"


def test_games_of_other_libraries():
    pytest.importorskip("pyspiel")
    pytest.importorskip("gymnasium")
    game = find_game("openspiel:tic_tac_toe")
    assert len(list(game.actions(game.start()))) == 9
    lake = find_game("gym:FrozenLake-v1(is_slippery=off)")
    assert lake.start() is not None


@pytest.mark.parametrize(
    ("text", "search", "budget"),
    [
        ("minimax", Minimax(), None),
        ("alpha-beta(depth=8)", AlphaBeta(), Budget(depth=8)),
        ("expectimax(star2=off, depth=4)", Expectimax(star2=False), Budget(depth=4)),
        ("Expectimax(ms=20)", Expectimax(), Budget(seconds=0.02)),
        ("beam(width=[12,8], nodes=10_000)", Beam(width=[12, 8]), Budget(nodes=10_000)),
        ("mcts(leaf=rollout,seconds=1)", TreeSearch(leaf="rollout"), Budget(seconds=1)),
    ],
)
def test_searches_with_switches_and_budgets(text, search, budget):
    assert find_search(text) == (search, budget)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("expectimx", "did you mean 'expectimax'"),
        ("expectimax(star3=off)", "did you mean 'star"),
        ("expectimax(evaluator=3)", "no setting"),
        ("expectimax(4)", "expected setting=value"),
        ("expectimax(star2=maybe)", "Expectimax.star2 is 'maybe'; expected True or False"),
        ("expectimax(depth=0)", "Budget.depth is 0"),
        ("expectimax(depth=1.5)", "Budget.depth is 1.5"),
        ("expectimax(seconds=1,ms=2)", "both seconds and ms"),
        ("expectimax(ms=soon)", "Budget.seconds is 'soon'"),
        ("beam(width=wide)", "Beam.width"),
        ("treesearch(select=best)", "TreeSearch.select"),
        ("treesearch(exploration={1:2})", "TreeSearch.exploration"),
    ],
)
def test_a_wrong_search_gets_one_line(text, message):
    with pytest.raises(UserError, match=message) as caught:
        find_search(text)
    assert "\n" not in str(caught.value)


def test_players_by_name():
    game = find_game("pig(target=10)")
    assert isinstance(find_player("random", game), RandomPlayer)
    assert isinstance(find_player("optimal(tolerance=1e-6)", game), SolvedPlayer)
    player = find_player("expectimax(depth=2)", game)
    assert isinstance(player, SearchPlayer)
    assert player.choose(game, game.parse("0 0 2"), random.Random(1)) is Pig.ROLL
    assert set(search_names()) < set(player_names())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("randm", "did you mean 'random'"),
        ("random(seed=1)", "takes no settings"),
        ("optimal(speed=2)", "no setting of optimal"),
        ("optimal(2)", "has no name"),
        ("expectimax(depth=two)", "Budget.depth is 'two'"),
    ],
)
def test_a_wrong_player_gets_one_line(text, message):
    with pytest.raises(UserError, match=message):
        find_player(text, Pig(target=10))
