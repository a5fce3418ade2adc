"""Playing a fight: plan a turn, keep the plan while what was predicted happens, plan anew if not.

Everything that is known before a move is made is in the prediction. So when the game stands where it was
predicted to stand, nothing was learned and the plan goes on; cards drawn, a random target or anything else
that chance decides is learned only from the next message, and the rest of the turn is planned anew.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hazard.game import Turn
from hazard.language import Statement
from hazard.spire.agent.fallback import best_target, incoming, simple_answer
from hazard.spire.agent.memory import Answer
from hazard.spire.agent.plans import Plan, patience, planner_within
from hazard.spire.agent.policy import Policy
from hazard.spire.agent.prediction import difference
from hazard.spire.agent.selections import choice_cards, is_full
from hazard.spire.agent.watchdog import LateError, Watchdog
from hazard.spire.protocol.commands import (
    END,
    STATE,
    WAIT,
    choose,
    confirming,
    is_executing,
    is_playable,
    play,
    targets,
    use_potion,
    why_illegal,
)
from hazard.spire.protocol.message import Combat, Message
from hazard.spire.protocol.pending import read_choice
from hazard.spire.protocol.reading import CardPicture, FightReading, read_fight
from hazard.spire.protocol.simulator import Move, MoveKind, Simulator, simulator
from hazard.spire.protocol.tracked import FightId, Tracked

FIGHTS = {"MonsterRoomElite": "elite", "MonsterRoomBoss": "boss"}
SELECTIONS = ("HAND_SELECT", "GRID", "CARD_REWARD")
MOST_WAITS = 300
"""So often in a row the agent waits for a turn that it has ended, while the game carries out actions."""
WAITS_FOR_ACTIONS = 20
"""And so often for other actions. Some hosts say of every message that actions are carried out."""
WAITS_UNTOLD = 5
"""And so often for the end of a turn where the game does not say what it does."""
Planner = Callable[[Any], Plan]


@dataclass
class Standing:
    """A plan under way: what is still to be done, and where the game should stand now."""

    moves: list[Any]
    state: Any
    """The predicted state; at a chance node nobody knows yet where the game stands."""


@dataclass
class Counts:
    """How often a turn was planned."""

    turns: Counter[tuple[FightId | None, int]] = field(default_factory=Counter)
    fallbacks: int = 0
    late: int = 0
    """Plans that did not come in time."""
    unsettled: int = 0
    """Lines that plans gave up because the rules did not come to rest."""

    def summary(self) -> dict[str, Any]:
        """Return turns, plans, and plans beyond the first of each turn."""
        plans, turns = sum(self.turns.values()), len(self.turns)
        replans = (plans - turns) / turns if turns else 0.0
        return {
            "turns": turns,
            "plans": plans,
            "replans_per_turn": round(replans, 3),
            "fallbacks": self.fallbacks,
            "late": self.late,
            "unsettled": self.unsettled,
        }


class CombatPlayer:
    """Answers the messages of fights."""

    def __init__(
        self, policy: Policy, planner: Planner | None = None, milliseconds: float | None = None
    ) -> None:
        """Play by ``planner``, and by ``policy`` where it is about cards to be selected.

        A plan has ``milliseconds``, or the planner's own time; one that takes far longer is not waited for.
        """
        self.policy = policy
        self.planner = planner or planner_within(milliseconds)
        self.watchdog = Watchdog(patience(milliseconds))
        self.waits_for_actions = True
        """Whether nothing is played while the game carries out actions; advice is given all the same."""
        self.last: dict[str, Any] = {}
        """What the journal is told about the last answer."""
        self._tracked = Tracked()
        self._standing: Standing | None = None
        self._counts = Counts()
        self._ended: tuple[FightId | None, int] | None = None
        """The turn that was ended last."""
        self._waits = 0
        self._doubted = False
        """Whether the game says that it carries out actions, and nothing ever comes of it."""

    def warm_up(self, ascension: int) -> None:
        """Load and compile what a fight needs, so that the first one does not wait for it."""
        rules = simulator(ascension)
        worm = {"kind": rules.known.stand_in_monster, "hp": 1, "max_hp": 1, "move": 0}
        player = {"hp": 10, "max_hp": 10, "energy": 1}
        state = rules.state({"player": player, "monsters": [worm], "hand": [(0, 1, 1, 0, False)]})
        with contextlib.suppress(Exception):  # whatever is wrong will be said when it is asked in earnest
            rules.after(state, rules.moves(state)[0])
            self.planner(state)

    def answer(self, message: Message) -> Answer | None:
        """Return the next command of the fight; None where the screen is for the policy."""
        self.last = {}
        fight = self._tracked.fight
        self._tracked.see(message)
        if self._tracked.fight != fight:
            self.forget_plan()
        if message.game.screen_type in SELECTIONS:
            return self._selection(message)
        if "play" not in message.available_commands and "end" not in message.available_commands:
            return None
        if self._is_busy(message):
            self._waits += 1
            command = WAIT if WAIT.split()[0] in message.available_commands else STATE
            return Answer(command, Statement("spire.why.still_working"), patient=True)
        self._waits = 0
        try:
            found = self._turn(message)
        except Exception as error:  # a planner that fails must not end a run
            self.last["fault"] = f"{type(error).__name__}: {error}"
            self._counts.late += isinstance(error, LateError)
            found = None
        if found is None:
            self.forget_plan()
            self._counts.fallbacks += 1
            found = simple_answer(message, self.policy, self.may_drink(message))
        self._note(message, found)
        return found

    def _is_busy(self, message: Message) -> bool:
        """Whether the game is still at what it was told: to end a turn again would end the next one."""
        if not self.waits_for_actions:
            return False
        phase = message.game.action_phase
        if phase == "WAITING_ON_USER":
            self._doubted = False
            return False
        if self._ended == (self._tracked.fight, self._tracked.turn):
            return self._waits < (MOST_WAITS if phase else WAITS_UNTOLD)
        if not is_executing(message) or self._doubted:
            return False
        self._doubted = self._waits == WAITS_FOR_ACTIONS
        return not self._doubted

    # ---- a turn ---------------------------------------------------------------------------------------

    def _turn(self, message: Message) -> Answer | None:
        reading = read_fight(message, self._tracked)
        rules = simulator(reading.ascension)
        if reading.unknown:
            self.last["unknown"] = reading.unknown
        if not targets(message.combat or Combat()):
            return None  # nobody to fight: there is nothing to plan
        why_anew = self._surprise(rules, reading)
        if why_anew is None and self._standing is not None and self._standing.moves:
            found = self._next(rules, self._standing.state, message, reading)
            if found is not None:
                return found
            why_anew = "the game does not allow what was planned"
        state = self._known_state(rules, reading, message)
        self._make_plan(state, why_anew or "the plan is at its end")
        return self._next(rules, state, message, reading)

    def _known_state(self, rules: Simulator, reading: FightReading, message: Message) -> Any:
        """Return the state to plan from: what chance has made of the prediction, or what the message says.

        The prediction remembers what no message tells, such as a card that was put on top of the draw pile.
        """
        withhold(rules, reading, message)
        chance = self._standing is not None and rules.turn(self._standing.state) is Turn.CHANCE
        if self._standing is not None and chance and not reading.picture["withheld"]:
            state = rules.settled(self._standing.state, reading.picture["hand"])
            if state is not None and difference(rules.picture(state), reading.picture) is None:
                return state
        return reading.state

    def _surprise(self, rules: Simulator, reading: FightReading) -> str | None:
        """Say why the plan cannot go on, or None if the game stands where it was predicted to."""
        if self._standing is None:
            return "no plan"
        if rules.turn(self._standing.state) is not Turn.MAX:
            return "chance has decided"
        return difference(rules.picture(self._standing.state), reading.picture)

    def _make_plan(self, state: Any, why: str) -> None:
        turn = self._tracked.fight, self._tracked.turn
        plan = self.watchdog.done(lambda: self.planner(state))
        if self._counts.turns[turn]:
            self.last["replan"] = why
        self._counts.turns[turn] += 1
        self._standing = Standing(list(plan.moves), state)
        from hazard.spire.words import described  # the journal is read by people

        records = [move.record if isinstance(move, Move) else move for move in plan.moves]
        self.last |= {"plan": [described(record) for record in records], "value": plan.value}
        self.last["plans"] = self._counts.turns[turn]
        if unsettled := getattr(plan, "unsettled", 0):
            self.last["unsettled"] = unsettled
            self._counts.unsettled += unsettled

    def _next(self, rules: Simulator, state: Any, message: Message, reading: FightReading) -> Answer | None:
        """Turn the next move of the plan into a command, and predict what follows."""
        standing = self._standing
        if standing is None or not standing.moves:
            return None
        move = rules.move(state, standing.moves.pop(0))
        command = self._command(rules.picture(state)["hand"], move, message, reading)
        if command is None or why_illegal(message, command) is not None:
            self.last["disagrees"] = f"{move.told('en')}: {command}"
            return None
        standing.state = rules.after(state, move)
        return Answer(command, Statement("spire.why.move", move=move))

    @staticmethod
    def _command(hand: list[CardPicture], move: Move, message: Message, reading: FightReading) -> str | None:
        combat = message.combat
        if combat is None:
            return None
        match move.kind:
            case MoveKind.END:
                return END
            case MoveKind.POTION:
                needs = message.game.potions[move.index].requires_target
                return use_potion(move.index, move.target if needs else None)
            case MoveKind.PLAY:
                place = _place_in_hand(hand, move.index, reading.picture["hand"])
                if place is None:
                    return None
                target = move.target if move.target is not None else best_target(combat)
                return play(place, target if combat.hand[place].has_target else None)
        return None

    # ---- selections -----------------------------------------------------------------------------------

    def _selection(self, message: Message) -> Answer | None:
        """Select what the plan says, or plan the choice; None: the policy knows."""
        if is_full(message):
            return None
        rules = simulator(min(20, max(0, message.game.ascension)))
        standing = self._standing
        try:
            if standing is not None and standing.moves and rules.turn(standing.state) is Turn.MAX:
                found = self._select(rules, message)
                if found is not None:
                    return found
            return self._plan_selection(rules, message)
        except Exception as error:
            self.last["fault"] = f"{type(error).__name__}: {error}"
        self.forget_plan()
        return None

    def _select(self, rules: Simulator, message: Message) -> Answer | None:
        standing = self._standing
        if standing is None:
            return None
        state = standing.state
        move = rules.move(state, standing.moves[0])
        if move.kind is MoveKind.DONE:
            command = confirming(message)
        elif move.kind is MoveKind.CHOOSE:
            command = _choice(rules.chosen_card(state, move)[0], message, rules)
        else:
            command = None
        if command is None or why_illegal(message, command) is not None:
            self.forget_plan()
            return None
        standing.moves.pop(0)
        standing.state = rules.after(state, move)
        return Answer(command, Statement("spire.why.move", move=move))

    def _plan_selection(self, rules: Simulator, message: Message) -> Answer | None:
        """Chance has decided before the choice, or nobody has planned it: plan from here."""
        state = None
        if self._standing is not None and message.game.screen_type != "CARD_REWARD":  # that tells its cards
            hand = read_fight(message, self._tracked).picture["hand"]
            state = rules.settled(self._standing.state, hand)
        if state is None:
            reading = read_choice(message, self._tracked)
            if reading is None:
                self.forget_plan()
                return None
            state = reading.state
        self._make_plan(state, "a choice after what chance has decided")
        return self._select(rules, message)

    # ---- memory ---------------------------------------------------------------------------------------

    def may_drink(self, message: Message) -> bool:
        """Whether the simple fallback may use potions now; it cannot weigh them, as the planner does."""
        rules, game, combat = self.policy.potion_use, message.game, message.combat
        if combat is not None and incoming(combat) >= combat.player.current_hp:
            return True
        if FIGHTS.get(game.room_type, "hallway") in rules.keep_for:
            return True
        return game.max_hp > 0 and game.current_hp < rules.in_danger_below * game.max_hp

    def _note(self, message: Message, found: Answer | None) -> None:
        combat = message.combat
        words = found.command.split() if found is not None else []
        if words[:1] == [END]:
            self._ended = self._tracked.fight, self._tracked.turn
        if combat is not None and words[:1] == ["play"]:
            self._tracked.play(combat.hand[(int(words[1]) or 10) - 1])

    def counts(self) -> dict[str, Any]:
        """Return how many turns were played, and how often a plan had to be dropped."""
        return self._counts.summary()

    def replaced(self, command: str) -> None:
        """Another command was sent than was answered."""
        if command == END:
            self._ended = None

    def refused(self) -> None:
        """The mod has refused the last command."""
        self.forget_plan()
        self._ended = None
        if self._tracked.played:
            self._tracked.played.pop()

    def forget_plan(self) -> None:
        """Plan anew at the next message."""
        self._standing = None

    def forget(self) -> None:
        """Forget everything: a new run begins."""
        self.forget_plan()
        self._tracked = Tracked()


def withhold(rules: Simulator, reading: FightReading, message: Message) -> None:
    """Withhold what the game does not let be played although the rules would: the game is right."""
    combat, hand = message.combat, reading.picture["hand"]
    reading.picture["withheld"] = []
    if combat is None:
        return
    refused = [place for place, card in enumerate(combat.hand[: len(hand)]) if not is_playable(card, combat)]
    if not refused:
        return
    allowed = [hand[move.index] for move in rules.moves(reading.state) if move.kind is MoveKind.PLAY]
    for place in refused:
        if hand[place] in allowed:
            reading.picture["withheld"].append(place)
            told = Statement("spire.warning.not_playable", card=combat.hand[place].name)
            reading.warnings.append(told)


def _place_in_hand(ours: list[CardPicture], index: int, theirs: list[CardPicture]) -> int | None:
    """Return where the card stands in the game's hand, which may be in another order than ours."""
    wanted = ours[index]

    def same(card: CardPicture) -> bool:
        return card[:2] == wanted[:2]

    if index < len(theirs) and same(theirs[index]):
        return index
    return next((place for place, card in enumerate(theirs) if same(card)), None)


def _choice(row: int, message: Message, rules: Simulator) -> str | None:
    """Return the command that chooses a card of that row, if there is one to be chosen."""
    game = message.game
    cards = choice_cards(game.choice_list, game.screen.hand or game.screen.cards)
    taken = {card.uuid for card in (*game.screen.selected, *game.screen.selected_cards)}
    for index, card in enumerate(cards):
        if card is None or card.uuid in taken:
            continue
        if rules.known.card_row(card.id, card.upgrades > 0) == row:
            return choose(index)
    return None
