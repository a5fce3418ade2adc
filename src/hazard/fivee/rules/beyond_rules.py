"""What the compiled rules do not know yet, taken out of a creature, with a caveat for each.

A row may say more than the rules can play: a bite that is worse while the swarm is whole, a poison that hurts
again every turn. Playing such a row by half would be wrong in silence; so here everything that is left out
gets its sentence, which the director shows.
"""

from __future__ import annotations

from collections.abc import Mapping

from hazard.fivee.content.actions import Action
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.effects import Effect, Infliction, Modifier
from hazard.fivee.content.traits import Aura, Charge, DeathBurst, Trait, Triggered
from hazard.fivee.content.words import CONDITIONS
from hazard.fivee.rules.caveats import Caveat

_BESIDES: Mapping[str, Caveat] = {
    "disarms": Caveat("fivee.besides_disarms"),
    "steals": Caveat("fivee.besides_steals"),
    "corrodes_armor": Caveat("fivee.besides_corrodes_armor"),
    "corrodes_weapon": Caveat("fivee.besides_corrodes_weapon"),
    "drains_ability": Caveat("fivee.besides_drains_ability"),
    "hits_held": Caveat("fivee.besides_hits_held"),
    "temporary_from_damage": Caveat("fivee.besides_temporary_from_damage"),
    "heals_half": Caveat("fivee.besides_heals_half"),
    "taunts": Caveat("fivee.besides_taunts"),
    "savage_criticals": Caveat("fivee.besides_savage_criticals"),
    "saves_worse": Caveat("fivee.besides_saves_worse"),
    "silences": Caveat("fivee.besides_silences"),
    "compels": Caveat("fivee.besides_compels"),
    "slays": Caveat("fivee.besides_slays"),
    "own_state": Caveat("fivee.besides_own_state"),
    "some_only": Caveat("fivee.besides_some_only"),
    "fares_otherwise": Caveat("fivee.besides_fares_otherwise"),
    "obscures": Caveat("fivee.besides_obscures"),
    "summons": Caveat("fivee.besides_summons"),
    "dispels": Caveat("fivee.besides_dispels"),
    "displaces": Caveat("fivee.besides_displaces"),
    "stays": Caveat("fivee.besides_stays"),
    "way_out": Caveat("fivee.besides_way_out"),
    "hinders": Caveat("fivee.besides_hinders"),
    "in_words": Caveat("fivee.besides_in_words"),
}
_NEVER, _ALWAYS = ("advantage",), ("no_advantage",)
"""Situations that the rules do not look at: taken never to come about, or for granted."""


def within_the_rules(creature: Creature) -> tuple[Creature, list[Caveat]]:
    """Return the creature as the rules can play it, and what was left out.

    >>> from hazard.fivee.content.library import bestiary
    >>> within_the_rules(bestiary()["wolf"])[1]
    []
    """
    caveats: list[Caveat] = []
    actions = [kept for action in creature.actions if (kept := _action(action, caveats)) is not None]
    actions = with_sound_recipes(actions, caveats)
    traits = [left for trait in creature.traits if (left := _trait(trait, caveats)) is not None]
    if not caveats:
        return creature, []
    return creature.model_copy(update={"actions": tuple(actions), "traits": tuple(traits)}), caveats


def _leave_out(caveats: list[Caveat], name: str, what: Caveat) -> None:
    caveats.append(Caveat("fivee.left_out_of", action=name, what=what))


def _action(action: Action, caveats: list[Caveat]) -> Action | None:
    effects = [
        kept for effect in action.effects if (kept := _effect(effect, action.name, caveats)) is not None
    ]
    if action.casts:
        _leave_out(caveats, action.name, Caveat("fivee.casts_a_spell", spell=action.casts))
    if action.all_hit:
        _leave_out(caveats, action.name, Caveat("fivee.when_all_attacks_hit"))
    if action.moves:
        _leave_out(caveats, action.name, Caveat("fivee.moves_by_a_share"))
    if action.attack and action.attack.advantage_if in _NEVER:
        _leave_out(caveats, action.name, Caveat("fivee.advantage_in_a_situation"))
    does = effects or action.recipes or action.standard or action.teleport_feet or action.halves_damage
    if not does:
        return None
    return action.model_copy(update={"effects": tuple(effects)})


