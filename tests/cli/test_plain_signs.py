"""Terminals that know few signs."""

import os
import subprocess
import sys


def test_a_terminal_that_knows_few_signs_is_written_to_with_those():
    env = os.environ | {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PYTHONIOENCODING": ""}
    command = [sys.executable, "-m", "hazard.cli", "dice", "2d6"]
    ended = subprocess.run(command, env=env, capture_output=True, check=True)
    assert b" 7   16.67 %  ####" in ended.stdout
    assert b"\\u" not in ended.stdout
