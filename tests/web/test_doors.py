"""What comes back from a real server, asked over HTTP: framing, cookies, files, and pages that fail."""

from __future__ import annotations

import http.client
import random
import re
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.web.serving import Server, marked, window

TOKEN = "correct-horse"


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("guarded"), "--token", TOKEN)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def entered(guarded: Server) -> str:
    """The cookies of a browser that has come in and looked at a page."""
    token = _cookies(get(guarded, f"/?token={TOKEN}"))
    return f"{token}; {_cookies(get(guarded, '/', cookie=token))}"


def get(server: Server, path: str, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
    where = urlsplit(server.address)
    connection = http.client.HTTPConnection(where.hostname, where.port, timeout=60)
    connection.putrequest(method, path, skip_host="host" in headers)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value.encode("latin-1"))
    connection.endheaders()
    answer = connection.getresponse()
    answer.text = answer.read().decode("utf-8", "replace")  # type: ignore[attr-defined]
    return answer


def _cookies(answer: http.client.HTTPResponse) -> str:
    return "; ".join(each.partition(";")[0] for each in answer.headers.get_all("set-cookie", []))


def shake(server: Server, **headers: str) -> http.client.HTTPResponse:
    """Ask for a websocket."""
    key = {"upgrade": "websocket", "connection": "Upgrade", "sec_websocket_version": "13"}
    key["sec_websocket_key"] = "dGhlIHNhbXBsZSBub25jZQ=="
    return get(server, "/_nicegui_ws/socket.io/?EIO=4&transport=websocket", **(key | headers))


def draw_cookies(seed: int) -> str:
    """Return what other programs of this machine may have put into the browser."""
    draw = random.Random(seed)
    names = ["session", "token", "hazard_token", "hazard_session", "_xsrf", "a b", "[x]", "caf\xe9", "", "{"]
    values = [
        lambda: "".join(
            chr(draw.choice([*range(33, 59), *range(60, 127)])) for _ in range(draw.randrange(40))
        ),
        lambda: "".join(chr(draw.randrange(160, 256)) for _ in range(9)),  # bytes that are no ASCII
        lambda: '{"user": "x", "list": [1, 2], "quoted": "\\"',
        lambda: "eyJpZCI6ICJ4In0=.aaaaaa.AAAAAAAAAAAAAAAAAAAAAAAAAAA",  # signed by another program
        lambda: "x" * draw.choice([4000, 20_000, 60_000]),
        lambda: "",
    ]
    pairs = [f"{draw.choice(names)}{draw.choice(['=', '=', ''])}{draw.choice(values)()}" for _ in range(5)]
    return "; ".join(pairs)


@pytest.mark.parametrize("seed", range(20))
def test_whatever_cookies_others_have_set_the_token_lets_in(guarded: Server, entered: str, seed: int) -> None:
    foreign = draw_cookies(seed)
    assert get(guarded, "/", cookie=foreign).status == 401  # as without any
    assert get(guarded, "/", cookie=f"{foreign}; {entered}").status == 200
    assert get(guarded, "/", cookie=f"{entered}; {foreign}").status == 200
    link = get(guarded, f"/pig?token={TOKEN}", cookie=foreign)
    assert (link.status, link.headers["location"]) == (303, "/pig")
    assert get(guarded, "/", cookie=f"{foreign}; {_cookies(link)}").status == 200


def test_a_token_of_yesterday_is_replaced_by_the_link(guarded: Server) -> None:
    name = _cookies(get(guarded, f"/?token={TOKEN}")).partition("=")[0]
    stale = f"{name}=a-token-of-yesterday"
    assert get(guarded, "/", cookie=stale).status == 401
    again = _cookies(get(guarded, f"/?token={TOKEN}", cookie=stale))
    assert again.startswith(f"{name}=")  # the browser puts it in the place of the stale one
    assert get(guarded, "/", cookie=again).status == 200


def test_the_link_with_the_token_works_from_a_page_of_another_site(guarded: Server, chromium) -> None:
    context = window(chromium)
    page = context.new_page()
    link = f'<a href="{guarded.address}">our game tonight</a>'
    page.route("http://chat.example/", lambda route: route.fulfill(content_type="text/html", body=link))
    page.goto("http://chat.example/")
    page.get_by_text("our game tonight").click()
    marked(page, "language").wait_for()  # the first page, not the question for the token
    assert "token" not in page.url
    context.close()


def test_the_cookies_are_not_called_as_other_programs_call_theirs(entered: str) -> None:
    assert re.fullmatch(rf"hazard_token_[0-9a-f]{{8}}={TOKEN}; hazard_session_[0-9a-f]{{8}}=\S+", entered)


def test_no_page_file_error_or_websocket_may_be_framed(guarded: Server, entered: str) -> None:
    page = get(guarded, "/", cookie=entered)
    file = re.search(r'(/_nicegui/[^"]+\.js)', page.text)
    assert file is not None
    answers = {
        "page": (200, page),
        "file": (200, get(guarded, file[1], cookie=entered)),
        "icon": (200, get(guarded, "/favicon.ico", cookie=entered)),
        "no file": (404, get(guarded, "/_nicegui/none/components/x.js", cookie=entered)),
        "no page": (404, get(guarded, "/nothing", cookie=entered)),
        "no such method": (405, get(guarded, "/", "DELETE", cookie=entered)),
        "wrong address": (422, get(guarded, "/tree?depth=deep", cookie=entered)),
        "no token": (401, get(guarded, "/")),
        "token": (303, get(guarded, f"/?token={TOKEN}")),
        "wrong name": (403, get(guarded, "/", host="evil.example", cookie=entered)),
        "websocket": (101, shake(guarded, cookie=entered)),
        "websocket without a token": (401, shake(guarded)),
        "websocket of another site": (403, shake(guarded, cookie=entered, origin="http://evil.example")),
    }
    for name, (status, answer) in answers.items():
        assert answer.status == status, name
        [policy] = answer.headers.get_all("content-security-policy")
        assert policy.endswith("frame-ancestors 'none'"), name
        assert answer.headers.get_all("x-content-type-options") == ["nosniff"], name
        assert answer.headers.get_all("x-frame-options") == ["DENY"], name


