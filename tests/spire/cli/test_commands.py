"""``hazard spire``: advice, journals, coverage, and what it says to mistakes."""

import json
import subprocess
import sys
import time

import pytest
from tests.spire.protocol import message_samples as samples


@pytest.mark.parametrize("name", ["advise", "agent", "bench", "coverage", "fight", "replay", "serve"])
def test_every_command_teaches_by_example_and_has_json(ok, name):
    text = ok("spire", name, "--help")
    assert "Examples" in text
    assert f"hazard spire {name}" in text
    assert "--json" in text


def test_advice_for_a_screen_of_a_run(ok, tmp_path):
    file = tmp_path / "rest.json"
    file.write_text(samples.EVERY_SAMPLE["rest"])
    by_table = ok("spire", "advise", str(file), "--draft", "table")
    assert by_table.startswith("choose 1   (smith with 60 of 75 hit points)")
    found = json.loads(ok("spire", "advise", samples.EVERY_SAMPLE["rest"], "--json"))
    assert "with 60 of 75 hit points: the act is survived in" in found["why"]


def test_advice_for_a_fight_warns_of_what_is_not_known(ok):
    made = json.dumps(samples.fight(monsters=[samples.monster("Dragon")]))
    found = json.loads(ok("spire", "advise", made, "--json"))
    assert found["command"].split()[0] in ("play", "end")
    assert any("Dragon" in warning for warning in found["warnings"])


@pytest.mark.parametrize(
    "arguments",
    [
        ("advise", "nowhere.json"),
        ("advise", "{broken"),
        ("advise", '{"in_game": false}'),
        ("replay", "nowhere.jsonl"),
        ("agent", "--class", "wizard"),
        ("agent", "--class", "silent"),
        ("agent", "--ascension", "21"),
        ("agent", "--seed", "a b"),
        ("serve", "--deck", "none"),
        ("serve", "--encounter", "Nobody"),
        ("serve", "--client", ""),
        ("serve", "--client", "/no/such/program"),
    ],
    ids=" ".join,
)
def test_a_mistake_is_one_line_and_exit_code_2(run, arguments):
    result = run("spire", *arguments)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


@pytest.mark.parametrize("text", ["", "no json\n", '{"n": 1}\n', "[]\n"])
def test_a_file_that_is_no_journal_is_refused(run, tmp_path, text):
    file = tmp_path / "log.jsonl"
    file.write_text(text)
    assert run("spire", "replay", str(file)).exit_code == 2


def test_the_agent_greets_within_a_moment_and_its_journal_is_told(ok, tmp_path):
    log = tmp_path / "log.jsonl"
    command = [
        sys.executable,
        "-m",
        "hazard",
        "spire",
        "agent",
        "--log",
        str(log),
        "--keep-messages",
        "--json",
        *("--draft", "table"),
    ]
    lines = [samples.EVERY_SAMPLE[name] for name in ("menu", "rest", "shop", "game over", "menu")]
    began = time.perf_counter()
    done = subprocess.run(
        command, input="\n".join(lines), capture_output=True, text=True, timeout=60, check=True
    )
    assert time.perf_counter() - began < 60
    assert done.stdout.split("\n") == ["ready", "start ironclad 20", "choose 1", "choose 1", "proceed", ""]
    assert json.loads(done.stderr)["games"] == 1
    told = ok("spire", "replay", str(log))
    assert "smith with 60 of 75 hit points" in told
    assert "Offering is worth" in told
    found = json.loads(ok("spire", "replay", str(log), "--again", "--json"))
    assert found["totals"]["decisions"] == 4
    again = [entry for entry in found["entries"] if "now" in entry]
    assert [entry["now"] for entry in again] == [entry["command"] for entry in again]


@pytest.mark.parametrize(
    ("name", "whose"), [("THE_SILENT", "Silent"), ("DEFECT", "Defect"), ("WATCHER", "Watcher")]
)
@pytest.mark.parametrize("made", [samples.rest, samples.fight], ids=["fire", "fight"])
def test_no_advice_is_given_on_another_class(run, name, whose, made):
    message = made()
    message["game_state"]["class"] = name
    result = run("spire", "advise", json.dumps(message))
    assert result.exit_code == 2
    assert f"this run is the {whose}'s; hazard knows and plays the Ironclad only" in result.output


def test_the_agent_leaves_a_run_of_another_class_with_a_sentence_and_exit_code_2():
    made = samples.rest(**{"class": "THE_SILENT"})
    command = [sys.executable, "-m", "hazard", "spire", "agent", "--no-log"]
    done = subprocess.run(
        command, input=json.dumps(made) + "\n", capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert done.stdout == "ready\n"
    assert "this run is the Silent's" in done.stderr
    assert "Traceback" not in done.stderr


def test_coverage_counts_every_kind_of_thing(ok):
    found = json.loads(ok("spire", "coverage", "--json"))
    left_out = found.pop("left_out")
    assert list(found) == ["cards", "monsters", "powers", "relics", "potions"]
    assert all(kind["covered"] + len(kind["missing"]) == kind["listed"] for kind in found.values())
    told = ok("spire", "coverage")
    assert all(what in told for what in left_out)
    assert any("other classes" in what for what in left_out)


def test_a_fight_is_watched_to_its_end(ok):
    told = ok("spire", "fight", "starter", "Jaw Worm", "--ms", "1", "--seed", "1")
    assert "end turn" in told
    assert told.splitlines()[-1].startswith(("Won", "Lost"))
    made = "Strike x5, Defend x4, Bash"
    moments = json.loads(ok("spire", "fight", made, "cultist", "--hp", "50", "--way", "beam", "--json"))
    assert moments[0]["plan"]["moves"][-1] == "end turn"
    assert moments[-1]["won"] is True


def test_fights_are_measured_encounter_by_encounter(ok):
    found = json.loads(
        ok("spire", "bench", "starter", "--way", "beam", "--seeds", "2", "--encounter", "Cultist", "--json")
    )
    assert [record["encounter"] for record in found["records"]] == ["Cultist"]
    assert "replans a turn" in ok("spire", "bench", "starter", "--way", "policy", "--seeds", "1")


def test_only_who_asks_for_the_oracle_foresees_chance(ok):
    words = (
        "spire",
        "bench",
        "starter",
        "--way",
        "policy",
        "--seeds",
        "1",
        "--encounter",
        "Cultist",
        "--json",
    )
    assert json.loads(ok(*words))["oracle"] is False
    assert json.loads(ok(*words, "--oracle"))["oracle"] is True
    assert "upper bound" in ok("spire", "bench", "--help")


def test_every_reason_outside_of_fights_is_german_where_german_is_asked_for(ok):
    for name, sample in samples.EVERY_SAMPLE.items():
        if name == "menu" or json.loads(sample)["game_state"].get("room_phase") == "COMBAT":
            continue
        english, german = (
            json.loads(ok("spire", "advise", sample, "--json", "--lang", spoken))["why"]
            for spoken in ("en", "de")
        )
        assert english != german, (name, english)
