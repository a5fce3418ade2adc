"""What every page has: the bar with the way to all others, language and colours, and errors in a sentence."""

from __future__ import annotations

import functools
import inspect
import json
import logging
import os
import re
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from typing import Any, TypeVar

from nicegui import events, ui
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from hazard.errors import HazardError
from hazard.language import languages, phrase
from hazard.schema import all_of, problem_of
from hazard.web.directory import PAGES, title, topic
from hazard.web.site import Site, Visit

E = TypeVar("E", bound=ui.element)
LOG = logging.getLogger("hazard.web")
_ENTER = """(e) => {
  const typed = e.target.value;
  e.target.value = '';
  e.target.dispatchEvent(new Event('input', {bubbles: true}));
  emit(typed);
}"""
_IN_ORDER = """<script>
  let shaken = false;
  Object.defineProperty(window, 'did_handshake', {
    get: () => shaken || Boolean(window.socket?.io.opts.query?.implicit_handshake),
    set: (value) => { shaken = value; },
  });
</script>"""
"""Lets what is done before the page is connected arrive in its order.

Until it has shaken hands, the web framework holds each event back by a timer of its own, and they go off in
any order: a click overtakes what was typed before it. The socket, which is there from the first moment, keeps
events in their order until it is connected; where connecting is all there is to the handshake, it may.
"""


@contextmanager
def page(site: Site, name: str, *, wide: bool = False) -> Iterator[Visit]:
    """Build a page: what is made inside stands below the bar."""
    visit = Visit(site, topic(name))
    ui.add_head_html(_IN_ORDER)
    ui.add_css(files("hazard.web").joinpath("hazard.css").read_text(encoding="utf-8"))
    ui.colors(primary="#0072B2", secondary="#56B4E9", accent="#CC79A7", positive="#007A58",
              negative="#BC4C00", warning="#E69F00", info="#56B4E9")  # fmt: skip
    dark = ui.dark_mode(visit.dark)
    ui.page_title(f"{title(name, visit.language)} · hazard" if name != "home" else "hazard")
    with ui.header().classes("hz-bar items-center no-wrap q-py-xs"):
        with ui.link(target="/").classes("hz-brand"):
            ui.label("hazard")
        with ui.row().classes("hz-links gap-1 no-wrap"):
            for each, entry in PAGES.items():
                _bar_link(title(each, visit.language), entry.address, entry.icon, here=each == name)
        ui.space()
        _choices(visit, dark)
    with ui.column().classes("hz-page" + (" hz-wide" if wide else "")):
        yield visit
    with ui.footer().classes("hz-foot"):
        ui.label(visit("independent"))


def _bar_link(text: str, address: str, icon: str, here: bool) -> None:
    button = ui.button(text, icon=icon, on_click=lambda: ui.navigate.to(address))
    button.props(f'flat dense no-caps color="white" {"aria-current=page" if here else ""}')
    button.classes("hz-link" + (" hz-here" if here else ""))


def _choices(visit: Visit, dark: ui.dark_mode) -> None:
    known = languages()
    other = known[(known.index(visit.language) + 1) % len(known)]

    def turn_colours() -> None:
        dark.value = not dark.value
        visit.prefer("dark", "yes" if dark.value else "no")

    def change_language() -> None:
        visit.prefer("language", other)
        ui.navigate.reload()

    with ui.button(icon="menu").props(f'flat dense round color=white aria-label="{visit("menu")}"') as menu:
        menu.classes("hz-menu")
        with ui.menu():
            for name, entry in PAGES.items():
                ui.menu_item(
                    title(name, visit.language), on_click=lambda to=entry.address: ui.navigate.to(to)
                )
    language = ui.button(phrase("language.name", other), on_click=change_language)
    language.props("flat dense no-caps color=white").props('data-testid="language"')
    colours = ui.button(icon="contrast", on_click=turn_colours)
    colours.props(f'flat dense round color=white aria-label="{visit("dark")}"').props('data-testid="colours"')


def slow_button(visit: Visit, text: str, handler: Callable[..., Any], **more: Any) -> ui.button:
    """Make a button that shows it is at work until its handler has ended."""
    button = ui.button(text, **more)

    async def act() -> None:
        button.props("loading")
        try:
            await saying_errors(visit, handler)()
        finally:
            button.props(remove="loading")

    return button.on_click(act)


