"""``hazard equilibrium``: strategies for a game with secrets or several players, and how good they are."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import Annotated, get_args

import typer

import hazard
from hazard.cli.common import (
    GameArgument,
    JsonOption,
    LanguageOption,
    StateOption,
    check_suffix,
    examples,
    print_json,
    progress_bar,
    refuse_idle,
    say,
)
from hazard.equilibrium.finding import Algorithm, equilibrium
from hazard.equilibrium.result import Equilibrium
from hazard.errors import no_such
from hazard.game import Game
from hazard.language import languages
from hazard.registry import find_game
from hazard.registry.states import read_state
from hazard.search import Budget

EXAMPLES = examples(
    "hazard equilibrium liars-dice",
    "hazard equilibrium leduc --algorithm dcfr --iterations 2000",
    "hazard equilibrium 'my_game.py:Bluff(cards=5)' --seconds 60 --out bluff.npz",
    "hazard equilibrium kuhn --lang de",
    "hazard equilibrium my_package.games:Bluff --json",
)


def run(
    context: typer.Context,
    game: GameArgument,
    state: StateOption = None,
    algorithm: Annotated[
        str,
        typer.Option(
            "--algorithm",
            metavar="NAME",
            help=f"The algorithm: {', '.join(get_args(Algorithm)[:-1])}, or lp, a linear program for small "
            "games of two players.",
        ),
    ] = "pdcfr+",
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            metavar="S",
            help="Time limit in seconds. By default 10, or none with --iterations.",
        ),
    ] = None,
    iterations: Annotated[
        int | None, typer.Option("--iterations", metavar="N", help="Limit on the iterations.")
    ] = None,
    target: Annotated[
        float | None,
        typer.Option(
            "--target",
            metavar="X",
            help="Stop once the exploitability is no more than this. By default 1e-6, or none with "
            "--iterations.",
        ),
    ] = None,
    sets: Annotated[
        int,
        typer.Option(
            "--sets", metavar="N", help="How many information sets to show, the most frequent first."
        ),
    ] = 12,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE", help="Save the strategies to this file (.npz), or write JSON (.json)."
        ),
    ] = None,
    threads: Annotated[
        int,
        typer.Option(
            "--threads",
            metavar="N",
            help="How many threads share each iteration. The result does not depend on it.",
        ),
    ] = 1,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            "--checkpoint",
            metavar="FILE",
            help="Save the run to this file (.npz) every minute, and at its end.",
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="FILE", help="Continue a run that --out or --checkpoint has saved."),
    ] = None,
    language: LanguageOption = "en",
    json: JsonOption = False,
) -> None:
    """Find an equilibrium of a game with hidden information or more than two players."""
    if json:
        refuse_idle(context, "--sets", because="cli.idle.json_has_all")
        refuse_idle(context, "--lang", because="cli.idle.names_only")
    if language not in languages():
        raise no_such(language, languages(), "language")
    if out is not None:
        check_suffix(out, ".npz", ".json")
    if checkpoint is not None:
        check_suffix(checkpoint, ".npz")
    rules = named_game(game)
    position = None if state is None else read_state(rules, state)
    earlier = None if resume is None else Equilibrium.load(resume, rules, position)
    budget = None if seconds is None else Budget(seconds=seconds)
    # What the game prints must not mix with our answer, which may be JSON.
    with progress_bar() as progress, contextlib.redirect_stdout(sys.stderr):
        found = equilibrium(
            rules,
            position,
            algorithm,  # type: ignore[arg-type]  # an unknown one is refused with the known ones
            budget,
            iterations=iterations,
            target=target,
            threads=threads,
            checkpoint=checkpoint,
            resume=earlier,
            progress=progress,
        )
    if out is not None:
        if out.suffix.lower() == ".npz":
            found.save(out)
        else:
            from hazard.files import write_text

            write_text(out, found.to_json(indent=2) + "\n")
    if json:
        print_json(found.to_dict())
        return
    say(found.explain(sets, language))
    if out is not None:
        say(f"Written: {out}")


def named_game(text: str) -> Game:
    """Return the game that ``text`` names: as everywhere, or an example of the checkout by its name."""
    example = examples_folder()
    name = text.strip()
    if example is not None and name.isidentifier() and (example / f"{name}.py").is_file():
        return find_game(f"{example / name}.py")
    return find_game(text)


def examples_folder() -> Path | None:
    """Return the examples of the checkout this package runs from, if it runs from one."""
    base = Path(hazard.__file__).resolve().parents[2]
    return base / "examples" if (base / "src" / "hazard").is_dir() else None
