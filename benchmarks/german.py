"""German without an English word of ours: suggestions, refusals, logs, plans and decisions drawn at random.

An English word of ours is one that our English catalogues have and our German ones have not. Names are not
ours: those of creatures, actions, cards and monsters, what somebody typed, and what one writes in a program.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from common import Report, arguments
from drawn_texts import drawn
from hazard import language
from hazard.domains import built_in_games
from hazard.fivee.content.library import bestiary, encounters, spells
from hazard.fivee.rules.fight import Fight
from hazard.spire.rules.compile import compiled

WORD = re.compile(r"[A-Za-zÄÖÜäöüß]{3,}")


def words(texts: Iterator[str]) -> set[str]:
    return {word.lower() for text in texts for word in WORD.findall(re.sub(r"\{[^}]*\}|`[^`]*`", " ", text))}


def ours(of: str) -> Iterator[str]:
    """All sentences that we have in a language."""
    for package in {language.PACKAGE, *language.homes().values()}:
        yield from language.catalogue(package, of).values()


def names() -> list[str]:
    """Names, which stay as they are: of content, of games, and of what the rules leave out."""
    texts: list[str] = [*built_in_games(), "max", "min", "hazard"]
    for creature in bestiary().values():
        texts += [creature.name, *(action.name for action in creature.actions)]
        told = [str(getattr(trait, "name", "")).partition(" (")[0] for trait in creature.traits]
        texts += [name.replace("_", " ") for name in told if name]
    texts += list(spells())
    for one in encounters().values():
        fight = Fight(one, seed=1)
        texts += [fighter.name for fighter in fight.fighters]
        for left_out in fight.caveats:  # named as the source does
            texts += _texts(left_out.caveat)
    content = compiled(0)
    texts += [kind.name for kind in (*content.core.cards, *content.core.monsters, *content.core.potions)]
    texts += [move.name for kind in content.core.monsters for move in kind.moves]
    return texts


def _texts(said: language.Statement) -> Iterator[str]:
    for value in said.context.values():
        if isinstance(value, language.Statement):
            yield from _texts(value)
        else:
            yield str(value)


def english_only() -> set[str]:
    return words(ours("en")) - words(ours("de")) - words(iter(names()))


def battery(seed: int, size: int) -> dict[str, tuple[int, Counter[str]]]:
    """Return by kind how many texts were told, and the English words that were in them."""
    english = english_only()
    found: dict[str, tuple[int, Counter[str]]] = {}
    for kind, text in drawn("de", seed, size):
        count, leaked = found.get(kind, (0, Counter()))
        leaked.update(word for word in words(iter([text])) if word in english)
        found[kind] = count + 1, leaked
    return found


def main() -> None:
    parser = arguments(__doc__)
    options = parser.parse_args()
    report = Report("german", options.quick)
    rows = battery(7, 80 if options.quick else 2400)
    report.table(
        "German texts drawn at random",
        ["kind", "texts", "English words", "such as"],
        [[kind, count, sum(leaked.values()), ", ".join(word for word, _ in leaked.most_common(5))]
         for kind, (count, leaked) in rows.items()],
    )  # fmt: skip
    report.at_least(
        "texts", sum(count for count, _ in rows.values()), 100 if options.quick else 2000, timed=False
    )
    leaked = sum(sum(words.values()) for _, words in rows.values())
    report.at_most("English words of ours", leaked, 0, timed=False)
    report.print(options.json)


if __name__ == "__main__":
    main()
