"""A real Chromium, and a page that must not complain."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from ludens.web.page import is_built

ROOT = Path(__file__).parents[2]
AXE = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE = 60_000
"""Milliseconds; the end of patience is a failure, however busy the machine is."""
expect.set_options(timeout=PATIENCE)
DESKTOP, PHONE = (1280, 800), (360, 740)


def chromium() -> str | None:
    """Return the machine's Chromium."""
    named = os.environ.get("LUDENS_TEST_CHROMIUM")
    names = (named,) if named else ("chromium", "chromium-browser", "google-chrome")
    return next((path for path in map(shutil.which, names) if path), None)


def require_browser() -> None:
    """Skip, saying why, where there is nothing to look with or nothing to look at."""
    if chromium() is None:
        pytest.skip("there is no Chromium: apt-get install chromium")
    if not is_built():
        pytest.skip("the page was not built: make frontend")


@contextmanager
def launched() -> Iterator[Browser]:
    """Give a browser without a window."""
    require_browser()
    playwright: Playwright
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


FINISH_ANIMATIONS = """async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    await frame();  // What was just changed begins to move when it is next drawn,
    await frame();  // and has then begun.
    document.getAnimations()
        .filter((each) => each.effect.getComputedTiming().endTime !== Infinity)
        .forEach((each) => each.finish());
}"""
"""What moves for ever (a clock that runs) has no end to be brought to."""
LONGEST_LINE = """async (prose) => {
  await document.fonts.ready;  // another face is wider
  const lines = [...document.querySelectorAll(prose)].flatMap((part) => {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    const range = document.createRange(), counts = new Map();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (let at = 0; at < text.length; at += 1) {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const top = Math.round(range.getBoundingClientRect().top);
        counts.set(top, (counts.get(top) ?? 0) + 1);
      }
    }
    return [...counts.values()];
  });
  return Math.max(...lines);
}"""
"""Characters of the longest line of what a selector finds."""
GO = """(path) => {
    const link = document.createElement('a');
    link.href = path;
    document.body.append(link);
    link.click();
    link.remove();
}"""


@dataclass(slots=True)
class _Desk:
    """A context of a browser, and pages that show nothing and wait to be used again."""

    context: BrowserContext
    free: list[Page] = field(default_factory=list)
    warm: dict[str, list[Page]] = field(default_factory=dict)
    """Pages that have loaded the app from a server and show nothing of it, by its address."""

    def take(self, url: str, *, warm: bool) -> Page:
        """Return a page that shows nothing; a warm one if that is wanted and there is one."""
        if warm and self.warm.get(url):
            return self.warm[url].pop()
        return self.free.pop() if self.free else self.context.new_page()

    def keep_warm(self, page: Page, url: str) -> bool:
        """Keep a page with the app in it, unless something was set there; return whether it is."""
        if page.evaluate("localStorage.length + sessionStorage.length"):
            return False
        page.unroute_all(behavior="ignoreErrors")
        page.evaluate(GO, "/nowhere")
        self.warm.setdefault(url, []).append(page)
        return True

    def keep(self, page: Page, url: str) -> None:
        """Leave what a page shows, and keep it for whoever wants one next."""
        page.unroute_all(behavior="ignoreErrors")
        page.route("**", lambda route: route.fulfill(body="", content_type="text/html"))
        page.goto(f"{url}/blank")
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.unroute_all(behavior="ignoreErrors")
        self.free.append(page)


_desks: WeakKeyDictionary[Browser, dict[str, _Desk]] = WeakKeyDictionary()
"""Those of each browser, by their options: what one page has loaded and compiled is at hand for
the next, which costs less than half of what a context and a process of its own do."""


def _desk(browser: Browser, **options: Any) -> _Desk:
    """Return the browser's context with these options, as empty as a new one."""
    own = _desks.setdefault(browser, {})
    key = json.dumps(options, sort_keys=True)
    if key not in own:
        own[key] = _Desk(browser.new_context(**options))
    own[key].context.clear_cookies()
    return own[key]


class Screen:
    """A page of its own, at an address of our server."""

    def __init__(self, browser: Browser, url: str, **options: Any) -> None:
        size = options.pop("size", DESKTOP)
        self.theme = options.pop("theme", "lamp")
        # What moves costs time to be drawn, and moves for nobody here: whoever looks at it says so.
        motion = options.pop("reduced_motion", "reduce")
        self.url = url
        self.is_warm = options.pop("warm", False)
        """Whether the app may have been loaded before, by a test of the same server."""
        self._desk = _desk(browser, has_touch=size == PHONE, **options)
        self.page: Page = self._desk.take(url, warm=self.is_warm)
        self.is_changed = False
        """Whether the page was given what nothing takes away again: a script, a listener."""
        self.resize(size)
        self.page.emulate_media(
            color_scheme="dark" if self.theme == "lamp" else "light", reduced_motion=motion
        )
        self.page.set_default_timeout(PATIENCE)
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self._listeners: dict[Any, Callable[[Any], None]] = {
            "pageerror": lambda error: self.complaints.append(str(error)),
            "console": self._hear,
            "request": lambda request: self.requests.append(request.url),
        }
        for event, listener in self._listeners.items():
            self.page.on(event, listener)

    def _hear(self, message: Any) -> None:
        # The browser itself reports refused requests, which the page is there to explain.
        told = ("ERR_CONNECTION", "status of 4")
        if message.type == "error" and not any(text in message.text for text in told):
            self.complaints.append(message.text)

    def open(self, path: str) -> Page:
        if self.page.url == f"{self.url}/nowhere":
            return self.go(path)
        self.page.goto(self.url + path)
        return self.page

    def go(self, path: str) -> Page:
        """Go to another page as a link does, which loads nothing anew."""
        self.page.evaluate(GO, path)
        return self.page

    def resize(self, size: tuple[int, int]) -> None:
        width, height = size
        self.page.set_viewport_size({"width": width, "height": height})

    @property
    def turn(self) -> int:
        return int(self.page.locator(".count b").inner_text())

    @property
    def last(self) -> int:
        return int(self.page.locator("input[type=range]").get_attribute("max") or 0)

    def at(self, turn: int) -> None:
        """Wait until the page shows a turn."""
        self.page.locator(f'section.turn.now[aria-label="Turn {turn}"]').wait_for()

    def violations(self, within: str = "html") -> list[str]:
        """Return what axe finds wrong in both themes; the page must bypass its policy.

        Of a page that was looked at, `within` is what has opened over it.
        """
        found = self._violations(within, "{resultTypes: ['violations'], preload: false}")
        other = "light" if self.theme == "lamp" else "dark"
        self.page.emulate_media(color_scheme=other)
        found += self._violations(
            within, "{runOnly: {type: 'rule', values: ['color-contrast']}, preload: false}"
        )
        self.page.emulate_media(color_scheme="dark" if self.theme == "lamp" else "light")
        return found

    def _violations(self, within: str, options: str) -> list[str]:
        if not AXE.is_file():
            pytest.skip("axe-core is not installed: make frontend")
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        self.page.evaluate(FINISH_ANIMATIONS)
        found = self.page.evaluate(f"axe.run({json.dumps(within)}, {options})")
        return [
            f"{each['id']}: {json.dumps([node['html'][:160] for node in each['nodes'][:3]])}"
            for each in found["violations"]
        ]

    def close(self) -> None:
        if self.is_changed or not self.url.startswith("http"):
            self.page.close()
            return
        for event, listener in self._listeners.items():
            self.page.remove_listener(event, listener)
        if not (self.is_warm and self._desk.keep_warm(self.page, self.url)):
            self._desk.keep(self.page, self.url)
