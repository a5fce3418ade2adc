"""``hazard train``: learn a value function from self-play."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from hazard.cli.common import JsonOption, check_suffix, examples, print_json, progress_bar, say, seed_option
from hazard.learn.plot import write_curve
from hazard.learn.training import LearningCurve, Measurement, Training, train
from hazard.learn.weights import Weights, load_weights
from hazard.registry import UserError, nearest, python_literal, quoted

EXAMPLES = examples(
    "hazard train backgammon --seconds 600 --out my.npz",
    "hazard train 2048 --seconds 600 --out my.npz --plot curve.svg",
    "hazard train backgammon --resume --out my.npz --games 500000 --threads 2",
    "hazard train takeiteasy --minutes 5 --out my.npz",
    "hazard train takeiteasy --evaluator network --seconds 600 --set plan=500000 --out my.npz",
    "hazard train backgammon --set units=(64,16) --set trace_decay=0.7 --out small.npz",
    "hazard train backgammon --start my.npz --set rate=0.01 --games 100000 --out better.npz",
    "hazard train backgammon --out my.npz --plot curve.svg --games 0",
)


class Trainable(NamedTuple):
    """How the command line makes the training of a game."""

    new: Callable[..., Training]
    resumed: Callable[[Path, int], Training]
    default_measure: int
    read: Callable[[Path], Any] | None = None
    """What a new training may start from, in a weight file; handed over as ``networks``."""
    write_onnx: Callable[[Weights, Path], None] | None = None


def _backgammon() -> Trainable:
    from hazard.backgammon.networks import BackgammonTraining, networks_now

    return Trainable(BackgammonTraining, BackgammonTraining.resumed, 20_000, networks_now)


def _twenty48() -> Trainable:
    from hazard.games.twenty48_network import Twenty48Training

    return Trainable(Twenty48Training, Twenty48Training.resumed, 4_000)


def _take_it_easy_table() -> Trainable:
    from hazard.takeiteasy.table import TableTraining

    return Trainable(TableTraining, TableTraining.resumed, 50_000)


def _take_it_easy_network() -> Trainable:
    from hazard.takeiteasy.network import NetworkTraining, read_beginning

    return Trainable(NetworkTraining, NetworkTraining.resumed, 20_000, read_beginning)


def _take_it_easy_cnn() -> Trainable:
    from hazard.takeiteasy.cnn import CnnTraining
    from hazard.takeiteasy.onnx import write_onnx

    return Trainable(CnnTraining, CnnTraining.resumed, 2_000, write_onnx=write_onnx)


_TRAINABLE: dict[str, dict[str, Callable[[], Trainable]]] = {
    "backgammon": {"network": _backgammon},
    "2048": {"table": _twenty48},
    "takeiteasy": {
        "table": _take_it_easy_table,
        "network": _take_it_easy_network,
        "cnn": _take_it_easy_cnn,
    },
}
"""The evaluators of each game that can be trained, by name; the first is meant where none is named."""


def complete_trainable(incomplete: str) -> list[str]:
    """Complete the name of a game that can be trained."""
    return [name for name in _TRAINABLE if name.startswith(incomplete)]


def run(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", autocompletion=complete_trainable, help=f"{', '.join(_TRAINABLE)}."),
    ],
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="The weight file (.npz); its log is kept beside it.")
    ],
    evaluator: Annotated[
        str | None,
        typer.Option("--evaluator", metavar="NAME", help="What learns, if the game has more than one."),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="S", min=0, help="Time to train for.")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option("--minutes", metavar="M", min=0, help="The same in minutes.")
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", min=0, help="Games to have played in the end.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on where the weight file stopped.")] = False,
    start: Annotated[
        Path | None,
        typer.Option(
            "--start", metavar="FILE", help="Begin with the weights of another training, by new settings."
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A setting of the training; repeat for more."),
    ] = None,
    threads: Annotated[
        int, typer.Option("--threads", metavar="N", min=1, max=256, help="Threads that play.")
    ] = 1,
    seed: Annotated[int, seed_option("The same seed learns the same.")] = 1,
    checkpoint: Annotated[
        float, typer.Option("--checkpoint", metavar="S", min=1, help="Seconds between checkpoints.")
    ] = 60.0,
    measure: Annotated[
        int | None,
        typer.Option("--measure", metavar="N", min=0, help="Games between two measurements; 0 for none."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw the learning curve, as .svg.")
    ] = None,
    onnx: Annotated[
        Path | None,
        typer.Option("--onnx", metavar="FILE", help="Also write the network as ONNX, if it can be."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Learn from self-play. It may be stopped at any time, by Ctrl-C or harder, and resumed.

    One seed gives the same weights on any number of threads; 2048 and Take It Easy learn with one.
    """
    if game not in _TRAINABLE:
        raise UserError(nearest(game, _TRAINABLE, "training for"))
    evaluators = _TRAINABLE[game]
    if evaluator is not None and evaluator not in evaluators:
        raise UserError(nearest(evaluator, evaluators, f"evaluator of {game} to train"))
    check_suffix(out, ".npz")
    if plot is not None:
        check_suffix(plot, ".svg")
    if minutes is not None:
        if seconds is not None:
            raise UserError("both --seconds and --minutes are given; expected one of them")
        seconds = 60 * minutes
    if games is None and seconds is None:
        raise UserError("a training needs an end; expected --seconds, --minutes or --games")
    if out.exists() and not resume:
        raise UserError(f"{quoted(out)} exists; expected --resume to go on with it, or another name")
    if resume and start is not None:
        raise UserError("--start is for a new training; one that resumes has its weights")
    trainable = (evaluators[evaluator] if evaluator else next(iter(evaluators.values())))()
    if onnx is not None:
        check_suffix(onnx, ".onnx")
        if trainable.write_onnx is None:
            raise UserError("--onnx is for convolutional networks; this evaluator's weights are kept as .npz")
    curve = LearningCurve.beside(out)
    before = 0.0
    if resume:
        if settings:
            raise UserError("--set is for a new training; one that resumes keeps its settings")
        training = trainable.resumed(out, threads)
        before = load_weights(out, game=training.game, design=training.design).about.seconds
        curve.keep_up_to(training.games)
    else:
        training = _new(trainable, settings or [], seed, threads, start)
        curve.path.unlink(missing_ok=True)
    with progress_bar() as bar:
        weights = train(
            training,
            out,
            games=games,
            seconds=seconds,
            checkpoint_seconds=checkpoint,
            measure_games=trainable.default_measure if measure is None else measure,
            seconds_before=before,
            command=shlex.join(["hazard", *sys.argv[1:]]) if sys.argv else "",
            report=_reporter(bar, games, training.games),
        )
    if onnx is not None and trainable.write_onnx is not None:
        trainable.write_onnx(weights, onnx)
    if plot is not None:
        write_curve(list(curve), f"Learning {game}", plot)
    _tell(out, weights, list(curve), json)


