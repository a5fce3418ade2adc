"""Print the notes of a release: the changelog's section of the version.

    python tools/release_notes.py            of what is unreleased, if the version has no section yet
    python tools/release_notes.py v0.1.0     refused unless that is the version, and it has a section

The version stands in src/hazard/__init__.py and nowhere else; pyproject.toml takes it from there.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def version() -> str:
    """Return the version of the package."""
    text = (ROOT / "src" / "hazard" / "__init__.py").read_text("utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    assert found is not None
    return found[1]


def section(changelog: str, name: str) -> str | None:
    """Return the text below the heading of a version.

    >>> section("## [Unreleased]\\n\\n- new\\n\\n## [1.0.0] - 2026-01-01\\n\\n- old\\n", "1.0.0")
    '- old'
    >>> section("## [Unreleased]\\n", "2.0.0") is None
    True
    """
    found = re.search(
        rf"^## \[{re.escape(name)}\][^\n]*\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL
    )
    return found[1].strip() if found else None


def main() -> None:
    """Print them, or say what is missing."""
    tag = sys.argv[1] if len(sys.argv) > 1 else ""
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    if tag and tag != f"v{version()}":
        raise SystemExit(f"the tag is {tag}, and the version in src/hazard/__init__.py is {version()}")
    notes = section(changelog, version())
    if tag and not notes:
        raise SystemExit(f"CHANGELOG.md has no section [{version()}]")
    print(notes or section(changelog, "Unreleased") or "")


if __name__ == "__main__":
    main()
