"""From a short text to a policy, as :mod:`hazard.registry` does it for games and players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hazard.errors import UserError, no_such, quoted
from hazard.game import Game
from hazard.policies.policy import Mixture, Policy, as_policy
from hazard.registry import find_player, search_names
from hazard.registry.loading import as_user_error, load_module
from hazard.search import SettingError
from hazard.specs import parse_spec

if TYPE_CHECKING:
    from hazard.solving.solve import Progress


def policy_names() -> list[str]:
    """List what :func:`find_policy` understands, besides ``module:function``."""
    return ["random", "optimal", *search_names()]


def find_policy(text: str, game: Game, *, progress: Progress | None = None) -> Policy | Mixture:
    """Make a policy of ``game``: ``random``, ``optimal``, a search with a budget, or your own.

    Your own is ``module:name`` or ``file.py:name``, where the name is a policy (a function of the state, a
    dict, ...). With settings, as in ``pigs.py:hold_at(20)``, it is called with them and returns one.

    >>> from hazard.games import Pig
    >>> find_policy("expectimax(depth=2)", Pig())
    <Policy expectimax(depth=2)>
    >>> find_policy("optimall", Pig())
    Traceback (most recent call last):
    hazard.errors.UserError: there is no policy 'optimall'; did you mean 'optimal'?
    """
    spec = parse_spec(text)
    if ":" not in spec.name:
        if spec.name.lower() == "human":
            raise UserError("registry.person_has_no_policy")
        try:
            return as_policy(find_player(text, game, progress=progress))
        except UserError as error:
            if getattr(error.context.get("what"), "code", "") != "registry.kind_player":
                raise
            raise no_such(spec.name, policy_names(), "policy") from None
    found = _own(spec.name)
    if "(" in text:
        with as_user_error("policy", quoted(text)):
            found = found(*spec.arguments, **spec.settings)
    try:
        policy = as_policy(found)
    except SettingError as error:
        raise UserError("registry.policy_refused", text=quoted(text), error=error) from None
    if isinstance(policy, Policy):
        policy.name = text.strip()
    return policy


def _own(path: str) -> Any:
    where, _, name = path.rpartition(":")
    module = load_module(where)
    if not name or not hasattr(module, name):
        known = (key for key, item in vars(module).items() if not key.startswith("_") and callable(item))
        raise no_such(name, known, "policy_in", where)
    return getattr(module, name)
