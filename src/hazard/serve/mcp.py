"""The door for language models: a Model Context Protocol server, with the official ``mcp`` package.

Every function of :mod:`hazard.serve.functions` is a tool with the schemas of its request and its answer.
Tools change nothing, so all of them are marked as read-only. A call reports how far it is where the client
wants to know, and ends at once when the client cancels it.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import mcp_types as types
from mcp.server import Server
from mcp.server.context import ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from starlette.applications import Starlette

import hazard
from hazard.language import ENGLISH, languages
from hazard.serve.functions import FUNCTIONS, Function
from hazard.serve.mistakes import Mistake, told
from hazard.serve.workers import Limits, RefusedError, Workers

PATH = "/mcp"
INSTRUCTIONS = (
    "hazard decides in games of chance, and says how sure it is: a value is exact, a bound or an estimate. "
    "Use dice_odds for any question about dice, attack_chances and save_chances for fifth-edition rolls, "
    "best_move and solve_game for the games that list_names lists, fivee_suggest and fivee_forecast for "
    "fights, and the hints for backgammon, Take It Easy and Slay the Spire. Give the numbers as they come; "
    "do not round exact odds before you compare them."
)
_READ_ONLY = types.ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)

Context = ServerRequestContext[Workers, Any]


def server(limits: Limits | None = None, games: tuple[str, ...] = ()) -> Server[Workers]:
    """Return the server; ``games`` are games of your own that may be asked for.

    >>> server().name
    'hazard'
    """

    @asynccontextmanager
    async def lifespan(_: Server[Workers]) -> AsyncIterator[Workers]:
        workers = Workers(limits, games)
        try:
            await workers.warm_up()
            yield workers
        finally:
            await workers.close()

    return Server(
        "hazard",
        version=hazard.__version__,
        title="hazard",
        description="The best decision in a game of chance, with its reasons.",
        instructions=INSTRUCTIONS,
        lifespan=lifespan,
        on_list_tools=_list_tools,
        on_call_tool=_call_tool,
    )


def tool(function: Function) -> types.Tool:
    """Return a function as a tool.

    >>> tool(FUNCTIONS["dice_odds"]).annotations.read_only_hint
    True
    """
    return types.Tool(
        name=function.name,
        title=function.title,
        description=function.about,
        input_schema=function.request.model_json_schema(),
        output_schema=function.answer.model_json_schema(mode="serialization"),
        annotations=_READ_ONLY,
    )


async def _list_tools(context: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[tool(function) for function in FUNCTIONS.values()])


async def _call_tool(context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
    function, given = FUNCTIONS.get(params.name), params.arguments or {}
    if function is None:
        message = f"there is no tool {params.name!r}; expected one of {', '.join(FUNCTIONS)}"
        raise MCPError(code=types.INVALID_PARAMS, message=message)
    asked = given.get("language")
    language = str(asked) if asked in languages() else ENGLISH
    try:
        function.request.model_validate(given)  # at once, and not after a wait for a worker
        answer = await context.lifespan_context.call(
            function.name, given, language, context.session.report_progress
        )
    except RefusedError as error:
        return _refusal(error.mistake)
    except ValueError as error:
        return _refusal(told(error, language))
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=json.dumps(answer, ensure_ascii=False))],
        structured_content=answer,
    )


def _refusal(mistake: Mistake) -> types.CallToolResult:
    """Tell the model what was wrong, so that it can ask better."""
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=mistake.message)],
        structured_content=mistake.to_dict(),
        is_error=True,
    )


async def run_stdio(limits: Limits, games: tuple[str, ...]) -> None:
    """Serve one client on standard input and output until it goes away."""
    door = server(limits, games)
    async with stdio_server() as (incoming, outgoing):
        await door.run(incoming, outgoing, door.create_initialization_options())


def http_application(limits: Limits, games: tuple[str, ...]) -> Starlette:
    """Return the server behind streamable HTTP, at :data:`PATH`; a guard belongs in front of it."""
    from mcp.server.transport_security import TransportSecuritySettings

    # Hosts and origins are the guard's business, which knows more of them.
    open_to_all = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    return server(limits, games).streamable_http_app(
        streamable_http_path=PATH, max_request_body_size=limits.bytes, transport_security=open_to_all
    )
