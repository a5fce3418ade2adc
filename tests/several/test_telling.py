"""What is said of strategies and decisions, in English and in German, and the search that is used unasked."""

import json
import random
import re

import pytest

import hazard
from german import english_only
from german import words as plain_words
from hazard import Budget, InformationSets, MaxN, TreeSearch, Turn
from hazard.equilibrium.telling import why_mixed
from hazard.game import words
from hazard.games import Kuhn, Leduc, LiarsDice, Ludo, Monopoly, PushFold
from hazard.players import RandomPlayer

GAMES = [Kuhn(), Leduc(), LiarsDice(), PushFold(), Monopoly(max_turns=40)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_every_move_has_words_in_both_languages(game):
    differ = 0
    for seed in range(8):
        draw, state = random.Random(seed), game.start()
        for _ in range(200):
            if game.turn(state) is Turn.OVER:
                break
            chance = game.turn(state) is Turn.CHANCE
            moves = [m for m, _ in game.outcomes(state)] if chance else list(game.actions(state))
            english = [words(game, state, move) for move in moves]
            german = [words(game, state, move, "de") for move in moves]
            assert all(english)
            assert all(german)
            assert len(set(german)) == len(set(english))
            differ += english != german
            state = game.apply(state, draw.choice(moves))
    assert differ > 0


def leaked(text, *names):
    """English words of ours in a German text; names of classes and players are no words."""
    for name in names:
        text = text.replace(name, "")
    return english_only() & plain_words(iter([text]))


def test_an_equilibrium_is_told_in_german():
    found = hazard.equilibrium(Kuhn(), iterations=300)
    said = found.explain(12, "de")
    assert "Wert für MAX -0,0555555" in said
    assert "passen 67 % (-1,000), setzen 33 % (-1,000)" in said
    assert "stets setzen, und MIN gewinnt 0,269 mit „mitgehen“, wo Qb zu sehen ist" in said
    assert "stets setzen, und MAX gewinnt" in found.why(("QJ", "p"), "de")
    three = hazard.equilibrium(LiarsDice(faces=2, players=3), iterations=20).explain(3, "de")
    assert "Spieler 2 0," in three or "Spieler 2 -0," in three
    for text in (said, three):
        assert leaked(text, "Kuhn", "LiarsDice", "pdcfr+") == set()


def test_the_reason_for_a_mixed_decision_is_the_answer_that_the_change_brings_about():
    # By hand: a jack that never bluffs lets a queen fold; who never calls with a queen lets a jack bluff.
    found = hazard.equilibrium(Kuhn(), iterations=2000)
    assert "always pass, and MAX gains 0.111 by fold where it sees Qpb" in found.why(("QJ", "p"))
    said = found.why(("KQ", "b"))
    assert "always fold, and MAX gains 0.167 by bet where it sees J;" in said
    assert said.endswith("always call, and MAX gains 0.111 by pass where it sees J")
    # Only what lies on the way, before or after, can be answered: the same bets so far, the same board.
    found, reasons = hazard.equilibrium(Leduc(), algorithm="dcfr", iterations=1000), 0
    for one in found.listed.all_sets():
        here = re.fullmatch("[JQK]([JQK]?)(.*)", one.name.sees)
        for seen in re.findall(r"where it sees ([^ ;]+)", why_mixed(found, one)):
            board, bets = re.fullmatch("[JQK]([JQK]?)(.*)", seen).groups()
            assert bets.startswith(here[2]) or here[2].startswith(bets), (one.name, seen)
            assert not board or not here[1] or board == here[1], (one.name, seen)
            reasons += 1
    assert reasons > 50


def test_a_decision_of_several_players_is_told_in_german():
    for game, state in ((Leduc(), "KJ cr"), (LiarsDice(players=3, faces=2), "1/2/2 one 1")):
        decision = hazard.decide(game, game.parse(state), None, Budget(nodes=200))
        said = decision.explain("de")
        assert "Simulationen" in said
        assert "Am meisten angesehen" in said
        assert leaked(said, "InformationSets") == set()
        assert str(decision) == decision.explain() != said


def test_the_search_that_fits_a_game_is_used_where_none_is_named(ok):
    assert isinstance(hazard.decide(Kuhn(), ("KQ", "b"), None, Budget(nodes=50)).search, InformationSets)
    assert isinstance(hazard.decide(Monopoly(), None, None, Budget(nodes=50)).search, TreeSearch)
    six = Ludo().apply(Ludo().start(), 6)
    assert isinstance(hazard.decide(Ludo(), six, None, Budget(nodes=50)).search, TreeSearch)
    assert isinstance(hazard.decide(Ludo(), six, None, Budget(depth=2)).search, MaxN)
    for name, limit, search in (
        ("monopoly", "--nodes", "TreeSearch"),
        ("ludo", "--nodes", "TreeSearch"),
        ("ludo", "--depth", "MaxN"),
        ("leduc", "--nodes", "InformationSets"),
        ("goofspiel", "--nodes", "InformationSets"),
    ):
        assert json.loads(ok("decide", name, limit, "2", "--json"))["search"] == search
    named = ok("decide", "kuhn", "--state", "KQ b", "--search", "determinized(nodes=20)", "--json")
    assert json.loads(named)["search"] == "Determinized"


@pytest.mark.parametrize(
    ("game", "rival"),
    [("kuhn", "informationsets(seconds=0.5)"), ("monopoly", "treesearch(seconds=0.5)")],
)
def test_a_game_is_played_against_the_search_that_fits_it(run, monkeypatch, game, rival):
    asked = []

    def player(text, *_, **__):
        asked.append(text)
        return RandomPlayer()

    monkeypatch.setattr("hazard.cli.play.find_player", player)
    run("play", game, "--watch", "--seed", "1")
    assert asked == [rival]


def test_a_language_that_nobody_speaks_is_refused(refused):
    assert "no language 'fr'" in refused("equilibrium", "kuhn", "--iterations", "5", "--lang", "fr")
