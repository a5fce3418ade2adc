"""Numbers of a fight by the rules of one edition: what each row of ``rules.toml`` is checked by.

Each function plays a scene and returns one number. Everybody is ordinary where nothing else is said: 30 hit
points, armour class 15, +5 to hit, Strength and Dexterity 10, 30 feet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.fivee.small_fights import Scene, blow, creature, flagged, has

from hazard.fivee.content.creature import Creature
from hazard.fivee.content.library import bestiary
from hazard.fivee.rules.combat import Combat, Plan
from hazard.fivee.rules.fight import Fight

RULES: dict[str, Callable[[str], float]] = {}
"""The checks, by the id of their row."""
ROW = ["." * 24]


def rule(check: Callable[[str], float]) -> Callable[[str], float]:
    """Note a check under the name of its function."""
    RULES[check.__name__] = check
    return check


BOW = {
    "name": "Bow",
    "attack": {"to_hit": 5, "range": 30, "long_range": 120},
    "effects": [{"damage": "1d8+3[piercing]"}],
}


def brute(**more: Any) -> Creature:
    actions = more.pop("actions", (blow(), BOW))
    return creature("Brute", *actions, **more)


def hero(**more: Any) -> Creature:
    actions = more.pop("actions", (blow(),))
    return creature("Hero", *actions, **{"level": 1, "proficiency": 2, **more})


def duel(edition: str, one: Creature | None = None, other: Creature | None = None, **more: Any) -> Scene:
    """A brute and, five feet east of it, a hero; the brute acts first."""
    at = more.pop("at", ((4, 5), (5, 5)))
    people = ((one or brute(), "monsters", at[0]), (other or hero(), "party", at[1]))
    return Scene(*people, *more.pop("others", ()), rules=edition, **more)


def hits(scene: Scene, action: str = "Club", actor: str = "Brute", target: str = "Hero") -> float:
    odds = scene.odds(actor, action, target)
    return odds["hit"] + odds["critical"] if odds["possible"] else 0.0


def saves(scene: Scene, action: str, actor: str = "Brute", target: str = "Hero", effect: int = 0) -> float:
    return scene.game.core.save_chance(
        scene.state, scene.number(actor), scene.action(actor, action), effect, scene.number(target)
    )


def every(scene: Scene) -> list[str]:
    """Everything that may be done, in words."""
    return [scene.words(plan) for plan in scene.game.every_plan(scene.state)]


def speed(scene: Scene, who: str = "Brute") -> float:
    return scene.fight.rules.speed(scene.state, scene.number(who))


def effect_of(scene: Scene, who: str, action: str, number: int = 0) -> Any:
    return scene.fight.named(who).compiled.record.actions[scene.action(who, action)].effects[number]


def mean(dice: Any) -> float:
    return sum((dice.low + i) * p for i, p in enumerate(dice.probabilities))


# ---- exhaustion -----


def tired(edition: str, level: int, **more: Any) -> Scene:
    return duel(edition, **more).put("Brute", exhaustion=level)


GUST = {
    "name": "Gust",
    "range": 30,
    "effects": [{"save": {"ability": "con", "dc": 11}, "damage": "1d4[cold]"}],
}


@rule
def exhaustion_1_attack(edition: str) -> float:
    return hits(tired(edition, 1))


@rule
def exhaustion_3_attack(edition: str) -> float:
    return hits(tired(edition, 3))


@rule
def exhaustion_1_save(edition: str) -> float:
    scene = duel(edition, other=hero(actions=(GUST,))).put("Brute", exhaustion=1)
    return saves(scene, "Gust", "Hero", "Brute")


@rule
def exhaustion_3_save(edition: str) -> float:
    scene = duel(edition, other=hero(actions=(GUST,))).put("Brute", exhaustion=3)
    return saves(scene, "Gust", "Hero", "Brute")


@rule
def exhaustion_1_speed(edition: str) -> float:
    return speed(tired(edition, 1))


@rule
def exhaustion_2_speed(edition: str) -> float:
    return speed(tired(edition, 2))


@rule
def exhaustion_5_speed(edition: str) -> float:
    return speed(tired(edition, 5))


@rule
def exhaustion_4_hit_points(edition: str) -> float:
    """At how many hit points of 30 it is bloodied: a spell that heals to the half shows the most."""
    prayer = {
        "name": "Prayer",
        "who": "self",
        "effects": [{"heal": "30"}],
    }
    scene = duel(edition, brute(actions=(blow(), prayer))).put("Brute", exhaustion=4, hit_points=5.0)
    scene.do("Prayer")
    return max(scene.spread("Brute"))


@rule
def exhaustion_6_kills(edition: str) -> float:
    wear = {"name": "Wear", "effects": [{"conditions": [{"name": "exhaustion", "level": 1}]}]}
    scene = duel(edition, brute(actions=(wear,))).put("Hero", exhaustion=5)
    scene.do("Wear")
    return scene.chance(lambda state: flagged(scene.see("Hero", state), "dead"))


@rule
def exhaustion_1_escape(edition: str) -> float:
    """The chance to escape DC 11 with no bonus and one level."""
    grip = {
        "name": "Grip",
        "effects": [{"conditions": [{"name": "grappled", "escape_dc": 11}]}],
    }
    scene = duel(edition, brute(actions=(grip,))).put("Hero", exhaustion=1)
    scene.do("Grip")
    return escape(scene)


def escape(scene: Scene) -> float:
    ((state, _),) = scene.until_decision()
    scene.state = state
    scene.do("escape")
    return scene.chance(lambda s: not has(scene.see("Hero", s), "grappled"))


def dying(edition: str, **values: Any) -> Scene:
    """A hero who is dying, and a friend far away who still stands."""
    friend = creature("Friend", blow(), level=1)
    scene = duel(edition, others=((friend, "party", (23, 11)),))
    return scene.put("Hero", "unconscious", "prone", flags=("down",), hit_points=0.0, **values)


@rule
def exhaustion_2_death_save(edition: str) -> float:
    """The chance of a death save that is made, a 20 included."""
    scene = dying(edition, exhaustion=2)
    scene.do("dodge")
    return sum(p for outcome, p in scene.game.outcomes(scene.state) if outcome.saved)


# ---- surprise -----


def surprised(edition: str, **more: Any) -> Scene:
    return duel(edition, surprised="party", **more)


@rule
def surprise_first_turn(edition: str) -> float:
    """Whether the surprised hero acts in the first round."""
    scene = surprised(edition)
    scene.do("dodge")
    ((state, _),) = scene.until_decision()
    return float(scene.game.decider(state) == scene.number("Hero"))


@rule
def surprise_second_turn(edition: str) -> float:
    scene = surprised(edition)
    scene.do("dodge")
    ((state, _),) = scene.until_decision()
    return float(not flagged(scene.see("Hero", state), "surprised") or state.round == 1)


@rule
def surprise_reaction(edition: str) -> float:
    """How many opportunity attacks a surprised hero makes on who walks away in the first round."""
    return float(_provoked(surprised(edition)))


def _provoked(scene: Scene) -> int:
    away = Plan(to=(0, 5), standard="dodge")
    return len(scene.game.core.provoked(scene.state, away))


@rule
def surprise_initiative(edition: str) -> float:
    """The mean initiative of the surprised, minus that of others, over many fights."""
    from collections import Counter

    firsts: Counter[str] = Counter()
    for seed in range(2000):
        fight = Fight(
            surprised(edition, initiative={"Brute": None, "Hero": None}).fight.encounter,
            {being.id: being for being in (brute(), hero())},
            seed=seed,
        )
        firsts[fight.fighters[fight.start.order[0]].name] += 1
    return round(firsts["Hero"] / 2000, 1)


# ---- grappling and shoving -----

STRONG = {"abilities": {"str": 18}, "skills": {"athletics": 6}, "challenge": 1}
"""+4 and proficiency +2: Athletics +6, and DC 14 by the rules of 2024."""


@rule
def grapple_holds(edition: str) -> float:
    return 1 - saves(duel(edition, brute(**STRONG)), "Grapple")


@rule
def grapple_against_acrobatics(edition: str) -> float:
    nimble = hero(abilities={"dex": 18}, skills={"acrobatics": 6}, saves={"dex": 6})
    return 1 - saves(duel(edition, brute(**STRONG), nimble), "Grapple")


@rule
def grapple_lays_the_condition(edition: str) -> float:
    scene = duel(edition, brute(**STRONG))
    scene.do("Grapple")
    return scene.chance(lambda state: has(scene.see("Hero", state), "grappled"))


@rule
def grapple_escape(edition: str) -> float:
    scene = duel(edition, brute(**STRONG))
    scene.do("Grapple")
    scene.come("not saved")
    return escape(scene)


@rule
def grapple_size(edition: str) -> float:
    """Whether a medium creature may grapple a huge one."""
    scene = duel(edition, other=hero(size="huge"), at=((4, 5), (5, 5)))
    return float(any("Grapple" in scene.words(p) for p in scene.game.every_plan(scene.state)))


@rule
def grappled_speed(edition: str) -> float:
    return speed(duel(edition).lay("Hero", "Brute", "grappled"))


@rule
def grappled_attack_on_holder(edition: str) -> float:
    return hits(duel(edition).lay("Hero", "Brute", "grappled"))


@rule
def grappled_attack_on_others(edition: str) -> float:
    friend = creature("Friend", blow(), level=1)
    scene = duel(edition, others=((friend, "party", (4, 6)),)).lay("Hero", "Brute", "grappled")
    return hits(scene, target="Friend")


@rule
def shove_knocks_down(edition: str) -> float:
    scene = duel(edition, brute(**STRONG))
    scene.do("Shove at")
    return scene.chance(lambda state: has(scene.see("Hero", state), "prone"))


@rule
def shove_away_feet(edition: str) -> float:
    scene = duel(edition, brute(**STRONG))
    scene.do("Shove Away")
    scene.come("not saved")
    return 5.0 * (scene.see("Hero")["at"][0] - 5)


@rule
def shove_the_helpless(edition: str) -> float:
    return saves(duel(edition, brute(**STRONG)).put("Hero", "paralyzed"), "Shove")


@rule
def grapple_by_the_poisoned(edition: str) -> float:
    """Poison hampers the check of 2014, and no save of another's."""
    return 1 - saves(duel(edition, brute(**STRONG)).put("Brute", "poisoned"), "Grapple")


