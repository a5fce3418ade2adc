"""The planner's laws: the beam's six decisions, plans that end where chance begins, and fair information."""

from itertools import pairwise

import pytest
from tests.spire.rules.monster_fights import POWERS, Fight

from hazard.game import GameError, Turn
from hazard.search import Budget, SettingError
from hazard.spire.planner import Planner, Settings, plan
from hazard.spire.planner.settings import defaults
from hazard.spire.planner.strength import measure, start_of
from hazard.spire.planner.watch import watch
from hazard.spire.rules.compile import compiled
from hazard.spire.rules.fight import Combat, state_from
from hazard.spire.rules.setups import SETUPS, setup

QUICK = Budget(nodes=150)


def beam(fight, **changes):
    return Planner(fight.content, Settings("beam", changes)).plan(fight.state)


def search(fight, nodes=300, seed=0, **changes):
    return Planner(fight.content, Settings("search", changes, seed)).plan(fight.state, Budget(nodes=nodes))


def worm(hp=40, move="chomp", **more):
    return {"name": "JawWorm", "hp": hp, "max_hp": 44, "move": move, **more}


def fight(monsters, hand, hp=50, energy=3, **more):
    player = {"hp": hp, "max_hp": 75, "energy": energy} | more.pop("player", {})
    deck = ["Strike_R"] * 5 + ["Defend_R"] * 4 + ["Bash"]
    draw = [(compiled(0).cards[name], -1, -1, 0, False) for name in deck]
    return Fight(monsters, hand=hand, player=player, draw=draw, **more)


def announced(powers=None, player=None):
    made = fight([worm(powers=powers or {})], ["Defend_R"], player=player or {})
    return Planner(made.content).plan(made.state, QUICK).threats[0]


# ---- 1. debuffs are there or not ----------------------------------------------------------------------


def test_weak_takes_a_quarter_whatever_its_stacks():
    assert announced().damage == 11
    assert announced({"weak": 1}).damage == announced({"weak": 5}).damage == 8  # 11 * 0.75 = 8.25


def test_vulnerable_adds_half_whatever_its_stacks():
    hurt = [announced(player={"powers": [(POWERS["vulnerable"], n, 0)]}).damage for n in (1, 4)]
    assert hurt == [16, 16]  # 11 * 1.5 = 16.5


def test_frail_takes_a_quarter_of_block_whatever_its_stacks():
    """Three Defends under Frail block 3 * 3 = 9 of 11: just enough at 3 HP, for one stack and for four."""
    for stacks in (1, 4):
        made = fight([worm()], ["Defend_R"] * 3, hp=3, player={"powers": [(POWERS["frail"], stacks, 0)]})
        found = Planner(made.content, Settings("beam")).plan(made.state)
        assert found.words() == ["Defend"] * 3 + ["end turn"]
        assert found.forecast.lost_this_turn == 2


# ---- 2. survival first --------------------------------------------------------------------------------


@pytest.mark.parametrize("plan_by", [beam, search])
def test_death_is_worse_than_anything(plan_by):
    """11 damage at 8 HP: only block saves the player, however much damage Bash would do."""
    found = plan_by(fight([worm()], ["Bash", "Strike_R", "Strike_R", "Defend_R", "Defend_R"], hp=8))
    assert found.words().count("Defend") >= 1
    assert found.forecast.chance_to_die_this_turn == 0


def test_a_kill_that_wins_is_taken_before_any_block():
    for plan_by in (beam, search):
        found = plan_by(fight([worm(hp=6)], ["Strike_R", "Defend_R", "Defend_R", "Defend_R"], hp=8))
        assert found.words()[-1] == "Strike on Jaw Worm"
        assert found.lethal
        assert "Lethal" in found.explain()


def test_of_plans_that_win_the_same_the_shortest_is_played_and_none_waits_for_chance():
    found = search(fight([worm(hp=4)], ["Defend_R", "Defend_R", "Strike_R", "Bash"]))
    assert len(found.words()) == 1
    assert found.lethal
    assert "Defend, Strike on Jaw Worm" in [
        ", ".join(option.words()) for option in found.options if option.wins
    ]
    assert "what chance brings" not in found.explain()


def test_being_left_in_danger_costs_extra():
    """Below 15 + 5 * act = 20 HP the score falls by the setting; 31 HP less 11 is 20, 30 less 11 is not."""
    values = {}
    for hp in (30, 31):
        for danger in (0, 1000):
            made = fight([worm()], ["Wound"], hp=hp, act=1)
            values[hp, danger] = beam(made, score={"danger": danger}).value
    assert values[31, 0] == values[31, 1000]
    assert values[30, 0] - values[30, 1000] == pytest.approx(1000)


