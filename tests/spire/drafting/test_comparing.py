"""Choices weighed by fights that have not happened yet: the same luck for all, and none in the answer."""

import random

import numpy as np
import pytest

from hazard import _core
from hazard.spire.agent.policy import load_policy
from hazard.spire.drafting.ahead import Where, fights_ahead, futures, lines_of, steps_until
from hazard.spire.drafting.comparing import Limits, Tables, compare, tables
from hazard.spire.drafting.player import Player, named_player
from hazard.spire.planner.planner import Planner
from hazard.spire.rules.compile import compiled
from hazard.spire.rules.encounters import draw_line, encounter
from hazard.spire.rules.fight import new_fight
from hazard.spire.rules.scenario import Scenario

STARTER = ("Strike x5", "Defend x4", "Bash", "Ascender's Bane")
HERE = Where(1, 5, "The Guardian")
SHORT = Limits(seconds=None, fights=96)


@pytest.fixture(scope="module")
def table() -> Tables:
    policy = load_policy()
    return tables(20, lambda card: policy.card_worth(card, 2), policy.first_upgrade_worth)


def starter(**more: int) -> Player:
    return named_player(STARTER, ["Burning Blood"], **more)


def test_equal_players_fight_the_same_fights_to_the_last_hit_point(table: Tables) -> None:
    comparison = compare({"one": starter(), "other": starter()}, HERE, table, SHORT)
    assert comparison.of("other").gain == 0.0
    assert comparison.of("other").error == 0.0


def test_the_same_seed_gives_the_same_answer_with_any_number_of_threads(table: Tables) -> None:
    choices = {"as it is": starter(), "with Anger": starter().with_card(compiled(20).cards["Anger"])}
    answers = [
        compare(choices, HERE, table, Limits(None, 96, threads), seed=7).of("with Anger")
        for threads in (1, 3)
    ]
    assert answers[0] == answers[1]


def test_what_is_surely_better_gains_and_what_is_surely_worse_loses(table: Tables) -> None:
    rows, relics = compiled(20).cards, compiled(20).relics
    choices = {
        "as it is": starter(),
        "Immolate+": starter().with_card(rows["Immolate+"]),
        "Vajra": starter().with_relic(relics["Vajra"]),
        "five curses": Player(
            starter().deck + ((rows["Clumsy"], 0), (rows["Regret"], 0)) * 3, starter().relics
        ),
    }
    gains = {v.name: (v.gain, v.error) for v in compare(choices, HERE, table, SHORT).verdicts}
    assert gains["Immolate+"][0] > 3 * gains["Immolate+"][1] > 0
    assert gains["Vajra"][0] > 3 * gains["Vajra"][1] > 0
    assert gains["five curses"][0] < -3 * gains["five curses"][1] < 0


def test_a_fight_costs_what_it_costs_when_it_is_played_alone(table: Tables) -> None:
    """One encounter, no growth: the mean cost is that of fights set up one by one in Python."""
    content = compiled(20)
    player = starter(hp=120, max_hp=180)
    line = draw_line(encounter("Cultist"), random.Random(0))
    rows = [[content.monsters[name] for name in line]]
    judge = _core.SpireJudge(content.core, [0.0] * len(content.card_kinds), [0.0] * len(content.card_kinds))
    field = _core.SpireComparison(judge, [player.state()], [(rows, 0, 1, 0)], [[]], 3, 1)
    costs = np.asarray(field.costs([0], 0, 2000))[0, 0]

    alone = []
    planner = Planner(content)
    for seed in range(2000):
        start = new_fight(Scenario(line, STARTER, ["Burning Blood"], hp=120, max_hp=180), 20, seed).start()
        alone.append(120 - planner.core.quick_fights(start, [seed])[0])
    # The comparison picks the best of several ways to play; the quick policy alone is one of them.
    assert costs.mean() <= np.mean(alone) + 4 * (np.var(alone) / 2000 + costs.var() / 2000) ** 0.5
    assert abs(costs.mean() - np.mean(alone)) < 4


def test_decks_grow_by_what_a_future_brings(table: Tables) -> None:
    ways = futures(20, 1, table.worth, seed=1, length=steps_until(30))
    assert len({tuple(way) for way in ways}) > 1
    kinds = np.bincount([kind for way in ways for kind, _ in way], minlength=4)
    assert kinds[0] == pytest.approx(0.5 / 0.92 * kinds.sum(), rel=0.2)
    rows = compiled(20).cards
    assert all(row in rows.values() for way in ways for kind, row in way if kind == 0)


@pytest.mark.parametrize("act", [1, 2, 3])
@pytest.mark.parametrize("floor", [0, 3, 9, 15])
def test_the_boss_that_waits_is_always_ahead(act: int, floor: int) -> None:
    boss = {1: "Slime Boss", 2: "Champ", 3: "Time Eater"}[act]
    ahead = fights_ahead(Where(act, (act - 1) * 17 + floor, boss), 20)
    assert next(fight.name for fight in ahead if fight.kind == "boss") == boss
    assert all(fight.weight > 0 and fight.distance >= 0 for fight in ahead)
    assert sum(chance for _, chance in ahead[0].names) == pytest.approx(1)
    for fight in ahead:
        assert all(1 <= len(line) <= 7 for line in lines_of(fight, compiled(20), 0))


def test_two_bosses_end_the_last_act_at_ascension_twenty() -> None:
    bosses = [
        next(
            fight.weight
            for fight in fights_ahead(Where(3, 40, "Time Eater"), ascension)
            if fight.kind == "boss"
        )
        for ascension in (19, 20)
    ]
    assert bosses[1] == 2 * bosses[0]


def test_what_the_rules_do_not_have_is_refused() -> None:
    content = compiled(20)
    none = [0.0] * len(content.card_kinds)
    with pytest.raises(ValueError, match="worth for every card"):
        _core.SpireJudge(content.core, [], none)
    judge = _core.SpireJudge(content.core, none, none)
    player = starter().state()
    for fight in (([[10_000]], 0, 1, 0), ([[]], 0, 1, 0), ([[0]], -1, 1, 0), ([[0]], 0, 9, 0), ([], 0, 1, 0)):
        with pytest.raises(ValueError):
            _core.SpireComparison(judge, [player], [fight], [[]], 0, 1)
    for future in ([(9, 0)], [(0, 60_000)], [(3, 60_000)]):
        with pytest.raises(ValueError):
            _core.SpireComparison(judge, [player], [([[0]], 0, 1, 0)], [future], 0, 1)
    with pytest.raises(ValueError):
        _core.SpireComparison(judge, [], [([[0]], 0, 1, 0)], [[]], 0, 1)
