"""A fight at the table: facts come in, the state follows, all is written down and can be taken back.

Over 400 lines: every order of the game master is one method.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from hazard import _core
from hazard.fivee.content.library import ContentError, validated
from hazard.fivee.content.objectives import objective_named
from hazard.fivee.director.director import Director, DirectorSettings, Suggestion
from hazard.fivee.director.phrases import Wording, plan_words
from hazard.fivee.rules.combat import Combat, Plan
from hazard.fivee.rules.fight import Fight, Fighter, FightState
from hazard.fivee.rules.plans import PlanRow
from hazard.fivee.rules.states import StateDocument, read_into, read_state, write_state
from hazard.fivee.table.chronicle import changes
from hazard.fivee.table.facts import Fact, apply_fact, plan_of
from hazard.fivee.table.initiative import known_scores, placed
from hazard.fivee.table.joining import enlarged, joined
from hazard.fivee.table.journal import Event, Journal
from hazard.fivee.table.meaning import PlanReader
from hazard.fivee.table.offers import Offer, reaction_offered, resistance_offered, without_reaction
from hazard.fivee.table.questions import Answer, Question, asked, rolled
from hazard.game import GameError


class _Cast:
    """Those who fight at some moment: how to speak of them, and the rules under each objective."""

    def __init__(self, fight: Fight, language: str) -> None:
        self.fight = fight
        self.say = Wording(fight, language)
        self.games: dict[str, Combat] = {}


def _kept(fight: Fight, state: FightState) -> dict[str, Any] | None:
    """Return a state as a journal keeps it; none in the middle of dice, which are replayed."""
    if state.chance or state.over:
        return None
    kept = write_state(fight, state, inline=False)
    kept["encounter"] = fight.encounter.name  # it is in the first row of the file
    kept.pop("creatures", None)
    return kept


class Table:
    """A running fight. Every fact is written to the journal, if there is one, before it is acknowledged.

    >>> from hazard.fivee.content.library import encounters
    >>> table = Table(Fight(encounters()["goblin-ambush"], seed=1))
    >>> print(table.enter(Fact(kind="damage", who="Wizard", points=3)))
    Wizard: 7 → 4 hit points
    >>> print(table.undo())
    taken back: Wizard: 7 → 4 hit points
    """

    def __init__(
        self,
        fight: Fight,
        state: FightState | None = None,
        *,
        journal: Journal | None = None,
        objective: str | None = None,
        settings: DirectorSettings | None = None,
        language: str = "en",
        seed: int | None = None,
    ) -> None:
        """Begin at ``state``, by default the fight's start."""
        self.journal = journal
        self.settings = DirectorSettings(seconds=1.0) if settings is None else settings
        self.language = language
        self._first_objective: str = objective_named(objective or fight.encounter.objective).name
        self.dice = random.Random(seed)
        self._events: list[Event] = []
        self._written: tuple[Event, ...] = ()
        """What was there when the file was opened, in whatever language it was told then."""
        self._position = 0
        self._casts = [_Cast(fight, language)]
        begun = self.game.core.advance(fight.start if state is None else state)
        # None: a moment that this version of the rules could not bring back; those around it are there.
        self._states: list[FightState | None] = [_core.fivee_rested(begun)]
        self.warning: str | None = None
        self._retold: dict[str, list[tuple[Event, str]]] = {}
        self._suggestion: tuple[FightState, str, Suggestion] | None = None

    # ---- files -----------------------------------------------------------------------------------------

    @classmethod
    def begin(
        cls,
        file: Path,
        fight: Fight,
        state: FightState,
        *,
        objective: str | None = None,
        about: Mapping[str, str] | None = None,
        **more: Any,
    ) -> Table:
        """Begin a fight that is saved to ``file``, together with further data ``about`` it."""
        objective = objective_named(objective or fight.encounter.objective).name
        kept = {**(about or {}), "objective": objective}
        journal = Journal.create(file, write_state(fight, state), kept)
        return cls(fight, state, journal=journal, objective=objective, **more)

    @classmethod
    def resume(cls, file: Path, **more: Any) -> Table:
        """Resume a fight from its file."""
        journal = Journal.open(file)
        try:
            fight, state = read_state(journal.start(), f"{file}: start")
            table = cls(fight, state, journal=journal, objective=journal.about("objective"), **more)
            events, cursor = journal.read()
            table._replay(events, cursor)
        except BaseException:
            journal.close()
            raise
        return table

    def _replay(self, events: Sequence[Event], cursor: int) -> None:
        """Bring back all that happened: states are read where they are written, and replayed in between."""
        for event in events:
            self._events.append(event._replace(state=None))  # the journal has it
            self._casts.append(self._cast_after(self._casts[-1], event.fact))
            if event.state is not None:
                place = f"event {event.number}"
                document = validated(StateDocument, event.state, place)
                self._states.append(read_into(self._casts[-1].fight, document, place))
                continue
            self._position = event.number - 1
            self._states.append(self._replayed(event))
        self._written = tuple(self._events)
        self._position = cursor
        while self._states[self._position] is None:
            self._position -= 1
        if self._position < cursor:
            if self.journal is not None:
                self.journal.move_cursor(self._position)
            lost = self._events[self._position]
            self.warning = self.say.on("fivee.changes")("other_rules", number=lost.number, told=lost.told)

    def _cast_after(self, cast: _Cast, fact: Fact) -> _Cast:
        return _Cast(enlarged(cast.fight, fact), self.language) if fact.kind == "join" else cast

    def _replayed(self, event: Event) -> FightState | None:
        before = self._states[-1]
        if before is None:
            return None
        try:
            return apply_fact(self.game, before, event.fact)
        except ValueError:
            return None

    def close(self) -> None:
        """Close the file."""
        if self.journal is not None:
            self.journal.close()

    # ---- looking at it ---------------------------------------------------------------------------------

    @property
    def fight(self) -> Fight:
        """Who fights, and by which rules; another one once somebody has joined."""
        return self._casts[self._position].fight

    @property
    def say(self) -> Wording:
        """How to speak of them."""
        return self._casts[self._position].say

    @property
    def state(self) -> FightState:
        """The moment it is in."""
        state = self._states[self._position]
        assert state is not None
        return state

    @property
    def number(self) -> int:
        """How many facts there are that have not been taken back."""
        return self._position

    @property
    def log(self) -> list[str]:
        """What happened, in words."""
        return [event.told for event in self._events[: self._position]]

    def log_in(self, language: str) -> list[str]:
        """Return what happened in the words of a language, whatever it was written down in."""
        if language == self.language and not self._written:
            return self.log
        known = self._retold.setdefault(language, [])
        for place, event in enumerate(self._events[: self._position]):
            if place < len(known) and known[place][0] is event:
                continue
            del known[place:]
            here = language == self.language and event not in self._written[place : place + 1]
            known.append((event, event.told if here else self._retell(place, language)))
        return [told for _, told in known[: self._position]]

    def _retell(self, place: int, language: str) -> str:
        event, before, after = self._events[place], self._states[place], self._states[place + 1]
        if before is None or after is None:
            return event.told
        game, fact = self._game(self._casts[place]), event.fact
        say = Wording(self._casts[place + 1].fight, language)
        if fact.kind == "plan":
            try:
                text = plan_words(say, game, before, plan_of(game, before, fact))
            except GameError:  # words that no plan of these rules has
                return event.told
            fact = fact.model_copy(update={"text": text})
        return changes(say, before, after, fact, asked(game, before))

    @property
    def objective(self) -> str:
        """The current objective of the monsters."""
        chosen = [e.fact.text for e in self._events[: self._position] if e.fact.kind == "objective"]
        return chosen[-1] or self._first_objective if chosen else self._first_objective

    @property
    def game(self) -> Combat:
        """The rules under the objective of the moment, with every plan and every amount of damage."""
        return self._game(self._casts[self._position])

    def _game(self, cast: _Cast) -> Combat:
        if self.objective not in cast.games:
            # Whoever is down may be attacked at a table, whatever the director would do.
            objective = objective_named(self.objective).model_copy(update={"finish_off": True})
            cells = self.settings.cells
            cast.games[self.objective] = Combat(cast.fight, objective, plans=0, cells=cells, buckets=0)
        return cast.games[self.objective]

    @property
    def question(self) -> Question | None:
        """The question that the dice have to answer, if there is one."""
        return asked(self.game, self.state)

    @property
    def decider(self) -> Fighter:
        """Whose decision it is."""
        return self.fight.fighters[self.game.decider(self.state)]

    def suggest(self, objective: str | None = None) -> Suggestion:
        """Return what whoever decides should do, under the objective of the moment or another one."""
        name = objective_named(objective or self.objective).name
        known = self._suggestion
        if known is None or known[0] is not self.state or known[1] != name:
            found = Director(self.fight, name, self.settings).suggest(self.state)
            known = self._suggestion = (self.state, name, found)
        return known[2]

    def plan_meant(
        self, words: str, suggestion: Suggestion | None = None, language: str | None = None
    ) -> Plan:
        """Return the plan that is meant by its number among those suggested, or by some of its words.

        Every plan there is may be meant, the director's best first: whoever is down may be struck as well.
        """
        if self.question is not None:
            raise GameError("fivee.roll_dice_first_2")
        found = self.suggest() if suggestion is None else suggestion
        options = [option.action for option in found.decision.options]
        if words.isascii() and words.isdigit():
            if not 1 <= int(words) <= len(options):
                raise GameError("fivee.no_such_plan", number=words, most=len(options))
            return options[int(words) - 1]
        if not words:
            return options[0]
        ranked = [option.action for option in found.with_every_plan().decision.options]
        known = set(every := self.game.actions(self.state))
        actions = [action for action in ranked if action in known]
        actions += [action for action in every if action not in actions]
        return PlanReader(self.game, self.state, actions, language or self.language).meant(words)

    # ---- what happens ----------------------------------------------------------------------------------

    def enter_all(self, facts: Sequence[Fact], words: Sequence[str] = ()) -> list[str]:
        """Apply several facts in order: all, or none with an error that names the first impossible one.

        >>> from hazard.fivee.content.library import encounters
        >>> table = Table(Fight(encounters()["goblin-ambush"], seed=1))
        >>> hurt, dead = Fact(kind="damage", who="Wizard", points=3), Fact(kind="dead", who="Goblin A")
        >>> table.enter_all([hurt, dead])
        ['Wizard: 7 → 4 hit points', 'Goblin A: 7 → 0 hit points; Goblin A is dead']
        """
        if len(facts) == 1:
            return [self.enter(facts[0])]
        before = self._position, list(self._events), list(self._states), list(self._casts)
        if self.journal is not None:
            self.journal.hold()
        told: list[str] = []
        try:
            told += [self.enter(fact) for fact in facts]
            if self.journal is not None:
                self.journal.release()
        except BaseException as error:
            entered = self._position - before[0]
            self._position, self._events, self._states, self._casts = before
            if self.journal is not None:
                self.journal.drop()
            if not isinstance(error, ValueError) or entered >= len(facts):
                raise
            part = words[entered] if entered < len(words) else str(entered + 1)
            raise GameError("fivee.line_not_applied", part=part, error=error) from None
        return told

    def enter(self, fact: Fact) -> str:
        """Apply a fact, save it, and return in words what has changed."""
        if fact.kind == "objective":
            objective_named(fact.text or "")
        before, question = self.state, self.question
        if fact.kind == "initiative":
            earlier = [event.fact for event in self._events[: self._position]]
            fact = placed(self.fight, before, fact, earlier, self.language)
        cast, after = self._after(fact)
        if fact.kind == "plan":
            fact = self._as_data(fact)
        told = changes(cast.say, before, after, fact, question)
        number = self._position + 1
        if self.journal is not None:
            number = self.journal.append(fact, told, _kept(cast.fight, after))
        for later in (self._states, self._casts):
            del later[self._position + 1 :]
        del self._events[self._position :]
        self._events.append(Event(number, fact, told, None))  # its state is on disk, and in the list below
        self._states.append(after)
        self._casts.append(cast)
        self._position = number
        return told

    def _as_data(self, fact: Fact) -> Fact:
        """Return a fact with its plan as data, and in the words of this table."""
        plan = plan_of(self.game, self.state, fact)
        text = plan_words(self.say, self.game, self.state, plan)
        return fact.model_copy(update={"plan": PlanRow.of(plan), "action": None, "text": text})

    @contextmanager
    def together(self) -> Iterator[None]:
        """Write what is entered inside in one go; only then is it acknowledged."""
        if self.journal is None:
            yield
            return
        before = self._position, list(self._events), list(self._states), list(self._casts)
        self.journal.hold()
        try:
            yield
        finally:  # what was entered before something went wrong is as good as ever
            try:
                self.journal.release()
            except ContentError:  # the disk took none of it
                self._position, self._events, self._states, self._casts = before
                raise

    def _after(self, fact: Fact) -> tuple[_Cast, FightState]:
        cast = self._casts[self._position]
        if fact.kind == "join":
            larger, state = joined(cast.fight, self.state, fact)
            return _Cast(larger, self.language), state
        return cast, _core.fivee_rested(apply_fact(self.game, self.state, fact))

    def roll(self, agrees: Callable[[Offer], bool] | None = None) -> str:
        """Roll the dice that the question asks for.

        ``agrees`` is asked before a character's reaction or a legendary resistance is spent; without it they
        are spent as the rules here would.
        """
        question = self.question
        if question is None:
            raise GameError("fivee.no_roll_needed")
        answer = rolled(question, self.dice)
        if agrees is not None and (offer := reaction_offered(self.fight, question, answer)) is not None:
            other = without_reaction(self.game, self.state, question, answer, self.dice)
            if not agrees(replace(offer, otherwise=other)):
                answer = other
        fact = Fact(kind="dice", points=answer.points, result=answer.result, rolled=True)
        return self.enter(self.with_resistance(fact, agrees))

    def with_resistance(self, fact: Fact, agrees: Callable[[Offer], bool] | None) -> Fact:
        """Return the answer to a save with what the game master says of legendary resistance."""
        question = self.question
        if agrees is None or question is None or fact.kind != "dice":
            return fact
        offer = resistance_offered(self.fight, self.state, question, Answer(fact.points, fact.result))
        return fact if offer is None else fact.model_copy(update={"resists": agrees(offer)})

    @property
    def initiatives(self) -> list[tuple[str, int | None]]:
        """Everybody in their order, with their initiative where it is known."""
        scores = known_scores(self.fight, [event.fact for event in self._events[: self._position]])
        order = self.state.order[: len(self.fight.fighters)]
        return [(name := self.fight.fighters[number].name, scores.get(name)) for number in order]

    def undo(self) -> str:
        """Undo the last fact."""
        if self._position == 0:
            raise GameError("fivee.nothing_to_undo")
        told = self._events[self._position - 1].told
        self._move(self._position - 1, -1)
        return self.say.on("fivee.changes")("taken_back", told=told)

    def redo(self) -> str:
        """Redo the last undone fact."""
        if self._position == len(self._events):
            raise GameError("fivee.nothing_to_redo")
        self._move(self._position + 1, 1)
        return self._events[self._position - 1].told

    def _move(self, position: int, step: int) -> None:
        while self._states[position] is None and position + step < len(self._states):
            position += step
        if self._states[position] is None:
            raise GameError("fivee.entry_under_other_rules")
        if self.journal is not None:
            self.journal.move_cursor(position)
        self._position = position

    def export(self) -> str:
        """Return the state as JSON text, for ``hazard fivee suggest`` and other tools."""
        return json.dumps(write_state(self.fight, self.state), indent=2)
