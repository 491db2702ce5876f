"""What people do on the page from one end to the other: nothing leads nowhere, nothing is lost."""

from __future__ import annotations

import json
import re
import subprocess
import threading
import wave
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from subprocess import DEVNULL, PIPE

from playwright.sync_api import Browser, Page, Route, expect

from llm.servers.http import in_a_thread
from llm.servers.openai import OpenAIServer
from llm.servers.replies import Answer, Asked, Failure, Reply
from ludens.adventure.game import Adventure
from ludens.adventure.puzzles.events import (
    PuzzleFound,
    PuzzleId,
    PuzzleKind,
    PuzzleSolved,
    SuggestionId,
    SuggestionMade,
)
from ludens.adventure.world.map_events import RoomFound
from ludens.adventure.world.places import RoomId
from ludens.episode.calls import EpisodeCalls, usage
from ludens.episode.control import Control
from ludens.episode.events import Event
from ludens.episode.hooks import Hook, Hooks, Moment
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.episode.transfer import export_lines, import_lines
from ludens.games import GAMES, new_adventure
from ludens.hooks.pictures import picture_name
from ludens.hooks.speech import sound_name
from ludens.llm.calls import Asking, CallError
from ludens.llm.errors import ErrorKind
from ludens.web.serving import COMMAND
from web.browser import Screen
from web.conftest import (
    TURNS,
    Served,
    Show,
    failed,
    house_settings,
    play_on,
    serving,
    turn_under_way,
    until,
    write,
)
from web.gallery import Gallery

FROM_END = """(pane) => pane.scrollHeight - pane.scrollTop - pane.clientHeight"""


class Pausing(Hook):
    """Ends the run after a turn."""

    def __init__(self, control: Control) -> None:
        self.control = control

    def on_turn_end(self, moment: Moment) -> None:
        self.control.pause = True


def at_the_end(page: Page) -> None:
    until(lambda: page.get_by_label("Transcript").evaluate(FROM_END) < 2)


