"""``hazard fivee``: suggestions, lists and stat blocks, and what it says to mistakes."""

import contextlib
import json
import os
import subprocess
import sys

import pytest

from hazard.fivee.director.documents import SuggestionDocument
from hazard.fivee.rules.states import StateDocument


@pytest.mark.parametrize("name", ["run", "suggest", "list", "show"])
def test_every_command_teaches_by_example_and_has_json(ok, name):
    text = ok("fivee", name, "--help")
    assert "Examples" in text
    assert f"hazard fivee {name}" in text
    assert "--json" in text


def test_a_suggestion_is_told(ok):
    told = ok("fivee", "suggest", "ogre-bridge", "--for", "Ogre A", "--depth", "1")
    assert told.startswith("Ogre A → ")
    assert "Next best: " in told
    assert "Oger A → " in ok(
        "fivee", "suggest", "ogre-bridge", "--for", "ogre a", "--lang", "de", "--depth", "1"
    )


def test_a_suggestion_for_programs_keeps_its_schema(ok):
    found = json.loads(ok("fivee", "suggest", "troll-cave", "--json", "--why-not", "Troll B"))
    assert "Troll B" in found.pop("why_not")
    assert SuggestionDocument.model_validate(found).encounter == "Troll cave"


def test_every_search_suggests(ok):
    for search in ("expectimax", "tree", "beam"):
        reply = () if search == "beam" else ("--reply", "policy")
        assert " → " in ok(
            "fivee", "suggest", "goblin-ambush", "--search", search, "--seconds", "0.2", *reply
        )


def test_a_state_is_written_and_read_again(ok, tmp_path):
    file = tmp_path / "state.json"
    first = ok("fivee", "suggest", "goblin-ambush", "--seed", "4", "--write-state", file)
    StateDocument.model_validate(json.loads(file.read_text()))
    assert ok("fivee", "suggest", file) == first


def test_whoever_is_out_of_the_fight_gets_no_suggestion_and_no_turn(ok, refused, tmp_path):
    file = tmp_path / "state.json"
    fallen = [{"name": "Goblin A", "hit_points": 0}]
    file.write_text(json.dumps({"encounter": "goblin-ambush", "turn": "Goblin A", "combatants": fallen}))
    assert "Goblin A is out of the fight" in refused("fivee", "suggest", file, "--for", "Goblin A")
    assert not ok("fivee", "suggest", file).startswith("Goblin A")


def test_creatures_of_ones_own_may_fight(ok, tmp_path):
    (tmp_path / "mine.toml").write_text(
        '[[creature]]\nid = "mud-man"\nname = "Mud Man"\narmor_class = 9\nhit_points = "2d8"\n'
        '[[creature.actions]]\nname = "Slap"\nattack = { to_hit = 3, reach = 5 }\n'
        'effects = [{ damage = "1d4+1[bludgeoning]" }]\n'
    )
    (tmp_path / "fight.toml").write_text(
        'name = "Mud"\nmap = ["......"]\n'
        '[[combatants]]\ncreature = "fighter-1"\nside = "party"\nat = [0, 0]\ninitiative = 1\n'
        '[[combatants]]\ncreature = "mud-man"\nside = "monsters"\nat = [3, 0]\ninitiative = 20\n'
    )
    told = ok("fivee", "suggest", tmp_path / "fight.toml", "--creatures", tmp_path / "mine.toml")
    assert told.startswith("Mud Man → move to b1, Slap at Fighter.")
    assert "Slap: +3 to hit" in ok("fivee", "show", "mud man", "--creatures", tmp_path / "mine.toml")


def test_lists_are_searched_in_both_languages(ok):
    assert "owlbear" in ok("fivee", "list", "creatures", "eulenbär")
    assert "goblin-ambush" in ok("fivee", "list", "encounters")
    assert "merciless" in ok("fivee", "list", "objectives")
    everything = json.loads(ok("fivee", "list", "--json"))
    assert len(everything["creatures"]) >= 80
    assert len(everything["characters"]) >= 12
    assert "fireball" in ok("fivee", "list", "spells", "fire")


def test_a_stat_block_is_shown(ok):
    assert "Shortbow: +4 to hit, range 80/320 ft.; 5 (1d6[piercing]+2)." in ok("fivee", "show", "goblin")
    assert "Kurzbogen" in ok("fivee", "show", "Goblin", "--lang", "de")
    assert json.loads(ok("fivee", "show", "wizard-5", "--json"))["level"] == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("suggest", "goblin-ambusch"), "did you mean goblin-ambush?"),
        (("suggest", "none.json"), "none.json: there is no such file"),
        (("suggest", "goblin-ambush", "--for", "Gandalf"), "there is nobody called 'Gandalf'"),
        (("suggest", "goblin-ambush", "--objective", "kind"), "there is no objective 'kind'"),
        (("suggest", "goblin-ambush", "--depth", "9"), "the depth is 9; expected 1 to 3 turns"),
        (("suggest", "goblin-ambush", "--seconds", "0"), "the time is 0 s"),
        (("suggest", "goblin-ambush", "--search", "magic"), "there is no search 'magic'"),
        (("suggest", "goblin-ambush", "--lang", "fr"), "there is no language 'fr'"),
        (("suggest", "goblin-ambush", "--write-state", "x.txt"), "expected a name ending in .json"),
        (("show", "golbin"), "there is no creature 'golbin'; did you mean goblin"),
        (("show", "goblin", "--lang", "fr"), "there is no language 'fr'"),
        (("list", "creatures", "xyzzy"), "no entry contains 'xyzzy'"),
    ],
)
def test_mistakes_are_answered_in_one_line(refused, arguments, message):
    assert message in refused("fivee", *arguments)


