"""How monsters choose their next move: exact chances, held against rules that were written a second time."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from tests.spire.rules import monster_twins as twins
from tests.spire.rules.monster_fights import GONE, Fight, next_moves
from tests.spire.rules.roll_facts import ROLLS

from hazard.spire.rules.compile import compiled

NEVER_CHOOSES = {"Looter", "Mugger"}
HEXAGHOST = ["sear", "tackle", "sear", "inflame", "tackle", "sear", "inferno"]
AUTOMATON = ["flail", "boost", "flail", "boost", "hyper_beam"]


def _histories(moves: list[str]) -> list[tuple[str, str]]:
    return list(itertools.product(moves, moves))


def _ask(monster: str, last: str, before: str, ascension: int, **more: Any) -> dict[str, float]:
    fields = {"name": monster, "move": last, "last": before} | more.pop("fields", {})
    return next_moves([fields, *more.pop("others", [])], ascension=ascension, **more)


@pytest.mark.parametrize("ascension", [0, 16, 17, 18, 19, 20])
def test_chances_sum_to_one_after_every_history(ascension: int) -> None:
    content = compiled(ascension)
    for name in content.monsters:
        moves = [m for m in content.moves[name] if m not in ("split", "escape", "rebirth", "reincarnate")]
        for history in [(None, None), *((last, None) for last in moves), *_histories(moves)]:
            fields = {"name": name, "flags": 0} | dict(zip(("move", "last"), history, strict=True))
            chances = next_moves([{k: v for k, v in fields.items() if v is not None}], ascension=ascension)
            assert sum(chances.values()) == pytest.approx(1, abs=1e-12), (name, history)
            assert all(chance > 0 for chance in chances.values())


SIMPLE = [
    ("JawWorm", twins.jaw_worm, 0, ["chomp", "bellow", "thrash"]),
    ("AcidSlime_M", twins.acid_slime_m_17, 17, ["corrosive_spit", "tackle", "lick"]),
    ("AcidSlime_L", twins.acid_slime_l, 16, ["corrosive_spit", "tackle", "lick"]),
    ("SlaverBlue", twins.blue_slaver, 0, ["stab", "rake"]),
    ("SlaverBlue", twins.blue_slaver, 17, ["stab", "rake"]),
    ("Byrd", twins.byrd, 0, ["peck", "swoop", "caw"]),
    ("Shelled Parasite", twins.shelled_parasite, 0, ["fell", "double_strike", "life_suck"]),
    ("TimeEater", twins.time_eater, 19, ["reverberate", "ripple", "head_slam"]),
    ("Nemesis", twins.nemesis, 0, ["tri_attack", "scythe", "tri_burn"]),
    ("SnakePlant", twins.snake_plant, 0, ["chomp", "enfeebling_spores"]),
    ("SnakePlant", twins.snake_plant, 17, ["chomp", "enfeebling_spores"]),
]


@pytest.mark.parametrize(("monster", "twin", "ascension", "moves"), SIMPLE)
def test_rolls_agree_with_the_rule_told_a_second_time(
    monster: str, twin: Any, ascension: int, moves: list[str]
) -> None:
    for last, before in _histories(moves):
        found = _ask(monster, last, before, ascension)
        assert found == pytest.approx(twins.chances(twin, last, before, ascension=ascension), abs=1e-9)


USED = {"Chosen": ["hex"], "BronzeOrb": ["stasis"]}
SECOND_FORM = ("dark_echo", "sludge", "tackle")


@pytest.mark.parametrize(("monster", "ascensions", "last", "before", "text"), ROLLS)
def test_chances_are_those_of_the_table_of_outside_facts(
    monster: str, ascensions: tuple[int, ...], last: str, before: str, text: str
) -> None:
    expected = {move: int(share) / 100 for share, move in (part.split() for part in text.split(", "))}
    used = ["rebirth"] if monster == "AwakenedOne" and last in SECOND_FORM else USED.get(monster, [])
    for ascension in ascensions:
        fields = {"name": monster, "move": last, "used": used} | ({"last": before} if before else {})
        assert next_moves([fields], ascension=ascension) == pytest.approx(expected, abs=1e-9), ascension


@pytest.mark.parametrize("ascension", [0, 17])
@pytest.mark.parametrize("used", [[], ["entangle"]])
def test_the_red_slaver_entangles_once(ascension: int, used: list[str]) -> None:
    for last, before in _histories(["stab", "scrape"]):
        found = _ask("SlaverRed", last, before, ascension, fields={"used": used})
        expected = twins.chances(twins.red_slaver, last, before, used=used, ascension=ascension)
        assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("minions", [0, 1, 2, 3])
def test_the_gremlin_leader_looks_who_is_left(minions: int) -> None:
    others = ["GremlinFat"] * minions
    for last, before in _histories(["rally", "encourage", "stab"]):
        found = _ask("GremlinLeader", last, before, 0, others=others)
        expected = twins.chances(twins.gremlin_leader, last, before, minions=minions)
        assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("used", [[], ["implant"]])
def test_the_writhing_mass_rolls_again_and_again(used: list[str]) -> None:
    moves = ["strong_strike", "multi_strike", "flail", "wither", "implant"]
    for last in moves:
        found = _ask("WrithingMass", last, "flail", 0, fields={"used": used})
        expected = twins.chances(twins.writhing_mass, last, "flail", used=used)
        assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_only_the_outer_darklings_chomp(place: int) -> None:
    for last, before in _histories(["chomp", "harden", "nip"]):
        line: list[Any] = ["Darkling", "Darkling", "Darkling"]
        line[place] = {"name": "Darkling", "move": last, "last": before}
        expected = twins.chances(twins.darkling, last, before, place=place)
        assert next_moves(line, place) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("minions", [2, 4])
def test_the_reptomancer_has_four_daggers_at_most(minions: int) -> None:
    for last, before in _histories(["summon", "snake_strike", "big_bite"]):
        found = _ask("Reptomancer", last, before, 0, others=["Dagger"] * minions)
        expected = twins.chances(twins.reptomancer, last, before, minions=minions)
        assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("ascension", [0, 17])
@pytest.mark.parametrize("constricted", [False, True])
def test_spire_growth_constricts_who_is_free(ascension: int, constricted: bool) -> None:
    from tests.spire.rules.monster_fights import POWERS

    player = {"player": {"powers": [(POWERS["constricted"], 10, 0)] if constricted else []}}
    for last, before in _histories(["quick_tackle", "constrict", "smash"]):
        found = _ask("Serpent", last, before, ascension, **player)
        expected = twins.chances(
            twins.spire_growth, last, before, ascension=ascension, constricted=constricted
        )
        assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("ascension", [0, 19])
@pytest.mark.parametrize("stances", [0, 2])
def test_the_champ_takes_his_stance_twice_at_most(ascension: int, stances: int) -> None:
    moves = ["heavy_slash", "defensive_stance", "face_slap", "gloat", "taunt"]
    for last in moves:
        found = _ask("Champ", last, "taunt", ascension, fields={"own": stances})
        expected = twins.chances(twins.champ, last, "taunt", ascension=ascension, stances=stances)
        assert found == pytest.approx(expected, abs=1e-9)


def test_the_jaw_worms_long_run_is_that_of_its_chain() -> None:
    """What many turns show is what the chances say: the stationary shares of the chain over two moves."""
    moves = ["chomp", "bellow", "thrash"]
    shares = dict.fromkeys(_histories(moves), 1 / 9)
    for _ in range(200):
        following = dict.fromkeys(shares, 0.0)
        for (last, before), share in shares.items():
            for move, chance in twins.chances(twins.jaw_worm, last, before).items():
                following[move, last] += share * chance
        shares = following
    seen = dict.fromkeys(moves, 0)
    fight = Fight([{"name": "JawWorm", "hp": 9999, "move": "chomp"}], player={"hp": 30000, "max_hp": 30000})
    turns = 3000
    for _ in range(turns):
        if fight.data["player"]["hp"] < 20000:  # the worm grows: begin anew, with what it did last
            me = fight.one()
            kept = {name: me[name] for name in ("move", "last", "second_last")}
            fresh = {"name": "JawWorm", "hp": 9999} | kept
            fight = Fight([fresh], player={"hp": 30000, "max_hp": 30000}, seed=fight.seed)
        fight.end_turn()
        seen[fight.move() or ""] += 1
    for move in moves:
        share = sum(part for (last, _), part in shares.items() if last == move)
        assert seen[move] / turns == pytest.approx(share, abs=0.035)  # four standard errors


def test_fixed_orders_are_kept() -> None:
    orders = {
        ("Cultist", 0): ["incantation", "dark_strike", "dark_strike", "dark_strike"],
        ("SlimeBoss", 0): ["goop_spray", "preparing", "slam", "goop_spray"],
        ("TheGuardian", 0): ["charging_up", "fierce_bash", "vent_steam", "whirlwind", "charging_up"],
        ("SphericGuardian", 0): ["activate", "attack_debuff", "slam", "harden", "slam", "harden"],
        ("GremlinNob", 18): ["bellow", "skull_bash", "rush", "rush", "skull_bash", "rush", "rush"],
        ("Hexaghost", 0): ["activate", "divider", *HEXAGHOST, *HEXAGHOST, "sear"],
        ("BronzeAutomaton", 0): ["spawn_orbs", *AUTOMATON, "stunned", *AUTOMATON, "stunned", "flail"],
        ("BronzeAutomaton", 19): ["spawn_orbs", *AUTOMATON, "boost", *AUTOMATON, "boost", "flail"],
        ("GremlinWizard", 0): (
            ["charge", "charge", "ultimate_blast", "charge", "charge", "charge", "ultimate_blast", "charge"]
        ),
        ("GremlinWizard", 17): ["charge", "charge", "ultimate_blast", "ultimate_blast", "ultimate_blast"],
        ("BanditBear", 0): ["bear_hug", "lunge", "maul", "lunge", "maul"],
        ("BanditLeader", 0): ["mock", "agonizing_slash", "cross_slash", "agonizing_slash", "cross_slash"],
        ("BanditLeader", 17): ["mock", "agonizing_slash", "cross_slash", "cross_slash", "agonizing_slash"],
        ("Lagavulin", 0): ["sleep", "sleep", "sleep", "attack", "attack", "siphon_soul", "attack"],
        ("Lagavulin awake", 0): ["siphon_soul", "attack", "attack", "siphon_soul", "attack"],
        ("Donu", 0): ["circle_of_power", "beam", "circle_of_power"],
        ("Deca", 0): ["beam", "square_of_protection", "beam"],
        ("Dagger", 0): ["stab", "explode"],
        ("Exploder", 0): ["slam", "slam", "explode"],
    }
    for (name, ascension), order in orders.items():
        fight = _begun([name], ascension)
        for turn, move in enumerate(order):
            assert fight.move() == move, (name, turn)
            if turn + 1 < len(order):
                fight.end_turn()


def _begun(names: list[str], ascension: int = 0, **more: Any) -> Fight:
    """Return a fight from its very beginning, with the first moves rolled."""
    from hazard import _core

    fight = Fight([*names], ascension, **more)
    data = fight.data | {
        "monsters": [{"kind": fight.content.monsters[n]} if n != "-" else {"flags": GONE} for n in names],
        "draw": fight.data["draw"],
    }
    state = _core.spire_state(fight.content.core, data, True, fight.seed)
    fight.state = fight.game.sampled(state, fight.seed)
    return fight


def test_sentries_take_turns_by_their_place() -> None:
    fight = _begun(["Sentry", "Sentry", "Sentry"])
    assert [fight.move(i) for i in range(3)] == ["bolt", "beam", "bolt"]
    fight.end_turn()
    assert [fight.move(i) for i in range(3)] == ["beam", "bolt", "beam"]


def test_thieves_mug_twice_and_are_off() -> None:
    for thief in sorted(NEVER_CHOOSES):
        assert next_moves([{"name": thief, "move": "mug"}]) == {"mug": 1.0}
        after = next_moves([{"name": thief, "move": "mug", "last": "mug"}])
        assert after == pytest.approx({"smoke_bomb": 0.5, "lunge": 0.5})
        assert next_moves([{"name": thief, "move": "lunge"}]) == {"smoke_bomb": 1.0}
        assert next_moves([{"name": thief, "move": "smoke_bomb"}]) == {"escape": 1.0}


def test_the_shapes_of_the_last_act_follow_their_rounds_of_three() -> None:
    half = pytest.approx(0.5)
    assert next_moves(["SpireShield"], turn=0) == {"fortify": half, "bash": half}
    assert next_moves([{"name": "SpireShield", "move": "fortify"}], turn=1) == {"bash": 1.0}
    assert next_moves([{"name": "SpireShield", "move": "bash"}], turn=1) == {"fortify": 1.0}
    assert next_moves([{"name": "SpireShield", "move": "bash"}], turn=2) == {"smash": 1.0}
    assert next_moves(["SpireSpear"], turn=0) == {"burn_strike": 1.0}
    assert next_moves([{"name": "SpireSpear", "move": "burn_strike"}], turn=1) == {"skewer": 1.0}
    assert next_moves([{"name": "SpireSpear", "move": "skewer"}], turn=2) == {
        "piercer": half,
        "burn_strike": half,
    }
    assert next_moves([{"name": "SpireSpear", "move": "burn_strike"}], turn=3) == {"piercer": 1.0}
    heart = {"name": "CorruptHeart", "move": "debilitate"}
    assert next_moves([heart], turn=1) == {"blood_shots": half, "echo": half}
    assert next_moves([heart | {"move": "echo"}], turn=2) == {"blood_shots": 1.0}
    assert next_moves([heart | {"move": "blood_shots"}], turn=2) == {"echo": 1.0}
    assert next_moves([heart | {"move": "echo"}], turn=3) == {"buff": 1.0}


def test_the_champ_taunts_every_fourth_turn_until_he_is_angry() -> None:
    slashed = {"name": "Champ", "move": "heavy_slash", "hp": 420, "max_hp": 420}
    assert next_moves([slashed], turn=3) == {"taunt": 1.0}
    assert "taunt" not in next_moves([slashed], turn=4)
    assert next_moves([slashed | {"hp": 209}], turn=3) == {"anger": 1.0}
    angry = slashed | {"hp": 209, "used": ["anger"]}
    assert next_moves([angry], turn=3) == {"execute": 1.0}
    executed = next_moves([angry | {"move": "execute"}], turn=4)
    assert "execute" not in executed
    assert "taunt" not in executed
    assert next_moves([angry | {"last": "execute"}], turn=4).get("execute") is None


def test_the_collector_debuffs_on_the_fourth_turn_and_calls_when_one_is_missing() -> None:
    collector = {"name": "TheCollector", "move": "fireball"}
    torches = ["TorchHead", "TorchHead"]
    assert next_moves([collector, *torches], turn=3) == {"mega_debuff": 1.0}
    rested = collector | {"used": ["mega_debuff"]}
    assert next_moves([rested, *torches], turn=4) == pytest.approx({"fireball": 0.71, "buff": 0.29})
    alone = next_moves([rested, "TorchHead"], turn=4)
    assert alone == pytest.approx({"revive": 0.26, "fireball": 0.45, "buff": 0.29})


def test_the_mystic_heals_when_enough_is_missing_in_all() -> None:
    hurt = {"name": "Centurion", "hp": 70, "max_hp": 80}
    healer = {"name": "Healer", "hp": 42, "max_hp": 48, "move": "attack"}
    assert next_moves([hurt, healer], 1) == {"heal": 1.0}  # ten and six
    assert "heal" not in next_moves([hurt, healer | {"hp": 43}], 1)
    assert "heal" not in next_moves([hurt, healer], 1, ascension=17)  # more than twenty there
    assert "heal" not in next_moves([hurt, healer | {"move": "heal", "last": "heal"}], 1)


def test_the_centurion_turns_to_fury_when_alone() -> None:
    slashed = {"name": "Centurion", "move": "slash"}
    assert next_moves([slashed, "Healer"]) == pytest.approx({"protect": 0.35, "slash": 0.65})
    assert next_moves([slashed]) == pytest.approx({"fury": 0.35, "slash": 0.65})
    protected = {"name": "Centurion", "move": "protect", "last": "protect"}
    assert next_moves([protected]) == {"slash": 1.0}


def test_the_giant_head_counts_down() -> None:
    counted = {"name": "GiantHead", "move": "count"}
    assert next_moves([counted], turn=3) == pytest.approx({"glare": 0.5, "count": 0.5})
    assert next_moves([counted], turn=4) == {"it_is_time": 1.0}
    assert next_moves([counted], ascension=18, turn=3) == {"it_is_time": 1.0}
    fight = Fight([counted | {"move": "it_is_time"}], turn=5)
    hits = []
    for _ in range(9):
        before = fight.data["player"]["hp"]
        fight.end_turn()
        hits.append(before - fight.data["player"]["hp"])
    assert hits == [30, 35, 40, 45, 50, 55, 60, 60, 60]


def test_the_shield_gremlin_bashes_when_nobody_is_left() -> None:
    assert next_moves([{"name": "GremlinTsundere", "move": "protect"}]) == {"shield_bash": 1.0}
    with_friend = [{"name": "GremlinTsundere", "move": "protect"}, "GremlinFat"]
    assert next_moves(with_friend) == {"protect": 1.0}


def test_the_orb_takes_a_card_once() -> None:
    orb: dict[str, Any] = {"name": "BronzeOrb"}
    others = ["BronzeAutomaton"]
    assert next_moves([orb, *others]) == pytest.approx({"stasis": 0.75, "beam": 0.25})
    after = next_moves([orb | {"move": "stasis", "used": ["stasis"]}, *others])
    assert after == pytest.approx({"support_beam": 0.3, "beam": 0.7})


def test_the_spiker_grows_spikes_six_times() -> None:
    assert next_moves([{"name": "Spiker", "move": "spike", "own": 5}]) == pytest.approx(
        {"cut": 0.5, "spike": 0.5}
    )
    assert next_moves([{"name": "Spiker", "move": "spike", "own": 6}]) == {"cut": 1.0}
