"""From the text of a dice expression to its parts. Whatever is typed, it is read or refused with a place.

::

    sum      = ["-"] product {("+" | "-") product}
    product  = part {"*" part | "//" part}        one side of * and the right side of // without dice
    part     = atom {"[" type "]"}
    atom     = number | dice | "(" sum ")" | ("adv" | "dis") "(" sum ")"
    dice     = [number] ("d" | "w") (number | "%") {modifier}
    modifier = ("kh" | "kl" | "dh" | "dl" | "k") [number]
             | ("r" | "ro") faces | ("mi" | "ma") number | "!" [faces]
    faces    = ["<" | "<=" | ">" | ">=" | "="] number
"""

from __future__ import annotations

import re

from hazard.dice.errors import DiceError
from hazard.dice.nodes import (
    LARGEST,
    Condition,
    Dice,
    Floored,
    Keep,
    Modifier,
    Negated,
    Node,
    Number,
    Scaled,
    Twice,
    Typed,
    added,
    constant_value,
    has_types,
)
from hazard.language import Statement

LONGEST = 2_000
DEEPEST = 40

_SPACE = re.compile(r"\s*")
_DIGITS = re.compile(r"[0-9]+")
_DIE = re.compile(r"[dw]", re.IGNORECASE)
_TWICE = re.compile(r"(adv|dis)(?=\s*\()", re.IGNORECASE)
_MODIFIER = re.compile(r"kh|kl|k|dh|dl|ro|r|mi|ma|!", re.IGNORECASE)
_COMPARISON = re.compile(r"<=|>=|<|>|=")
_TYPE = re.compile(r"\[\s*(\w[\w -]{0,39}?)\s*\]")
_MINUS = {"-", "\N{MINUS SIGN}", "\N{EN DASH}"}
_TIMES = {"*", "\N{MULTIPLICATION SIGN}"}

OPERAND = Statement("dice.operand")
A_NUMBER = Statement("dice.a_number")
FACES = Statement("dice.faces")


