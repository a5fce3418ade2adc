"""What monsters do beyond their moves: splitting, waking, changing, coming back, calling others, leaving."""

from __future__ import annotations

from typing import Any

import pytest
from tests.spire.rules.monster_fights import ASLEEP, GONE, HALF_DEAD, POWERS, Fight

STRIKE = 6


def _armed(monsters: list[Any], damage: int, ascension: int = 0, cards: int = 8, **more: Any) -> Fight:
    """Return a fight with so many attacks in hand, each of ``damage``."""
    powers = [(POWERS["strength"], damage - STRIKE, 0)] if damage != STRIKE else []
    player = {"powers": powers + more.pop("powers", [])} | more.pop("player", {})
    return Fight(monsters, ascension, hand=["Strike_R"] * cards, player=player, **more)


def _strike(fight: Fight, target: int = 0) -> None:
    """Play the first Strike in hand."""
    strike = fight.content.cards["Strike_R"]
    index = next(i for i, card in enumerate(fight.data["hand"]) if card[0] == strike)
    fight.play(index, target)


# ---- slimes --------------------------------------------------------------------------------------------


def test_a_large_slime_splits_at_half_of_its_hit_points_into_two_with_what_is_left() -> None:
    slime = {"name": "AcidSlime_L", "hp": 66, "max_hp": 66, "move": "tackle"}
    fight = _armed([slime], 32)
    _strike(fight)
    assert fight.move() == "tackle"  # 34 of 66: not yet
    fight = _armed([slime], 33)
    _strike(fight)
    assert fight.move() == "split"
    before = fight.data["player"]["hp"]
    fight.end_turn()
    assert fight.standing() == ["AcidSlime_M", "AcidSlime_M"]
    assert [m["hp"] for m in fight.data["monsters"] if not m["flags"] & GONE] == [33, 33]
    assert fight.data["player"]["hp"] == before  # neither the old one nor the new ones have struck


def test_the_slime_boss_splits_into_one_of_each_and_these_split_again() -> None:
    boss = {"name": "SlimeBoss", "hp": 140, "max_hp": 140, "move": "goop_spray"}
    fight = _armed(["-", "-", boss, "-", "-"], 80)
    _strike(fight, 2)
    assert fight.move(2) == "split"
    fight.end_turn()
    assert fight.standing() == ["SpikeSlime_L", "AcidSlime_L"]
    assert [m["max_hp"] for m in fight.data["monsters"] if not m["flags"] & GONE] == [60, 60]
    large = [{"name": name, "hp": 30, "max_hp": 60, "move": "split"} for name in fight.standing()]
    fight = Fight(["-", *large, "-", "-"])
    fight.end_turn()
    assert fight.standing() == ["SpikeSlime_M", "SpikeSlime_M", "AcidSlime_M", "AcidSlime_M"]


def test_a_split_is_not_forgotten_by_the_roll_that_follows_the_blow() -> None:
    """Thorns halve the slime in the midst of its own turn: it splits in the next one."""
    slime = {"name": "SpikeSlime_L", "hp": 36, "max_hp": 66, "move": "flame_tackle"}
    fight = Fight([slime], player={"powers": [(POWERS["thorns"], 5, 0)]})
    fight.end_turn()
    assert fight.one()["hp"] == 31
    assert fight.move() == "split"


# ---- the first act's elites and bosses -----------------------------------------------------------------


def test_lagavulin_wakes_when_hurt_and_is_stunned_for_a_turn() -> None:
    fight = _armed([{"name": "Lagavulin", "move": "sleep"}], 8)
    _strike(fight)  # stopped by its block
    assert fight.move() == "sleep"
    assert fight.one()["flags"] & ASLEEP
    _strike(fight)
    assert fight.move() == "stunned"
    assert not fight.one()["flags"] & ASLEEP
    assert "metallicize" not in fight.powers()
    before = fight.data["player"]["hp"]
    fight.end_turn()
    assert fight.move() == "attack"
    assert fight.data["player"]["hp"] == before
    assert fight.one()["block"] == 0


def test_lagavulin_wakes_by_itself_after_three_turns_without_its_shell() -> None:
    fight = Fight([{"name": "Lagavulin", "move": "sleep"}])
    for _ in range(2):
        fight.end_turn()
        assert fight.move() == "sleep"
        assert fight.one()["block"] == 8
    fight.end_turn()
    assert fight.move() == "attack"
    assert "metallicize" not in fight.powers()


