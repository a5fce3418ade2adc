"""Walk a command as data: which files of hazard its calls pass through, one after the other.

``python tests/file_walk.py fivee suggest goblin-ambush`` prints JSON: each visit to a file, in order, before
and after the last decision, and the files in the order of their first call that is not part of an import.
"""

import contextlib
import io
import json
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import hazard
from hazard.cli import main

ROOT = str(Path(hazard.__file__).parent) + "/"
DECISIONS = {("decide.py", "Searcher.decide"), ("spire/planner/planner.py", "Planner.plan")}
"""Where the search is called; when that returns, the decision has been made."""


class Walk:
    """The visits to files, as ``sys.setprofile`` reports calls."""

    def __init__(self) -> None:
        self.visits: list[str] = []
        self.decided = 0
        """How many visits there were when the last decision was made."""
        self.met: list[str] = []
        self.met_before = 0
        self.importing = 0

    def see(self, frame: FrameType, event: str, _: Any) -> None:
        """Note a call, the end of an import, or a decision."""
        code = frame.f_code
        if code.co_name == "<module>":
            self.importing += {"call": 1, "return": -1}.get(event, 0)
        if code.co_name == "<module>" or not code.co_filename.startswith(ROOT):
            return
        file = code.co_filename.removeprefix(ROOT)
        if event == "call":
            if not self.visits or self.visits[-1] != file:
                self.visits.append(file)
            if not self.importing and file not in self.met:
                self.met.append(file)
        elif event == "return" and (file, code.co_qualname) in DECISIONS:
            self.decided, self.met_before = len(self.visits), len(self.met)


if __name__ == "__main__":
    walk = Walk()
    said = io.StringIO()
    sys.argv[0] = "hazard"
    sys.setprofile(walk.see)
    with contextlib.suppress(SystemExit), contextlib.redirect_stdout(said):
        main()
    sys.setprofile(None)
    before, after = walk.visits[: walk.decided], walk.visits[walk.decided :]
    met = [walk.met[: walk.met_before], walk.met[walk.met_before :]]
    print(json.dumps({"before": before, "after": after, "met": met, "said": said.getvalue()}))
