"""Build the core and its self-test with other compilers and for other machines, and run what can be run here.

    python tools/portable.py                     every target
    python tools/portable.py clang arm           some of them
    python tools/portable.py --quick             the pinned node counts and values only
    python tools/portable.py --whole             the whole self-test, on slow emulators too

A target needs a compiler and, unless it is this machine's own, something to run its programs:

    clang     Debian's clang           this machine
    linux     ziglang, from PyPI       this machine
    arm       ziglang                  Debian's qemu-user
    windows   ziglang                  Debian's wine64
    mac       ziglang                  cannot be run here: compiled and linked only

By default clang has the whole self-test, and the others the pinned numbers, which an emulator finds soon.
Where a compiler is missing a target is left out, unless it was asked for by name; without the emulator it is
built and not run. The last lines say so. The pinned numbers are those of GCC on x86-64, to the last bit:
cpp/tests/test_pinned.cpp.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "build" / "portable"
ZIG = [sys.executable, "-m", "ziglang", "c++"]
# Those of CMakeLists.txt; less optimised, as most of the time goes into compiling.
FLAGS = ["-std=c++20", "-O1", "-Icpp", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math",
         "-fno-signed-zeros", "-Wall", "-Wextra", "-Wno-unused-command-line-argument"]  # fmt: skip
CORE = ("cpp/core/*.cpp", "cpp/search/*/*.cpp", "cpp/learn/*.cpp", "cpp/dice/*.cpp")
QUICK = ["cpp/tests/selftest.cpp", "cpp/tests/test_pinned.cpp"]


@dataclass(frozen=True)
class Target:
    """One machine and its compiler."""

    compiler: tuple[str, ...]
    emulator: tuple[str, ...] | None = ()
    """What runs its programs; None where nothing here can."""
    ending: str = ""
    quick: bool = True
    """Whether the pinned numbers are enough, if nobody says otherwise."""


TARGETS = {
    "clang": Target(("clang++",), quick=False),
    "linux": Target((*ZIG, "-target", "x86_64-linux-gnu")),
    "arm": Target((*ZIG, "-target", "aarch64-linux-musl"), ("qemu-aarch64",)),
    "windows": Target((*ZIG, "-target", "x86_64-windows-gnu"), ("wine",), ".exe"),
    "mac": Target((*ZIG, "-target", "aarch64-macos"), None),
}


def sources(quick: bool) -> list[str]:
    """Return the core's own files and the self-test's, by their paths from here."""
    found = [path for pattern in CORE for path in sorted(ROOT.glob(pattern))]
    tests = [] if quick else sorted(ROOT.glob("cpp/tests/*.cpp"))
    return [*(str(path.relative_to(ROOT)) for path in (*found, *tests)), *(QUICK if quick else ())]


def compile_one(name: str, source: str, flags: list[str], newest: float) -> str:
    """Compile one file, unless that has been done since anything changed; return what was made."""
    made = PLACE / name / (source.replace("/", "_") + ("-quick" if "-DHAZARD_QUICK" in flags else "") + ".o")
    if not made.exists() or made.stat().st_mtime < newest:
        command = [*TARGETS[name].compiler, *flags, "-c", source, "-o", str(made)]
        subprocess.run(command, cwd=ROOT, check=True)
    return str(made)


def build(name: str, quick: bool) -> Path:
    """Build the self-test of a target; return the program."""
    target, flags = TARGETS[name], [*FLAGS, *(["-DHAZARD_QUICK"] if quick else [])]
    (PLACE / name).mkdir(parents=True, exist_ok=True)
    newest = max(path.stat().st_mtime for path in ROOT.glob("cpp/**/*.?pp"))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        made = list(pool.map(lambda source: compile_one(name, source, flags, newest), sources(quick)))
    program = PLACE / name / f"selftest{'-quick' if quick else ''}{target.ending}"
    subprocess.run([*target.compiler, *made, "-o", str(program), "-pthread"], cwd=ROOT, check=True)
    return program


def tried(name: str, quick: bool, wanted: bool) -> str:
    """Build and run a target; return what came of it in a few words."""
    target = TARGETS[name]
    if not there(target.compiler):
        missing = "ziglang" if "ziglang" in target.compiler else target.compiler[0]
        return f"{'FAILED' if wanted else 'left out'}: {missing} is not installed"
    try:
        program = build(name, quick)
    except subprocess.CalledProcessError:
        return "FAILED to build"
    if target.emulator is None:
        return "built; nothing here can run it"
    if target.emulator and shutil.which(target.emulator[0]) is None:
        return f"built; not run, as there is no {target.emulator[0]}"
    content = os.environ | {"HAZARD_SPIRE_CONTENT": str(PLACE / "spire.content"), "WINEDEBUG": "-all"}
    begun = time.monotonic()
    ended = subprocess.run([*target.emulator, str(program)], cwd=ROOT, env=content, check=False)
    what = "the pinned numbers" if quick else "the whole self-test"
    if ended.returncode != 0:
        return f"FAILED {what} with code {ended.returncode}"
    return f"built, and passed {what} in {time.monotonic() - begun:.0f} s"


def there(compiler: tuple[str, ...]) -> bool:
    """Whether a compiler is installed."""
    return (
        find_spec("ziglang") is not None if "ziglang" in compiler else shutil.which(compiler[0]) is not None
    )


def main() -> None:
    """Try the targets that are asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "targets", nargs="*", metavar="TARGET", help=f"of {', '.join(TARGETS)}; all by default"
    )
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument(
        "--quick", dest="quick", action="store_true", default=None, help="the pinned numbers only"
    )
    amount.add_argument(
        "--whole", dest="quick", action="store_false", help="the whole self-test of every target"
    )
    asked = parser.parse_args()
    if unknown := [name for name in asked.targets if name not in TARGETS]:
        parser.error(f"no target {unknown[0]!r}; expected {', '.join(TARGETS)}")
    PLACE.mkdir(parents=True, exist_ok=True)
    chosen = {
        name: TARGETS[name].quick if asked.quick is None else asked.quick for name in asked.targets or TARGETS
    }
    if not all(chosen.values()):
        writer = [sys.executable, "tools/spire_content.py", str(PLACE / "spire.content")]
        subprocess.run(writer, cwd=ROOT, check=True)
    results = {name: tried(name, quick, name in asked.targets) for name, quick in chosen.items()}
    for name, result in results.items():
        print(f"{name:8} {result}")
    sys.exit(any(result.startswith("FAILED") for result in results.values()))


if __name__ == "__main__":
    main()
