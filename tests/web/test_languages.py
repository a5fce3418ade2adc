"""Pages in a language that somebody adds: English with accents. What has none is in no catalogue."""

import html
import json
import os
import re
import urllib.error
import urllib.request
from unittest.mock import patch

import pytest
from tests.web.serving import Server

import pseudo
from hazard import language

PAGES = ("", "combat", "spire", "takeiteasy", "backgammon", "2048", "pig", "tree", "nowhere")
READ = ("text", "innerHTML", "label", "placeholder", "hint", "title", "aria-label")
"""Where elements have what somebody reads or hears."""
SAME = {
    *("hazard", "English", "Deutsch"),  # its name, and each language by its own
    *("pig", "piglet", "tictactoe", "connect", "einstein", "backgammon", "rows", "columns"),
    *("expectimax", "minimax", "alphabeta", "treesearch", "beam", "solve"),
}
"""Names of games and searches, as one writes them in a program."""


def texts(element):
    """Yield what somebody reads of an element."""
    if isinstance(element, dict):
        for name, value in element.items():
            if isinstance(value, str) and name in READ:
                yield from re.findall(r'aria-label="([^"]*)"', value) if 'aria-hidden="' not in value else ()
                yield re.sub(r"(?s)<style>.*?</style>|<[^<>]*>", " ", value)
            else:
                yield from texts(value)
    elif isinstance(element, list):
        for value in element:
            yield from texts(value)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("languages")
    pseudo.write(folder)
    with patch.dict(os.environ, {language.OUTSIDE: str(folder)}):
        server = Server(tmp_path_factory.mktemp("work"))
    yield server
    server.stop()


@pytest.mark.parametrize("page", PAGES)
def test_a_page_says_nothing_that_is_in_no_catalogue(server, page):
    asked = urllib.request.Request(
        server.address + page, headers={"Accept-Language": pseudo.NAME, "Accept": "text/html"}
    )
    try:
        with urllib.request.urlopen(asked, timeout=60) as answer:
            body = answer.read().decode()
    except urllib.error.HTTPError as error:
        body = error.read().decode()
    found = re.search(r"parseElements\(String\.raw`(.*?)`\)", body, re.DOTALL)
    assert found, "NiceGUI puts the elements of a page into it"
    elements = json.loads(html.unescape(found[1]))
    shown = [element for element in elements.values() if "aria-hidden" not in element.get("props", {})]
    said = {word for text in texts(shown) for word in re.findall(r"[A-Za-z]{3,}", text)}
    assert said - SAME == set()
    assert sum(pseudo.accented("e") in text for text in texts(shown)) > 3, "it speaks the language"
