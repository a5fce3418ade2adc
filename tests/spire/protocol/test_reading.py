"""A message becomes a fight; what the rules do not know is warned of and planned around."""

import json
import random

import pytest
from tests.spire.protocol import message_samples as samples
from tests.spire.protocol.message_mutations import mutated

from hazard.game import Turn
from hazard.spire.protocol.message import MessageError, read_message
from hazard.spire.protocol.pending import read_choice
from hazard.spire.protocol.reading import FightReading, read_fight
from hazard.spire.protocol.showing import Shower
from hazard.spire.protocol.simulator import MoveKind, simulator
from hazard.spire.protocol.tracked import Tracked
from hazard.spire.rules.phrases import WORDS

FIGHTS = [name for name, line in samples.EVERY_SAMPLE.items() if "combat_state" in line]


def reading(made) -> FightReading:
    return read_fight(read_message(json.dumps(made)))


def powers(picture) -> dict[str, int]:
    return {WORDS["power"][number]: amount for number, amount, _ in picture["powers"]}


@pytest.mark.parametrize("name", FIGHTS)
def test_every_fight_becomes_a_state_at_a_decision(name):
    found = read_fight(read_message(samples.EVERY_SAMPLE[name]))
    rules = simulator(found.ascension)
    assert rules.turn(found.state) is Turn.MAX
    assert any(move.kind is MoveKind.END for move in rules.moves(found.state))


def test_the_numbers_of_a_message_are_the_numbers_of_the_fight():
    made = samples.fight(
        monsters=[samples.monster("JawWorm", current_hp=33, block=6, powers=[samples.power("Strength", 5)])],
        player={
            "current_hp": 41,
            "max_hp": 75,
            "block": 7,
            "energy": 2,
            "powers": [samples.power("Weakened", 2, just_applied=True), samples.power("Dexterity", -1)],
        },
        turn=6,
    )
    picture = reading(made).state.as_dict()
    player, worm = picture["player"], picture["monsters"][0]
    assert (player["hp"], player["max_hp"], player["block"], player["energy"]) == (41, 75, 7, 2)
    assert powers(player) == {"weak": 2, "dexterity": -1}
    assert (worm["hp"], worm["block"], powers(worm)) == (33, 6, {"strength": 5})
    assert picture["turn"] == 6
    assert [len(picture[pile]) for pile in ("hand", "draw", "discard", "exhaust")] == [5, 4, 0, 0]


def test_a_state_is_read_back_from_its_own_data():
    for name in FIGHTS:
        found = read_fight(read_message(samples.EVERY_SAMPLE[name]))
        rules = simulator(found.ascension)
        assert rules.state(found.state.as_dict()) == found.state


def test_the_order_of_the_draw_pile_does_not_matter_unless_it_is_seen():
    one = samples.fight()
    other = json.loads(json.dumps(one))
    other["game_state"]["combat_state"]["draw_pile"].reverse()
    assert reading(one).state == reading(other).state
    for made in (one, other):
        made["game_state"]["relics"].append(samples.relic("Frozen Eye"))
    assert reading(one).state != reading(other).state


@pytest.mark.parametrize(
    ("made", "unknown"),
    [
        (samples.fight(hand=[samples.card("Sword of Doom")]), "Sword of Doom"),
        (samples.fight(monsters=[samples.monster("Dragon")]), "Dragon"),
        (samples.fight(monsters=[samples.monster("JawWorm", move_id=77)]), "JawWorm 77"),
        (samples.fight(monsters=[samples.monster(powers=[samples.power("Sparkle", 3)])]), "Sparkle"),
    ],
)
def test_what_is_not_known_is_warned_of_and_can_be_planned(made, unknown):
    found = reading(made)
    assert found.unknown == [unknown]
    assert unknown in str(found.warnings[0])
    rules = simulator(found.ascension)
    for move in rules.moves(found.state):
        rules.played_on(found.state, move, seed=1)


def test_the_other_classes_strikes_and_defends_are_the_same_cards():
    made = samples.fight(hand=[samples.card("Strike_G"), samples.card("Defend_P")])
    ours = samples.fight(hand=[samples.card("Strike_R"), samples.card("Defend_R")])
    assert reading(made).state == reading(ours).state


