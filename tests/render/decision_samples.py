"""Decisions to render: real ones on Pig, and ones put together by hand that no search would give."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

import hazard
from hazard import Decision, Option, OutcomeValue, Statistics, Step, Turn
from hazard.decision import TraceNode
from hazard.games import Pig

EVIL = """</title></script><img src=x onerror="alert(1)"><svg onload='alert(2)'>&amp;]]>--> [red]"""


class Chest(hazard.Game):
    """A game with no bounds and no words of its own."""

    def start(self):
        return ("chest", 3)

    def turn(self, state):
        return Turn.MAX if state == self.start() else Turn.OVER

    def actions(self, state):
        return [("open", 1), ("leave", 0)]

    def apply(self, state, move):
        return move

    def value(self, state):
        return float(state[1]) if state != self.start() else 0.0


def pig(position: str = "80 75 10", depth: int = 3, **settings) -> Decision:
    game = Pig()
    return hazard.decide(
        game, game.parse(position), hazard.Expectimax(**settings), hazard.Budget(depth=depth)
    )


def by_hand(options, line=(), trace=(), search=None, turn=Turn.MAX, statistics=None) -> Decision:
    return Decision(
        game=Chest(),
        state=("chest", 3),
        turn=turn,
        search=search or hazard.Expectimax(),
        budget=hazard.Budget(),
        options=tuple(options),
        line=tuple(line),
        statistics=statistics or Statistics(),
        stopped="complete",
        trace=tuple(trace),
    )


def tree_search_like() -> Decision:
    outcomes = (
        OutcomeValue("a trap", "a trap", 0.25, -2.0, "estimate"),
        OutcomeValue("gold", "gold", 0.5, 8.0, "estimate"),
    )
    options = [
        Option(("open", 1), "open", 5.25, "estimate", 0.0, 750, 0.25, outcomes),
        Option(("leave", 0), "leave", 5.0, "estimate", 0.25, 250, 0.5),
    ]
    line = [Step(Turn.MAX, ("open", 1), "open"), Step(Turn.CHANCE, "gold", "gold", 0.5)]
    done = Statistics(nodes=1000, simulations=1000, tree_nodes=321, depth=4, seconds=0.01)
    return by_hand(options, line, search=hazard.TreeSearch(), statistics=done)


def beam_like() -> Decision:
    options = [
        Option("strike", "strike", 12.0, "estimate", 0.0),
        Option("wait", "wait", 3.0, "estimate", 9.0),
    ]
    line = [
        Step(Turn.MAX, "strike", "strike"),
        Step(Turn.CHANCE, "crit", "a critical hit", 0.05),
        Step(Turn.MAX, "end", "end the turn"),
    ]
    return by_hand(options, line, search=hazard.Beam())


def worded(decision: Decision, words: str) -> Decision:
    """The same decision with ``words`` in every place that words can stand in."""
    said = {"words": words}
    options = tuple(
        replace(option, outcomes=tuple(replace(outcome, **said) for outcome in option.outcomes), **said)
        for option in decision.options
    )
    line = tuple(replace(step, **said) for step in decision.line)
    trace = tuple(replace(node, **said) for node in decision.trace)
    return replace(decision, options=options, line=line, trace=trace)


odd_words = st.one_of(
    st.text(max_size=80),
    st.text(st.characters(), max_size=20),
    st.sampled_from(
        [
            "",
            "\x1b[31mred",
            "[red]not red[/red]",
            "[/]",
            "a\nb\r\n\tc",
            "\x00\ufffe\ud800",
            "\u202eevil",
            "漢字" * 40,
            EVIL,
        ]
    ),
)
odd_values = st.one_of(
    st.floats(), st.sampled_from([0.0, -0.0, 1.0, 1e-300, 1e300, float("inf"), float("nan")])
)
kinds = st.sampled_from(["exact", "lower", "upper", "estimate"])
probabilities = st.floats(0, 1)
odd_moves = st.one_of(
    st.none(),
    st.integers(),
    st.floats(),
    odd_words,
    st.tuples(st.integers(), odd_words),
    st.frozensets(st.integers()),
    st.binary(max_size=4),
    st.complex_numbers(),
)


@st.composite
def odd_decisions(draw) -> Decision:
    """Any decision that fits the types, sensible or not."""
    outcomes = st.builds(OutcomeValue, odd_moves, odd_words, probabilities, odd_values, kinds)
    options = st.builds(
        Option,
        odd_moves,
        odd_words,
        odd_values,
        kinds,
        odd_values,
        st.integers(0, 10**6),
        st.none() | odd_values,
        st.lists(outcomes, max_size=4).map(tuple),
    )
    chosen = draw(st.lists(options, min_size=1, max_size=5))
    turns = st.sampled_from([Turn.MAX, Turn.MIN, Turn.CHANCE])
    line = draw(st.lists(st.builds(Step, turns, odd_moves, odd_words, probabilities), max_size=4))
    search = draw(st.sampled_from([hazard.Expectimax(), hazard.TreeSearch(), hazard.Beam(width=[3, 2])]))
    trace = [
        TraceNode(
            i,
            draw(st.integers(0, i - 1)) if i else -1,
            draw(odd_moves),
            draw(odd_words),
            draw(st.sampled_from(list(Turn))),
            draw(probabilities),
            3 - i,
            draw(odd_values),
            draw(odd_values),
            draw(odd_values),
            draw(kinds),
            draw(st.sampled_from(["", "alpha-beta", "star1", "star2", "table", "reach", "horizon", "over"])),
            draw(odd_values),
            draw(st.booleans()),
        )
        for i in range(draw(st.integers(0, 5)))
    ]
    return by_hand(chosen, line, trace, search, draw(st.sampled_from([Turn.MAX, Turn.MIN])))
