"""Moves are records: they compare, hash, travel and print as what they are, and words come from them."""

import pickle

import pytest

from hazard.compiled import record_fields, record_names
from hazard.fivee.content.library import encounters
from hazard.fivee.director.phrases import Wording, outcome_words, plan_words
from hazard.fivee.rules.combat import Combat, Outcome, Plan
from hazard.fivee.rules.fight import Fight
from hazard.fivee.rules.plans import PlanRow
from hazard.game import GameError, Turn

ENCOUNTERS = sorted(encounters())


def moves(name, most=40):
    """Yield the moves at nodes of one fight, each with its state."""
    game = Combat(Fight(encounters()[name], seed=2), plans=0, buckets=0)
    state = game.start()
    for step in range(most):
        turn = game.turn(state)
        if turn == Turn.OVER:
            return
        found = [move for move, _ in game.outcomes(state)] if turn == Turn.CHANCE else game.actions(state)
        yield from ((game, state, move) for move in found)
        state = game.apply(state, found[step % len(found)])


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_a_move_is_the_same_after_every_journey(name):
    kinds = set()
    for _, _, move in moves(name):
        again = pickle.loads(pickle.dumps(move))
        assert again == move
        assert hash(again) == hash(move)
        written = eval(repr(move), {"FiveePlan": Plan, "FiveeOutcome": Outcome})
        assert written == move
        assert record_fields(written) == record_fields(move)
        if isinstance(move, Plan):
            row = PlanRow.model_validate_json(PlanRow.of(move).model_dump_json())
            assert row.record() == move
        kinds.add(type(move))
    assert kinds == {Plan, Outcome}


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_every_move_has_words_in_both_languages(name):
    for game, state, move in moves(name, most=25):
        assert game.describe(state, move)
        for language in ("en", "de"):
            say = Wording(game.fight, language)
            if isinstance(move, Plan):
                assert plan_words(say, game, state, move)
            else:
                assert outcome_words(say, move)


def test_a_row_of_a_plan_has_the_fields_of_its_record():
    assert set(PlanRow.model_fields) == set(record_names(Plan(to=(0, 0))))


def test_what_is_no_move_of_the_state_is_refused_with_some_that_are():
    game = Combat(Fight(encounters()["goblin-ambush"], seed=1))
    state = game.start()
    for wrong in ("dodge", Plan(to=(0, 0), action=200), Outcome("strike", missed=True), 7):
        with pytest.raises(GameError, match="expected one of FiveePlan"):
            game.apply(state, wrong)


def test_numbers_outside_the_fight_are_refused():
    game = Combat(Fight(encounters()["goblin-ambush"], seed=1))
    state = game.start()
    for wrong in (
        {"action": 200},
        {"target": 30},
        {"bonus": 99},
        {"retreat": (31, 31)},
        {"sequence": 9, "action": 0},
    ):
        plan = Plan(**{"to": (0, 0), **wrong})
        for ask in (game.parts, game.caught, game.core.cells, game.core.provoked, game.core.teleports):
            with pytest.raises(ValueError, match="expected"):
                ask(state, plan)
    with pytest.raises(ValueError, match="column"):
        Plan(to=(300, 0))
    with pytest.raises(ValueError, match="expected one of: none, dash"):
        Plan(to=(0, 0), standard="fly")
    with pytest.raises(ValueError, match="expected one of: none, strike"):
        Outcome("luck")


def test_words_that_leaked_into_german_are_german_now():
    say = Wording(Fight(encounters()["goblin-ambush"], seed=1), "de")
    told = [
        outcome_words(say, Outcome("escape", saved=True)),
        outcome_words(say, Outcome("escape")),
        outcome_words(say, Outcome("strike", missed=True, answered=True)),
        outcome_words(say, Outcome("strike", points=5, answered=True)),
    ]
    assert told == [
        "kommt frei",
        "kommt nicht frei",
        "ein Fehlschlag, nach einer Reaktion",
        "ein Treffer für 5, nach einer Reaktion",
    ]
