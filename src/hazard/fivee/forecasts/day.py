"""An adventuring day: several fights in a row, with rests between them.

Hit points, spell slots, limited uses and deaths carry over. The rules of the day:

- A party that is beaten, or that cannot win within the rounds of a fight, has its day ended.
- Whoever is down when the fight is won is stable. With any rest they wake with 1 hit point; without one they
  lie there, unconscious, through the next fight.
- A **short rest** brings back what comes back with one (``per_rest``). Everybody then spends hit dice, one
  after the other, as long as at least as many hit points are missing as a die gives on average: a die gives
  its roll and the Constitution modifier, at least 0. A character has a die for each level.
- A **long rest** brings back all hit points, slots and uses, and half of the hit dice, at least one.
- The dead stay dead.
- Slots and uses are the dearer to the party the more fights are still to come before a long rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from hazard.fivee.content.creature import Creature
from hazard.fivee.content.library import ContentError
from hazard.fivee.forecasts.forecast import MOST_FIGHTS, Chance
from hazard.fivee.rules.contest import DEAD, Contest, Progress, Record
from hazard.fivee.rules.fight import Fight, Fighter
from hazard.fivee.rules.policies import Policy, read_policy

Rest: TypeAlias = Literal["none", "short", "long"]
RESTS: tuple[Rest, ...] = get_args(Rest)
HIT_DICE = (6, 8, 10, 12)
THRIFT = 5.0
"""By how much each fight that is still to come makes spell slots dearer."""


@dataclass(frozen=True)
class CharacterAfter:
    """A character after a fight of the day, among the days that came so far and went on."""

    name: str
    alive: Chance
    hit_points: float
    resources: float | None
    hit_dice: float


@dataclass(frozen=True)
class Stage:
    """One fight of the day."""

    encounter: str
    rest_before: Rest | None
    reached: Chance
    """The day has come to this fight."""
    survived: Chance
    """The day goes on after it."""
    win: Chance | None
    """This fight is won, given that it is reached; None: it never was."""
    characters: tuple[CharacterAfter, ...]
    """After the fight, before the rest."""


@dataclass(frozen=True)
class Day:
    """What a day of fights may bring."""

    days: int
    seed: int
    policies: tuple[Policy, Policy]
    stages: tuple[Stage, ...]

    @property
    def survived(self) -> Chance:
        """The whole day is survived."""
        return self.stages[-1].survived

    def to_dict(self) -> dict[str, Any]:
        """Return it as data for JSON."""
        party, monsters = self.policies
        return {
            "days": self.days,
            "seed": self.seed,
            "policies": {"party": str(party), "monsters": str(monsters)},
            "survived": asdict(self.survived),
            "stages": [asdict(stage) for stage in self.stages],
        }


def day(
    fights: Sequence[Fight],
    rests: Sequence[Rest] | None = None,
    days: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    party: str | Policy = "quick",
    monsters: str | Policy = "quick",
    progress: Progress | None = None,
) -> Day:
    """Play ``days`` days of these fights; ``rests`` has one rest fewer than there are fights.

    Without ``rests`` they are all short.

    >>> from hazard.fivee.content.library import encounters
    >>> wolves = Fight(encounters()["wolves-in-a-blizzard"])
    >>> found = day([wolves, wolves], ["none"], days=40)
    >>> found.stages[1].reached == found.stages[0].survived
    True
    """
    between = _checked(fights, rests, days, seed)
    policies = read_policy(party), read_policy(monsters)
    dice = np.random.default_rng(seed)
    going = np.arange(days)
    travellers = _Travellers.fresh(fights[0], days)
    stages = []
    for number, fight in enumerate(fights):
        rest = between[number - 1] if number else None
        if rest is not None:
            travellers.rest(rest, dice)
        contest = Contest(fight, *policies, seed=_seed_of(seed, number), thrift=_thrift(between[number:]))
        arrivals = travellers.arrivals(fight) if number else None
        record = contest.play(going.astype(np.uint64), threads, arrivals, progress) if len(going) else None
        reached = len(going)
        if record is not None:
            kept = record.winner == 0
            travellers.come_through(fight, record)
            travellers.keep(kept)
            going = going[kept]
        stages.append(_stage(fight, rest, travellers, reached, len(going), days))
    return Day(days, seed, policies, tuple(stages))


def _checked(fights: Sequence[Fight], rests: Sequence[Rest] | None, days: int, seed: int) -> list[Rest]:
    if not fights:
        raise ContentError("fivee.day_without_fights")
    if not 1 <= days <= MOST_FIGHTS:
        raise ContentError("fivee.days_out_of_range", days=days, most=MOST_FIGHTS)
    if not 0 <= seed < 2**64:
        raise ContentError("fivee.day_seed_out_of_range", seed=seed)
    between: list[Rest] = ["short"] * (len(fights) - 1) if rests is None else list(rests)
    if len(between) != len(fights) - 1:
        raise ContentError(
            "fivee.rests_do_not_match_fights",
            rests=len(between),
            fights=len(fights),
            expected=len(fights) - 1,
        )
    for rest in between:
        if rest not in RESTS:
            raise ContentError("fivee.no_such_rest", rest=rest, known=", ".join(RESTS))
    first = _creatures(fights[0])
    for fight in fights[1:]:
        if (here := _creatures(fight)) != first:
            raise ContentError(
                "fivee.characters_change_in_day",
                fight=fight.encounter.name,
                found=", ".join(here.values()),
                first_fight=fights[0].encounter.name,
                expected=", ".join(first.values()),
            )
    return between


def _thrift(rests: Sequence[Rest]) -> float:
    """Return how dear slots are: more so the more fights come before the next night.

    >>> _thrift([]), _thrift(["short", "short"]), _thrift(["short", "long", "short"])
    (1.0, 11.0, 6.0)
    """
    fights = next((number for number, rest in enumerate(rests) if rest == "long"), len(rests))
    return 1.0 + THRIFT * fights


def _party(fight: Fight) -> dict[str, Fighter]:
    return {fighter.name: fighter for fighter in fight.fighters if fighter.side == "party"}


def _creatures(fight: Fight) -> dict[str, str]:
    return {name: fighter.creature.id for name, fighter in sorted(_party(fight).items())}


def _seed_of(seed: int, stage: int) -> int:
    """Return another seed for each fight of the day."""
    return int(np.random.SeedSequence([seed, stage]).generate_state(1, np.uint64)[0] >> np.uint64(1))


def hit_die(creature: Creature) -> int:
    """Return the die that a character heals with: the largest that its hit points allow at its level.

    A character has its die's maximum at the first level and its mean, rounded up, at each further one,
    and the Constitution modifier at each.

    >>> from hazard.fivee.content.library import bestiary
    >>> [hit_die(bestiary()[name]) for name in ("wizard-5", "rogue-5", "cleric-5", "fighter-5")]
    [6, 8, 8, 10]
    """
    level, extra = creature.level or 1, creature.modifier("con")
    fitting = [
        die
        for die in HIT_DICE
        if die + extra + (level - 1) * (die // 2 + 1 + extra) <= creature.average_hit_points
    ]
    return max(fitting, default=HIT_DICE[0])


@dataclass
class _Travellers:
    """The party of every day that is still going on: a row for each day, a column for each character."""

    fighters: list[Fighter]
    hit_points: NDArray[np.int16]
    dead: NDArray[np.bool_]
    slots: NDArray[np.uint8]
    left: NDArray[np.uint8]
    reserve: NDArray[np.float32]
    hit_dice: NDArray[np.int64]

    @classmethod
    def fresh(cls, fight: Fight, days: int) -> _Travellers:
        """Return a party that has had a night's sleep."""
        fighters = list(_party(fight).values())
        states = [fight.start.fighter(fighter.number) for fighter in fighters]

        def rows(values: list[Any], kind: Any) -> Any:
            return np.repeat(np.array(values, dtype=kind)[None], days, axis=0)

        return cls(
            fighters,
            rows([state["hit_points"] for state in states], np.int16),
            np.zeros((days, len(fighters)), dtype=bool),
            rows([state["slots"] for state in states], np.uint8),
            rows([state["left"] for state in states], np.uint8),
            np.ones((days, len(fighters)), dtype=np.float32),
            rows([fighter.creature.level or 1 for fighter in fighters], np.int64),
        )

    def keep(self, which: NDArray[np.bool_]) -> None:
        """Go on with some of the days."""
        for name, column in vars(self).items():
            if name != "fighters":
                setattr(self, name, column[which])

    def _columns(self, fight: Fight) -> list[int]:
        there = _party(fight)
        return [there[fighter.name].number for fighter in self.fighters]

    def come_through(self, fight: Fight, record: Record) -> None:
        """Take over how a fight has left everybody."""
        columns = self._columns(fight)
        self.hit_points = record.hit_points[:, columns]
        self.dead = record.fates[:, columns] & DEAD != 0
        self.slots = record.slots[:, columns]
        self.left = record.left[:, columns]
        self.reserve = record.reserve[:, columns]

    def arrivals(self, fight: Fight) -> dict[str, Any]:
        """Return the party as it comes into a fight."""
        columns, size, days = self._columns(fight), len(fight.fighters), len(self.hit_points)
        found: dict[str, NDArray[Any]] = {
            "hit_points": np.zeros((days, size), dtype=np.int16),
            "fates": np.zeros((days, size), dtype=np.uint8),
            "slots": np.zeros((days, size, self.slots.shape[2]), dtype=np.uint8),
            "left": np.zeros((days, size, self.left.shape[2]), dtype=np.uint8),
        }
        found["hit_points"][:, columns] = self.hit_points
        found["fates"][:, columns] = np.where(self.dead, DEAD, 0)
        found["slots"][:, columns] = self.slots
        found["left"][:, columns] = self.left
        return found

    def rest(self, rest: Rest, dice: np.random.Generator) -> None:
        """Heal and regain by the rules of the day."""
        if rest == "none":
            return
        living = ~self.dead
        self.hit_points = np.where(living, np.maximum(self.hit_points, 1), 0).astype(np.int16)
        for column, fighter in enumerate(self.fighters):
            if rest == "long":
                self._sleep(column, fighter, living[:, column])
            else:
                self._pause(column, fighter, living[:, column], dice)

    def _sleep(self, column: int, fighter: Fighter, living: NDArray[np.bool_]) -> None:
        record, level = fighter.compiled.record, fighter.creature.level or 1
        self.hit_points[living, column] = record.most_hit_points
        self.slots[:, column] = np.array(record.slots, dtype=np.uint8)
        for place, action in fighter.compiled.limited:
            self.left[:, column, place] = fighter.compiled.uses(action)
        dice = self.hit_dice[:, column] + max(1, level // 2)
        self.hit_dice[:, column] = np.minimum(dice, level)

    def _pause(
        self, column: int, fighter: Fighter, living: NDArray[np.bool_], dice: np.random.Generator
    ) -> None:
        for place, action in fighter.compiled.limited:
            row = fighter.actions[action]
            if row.per_rest or row.recharge:
                self.left[:, column, place] = fighter.compiled.uses(action)
        die, extra = hit_die(fighter.creature), fighter.creature.modifier("con")
        most = fighter.compiled.record.most_hit_points
        points = self.hit_points[:, column]
        for _ in range(fighter.creature.level or 1):
            missing = most - points
            spends = (
                living & (self.hit_dice[:, column] > 0) & (missing >= (die + 1) / 2 + extra) & (missing > 0)
            )
            healed = np.maximum(0, dice.integers(1, die + 1, len(points)) + extra)
            points = np.where(spends, np.minimum(most, points + healed), points).astype(np.int16)
            self.hit_dice[:, column] -= spends
        self.hit_points[:, column] = points


def _stage(
    fight: Fight, rest: Rest | None, after: _Travellers, reached: int, survived: int, days: int
) -> Stage:
    return Stage(
        fight.encounter.name,
        rest,
        Chance.counted(reached, days),
        Chance.counted(survived, days),
        Chance.counted(survived, reached) if reached else None,
        tuple(_character(after, column, survived) for column in range(len(after.fighters)))
        if survived
        else (),
    )


def _character(after: _Travellers, column: int, survived: int) -> CharacterAfter:
    fighter = after.fighters[column]
    record = fighter.compiled.record
    has_some = any(record.slots) or any(action.uses for action in record.actions)
    return CharacterAfter(
        fighter.name,
        Chance.counted(int((~after.dead[:, column]).sum()), survived),
        float(after.hit_points[:, column].mean()),
        float(after.reserve[:, column].mean()) if has_some else None,
        float(after.hit_dice[:, column].mean()),
    )
