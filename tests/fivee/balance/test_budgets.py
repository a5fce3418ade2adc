"""The experience budgets of both editions against numbers worked out by hand from the published tables."""

import pytest

from hazard.fivee.balance.budgets import budgets, experience, sides_of
from hazard.fivee.content.library import encounters
from hazard.fivee.rules.fight import Fight

# Levels, challenge ratings, experience, multiplier, difficulty of 2014 and of 2024 (None: beyond the table).
# The third is the example of the Basic Rules of 2014: a bugbear and three hobgoblins are 500 points, doubled
# 1,000, which is hard for three characters of level 3 and one of level 2 (275, 550, 825, 1,400).
FIGHTS = [
    ([1] * 4, [0.25] * 6, 300, 2, "deadly", "moderate"),
    ([1] * 4, [2], 450, 1, "deadly", None),
    ([3, 3, 3, 2], [1, 0.5, 0.5, 0.5], 500, 2, "hard", "low"),
    ([5] * 4, [5], 1800, 1, "easy", "low"),
    ([5] * 4, [5, 5], 3600, 1.5, "deadly", "high"),
    ([5] * 4, [0.5] * 8, 800, 2.5, "medium", "low"),
    ([5] * 2, [0.5] * 2, 200, 2, None, "low"),
    ([5] * 6, [5, 5], 3600, 1, "medium", "moderate"),
    ([10] * 4, [10], 5900, 1, "medium", "low"),
    ([10] * 4, [17], 18000, 1, "deadly", None),
    ([20] * 4, [30], 155000, 1, "deadly", None),
    ([20] * 4, [10] * 4, 23600, 2, "hard", "low"),
    ([11] * 5, [3] * 12, 8400, 3, "deadly", "low"),
    ([1], [0.25], 50, 1.5, "hard", "low"),
    ([1], [0.125] * 15, 375, 5, "deadly", None),
    ([4] * 4, [1] * 3, 600, 2, "medium", "low"),
    ([7] * 4, [8], 3900, 1, "medium", "moderate"),
    ([9] * 7, [5] * 3, 5400, 1.5, "medium", "low"),
    ([15] * 4, [20], 25000, 1, "hard", "high"),
    ([2] * 4, [0.5, 0.5], 200, 1.5, "easy", "low"),
    ([17] * 3, [21], 33000, 1, "deadly", "high"),
    ([13] * 4, [1] * 16, 3200, 4, "medium", "low"),
]


@pytest.mark.parametrize(("levels", "challenges", "points", "factor", "old", "new"), FIGHTS)
def test_a_fight_costs_what_the_published_tables_say(levels, challenges, points, factor, old, new):
    first, second = budgets(levels, challenges)
    assert (first.experience, first.multiplier, first.difficulty) == (points, factor, old)
    assert (second.experience, second.multiplier, second.difficulty) == (points, 1, new)


def test_the_thresholds_of_a_party_are_the_sums_of_its_characters():
    # Basic Rules of 2014: three of level 3 (75, 150, 225, 400) and one of level 2 (50, 100, 150, 200).
    old, new = budgets([3, 3, 3, 2], [1])
    assert old.thresholds == {"easy": 275, "medium": 550, "hard": 825, "deadly": 1400}
    assert new.thresholds == {"low": 550, "moderate": 825, "high": 1400}


def test_harder_creatures_are_worth_more():
    ratings = [0, 0.125, 0.25, 0.5, *range(1, 31)]
    points = [experience(rating) for rating in ratings]
    assert points == sorted(set(points))
    assert (points[0], points[-1]) == (10, 155000)


def test_whom_the_guidelines_cannot_count_is_named():
    encounter = encounters()["goblin-ambush"]
    rows = [
        row.model_copy(update={"side": "party"}) if row.creature == "goblin" else row
        for row in encounter.combatants
    ]
    sides = sides_of(Fight(encounter.model_copy(update={"combatants": tuple(rows)})))
    assert len(sides.levels) == 4
    assert not sides.challenges
    assert len(sides.left_out) == 6
    assert budgets(sides.levels, sides.challenges)[0].difficulty is None
