"""Players: what they choose, what they remember, and how a person talks to the terminal."""

import io
import random

import pytest
from rich.console import Console

import hazard
from hazard import Budget, Expectimax, GameError, TreeSearch
from hazard.games import Pig
from hazard.players import (
    HumanPlayer,
    Player,
    QuitGame,
    RandomPlayer,
    SearchPlayer,
    SolvedPlayer,
    TakeBack,
)
from hazard.typed import match_name


@pytest.fixture
def asked(monkeypatch):
    """Answer the prompt from a list, and collect what is printed."""

    def ask(*answers, state="20 30 12"):
        lines = iter(answers)
        console = Console(file=io.StringIO(), width=100)

        def reply(*_args, **_kwargs):
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(console, "input", reply)
        game = Pig()
        player = HumanPlayer(console, hint=Budget(depth=2))
        try:
            return player.choose(game, game.parse(state), random.Random(0)), console.file.getvalue()
        finally:
            ask.shown = console.file.getvalue()

    return ask


def test_every_player_is_a_player():
    solution = hazard.solve(Pig(target=5))
    for player in (
        RandomPlayer(),
        SearchPlayer(),
        SolvedPlayer(solution),
        HumanPlayer(Console(file=io.StringIO())),
    ):
        assert isinstance(player, Player)


def test_a_search_player_keeps_its_searcher_until_the_next_game():
    game, player = Pig(), SearchPlayer(Expectimax(), Budget(depth=2))
    state = game.parse("0 0 19")
    player.choose(game, state, random.Random(1))
    first = player._searchers[id(game)]
    player.choose(game, state, random.Random(1))
    assert player._searchers[id(game)] is first
    player.new_game()
    player.choose(game, state, random.Random(1))
    assert player._searchers[id(game)] is not first


def test_a_search_player_takes_its_seed_from_the_game():
    game, player = Pig(), SearchPlayer(Expectimax(seed=5), Budget(depth=1))
    seeds = set()
    for number in range(3):
        player.new_game()
        player.choose(game, game.parse("0 0 19"), random.Random(number))
        seeds.add(player._searchers[id(game)].search.seed)
    assert len(seeds) == 3


def test_search_players_are_named_for_their_search_and_budget():
    assert SearchPlayer(TreeSearch(), Budget(seconds=0.05)).name == "treesearch(seconds=0.05)"
    assert SearchPlayer(name="me").name == "me"


def test_a_solved_player_plays_the_solution():
    game = Pig(target=20)
    solution = hazard.solve(game)
    player = SolvedPlayer(solution)
    for text in ("0 0 2", "10 12 3 min", "0 0 12"):
        state = game.parse(text)
        assert player.choose(game, state, random.Random(0)) == solution.action(state)


def test_a_solved_player_has_nothing_to_say_where_nobody_decides():
    game = Pig(target=20)
    with pytest.raises(GameError, match="no action"):
        SolvedPlayer(hazard.solve(game)).choose(game, game.apply(game.start(), Pig.ROLL), random.Random(0))


@pytest.mark.parametrize(
    ("answer", "action"),
    [("1", Pig.ROLL), ("2", Pig.HOLD), ("hold", Pig.HOLD), ("R", Pig.ROLL), ("würfeln", Pig.ROLL)],
)
def test_a_number_a_name_or_its_beginning_chooses(asked, answer, action):
    assert asked(answer)[0] == action


def test_a_wrong_answer_is_explained_and_asked_again(asked):
    action, shown = asked("9", "fly", "2")
    assert action is Pig.HOLD
    assert shown.count("is not one of them") == 2


def test_a_question_mark_shows_a_hint(asked):
    action, shown = asked("?", "1")
    assert action is Pig.ROLL
    assert "Expectimax" in shown


@pytest.mark.parametrize("answers", [("q",), ("quit",), ()])
def test_q_or_the_end_of_input_leaves(asked, answers):
    with pytest.raises(QuitGame):
        asked(*answers)


def test_u_takes_back(asked):
    with pytest.raises(TakeBack):
        asked("u")


def test_an_ambiguous_beginning_chooses_nothing():
    assert match_name("ta", ["take 1", "take 2"]) is None
    assert match_name("", ["take 1"]) is None
    assert match_name("²", ["a", "b"]) is None


def test_an_exact_name_wins_over_a_number():
    assert match_name("2", ["2", "1"]) == 0
