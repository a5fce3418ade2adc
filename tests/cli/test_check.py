"""``hazard check``: what it prints, and how it ends."""

import json


def test_a_game_without_errors_ends_with_0(ok, own_game):
    assert "0 errors and 0 warnings" in ok("check", f"{own_game}:Ladder", "--moves", "200")
    assert "Pig: 0 errors" in ok("check", "pig(target=20)", "--moves", "200")


def test_a_game_with_errors_ends_with_1_and_says_how_to_mend_them(run, own_game):
    result = run("check", f"{own_game}:Loaded", "--moves", "200")
    assert result.exit_code == 1
    assert (
        "error [probability-sum] the probabilities of Loaded.outcomes((0, True)) sum to 0.9" in result.stdout
    )
    assert "\n  Divide by the total" in result.stdout
    assert result.stderr == ""


def test_an_exception_of_the_game_is_a_finding_and_no_traceback(run, own_game):
    result = run("check", f"{own_game}:Faulty", "--moves", "200")
    assert result.exit_code == 1
    assert "raised ZeroDivisionError" in result.stdout
    assert "(ladder.py, line " in result.stdout
    assert "Traceback" not in result.output


def test_json_has_every_finding_as_data(run, own_game):
    result = run("check", f"{own_game}:Loaded", "--moves", "200", "--seed", "4", "--json")
    answer = json.loads(result.stdout)
    assert (result.exit_code, answer["game"], answer["seed"]) == (1, "Loaded", 4)
    (finding,) = answer["findings"]
    assert set(finding) == {"code", "severity", "found", "state", "times", "fix"}
    assert (finding["code"], finding["severity"]) == ("probability-sum", "error")
    assert finding["state"].endswith(", True)")


def test_what_the_game_prints_does_not_mix_with_the_answer(run, tmp_path, own_game):
    path = tmp_path / "chatty.py"
    path.write_text(
        "from ladder import Ladder\nclass Chatty(Ladder):\n"
        "    def value(self, state):\n        print('here')\n        return 0.0\n"
    )
    result = run("check", f"{path}:Chatty", "--moves", "50", "--json")
    assert json.loads(result.stdout)["game"] == "Chatty"


def test_mistakes_in_the_request_end_with_2(refused, own_game):
    assert "did you mean 'Ladder'" in refused("check", f"{own_game}:Lader")
    assert "there is no game 'pigg'" in refused("check", "pigg")
    assert "moves is 0; expected a positive number" in refused("check", "pig", "--moves", "0")
    assert "has no state" in refused("check", f"{own_game}:Ladder", "--state", "7")


def test_a_state_says_where_to_begin(ok, own_game):
    answer = json.loads(ok("check", f"{own_game}:Ladder", "--state", "(2, False)", "--json", "--moves", "50"))
    assert answer["states"] <= 4  # the last rung, the coin, and what it brings


def test_the_help_tells_the_exit_codes(ok):
    said = " ".join(ok("check", "--help").split())
    assert "Exit codes: 0 if there are no errors" in said
    assert "1 if there are" in said
