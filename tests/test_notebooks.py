"""The notebooks run, and print what they show."""

import json
import re

import pytest
from tools.notebooks import FOLDER, outputs, run_notebook

NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
TIMES = re.compile(r"[\d.,]+(?= (?:ms|s)\b|/s\b)")


def test_there_are_three():
    assert len(NOTEBOOKS) == 3


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_prints_what_it_shows(file):
    notebook = json.loads(file.read_text("utf-8"))
    found, shown = run_notebook(notebook), outputs(notebook)
    assert [TIMES.sub("0", text).split() for text in found] == [
        TIMES.sub("0", text).split() for text in shown
    ]
