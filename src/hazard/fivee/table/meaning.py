"""Which plan some words mean: an action, a target, a cell, or some of these, in any language.

Whoever is named is who is aimed at, by what is named: a plan that does it to somebody else is not meant, and
words that may mean several are asked back about. Words of an action may be cut short as long as they are
clear: whole words come first, then beginnings ("long"), then ends of compounds ("bow", "bogen").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hazard.fivee.content.cells import cell_of
from hazard.fivee.content.naming import SHORTEST, Mention, Names
from hazard.fivee.director.phrases import (
    Wording,
    deed_name,
    divided_names,
    plan_words,
    standard_words,
)
from hazard.fivee.rules.combat import Combat, Plan
from hazard.fivee.rules.fight import FightState
from hazard.fivee.table.command_words import FILLERS, little
from hazard.game import GameError
from hazard.language import languages, phrase

_WORD = re.compile(r"[^\W_]+")
_IGNORED = FILLERS | set(little("also_ignored"))
_SHOWN = 6


class _Part(NamedTuple):
    """One thing that a plan does, and to whom."""

    names: tuple[str, ...]
    """What it is called, in each language."""
    words: frozenset[str]
    targets: frozenset[str]


class _Plan(NamedTuple):
    plan: Plan
    parts: tuple[_Part, ...]
    cells: frozenset[tuple[int, int]]
    texts: tuple[str, ...]
    """Its words in each language."""
    short: str
    """Its words in short English."""

    def divided_besides(self, named: set[str]) -> bool:
        """Return whether some of its attacks are for somebody who was not named."""
        return self.plan.other is not None and any(
            not part.targets & named for part in self.parts if part.targets
        )


class _Wish(NamedTuple):
    """Words that belong together, and whom they are said of; of nobody in particular."""

    words: tuple[str, ...]
    mention: Mention | None

    def aimed(self, plan: _Plan) -> list[_Part]:
        """Return the parts of a plan that these words may speak of."""
        if self.mention is None:
            return list(plan.parts)
        meant = set(self.mention.meant)
        return [part for part in plan.parts if not part.targets or part.targets & meant]

    def targets(self, plan: _Plan) -> set[str]:
        """Return those of the named whom a plan aims at."""
        assert self.mention is not None
        return {name for part in plan.parts for name in part.targets} & set(self.mention.meant)


class PlanReader:
    """Finds the plan that is meant, among those that somebody has in a moment, the best first.

    >>> from hazard.fivee.rules.fight import Fight
    >>> from hazard.fivee.content.library import encounters
    >>> game = Combat(Fight(encounters()["goblin-ambush"], seed=1), plans=0)
    >>> state = game.start()
    >>> game.fight.fighters[game.decider(state)].name
    'Rogue'
    >>> plan = PlanReader(game, state, game.actions(state)).meant("bow goblin c")
    >>> game.describe(state, plan)
    'move to j5, Shortbow at Goblin C'
    """

    def __init__(self, game: Combat, state: FightState, plans: Sequence[Plan], language: str = "en") -> None:
        """Learn the words of every plan."""
        self.game, self.state, self.language = game, state, language
        self.says = [Wording(game.fight, each) for each in languages()]
        self.called = dict(
            zip((f.name for f in game.fight.fighters), Wording(game.fight, language).names, strict=True)
        )
        self.actor = game.fight.fighters[game.decider(state)]
        self.names = Names(game.fight)
        self.plans = [self._plan(plan) for plan in plans]
        parts = [part for plan in self.plans for part in plan.parts]
        self._vocabulary = {word for part in parts for word in part.words}
        self._deeds = sorted({name.lower() for part in parts for name in part.names}, key=len, reverse=True)

    def meant(self, words: str) -> Plan:
        """Return the plan that is meant, or ask back."""
        low = " ".join(words.lower().split())
        if not _WORD.search(low):
            raise GameError("fivee.reply.which_plan")
        if (exact := self._verbatim(low)) is not None:
            return exact
        readings = self._readings(low)
        for text, mentions in readings:
            if found := self._fitting(text, mentions):
                return found[0].plan
        for mention in readings[0][1]:
            if not mention.meant:
                known = ", ".join(self.called.values())
                raise GameError("fivee.reply.nobody_called", name=mention.text, known=known)
        raise self._nothing(words, *readings[0])

    # ---- the plans -------------------------------------------------------------------------------------

    def _plan(self, plan: Plan) -> _Plan:
        game, state, rows = self.game, self.state, self.actor.actions
        parts = []
        if plan.to != game.place(state):
            parts.append(self._part([say("flee" if plan.flees else "move", cell="") for say in self.says]))
        if plan.standard is not None:
            parts.append(self._part([standard_words(say, plan, rows) for say in self.says]))
        if plan.action is not None:
            aimed = [*([] if plan.target is None else [plan.target]), *game.caught(state, plan)]
            number = [str(plan.sequence + 1)] if len(rows[plan.action].recipes) > 1 else []
            inner = game.parts(state, plan)
            if plan.other is None:
                named = [deed_name(say, rows, plan.action, inner) for say in self.says]
                parts.append(self._part(named, aimed, number))
            else:
                both = [divided_names(say, rows, plan, inner) for say in self.says]
                parts.append(self._part((first for first, _ in both), aimed, number))
                parts.append(self._part((rest for _, rest in both), [plan.other]))
        if plan.bonus is not None:
            aimed = [] if plan.bonus_target is None else [plan.bonus_target]
            parts.append(self._part([say.action(rows[plan.bonus]) for say in self.says], aimed))
        if plan.retreat != plan.to:
            parts.append(self._part([say("withdraw", cell="") for say in self.says]))
        parts = parts or [self._part([say("pass") for say in self.says])]
        texts = tuple(plan_words(say, game, state, plan) for say in self.says)
        short = game.describe(state, plan)
        return _Plan(plan, tuple(parts), frozenset({plan.to, plan.retreat}), texts, short)

    def _part(self, names: Iterable[str], targets: Iterable[int] = (), more: Iterable[str] = ()) -> _Part:
        called = tuple(name.strip() for name in names)
        words = {word for name in called for word in _WORD.findall(name.lower())}
        fighters = self.game.fight.fighters
        return _Part(called, frozenset(words | set(more)), frozenset(fighters[i].name for i in targets))

    def _verbatim(self, low: str) -> Plan | None:
        for plan in self.plans:
            if low in (plan.short.lower(), *(text.lower() for text in plan.texts)):
                return plan.plan
        return None

    # ---- what was said ---------------------------------------------------------------------------------

    def _readings(self, low: str) -> list[tuple[str, list[Mention]]]:
        """Return whom the words may speak of: names come first, then what an action is called in full.

        Whoever acts may be named as well, before what they do.
        """
        first = self.names.mentions(low)
        covered = low
        for name in self._deeds:
            covered = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda m: "," * len(m[0]), covered)
        found = [(low, first), (low, self.names.mentions(covered))]
        if first and first[0].start == 0 and first[0].meant == (self.actor.name,):
            found.append((" " * first[0].end + low[first[0].end :], first[1:]))
        return [reading for place, reading in enumerate(found) if reading not in found[:place]]

    def _wishes(self, low: str, mentions: Sequence[Mention]) -> tuple[list[_Wish], set[tuple[int, int]]]:
        """Return what is said of whom, and the cells that are named."""
        cells: set[tuple[int, int]] = set()
        pieces: list[list[str]] = []
        known, end = self._vocabulary, 0
        for start, after in [*((m.start, m.end) for m in mentions), (len(low), len(low))]:
            words = [word for word in _WORD.findall(low[end:start]) if word not in _IGNORED]
            cells |= {cell for word in words if word not in known and (cell := cell_of(word)) is not None}
            pieces.append([word for word in words if word in known or cell_of(word) is None])
            end = after
        if not mentions:
            return [_Wish(tuple(pieces[0]), None)], cells
        if len(mentions) == 1:
            return [_Wish((*pieces[0], *pieces[1]), mentions[0])], cells
        if pieces[0]:  # "longsword goblin a, dagger goblin b": words stand before whom they are said of
            paired = zip(pieces, [*mentions, None], strict=True)
        else:
            paired = zip(pieces[1:], mentions, strict=True)
        return [_Wish(tuple(words), mention) for words, mention in paired if words or mention], cells

    # ---- what fits -------------------------------------------------------------------------------------

    def _fitting(self, low: str, mentions: Sequence[Mention]) -> list[_Plan]:
        """Return the plans that are meant, the best first; asks back where that is not clear."""
        wishes, cells = self._wishes(low, mentions)
        if not all(mention.meant for mention in mentions):
            return []
        plans = [plan for plan in self.plans if cells <= plan.cells]
        plans = [p for p in plans if all(wish.mention is None or wish.targets(p) for wish in wishes)]
        cut: list[tuple[str, _Wish, int]] = []
        for wish in wishes:
            for word in wish.words:
                level = next((n for n in range(3) if any(_has(p, wish, word, n) for p in plans)), None)
                if level is None:
                    return []
                plans = [plan for plan in plans if _has(plan, wish, word, level)]
                cut.append((word, wish, level))
        plans = _called_so(plans, [word for wish in wishes for word in wish.words])
        if plans:
            self._ask_who(wishes, plans)
            self._ask_what(cut, plans)
        named = {name for mention in mentions for name in mention.meant}
        return sorted(plans, key=lambda plan: plan.divided_besides(named))

    def _ask_who(self, wishes: Sequence[_Wish], plans: Sequence[_Plan]) -> None:
        for wish in wishes:
            if wish.mention is None:
                continue
            aimed = [wish.targets(plan) for plan in plans]
            if not set.intersection(*aimed):
                several = [self.called[name] for name in wish.mention.meant if name in set.union(*aimed)]
                self._ask(wish.mention.text, several)

    def _ask_what(self, cut: Sequence[tuple[str, _Wish, int]], plans: Sequence[_Plan]) -> None:
        mine = languages().index(self.language)
        for word, wish, level in cut:
            if level == 0:
                continue
            done = [{p.names for p in wish.aimed(plan) if _fits(p, word, level)} for plan in plans]
            if not set.intersection(*done):
                self._ask(word, sorted(names[mine] for names in set.union(*done)))

    def _ask(self, words: str, several: Sequence[str]) -> None:
        known = phrase("fivee.reply.or", self.language).join(dict.fromkeys(several))
        raise GameError("fivee.reply.may_mean", words=words, known=known)

    def _nothing(self, words: str, low: str, mentions: Sequence[Mention]) -> GameError:
        """Say that there is no such plan, and which come near: at that target, or with that action."""
        wishes, _ = self._wishes(low, mentions)
        named = [wish for wish in wishes if wish.mention is not None]
        done = [wish for wish in wishes if wish.words]

        def near(plan: _Plan) -> int:
            away = sum(not wish.targets(plan) for wish in named)
            anywhere = [_Wish(wish.words, None) for wish in done]
            return away + sum(
                not any(_has(plan, wish, word, n) for n in range(3))
                for wish in anywhere
                for word in wish.words
            )

        shown = sorted(self.plans, key=near)[:_SHOWN]
        known = "; ".join(plan.texts[languages().index(self.language)] for plan in shown)
        who = self.called[self.actor.name]
        return GameError("fivee.reply.no_plan", who=who, words=words, count=len(self.plans), known=known)


def _fits(part: _Part, word: str, level: int) -> bool:
    if level == 0:
        return word in part.words
    if level == 1:
        return any(known.startswith(word) for known in part.words)
    return len(word) >= SHORTEST and any(known.endswith(word) for known in part.words)


def _has(plan: _Plan, wish: _Wish, word: str, level: int) -> bool:
    return any(_fits(part, word, level) for part in wish.aimed(plan))


def _called_so(plans: list[_Plan], words: list[str]) -> list[_Plan]:
    """Return the plans with something that is called exactly so, if there are any: at its own level."""

    def telling(name: str) -> list[str]:
        return [word for word in _WORD.findall(name.lower()) if word not in _IGNORED]

    exact = [
        plan for plan in plans if any(telling(name) == words for part in plan.parts for name in part.names)
    ]
    return exact or plans
