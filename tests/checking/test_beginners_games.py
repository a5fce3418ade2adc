"""Games as newcomers write them, in other styles than the table's: the wrong are found, the right are not."""

from __future__ import annotations

import enum
from typing import NamedTuple

import pytest

import hazard
from hazard import Turn
from hazard.checking.contents import contents, has_changed, held, numbers_in


class Subtraction(hazard.Game):
    """Take one to three of the heap in turn; who takes the last wins. A state is (heap, mover)."""

    heap = 21

    def start(self):
        return (self.heap, 0)

    def turn(self, state):
        return Turn.OVER if state[0] == 0 else Turn(state[1])

    def actions(self, state):
        return list(range(1, min(3, state[0]) + 1))

    def apply(self, state, move):
        return (state[0] - move, 1 - state[1])

    def value(self, state):
        return 1.0 if state[1] == 1 else -1.0  # MIN would be to move: MAX took the last

    def bounds(self):
        return (-1, 1)


class MoverHasLost(Subtraction):
    """The value of the side to move, as negamax has it: the same at every end."""

    def value(self, state):
        return -1.0


class Parity(NamedTuple):
    heap: int
    mover: int

    def __hash__(self):
        return self.heap % 2


class FewHashes(Subtraction):
    heap = 200

    def start(self):
        return Parity(*super().start())

    def apply(self, state, move):
        return Parity(*super().apply(state, move))


class Walk(hazard.Game):
    """Push a stone up or down until it is three away; the state is all that has happened."""

    def start(self):
        return ()

    def turn(self, state):
        return Turn.OVER if abs(sum(state)) == 3 else Turn(len(state) % 2)

    def actions(self, state):
        return [1, -1]

    def apply(self, state, move):
        return (*state, move)

    def value(self, state):
        return float(sum(state) > 0)


class Letters(hazard.Game):
    """Take letters in turn; the vowels count. The state is a string of all moves in their order."""

    def start(self):
        return ""

    def turn(self, state):
        return Turn.OVER if len(state) == 6 else Turn(len(state) % 2)

    def actions(self, state):
        return [letter for letter in "abcdefghi" if letter not in state]

    def apply(self, state, move):
        return state + move

    def value(self, state):
        return float(sum(letter in "aei" for letter in state[::2]))


class Dealt(NamedTuple):
    hand_max: tuple = (4, 7)
    hand_min: tuple = (3, 8)
    played: int = 0


class Cards(hazard.Game):
    """Each plays one of two cards that only they should see."""

    def start(self):
        return Dealt()

    def turn(self, state):
        return Turn.OVER if state.played == 2 else Turn(state.played)

    def actions(self, state):
        return [0, 1]

    def apply(self, state, move):
        name = ("hand_max", "hand_min")[state.played]
        return state._replace(**{name: (getattr(state, name)[move],)}, played=state.played + 1)

    def value(self, state):
        return float(state.hand_max[0] - state.hand_min[0])


class Envelope(NamedTuple):
    private: int = 4
    left: int = 2


class Envelopes(hazard.Game):
    def start(self):
        return Envelope()

    def turn(self, state):
        return Turn.MAX if state.left else Turn.OVER

    def actions(self, state):
        return ["wait", "open"]

    def apply(self, state, move):
        return state._replace(left=0 if move == "open" else state.left - 1)

    def value(self, state):
        return float(state.private)


def subtraction(**methods):
    return type("Wrong", (Subtraction,), methods)()


WRONG = {
    "the mover's value, one end for each side": ("one-sided", MoverHasLost),
    "two hashes for all": ("same-hash", FewHashes),
    "a history that has no end": ("grows", Walk),
    "a history as text": ("history", Letters),
    "two hands": ("hidden", Cards),
    "something private": ("hidden", Envelopes),
    "n_players": ("third-player", lambda: subtraction(n_players=4)),
    "num_players": ("third-player", lambda: subtraction(num_players=3)),
    "eval": ("misspelt", lambda: subtraction(eval=lambda self, state: 0.0)),
    "ranking": ("misspelt", lambda: subtraction(ranking=lambda self, state, action: 0.0)),
    "description": ("misspelt", lambda: subtraction(description=lambda self, state, move: "")),
}
OF_THE_CLASS = ("misspelt", "third-player")


@pytest.mark.parametrize("name", WRONG)
def test_the_mistake_is_found_with_the_state_and_the_mend(name):
    code, make = WRONG[name]
    found = {finding.code: finding for finding in hazard.check(make(), seconds=600).findings}
    assert code in found
    assert found[code].fix
    assert (found[code].state is None) == (code in OF_THE_CLASS)


def test_a_text_that_parse_does_not_take_is_found_with_its_state():
    def parse(self, text):
        raise KeyError(text)

    (found,) = hazard.check(subtraction(text=lambda self, s: "?", parse=parse), seconds=600).errors
    assert found.state == "(21, 0)"


# ---- games that are right


class Room(enum.Enum):
    HALL = 1
    DARK = 2
    OUT = 3
    LOST = 4


class Escape(hazard.Game):
    """States are members of an enum, and play can return."""

    def start(self):
        return Room.HALL

    def turn(self, state):
        return {Room.HALL: Turn.MAX, Room.DARK: Turn.CHANCE}.get(state, Turn.OVER)

    def actions(self, state):
        return ["enter", "give up"]

    def outcomes(self, state):
        return [(Room.HALL, 0.5), (Room.OUT, 0.3), (Room.LOST, 0.2)]

    def apply(self, state, move):
        return {"enter": Room.DARK, "give up": Room.LOST}.get(move, move)

    def value(self, state):
        return float(state is Room.OUT)

    def bounds(self):
        return (0, 1)


class PaidByExpand(Subtraction):
    """Ends are worth nothing; every piece taken pays, and only `expand` says so."""

    def value(self, state):
        return 0.0

    def bounds(self):
        return (-30, 40)

    def expand(self, state):
        turn = self.turn(state)
        sign = 1.0 if turn is Turn.MAX else -1.0
        actions = [] if turn is Turn.OVER else self.actions(state)
        return turn, [(action, 1.0, self.apply(state, action), sign * action) for action in actions]


class Caught(hazard.Game):
    """MAX gets away by five lucky guesses, which random play hardly makes: the one end it meets is lost."""

    def start(self):
        return (0, 0)

    def turn(self, state):
        return Turn.OVER if state in ("caught", "away") else Turn(state[1])

    def actions(self, state):
        return list(range(12)) if state[1] == 0 else ["look", "wait"]

    def apply(self, state, move):
        if state[1] == 1:
            return "caught" if move == "look" else (state[0], 0)
        if move != 7:
            return "caught"
        return "away" if state[0] == 5 else (state[0] + 1, 1)

    def value(self, state):
        return float(state == "away")

    def bounds(self):
        return (0, 1)


@pytest.mark.parametrize("make", [Subtraction, Escape, PaidByExpand, Caught])
def test_nothing_is_said_against_a_game_that_is_right(make):
    report = hazard.check(make(), moves=1500, seconds=600)
    assert [str(finding) for finding in report.findings] == []
    assert report.moves == 1500


def test_a_member_of_an_enum_is_one_thing_and_not_all_that_its_class_holds():
    """Its attributes lead to its class, and so to every other member: that took seconds for each move."""
    assert held(Room.HALL) == {}
    assert not has_changed(Room.HALL, held(Room.HALL))
    assert contents((Room.HALL, Room)) == ("tuple", ("Room", repr(Room.HALL)), ("EnumType", repr(Room)))
    assert numbers_in(Room.HALL) == {}
