"""The tour on a terminal: a stop fits the screen, a key goes on, and any other key leaves."""

import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from fcntl import ioctl

ROWS = 24


def led(keys):
    """Take the tour on a terminal of 24 lines, pressing ``keys``; return the exit code and the screens."""
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, 80, 0, 0))
    command = [sys.executable, "-m", "hazard", "tour"]
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "80", "LINES": str(ROWS)}
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    said, pressed, patience = b"", 0, time.monotonic() + 60
    while time.monotonic() < patience:
        if select.select([ours], [], [], 0.1)[0]:
            try:
                found = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            said += found
        if pressed < len(keys) and said.count(b"leave the tour.") > pressed:
            os.write(ours, keys[pressed])
            pressed += 1
    process.kill() if process.poll() is None and time.monotonic() >= patience else None
    code = process.wait(30)
    os.close(ours)
    text = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", said.decode("utf-8", "replace"))
    return code, re.split(r"(?<=leave the tour\.)", text)


def test_a_stop_fits_the_screen_and_a_key_goes_on_or_leaves():
    code, screens = led([b" ", b"\r", b"q"])
    assert code == 0
    shown = [screen for screen in screens if "==" in screen]
    assert len(shown) == 3
    for screen in shown:
        assert screen.strip().count("\n") < ROWS
    assert "Tic-tac-toe" in shown[1]


def test_it_can_be_left_at_the_first_stop():
    code, screens = led([b"\x1b"])
    assert code == 0
    assert sum("==" in screen for screen in screens) == 1