# ---- help, hide, ready, dodge, disengage -----


def beside(edition: str) -> Scene:
    friend = creature("Ally", blow(), BOW)
    return duel(edition, others=((friend, "monsters", (6, 5)),))


@rule
def help_gives_advantage(edition: str) -> float:
    scene = beside(edition)
    scene.do("Help at Hero")
    return hits(scene, actor="Ally")


@rule
def help_is_for_one_attack(edition: str) -> float:
    scene = Scene(
        (brute(), "monsters", (4, 5)),
        (creature("Ally", blow()), "monsters", (6, 5)),
        (hero(), "party", (5, 5)),
        rules=edition,
    )
    scene.do("Help at Hero")
    scene.do("Club at Hero")
    scene.come("miss")
    return hits(scene, actor="Ally")


WALL = ["." * 8 + "#" + "." * 15] * 11 + ["." * 24]


def hiding(edition: str, **more: Any) -> Scene:
    """A brute with Stealth +4 behind a wall; a hero with passive Perception 14 beyond it."""
    sneak = brute(skills={"stealth": 4})
    watchful = hero(senses={"passive_perception": 14})
    return duel(edition, sneak, watchful, at=((7, 5), (9, 5)), rows=WALL, **more)


@rule
def hide_check(edition: str) -> float:
    scene = hiding(edition)
    return 1 - saves(scene, "Hide", target="Brute")