def test_the_nob_grows_angry_at_skills_only() -> None:
    fight = Fight(
        [{"name": "GremlinNob", "move": "rush", "powers": {"enrage": 2}}], hand=["Defend_R", "Strike_R"]
    )
    fight.play(0)
    assert fight.powers().get("strength") == 2
    fight.play(0, 0)
    assert fight.powers().get("strength") == 2


def test_the_guardian_closes_up_after_so_much_damage_and_more_the_next_time() -> None:
    guardian = {"name": "TheGuardian", "hp": 240, "max_hp": 240, "move": "charging_up"}
    fight = _armed([guardian], 20)
    _strike(fight)
    assert fight.powers()["mode_shift"] == 10
    assert fight.move() == "charging_up"
    _strike(fight)
    assert fight.move() == "close_up"
    assert fight.one()["block"] == 20
    assert "mode_shift" not in fight.powers()
    fight.end_turn()
    assert fight.powers()["sharp_hide"] == 3
    fight = _armed([fight.one() | {"name": "TheGuardian", "powers": {"sharp_hide": 3}, "own": 40}], 20)
    before = fight.data["player"]["hp"]
    _strike(fight)
    assert before - fight.data["player"]["hp"] == 3
    fight.end_turn()  # roll attack
    assert fight.move() == "twin_slam"
    fight.end_turn()
    assert fight.powers() == {"mode_shift": 40}
    assert fight.move() == "whirlwind"


def test_hexaghost_divides_by_what_the_player_has_left() -> None:
    for hp, hit in ((80, 7), (72, 7), (71, 6), (11, 1)):
        fight = Fight([{"name": "Hexaghost", "move": "activate"}], player={"hp": hp, "max_hp": 80})
        fight.end_turn()
        assert fight.move() == "divider"
        assert fight.one()["counters"][0] == hit


def test_the_inferno_upgrades_burns_and_those_to_come() -> None:
    ghost = {"name": "Hexaghost", "move": "inferno", "hp": 250}
    fight = Fight([ghost], turn=9)
    burn = (fight.content.cards["Burn"], -1, -1, 0, False)
    fight = Fight([ghost], turn=9, discard=[burn, burn])
    fight.end_turn()
    assert fight.cards()["Burn+"] == 5
    assert fight.cards()["Burn"] == 0
    assert fight.move() == "sear"
    fight.end_turn()
    assert fight.cards()["Burn+"] == 6


# ---- the second act ------------------------------------------------------------------------------------


def test_a_byrd_falls_after_three_hits_and_flies_again() -> None:
    fight = _armed([{"name": "Byrd", "hp": 200, "max_hp": 200, "move": "peck"}], 11)
    _strike(fight)
    assert fight.one()["hp"] == 195  # half of eleven, rounded down
    assert fight.powers()["flight"] == 2
    _strike(fight)
    _strike(fight)
    assert "flight" not in fight.powers()
    assert fight.move() == "stunned"
    _strike(fight)
    assert fight.one()["hp"] == 200 - 15 - 11
    order = []
    for _ in range(3):
        fight.end_turn()
        order.append(fight.move())
    assert order[:2] == ["headbutt", "go_airborne"]
    assert fight.powers()["flight"] == 3


def test_flight_is_whole_again_each_turn() -> None:
    fight = _armed([{"name": "Byrd", "hp": 200, "max_hp": 200, "move": "caw"}], 6)
    _strike(fight)
    _strike(fight)
    fight.end_turn()
    assert fight.powers()["flight"] == 3


def test_the_parasite_is_stunned_when_its_plates_are_gone() -> None:
    parasite = {"name": "Shelled Parasite", "move": "fell", "powers": {"plated_armor": 2}, "block": 0}
    fight = _armed([parasite | {"hp": 68, "max_hp": 68}], 6)
    _strike(fight)
    assert fight.move() == "fell"
    _strike(fight)
    assert fight.move() == "stunned"
    before = fight.data["player"]["hp"]
    fight.end_turn()
    assert fight.data["player"]["hp"] == before
    assert fight.move() != "fell"


