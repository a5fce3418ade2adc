"""Rules of both editions, each as a number that the table derives or cites, and the rules here must give."""

import os
import tomllib
from pathlib import Path

import pytest
from tests.fivee.editions.scenes import RULES

HERE = Path(__file__).parent
TABLE = tomllib.loads((HERE / "rules.toml").read_text(encoding="utf-8"))
EDITIONS = ("2014", "2024")
PAGE = HERE.parents[2] / "docs" / "fivee-editions.md"
BEGIN, END = "<!-- rules -->\n", "<!-- end -->"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", TABLE)
def test_a_rule_is_played_as_its_edition_has_it(name, edition):
    assert RULES[name](edition) == pytest.approx(TABLE[name]["is"][EDITIONS.index(edition)], abs=1e-9)


def test_every_check_has_its_row_and_every_row_its_sources():
    assert set(TABLE) == set(RULES)
    assert len(TABLE) >= 60
    assert all(len(row["source"]) == len(row["is"]) == 2 for row in TABLE.values())


def test_the_documentation_has_the_table():
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    lines = ["| rule | 2014 | 2024 | SRD 5.1 | SRD 5.2 |", "| --- | --- | --- | --- | --- |"]
    for row in TABLE.values():
        old, new = (f"{number:g}" for number in row["is"])
        first, second = row["source"]
        lines.append(f"| {row['about']}: {row['rule']} | {old} | {new} | {first} | {second} |")
    expected = before + BEGIN + "\n".join(lines) + "\n" + END + after
    if os.environ.get("HAZARD_UPDATE_GOLDEN"):
        PAGE.write_text(expected, encoding="utf-8")
    assert page == expected or os.environ.get("HAZARD_UPDATE_GOLDEN")