@rule
def hide_succeeds(edition: str) -> float:
    scene = hiding(edition)
    scene.do("Hide")
    return scene.chance(lambda state: flagged(scene.see("Brute", state), "hidden"))


@rule
def hide_in_plain_sight(edition: str) -> float:
    return float(any("Hide" in words for words in every(duel(edition, rows=ROW, at=((4, 0), (5, 0))))))


@rule
def hidden_attack(edition: str) -> float:
    return hits(duel(edition).put("Brute", flags=("hidden",)))


@rule
def hidden_target(edition: str) -> float:
    return hits(duel(edition).put("Hero", flags=("hidden",)))


@rule
def hidden_until_it_attacks(edition: str) -> float:
    scene = duel(edition).put("Brute", flags=("hidden",))
    scene.do("Club at Hero")
    scene.come("miss")
    return float(flagged(scene.see("Brute"), "hidden"))


@rule
def dodge_attack(edition: str) -> float:
    return hits(duel(edition).put("Hero", flags=("dodging",)))


@rule
def dodge_save(edition: str) -> float:
    fire = {
        "name": "Fire",
        "range": 30,
        "effects": [{"save": {"ability": "dex", "dc": 11}, "damage": "1d4[fire]"}],
    }
    return saves(duel(edition, brute(actions=(fire,))).put("Hero", flags=("dodging",)), "Fire")


