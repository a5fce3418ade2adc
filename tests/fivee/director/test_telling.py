"""The suggestion as a game master reads it: the numbers are right, in both languages."""

import json
import re

import pytest

from hazard.dice import roll
from hazard.errors import UserError
from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.library import encounters
from hazard.fivee.director.director import Director, DirectorSettings
from hazard.fivee.director.documents import Reporter, SuggestionDocument
from hazard.fivee.director.telling import plan_lines
from hazard.fivee.rules.fight import Fight
from hazard.game import GameError

GENEROUS = DirectorSettings(seconds=20)


def duel(monster, at=(6, 0), character="wizard-5", character_at=(0, 0), width=20, **options):
    encounter = Encounter.model_validate(
        {
            "name": "Duel",
            "map": ["." * width] * 5,
            "combatants": [
                {"creature": character, "side": "party", "at": character_at, "initiative": 1},
                {"creature": monster, "side": "monsters", "at": at, "initiative": 20},
            ],
            "objective": "deadly",
            **options,
        }
    )
    return Fight(encounter)


def suggestion_for(monster, **more):
    return Director(duel(monster, **more), settings=GENEROUS).suggest()


def test_an_attack_is_told_with_its_chance_and_damage_for_each_result():
    # Ogre, greatclub +6, 2d8+4; fighter-5's armour class is read from the bestiary.
    suggestion = suggestion_for("ogre", character="fighter-5", at=(1, 0))
    attack = Reporter(suggestion).report().plan.attacks[0]
    need = attack.armor_class - 6  # a roll of at least this hits; 20 always, 1 never
    hit = (20 - max(2, need)) / 20
    assert attack.critical == pytest.approx(0.05)
    assert attack.hit == pytest.approx(hit)
    assert attack.miss == pytest.approx(1 - hit - 0.05)
    assert attack.hit_damage == pytest.approx(13)
    assert attack.critical_damage == pytest.approx(22)
    told = suggestion.explain()
    assert f"Expected {hit * 13 + 0.05 * 22:.1f} damage. Crit 5 %: 22.0; hit {100 * hit:.0f} %: 13.0" in told


def test_the_chance_to_kill_is_that_of_the_dice():
    fight = duel("ogre", character="fighter-5", at=(1, 0))
    state = fight.start.copy()
    state.set_fighter(0, {**state.fighter(0), "hit_points": 14})
    suggestion = Director(fight, settings=GENEROUS).suggest(state)
    plan = Reporter(suggestion).report().plan
    attack = plan.attacks[0]
    hit, critical = roll("2d8+4"), roll("4d8+4")
    expected = attack.hit * hit.at_least(14) + attack.critical * critical.at_least(14)
    assert plan.kill == {"Fighter": pytest.approx(expected)}
    assert f"Kill {100 * expected:.0f} %." in suggestion.explain()


def test_equal_attacks_of_a_multiattack_are_summed_up():
    suggestion = suggestion_for("veteran", character="fighter-5", at=(1, 0))
    plan = Reporter(suggestion).report().plan
    repeated = next(attack for attack in plan.attacks if attack.times > 1)
    single = repeated.hit * repeated.hit_damage + repeated.critical * repeated.critical_damage
    assert repeated.expected == pytest.approx(repeated.times * single)
    assert f"{repeated.times} × {repeated.action} at Fighter: Expected" in suggestion.explain()
    assert "Each: Crit 5 %" in suggestion.explain()


def test_an_area_has_a_line_for_each_target_with_its_save_and_both_damages():
    fight = Fight(encounters()["dragon-lair"], seed=3)
    director = Director(fight, settings=GENEROUS)
    state = fight.start.copy()
    state.turn = state.order.index(fight.named("Adult Black Dragon").number)
    state.deciding = True
    full = director.suggest(state).with_every_plan()
    breath = next(
        o.action for o in full.decision.options if o.words.count(" and ") and "Acid Breath" in o.words
    )
    plan = Reporter(full).plan(breath)
    assert len(plan.saves) >= 2
    for save in plan.saves:
        assert (save.ability, save.dc) == ("dex", 18)
        assert save.damage_on_failure == pytest.approx(roll("12d8").mean())
        half = roll("12d8") // 2
        assert save.damage_on_success == pytest.approx(half.mean())
        assert 0 < save.fails < 1
    # A rogue of the eleventh level evades: half on a failure, nothing on a success.
    rogues = [save for save in plan.saves if save.target == "Rogue"]
    assert all(save.damage_on_success == 0 for save in rogues)