def test_another_account_of_this_machine_needs_the_token_that_was_printed(tmp_path: Path) -> None:
    server = Server(tmp_path, open_to_all=False)
    query = urlsplit(server.address).query
    assert re.fullmatch(r"token=[\w-]{16}", query)
    assert get(server, "/").status == 401
    assert get(server, "/?token=a-guess-of-theirs").status == 401
    assert shake(server).status == 401
    assert get(server, f"/?{query}").status == 303
    server.stop()


def test_no_page_runs_a_script_that_the_server_did_not_put_there(
    guarded: Server, entered: str, chromium
) -> None:
    context = window(chromium)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if "Security Policy" in said.text else None)
    page.goto(guarded.address)
    for path in ("/", "/pig", "/combat", "/tree"):
        page.goto(f"{guarded.address.partition('?')[0].rstrip('/')}{path}")
        marked(page, "language").wait_for()
    assert complaints == []
    # As a name would do that somebody typed and a page forgot to escape.
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.ran = 1\">')")
    page.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: 'ran = 1'}))")
    page.wait_for_timeout(300)
    assert page.evaluate("window.ran") is None
    assert len(complaints) == 2
    context.close()


def test_all_that_a_server_writes_is_its_owners_only(guarded: Server, entered: str) -> None:
    get(guarded, "/pig", cookie=entered)
    (guarded.folder / "stderr.txt").chmod(0o600)  # the shell's, not the server's
    modes = {path.name: path.stat().st_mode & 0o777 for path in guarded.folder.rglob("*")}
    assert modes["web"] == 0o700
    assert {"hazard-web.db", "hazard-web.db-wal", "hazard-web.db-shm"} <= modes.keys()
    assert {name for name, mode in modes.items() if mode & 0o077} == set()


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "There is nothing under this address"), ("de", "Unter dieser Adresse gibt es nichts")],
)
def test_a_page_that_is_not_there_has_the_way_to_the_others(
    server: Server, language: str, words: str
) -> None:
    answer = get(server, "/nothing/here", accept_language=language)
    assert answer.status == 404
    assert words in answer.text
    assert all(f'"{label}"' in answer.text for label in ("Backgammon", "2048", "Pig"))


@pytest.mark.parametrize(
    "path", ["/pig/none", "/2048/none", "/backgammon/none", "/takeiteasy/none", "/spire/none"]
)
def test_work_that_is_gone_is_not_found(server: Server, path: str) -> None:
    answer = get(server, path)
    assert answer.status == 404
    assert "There is no longer anything at this address." in answer.text


def test_an_address_that_makes_no_sense_says_which_part(server: Server) -> None:
    answer = get(server, "/tree?depth=deep&seconds=1", accept_language="de-DE")
    assert answer.status == 422
    assert "der Eintrag depth kann nicht 'deep' sein" in answer.text


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose work is not as it left it."""
    running = Server(tmp_path_factory.mktemp("broken"))
    with sqlite3.connect(running.folder / "web" / "hazard-web.db") as database:
        rows = [("no-journal", "combat", '{"stage": "table"}'), ("no-stage", "combat", "{}")]
        database.executemany("insert into work (id, kind, title, document) values (?, ?, 'Broken', ?)", rows)
    yield running
    running.stop()


@pytest.mark.parametrize(
    ("work", "language", "reason"),
    [
        ("no-journal", "en", "no-journal.hazard: there is no such file"),
        ("no-journal", "de", "no-journal.hazard: diese Datei gibt es nicht"),
        ("no-stage", "en", "Something went wrong on the server. Its log has the details."),
        ("no-stage", "de", "Auf dem Server ist etwas schiefgegangen. Näheres steht in seinem Protokoll."),
    ],
)
def test_a_page_that_fails_says_so_in_words_and_the_log_has_the_rest(
    broken: Server, work: str, language: str, reason: str
) -> None:
    answer = get(broken, f"/combat/{work}", accept_language=language)
    assert answer.status == 500
    assert reason in answer.text
    assert '"Backgammon"' in answer.text  # the bar with the way to all pages
    assert answer.headers["x-frame-options"] == "DENY"
    for detail in (str(broken.folder), "Traceback", "KeyError", "ContentError", ".py"):
        assert detail not in answer.text.partition("<body")[2], detail
    for _ in range(600):  # it is written after the answer
        if "Traceback" in broken.complaints:
            return
        time.sleep(0.1)
    raise AssertionError("the log does not say what failed")


def test_even_without_the_store_a_visitor_reads_a_sentence(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with sqlite3.connect(tmp_path / "web" / "hazard-web.db") as database:
        database.execute("drop table preference")
    answer = get(server, "/", accept_language="de")
    server.stop()
    assert answer.status == 500
    assert "Auf dem Server ist etwas schiefgegangen" in answer.text
    assert '<a href="/combat">' in answer.text
    assert str(tmp_path) not in answer.text
