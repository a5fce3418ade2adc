"""The director chooses well, quickly enough to be asked, and by what its objective says."""

import random
from dataclasses import replace

import pytest

from director import STANDARD, exhaustive, random_fight, scene
from hazard.fivee.content.library import ContentError, encounters
from hazard.fivee.content.objectives import objectives
from hazard.fivee.content.words import FLAGS
from hazard.fivee.director.director import Director, DirectorSettings
from hazard.fivee.rules.combat import Combat
from hazard.fivee.rules.fight import Fight
from hazard.game import GameError, Turn
from hazard.search import SettingError

SETTINGS = DirectorSettings(depth=1, seconds=10.0)


@pytest.mark.parametrize("seed", range(12))
def test_short_cuts_do_not_change_a_choice_that_matters(seed):
    # Against exhaustive expectimax: every plan, every amount of damage, nothing pruned. The range of values
    # is 2, of which 1 % is 0.02. The benchmark does the same with 500 fights.
    fight = random_fight(seed)
    values = exhaustive(fight, 1)
    suggestion = Director(fight, settings=replace(STANDARD, depth=1)).suggest()
    best = max(values.values()) if suggestion.decision.turn is Turn.MAX else min(values.values())
    assert abs(values[suggestion.decision.action] - best) <= 0.02