def test_a_person_plans_several_steps_and_goes_to_a_room_of_the_map(
    show: Show, served: Served, row: EpisodeRow
) -> None:
    fork = served.ask(f"/api/episodes/{row.id}/fork", {"turn": 20, "hold": True}).json["episode"]
    screen = show(f"/episodes/{fork}")
    page = screen.page
    plan = page.get_by_role("region", name="The plan")
    page.get_by_role("button", name=re.compile("Plan several steps|Change it")).press("Enter")
    struck = plan.get_by_role("button", name=re.compile("Strike"))
    while struck.count():  # what the company still meant to do
        struck.first.press("Enter")
    for line in ("look", "examine me", "inventory", "xyzzyfoo", "plughfoo", "wait"):
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    page.keyboard.type("go to Nowhere Hall")
    page.keyboard.press("Enter")  # taken only if it is meant: nobody knows such a room
    expect(plan.get_by_role("alert")).to_contain_text("No room is known by that name.")
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    plan.get_by_role("button", name="Strike “examine me”").press("Enter")
    page.keyboard.press("Enter")
    screen.at(24)  # one command that is not understood stops nothing, two in a row do
    expect(plan.get_by_role("listitem")).to_have_text(
        [
            re.compile("look, done"),
            re.compile("inventory, done"),
            re.compile("xyzzyfoo, in vain"),
            re.compile("plughfoo, left undone"),
            re.compile("wait, left undone"),
        ]
    )
    expect(plan.get_by_text("Stopped. It said:")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    screen.at(23)
    expect(plan.get_by_role("listitem").nth(3)).to_have_text(re.compile("plughfoo, running"))
    expect(plan.get_by_role("button")).to_have_text([re.compile("^turn 21$")])
    page.keyboard.press("i")
    glass = page.get_by_label("Inspector of turn 23")
    expect(glass.get_by_text("This is a step of the plan of turn 21.")).to_be_visible()
    glass.get_by_role("button", name="Inspect turn 21").press("Enter")
    expect(page.get_by_label("Inspector of turn 21").get_by_text("No model")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("End")
    left = page.locator("g.room.here").get_attribute("data-room") or ""
    page.get_by_role("button", name="The map in words").press("Enter")
    way = page.get_by_role("button", name="Go to").first
    room = way.inner_text().removeprefix("Go to ")
    way.press("Enter")
    expect(page.locator("article.here h3")).to_contain_text(room)
    expect(plan.get_by_role("listitem")).to_have_text(re.compile(f"go to {room}, done"))
    # And back, by a click on the room that was left.
    page.get_by_role("button", name="The map as a drawing").click()
    page.get_by_role("button", name="The whole map").click()
    page.locator(f'g.room[data-room="{left}"]').click()
    page.get_by_label(re.compile("^Room: ")).get_by_role("button", name="Go to").click()
    expect(page.locator("g.room.here")).to_have_attribute("data-room", left)
    # Of a long plan the running step is seen.
    expect(page.get_by_role("button", name="Plan several steps")).to_be_enabled()
    before = screen.last
    page.get_by_role("button", name="Plan several steps").press("Enter")
    for number in range(20):
        page.keyboard.type("look" if number % 2 else "inventory")
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    screen.at(before + 20)
    page.get_by_role("slider", name="Turn").fill(str(before + 12))
    screen.at(before + 12)
    expect(plan.locator('[aria-current="step"]')).to_be_visible()
    expect(plan.get_by_role("listitem")).to_have_count(11)
    first = plan.locator("li").first
    expect(first).to_be_hidden()
    plan.get_by_text("9 steps before").click()
    expect(first).to_be_visible()


def test_a_fork_that_would_end_at_once_is_refused_and_one_to_offline_is_labelled_so(
    show: Show, store: Store, row: EpisodeRow
) -> None:
    asked = Runner(store, Adventure()).fork(row, 20, {}, model="openai/gpt-6-astra")
    screen = show(f"/episodes/{asked.id}")
    page = screen.page
    screen.at(20)
    page.keyboard.press("f")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Until turn").fill("20")
    dialog.get_by_label("Until turn").press("Enter")
    expect(dialog.locator("p.wrong", has_text="give a number above 20")).to_be_visible()
    assert len(store.episodes()) == 2, "nothing was begun"
    dialog.get_by_label("Until turn").fill("21")
    dialog.get_by_label("Who plays").fill("offline")
    dialog.get_by_role("button", name="Fork and play").press("Enter")
    screen.at(21)
    page.keyboard.press("e")
    about = page.get_by_role("dialog")
    expect(about.get_by_text("offline", exact=True)).to_be_visible()
    expect(about.get_by_text("openai/gpt-6-astra")).to_have_count(0)


def test_the_transcript_stays_at_its_newest_words_until_one_scrolls_away(
    show: Show, row: EpisodeRow
) -> None:
    screen = show(f"/episodes/{row.id}")
    page = screen.page
    newest = page.get_by_role("button", name="Newest")
    for turn in (TURNS, 0, TURNS):  # jumps change what stands above and how long it is
        page.keyboard.press("Home" if turn == 0 else "End")
        screen.at(turn)
        if turn:
            at_the_end(page)
        expect(newest).to_have_count(0)
    expect(page.locator("section.turn")).to_have_count(41)  # what came later than the jump
    at_the_end(page)
    page.get_by_label("Transcript").hover()
    page.mouse.wheel(0, -600)
    expect(newest).to_be_visible()
    newest.click()
    at_the_end(page)
    expect(newest).to_have_count(0)


def test_the_inspector_shows_no_other_turns_calls_and_stands_in_the_address(
    show: Show, row: EpisodeRow
) -> None:
    screen = show(f"/episodes/{row.id}?turn=6&inspect=1")
    page = screen.page
    held: list[Route] = []
    holds = True
    expect(page.get_by_label("Inspector of turn 6").get_by_text("gpt-6-astra")).to_be_visible()

    def hold(route: Route) -> None:
        if holds:
            held.append(route)
        else:
            route.continue_()

    page.route("**/turns/7/calls*", hold)
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    glass = page.get_by_label("Inspector of turn 7")
    expect(glass.get_by_text("Looking up the calls of turn 7")).to_be_visible()
    expect(glass.get_by_text("gpt-6-astra")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"turn=7&inspect=1|inspect=1&turn=7"))
    holds = False
    for each in held:
        each.continue_()
    expect(glass.get_by_text("gpt-6-astra")).to_be_visible()
    page.keyboard.press("g")
    page.get_by_role("link", name="To the episode").click()
    screen.at(7)
    page.go_back()
    page.go_back()
    expect(page.get_by_label("Inspector of turn 7")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile(r"\?turn=7$"))


def test_a_curl_line_is_copied_also_where_the_page_came_over_plain_http(
    browser: Browser, served: Served, row: EpisodeRow
) -> None:
    screen = Screen(browser, served.url)
    screen.is_changed = True
    screen.page.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
    )
    page = screen.open(f"/episodes/{row.id}?turn=6&inspect=1")
    page.get_by_role("button", name="Copy as cURL").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.get_by_role("dialog").get_by_role("searchbox").press("Control+v")
    expect(page.get_by_role("dialog").get_by_role("searchbox")).to_have_value(re.compile("^curl "))
    screen.close()


