"""One law over all content: a loop in one test, which names every row that breaks the law."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any


def for_each(
    argument: str, things: Callable[[], Iterable[Any]], named: Callable[[Any], str] = str
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Run a test for each of ``things``, and fail once, with the names of all that failed."""

    def whole(test: Callable[..., None]) -> Callable[[], None]:
        @wraps(test)
        def loop() -> None:
            failed = []
            for thing in things():
                try:
                    test(**{argument: thing})
                except AssertionError as error:
                    failed.append(f"{named(thing)}: {error}")
            assert not failed

        del loop.__wrapped__  # type: ignore[attr-defined]  # its argument is no fixture
        return loop

    return whole
