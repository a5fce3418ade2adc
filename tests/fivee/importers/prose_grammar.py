"""Sentences as other publishers would write them, drawn from a small grammar of synonyms and word orders.

Each drawing goes with the numbers that it says, so that a reading can be held against them.
"""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

ABILITIES = {
    "str": ("Strength", "STR"), "dex": ("Dexterity", "DEX"), "con": ("Constitution", "CON"),
    "int": ("Intelligence", "INT"), "wis": ("Wisdom", "WIS"), "cha": ("Charisma", "CHA"),
}  # fmt: skip
TYPES = ("acid", "cold", "fire", "lightning", "poison", "thunder", "slashing", "piercing", "necrotic")
CONDITIONS = ("blinded", "deafened", "frightened", "incapacitated", "poisoned", "restrained", "stunned")


@dataclass(frozen=True)
class Said:
    """A text, and what it says."""

    text: str
    to_hit: int | None = None
    dice: str | None = None
    kind: str | None = None
    dc: int | None = None
    ability: str | None = None
    half: bool = False
    condition: str | None = None
    feet: int | None = None


def mean(count: int, faces: int, bonus: int = 0) -> int:
    """Return what a stat block prints before its dice."""
    return count * (faces + 1) // 2 + bonus


@st.composite
def damages(draw: st.DrawFn, bonus: bool = False) -> tuple[str, str, str]:
    """Draw damage in one of its orders; return it with its dice and its type."""
    count, faces = draw(st.integers(1, 12)), draw(st.sampled_from((4, 6, 8, 10, 12)))
    more = draw(st.integers(1, 9)) if bonus else 0
    kind = draw(st.sampled_from(TYPES))
    dice = f"{count}d{faces}" + (draw(st.sampled_from((" + ", "+"))) + str(more) if more else "")
    average = mean(count, faces, more)
    text = draw(
        st.sampled_from(
            (
                f"{average} ({dice}) {kind} damage",
                f"{dice} ({average}) {kind} damage",
                f"{average} {kind} damage ({dice})",
                f"{dice} {kind} damage",
            )
        )
    )
    return text, dice.replace(" ", ""), kind


@st.composite
def throws(draw: st.DrawFn) -> tuple[str, int, str]:
    """Draw a saving throw; return it with its DC and its ability."""
    short = draw(st.sampled_from(sorted(ABILITIES)))
    name = draw(st.sampled_from(ABILITIES[short]))
    dc = draw(st.integers(8, 25))
    noun = draw(st.sampled_from(("saving throw", "save")))
    return f"DC {dc} {name} {noun}", dc, short


@st.composite
def attacks(draw: st.DrawFn) -> Said:
    """Draw an attack with its damage."""
    to_hit = draw(st.integers(2, 17))
    hit, dice, kind = draw(damages(bonus=True))
    reach = draw(st.sampled_from((5, 10, 15)))
    where = draw(
        st.sampled_from(
            (f"reach {reach} ft.", f"reach {reach} feet", f"reach {reach}ft.", f"a reach of {reach} feet")
        )
    )
    head = draw(
        st.sampled_from(
            ("Melee Weapon Attack", "Melee Attack", "*Melee Weapon Attack*", "Melee Spell Attack")
        )
    )
    whom = draw(st.sampled_from(("one target", "one creature", "a single target")))
    says = draw(st.sampled_from(("Hit: ", "*Hit:* ", "On a hit, the target takes ")))
    return Said(f"{head}: {to_hit:+d} to hit, {where}, {whom}. {says}{hit}.", to_hit, dice, kind, feet=reach)


@st.composite
def breaths(draw: st.DrawFn) -> Said:
    """Draw a breath weapon: a place, a save, damage, half of it on a success."""
    feet = draw(st.sampled_from((15, 20, 30, 40, 60, 90)))
    verb = draw(
        st.sampled_from(("exhales", "spews", "breathes", "belches", "rears back and sprays", "vomits"))
    )
    stuff = draw(st.sampled_from(("burning oil", "a cloud of spores", "bitter frost", "stinging sand")))
    area = draw(
        st.sampled_from(
            (
                f"in a {feet}-foot cone",
                f"in a {feet} foot cone",
                f"in a cone {feet} feet long",
                f"in a {feet}-ft. cone",
            )
        )
    )
    who = draw(st.sampled_from(("Each creature", "Every creature", "All creatures", "Each creature caught")))
    throw, dc, ability = draw(throws())
    hurt, dice, kind = draw(damages())
    half = draw(st.booleans())
    if not half:
        rest = draw(
            st.sampled_from((f"{throw} or take {hurt}", f"{throw}. On a failure, a creature takes {hurt}"))
        )
        verb_of_save = "succeed on" if " or take " in rest else "make"
    else:
        verb_of_save = "make"
        rest = draw(
            st.sampled_from(
                (
                    f"{throw}, taking {hurt} on a failed save, or half as much damage on a successful one",
                    f"{throw}, taking {hurt} on a failure or half as much on a success",
                    f"{throw}. On a failed save, a creature takes {hurt}. On a success, it takes half"
                    f" the damage",
                    f"{throw}. A target takes {hurt} on a failed save, or half as much damage on a success",
                )
            )
        )
    text = f"The beast {verb} {stuff} {area}. {who} in that area must {verb_of_save} a {rest}."
    return Said(text, dice=dice, kind=kind, dc=dc, ability=ability, half=half, feet=feet)


@st.composite
def gazes(draw: st.DrawFn) -> Said:
    """Draw a save against a condition, for one target or for all around."""
    throw, dc, ability = draw(throws())
    condition = draw(st.sampled_from(CONDITIONS))
    feet = draw(st.sampled_from((10, 15, 30, 60)))
    verb = draw(st.sampled_from(("glares at", "points at", "whispers to", "fixes its gaze on")))
    start = draw(
        st.sampled_from(
            (
                f"The beast {verb} one creature it can see within {feet} feet of it. The target",
                f"One creature the beast can see within {feet} feet of it",
                f"Each creature within {feet} feet of the beast",
                f"Each enemy within {feet} feet of the beast",
            )
        )
    )
    become = draw(st.sampled_from(("be", "become")))
    lasts = draw(
        st.sampled_from(
            (
                "until the end of its next turn",
                "until the start of its next turn",
                "for 1 minute",
                "for one minute",
            )
        )
    )
    return Said(
        f"{start} must succeed on a {throw} or {become} {condition} {lasts}.",
        dc=dc, ability=ability, condition=condition, feet=feet,
    )  # fmt: skip
