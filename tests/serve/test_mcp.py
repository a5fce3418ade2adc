"""The door for language models, tried by the protocol's own client."""

import json
import os
import random
import sys

import pytest
from tests.serve.asking import post, served
from tests.serve.drawn import DRAWN, untimed

import hazard
from hazard.serve.functions import FUNCTIONS

mcp = pytest.importorskip("mcp")
anyio = pytest.importorskip("anyio")

from hazard.serve.mcp import server  # noqa: E402
from hazard.serve.workers import Limits  # noqa: E402

HAZARD = [sys.executable, "-m", "hazard"]


def talk(conversation, door=None, **settings):
    """Hold a conversation with a server, by default one in this process."""

    async def whole():
        async with mcp.Client(server() if door is None else door, **settings) as client:
            return await conversation(client)

    return anyio.run(whole)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_every_function_is_a_tool_that_reads_only_and_has_schemas(mode):
    async def conversation(client):
        return (await client.list_tools()).tools

    tools = talk(conversation, mode=mode)
    assert [tool.name for tool in tools] == list(FUNCTIONS)
    for tool in tools:
        assert tool.annotations.read_only_hint is True
        assert tool.annotations.destructive_hint is False
        assert tool.input_schema["type"] == tool.output_schema["type"] == "object"
        assert tool.input_schema["additionalProperties"] is False
        assert tool.description
        assert tool.title


def test_a_tool_answers_as_the_library_does():
    """The client holds every answer against the tool's schema by itself."""

    async def conversation(client):
        rng = random.Random(1)
        for name, (draw, library) in DRAWN.items():
            for _ in range(3):
                request = draw(rng)
                found = await client.call_tool(name, request)
                assert not found.is_error, found.content
                assert json.loads(found.content[0].text) == found.structured_content
                expected, answer = untimed(library(request)), untimed(found.structured_content)
                assert {key: answer[key] for key in expected} == expected

    talk(conversation)


def test_a_mistake_is_told_to_the_model_in_words():
    sentences = set()

    async def conversation(client):
        for language in ("en", "de"):
            request = {"game": "pig", "state": "forty", "language": language}
            found = await client.call_tool("best_move", request)
            assert found.is_error
            assert found.structured_content["code"] == "pig.state_unreadable"
            assert found.content[0].text == found.structured_content["message"]
            sentences.add(found.content[0].text)
        found = await client.call_tool("dice_odds", {"expressions": []})
        assert found.is_error
        assert found.structured_content["code"] == "serve.field_too_short"
        with pytest.raises(mcp.MCPError, match="there is no tool"):
            await client.call_tool("roll_loaded_dice", {})

    talk(conversation)
    assert len(sentences) == 2


def test_long_work_says_how_far_it_is():
    heard = []

    async def conversation(client):
        async def listen(done, total, message):
            heard.append((done, total, message))

        request = {"encounter": "goblin-ambush", "fights": 3000}
        await client.call_tool("fivee_forecast", request, progress_callback=listen)

    talk(conversation)
    assert heard
    assert [done for done, _, _ in heard] == sorted({done for done, _, _ in heard}), "it only grows"
    assert {(total, message) for _, total, message in heard} == {(3000, "fights")}


def test_a_search_says_how_much_time_has_passed():
    heard = []

    async def conversation(client):
        async def listen(done, total, message):
            heard.append((done, total, message))

        request = {"game": "connect4", "seconds": 1.2}
        await client.call_tool("best_move", request, progress_callback=listen)

    talk(conversation)
    assert heard
    assert all(0 < done <= total == 1.2 for done, total, _ in heard)


def test_cancelled_work_ends_and_leaves_room_for_the_next():
    """With one worker, the next call is answered only because the first has ended; it would take a minute."""

    async def conversation(client):
        with anyio.move_on_after(1.0) as scope:
            await client.call_tool("best_move", {"game": "connect4", "seconds": 55})
        assert scope.cancelled_caught
        return await client.call_tool("save_chances", {"bonus": 2, "dc": 13})

    found = talk(conversation, server(Limits(workers=1, seconds=60)), read_timeout_seconds=50)
    assert found.structured_content["success"] == 0.5


def test_what_takes_too_long_is_refused():
    async def conversation(client):
        return await client.call_tool("fivee_forecast", {"encounter": "dragon-lair", "fights": 20000})

    found = talk(conversation, server(Limits(seconds=0.5)))
    assert found.structured_content["code"] == "serve.out_of_time"


def test_a_real_process_is_talked_to_on_its_standard_streams():
    async def conversation(client):
        assert client.server_info.name == "hazard"
        assert client.server_info.version == hazard.__version__
        found = await client.call_tool("dice_odds", {"expressions": ["2d6"], "at_least": [7]})
        return found.structured_content

    parameters = mcp.StdioServerParameters(command=HAZARD[0], args=[*HAZARD[1:], "mcp"], env=dict(os.environ))
    found = talk(conversation, mcp.stdio_client(parameters))
    assert found["expressions"][0]["at_least"] == {"7": pytest.approx(21 / 36)}


def test_over_http_every_request_needs_the_token(tmp_path):
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    async def conversation(client):
        found = await client.call_tool("save_chances", {"bonus": 2, "dc": 13})
        return found.structured_content["success"]

    async def with_token(address, token):
        web = httpx2.AsyncClient(headers={"authorization": f"Bearer {token}"}, timeout=60)
        async with web, mcp.Client(streamable_http_client(address, http_client=web)) as client:
            return await conversation(client)

    with served(tmp_path, "--http", "127.0.0.1:0", command="mcp") as (_, address, token):
        assert anyio.run(with_token, address, token) == 0.5
        for wrong, status in ((f"{token}x", 401), (token[:-1], 401)):
            assert post(address, wrong, {"jsonrpc": "2.0", "id": 1, "method": "tools/list"})[0] == status
        assert post(address, token, {}, origin="http://evil.example")[0] == 403


def test_options_of_a_server_are_refused_on_standard_streams(refused):
    for option in (["--token", "x" * 20], ["--token-file", "x"], ["--origin", "http://a"], ["--json"]):
        assert "--http" in refused("mcp", *option)