def test_the_link_that_serve_prints_for_other_machines_works_when_it_is_clicked_elsewhere(
    browser: Browser, shelf: Path
) -> None:
    anywhere = ("serve", "--host", "0.0.0.0", "--port", "0", "--no-open", "--store", str(shelf))
    with subprocess.Popen([*COMMAND, *anywhere], stdout=PIPE, stderr=DEVNULL, text=True) as serving:
        try:
            assert serving.stdout is not None
            link = serving.stdout.readline().strip()
            assert re.fullmatch(r"http://[^/]+:\d+/\?token=\S+", link)
            assert not re.search(r"//(0\.0\.0\.0|127\.|localhost)", link)
            screen = Screen(browser, link.partition("/?")[0])
            screen.page.set_content(f'<a href="{link}">come and see</a>')
            screen.page.get_by_role("link").click()
            expect(screen.page.get_by_role("heading", name="Library")).to_be_visible()
            expect(screen.page.get_by_role("link", name="The Drowned Clock")).to_be_visible()
            screen.page.close()
        finally:
            serving.terminate()


def test_back_brings_one_to_where_one_was_in_the_library(
    show: Show, store: Store, row: EpisodeRow
) -> None:
    runner = Runner(store, Adventure())
    forks = [runner.fork(row, turn, {}, model="random") for turn in range(1, 21)]
    offline = runner.fork(row, 30, {"llm": {"models": {"default": "offline"}}}, model="offline")
    page = show("/").page
    page.get_by_label("Model").select_option("random")
    expect(page.get_by_text("20 episodes")).to_be_visible()
    page.get_by_role("searchbox").fill("drowned clock")
    expect(page).to_have_url(re.compile(r"words=drowned\+clock"))
    last = page.get_by_role("link", name="forked at turn 2", exact=False).last
    last.scroll_into_view_if_needed()
    there = page.evaluate("scrollY")
    assert there > 0
    until(lambda: page.evaluate("history.state?.top") == there)
    last.click()
    expect(page.get_by_label("Transcript")).to_be_visible()
    page.go_back()
    expect(page.get_by_label("Model")).to_have_value("random")
    expect(page.get_by_role("searchbox")).to_have_value("drowned clock")
    until(lambda: abs(page.evaluate("scrollY") - there) < 3)

    # Forks know their parent, and the parent its forks.
    page.goto(page.url.split("/?")[0] + f"/episodes/{forks[4].id}")
    expect(page.get_by_role("button", name="Forks")).to_be_visible()
    page.keyboard.press("b")
    tree = page.get_by_role("dialog")
    expect(tree.get_by_text(f"{forks[4].id}, this one")).to_be_visible()
    expect(tree.get_by_role("link", name=offline.id)).to_be_visible()
    tree.get_by_role("link", name="turn 5", exact=True).first.click()
    expect(page).to_have_url(re.compile(f"/episodes/{row.id}\\?turn=5"))
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".count b")).to_have_text("5")
    # And from there to another turn of the same one.
    page.keyboard.press("b")
    page.get_by_role("dialog").get_by_role("link", name="turn 7", exact=True).first.click()
    expect(page.locator(".count b")).to_have_text("7")


