"""``hazard fivee import``."""

import json

import pytest
from tests.fivee.importers.import_samples import OLD_WORDING, STAT_BLOCK_2014
from typer.testing import CliRunner

from hazard.cli.app import app
from hazard.fivee.content.library import read_creatures


def run(*words: str, typed: str | None = None):
    return CliRunner().invoke(app, ["fivee", "import", *words], input=typed)


@pytest.fixture
def hound(tmp_path):
    file = tmp_path / "hound.json"
    file.write_text(OLD_WORDING["5e-database"])
    return file


def test_the_command_writes_toml_and_says_what_it_understood(hound, tmp_path) -> None:
    out = tmp_path / "out.toml"
    result = run(str(hound), "--out", str(out))
    assert result.exit_code == 0
    assert "1 creature, 1 of them understood completely." in result.stdout
    assert "Attacks understood completely: 1 of 1 (100.0 %)." in result.stdout
    assert "Saves understood completely: 2 of 2 (100.0 %)." in result.stdout
    assert set(read_creatures(out)) == {"marsh-hound"}


def test_a_phrase_that_is_not_understood_stands_in_a_table(tmp_path) -> None:
    file = tmp_path / "odd.txt"
    file.write_text(STAT_BLOCK_2014.replace("knocked prone.", "knocked prone. The target must sing."))
    result = run(str(file))
    assert result.exit_code == 0
    assert "Not understood" in result.stdout
    assert "The target must sing" in result.stdout
    assert "0 of them understood completely" in result.stdout


def test_json_has_creatures_notes_and_figures(hound) -> None:
    result = run(str(hound), "--json")
    answer = json.loads(result.stdout)
    assert answer["creatures"][0]["id"] == "marsh-hound"
    assert answer["notes"] == []
    assert answer["understood"]["attack"] == {"complete": 1, "all": 1}


def test_standard_input_and_output_are_files_too() -> None:
    result = run("-", "--out", "-", typed=STAT_BLOCK_2014)
    assert result.exit_code == 0
    assert result.stdout.startswith("[[creature]]")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere.json"], "there is no such file"),
        (["nowhere.json", "--format", "pdf"], "there is no format 'pdf'"),
        (["nowhere.json", "--out", "no/such/folder/x.toml"], "there is no folder"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(words: list[str], message: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert "Traceback" not in result.stderr


def test_a_bad_file_is_one_line_and_exit_code_2(tmp_path) -> None:
    file = tmp_path / "bad.json"
    file.write_text('[{"index": "x", "hit_dice": "1d8", "name": "X"}]')
    result = run(str(file))
    assert result.exit_code == 2
    assert "bad.json" in result.stderr.replace("\n", "")
    assert "Traceback" not in result.stderr
