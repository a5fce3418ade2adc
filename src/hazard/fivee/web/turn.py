"""Whose turn it is: the dice that are asked for, or the suggestion, with its chances and alternatives."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from nicegui import ui

from hazard.fivee.content.called import called
from hazard.fivee.content.objectives import objectives
from hazard.fivee.director.documents import SuggestionDocument
from hazard.fivee.rules.plans import PlanRow
from hazard.fivee.table.facts import Fact
from hazard.fivee.table.question_words import question_text
from hazard.fivee.web.odds import odds
from hazard.fivee.web.typing import do_typed, plan_asked_about, plan_meant
from hazard.web.frame import on_enter, saying_errors, told
from hazard.web.parts import part
from hazard.web.work import beside

if TYPE_CHECKING:
    from hazard.fivee.web.table import TablePage

PREFERENCES = ("any", "nearest", "weakest", "strongest", "wounded", "caster", "healer", "last_attacker")
ALTERNATIVES_SHOWN = 8


class TurnPanel:
    """What is to be decided or rolled, on one game master's page."""

    def __init__(self, page: TablePage) -> None:
        """Show the turn of the fight of ``page``."""
        self.page = page
        self.visit, self.room = page.visit, page.room
        self.found: SuggestionDocument | None = None
        self.why = ""

    def build(self) -> None:
        """Show the dice that are asked for, or the suggestion; and a line to type anything into.

        The lines stay when the rest is shown anew: somebody may be typing.
        """
        visit = self.visit
        self.question()
        self.answer = self._line(visit("i_rolled"), "answer")
        self.answer.set_visibility(self.room.table.question is not None)
        self.dice()
        self.orders()
        self.advice()
        self._line(visit("what_happened"), "typed")
        ui.label(visit("what_can_be_typed")).classes("hz-soft text-body2 no-print")

    def refresh(self) -> None:
        """Show the turn anew."""
        self.answer.set_visibility(self.room.table.question is not None)
        for shown in (self.question, self.dice, self.orders, self.advice):
            shown.refresh()

    @property
    def _to_decide(self) -> bool:
        """Whether somebody has to decide, and not the dice."""
        return self.room.table.question is None and not self.room.table.state.over

    def _line(self, label: str, mark: str) -> ui.input:
        line = ui.input(label).props(f"outlined dense data-testid={mark}").classes("w-full")

        async def act(text: str) -> bool:
            if (words := plan_asked_about(self.room, text)) is None:
                return bool(await self.page.careful(lambda: do_typed(self.visit, self.room, text))())
            await self._why(await plan_meant(self.room, words, self.visit.language))
            return True

        on_enter(line, saying_errors(self.visit, act))
        return line

    # ---- the dice --------------------------------------------------------------------------------------

    @part
    def question(self) -> None:
        """Say which dice are asked for."""
        if self.room.table.question is not None:
            asked = ui.label(question_text(self.page.say, self.room.table.question)).classes("text-body1")
            asked.props('data-testid="question"')

    @part
    def dice(self) -> None:
        """Let hazard roll what is asked for."""
        visit, room = self.visit, self.room
        if room.table.question is None:
            return
        ui.label(visit("rolls_typed")).classes("hz-soft text-body2")
        with ui.row():
            ui.button(visit("roll"), on_click=self.page.careful(lambda: room.roll(False))).props("no-caps")
            every = ui.button(visit("roll_all"), on_click=self.page.careful(lambda: room.roll(True)))
            every.props("no-caps outline").props('data-testid="roll-all"')

    # ---- how it fights ---------------------------------------------------------------------------------

    @part
    def orders(self) -> None:
        """Show what whoever decides is after, and in which manner."""
        if self._to_decide:
            self._objective()
            self._manner()

    def _objective(self) -> None:
        options = {o.name: called(o, self.visit.language) for o in objectives().values()}
        choice = ui.select(options, label=self.visit("objective"), value=self.room.table.objective)
        choice.classes("w-full").props("dense").props('data-testid="objective"')
        choice.on_value_change(
            self.page.careful(lambda event: self.room.enter(Fact(kind="objective", text=event.value)))
        )

    def _manner(self) -> None:
        """Let the game master say how the creature whose turn it is fights."""
        visit, room = self.visit, self.room
        fighter = room.table.decider
        if fighter.side != "monsters":
            return
        creature = fighter.creature
        chosen = room.manners.get(creature.id, {})
        who = called(creature, visit.language)
        written = {"": visit("as_written")}
        prefers = written | {name: visit(f"prefers_{name}") for name in PREFERENCES}
        tempers = written | {"0": visit("aggression_0"), "1": visit("aggression_1")}
        temper = chosen.get("aggression")
        with ui.row().classes("w-full"):
            for name, options, value in (
                ("prefers", prefers, chosen.get("prefers", "")),
                ("aggression", tempers, "" if temper is None else f"{temper:g}"),
            ):
                choice = ui.select(options, label=visit(name, who=who), value=value)
                choice.classes("grow").style("flex-basis: 15rem; min-width: 0")
                choice.props(f"dense data-testid={name}")
                choice.on_value_change(self.page.careful(partial(self._set_manner, creature.id, name)))

    def _set_manner(self, creature: str, name: str, event: Any) -> None:
        value = event.value or None
        chosen = float(value) if name == "aggression" and value is not None else value
        self.room.set_manner(creature, **{name: chosen})

    # ---- what it should do -----------------------------------------------------------------------------

    @part
    def advice(self) -> None:
        """Show the suggestion, or that it is being looked for."""
        if not self._to_decide:
            return
        if self.found is not None:
            self._suggestion(self.found)
            return
        with ui.row().classes("items-center"):
            ui.spinner()
            ui.label(self.visit("working"))

    def _suggestion(self, found: SuggestionDocument) -> None:
        visit = self.visit
        head = ui.label(f"{found.actor} → {found.plan.text}").classes("text-subtitle1 text-weight-bold")
        head.props("data-testid=suggestion")
        ui.html(odds(visit, found, self.page.say), sanitize=False).classes("w-full")
        self._doing(found)
        if self.why:
            ui.label(self.why).style("white-space: pre-line").classes("text-body2").props('data-testid="why"')
        self._alternatives(found)
        said = []
        if found.line:
            steps = [f"{step.who}: {step.text}" if step.who else step.text for step in found.line[:4]]
            said.append(f"{visit('likely_next')}: {'; '.join(steps)}")
        if found.reactions:
            said.append(f"{visit('reaction_label')}: {', '.join(found.reactions)}")
        for text in (*said, *(f"{visit('mind')}: {caveat}" for caveat in found.caveats)):
            ui.label(text).classes("hz-soft text-body2")

    def _doing(self, found: SuggestionDocument) -> None:
        visit, room, careful = self.visit, self.room, self.page.careful
        with ui.row():
            for word, roll in (("do_and_roll", True), ("do_it", False)):
                act = careful(lambda roll=roll: room.play(found.plan.move, visit.language, roll))
                button = ui.button(visit(word), on_click=act)
                button.props(("no-caps" if roll else "no-caps outline") + f" data-testid={word}")
            end = ui.button(visit("next_turn"), on_click=careful(lambda: room.enter(Fact(kind="next"))))
            end.props("no-caps flat").props('data-testid="next-turn"')

    def _alternatives(self, found: SuggestionDocument) -> None:
        visit = self.visit
        if not found.alternatives:
            return
        with ui.expansion(visit("alternatives"), value=True).classes("w-full").props("dense"):
            for other in found.alternatives[:ALTERNATIVES_SHOWN]:
                with ui.row().classes("items-center w-full no-wrap"):
                    ui.label(other.text).classes("grow text-body2")
                    behind = visit("behind_by", points=self.page.say.number(other.points_behind))
                    ui.label(behind).classes("hz-soft")
                    self._alternative(other.move)

    def _alternative(self, plan: PlanRow) -> None:
        visit, room = self.visit, self.room
        why = ui.button(icon="help_outline", on_click=lambda: self._why(plan))
        why.props(f'flat dense round aria-label="{visit("why_not")}"').tooltip(visit("why_not"))
        act = self.page.careful(lambda: room.play(plan, visit.language, False))
        play = ui.button(icon="play_arrow", on_click=act)
        play.props(f'flat dense round aria-label="{visit("do_instead")}"')
        play.tooltip(visit("do_instead")).props('data-testid="alternative"')

    async def _why(self, plan: PlanRow) -> None:
        suggestion = await self.room.suggest()
        try:
            why = await beside(lambda: suggestion.why_not(plan.record(), self.visit.language))
            self.why = why.replace(" %", "\u00a0%")
            self.page.map.show_area(await self.room.area(plan))
        except ValueError as error:
            told(self.visit, error)
        self.advice.refresh()
