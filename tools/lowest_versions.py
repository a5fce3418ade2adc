"""Test hazard with the lowest versions of what it depends on: ``make lowest``, or with extras by name.

The bounds in pyproject.toml are promises. This makes an environment in build/lowest with exactly the lowest
version that each of them allows, puts the sources and the built core there, and runs the tests of the core
and of the command line; with the names of extras, theirs as well:

    python tools/lowest_versions.py
    python tools/lowest_versions.py web gymnasium openspiel
    python tools/lowest_versions.py --smoke      a few commands only, as `make test` does
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PLACE = ROOT / "build" / "lowest"
PYTHON = PLACE / "bin" / "python"
TOOLS = ("pytest", "pytest-xdist", "hypothesis", "sybil")
TESTS = {
    "": ["tests/cli", "tests/learn", "tests/policies", "tests/search", "tests/render",
         "tests/takeiteasy", "tests/test_arena.py", "tests/test_decision.py", "tests/test_players.py",
         "tests/test_registry.py",
         "tests/fivee/importers", "tests/fivee/content/test_content.py",
         "tests/spire/protocol/test_protocol.py", "tests/solving",
         "tests/backgammon/test_bearoff.py"],
    "web": ["tests/web/test_history.py", "tests/web/test_store.py", "tests/web/test_guard.py",
            "tests/web/test_carrying.py", "tests/web/test_words.py"],
    "gymnasium": ["tests/adapters/test_gymnasium.py"],
    "openspiel": ["tests/adapters/test_openspiel.py"],
}  # fmt: skip


def lowest(bounds: list[str]) -> list[str]:
    """Turn ``name>=1.2,<2`` into ``name==1.2``."""
    found = [re.fullmatch(r"([\w.-]+)>=([\w.]+)(?:,.*)?", bound) for bound in bounds]
    return [f"{match[1]}=={match[2]}" for match in found if match]


def bounds_of(extras: list[str]) -> list[str]:
    """Return the requirements of the core and of these extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [
        *project["dependencies"],
        *(bound for name in extras for bound in project["optional-dependencies"][name]),
    ]


def environment(pins: list[str], tools: tuple[str, ...] = TOOLS) -> None:
    """Make the environment: the pinned versions, what tests need, and hazard as it is here."""
    shutil.rmtree(PLACE, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", str(PLACE)], check=True)
    # In one go, so that no test tool may ask for more than the pins.
    subprocess.run([str(PYTHON), "-m", "pip", "install", "-q", *pins, *tools], check=True)
    bring_hazard()


def bring_hazard() -> None:
    """Put the sources and the built core there."""
    code = "import hazard._core as core; print(core.__file__)"
    core = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout.strip()
    packages = next(PLACE.glob("lib/python*/site-packages"))
    shutil.rmtree(packages / "hazard", ignore_errors=True)
    shutil.copytree(
        ROOT / "src" / "hazard", packages / "hazard", ignore=shutil.ignore_patterns("__pycache__")
    )
    shutil.copy(core, packages / "hazard")


SMOKE = (
    ["dice", "4d6kh3", "--json"],
    ["decide", "pig", "--depth", "3"],
    ["solve", "tictactoe"],
    ["fivee", "suggest", "goblin-ambush", "--depth", "1"],
    ["--help"],
)
"""What must work with the lowest versions; all the rest is the tests'."""


def smoke(pins: list[str]) -> None:
    """Run a few commands in an environment that is made anew only when the pins have changed."""
    kept = PLACE / "pins.txt"
    if not kept.exists() or kept.read_text("utf-8") != "\n".join(pins):
        environment(pins, tools=())
        kept.write_text("\n".join(pins), "utf-8")
    else:
        bring_hazard()
    for words in SMOKE:
        subprocess.run(
            [str(PYTHON), "-m", "hazard", *words], cwd=PLACE, check=True, stdout=subprocess.DEVNULL
        )
    print(f"{len(SMOKE)} commands work with them")


def main() -> None:
    """Make the environment and run the tests in it."""
    if sys.argv[1:] == ["--smoke"]:
        pins = lowest(bounds_of([]))
        print(f"Trying {', '.join(pins)}", flush=True)
        smoke(pins)
        return
    extras = sys.argv[1:]
    if unknown := [name for name in extras if not TESTS.get(name)]:
        raise SystemExit(f"no tests of {', '.join(unknown)}; expected {', '.join(filter(None, TESTS))}")
    pins = lowest(bounds_of(extras))
    print(f"Testing with {', '.join(pins)}", flush=True)
    environment(pins)
    tests = [test for name in ["", *extras] for test in TESTS[name]]
    raise SystemExit(
        subprocess.run(
            [str(PYTHON), "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal", *tests],
            cwd=ROOT,
            check=False,
        ).returncode
    )


if __name__ == "__main__":
    main()
