"""Laws of every fight: chance adds up, nothing comes from nowhere, keys tell states apart."""

from __future__ import annotations

import math
import os
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from tests.spire.scenes import (
    CONTENT,
    attacker,
    chances_of,
    end_turn,
    following,
    monster,
    names,
    play,
    player,
    scene,
)

import hazard
from hazard import _core
from hazard.game import GameError, Turn
from hazard.spire.rules.compile import compile_library
from hazard.spire.rules.fight import Combat, new_fight, state_from
from hazard.spire.rules.library import ContentError
from hazard.spire.rules.scenario import Scenario, card_data
from hazard.spire.rules.schema import CardRow
from hazard.spire.rules.setups import SETUPS

PILES = ("hand", "draw", "discard", "exhaust")
STEADY = [
    "Strike x4",
    "Defend x4",
    "Bash",
    "Cleave",
    "Pommel Strike",
    "Shrug It Off",
    "Headbutt",
    "Thunderclap",
    "Carnage",
]


def walk(game, seed, longest=120):
    """A random fight, state by state; chance by its probabilities."""
    dice, state = random.Random(seed), game.start()
    for _ in range(longest):
        yield state
        turn = game.turn(state)
        if turn is Turn.OVER:
            return
        if turn is Turn.CHANCE and game.core.must_sample(state):
            state = game.sampled(state, seed)
        elif turn is Turn.CHANCE:
            outcomes, chances = zip(*game.outcomes(state), strict=True)
            state = game.apply(state, dice.choices(outcomes, chances)[0])
        else:
            state = game.apply(state, dice.choice(game.actions(state)))


def every_fight():
    for name, setup in SETUPS.items():
        for number, encounter in enumerate(setup.encounters()):
            yield pytest.param(name, encounter, number, id=f"{name}: {encounter}")


@pytest.mark.parametrize(("setup", "encounter", "seed"), list(every_fight()))
def test_chance_adds_up_and_words_are_different_in_every_fight(setup, encounter, seed):
    game = SETUPS[setup].fight(encounter, seed=seed)
    for state in walk(game, seed, 60):
        turn = game.turn(state)
        if turn is Turn.CHANCE and not game.core.must_sample(state):
            outcomes = game.outcomes(state)
            assert sum(p for _, p in outcomes) == pytest.approx(1.0, abs=1e-9)
            assert len({words for words, _ in outcomes}) == len(outcomes) > 1
        elif turn is Turn.MAX:
            actions = game.actions(state)
            assert len(set(actions)) == len(actions) > 0
        assert state_from(game.content, state.as_dict()) == state


# --- draws


@pytest.mark.parametrize("seed", range(6))
def test_a_draw_is_multivariate_hypergeometric(seed):
    dice = random.Random(seed)
    sizes = {
        "Strike": dice.randint(1, 5),
        "Defend": dice.randint(1, 4),
        "Bash": 1,
        "Wound": dice.randint(1, 3),
    }
    wanted = dice.randint(1, 4)
    game, state = scene(["Master of Strategy"], draw=[f"{name} x{count}" for name, count in sizes.items()])
    data = state.as_dict() | {"hand": []}
    data["steps"] = [(_op("draw"), 7, 7, 1, wanted, 0)]
    chance = state_from(CONTENT, data)
    total = math.comb(sum(sizes.values()), wanted)
    found = chances_of(game, chance)
    for words, probability in found.items():
        drawn = {
            name: int(n or 1) for name, n in re.findall(r"(Strike|Defend|Bash|Wound)(?: x(\d+))?", words)
        }
        ways = math.prod(math.comb(sizes[name], n) for name, n in drawn.items())
        assert probability == pytest.approx(ways / total)
    assert sum(found.values()) == pytest.approx(1.0)
    # Every multiset of that size is there.
    ranges = [range(n + 1) for n in sizes.values()]
    assert len(found) == sum(
        a + b + c + d == wanted for a in ranges[0] for b in ranges[1] for c in ranges[2] for d in ranges[3]
    )


