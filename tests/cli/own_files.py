"""Files that a user might have: a game, a stat block, a match, an encounter, a program that measures."""

from pathlib import Path


def write_worth(path: Path) -> None:
    """What 'hazard train spire' writes before the first run."""
    from hazard.learn.weights import About, Weights, save_weights
    from hazard.spire.drafting.worth import DESIGN, GAME, PositionWorth

    about = About(game=GAME, design=DESIGN, settings={}, games=0, seconds=0)
    save_weights(path, Weights(arrays=PositionWorth.of_the_table().arrays(), about=about))


GAME = '''
import hazard
from hazard import Turn

class Ladder(hazard.Game):
    """Climb one rung surely, or two with a coin; the top is worth 1."""
    def __init__(self, rungs=3): self.rungs = rungs
    def start(self): return (0, False)
    def turn(self, state):
        rung, tossing = state
        return Turn.OVER if rung >= self.rungs else Turn.CHANCE if tossing else Turn.MAX
    def actions(self, state): return ["climb", "toss"]
    def outcomes(self, state): return [("heads", 0.5), ("tails", 0.5)]
    def apply(self, state, move):
        rung, tossing = state
        if move == "toss": return (rung, True)
        return (rung + {"climb": 1, "heads": 2, "tails": 0}[move], False)
    def reward(self, state, move): return -1.0 if move in ("climb", "toss") else 0.0
    def value(self, state): return 0.0

class Faulty(Ladder):
    def value(self, state): return 1 / 0
    def reward(self, state, move): return 1 / 0

class Loaded(Ladder):
    def outcomes(self, state): return [("heads", 0.5), ("tails", 0.4)]
'''

WOLF = """Wolf
Medium beast, unaligned
Armor Class 13
Hit Points 11 (2d8 + 2)
Speed 40 ft.
STR DEX CON INT WIS CHA
12 (+1) 15 (+2) 12 (+1) 3 (-4) 12 (+1) 6 (-2)
Challenge 1/4 (50 XP)
Keen Hearing. The wolf has advantage on Wisdom (Perception) checks that rely on hearing.
Actions
Bite. Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 7 (2d4 + 2) piercing damage. \
A humanoid slain by this attack rises 24 hours later as a zombie under the wolf's control.
"""
MATCH = """ 3 point match

 Game 1
 Left : 0  Right : 0
  1)                             32: 24/21 13/11
  2) 52: 13/8 6/4*               54: 25/21* 13/8
  3) 43: 25/21 24/21             53: 24/21 13/8
"""
PROGRAM = "import json, sys\nprint(json.dumps(sys.argv[1:]))\n"
ENCOUNTER = """
name = "Two wolves"
map = ["........", "........", "........", "........"]
[[combatants]]
creature = "my-wolf"
side = "monsters"
at = [6, 1]
[[combatants]]
creature = "fighter-1"
side = "party"
at = [1, 1]
"""