def test_calls_that_were_not_made_are_no_failures(
    show: Show, store: Store, row: EpisodeRow
) -> None:
    calls = EpisodeCalls(store, row.id)
    calls.begin_turn(9)
    failed(calls, "player", CallError(kind=ErrorKind.SERVER, message="out of order"))
    calls.begin_turn(10)
    down = "the model is down; not asked for a while"
    for _ in range(3):
        failed(calls, "player", CallError(kind=ErrorKind.CIRCUIT_OPEN, message=down))
    page = show(f"/episodes/{row.id}/calls").page
    expect(page.get_by_text("5 calls, 3 not made")).to_be_visible()
    sums = page.get_by_role("table", name="What they came to").get_by_role("row").nth(1)
    expect(sums.get_by_role("cell").nth(0)).to_have_text("5")
    expect(sums.get_by_role("cell").nth(1)).to_have_text("1")
    expect(page.get_by_text("3 calls were not made")).to_be_visible()
    listed = page.get_by_role("region", name="Calls", exact=True)
    expect(listed.get_by_text(down)).to_have_count(0)
    expect(listed.locator("tr.failed")).to_have_count(1)
    page.get_by_label("failed only").check()
    expect(listed.get_by_role("row")).to_have_count(1 + 1)
    assert usage(store, row.id).calls == calls.used.calls + 4 == 5
    page = show("/").page
    expect(page.get_by_title("5 calls", exact=False)).to_be_visible()
    page = show(f"/episodes/{row.id}?turn=10&inspect=1").page
    expect(page.get_by_label("Inspector of turn 10").get_by_text(down).first).to_be_visible()


def test_it_is_said_who_plays_without_a_model(show: Show, tmp_path: Path) -> None:
    path = tmp_path / "dice.db"
    store = Store.open(str(path))
    player = {"player": {"kind": "random"}}
    settings = house_settings(path, adventure=player, limits={"turns": 2})
    played = play_on(store, store.episode(store.create(new_adventure(settings, seed=3))))
    with serving(path) as served:
        page = show(f"/episodes/{played.id}?inspect=1&turn=1", served).page
        told = page.get_by_text("No model was asked in this turn: the player picks at random.")
        expect(told).to_be_visible()
        page.keyboard.press("ArrowLeft")
        expect(page.get_by_text("No model was asked in this turn.")).to_be_visible()
        for name in ("calls", "metrics"):
            page = show(f"/episodes/{played.id}/{name}", served).page
            expect(page.get_by_text(": the player picks at random.")).to_be_visible()
            expect(page.get_by_role("search")).to_have_count(0)
    store.close()


def test_a_failing_model_is_told_of_at_once_and_an_unpriced_call_costs_no_nothing(
    show: Show, store: Store, row: EpisodeRow
) -> None:
    fork = Runner(store, Adventure()).fork(row, 20, {})
    with turn_under_way(store, fork) as calls:
        page = show(f"/episodes/{fork.id}").page
        calls.show(Asking("player", "openai/gpt-6-astra", datetime.now(UTC)))
        failed(calls, "player", CallError(kind=ErrorKind.OVERLOADED, message="try later"))
        told = page.get_by_text("Player: openai/gpt-6-astra failed 1 time (overloaded: try later)")
        expect(told).to_be_visible()
        expect(told).to_contain_text("It is asked again in a moment.")
        calls.show(Asking("player", "openai/gpt-6-astra", datetime.now(UTC)))
        expect(told).to_contain_text("It is asked again now.")
    expect(page.locator(".cost")).to_have_text("nothing spent")
    page.keyboard.press("g")
    expect(page.get_by_role("heading", name="Calls")).to_be_visible()
    expect(page.get_by_text("$0", exact=False)).to_have_count(0)


