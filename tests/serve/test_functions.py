"""What the doors call gives the answers of the library, and keeps to its schemas and limits."""

import json
import random
import threading
from pathlib import Path

import pytest
from pydantic import ValidationError
from tests.serve.drawn import DRAWN, GAMES, draw_decide, untimed

import hazard
from hazard.domains import built_in_games
from hazard.errors import HazardError
from hazard.serve.allowed import LARGEST_SETTINGS, SETTING_WORDS, served_game
from hazard.serve.functions import FUNCTIONS
from hazard.serve.job import Job
from hazard.serve.mistakes import misplaced, told

INPUTS = 200


def test_every_function_is_drawn_and_every_game_too():
    assert DRAWN.keys() == FUNCTIONS.keys()
    assert [name.partition("(")[0] for name in GAMES if name.partition("(")[0] not in built_in_games()] == []
    assert len(GAMES) == len(built_in_games())


@pytest.mark.parametrize("name", [name for name in DRAWN if name != "list_names"])
def test_a_function_answers_as_the_library_does_and_as_its_schema_says(name):
    draw, library = DRAWN[name]
    rng = random.Random(name)
    for _ in range(INPUTS):
        request = draw(rng)
        answer, expected = FUNCTIONS[name](request), untimed(library(request))
        FUNCTIONS[name].answer.model_validate(answer)
        found = untimed(answer)
        assert {key: found[key] for key in expected} == expected, request
        assert json.loads(json.dumps(answer, allow_nan=False)) == answer


@pytest.mark.parametrize("game", GAMES)
def test_every_registered_game_is_decided_as_the_library_does(game):
    rng = random.Random(game)
    for _ in range(10):
        request = draw_decide(rng, game)
        found = FUNCTIONS["best_move"](request)
        assert untimed(found) == untimed(DRAWN["best_move"][1](request))


def test_answers_are_what_the_commands_print_as_json(ok):
    """Each line: a command, a function, and the request that says the same."""
    board = ". . ./. . . ./. . . . ./. . . ./. . . + 978"
    for command, name, request in (
        ("dice 4d6kh3 --at-least 12", "dice_odds", {"expressions": ["4d6kh3"], "at_least": [12]}),
        ("decide pig --depth 3", "best_move", {"game": "pig", "depth": 3}),
        ("solve tictactoe", "solve_game", {"game": "tictactoe"}),
        ("backgammon hint 4HPwATDgc/ABMA --dice 31 --plies 0 --count 2", "backgammon_hint",
         {"position": "4HPwATDgc/ABMA", "dice": "31", "plies": 0, "count": 2}),
        ("backgammon hint 4HPwATDgc/ABMA --plies 0", "backgammon_hint",
         {"position": "4HPwATDgc/ABMA", "plies": 0}),
        (["takeiteasy", "hint", board, "--how", "greedy"], "takeiteasy_hint",
         {"board": board, "how": "greedy"}),
        ("fivee suggest goblin-ambush --depth 1 --seconds 60 --why-not dodge --lang de", "fivee_suggest",
         {"encounter": "goblin-ambush", "depth": 1, "seconds": 60, "why_not": "dodge", "language": "de"}),
        (["fivee", "suggest", "ogre-bridge", "--for", "Ogre B", "--search", "beam", "--seconds", "60"],
         "fivee_suggest", {"encounter": "ogre-bridge", "for": "Ogre B", "search": "beam", "seconds": 60}),
        ("fivee forecast goblin-ambush --fights 20 --seed 3", "fivee_forecast",
         {"encounter": "goblin-ambush", "fights": 20, "seed": 3}),
    ):  # fmt: skip
        typed = command.split() if isinstance(command, str) else command
        printed = json.loads(ok(*typed, "--json"))
        assert untimed(FUNCTIONS[name](request, Job(seconds=60))) == untimed(printed), command


@pytest.mark.parametrize(
    "game",
    ["os:path", "evil.py:Game", "/etc/passwd", "openspiel:tic_tac_toe", "gym:FrozenLake-v1",
     "hazard.games:Pig",
     "2048(network='/etc/passwd')", "takeiteasy(evaluator=weights.npz)", "takeiteasy('x/y.npz')",
     "takeiteasy(evaluator='rollouts:5:a.npz')"],
)  # fmt: skip
def test_a_name_from_outside_opens_no_file_and_imports_no_module(game):
    with pytest.raises(HazardError) as refusal:
        FUNCTIONS["best_move"]({"game": game, "depth": 1})
    assert refusal.value.code in ("serve.game_not_served", "serve.setting_not_served")


def test_a_state_from_outside_opens_no_file():
    with pytest.raises(HazardError):
        FUNCTIONS["fivee_suggest"]({"state": {"encounter": "/etc/passwd.toml"}})
    with pytest.raises(HazardError):
        FUNCTIONS["fivee_suggest"]({"encounter": "/etc/passwd.toml"})