@rule
def dodge_of_the_held(edition: str) -> float:
    """Whoever cannot move does not dodge."""
    scene = duel(edition).put("Hero", flags=("dodging",)).lay("Brute", "Hero", "grappled")
    return hits(scene)


@rule
def disengage_provokes(edition: str) -> float:
    return float(_provoked(duel(edition).put("Brute", flags=("disengaged",))))


@rule
def walking_away_provokes(edition: str) -> float:
    return float(_provoked(duel(edition)))


@rule
def ready_strikes_who_comes(edition: str) -> float:
    """A hero walks up to a brute that has readied its club: the chance to lose hit points before it acts."""
    scene = duel(edition, brute(actions=(blow(),)), hero(speed={"walk": 60}), at=((4, 5), (14, 5)))
    number = scene.action("Brute", "Club")
    scene.state = scene.game.apply(scene.state, Plan(to=(4, 5), standard="ready", sequence=number))
    scene.do("Club at Brute")
    return sum(
        p for outcome, p in scene.game.outcomes(scene.state) if not outcome.missed and outcome.who == 1
    )


@rule
def ready_is_lost_on_the_next_turn(edition: str) -> float:
    scene = duel(edition, brute(actions=(blow(),)), at=((4, 5), (20, 5)))
    number = scene.action("Brute", "Club")
    scene.state = scene.game.apply(scene.state, Plan(to=(4, 5), standard="ready", sequence=number))
    waiting = scene.see("Brute")["readied"]
    scene.do("dodge")
    return float(waiting == number + 1 and scene.see("Brute")["readied"] == 0)


# ---- conditions -----


def attacked(edition: str, condition: str, **more: Any) -> float:
    return hits(duel(edition, **more).put("Hero", condition))


def attacking(edition: str, condition: str) -> float:
    return hits(duel(edition).put("Brute", condition))


def _conditions() -> None:
    """One check for each condition that changes attacks, and each way."""
    for condition in ("blinded", "invisible", "prone", "restrained", "paralyzed", "stunned", "unconscious"):
        RULES[f"{condition}_attacked"] = lambda edition, c=condition: attacked(edition, c)  # type: ignore[misc]
    for condition in ("blinded", "invisible", "poisoned", "prone", "restrained"):
        RULES[f"{condition}_attacks"] = lambda edition, c=condition: attacking(edition, c)  # type: ignore[misc]


_conditions()


@rule
def frightened_attacks(edition: str) -> float:
    return hits(duel(edition).lay("Hero", "Brute", "frightened"))


@rule
def charmed_attacks_charmer(edition: str) -> float:
    scene = duel(edition).lay("Hero", "Brute", "charmed")
    return float(any("Club at Hero" in words for words in scene.plans()))


@rule
def prone_attacked_from_afar(edition: str) -> float:
    return hits(duel(edition, at=((4, 5), (8, 5))).put("Hero", "prone"), "Bow")


@rule
def prone_standing_up(edition: str) -> float:
    return speed(duel(edition).put("Brute", "prone"))


@rule
def paralyzed_critical(edition: str) -> float:
    return duel(edition).put("Hero", "paralyzed").odds("Brute", "Club", "Hero")["critical"]


@rule
def stunned_save(edition: str) -> float:
    fire = {
        "name": "Fire",
        "range": 30,
        "effects": [{"save": {"ability": "dex", "dc": 11}, "damage": "1d4[fire]"}],
    }
    return saves(duel(edition, brute(actions=(fire,))).put("Hero", "stunned"), "Fire")


