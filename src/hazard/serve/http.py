"""The door for other programs: HTTP with JSON, described by OpenAPI, below ``/v1``.

Every function of :mod:`hazard.serve.functions` is a POST with its request as the body. A mistake is answered
as :class:`~hazard.serve.answers.ErrorAnswer` with the status that it has, in the language of
``Accept-Language``. When the client goes away, its work ends.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

import hazard
from hazard.errors import HazardError, quoted
from hazard.language import Statement, accepted
from hazard.serve.answers import ErrorAnswer
from hazard.serve.functions import FUNCTIONS, Function
from hazard.serve.mistakes import STATUS, Mistake, ServeError, problem_told, told
from hazard.serve.workers import Limits, RefusedError, Workers

PATH = "/v1"
GONE = 499
"""The status of an answer that nobody waits for."""
ABOUT = """Exact dice odds, best moves and suggestions, as JSON.

Send the header `Authorization: Bearer TOKEN` with the token that `hazard serve` prints at its start. The
answers have the same form as `--json` of the commands. An error is `{code, message, context}`;
`Accept-Language: de` asks for German.
"""


def application(limits: Limits | None = None, games: tuple[str, ...] = ()) -> FastAPI:
    """Return the application; a guard belongs in front of it.

    >>> sorted(application().openapi()["paths"])[:3]
    ['/v1/attack', '/v1/backgammon/hint', '/v1/decide']
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.workers = workers = Workers(limits, games)
        try:
            await workers.warm_up()
            yield
        finally:
            await workers.close()

    app = FastAPI(
        title="hazard",
        version=hazard.__version__,
        description=ABOUT,
        lifespan=lifespan,
        openapi_url=f"{PATH}/openapi.json",
        docs_url=None,  # these pages would load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
    )
    for function in FUNCTIONS.values():
        app.add_api_route(
            PATH + function.path,
            _endpoint(function),
            methods=["POST"],
            name=function.name,
            operation_id=function.name,
            summary=function.title,
            description=function.about,
            response_model=function.answer,
            responses={status: {"model": ErrorAnswer} for status in sorted({422, *STATUS.values()})},
        )
    app.openapi = lambda: _with_token(app)  # type: ignore[method-assign]
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(HTTPException, _no_such_address)
    app.add_exception_handler(Exception, _fault)
    return app


def _with_token(app: FastAPI) -> dict[str, Any]:
    """Return the description, with the token that every request needs."""
    if not app.openapi_schema:
        found = FastAPI.openapi(app)
        found.setdefault("components", {})["securitySchemes"] = {
            "token": {"type": "http", "scheme": "bearer"}
        }
        found["security"] = [{"token": []}]
    assert app.openapi_schema is not None
    return app.openapi_schema


Endpoint = Callable[..., Awaitable[Response]]


def _endpoint(function: Function) -> Endpoint:
    """Return what answers the requests of one function."""

    async def answer(request: Request, body: Any) -> Response:
        language = _language(request)
        given = body.model_dump(mode="json", by_alias=True, exclude_unset=True)
        work = asyncio.ensure_future(request.app.state.workers.call(function.name, given, language))
        gone = asyncio.ensure_future(_until_gone(request))
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                return Response(status_code=GONE)
            return _json(200, work.result(), given.get("language") or language)
        except RefusedError as error:
            return _refusal(error.mistake, given.get("language") or language)
        finally:
            for task in (work, gone):
                task.cancel()
            await asyncio.wait({work, gone})

    answer.__annotations__["body"] = function.request
    return answer


async def _until_gone(request: Request) -> None:
    """Wait until the client has gone away; its body has been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _language(request: Request) -> str:
    return accepted(request.headers.get("accept-language", ""))


def _json(status: int, data: dict[str, Any], language: str) -> Response:
    # In ASCII: a name may hold half a surrogate pair, which UTF-8 cannot say.
    text = json.dumps(data, allow_nan=False, separators=(",", ":"))
    headers = {"content-language": language}
    return Response(text, status, headers, media_type="application/json")


def _refusal(mistake: Mistake, language: str) -> Response:
    answer = _json(mistake.status, mistake.to_dict(), language)
    if mistake.status == 503:
        answer.headers["retry-after"] = "1"
    return answer


# ---- mistakes -------------------------------------------------------------------------------------------


async def _unreadable(request: Request, error: Exception) -> Response:
    """Answer a body that is no request of this function."""
    assert isinstance(error, RequestValidationError)
    kind = request.headers.get("content-type", "application/json")
    found: HazardError
    if kind.partition(";")[0].strip().lower() != "application/json":
        found = ServeError("serve.not_sent_as_json", found=quoted(kind))
    else:
        found = _problem(error)
    language = _language(request)
    return _refusal(told(found, language), language)


def _problem(error: RequestValidationError) -> HazardError:
    problem = dict(error.errors()[0])
    problem["loc"] = problem["loc"][1:] if problem["loc"][:1] == ("body",) else problem["loc"]
    return problem_told(problem)


async def _no_such_address(request: Request, error: Exception) -> Response:
    """Answer what is no address here, and bodies that cannot be read at all."""
    assert isinstance(error, HTTPException)
    path, language = quoted(request.url.path), _language(request)
    found: ServeError
    if error.status_code == 405:
        found = ServeError("serve.no_such_method", method=request.method[:20], path=path)
    elif isinstance(error.__cause__, ServeError):  # by the guard, while the body was read
        found = error.__cause__
    elif error.status_code == 400:
        found = ServeError("serve.not_json", why=Statement("serve.body_unreadable"))
    else:
        found = ServeError("serve.no_such_address", path=path)
    return _refusal(told(found, language), language)


async def _fault(request: Request, error: Exception) -> Response:
    """Answer that it is our fault, and nothing of its inside."""
    language = _language(request)
    return _refusal(told(error, language), language)
