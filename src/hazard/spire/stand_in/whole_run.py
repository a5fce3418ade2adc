"""Whole runs over the mod's protocol: the game's side, from Neow to the Heart, for any client.

Behind it is :class:`~hazard.spire.run.SpireRun`. The seed of a run and the client's commands decide
everything that happens: the same commands bring the same run.

Over 400 lines: one method for each screen of the game.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from hazard import _core
from hazard.game import Turn
from hazard.spire.protocol.simulator import Move
from hazard.spire.run.game import RunMove, SpireRun, SpireRunState
from hazard.spire.stand_in.fight_room import FightRoom
from hazard.spire.stand_in.rooms import GO_BACK, GO_ON
from hazard.spire.stand_in.run import MENU, Json, RefusedError, Run, chosen
from hazard.spire.stand_in.run_record import CLASSES, FightRecord, RunRecord
from hazard.spire.stand_in.run_screens import CHESTS, ROOM_TYPES, Screens, Shown

KIND = _core.SpireRunMoveKind
_ROOM_PHASE = {"EVENT": "EVENT", "NONE": "COMBAT"}


@cache
def run_game(ascension: int) -> SpireRun:
    """Return the rules of runs at ``ascension``."""
    return SpireRun(ascension)


@dataclass
class RunResults:
    """What the client did."""

    records: list[RunRecord] = field(default_factory=list)
    commands: int = 0
    refused: int = 0

    @property
    def runs(self) -> int:
        """Runs that are over."""
        return len(self.records)


class RunHost:
    """Speaks the mod's side of whole runs: :meth:`message`, then :meth:`obey` for each line of the client."""

    def __init__(self, ascension: int = 20, seed: int = 0, runs: int = 1) -> None:
        """Let the client play ``runs`` runs with the seeds from ``seed`` on; 0: without end."""
        self.ascension, self.seed, self.runs = ascension, seed, runs
        self.results = RunResults()
        self._play: Play | None = None

    @property
    def over(self) -> bool:
        """Whether all runs were played."""
        return self._play is None and 0 < self.runs <= self.results.runs

    def message(self) -> Json:
        """Return what there is to see now."""
        return MENU if self._play is None else self._play.message()

    def obey(self, line: str) -> Json:
        """Take a line of the client, and return what the mod would send."""
        words = line.strip().lower().split()
        self.results.commands += 1
        try:
            self._obey(words)
        except RefusedError as error:
            self.results.refused += 1
            if self._play is not None:
                self._play.record.refused += 1
            return {"error": str(error), "ready_for_command": True}
        return self.message()

    def given_up(self) -> RunRecord:
        """Return the record of a run that nobody plays on."""
        if self._play is None:
            return RunRecord(self.seed, self.ascension, unsettled=True)
        record = self._play.record
        record.act, record.floor, record.unsettled = self._play.state.act, self._play.state.floor, True
        return record

    def _obey(self, words: list[str]) -> None:
        if not words:
            raise RefusedError("Invalid command: nothing")
        if words[0] in ("state", "key", "click", "wait"):
            return
        allowed = self.message()["available_commands"]
        families = (("confirm", "proceed"), ("skip", "cancel", "return", "leave"))
        same = next((family for family in families if words[0] in family), (words[0],))
        if not any(word in allowed for word in same):
            raise RefusedError(f"Invalid command: {words[0]}. Possible commands: {allowed}")
        if self._play is None:
            self._start(words)
            return
        self._play.record.commands += 1
        if self._play.obey(words):
            self.results.records.append(self._play.record)
            self._play = None

    def _start(self, words: list[str]) -> None:
        if len(words) < 2 or words[1] != "ironclad":
            raise RefusedError("Only the Ironclad can be played here: start ironclad [ascension] [seed].")
        given = words[2] if len(words) > 2 else str(self.ascension)
        if not given.isdecimal() or int(given) > 20:
            raise RefusedError(f"Invalid ascension level: {given}")
        self._play = Play(int(given), self.seed + self.results.runs)


