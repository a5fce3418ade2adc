"""What the rules leave out of a creature: a code with context, told at the end in the reader's language.

Names of actions and spells stay as they are, and so does what an importer could not read: that is the text of
the source.
"""

from __future__ import annotations

from dataclasses import dataclass

from hazard.fivee.content.called import called
from hazard.fivee.content.creature import Creature
from hazard.language import Statement


class Caveat(Statement):
    """Something that is left out.

    >>> slot = Caveat("fivee.each_turn_a_slot", action="Spiritual Weapon")
    >>> caveat = Caveat("fivee.not_in_the_rules", what=slot)
    >>> str(caveat)
    'not in the rules: Spiritual Weapon: takes a slot each turn'
    >>> caveat.told("de")
    'nicht in den Regeln: Spiritual Weapon: kostet jede Runde einen Zauberplatz'
    """


@dataclass(frozen=True)
class LeftOut:
    """A caveat, and the creature that it is about.

    >>> from hazard.fivee.content.library import encounters
    >>> from hazard.fivee.rules.fight import Fight
    >>> first = Fight(encounters()["goblin-ambush"], seed=1).caveats[0]
    >>> str(first), first.told("de")
    ('Rogue: not in the rules: Lucky', 'Schurkin: nicht in den Regeln: Lucky')
    """

    creature: Creature
    caveat: Caveat

    def told(self, language: str) -> str:
        """Return the sentence in a language, the creature by its name there."""
        return f"{called(self.creature, language)}: {self.caveat.told(language)}"

    def __str__(self) -> str:
        """Return the sentence in English."""
        return self.told("en")
