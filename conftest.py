"""The documentation as tests: every code block of README.md and docs/ runs, top to bottom, page by page.

- ``python`` blocks run in one namespace per page. A block with a title (```` ```python title="hog.py" ````)
  is also written to a file of that name in the page's own folder, where its commands run.
- ``text`` blocks are what the last Python block before them printed.
- ``console`` blocks: each ``$ hazard ...`` must succeed, and print what follows it, if anything does.

Three dots stand for anything in what is printed. Times and speeds differ from machine to machine, so numbers
with a unit of time are not compared, nor is where a line breaks because of them.

``HAZARD_UPDATE_GOLDEN=1 pytest README.md docs`` writes anew what is shown without three dots.
"""

import contextlib
import io
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE
from pathlib import Path

from sybil import Document, Example, Region, Sybil
from sybil.evaluators.doctest import OutputChecker
from sybil.evaluators.python import PythonEvaluator
from sybil.parsers.markdown.lexers import RawFencedCodeBlockLexer
from typer.testing import CliRunner

INFO = r"{language}(?:[ \t]+title=\"(?P<title>[^\"\n]+)\")?[^\n]*\n"
TIMES = re.compile(r"[\d.,]+(?= (?:ms|s)\b|/s\b)")

PATIENCE = {("fivee", "suggest"): ("--seconds", "60")}
"""For commands that think for a second at most and need a tenth of it; a busy machine may not have that."""

collect_ignore = ["docs/docstrings.py"]  # for the site, which has libraries of its own
run_python = PythonEvaluator()


class Blocks:
    """The fenced blocks of one language, each handed to ``evaluate``."""

    def __init__(self, language: str, evaluate: Callable[[Example], str | None]) -> None:
        """Look for ``language``."""
        self.lexer = RawFencedCodeBlockLexer(re.compile(INFO.format(language=language)))
        self.evaluate = evaluate

    def __call__(self, document: Document) -> Iterable[Region]:
        """Find the blocks of a page."""
        for region in self.lexer(document):
            region.parsed, region.evaluator = region.lexemes["source"], self.evaluate
            yield region


def python_block(example: Example) -> None:
    """Run the block and those above it, each once in this process."""
    done = example.namespace["page_done"]
    blocks = [e for e in example.document.examples() if e.region.evaluator is python_block]
    for block in blocks:
        if block.start <= example.start and block.start not in done:
            run_block(block)
            done.add(block.start)


def catch_up(example: Example) -> str:
    """Run the Python blocks above ``example`` that have not run; return what the last to print printed.

    Several processes may share a page, each with some of its blocks and in any order.
    """
    above = [e for e in example.document.examples() if e.start < example.start]
    blocks = [e for e in above if e.region.evaluator is python_block]
    if blocks and blocks[-1].start not in example.namespace["page_done"]:
        python_block(blocks[-1])
    printed = (example.namespace["page_printed"].get(block.start) for block in reversed(blocks))
    return next(filter(None, printed), "")


def run_block(example: Example) -> None:
    """Run one block in the page's folder; keep what it prints for a ``text`` block."""
    title, folder = example.region.lexemes["title"], example.namespace["page_folder"]
    if title:
        Path(folder, title).write_text(example.parsed, encoding="utf-8")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.chdir(folder):
        run_python(example)
    example.namespace["page_printed"][example.start] = printed.getvalue()


def text_block(example: Example) -> str | None:
    """Compare the block with what was printed last above it."""
    printed = catch_up(example)
    found = difference(example.parsed, printed)
    return found and update(example, "```text\n{}```", example.parsed, printed, found)


def update(example: Example, block: str, shown: str, printed: str, found: str) -> str | None:
    """Write what was printed into the page, if that is asked for; else return how it differs."""
    if not os.environ.get("HAZARD_UPDATE_GOLDEN") or "..." in shown:
        return found
    page = Path(example.path)
    lines = "".join(f"{line.rstrip()}\n" for line in printed.rstrip().splitlines())
    text = page.read_text("utf-8").replace(block.format(shown), block.format(lines))
    page.write_text(text, "utf-8")
    return None


def console_block(example: Example) -> str | None:
    """Run each ``$ hazard ...`` of the block; compare what it shows, where the block shows something."""
    from hazard.cli import app

    catch_up(example)
    for part in re.split(r"^\$ ", example.parsed, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        words = shlex.split(command, comments=True)
        if words[0] != "hazard":
            continue
        with contextlib.chdir(example.namespace["page_folder"]):
            patience = PATIENCE.get(tuple(words[1:3]), ())
            result = CliRunner().invoke(app, [*words[1:], *patience], env={"COLUMNS": "100"})
        if result.exit_code != 0:
            return f"$ {command}\nended with code {result.exit_code}:\n{result.output}"
        found = shown.strip() and difference(shown, result.output)
        if found and (found := update(example, command + "\n{}", shown, result.output, found)):
            return f"$ {command}\n{found}"
    return None


def difference(expected: str, printed: str) -> str | None:
    """Say how ``printed`` differs from ``expected``, or nothing."""
    want, got = (TIMES.sub("0", text).strip() + "\n" for text in (expected, printed))
    if OutputChecker().check_output(want, got, ELLIPSIS | NORMALIZE_WHITESPACE):
        return None
    return f"expected:\n{expected}\nprinted:\n{printed}"


def open_page(namespace: dict[str, object]) -> None:
    """Give a page a folder of its own, and its games a module name for error messages."""
    folder = tempfile.mkdtemp(prefix="hazard-docs-")
    namespace["page_folder"], namespace["page_done"], namespace["page_printed"] = folder, set(), {}
    sys.path.insert(0, folder)
    namespace["__name__"] = "page"


def close_page(namespace: dict[str, object]) -> None:
    """Remove the page's folder and everything its blocks hold."""
    folder = Path(str(namespace["page_folder"]))
    sys.path[:] = [place for place in sys.path if place != str(folder)]
    for name, module in list(sys.modules.items()):
        if Path(getattr(module, "__file__", None) or "/").parent == folder:
            del sys.modules[name]
    shutil.rmtree(folder)
    namespace.clear()


pytest_collect_file = Sybil(
    parsers=[Blocks("python", python_block), Blocks("text", text_block), Blocks("console", console_block)],
    patterns=["README.md", "docs/*.md", "docs/**/*.md"],
    setup=open_page,
    teardown=close_page,
).pytest()
