"""Every benchmark runs, answers in JSON, and keeps its claims about counts; times are not tested."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hazard.cli import bench

FOLDER = Path(__file__).parents[1] / "benchmarks"
RUNS = [
    ("pruning",),
    ("speed",),
    ("compiled",),
    ("scale",),
    ("budget",),
    ("pig_strength",),
    ("pig_strength", "--losses"),
    ("solve",),
    ("equilibrium",),
    ("in_play",),
    ("monopoly",),
    ("holdem",),
    ("memory",),
    ("nothing_lost",),
    ("grid",),
    ("dice",),
    ("backgammon_moves",),
    ("backgammon_strength",),
    ("star_backgammon",),
    ("backgammon_rollouts",),
    ("twenty48",),
    ("takeiteasy",),
    ("director",),
    ("tactics",),
    ("limits",),
    ("rounds",),
    ("forecast",),
    ("import_fuzz",),
    ("spire_agent",),
    ("spire_strength",),
    ("spire_speed",),
    ("spire_settle",),
    ("spire_run_rates",),
    ("spire_runs",),
    ("spire_strength",),
    ("web_load",),
    ("truth",),
    ("german",),
    ("default_search",),
    ("no_crash",),
]


def run(name, *options):
    done = subprocess.run(
        [sys.executable, str(FOLDER / f"{name}.py"), "--quick", *options],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("arguments", RUNS, ids=" ".join)
def test_a_benchmark_runs_and_its_counts_keep_the_claims(arguments):
    found = json.loads(run(*arguments, "--json"))
    assert found["benchmark"] == arguments[0]
    assert found["quick"] is True
    assert found["tables"]
    for table in found["tables"]:
        assert table["rows"]
        assert all(len(row) == len(table["columns"]) for row in table["rows"])
    assert [claim["text"] for claim in found["claims"] if not claim["timed"] and not claim["holds"]] == []


def test_a_benchmark_prints_a_table_and_judges_its_claims_for_people():
    printed = run("memory")
    assert "Resident memory" in printed
    assert re.search(r"PASS  nodes in the tree: [\d,]+ \(claimed: at most 5,000\)", printed)


def test_a_claim_that_does_not_hold_says_so(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    from common import Claim

    assert str(Claim("speed", 2.0, 3.0, at_least=True, timed=True)) == "LOSES speed: 2 (claimed: at least 3)"
    assert str(Claim("error", 2.0, 3.0, at_least=False, timed=False)).startswith("PASS")


def test_hazard_bench_knows_every_program_and_none_of_their_helpers():
    assert sorted(bench.programs()) == sorted({name for name, *_ in RUNS})


def test_the_readme_names_every_program():
    text = (FOLDER / "README.md").read_text()
    assert [name for name in bench.programs() if f"benchmarks/{name}.py" not in text] == []
