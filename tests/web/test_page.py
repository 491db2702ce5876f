"""The page in a real browser: what people do with it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, WebSocketRoute, expect

from ludens.adventure.events import CommandChosen, ScoreChanged, TextObserved
from ludens.adventure.game import Adventure
from ludens.adventure.world.map_events import RoomFound
from ludens.adventure.world.places import RoomId
from ludens.episode.calls import EpisodeCalls
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.llm.calls import Asking
from ludens.web.replay import replay_page
from web.browser import DESKTOP, FINISH_ANIMATIONS, LONGEST_LINE, PHONE, Screen
from web.conftest import (
    TURNS,
    Served,
    Show,
    answered,
    play_on,
    serving,
    turn_under_way,
    until,
    write,
)


class Tapped:
    """A page with a hand on its connection."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._sockets: list[WebSocketRoute] = []

    def through(self, socket: WebSocketRoute) -> None:
        """Let a connection through to the server."""
        socket.connect_to_server()
        self._sockets.append(socket)

    def refuse(self, route: Route) -> None:
        """Answer as no server does."""
        route.abort("connectionrefused")

    def reconnect(self) -> None:
        """Let everything through again, over a new connection."""
        self.screen.page.unroute_all()
        self._sockets[-1].close()


def test_an_empty_library_teaches_how_to_begin(show: Show, tmp_path: Path) -> None:
    with serving(tmp_path / "empty.db") as served:
        page = show("/", served).page
        expect(page.get_by_text("ludens play", exact=True)).to_be_visible()
        expect(page.get_by_role("button", name="play it from here")).to_be_enabled()


def test_the_library_finds_and_opens_an_episode(show: Show, row: EpisodeRow) -> None:
    screen = show("/")
    page = screen.page
    page.get_by_role("searchbox").fill("no such story")
    expect(page.get_by_text("No episode matches.")).to_be_visible()
    page.get_by_role("searchbox").fill("drowned")
    page.get_by_role("link", name="The Drowned Clock").click()
    screen.at(TURNS)
    assert page.url.endswith(f"/episodes/{row.id}?turn={TURNS}") or row.id in page.url


def test_a_score_that_fell_is_told_alike_in_the_library_and_on_the_page(
    show: Show, store: Store, row: EpisodeRow
) -> None:
    new = NewEpisode(game="adventure", subject="s", seed=1, model="x", settings=row.settings)
    fallen = store.create(new)
    events = [
        RoomFound(room=RoomId("r1"), name="Hall"),
        *(ScoreChanged(score=score, max_score=50) for score in (43, 37)),
    ]
    write(store, fallen, events, {"score": 43, "max_score": 50})
    listed = show("/").page.locator(f'[data-episode="{fallen}"]')
    expect(listed.locator(".score")).to_have_text(re.compile(r"43\s*/50.*best, 37 at last", re.S))
    page = show(f"/episodes/{fallen}").page
    expect(page.locator("header .gold")).to_have_text("37/50, best 43")


def test_a_long_title_stays_within_a_phone(show: Show, store: Store, row: EpisodeRow) -> None:
    title = f"The {'windingly ' * 9}{'un' * 30}ending light"
    long = store.create(
        NewEpisode(game="adventure", subject=title, seed=1, model="x", settings=row.settings)
    )
    write(store, long, [RoomFound(room=RoomId("r1"), name="Hall")], {"score": 9, "max_score": 50})
    for path in (f"/episodes/{long}", f"/episodes/{long}/metrics", "/"):
        page = show(path, size=PHONE).page
        expect(page.get_by_text(title).first).to_be_visible()
        assert page.evaluate(BEYOND) == []
    page.get_by_role("button", name="Tags, files and more").first.click()
    assert page.get_by_role("dialog").evaluate("(one) => one.scrollWidth - one.clientWidth") == 0


BEYOND = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange(), found = [];
  const cut = (one) =>
    one && (getComputedStyle(one).overflowX !== 'visible' || cut(one.parentElement));
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    range.selectNodeContents(text);
    if (range.getBoundingClientRect().right > innerWidth + 1 && !cut(text.parentElement))
      found.push(text.textContent.trim());
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page');
  return found;
}"""
"""What is written beyond the window's edge, and not cut off with a mark that there is more."""