@rule
def restrained_save(edition: str) -> float:
    fire = {
        "name": "Fire",
        "range": 30,
        "effects": [{"save": {"ability": "dex", "dc": 11}, "damage": "1d4[fire]"}],
    }
    return saves(duel(edition, brute(actions=(fire,))).put("Hero", "restrained"), "Fire")


@rule
def petrified_resists(edition: str) -> float:
    scene = duel(edition).put("Hero", "petrified")
    return scene.odds("Brute", "Club", "Hero")["hit_damage"]


# ---- concentration, spells, potions -----


@rule
def concentration_dc_small(edition: str) -> float:
    return concentration(edition, 6)


@rule
def concentration_dc_huge(edition: str) -> float:
    """By 70 points of damage, with a bonus of +14 to Constitution saves."""
    return concentration(edition, 70)


def concentration(edition: str, damage: int) -> float:
    bless = {"name": "Ward", "who": "self", "concentration": True,
             "effects": [{"modifier": {"armor_class": 1, "rounds": 10}}]}  # fmt: skip
    struck = {"name": "Strike", "effects": [{"damage": f"{damage}"}]}
    mage = hero(actions=(bless,), hit_points="200", saves={"con": 14})
    scene = duel(edition, brute(actions=(struck,)), mage)
    scene.put("Hero", concentration=1 + scene.action("Hero", "Ward"))
    scene.do("Strike")
    while "concentration" not in next(iter(scene.chances())):
        ((outcome, _),) = scene.game.outcomes(scene.state)
        scene.state = scene.game.apply(scene.state, outcome)
    return sum(p for outcome, p in scene.game.outcomes(scene.state) if outcome.saved)


def healed_by(edition: str, spell: str) -> float:
    caster = hero(
        abilities={"wis": 16},
        spellcasting=[
            {
                "ability": "wis",
                "dc": 13,
                "to_hit": 5,
                "slots": {1: 2, 3: 2, 5: 1},
                "prepared": [spell.lower()],
            }
        ],
    )
    scene = duel(edition, other=caster)
    return mean(effect_of(scene, "Hero", spell).heal)


@rule
def cure_wounds(edition: str) -> float:
    return healed_by(edition, "Cure Wounds")


@rule
def healing_word(edition: str) -> float:
    return healed_by(edition, "Healing Word")


@rule
def mass_healing_word(edition: str) -> float:
    return healed_by(edition, "Mass Healing Word")


@rule
def mass_cure_wounds(edition: str) -> float:
    return healed_by(edition, "Mass Cure Wounds")


def cantrip(edition: str, name: str) -> Scene:
    caster = brute(
        actions=(), spellcasting=[{"ability": "int", "dc": 13, "to_hit": 5, "at_will": [name.lower()]}]
    )
    return duel(edition, caster)


@rule
def vicious_mockery(edition: str) -> float:
    return cantrip_damage(edition, "Vicious Mockery")


@rule
def chill_touch(edition: str) -> float:
    return cantrip_damage(edition, "Chill Touch")


def cantrip_damage(edition: str, name: str) -> float:
    return mean(effect_of(cantrip(edition, name), "Brute", name).damage[0].normal)


@rule
def poison_spray(edition: str) -> float:
    """Whether it is an attack roll."""
    record = cantrip(edition, "Poison Spray").fight.named("Brute").compiled.record
    return float(record.actions[0].attack)


@rule
def acid_splash(edition: str) -> float:
    """Whether it fills an area."""
    record = cantrip(edition, "Acid Splash").fight.named("Brute").compiled.record
    return float(record.actions[0].area)


@rule
def inflict_wounds(edition: str) -> float:
    caster = brute(
        actions=(),
        spellcasting=[
            {"ability": "wis", "dc": 13, "to_hit": 5, "slots": {1: 2}, "prepared": ["inflict wounds"]}
        ],
    )
    return mean(effect_of(duel(edition, caster), "Brute", "Inflict Wounds").damage[0].normal)


def concentrates(edition: str, spell: str) -> float:
    caster = brute(
        actions=(),
        spellcasting=[
            {"ability": "wis", "dc": 13, "to_hit": 5, "slots": {2: 2}, "prepared": [spell.lower()]}
        ],
    )
    scene = duel(edition, caster)
    return float(
        scene.fight.named("Brute").compiled.record.actions[scene.action("Brute", spell)].concentration
    )


