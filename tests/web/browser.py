"""A real Chromium, and a page that must not complain."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

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


class Screen:
    """A page in a browser of its own, at an address of our server."""

    def __init__(self, browser: Browser, url: str, **options: Any) -> None:
        size = options.pop("size", DESKTOP)
        self.theme = options.pop("theme", "lamp")
        self.url = url
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if self.theme == "lamp" else "light",
            has_touch=size == PHONE,
            **options,
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)
        self.page.on("request", lambda request: self.requests.append(request.url))

    def _hear(self, message: Any) -> None:
        # The browser itself reports refused requests, which the page is there to explain.
        told = ("ERR_CONNECTION", "status of 4")
        if message.type == "error" and not any(text in message.text for text in told):
            self.complaints.append(message.text)

    def open(self, path: str) -> Page:
        self.page.goto(self.url + path)
        return self.page

    @property
    def turn(self) -> int:
        return int(self.page.locator(".count b").inner_text())

    @property
    def last(self) -> int:
        return int(self.page.locator("input[type=range]").get_attribute("max") or 0)

    def at(self, turn: int) -> None:
        """Wait until the page shows a turn."""
        self.page.locator(f'section.turn.now[aria-label="Turn {turn}"]').wait_for()

    def violations(self) -> list[str]:
        """Return what axe finds wrong in both themes; the page must bypass its policy."""
        found = self._violations("{resultTypes: ['violations']}")
        other = "light" if self.theme == "lamp" else "dark"
        self.page.emulate_media(color_scheme=other)
        found += self._violations("{runOnly: {type: 'rule', values: ['color-contrast']}}")
        self.page.emulate_media(color_scheme="dark" if self.theme == "lamp" else "light")
        return found

    def _violations(self, options: str) -> list[str]:
        if not AXE.is_file():
            pytest.skip("axe-core is not installed: make frontend")
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        self.page.evaluate(FINISH_ANIMATIONS)
        found = self.page.evaluate(f"axe.run(document, {options})")
        return [
            f"{each['id']}: {json.dumps([node['html'][:160] for node in each['nodes'][:3]])}"
            for each in found["violations"]
        ]

    def close(self) -> None:
        self.context.close()
