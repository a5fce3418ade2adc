"""The round of a side in words and as JSON: the schema is ``RoundDocument``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from hazard.fivee.content.called import called
from hazard.fivee.content.tasks import Task
from hazard.fivee.director.phrases import Wording, plan_words
from hazard.fivee.director.rounds import Compared, Part, SideRound
from hazard.fivee.rules.plans import PlanRow
from hazard.language import Language, sentence

VERSION: Literal["hazard-round/1"] = "hazard-round/1"
POINTS = 50.0
SHOWN = 3
"""Other tasks that are told."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class TaskDocument(_Part):
    """A task for the side, and what it gains over everybody for themselves."""

    task: Annotated[str | None, Field(description="Its name in the table of tasks; null: each for itself.")]
    target: str | None
    text: str
    gain: Annotated[float, Field(description="Of 100 points.")]
    error: Annotated[float, Field(description="The standard error of the gain.")]
    samples: int


class PartDocument(_Part):
    """One creature's turn."""

    who: str
    text: Annotated[str, Field(description="The turn in words.")]
    move: PlanRow
    expected_damage: dict[str, float]
    kill: dict[str, float]


class RoundDocument(_Part):
    """The plan of a side for the rest of a round."""

    version: Literal["hazard-round/1"] = VERSION
    language: Language
    encounter: str
    round: int
    side: Literal["party", "monsters"]
    objective: str
    task: TaskDocument
    parts: tuple[PartDocument, ...]
    compared: tuple[TaskDocument, ...]


def round_document(found: SideRound, language: str = "en") -> RoundDocument:
    """Return the plan of a round as data."""
    say = Wording(found.fight, language)
    return RoundDocument(
        language=say.language,
        encounter=found.fight.encounter.name,
        round=found.state.round,
        side="monsters" if found.side == "monsters" else "party",
        objective=found.objective.name,
        task=_task(found.chosen, say),
        parts=tuple(_part(part, found, say) for part in found.parts),
        compared=tuple(_task(each, say) for each in found.tasks),
    )


def _task(each: Compared, say: Wording) -> TaskDocument:
    return TaskDocument(
        task=None if each.task is None else each.task.name,
        target=None if each.target is None else say.names[each.target],
        text=task_words(each.task, each.target, say),
        gain=POINTS * each.gain,
        error=POINTS * each.error,
        samples=each.samples,
    )


def _part(part: Part, found: SideRound, say: Wording) -> PartDocument:
    numbers = part.numbers
    return PartDocument(
        who=say.names[part.fighter.number],
        text=plan_words(say, found.game, part.state, part.plan),
        move=PlanRow.of(part.plan),
        expected_damage={say.names[who]: points for who, points in numbers.expected_damage.items()},
        kill={say.names[who]: min(1.0, chance) for who, chance in numbers.kill.items()},
    )


def task_words(task: Task | None, target: int | None, say: Wording) -> str:
    """Return a task in words.

    >>> from hazard.fivee import Fight, encounters
    >>> from hazard.fivee.content.tasks import tasks
    >>> say = Wording(Fight(encounters()["ogre-bridge"], seed=1))
    >>> task_words(tasks()["focus"], 0, say), task_words(None, None, say)
    ('focus on Fighter', 'everyone for themselves')
    """
    words = say.on("fivee.round")
    if task is None:
        return words("free")
    name = sentence(f"fivee.task.{task.name}", say.language, {}) or called(task, say.language)
    return name if target is None else words("about", task=name, target=say.names[target])


def tell_round(found: SideRound, language: str = "en") -> str:
    """Return the plan of a round as a game master reads it."""
    say, told = Wording(found.fight, language), round_document(found, language)
    words = say.on("fivee.round")
    gain = ""
    if told.task.task is not None:
        gain = words("gain", gain=f"+{say.number(told.task.gain)}", error=say.number(told.task.error))
    lines = [words("head", round=told.round, side=words(told.side), task=told.task.text, gain=gain)]
    for number, part in enumerate(told.parts, 1):
        line = words("part", number=number, who=part.who, plan=part.text)
        damage = sum(part.expected_damage.values())
        if damage > 0.05:
            line += " " + say("expected", damage=say.number(damage))
        for who, chance in part.kill.items():
            if chance > 0:
                line += " " + say("kill_who", target=who, chance=say.percent(chance))
        if found.departs(found.parts[number - 1]):
            line += words("departs")
        lines.append(line)
    others = [each for each in told.compared if each.text != told.task.text and each.task][:SHOWN]
    if others:
        shown = [f"{each.text} ({_signed(each.gain, say)})" for each in others]
        lines.append(words("also", tasks=", ".join(shown)))
    lines.append(words("again"))
    return "\n".join(lines)


def tell_turn(before: SideRound, now: SideRound, part: Part, language: str = "en") -> str:
    """Return a turn of a round that was planned before, and whether it still is what was planned."""
    say = Wording(now.fight, language)
    planned = before.part_of(part.fighter.number)
    key = "planned" if now is before and planned is not None and planned.plan == part.plan else "anew"
    return say.on("fivee.round")(
        key,
        task=task_words(now.chosen.task, now.chosen.target, say),
        who=say.names[part.fighter.number],
        plan=plan_words(say, now.game, part.state, part.plan),
    )


def _signed(points: float, say: Wording) -> str:
    return ("+" if points >= 0 else "−") + say.number(abs(points))