@rule
def spiritual_weapon(edition: str) -> float:
    return concentrates(edition, "Spiritual Weapon")


@rule
def divine_favor(edition: str) -> float:
    return concentrates(edition, "Divine Favor")


@rule
def spell_after_a_bonus_spell(edition: str) -> float:
    """Whether a spell without a slot may be cast beside a bonus action spell with one."""
    caster = hero(
        abilities={"wis": 16},
        spellcasting=[
            {"ability": "wis", "dc": 13, "to_hit": 5, "slots": {1: 2}, "prepared": ["healing word"]},
            {"ability": "wis", "dc": 13, "to_hit": 5, "per_day": {"guiding bolt": 1}},
        ],
        actions=(),
    )
    scene = Scene(
        (caster, "party", (5, 5)),
        (creature("Ally", blow(), level=1), "party", (5, 6)),
        (brute(), "monsters", (9, 5)),
        rules=edition,
    ).put("Ally", hit_points=1.0)
    return float(any("Guiding Bolt" in words and "Healing Word" in words for words in scene.plans()))


@rule
def cantrip_after_a_bonus_spell(edition: str) -> float:
    caster = hero(
        abilities={"wis": 16},
        spellcasting=[
            {"ability": "wis", "dc": 13, "to_hit": 5, "slots": {1: 2}, "prepared": ["healing word"],
             "at_will": ["sacred flame"]},
        ],
        actions=(),
    )  # fmt: skip
    scene = Scene(
        (caster, "party", (5, 5)),
        (creature("Ally", blow(), level=1), "party", (5, 6)),
        (brute(), "monsters", (9, 5)),
        rules=edition,
    ).put("Ally", hit_points=1.0)
    return float(any("Sacred Flame" in words and "Healing Word" in words for words in scene.plans()))


@rule
def potion_as_bonus_action(edition: str) -> float:
    scene = duel(edition, other=hero(potions={"healing": 2}))
    record = scene.fight.named("Hero").compiled.record
    return float(record.actions[scene.action("Hero", "Potion of Healing")].economy == 1)


@rule
def potion_heals(edition: str) -> float:
    scene = duel(edition, other=hero(potions={"healing": 2}))
    return mean(effect_of(scene, "Hero", "Potion of Healing").heal)


# ---- weapon masteries -----

TRAINED = {"abilities": {"str": 16}, "level": 1, "proficiency": 2}


def mastered(edition: str, mastery: str, **more: Any) -> Scene:
    club = blow(attack={"mastery": mastery})
    fighter = creature("Brute", club, **TRAINED)
    return duel(edition, fighter, hero(**more))


def struck(scene: Scene, words: str = "hit") -> Scene:
    scene.do("Club at Hero")
    return scene.come(words)


@rule
def mastery_topple(edition: str) -> float:
    scene = mastered(edition, "topple")
    scene.do("Club at Hero")
    return scene.chance(lambda state: has(scene.see("Hero", state), "prone"))


@rule
def mastery_graze(edition: str) -> float:
    """What a miss takes."""
    scene = struck(mastered(edition, "graze"), "miss")
    return 30 - min(scene.spread("Hero"))


@rule
def mastery_push(edition: str) -> float:
    scene = struck(mastered(edition, "push"))
    return 5.0 * (scene.until_decision()[0][0].fighter(1)["at"][0] - 5)


@rule
def mastery_slow(edition: str) -> float:
    scene = struck(mastered(edition, "slow"))
    scene.state = scene.until_decision()[0][0]
    return speed(scene, "Hero")


@rule
def mastery_sap(edition: str) -> float:
    scene = struck(mastered(edition, "sap"))
    scene.state = scene.until_decision()[0][0]
    return hits(scene, actor="Hero", target="Brute")


@rule
def mastery_vex(edition: str) -> float:
    scene = struck(mastered(edition, "vex"))
    scene.state = scene.until_decision()[0][0]
    return hits(scene)


