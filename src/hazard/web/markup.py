"""Small pieces of HTML that pages share: rows of a table with bars, everything from outside escaped."""

from __future__ import annotations

from collections.abc import Iterable

from hazard.render import svg
from hazard.web.words import number


def escaped(words: str) -> str:
    """Return words from outside as markup that shows them; none stay none.

    >>> escaped("Ogre <x>"), escaped("")
    ('Ogre &lt;x&gt;', '')
    """
    return svg.escaped(words) if words.strip() else ""


def bar(share: float, colour: str = "var(--good)") -> str:
    """Return a bar as long as its share.

    >>> 'width:50.0%' in bar(0.5)
    True
    """
    width = 100 * max(0.0, min(1.0, share))
    return (
        f'<div class="hz-bar-track"><div class="hz-bar-fill" style="width:{width:.1f}%;background:{colour}">'
        "</div></div>"
    )


def percent(share: float, language: str = "en") -> str:
    """Return a chance as people read it.

    >>> percent(0.5), percent(0.0004), percent(0), percent(0.05, "de")
    ('50 %', '<0.1 %', '0 %', '5,0 %')
    """
    if 0 < share < 0.001:
        return f"<{number(0.1, '.1f', language)} %"
    whole = share in (0, 1) or 0.1 <= share < 0.9995
    return f"{number(100 * share, '.0f' if whole else '.1f', language)} %"


def rows(lines: Iterable[Iterable[str]], head: Iterable[str] = (), numeric: Iterable[int] = ()) -> str:
    """Return a table; cells are markup already, columns in ``numeric`` stand to the right."""
    right = set(numeric)

    def cells(line: Iterable[str], tag: str) -> str:
        return "".join(
            f"<{tag}{' class=num' if column in right else ''}>{cell}</{tag}>"
            for column, cell in enumerate(line)
        )

    headed = list(head)
    top = f"<thead><tr>{cells(headed, 'th')}</tr></thead>" if headed else ""
    body = "".join(f"<tr>{cells(line, 'td')}</tr>" for line in lines)
    return f'<table class="hz-rows">{top}<tbody>{body}</tbody></table>'


__all__ = ["bar", "escaped", "percent", "rows"]
