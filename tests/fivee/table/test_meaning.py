"""Whoever is named is who is aimed at: every action at every target of every encounter, in both languages."""

from functools import cache

import pytest

from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.library import encounters
from hazard.fivee.content.naming import Names
from hazard.fivee.director.director import DirectorSettings
from hazard.fivee.director.telling import meant
from hazard.fivee.rules.combat import Combat
from hazard.fivee.rules.fight import Fight, names_of
from hazard.fivee.table.facts import Fact
from hazard.fivee.table.meaning import PlanReader
from hazard.fivee.table.table import Table
from hazard.game import GameError
from hazard.language import languages


@cache
def readers(name):
    """Return a reader of the plans of everybody in an encounter, as if it were their turn."""
    fight = Fight(encounters()[name], seed=1)
    game = Combat(fight, "merciless", plans=0, buckets=0)
    found = []
    for fighter in fight.fighters:
        state = fight.start.copy()
        state.turn = state.order.index(fighter.number)
        state.deciding = True
        found.append(PlanReader(game, state, game.actions(state)))
    return found


@cache
def aimed(reader, plan):
    """Return what a plan does to whom: pairs of an action's name and a target's number."""
    rows = reader.actor.actions
    targets = [plan.target, *reader.game.caught(reader.state, plan)]
    found = {(rows[plan.action].name, target) for target in targets if target is not None}
    if plan.bonus_target is not None:
        found.add((rows[plan.bonus].name, plan.bonus_target))
    return found


@pytest.mark.parametrize("name", sorted(encounters()))
def test_a_named_target_is_the_one_that_is_struck(name):
    tried = 0
    for reader in readers(name):
        fight = reader.game.fight
        possible = {pair for plan in reader.plans for pair in aimed(reader, plan.plan)}
        for action in {action.name: action for action in reader.actor.actions}.values():
            for target in fight.fighters:
                for say in reader.says:
                    words = f"{say.action(action)} {say.names[target.number]}"
                    tried += 1
                    try:
                        found = aimed(reader, reader.meant(words))
                    except GameError:
                        assert (action.name, target.number) not in possible, words
                        continue
                    assert target.number in {who for _, who in found}, words
                    if (action.name, target.number) in possible:  # else it is aimed at nobody, or a part
                        assert (action.name, target.number) in found, words
    assert tried > 50


@pytest.mark.parametrize("name", sorted(encounters()))
def test_every_plan_is_found_by_its_own_words_in_both_languages(name):
    for reader in readers(name):
        for plan in reader.plans[:: max(1, len(reader.plans) // 8)]:
            assert all(reader.meant(words) == plan.plan for words in (plan.short, *plan.texts))


QUICK = DirectorSettings(depth=1, seconds=5)


def fighters_turn():
    """Return the table of six goblins when the fighter is to decide."""
    table = Table(Fight(encounters()["goblin-ambush"], seed=3), settings=QUICK)
    while table.decider.name != "Fighter":
        table.enter(Fact(kind="next"))
    return table


def test_doing_and_asking_why_not_mean_the_same_plan():
    table = fighters_turn()
    full = table.suggest().with_every_plan()
    named = {
        table.fight.fighters[o.action.target].name
        for o in full.decision.options
        if o.action.target is not None
    }
    assert len(named) >= 3
    for target in named:
        for words in (f"javelin {target}", f"wurfspeer {target}", f"jav {target.lower()}"):
            plan = full.game.describe(full.state, meant(full, words))
            assert plan.endswith(f"Javelin at {target}")
            assert full.why_not(words).startswith("Why not")
            assert f"Javelin at {target}?" in full.why_not(words)


def test_what_may_mean_several_is_asked_back_about():
    table = fighters_turn()
    reader = PlanReader(table.game, table.state, table.game.actions(table.state))
    with pytest.raises(GameError, match=r"'goblin' may mean Goblin A or Goblin B or .*; say which"):
        reader.meant("javelin goblin")
    with pytest.raises(GameError, match="there is nobody called 'goblin z'"):
        reader.meant("javelin goblin z")
    with pytest.raises(GameError, match=r"Fighter has no plan with 'longsword wizard'; .* among them"):
        reader.meant("longsword wizard")


def archer(**more):
    """Return the plans of somebody with a shortbow and a shortsword, next to one of two foes."""
    rows = [
        {"creature": "goblin", "side": "monsters", "at": [2, 2], "initiative": 20},
        {"creature": "fighter-1", "name": "Bo", "side": "party", "at": [3, 2]},
        {"creature": "wizard-1", "name": "Shorty", "side": "party", "at": [6, 2]},
    ]
    fight = Fight(Encounter.model_validate({"name": "Two", "map": ["." * 9] * 5, "combatants": rows}))
    game = Combat(fight, plans=0)
    return PlanReader(game, game.start(), game.actions(game.start()), **more)


def test_the_beginning_of_a_word_is_enough_where_it_is_clear():
    reader = archer()

    def meant(words):
        return reader.game.describe(reader.state, reader.meant(words))

    assert meant("scim bo").startswith("Scimitar at Bo")
    assert "Shortbow at Bo" in meant("bow bo")
    assert "Shortbow at Shorty" in meant("shortb at shorty")
    assert "Shortbow at Shorty" in meant("kurzbogen auf Shorty")
    assert "Shortbow at Shorty" in meant("goblin: shortbow shorty")  # whoever acts may be named
    with pytest.raises(GameError) as caught:
        archer(language="de").meant(", ")
    assert "Ziel" in caught.value.told("de")


def test_a_letter_inside_another_word_names_nobody():
    """ "longsword goblin a": the a of "at" is not the goblin's letter."""
    names = Names(Fight(encounters()["goblin-ambush"], seed=1))
    assert [m.meant for m in names.mentions("shortbow at goblin b")] == [("Goblin B",)]
    assert [m.meant for m in names.mentions("12 fire damage to fighter")] == [("Fighter",)]
    assert [m.meant for m in names.mentions("ogre b")] == []
    dragon = Names(Fight(encounters()["dragon-lair"], seed=1))
    assert [m.meant for m in dragon.mentions("5 damage to black dragon")] == [("Adult Black Dragon",)]
    assert [m.meant for m in dragon.mentions("dragon b")] == [("Adult Black Dragon",)]
    assert [m.meant for m in dragon.mentions("wizard b takes 5")] == [()]


@pytest.mark.parametrize("name", sorted(encounters()))
def test_everybody_is_found_by_their_name_in_both_languages(name):
    fight = Fight(encounters()[name], seed=1)
    names = Names(fight)
    for language in languages():
        for fighter, called in zip(fight.fighters, names_of(fight, language), strict=True):
            assert [m.meant for m in names.mentions(f"12 damage to {called.lower()}, no")] == [
                (fighter.name,)
            ]