@pytest.mark.parametrize(("ascension", "stabs"), [(0, 3), (18, 4)])
def test_the_book_stabs_more_each_time(ascension: int, stabs: int) -> None:
    fight = Fight([{"name": "BookOfStabbing", "move": "multi_stab"}], ascension)
    fight.end_turn()
    assert fight.one()["counters"][0] == 3
    fight = Fight([{"name": "BookOfStabbing", "move": "single_stab", "own": 3}], ascension)
    fight.end_turn()
    assert fight.one()["counters"][0] == stabs


def test_gremlins_leave_when_their_leader_dies() -> None:
    line = [
        "-",
        "GremlinFat",
        {"name": "GremlinThief", "move": "puncture"},
        {"name": "GremlinLeader", "hp": 5},
    ]
    fight = _armed(line, 6)
    _strike(fight, 3)
    assert fight.state.won


def test_a_leader_calls_three_gremlins_at_most() -> None:
    leader = {"name": "GremlinLeader", "move": "rally"}
    for others, standing in ((0, 3), (1, 4), (2, 4)):
        line = ["-", "-", "-", leader]
        for i in range(others):
            line[i] = {"name": "GremlinWizard", "move": "charge"}
        fight = Fight(line)
        fight.end_turn()
        assert len(fight.standing()) == standing
    new = [i for i, m in enumerate(fight.data["monsters"]) if m["powers"] and i != 3]
    assert all("minion" in fight.powers(i) for i in new)


def test_an_orb_takes_the_rarest_card_and_gives_it_back_when_it_dies() -> None:
    line = [{"name": "BronzeOrb", "move": "stasis", "hp": 52}, {"name": "BronzeAutomaton", "move": "flail"}]
    fight = Fight(line, hand=["Strike_R"])
    rare = next(c for c in fight.content.core.cards if c.rarity == 3) if _has_rares(fight) else None
    name = rare.name if rare is not None else "Defend"
    row = fight.content.cards[rare.id] if rare is not None else fight.content.cards["Defend_R"]
    piles = [(row, -1, -1, 0, False)] + [(fight.content.cards["Defend_R"], -1, -1, 0, False)] * 30
    fight = Fight(line, draw=piles, hand=["Strike_R"] * 3)
    had = fight.cards()[name]
    fight.end_turn()
    assert fight.cards()[name] == had - 1
    assert "stasis" in fight.powers()
    data = fight.data
    orb = data["monsters"][0] | {"hp": 1}
    strikes = [(fight.content.cards["Strike_R"], -1, -1, 0, False)]
    again = data | {"monsters": [orb, data["monsters"][1]], "hand": strikes}
    from hazard import _core

    fight.state = _core.spire_state(fight.content.core, again)
    fight.play(0, 0)
    assert fight.one()["flags"] & GONE
    assert fight.cards()[name] == had


def _has_rares(fight: Fight) -> bool:
    return any(card.rarity == 3 for card in fight.content.core.cards)


def test_the_champ_shakes_off_what_weakens_him() -> None:
    weak = {"vulnerable": 2, "weak": 3, "strength": -4, "metallicize": 5}
    fight = Fight([{"name": "Champ", "move": "anger", "powers": weak}])
    fight.end_turn()
    assert fight.powers() == {"metallicize": 5, "strength": 6}


def test_torch_heads_fall_with_the_collector_and_are_called_again() -> None:
    line = ["-", {"name": "TorchHead", "move": "tackle"}, {"name": "TheCollector", "move": "revive"}]
    fight = Fight(line)
    fight.end_turn()
    assert fight.standing() == ["TorchHead", "TorchHead", "TheCollector"]
    fight = _armed([*line[:2], {"name": "TheCollector", "hp": 6}], 6)
    _strike(fight, 2)
    assert fight.state.won


def test_thieves_who_get_away_end_the_fight_with_the_gold() -> None:
    fight = Fight([{"name": "Looter", "move": "mug"}])
    fight.end_turn()
    assert fight.data["player"]["gold"] == 985
    fight = Fight([{"name": "Looter", "move": "escape"}], player={"gold": 985})
    fight.end_turn()
    assert fight.state.won
    assert fight.data["player"]["gold"] == 985


# ---- the third act -------------------------------------------------------------------------------------