def test_words_that_settings_may_be_are_words_of_games():
    for game in ("2048(network=none)", "takeiteasy(evaluator=table)", "backgammon(networks=shipped)",
                 "2048(objective=survival,rows=3)"):  # fmt: skip
        assert served_game(game)
    assert not [word for word in SETTING_WORDS if not word.isalpha()]


@pytest.mark.parametrize(("name", "most"), LARGEST_SETTINGS.items())
def test_a_search_that_takes_too_much_of_the_machine_is_refused(name, most):
    of = {"threads": "treesearch", "max_nodes": "treesearch", "batch": "treesearch", "width": "beam",
          "rollout_depth": "treesearch", "max_states": "solve"}.get(name, "expectimax")  # fmt: skip
    with pytest.raises(HazardError) as refusal:
        FUNCTIONS["best_move"]({"game": "pig", "search": f"{of}({name}={most + 1})", "nodes": 10})
    assert refusal.value.code in ("serve.setting_too_large", "search.settings_refused")


def test_more_seconds_than_a_request_may_take_are_refused():
    for name, request in (
        ("best_move", {"game": "pig", "seconds": 5}),
        ("best_move", {"game": "pig", "search": "expectimax(seconds=3000)"}),
        ("fivee_suggest", {"encounter": "goblin-ambush", "seconds": 5}),
    ):
        with pytest.raises(HazardError, match="a request may take 2"):
            FUNCTIONS[name](request, Job(seconds=2))


def test_a_search_without_a_limit_of_time_answers_when_it_is_asked_to():
    stop = threading.Event()
    timer = threading.Timer(0.3, stop.set)
    timer.start()
    found = FUNCTIONS["best_move"]({"game": "connect4", "depth": 40}, Job(stop=stop))
    assert found["stopped"] == "asked"
    assert found["options"]


def test_a_mistake_is_a_code_a_sentence_and_its_context():
    with pytest.raises(HazardError) as refusal:
        FUNCTIONS["best_move"]({"game": "pig", "state": "a b"})
    english, german = told(refusal.value), told(refusal.value, "de")
    assert english.code == german.code == "pig.state_unreadable"
    assert english.context == german.context
    assert english.message != german.message
    assert english.status == 422


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({}, "serve.field_missing"),
        ({"game": "pig", "speed": 1}, "serve.field_unknown"),
        ({"game": "pig", "seconds": 1000}, "serve.field_out_of_range"),
        ({"game": "pig", "seconds": 0}, "serve.field_out_of_range"),
        ({"game": "p" * 300}, "serve.field_too_long"),
        ({"game": ""}, "serve.field_too_short"),
        ({"game": 3}, "serve.field_wrong"),
        ({"game": "pig", "seconds": float("nan")}, "serve.field_wrong"),
    ],
)
def test_a_wrong_field_is_named_in_both_languages(request_, code):
    with pytest.raises(ValidationError) as refusal:
        FUNCTIONS["best_move"](request_)
    error = misplaced(refusal.value)
    assert error.code == code
    assert error.told("en") != error.told("de")


@pytest.mark.parametrize("depth", [99, 101, 300, 900])
@pytest.mark.parametrize(
    ("name", "field"),
    [("spire_advise", "message"), ("fivee_suggest", "state"), ("foundry_suggest", "tracker")],
)
def test_what_is_nested_without_end_is_refused_as_such(name, field, depth):
    nested: object = {}
    for _ in range(depth):
        nested = {"a": nested}
    with pytest.raises((ValidationError, HazardError)) as refusal:
        FUNCTIONS[name]({field: nested})
    error = refusal.value
    code = (misplaced(error) if isinstance(error, ValidationError) else error).code
    assert (code == "serve.nested_too_deeply") == (depth > 99)


def test_no_path_of_the_server_is_told():
    place = Path(hazard.__file__).parent / "games" / "secret.npz"
    mistake = told(HazardError("learn.no_such_weight_file", path=place))
    assert str(place.parent) not in json.dumps(mistake.to_dict())
    assert "secret.npz" in mistake.message


def test_a_fight_is_an_encounter_or_a_state():
    for request in ({}, {"encounter": "goblin-ambush", "state": {"encounter": "goblin-ambush"}}):
        with pytest.raises(ValueError, match="one of encounter and state"):
            FUNCTIONS["fivee_suggest"](request)


def test_a_decision_stopped_early_is_the_one_of_the_library_so_far():
    """The event of ``Searcher.decide`` is the one of ``deciding``: the answer so far, marked as such."""
    stop = threading.Event()
    stop.set()
    found = hazard.Searcher(hazard.find_game("connect4")).decide(None, hazard.Budget(seconds=30), stop=stop)
    assert found.stopped == "asked"