def test_the_weight_of_hp_lost_is_a_setting():
    hand = ["Strike_R", "Strike_R", "Strike_R", "Defend_R", "Defend_R", "Defend_R"]
    careful = beam(fight([worm()], hand, hp=70), score={"hp_lost": 100})
    reckless = beam(fight([worm()], hand, hp=70), score={"hp_lost": 0})
    assert careful.words().count("Defend") == 3
    assert reckless.words().count("Strike on Jaw Worm") == 3


# ---- 3. equal states are merged -----------------------------------------------------------------------


def test_orders_of_play_that_come_to_the_same_are_one_plan():
    """A Strike and a Defend: nothing, either, or both in any order; four ends of the turn, and no fifth."""
    found = search(fight([worm()], ["Strike_R", "Defend_R"]), nodes=100)
    assert sorted(tuple(sorted(option.words())) for option in found.options) == [
        ("Defend", "Strike on Jaw Worm", "end turn"),
        ("Defend", "end turn"),
        ("Strike on Jaw Worm", "end turn"),
        ("end turn",),
    ]


# ---- 4. replanning ------------------------------------------------------------------------------------


def test_a_plan_ends_where_chance_begins():
    made = fight([worm()], ["Pommel Strike", "Defend_R", "Strike_R"], energy=2)
    for option in search(made).options:
        assert "Pommel Strike on Jaw Worm" not in option.words()[:-1]


def test_a_plan_can_be_followed_to_its_end():
    made = fight([worm(), worm(hp=9, move="bellow")], ["Bash", "Strike_R", "Strike_R", "Defend_R"])
    game, state = Combat(made.content, made.state), made.state
    for move in search(made).moves:
        assert game.turn(state) is Turn.MAX
        assert move in game.actions(state)
        state = game.apply(state, move)


def test_without_cards_that_draw_a_turn_is_planned_once():
    found = measure("starter", Settings("beam"), seeds=range(3), encounters=["Cultist", "Gremlin Nob"])
    assert found.replans == 0


def test_replans_are_fewer_than_two_a_turn():
    for name in ("act-1", "act-3"):
        found = measure(name, Settings("beam"), seeds=range(2))
        assert 0 < found.replans < 2


def test_watching_tells_when_a_turn_is_planned_anew():
    moments = list(watch(setup("act-1"), "Jaw Worm", Settings("beam"), QUICK, seed=2))
    assert moments[-1].won is not None
    for before, after in pairwise(moments[:-1]):
        assert after.replan == (after.turn == before.turn)


# ---- 5. two stages ------------------------------------------------------------------------------------


def test_the_schedules_are_those_of_the_design():
    assert defaults()["search"]["beam_width"] == [12, 18, 25]
    assert defaults()["search"]["beam_expand"] == [12, 10, 7, 5, 4]


def test_only_the_best_few_actions_are_played_out():
    hand = ["Strike_R", "Defend_R", "Bash", "Cleave", "Anger", "Iron Wave", "Twin Strike"]
    made = fight([worm(), worm()], hand)
    few, all_of_them = beam(made, search={"beam_expand": [2]}), beam(made, search={"beam_expand": [0]})
    assert few.positions < all_of_them.positions / 2
    assert few.words()[-1] == "end turn"


# ---- 6. threats ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("plan_by", [beam, search])
def test_the_dangerous_monster_falls_before_the_weaker_one(plan_by):
    """One Strike kills either; the one with fewer HP does nothing this turn, the other one bites."""
    made = fight([worm(hp=4, move="bellow"), worm(hp=6)], ["Strike_R"], energy=1)
    assert plan_by(made).words()[0] == "Strike on Jaw Worm 2"


def test_threats_are_told_worst_first():
    made = fight([worm(move="bellow"), worm()], ["Strike_R"])
    found = search(made)
    assert [threat.monster.number for threat in found.threats] == [2, 1]
    assert "attacks for 11" in found.explain()


# ---- the plan -----------------------------------------------------------------------------------------


def test_an_explanation_says_what_it_costs_and_what_else_was_close():
    text = search(fight([worm()], ["Bash", "Strike_R", "Defend_R", "Defend_R"])).explain()
    for words in ("Play: ", "This turn: ", "chance to die", "Next best:", "Threats:", "No lethal"):
        assert words in text