class Play:
    """One run under way, with what the mod shows of it."""

    def __init__(self, ascension: int, seed: int) -> None:
        """Begin a run."""
        self.game = run_game(ascension)
        self.screens = Screens(self.game)
        self.chance = random.Random(f"run {seed}")
        self.record = RunRecord(seed, ascension)
        self.run = Run([], [], ascension=ascension, seed=seed)
        self.state: SpireRunState = self.game.sampled(self.game.start(), self._draw())
        self.fight: FightRoom | None = None
        self.selected: list[int] = []
        self.inside = False
        """Whether the client stands before the merchant, or looks at the boss's relics."""
        self.pause: str | None = None
        """A room that is done with, and waits to be left."""
        self._look()

    def _draw(self) -> int:
        return self.chance.getrandbits(63)

    # ---- what there is to see ---------------------------------------------------------------------------

    def _look(self) -> None:
        """Read the state that the run has come to."""
        self.picture: Json = self.game.picture(self.state)
        self.moves: list[RunMove] = self.game.moves(self.state)
        if self.picture["in_fight"]:
            if self.fight is None:
                self._begin_fight()
            else:
                self.fight.state = self.state.fight
        self.screens.belongings(self.picture, self.run)
        self.nodes = self.screens.map_nodes(self.picture)
        if self.fight is not None:
            self.fight.take_over()

    def _begin_fight(self) -> None:
        room = ROOM_TYPES[self.picture["room"]]
        self.screens.belongings(self.picture, self.run)
        self.fight = FightRoom(self.run, self.state.fight, room)
        encounter = self.game.rules.encounters[self.picture["encounter"]]
        act, floor, hp = self.picture["act"], self.picture["floor"], self.picture["hp"]
        self.record.fights.append(FightRecord(encounter, CLASSES.get(room, "event"), act, floor, hp))

    def of_kind(self, kind: int) -> list[int]:
        """Return the indices of the moves of a kind that are possible."""
        return [move[1] for move in self.moves if move[0] == kind]

    @property
    def over(self) -> bool:
        """Whether the run has ended."""
        return self.game.turn(self.state) is Turn.OVER

    def message(self) -> Json:
        """Return the message of the mod."""
        if self.fight is not None and not self.over:
            return {**self.fight.message()}
        kind, commands, screen, choices = self._shown()
        room = ROOM_TYPES[self.picture["room"]]
        more: Json = {"room_type": room, "map": self.nodes}
        more["room_phase"] = "EVENT" if kind == "EVENT" else "COMPLETE"
        return self.run.message(kind, commands, screen, choices, **more)

    def _shown(self) -> Shown:
        picture = self.picture
        if self.over:
            victory = bool(self.state.victory)
            return "GAME_OVER", ["proceed"], {"score": 5 * picture["floor"], "victory": victory}, []
        if self.pause == "rest":
            return "REST", ["proceed"], {"has_rested": True, "rest_options": []}, []
        if self.pause is not None:
            option: Json = {"label": "Leave", "text": "[Leave]", "disabled": False, "choice_index": 0}
            left: Json = {"event_id": self.pause, "event_name": self.pause, "options": [option]}
            return "EVENT", [], {**left, "body_text": ""}, ["leave"]
        if picture["purpose"] != "none":
            return self.screens.grid(picture, self._choosable(), self.selected)
        match picture["screen"]:
            case "map":
                return self.screens.map(picture, self.of_kind(KIND.PATH))
            case "rewards":
                return self.screens.rewards(picture)
            case "cards":
                return self.screens.card_reward(picture, bool(self.of_kind(KIND.BOWL)))
            case "event":
                return self.screens.event(picture, self.of_kind(KIND.OPTION))
            case "match":
                return self.screens.match(picture, self.of_kind(KIND.FLIP))
            case "rest":
                return self.screens.rest(self.of_kind(KIND.OPTION))
            case "shop" if self.inside:
                return self.screens.shop(picture, self.of_kind(KIND.BUY), bool(self.of_kind(KIND.PURGE)))
            case "shop":
                return "SHOP_ROOM", ["proceed"], {}, ["shop"]
            case "chest":
                screen = {"chest_type": CHESTS[picture["chest"]], "chest_open": False}
                return "CHEST", ["proceed"], screen, ["open"]
            case "boss relics" if not self.inside:
                return "CHEST", [], {"chest_type": "BossChest", "chest_open": False}, ["open"]
            case "boss relics":
                relics = [self.screens.relic(row) for row in picture["boss_relics"]]
                return (
                    "BOSS_REWARD",
                    ["skip"],
                    {"relics": relics},
                    [relic["name"].lower() for relic in relics],
                )
        raise AssertionError(picture["screen"])

    def _choosable(self) -> list[int]:
        """Return the places of all cards that can be chosen; equal ones are one move of the rules."""
        places = self.of_kind(KIND.CHOOSE)
        if self.picture["purpose"] == "obtain":
            return [place for place in places if place not in self.selected]
        deck = self.picture["deck"]
        bottled = self.picture["bottled"]
        alike = {deck[place] for place in places if place not in bottled}
        return [
            place
            for place, card in enumerate(deck)
            if place not in self.selected and (place in places or (card in alike and place not in bottled))
        ]

    # ---- commands ---------------------------------------------------------------------------------------

    def obey(self, words: list[str]) -> bool:
        """Do what the command says; True when the run is over and left."""
        if self.over:
            return True
        if words[0] == "potion" and (self.fight is None or words[1:2] == ["discard"]):
            self._potion(words)
        elif self.fight is not None:
            self._fight(words)
        elif self.pause is not None:
            self.pause = None
        else:
            self._command(words)
        return False

    def _potion(self, words: list[str]) -> None:
        slot = int(words[2]) if len(words) > 2 and words[2].isdecimal() else 99
        if slot >= len(self.picture["potions"]) or not self.picture["potions"][slot]:
            raise RefusedError("Potion index out of bounds.")
        if words[1] == "use":
            if slot not in self.of_kind(KIND.DRINK):
                raise RefusedError("Selected potion cannot be used.")
            self._make(KIND.DRINK, slot)
            return
        self.state = self.game.core.without_potion(self.state, slot)
        self._look()

    def _fight(self, words: list[str]) -> None:
        assert self.fight is not None
        move = self.fight.move_of(words)
        if move is None:
            return
        self._play((KIND.FIGHT, 0, *move.numbers), move)

    def _play(self, move: RunMove, fought: Move | None = None) -> None:
        before = self.picture
        self.state = self.game.after(self.state, move, self._draw())
        if fought is not None and (self.over or not self.state.in_fight):
            self._end_fight()
        self.selected = []
        self._look()
        self._after(before)

    def _end_fight(self) -> None:
        self.fight = None
        self.record.fights[-1].hp_after = max(0, int(self.state.hp))

    def _after(self, before: Json) -> None:
        """Close what is over: a room that is left shows itself once more; a run that is over is noted."""
        if self.over:
            self._note_end(before)
            return
        now = self.picture
        if now["screen"] != before["screen"]:
            self.inside = self.inside and now["screen"] in ("rewards", "cards") and before["screen"] == "shop"
        if now["screen"] == "map" and now["purpose"] == "none" and before["floor"] == now["floor"]:
            if before["screen"] == "rest":
                self.pause = "rest"
            elif before["screen"] == "event" and before["event"] < len(self.game.rules.library.events):
                self.pause = self.game.rules.event(before["event"]).id

    def _note_end(self, before: Json) -> None:
        state, record = self.state, self.record
        record.act, record.floor = state.act, state.floor
        record.victory, record.act_three_won = bool(state.victory), bool(state.act_three_won)
        record.heart_killed, record.unsettled = bool(state.heart_killed), state.screen == "unsettled"
        record.hp, record.gold = max(0, state.hp), state.gold
        record.potions_unused = sum(1 for row in self.picture["potions"] if row)
        if not record.victory:
            fight = record.fights[-1] if before["in_fight"] and record.fights else None
            record.killed_by = fight.encounter if fight else before["screen"]
            record.killed_in = fight.kind if fight else before["screen"]

    def _make(self, kind: int, index: int = 0) -> None:
        for move in self.moves:
            if move[:2] == (kind, index):
                self._play(move)
                return
        raise RefusedError("That cannot be done now.")

    def _command(self, words: list[str]) -> None:
        if self.picture["purpose"] != "none":
            self._select(words)
            return
        kind, _, _, choices = self._shown()
        if words[0] in GO_ON:
            self._go_on(kind)
        elif words[0] in GO_BACK:
            self._go_back(kind)
        else:
            self._choose(kind, chosen(words, choices), choices)

    def _go_on(self, kind: str) -> None:
        self._make(KIND.PROCEED)
        self.inside = False

    def _go_back(self, kind: str) -> None:
        if kind == "SHOP_SCREEN":
            self.inside = False
        else:
            self._make(KIND.SKIP)

    def _choose(self, kind: str, index: int, choices: list[str]) -> None:
        match kind:
            case "MAP":
                self._make(KIND.PATH, self.of_kind(KIND.PATH)[index])
            case "COMBAT_REWARD":
                if index in self.of_kind(KIND.TAKE):  # a potion without a place for it stays where it is
                    self._make(KIND.TAKE, index)
            case "CARD_REWARD":
                self._make(KIND.BOWL) if choices[index] == "bowl" else self._make(KIND.CARD, index)
            case "EVENT" if self.picture["screen"] == "match":
                self._make(KIND.FLIP, self.of_kind(KIND.FLIP)[index])
            case "EVENT" | "REST":
                self._make(KIND.OPTION, self.of_kind(KIND.OPTION)[index])
            case "SHOP_ROOM":
                self.inside = True
            case "SHOP_SCREEN":
                if choices[index] == "purge":
                    self._make(KIND.PURGE)
                else:
                    self._make(KIND.BUY, self.of_kind(KIND.BUY)[index - bool(self.of_kind(KIND.PURGE))])
                self.inside = True
            case "CHEST" if self.picture["screen"] == "boss relics":
                self.inside = True
            case "CHEST":
                self._make(KIND.OPEN)
            case "BOSS_REWARD":
                self._make(KIND.TAKE, index)

    def _select(self, words: list[str]) -> None:
        """Choose cards of a grid one by one; what is chosen is confirmed."""
        full = len(self.selected) == self.picture["to_choose"]
        if words[0] in GO_BACK:
            if full:
                self.selected.pop()
            else:
                self._make(KIND.SKIP)
            return
        if words[0] in GO_ON:
            if not full:
                raise RefusedError("Not enough cards are selected.")
            self._confirm()
            return
        places = self._choosable()
        names = [
            card["name"].lower() for card in self.screens.cards([self._pile()[place] for place in places])
        ]
        self.selected.append(places[chosen(words, names)])
        if self.picture["purpose"] == "obtain":
            self._confirm()

    def _pile(self) -> list[Any]:
        pile: list[Any] = self.picture["laid_out" if self.picture["purpose"] == "obtain" else "deck"]
        return pile

    def _confirm(self) -> None:
        """Make the choices, one after the other; a card stands for any that is equal to it."""
        pile, places = self._pile(), list(self.selected)
        for place in places:
            possible = self.of_kind(KIND.CHOOSE)
            same = place if place in possible else next(p for p in possible if pile[p] == pile[place])
            self._make(KIND.CHOOSE, same)
