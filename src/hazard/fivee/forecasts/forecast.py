"""How a fight is likely to end: thousands of fights by the dice, counted.

>>> from hazard.fivee.rules.fight import Fight
>>> from hazard.fivee.content.library import encounters
>>> found = forecast(Fight(encounters()["wolves-in-a-blizzard"]), fights=50)
>>> found.fights, found.win.low <= found.win.share <= found.win.high
(50, True)
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hazard.confidence import share_interval
from hazard.executing.executor import Done, Executor
from hazard.fivee.content.library import ContentError
from hazard.fivee.rules.contest import DEAD, DOWN, DROPPED, FLED, RECORDED_ROUNDS, Contest, Progress, Record
from hazard.fivee.rules.fight import Fight, FightState
from hazard.fivee.rules.fight import Fighter as Combatant
from hazard.fivee.rules.policies import Policy, read_policy
from hazard.fivee.table.transcript import transcript

PERCENTILES = (5, 25, 50, 75, 95)
DISASTER = 0.01
"""The share of fights that go as badly as the one told as the disaster, or worse."""
MOST_FIGHTS = 10_000_000
_Z95 = 1.959963985


@dataclass(frozen=True)
class Chance:
    """A probability that was counted, with Wilson's 95 % interval.

    >>> print(Chance.counted(10, 10))
    100.0 % (72.2 to 100.0)
    """

    share: float
    low: float
    high: float

    @classmethod
    def counted(cls, hits: int, of: int) -> Chance:
        """Return the chance of something that happened ``hits`` times."""
        share = hits / of
        error = math.sqrt(share * (1 - share) / of)
        return cls(share, *share_interval(share, error, of, _Z95))

    def __str__(self) -> str:
        """In percent, with the interval."""
        return f"{100 * self.share:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"


@dataclass(frozen=True)
class Outlook:
    """What a combatant may expect."""

    name: str
    side: str
    drops: Chance
    """To be at 0 hit points at some time of the fight."""
    dies: Chance
    """To be dead at the end, or down when the own side is beaten: nobody is left to help."""
    hit_points_left: float
    """The mean."""
    resources_left: float | None
    """The mean share of spell slots and limited uses that is left; None: it has none."""


@dataclass(frozen=True)
class Swing:
    """How much the dice decide.

    The *margin* of a moment is the party's share of its hit points less the monsters' share of theirs: 1 when
    the party is unhurt and the monsters are gone, -1 the other way round.
    """

    spread: float
    """The standard deviation of the margin at the end."""
    lead_changes: float
    """How often, on average, the margin turns from one side's favour to the other's, round by round."""


@dataclass(frozen=True)
class Forecast:
    """Many fights, counted. ``record`` has each of them."""

    contest: Contest
    record: Record

    @property
    def fight(self) -> Fight:
        """What is fought."""
        return self.contest.fight

    @property
    def fights(self) -> int:
        """How many."""
        return len(self.record.winner)

    # ---- the end -----------------------------------------------------------------------------------------

    @cached_property
    def win(self) -> Chance:
        """The party wins: it stands, and no monster does."""
        return self._chance(self.record.winner == 0)

    @cached_property
    def undecided(self) -> Chance:
        """Neither side is beaten when the fight is broken off."""
        return self._chance(self.record.winner == -1)

    @cached_property
    def total_party_kill(self) -> Chance:
        """Nobody of the party stands and nobody got away; those who are dying are at the monsters' mercy."""
        return self._chance(self._wiped_out)

    @cached_property
    def outlooks(self) -> list[Outlook]:
        """Every combatant's chances, in the order of the encounter."""
        return [self._outlook(fighter) for fighter in self.fight.fighters]

    @property
    def characters(self) -> list[Outlook]:
        """The chances of the party."""
        return [outlook for outlook in self.outlooks if outlook.side == "party"]

    # ---- time --------------------------------------------------------------------------------------------

    @cached_property
    def rounds(self) -> NDArray[np.float64]:
        """The probability that the fight lasts n rounds, for n from 0."""
        return np.bincount(self.record.rounds) / self.fights

    @cached_property
    def rounds_shown(self) -> int:
        """The rounds after which 99 of 100 fights are over."""
        last = int(np.quantile(self.record.rounds, 0.99, method="inverted_cdf"))
        return max(1, min(last, RECORDED_ROUNDS))

    def bands(self, of: str) -> NDArray[np.float64]:
        """Return hit points over time, a row for each of PERCENTILES and a column for each round from 0.

        ``of`` is a side (``party``, ``monsters``) or a combatant's name.
        """
        points = self.record.history[:, : self.rounds_shown + 1, self._columns(of)].sum(axis=2)
        return np.asarray(np.percentile(points, PERCENTILES, axis=0))

    def _columns(self, of: str) -> list[int]:
        if of in ("party", "monsters"):
            return [fighter.number for fighter in self.fight.fighters if fighter.side == of]
        return [self.fight.named(of).number]

    # ---- luck --------------------------------------------------------------------------------------------

    @cached_property
    def margins(self) -> NDArray[np.float64]:
        """The margin (see :class:`Swing`) of every fight before each round and at the end."""
        history = self.record.history
        party, monsters = (
            points / np.maximum(1, points[:, :1])
            for points in (history[:, :, self._columns(side)].sum(axis=2) for side in ("party", "monsters"))
        )
        return np.asarray(party - monsters)

    @cached_property
    def swing(self) -> Swing:
        """How much the dice decide."""
        margins = self.margins
        ahead = np.sign(margins)
        for column in range(1, ahead.shape[1]):  # an even moment belongs to whoever led before it
            ahead[:, column] = np.where(ahead[:, column] == 0, ahead[:, column - 1], ahead[:, column])
        changes = (ahead[:, 1:] * ahead[:, :-1] < 0).sum(axis=1)
        return Swing(float(margins[:, -1].std()), float(changes.mean()))

    @cached_property
    def ranking(self) -> NDArray[np.int64]:
        """The numbers of the fights, the worst for the party first.

        They go by the margin at the end, less the share of the party that died.
        """
        party = self._columns("party")
        died = self.lost[:, party].mean(axis=1)
        return np.argsort(self.margins[:, -1] - died, kind="stable")

    @cached_property
    def worst(self) -> int:
        """The one-in-a-hundred disaster: the number of a fight that only one in a hundred is worse than."""
        return int(self.ranking[int(DISASTER * self.fights)])

    def replay(self, number: int | None = None, language: str = "en") -> str:
        """Tell a fight blow by blow; without a number, the disaster."""
        told = self.worst if number is None else number
        if told < 0:
            raise ContentError("fivee.no_such_fight_number", number=told)
        return transcript(self.fight, self.contest.steps(told), language)

    # ---- as data -----------------------------------------------------------------------------------------

    def to_dict(self, language: str = "en") -> dict[str, Any]:
        """Return everything but the single fights, for JSON; sentences are in ``language``."""
        return {
            "encounter": self.fight.encounter.name,
            "fights": self.fights,
            "seed": self.contest.seed,
            "policies": {"party": str(self.contest.party), "monsters": str(self.contest.monsters)},
            "win": asdict(self.win),
            "total_party_kill": asdict(self.total_party_kill),
            "undecided": asdict(self.undecided),
            "combatants": [asdict(outlook) for outlook in self.outlooks],
            "rounds": {
                "mean": float(self.record.rounds.mean()),
                "chances": {str(n): float(p) for n, p in enumerate(self.rounds) if p > 0},
            },
            "percentiles": list(PERCENTILES),
            "hit_points": {
                name: self.bands(name).tolist()
                for name in ("party", "monsters", *(fighter.name for fighter in self.fight.fighters))
            },
            "swing": asdict(self.swing),
            "worst": self.worst,
            "caveats": [caveat.told(language) for caveat in self.fight.caveats],
        }

    # ---- counting ----------------------------------------------------------------------------------------

    def _chance(self, happened: NDArray[np.bool_]) -> Chance:
        return Chance.counted(int(happened.sum()), self.fights)

    def _fate(self, bits: int) -> NDArray[np.bool_]:
        return np.asarray(self.record.fates & bits != 0)

    @cached_property
    def _wiped_out(self) -> NDArray[np.bool_]:
        party = self._columns("party")
        return np.asarray((self.record.winner == 1) & ~self._fate(FLED)[:, party].any(axis=1))

    @cached_property
    def lost(self) -> NDArray[np.bool_]:
        """Who is dead, or left lying by a side that is beaten."""
        beaten = [
            self.record.winner == (1 if fighter.side == "party" else 0) for fighter in self.fight.fighters
        ]
        return np.asarray(self._fate(DEAD) | (self._fate(DOWN) & np.stack(beaten, axis=1)))

    def _outlook(self, fighter: Combatant) -> Outlook:
        i = fighter.number
        limited = any(action.uses for action in fighter.compiled.record.actions)
        has_some = limited or any(casting.slots for casting in fighter.creature.spellcasting)
        return Outlook(
            fighter.name,
            fighter.side,
            self._chance(self._fate(DROPPED)[:, i]),
            self._chance(self.lost[:, i]),
            float(self.record.hit_points[:, i].mean()),
            float(self.record.reserve[:, i].mean()) if has_some else None,
        )