def test_an_unknown_monster_does_what_it_announces():
    beast = samples.monster("Dragon", move_base_damage=9, move_adjusted_damage=9, move_hits=2)
    found = reading(samples.fight(monsters=[beast]))
    rules = simulator(found.ascension)
    end = next(move for move in rules.moves(found.state) if move.kind is MoveKind.END)
    after = rules.played_on(found.state, end, seed=1).as_dict()
    assert after["player"]["hp"] == 60 - 18


def test_relics_without_an_effect_in_fights_need_no_warning():
    made = samples.fight()
    made["game_state"]["relics"] += [samples.relic("Strawberry"), samples.relic("Prayer Wheel")]
    assert reading(made).warnings == []
    made["game_state"]["relics"].append(samples.relic("Ring of Power"))
    assert reading(made).unknown == ["Ring of Power"]


def test_a_hidden_move_is_guessed_from_the_monsters_own_table():
    found = read_fight(read_message(json.dumps(samples.domed_fight())))
    first = found.state.as_dict()["monsters"][0]
    rules = simulator(found.ascension)
    moves = rules.known.monster_kinds[first["kind"]].moves
    assert moves[first["move"]].name == "incantation"  # a cultist always begins with it


def test_what_was_played_this_turn_is_added_up():
    made = samples.fight()
    message = read_message(json.dumps(made))
    tracked = Tracked()
    tracked.see(message)
    tracked.play(message.combat.hand[0])
    tracked.play(message.combat.hand[2])
    player = read_fight(message, tracked).state.as_dict()["player"]
    assert (player["cards_played"], player["attacks_played"], player["skills_played"]) == (2, 1, 1)
    made["game_state"]["combat_state"]["turn"] = 2
    tracked.see(read_message(json.dumps(made)))
    assert tracked.count() == 0


@pytest.mark.parametrize("name", ["Armaments", "True Grit", "Gambling Chip", "Headbutt"])
def test_a_selection_on_the_screen_is_a_choice_in_the_rules(name):
    found = read_choice(read_message(samples.EVERY_SAMPLE[name]))
    rules = simulator(found.ascension)
    assert {move.kind for move in rules.moves(found.state)} <= {MoveKind.CHOOSE, MoveKind.DONE}


def test_bombs_are_numbered_and_tick_apart():
    """The first bomb of a session is TheBomb0, the next TheBomb1; each has its own turns and damage."""
    made = samples.fight(monsters=[samples.monster("Dragon", current_hp=100, max_hp=100, move_base_damage=0)])
    made["game_state"]["combat_state"]["player"]["powers"] = [
        samples.power("TheBomb7", 1, damage=40),
        samples.power("TheBomb12", 3, damage=50),
    ]
    found = reading(made)
    assert found.unknown == ["Dragon"]
    rules = simulator(found.ascension)
    bombs = rules.picture(found.state)["player"]["powers"]
    assert [(WORDS["power"][n], *numbers) for n, *numbers in bombs] == [
        ("the_bomb", 1, 40),
        ("the_bomb", 3, 50),
    ]
    assert [power["id"] for power in Shower(found.ascension).powers(bombs)] == ["TheBomb0", "TheBomb1"]
    after = rules.picture(rules.played_on(found.state, rules.moves(found.state)[-1], seed=1))
    assert after["monsters"][0]["hp"] == 100 - 40
    assert [(WORDS["power"][n], *numbers) for n, *numbers in after["player"]["powers"]] == [
        ("the_bomb", 2, 50)
    ]


def test_mutated_fights_become_states_or_are_refused():
    lines = [samples.EVERY_SAMPLE[name] for name in FIGHTS]
    refused = played = 0
    for case in range(400):
        source = random.Random(case)
        try:
            message = read_message(mutated(source.choice(lines), source))
        except MessageError:
            refused += 1
            continue
        if message.combat is not None:
            found = read_fight(message)
            rules = simulator(found.ascension)
            assert bool(rules.moves(found.state)) == (rules.game.turn(found.state) is not Turn.OVER)
            played += 1
    assert refused > 0
    assert played > 100  # and many a changed fight can still be read


def test_a_message_without_a_fight_says_so():
    with pytest.raises(MessageError, match="no combat_state"):
        read_fight(read_message(samples.EVERY_SAMPLE["rest"]))