def test_what_hooks_drew_and_spoke_stands_beside_its_turn(
    show: Show, shelf: Path, store: Store, row: EpisodeRow, tmp_path: Path
) -> None:
    hooks = [
        {"use": "pictures", "options": {"folder": str(tmp_path)}},
        {"use": "speech", "options": {"folder": str(tmp_path)}},
    ]
    state = Adventure().state()
    with serving(shelf, hooks=hooks) as served:
        state = served.get(f"/api/episodes/{row.id}/turns/20")["state"]["map"]
        room = state["rooms"][state["here"]]
        name = picture_name(row.subject, room["name"], room.get("description", ""))
        # One transparent dot.
        (tmp_path / name).write_bytes(
            bytes.fromhex(
                "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
                "0000000a49444154789c6360000000020001e221bc330000000049454e44ae426082"
            )
        )
        for turn in (20, 21, 22):
            with wave.open(str(tmp_path / sound_name(row.id, turn)), "wb") as sound:
                sound.setparams((1, 1, 8000, 0, "NONE", ""))
                sound.writeframes(bytes(8000 * 30))
        page = show(f"/episodes/{row.id}?turn=20", served).page
        picture = page.get_by_role("img", name="as a hook drew it")
        expect(picture).to_be_visible()
        expect(picture).to_have_js_property("naturalWidth", 1)
        spoken = page.get_by_label("Turn 20, spoken")
        expect(spoken).to_be_visible()
        assert served.ask(f"/api/episodes/{row.id}/turns/23/sound").status == 404
        # Who plays one turn's words is read the next ones too, until they pause.
        assert spoken.evaluate("(one) => one.play().then(() => !one.paused)")
        page.keyboard.press("ArrowRight")
        after = page.get_by_label("Turn 21, spoken")
        expect(after).to_have_js_property("paused", False)
        after.evaluate("(one) => one.pause()")
        page.keyboard.press("ArrowRight")
        last = page.get_by_label("Turn 22, spoken")
        expect(last).to_be_visible()
        assert last.evaluate("(one) => one.paused")
        # A file that is damaged says so.
        (tmp_path / name).write_bytes(b"no picture")
        (tmp_path / sound_name(row.id, 20)).write_bytes(b"no sound")
        page.goto(f"{served.url}/episodes/{row.id}?turn=20")
        expect(page.get_by_text("The picture of this turn cannot be shown")).to_be_visible()
        expect(picture).to_have_count(0)
        spoken.evaluate("(one) => one.play().catch(() => undefined)")
        expect(page.get_by_text("The sound of this turn cannot be played")).to_be_visible()


def test_words_at_a_table_and_in_a_book_are_heard_beside_them_as_soon_as_they_are_spoken(
    show: Show, gallery: Gallery, tmp_path: Path
) -> None:
    def speak(episode: str, turn: int) -> None:
        with wave.open(str(tmp_path / sound_name(episode, turn)), "wb") as sound:
            sound.setparams((1, 1, 8000, 0, "NONE", ""))
            sound.writeframes(bytes(8000))

    path = gallery.copy_to(tmp_path / "store.db")
    hooks = [{"use": "speech", "options": {"folder": str(tmp_path)}}]
    with serving(path, hooks=hooks) as served, closing(Store.open(str(path))) as store:
        speak(gallery.table.id, 2)
        page = show(f"/episodes/{gallery.table.id}?turn=2", served).page
        expect(page.get_by_label("Turn 2, spoken")).to_be_visible()
        page.get_by_label("Look as").select_option("public")
        expect(page.get_by_label("Turn 2, spoken")).to_be_visible()
        speak(gallery.book.id, 1)
        page.goto(f"{served.url}/episodes/{gallery.book.id}?turn=1")
        expect(page.get_by_label("Turn 1, spoken")).to_be_visible()
        row = Runner(store, Adventure()).fork(gallery.adventure, 20, {"limits": {"turns": 90}})
        with turn_under_way(store, row):
            with page.expect_response(re.compile("/turns/20/media")):
                page.goto(f"{served.url}/episodes/{row.id}")
            expect(page.get_by_label("Turn 20, spoken")).to_have_count(0)
            speak(row.id, 20)
            expect(page.get_by_label("Turn 20, spoken")).to_be_visible()


def test_a_game_that_somebody_else_holds_takes_no_keys_that_were_meant_for_the_page(
    show: Show, served: Served, row: EpisodeRow
) -> None:
    child = served.ask(f"/api/episodes/{row.id}/fork", {"turn": 20, "hold": True}).json["episode"]
    page = show(f"/episodes/{child}").page
    line = page.get_by_label("What to type")
    expect(line).to_be_visible()
    expect(line).not_to_be_focused()
    page.keyboard.press("i")
    expect(page.get_by_label("Inspector of turn 20")).to_be_visible()
    expect(line).to_have_value("")
    served.ask(f"/api/episodes/{child}/control", {"kind": "stop"})
    expect(line).to_have_count(0)