def _op(name):
    from hazard.spire.rules.phrases import OPS

    return OPS[name]


def test_sampled_draws_follow_the_listed_chances():
    game, state = scene(["Pommel Strike"], draw=["Strike x3", "Bash"])
    drawn = following(game, state, "Pommel Strike on Unknown monster 1")
    bashes = sum(names(game.sampled(drawn, seed), "hand")["Bash"] for seed in range(2000))
    assert abs(bashes / 2000 - 0.25) < 0.04  # four standard deviations


def test_a_draw_beyond_the_pile_takes_it_all_shuffles_and_goes_on():
    game, state = scene(["Battle Trance"], draw=["Bash"], discard=["Strike x2", "Defend x2"])
    after = following(game, state, "Battle Trance")
    assert game.turn(after) is Turn.CHANCE
    assert names(after, "hand") == {"Bash": 1}
    assert chances_of(game, after) == {
        "draw Strike x2": pytest.approx(1 / 6),
        "draw Defend x2": pytest.approx(1 / 6),
        "draw Strike, Defend": pytest.approx(4 / 6),
    }


# --- nothing comes from nowhere


@pytest.mark.parametrize("seed", range(12))
def test_hp_never_rise_and_no_card_is_lost_where_nothing_heals_or_makes_cards(seed):
    game = new_fight(Scenario(["Jaw Worm", "Cultist"], STEADY, relics=["Vajra"]), ascension=20, seed=seed)
    deck, hp = None, 80
    for state in walk(game, seed):
        data = state.as_dict()
        held = sum((names(state, pile) for pile in PILES), Counter())
        if data["in_play"] is not None:
            held[CONTENT.card_kinds[data["in_play"][0][0]].name] += 1
        deck = deck or held
        assert held == deck
        assert data["player"]["hp"] <= hp
        hp = data["player"]["hp"]
        assert 0 <= data["player"]["energy"] <= 3
        assert len(data["hand"]) <= 10


@pytest.mark.parametrize("seed", range(4))
def test_cards_are_made_only_by_what_makes_cards(seed):
    deck = [*STEADY, "Wild Strike", "Power Through", "Immolate", "Inflame", "Offering"]
    game = new_fight(Scenario(["Cultist"], deck, relics=["Burning Blood"]), seed=seed)
    for state in walk(game, seed):
        data = state.as_dict()
        held = sum((names(state, pile) for pile in PILES), Counter())
        made = {"Wound", "Burn"}
        assert set(held) <= made | {name.partition(" x")[0] for name in deck}
        played = data["in_play"] is not None
        assert sum(n for name, n in held.items() if name not in made | {"Inflame"}) + played >= 19


# --- keys


def test_different_states_have_different_keys():
    for setup, encounter in (("starter", "Jaw Worm"), ("act-3", "3 Darklings")):
        game = SETUPS[setup].fight(encounter, seed=1).core
        _, states, keys = _core.spire_count_keys(game, 20_000, 3)
        assert states == keys


def test_the_order_of_piles_is_no_part_of_a_state():
    one = scene(["Strike", "Bash"], draw=["Defend", "Anger"], discard=["Clash", "Cleave"])[1]
    game, other = scene(["Bash", "Strike"], draw=["Anger", "Defend"], discard=["Cleave", "Clash"])
    assert one == other
    assert game.key(one) == game.key(other)
    assert hash(one) == hash(other)
    known = state_from(CONTENT, one.as_dict() | {"known_top": 2})
    assert known != one
    assert known != state_from(CONTENT, other.as_dict() | {"known_top": 2})


def test_two_orders_of_play_meet_in_one_state():
    game, state = scene(["Strike", "Defend"], monsters=[monster()])
    one = play(game, play(game, state, "Strike"), "Defend")
    other = play(game, play(game, state, "Defend"), "Strike")
    assert one == other
    assert game.key(one) == game.key(other)