def test_a_fight_is_run_written_and_resumed(ok, tmp_path):
    file = tmp_path / "friday.hazard"
    lines = "12 damage to Fighter\nundo\nprone Wizard\nquit\n"
    told = ok("fivee", "run", "goblin-ambush", "--save", file, "--depth", "1", input=lines)
    assert "[1] Fighter: 12 → 0 hit points; Fighter is down" in told
    assert "taken back: Fighter" in told
    assert f"hazard fivee run --resume {file}" in told.replace("\n", " ")
    found = json.loads(ok("fivee", "run", "--resume", file, "--json"))
    assert (found["facts"], found["log"]) == (1, ["Wizard is prone"])
    StateDocument.model_validate(found["state"])
    again = ok("fivee", "run", "--resume", file, "--lang", "de", input="rückgängig\n")
    assert "zurückgenommen" in again


def test_a_file_that_exists_is_gone_on_with_unless_a_new_fight_is_asked_for(run, ok, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ok("fivee", "run", "troll-cave", input="note first\n")
    result = run("fivee", "run", "troll-cave", input="")
    assert "Resuming troll-cave.hazard; use --new to start a new fight." in result.stderr
    assert "Resumed after fact 1: first" in result.stdout
    assert "kept as troll-cave.hazard.1" in ok("fivee", "run", "troll-cave", "--new", input="")
    assert json.loads(ok("fivee", "run", "--resume", "troll-cave.hazard", "--json"))["facts"] == 0
    assert json.loads(ok("fivee", "run", "--resume", "troll-cave.hazard.1", "--json"))["facts"] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("run",), "no encounter is given"),
        (("run", "--resume", "none.hazard"), "none.hazard: there is no such file"),
        (("run", "goblin-ambush", "--resume", "x.hazard"), "--resume continues a saved fight"),
        (("run", "goblin-ambush", "--lang", "fr"), "there is no language 'fr'"),
        (("run", "goblin-ambush", "--save", "none/x.hazard"), "there is no folder 'none'"),
        (("run", "nowhere", "--save", "x.hazard"), "there is no encounter 'nowhere'"),
    ],
)
def test_what_cannot_be_run_is_refused(refused, arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert message in refused("fivee", *arguments)


def test_on_a_terminal_there_is_a_map_with_colours_and_bars(tmp_path):
    import pty

    output, theirs = pty.openpty()
    command = [sys.executable, "-m", "hazard", "fivee", "run", "goblin-ambush", "--save", str(tmp_path / "a")]
    process = subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "130"},
    )
    os.write(output, b"20\n19\n18\n17\n30\nnext\nquit\n")
    os.close(theirs)
    shown = b""
    with contextlib.suppress(OSError):  # the other side has closed
        while chunk := os.read(output, 65536):
            shown += chunk
    os.close(output)
    assert process.wait(60) == 0
    text = shown.decode()
    assert "\x1b[" in text
    assert "GA" in text
    assert "██" in text
    assert "→" in text


def test_a_fight_that_goes_on_in_another_language_is_told_in_it(ok, tmp_path):
    file = tmp_path / "fight.hazard"
    ok("fivee", "run", "goblin-ambush", "--save", file, "--depth", "1", input="wizard 4 damage\nquit\n")
    assert json.loads(ok("fivee", "run", "--resume", file, "--json"))["log"] == ["Wizard: 7 → 3 hit points"]
    german = json.loads(ok("fivee", "run", "--resume", file, "--json", "--lang", "de"))
    assert german["log"] == ["Magier: 7 → 3 Trefferpunkte"]
    more = ok("fivee", "run", "--resume", file, "--lang", "de", "--depth", "1", input="log\nende\n")
    assert "[1] Magier: 7 → 3 Trefferpunkte" in more
    assert "hit points" not in more


def test_plans_of_another_language_are_told_in_that_of_the_sitting(ok, tmp_path):
    file = tmp_path / "fight.hazard"
    words = ("--save", file, "--depth", "1", "--seed", "1")
    told = ok("fivee", "run", "goblin-ambush", *words, input="accept\nlog\nquit\n")
    assert "[1] Rogue → move to " in told
    german = json.loads(ok("fivee", "run", "--resume", file, "--json", "--lang", "de"))["log"][0]
    assert german.startswith("Schurkin → nach ")
    assert "Kurzschwert" in german


def test_a_seed_of_zero_is_a_seed(ok, tmp_path):
    def rolled(name):
        words = ("fivee", "run", "goblin-ambush", "--save", tmp_path / name, "--depth", "1", "--seed", "0")
        return ok(*words, input="accept\nroll all\nlog\nquit\n").replace(name, "")

    assert len({rolled(f"fight{number}.hazard") for number in range(4)}) == 1


def test_the_picture_of_a_forecast_speaks_german(ok, tmp_path):
    file = tmp_path / "fight.svg"
    ok("fivee", "forecast", "goblin-ambush", "--fights", "5", "--plot", file, "--lang", "de")
    assert "Die Gruppe gewinnt" in file.read_text()
    assert "Runden, die ein Kampf dauert" in file.read_text()
    assert "party" not in file.read_text()