def test_evasion_halves_a_failure_and_forgets_a_success():
    fight = duel("young-black-dragon", character="rogue-11", at=(4, 0))
    full = Director(fight, settings=GENEROUS).suggest().with_every_plan()
    breath = next(o.action for o in full.decision.options if "Acid Breath" in o.words)
    save = Reporter(full).plan(breath).saves[0]
    assert save.damage_on_success == 0
    assert save.damage_on_failure == pytest.approx((roll("11d8") // 2).mean())


def test_a_rider_tells_its_chance_over_hit_and_failed_save():
    suggestion = suggestion_for("wolf", character="fighter-5", at=(1, 0))
    plan = Reporter(suggestion).report().plan
    rider = plan.saves[0]
    attack = plan.attacks[0]
    assert rider.conditions == ("prone",)
    assert rider.after_hit == pytest.approx(attack.hit + attack.critical)
    chance = f"{100 * rider.after_hit * rider.fails:.0f} %"
    assert (
        f"After a hit, Fighter is prone unless a STR save DC 11 succeeds: {chance} in all."
        in suggestion.explain()
    )


def test_an_attack_without_damage_has_odds_and_no_zeros():
    full = Director(duel("giant-spider", at=(3, 0)), settings=GENEROUS).suggest().with_every_plan()
    reporter = Reporter(full)
    web = next(o.action for o in full.decision.options if "Web at Wizard" in o.words)
    told = "\n".join(plan_lines(reporter.plan(web), reporter.say))
    # +5 against armour class 16, and 21 behind a Shield: 16 or more hits.
    assert "Web at Wizard: Hit 25 %; miss 75 %." in told
    assert "0.0" not in told


def test_damage_once_a_turn_counts_once():
    # The rogue's second blow has sneak attack only if the first one missed.
    encounter = encounters()["wolves-in-a-blizzard"]
    fight = Fight(encounter, seed=1)
    state = fight.start.copy()
    rogue, fighter, wolf = (fight.named(name).number for name in ("Rogue", "Fighter", "Wolf A"))
    x, y = state.fighter(wolf)["at"]
    state.set_fighter(fighter, {**state.fighter(fighter), "at": (x + 1, y)})
    state.set_fighter(rogue, {**state.fighter(rogue), "at": (x, y + 1)})
    state.turn = state.order.index(rogue)
    state.deciding = True
    full = Director(fight, settings=GENEROUS).suggest(state).with_every_plan()
    plans = [Reporter(full).plan(option.action) for option in full.decision.options]
    twice = next(p for p in plans if len(p.attacks) == 2 and all(a.target == "Wolf A" for a in p.attacks))
    first, second = twice.attacks
    sneak = roll("1d6").mean()
    missed = first.miss
    assert first.hit_damage == pytest.approx(6.5 + sneak)
    assert second.hit_damage == pytest.approx(3.5 + missed * sneak)


def test_gaps_are_told_in_points_and_in_damage_and_other_cells_are_no_alternative():
    for name in ("goblin-ambush", "ogre-bridge", "troll-cave"):
        suggestion = Director(Fight(encounters()[name], seed=2), settings=GENEROUS).suggest()
        told = suggestion.explain()
        shown = re.findall(r"Next best: (.*) \((.*)\)\.", told)
        assert shown
        found = Reporter(suggestion).report()
        for plan, gap in shown:
            other = next(a for a in found.alternatives if a.text == plan)
            if other.points_behind >= 0.05:
                assert f"−{other.points_behind:.1f} of 100 points" in gap
            difference = found.plan.damage_to_foes - other.damage_to_foes
            if difference >= 0.05:
                assert f"{difference:.1f} less damage" in gap


@pytest.mark.parametrize("name", sorted(encounters()))
def test_every_suggestion_tells_itself_in_both_languages_and_as_json(name):
    fight = Fight(encounters()[name], seed=5)
    director = Director(fight, settings=DirectorSettings(seconds=5))
    game = director.game("monsters")
    state = game.start()
    for step in range(6):
        if state.over:
            break
        suggestion = director.suggest(state)
        english, german = suggestion.explain("en"), suggestion.explain("de")
        assert english.startswith(suggestion.actor.name)
        assert "→" in german
        assert not re.search(r"\b(Next best|Expected|Likely next|Mind):?", german)
        assert not re.search(r"\d\.\d", german.split("Zu beachten")[0])
        found = SuggestionDocument.model_validate(json.loads(json.dumps(suggestion.to_dict())))
        assert found.actor == suggestion.actor.name
        assert all(
            a.points_behind <= b.points_behind + 1e-9
            for a, b in zip(found.alternatives, found.alternatives[1:], strict=False)
        )
        for plan_attack in found.plan.attacks:
            assert plan_attack.miss + plan_attack.hit + plan_attack.critical == pytest.approx(1)
        state = game.apply(state, suggestion.decision.action)
        while state.chance:
            outcomes = game.outcomes(state)
            state = game.apply(state, outcomes[step % len(outcomes)][0])


def test_german_names_creatures_and_actions_in_german():
    suggestion = suggestion_for("wolf", character="fighter-5", at=(1, 0))
    told = suggestion.explain("de")
    assert told.startswith("Wolf → Biss auf Kämpfer.")
    assert "liegend" in told
    assert "Rettungswurf SG 11" in told


def test_why_not_compares_any_plan_with_the_suggested_one():
    suggestion = suggestion_for("ogre", character="fighter-5", at=(1, 0))
    told = suggestion.why_not("javelin fighter")
    assert told.startswith("Why not ")
    assert "of 100 points behind" in told
    assert "Expected damage" in told
    assert suggestion.why_not(suggestion.decision.action).endswith("This is the suggestion.")
    assert suggestion.why_not("Wurfspeer", "de").startswith("Warum nicht ")


def test_why_not_refuses_what_is_no_plan():
    suggestion = suggestion_for("ogre", character="fighter-5", at=(1, 0))
    with pytest.raises(GameError, match=r"Ogre has no plan with 'fireball'; there are .* among them"):
        suggestion.why_not("fireball")
    with pytest.raises(GameError, match="say which plan"):
        suggestion.why_not(" ")


def test_a_reaction_that_may_turn_a_hit_aside_is_told():
    suggestion = suggestion_for("ogre", character="wizard-5", at=(1, 0))
    attack = Reporter(suggestion).report().plan.attacks[0]
    assert attack.reaction == "Shield"
    assert attack.turned > 0
    assert "Wizard may react with Shield" in suggestion.explain()
    assert "opportunity attack (Greatclub)" in suggestion.explain()


def test_whoever_gets_an_opportunity_attack_on_the_way_is_named():
    fight = Fight(
        Encounter.model_validate(
            {
                "name": "Past the fighter",
                "map": ["." * 12] * 6,
                "combatants": [
                    {"creature": "fighter-5", "side": "party", "at": [4, 2], "initiative": 1},
                    {"creature": "wizard-5", "side": "party", "at": [11, 2], "initiative": 2},
                    {"creature": "ogre", "side": "monsters", "at": [5, 2], "initiative": 20},
                ],
            }
        )
    )
    full = Director(fight, settings=GENEROUS).suggest().with_every_plan()
    reporter = Reporter(full)
    plans = [reporter.plan(option.action) for option in full.decision.options]
    leaving = next(plan for plan in plans if "Greatclub at Wizard" in plan.text)
    assert leaving.provokes == ("Fighter",)
    told = "\n".join(plan_lines(leaving, reporter.say))
    assert "provokes an opportunity attack from Fighter" in told


def test_a_spell_on_several_names_them_all():
    fight = Fight(encounters()["goblin-ambush"], seed=1)
    state = fight.start.copy()
    state.turn = state.order.index(fight.named("Cleric").number)
    state.deciding = True
    full = Director(fight, settings=GENEROUS).suggest(state).with_every_plan()
    bless = next(o.action for o in full.decision.options if o.words == "Bless at Cleric")
    assert len(Reporter(full).plan(bless).boons) == 3  # bless: up to three creatures


def test_caveats_name_what_is_not_in_the_rules_of_actor_and_targets():
    suggestion = suggestion_for("ogre", character="rogue-5", at=(1, 0))
    assert any(text.startswith("Rogue: not in the rules") for text in suggestion.caveats)
    assert "Caveats: " in suggestion.explain()


def test_an_unknown_language_is_refused():
    with pytest.raises(UserError, match="there is no language 'fr'; expected one of en, de"):
        suggestion_for("ogre").explain("fr")
