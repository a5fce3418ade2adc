"""Reading the prose of a stat block: 2014 and 2024 wording, one sentence after the other.

The text of an action is first made plain (:mod:`.text`): no markup, one way to write feet, ``§`` for the
creature itself. Then rules (:mod:`.rules`) are tried where the reader stands. A rule is a pattern and what it
adds to the action that is being built (:mod:`.draft`). Where no rule fits, the rest of the sentence is left
over, and the reader says so; nothing is dropped in silence.
"""