def test_an_imported_episode_is_played_on_when_one_has_seen_what_of_it_does_not_hold(
    show: Show, tmp_path: Path
) -> None:
    theirs, mine = (Store.open(str(tmp_path / f"{name}.db")) for name in ("theirs", "mine"))
    evil = {"base_url": "http://203.0.113.9/v1", "key_env": "SOMEBODY_S_SECRET"}
    settings = house_settings(tmp_path / "theirs.db", llm={"providers": {"compatible": evil}})
    made = theirs.episode(theirs.create(new_adventure(settings, seed=3)))
    control = Control()
    paused = play_on(theirs, made, control=control, hooks=Hooks.of([Pausing(control)]))
    import_lines(mine, export_lines(theirs, paused, GAMES), GAMES)
    theirs.close()
    with serving(tmp_path / "mine.db") as server:
        screen = show(f"/episodes/{paused.id}", server)
        page = screen.page
        page.get_by_role("button", name="Take over").click()
        told = page.get_by_role("dialog")
        expect(told.get_by_role("row")).to_have_count(3)
        for said in ("llm.providers.compatible.base_url", evil["base_url"], "key_env"):
            expect(told).to_contain_text(said)
        assert mine.episode(paused.id).status == "paused"
        told.get_by_role("button", name="Play it on").click()
        expect(page.get_by_label("What to type")).to_be_focused()
    mine.close()


class _Busy:
    """A model that has no time at first, and then answers when it is let to."""

    def __init__(self) -> None:
        self.go = threading.Semaphore(0)
        self.asked = 0

    def __call__(self, _: Asked) -> Answer:
        self.asked += 1
        if self.asked == 1:
            return Failure(429, "come back later", {"retry-after": "1"})
        self.go.acquire(timeout=60)
        return Reply(json.dumps({"reasoning": "Why not?", "command": "look"}))


def test_a_model_is_asked_again_and_who_ends_the_game_meanwhile_is_told_when_that_is(
    show: Show, tmp_path: Path
) -> None:
    busy = _Busy()
    with in_a_thread(OpenAIServer(busy)) as model:
        llm = {
            "models": {"player": "compatible/any"},
            "providers": {"compatible": {"base_url": model.base_url}},
        }
        by_state = {"perception": "state"}  # by text the company begins with a look of its own
        with serving(tmp_path / "busy.db", llm=llm, adventure=by_state) as served:
            page = show("/new", served).page
            page.get_by_role("button", name="Play it yourself").click()
            step = page.get_by_role("button", name="Let the company take a step")
            step.press("Enter")
            expect(step).to_be_focused()
            told = page.get_by_text("Player waits for compatible/any: ")
            expect(told).to_contain_text("come back later")
            expect(told).to_contain_text("asked again")
            expect(page.get_by_text("Player is being asked")).to_be_visible()
            page.get_by_role("button", name="End…").dblclick()
            expect(page.get_by_text("It ends as soon as")).to_have_count(0)
            page.get_by_role("button", name="End it for good").click()
            expect(page.get_by_text("It ends as soon as turn 1 is over.")).to_be_visible()
            page.get_by_role("button", name="End it now").click()
            expect(page.get_by_text("Stopped by a person.").first).to_be_visible()
            expect(page.get_by_text("It ends as soon as")).to_have_count(0)
            busy.go.release()


def test_an_idea_stands_with_its_puzzle_or_says_that_it_is_for_none(
    show: Show, store: Store, row: EpisodeRow
) -> None:
    page = show(puzzling(store, row)).page
    puzzles = page.get_by_role("listitem").filter(has_text="The grate is locked")
    expect(puzzles.get_by_text("unlock grate with key")).to_be_visible()
    loose = page.get_by_text("Besides, for no puzzle in particular:")
    expect(loose.locator("xpath=following-sibling::p[1]")).to_contain_text("try listen")
    expect(page.get_by_text("try", exact=True)).to_have_count(2)


def test_who_takes_over_asks_once_and_keeps_the_focus(
    show: Show, store: Store, row: EpisodeRow
) -> None:
    page = show(puzzling(store, row)).page
    asked: list[Route] = []

    def leave(route: Route) -> None:
        asked.append(route)  # without an answer

    page.route("**/control", leave)
    take = page.get_by_role("button", name="Take over")
    take.press("Enter")
    expect(take).to_be_disabled()
    expect(take).to_be_focused()
    page.keyboard.press("Enter")
    expect(take).to_be_disabled()
    assert len(asked) == 1


def test_who_asks_the_company_keeps_the_focus_while_it_thinks(
    show: Show, served: Served, row: EpisodeRow
) -> None:
    child = served.ask(f"/api/episodes/{row.id}/fork", {"turn": 20, "hold": True}).json["episode"]
    page = show(f"/episodes/{child}").page
    asked: list[Route] = []

    def leave(route: Route) -> None:
        asked.append(route)  # until it is let on

    page.route("**/hint", leave)
    page.get_by_role("button", name="Ask the company").press("Enter")
    thinks = page.get_by_role("button", name="It thinks")
    expect(thinks).to_be_disabled()
    expect(thinks).to_be_focused()
    page.keyboard.press("Enter")
    expect(thinks).to_have_text(re.compile(r"[1-9] s"))
    assert len(asked) == 1
    asked[0].continue_()
    expect(page.get_by_role("button", name="Ask the company")).to_be_focused()
    served.ask(f"/api/episodes/{child}/control", {"kind": "stop"})
    expect(page.get_by_label("What to type")).to_have_count(0)


