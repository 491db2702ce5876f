"""The page for everybody: axe in both themes, the keyboard alone, small screens, safe pages."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from ludens.episode.store import EpisodeRow
from ludens.web.page import STATIC, is_built
from web.browser import DESKTOP, FINISH_ANIMATIONS, PHONE, Screen
from web.conftest import Served, serving
from web.gallery import BOOKS, Gallery

MOST_SCRIPT = 200_000
"""Bytes of JavaScript, gzipped, that all pages together may load (issue: "at most 200 kB")."""
SMALLEST_TARGET = 24
"""CSS pixels (WCAG 2.2, 2.5.8)."""

ROUTES = STATIC.parents[3] / "frontend" / "src" / "routes.ts"
"""Where the page's addresses are."""

VIEWS: dict[str, dict[str, str]] = {
    "/": {"/": "li a"},
    "/new": {
        "/new": "input[type=radio]",
        "/new?game=mafia": "text=You sit in",
        "/new?game=story": "text=A book of your own",
    },
    "/suites": {"/suites": "text=3 of 4 games"},
    "/suites/:name": {
        "/suites/small?one=small&other=small": "table td a",
        "/suites/cup": "text=In brackets",
    },
    "/compare": {"/compare?one={adventure}&other={adventure}": "canvas"},
    "/episodes/:id": {
        "/episodes/{adventure}?turn=40": "g.room.here",
        "/episodes/{adventure}?turn=40&view=theatre": "g.room.here",
        "/episodes/{adventure}": ".finale",
        "/episodes/{table}?turn={ballot}": "g.token",
        "/episodes/{table}?turn={kill}": ".scene.night",
        "/episodes/{table}": ".finale",
        "/episodes/{book}?turn=3": ".now .verdict",
        "/episodes/{book}": ".finale",
        "/episodes/zzzz": "text=There is no such episode",
    },
    "/episodes/:id/table": {"/episodes/{sealed}/table": "text=Sit down as"},
    "/episodes/:id/calls": {"/episodes/{adventure}/calls?call=1": "article h3"},
    "/episodes/:id/metrics": {"/episodes/{adventure}/metrics": "canvas"},
    "": {"/nowhere": "text=There is no such page"},
}
"""What is looked at of each address of the router, and what is there when it is ready."""

OPENED = {
    "i": "aside.glass, .glass",
    "f": "dialog input",
    "b": "dialog p",
    "e": "dialog input",
    "/": "dialog input",
    "?": "dialog kbd",
}
"""What a key opens over an episode."""


@pytest.fixture(scope="module")
def served(gallery: Gallery) -> Iterator[Served]:
    with serving(gallery.path, story=BOOKS) as server:
        yield server


@pytest.fixture(scope="module")
def row(gallery: Gallery) -> EpisodeRow:
    return gallery.adventure


@pytest.fixture(scope="module")
def screen(browser: Browser, served: Served) -> Iterator[Screen]:
    """A page that goes from one test to the next."""
    opened = Screen(browser, served.url, bypass_csp=True, reduced_motion="no-preference")
    opened.open("/suites")
    yield opened
    assert opened.complaints == []
    opened.close()


def settled(page: Page) -> None:
    """Wait until the page shows what it is about, and nothing moves any more."""
    waits = re.compile("One moment|Turning to|Adding up|Drawing the|Looking it up")
    expect(page.get_by_text(waits).filter(visible=True)).to_have_count(0)
    page.evaluate(FINISH_ANIMATIONS)


