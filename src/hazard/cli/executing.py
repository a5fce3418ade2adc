"""The options ``--on``, ``--workers`` and ``--address``: where many independent games are played."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from hazard.cli.common import refuse_idle

if TYPE_CHECKING:
    from hazard.executing.executor import Executor


class On(StrEnum):
    """What plays the games."""

    threads = "threads"
    processes = "processes"
    ray = "ray"


OnOption = Annotated[
    On | None,
    typer.Option(
        "--on",
        metavar="KIND",
        help="Play the games in parallel: on threads or processes of this machine, or on a Ray cluster "
        "(threads, processes or ray). The results are the same. By default, one after the other.",
    ),
]
WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        min=1,
        max=100_000,
        help="How many games to play at the same time, from 1 to 100,000. By default, one for each "
        "processor.",
    ),
]
AddressOption = Annotated[
    str | None,
    typer.Option(
        "--address",
        metavar="HOST:PORT",
        help="The Ray cluster to join. Without it, --on ray starts one on this machine.",
    ),
]


def executor_from(
    context: typer.Context, on: On | None, workers: int | None, address: str | None
) -> Executor | None:
    """Return the executor that the options ask for; None to play one game after the other."""
    if on is None:
        refuse_idle(context, "--workers", "--address", because="cli.idle.on")
        return None
    if on is not On.ray:
        refuse_idle(context, "--address", because="cli.idle.on_ray")
    from hazard.executing.executor import executor

    return executor(on.value, workers=workers, address=address)
