"""The director's words: plans and outcomes, numbers and names, from the catalogue of a language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import copysign

from hazard.errors import known_language
from hazard.fivee.content.actions import Action
from hazard.fivee.content.called import action_called
from hazard.fivee.content.cells import cell_name
from hazard.fivee.rules.combat import Combat, Outcome, Plan
from hazard.fivee.rules.fight import Fight, FightState, names_of
from hazard.language import ENGLISH, Speaker, phrase

_DUST = 1e-9
"""What sums of the same parts may differ by."""


class Wording(Speaker):
    """How one language says things about one fight.

    >>> from hazard.fivee.content.library import encounters
    >>> german = Wording(Fight(encounters()["wolves-in-a-blizzard"], seed=1), "de")
    >>> german.percent(0.125), german.number(4.875), german.condition("prone")
    ('12 %', '4,9', 'liegend')
    """

    def __init__(self, fight: Fight, language: str = ENGLISH) -> None:
        """Prepare the names of everybody in ``fight``."""
        super().__init__("fivee.director", known_language(language))
        self.fight = fight
        self.names = names_of(fight, language)

    def action(self, action: Action) -> str:
        """Return an action's name."""
        return action_called(action, self.language)

    def ability(self, ability: str) -> str:
        """Return an ability's short name."""
        return phrase(f"fivee.ability.{ability}", self.language) if ability else ""

    def condition(self, name: str) -> str:
        """Return a condition's name."""
        return phrase(f"fivee.condition.{name}", self.language)

    def listed(self, words: list[str]) -> str:
        """Return words as a list that is read aloud.

        >>> from hazard.fivee.content.library import encounters
        >>> Wording(Fight(encounters()["ogre-bridge"], seed=1)).listed(["Ada", "Bo", "Cy"])
        'Ada, Bo and Cy'
        """
        return self("and").join(filter(None, [", ".join(words[:-1]), *words[-1:]]))

    def number(self, value: float, digits: int = 1) -> str:
        """Return a number; a half goes up, in whatever order it was summed.

        >>> from hazard.fivee.content.library import encounters
        >>> say = Wording(Fight(encounters()["ogre-bridge"], seed=1))
        >>> say.number(1.55), say.number(0.05 * 9 + 0.2 * 5.5)
        ('1.6', '1.6')
        """
        return super().number(value + copysign(_DUST, value), digits)

    def percent(self, chance: float) -> str:
        """Return a chance, never rounded to certainty."""
        if 0 < chance < 0.005:
            return "<1 %"
        if 0.995 < chance < 1 - 1e-9:
            return ">99 %"
        return f"{100 * chance:.0f} %"


# ---- plans and outcomes ----------------------------------------------------------------------------------


def plan_words(say: Wording, game: Combat, state: FightState, plan: Plan) -> str:
    """Return a plan of whoever decides in ``state``.

    >>> from hazard.fivee.content.library import encounters
    >>> game = Combat(Fight(encounters()["goblin-ambush"], seed=1))
    >>> state = game.start()
    >>> plan_words(Wording(game.fight, "de"), game, state, game.actions(state)[0])
    'nach j4, Kurzschwert auf Goblin B, Kurzschwert in der Zweithand auf Goblin B'
    """
    return plan_and_deed(say, game, state, plan)[0]


def plan_and_deed(say: Wording, game: Combat, state: FightState, plan: Plan) -> tuple[str, str]:
    """Return a plan in words, and the same without where it is done from."""
    actor = game.core.decider(state)
    parts = list(_parts(say, game, state, plan, actor))
    whole, deed = [text for text, _ in parts], [text for text, place in parts if not place]
    return ", ".join(whole) or say("pass"), ", ".join(deed) or say("pass")


def _parts(
    say: Wording, game: Combat, state: FightState, plan: Plan, actor: int
) -> Iterator[tuple[str, bool]]:
    """Yield what a plan consists of, and whether that is only a place."""
    actions = game.fight.fighters[actor].actions
    bonus = None if plan.bonus is None else say.action(actions[plan.bonus])
    if bonus is not None and plan.bonus_first:
        yield bonus, False
    if plan.to != state.at(actor):
        key = "flee" if plan.flees else "move"
        yield say(key, cell=cell_name(plan.to)), not plan.flees
    if plan.standard is not None:
        yield standard_words(say, plan, actions), False
    if plan.action is not None:
        yield _done(say, game, state, plan, actions), False
    if bonus is not None and not plan.bonus_first:
        target = plan.bonus_target
        yield bonus if target is None else say("at", action=bonus, target=say.names[target]), False
    if plan.retreat != plan.to:
        yield say("withdraw", cell=cell_name(plan.retreat)), True