def puzzling(store: Store, row: EpisodeRow) -> str:
    """Write an episode with two puzzles, an idea for each, and one of the two solved; return its
    address."""
    new = NewEpisode(game="adventure", subject="s", seed=1, model="x", settings=row.settings)
    identity = store.create(new)
    hall = RoomId("r1")
    events: list[Event] = [RoomFound(room=hall, name="Hall")]
    for name, summary, command in (
        ("p1", "the grate is locked", "unlock grate with key"),
        ("p2", "somebody cries", "listen"),
    ):
        puzzle = PuzzleId(name)
        events += [
            PuzzleFound(puzzle=puzzle, kind=PuzzleKind.LOCKED, summary=summary),
            SuggestionMade(
                suggestion=SuggestionId(f"s{name}"),
                puzzle=puzzle,
                command=command,
                room=hall,
                confidence=0.8,
                reason="It may help.",
            ),
        ]
    events.append(PuzzleSolved(puzzle=PuzzleId("p2"), reason="it is quiet"))
    write(store, identity, events, {})
    return f"/episodes/{identity}"


def test_a_thought_that_came_to_one_command_is_told_once(show: Show, tmp_path: Path) -> None:
    why = "The lane may lead somewhere."
    steps = iter([["look"], ["look", "wait", "look"]])

    def reply(asked: Asked) -> Answer:
        return Reply(json.dumps({"reasoning": why, "steps": next(steps, ["wait"])}))

    path = tmp_path / "one.db"
    with in_a_thread(OpenAIServer(reply)) as model:
        llm = {
            "models": {"player": "compatible/any"},
            "providers": {"compatible": {"base_url": model.base_url}},
        }
        settings = house_settings(path, limits={"turns": 3}, llm=llm)
        store = Store.open(str(path))
        row = play_on(store, store.episode(store.create(new_adventure(settings, seed=1))))
        store.close()
    with serving(path) as served:
        screen = show(f"/episodes/{row.id}?turn=1", served)
        company = screen.page.get_by_role("region", name="The company")
        screen.at(1)
        expect(company.get_by_text(why)).to_have_count(1)
        expect(company.get_by_role("heading", name="Plan")).to_have_count(0)
        expect(company.get_by_role("heading", name="Player")).to_be_visible()
        screen.page.keyboard.press("ArrowRight")
        screen.at(2)
        expect(company.get_by_role("heading", name="Plan")).to_be_visible()
        expect(company.get_by_text(why)).to_have_count(1)
        expect(company.get_by_role("heading", name="Player")).to_have_count(0)


def test_a_game_that_nobody_plays_goes_on_by_rules_where_its_model_cannot_be_had(
    show: Show, store: Store, row: EpisodeRow
) -> None:
    away = {
        "models": {"player": "away/gpt"},
        "providers": {"away": {"adapter": "compatible", "base_url": "http://127.0.0.1:9/v1"}},
        "retries": {"attempts": 1},
        "on_model_failure": "pause",
    }
    fork = Runner(store, Adventure()).fork(row, 20, {"llm": away, "limits": {"turns": 22}})
    screen = show(f"/episodes/{fork.id}")
    screen.page.get_by_role("button", name="Let it go on").click()
    told = screen.page.get_by_role("alert").filter(has_text="The game stopped: the player's model")
    expect(told).not_to_contain_text("ludens resume")
    expect(told.get_by_role("button", name="Try again")).to_be_enabled()
    told.get_by_role("button", name="Fork it, with another model").click()
    expect(screen.page.get_by_role("dialog").get_by_label("Who plays")).to_be_visible()
    screen.page.keyboard.press("Escape")
    told.get_by_role("button", name="Let rules play").click()
    screen.at(22)
    expect(screen.page.get_by_text("Nobody plays it")).to_have_count(0)
    expect(screen.page.get_by_text("the model could not be had; rules played")).to_be_visible()
