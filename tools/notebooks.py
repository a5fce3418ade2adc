"""Run the notebooks in examples/notebooks/ and write anew what they print: ``python tools/notebooks.py``.

Jupyter is not needed: a notebook is JSON, and its cells of code run here one after the other in one place.
What a cell prints, and the value of its last line, is its output. ``tests/test_notebooks.py`` compares it.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "examples" / "notebooks"


def run_cell(source: str, names: dict[str, Any]) -> str:
    """Run a cell; return what it printed and, as Jupyter does, the value of its last line."""
    tree = ast.parse(source)
    last = tree.body[-1] if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(tree.body[: -1 if last else None], []), "<cell>", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if last else None
    return printed.getvalue() + ("" if value is None else f"{value!r}\n")


def run_notebook(notebook: dict[str, Any]) -> list[str]:
    """Run all cells of code; return the output of each."""
    names: dict[str, Any] = {"__name__": "notebook"}
    return [run_cell("".join(c["source"]), names) for c in notebook["cells"] if c["cell_type"] == "code"]


def outputs(notebook: dict[str, Any]) -> list[str]:
    """Return what the notebook shows below each cell of code."""
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return ["".join(line for out in cell["outputs"] for line in out["text"]) for cell in cells]


def main() -> None:
    """Run them all and keep what they print."""
    for file in sorted(FOLDER.glob("*.ipynb")):
        notebook = json.loads(file.read_text("utf-8"))
        found = iter(run_notebook(notebook))
        for number, cell in enumerate(c for c in notebook["cells"] if c["cell_type"] == "code"):
            text = next(found)
            cell["execution_count"] = number + 1
            stream = {"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)}
            cell["outputs"] = [stream] if text else []
        file.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")
        print(file.name)


if __name__ == "__main__":
    main()
