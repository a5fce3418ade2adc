"""The door for other programs: the answers of the library, errors as data, limits, who may come in."""

import asyncio
import json
import random
import socket
import stat
import sys
from urllib.parse import urlsplit

import pytest
from tests.serve.drawn import DRAWN, untimed

pytest.importorskip("fastapi")

from tests.serve.asking import TOKEN, ask, post, served

from hazard.serve.answers import ErrorAnswer
from hazard.serve.functions import FUNCTIONS
from hazard.serve.http import application
from hazard.serve.workers import Limits
from hazard.web.throttle import BURST

DICE = {"expressions": ["2d6"]}


def test_every_function_answers_as_the_library_does():
    async def questions(client):
        rng = random.Random(2)
        for name, (draw, library) in DRAWN.items():
            for _ in range(3):
                request = draw(rng)
                found = await client.post(FUNCTIONS[name].path, json=request)
                assert found.status_code == 200, found.text
                expected, answer = untimed(library(request)), untimed(found.json())
                assert {key: answer[key] for key in expected} == expected
                FUNCTIONS[name].answer.model_validate(found.json())

    ask(questions)


def test_the_description_has_every_function_its_schemas_and_the_token():
    found = application().openapi()
    assert {f"/v1{function.path}" for function in FUNCTIONS.values()} == found["paths"].keys()
    assert found["security"] == [{"token": []}]
    for path in found["paths"].values():
        answers = path["post"]["responses"]
        assert answers["200"]["content"]["application/json"]["schema"]["$ref"]
        for status in ("401", "413", "422", "429", "503", "504"):
            assert answers[status]["content"]["application/json"]["schema"]["$ref"].endswith("/ErrorAnswer")


MISTAKES = [
    ("/dice", {"expressions": ["2d6+"]}, 422, "dice.not_read"),
    ("/dice", {}, 422, "serve.field_missing"),
    ("/dice", {"expressions": ["1d6"] * 21}, 422, "serve.field_too_long"),
    ("/decide", {"game": "pig", "state": "x"}, 422, "pig.state_unreadable"),
    ("/decide", {"game": "evil.py:Game"}, 422, "serve.game_not_served"),
    ("/decide", {"game": "pigg"}, 422, "registry.did_you_mean"),
    ("/solve", {"game": "connect4"}, 422, "solve.more_states_than_allowed"),
    ("/fivee/suggest", {"encounter": "nowhere"}, 422, "registry.not_one_of"),
    ("/fivee/suggest", {}, 422, "serve.encounter_or_state"),
    ("/fivee/suggest", {"state": {"encounter": "x.toml"}}, 422, "fivee.state_encounter_is_file"),
    ("/spire/advise", {"message": "{}"}, 422, "spire.message_not_from_run"),
    ("/nowhere", {}, 404, "serve.no_such_address"),
    ("/dice/", {}, 404, "serve.no_such_address"),
]


def test_a_mistake_has_its_status_a_code_and_a_sentence():
    async def questions(client):
        for path, request, status, code in MISTAKES:
            said = {}
            for language in ("en", "de"):
                found = await client.post(path, json=request, headers={"accept-language": language})
                assert (found.status_code, found.json()["code"]) == (status, code)
                assert found.headers["content-language"] == language
                said[language] = ErrorAnswer.model_validate(found.json())
            assert said["en"].context.keys() == said["de"].context.keys()
            if code != "dice.not_read":  # whose sentences are no codes yet
                assert said["en"].message != said["de"].message

    ask(questions)


def test_a_body_that_is_no_request_is_refused():
    async def questions(client):
        post = client.post
        kind = {"content-type": "application/json"}
        return [
            await post("/dice", content=b"{", headers=kind),
            await post("/dice", content=b"\xff\xfe", headers=kind),
            await post("/dice", content=b"[" * 100_000, headers=kind),
            await post("/dice", content=b'{"expressions": ' + b"9" * 5000 + b"}", headers=kind),
            await post("/dice", content=b"expressions=2d6", headers={"content-type": "text/plain"}),
            await client.get("/dice"),
        ]

    found = ask(questions)
    assert [(answer.status_code, answer.json()["code"]) for answer in found] == [
        *[(400, "serve.not_json")] * 4,
        (415, "serve.not_sent_as_json"),
        (405, "serve.no_such_method"),
    ]


def test_a_body_has_a_limit_whether_it_says_its_length_or_not():
    async def parts():
        for _ in range(40):
            yield b" " * 1000

    async def questions(client):
        kind = {"content-type": "application/json"}
        return [
            await client.post("/dice", content=b" " * 40_000, headers=kind),
            await client.post("/dice", content=parts(), headers=kind),
            await client.post("/dice", content=b"{}", headers={**kind, "content-length": "-1"}),
        ]

    found = ask(questions, limits=Limits(bytes=20_000))
    codes = [(answer.status_code, answer.json()["code"]) for answer in found]
    assert codes == [*[(413, "serve.body_too_large")] * 2, (400, "serve.length_unreadable")]


def test_what_takes_too_long_ends_with_its_limit():
    async def questions(client):
        endless = await client.post("/fivee/forecast", json={"encounter": "dragon-lair", "fights": 20_000})
        patient = await client.post("/decide", json={"game": "connect4", "depth": 40})
        return endless, patient

    endless, patient = ask(questions, limits=Limits(seconds=4))
    assert (endless.status_code, endless.json()["code"]) == (504, "serve.out_of_time")
    assert patient.json()["stopped"] == "asked", "a search gives the answer so far"