def test_an_ending_tells_what_it_came_to_and_what_to_try_next(show: Show, row: EpisodeRow) -> None:
    screen = show(f"/episodes/{row.id}")
    page = screen.page
    ending = page.locator(".finale")
    expect(ending.locator(".ending")).to_have_text(f"The limit of {TURNS} turns was reached.")
    expect(ending.get_by_text("nobody tried it").first).to_be_visible()
    turning = ending.get_by_role("button", name=re.compile(r"^Turn \d+$")).first
    gained = int(turning.inner_text().removeprefix("Turn "))
    turning.click()
    screen.at(gained)
    expect(page.locator("section.turn.now .note.score")).to_be_visible()
    expect(ending).to_have_count(0)
    page.keyboard.press("End")
    ending.get_by_role("button", name=f"Fork from turn {gained}").click()
    expect(page.get_by_role("heading", name=f"Fork at turn {gained}")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("e")  # the next key is for the page
    about = page.get_by_role("dialog")
    expect(about.get_by_text(str(row.seed), exact=True)).to_be_visible()
    about.get_by_label("Tags, with commas").fill("short")
    page.keyboard.press("Enter")
    expect(about.get_by_role("button", name="Kept")).to_be_visible()
    expect(about.get_by_role("button", name="Throw it away")).to_have_count(0)


def test_any_turn_is_shown_as_it_was(show: Show, served: Served, row: EpisodeRow) -> None:
    screen = show(f"/episodes/{row.id}?turn=17")
    page = screen.page
    screen.at(17)

    def here() -> str:
        return page.locator("g.room.here").get_attribute("data-room") or ""

    def as_it_was(turn: int) -> None:
        screen.at(turn)
        state = served.get(f"/api/episodes/last/turns/{turn}")["state"]
        expect(page.locator("g.room")).to_have_count(len(state["map"]["rooms"]))
        assert here() == state["map"]["here"]
        assert page.locator("section.turn").last.get_attribute("aria-label") == f"Turn {turn}"

    as_it_was(17)
    page.keyboard.press("ArrowRight")
    as_it_was(18)
    page.keyboard.press("Home")
    as_it_was(0)
    marks = served.get("/api/episodes/last/marks")["marks"]
    page.keyboard.press("Shift+ArrowRight")
    as_it_was(marks[0]["turn"])
    box = page.locator("input[type=range]").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 5, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + 20, steps=12)
    page.mouse.up()
    as_it_was(screen.turn)
    assert 30 < screen.turn < 42
    expect(page).to_have_url(f"{served.url}/episodes/{row.id}?turn={screen.turn}")


