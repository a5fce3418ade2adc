"""Every mistake of the table, made on purpose in a game that is right, is found under its own code."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

import hazard
from hazard import Turn
from hazard.checking.findings import KINDS


class Race(hazard.Game):
    """Right in every respect: MAX and MIN step or toss in turn; whoever first has five points wins."""

    goal = 5

    def start(self):
        return (0, 0, 0, False)

    def turn(self, state):
        mine, theirs, mover, tossing = state
        return Turn.OVER if max(mine, theirs) >= self.goal else Turn.CHANCE if tossing else Turn(mover)

    def actions(self, state):
        return ["step", "toss"]

    def outcomes(self, state):
        return [("heads", 0.5), ("tails", 0.5)]

    def apply(self, state, move):
        if move == "toss":
            return (*state[:3], True)
        points = list(state[:2])
        points[state[2]] = min(self.goal, points[state[2]] + {"step": 1, "heads": 2, "tails": 0}[move])
        return (*points, 1 - state[2], False)

    def value(self, state):
        return 1.0 if state[0] > state[1] else -1.0

    def heuristic(self, state):
        return (state[0] - state[1]) / self.goal

    def bounds(self):
        return (-1, 1)

    def rank(self, state, action):
        return float(action == "toss")

    def prior(self, state, actions):
        return [1.0] * len(actions)

    def evaluate(self, states):
        return [self.heuristic(state) for state in states]

    def describe(self, state, move):
        return f"to {move}"

    def text(self, state):
        return " ".join(str(int(item)) for item in state)

    def parse(self, text):
        mine, theirs, mover, tossing = map(int, text.split())
        return (mine, theirs, mover, bool(tossing))

    def expand(self, state):
        turn = self.turn(state)
        if turn is Turn.OVER:
            return turn, []
        pairs = self.outcomes(state) if turn is Turn.CHANCE else [(a, 1.0) for a in self.actions(state)]
        return turn, [(move, p, self.apply(state, move)) for move, p in pairs]

    def sample(self, state, random):
        return random.choice(["heads", "tails"])

    def quiet(self, state):
        return True


class Plain(Race):
    """The same without what only repeats the six methods."""

    @property
    def expand(self):
        raise AttributeError

    evaluate = heuristic = sample = rank = prior = text = parse = describe = quiet = bounds = expand


def race(**methods: Any) -> hazard.Game:
    """Return Race with these methods in place of its own."""
    return type("Wrong", (Race,), methods)()


def plain(**methods: Any) -> hazard.Game:
    """Return the bare game with these methods."""
    return type("Wrong", (Plain,), methods)()


def codes(game: hazard.Game, **settings: Any) -> set[str]:
    return {found.code for found in hazard.check(game, moves=1200, seconds=600, **settings).findings}


# ---- states of other kinds


def stated(make: Any, **methods: Any) -> hazard.Game:
    """Return the race with its states dressed by ``make``; ``.parts`` undresses them."""

    class Dressed(Plain):
        def start(self):
            return make(super().start())

        def apply(self, state, move):
            return make(super().apply(state.parts, move))

    def undressed(name):
        method = getattr(Race, name)
        return lambda self, state: method(self, state.parts)

    for name in ("turn", "actions", "outcomes", "value"):
        setattr(Dressed, name, undressed(name))
    return type("Wrong", (Dressed,), methods)()


class ByIdentity:
    def __init__(self, parts):
        self.parts = parts


class NoHash(ByIdentity):
    def __eq__(self, other):
        return self.parts == other.parts


class OneHash(NoHash):
    def __hash__(self):
        return 1


class OddHash(NoHash):
    def __hash__(self):
        return id(self)


class NoMover(tuple):
    """A state of which `__eq__` and `__hash__` forget whose turn it is."""

    def __eq__(self, other):
        return self[:2] == other[:2] and self[3] == other[3]

    def __hash__(self):
        return hash((self[0], self[1], self[3]))


class Collecting(hazard.Game):
    """Six rounds: take 1, or toss for 3. Each round is a reward, and the end is worth all of them again."""

    def start(self):
        return (0, 0, False)

    def turn(self, state):
        return Turn.OVER if state[0] == 6 else Turn.CHANCE if state[2] else Turn.MAX

    def actions(self, state):
        return ["take", "toss"]

    def outcomes(self, state):
        return [(3, 0.5), (0, 0.5)]

    def apply(self, state, move):
        points = {"take": 1, "toss": 0}.get(move, move)
        return (state[0] + (move != "toss"), state[1] + points, move == "toss")

    def reward(self, state, move):
        return float({"take": 1, "toss": 0}.get(move, move))

    def value(self, state):
        return float(state[1])


_count = itertools.count()


class SomeHash(NoHash):
    def __init__(self, parts):
        super().__init__(parts)
        self._noise = next(_count)

    def __hash__(self):
        return hash((self.parts, self._noise))


@dataclass
class Open:
    """A board that can be written on, and has a hash that stays."""

    parts: tuple
    __hash__ = object.__hash__


class Writing(hazard.Game):
    """Fills five cells of a board in place."""

    def start(self):
        return Open((None,) * 3)

    def turn(self, state):
        return Turn.MAX if None in state.parts else Turn.OVER

    def actions(self, state):
        return [index for index, cell in enumerate(state.parts) if cell is None]

    def apply(self, state, move):
        state.parts = (*state.parts[:move], "x", *state.parts[move + 1 :])
        return state

    def value(self, state):
        return 0.0


class Slipping(Plain):
    """Answers by a counter of its own."""

    def __init__(self):
        self.asked = 0

    def value(self, state):
        self.asked += 1
        return float(self.asked % 2)


class Pot(hazard.Game):
    """Roll for ever, or stop; nothing caps the pot."""

    def start(self):
        return (0, "choose")

    def turn(self, state):
        return {"choose": Turn.MAX, "roll": Turn.CHANCE}.get(state[1], Turn.OVER)

    def actions(self, state):
        return ["roll", "stop"]

    def outcomes(self, state):
        return [(face, 1 / 6) for face in range(1, 7)]

    def apply(self, state, move):
        if isinstance(move, str):
            return (state[0], move)
        return (0, "bust") if move == 1 else (state[0] + move, "choose")

    def value(self, state):
        return float(state[0])


class Round(Pot):
    """Two states that lead to each other."""

    def turn(self, state):
        return Turn.MAX

    def apply(self, state, move):
        return (1 - state[0], "choose")


class Picking(hazard.Game):
    """Take the numbers 0 to 5 in any order; the sum of the first three counts. The state is the history."""

    def start(self):
        return ()

    def turn(self, state):
        return Turn.OVER if len(state) == 4 else Turn.MAX

    def actions(self, state):
        return [number for number in range(6) if number not in state]

    def apply(self, state, move):
        return (*state, move)

    def value(self, state):
        return float(sum(state))


class Table(NamedTuple):
    deck: tuple = (3, 1, 4, 2)
    mover: int = 0


class Cards(hazard.Game):
    """Draw from a deck whose order stands in the state; three sit around the table."""

    def start(self):
        return Table()

    def turn(self, state):
        return Turn.OVER if not state.deck else Turn(min(state.mover, 1))

    def actions(self, state):
        return ["take", "burn"]

    def apply(self, state, move):
        return Table(state.deck[1:], (state.mover + 1) % 3)

    def value(self, state):
        return 0.0


class Hand(NamedTuple):
    opponent_hand: tuple = (1, 2)
    left: int = 2


class Hands(hazard.Game):
    """Play against cards that nobody sees."""

    def start(self):
        return Hand()

    def turn(self, state):
        return Turn.MAX if state.left else Turn.OVER

    def actions(self, state):
        return ["call", "fold"]

    def apply(self, state, move):
        return state._replace(left=state.left - 1)

    def value(self, state):
        return float(state.opponent_hand[0])


class Dealt(NamedTuple):
    phase: int = 0
    hand0: str = ""
    hand1: str = ""


class Showdown(hazard.Game):
    """Each is dealt a card of three; MAX bets or checks, MIN calls or folds, and both see everything."""

    def start(self):
        return Dealt()

    def turn(self, state):
        return (Turn.CHANCE, Turn.MAX, Turn.MIN, Turn.OVER)[state.phase]

    def actions(self, state):
        return ["call", "fold"] if state.phase == 2 else ["bet", "check"]

    def outcomes(self, state):
        return [((a, b), 1 / 6) for a in "JQK" for b in "JQK" if a != b]

    def apply(self, state, move):
        return Dealt(1, *move) if state.phase == 0 else state._replace(phase=state.phase + 1)

    def value(self, state):
        return 1.0 if state.hand0 == "K" or state.hand1 == "J" else -1.0


class ThreeInTurn(hazard.Game):
    """Whoever passes six loses; the second and the third both play as MIN."""

    def start(self):
        return (0, 0)

    def turn(self, state):
        return Turn.OVER if state[0] > 6 else Turn.MAX if state[1] == 0 else Turn.MIN

    def actions(self, state):
        return [1, 2]

    def apply(self, state, move):
        return (state[0] + move, (state[1] + 1) % 3)

    def value(self, state):
        return -1.0 if state[1] == 1 else 1.0


class Uneven(hazard.Game):
    """Both guess a coin unseen; an end where MAX is wrong pays a third player, who is not there."""

    def start(self):
        return ""

    def turn(self, state):
        return (Turn.CHANCE, Turn.MAX, Turn.MIN, Turn.OVER)[len(state)]

    def outcomes(self, state):
        return [("h", 0.5), ("t", 0.5)]

    def actions(self, state):
        return ["h", "t"]

    def apply(self, state, move):
        return state + move

    def sees(self, state, player):
        return state[1:2] if player is Turn.MAX else state[2:]

    def value(self, state):
        return (1.0, -1.0) if state[0] == state[1] else (-1.0, 1.0, 0.0)


class Tenths(ThreeInTurn):
    """Steps of tenths, whose sums depend on their order."""

    def turn(self, state):
        return Turn.OVER if state[0] > 0.95 else Turn(state[1])

    def actions(self, state):
        return [0.1, 0.2, 0.3]

    def apply(self, state, move):
        return (state[0] + move, 1 - state[1])


class Alone(Plain):
    """Pays a point for each step, and does not say so in its bounds."""

    def turn(self, state):
        return Turn.MAX if super().turn(state) is Turn.MIN else super().turn(state)

    def value(self, state):
        return 0.0

    def reward(self, state, move):
        return float(move == "step")

    def bounds(self):
        return (0, 3)


class Remembering(Plain):
    """Keeps the position in the game itself, and values that one."""

    def apply(self, state, move):
        self.last = Race.apply(self, state, move)
        return self.last

    def value(self, state):
        return super().value(self.last)


class Heaps(hazard.Game):
    """Nim with heaps of 3, 2 and 2; the state counts the moves, which decides nothing."""

    def start(self):
        return ((3, 2, 2), 0, 0)

    def turn(self, state):
        return Turn(state[1]) if any(state[0]) else Turn.OVER

    def actions(self, state):
        return [(heap, count) for heap, size in enumerate(state[0]) for count in range(1, size + 1)]

    def apply(self, state, move):
        left = list(state[0])
        left[move[0]] -= move[1]
        return (tuple(left), 1 - state[1], self.note(state[2], move))

    def note(self, before, move):
        return before + 1

    def value(self, state):
        return 1.0 if state[1] == 1 else -1.0


class Tug(hazard.Game):
    """A rope with few places, and a heuristic for whoever is to move: too few states for random games."""

    def start(self):
        return (0, 0)

    def turn(self, state):
        return Turn.OVER if abs(state[0]) == 5 else Turn(state[1])

    def actions(self, state):
        return [1, 2] if abs(state[0]) < 4 else [1]

    def apply(self, state, move):
        return (state[0] + move * (1 - 2 * state[1]), 1 - state[1])

    def value(self, state):
        return 1.0 if state[0] > 0 else -1.0

    def heuristic(self, state):
        return state[0] / 5 * (1 - 2 * state[1])


class Tossing(hazard.Game):
    """Nobody decides anything: a coin is tossed once."""

    def start(self):
        return "toss"

    def turn(self, state):
        return Turn.CHANCE if state == "toss" else Turn.OVER

    def outcomes(self, state):
        return [("heads", 0.5), ("tails", 0.5)]

    def apply(self, state, move):
        return move

    def value(self, state):
        return float(state == "heads")


def leaving(*given):
    raise SystemExit(3)


def raising(*given):
    raise KeyError("mine")


def with_priors(weights):
    """`evaluate` as learners have it, with values that are right."""
    return lambda self, states: (Race.evaluate(self, states), [weights(state) for state in states])


WRONG: dict[str, tuple[str, Any]] = {
    # ---- the class
    "rewards": ("misspelt", lambda: plain(rewards=lambda self, s, m: 0.0)),
    "bound": ("misspelt", lambda: type("Wrong", (Writing,), {"bound": lambda self: (0, 1)})()),
    "heuristics": ("misspelt", lambda: type("Wrong", (Writing,), {"heuristics": lambda self, s: 0.0})()),
    "evaluat": ("misspelt", lambda: type("Wrong", (Writing,), {"evaluat": lambda self, s: 0.0})()),
    "describes": ("misspelt", lambda: type("Wrong", (Writing,), {"describes": lambda self, s, m: ""})()),
    "outcome": ("misspelt", lambda: type("Wrong", (Writing,), {"outcome": lambda self, s: []})()),
    "is_over": ("misspelt", lambda: plain(is_over=lambda self, s: False)),
    "action": ("misspelt", lambda: type("Wrong", (Tossing,), {"action": lambda self, s: []})()),
    "bounds as a tuple": ("not-a-method", lambda: race(bounds=(0, 1))),
    "start as a tuple": ("not-a-method", lambda: race(start=(0, 0, 0, False))),
    "heuristic as a property": ("not-a-method", lambda: race(heuristic=property(lambda self: 0.5))),
    "value of two": ("parameters", lambda: race(value=lambda self, state, player: 0.0)),
    "apply of one": ("parameters", lambda: race(apply=lambda self, state: state)),
    "apply forgets to return": ("no-return", lambda: race(apply=lambda self, s, m: None)),
    "no outcomes": (
        "no-such-method",
        lambda: type("Wrong", (Pot,), {"outcomes": hazard.Game.outcomes})(),
    ),
    # ---- answers
    "exception": ("exception", lambda: race(apply=raising)),
    "sys.exit": ("exception", lambda: plain(value=leaving)),
    "exception in describe": ("exception", lambda: race(describe=raising)),
    "exception in a generator": ("exception", lambda: plain(actions=lambda self, s: (1 / 0 for _ in "ab"))),
    "turn in words": ("no-turn", lambda: plain(turn=lambda self, s: "max")),
    "turn of a third": ("no-turn", lambda: plain(turn=lambda self, s: 4)),
    "actions no list": ("no-list", lambda: plain(actions=lambda self, s: 7)),
    "outcomes without pairs": ("no-list", lambda: plain(outcomes=lambda self, s: ["heads", "tails"])),
    "no actions": ("no-moves", lambda: plain(actions=lambda self, s: [])),
    "apply to None": ("no-state", lambda: plain(apply=lambda self, s, m: {}.get(m))),
    "start is None": ("no-state", lambda: plain(start=lambda self: {}.get(0))),
    "value NaN": ("no-number", lambda: plain(value=lambda self, s: math.nan)),
    "value in words": ("no-number", lambda: plain(value=lambda self, s: "1")),
    "value infinite": ("no-number", lambda: plain(value=lambda self, s: math.inf)),
    "rank None": ("no-number", lambda: race(rank=lambda self, s, a: {}.get(a))),
    "evaluate NaN": ("no-number", lambda: race(evaluate=lambda self, states: [math.nan] * len(states))),
    "value by a counter": ("changes-its-mind", Slipping),
    "apply by a counter": (
        "changes-its-mind",
        lambda: plain(apply=lambda self, s, m: (*Plain.apply(self, s, m)[:3], next(_count) % 3 == 0)),
    ),
    "value by what was asked before": ("changes-its-mind", Remembering),
    "start at random": (
        "changes-its-mind",
        lambda: plain(start=lambda self: (0, 0, 0, next(_count) % 3 == 0)),
    ),
    "sample of its own dice": (
        "changes-its-mind",
        lambda: race(sample=lambda self, s, r: ("heads", "tails")[next(_count) % 2]),
    ),
    "an action twice": ("duplicate-action", lambda: plain(actions=lambda self, s: ["step", "toss", "step"])),
    # ---- chance
    "probability negative": (
        "probability",
        lambda: plain(outcomes=lambda self, s: [("heads", 1.5), ("tails", -0.5)]),
    ),
    "probability NaN": (
        "probability",
        lambda: plain(outcomes=lambda self, s: [("heads", math.nan), ("tails", 1)]),
    ),
    "probabilities of 0.9": (
        "probability-sum",
        lambda: plain(outcomes=lambda self, s: [("heads", 0.5), ("tails", 0.4)]),
    ),
    "an outcome twice": (
        "duplicate-outcome",
        lambda: plain(outcomes=lambda self, s: [("heads", 0.5), ("heads", 0.5)]),
    ),
    "an outcome of 0": (
        "zero-probability",
        lambda: plain(outcomes=lambda self, s: [("heads", 1.0), ("tails", 0)]),
    ),
    "sample of what is likely only": ("sample-differs", lambda: race(sample=lambda self, s, r: "heads")),
    "sample of what is not listed": ("sample-differs", lambda: race(sample=lambda self, s, r: "edge")),
    # ---- states
    "written in place": ("mutates-state", Writing),
    "states of lists": (
        "unhashable-state",
        lambda: plain(apply=lambda self, s, m: [*Plain.apply(self, tuple(s), m)]),
    ),
    "equality without a hash": ("unhashable-state", lambda: stated(NoHash)),
    "hash by identity": ("hash-differs", lambda: stated(OddHash)),
    "hash of more than is compared": ("hash-differs", lambda: stated(SomeHash)),
    "equality without the mover": (
        "equal-states-differ",
        lambda: plain(apply=lambda self, s, m: NoMover(Plain.apply(self, s, m))),
    ),
    "equality by identity": ("identity-equality", lambda: stated(ByIdentity)),
    "one hash for all": ("same-hash", lambda: stated(OneHash)),
    "a pot without a cap": ("grows", Pot),
    "a history": ("history", Picking),
    "round and round": ("endless", Round),
    "a counter of moves": ("idle-part", Heaps),
    "a log of moves": (
        "idle-part",
        lambda: type("Log", (Heaps,), {"note": lambda self, log, m: hash((log, m))})(),
    ),
    # ---- values
    "bounds upside down": ("bounds", lambda: race(bounds=lambda self: (1, -1))),
    "bounds of one": ("bounds", lambda: race(bounds=lambda self: 1)),
    "value outside": ("outside-bounds", lambda: race(bounds=lambda self: (0, 1))),
    "heuristic outside": ("outside-bounds", lambda: race(heuristic=lambda self, s: 5.0 * s[0])),
    "best play outside": ("outside-bounds", Alone),
    "rewards outside": ("rewards-outside-bounds", lambda: type("Long", (Alone,), {"goal": 200})()),
    "the score twice": ("score-twice", Collecting),
    "the last mover's value": ("one-sided", lambda: plain(value=lambda self, s: 1.0)),
    "heuristic upside down": (
        "heuristic-sign",
        lambda: plain(heuristic=lambda self, s: (s[1] - s[0]) / self.goal),
    ),
    "heuristic of the mover": (
        "heuristic-mover",
        lambda: plain(goal=12, heuristic=lambda self, s: (1 - 2 * s[2]) * (s[0] - s[1]) / self.goal),
    ),
    "heuristic of the mover, few states": ("heuristic-mover", Tug),
    "sums of tenths": ("rounding", Tenths),
    # ---- optional methods
    "expand of another turn": ("expand-differs", lambda: race(expand=lambda self, s: (Turn.OVER, []))),
    "expand forgets a move": (
        "expand-differs",
        lambda: race(expand=lambda self, s: (Race.expand(self, s)[0], Race.expand(self, s)[1][1:])),
    ),
    "expand leads elsewhere": (
        "expand-differs",
        lambda: race(
            expand=lambda self, s: (
                Race.expand(self, s)[0],
                [(m, p, (9, 9, 9, False)) for m, p, _ in Race.expand(self, s)[1]],
            )
        ),
    ),
    "expand pays otherwise": (
        "expand-differs",
        lambda: race(
            reward=lambda self, s, m: 1.0,
            expand=lambda self, s: (Race.expand(self, s)[0], [(*m, 0.0) for m in Race.expand(self, s)[1]]),
        ),
    ),
    "evaluate of another value": (
        "evaluate-differs",
        lambda: race(evaluate=lambda self, states: [0.9 for _ in states]),
    ),
    "evaluate of too few": ("evaluate-differs", lambda: race(evaluate=lambda self, states: [0.0])),
    "prior of too few": ("prior", lambda: race(prior=lambda self, s, actions: [1.0])),
    "prior below zero": ("prior", lambda: race(prior=lambda self, s, actions: [-1.0, 1.0])),
    "prior of zeros with values": ("prior", lambda: race(evaluate=with_priors(lambda state: [0.0, 0.0]))),
    "prior of too few with values": ("prior", lambda: race(evaluate=with_priors(lambda state: [1.0]))),
    "prior of no action": ("prior", lambda: race(evaluate=with_priors(lambda state: {"jump": 1.0}))),
    "priors of too few states": (
        "prior",
        lambda: race(evaluate=lambda self, states: (Race.evaluate(self, states), [[1, 1]])),
    ),
    "values of too few states": (
        "evaluate-differs",
        lambda: race(evaluate=lambda self, states: ([0.0], [[1, 1]] * len(states))),
    ),
    "parse of something else": ("text-parse", lambda: race(parse=lambda self, text: (0, 0, 0, False))),
    "the same words": ("same-words", lambda: race(describe=lambda self, s, m: "move")),
    "no words": ("no-words", lambda: race(describe=lambda self, s, m: 7)),
    # ---- beyond the model
    "payoffs of two lengths": (
        "payoffs",
        lambda: plain(sees=lambda self, s, player: s, value=lambda self, s: [0.0] * (2 + int(s[0] > s[1]))),
    ),
    "sees that forgets": ("sees", lambda: race(sees=lambda self, s, player: s[:2])),
    "payoffs for two, then for three": (
        "payoffs",
        lambda: race(
            sees=lambda self, s, player: s,
            value=lambda self, s: (1.0, -1.0) if s[0] > s[1] else (0.0, 0.0, 0.0),
        ),
    ),
    "a deck in order": ("hidden", Cards),
    "the opponent's hand": ("hidden", Hands),
    "both hands, by number": ("hidden", Showdown),
    "one of three by turns": ("third-player", ThreeInTurn),
    "three around the table": ("third-player", Cards),
    "a game for three": ("third-player", lambda: plain(players=3)),
    "payoffs for two or three": ("payoffs", Uneven),
}


@pytest.mark.parametrize("name", WRONG)
def test_every_mistake_is_found_under_its_code(name):
    code, make = WRONG[name]
    assert code in codes(make())


def test_a_finding_about_many_states_shows_one_of_them():
    for name in ("the last mover's value", "heuristic upside down", "heuristic of the mover"):
        code, make = WRONG[name]
        (state,) = (found.state for found in hazard.check(make(), seconds=600).findings if found.code == code)
        assert state is not None


def test_the_table_has_a_mistake_of_every_kind():
    assert {code for code, _ in WRONG.values()} == set(KINDS)


@pytest.mark.parametrize("prior", [[1, 3], {"step": 1, "toss": 3}, {"toss": 1}], ids=str)
def test_values_with_priors_that_are_right_have_no_findings(prior):
    assert not codes(race(evaluate=with_priors(lambda state: prior)))


@pytest.mark.parametrize("kind", [Race, Plain])
def test_the_game_that_is_right_has_no_findings(kind):
    report = hazard.check(kind(), seconds=600)
    assert report.findings == ()
    assert report.ended > 100
    assert report.solved == (kind is Race)


def test_a_helper_that_the_game_calls_itself_is_not_misspelt():
    class Helped(Plain):
        def is_over(self, state):
            return max(state[:2]) >= self.goal

        def bound(self, number):
            return min(number, self.goal)

        def turn(self, state):
            return Turn.OVER if self.is_over(state) else super().turn(state)

        def value(self, state):
            return float(self.bound(state[0]) > state[1])

    assert hazard.check(Helped(), moves=500, seconds=600).findings == ()


def test_the_same_seed_finds_the_same():
    reports = [
        hazard.check(race(describe=lambda self, s, m: "move"), moves=500, seconds=600, seed=3).to_json()
        for _ in range(2)
    ]
    assert reports[0] == reports[1]


def test_the_global_random_numbers_are_left_alone():
    random.seed(5)
    expected = random.random()
    random.seed(5)
    hazard.check(Race(), moves=200)
    hazard.decide(Race(), budget=hazard.Budget(depth=2))
    assert random.random() == expected


def test_a_finding_shows_a_long_state_shortened_and_the_call_without_a_traceback():
    class Long(Plain):
        def start(self):
            return (*super().start(), "x" * 5000)

        def turn(self, state):
            raise KeyError("mine")

    (found,) = hazard.check(Long()).errors
    assert found.code == "exception"
    assert "Long.turn((0, 0, 0, False, 'xx" in found.found
    assert "KeyError: 'mine'" in found.found
    assert "test_wrong_games.py, line" in found.found
    assert len(found.found) < 250
    assert len(found.state) <= 100


def test_moves_and_seconds_that_are_none_are_refused():
    for limits in ({"moves": 0}, {"seconds": -1}, {"moves": "many"}):
        with pytest.raises(hazard.SettingError, match=next(iter(limits))):
            hazard.check(Race(), **limits)
    with pytest.raises(hazard.GameError, match=r"write Race\(\)"):
        hazard.check(Race)


def test_the_moves_are_kept_to():
    assert hazard.check(Race(), moves=77, seconds=600).moves == 77


def test_answers_that_change_long_after_they_were_given_are_found():
    class Counting(Race):
        asked = 0

        def value(self, state):  # the same when asked twice in a row, and another after a while
            Counting.asked += 1
            return super().value(state) * (1.0 if Counting.asked % 14 < 12 else 0.5)

    (found,) = hazard.check(Counting(), moves=500, seconds=600).errors
    assert found.code == "changes-its-mind"
    assert "Counting.value(" in found.found


def countdown(**methods):
    """A race to zero with states of a class of its own, whose ``__eq__`` and the like are ``methods``."""

    class Left:
        def __init__(self, number):
            self.number = number

        def __eq__(self, other):
            return self.number == other.number

        def __hash__(self):
            return self.number

    for name, method in methods.items():
        setattr(Left, name, method)

    class Countdown(hazard.Game):
        def start(self):
            return Left(6)

        def turn(self, state):
            return Turn.OVER if state.number <= 0 else Turn.MAX

        def actions(self, state):
            return [1, 2]

        def apply(self, state, move):
            return Left(state.number - move)

        def value(self, state):
            return float(state.number)

    return Countdown()


def fails(*given):
    raise ValueError("not like this")


@pytest.mark.parametrize("method", ["__eq__", "__hash__"])
def test_what_a_state_raises_when_it_is_compared_or_hashed_is_a_finding(method):
    (found,) = hazard.check(countdown(**{method: fails}), moves=200, seconds=600).errors
    assert found.code == "exception"
    assert "ValueError: not like this" in found.found


def test_a_hash_that_is_drawn_anew_each_time_is_a_finding():
    drawn = countdown(__hash__=lambda state: random.getrandbits(40))
    assert "hash-differs" in {found.code for found in hazard.check(drawn, moves=200, seconds=600).errors}


def test_a_history_is_found_where_dice_show_the_numbers_that_players_choose():
    class Sums(hazard.Game):
        """Add one or two, then whatever the coin says, up to twelve: only the sum matters."""

        def start(self):
            return ()

        def turn(self, state):
            return Turn.OVER if sum(state) >= 12 else Turn.CHANCE if len(state) % 2 else Turn.MAX

        def actions(self, state):
            return [1, 2]

        def outcomes(self, state):
            return [(1, 0.5), (2, 0.5)]

        def apply(self, state, move):
            return (*state, move)

        def value(self, state):
            return float(sum(state) == 12)

    assert {found.code for found in hazard.check(Sums(), moves=1000, seconds=600).findings} == {"history"}