def _new(trainable: Trainable, settings: list[str], seed: int, threads: int, start: Path | None) -> Training:
    given: dict[str, Any] = {}
    for text in settings:
        name, equals, value = text.partition("=")
        if not equals:
            raise UserError(f"cannot read the setting {quoted(text)}; expected name=value")
        try:
            given[name.strip()] = python_literal(value.strip())
        except ValueError:
            raise UserError(f"cannot read the setting {quoted(text)}; expected a number or a tuple") from None
    if start is not None:
        if trainable.read is None:
            raise UserError(
                "--start is for backgammon and for Take It Easy's network; others go on with --resume"
            )
        given["networks"] = trainable.read(start)
        given.setdefault("units", given["networks"].units)
    try:
        return trainable.new(**given, seed=seed, threads=threads)
    except TypeError as error:
        raise UserError(f"a setting does not fit: {error}") from None


def _reporter(bar: Any, games: int | None, start: int) -> Callable[[Measurement], None] | None:
    if bar is None:
        return None

    def report(found: Measurement) -> None:
        scores = ", ".join(f"{name} {_number(score)}" for name, score in found.scores.items())
        bar(f"error {found.error:,.4g} {scores}".strip(), found.games - start, games and games - start)

    return report


def _tell(out: Path, weights: Weights, measured: list[Measurement], json: bool) -> None:
    about = weights.about
    if json:
        last = measured[-1].scores if measured else {}
        print_json({"file": str(out), **about.model_dump(), "scores": last})
        return
    say(f"{out}: {about.games:,} games in {about.seconds:,.0f} s.")
    for name, score in (measured[-1].scores if measured else {}).items():
        say(f"After {measured[-1].games:,} games, {name}: {_number(score)}")


def _number(score: float) -> str:
    """Points of 2048 go into the thousands, points of a backgammon game do not."""
    return f"{score:,.0f}" if abs(score) >= 1000 else f"{score:+.3f}"
