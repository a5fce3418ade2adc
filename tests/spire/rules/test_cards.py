"""Every card in both versions does what the game says it does, by numbers written down elsewhere."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.spire.rules.card_facts import CARDS, CHOOSING, ETHEREAL, INNATE, UNPLAYABLE
from tests.spire.scenes import CONTENT, ENERGY, HP, cards, names, play, player, powers, scene

KINDS = {kind.name: kind for kind in CONTENT.card_kinds if not kind.name.startswith("Unknown")}
VERSIONS = [(name, i) for name in CARDS for i in (0, 1)]


def expected(fact: str) -> dict[str, object]:
    cost, _, rest = fact.partition(":")
    found: dict[str, object] = {"cost": int(cost)}
    for part in filter(None, (part.strip() for part in rest.split(","))):
        words = part.split()
        if words[0] in ("self", "each"):
            found[f"{words[0]} {words[1]}"] = int(words[2])
        elif words[0] in ("hand", "discard", "draw"):
            times = words[-1].startswith("x") and words[-1][1:].isdigit()
            card = " ".join(words[1:-1] if times else words[1:])
            found[f"{words[0]} {card}"] = int(words[-1][1:]) if times else 1
        elif len(words) == 1:
            found[words[0]] = True
        else:
            found[words[0]] = int(words[1])
    return found


def measured(name: str, upgraded: int) -> dict[str, object]:
    """Play the card on the first enemy and say what has changed."""
    card = name + "+" * upgraded
    game, before = scene([card, "Defend"])
    after = play(game, before, card)
    was, now = before.as_dict(), after.as_dict()
    kind = KINDS[card]
    found: dict[str, object] = {}
    spent = ENERGY - now["player"]["energy"]
    cost = spent if kind.cost == -1 else kind.cost
    found["cost"] = cost
    if cost != spent:
        found["energy"] = cost - spent
    lost = [a["hp"] - b["hp"] for a, b in zip(was["monsters"], now["monsters"], strict=True)]
    if lost[0] and lost[0] == lost[1]:
        found["all"] = lost[0]
    elif lost[0] or name == "Body Slam":
        found["damage"] = lost[0]
    found |= {"block": now["player"]["block"]} if now["player"]["block"] else {}
    found |= {"hp": now["player"]["hp"] - HP} if now["player"]["hp"] != HP else {}
    first, second = (powers(monster) for monster in now["monsters"])
    found |= {f"each {p}" if first == second else p: amount for p, amount in first.items()}
    found |= {f"self {p}": amount for p, amount in powers(now["player"]).items()}
    for pile in ("hand", "discard", "draw"):
        # The card itself comes to lie on the discard pile; that is no news.
        plain = Counter([card]) if pile == "discard" else Counter()
        for made, count in (names(after, pile) - names(before, pile)).items():
            if (count := count - plain[made]) > 0:
                found[f"{pile} {made}"] = count
    if len(now["draw"]) < len(was["draw"]):
        found["draws"] = len(was["draw"]) - len(now["draw"])
    gone = names(after, "exhaust")
    if gone[card]:
        found["exhausts"] = True
    if sum(gone.values()) > gone[card]:
        found["exhausted"] = sum(gone.values()) - gone[card]
    if not any(names(after, pile)[card] for pile in ("hand", "draw", "discard", "exhaust")):
        found["gone"] = True
    return found


@pytest.mark.parametrize(("name", "upgraded"), VERSIONS, ids=[n + "+" * u for n, u in VERSIONS])
def test_a_card_does_what_the_game_says(name, upgraded):
    assert measured(name, upgraded) == expected(CARDS[name][upgraded])


@pytest.mark.parametrize(("name", "upgraded"), [(n, i) for n in CHOOSING for i in (0, 1)])
def test_a_card_that_asks_or_rolls_costs_and_is_exhausted_as_the_game_says(name, upgraded):
    kind = KINDS[name + "+" * upgraded]
    fact = expected(CHOOSING[name][upgraded])
    assert (kind.cost, bool(kind.flags & 1)) == (fact["cost"], "exhausts" in fact)


def test_every_card_has_its_facts():
    stated = {n + plus for n in [*CARDS, *CHOOSING] for plus in ("", "+")}
    by_itself = {name for name, kind in KINDS.items() if kind.type >= 3}  # statuses and curses
    assert set(KINDS) == stated | by_itself


def test_cards_are_ethereal_innate_and_unplayable_as_the_game_says():
    def having(flag: int) -> set[str]:
        return {name for name, kind in KINDS.items() if kind.flags & flag}

    still = {"Carnage+", "Ghostly Armor+"}  # an Apparition+ is ethereal no more
    assert having(2) == ETHEREAL | still
    assert having(4) == INNATE
    assert {name for name, kind in KINDS.items() if kind.cost == -2} == UNPLAYABLE


def test_the_ironclad_has_seventy_five_cards_of_his_own():
    red = [row for row in CONTENT.library.cards if row.color == "red" and not row.id.startswith("Unknown")]
    rarities = Counter(row.rarity for row in red)
    assert rarities == {"basic": 3, "common": 20, "uncommon": 36, "rare": 16}
    colorless = Counter(row.rarity for row in CONTENT.library.cards if row.color == "colorless")
    assert colorless["uncommon"] + colorless["rare"] == 35


def test_an_upgrade_leads_from_the_one_row_to_the_other():
    for name, row in CONTENT.cards.items():
        kind = CONTENT.card_kinds[row]
        if f"{name}+" in CONTENT.cards:
            assert kind.upgrade == CONTENT.cards[f"{name}+"]
        else:
            assert kind.upgrade == row
    assert cards(["Searing Blow+4"])[0][3] == 4
    assert player(scene()[1])["hp"] == HP
