"""A real browser in a person's seat: all that its page holds is searched."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, sync_playwright

from leaks.canaries import Findings
from leaks.serving import PATIENCE, Client
from ludens.web.page import is_built

HELD = """() => [
    document.documentElement.outerHTML,
    JSON.stringify(localStorage), JSON.stringify(sessionStorage),
    ...[...document.querySelectorAll('input, textarea')].map((field) => field.value),
].join('\\n')"""
"""All that a page shows or keeps."""


def chromium() -> str | None:
    """Return the machine's Chromium."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


def can_browse() -> bool:
    """Tell whether there is a browser to look with, and a page to look at."""
    return chromium() is not None and is_built()


@contextmanager
def seated_page(client: Client, episode: str) -> Iterator[Page]:
    """Open the table in a browser that holds the seat's key."""
    site = f"http://127.0.0.1:{client.port}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        context = browser.new_context()
        context.add_cookies(
            [{"name": name, "value": value, "url": site} for name, value in client.cookies.items()]
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(f"{site}/episodes/{episode}/table")
        yield page
        browser.close()


def search_page(page: Page, where: str, known: set[str], findings: Findings) -> None:
    """Search all that a page shows or keeps."""
    findings.search(where, str(page.evaluate(HELD)), known)


def search_views(page: Page, episode: str, views: dict[str, set[str]], findings: Findings) -> None:
    """Look at a game that is over through other eyes: the episode's page at its end."""
    site = page.url.partition("/episodes/")[0]
    for view, known in views.items():
        page.goto(f"{site}/episodes/{episode}?as={view}")
        page.locator("section.turn.now").first.wait_for()
        page.locator("g.seat").first.wait_for()
        search_page(page, "the page when open, in Chromium", known, findings)