def on_enter(field: ui.input, handler: Callable[[str], Awaitable[bool]]) -> None:
    """Call ``handler`` with what was typed into a field when Enter is pressed, and empty the field.

    Both is done in the browser, at that moment: what is typed next, before the answer, stays. What is refused
    comes back, to be mended.
    """

    async def act(event: events.GenericEventArguments) -> None:
        typed = str(event.args)
        if not await handler(typed) and not field.is_deleted:  # only the browser knows what is typed by now
            back = f"if (!field.inputValue) field.inputValue = {json.dumps(typed)}"
            field.client.run_javascript(f"const field = getElement({field.id}); {back}")

    field.on("keydown.enter", act, js_handler=_ENTER)


def address_is(address: str) -> None:
    """Let the browser's address lead back to what is shown, without loading it again."""
    ui.run_javascript(f"history.replaceState(null, '', {json.dumps(address)})")


def uploader(
    visit: Visit, mark: str, largest: int, handler: Callable[..., Any], *, label: str = ""
) -> ui.upload:
    """Make a place to drop a file on; one that is too large is refused in words.

    The web framework remembers the address that such a place takes files at, and the place with it, long
    after the page is gone; what the page showed must not hang on it.
    """
    held = [handler]
    ui.context.client.on_delete(held.clear)

    def refuse() -> None:
        ui.notify(
            visit("too_large", megabytes=visit.number(largest / 1e6, ".1f")),
            type="warning",
            close_button=visit("close"),
        )

    async def take(event: events.UploadEventArguments) -> None:
        if event.file.size() > largest:  # only a browser that wants to has looked before it sent
            refuse()
        else:
            await held[0](event)

    place = ui.upload(
        label=label, auto_upload=True, max_file_size=largest, on_upload=take, on_rejected=refuse
    )
    return place.classes("w-full").props(f'data-testid="{mark}"')


def nothing_here(visit: Visit) -> None:
    """Say that the address of a page leads to nothing any more."""
    ui.status_code(404)
    ui.label(visit("not_found")).props('role=alert data-testid="reason"')


def named(element: E, name: str) -> E:
    """Say what an element is to those who cannot see it.

    Names may come from outside: as part of the text that :meth:`props` takes apart, one with a quote in it
    could bring attributes of its own along.
    """
    element.props["aria-label"] = name
    return element


def is_mistake(error: Exception) -> bool:
    """Return whether an error is written for the person at the page, not for us."""
    return isinstance(error, HazardError)


def told(visit: Visit, error: Exception) -> None:
    """Say in a sentence what went wrong; what nobody at the page can mend is logged with all its details."""
    message = in_words(visit, error)
    if is_mistake(error) or isinstance(error, ValidationError):
        ui.notify(message, type="warning", multi_line=True, close_button=visit("close"), timeout=8000)
    else:
        LOG.error("a page failed", exc_info=error)
        ui.notify(message, type="negative", multi_line=True, close_button=visit("close"), timeout=0)


def in_words(visit: Visit, error: Exception) -> str:
    """Return what went wrong, in the visitor's language."""
    if isinstance(error, ValidationError):
        return in_sentences(visit, error.errors(include_url=False))
    if is_mistake(error):
        said = error.told(visit.language) if isinstance(error, HazardError) else str(error)
        return _without_folders(visit.site, said)
    return visit("unexpected")


def _without_folders(site: Site, message: str) -> str:
    """Return a message that may name files of the server without saying where those are."""
    followed = [site.follow.parent] if site.follow else []
    for folder in (site.store.folder / "fights", site.store.folder, *followed):
        message = message.replace(f"{folder}{os.sep}", "")
    return _FLEETING.sub("", message)


_FLEETING = re.compile(rf"{re.escape(tempfile.gettempdir())}(?:[\\/][^\\/\s]+)*[\\/]")
"""Where what somebody handed in lay for a moment."""


def in_sentences(visit: Visit, problems: Sequence[ErrorDetails | dict[str, Any]]) -> str:
    """Return what is wrong with values from outside, in the visitor's language; the first few will do."""
    return all_of([problem_of(each) for each in problems[:3]]).told(visit.language)


def saying_errors(visit: Visit, handler: Callable[..., Any]) -> Callable[..., Any]:
    """Return a handler that says what goes wrong in it instead of leaving the page silent.

    It answers whether all went well; a handler that is careful itself may answer that nothing did.
    """

    @functools.wraps(handler)
    async def careful(*values: Any) -> bool:
        try:
            answer = handler(*values)
            if inspect.isawaitable(answer):
                answer = await answer
        except Exception as error:
            told(visit, error)
            return False
        return answer is not False

    return careful
