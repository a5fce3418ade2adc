"""A fight told blow by blow, in the words of a language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

from hazard.fivee.content.actions import Action
from hazard.fivee.content.called import action_called
from hazard.fivee.content.cells import cell_name
from hazard.fivee.content.words import ANSWERED, CONDITIONS, CRITICAL, FLAGS, MISSED, SAVED
from hazard.fivee.rules.fight import Fight, FightState, names_of
from hazard.language import Speaker, phrase

Step: TypeAlias = tuple[FightState, Any]

_STATE_CHANGES = (("dead", "dies"), ("fled", "gets_away"), ("down", "falls"))


def transcript(fight: Fight, steps: Sequence[Step], language: str = "en") -> str:
    """Tell what happened: rounds, turns, every roll, and what it did to whom.

    >>> from hazard.fivee.rules.contest import Contest
    >>> from hazard.fivee.content.library import encounters
    >>> wolves = Fight(encounters()["wolves-in-a-blizzard"])
    >>> print(transcript(wolves, Contest(wolves).steps(0)))  # doctest: +ELLIPSIS
    Initiative: ...
    <BLANKLINE>
    Round 1
    ...
    """
    return "\n".join(_Teller(fight, language).lines(steps))


@dataclass(frozen=True)
class _Change:
    who: int
    words: str


class _Teller:
    def __init__(self, fight: Fight, language: str) -> None:
        self.fight = fight
        self.say = Speaker("fivee.transcript", language)
        self.names = names_of(fight, language)

    # ---- the whole ---------------------------------------------------------------------------------------

    def lines(self, steps: Sequence[Step]) -> Iterator[str]:
        order = steps[0][0].order[: len(self.names)]
        yield self.say("initiative", names=", ".join(self.names[i] for i in order))
        last_round, last_turn = 0, -1
        waiting: list[_Change] = []
        for (state, event), (after, _) in pairwise(steps):
            if state.round != last_round:
                yield ""
                yield self.say("round", number=state.round)
                last_round, last_turn = state.round, -1
            if state.turn != last_turn:
                yield self._heading(state)
                last_turn = state.turn
                yield from (f"    {change.words}" for change in waiting)
                waiting = []
            what = self._event(state, event)
            between = _before_healing(state, event, after)
            changes = self._changes(state, after, between)
            # What befalls the next creature as its turn begins belongs under its own heading.
            moved_on = (after.round, after.turn) != (state.round, state.turn) and not after.over
            struck = event.get("target") if event else None
            waiting = [c for c in changes if moved_on and c.who == after.mover and c.who != struck]
            if between is not None:
                waiting = [_Change(after.mover, w) for w in self._healed(after.mover, between, after)]
            mine = [change.words for change in changes if change not in waiting]
            if what or mine:
                yield "    " + self._joined(what, mine)
        yield ""
        yield self._ending(steps[-1][0])

    def _joined(self, what: str, changes: list[str]) -> str:
        told = "; ".join(changes)
        if not what:
            return told
        return f"{what}. {told}" if told else f"{what}."

    def _heading(self, state: FightState) -> str:
        fighter = state.fighter(state.mover)
        points = "{} / {}".format(_points(fighter["hit_points"]), fighter["most"])
        return f"  {self.names[state.mover]} ({points}, {cell_name(fighter['at'])})"

    def _ending(self, state: FightState) -> str:
        standing = {
            side: [f for f in self.fight.fighters if f.side == side and _stands(state.fighter(f.number))]
            for side in ("party", "monsters")
        }
        if bool(standing["party"]) == bool(standing["monsters"]):
            return self.say("nobody_wins", rounds=state.round)
        winner = "party" if standing["party"] else "monsters"
        left = ", ".join(
            f"{self.names[f.number]} {_points(state.fighter(f.number)['hit_points'])}"
            for f in standing[winner]
        )
        return self.say(f"{winner}_win", rounds=state.round, left=left)

    # ---- one thing that happened -------------------------------------------------------------------------

    def _event(self, state: FightState, event: Any) -> str:
        return self._roll(event) if "kind" in event else self._plan(state, event)

    def _plan(self, state: FightState, plan: Any) -> str:
        me = plan["decider"]
        parts = []
        if plan["to"] != state.fighter(me)["at"]:
            parts.append(self.say("flees_to" if plan["flees"] else "goes_to", cell=cell_name(plan["to"])))
        if plan["standard"] is not None:
            parts.append(phrase(f"fivee.doing.{plan['standard']}", self.say.language))
        if plan["action"] is not None:
            parts.append(self._aimed(me, plan["action"], plan["target"], plan["caught"], plan["other"]))
        if plan["bonus"] is not None:
            parts.append(self.say("bonus", what=self._aimed(me, plan["bonus"], plan["bonus_target"], [])))
        if plan["retreat"] != plan["to"]:
            parts.append(self.say("withdraws_to", cell=cell_name(plan["retreat"])))
        legendary = me != state.mover
        told = ", ".join(parts) if parts else self.say("waits")
        if legendary:
            return "" if not parts else self.say("legendary", who=self.names[me], what=told)
        return told[0].upper() + told[1:]

    def _aimed(
        self, me: int, number: int, target: int | None, caught: list[int], other: int | None = None
    ) -> str:
        action = self._action_name(self._action(me, number))
        if target is not None and other is not None:
            caught = [target, other]
        if caught:
            return self.say("on", action=action, target=", ".join(self.names[i] for i in caught))
        if target is None or target == me:
            return action
        return self.say("on", action=action, target=self.names[target])

    def _roll(self, roll: Any) -> str:
        who = self.names[roll["actor"]]
        good, lucky = bool(roll["result"] & SAVED), bool(roll["result"] & CRITICAL)
        match roll["kind"]:
            case "strike":
                return self._strike(roll)
            case "rider":
                return self._rider(roll)
            case "area_damage":
                action = self._action_name(self._action(roll["actor"], roll["action"]))
                return self.say("area", action=action, amount=_points(roll["amount"]))
            case "area_save":
                return self.say("saves" if good else "does_not_save", who=self.names[roll["target"]])
            case "recharge":
                action = self._action_name(self._action(roll["actor"], roll["action"]))
                return self.say("recharged" if good else "not_recharged", action=action)
            case "death_save":
                key = ("natural_20" if good else "natural_1") if lucky else "made" if good else "failed"
                return self.say(f"death_save_{key}")
            case "repeat_save":
                return self.say("shakes_off" if good else "does_not_shake_off")
            case "concentration":
                return self.say("keeps_concentration" if good else "loses_concentration", who=who)
            case "escape":
                return self.say("gets_free" if good else "stays_held")
            case "collapse":
                return self.say("still_stands" if good else "collapses", who=who)
            case _:
                return self.say("fortitude" if good else "no_fortitude", who=who)

    def _strike(self, roll: Any) -> str:
        result, attacks = roll["result"], roll["attacks"]
        action = self._action_name(self._action(roll["actor"], roll["action"]))
        parts = {
            "who": self.names[roll["actor"]],
            "action": action,
            "target": self.names[roll["target"]],
            "amount": _points(roll["amount"]),
            "attacks": attacks,
        }
        if result & MISSED:
            key = "turned_aside" if result & ANSWERED else "all_miss" if attacks > 1 else "misses"
            return self.say(key, **parts)
        key = "hits_critically" if result & CRITICAL else "several_hit" if attacks > 1 else "hits"
        told = self.say(key, **parts)
        return told + (self.say("halved") if result & ANSWERED else "")

    def _rider(self, roll: Any) -> str:
        row = self._action(roll["actor"], roll["action"])
        effect = row.effects[roll["effect"]] if roll["effect"] < len(row.effects) else None
        name = roll["actor"] if effect is not None and effect.on_self else roll["target"]
        parts = {
            "action": self._action_name(row),
            "who": self.names[name],
            "amount": _points(roll["amount"]),
        }
        if effect is not None and effect.save is not None:
            told = self.say("saves_against" if roll["result"] & SAVED else "fails_against", **parts)
            return told + (self.say("damage", **parts) if roll["amount"] else "")
        if effect is not None and effect.heal is not None:
            return self.say("heals", **parts)
        if effect is not None and effect.temporary_hit_points is not None:
            return self.say("gives_temporary", **parts)
        return self.say("does", **parts)

    def _action(self, fighter: int, number: int) -> Action:
        return self.fight.fighters[fighter].actions[number]

    def _action_name(self, action: Action) -> str:
        return action_called(action, self.say.language)

    # ---- what it changed ---------------------------------------------------------------------------------

    def _healed(self, who: int, was: dict[str, Any], after: FightState) -> Iterator[str]:
        yield from self._change(self.names[who], was, after.fighter(who))

    def _changes(
        self, before: FightState, after: FightState, mover: dict[str, Any] | None = None
    ) -> list[_Change]:
        """What is different; of the creature whose turn begins, up to ``mover`` where that is given."""
        found = []
        for i, name in enumerate(self.names):
            was, is_now = before.fighter(i), after.fighter(i)
            if mover is not None and i == after.mover:
                is_now = mover
            if was == is_now:
                continue
            found += [_Change(i, words) for words in self._change(name, was, is_now)]
        return found

    def _change(self, name: str, was: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
        old, new = (_points(f["hit_points"] + f["temporary"]) for f in (was, now))
        if old != new:
            yield self.say("points", who=name, before=old, after=new)
        if now["damage"] != was["damage"]:
            yield self.say("has_taken", who=name, amount=_points(now["damage"]))
        gained = now["flags"] & ~was["flags"]
        for flag, key in _STATE_CHANGES:
            if gained & FLAGS[flag]:
                yield self.say(key, who=name)
                return
        if was["flags"] & FLAGS["down"] and not now["flags"] & FLAGS["down"]:
            yield self.say("wakes", who=name)
        if gained & FLAGS["stable"]:
            yield self.say("is_stable", who=name)
        if now["failures"] > was["failures"]:
            yield self.say("failures", who=name, number=now["failures"])
        for number, condition in enumerate(CONDITIONS):
            had, has = (bool(f["conditions"] >> number & 1) for f in (was, now))
            if had != has:
                key = "becomes" if has else "no_longer"
                yield self.say(key, who=name, condition=self._condition(condition))

    def _condition(self, name: str) -> str:
        return self.say("exhausted") if name == "exhaustion" else self.say.on("fivee.condition")(name)


def _before_healing(before: FightState, event: Any, after: FightState) -> dict[str, Any] | None:
    """The one who was struck, between the blow and what its own turn, which now begins, gives back to it."""
    if event.get("kind") != "strike" or event["target"] != after.mover or after.turn == before.turn:
        return None
    was, now = before.fighter(after.mover), after.fighter(after.mover)
    left = max(0.0, was["hit_points"] + was["temporary"] - event["amount"])
    if was["flags"] & FLAGS["unknown_hit_points"] or now["hit_points"] + now["temporary"] <= left:
        return None
    between = {**was, "hit_points": left, "temporary": 0.0}
    if left == 0:
        between["flags"] |= FLAGS["down"]
        between["conditions"] |= now["conditions"]
    return between


def _stands(fighter: dict[str, Any]) -> bool:
    return not fighter["flags"] & (FLAGS["down"] | FLAGS["dead"] | FLAGS["fled"])


def _points(amount: float) -> str:
    return f"{amount:.0f}" if amount == int(amount) else f"{amount:.1f}"
