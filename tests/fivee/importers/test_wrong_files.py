"""Files that hold no stat block in plain text: read where they can be, and refused in one line where not."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fivee.importers.import_samples import STAT_BLOCK_2014
from typer.testing import CliRunner

from hazard.cli.app import app
from hazard.fivee.content.library import ContentError
from hazard.fivee.importers import import_file, import_text

PAGE = """<!DOCTYPE html><html><head><title>Beasts</title><style>p {color: red}</style></head><body>
<h1>Bog Cat</h1>
<p><em>Medium beast, unaligned</em></p><p><b>Armor Class</b> 12</p><p><b>Hit Points</b> 9 (2d8)</p>
<p><b>Speed</b> 40 ft.</p><p>STR 10 (+0) DEX 14 (+2) CON 10 (+0) INT 3 (-4) WIS 12 (+1) CHA 7 (-2)</p>
<p><b>Challenge</b> 1/4</p><h3>Actions</h3>
<p><b>Claw.</b> <i>Melee Weapon Attack:</i> +4 to hit, reach 5 ft., one target.
<i>Hit:</i> 5 (1d6 + 2) slashing damage.</p></body></html>"""


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", "fivee.file_without_text"),
        (b"PK\x03\x04\x14\x00\x00", "fivee.file_without_text"),
        (b"\x89PNG\r\n\x1a\n\x00", "fivee.file_without_text"),
        (b"\x00\x01\x02\xff\xfe", "fivee.file_not_utf8"),
        (b"", "fivee.stat_block_empty"),
        (b"Dear diary,\nit rained.\n", "fivee.stat_block_line_missing"),
        (b"x" * 5_000_000, "fivee.line_too_long"),
        (b"{{monster\n" * 100_000, "fivee.stat_block_empty"),
        (b"- " * 49_000 + b"\n", "fivee.stat_block_line_missing"),
    ],
    ids=["PDF", "ZIP", "PNG", "bytes", "empty", "diary", "one line", "frames", "dashes"],
)
def test_what_is_no_stat_block_is_refused_and_says_why(tmp_path: Path, content: bytes, code: str) -> None:
    file = tmp_path / "mine"
    file.write_bytes(content)
    with pytest.raises(ContentError) as refused:
        import_file(file)
    assert refused.value.code == code
    result = CliRunner().invoke(app, ["fivee", "import", str(file)])
    assert result.exit_code == 2
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_text_is_read_as_programs_save_it(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "hound.txt"
    text = STAT_BLOCK_2014.replace("Marsh Hound", "Café Hound", 1)
    mark = b"\xff\xfe" if encoding == "utf-16-le" else b""
    file.write_bytes(mark + text.encode(encoding))
    (found,) = import_file(file)
    assert found.creature.name == "Café Hound"


def test_a_saved_page_is_read_without_its_marks() -> None:
    (found,) = import_text(PAGE, "page.html")
    assert (found.creature.name, found.creature.armor_class, found.creature.challenge) == (
        "Bog Cat",
        12,
        0.25,
    )
    assert found.creature.actions[0].attack is not None
    assert found.creature.actions[0].attack.to_hit == 4
    assert found.lost == []


def test_a_text_that_is_cut_says_so() -> None:
    (found,) = import_text(STAT_BLOCK_2014 + "Song. " + "It sings. " * 2000)
    assert "longer than 8000 characters; the rest is not read" in [note.phrase for note in found.lost]
