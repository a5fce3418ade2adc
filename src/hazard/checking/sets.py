"""All states that were met, taken together: hashes, fields that grow for ever, histories, what is hidden."""

from __future__ import annotations

import dataclasses
import random
import re
import time
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from typing import Any

from hazard.checking.asking import NoAnswer, alike
from hazard.checking.contents import contents, fields_of, numbers_in
from hazard.checking.findings import Findings, brief
from hazard.checking.nodes import Node
from hazard.checking.walks import LONGEST_GAME, Walk, Walker
from hazard.equilibrium.listing import list_game, seen
from hazard.game import Game, GameError, Move, State, Turn, has_secrets

_SHARING = 15
"""States to one hash, on average, at which a table is slow; with a hash of all that counts there is one."""


def look_at_hashes(states: Sequence[State], findings: Findings) -> None:
    """Equal states need equal hashes; different ones should mostly differ."""
    for first, second in combinations(states[:120], 2):
        if hash(first) != hash(second) and first == second:
            said = f"{brief(first)} and {brief(second)} are equal, and their hashes differ"
            findings.add("hash-differs", said, first)
            break
    hashes = len({hash(state) for state in states})
    if len(states) >= 30 and hashes * _SHARING <= len(states):
        said = f"the {len(states):,} states that were met have {hashes:,} different hash{'es' * (hashes > 1)}"
        findings.add("same-hash", said, states[0])


def look_for_rounding(states: Sequence[State], findings: Findings) -> None:
    """Warn of states that differ by the rounding of a sum only, as 0.1 + 0.2 and 0.3 do."""
    seen: dict[Any, State] = {}
    for state in states:
        first = seen.setdefault(_rounded(state), state)
        if first != state:
            said = f"{brief(first)} and {brief(state)} differ by less than a rounding, and are two states"
            findings.add("rounding", said, state)
            return


def _rounded(thing: Any) -> Any:
    """Return a state with the last digits of its numbers cut off; other classes are left as they are."""
    if isinstance(thing, float):
        return float(f"{thing:.12g}")
    if isinstance(thing, tuple):
        return (type(thing), *map(_rounded, thing))
    if dataclasses.is_dataclass(thing):
        return (type(thing), *(_rounded(part) for _, part in fields_of(thing)))
    return thing


# ---- games without an end


def look_for_endless_play(walks: Sequence[Walk], findings: Findings) -> None:
    """Warn where no game ended, though games were played for long."""
    broken_off = [walk for walk in walks if walk.end is None and len(walk.nodes) >= LONGEST_GAME]
    if broken_off and not any(walk.end is not None for walk in walks):
        games = f"{len(broken_off)} random game" + "s" * (len(broken_off) > 1)
        state = broken_off[-1].nodes[-1].state
        said = f"{games} went on for {LONGEST_GAME:,} moves without an end; the last stands at {brief(state)}"
        findings.add("endless", said, state)


_STEPS = 400
"""So many steps upwards and no end of it: then a field is said to grow for ever."""


def look_for_growth(walker: Walker, start: State, findings: Findings) -> None:
    """Try to make each number of the state as large as it gets; warn where nothing ever stops it."""
    growing: dict[str, None] = {}
    shrinking: set[str] = set()
    for walk in walker.walks[:40]:
        for before, after in zip(walk.nodes, walk.nodes[1:], strict=False):
            old, new = numbers_in(before.state), numbers_in(after.state)
            growing.update(dict.fromkeys(place for place in new if place in old and new[place] > old[place]))
            shrinking.update(place for place in new if place in old and new[place] < old[place])
    for place in sorted(growing, key=lambda place: place in shrinking)[:6]:  # what never shrinks comes first
        try:
            state = _climbed(walker, start, place)
        except NoAnswer:
            continue
        if state is not None:
            of_it = "" if place == "len(state)" else " of the state"
            said = f"`{place}`{of_it} grows without an end, here to {numbers_in(state)[place]:g}"
            findings.add("grows", said, state, about=place)
            return  # one is enough: a second one often counts the same


