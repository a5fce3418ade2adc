"""The server: which page lives where, and how it is started."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from nicegui import app, ui
from starlette.middleware import Middleware

from hazard.errors import UserError
from hazard.files import home
from hazard.web.arriving import Arriving, load
from hazard.web.failing import register_failures
from hazard.web.guard import SESSION, Application, Guard, is_loopback
from hazard.web.pages import register_first, register_others
from hazard.web.patience import LARGEST_HEADERS, Patient
from hazard.web.site import Site
from hazard.web.store import Store

SHORTEST_TOKEN = 8


def data_folder() -> Path:
    """Return where people's work is kept; ``XDG_DATA_HOME`` moves it on every platform.

    >>> data_folder().name
    'hazard'
    """
    if chosen := os.environ.get("XDG_DATA_HOME"):
        return Path(chosen) / "hazard"
    if sys.platform == "darwin":
        return home() / "Library" / "Application Support" / "hazard"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home() / "AppData" / "Local") / "hazard"
    return home() / ".local" / "share" / "hazard"


def free_port(host: str, wanted: int) -> int:
    """Return a port that can be listened on: ``wanted``, or for 0 any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, wanted))
        except OSError as error:
            raise UserError(
                "web.cannot_listen", host=host, port=wanted, error=error.strerror or error
            ) from None
        return int(probe.getsockname()[1])


def chosen_token(asked: str | None) -> str | None:
    """Return the token of a new server: the one that is asked for, a new one, or none for "none".

    >>> chosen_token("correct-horse"), chosen_token("none"), len(chosen_token(None) or "")
    ('correct-horse', None, 16)
    """
    if asked in (None, "new"):
        return secrets.token_urlsafe(12)
    return None if asked == "none" else asked


def check_door(host: str, token: str | None) -> None:
    """Refuse to be reachable from elsewhere without a token."""
    if token is not None and len(token) < SHORTEST_TOKEN:
        raise UserError("web.token_too_short", count=len(token), least=SHORTEST_TOKEN)
    if token is not None and not re.fullmatch(r"[\w.~-]+", token, re.ASCII):
        raise UserError("web.token_does_not_fit_address")
    if not is_loopback(host) and token is None:
        raise UserError("web.open_host_without_token", host=host)


def address(host: str, port: int, token: str | None) -> str:
    """Return what to open in a browser."""
    name = f"[{host}]" if ":" in host else "127.0.0.1" if host == "0.0.0.0" else host
    return f"http://{name}:{port}/" + (f"?token={token}" if token else "")


def serve(site: Site, host: str, port: int, token: str | None, *, show: bool) -> None:
    """Serve the pages until Ctrl-C."""
    register_first(site)
    register_failures(site)
    ready = load(lambda: register_others(site))
    app.user_middleware.insert(0, Middleware(Arriving, ready=ready))
    # Searches hold the interpreter for moments only; the page should not wait longer than that for its turn.
    sys.setswitchinterval(0.0005)
    secret = _secret(site.store)
    ticket = secrets.token_urlsafe(16) if show and token else ""
    mark = f"_{hashlib.sha256(secret.encode()).hexdigest()[:8]}"
    _put_before_all(lambda inner: Guard(inner, host, token, mark, ticket))
    # Inherited by what a test starts; NiceGUI would take this process for a test of its own, and end.
    os.environ.pop("PYTEST_CURRENT_TEST", None)
    ui.run(
        host=host,
        port=port,
        title="hazard",
        favicon="🎲",
        reload=False,
        show=("/?ticket=" + ticket if ticket else "/") if show else False,
        show_welcome_message=False,
        storage_secret=secret,
        session_middleware_kwargs={"session_cookie": SESSION + mark},
        dark=None,
        reconnect_timeout=30.0,
        http=Patient,
        h11_max_incomplete_event_size=LARGEST_HEADERS,
    )


def _put_before_all(layer: Callable[[Application], Application]) -> None:
    """Put a layer around the application: not among its own, which sessions and errors are put outside of."""
    build = app.build_middleware_stack
    app.build_middleware_stack = lambda: layer(build())  # type: ignore[method-assign]


def _secret(store: Store) -> str:
    """Return what browser cookies are signed with: made once for each store, so that a restart keeps them."""
    found = store.preference("", "secret")
    if found is None:
        found = secrets.token_urlsafe(32)
        store.prefer("", "secret", found)
    return found
