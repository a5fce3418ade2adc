"""The check of a game as a whole."""

from __future__ import annotations

import time
from collections.abc import Callable

from hazard.checking.asking import Asker, NoAnswer, raised_by_state
from hazard.checking.at_sight import refuse_text
from hazard.checking.exact import look_at_the_whole
from hazard.checking.findings import Findings, Report
from hazard.checking.nodes import Nodes
from hazard.checking.options import Options
from hazard.checking.sets import (
    look_at_hashes,
    look_at_players,
    look_at_secrets,
    look_beyond_the_model,
    look_for_endless_play,
    look_for_growth,
    look_for_histories,
    look_for_rounding,
    look_for_turns_of_three,
)
from hazard.checking.shape import METHODS, look_alikes, shape_errors
from hazard.checking.values import (
    Bounds,
    bounds_of,
    look_at_bounds,
    look_at_guesses,
    look_at_sides,
    look_for_a_score_told_twice,
)
from hazard.checking.walks import Walker
from hazard.compiled import CompiledGame
from hazard.game import Game, State, Turn, check_game
from hazard.search import SettingError
from hazard.solving.solve import Progress

_AFTERWARDS = 4.0
"""Seconds to look at what was met, where play has used up the time."""


def check(
    game: Game,
    state: State = None,
    *,
    moves: int = 3000,
    seconds: float = 10.0,
    seed: int = 0,
    progress: Progress | None = None,
) -> Report:
    """Check ``game`` by random play from ``state`` (by default the start), and report the mistakes.

    Every question is asked twice. The check ends after ``moves`` or ``seconds``, whichever comes first. The
    same seed plays the same moves. The report is true if there are no errors.

    >>> from hazard.games import Pig
    >>> bool(check(Pig(target=20), moves=200))
    True
    """
    check_game(game)
    refuse_text(game, state)
    for name, limit in (("moves", moves), ("seconds", seconds)):
        if isinstance(limit, bool) or not isinstance(limit, int | float) or not limit > 0:
            raise SettingError("check.limit_not_positive", name=name, found=limit)
    findings = Findings()
    asker = Asker(game, findings)
    for code, method, found in shape_errors(game):
        findings.add(code, str(found), about=method)
        asker.broken.add(method)
    for name, method in look_alikes(game):
        call = f"{method}({', '.join(METHODS[method])})"
        said = f"{asker.name}.{name} is never called; the method that hazard knows is {call}"
        findings.add("misspelt", said, about=name)
    look_at_players(game, findings)
    nodes = Nodes(asker)
    walker = Walker(asker, nodes, Options(asker, nodes, seed), seed, time.monotonic() + seconds)
    solved = False
    if not asker.broken & {"start", "turn", "apply", "actions", "outcomes", "value"}:
        try:
            solved = _play(walker, state, int(moves), progress)
        except (
            Exception
        ) as error:  # the methods are watched; states are compared, hashed and shown everywhere
            raised = raised_by_state(error)
            if raised is None:
                raise
            findings.add("exception", raised, about="state")
    return Report(
        game=asker.name,
        findings=findings.listed(),
        moves=walker.moves,
        games=len(walker.walks),
        ended=sum(walk.end is not None for walk in walker.walks),
        states=len(walker.met),
        solved=solved,
        seed=seed,
    )


def _play(walker: Walker, state: State, moves: int, progress: Progress | None) -> bool:
    """Play, and look at all that was met; return whether the bounds were compared with exact values."""
    asker, findings, game = walker.asker, walker.asker.findings, walker.asker.game
    bounds: Bounds | None = None
    try:
        bounds = bounds_of(asker)
    except NoAnswer:
        asker.broken.add("bounds")
    try:
        start = walker.nodes.start() if state is None else state
    except NoAnswer:
        return False
    walker.play(start, moves, _paced(progress, moves))
    if bounds is not None:
        look_at_bounds(walker, bounds)
    look_at_sides(walker.walks, bounds, asker)
    look_for_a_score_told_twice(walker.walks, asker)
    look_at_guesses(walker.walks, asker)
    _look_at_batches(walker)
    look_for_endless_play(walker.walks, findings)
    if isinstance(game, CompiledGame):
        return False
    look_at_hashes(list(walker.met), findings)
    look_for_rounding(list(walker.met), findings)
    if not asker.has("sees"):
        look_beyond_the_model(list(walker.met.values()), findings)
        look_for_turns_of_three(walker.walks, findings)
    if findings.has_errors():
        return False  # what follows takes the answers for granted
    walker.deadline = max(walker.deadline, time.monotonic() + _AFTERWARDS)
    walker.ask_again()
    look_for_growth(walker, start, findings)
    if asker.has("sees"):  # what has been seen is part of such a state
        look_at_secrets(walker, start, findings)
        return False
    look_for_histories(walker, findings)
    if findings.has_errors() or walker.nodes.samples_only:
        return False
    return look_at_the_whole(walker, start, bounds)


def _look_at_batches(walker: Walker) -> None:
    """Ask ``evaluate`` about all unfinished states at once, in the order they were met."""
    if not walker.asker.has("evaluate"):
        return
    met = {
        node.state: (node, guess)
        for walk in walker.walks
        for node, guess in zip(walk.nodes, walk.guesses, strict=False)
        if node.turn is not Turn.OVER
    }
    nodes = list(met.values())[:256]
    try:
        walker.options.evaluate([node for node, _ in nodes], [guess for _, guess in nodes])
    except NoAnswer:
        return


def _paced(progress: Progress | None, moves: int) -> Callable[[int], None]:
    def tell(done: int) -> None:
        if progress is not None and done % 50 == 0:
            progress("moves", done, moves)

    return tell