def _climbed(walker: Walker, start: State, place: str) -> State | None:
    """Go where the number at ``place`` grows most, never into an end; return a state far up, or None."""
    nodes, state, rises = walker.nodes, start, 0
    highest = numbers_in(start).get(place, 0.0)
    dice = random.Random(0)
    for _ in range(_STEPS):
        node = walker.met.get(state) or nodes.node(state)
        if node.turn is Turn.OVER or not node.moves or walker.late():
            return None
        ahead: list[tuple[float, float, State]] = []
        for move, _ in node.moves[:24]:
            following = walker.asker.ask("apply", state, move)
            if nodes.turn(following) is not Turn.OVER:
                ahead.append((numbers_in(following).get(place, -1e300), dice.random(), following))
        if not ahead:
            return None
        height, _, state = max(ahead, key=lambda item: item[:2])
        rises += height > highest
        highest = max(highest, height)
    return state if rises >= _STEPS // 4 else None


# ---- histories


def look_for_histories(walker: Walker, findings: Findings) -> None:
    """Warn where two moves in either order make different states that behave alike in every respect."""
    dice, evidence, place = random.Random(1), 0, None
    nodes = [node for node in walker.met.values() if len(node.moves) >= 2 and node.turn is not Turn.CHANCE]
    for node in dice.sample(nodes, min(len(nodes), 60)):
        if walker.late():
            return
        try:
            pair = _either_order(walker, node, dice)
            if pair is None:
                continue
            if pair[0] == pair[1] or not _behave_alike(walker, *pair, dice):
                return  # here the state is no history
        except NoAnswer:
            return
        evidence, place = evidence + 1, pair
    if evidence >= 8 and place is not None:
        said = f"{brief(place[0])} and {brief(place[1])} differ only by the order of moves, and all that "
        said += "follows is alike"
        findings.add("history", said, place[0])


def _either_order(walker: Walker, node: Node, dice: random.Random) -> tuple[State, State] | None:
    """Make two actions of one player in both orders, with the same moves of others in between."""
    first, second = dice.sample([action for action, _ in node.moves], 2)
    between: list[Move] = []
    one = walker.asker.ask("apply", node.state, first)
    while len(between) < 4:
        middle = walker.nodes.node(one)
        if middle.turn is node.turn or not middle.moves:
            break
        free = [
            move
            for move, _ in middle.moves
            # An opponent must not take what the player is going to; chance takes nothing from anybody.
            if middle.turn is Turn.CHANCE or not (alike(move, first) or alike(move, second))
        ]
        if not free:
            return None
        between.append(dice.choice(free))
        one = walker.asker.ask("apply", one, between[-1])
    states = (
        _played(walker, node.state, [first, *between, second]),
        _played(walker, node.state, [second, *between, first]),
    )
    if states[0] is None or states[1] is None or not _same_parts(*states):
        return None
    return states[0], states[1]


def _played(walker: Walker, state: State, moves: Iterable[Move]) -> State | None:
    """Return where ``moves`` lead, or None where one of them cannot be made."""
    for move in moves:
        node = walker.nodes.node(state)
        if not any(alike(move, known) for known, _ in node.moves):
            return None
        state = walker.asker.ask("apply", state, move)
    return state


def _same_parts(first: State, second: State) -> bool:
    """Whether two states hold the same things, in whatever order."""

    def parts(thing: Any) -> list[str]:
        if isinstance(thing, tuple | frozenset):
            return sorted(part for item in thing for part in parts(item))
        return sorted(thing) if isinstance(thing, str) else [repr(thing)]

    return parts(contents(first)) == parts(contents(second))


