"""A language that nobody speaks, end to end: English with accents on every letter, in files of its own.

Whatever is said without an accent is in no catalogue, or the name of something.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pseudo
from german import names
from hazard import language

ROOT = Path(__file__).parents[1]
SCRIPT = """
import json, sys
from drawn_texts import drawn
print(json.dumps(list(drawn("xq", seed=2, size=24))))
"""
IDENTIFIERS = {
    *("MAX", "MIN", "CHANCE", "hazard", "SRD"),
    *("Expectimax", "TreeSearch", "InformationSets", "pdcfr", "star", "alpha", "beta"),
    *("blorp", "who", "attack"),  # what somebody typed
    *("quick", "bar", "Kuhn", "Leduc", "Qpb"),
}
"""What is written in programs, in every language the same."""


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("languages")
    pseudo.write(folder)
    environment = os.environ | {language.OUTSIDE: str(folder), "PYTHONPATH": str(ROOT / "benchmarks")}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def plain_words(text, known):
    """The words without accents that are left where names and what programs write are taken out."""
    return set(re.findall(r"[A-Za-z]{3,}", known.sub(" ", text))) - IDENTIFIERS


def test_nothing_is_said_that_is_in_no_catalogue(texts):
    phrases = sorted({re.escape(name) for name in names() if name}, key=len, reverse=True)
    known = re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)", re.IGNORECASE)
    left = {(kind, word) for kind, text in texts for word in plain_words(text, known)}
    assert sorted(left) == []
    assert len({kind for kind, _ in texts}) == 9


def test_the_language_is_complete(tmp_path, monkeypatch):
    pseudo.write(tmp_path)
    assert pseudo.accented("{count:|day|days} of {who}") == "{count:|ḋáý|ḋáýś} óḟ {who}"
    written = sum(len(list(folder.iterdir())) for folder in tmp_path.rglob("language"))
    assert written == len({language.PACKAGE, *language.homes().values()})