@rule
def mastery_vex_is_ones_own(edition: str) -> float:
    fighter = creature("Brute", blow(attack={"mastery": "vex"}), **TRAINED)
    scene = duel(edition, fighter, others=((creature("Ally", blow()), "monsters", (6, 5)),))
    struck(scene)
    scene.state = scene.until_decision()[0][0]
    return hits(scene, actor="Ally")


# ---- space, light, water -----


def corridor(edition: str, **foe: Any) -> Scene:
    """A brute at one end of a corridor a square wide, somebody in the middle of it."""
    rows = [("#" * 24), ("." * 24), ("#" * 24)]
    return duel(edition, other=hero(**foe), rows=rows, at=((2, 1), (4, 1)))


def passes(scene: Scene) -> float:
    plans = scene.game.every_plan(scene.state)
    return float(any(plan.to[0] > 4 for plan in plans))


def slips(scene: Scene) -> float:
    """Whether the brute gets past, to strike somebody beyond."""
    return float(any("Club at Friend" in words for words in scene.plans()))


def corridor_with_friend(edition: str, conditions: tuple[str, ...] = (), **foe: Any) -> Scene:
    rows = ["#" * 24, "." * 24, "#" * 24]
    friend = creature("Friend", blow(), level=1)
    people = ((brute(), "monsters", (2, 1)), (hero(**foe), "party", (3, 1)), (friend, "party", (6, 1)))
    scene = Scene(*people, rows=rows, rules=edition)
    return scene.put("Hero", *conditions) if conditions else scene


@rule
def passing_one_size_apart(edition: str) -> float:
    return slips(corridor_with_friend(edition))


@rule
def passing_the_tiny(edition: str) -> float:
    """A tiny creature is two sizes smaller than a medium one: passed in both."""
    return slips(corridor_with_friend(edition, size="tiny"))


@rule
def passing_the_helpless(edition: str) -> float:
    return slips(corridor_with_friend(edition, ("paralyzed",)))


@rule
def a_friend_slows(edition: str) -> float:
    """The feet that are left after three squares, one of them a friend's."""
    rows = ["#" * 24, "." * 24, "#" * 24]
    friend = creature("Ally", blow())
    people = (
        (brute(speed={"walk": 15}), "monsters", (2, 1)),
        (friend, "monsters", (3, 1)),
        (hero(), "party", (6, 1)),
    )
    scene = Scene(*people, rows=rows, rules=edition)
    return float(any("Club at Hero" in words for words in scene.plans()))


@rule
def dark_attack(edition: str) -> float:
    """Neither sees the other: disadvantage and advantage are none."""
    return hits(duel(edition, light="dark"))


@rule
def dark_attack_with_darkvision(edition: str) -> float:
    return hits(duel(edition, brute(senses={"darkvision": 60}), light="dark"))


@rule
def dark_beyond_darkvision(edition: str) -> float:
    seer = brute(senses={"darkvision": 10})
    return hits(
        duel(edition, seer, hero(senses={"darkvision": 60}), at=((4, 5), (9, 5)), light="dark"), "Bow"
    )


@rule
def dark_without_darkvision(edition: str) -> float:
    return hits(duel(edition, other=hero(senses={"darkvision": 60}), light="dark"))


@rule
def dim_hide(edition: str) -> float:
    return 1 - saves(hiding(edition, light="dim"), "Hide", target="Brute")


@rule
def water_club(edition: str) -> float:
    return hits(duel(edition, underwater=True))


@rule
def water_club_of_a_swimmer(edition: str) -> float:
    return hits(duel(edition, brute(speed={"walk": 30, "swim": 30}), underwater=True))


@rule
def water_dagger(edition: str) -> float:
    dagger = blow("Dagger", "1d4[piercing]")
    return hits(duel(edition, brute(actions=(dagger,)), underwater=True), "Dagger")


@rule
def water_rapier(edition: str) -> float:
    rapier = blow("Rapier", "1d8[piercing]")
    return hits(duel(edition, brute(actions=(rapier,)), underwater=True), "Rapier")


@rule
def water_crossbow(edition: str) -> float:
    crossbow = {**BOW, "name": "Light Crossbow"}
    return hits(
        duel(edition, brute(actions=(crossbow,)), at=((4, 5), (8, 5)), underwater=True), "Light Crossbow"
    )


