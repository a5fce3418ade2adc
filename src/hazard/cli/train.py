"""``hazard train``: learn a value function from self-play."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from hazard.cli.common import (
    JsonOption,
    check_suffix,
    examples,
    print_json,
    progress_bar,
    refuse_idle,
    say,
    seed_option,
)
from hazard.cli.executing import AddressOption, OnOption, WorkersOption, executor_from
from hazard.domains import loaded, trainings
from hazard.errors import UserError, no_such, quoted
from hazard.executing.executor import Executor, cores
from hazard.learn.plot import write_curve
from hazard.learn.training import LearningCurve, Measurement, Trainable, Training, run_training
from hazard.learn.weights import Weights, load_weights
from hazard.registry import find_game
from hazard.registry.games import LIBRARIES, game_names
from hazard.specs import parse_spec, python_literal

EXAMPLES = examples(
    "hazard train my_game.py:Towers --minutes 10",
    "hazard train backgammon --seconds 600 --out my.npz",
    "hazard train 2048 --seconds 600 --out my.npz --plot curve.svg",
    "hazard train backgammon --resume --out my.npz --games 500000 --threads 2",
    "hazard train takeiteasy --minutes 5 --out my.npz",
    "hazard train takeiteasy --evaluator network --seconds 600 --set plan=500000 --out my.npz",
    "hazard train backgammon --set units=(64,16) --set trace_decay=0.7 --out small.npz",
    "hazard train backgammon --start my.npz --set rate=0.01 --games 100000 --out better.npz",
    "hazard train backgammon --out my.npz --plot curve.svg --games 0",
)


def complete_trainable(incomplete: str) -> list[str]:
    """Complete the name of a game that can be trained."""
    return [name for name in trainings() if name.startswith(incomplete)]


def run(
    context: typer.Context,
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            autocompletion=complete_trainable,
            help="The game to learn: your own as module:Class or file.py, any other that hazard knows, or "
            f"one with a training of its own: {', '.join(trainings())}.",
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="The weight file to write (.npz), by default named after the game. The training log is kept "
            "beside it.",
        ),
    ] = None,
    evaluator: Annotated[
        str | None,
        typer.Option(
            "--evaluator",
            metavar="NAME",
            help="The evaluator to train: of any game policy, value or tuples. By default, the kind "
            "that suits the game.",
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="S", min=0, help="How long to train, in seconds.")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option("--minutes", metavar="M", min=0, help="How long to train, in minutes.")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            min=0,
            help="Stop when this many games have been played in total. The last round of games is finished.",
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the training whose weights are in the --out file.")
    ] = False,
    start: Annotated[
        Path | None,
        typer.Option("--start", metavar="FILE", help="Start a new training from the weights in this file."),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="Change a setting of the training. Repeat the option for more.",
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads",
            metavar="N",
            min=1,
            max=256,
            help="How many threads play games. By default one for each processor, and one for games with a "
            "training of their own.",
        ),
    ] = None,
    seed: Annotated[
        int, seed_option("Seed for the random numbers. The same seed gives the same weights.")
    ] = 1,
    checkpoint: Annotated[
        float,
        typer.Option("--checkpoint", metavar="S", min=1, help="Time between two checkpoints, in seconds."),
    ] = 60.0,
    measure: Annotated[
        int | None,
        typer.Option(
            "--measure",
            metavar="N",
            min=0,
            help="How many games to play between two strength measurements. 0 measures "
            "nothing. The default depends on the game.",
        ),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw the learning curve to this file (.svg)."),
    ] = None,
    onnx: Annotated[
        Path | None,
        typer.Option(
            "--onnx",
            metavar="FILE",
            help="Also write the network to this file in ONNX format. Only for convolutional networks.",
        ),
    ] = None,
    on: OnOption = None,
    workers: WorkersOption = None,
    address: AddressOption = None,
    json: JsonOption = False,
) -> None:
    """Train an evaluator by self-play. You can stop a training at any time and resume it later.

    The same seed gives the same weights for any number of threads. 2048 and Take It Easy always use one.
    """
    executor = executor_from(context, on, workers, address)
    trainable = _trainable(game, evaluator, executor)
    out = Path(f"{_name(game)}.npz") if out is None else out
    check_suffix(out, ".npz")
    if plot is not None:
        check_suffix(plot, ".svg")
    if minutes is not None:
        if seconds is not None:
            raise UserError("cli.seconds_exclude_minutes")
        seconds = 60 * minutes
    if games is None and seconds is None:
        raise UserError("cli.no_training_limit")
    if out.exists() and not resume:
        raise UserError("cli.training_already_exists", path=quoted(out))
    if resume and start is not None:
        raise UserError("cli.start_excludes_resume")
    if resume:
        refuse_idle(context, "--seed", because="cli.idle.resumed")
    threads = threads or (1 if game in trainings() else cores())
    if onnx is not None:
        check_suffix(onnx, ".onnx")
        if trainable.write_onnx is None:
            raise UserError("cli.onnx_needs_convolution")
    curve = LearningCurve.beside(out)
    before = 0.0
    if resume:
        if settings:
            raise UserError("cli.set_excludes_resume")
        training = trainable.resumed(out, threads)
        before = load_weights(out, game=training.game, design=training.design).about.seconds
        curve.keep_up_to(training.games)
    else:
        training = _new(trainable, settings or [], seed, threads, start)
        curve.path.unlink(missing_ok=True)
    with progress_bar() as bar:
        weights = run_training(
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


def _name(game: str) -> str:
    """Return what a file is called by default: the class, or the file or name that the game is found by."""
    path, _, name = parse_spec(game).name.rpartition(":")
    return (Path(name).stem if name.endswith((".py", *LIBRARIES)) or not path else name).lower()


def _trainable(game: str, evaluator: str | None, executor: Executor | None) -> Trainable:
    """Return the game's own training, or the one for any game."""
    evaluators = trainings().get(game)
    if evaluators is None:
        if (
            ":" not in game
            and not game.endswith((".py", *LIBRARIES))
            and parse_spec(game).name not in game_names()
        ):
            raise no_such(game, [*trainings(), *game_names()], "training")
        from hazard.learn.self_play import trainable

        return trainable(find_game(game), evaluator, executor)
    if executor is not None:
        raise UserError("cli.own_training_elsewhere", game=game, on=executor.kind)
    if evaluator is not None and evaluator not in evaluators:
        raise no_such(evaluator, evaluators, "evaluator", game)
    found: Trainable = loaded(evaluators[evaluator] if evaluator else next(iter(evaluators.values())))()
    return found


def _new(trainable: Trainable, settings: list[str], seed: int, threads: int, start: Path | None) -> Training:
    given: dict[str, Any] = {}
    for text in settings:
        name, equals, value = text.partition("=")
        if not equals:
            raise UserError("cli.setting_has_no_value", text=quoted(text))
        try:
            given[name.strip()] = python_literal(value.strip())
        except ValueError:
            raise UserError("cli.setting_value_not_read", text=quoted(text)) from None
    if start is not None:
        if trainable.read is None:
            raise UserError("cli.start_not_possible")
        given["networks"] = trainable.read(start)
        given.setdefault("units", given["networks"].units)
    try:
        return trainable.new(**given, seed=seed, threads=threads)
    except TypeError as error:
        raise UserError("cli.training_setting_wrong", error=error) from None


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
