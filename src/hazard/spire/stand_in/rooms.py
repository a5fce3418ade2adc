"""Rooms without a fight: each shows a message, takes a command, and says when it is left.

They are as plain as they can be while every kind of screen is met: a client that gets through them all knows
the protocol.
"""

from __future__ import annotations

from typing import Protocol

from hazard.spire.stand_in.run import Json, RefusedError, Run, chosen

GO_ON = ("proceed", "confirm")
GO_BACK = ("skip", "cancel", "return", "leave")


class Room(Protocol):
    """Something that the player is in."""

    def message(self) -> Json:
        """What the game shows."""

    def obey(self, words: list[str]) -> bool:
        """Take a command; True when the room is left."""


def card_json(card_id: str, kind: str, cost: int, name: str | None = None, number: int = 0) -> Json:
    """Return a card as messages show it."""
    return {
        "id": card_id,
        "name": name or card_id,
        "uuid": f"offer-{card_id}-{number}",
        "type": kind,
        "rarity": "COMMON",
        "upgrades": 0,
        "cost": cost,
        "has_target": kind == "ATTACK",
        "exhausts": False,
        "ethereal": False,
    }


OFFERS = [
    ("Shrug It Off", "SKILL", 1),
    ("Pommel Strike", "ATTACK", 1),
    ("Anger", "ATTACK", 0),
    ("Inflame", "POWER", 1),
    ("Clash", "ATTACK", 0),
    ("Uppercut", "ATTACK", 2),
]


class Rewards:
    """After a fight: gold, and a card to choose."""

    def __init__(self, run: Run) -> None:
        """Lay out the rewards."""
        self.run = run
        self.rewards: list[Json] = [{"reward_type": "GOLD", "gold": 15}, {"reward_type": "CARD"}]
        picked = run.random.sample(OFFERS, 3)
        self.cards = [card_json(*offer, number=run.floor) for offer in picked]
        self.choosing = False

    def message(self) -> Json:
        """The list of rewards, or the cards."""
        if self.choosing:
            screen = {"cards": self.cards, "bowl_available": False, "skip_available": True}
            return self.run.message("CARD_REWARD", ["skip"], screen, [c["name"].lower() for c in self.cards])
        choices = [reward["reward_type"].lower() for reward in self.rewards]
        return self.run.message("COMBAT_REWARD", ["proceed"], {"rewards": self.rewards}, choices)

    def obey(self, words: list[str]) -> bool:
        """Take a reward or a card, or go on."""
        if self.choosing:
            if words[0] == "choose":
                card = self.cards[chosen(words, [c["name"].lower() for c in self.cards])]
                self.run.deck.append(card)
                self.rewards = [reward for reward in self.rewards if reward["reward_type"] != "CARD"]
            self.choosing = False
            return False
        if words[0] in GO_ON:
            return True
        index = chosen(words, [reward["reward_type"].lower() for reward in self.rewards])
        if self.rewards[index]["reward_type"] == "CARD":
            self.choosing = True
        else:
            self.run.gold += self.rewards.pop(index)["gold"]
        return False


class Map:
    """Two ways to the same next room."""

    def __init__(self, run: Run) -> None:
        """Show the next floor."""
        self.run = run

    def message(self) -> Json:
        """The next rooms."""
        y = self.run.floor
        nodes = [{"x": x, "y": y, "symbol": symbol} for x, symbol in ((1, "M"), (4, "?"))]
        ways = [{**node, "children": [], "parents": []} for node in nodes]
        screen = {
            "current_node": {"x": 1, "y": y - 1},
            "next_nodes": nodes,
            "first_node_chosen": y > 0,
            "boss_available": False,
        }
        return self.run.message("MAP", ["return"], screen, ["x=1", "x=4"], map=ways)

    def obey(self, words: list[str]) -> bool:
        """Go."""
        if words[0] in GO_BACK:
            return False  # the map is all there is
        chosen(words, ["x=1", "x=4"])
        return True