@rule
def water_bow_far(edition: str) -> float:
    return hits(duel(edition, at=((0, 5), (12, 5)), underwater=True), "Bow")


@rule
def water_fire(edition: str) -> float:
    torch = blow("Torch", "10[fire]")
    return duel(edition, brute(actions=(torch,)), underwater=True).odds("Brute", "Torch", "Hero")[
        "hit_damage"
    ]


@rule
def water_speed(edition: str) -> float:
    return speed(duel(edition, underwater=True))


# ---- attacks, dying -----


@rule
def critical_dice(edition: str) -> float:
    return duel(edition).odds("Brute", "Club", "Hero")["critical_damage"]


@rule
def ranged_beside_a_foe(edition: str) -> float:
    return hits(duel(edition), "Bow")


@rule
def long_range(edition: str) -> float:
    return hits(duel(edition, at=((0, 5), (12, 5))), "Bow")


@rule
def half_cover(edition: str) -> float:
    friend = creature("Ally", blow(), level=1)
    return hits(duel(edition, at=((4, 5), (8, 5)), others=((friend, "party", (6, 5)),)), "Bow")


@rule
def natural_20_death_save(edition: str) -> float:
    scene = dying(edition)
    scene.do("dodge")
    return scene.chance(lambda state: scene.see("Hero", state)["hit_points"] == 1)


@rule
def blow_on_the_dying(edition: str) -> float:
    """Failed death saves after a hit from within five feet: a critical one."""
    scene = dying(edition)
    scene.game = Combat(scene.fight, "merciless", buckets=0, plans=0)
    scene.do("Club at Hero")
    return max(
        scene.see("Hero", scene.game.apply(scene.state, o))["failures"]
        for o, _ in scene.game.outcomes(scene.state)
    )


@rule
def massive_damage(edition: str) -> float:
    scene = duel(edition, brute(actions=(blow(damage="60"),)))
    scene.do("Club at Hero")
    hit = 0.0
    for outcome, p in scene.game.outcomes(scene.state):
        hit += p * flagged(scene.see("Hero", scene.game.apply(scene.state, outcome)), "dead")
    return hit


@rule
def resistance_rounds_down(edition: str) -> float:
    tough = hero(resistant=[{"types": ["bludgeoning"]}])
    return duel(edition, brute(actions=(blow(damage="7[bludgeoning]"),)), tough).odds(
        "Brute", "Club", "Hero"
    )["hit_damage"]


@rule
def shield_against_missiles(edition: str) -> float:
    """What Magic Missile takes from a mage with Shield."""
    mage = brute(
        actions=(),
        spellcasting=[
            {"ability": "int", "dc": 13, "to_hit": 5, "slots": {1: 2}, "prepared": ["magic missile"]}
        ],
    )
    warded = hero(
        spellcasting=[{"ability": "int", "dc": 13, "to_hit": 5, "slots": {1: 2}, "prepared": ["shield"]}]
    )
    scene = duel(edition, mage, warded)
    scene.state = scene.game.apply(scene.state, _missile(scene))
    return 30 - min(scene.spread("Hero"))


def _missile(scene: Scene) -> Any:
    return Plan(to=(4, 5), action=scene.action("Brute", "Magic Missile"), target=scene.number("Hero"))


@rule
def preserve_life_cap(edition: str) -> float:
    """The most hit points of 30 that somebody with 5 has after 25 points of Preserve Life."""
    prayer = {
        "name": "Preserve Life", "who": "ally", "range": 30,
        "effects": [{"heal": "25", "heals_to_half": True, "shares_healing": True}],
    }  # fmt: skip
    scene = duel(edition, brute(actions=(prayer,))).put("Brute", hit_points=5.0)
    scene.do("Preserve Life")
    return max(scene.spread("Brute"))


@rule
def stat_blocks_of_5_2(edition: str) -> float:
    """Whether a fight with a creature of SRD 5.2 that does not say is played by the rules of 2024."""
    monster = bestiary()["goblin-5.2" if edition == "2024" else "goblin"]
    scene = Scene(
        (monster.model_copy(update={"name": "Brute"}), "monsters", (4, 5)), (hero(), "party", (5, 5))
    )
    return float(scene.fight.edition == "2024")
