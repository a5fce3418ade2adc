"""The arrows of the architecture: every import and include is in the one table, ``tools/architecture.py``."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tools.architecture import CPP, PAGE, PICTURE, PYTHON, SPEAKERS, WORDS, page, picture

from hazard.domains import DOMAINS

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
CODE = sorted(path for path in (ROOT / "cpp").rglob("*.?pp") if "tests" not in path.parts)


def python_part(module):
    if module == "hazard":  # the package itself: its version, and names of the model
        module = "hazard.game"
    fitting = [(len(name), part) for part in PYTHON for name in part.files
               if module == name or module.startswith(name + ".")]  # fmt: skip
    assert fitting, f"{module} is in no part of the table"
    return max(fitting, key=lambda pair: pair[0])[1]


def module_of(path):
    parts = path.relative_to(ROOT / "src").with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def domain_of(module):
    found = [name for name in DOMAINS if module == name or module.startswith(name + ".")]
    return found[0] if found else None


def is_module(name):
    place = ROOT / "src" / Path(*name.split("."))
    return any(Path(f"{place}{end}").exists() for end in ("", ".py", ".pyi"))


def imports(path):
    """Each imported module, and whether the import waits until a function is called."""
    tree = ast.parse(path.read_text("utf-8"))
    later = set()
    for node in ast.walk(tree):
        types = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        if types or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            later |= {id(inner) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = [f"{node.module}.{name.name}" for name in node.names]
            names = [name if is_module(name) else node.module for name in inside]
        for name in names:
            if name == "hazard" or name.startswith("hazard."):
                yield name, id(node) in later


def test_a_python_file_imports_only_what_its_part_may_use():
    wrong = []
    for path in SOURCES:
        module = module_of(path)
        if module == "hazard":
            continue  # the package shows names of every part, and imports none before it is asked
        here = python_part(module)
        for name, later in imports(path):
            there = python_part(name)
            if there.name != here.name and there.name not in here.uses + (here.later if later else ()):
                wrong.append(f"{module} ({here.name}) imports {name} ({there.name})")
    assert not wrong


def test_a_domain_never_imports_another():
    wrong = []
    for path in SOURCES:
        here = domain_of(module_of(path))
        others = {name for name, _ in imports(path) if here and domain_of(name) not in (None, here)}
        wrong += [f"{module_of(path)} imports {name}" for name in sorted(others)]
    assert not wrong


def cpp_part(name):
    fitting = [(len(place), part) for part in CPP for place in part.files
               if re.match(re.escape(place).replace(r"\*", "[^/]+"), name)]  # fmt: skip
    assert fitting, f"{name} is in no part of the table"
    return max(fitting, key=lambda pair: ("bind" in pair[1].name, pair[0]))[1]


def test_a_cpp_file_includes_only_what_its_part_may_use():
    wrong = []
    for path in CODE:
        name = str(path.relative_to(ROOT))
        here = cpp_part(name)
        for other in re.findall(r'#include "([^"]+)"', path.read_text("utf-8")):
            there = cpp_part(f"cpp/{other}")
            if there.name != here.name and there.name not in here.uses:
                wrong.append(f"{name} ({here.name}) includes {other} ({there.name})")
            mine, theirs = name.split("/")[1:3], other.split("/")[:2]
            if mine[0] == theirs[0] == "domains" and mine != theirs:
                wrong.append(f"{name} includes another domain's {other}")
    assert not wrong


def test_searches_know_no_python():
    for path in (ROOT / "cpp").rglob("*.?pp"):
        if "bindings" in path.parts or "/bind" in str(path):
            continue
        text = path.read_text("utf-8")
        assert "nanobind" not in text, path
        assert "is_python_game" not in text, path


def test_the_page_and_its_picture_are_made_from_the_table():
    assert PAGE.read_text("utf-8") == page(PAGE.read_text("utf-8")), "run: python tools/architecture.py"
    assert PICTURE.read_text("utf-8") == picture(), "run: python tools/architecture.py"


def test_the_library_imports_no_door_and_no_domain():
    script = (
        "import sys, hazard; hazard.decide, hazard.solve, hazard.play, hazard.check, hazard.evaluate\n"
        "print([m for m in sys.modules if m.startswith(('hazard.cli', 'hazard.web', 'hazard.fivee',"
        " 'hazard.spire', 'hazard.backgammon', 'hazard.takeiteasy', 'hazard.games'))])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# ---- no sentence is parsed back ---------------------------------------------------------------------------

MADE_OF_WORDS = {"words", "explain", "described", "describe", "told", "phrase", "sentence", "notation"}
READERS = {
    "hazard.typed": "what somebody typed is compared with the words of the moves",
    "hazard.fivee.table.facts": "journals of earlier versions name a plan by its words",
    "hazard.fivee.table.meaning": "what somebody typed is compared with the words of the plans",
}
"""The only modules that compare rendered text, and why."""
NOT_OURS = {
    "hazard.fivee.table.journal": "an error of SQLite has no code in Python 3.11",
    "hazard.checking.at_sight": "whoever raised it is somebody else's game",
}
"""Modules that look into the message of somebody else's error."""
TAKING_APART = ("split", "startswith", "endswith", "partition", "rpartition", "removeprefix", "removesuffix")
"""Methods of text with an argument; without one, ``split`` only folds it."""


