"""Random dice expressions, each as text and as the same dice in icepool, an independent and exact library."""

from __future__ import annotations

import math
from random import Random

import icepool

COMPARISONS = {
    "<": lambda face, bound: face < bound,
    "<=": lambda face, bound: face <= bound,
    ">": lambda face, bound: face > bound,
    ">=": lambda face, bound: face >= bound,
    "=": lambda face, bound: face == bound,
    "": lambda face, bound: face == bound,
}


def random_dice(rng: Random) -> tuple[str, icepool.Die]:
    """A pool of dice, with up to two things done to each die, and perhaps some of them kept."""
    count, sides = rng.randint(1, 5), rng.choice([2, 3, 4, 6, 8, 10, 12, 20])
    text, die = f"{count}{rng.choice('dDwW')}{sides}", icepool.d(sides)
    if count == 1 and rng.random() < 0.3:
        text = text[1:]
    if sides == 10 and rng.random() < 0.3:
        text, die = text[:-2] + "%", icepool.d(100)
    for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
        text, die = random_modifier(rng, text, die)
    if rng.random() < 0.4:
        kept = rng.randint(1, count)
        name = rng.choice(["kh", "kl", "dh", "dl", "k"])
        number = count - kept if name[0] == "d" else kept
        highest = name in ("kh", "k", "dl")
        return f"{text}{name}{number}", (die.highest if highest else die.lowest)(count, kept)
    return text, count @ die


def random_modifier(rng: Random, text: str, die: icepool.Die) -> tuple[str, icepool.Die]:
    name = rng.choice(["r", "ro", "mi", "ma", "!"])
    if name == "mi":
        least = rng.randint(1, 4)
        return f"{text}mi{least}", die.map(lambda face: max(face, least))
    if name == "ma":
        most = rng.randint(2, 8)
        return f"{text}ma{most}", die.map(lambda face: min(face, most))
    if name == "!" and rng.random() < 0.6:
        sign, bound = "=", max(die.outcomes())
        written = "!"
    else:
        sign, bound = rng.choice(list(COMPARISONS)), rng.randint(1, 6)
        written = f"{name}{sign}{bound}"
    chosen = [face for face in die.outcomes() if COMPARISONS[sign](face, bound)]
    chance = float(sum((die.probability(face) for face in chosen), 0))
    many = text[0] in "345" or "!" in text or chance > 0.2  # icepool's fractions get too many digits
    if chance >= 1 or (name == "!" and many):
        return text, die
    if not chosen:
        return f"{text} {written}", die
    if name == "!":
        rolls = math.ceil(math.log(1e-15) / math.log(chance))
        return f"{text} {written}", die.explode(chosen, depth=rolls)
    return f"{text} {written}", die.reroll(chosen, depth=1 if name == "ro" else "inf")


def random_expression(rng: Random, depth: int = 2) -> tuple[str, icepool.Die]:
    """A sum, difference, product, quotient or the like of smaller expressions."""
    kind = (
        rng.choice(["dice", "dice", "sum", "sum", "flat", "scaled", "halved", "twice"]) if depth else "dice"
    )
    if kind == "dice":
        return random_dice(rng)
    text, die = random_expression(rng, depth - 1)
    number = rng.randint(1, 12)
    if kind == "sum":
        other_text, other = random_expression(rng, depth - 1)
        if rng.random() < 0.25:
            return f"{text} - ({other_text})", die - other
        return f"({text}) + {other_text}", die + other
    if kind == "flat":
        return (
            (f"{text}+{number}", die + number) if rng.random() < 0.6 else (f"{number}-({text})", number - die)
        )
    if kind == "scaled":
        times = rng.randint(2, 4)
        return (f"{times}*({text})" if rng.random() < 0.5 else f"({text}) * {times}"), die * times
    if kind == "halved":
        by = rng.choice([2, 2, 3, 10])
        return f"({text})//{by}", die // by
    name = rng.choice(["adv", "dis"])
    return f"{name}({text})", (die.highest if name == "adv" else die.lowest)(2, 1)
