"""The words of the trade: phrases that readers have stumbled over stay away, and every page is found."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
FILES = [ROOT / "README.md", *PAGES, *sorted((ROOT / "src").rglob("*.py"))]
INSTEAD = {
    "Ctrl-C or harder": "at any time",
    "with commas; the first": "separated by commas",
    "Of the draws.": "Seed for the draws.",
    "0 for not": "0 skips this",
    "missed too. Some": "a sentence",
    "none but a refusal": "each is read or refused",
    "It comes to this": "This happens in … of cases",
    "luck taken out": "variance-reduced",
    "luck of the dice taken out": "variance-reduced",
    "luck is taken out": "variance-reduced",
    "without the luck of": "variance-reduced",
    "score without luck": "variance-reduced score",
    "if nothing is said": "by default",
    "where nothing is said": "by default",
    "may be given again": "Repeat the option for more.",
    "looked over": "analysed",
    "principal line": "principal variation",
    "<bool>": "a flag without a type",
}
"""Each phrase with what to write instead."""


@pytest.mark.parametrize("phrase", INSTEAD)
def test_a_phrase_that_readers_stumbled_over_does_not_come_back(phrase):
    words = r"\s+".join(map(re.escape, phrase.split()))  # it may be broken over two lines
    pattern = re.compile(words, re.IGNORECASE)
    where = [str(file.relative_to(ROOT)) for file in FILES if pattern.search(file.read_text("utf-8"))]
    assert not where, f"write instead: {INSTEAD[phrase]}"


def test_every_page_is_in_one_of_the_four_groups():
    text = (ROOT / "mkdocs.yml").read_text("utf-8")
    navigation = text[text.index("nav:\n") : text.index("markdown_extensions:")]
    assert re.findall(r"(?m)^  - (\w+):", navigation) == ["Home", "Learn", "Reference", "Domains", "Project"]
    named = re.findall(r"\S+\.md", navigation)
    assert sorted(named) == [str(page.relative_to(ROOT / "docs")) for page in PAGES]


@pytest.mark.parametrize("page", ["README.md", "docs/game-model.md"])
def test_what_the_model_covers_and_what_not_is_said_where_games_are_written(page):
    text = " ".join((ROOT / page).read_text("utf-8").replace("*", "").split())
    assert "for one or two players, MAX and MIN, with chance," in text
    assert "see the whole state." in text
    assert "hidden information" in text
    assert "more than two players" in text


def anchors(page):
    """List the anchors of a page's headings, as MkDocs makes them."""
    text = re.sub(r"(?s)```.*?```", "", page.read_text("utf-8"))
    for heading in re.findall(r"(?m)^#+ (.+)$", text):
        yield re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())


@pytest.mark.parametrize("page", [ROOT / "README.md", *PAGES], ids=lambda page: page.name)
def test_every_link_between_pages_leads_to_a_page_and_a_heading(page):
    for target, anchor in re.findall(r"\]\(([^)#:]*\.md)?(?:#([^)]*))?\)", page.read_text("utf-8")):
        there = page.parent / target if target else page
        assert there.is_file(), target
        assert not anchor or anchor in anchors(there), f"{target}#{anchor}"


def test_what_is_measured_is_a_claim_a_figure_and_a_command():
    rows = [
        line.strip("|").split(" | ")
        for line in (ROOT / "docs/measured.md").read_text("utf-8").splitlines()
        if line.startswith("| ") and not line.startswith(("| claim", "| ---"))
    ]
    assert rows
    for row in rows:
        assert len(row) == 3, row
        assert ";" not in row[1], row
        assert re.fullmatch(r"`[^`]+` ?", row[2]), row


def test_files_that_are_named_are_there():
    """In the documentation and in comments; recipes name files of their own, ``my_game.hpp``."""
    named = re.compile(r"(?<![\w/])((?:tests|cpp|src/hazard|tools)/[\w/]+\.(?:py|hpp|cpp|toml|txt))\b")
    places = [
        ROOT / "CONTRIBUTING.md",
        ROOT / "benchmarks" / "README.md",
        *FILES,
        *(ROOT / "cpp").rglob("*.?pp"),
    ]
    missing = {
        f"{place.relative_to(ROOT)} names {file}"
        for place in places
        for file in named.findall(place.read_text("utf-8"))
        if "my_" not in file and not (ROOT / file).exists()
    }
    assert not missing
