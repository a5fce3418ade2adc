"""The round of a side: everybody's turn is one they may take, follows its task and keeps the limits."""

import pytest
from tests.fivee.small_fights import Scene, blow, creature

from hazard import _core
from hazard.fivee.content.library import ContentError, encounters
from hazard.fivee.content.tasks import Task, Weights, tasks, tasks_named
from hazard.fivee.director.director import Director, DirectorSettings
from hazard.fivee.director.restraint import Restrained
from hazard.fivee.director.round_telling import RoundDocument, round_document, tell_round
from hazard.fivee.director.rounds import RoundPlanner
from hazard.fivee.rules.fight import Fight


def planned(name, objective="deadly", seed=1, samples=60, first=None):
    fight = Fight(encounters()[name], seed=seed)
    state = fight.start.copy()
    if first is not None:
        state.turn = state.order.index(fight.named(first).number)
        state.deciding = True
    planner = RoundPlanner(fight, objective, samples, seconds=60)
    return fight, planner, planner.plan(state)


@pytest.mark.parametrize("name", ["goblin-ambush", "cult-ritual", "hobgoblin-phalanx"])
def test_every_turn_of_the_round_is_one_that_may_be_taken(name):
    _, planner, found = planned(name)
    order = found.state.order
    places = [order.index(part.fighter.number) for part in found.parts]
    assert places == sorted(places)
    assert {part.fighter.side for part in found.parts} == {found.side}
    for part in found.parts:
        assert part.plan in planner.game(found.side).every_plan(part.state)


def test_the_same_seed_gives_the_same_plan():
    one, other = (planned("wolves-in-a-blizzard", seed=2)[2] for _ in range(2))
    assert round_document(one) == round_document(other)


def test_a_focus_is_struck_by_all_who_can():
    # With a weight that outweighs everything else, whoever can strike the fighter does.
    fight = Fight(encounters()["wolves-in-a-blizzard"], seed=1)
    director = Director(fight, "deadly")
    own, other = director.game("monsters"), director.game("party")
    heavy = Weights(strike=1.0)
    focus = Task(name="focus", about="foe", melee=heavy, archer=heavy, caster=heavy)
    side = _core.FiveeSide(joint=_core.FiveeJoint([focus.record()], samples=8))
    for target in (f.number for f in fight.fighters if f.side == "party"):
        for wolf in (f for f in fight.fighters if f.side == "monsters"):
            state = fight.start.copy()
            state.turn = state.order.index(wolf.number)
            state.deciding = True
            blows = [n for n, action in enumerate(wolf.actions) if action.name not in wolf.compiled.common]
            able = any(plan.target == target and plan.action in blows for plan in own.every_plan(state))
            plan = _core.fivee_joint_turn(own.core, other.core, state, side, (0, target), 1)
            assert (plan.target == target) is able


def test_the_turns_of_a_gentle_round_keep_the_limits():
    _, planner, found = planned("ogre-bridge", "teaching", first="Ogre A")
    restrained = Restrained(planner.game("monsters"), planner.game("party"), 1)
    for part in found.parts:
        assert restrained.keeps_now(restrained.toll(part.state, part.plan))


def test_the_rest_of_the_round_is_planned_from_what_has_happened():
    _, planner, found = planned("wolves-in-a-blizzard", first="Wolf A")
    game = planner.game("monsters")
    state = game.apply(found.parts[0].state, found.parts[0].plan)
    while state.chance:
        state = game.apply(state, game.outcomes(state)[-1][0])
    if state.round == found.state.round:
        again = planner.plan(state)
        assert found.parts[0].fighter not in [part.fighter for part in again.parts]


def test_a_round_is_told_in_both_languages_and_as_json():
    _, _, found = planned("goblin-ambush", first="Goblin A")
    english, german = tell_round(found), tell_round(found, "de")
    assert english.startswith("Round 1, monsters: ")
    assert german.startswith("Runde 1, Monster: ")
    assert len(english.splitlines()) >= len(found.parts) + 2
    assert " → " in german
    assert "Expected" not in german
    document = round_document(found)
    assert RoundDocument.model_validate_json(document.model_dump_json()) == document


def test_an_unknown_task_is_refused():
    with pytest.raises(ContentError, match="there is no task 'dance'; expected some of focus, "):
        tasks_named(["dance"])
    assert all(task.about in ("nobody", "foe", "friend") for task in tasks().values())


def test_a_turn_leaves_to_a_friend_what_only_the_friend_can_do_as_well():
    # The archer reaches both characters, the brute only the near one, who is worth more; a blow fells either.
    # Alone the archer would fell the near one; together both fall before they act.
    def shooter(name, damage):
        bow = {"attack": {"to_hit": 20, "range": 300}, "effects": [{"damage": f"{damage}[piercing]"}]}
        return creature(name, {"name": "Bow", **bow}, hit_points="5", speed={"walk": 0})

    brute = creature("Brute", blow(damage="6", to_hit=20), speed={"walk": 0})
    idler = creature("Idler", blow(damage="1"), speed={"walk": 0})
    archer = shooter("Archer", 6).model_copy(update={"hit_points": "30"})
    scene = Scene(
        (archer, "monsters", (0, 0)),
        (idler, "monsters", (0, 2)),
        (brute, "monsters", (10, 1)),
        (shooter("Near", 15), "party", (11, 1)),
        (shooter("Far", 12), "party", (18, 0)),
        objective="deadly",
    )
    near, far = scene.fight.named("Near").number, scene.fight.named("Far").number
    alone = Director(scene.fight, settings=DirectorSettings(seconds=60)).suggest()
    assert alone.decision.action.target == near
    found = RoundPlanner(scene.fight, samples=200, seconds=60).plan()
    assert [part.plan.target for part in found.parts if part.fighter.name != "Idler"] == [far, near]