def forecast(
    fight: Fight,
    fights: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    party: str | Policy = "quick",
    monsters: str | Policy = "quick",
    progress: Progress | None = None,
    state: FightState | None = None,
    executor: Executor | None = None,
) -> Forecast:
    """Fight ``fights`` times, and count. The same seed gives the same fights, whatever the threads.

    An ``executor`` (see :func:`hazard.executor`) fights on several processes or machines, with the same
    result; Ctrl-C then ends it with the fights that are finished.

    Initiative is rolled for each fight unless the encounter gives it, and so are the hit points of those that
    are "rolled" or "unknown" there. ``state`` begins in the middle of a fight.
    """
    if not 1 <= fights <= MOST_FIGHTS:
        raise ContentError("fivee.fights_out_of_range", found=fights, most=MOST_FIGHTS)
    if not 0 <= seed < 2**64:
        raise ContentError("fivee.seed_out_of_range", found=seed)
    contest = Contest(fight, read_policy(party), read_policy(monsters), seed, state)
    if executor is not None:
        return Forecast(contest, _spread(contest, fights, executor, progress))
    return Forecast(contest, contest.play(np.arange(fights, dtype=np.uint64), threads, None, progress))


@dataclass(frozen=True)
class _Fights:
    """The fights of a forecast as a job: one row of the record for each number."""

    contest: Contest

    def __call__(self, numbers: range) -> list[dict[str, Any]]:
        """Fight those of these numbers, on one thread."""
        columns = vars(self.contest.play(np.arange(numbers.start, numbers.stop, dtype=np.uint64), 1))
        return [{name: column[row] for name, column in columns.items()} for row in range(len(numbers))]


def _spread(contest: Contest, fights: int, executor: Executor, progress: Progress | None) -> Record:
    """Fight on several workers, and put their rows together."""

    def report(done: Done) -> None:
        if progress is not None:
            progress(len(done.by_number), fights)

    done = executor.run(_Fights(contest), fights, report)
    if done.interrupted and not done.by_number:
        raise KeyboardInterrupt
    rows = done.results
    return Record(**{name: np.stack([row[name] for row in rows]) for name in rows[0]})