class Event:
    """A question with two answers and a way out."""

    LABELS = ("Banana", "Donut", "Leave")

    def __init__(self, run: Run) -> None:
        """Meet a fish."""
        self.run = run
        self.asked = True

    def message(self) -> Json:
        """The buttons."""
        labels = self.LABELS if self.asked else ("Leave",)
        options = [
            {"label": label, "text": f"[{label}]", "disabled": False, "choice_index": index}
            for index, label in enumerate(labels)
        ]
        screen = {"event_id": "Big Fish", "event_name": "Big Fish", "body_text": "", "options": options}
        choices = [label.lower() for label in labels]
        room: Json = {"room_type": "EventRoom", "room_phase": "EVENT"}
        return self.run.message("EVENT", [], screen, choices, **room)

    def obey(self, words: list[str]) -> bool:
        """Take what is offered."""
        labels = self.LABELS if self.asked else ("Leave",)
        label = labels[chosen(words, [label.lower() for label in labels])]
        if label == "Banana":
            self.run.hp = min(self.run.max_hp, self.run.hp + self.run.max_hp // 3)
        elif label == "Donut":
            self.run.max_hp += 5
            self.run.hp += 5
        self.asked = False
        return label == "Leave"


class Rest:
    """A fire to rest at, or to forge at."""

    OPTIONS = ("rest", "smith")

    def __init__(self, run: Run) -> None:
        """Light the fire."""
        self.run = run
        self.rested = False
        self.forging: list[Json] = []

    def message(self) -> Json:
        """The options, the cards to upgrade, or the way on."""
        if self.forging:
            screen = {"cards": self._cards(), "selected_cards": self.forging[1:], "num_cards": 1}
            screen |= {"any_number": False, "for_upgrade": True, "for_transform": False, "for_purge": False}
            screen["confirm_up"] = len(self.forging) > 1
            if screen["confirm_up"]:
                return self.run.message("GRID", ["confirm", "cancel"], screen, room_type="RestRoom")
            choices = [card["name"].lower() for card in self._cards()]
            return self.run.message("GRID", ["cancel"], screen, choices, room_type="RestRoom")
        options = [] if self.rested else list(self.OPTIONS)
        screen = {"has_rested": self.rested, "rest_options": options}
        words = ["proceed"] if self.rested else []
        return self.run.message("REST", words, screen, options, room_type="RestRoom")

    def _cards(self) -> list[Json]:
        return [card for card in self.run.deck if not card["upgrades"] and card["type"] != "CURSE"]

    def obey(self, words: list[str]) -> bool:
        """Rest, forge, or go on."""
        if self.forging:
            return self._forge(words)
        if self.rested:
            if words[0] not in GO_ON:
                raise RefusedError(f"Invalid command: {words[0]}")
            return True
        if self.OPTIONS[chosen(words, list(self.OPTIONS))] == "rest":
            self.run.hp = min(self.run.max_hp, self.run.hp + 3 * self.run.max_hp // 10)
            self.rested = True
        elif self._cards():
            self.forging = [{}]
        else:
            self.rested = True
        return False

    def _forge(self, words: list[str]) -> bool:
        if words[0] in GO_BACK:
            self.forging = []
        elif len(self.forging) > 1:
            card = self.forging[1]
            card["upgrades"] += 1
            card["name"] += "+"
            self.forging, self.rested = [], True
        else:
            self.forging.append(self._cards()[chosen(words, [c["name"].lower() for c in self._cards()])])
        return False


class Shop:
    """A merchant with a card and a removal."""

    def __init__(self, run: Run) -> None:
        """Lay out the wares."""
        self.run = run
        self.inside = False
        self.cards = [{**card_json("Offering", "SKILL", 0), "price": 100}]

    def message(self) -> Json:
        """The shop from outside or from inside."""
        if not self.inside:
            return self.run.message("SHOP_ROOM", ["proceed"], {}, ["shop"], room_type="ShopRoom")
        screen = {
            "cards": self.cards,
            "relics": [],
            "potions": [],
            "purge_available": False,
            "purge_cost": 75,
        }
        return self.run.message("SHOP_SCREEN", ["leave"], screen, self._choices(), room_type="ShopRoom")

    def _choices(self) -> list[str]:
        return [card["name"].lower() for card in self.cards if card["price"] <= self.run.gold]

    def obey(self, words: list[str]) -> bool:
        """Enter, buy, leave."""
        if not self.inside:
            if words[0] in GO_ON:
                return True
            chosen(words, ["shop"])
            self.inside = True
        elif words[0] in GO_BACK:
            self.inside = False
        else:
            index = chosen(words, self._choices())
            card = self.cards.pop(index)
            self.run.gold -= card["price"]
            self.run.deck.append(card)
        return False


class Chest:
    """A chest, or a boss's: a relic, or the choice of three."""

    def __init__(self, run: Run, of_boss: bool = False) -> None:
        """Close the lid."""
        self.run, self.of_boss = run, of_boss
        self.state = "closed"

    def message(self) -> Json:
        """The chest, or what was in it."""
        room: Json = {"room_type": "TreasureRoomBoss" if self.of_boss else "TreasureRoom"}
        if self.state == "closed":
            screen: Json = {"chest_type": "SmallChest", "chest_open": False}
            return self.run.message("CHEST", ["proceed"], screen, ["open"], **room)
        if self.state == "boss":
            names = self._boss_relics()
            screen = {"relics": [{"id": name, "name": name, "counter": -1} for name in names]}
            return self.run.message("BOSS_REWARD", ["skip"], screen, [n.lower() for n in names], **room)
        if self.state == "open":
            reward = {
                "reward_type": "RELIC",
                "relic": {"id": "Strawberry", "name": "Strawberry", "counter": -1},
            }
            return self.run.message("COMBAT_REWARD", ["proceed"], {"rewards": [reward]}, ["relic"], **room)
        return self.run.message(
            "CHEST", ["proceed"], {"chest_type": "SmallChest", "chest_open": True}, **room
        )

    @staticmethod
    def _boss_relics() -> list[str]:
        return ["Tiny House", "Black Star", "Calling Bell"]

    def obey(self, words: list[str]) -> bool:
        """Open, take, go on."""
        if self.state == "closed":
            if words[0] in GO_ON:
                return True
            chosen(words, ["open"])
            self.state = "boss" if self.of_boss else "open"
        elif self.state == "boss":
            if words[0] == "choose":
                name = self._boss_relics()[chosen(words, [n.lower() for n in self._boss_relics()])]
                self.run.relics.append({"id": name, "name": name, "counter": -1})
            self.state = "empty"
        elif self.state == "open":
            if words[0] == "choose":
                chosen(words, ["relic"])
                self.run.max_hp += 7
                self.run.hp += 7
            self.state = "empty"
        else:
            return True
        return False


class GameOver:
    """The end of a run."""

    def __init__(self, run: Run, victory: bool) -> None:
        """Say how it ended."""
        self.run, self.victory = run, victory

    def message(self) -> Json:
        """The score."""
        screen = {"score": 10 * self.run.floor, "victory": self.victory}
        return self.run.message("GAME_OVER", ["proceed"], screen)

    def obey(self, words: list[str]) -> bool:
        """Back to the menu."""
        return True