def _effect(effect: Effect, name: str, caveats: list[Caveat]) -> Effect | None:
    if effect.only_if is not None and effect.only_if in _NEVER:
        _leave_out(caveats, name, Caveat("fivee.happens_with_advantage"))
        return None
    if effect.situation is not None:
        _leave_out(caveats, name, Caveat("fivee.happens_in_a_case", case=effect.situation))
        return None
    if effect.on_conditions:
        _leave_out(caveats, name, Caveat("fivee.happens_on_conditions"))
        return None
    if effect.only_if in _ALWAYS:
        _leave_out(caveats, name, Caveat("fivee.happens_without_advantage"))
    if effect.burning:
        _leave_out(caveats, name, Caveat("fivee.damage_every_turn"))
    if effect.save and effect.save.same_throw:
        _leave_out(caveats, name, Caveat("fivee.save_is_the_one_before"))
    if set(effect.spares) & set(CONDITIONS):
        _leave_out(caveats, name, Caveat("fivee.spares_blinded_or_deafened"))
    if effect.swallows is not None:
        _leave_out(caveats, name, Caveat("fivee.swallows"))
    for word in effect.besides:
        _leave_out(caveats, name, _BESIDES[word])
    if effect.drains_maximum:
        _leave_out(caveats, name, Caveat("fivee.drains_the_maximum"))
    if _more_than_the_rules_know(effect.modifier):
        _leave_out(caveats, name, Caveat("fivee.hindrance_unknown"))
    conditions = [
        kept for item in effect.conditions if (kept := _infliction(item, name, caveats)) is not None
    ]
    modifier = effect.modifier
    does = effect.damage or effect.heal or effect.temporary_hit_points or effect.push_feet
    if not (
        does
        or conditions
        or (modifier and modifier != Modifier(rounds=modifier.rounds, until=modifier.until))
    ):
        return None
    return effect.model_copy(update={"conditions": tuple(conditions)})


def _infliction(infliction: Infliction, name: str, caveats: list[Caveat]) -> Infliction | None:
    if infliction.if_fails_by > 1:
        fails = Caveat("fivee.for_who_fails_by", condition=infliction.name, points=infliction.if_fails_by)
        _leave_out(caveats, name, fails)
        return None
    if infliction.ongoing_at != "start_of_turn":
        _leave_out(caveats, name, Caveat("fivee.damage_at_another_moment"))
    return infliction


def _more_than_the_rules_know(modifier: Modifier | None) -> bool:
    if modifier is None:
        return False
    unknown = (
        "one_action",
        "one_attack",
        "weakened",
        "vulnerable",
    )
    return any(getattr(modifier, key) for key in unknown)


def _trait(trait: Trait, caveats: list[Caveat]) -> Trait | None:
    if isinstance(trait, Triggered):
        caveats.append(Caveat("fivee.happens_in_a_case", case=trait.when))
        return None
    if not isinstance(trait, Aura | Charge | DeathBurst):
        return trait
    if isinstance(trait, Charge) and trait.follow_up:
        follow_up = Caveat("fivee.bonus_action_on_the_prone", action=trait.follow_up)
        _leave_out(caveats, trait.kind, follow_up)
    if isinstance(trait, Aura) and trait.once_per_target:
        _leave_out(caveats, trait.kind, Caveat("fivee.saved_is_immune_afterwards"))
    if isinstance(trait, Aura) and trait.only_while:
        _leave_out(caveats, trait.kind, Caveat("fivee.aura_needs_its_breath"))
    effects = [kept for effect in trait.effects if (kept := _effect(effect, trait.kind, caveats)) is not None]
    if isinstance(trait, Aura) and trait.when.endswith("source_turn"):
        caveats.append(Caveat("fivee.aura_at_the_others_turns"))
        return (
            trait.model_copy(update={"effects": tuple(effects), "when": "start_of_turn"}) if effects else None
        )
    return trait.model_copy(update={"effects": tuple(effects)}) if effects else None


def with_sound_recipes(actions: list[Action], caveats: list[Caveat]) -> list[Action]:
    """Return the actions, multiattacks without those parts that are not among them."""
    names = {action.name for action in actions}
    kept = []
    for action in actions:
        if not action.recipes:
            kept.append(action)
            continue
        recipes = [tuple(part for part in recipe if part.use in names) for recipe in action.recipes]
        recipes = [recipe for recipe in dict.fromkeys(recipes) if recipe]
        if recipes:
            kept.append(action.model_copy(update={"recipes": tuple(recipes)}))
        else:
            caveats.append(Caveat("fivee.left_out", action=action.name))
    return kept
