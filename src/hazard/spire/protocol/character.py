"""Whom hazard plays: the Ironclad, and nobody else."""

from __future__ import annotations

from hazard.errors import UserError, quoted
from hazard.spire.protocol.message import plain_id

PLAYED = "ironclad"
_OTHERS = {"silent": "Silent", "thesilent": "Silent", "defect": "Defect", "watcher": "Watcher"}


def is_class(player_class: str) -> bool:
    """Whether this is a class of the game, or none is named."""
    return plain_id(player_class) in ("", PLAYED, *_OTHERS)


def check_class(player_class: str) -> None:
    """Refuse a run of another class; a message that does not name one is taken for the Ironclad's.

    >>> check_class("THE_SILENT")
    Traceback (most recent call last):
    hazard.errors.UserError: this run is the Silent's; hazard knows and plays the Ironclad only
    """
    name = plain_id(player_class)
    if name not in ("", PLAYED):
        whose = f"the {_OTHERS[name]}'s" if name in _OTHERS else f"of the class {quoted(player_class)}"
        raise UserError("spire.run_of_another_class", whose=whose)