class Parser:
    """Reads one text, from left to right, once."""

    def __init__(self, text: str) -> None:
        """Begin at the beginning of ``text``."""
        self.text = text
        self.at = 0
        self.depth = 0

    def read(self) -> Node:
        """Return the whole expression."""
        if len(self.text) > LONGEST:
            long = Statement("dice.characters", count=len(self.text))
            raise DiceError(long, self.text, LONGEST, Statement("dice.at_most", most=LONGEST))
        node = self.sum()
        if self.at < len(self.text):
            raise self.error(Statement("dice.operator_or_end"))
        return node

    # ---- what there is to see ---------------------------------------------------------------------------

    def peek(self) -> str:
        """Return the next character that is not a space, or nothing at the end."""
        space = _SPACE.match(self.text, self.at)
        self.at = space.end() if space else self.at
        return self.text[self.at : self.at + 1]

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Go past ``pattern`` if it is next."""
        self.peek()
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def error(
        self, expected: Statement | None, at: int | None = None, problem: Statement | None = None
    ) -> DiceError:
        """Say what is here in place of what was expected."""
        place = self.at if at is None else at
        here = self.text[place : place + 1]
        if problem is None:
            problem = Statement("dice.found", found=repr(here)) if here else Statement("dice.ends_here")
        return DiceError(problem, self.text, place, expected)

    def number(self, expected: Statement, least: int = 0) -> int:
        """Read a number of at least ``least``."""
        digits = self.take(_DIGITS)
        if digits is None:
            raise self.error(expected)
        if len(digits[0]) > 12 or not least <= int(digits[0]) <= LARGEST:
            many = Statement("dice.number_of_digits", count=len(digits[0]))
            shown = digits[0] if len(digits[0]) <= 12 else many
            within = Statement("dice.from_to", what=expected, low=least, high=LARGEST)
            raise self.error(within, digits.start(), Statement("dice.found", found=shown))
        return int(digits[0])

    # ---- the grammar ------------------------------------------------------------------------------------

    def sum(self) -> Node:
        """Read parts with plus and minus between them."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.error(None, problem=Statement("dice.too_deep", most=DEEPEST))
        begin, parts, sign = self.at, [], self.peek()
        if sign in _MINUS or sign == "+":
            self.at += 1
        while True:
            place = self.at
            part = self.product()
            parts.append(Negated(part, place) if sign in _MINUS else part)
            sign = self.peek()
            if not (sign in _MINUS or sign == "+"):
                break
            self.at += 1
        self.depth -= 1
        return added(parts, begin)

    def product(self) -> Node:
        """Read parts with times and divided-by between them."""
        node = self.part()
        while True:
            sign, place = self.peek(), self.at
            if sign in _TIMES:
                self.at += 1
                node = self.scaled(node, self.part(), place)
            elif sign == "/":
                node = self.floored(node, place)
            else:
                return node

    def scaled(self, left: Node, right: Node, place: int) -> Node:
        """Return a product; only one side of it may have dice."""
        for factor, node in ((left, right), (right, left)):
            by = constant_value(factor)
            if by is not None:
                self.untyped(factor, place)
                if abs(by) > LARGEST:
                    raise self.error(
                        Statement("dice.at_most", most=LARGEST), place, Statement("dice.times", by=by)
                    )
                return Scaled(self.untyped(node, place), by, place)
        raise self.error(Statement("dice.number_on_one_side"), place, Statement("dice.dice_times_dice"))

    def floored(self, node: Node, place: int) -> Node:
        """Read what a node is divided by."""
        if self.text[place : place + 2] != "//":
            raise self.error(Statement("dice.two_slashes"))
        self.at += 2
        self.peek()
        begin = self.at
        by = constant_value(self.untyped(self.part(), place))
        if by is None or not 1 <= by <= LARGEST:
            raise self.error(Statement("dice.divisor", most=LARGEST), begin)
        return Floored(self.untyped(node, place), by, place)

    def part(self) -> Node:
        """Read an atom and its type."""
        node = self.atom()
        while self.peek() == "[":
            place = self.at
            found = self.take(_TYPE)
            if found is None:
                raise self.error(Statement("dice.type_of_damage"), place + 1)
            node = Typed(self.untyped(node, place), found[1].strip().casefold(), place)
        return node

    def untyped(self, node: Node, place: int) -> Node:
        """Return a node that has no types inside."""
        if not isinstance(node, Number | Dice) and has_types(node):
            raise self.error(Statement("dice.types_on_parts"), place, Statement("dice.type_inside"))
        return node

    def atom(self) -> Node:
        """Read a number, dice, or something in parentheses."""
        found, place = self.peek(), self.at
        if found == "(":
            return self.enclosed()
        twice = self.take(_TWICE)
        if twice is not None:
            return Twice(self.untyped(self.enclosed(), place), twice[0].lower() == "adv", place)
        if self.take(_DIE):
            return self.dice(1, place)
        if not _DIGITS.match(found):
            raise self.error(OPERAND)
        number = self.number(A_NUMBER)
        return self.dice(number, place) if self.take(_DIE) else Number(number, place)

    def enclosed(self) -> Node:
        """Read a sum in parentheses."""
        self.peek()
        self.at += 1
        node = self.sum()
        if self.peek() != ")":
            raise self.error(Statement("dice.operator_or_bracket"))
        self.at += 1
        return node

    # ---- dice -------------------------------------------------------------------------------------------

    def dice(self, count: int, place: int) -> Node:
        """Read what comes after the d."""
        if self.peek() == "%":
            self.at += 1
            sides = 100
        else:
            sides = self.number(FACES, least=1)
        modifiers: list[Modifier] = []
        while (found := self.take(_MODIFIER)) is not None:
            name = found[0].lower()
            if name[0] in "kd":
                keep = self.keep(name, count, found.start())
                after = self.take(_MODIFIER)
                if after is not None:
                    raise self.error(Statement("dice.before", one=after[0], other=name), after.start())
                return Dice(count, sides, tuple(modifiers), keep, place)
            modifiers.append(self.modifier(name, found.start()))
        return Dice(count, sides, tuple(modifiers), None, place)

    def keep(self, name: str, count: int, place: int) -> Keep:
        """Read how many dice are kept or dropped."""
        self.peek()
        begin = self.at
        number = self.number(A_NUMBER) if self.peek().isascii() and self.peek().isdigit() else 1
        if number > count:
            dice = Statement("dice.one_die") if count == 1 else Statement("dice.many_dice", count=count)
            kept = Statement("dice.kept_of", kept=f"{name}{number}", dice=dice)
            raise self.error(Statement("dice.at_most", most=count), begin, kept)
        return Keep(name in ("kh", "k", "dl"), count - number if name[0] == "d" else number, place)

    def modifier(self, name: str, place: int) -> Modifier:
        """Read the number or the faces that a modifier is about."""
        if name in ("mi", "ma"):
            return Modifier(name, None, self.number(Statement("dice.number_after", name=name)), place)
        following = self.peek()
        if name == "!" and not (following and following in "<>=0123456789"):
            return Modifier(name, None, 0, place)
        return Modifier(name, self.condition(name), 0, place)

    def condition(self, name: str) -> Condition:
        """Read which faces are meant."""
        sign = self.take(_COMPARISON)
        comparison = sign[0] if sign else ""
        face = self.number(Statement("dice.faces_after", name=name))
        low, high = {
            "<": (-LARGEST, face - 1),
            "<=": (-LARGEST, face),
            ">": (face + 1, LARGEST),
            ">=": (face, LARGEST),
        }.get(comparison, (face, face))
        return Condition(low, high, f"{comparison if comparison != '=' else ''}{face}")