def test_a_darkling_grows_back_while_another_lives() -> None:
    line: list[Any] = [{"name": "Darkling", "hp": 6, "max_hp": 50, "move": "nip"}, "Darkling", "Darkling"]
    fight = _armed(line, 6)
    _strike(fight)
    assert fight.one()["flags"] & HALF_DEAD
    assert fight.move() == "regrow"
    assert not fight.powers()
    fight.end_turn()
    assert fight.move() == "reincarnate"
    assert fight.one()["flags"] & HALF_DEAD
    fight.end_turn()
    assert not fight.one()["flags"] & HALF_DEAD
    assert fight.one()["hp"] == 25
    assert fight.powers() == {"life_link": -1}


def test_darklings_that_fall_together_stay_down() -> None:
    fight = _armed([{"name": "Darkling", "hp": 6} for _ in range(3)], 6)
    for target in range(3):
        assert not fight.state.won
        _strike(fight, target)
    assert fight.state.won


def test_the_exploder_bursts_on_its_third_turn() -> None:
    fight = Fight([{"name": "Exploder", "move": "slam"}, {"name": "Spiker", "move": "spike"}])
    lost = []
    for _ in range(3):
        before = fight.data["player"]["hp"]
        fight.end_turn()
        lost.append(before - fight.data["player"]["hp"])
    assert fight.one()["flags"] & GONE
    assert lost[2] in (30, 37)  # with or without the Spiker's cut


def test_the_maw_bites_as_often_as_half_the_turns() -> None:
    for turn, hits in ((2, 1), (3, 2), (4, 2), (7, 4)):
        fight = Fight([{"name": "Maw", "move": "nom"}], turn=turn)
        before = fight.data["player"]["hp"]
        fight.end_turn()
        assert before - fight.data["player"]["hp"] == 5 * hits


@pytest.mark.parametrize(("ascension", "turns", "first"), [(0, 5, 30), (17, 6, 40)])
def test_the_transient_strikes_harder_until_it_fades(ascension: int, turns: int, first: int) -> None:
    fight = Fight([{"name": "Transient", "move": "attack"}], ascension)
    for turn in range(turns):
        assert not fight.state.won
        before = fight.data["player"]["hp"]
        fight.end_turn()
        assert before - fight.data["player"]["hp"] == first + 10 * turn
    assert fight.state.won


def test_wounds_make_the_transient_weaker_for_a_turn() -> None:
    fight = _armed([{"name": "Transient", "move": "attack"}], 12)
    _strike(fight)
    assert fight.powers()["strength"] == -12
    before = fight.data["player"]["hp"]
    fight.end_turn()
    assert before - fight.data["player"]["hp"] == 18
    assert "strength" not in fight.powers()


def test_the_writhing_mass_changes_its_mind_when_hurt() -> None:
    seen = set()
    for seed in range(40):
        fight = _armed([{"name": "WrithingMass", "move": "wither"}], 6, seed=seed)
        _strike(fight)
        assert fight.move() != "wither"
        assert fight.one()["block"] == 3
        seen.add(fight.move())
    assert seen == {"strong_strike", "multi_strike", "flail", "implant"}


def test_nemesis_cannot_be_touched_every_other_turn() -> None:
    fight = Fight([{"name": "Nemesis", "move": "tri_burn"}])
    shades = []
    for _ in range(6):
        fight.end_turn()
        shades.append("intangible" in fight.powers())
    assert shades == [True, False, True, False, True, False]


def test_daggers_die_of_their_own_burst_and_with_their_mistress() -> None:
    fight = Fight([{"name": "Dagger", "move": "explode"}, {"name": "Reptomancer", "move": "big_bite"}])
    fight.end_turn()
    assert fight.standing() == ["Reptomancer"]
    fight = _armed(["Dagger", {"name": "Reptomancer", "hp": 6}, "Dagger"], 6)
    _strike(fight, 1)
    assert fight.state.won


