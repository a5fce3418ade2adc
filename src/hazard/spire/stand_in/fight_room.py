"""A fight as the game would show it: our rules behind the mod's messages and commands."""

from __future__ import annotations

from typing import Any

from hazard.game import Turn
from hazard.spire.protocol.showing import Shower
from hazard.spire.protocol.simulator import Choice, Move, MoveKind, Simulator, simulator
from hazard.spire.rules.phrases import WORDS
from hazard.spire.stand_in.rooms import GO_ON
from hazard.spire.stand_in.run import Json, RefusedError, Run, chosen

ACTIONS = {
    "exhaust": "ExhaustAction",
    "discard": "DiscardAction",
    "put_on_top": "PutOnDeckAction",
    "put_at_bottom": "ForethoughtAction",
    "upgrade": "ArmamentsAction",
    "copy": "DualWieldAction",
    "take_to_hand": "BetterDrawPileToHandAction",
    "take_free": "BetterDiscardPileToHandAction",
    "gamble": "GamblingChipAction",
}


class FightRoom:
    """A fight; it is left when it is over."""

    def __init__(self, run: Run, state: Any, room_type: str = "MonsterRoom") -> None:
        """Begin with ``state``."""
        self.run, self.state, self.room_type = run, state, room_type
        self.rules: Simulator = simulator(run.ascension)
        self.shower = Shower(run.ascension)
        self.selected: Move | None = None
        """A card of the hand that is selected, and waits to be confirmed."""
        self.fresh = True
        self.take_over()

    @property
    def won(self) -> bool:
        """Whether the player is still alive."""
        return bool(self.rules.picture(self.state)["player"]["hp"] > 0)

    def message(self) -> Json:
        """The fight, and what has to be chosen."""
        picture = self.rules.picture(self.state)
        choice = self.rules.choice(picture)
        if choice is not None:
            return self._selection(picture, choice)
        playable = {move.index for move in self._moves() if move.kind is MoveKind.PLAY}
        hand = picture["hand"]
        playable = {place for place, card in enumerate(hand) if any(hand[i] == card for i in playable)}
        commands = ["play", "end"] if playable else ["end"]
        return self._shown("NONE", commands, {}, None, self.shower.combat(picture, playable))

    def _shown(
        self,
        screen_type: str,
        commands: list[str],
        screen: Json,
        choices: list[str] | None,
        combat: Json,
        **more: Any,
    ) -> Json:
        if self.run.has_relic("Runic Dome"):
            _hide_moves(combat["monsters"])
        elif self.fresh:
            _hide_intents(combat["monsters"])
        room: Json = {"room_type": self.room_type, "room_phase": "COMBAT", "combat_state": combat, **more}
        if screen_type != "NONE":  # first the choice
            room["potions"] = [{**potion, "can_use": False} for potion in self.run.potions]
        return self.run.message(screen_type, commands, screen, choices, **room)

    def _moves(self) -> list[Move]:
        return self.rules.moves(self.state)

    # ---- selections -----------------------------------------------------------------------------------

    def _selection(self, picture: Json, choice: Choice) -> Json:
        """Show the choice as the game does: from the hand, a grid, or a row of cards."""
        combat = self.shower.combat(picture, set())
        cards = self._choosable(picture, choice)
        names = [card["name"].lower() for card in cards]
        deed = WORDS["deed"][choice.deed]
        if choice.pile == "options":
            screen: Json = {"cards": cards, "bowl_available": False, "skip_available": False}
            return self._shown("CARD_REWARD", [], screen, names, combat, current_action="DiscoveryAction")
        words = ["confirm"] if choice.optional else []
        if choice.pile == "hand":
            screen = {
                "hand": cards,
                "selected": [],
                "max_cards": choice.amount,
                "can_pick_zero": choice.optional,
            }
            if self.selected is not None:
                screen["selected"] = self.shower.cards([picture["hand"][self.selected.index]])
                words, names = ["confirm"], []
            return self._shown("HAND_SELECT", words, screen, names, combat, current_action=ACTIONS[deed])
        screen = {
            "cards": cards,
            "selected_cards": [],
            "num_cards": choice.amount,
            "any_number": choice.optional,
        }
        screen |= {"for_upgrade": False, "for_transform": False, "for_purge": False, "confirm_up": False}
        action = "DiscardPileToTopOfDeckAction" if deed == "put_on_top" else ACTIONS[deed]
        return self._shown("GRID", words, screen, names, combat, current_action=action)

    def _choosable(self, picture: Json, choice: Choice) -> list[Json]:
        pile = picture[choice.pile]
        places = [move.index for move in self._moves() if move.kind is MoveKind.CHOOSE]
        return self.shower.cards([pile[place] for place in places])

    # ---- commands -------------------------------------------------------------------------------------

    def obey(self, words: list[str]) -> bool:
        """Make the move that the command names; True when the fight is over."""
        if words[:2] == ["potion", "discard"]:
            self._throw_away(words[2:])
            return False
        move = self.move_of(words)
        if move is None:
            return False
        self.state = self.rules.played_on(self.state, move, self.run.random.getrandbits(63))
        self.take_over()
        return self.rules.turn(self.state) is Turn.OVER

    def move_of(self, words: list[str]) -> Move | None:
        """Return the move that the command names; None while a card is only selected."""
        move = self._confirmed(words)
        self.fresh = False
        return move

    def _throw_away(self, words: list[str]) -> None:
        picture = self.rules.picture(self.state)
        self.run.throw_away(words)
        picture["player"]["potions"][int(words[0])] = 0
        self.state = self.rules.state(picture)

    def _confirmed(self, words: list[str]) -> Move | None:
        """Return the move to make; a single card of the hand is selected first, then confirmed."""
        if self.selected is not None:
            if words[0] not in GO_ON:
                raise RefusedError(f"Invalid command: {words[0]}. Possible commands: [confirm]")
            move, self.selected = self.selected, None
            return move
        move = self._move(words)
        choice = self.rules.choice(self.rules.picture(self.state)) if move.kind is MoveKind.CHOOSE else None
        if choice is not None and choice.pile == "hand" and choice.amount == 1 and not choice.optional:
            self.selected = move
            return None
        return move

    def _move(self, words: list[str]) -> Move:
        moves = self._moves()
        choosing = [move for move in moves if move.kind is MoveKind.CHOOSE]
        if choosing:
            if words[0] in GO_ON and moves[-1].kind is MoveKind.DONE:
                return moves[-1]
            picture = self.rules.picture(self.state)
            choice = self.rules.choice(picture)
            if words[0] != "choose" or choice is None:
                raise RefusedError(f"Invalid command: {words[0]}. Possible commands: [choose]")
            names = [card["name"].lower() for card in self._choosable(picture, choice)]
            return choosing[chosen(words, names)]
        match words:
            case ["end"]:
                return next(move for move in moves if move.kind is MoveKind.END)
            case ["play", place, *aim]:
                return self._play(place, aim, moves)
            case ["potion", "use", slot, *aim]:
                return self._potion(slot, aim, moves)
        raise RefusedError(f"Invalid command: {' '.join(words)}. Possible commands: [play, end, potion]")

    def _play(self, place: str, aim: list[str], moves: list[Move]) -> Move:
        hand = self.rules.picture(self.state)["hand"]
        if not place.isdecimal() or not 0 <= (int(place) or 10) - 1 < len(hand):
            raise RefusedError(f"Index {place} out of bounds in command play")
        card = hand[(int(place) or 10) - 1]
        target = int(aim[0]) if aim and aim[0].isdecimal() else None
        for move in moves:
            if move.kind is MoveKind.PLAY and hand[move.index] == card and move.target in (None, target):
                return move
        raise RefusedError("Selected card cannot be played with the selected target.")

    @staticmethod
    def _potion(slot: str, aim: list[str], moves: list[Move]) -> Move:
        target = int(aim[0]) if aim and aim[0].isdecimal() else None
        for move in moves:
            if move.kind is MoveKind.POTION and str(move.index) == slot and move.target in (None, target):
                return move
        raise RefusedError("Selected potion cannot be used.")

    def take_over(self) -> None:
        """What the fight changes of the run: hit points, potions."""
        player = self.rules.picture(self.state)["player"]
        self.run.hp, self.run.max_hp, self.run.gold = max(0, player["hp"]), player["max_hp"], player["gold"]
        over = self.rules.turn(self.state) is Turn.OVER
        slots = player["potions"][: player["potion_slots"]]
        self.run.potions = [self.shower.potion(row, usable=not over) for row in slots]


def _hide_moves(monsters: list[Json]) -> None:
    """Under Runic Dome nobody sees what is coming."""
    for monster in monsters:
        monster["intent"] = "NONE"
        for name in ("move_id", "move_base_damage", "move_adjusted_damage", "move_hits"):
            monster.pop(name, None)


def _hide_intents(monsters: list[Json]) -> None:
    """In the first message of a fight the intents are not there yet, as in the game."""
    for monster in monsters:
        if "move_id" in monster:
            monster["intent"] = "DEBUG"
            monster["move_adjusted_damage"] = -1
