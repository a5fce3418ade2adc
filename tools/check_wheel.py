"""Build what a release publishes, and use it as a stranger would: ``make wheel``.

1. A source distribution, and from it a wheel: what is not in the one cannot be in the other.
2. auditwheel repairs the wheel for other Linux systems (manylinux) and says which.
3. In an empty environment it decides, draws, says which extra is missing, and with that extra serves a page.

    python tools/check_wheel.py              all of it
    python tools/check_wheel.py --no-web     without the extra [web] and its page
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import tarfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST, PLACE = ROOT / "dist", ROOT / "build" / "empty"
BIN = PLACE / ("Scripts" if sys.platform == "win32" else "bin")
LARGEST = 16_500_000
"""Bytes of a wheel: four networks are 12 MB of it, and none can be left out without losing strength."""


def run(*words: object, **options: object) -> str:
    """Run a program and return what it prints; end with its words if it fails."""
    told = {"cwd": PLACE, "check": False, "text": True, "capture_output": True} | options
    ended = subprocess.run([str(word) for word in words], **told)  # type: ignore[call-overload]
    if ended.returncode != 0:
        raise SystemExit(
            f"{' '.join(map(str, words))} ended with {ended.returncode}:\n{ended.stdout}{ended.stderr}"
        )
    return str(ended.stdout)


def build() -> Path:
    """Build both distributions; return the wheel, repaired where there is auditwheel."""
    shutil.rmtree(DIST, ignore_errors=True)
    shutil.rmtree(PLACE, ignore_errors=True)
    PLACE.mkdir(parents=True)
    DIST.mkdir()
    python = sys.executable
    backend = "import scikit_build_core.build as b, sys; print(b.build_sdist(sys.argv[1]))"
    source = DIST / run(python, "-c", backend, DIST, cwd=ROOT).split()[-1]
    print(f"{source.name}: {source.stat().st_size / 1e6:.1f} MB")
    with tarfile.open(source) as archive:
        archive.extractall(PLACE / "sources", filter="data")
    unpacked = next((PLACE / "sources").iterdir())
    run(python, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", DIST, unpacked)
    wheel = next(DIST.glob("*.whl"))
    if sys.platform == "linux":
        print(run(python, "-m", "auditwheel", "show", wheel).strip().splitlines()[-1])
        run(
            python,
            "-m",
            "auditwheel",
            "repair",
            "-w",
            DIST,
            wheel,
            env=os.environ | {"PATH": f"{Path(python).parent}:{os.environ['PATH']}"},
        )
        wheel.unlink()
        wheel = next(DIST.glob("*.whl"))
    size = wheel.stat().st_size
    print(f"{wheel.name}: {size / 1e6:.1f} MB")
    if size > LARGEST:
        raise SystemExit(f"the wheel has {size} bytes; expected at most {LARGEST}")
    return wheel


def use(wheel: Path, web: bool) -> None:
    """Install it where nothing else is, and use it."""
    run(sys.executable, "-m", "venv", PLACE, "--clear") if not BIN.exists() else None
    run(BIN / "python", "-m", "pip", "install", "-q", wheel)
    hazard = BIN / "hazard"
    print(run(hazard, "--version").strip())
    decided = json.loads(run(hazard, "decide", "pig", "--depth", "2", "--draw", "why.html", "--json"))
    assert decided["action"] == "roll", decided
    assert "<svg" in (PLACE / "why.html").read_text("utf-8")
    print(run(hazard, "fivee", "suggest", "goblin-ambush", "--seconds", "60").splitlines()[0])
    missing = subprocess.run([hazard, "web"], cwd=PLACE, capture_output=True, text=True, check=False)
    assert missing.returncode == 2, missing
    assert "hazard[web]" in missing.stderr, missing.stderr
    if web:
        run(BIN / "python", "-m", "pip", "install", "-q", f"{wheel}[web]")
        serve(hazard)


def serve(hazard: Path) -> None:
    """Start the pages and look at the first."""
    command = [hazard, "web", "--no-browser", "--port", "0", "--json", "--data", PLACE / "data"]
    with subprocess.Popen(command, cwd=PLACE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = ""
        while "}" not in said:
            said += process.stdout.readline()
        address = json.loads(said)["address"]
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        for _ in range(100):
            try:
                page = opener.open(address, timeout=60).read().decode()
                break
            except OSError:
                import time

                time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        process.wait(30)
    assert "hazard" in page
    print(f"served a page of {len(page):,} characters")


def main() -> None:
    """Do all of it."""
    wheel = build()
    use(wheel, "--no-web" not in sys.argv)
    print(f"{wheel.name} works in an empty environment ({platform.platform()})")


if __name__ == "__main__":
    main()
