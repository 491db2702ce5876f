"""The page of a tournament: its games, and how the models stand as the command line tells it."""

from __future__ import annotations

import io
from pathlib import Path

from playwright.sync_api import expect
from rich.console import Console

from ludens.cli.tables import print_table
from ludens.episode.runner import Runner
from ludens.episode.store import Store
from ludens.mafia.game import Mafia
from ludens.mafia.tournament.run import TournamentRun
from ludens.mafia.tournament.standings import report
from ludens.mafia.tournament.telling import remarks, tables, words
from ludens.web.tournaments import Tournaments
from web.conftest import Show, serving
from web.gallery import CUP, Gallery, play_cup


def printed(heads: list[str], rows: list[list[str]]) -> str:
    console = Console(file=io.StringIO(), width=200)
    print_table(console, heads, rows)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_page_tells_what_the_command_line_tells(gallery: Gallery) -> None:
    store = Store.open(str(gallery.path))
    (found,) = Tournaments(store).every()
    run = TournamentRun(store, CUP)
    told = report(run.results())
    assert (found.name, found.games, found.finished, found.decided) == ("cup", 4, 4, 4)
    assert [(each.about, each.heads, each.rows) for each in found.tables] == [
        (each.about, list(each.heads), [list(row) for row in each.rows]) for each in tables(told)
    ]
    assert found.words == list(words(told, CUP.games_a_block()))
    assert found.remarks == list(remarks(told))
    assert [each.model for each in found.ratings] == [each.model for each in told.standings]
    assert "offline" in printed(found.tables[0].heads, found.tables[0].rows)
    store.close()


def test_games_by_other_rules_of_the_same_name_are_told_and_no_part_of_it(
    gallery: Gallery, tmp_path: Path
) -> None:
    store = Store.open(str(gallery.copy_to(tmp_path / "store.db")))
    known = Tournaments(store)
    before = known.games("cup")
    more = CUP.model_copy(update={"blocks": 2, "name": "cup"})
    play_cup(store, more)
    (found,) = known.every()
    assert (found.games, found.finished, found.others) == (8, 8, 0)
    assert [game.episode for game in known.games("cup")][: len(before)] == [
        game.episode for game in before
    ]
    play_cup(store, CUP.model_copy(update={"seed": CUP.seed + 1}))
    (found,) = known.every()
    assert (found.games, found.finished, found.others) == (4, 4, 8)
    store.close()


def test_a_fork_of_a_game_is_no_game_of_the_tournament(gallery: Gallery, tmp_path: Path) -> None:
    store = Store.open(str(gallery.copy_to(tmp_path / "store.db")))
    before = {key: row.id for key, row in TournamentRun(store, CUP).entered().items()}
    game = store.episode(next(iter(before.values())))
    Runner(store, Mafia()).fork(game, 3, {})
    assert {key: row.id for key, row in TournamentRun(store, CUP).entered().items()} == before
    store.close()


def test_a_tournament_is_reached_from_the_library_and_its_games_from_it(
    gallery: Gallery, show: Show
) -> None:
    with serving(gallery.path) as served:
        screen = show("/?game=mafia&suite=cup", served)
        page = screen.page
        expect(page.get_by_role("listitem")).to_have_count(4)
        page.get_by_role("link", name="All of cup").click()
        expect(page.get_by_text("4 of 4 games finished")).to_be_visible()
        ratings = page.get_by_role("region", name="Ratings of cup")
        expect(ratings.get_by_role("row", name="offline")).to_be_visible()
        expect(page.get_by_text("In brackets 95% intervals")).to_be_visible()
        games = page.get_by_role("region", name="The tournament's games")
        expect(games.get_by_role("row")).to_have_count(1 + 4)
        games.get_by_role("link").first.click()
        screen.page.get_by_label("Transcript").wait_for()
        page.get_by_role("link", name="All of cup").click()
        expect(games.get_by_role("row")).to_have_count(1 + 4)
        page.get_by_role("link", name="in the library").click()
        expect(page.get_by_role("listitem")).to_have_count(4)
        screen.go("/suites")
        page.get_by_role("link", name="cup", exact=True).click()
        expect(games.get_by_role("row")).to_have_count(1 + 4)