def test_more_requests_than_can_wait_are_refused():
    async def questions(client):
        request = {"game": "connect4", "seconds": 2}
        return await asyncio.gather(*(client.post("/decide", json=request) for _ in range(6)))

    found = ask(questions, limits=Limits(workers=1, waiting=2))
    codes = sorted(answer.status_code for answer in found)
    assert codes == [200, 200, 200, 503, 503, 503]
    assert {a.headers["retry-after"] for a in found if a.status_code == 503} == {"1"}


# ---- who may come in -------------------------------------------------------------------------------------


def test_nobody_comes_in_without_the_token_on_this_machine_either():
    async def questions(client):
        del client.headers["authorization"]
        paths = [*(function.path for function in FUNCTIONS.values()), "/openapi.json", "/nowhere"]
        found = [await client.post(path, json={}) for path in paths]
        found += [await client.post(f"/dice?token={TOKEN}", json=DICE)]
        found += [await client.post("/dice", json=DICE, headers={"cookie": f"token={TOKEN}"})]
        found += [await client.post("/dice", json=DICE, headers={"authorization": f"Basic {TOKEN}"})]
        return found

    for answer in ask(questions):
        assert (answer.status_code, answer.json()["code"]) == (401, "serve.token_missing")
        assert answer.headers["www-authenticate"].startswith("Bearer")


def test_a_thousand_wrong_tokens_are_throttled_and_the_right_one_still_passes():
    async def questions(client):
        wrong = [
            await client.post("/dice", json=DICE, headers={"authorization": f"Bearer {number:032d}"})
            for number in range(1000)
        ]
        return wrong, await client.post("/dice", json=DICE)

    wrong, right = ask(questions)
    assert [answer.status_code for answer in wrong[:BURST]] == [401] * BURST
    throttled = [answer for answer in wrong if answer.status_code == 429]
    assert len(throttled) > 500
    assert all(int(answer.headers["retry-after"]) >= 1 for answer in throttled)
    assert right.status_code == 200


def test_a_page_of_another_origin_and_a_foreign_name_are_refused():
    async def questions(client):
        return [
            await client.post("/dice", json=DICE, headers=headers)
            for headers in (
                {"origin": "http://evil.example"},
                {"origin": "null"},
                {"origin": "http://127.0.0.1:1"},
                {"host": "evil.example"},
                {"host": "["},
            )
        ]

    found = ask(questions)
    codes = [(answer.status_code, answer.json()["code"]) for answer in found]
    assert codes == [*[(403, "serve.origin_refused")] * 3, *[(403, "serve.host_unknown")] * 2]
    assert not any("access-control-allow-origin" in answer.headers for answer in found)


def test_an_origin_that_the_owner_allows_may_ask_from_a_browser():
    page = "http://localhost:30000"

    async def questions(client):
        asked = {"origin": page, "access-control-request-method": "POST"}
        ahead = await client.options("/dice", headers={**asked, "authorization": ""})
        return ahead, await client.post("/dice", json=DICE, headers={"origin": page})

    ahead, found = ask(questions, origins=(page,))
    assert ahead.status_code == 204
    assert "authorization" in ahead.headers["access-control-allow-headers"]
    assert found.status_code == 200
    for answer in (ahead, found):
        assert answer.headers["access-control-allow-origin"] == page


def test_every_answer_says_that_it_is_no_page():
    async def questions(client):
        return [await client.post("/dice", json=DICE), await client.get("/nowhere")]

    for answer in ask(questions):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["cache-control"] == "no-store"


# ---- a real server ---------------------------------------------------------------------------------------


def test_a_real_server_answers_tells_its_token_to_its_owner_only_and_ends_cleanly(tmp_path):
    with served(tmp_path, "--port", "0") as (process, address, token):
        kept = tmp_path / "kept"
        assert stat.S_IMODE(kept.stat().st_mode) == 0o700
        assert stat.S_IMODE((kept / "door.json").stat().st_mode) == 0o600
        status, found = post(f"{address}/dice", token, DICE)
        assert (status, found["expressions"][0]["mean"]) == (200, 7.0)
        assert post(f"{address}/dice", "x" * 32, DICE)[0] == 401
    assert process.returncode == 0
    assert list(kept.iterdir()) == [], "the token is of no use any more"


def test_work_ends_when_the_client_goes_away(tmp_path):
    """With one worker, the second request is answered only because the first one's work has ended."""
    with served(tmp_path, "--port", "0", "--workers", "1", "--seconds", "100") as (_, address, token):
        place = urlsplit(address)
        body = json.dumps({"game": "connect4", "seconds": 55}).encode()
        with socket.create_connection((place.hostname, place.port)) as line:
            head = (
                f"POST /v1/decide HTTP/1.1\r\nHost: {place.netloc}\r\nAuthorization: Bearer {token}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            )
            line.sendall(head.encode() + body)
            line.settimeout(1)
            with pytest.raises(TimeoutError):
                line.recv(1)
        assert post(f"{address}/dice", token, DICE, timeout=40)[0] == 200


def test_mistakes_on_the_command_line_are_refused(refused):
    assert "at least 16" in refused("serve", "--token", "short")
    assert "letters, digits" in refused("serve", "--token", "sixteen signs äöü")
    assert "scheme and host" in refused("serve", "--origin", "localhost")
    assert "HOST:PORT" in refused("mcp", "--http", "nowhere")
    assert "there is no game" in refused("serve", "--game", "pigg")
    assert "cannot listen" in refused("serve", "--host", "203.0.113.7", "--port", "0")


def test_a_missing_extra_says_its_name(refused, monkeypatch):
    for module, command, extra in (("fastapi", "serve", "hazard[web]"), ("mcp", "mcp", "hazard[mcp]")):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, module, None)
            assert extra in refused(command)
