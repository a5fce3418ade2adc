"""Walk a stranger's path in an empty environment: install, first decision, first fight, first page, anywhere.

    python tools/stranger.py                 the newest wheel of dist/, or this clone by `pip install .`
    python tools/stranger.py my.whl          another wheel or a source distribution
    python tools/stranger.py --no-web        without the extra [web] and the pages

The versions of what hazard depends on are the highest that pip finds; `make lowest` has the lowest. Each step
says what came of it, and a step that fails says what was printed. `make wheel` ends with this.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "build" / "stranger"
BIN = PLACE / "env" / ("Scripts" if sys.platform == "win32" else "bin")


def run(*words: object, code: int = 0, cwd: Path = PLACE, env: dict[str, str] | None = None) -> str:
    """Run a program and return what it prints; end with its words if it ends otherwise than by ``code``."""
    typed = [str(word) for word in words]
    ended = subprocess.run(typed, cwd=cwd, env=env, check=False, capture_output=True, encoding="utf-8")
    if ended.returncode != code:
        raise SystemExit(f"{' '.join(typed)} ended with {ended.returncode}:\n{ended.stdout}{ended.stderr}")
    return ended.stdout + ended.stderr


def expect(found: bool, what: str, told: object) -> None:
    """End if something is not as a stranger is promised."""
    if not found:
        raise SystemExit(f"expected {what}, found: {told}")


def installed(what: object, python: str) -> None:
    """Install into an environment that has nothing else, and say which versions came with it."""
    shutil.rmtree(PLACE, ignore_errors=True)
    PLACE.mkdir(parents=True)
    run(python, "-m", "venv", PLACE / "env", cwd=ROOT)
    run(BIN / "python", "-m", "pip", "install", "-q", what)
    listed = json.loads(run(BIN / "python", "-m", "pip", "list", "--format", "json"))
    print("installed:", ", ".join(f"{row['name']} {row['version']}" for row in listed))


def first_steps() -> None:
    """Ask for where to begin, a decision with its picture, and a turn of a fight."""
    hazard = BIN / "hazard"
    told = run(hazard)
    expect("hazard tour" in told, "where to begin", told)
    decided = json.loads(run(hazard, "decide", "pig", "--depth", "2", "--draw", "why.html", "--json"))
    expect(decided["action"] == "ROLL", "to roll at the start of Pig", decided)
    expect("<svg" in (PLACE / "why.html").read_text("utf-8"), "a picture", "no <svg> in why.html")
    print(f"first decision: {decided['action']}, with a picture")
    fight = run(hazard, "fivee", "suggest", "goblin-ambush", "--seconds", "60")
    expect("Expected" in fight, "what the goblin does", fight)
    print("first fight:", fight.splitlines()[0])
    missing = run(hazard, "web", "--no-browser", code=2)
    expect("hazard[web]" in missing, "the name of the missing extra", missing)
    print("a missing extra:", missing.strip())


SURROUNDINGS: dict[str, dict[str, str | None]] = {
    "a home that is not there": {"HOME": "/nowhere/at/all"},
    "a home that nothing can be written to": {"HOME": "/proc"},
    "no home": {"HOME": None, "USERPROFILE": None},
    "no language": {"LANG": "C", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    "no colours": {"NO_COLOR": "1"},
    "a terminal that can do nothing": {"TERM": "dumb", "COLUMNS": "0"},
    "no terminal": {"TERM": None},
}
"""Changes of the environment; None takes a variable away."""
AMONG = ("hazard", "random", "numpy", "json", "pig", "types")
"""Names that somebody's own files may have, and which lie beside them then."""
ANYWHERE = (
    ("dice", "4d6kh3"),
    ("decide", "pig", "--depth", "2", "--json"),
    ("fivee", "suggest", "goblin-ambush", "--depth", "1", "--seconds", "60"),
    (
        "arena",
        "pig(target=9)",
        "--players",
        "random,random",
        "--games",
        "4",
        "--seed",
        "1",
        "--on",
        "processes",
    ),
)


def anywhere() -> None:
    """Ask among files called as modules are, and in poor environments: the answers are the same."""
    among = PLACE / "among"
    among.mkdir(exist_ok=True)
    for name in AMONG:
        (among / f"{name}.py").write_text("raise SystemExit('not the module')\n", "utf-8")
    for words in ANYWHERE:
        usual = answer(words, dict(os.environ), PLACE)
        for name, changes in {"files called as modules": {}, **SURROUNDINGS}.items():
            env = {**os.environ, **changes}
            found = answer(words, {key: value for key, value in env.items() if value is not None}, among)
            expect(found == usual, f"with {name}: {usual}", found)
    print(f"the same answers in {1 + len(SURROUNDINGS)} odd surroundings")


def answer(words: tuple[str, ...], env: dict[str, str], place: Path) -> str:
    """Return what a command says, without bars and the time that it took."""
    said = run(BIN / "hazard", *words, cwd=place, env=env)
    lines = [re.sub("[#█-▏]+", "", line).rstrip() for line in said.splitlines()]
    timeless = [line for line in lines if not re.search(r"seconds|\bms\b|/s\b", line)]
    return "\n".join(timeless).translate(str.maketrans({"→": "->", "·": ".", "−": "-", "±": "+-"}))


def first_page(what: object) -> None:
    """Install the extra, start the pages as `hazard web` does, and open the first."""
    run(BIN / "python", "-m", "pip", "install", "-q", f"{what}[web]")
    command = [BIN / "hazard", "web", "--no-browser", "--port", "0", "--json", "--data", PLACE / "data"]
    with subprocess.Popen(command, cwd=PLACE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            said = ""
            while "}" not in said and (line := process.stdout.readline()):
                said += line
            page = opened(json.loads(said)["address"])
        finally:
            process.send_signal(signal.SIGTERM if sys.platform == "win32" else signal.SIGINT)
            process.wait(30)
    expect("hazard" in page, "the first page", page[:200])
    print(f"first page: {len(page):,} characters")


def opened(address: str) -> str:
    """Return a page, as soon as the server answers."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    for _ in range(600):
        try:
            return str(opener.open(address, timeout=60).read().decode())
        except urllib.error.HTTPError as error:
            raise SystemExit(f"the first page was answered with {error.code}") from None
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server did not answer")


def walk(what: Path, web: bool = True, python: str = sys.executable) -> None:
    """Walk the whole path with a wheel, a source distribution or a clone."""
    installed(what, python)
    first_steps()
    anywhere()
    if web:
        first_page(what)
    version = run(BIN / "python", "--version").strip()
    print(f"{what.name} does what a stranger is promised ({version}, {platform.platform()})")


def main() -> None:
    """Walk it with what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", nargs="?", type=Path, help="a wheel, a source distribution or a clone")
    parser.add_argument("--no-web", action="store_true", help="without the extra [web] and the pages")
    asked = parser.parse_args()
    wheels = sorted((ROOT / "dist").glob("*.whl"), key=lambda wheel: wheel.stat().st_mtime)
    what = asked.what or (wheels[-1] if wheels else ROOT)
    walk(what.resolve(), not asked.no_web)


if __name__ == "__main__":
    main()