# --- the order of a round


def test_the_turn_ends_in_the_games_order():
    # Metallicize first, so that Burn meets its block; then Combust; then the monster's blow of 10.
    game, state = scene(["Burn"], powers={"metallicize": 3, "combust": 5}, monsters=[attacker(10)])
    after = end_turn(game, state)
    assert player(after)["hp"] == 40 - 1 - (10 - (3 - 2))
    assert after.as_dict()["monsters"][0]["hp"] == 95


def test_a_monsters_debuff_lasts_through_the_players_next_turn():
    game = new_fight(Scenario(["Blue Slaver"]), ascension=0, seed=3)
    state = game.sampled(game.start(), 1)
    for turn in range(12):
        before = player(state)["powers"]
        state = end_turn(game, state, turn)
        if game.turn(state) is Turn.OVER:
            break
        now = player(state)["powers"]
        if now and not before:
            assert [amount for _, amount, _ in now] == [1]
            return
    pytest.fail("the slaver never raked")


def test_innate_cards_are_in_the_first_hand():
    deck = ["Strike x12", "Writhe", "Mind Blast"]
    for seed in range(5):
        game = new_fight(Scenario(["Cultist"], deck), seed=seed)
        hand = names(game.sampled(game.start(), seed), "hand")
        assert (hand["Writhe"], hand["Mind Blast"]) == (1, 1)


def test_an_oracle_foresees_everything_and_is_never_the_default():
    fair = new_fight(Scenario(["Jaw Worm"]), seed=1)
    assert fair.turn(fair.start()) is Turn.CHANCE
    seer = new_fight(Scenario(["Jaw Worm"]), seed=1, oracle=7)
    state = seer.start()
    for _ in range(40):
        if seer.turn(state) is Turn.OVER:
            break
        assert seer.turn(state) is Turn.MAX
        state = seer.apply(state, seer.actions(state)[-1])


# --- content


def test_a_new_card_made_of_known_steps_needs_no_code():
    row = CardRow(
        id="Headlong Rush",
        name="Headlong Rush",
        type="attack",
        rarity="rare",
        cost=1,
        target="enemy",
        steps=["damage 3 x2", "apply weak 2 to all", "lose 1 hp", "draw 1", "if killed: gain strength 2"],
        exhausts=True,
        upgraded={"cost": 0, "steps": ["damage 5 x2"]},
    )
    library = CONTENT.library
    content = compile_library(type(library)(**{**vars(library), "cards": [*library.cards, row]}))
    data = scene([], monsters=[monster(hp=6), monster()])[1].as_dict()
    state = state_from(content, data | {"hand": [card_data(content, "Headlong Rush")]})
    game = Combat(content, state)
    after = play(game, state, "Headlong Rush on Unknown monster 1")
    assert player(after)["hp"] == 39
    assert player(after)["powers"] == [(1, 2, 0)]
    assert len(after.as_dict()["exhaust"]) == len(after.as_dict()["hand"]) == 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"steps": ["smite 3"]}, "card 'Bad': no rule for the step 'smite 3'"),
        ({"steps": ["apply wobbly 2"]}, "card 'Bad': there is no power 'wobbly'"),
        ({"steps": ["add 1 Golden Goose to hand"]}, "card 'Bad': there is no card 'Golden Goose'"),
        ({"steps": ["damage 3/4@2/5@1"]}, "do not rise"),
        (
            {"steps": ["choose 1 cards from discard to upgrade"]},
            "only cards in hand can be chosen to upgrade",
        ),
        ({"id": "Bash"}, "card 'Bash' is there twice"),
    ],
)
def test_content_that_cannot_be_used_is_refused_with_its_place(change, sentence):
    row = CardRow(**({"id": "Bad", "name": "Bad", "type": "skill", "cost": 1} | change))
    library = CONTENT.library
    with pytest.raises(ContentError, match=re.escape(sentence)):
        compile_library(type(library)(**{**vars(library), "cards": [*library.cards, row]}))


