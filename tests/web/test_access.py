"""The page for everybody: axe in both themes, the keyboard alone, small screens, safe pages."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from ludens.episode.store import EpisodeRow
from ludens.web.page import STATIC, is_built
from web.browser import FINISH_ANIMATIONS, PHONE, Screen
from web.conftest import TURNS, Served

MOST_SCRIPT = 200_000
"""Bytes of JavaScript, gzipped, that all pages together may load (issue: "at most 200 kB")."""
SMALLEST_TARGET = 24
"""CSS pixels (WCAG 2.2, 2.5.8)."""

PAGES = {
    "library": "/",
    "new episode": "/new",
    "episode": "/episodes/last?turn=40",
    "theatre": "/episodes/last?turn=40&view=theatre",
    "figures": "/episodes/last/metrics",
    "calls": "/episodes/last/calls?call=1",
    "suites": "/suites",
    "comparison": "/compare?one=last&other=last",
    "no such episode": "/episodes/zzzz",
    "no such page": "/nowhere",
}


def by_key(button: str, key: str, shown: str) -> Callable[[Page], None]:
    """Press a key as soon as the page offers what it does."""

    def press(page: Page) -> None:
        expect(page.get_by_role("button", name=button)).to_be_visible()
        page.keyboard.press(key)
        expect(page.locator(shown)).to_be_visible()

    return press


OPENED: dict[str, Callable[[Page], None]] = {
    "inspector": by_key("Inspect this turn", "i", ".glass"),
    "fork": by_key("Fork from this turn", "f", "dialog"),
    "forks": by_key("Fork from this turn", "b", "dialog"),
    "about": by_key("About this episode", "e", "dialog"),
    "search": by_key("Search", "/", "dialog"),
    "keys": by_key("Keys", "?", "dialog"),
    "map in words": lambda page: page.get_by_role("button", name="The map in words").click(),
}


def settled(page: Page) -> None:
    """Wait until the page shows what it is about, and nothing moves any more."""
    waits = re.compile("One moment|Turning to|Adding up|Drawing the|Looking it up")
    expect(page.get_by_text(waits)).to_have_count(0)
    page.evaluate(FINISH_ANIMATIONS)


def test_axe_finds_nothing_wrong_on_any_page_in_both_themes(
    browser: Browser, served: Served, row: EpisodeRow
) -> None:
    screen = Screen(browser, served.url, bypass_csp=True)
    wrong = {}
    for name, path in PAGES.items():
        page = screen.open(path.replace("last", row.id))
        expect(page.locator("h1, main").first).to_be_visible()
        settled(page)
        wrong[name] = screen.violations()
    for name, opened in OPENED.items():
        page = screen.open(f"/episodes/{row.id}?turn=6")
        screen.at(6)
        opened(page)
        settled(page)
        wrong[name] = screen.violations()
    screen.close()
    assert {name: found for name, found in wrong.items() if found} == {}


def test_axe_finds_nothing_wrong_on_a_phone(
    browser: Browser, served: Served, row: EpisodeRow
) -> None:
    screen = Screen(browser, served.url, size=PHONE, theme="paper", bypass_csp=True)
    wrong = {}
    for name, path in PAGES.items():
        page = screen.open(path.replace("last", row.id))
        expect(page.locator("h1, main").first).to_be_visible()
        settled(page)
        wrong[name] = screen.violations()
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE[0], f"{name} is wider than the phone"
    page = screen.open(f"/episodes/{row.id}?turn=40")
    screen.at(40)
    for pane in ("Story", "Map", "Company"):
        page.get_by_role("button", name=pane, exact=True).click()
        settled(page)
        wrong[pane] = screen.violations()
    page.get_by_role("button", name="Map", exact=True).click()
    page.locator("g.room.here").click()
    expect(page.get_by_label(re.compile("^Room: "))).to_be_visible()
    wrong["room"] = screen.violations()
    foot = page.get_by_label(re.compile("^Room: ")).get_by_role("button", name="first seen")
    assert foot.evaluate(UNCOVERED), "the map's tools lie on the room's card"
    page.keyboard.press("i")
    expect(page.get_by_label("Inspector of turn 40")).to_be_visible()
    settled(page)
    wrong["inspector"] = screen.violations()
    screen.close()
    assert {name: found for name, found in wrong.items() if found} == {}


UNCOVERED = """(one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return one.contains(found);
}"""
OVERLAPPING = """() => {
  const shown = [...document.querySelectorAll('header > *, header dl > *, header .side > *')]
    .filter((one) => !one.matches('.skip, dl, .side') && one.checkVisibility())
    .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 80)])
    .filter(([box]) => box.width > 1);
  const overlap = ([a], [b]) => a.left < b.right - 1 && b.left < a.right - 1;
  const outside = ([box]) => box.right > innerWidth + 1;
  return [
    ...shown.filter(outside).map(([, html]) => html),
    ...shown.flatMap((one, at) => shown.slice(at + 1)
      .filter((other) => overlap(one, other)).map((other) => `${one[1]} on ${other[1]}`)),
  ];
}"""


def test_nothing_in_the_header_lies_on_anything_else_however_wide_it_is(
    browser: Browser, served: Served, row: EpisodeRow
) -> None:
    screen = Screen(browser, served.url)
    page = screen.open(f"/episodes/{row.id}?turn=40")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    found = {}
    for width in (1280, 1101, 1000, 820, 701, 600, 360):
        page.set_viewport_size({"width": width, "height": 800})
        found[width] = page.evaluate(OVERLAPPING)
    screen.close()
    assert {width: wrong for width, wrong in found.items() if wrong} == {}


FOCUSABLE = """() => {
  const kinds = 'a[href], button:not([disabled]), input:not([disabled]), select, textarea, summary,'
    + '[tabindex="0"]';
  const shown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: false });
  const all = [...document.querySelectorAll(kinds)].filter(shown);
  // Of radio buttons with one name only one is in the row; the arrows reach the others.
  const radios = new Set();
  return all.filter((one) => {
    if (one.type !== 'radio') return true;
    if (radios.has(one.name)) return false;
    radios.add(one.name);
    return true;
  });
}"""


@pytest.mark.parametrize("path", ["/", "/new", "/episodes/last?turn=40"])
def test_everything_is_reached_with_the_tab_key_and_shows_that_it_is(
    browser: Browser, served: Served, row: EpisodeRow, path: str
) -> None:
    screen = Screen(browser, served.url)
    page = screen.open(path.replace("last", row.id))
    expect(page.locator("button, a.button").first).to_be_visible()
    settled(page)
    page.wait_for_load_state("networkidle")
    wanted = page.evaluate(f"({FOCUSABLE})().length")
    assert wanted > 4
    page.evaluate("window.reached = new Set()")
    unmarked = set()
    for _ in range(wanted + 3):
        page.keyboard.press("Tab")
        told = page.evaluate("""() => {
          const one = document.activeElement;
          if (!one || one === document.body) return null;
          window.reached.add(one);
          const marked = (each) => {
            const style = getComputedStyle(each);
            return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
          };
          const own = marked(one) || (one.parentElement && marked(one.parentElement));
          return own ? '' : one.outerHTML.slice(0, 120);
        }""")
        if told:
            unmarked.add(told)
    missed = page.evaluate(
        f"({FOCUSABLE})().filter((one) => !window.reached.has(one)"
        " && !(one.type === 'radio' && [...window.reached].some((r) => r.name === one.name)))"
        ".map((one) => one.outerHTML.slice(0, 120))"
    )
    screen.close()
    assert missed == []
    assert unmarked == set()


def test_every_target_on_a_phone_is_large_enough(
    browser: Browser, served: Served, row: EpisodeRow
) -> None:
    screen = Screen(browser, served.url, size=PHONE)
    small = {}
    for path in ("/", "/new", f"/episodes/{row.id}?turn=40"):
        page = screen.open(path)
        expect(page.locator("button, a.button").first).to_be_visible()
        settled(page)
        small[path] = page.evaluate(
            """(least) => [...document.querySelectorAll('button, select, a.button, input')]
              .filter((one) => one.checkVisibility({ visibilityProperty: true }))
              .filter((one) => !one.closest('p, li, .unseen') && !one.closest('label'))
              .filter((one) => !one.classList.contains('unseen'))
              .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 80)])
              .filter(([box]) => Math.min(box.width, box.height) < least)
              .map(([box, html]) => `${box.width}x${box.height} ${html}`)""",
            SMALLEST_TARGET,
        )
    screen.close()
    assert {path: found for path, found in small.items() if found} == {}


def test_a_page_names_its_language_and_itself_and_forbids_what_it_does_not_need(
    browser: Browser, served: Served, row: EpisodeRow
) -> None:
    screen = Screen(browser, served.url)
    titles = set()
    for path in ("/", "/new", f"/episodes/{row.id}", f"/episodes/{row.id}/metrics"):
        answer = served.ask(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        page = screen.open(path)
        expect(page.locator("h1").first).to_be_visible()
        page.wait_for_function("document.title.includes('·') || location.pathname === '/'")
        titles.add(page.title())
        assert page.evaluate("document.documentElement.lang") == "en"
        assert page.locator("meta[name=viewport]").count() == 1
    screen.close()
    assert len(titles) == 4
    assert screen.complaints == []
    assert [url for url in screen.requests if not url.startswith(served.url)] == []


def test_nothing_moves_for_who_asked_for_less_motion(
    browser: Browser, served: Served, row: EpisodeRow
) -> None:
    screen = Screen(browser, served.url, reduced_motion="reduce")
    page = screen.open(f"/episodes/{row.id}?turn=2")
    screen.at(2)
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    screen.at(8)
    longest = page.evaluate(
        "Math.max(0, ...document.getAnimations().map((one) => one.effect.getTiming().duration))"
    )
    screen.close()
    assert longest <= 1


def test_all_scripts_together_are_small() -> None:
    if not is_built():
        pytest.skip("the page was not built: make frontend")
    sizes = {
        path.name: len(gzip.compress(path.read_bytes(), 9)) for path in STATIC.rglob("assets/*.js")
    }
    assert sizes
    assert sum(sizes.values()) <= MOST_SCRIPT, sizes


def test_the_keys_do_what_the_help_says(browser: Browser, served: Served, row: EpisodeRow) -> None:
    screen = Screen(browser, served.url)
    page = screen.open(f"/episodes/{row.id}?turn=20")
    screen.at(20)
    page.keyboard.press("End")
    screen.at(TURNS)
    page.keyboard.press("ArrowLeft")
    screen.at(TURNS - 1)
    expect(page.get_by_role("button", name="Fork from this turn")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("f")
    expect(page.get_by_role("heading", name=f"Fork at turn {TURNS - 1}")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("i")
    expect(page.get_by_label(f"Inspector of turn {TURNS - 1}")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_label(f"Inspector of turn {TURNS - 1}")).to_have_count(0)
    page.keyboard.press("g")
    expect(page.get_by_role("figure", name="Score")).to_be_visible()
    screen.close()