def standard_words(say: Wording, plan: Plan, actions: Sequence[Action]) -> str:
    """Return what everybody can do; readied is the action that the plan's sequence numbers."""
    assert plan.standard is not None
    if plan.standard == "ready":
        return say("ready", action=say.action(actions[plan.sequence]))
    return say(plan.standard)


def deed_name(say: Wording, actions: Sequence[Action], number: int, parts: Sequence[int]) -> str:
    """Return what an action is called, with the parts of a multiattack that can be chosen."""
    row = actions[number]
    name = say.action(row)
    return f"{name} ({_counted(say, actions, parts)})" if len(row.recipes) > 1 else name


def divided_names(
    say: Wording, actions: Sequence[Action], plan: Plan, parts: Sequence[int]
) -> tuple[str, str]:
    """Return what a divided multiattack does to its target, and what it does to the other."""
    assert plan.action is not None
    first, rest = (_counted(say, actions, some) for some in (parts[: plan.after], parts[plan.after :]))
    return f"{say.action(actions[plan.action])} ({first})", rest


def _counted(say: Wording, actions: Sequence[Action], parts: Sequence[int]) -> str:
    counts: dict[str, int] = {}
    for part in parts:
        used = say.action(actions[part])
        counts[used] = counts.get(used, 0) + 1
    return ", ".join(used if count == 1 else f"{count} × {used}" for used, count in counts.items())


def _done(say: Wording, game: Combat, state: FightState, plan: Plan, actions: Sequence[Action]) -> str:
    assert plan.action is not None
    parts = game.core.parts(state, plan)
    caught = say.listed([say.names[i] for i in dict.fromkeys(game.core.caught(state, plan))])
    areas = [part for part in parts if actions[part].area is not None]
    if plan.target is not None and (plan.other is not None or (caught and len(areas) < len(parts))):
        told = list(_struck(say, plan, actions, parts, areas))
        told += [say("on", action=_counted(say, actions, areas), target=caught)] if caught else []
        return ", ".join(told)
    name = deed_name(say, actions, plan.action, parts)
    if plan.target is not None:
        name = say("at", action=name, target=say.names[plan.target])
    return say("on", action=name, target=caught) if caught else name


def _struck(
    say: Wording, plan: Plan, actions: Sequence[Action], parts: Sequence[int], areas: Sequence[int]
) -> Iterator[str]:
    """Yield the attacks of a multiattack on each of its targets: an area in place of one goes elsewhere."""
    assert plan.action is not None
    end = len(parts) if plan.other is None else plan.after
    name = say.action(actions[plan.action])
    for some, whom in ((parts[:end], plan.target), (parts[end:], plan.other)):
        if whom is not None and (attacks := _counted(say, actions, [p for p in some if p not in areas])):
            deed = f"{name} ({attacks})" if name else attacks
            yield say("at", action=deed, target=say.names[whom])
            name = ""


def outcome_words(say: Wording, outcome: Outcome) -> str:
    """Return what the dice came to.

    >>> from hazard.fivee.content.library import encounters
    >>> german = Wording(Fight(encounters()["goblin-ambush"], seed=1), "de")
    >>> outcome_words(german, Outcome("strike", missed=True, answered=True))
    'ein Fehlschlag, nach einer Reaktion'
    >>> outcome_words(german, Outcome("escape", saved=True))
    'kommt frei'
    """
    points = say.number(outcome.points, 0)
    save = say("saved" if outcome.saved else "failed")
    match outcome.kind:
        case "strike":
            key = "missed" if outcome.missed else "critical_for" if outcome.critical else "hit_for"
            what = say(key, damage=points)
            return say("with_reaction", what=what) if outcome.answered else what
        case "rider" if outcome.save or not outcome.points:
            return f"{save}, {say('rolled', damage=points)}" if outcome.points else save
        case "rider" | "area_damage":
            return say("rolled", damage=points)
        case "area_save":
            assert outcome.who is not None
            return say("saves_of", who=say.names[outcome.who], what=save)
        case "death_save" if outcome.critical:
            return say("natural_20" if outcome.saved else "natural_1")
    return say(f"{outcome.kind}_{'yes' if outcome.saved else 'no'}")