def test_it_plays_by_itself_and_stops_where_the_log_ends(show: Show, row: EpisodeRow) -> None:
    screen = show(f"/episodes/{row.id}?turn={TURNS - 3}")
    screen.at(TURNS - 3)
    screen.page.get_by_label("Speed").select_option("16")
    screen.page.evaluate("document.activeElement.blur()")
    screen.page.keyboard.press(" ")
    screen.at(TURNS)
    expect(screen.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_new_episode_is_begun_from_the_form_and_watched_live(show: Show) -> None:
    screen = show("/new")
    page = screen.page
    page.get_by_text("More settings").click()
    page.get_by_label("Until turn").fill("zero")
    page.get_by_label("Seed").fill("abc")
    page.get_by_role("button", name="Let the company play").click()
    expect(page.locator("p", has_text="it must be a whole number")).to_have_count(2)  # at once
    expect(page.get_by_label("Until turn")).to_be_focused()
    page.get_by_label("Until turn").fill("12")
    page.get_by_role("button", name="Let the company play").click()
    expect(page.locator("p", has_text="it must be a whole number")).to_have_count(1)
    heights = [page.get_by_label(name).bounding_box() for name in ("Until turn", "Seed")]
    assert len({box["height"] for box in heights if box}) == 1, "what is wrong stretches nothing"
    expect(page.get_by_label("Seed")).to_be_focused()
    expect(page.locator("details[open]")).to_have_count(1)  # as one had it
    page.get_by_label("Seed").fill("5")
    page.get_by_role("button", name="Let the company play").click()
    screen.at(12)
    expect(page.get_by_text("The limit of 12 turns was reached.").first).to_be_visible()
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("Until turn").fill("14")
    page.get_by_role("dialog").get_by_role("button", name="Go on").click()
    screen.at(14)


def test_the_page_shows_who_thinks_while_a_turn_is_played(
    show: Show, store: Store, row: EpisodeRow
) -> None:
    fork = Runner(store, Adventure()).fork(row, 20, {})
    with turn_under_way(store, fork) as calls:
        calls.show(Asking("map_reader", "a/b", datetime.now(UTC)))
        screen = show(f"/episodes/{fork.id}")
        screen.at(20)
        turn = screen.page.get_by_label("Turn 21, being played")
        expect(turn).to_contain_text("Map reader thinks")
        expect(screen.page.get_by_text("Map reader is being asked")).to_be_visible()
        screen.page.keyboard.press("i")
        coming = screen.page.get_by_role("group", name="Turn 21, being played")
        expect(coming).to_contain_text("Map reader is being asked")
        screen.page.keyboard.press("i")
        expect(turn.locator('[aria-current="step"]')).to_have_text("Read")
        assert screen.violations() == []
        now = datetime.now(UTC)
        calls.show(Asking("map_reader", "a/b", now, waiting="the server is away"))
        expect(turn).to_contain_text("Map reader waits (a/b)")
        screen.page.keyboard.press("i")
        expect(coming).to_contain_text("Map reader waits: the server is away")
        screen.page.keyboard.press("i")
        calls.show(Asking("map_reader", "a/b", now, said="A door to the north"))
        expect(turn.get_by_text("A door to the north")).to_be_visible()
        calls.show(Asking("map_reader", "a/b", now, waiting="too busy; asked again in 9 s"))
        told = r"Map reader waits for a/b: too busy; asked again in (\d s|a moment)\."
        expect(screen.page.get_by_text(re.compile(told))).to_be_visible()
        answered(calls, "map_reader")
        expect(turn).to_have_count(0)
        calls.is_watched = True
        calls.show_words("open grate")
        calls.show(Asking("puzzle_agent", "a/b", datetime.now(UTC)))
        decided = screen.page.get_by_role("status", name="The turn under way")
        expect(decided).to_contain_text("open grate")
        expect(turn).to_contain_text("types: open grate")
        expect(turn).to_contain_text("Puzzle agent thinks")
        expect(turn.locator(".answered")).to_have_text("✓ Map reader")
        screen.page.keyboard.press("ArrowLeft")
        screen.at(19)
        expect(turn).to_have_count(0)


def test_while_a_story_begins_it_is_seen_who_reads_its_opening(
    show: Show, store: Store, row: EpisodeRow
) -> None:
    new = NewEpisode(game="adventure", subject="s", seed=1, model="a/b", settings=row.settings)
    begun = store.episode(store.create(new))
    with turn_under_way(store, begun) as calls:
        calls.begin_turn(0)
        calls.show(Asking("map_reader", "a/b", datetime.now(UTC), said="A door to the north"))
        page = show(f"/episodes/{begun.id}").page
        expect(page.get_by_text("The story is being opened")).to_be_visible()
        reader = page.get_by_role("region", name="Map reader, being asked")
        expect(reader).to_contain_text("A door to the north")


def test_a_lost_connection_comes_back_where_it_was(
    show: Show, shelf: Path, store: Store, row: EpisodeRow
) -> None:
    with serving(shelf) as served:
        screen = show(f"/episodes/{row.id}", served)
        screen.at(TURNS)
        port = served.port
    page = screen.page
    expect(page.get_by_text("The connection is lost.")).to_be_visible()
    expect(page.get_by_text("live", exact=True)).to_have_count(0)
    play_on(store, row, limits={"turns": TURNS + 5})
    with serving(shelf, port=port):
        until(lambda: screen.last == TURNS + 5)
        expect(page.get_by_text("The connection is lost.")).to_be_hidden()
        page.keyboard.press("End")
        screen.at(TURNS + 5)
        numbers = page.locator("section.turn .number").all_inner_texts()
        assert numbers == [str(n) for n in range(int(numbers[0]), TURNS + 6)]


@pytest.fixture
def tapped(show: Show) -> Tapped:
    """A page whose connection a test can cut; what is asked meanwhile is cut with it."""
    screen = show("/")
    screen.is_changed = True
    found = Tapped(screen)
    screen.page.route_web_socket(re.compile("/live"), found.through)
    return found


def test_a_server_that_is_back_is_no_longer_out_of_reach(
    tapped: Tapped, served: Served, row: EpisodeRow
) -> None:
    child = served.ask(f"/api/episodes/{row.id}/fork", {"turn": 20, "hold": True}).json["episode"]
    page = tapped.screen.go(f"/episodes/{child}")
    page.get_by_label("What to type").fill("sing")
    page.route("**/api/**", tapped.refuse)
    gone = page.get_by_text("The server cannot be reached.")
    page.get_by_role("button", name="Type it").click()
    expect(gone).to_have_count(1)
    page.get_by_role("button", name="Ask the company").click()
    expect(gone).to_have_count(2)
    tapped.reconnect()
    expect(gone).to_have_count(0)
    expect(page.get_by_label("What to type")).to_have_value("sing")
    served.ask(f"/api/episodes/{child}/control", {"kind": "stop"})
    expect(page.get_by_label("What to type")).to_have_count(0)


def test_the_library_says_live_only_while_the_server_tells_so(
    tapped: Tapped, served: Served, row: EpisodeRow
) -> None:
    child = served.ask(f"/api/episodes/{row.id}/fork", {"turn": 20, "hold": True}).json["episode"]
    page = tapped.screen.go("/")
    how = page.get_by_role("listitem").filter(has_text="forked at turn 20").locator(".badge")
    expect(how).to_contain_text("held")
    page.route("**/api/**", tapped.refuse)
    expect(how).to_contain_text("not connected")
    page.unroute("**/api/**")
    expect(how).to_contain_text("held")
    served.ask(f"/api/episodes/{child}/control", {"kind": "stop"})


def test_a_turn_that_was_wanted_while_the_server_was_away_comes_with_it(
    tapped: Tapped, row: EpisodeRow
) -> None:
    tapped.screen.page.route(re.compile("first=0&"), tapped.refuse)
    page = tapped.screen.go(f"/episodes/{row.id}")
    tapped.screen.at(TURNS)
    page.keyboard.press("Home")
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    tapped.reconnect()
    tapped.screen.at(0)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_phone_shows_one_pane_at_a_time(show: Show, row: EpisodeRow) -> None:
    page = show(f"/episodes/{row.id}?turn=30", size=PHONE).page
    expect(page.locator(".prose").last).to_be_visible()
    status = page.locator("header .badge", has_text="stopped at a limit")
    assert status.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)") >= 11
    page.get_by_role("button", name="Map", exact=True).click()
    expect(page.locator("g.room.here")).to_be_visible()
    expect(page.locator(".prose").last).to_be_hidden()
    page.get_by_role("button", name="Company").click()
    expect(page.get_by_role("heading", name="Carrying")).to_be_visible()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Paper theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "paper")
    page.get_by_role("dialog").get_by_role("button", name="Inspect this turn").click()
    expect(page.get_by_text("No model was asked in this turn")).to_be_visible()
    page.get_by_role("button", name="Map", exact=True).click()
    expect(page.locator(".glass")).to_have_count(0)
    expect(page.locator("g.room.here")).to_be_visible()