def test_the_awakened_one_rises_whole_without_its_curiosity() -> None:
    powers = {"regenerate": 10, "curiosity": 1, "unawakened": -1, "strength": 3, "vulnerable": 2}
    one = {"name": "AwakenedOne", "hp": 6, "max_hp": 300, "move": "slash", "powers": powers}
    fight = _armed(["-", {"name": "Cultist", "move": "incantation"}, one], 9)
    _strike(fight, 2)
    assert fight.move(2) == "rebirth"
    assert fight.one(2)["flags"] & HALF_DEAD
    assert not fight.state.won
    fight.end_turn()
    assert fight.one(2)["hp"] == 300
    assert fight.powers(2) == {"regenerate": 10, "strength": 3}
    assert fight.move(2) == "dark_echo"
    reborn = {"name": "AwakenedOne", "hp": 6, "powers": {}, "move": "tackle", "used": ["rebirth"]}
    fight = _armed(["Cultist", reborn], 6)
    _strike(fight, 1)
    assert fight.state.won  # the cultists leave with it


def test_time_runs_out_with_the_twelfth_card() -> None:
    eater = {"name": "TimeEater", "move": "ripple", "powers": {"time_warp": 10}}
    fight = Fight([eater], hand=["Defend_R"] * 5)
    fight.play(0)
    assert fight.data["turn"] == 1
    fight.play(0)
    assert fight.data["turn"] == 2  # the turn is over, the monster has moved
    assert fight.powers()["strength"] == 2
    assert fight.powers()["time_warp"] == 0


def test_the_time_eater_heals_to_half_once() -> None:
    eater = {"name": "TimeEater", "move": "reverberate", "hp": 200, "max_hp": 456, "powers": {"weak": 3}}
    fight = Fight([eater])
    fight.end_turn()
    assert fight.move() == "haste"
    fight.end_turn()
    assert fight.one()["hp"] == 228
    assert "weak" not in fight.powers()
    assert fight.move() != "haste"


def test_jaw_worms_of_the_horde_have_bellowed() -> None:
    fight = Fight(["JawWorm hardened"], 20)
    assert fight.powers() == {"strength": 5}
    assert fight.one()["block"] == 9


# ---- the last act --------------------------------------------------------------------------------------


def test_the_one_behind_strikes_half_as_hard_again_until_the_player_turns() -> None:
    shield = {"name": "SpireShield", "move": "bash"}
    spear = {"name": "SpireSpear", "move": "skewer"}
    surrounded = [(POWERS["surrounded"], -1, 0)]
    fight = _armed([shield, spear], 6, powers=surrounded)
    assert "back_attack" in fight.powers(0)
    _strike(fight, 0)
    assert "back_attack" not in fight.powers(0)
    assert "back_attack" in fight.powers(1)
    before = fight.data["player"]["hp"]
    fight.end_turn()
    assert before - fight.data["player"]["hp"] == 12 + 15 * 3


def test_with_one_of_them_gone_nobody_is_behind() -> None:
    surrounded = [(POWERS["surrounded"], -1, 0)]
    fight = _armed(["SpireShield", {"name": "SpireSpear", "hp": 6}], 6, powers=surrounded)
    _strike(fight, 1)
    assert "surrounded" not in fight.powers(None)
    assert "back_attack" not in fight.powers(0)


def test_the_heart_loses_no_more_than_its_limit_each_turn() -> None:
    fight = _armed([{"name": "CorruptHeart", "move": "echo", "hp": 750, "max_hp": 750}], 170)
    before = fight.data["player"]["hp"]
    _strike(fight)
    _strike(fight)
    _strike(fight)
    assert fight.one()["hp"] == 450
    assert before - fight.data["player"]["hp"] == 3  # a beat of death for each card
    fight.end_turn()
    assert fight.powers()["invincible"] == 300


def test_the_heart_buffs_itself_another_way_each_time() -> None:
    heart: dict[str, Any] = {"name": "CorruptHeart", "move": "buff", "powers": {"strength": -3}}
    found = []
    for times in range(6):
        fight = Fight([heart | {"own": times}])
        fight.end_turn()
        found.append(fight.powers())
    assert found == [
        {"strength": 2, "artifact": 2},
        {"strength": 2, "beat_of_death": 1},
        {"strength": 2, "painful_stabs": 1},
        {"strength": 12},
        {"strength": 52},
        {"strength": 52},
    ]


def test_what_a_split_leaves_rolls_once() -> None:
    """Two rolls would show as a history that it cannot have yet."""
    fight = Fight([{"name": "AcidSlime_L", "hp": 30, "max_hp": 66, "move": "split"}])
    fight.end_turn()
    for monster in fight.data["monsters"]:
        assert (monster["last"], monster["second_last"]) == (255, 255)
        assert monster["move"] != 255