def test_the_same_seed_and_nodes_give_the_same_plan():
    made = fight([worm(), worm(move="thrash")], ["Bash", "Strike_R", "Pommel Strike", "Defend_R", "Anger"])
    one, other = search(made, seed=3), search(made, seed=3)
    assert one.options == other.options


def test_potions_are_part_of_a_plan():
    """12 damage at 5 HP and nothing to block with: the potion is drunk; in no danger it is kept."""
    content = compiled(0)
    potion = content.potions["Block Potion"]
    drunk = search(fight([worm()], ["Wound"], hp=5, player={"potions": [potion]}))
    assert drunk.words()[0] == "drink Block Potion"
    kept = search(fight([worm(hp=5)], ["Strike_R"], hp=70, player={"potions": [potion]}))
    assert kept.words() == ["Strike on Jaw Worm"]


def test_cards_of_cost_x_take_all_energy():
    made = fight([worm(hp=15), worm(hp=15)], ["Whirlwind", "Wound"], hp=20)
    assert search(made).words() == ["Whirlwind"]  # 3 times 5 kills both


def test_a_choice_of_cards_is_planned_too():
    """11 damage at 8 HP: only the block of True Grit saves the player, and the Wound is what goes for it."""
    made = fight([worm()], ["True Grit+", "Wound", "Strike_R"], hp=8, energy=1)
    found = search(made)
    assert found.words() == ["True Grit+", "choose Wound", "end turn"]


def test_a_budget_of_almost_nothing_still_gives_a_legal_plan():
    made = fight([worm(), worm()], ["Bash", "Strike_R", "Defend_R", "Anger", "Cleave"])
    for way in ("search", "beam", "policy"):
        found = Planner(made.content, Settings(way)).plan(made.state, Budget(seconds=1e-6))
        assert found.moves[0] in Combat(made.content, made.state).actions(made.state)


def test_the_order_of_the_draw_pile_is_not_looked_at():
    """Fair information: the same cards in another order give the same plan, to the last digit."""
    names = ["Strike_R", "Bash", "Defend_R", "Cleave", "Anger", "Inflame"]
    found = []
    for order in (names, names[::-1]):
        made = Fight(
            [worm()], hand=["Strike_R", "Defend_R", "Bash"], player={"hp": 40, "max_hp": 75, "energy": 3}
        )
        data = made.data | {"draw": [(made.content.cards[name], -1, -1, 0, False) for name in order]}
        found.append(Planner(made.content).plan(state_from(made.content, data), Budget(nodes=800)))
    assert found[0].moves == found[1].moves
    assert found[0].value == pytest.approx(found[1].value, abs=0.03)


def test_only_a_decision_of_the_player_can_be_planned():
    start = start_of(SETUPS["starter"], "Jaw Worm", 20, 0)
    with pytest.raises(GameError, match="not the player's decision"):
        plan(start, QUICK)
    with pytest.raises(GameError, match="expected a state of a fight"):
        plan("Jaw Worm", QUICK)


@pytest.mark.parametrize(
    ("way", "changes"),
    [
        ("luck", {}),
        ("beam", {"scores": {}}),
        ("beam", {"score": {"hp": 1}}),
        ("beam", {"score": {"kill": "x"}}),
    ],
)
def test_a_setting_that_does_not_exist_is_refused_by_name(way, changes):
    with pytest.raises(SettingError, match="expected"):
        Settings(way, changes)


# ---- strength -----------------------------------------------------------------------------------------


def test_the_search_loses_no_more_than_the_beam():
    met = ["Jaw Worm", "Blue Slaver", "2 Louse", "Exordium Wildlife", "3 Louse"]
    lost = {
        way: measure("starter", Settings(way), seeds=range(8), budget=Budget(nodes=100), encounters=met).mean
        for way in ("search", "beam")
    }
    assert lost["search"] < lost["beam"]


def test_who_foresees_everything_loses_less():
    met = ["Jaw Worm", "2 Louse", "Large Slime"]
    fair, oracle = (
        measure("starter", seeds=range(8), budget=Budget(nodes=100), encounters=met, oracle=foresees).mean
        for foresees in (False, True)
    )
    assert oracle < fair


@pytest.mark.parametrize("name", list(SETUPS))
def test_every_encounter_of_a_set_up_is_fought_to_its_end(name):
    found = measure(name, seeds=range(1), budget=Budget(nodes=12))
    assert all(0 <= lost <= setup(name).hp for record in found.records for lost in record.lost)
    assert all(record.turns < 150 for record in found.records)
