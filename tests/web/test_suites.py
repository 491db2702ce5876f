"""The page of suites: how far each is, what remains, and what it shows so far."""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from sqlalchemy import insert

from ludens.bench.measures import measured
from ludens.bench.report import lines
from ludens.bench.suite import Suite
from ludens.episode.schema import call
from ludens.episode.store import Store
from ludens.web.suites import suite_cells, suite_curves, suites
from web.browser import Screen
from web.conftest import serving
from web.gallery import Gallery, play_cells


@pytest.fixture
def half(gallery: Gallery, tmp_path: Path) -> Path:
    """A store with a suite of which three of four cells are finished."""
    return gallery.copy_to(tmp_path / "store.db")


def pay(path: Path, cost: str) -> None:
    store = Store.open(str(path))
    row: dict[str, Any] = {
        "episode_id": suite_cells(store, "small")[0].episode,
        "turn": 1,
        "inherited": False,
        "agent": "player",
        "provider": "here",
        "model": "m",
        "request_hash": "0",
        "occurrence": 0,
        "attempt": 1,
        "request": "{}",
        "cost": cost,
        "latency_ms": 1.0,
        "started": 1.0,
    }
    with store.database.write() as connection:
        connection.execute(insert(call).values(row))
    store.close()


def test_a_suite_knows_its_cells_and_what_remains_in_time_and_money(half: Path) -> None:
    pay(half, "0.30")
    store = Store.open(str(half))
    (found,) = suites(store)
    assert (found.name, found.cells, found.finished, found.remaining) == ("small", 4, 3, 1)
    assert (found.failed, found.playing, found.seconds_left) == (0, 0, None)
    assert found.cost_left is not None
    assert (Decimal(found.cost), Decimal(found.cost_left)) == (Decimal("0.30"), Decimal("0.1"))
    assert sum(group.finished for group in found.groups) == 3
    assert play_cells(half, 4) == 0
    (whole,) = suites(store)
    assert (whole.finished, whole.remaining) == (4, 0)
    store.close()


def halves(path: Path) -> list[tuple[int, float]]:
    store = Store.open(str(path))
    (curve,) = suite_curves(store, "small")
    store.close()
    return curve.points


def test_the_page_shows_a_suite_and_goes_on_with_it(half: Path, browser: Browser) -> None:
    with serving(half) as served:
        screen = Screen(browser, served.url)
        screen.open("/suites")
        page = screen.page
        suite = page.get_by_role("region", name="small", exact=True)
        expect(suite.get_by_text("3 of 4 games")).to_be_visible()
        expect(suite.get_by_text("1 to go")).to_be_visible()
        expect(suite.get_by_role("row")).to_have_count(1 + 2)
        row = suite.get_by_role("row", name="The Drowned Clock").first
        expect(row.get_by_role("img")).to_have_attribute("aria-label", re.compile("95% interval"))
        ends, mean = (row.locator(f"svg {part}").bounding_box() for part in ("path", "circle"))
        assert ends is not None
        assert mean is not None
        assert ends["height"] > mean["height"], "an interval is seen, however short"
        low, high = re.findall(r"[\d.]+", row.get_by_role("cell").nth(4).inner_text())
        assert float(low) <= float(high)
        assert play_cells(half, 4) == 0
        expect(suite.get_by_text("4 of 4 games")).to_be_visible(timeout=60_000)
        suite.get_by_text("Score against turns").click()
        curve = suite.get_by_role("slider", name="The Drowned Clock: score against turns")
        # A mean of two seeds may lie between two whole numbers.
        turn, mean = next(point for point in halves(half) if point[1] % 1)
        curve.press("Home")
        for _ in range(turn):
            curve.press("ArrowRight")
        expect(curve).to_have_attribute("aria-valuetext", re.compile(f"^Turn {turn}: .* {mean}$"))
        page.get_by_role("link", name="small", exact=True).click()
        page.get_by_label("From", exact=True).select_option("small")
        page.get_by_label("To", exact=True).select_option("small")
        cells = page.get_by_role("region", name="The suite's games")
        expect(cells.get_by_role("row")).to_have_count(1 + 4)
        cells.get_by_role("link").first.click()
        expect(page.get_by_label("Transcript")).to_be_visible()
        page.go_back()
        expect(cells.get_by_role("row")).to_have_count(1 + 4)
        assert screen.complaints == []
        screen.close()


def test_a_suite_says_of_its_tables_what_the_command_line_says(half: Path) -> None:
    store = Store.open(str(half))
    by_game = {group.game: group for group in suites(store)[0].groups}
    told = {line.game: line for line in lines(measured(store, "small"))}
    assert {group.title for group in by_game.values()} == {"The Drowned Clock", "Table of 5"}
    for game, group in by_game.items():
        value = told[game].value
        assert group.mean == (value and pytest.approx(value.mean))
    assert by_game["mafia"].mean is None, "a limit ended it before either side had won"
    store.close()


def test_curves_are_the_mean_of_what_each_episode_had_by_then(half: Path, gallery: Gallery) -> None:
    play_cells(half, 4)
    store = Store.open(str(half))
    (curve,) = suite_curves(store, "small")
    assert (curve.subject, curve.model, curve.episodes) == ("drowned_clock", "offline", 2)
    cells = (row for row in store.episodes() if row.id != gallery.adventure.id)
    rows = [row for row in cells if row.game == "adventure"]
    last = sum(row.headline["score"] for row in rows) / len(rows)
    assert curve.points[-1] == (max(row.turns for row in rows), last)
    assert suite_curves(store, "no such suite") == []
    store.close()


def test_a_store_without_suites_says_how_to_play_one(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path / "empty.db") as served:
        screen = Screen(browser, served.url)
        screen.open("/suites")
        expect(screen.page.get_by_text("ludens bench run")).to_be_visible()
        told = screen.page.get_by_label("A small suite").inner_text()
        assert list(Suite.model_validate(tomllib.loads(told)).cells())
        screen.close()