def _behave_alike(walker: Walker, first: State, second: State, dice: random.Random) -> bool:
    """Play the same random moves from both: every answer has to be the same, up to the end."""
    for _ in range(2):
        one, other = first, second
        for _ in range(60):
            left, right = walker.nodes.node(one), walker.nodes.node(other)
            if left.turn is not right.turn or _listing(left) != _listing(right):
                return False
            if left.turn is Turn.OVER:
                if walker.nodes.number("value", one) != walker.nodes.number("value", other):
                    return False
                break
            if not left.moves:
                return False
            move = dice.choice([move for move, _ in left.moves])
            one, other = walker.asker.ask("apply", one, move), walker.asker.ask("apply", other, move)
        else:
            return False  # no end seen: not enough to tell
    return True


def _listing(node: Node) -> list[str]:
    return sorted(f"{move!r} {probability:.9f}" for move, probability in node.moves)


# ---- beyond the model

_HIDDEN = (
    "hidden",
    "secret",
    "private",
    "facedown",
    "holecards",
    "hands",
    "opponenthand",
    "opponentshand",
    "otherhand",
)
_PILES = ("deck", "drawpile", "stock", "shoe")
_PLAYERS = ("players", "num_players", "n_players", "nplayers", "player_count", "number_of_players")
_MOVERS = ("player", "mover", "tomove", "current", "currentplayer", "turn", "side")


def look_at_players(game: Game, findings: Findings) -> None:
    """Warn of a game that says itself that it is for more than two."""
    if has_secrets(game):
        return  # such a game is not for searches, and may be for any number
    for name in _PLAYERS:
        players = getattr(game, name, None)
        count = len(players) if isinstance(players, list | tuple) else players
        if isinstance(count, int) and not isinstance(count, bool) and count > 2:
            findings.add("third-player", f"{type(game).__name__}.{name} is {brief(players)}")


def look_beyond_the_model(nodes: Sequence[Node], findings: Findings) -> None:
    """Warn of hidden cards, a deck in order, or a third player, by the names that the author gave."""
    movers: dict[str, dict[Any, State]] = {}
    deciders, hands = {node.turn for node in nodes[:2000]}, {}
    for node in nodes[:2000]:
        for name, found in fields_of(node.state):
            plain = name.lower().replace("_", "")
            if _is_a_hand(name) and found:
                hands[name] = node.state
            if plain.startswith(_HIDDEN) and found:
                findings.add(
                    "hidden", f"the state has a field `{name}`, {brief(found)}", node.state, about=name
                )
            if plain in _PILES and _in_some_order(found):
                said = f"the state has a `{name}` in order, {brief(found)}: a search sees what comes next"
                findings.add("hidden", said, node.state, about=name)
            if plain in _MOVERS and node.turn in (Turn.MAX, Turn.MIN) and isinstance(found, int | str):
                movers.setdefault(name, {}).setdefault(found, node.state)
    if len(hands) > 1 and {Turn.MAX, Turn.MIN} <= deciders:  # one hand alone may be open, or the mover's
        both = " and ".join(f"`{name}`" for name in hands)
        findings.add("hidden", f"the state has the hands {both}", hands.popitem()[1], about="hand")
    for name, values in movers.items():
        if len(values) > 2:
            shown = ", ".join(sorted(map(repr, values))[:6])
            said = f"`{name}` of the state is {shown} where somebody decides"
            findings.add("third-player", said, list(values.values())[2], about=name)


def _is_a_hand(name: str) -> bool:
    """Whether a field holds what one player holds: `my_hand`, `hand0`, `card_b`."""
    words = re.findall("[a-z]+|[0-9]+", name.lower())
    return "hand" in words or bool({"card", "hole", "rack"} & {*words} and _MARKS & {*words})


_MARKS = {
    "0",
    "1",
    "2",
    "a",
    "b",
    "x",
    "y",
    "p",
    "max",
    "min",
    "my",
    "own",
    "mine",
    "player",
    "opponent",
    "other",
}