def test_every_address_of_the_router_is_looked_at() -> None:
    told = re.findall(r"path: '([^']*)'", ROUTES.read_text(encoding="utf-8"))
    assert told
    assert set(told) == set(VIEWS) - {""}


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_axe_finds_nothing_wrong_on_any_page_in_either_theme(
    screen: Screen, served: Served, gallery: Gallery, size: tuple[int, int]
) -> None:
    page = screen.page
    screen.resize(size)
    wrong = {}
    kinds = {"ballot": "ballot_cast", "kill": "kill_proposed"}
    events = served.get(f"/api/episodes/{gallery.table.id}/events?limit=1000&view=viewer")["events"]
    names = {kind: getattr(gallery, kind).id for kind in ("adventure", "table", "sealed", "book")}
    for name, kind in kinds.items():
        names[name] = next(event["turn"] for event in events if event["type"] == kind)
    for views in VIEWS.values():
        for path, shown in views.items():
            screen.go(path.format(**names))
            page.locator(shown).first.wait_for(state="attached")
            settled(page)
            wrong[path] = screen.violations()
            wide = page.evaluate("document.documentElement.scrollWidth")
            if wide > size[0]:
                wrong[path].append(f"{wide} pixels wide")
            if size == PHONE:
                wrong[path] += page.evaluate(SMALL, SMALLEST_TARGET)
    screen.go(f"/episodes/{gallery.adventure.id}?turn=6")
    screen.at(6)
    if size == DESKTOP:
        page.get_by_role("button", name="Fork from this turn").wait_for()
        for key, opened in OPENED.items():
            page.keyboard.press(key)
            page.locator(opened).first.wait_for()
            settled(page)
            wrong[key] = screen.violations("dialog, .glass")
            page.keyboard.press("Escape")
            expect(page.locator("dialog, .glass")).to_have_count(0)
        page.get_by_role("button", name="The map in words").click()
        settled(page)
        wrong["map in words"] = screen.violations("main")
    else:
        for pane in ("Company", "Map"):
            page.get_by_role("button", name=pane, exact=True).click()
            settled(page)
            wrong[pane] = screen.violations("main")
        page.locator("g.room.here").click()
        card = page.get_by_label(re.compile("^Room: "))
        expect(card).to_be_visible()
        wrong["room"] = screen.violations("main")
        foot = card.get_by_role("button", name="first seen")
        foot.scroll_into_view_if_needed()
        assert foot.evaluate(UNCOVERED), "the map's tools lie on the room's card"
        page.keyboard.press("i")
        expect(page.get_by_label("Inspector of turn 6")).to_be_visible()
        settled(page)
        wrong["inspector"] = screen.violations(".glass")
    assert {name: found for name, found in wrong.items() if found} == {}


SMALL = """(least) => [...document.querySelectorAll('button, select, a.button, input')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => !one.closest('p, li, .unseen') && !one.closest('label'))
    .filter((one) => !one.classList.contains('unseen'))
    .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 80)])
    .filter(([box]) => Math.min(box.width, box.height) < least)
    .map(([box, html]) => `${box.width}x${box.height} ${html}`)"""
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
    screen: Screen, row: EpisodeRow
) -> None:
    page = screen.go(f"/episodes/{row.id}?turn=40")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    found = {}
    for width in (1280, 1101, 1000, 820, 701, 600, 360):
        page.set_viewport_size({"width": width, "height": 800})
        found[width] = page.evaluate(OVERLAPPING)
    screen.resize(DESKTOP)
    assert {width: wrong for width, wrong in found.items() if wrong} == {}


def test_a_page_names_its_language_and_itself_and_forbids_what_it_does_not_need(
    screen: Screen, served: Served, row: EpisodeRow
) -> None:
    titles = set()
    for path in ("/", "/new", f"/episodes/{row.id}", f"/episodes/{row.id}/metrics"):
        answer = served.ask(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        page = screen.go(path)
        expect(page.locator("h1").first).to_be_visible()
        page.wait_for_function(f"!{sorted(titles)}.includes(document.title)")
        titles.add(page.title())
        assert page.evaluate("document.documentElement.lang") == "en"
        assert page.locator("meta[name=viewport]").count() == 1
    assert len(titles) == 4
    assert [url for url in screen.requests if not url.startswith(served.url)] == []


def test_nothing_moves_for_who_asked_for_less_motion(screen: Screen, row: EpisodeRow) -> None:
    page = screen.page
    page.emulate_media(reduced_motion="reduce")
    screen.go(f"/episodes/{row.id}?turn=2")
    screen.at(2)
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    screen.at(8)
    longest = page.evaluate(
        "Math.max(0, ...document.getAnimations().map((one) => one.effect.getTiming().duration))"
    )
    page.emulate_media(reduced_motion="no-preference")
    assert longest <= 1


def test_all_scripts_together_are_small() -> None:
    if not is_built():
        pytest.skip("the page was not built: make frontend")
    sizes = {
        path.name: len(gzip.compress(path.read_bytes(), 9)) for path in STATIC.rglob("assets/*.js")
    }
    assert sizes
    assert sum(sizes.values()) <= MOST_SCRIPT, sizes
