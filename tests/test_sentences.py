"""Sentences are made in the catalogues, and in a few places that speak English only, each for a reason."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1] / "src" / "hazard"
SENTENCE = re.compile(
    r"[A-Za-z]{2,}[,;:]? +(?:[a-z]{2,}[,;:]? +)?[a-z]{2,}|(?<![\w.])[a-z]{3,} $|^ [a-z]{3,}"
)
"""Two words beside each other, or one beside a gap."""
SAYING = {
    "say",
    "show",
    "print",
    "heading",
    "echo",
    "write",
    "add_row",
    "add_column",
    "Table",
    "Text",
    "warn",
}
"""What puts text before somebody."""
HELP = {"help", "summary", "description", "epilog", "metavar", "title", "style"}
ENGLISH_ONLY = {
    "cli/": "commands for whoever programs games: measurements, matches, solutions; one language, as --help",
    "policies/": "values of policies and what they lose, for whoever programs them",
    "backgammon/cli/": "analyses and matches on the terminal, in the words of backgammon players",
    "takeiteasy/cli/": "a game on the terminal; the page speaks every language",
    "spire/cli/": "measurements and tests of agents; advice speaks every language",
    "fivee/cli/importing.py": "what an importer understood, beside the English text of the source",
    "fivee/cli/tour.py": "a stop of the tour, which speaks English",
    "fivee/cli/run.py": "the question whether to go on with a file, before a language is known",
    "games/pig/surface.py": "the picture of hazard solve",
    "spire/agent/": "journals of an agent, which people send when something went wrong",
}
"""Places that speak English only, and why."""


def said(tree):
    """Yield the line of every sentence that is handed to something that says it."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        error = name.endswith("Error") or name in ("refuse_idle", "Statement", "Caveat")
        if not error and name not in SAYING:
            continue
        for given in [*node.args, *(word.value for word in node.keywords if word.arg not in HELP)]:
            if isinstance(given, ast.Call):
                continue  # seen by itself, if it says anything
            parts = [part.value for part in ast.walk(given) if isinstance(part, ast.Constant)]
            if any(isinstance(part, str) and SENTENCE.search(part) for part in parts):
                yield name, node.lineno


OURS = re.compile(r"(?:Hazard|Game|User|Content|Setting|Weights|Solution|Message|Serve|Misfit)Error")


def found():
    for path in sorted(ROOT.rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        for name, line in said(ast.parse(path.read_text("utf-8"))):
            if name.endswith("Error") and not OURS.fullmatch(name):
                continue  # a mistake in hazard itself: ValueError, AssertionError, KeyError
            yield place, line


def test_sentences_are_said_from_the_catalogues():
    wrong = [f"{place}:{line}" for place, line in found() if not place.startswith(tuple(ENGLISH_ONLY))]
    assert wrong == []


def test_every_place_that_speaks_english_only_still_does():
    places = [place for place, _ in found()]
    idle = [start for start in ENGLISH_ONLY if not any(place.startswith(start) for place in places)]
    assert idle == []