def look_for_turns_of_three(walks: Sequence[Walk], findings: Findings) -> None:
    """Warn of a number that goes 0, 1, 2, 0, ... from decision to decision: two of three share MAX or MIN.

    Where players make several moves in a row, each side has as many of the numbers.
    """
    rows = [[node for node in walk.nodes if node.turn in (Turn.MAX, Turn.MIN)] for walk in walks[:60]]
    pairs = [pair for row in rows for pair in pairwise(row)]
    if len(pairs) < _ENOUGH_TURNS:
        return
    numbers = [(numbers_in(before.state), numbers_in(after.state)) for before, after in pairs]
    for place in numbers[0][0]:
        found = {old.get(place) for old, _ in numbers} | {new.get(place) for _, new in numbers}
        count = len(found)
        if found != set(range(count)) or not 3 <= count <= 8:
            continue
        if any(new[place] != (old[place] + 1) % count for old, new in numbers):
            continue
        whose = {(old[place], before.turn) for (old, _), (before, _) in zip(numbers, pairs, strict=True)}
        sides = [turn for _, turn in whose]
        if len(sides) == count and 0 < sides.count(Turn.MAX) != sides.count(Turn.MIN) > 0:
            said = f"`{place}` of the state goes from 0 to {count - 1} and round, a step for each decision"
            findings.add("third-player", said, pairs[0][1].state, about=place)
            return


_ENOUGH_TURNS = 30


_FEW_HISTORIES = 30_000
"""Lines of play up to which a game with secrets is gone through whole."""
_CANNOT_LIST = tuple(
    f"equilibrium.{why}" for why in ("too_many_histories", "not_listed_in_time", "one_player")
)


def look_at_secrets(walker: Walker, start: State, findings: Findings) -> None:
    """Go through a small game with secrets: nobody may forget, and alike states have the same actions."""
    try:
        list_game(walker.asker.game, start, max_histories=_FEW_HISTORIES, deadline=walker.deadline)
    except GameError as error:
        if error.code in _CANNOT_LIST:
            _look_at_random_pasts(walker, start, findings)
        elif error.code in ("equilibrium.payoffs_miscounted", "equilibrium.player_without_payoff"):
            findings.add("payoffs", str(error), about="value")
        elif error.code != "equilibrium.no_end":
            findings.add("sees", str(error), about="sees")
    except Exception as error:
        findings.add("sees", f"{type(error).__name__}: {error}", about="sees")


_PASTS, _LEAST, _LONG = 2_000, 300, 500
"""Games at random in which a large game is looked at for players that forget: so many at most, so many
whatever the clock says; and the moves of the longest."""


def _look_at_random_pasts(walker: Walker, start: State, findings: Findings) -> None:
    """Play at random: what a player sees is to tell apart what that player has seen and done before."""
    game, chooser = walker.asker.game, random.Random(1)
    known: dict[tuple[int, Any], tuple[Any, Any, State]] = {}
    for number in range(_PASTS):
        if number >= _LEAST and time.monotonic() > walker.deadline:
            return
        state = start
        pasts: dict[int, Any] = {}
        for _ in range(_LONG):
            turn = Turn(game.turn(state))
            if turn is Turn.OVER:
                break
            if turn.number is None:
                pairs = [pair for pair in game.outcomes(state) if pair[1] > 0]
                state = game.apply(state, chooser.choices(*zip(*pairs, strict=True))[0])
                continue
            player, actions = turn.number, tuple(game.actions(state))
            name, past = (player, seen(game, state, player)), pasts.get(player)
            before, listed, first = known.setdefault(name, (past, actions, state))
            if before != past or listed != actions:
                wrong = "past_differs" if before != past else "actions_differ"
                alike_to = {"player": player, "first": brief(first), "second": brief(state)}
                error = GameError(f"equilibrium.sampled_{wrong}", **alike_to)
                findings.add("sees", str(error), state, about="sees")
                return
            action = chooser.choice(actions)
            pasts[player] = (name, action)
            state = game.apply(state, action)


def _in_some_order(pile: Any) -> bool:
    """Whether a pile is a sequence that is not sorted: then its order must mean something."""
    if not isinstance(pile, tuple | list) or len(pile) < 3:
        return False
    try:
        return list(pile) not in (sorted(pile), sorted(pile, reverse=True))
    except TypeError:
        return True
