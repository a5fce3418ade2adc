"""Pages that fail and pages that are not there: said in a sentence, with the way to all others.

What went wrong in detail is in the server's log only: it may name files of the server, and means nothing to a
visitor.
"""

from __future__ import annotations

from collections.abc import Callable

from fastapi.exception_handlers import http_exception_handler
from fastapi.exceptions import RequestValidationError
from nicegui import app, ui
from nicegui.client import Client
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from hazard.web.directory import PAGES, title
from hazard.web.frame import LOG, in_sentences, in_words, page
from hazard.web.site import Site, Visit, accepted_language
from hazard.web.words import word


def register_failures(site: Site) -> None:
    """Answer requests that no page answers."""

    @app.exception_handler(404)
    async def missing(request: Request, error: HTTPException) -> Response:
        if request.scope.get("endpoint") is not None:  # a file of the web framework's, not a page
            return await http_exception_handler(request, error)
        return _answer(site, request, 404, "no_page", lambda visit: visit("no_page_about"))

    @app.exception_handler(RequestValidationError)
    async def senseless(request: Request, error: RequestValidationError) -> Response:
        wrong = [{**each, "loc": each["loc"][1:]} for each in error.errors()]  # it begins with "query"
        return _answer(site, request, 422, "no_page", lambda visit: in_sentences(visit, wrong))

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        # It is raised again after this answer, and the server logs it with all its details.
        return _answer(site, request, 500, "failed", lambda visit: in_words(visit, error))


def _answer(site: Site, request: Request, status: int, name: str, reason: Callable[[Visit], str]) -> Response:
    """Return a page that says what is wrong, below the bar with the way to all others."""
    try:
        with Client(ui.page(""), request=request) as client, page(site, name) as visit:
            ui.label(visit(name)).classes("text-h6")
            ui.label(reason(visit)).props('role=alert data-testid="reason"')
            ui.link(visit("home"), "/")
        return client.build_response(request, status)
    except Exception:  # without the store there are no pages; what is left to say needs none
        LOG.exception("the page that says what failed has failed")
        return _bare(request)


def _bare(request: Request) -> Response:
    language = accepted_language(request)
    links = " · ".join(
        f'<a href="{entry.address}">{title(name, language)}</a>' for name, entry in PAGES.items()
    )
    body = f"<p>{word('unexpected', language)}</p><p>{links}</p>"
    head = f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>hazard</title>'
    return HTMLResponse(f"{head}<h1>hazard</h1>{body}</html>", 500)