@pytest.mark.parametrize(
    ("scenario", "sentence"),
    [
        ({"monsters": ["Jaw Wurm"]}, "there is no monster 'Jaw Wurm'; did you mean 'Jaw Worm'?"),
        ({"monsters": ["Jaw Worm"], "deck": ["Bsh"]}, "there is no card 'Bsh'; did you mean 'Bash'?"),
        ({"monsters": []}, "there are 0 monsters; expected 1 to 7"),
        ({"monsters": ["Jaw Worm"], "hp": 90}, "the player has 90 of 80 HP"),
        ({"monsters": ["Jaw Worm"], "potions": ["Fire Potion"] * 4}, "there are 4 potions for 3 slots"),
        ({"monsters": ["Jaw Worm"], "deck": ["Bash+3"]}, "'Bash' cannot be upgraded 3 times"),
    ],
)
def test_a_fight_that_cannot_be_is_refused_with_a_sentence(scenario, sentence):
    with pytest.raises(GameError, match=re.escape(sentence)):
        new_fight(Scenario(**scenario))


@pytest.mark.parametrize(
    "data",
    [
        {"hand": [(99999, 0, 0, 0, False)]},
        {"hand": "Strike"},
        {"monsters": [{"kind": 9999}]},
        {"monsters": [{"kind": 0, "move": 200}]},
        {"player": {"hp": -4}},
        {"player": {"hp": "many"}},
        {"known_top": 4},
        {"steps": [(255, 0, 0, 0, 0, 0)]},
        {"steps": [(0, 3, 3, 0, 0, 0)]},
        {"options": [(0, 0, 0, 0, False)] * 9},
        {"monsters": [{}] * 8},
    ],
)
def test_a_state_that_points_nowhere_is_refused(data):
    with pytest.raises(GameError):
        state_from(CONTENT, data)


def test_a_state_of_other_content_is_refused():
    library = CONTENT.library
    small = compile_library(type(library)(**{**vars(library), "cards": library.cards[:-1]}))
    last = (len(CONTENT.card_kinds) - 1, 0, 0, 0, False)
    state = state_from(CONTENT, {"hand": [last], "monsters": [monster()]})
    game = Combat(small, state_from(small, {"monsters": [monster()]}))
    with pytest.raises(GameError, match="no state of this game"):
        game.actions(state)


# --- searches


def test_every_search_plays_the_game():
    game, state = scene(["Strike x2", "Defend", "Bash"], monsters=[attacker(10, hp=20)], energy=3)
    for search in (hazard.Expectimax(samples=4), hazard.TreeSearch(leaf="rollout"), hazard.Beam(width=8)):
        decision = hazard.decide(game, state, search, hazard.Budget(nodes=3000))
        assert decision.action in game.actions(state)


def test_a_kill_in_reach_is_found():
    game, state = scene(["Strike", "Defend", "Bash"], monsters=[attacker(30, hp=14)], energy=3)
    decision = hazard.decide(game, state, hazard.Expectimax(), hazard.Budget(depth=3))
    assert decision.action.card.name in ("Bash", "Strike")
    other = "Strike" if decision.action.card.name == "Bash" else "Bash"
    after = play(game, game.apply(state, decision.action), other)
    assert after.won


def test_a_seeded_fight_goes_as_written_down():
    path = Path(__file__).parent / "playthrough.txt"
    game = SETUPS["act-2"].fight("Chosen and Byrds", seed=5)
    lines = []
    for number, state in enumerate(walk(game, 11, 70)):
        lines += [f"{number}. {game.text(state)}"]
    text = "\n".join(lines) + "\n"
    if os.environ.get("HAZARD_UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