def test_the_inspector_shows_the_call_as_it_was_made(show: Show, row: EpisodeRow) -> None:
    screen = show(f"/episodes/{row.id}?turn=6")
    screen.at(6)
    page = screen.page
    expect(page.get_by_role("button", name="Inspect this turn")).to_be_visible()
    page.keyboard.press("i")
    glass = page.get_by_label("Inspector of turn 6")
    expect(glass.get_by_text("openai/gpt-6-astra")).to_be_visible()
    expect(glass.get_by_text("The same beginning as in turn 5")).to_be_visible()
    expect(glass.get_by_text("75% cached")).to_be_visible()
    expect(glass.locator("pre", has_text="Turn 6.").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("Inspector of turn 7").locator("pre").first).to_contain_text("play")


OVERLAP = """([one, other]) => {
  const [a, b] = [one, other].map((each) => each.getBoundingClientRect());
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""


def test_the_inspector_leaves_the_room_of_the_moment_in_sight(show: Show, row: EpisodeRow) -> None:
    screen = show(f"/episodes/{row.id}?turn=20&inspect=1")
    page = screen.page
    glass, map_, room = (page.locator(name) for name in (".glass", "div.stage", "g.room.here"))
    for turn, size in ((20, DESKTOP), (30, DESKTOP), (40, (900, 700)), (55, (900, 700))):
        screen.resize(size)
        page.get_by_role("slider", name="Turn").fill(str(turn))
        screen.at(turn)
        expect(page.get_by_label(f"Inspector of turn {turn}")).to_be_visible()
        page.evaluate(FINISH_ANIMATIONS)
        expect(room).to_be_in_viewport()
        parts = [part.element_handle() for part in (glass, map_, room)]
        assert not page.evaluate(OVERLAP, [parts[0], parts[1]])
        assert page.evaluate(OVERLAP, [parts[1], parts[2]])
    company = page.locator(".mind").first
    assert company.evaluate("(one) => one.inert"), "what is not seen is not reached"
    page.keyboard.press("i")
    expect(page.get_by_role("heading", name="Carrying")).to_be_visible()
    assert not company.evaluate("(one) => one.inert")


def test_a_map_that_grows_stays_in_sight_while_its_names_can_be_read(
    show: Show, row: EpisodeRow
) -> None:
    screen = show(f"/episodes/{row.id}?turn=0")
    page = screen.page
    rooms = page.locator("g.room")
    expect(rooms).to_have_count(1)
    while rooms.count() < 3:
        page.keyboard.press("ArrowRight")
        screen.at(screen.turn)
        page.evaluate(FINISH_ANIMATIONS)
        stage = page.locator("div.stage").bounding_box()
        assert stage is not None
        for box in (room.bounding_box() for room in rooms.all()):
            assert box is not None
            assert stage["x"] <= box["x"]
            assert box["x"] + box["width"] <= stage["x"] + stage["width"]
            assert stage["y"] <= box["y"]
            assert box["y"] + box["height"] <= stage["y"] + stage["height"]


def test_a_map_that_has_outgrown_the_view_is_as_large_as_for_who_opens_it_there(
    show: Show, row: EpisodeRow
) -> None:
    screen = show(f"/episodes/{row.id}?turn=0", size=(1210, 480))
    page = screen.page
    expect(page.locator("g.room")).to_have_count(1)
    sizes = []
    for _ in range(2):
        page.keyboard.press("End")
        screen.at(TURNS)
        page.evaluate(FINISH_ANIMATIONS)
        box = page.locator("g.room.here rect").first.bounding_box()
        assert box is not None
        sizes.append(box["width"])
        screen.open(f"/episodes/{row.id}")
    assert sizes[0] == pytest.approx(sizes[1], abs=1)


def test_the_size_that_was_chosen_for_a_map_stays(show: Show, row: EpisodeRow) -> None:
    screen = show(f"/episodes/{row.id}?turn=3")
    page = screen.page
    screen.at(3)
    room = page.locator("g.room.here rect").first
    for _ in range(4):
        page.get_by_role("button", name="Closer").click()
    page.evaluate(FINISH_ANIMATIONS)
    box = room.bounding_box()
    assert box is not None
    for turn in range(4, 14):
        page.keyboard.press("ArrowRight")
        screen.at(turn)
        page.evaluate(FINISH_ANIMATIONS)
        now = room.bounding_box()
        assert now is not None
        assert abs(now["width"] - box["width"]) < 1


def test_the_card_of_a_room_leaves_the_players_room_free(show: Show, row: EpisodeRow) -> None:
    screen = show(f"/episodes/{row.id}?turn=30")
    page = screen.page
    card, here = page.locator("aside.card"), page.locator("g.room.here rect").first
    for size in (DESKTOP, (900, 600)):
        screen.resize(size)
        page.get_by_role("button", name="The whole map").click()
        page.evaluate(FINISH_ANIMATIONS)
        rooms = [room.get_attribute("data-room") for room in page.locator("g.room").all()]
        for name in rooms[::2]:
            room = page.locator(f'g.room[data-room="{name}"] rect').first
            room.click(force=True)
            expect(card).to_be_visible()
            page.evaluate(FINISH_ANIMATIONS)
            parts = [part.element_handle() for part in (card, here)]
            assert not page.evaluate(OVERLAP, parts)
            page.keyboard.press("Escape")
            expect(card).to_have_count(0)


LABELS_ON_ANOTHER = """() => {
  const ink = (text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const none = (bottom - top) * 0.15;  // over and under what is written
    return { text: text.textContent, left, right, top: top + none, bottom: bottom - none };
  };
  const rooms = [...document.querySelectorAll('g.room rect')].map((room) => ({
    text: 'a room', ...JSON.parse(JSON.stringify(room.getBoundingClientRect())),
  }));
  const labels = [...document.querySelectorAll('g.stroke text, text.way')]
    .filter((text) => text.getClientRects().length && text.textContent)
    .map(ink);
  return labels.flatMap((one, index) => [...labels.slice(index + 1), ...rooms]
    .filter((other) => one.left + 1 < other.right && other.left + 1 < one.right
      && one.top + 1 < other.bottom && other.top + 1 < one.bottom)
    .map((other) => [one.text, other.text]));
}"""
"""Pairs of what is written on the map beside rooms, or of that and a room, that share a place."""


def test_what_is_written_on_the_map_lies_on_nothing_else(show: Show, row: EpisodeRow) -> None:
    screen = show(f"/episodes/{row.id}?turn=0")
    page = screen.page
    labels = page.locator("g.stroke text")
    screen.at(0)
    page.evaluate("document.fonts.ready.then(() => true)")  # another face is wider
    most = 0
    turns = range(5, TURNS, 6)
    for number, turn in enumerate((*turns, *turns)):
        page.get_by_role("slider", name="Turn").fill(str(turn))
        screen.at(turn)
        if number >= len(turns):  # near, then all of it
            page.get_by_role("button", name="The whole map").click()
        page.evaluate(FINISH_ANIMATIONS)
        assert page.evaluate(LABELS_ON_ANOTHER) == [], turn
        most = max(most, labels.count())
    assert most > 5, "there is something to lie on something else"


def test_rooms_of_one_name_are_told_apart_on_the_map(
    show: Show, store: Store, row: EpisodeRow
) -> None:
    new = NewEpisode(game="adventure", subject="s", seed=1, model="x", settings=row.settings)
    twins = store.create(new)
    write(store, twins, [RoomFound(room=RoomId(room), name="Hall") for room in ("a", "b")], {})
    rooms = show(f"/episodes/{twins}").page.locator("g.room > text")
    expect(rooms).to_have_text(["Hall", "Hall 2"])


def test_an_opening_is_read_from_its_beginning_and_the_next_turn_from_its_end(
    show: Show, row: EpisodeRow
) -> None:
    screen = show(f"/episodes/{row.id}?turn=0", size=(1280, 500))
    page = screen.page
    screen.at(0)
    pane = page.get_by_label("Transcript")
    page.wait_for_function(
        "(pane) => pane.scrollHeight > pane.clientHeight + 100", arg=pane.element_handle()
    )
    expect(pane.locator(".prose").first).to_be_in_viewport()
    page.keyboard.press("ArrowRight")
    screen.at(1)
    until(lambda: pane.evaluate("(p) => p.scrollHeight - p.scrollTop - p.clientHeight") < 2)


def test_a_line_of_the_story_has_60_to_75_characters(show: Show, row: EpisodeRow) -> None:
    screen = show(f"/episodes/{row.id}?turn=30")
    screen.at(30)
    for width in (1210, 1280, 1440, 1920):
        screen.resize((width, 800))
        assert 60 <= screen.page.evaluate(LONGEST_LINE, ".story .prose") <= 75


def test_words_are_searched_and_the_map_is_told_in_words(show: Show, row: EpisodeRow) -> None:
    screen = show(f"/episodes/{row.id}")
    page = screen.page
    screen.at(TURNS)
    page.keyboard.press("/")
    page.get_by_role("dialog").get_by_role("searchbox").fill("crest of the dam")
    page.get_by_role("dialog").locator("li button").first.click()
    screen.at(0)
    page.get_by_role("button", name="The map in words").click()
    expect(page.get_by_role("region", name="The map in words")).to_contain_text(
        "the player is here"
    )


def test_what_is_found_is_shown_where_one_is_taken(
    show: Show, served: Served, row: EpisodeRow
) -> None:
    turns = served.get(f"/api/episodes/{row.id}/stretch?first=20&last={TURNS}")["turns"]
    thought = next(t["text"] for turn in turns for t in turn["entry"]["thoughts"] if t["text"])
    screen = show(f"/episodes/{row.id}?turn=5", size=PHONE)
    page = screen.page
    screen.at(5)
    page.keyboard.press("/")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("searchbox").fill(thought)
    expect(dialog.locator("li button").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.locator(".mind").get_by_text(thought).first).to_be_visible()


def test_the_theatre_shows_story_and_map_alone(show: Show, row: EpisodeRow) -> None:
    page = show(f"/episodes/{row.id}").page
    expect(page.get_by_role("button", name="Theatre")).to_be_visible()
    page.keyboard.press("t")
    expect(page.get_by_role("button", name="Theatre", exact=True)).to_have_count(0)
    expect(page.locator("g.room.here")).to_be_visible()
    expect(page.locator(".prose").last).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Theatre", exact=True)).to_be_visible()
    page.keyboard.press("t")
    page.get_by_role("button", name="Leave the theatre").click()  # there are screens without keys
    expect(page.get_by_role("button", name="Theatre", exact=True)).to_be_visible()
    expect(page.locator("#main")).to_be_focused()


def test_figures_and_comparisons_are_drawn(show: Show, store: Store, row: EpisodeRow) -> None:
    other = Runner(store, Adventure()).fork(row, 30, {})
    page = show(f"/episodes/{row.id}/metrics").page
    for title in ("Score", "Cost", "Read from a cache", "Wait for a reply"):
        figure = page.locator("figure", has=page.get_by_text(title, exact=True))
        expect(figure.locator("canvas")).to_be_visible()
        expect(figure.get_by_text("Turn", exact=False)).to_have_count(0)
    expect(page.get_by_text("Click a turn", exact=False)).to_have_count(1)
    score = page.get_by_role("slider", name="Score, by turn")
    score.press("End")
    figure = page.locator("figure", has=score)
    expect(figure.get_by_text(f"Turn {TURNS}: {row.headline['score']}")).to_be_visible()
    expect(figure.get_by_role("link", name=f"Go to turn {TURNS}")).to_be_visible()
    agents = page.get_by_role("table", name="By agent")
    expect(agents.get_by_role("row", name="player")).to_contain_text("75%")
    page = show(f"/compare?one={row.id}&other={other.id}").page
    expect(page.get_by_role("row", name="Turns")).to_contain_text("30")
    expect(page.locator("canvas").first).to_be_visible()
    expect(page.get_by_role("row", name="Won by")).to_have_count(0)
    curve = page.get_by_role("button", name=re.compile("^A")).first
    expect(curve).to_have_attribute("aria-pressed", "true")
    curve.press("Enter")
    expect(curve).to_have_attribute("aria-pressed", "false")
    page = show(f"/compare?one={row.id}&other={row.id}").page
    edges = page.locator("figure").first.locator(".marker")
    expect(edges.nth(0)).to_have_css("border-top-style", "solid")
    expect(edges.nth(1)).to_have_css("border-top-style", "dashed")


WRITTEN = """() => {
    window.written = [];
    const write = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        if (this.textAlign === 'right') window.written.push([this.canvas, text, y]);
        return write.apply(this, arguments);
    };
}"""
TWICE = """() => {
    const places = new Map();
    const name = (canvas) => [...document.querySelectorAll('canvas')].indexOf(canvas);
    for (const [canvas, text, y] of window.written) {
        const key = `${name(canvas)} ${text}`;
        if (text) places.set(key, (places.get(key) ?? new Set()).add(y));
    }
    return [places.size, [...places].filter(([, at]) => at.size > 1).map(([key]) => key)];
}"""


def test_the_curves_of_a_game_of_141_turns_end_at_turn_141(
    show: Show, store: Store, row: EpisodeRow
) -> None:
    assert play_on(store, row, limits={"turns": 141}).turns == 141
    screen = show("/new")
    page = screen.page
    screen.is_changed = True
    page.add_init_script(f"({WRITTEN})()")
    screen.open(f"/episodes/{row.id}/metrics")
    score = page.get_by_role("slider", name="Score, by turn")
    score.press("End")
    expect(score).to_have_attribute("aria-valuetext", re.compile(r"^Turn 141: Score \d+$"))
    score.press("ArrowRight")
    expect(score).to_have_attribute("aria-valuenow", "141")
    cursor, plot = (score.locator(name).bounding_box() for name in (".u-cursor-x", ".u-over"))
    assert cursor is not None
    assert plot is not None
    assert abs(cursor["x"] + cursor["width"] - plot["x"] - plot["width"]) <= 2
    labels, twice = page.evaluate(TWICE)
    assert labels > 10
    assert twice == [], "no axis says the same number twice"
    score.press("Enter")
    screen.at(141)
    page.go_back()
    score.locator(".u-over").click()
    expect(page).to_have_url(re.compile(r"turn=7[01]"))


def test_no_two_lines_of_a_figure_look_alike(show: Show, store: Store, row: EpisodeRow) -> None:
    calls = EpisodeCalls(store, row.id)
    calls.begin_turn(9)
    for number in range(14):
        answered(calls, f"agent {number}")
    page = show(f"/episodes/{row.id}/metrics").page
    cost = page.locator("figure", has=page.get_by_text("Cost", exact=True))
    markers = cost.locator(".marker")
    expect(markers).to_have_count(15)
    borders = markers.evaluate_all("(all) => all.map((one) => one.getAttribute('style'))")
    assert len(set(borders)) == 15


def test_what_a_story_prints_is_never_markup(show: Show, store: Store) -> None:
    nasty = "<img src=x onerror=alert(1)><script>alert(2)</script> & <b>bold</b>"
    identity = store.create(
        NewEpisode(game="adventure", subject=nasty, seed=1, model=nasty, settings={})
    )
    events = (CommandChosen(command=nasty, reasoning=nasty), TextObserved(text=nasty))
    write(store, identity, events, {"place": nasty})
    screen = show(f"/episodes/{identity}")
    screen.is_changed = True
    screen.page.on("dialog", lambda dialog: screen.complaints.append(dialog.message))
    expect(screen.page.locator("h1")).to_have_text(nasty)
    expect(screen.page.locator(".prose")).to_have_text(nasty)
    expect(screen.page.locator("main img, main script, main b")).to_have_count(0)
    page = show("/").page
    expect(page.get_by_text(nasty).filter(visible=True).first).to_be_visible()


def test_an_exported_file_replays_without_a_network(
    browser: Browser, store: Store, row: EpisodeRow, tmp_path: Path
) -> None:
    file = tmp_path / "episode.html"
    file.write_text(replay_page(store, Adventure(), row), encoding="utf-8")
    screen = Screen(browser, file.as_uri(), offline=True)
    screen.open("")
    screen.at(0)  # who replays it does not know how it ends
    for _ in range(3):
        screen.page.keyboard.press("ArrowRight")
    screen.at(3)
    screen.page.keyboard.press("End")
    expect(screen.page.get_by_role("heading", name="How it ended")).to_be_visible()
    expect(screen.page.get_by_role("heading", name="What to try next")).to_have_count(0)
    screen.page.keyboard.press("?")
    keys = screen.page.get_by_role("dialog").locator("dt")
    assert {"f", "i", "c", "g", "/"}.isdisjoint(keys.all_inner_texts()), "none of it is in a file"
    screen.page.keyboard.press("Escape")
    screen.resize(PHONE)
    screen.page.get_by_role("button", name="More").click()
    expect(screen.page.get_by_role("button", name="Paper theme")).to_be_visible()
    expect(screen.page.get_by_role("link", name="The library")).to_have_count(0)
    screen.page.keyboard.press("Escape")
    screen.resize(DESKTOP)
    expect(screen.page.locator("g.room.here")).to_be_visible()
    assert screen.complaints == []
    assert screen.requests == [file.as_uri()]
    assert "gpt-6-astra" not in file.read_text(encoding="utf-8")
    screen.close()


def test_an_episode_that_cannot_be_read_is_told_of_in_the_library(
    show: Show, store: Store, row: EpisodeRow
) -> None:
    new = NewEpisode(game="mafia", subject="table of 7", seed=1, model="x", settings={})
    damaged = store.create(new)
    with store.database.write() as connection:
        connection.exec_driver_sql("UPDATE episode SET seed = 8 WHERE id = ?", (damaged,))
    page = show("/").page
    expect(page.get_by_text("1 more cannot be read")).to_be_visible()
    expect(page.locator(f"[data-episode='{row.id}']")).to_be_visible()


def test_two_episodes_are_to_be_chosen_before_they_are_compared(show: Show) -> None:
    page = show("/compare").page
    expect(page.get_by_role("heading")).to_have_text("Two episodes")
    page.get_by_role("link", name="in the library").click()
    expect(page.get_by_role("heading", name="Library")).to_be_visible()


def test_a_link_that_leads_nowhere_says_so_and_leads_on(show: Show, served: Served) -> None:
    screen = show("/nowhere")
    page, none = screen.page, "There is no such {}"
    paths = ("", "/calls", "/metrics", "/table")
    for path, said in (
        ("/nowhere", none.format("page")),
        *((f"/episodes/zzzz{path}", none.format("episode")) for path in paths),
        ("/compare?one=zzzz&other=last", none.format("episode")),
        ("/suites/zzzz", none.format("suite")),
    ):
        screen.go(path)
        expect(page.get_by_role("heading")).to_have_text(said)
        expect(page.get_by_role("link", name="To the library")).to_be_visible()
        for name in ("Ludens", "Suites"):
            expect(page.get_by_role("banner").get_by_role("link", name=name)).to_be_visible()