def fallen_wizard():
    """The goblin ambush, with a wizard who is dying at a goblin's feet and a fighter beside it."""
    fight = Fight(encounters()["goblin-ambush"], seed=1)
    state = fight.start.copy()
    goblin = next(f for f in fight.fighters if f.creature.id == "goblin")
    wizard = next(f for f in fight.fighters if f.creature.id.startswith("wizard"))
    fighter = next(f for f in fight.fighters if f.creature.id.startswith("fighter"))
    x, y = state.fighter(goblin.number)["at"]
    free = [(x + dx, y + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    taken = {tuple(state.fighter(f.number)["at"]) for f in fight.fighters}
    rows = fight.encounter.map
    open_cells = [(a, b) for a, b in free if (a, b) not in taken and rows[b][a] != "#"]
    unconscious_and_prone = 1 << 14 | 1 << 11
    dying = {"hit_points": 0, "flags": FLAGS["down"], "conditions": unconscious_and_prone}
    state.set_fighter(wizard.number, {**state.fighter(wizard.number), **dying, "at": open_cells[0]})
    state.set_fighter(fighter.number, {**state.fighter(fighter.number), "at": open_cells[1]})
    others = [f.number for f in fight.fighters if f.number != goblin.number]
    state.set_order([goblin.number, *others])
    return fight, state, goblin, wizard


def test_merciless_finishes_off_the_dying_and_challenging_lets_them_lie():
    fight, state, goblin, wizard = fallen_wizard()
    for name, attacks_the_dying in (("merciless", True), ("challenging", False), ("teaching", False)):
        director = Director(fight, name, SETTINGS)
        suggestion = director.suggest(state)
        assert suggestion.actor.number == goblin.number
        assert (suggestion.decision.action.target == wizard.number) is attacks_the_dying, name


def test_a_dull_creature_in_character_goes_for_the_nearest():
    # A wolf's Intelligence is 3; under "roleplay" it weighs its nearest foe only, under "deadly" all of them.
    fight = Fight(encounters()["wolves-in-a-blizzard"], seed=1)
    seen = {}
    for name in ("roleplay", "deadly"):
        game = Combat(fight, name, plans=0)
        state = fight.start.copy()
        wolf = next(f.number for f in fight.fighters if f.creature.id == "wolf")
        state.set_order([wolf, *(f.number for f in fight.fighters if f.number != wolf)])
        start = game.core.advance(state)
        seen[name] = {plan.target for plan in game.actions(start)} - {None}
    assert len(seen["roleplay"]) <= 1 < len(seen["deadly"]) or seen["roleplay"] < seen["deadly"]


@pytest.mark.parametrize(
    "settings", [{"search": "tree", "depth": 3}, {"search": "beam", "depth": 1}, {"simulations": 50}], ids=str
)
def test_a_setting_of_another_search_is_refused(settings):
    with pytest.raises(SettingError, match="which is a setting of search="):
        DirectorSettings(**settings)


def test_every_objective_and_every_search_makes_a_suggestion():
    fight = Fight(encounters()["wolves-in-a-blizzard"], seed=2)
    for name in objectives():
        assert Director(fight, name, SETTINGS).suggest().decision.options
    for changes in (
        {"search": "tree", "depth": 2, "seconds": 0.05},
        {"search": "beam", "depth": 2},
        {"reply": "policy", "depth": 2},
        {"reply": "expected", "depth": 2},
        {"star": False, "buckets": 0, "plans": 3},
    ):
        settings = replace(SETTINGS, **changes)
        assert Director(fight, settings=settings).suggest().decision.options


def test_a_plan_s_numbers_are_those_of_the_dice():
    # A goblin's shortbow, +4 against armour class 18 in the open: hits on 14 or more, 1d6+2.
    fight = Fight(scene(["fighter-1"], ["goblin"]), seed=0)
    state = fight.start.copy()
    state.set_order([1, 0])
    director = Director(fight, settings=SETTINGS)
    game = director.game("monsters")
    start = game.core.advance(state)
    bow = next(plan for plan in game.actions(start) if "Shortbow" in game.describe(start, plan))
    numbers = director.suggest(state).details(bow)
    attack = numbers.attacks[0]
    assert attack.armor_class - 18 in (0, 2, 5)
    need = attack.armor_class - 4
    chance = (21 - need) / 20
    if attack.advantage == 0:
        assert attack.hit + attack.critical == pytest.approx(chance)
        assert attack.critical == pytest.approx(0.05)
    assert attack.hit_damage == pytest.approx(5.5)
    assert attack.critical_damage == pytest.approx(9.0)


def test_the_fight_goes_on_to_its_end_by_suggestions_alone():
    fight = Fight(encounters()["wolves-in-a-blizzard"], seed=4)
    director = Director(fight, settings=SETTINGS)
    game, dice = Combat(fight, buckets=0), random.Random(4)
    state = game.start()
    for _ in range(5000):
        turn = game.turn(state)
        if turn is Turn.OVER:
            break
        if turn is Turn.CHANCE:
            _, state = game.roll(state, dice.getrandbits(60))
        else:
            state = game.apply(state, director.suggest(state).decision.action)
    assert game.turn(state) is Turn.OVER
    with pytest.raises(GameError, match="over"):
        director.suggest(state)


def test_an_unknown_objective_or_creature_is_named():
    fight = Fight(encounters()["goblin-ambush"])
    with pytest.raises(ContentError, match="there is no objective 'sleepy'"):
        Director(fight, "sleepy")
    with pytest.raises(ContentError, match="there is no creature 'gobblin'"):
        Fight(scene(["fighter-1"], ["gobblin"]))


@pytest.mark.parametrize("name", ["dragon-lair", "many-eyed-tyrant", "troll-cave", "goblin-ambush"])
def test_what_is_likely_next_has_the_dice_at_their_likeliest(name):
    fight = Fight(encounters()[name], seed=2)
    director = Director(fight, settings=DirectorSettings(seconds=20))
    monster = next(f for f in fight.fighters if f.side == "monsters")
    state = fight.start.copy()
    state.turn = state.order.index(monster.number)
    state.deciding = True
    decision = director.suggest(state).decision
    assert any(step.turn is Turn.CHANCE for step in decision.line)
    for step in decision.line:
        if step.turn is Turn.CHANCE:
            likeliest = max(probability for _, probability in decision.game.outcomes(state))
            assert step.probability == pytest.approx(likeliest)
        state = decision.game.apply(state, step.move)