def is_rendered(node):
    """Whether an expression is text that was made for a person: ``option.words``, ``game.describe(...)``."""
    if isinstance(node, ast.Call):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        first = node.args[0] if node.args else None
        of_error = getattr(first, "id", "") in ("error", "refused", "wrong")
        rendered = name in MADE_OF_WORDS or (name == "str" and first and (of_error or is_rendered(first)))
        return bool(rendered) or (isinstance(node.func, ast.Attribute) and is_rendered(node.func.value))
    if isinstance(node, ast.Subscript):
        return is_rendered(node.value)
    return isinstance(node, ast.Attribute) and node.attr == "words"


def matched(tree):
    """Yield every place where rendered text is compared, searched or split."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            literal = any(isinstance(side, ast.Constant) and side.value in ("", None) for side in sides)
            if any(map(is_rendered, sides)) and not literal:
                yield node.lineno
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of = node.func.value
            if getattr(of, "id", "") == "re" and any(map(is_rendered, node.args)):
                yield node.lineno
            if node.func.attr in TAKING_APART and node.args and is_rendered(of):
                yield node.lineno


def test_no_sentence_is_parsed_back():
    """Words are made at the end: nothing compares them, searches them or takes them apart."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in SOURCES
        if module_of(path) not in READERS | NOT_OURS.keys()
        for line in matched(ast.parse(path.read_text("utf-8")))
    ]
    assert not wrong


@pytest.mark.parametrize(
    "parsing",
    [
        'option.words == "roll"',
        're.fullmatch("a", game.describe(s, m))',
        "found.explain().split(':')",
        "'no player' in str(error)",
        'str(plan.told("de")) in known',
    ],
)
def test_the_law_sees_who_parses_sentences_back(parsing):
    assert list(matched(ast.parse(parsing)))


def test_words_are_imported_by_doors_and_renderers_only():
    """Others import the words of a domain inside a function, when somebody asks for them."""
    wrong = []
    for path in SOURCES:
        module = module_of(path)
        if (
            module in WORDS + SPEAKERS
            or module == "hazard"
            or python_part(module).name in ("doors", "render")
        ):
            continue
        wrong += [f"{module} imports {name}" for name, later in imports(path) if name in WORDS and not later]
    assert not wrong


MOST_LINES, MOST_WITHOUT_A_REASON = 500, 400


def test_files_are_short_or_say_why_they_are_not():
    """Over 400 lines a file says why in its head; over 500 there is none."""
    wrong = []
    for path in [*SOURCES, *CODE]:
        text = path.read_text("utf-8")
        count = text.count("\n")
        head = text[: text.find("import ")] if path.suffix == ".py" else text[: text.find("#include")]
        if count > MOST_LINES or (count > MOST_WITHOUT_A_REASON and "Over 400 lines: " not in head):
            wrong.append(f"{path.relative_to(ROOT)}: {count}")
    assert not wrong


def test_did_you_mean_exists_once():
    """Names that look alike are compared in one place, so that every door finds the same one."""
    users = [module_of(path) for path in SOURCES if "difflib" in path.read_text("utf-8")]
    assert users == ["hazard.errors"]
