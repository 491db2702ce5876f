"""The Mafia table in a real browser: watched, looked at through other eyes, played from a seat."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from llm.servers.http import in_a_thread
from llm.servers.openai import OpenAIServer
from llm.servers.replies import Hang
from ludens.episode.control import Control, RequestKind, ask
from ludens.episode.events import Outcome
from ludens.episode.history import read_events
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.llm.calls import Asking
from ludens.mafia.events import FindingReturned, Speaking, SpeechGiven, TableLaid
from ludens.mafia.game import Mafia
from ludens.mafia.settings import Chair, MafiaSettings
from ludens.mafia.state import MafiaState
from web.browser import FINISH_ANIMATIONS, LONGEST_LINE, PHONE, Screen
from web.conftest import Served, Show, in_a_loop_of_its_own, serving, turn_under_way
from web.gallery import Gallery

WARM = True
"""One server for all: what a test has loaded the next one need not load again."""


@pytest.fixture(scope="module")
def tables(gallery: Gallery) -> Iterator[tuple[Served, EpisodeRow]]:
    """A server with a game of nine that the town wins on its second day."""
    with serving(gallery.path) as served:
        yield served, gallery.table


@pytest.fixture
def served(tables: tuple[Served, EpisodeRow]) -> Served:
    return tables[0]


def turn_of(
    tables: tuple[Served, EpisodeRow], kind: str, told: str | None = None, /, **fields: str
) -> int:
    """Return the first turn with such an event, in which a field says something."""
    served, row = tables
    events = served.get(f"/api/episodes/{row.id}/events?limit=1000&view=viewer")["events"]
    return next(
        int(event["turn"])
        for event in events
        if event["type"] == kind
        and (told is None or event["data"].get(told))
        and fields.items() <= event["data"].items()
    )


def test_the_table_shows_who_speaks_accuses_votes_and_dies(
    show: Show, tables: tuple[Served, EpisodeRow]
) -> None:
    row = tables[1]
    speech = turn_of(tables, "speech_given", "accuses", kind="speech")
    screen = show(f"/episodes/{row.id}?turn={speech}")
    page = screen.page
    screen.at(speech)
    expect(page.locator("g.seat")).to_have_count(9)
    expect(page.locator("g.seat.speaks")).to_have_count(1)
    expect(page.locator(".middle.said .what")).not_to_be_empty()
    expect(page.locator("path.arc.accuses.fresh").first).to_be_attached()
    vote = turn_of(tables, "ballot_cast")
    page.goto(f"{screen.url}/episodes/{row.id}?turn={vote}")
    for count in range(1, 4):
        screen.at(vote + count - 1)
        expect(page.locator("g.token")).to_have_count(count)
        page.keyboard.press("ArrowRight")
    died = turn_of(tables, "player_died")
    page.goto(f"{screen.url}/episodes/{row.id}?turn={died}")
    screen.at(died)
    expect(page.locator("g.seat.dead")).to_have_count(1)
    expect(page.locator("g.token.open")).to_have_count(9)
    night = turn_of(tables, "kill_proposed")
    page.goto(f"{screen.url}/episodes/{row.id}?turn={night}")
    screen.at(night)
    expect(page.locator(".scene.night")).to_be_visible()
    expect(page.locator("path.arc.kill")).to_have_count(1)
    page.keyboard.press("Home")
    screen.at(0)
    expect(page.locator("g.seat.dead")).to_have_count(0)


def test_what_ends_a_day_is_shown_by_day(show: Show, tables: tuple[Served, EpisodeRow]) -> None:
    last = turn_of(tables, "speech_given", kind="last words")
    screen = show(f"/episodes/{tables[1].id}?turn={last}")
    page = screen.page
    scene, hour = page.locator(".scene"), page.locator(".hour")
    screen.at(last)
    expect(hour).to_contain_text("Day 1, last words")
    expect(page.locator("header .place")).to_contain_text("Day 1, last words")
    expect(scene).not_to_have_class(re.compile(r"\bnight\b"))
    page.keyboard.press("ArrowRight")
    screen.at(last + 1)
    expect(hour).to_contain_text("Night 1")
    expect(scene).to_have_class(re.compile(r"\bnight\b"))


def test_an_answer_says_whom_it_answers(show: Show, gallery: Gallery, tmp_path: Path) -> None:
    path = gallery.copy_to(tmp_path / "answers.db")
    with closing(Store.open(str(path))) as store:
        runner: Runner[MafiaState] = Runner(store, Mafia())
        changes = {"mafia": {"rules": {"replies": 1}}, "limits": {"turns": 40}}
        fork = runner.fork(store.episode(gallery.table.id), 2, changes)
        in_a_loop_of_its_own(runner.play(fork))
        events = [event for _, event in read_events(store, Mafia(), store.episode(fork.id))]
        names = next(e.names for e in events if isinstance(e, TableLaid))
    spoken = [event for event in events if isinstance(event, SpeechGiven)]
    at = next(n for n, event in enumerate(spoken) if event.kind is Speaking.REPLY)
    reply = spoken[at]
    called = [
        each.seat
        for each in spoken[:at]
        if reply.seat in (*each.accuses, *each.defends, *(f.seat for f in each.findings))
    ]
    with serving(path) as own:
        page = show(f"/episodes/{fork.id}", own).page
        answer = page.locator("p.speech", has_text=reply.text).get_by_role("button").first
        expect(answer).to_contain_text(f"{names[reply.seat]} (in answer to ")
        assert names[called[-1]] in answer.inner_text()


def test_who_sits_down_is_told_so_at_once(show: Show, gallery: Gallery, tmp_path: Path) -> None:
    path = gallery.copy_to(tmp_path / "seat.db")
    with serving(path) as own:
        page = show(f"/episodes/{gallery.sealed.id}/table", own).page
        page.get_by_role("button", name="Sit down as").click()
        told = page.locator("footer .decide")
        expect(told).to_contain_text("You sit at this table.")
        expect(told.get_by_role("button", name="Go on")).to_be_enabled()


def test_whom_the_mafia_settled_on_is_marked_for_those_who_may_know(
    show: Show, tables: tuple[Served, EpisodeRow]
) -> None:
    settled = turn_of(tables, "kill_settled", "target")
    screen = show(f"/episodes/{tables[1].id}?turn={settled}")
    page = screen.page
    screen.at(settled)
    told = page.locator(".middle .what")
    expect(page.locator("g.seat.doomed")).to_have_count(1)
    expect(page.get_by_text("to be killed")).to_be_visible()
    expect(told).to_contain_text("The mafia settle on")
    page.get_by_label("Look as").select_option("public")
    expect(told).to_have_text("The town sleeps.")
    expect(page.locator("g.seat.doomed")).to_have_count(0)


LETTERS = """() => [...document.querySelectorAll('g.seat text.name')].map((name) =>
  parseFloat(getComputedStyle(name).fontSize) * name.getScreenCTM().a)"""
"""How large the names at the table are, in pixels of the screen."""


def test_the_names_at_the_table_can_be_read_and_leave_the_hour_free(
    show: Show, tables: tuple[Served, EpisodeRow]
) -> None:
    screen = show(f"/episodes/{tables[1].id}?turn=0", size=(1280, 800))
    screen.at(0)
    hour = screen.page.locator("p.hour").bounding_box()
    assert hour is not None
    for size in ((1280, 800), (1280, 560), PHONE):
        screen.resize(size)
        screen.page.evaluate(FINISH_ANIMATIONS)
        names = [name.bounding_box() for name in screen.page.locator("g.seat text").all()]
        tops = [name["y"] for name in names if name is not None]
        assert min(tops) >= hour["y"] + hour["height"]
        if size == PHONE:
            screen.page.get_by_role("button", name="Table", exact=True).click()
            screen.page.evaluate(FINISH_ANIMATIONS)
        assert min(screen.page.evaluate(LETTERS)) > 10


def test_the_first_night_begins_with_nothing_done(
    show: Show, tables: tuple[Served, EpisodeRow]
) -> None:
    screen = show(f"/episodes/{tables[1].id}?turn=0")
    screen.at(0)
    expect(screen.page.locator(".middle .what")).to_have_text("The town sleeps.")


def test_the_switch_hides_what_the_table_does_not_know(
    show: Show, tables: tuple[Served, EpisodeRow]
) -> None:
    vote = turn_of(tables, "ballot_cast") + 2
    screen = show(f"/episodes/{tables[1].id}?turn={vote}")
    page = screen.page
    screen.at(vote)
    expect(page.locator("g.seat.mafia")).to_have_count(2)
    expect(page.get_by_role("heading", name="Who suspects whom")).to_be_visible()
    expect(page.locator("g.token.open")).to_have_count(3)
    page.get_by_label("Look as").select_option("public")
    expect(page.locator("g.seat.mafia")).to_have_count(0)
    expect(page.get_by_role("heading", name="Who suspects whom")).to_have_count(0)
    expect(page.locator("g.token")).to_have_count(3)
    expect(page.locator("g.token.open")).to_have_count(0)
    expect(page.locator("p.private")).to_have_count(0)
    page.get_by_label("Look as").select_option("seat:2")
    expect(page.get_by_text("One of 2 mafia", exact=True)).to_be_visible()


def test_beliefs_are_told_against_the_truth_now_and_over_time(
    show: Show, tables: tuple[Served, EpisodeRow]
) -> None:
    served, row = tables
    last = row.turns - 2
    screen = show(f"/episodes/{row.id}?turn={last}")
    page = screen.page
    screen.at(last)
    frame = served.get(f"/api/episodes/{row.id}/stretch?first={last}&last={last}")["frame"]
    mafia = [seat for seat, chair in frame["seats"].items() if chair["mafia"]]
    table = page.get_by_role("table", name=re.compile("How likely each player thinks"))
    for seat in mafia:
        name = frame["seats"][seat]["name"]
        expect(table.get_by_role("columnheader", name=f"{name}, mafia")).to_be_attached()
    believer = next(iter(frame["beliefs"]))
    believed = frame["beliefs"][believer]
    cells = page.locator(f"tbody tr:nth-child({int(believer) + 1}) td")
    shown = {
        str(seat): cells.nth(int(seat)).inner_text() for seat in frame["seats"] if seat in believed
    }
    assert shown == {seat: str(round(100 * chance + 1e-9)) for seat, chance in believed.items()}
    plot = page.get_by_role("img", name=re.compile("turn by turn"))
    expect(plot.locator("text.mafia")).to_have_count(len(mafia))
    expect(plot.locator("rect").nth(50)).to_be_attached()
    page.get_by_label("Whose beliefs").select_option(believer)
    box = plot.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.6, box["y"] + 8)
    expect(page).to_have_url(re.compile(r"turn=\d+"))
    assert 10 < screen.turn < last
    page.get_by_label("Look as").select_option("seat:1")
    expect(page.get_by_label("Whose beliefs")).to_have_count(0)
    expect(plot.locator("rect").first).to_be_attached()


def test_a_table_can_be_held_and_nothing_is_said_to_be_decided_there(
    show: Show, tmp_path: Path
) -> None:
    path = tmp_path / "held.db"
    store = Store.open(str(path))
    settings = {"mafia": MafiaSettings(seats=5).model_dump(mode="json")}
    new = NewEpisode(game="mafia", subject="table of 5", seed=5, model="offline", settings=settings)
    runner: Runner[MafiaState] = Runner(store, Mafia(), control=Control(listens=True, after=0))
    row = runner.create(new)
    with serving(path) as own, ThreadPoolExecutor(1) as thread:
        page = show(f"/episodes/{row.id}", own).page
        expect(page.get_by_role("button", name="Hold", exact=True)).to_be_visible()
        ask(store, row.id, RequestKind.PAUSE)
        playing = thread.submit(asyncio.run, runner.play(row))
        step = page.get_by_role("button", name="Let them take a step")
        expect(step).to_be_visible()
        expect(page.get_by_role("textbox")).to_have_count(0)
        step.click()
        expect(page.locator(".count b")).to_have_text("1")
        page.keyboard.press("f")
        expect(page.get_by_label("Hold it before its next turn")).to_be_visible()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Let them go on").click()
        expect(page.get_by_role("heading", name="How it ended")).to_be_visible()
        expect(
            page.get_by_role("button", name=re.compile("^(Hold|Take over|Go on)$"))
        ).to_have_count(0)
        assert playing.result().outcome == Outcome.ENDED
    store.close()


def test_each_seat_has_its_name_face_and_model_and_who_is_asked_thinks(
    show: Show, tmp_path: Path
) -> None:
    path = tmp_path / "asked.db"
    store = Store.open(str(path))
    table = MafiaSettings(seats=5, players={1: Chair.RANDOM})
    with serving(path) as own, ThreadPoolExecutor(1) as thread:
        with in_a_thread(OpenAIServer(lambda asked: Hang())) as server:
            llm = {
                "models": {"seat:0": "compatible/some-model"},
                "providers": {"compatible": {"base_url": server.base_url}},
                "retries": {"attempts": 1},
                "on_model_failure": "stop",
            }
            settings = {"mafia": table.model_dump(mode="json"), "llm": llm}
            new = NewEpisode(game="mafia", subject="t", seed=5, model="three", settings=settings)
            runner: Runner[MafiaState] = Runner(store, Mafia())
            row = runner.create(new)
            playing = thread.submit(asyncio.run, runner.play(row))
            page = show(f"/episodes/{row.id}", own).page
            asked = page.locator("g.seat", has=page.locator(".waits.thinks"))
            expect(asked).to_have_count(1)
            expect(asked).to_have_attribute("data-seat", "0")
            name = asked.locator(".name").text_content()
            expect(page.locator(".hour small")).to_have_text(f"{name} thinks…")
            expect(page.locator("g.seat .face")).to_have_count(5)
            expect(page.locator("g.seat .model")).to_have_text(
                ["some-model", "random", "offline", "offline", "offline"]
            )
            names = page.locator("g.seat .name").all_text_contents()
            assert len(set(names)) == 5
            assert all(names)
        assert playing.result().outcome == Outcome.FAILED
    store.close()


def test_a_name_leads_to_its_seat(show: Show, tables: tuple[Served, EpisodeRow]) -> None:
    row = tables[1]
    page = show(f"/episodes/{row.id}?turn=20").page
    page.locator("g.seat[data-seat='3'] .name").click()
    expect(page).to_have_url(re.compile("as=seat%3A3|as=seat:3"))
    expect(page.get_by_label("Look as")).to_have_value("seat:3")
    own = page.locator("g.seat.own .name").text_content()
    page.get_by_role("button", name="The table in words").click()
    words = page.get_by_role("region", name="The table in words")
    names = words.get_by_role("button")
    expect(names.nth(3)).to_have_text(own or "")
    names.nth(5).press("Enter")
    expect(page.get_by_label("Look as")).to_have_value("seat:5")


def resting_table(gallery: Gallery, folder: Path) -> tuple[Path, Store, EpisodeRow]:
    """Return a store of its own with a table that stands at turn 20 and that nobody plays."""
    path = gallery.copy_to(folder / "rests.db")
    store = Store.open(str(path))
    return path, store, Runner(store, Mafia()).fork(store.episode(gallery.table.id), 20, {})


def test_a_table_that_nobody_plays_is_not_offered_to_be_held(
    show: Show, gallery: Gallery, tmp_path: Path
) -> None:
    path, store, fork = resting_table(gallery, tmp_path)
    store.close()
    with serving(path) as own:
        page = show(f"/episodes/{fork.id}", own).page
        expect(page.get_by_role("button", name="Let it go on")).to_be_visible()
        expect(page.get_by_role("button", name="Hold", exact=True)).to_have_count(0)


def test_who_waits_for_a_model_that_is_away_is_not_said_to_think(
    show: Show, gallery: Gallery, tmp_path: Path
) -> None:
    path, store, fork = resting_table(gallery, tmp_path)
    with serving(path) as own, turn_under_way(store, fork) as calls:
        now = datetime.now(UTC)
        calls.show(Asking("seat:3", "a/b", now, waiting="the server is away"))
        page = show(f"/episodes/{fork.id}", own).page
        name = page.locator("g.seat[data-seat='3'] .name").text_content()
        told = page.locator(".hour small")
        expect(told).to_have_text(f"{name} waits for the model…")
        expect(page.locator("g.seat .waits.thinks")).to_have_count(0)
        calls.show(Asking("seat:3", "a/b", now))
        expect(told).to_have_text(f"{name} thinks…")
        calls.show(Asking("seat:4", "a/b", now))
        expect(told).to_contain_text(" think…")
        calls.is_watched = True
        calls.show_words("Dov votes for Wren.")
        decided = page.get_by_role("status", name="The turn under way")
        expect(decided).to_have_text("Dov votes for Wren.")
    store.close()


def test_that_nobody_decides_is_told_once_while_it_goes_on(
    show: Show, gallery: Gallery, tmp_path: Path
) -> None:
    path = gallery.copy_to(tmp_path / "gone.db")
    with closing(Store.open(str(path))) as store:
        runner: Runner[MafiaState] = Runner(store, Mafia())
        llm = {
            "models": {"default": "compatible/gone"},
            "providers": {"compatible": {"base_url": "http://127.0.0.1:9/v1"}},
            "retries": {"attempts": 1},
            "on_model_failure": "offline",
        }
        changes = {"limits": {"turns": 26}, "llm": llm}
        fork = runner.fork(store.episode(gallery.table.id), 20, changes)
        in_a_loop_of_its_own(runner.play(fork))
    with serving(path) as own:
        screen = show(f"/episodes/{fork.id}", own)
        screen.at(26)
        told = screen.page.get_by_role("region", name="Transcript").get_by_text("did not decide")
        expect(told).to_have_count(2)  # where it began, and now
        expect(told.first).to_contain_text("So it goes on, 4 times more.")


def test_the_inspector_of_a_table_tells_what_was_done(
    show: Show, tables: tuple[Served, EpisodeRow]
) -> None:
    turn = turn_of(tables, "kill_proposed")
    page = show(f"/episodes/{tables[1].id}?turn={turn}&inspect=1").page
    glass = page.get_by_label(f"Inspector of turn {turn}")
    expect(glass.get_by_role("listitem").first).to_contain_text("would kill")


def test_the_ending_tells_what_everybody_was_who_fooled_whom_and_the_turning_point(
    show: Show, tables: tuple[Served, EpisodeRow]
) -> None:
    served, row = tables
    screen = show(f"/episodes/{row.id}?turn={row.turns}")
    page = screen.page
    screen.at(row.turns)
    frame = served.get(f"/api/episodes/{row.id}/stretch?first={row.turns}&last={row.turns}")[
        "frame"
    ]
    ending, finale = page.locator(".finale"), frame["finale"]
    assert finale["turning"]
    assert finale["fooled"] or finale["saw"]
    for sentence in (finale["turning"], *finale["fooled"], *finale["saw"]):
        expect(ending.get_by_text(sentence, exact=True)).to_be_visible()
    # The vote that turned it is a step away, and one may fork from before its first ballot.
    ending.get_by_role("button", name=finale["turning"]).click()
    votes = served.get(f"/api/episodes/{row.id}/events?limit=1000&view=viewer")["events"]
    out = [e["turn"] for e in votes if e["type"] == "player_died" and e["data"]["cause"] == "vote"]
    cast = {e["turn"] for e in votes if e["type"] == "ballot_cast"}
    screen.at(out[finale["day"] - 1])
    before = out[finale["day"] - 1] - 1
    while before in cast:
        before -= 1
    page.keyboard.press("End")
    expect(ending.get_by_role("button", name=f"Fork from turn {before}")).to_be_visible()
    for seat in (0, 1):
        page.get_by_label("Look as").select_option(f"seat:{seat}")
        told = "You won." if seat in frame["winners"] else "You lost."
        expect(page.get_by_role("region", name="Minds").get_by_text(told)).to_be_visible()
        expect(ending.get_by_role("button", name=finale["turning"])).to_be_visible()
    roles = [chair["role"] for chair in frame["seats"].values()]
    assert sorted(roles) == ["detective", "doctor", "mafia", "mafia", *["villager"] * 5]
    page.get_by_label("Look as").select_option("public")
    for seat, role in enumerate(roles):
        expect(page.locator(f"g.seat[data-seat='{seat}'] .role")).to_have_text(
            re.compile(f"^{role}")
        )
    expect(page.locator(".narration").last).to_be_attached()


def test_a_phone_shows_talk_table_and_minds_in_turn(
    show: Show, tables: tuple[Served, EpisodeRow]
) -> None:
    screen = show(f"/episodes/{tables[1].id}?turn=30", size=PHONE)
    page = screen.page
    expect(page.locator("p.speech").last).to_be_visible()
    page.get_by_role("button", name="Table", exact=True).click()
    expect(page.locator("g.seat").first).to_be_visible()
    page.get_by_role("button", name="The table in words").click()
    expect(page.get_by_role("region", name="The table in words")).to_contain_text("villager")
    page.get_by_role("button", name="Minds").click()
    expect(page.get_by_role("heading", name="Who suspects whom")).to_be_visible()
    page.keyboard.press("End")
    page.get_by_role("button", name="Talk").click()
    page.get_by_role("button", name="How it ended").click()
    expect(page.get_by_role("heading", name="How it ended")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


LONG = "I have listened to all of you since the first morning, and I say plainly what I saw. " * 8


def test_a_long_speech_is_read_whole_and_its_lines_are_of_a_readable_length(
    show: Show, gallery: Gallery, tables: tuple[Served, EpisodeRow], tmp_path: Path
) -> None:
    said = turn_of(tables, "speech_given", "accuses", kind="speech")
    path = gallery.copy_to(tmp_path / "store.db")
    with closing(sqlite3.connect(path)) as connection, connection:
        query = "update event set data = json_set(data, '$.text', ?) where type = ? and turn = ?"
        connection.execute(query, (LONG, "speech_given", said))
    with serving(path) as served:
        screen = show(f"/episodes/{tables[1].id}?turn={said}", served)
        screen.at(said)
        for width in (1210, 1280, 1440, 1920):
            screen.resize((width, 800))
            assert 60 <= screen.page.evaluate(LONGEST_LINE, ".now .said") <= 75
        screen.resize(PHONE)
        screen.page.get_by_role("button", name="Table", exact=True).click()
        speech = screen.page.get_by_role("region", name="says")
        speech.focus()
        for _ in range(5):
            screen.page.keyboard.press("PageDown")
        screen.page.wait_for_function(IN_SIGHT, arg=speech.element_handle())


IN_SIGHT = """(one) => {
  const range = document.createRange();
  const text = one.firstChild;
  const end = text.textContent.trimEnd().length;
  range.setStart(text, end - 1);
  range.setEnd(text, end);
  const { left, top, width, height } = range.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
"""Whether the last letter of what is said is seen, with nothing over it."""


def test_a_seat_that_looked_into_the_same_seat_twice_sees_both(
    browser: Browser, tmp_path: Path
) -> None:
    """What a seat has found out may be the same twice: the page must not stumble over it."""
    path = tmp_path / "ludens.db"
    store = Store.open(str(path))
    settings = {"mafia": MafiaSettings(seats=9, player="random").model_dump(mode="json")}
    runner: Runner[MafiaState] = Runner(store, Mafia())
    detective, row = -1, None
    for seed in range(1, 60):
        new = NewEpisode(
            game="mafia", subject="table of 9", seed=seed, model="random", settings=settings
        )
        with ThreadPoolExecutor(1) as thread:
            row = thread.submit(asyncio.run, runner.play(runner.create(new))).result()
        events = [event for _, event in read_events(store, Mafia(), row)]
        looked = Counter((e.seat, e.target) for e in events if isinstance(e, FindingReturned))
        twice = [seat for (seat, _), times in looked.items() if times > 1]
        if twice:
            detective = twice[0]
            break
    store.close()
    assert row is not None
    assert detective >= 0, "some detective of these games looks twice"
    with serving(path) as served:
        screen = Screen(browser, served.url)
        screen.open(f"/episodes/{row.id}?as=seat:{detective}")
        expect(screen.page.get_by_text("as you found out").first).to_be_visible()
        expect(screen.page.locator("section.turn.now").first).to_be_visible()
        assert screen.complaints == []
        screen.close()
