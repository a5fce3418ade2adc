"""A running fight is killed at random moments, and resumed: is every acknowledged fact still there?

`hazard fivee run` is driven through a pipe as fast as it reads, and ended by SIGKILL a random time after a
random number of facts.
What it has acknowledged is compared with what its file brings back: the same facts in the same words, and at
most one more that was on its way; and everybody who joined, of the bestiary or of a pasted file, has every
field of their stat block.
"""

from __future__ import annotations

import os
import random
import re
import signal
import sys
import tempfile
import threading
from pathlib import Path
from time import perf_counter, sleep

from common import Report, arguments
from hazard.cli import main as command_line
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.library import bestiary
from hazard.fivee.importers.toml import to_toml
from hazard.fivee.table.journal import Journal
from hazard.fivee.table.table import Table

SETTINGS = ["--depth", "1", "--seconds", "0.01"]
LINES = [
    "1 damage to Fighter",
    "prone Wizard",
    "heal Fighter 1",
    "Wizard stands up",
    "roll all",
    "undo",
    "note the torches flicker",
    "temp Cleric 2",
    "ok",
    "roll all",
    "redo",
    "next",
    "roll all",
    "join pasted.toml",
    "join wolf party",
    "initiative Wizard 30",
]
PASTED: dict[str, Creature] = {}
"""What was written to the game master's file, by id."""
JOINED: list[int] = []
"""How many of those were in the fight, kill by kill."""
AFTER = (0, 1, 2, 3, 5, 8, 13)
"""So many facts are acknowledged before a kill, and a moment goes by."""
MANY = 10**9
MOST_FIGHTERS = 22
"""Nobody joins a fight that is full; then it begins anew."""


def pasted(folder: Path, dice: random.Random) -> Creature:
    """Write a creature of the bestiary, under a name of its own, as a game master's file; return it."""
    creature = dice.choice([c for c in bestiary().values() if c.size in ("tiny", "small", "medium")])
    own = creature.model_copy(
        update={"id": f"my-{creature.id}", "name": f"My {creature.name}", "name_de": None}
    )
    (folder / "pasted.toml").write_text(to_toml([own]), encoding="utf-8")
    return own


class Running:
    """A running fight, what was sent to it, and what it has acknowledged.

    The process is forked from this one, which has read the modules and the bestiary already: so two hundred
    of them begin in a minute or two.
    """

    def __init__(self, file: Path, new: bool) -> None:
        words, self.typed = os.pipe()
        self.told, said = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            os.close(self.typed)
            os.close(self.told)
            self._sit(file, new, words, said)
        os.close(words)
        os.close(said)
        self.change = threading.Condition()
        self.acknowledged = 0
        self.facts: dict[int, str] = {}
        self.number: int | None = None
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _sit(self, file: Path, new: bool, words: int, said: int) -> None:
        try:
            os.dup2(words, 0)
            os.dup2(said, 1)
            os.chdir(file.parent)
            sys.stdin, sys.stdout = os.fdopen(0, "r"), os.fdopen(1, "w", buffering=1)
            where = ["goblin-ambush", "--save", str(file)] if new else ["--resume", str(file)]
            sys.argv = ["hazard", "fivee", "run", *where, *SETTINGS]
            command_line()
        finally:
            os._exit(1)

    def _read(self) -> None:
        with os.fdopen(self.told, encoding="utf-8") as told:
            for line in told:
                if not line.endswith("\n"):
                    break  # cut off: not acknowledged
                with self.change:
                    self._note(line)
                    self.change.notify()
        with self.change:
            self.acknowledged = MANY  # nothing more will come
            self.change.notify()

    def _note(self, line: str) -> None:
        if found := re.match(r"\[(\d+)\] (.*)", line):
            self.number = int(found[1])
            self.facts[self.number] = found[2]
        elif line.startswith("taken back: ") and self.number is not None:
            self.facts.pop(self.number, None)
            self.number -= 1
        else:
            return
        self.acknowledged += 1

    def drive(self, dice: random.Random) -> None:
        """Send lines until nobody listens any more."""
        try:
            with os.fdopen(self.typed, "w", encoding="utf-8") as typed:
                typed.write("roll all\njoin pasted.toml\n")
                while True:
                    typed.write(dice.choice(LINES) + "\n")
                    typed.flush()
        except (BrokenPipeError, ValueError, OSError):
            return

    def kill(self, after: int, seconds: float) -> None:
        """End it, so many seconds after so many facts; one that has ended by itself proves nothing."""
        with self.change:
            self.change.wait_for(lambda: self.acknowledged >= after, timeout=120)
        sleep(seconds)
        os.kill(self.process, signal.SIGKILL)
        _, status = os.waitpid(self.process, 0)
        self.reader.join()
        if not os.WIFSIGNALED(status):
            code = os.waitstatus_to_exitcode(status)
            raise SystemExit(f"hazard fivee run ended by itself, with code {code}, before it was killed")


def one_kill(file: Path, dice: random.Random) -> tuple[bool, int]:
    """Run, drive, kill, resume; return whether everything acknowledged is there, and how many facts are."""
    before = 0
    if file.exists():
        table = Table.resume(file)
        before = table.number
        over = table.state.over or len(table.fight.fighters) > MOST_FIGHTERS
        table.close()
        if over or before > 400:
            file.unlink()
            before = 0
    running = Running(file, new=not file.exists())
    driver = threading.Thread(target=running.drive, args=(dice,), daemon=True)
    driver.start()
    running.kill(after=dice.choice(AFTER), seconds=dice.uniform(0.0, 0.1))
    driver.join()
    if not file.exists():
        return running.number is None, 0
    return holds(file, running, before)


def whole(table: Table, known: dict[str, Creature]) -> bool:
    """Whether everybody who fights has the stat block that they came with."""
    return all(
        fighter.creature == (known.get(fighter.creature.id) or bestiary()[fighter.creature.id])
        for fighter in table.fight.fighters
    )


def holds(file: Path, running: Running, before: int) -> tuple[bool, int]:
    """Compare what was acknowledged with what the file has, taken back or not, and resume it."""
    table = Table.resume(file)
    kept, replayed = table.number, table.warning is None and whole(table, PASTED)
    JOINED.append(sum(fighter.creature.id in PASTED for fighter in table.fight.fighters))
    table.close()
    journal = Journal.open(file)
    written = {event.number: event.told for event in journal.read()[0]}
    journal.close()
    last = before if running.number is None else running.number
    same = all(written.get(number) == told for number, told in running.facts.items())
    return same and replayed and abs(kept - last) <= 1, kept  # one fact or one undo may have been on its way


def main() -> None:
    options = arguments(__doc__).parse_args()
    report = Report("nothing_lost", options.quick)
    kills = 5 if options.quick else 200
    dice = random.Random(11)
    kept_all = facts = 0
    began = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "fight.hazard"
        for _ in range(kills):
            own = pasted(file.parent, dice)
            PASTED[own.id] = own
            good, kept = one_kill(file, dice)
            kept_all += good
            facts = max(facts, kept)
    rows = [["goblin-ambush", kills, kept_all, facts, sum(map(bool, JOINED)), perf_counter() - began]]
    report.table(
        "Killed at random moments",
        ["encounter", "kills", "nothing lost", "most facts in a file", "with pasted creatures", "seconds"],
        rows,
    )
    report.at_least("kills after which every acknowledged fact was there", kept_all, kills, timed=False)
    report.print(options.json)


if __name__ == "__main__":
    main()
