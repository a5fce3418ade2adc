"""The screens of a whole run as the mod shows them: from a state's picture to messages.

Each function returns the kind of screen, the commands, what is on it, and the names of the choices.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from hazard.spire.protocol.showing import Shower
from hazard.spire.run.compile import CompiledRun
from hazard.spire.run.game import SpireRun
from hazard.spire.stand_in.button_words import neow_text, option_text
from hazard.spire.stand_in.run import Json, Run

Shown = tuple[str, list[str], Json, list[str]]
NEOW_ROW = 254
NOWHERE = 255
SYMBOLS = ("", "M", "E", "R", "$", "T", "?", "?", "BOSS")
ROOM_TYPES = (
    "NeowRoom",
    "MonsterRoom",
    "MonsterRoomElite",
    "RestRoom",
    "ShopRoom",
    "TreasureRoom",
    "EventRoom",
    "EventRoom",
    "MonsterRoomBoss",
)
REST_OPTIONS = ("rest", "smith", "recall", "lift", "toke", "dig")
CHESTS = ("", "SmallChest", "MediumChest", "LargeChest")
BURNING = ("strength", "max hp", "metallicize", "regeneration")
REWARDS = ("", "GOLD", "STOLEN_GOLD", "RELIC", "POTION", "CARD", "EMERALD_KEY", "SAPPHIRE_KEY")
SHOP_CARDS, SHOP_RELICS = 7, 10
_COUNTED = {"Omamori": 0, "WingedGreaves": 1, "Matryoshka": 3, "Tiny Chest": 4}
"""Relics that count between fights, and where."""


class Screens:
    """Shows the states of runs at one ascension."""

    def __init__(self, game: SpireRun) -> None:
        """Look the names up."""
        self.game = game
        self.rules: CompiledRun = game.rules
        self.shower = Shower(game.rules.ascension)

    # ---- belongings -------------------------------------------------------------------------------------

    def belongings(self, picture: Json, run: Run) -> None:
        """Write what the player has into ``run``, which makes the messages."""
        run.deck = self.cards(picture["deck"])
        run.relics = [self.relic(row, picture) for row in picture["relics"]]
        run.potions = [self.shower.potion(row, usable=self._drinkable(row)) for row in picture["potions"]]
        run.hp, run.max_hp, run.gold = picture["hp"], picture["max_hp"], picture["gold"]
        run.act, run.floor = picture["act"], picture["floor"]
        boss = picture["bosses"][0]
        run.act_boss = self.rules.encounters[boss] if boss < len(self.rules.encounters) else ""

    def _drinkable(self, row: int) -> bool:
        potions = self.rules.library.acts.potions.outside
        return bool(row) and self.rules.content.core.potions[row].id in potions

    def cards(self, cards: list[tuple[int, int]]) -> list[Json]:
        """Return cards as messages show them."""
        seen: Counter[Any] = Counter()
        return [self.card(card, seen) for card in cards]

    def card(self, card: tuple[int, int], seen: Counter[Any]) -> Json:
        """Return one card."""
        row, extra = card
        cost = max(0, self.rules.content.card_kinds[row].cost)
        return self.shower.card((row, cost, cost, extra, False), seen)

    def relic(self, row: int, picture: Json | None = None) -> Json:
        """Return a relic, with its count where it has one."""
        kind = self.rules.content.relic_kinds[row]
        count = -1
        if picture is not None:
            if kind.counter < len(picture["counters"]) and (kind.every > 1 or kind.id in _COUNTS_ON):
                count = picture["counters"][kind.counter]
            if kind.id in _COUNTED:
                count = picture["charges"][_COUNTED[kind.id]]
            if kind.id == "Lizard Tail" and picture["tail_used"]:
                count = -2
        return {"id": kind.id, "name": kind.name, "counter": count}

    def potion(self, row: int) -> Json:
        """Return a potion that is offered."""
        return self.shower.potion(row, usable=False)

    # ---- screens ----------------------------------------------------------------------------------------

    def map_nodes(self, picture: Json) -> list[Json]:
        """Return the act's map."""
        places = {(x, y): edges for x, y, _, edges in picture["map"]}
        burning = tuple(picture["burning"][:2])
        found = []
        for x, y, room, edges in picture["map"]:
            above = [(x + d, y + 1) for d in (-1, 0, 1) if edges >> (d + 1) & 1]
            children = [{"x": cx, "y": cy} for cx, cy in above if (cx, cy) in places]
            node: Json = {"x": x, "y": y, "symbol": SYMBOLS[room], "children": children, "parents": []}
            if not children:
                node["children"] = [{"x": 3, "y": 16 if picture["act"] < 4 else y + 1}]
            if (x, y) == burning:
                node["is_emerald"] = True
            found.append(node)
        return found

    def map(self, picture: Json, columns: list[int]) -> Shown:
        """Return the map with the next rooms."""
        rooms = {(x, y): room for x, y, room, _ in picture["map"]}
        y = picture["y"] + 1
        boss = (columns[0], y) not in rooms
        nodes = [] if boss else [{"x": x, "y": y, "symbol": SYMBOLS[rooms[x, y]]} for x in columns]
        screen: Json = {
            "current_node": {"x": max(0, picture["x"]), "y": picture["y"], "symbol": ""},
            "next_nodes": nodes,
            "first_node_chosen": picture["y"] >= 0,
            "boss_available": boss,
        }
        choices = ["boss"] if boss else [f"x={x}" for x in columns]
        return "MAP", [], screen, choices

    def rewards(self, picture: Json) -> Shown:
        """Return the list of rewards."""
        relics = [value for kind, value, place in picture["rewards"] if kind == 3 and place == 1]
        rewards: list[Json] = []
        for kind, value, _ in picture["rewards"]:
            reward: Json = {"reward_type": REWARDS[kind]}
            if kind in (1, 2):
                reward["gold"] = value
            elif kind == 3:
                reward["relic"] = self.relic(value)
            elif kind == 4:
                reward["potion"] = self.potion(value)
            elif kind == 7 and relics:
                reward["link"] = self.relic(relics[0])
            rewards.append(reward)
        choices = [reward["reward_type"].lower() for reward in rewards]
        return "COMBAT_REWARD", ["proceed"], {"rewards": rewards}, choices

    def card_reward(self, picture: Json, bowl: bool) -> Shown:
        """Return the cards of a reward."""
        cards = self.cards(picture["sets"][picture["set_open"]])
        screen = {"cards": cards, "bowl_available": bowl, "skip_available": True}
        names = [card["name"].lower() for card in cards] + ["bowl"] * bowl
        return "CARD_REWARD", ["skip"], screen, names

    def event(self, picture: Json, enabled: list[int]) -> Shown:
        """Return an event, or Neow."""
        if picture["event"] == NEOW_ROW:
            return self._neow(picture)
        row = self.rules.event(picture["event"])
        options = self.rules.pages[picture["event"]][picture["page"]]
        buttons: list[Json] = []
        for number, option in enumerate(options):
            if number not in enabled and option.shown and not option.when:
                continue
            button: Json = {
                "label": option.label,
                "text": option_text(self.rules, option, picture),
                "disabled": number not in enabled,
            }
            if number in enabled:
                button["choice_index"] = enabled.index(number)
            buttons.append(button)
        screen = {"event_id": row.id, "event_name": row.name or row.id, "body_text": "", "options": buttons}
        return "EVENT", [], screen, [options[number].label.lower() for number in enabled]

    def _neow(self, picture: Json) -> Shown:
        library = self.rules.library
        buttons: list[Json] = []
        for number, (gift, price) in enumerate(picture["neow"]):
            drawback = library.drawbacks[price - len(library.gifts)] if number == 2 else None
            text = neow_text(self.rules, library.gifts[gift], drawback, picture)
            label = text.strip("[ ]")
            buttons.append({"label": label, "text": text, "disabled": False, "choice_index": number})
        screen = {"event_id": "Neow Event", "event_name": "Neow", "body_text": "", "options": buttons}
        return "EVENT", [], screen, [button["label"].lower() for button in buttons]

    def match(self, picture: Json, places: list[int]) -> Shown:
        """Return the game of twelve cards: what was seen is said."""
        buttons = []
        for index, place in enumerate(places):
            seen, row = picture["match"][place]
            known = self.rules.content.card_kinds[row].name if seen else "hidden"
            text = f"[card{place}] {known}"
            buttons.append({"label": f"card{place}", "text": text, "disabled": False, "choice_index": index})
        left = f"{picture['match_left']} attempts left."
        name = "Match and Keep!"
        screen = {"event_id": name, "event_name": name, "body_text": left, "options": buttons}
        return "EVENT", [], screen, [f"card{place}" for place in places]

    @staticmethod
    def rest(options: list[int]) -> Shown:
        """Return the fire."""
        names = [REST_OPTIONS[option] for option in options]
        return "REST", [] if names else ["proceed"], {"has_rested": False, "rest_options": names}, names

    def shop(self, picture: Json, buyable: list[int], purge: bool) -> Shown:
        """Return the merchant's wares; choices are those that can be paid."""
        cards: list[Json] = []
        relics: list[Json] = []
        potions: list[Json] = []
        names: dict[int, str] = {}
        seen: Counter[Any] = Counter()
        for place, what, price in picture["wares"]:
            if place < SHOP_CARDS:
                cards.append({**self.card(what, seen), "price": price})
            elif place < SHOP_RELICS:
                relics.append({**self.relic(what), "price": price})
            else:
                potions.append({**self.potion(what), "price": price})
            names[place] = (cards if place < SHOP_CARDS else relics if place < SHOP_RELICS else potions)[-1][
                "name"
            ]
        screen = {
            "cards": cards,
            "relics": relics,
            "potions": potions,
            "purge_available": not picture["purged"],
            "purge_cost": picture["purge_cost"],
        }
        choices = ["purge"] * purge + [names[place].lower() for place in buyable]
        return "SHOP_SCREEN", ["leave"], screen, choices

    def grid(self, picture: Json, places: list[int], selected: list[int]) -> Shown:
        """Return cards to choose from; removals and transformations come without a mark, as in the game."""
        laid_out = picture["purpose"] == "obtain"
        pile = picture["laid_out"] if laid_out else picture["deck"]
        cards = self.cards([pile[place] for place in places])
        chosen = self.cards([pile[place] for place in selected])
        done = len(selected) == picture["to_choose"]
        screen = {
            "cards": cards,
            "selected_cards": chosen,
            "num_cards": picture["to_choose"],
            "any_number": False,
            "for_upgrade": picture["purpose"] == "upgrade",
            "for_transform": False,
            "for_purge": False,
            "confirm_up": done,
        }
        words = ["confirm"] * done + ["cancel"] * (picture["may_leave"] or done)
        return "GRID", words, screen, [] if done else [card["name"].lower() for card in cards]


_COUNTS_ON = ("Girya", "Pen Nib", "NeowsBlessing", "Ancient Tea Set")
