"""A game inside a book in a real browser: begun, played by hand, read, replayed, forked."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from llm.servers.http import in_a_thread
from llm.servers.openai import OpenAIServer
from llm.servers.replies import Answer, Asked, Reply
from ludens.episode.store import EpisodeRow
from ludens.story.corpus.reading.read import READABLE
from story.worlds import plan
from web.browser import DESKTOP, LONGEST_LINE, PHONE, Screen
from web.conftest import Served, Show, serving
from web.gallery import BOOKS, PROMPTS, Gallery

WARM = True
"""One server for all: what a test has loaded the next one need not load again."""


@pytest.fixture(scope="module")
def books(gallery: Gallery) -> Iterator[tuple[Served, EpisodeRow]]:
    """A server with a game of three prompts: a scene, a character, one that does not fit."""
    with serving(gallery.path, story=BOOKS) as served:
        yield served, gallery.book


@pytest.fixture
def served(books: tuple[Served, EpisodeRow]) -> Served:
    return books[0]


def said(screen: Screen, words: str) -> None:
    """Say something, and wait for what comes of it."""
    before = screen.page.locator(".now .prompt").all_inner_texts()
    field = screen.page.get_by_label("What you say, ask or do")
    field.fill(words)
    field.press("Enter")
    now = screen.page.locator("article.now .prompt")
    expect(now).to_have_text(words)
    assert before != [words]
    expect(screen.page.get_by_role("button", name="Say it")).to_be_visible()


def test_a_book_of_ones_own_is_sent_and_one_that_is_none_is_refused(
    show: Show, tmp_path: Path
) -> None:
    broken, long = tmp_path / "broken.pdf", tmp_path / "long.pdf"
    broken.write_bytes(b"%PDF-1.7 and nothing".ljust(16_000_000))
    long.write_bytes(broken.read_bytes() + b" ")
    own = tmp_path / "The Lantern.txt"
    own.write_text("Chapter 1\n\n" + "Mara Finch lit the lantern on the quay. " * 40)
    page = show("/new?game=story").page
    expect(page.get_by_text("up to 16 MB.")).to_be_visible()
    offered = page.locator("input[type=file]").get_attribute("accept")
    assert set((offered or "").split(",")) == READABLE, "what is read can be chosen"
    page.locator("input[type=file]").set_input_files(long)
    expect(page.get_by_role("alert")).to_contain_text("long.pdf is larger than 16 MB.")
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Choose a file").click()
    chosen.value.set_files(broken)  # as large as it may be: what is told is what it is
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="broken.pdf")).to_be_visible()
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Choose another file").click()
    chosen.value.set_files(own)
    expect(page.get_by_text("The Lantern.txt")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("region", name="The book")).to_contain_text("Mara Finch")


def test_a_citation_opens_the_book_where_it_stands(
    show: Show, books: tuple[Served, EpisodeRow]
) -> None:
    served, row = books
    frame = served.get(f"/api/episodes/{row.id}/stretch?first=1&last=1")["frame"]
    cited = next(
        citation["passage"]
        for part in frame["answers"][0]["parts"]
        for citation in part["citations"]
    )
    screen = show(f"/episodes/{row.id}?turn=1")
    page = screen.page
    book = page.get_by_role("region", name="The book")
    place = page.locator(f"#passage-{cited}")
    expect(place).to_be_in_viewport()
    assert page.locator("main").evaluate("(main) => main.scrollTop") == 0, "the book alone moves"
    expect(book.locator("mark").first).to_be_visible()
    # The whole book is there: another chapter is read, then the citation opens its own again.
    chapters = page.get_by_label("Chapter", exact=True)
    assert chapters.locator("option").count() > 5
    chapters.select_option(label=chapters.locator("option").last.inner_text())
    expect(place).to_have_count(0)
    expect(page.get_by_role("button", name="The next page")).to_be_visible()
    page.get_by_role("button", name="The page before").click()
    page.locator("article.now button.cite").first.click()
    expect(place).to_be_in_viewport()
    for width in (1210, 1280, 1440, 1920):
        screen.resize((width, 800))
        assert 60 <= page.evaluate(LONGEST_LINE, ".page p") <= 75
        assert page.evaluate(LONGEST_LINE, ".streamed") <= 75
    expect(place).to_have_class(re.compile("wanted"))


def test_the_library_tells_how_one_stands_against_a_book(
    show: Show, books: tuple[Served, EpisodeRow]
) -> None:
    page = show("/").page
    row = page.locator(f'a[href="/episodes/{books[1].id}"]')
    lost = books[1].headline["score"]
    assert lost == -1
    expect(row.locator(".score")).to_have_text(re.compile(r"^\s*1\s+behind the book\s*$"))
    page = show(f"/episodes/{books[1].id}/metrics").page
    expect(page.get_by_role("definition").filter(has_text="1 behind")).to_be_visible()
    support = page.get_by_role("slider", name="Support of the prompt, by turn")
    support.press("Home")
    support.press("ArrowRight")
    told = re.compile(r"^Turn 1: Support of the prompt 0\.\d\d$")  # no whole number
    expect(support).to_have_attribute("aria-valuetext", told)


def test_the_reader_pages_through_the_whole_book(books: tuple[Served, EpisodeRow]) -> None:
    served, row = books
    first = served.get(f"/api/episodes/{row.id}/book")
    texts = []
    for number in range(first["pages"]):
        page = served.get(f"/api/episodes/{row.id}/book?page={number}")
        assert page["page"] == number
        texts += [passage["text"] for passage in page["passages"]]
    words = sum(len(text.split()) for text in texts)
    assert words > 12_000
    assert first["passages"][0]["begins"]
    last = served.get(f"/api/episodes/{row.id}/book?passage={page['passages'][-1]['id']}")
    assert last["page"] == first["pages"] - 1
    unknown = served.ask(f"/api/episodes/{row.id}/book?passage=ffffffffffff")
    assert unknown.status == 409
    assert unknown.json["error"] == "the book has no passage ffffffffffff"


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_in_the_theatre_nothing_covers_the_book_and_one_can_leave(
    show: Show, books: tuple[Served, EpisodeRow], size: tuple[int, int]
) -> None:
    page = show(f"/episodes/{books[1].id}?turn=3", size=size).page
    if size == PHONE:
        panes = page.get_by_role("navigation", name="Panes")
        panes.get_by_role("button", name="Book").click()
    reader = page.get_by_role("navigation", name="The book's pages")
    chapter = reader.get_by_label("Chapter")
    here = chapter.input_value()
    page.keyboard.press("t")
    reader.get_by_role("button", name="The next page").click()
    expect(chapter).not_to_have_value(here)
    page.get_by_role("button", name="Leave the theatre").click()
    expect(page.get_by_role("banner")).to_be_visible()


def test_the_cast_shows_personas_whose_words_open_the_book(
    show: Show, books: tuple[Served, EpisodeRow]
) -> None:
    screen = show(f"/episodes/{books[1].id}?turn=2")
    page = screen.page
    referee = page.get_by_role("region", name="Referee and cast")
    persona = referee.locator("details", has_text="Josse Pell")
    persona.locator("summary").click()
    expect(persona.locator(".line").first).to_be_visible()
    persona.get_by_role("button", name=re.compile("a line of Josse Pell, 1")).click()
    expect(page.locator("span.wanted").first).to_be_in_viewport()
    expect(referee.get_by_text("Not met yet:")).to_be_visible()


def test_the_figures_of_a_verdict_are_there_for_who_asks(
    show: Show, books: tuple[Served, EpisodeRow]
) -> None:
    page = show(f"/episodes/{books[1].id}?turn=1").page
    referee = page.get_by_role("region", name="Referee and cast")
    figures = referee.get_by_text(re.compile(r"\d%"))
    expect(figures.first).to_be_attached()
    expect(figures.first).to_be_hidden()
    referee.get_by_text("In numbers").first.click()
    expect(figures.first).to_be_visible()


def test_the_scrubber_and_the_keyboard_step_through_the_conversation(
    show: Show, books: tuple[Served, EpisodeRow]
) -> None:
    screen = show(f"/episodes/{books[1].id}")
    page = screen.page
    prompt = page.locator("article.now .prompt")
    expect(
        page.get_by_role("region", name="Conversation").get_by_text("The player left the book")
    ).to_be_visible()
    ending = page.locator(".finale")
    expect(ending).to_contain_text("the visitor met Josse Pell")
    expect(ending.get_by_role("button", name="Fork from turn 2")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(prompt).to_have_text(PROMPTS[2])
    expect(ending).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(prompt).to_have_text(PROMPTS[1])
    page.keyboard.press("Home")
    expect(page.get_by_text("The book is open.")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(prompt).to_have_text(PROMPTS[0])
    page.keyboard.press("Shift+ArrowRight")  # to the next mark: the first meeting
    expect(prompt).to_have_text(PROMPTS[1])
    legend = page.get_by_role("group", name="Time").get_by_role("button", pressed=True)
    expect(legend).to_have_text(["lost", "met", "end"])
    page.keyboard.press("End")
    expect(
        page.get_by_role("region", name="Conversation").get_by_text("The player left the book")
    ).to_be_visible()


def test_a_phone_shows_talk_book_and_referee_one_at_a_time(
    show: Show, books: tuple[Served, EpisodeRow]
) -> None:
    screen = show(f"/episodes/{books[1].id}?turn=1", size=PHONE)
    page = screen.page
    cite = page.locator("article.now button.cite").first
    expect(cite).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    cite.tap()  # the citation brings the book forward
    expect(page.locator("span.wanted").first).to_be_in_viewport()
    expect(cite).to_be_hidden()
    page.get_by_role("button", name="Referee", exact=True).tap()
    expect(page.get_by_text("Who speaks in the book")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


class _Slow:
    """An oracle on loopback that answers when it is let to."""

    def __init__(self) -> None:
        self.go = threading.Semaphore(0)

    def __call__(self, asked: Asked) -> Answer:
        self.go.acquire(timeout=60)
        text = asked.messages[-1][1]
        if "You are the referee" in asked.system:
            wrong = "answered (data)" in text
            claim = {
                "text": "It was silent",
                "decision": "rejected" if wrong else "approved",
                "reason": "so it says",
                "support": [text.split("- id ", 1)[1][:12]],
                "against": [],
                "aside": False,
            }
            verdict = {
                "claims": [claim],
                "ground": "contradiction" if wrong else "supported",
                "decision": claim["decision"],
                "confidence": 0.9,
                "reason": "The book says otherwise." if wrong else "It is of this book.",
                "suggestions": [],
            }
            return Reply(json.dumps(verdict))
        if "You plan the scenes" in asked.system:
            return Reply(plan("narrator_scene", None, ["who rang the bell"]))
        return Reply("The bell was silent.")


def test_the_phases_of_a_model_s_turn_are_seen_as_they_pass_and_a_lie_wins(
    show: Show, tmp_path: Path
) -> None:
    oracle = _Slow()
    book = {"embeddings": "none", "keep_index": False}
    with in_a_thread(OpenAIServer(oracle)) as model:
        provider = {"compatible": {"base_url": model.base_url}}
        llm = {"models": {"default": "compatible/any"}, "providers": provider}
        with serving(tmp_path / "ludens.db", story=book, llm=llm) as served:
            try:
                _watch_a_lie(show("/new?game=story", server=served), oracle)
            finally:
                for _ in range(100):
                    oracle.go.release()


def _watch_a_lie(screen: Screen, oracle: _Slow) -> None:
    page = screen.page
    page.get_by_role("button", name="Play", exact=True).click()
    field = page.get_by_label("What you say, ask or do")
    field.fill("Why was the bell silent?")
    page.get_by_role("button", name="Say it").click()
    coming = page.get_by_role("status", name="The turn under way")
    expect(coming).to_contain_text("Why was the bell silent?")
    told_to_all = "async () => (await fetch('/api' + location.pathname + '/progress')).json()"
    until = time.monotonic() + 30
    while page.evaluate(told_to_all)["prompt"] != "Why was the bell silent?":
        assert time.monotonic() < until, "who joins later is told it too"
        time.sleep(0.05)
    for told in (
        "Weighing your words",
        "Planning the scene",
        "Waiting for the answer",
        "Weighing the answer",
    ):
        expect(coming).to_contain_text(told)
        assert [part for part in ("started", "user") if part in coming.inner_text()] == []
        oracle.go.release()
    expect(coming).to_contain_text("weighed against the book")
    oracle.go.release()  # the correction
    expect(page.locator("article.now .result.won")).to_contain_text("you win the turn")
    expect(page.locator(".count .won")).to_contain_text("1")
    expect(coming).to_have_count(0)
    # What the book was searched for is told, what the plan asked for too.
    referee = page.get_by_role("region", name="Referee and cast")
    for query in ("Why was the bell silent?", "who rang the bell"):
        expect(referee.get_by_role("listitem").filter(has_text=query)).to_have_count(1)


def test_a_card_that_is_changed_on_the_page_holds_from_the_next_line_on(
    show: Show, tmp_path: Path
) -> None:
    with serving(
        tmp_path / "cards.db", story={"embeddings": "none", "index_folder": str(tmp_path / "index")}
    ) as own:
        screen = show("/new?game=story", own)
        page = screen.page
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.get_by_text("The book is open.")).to_be_visible()
        said(screen, "Ask Josse about the bell")
        referee = page.get_by_role("region", name="Referee and cast")
        referee.locator("summary", has_text="Josse Pell").click()
        referee.get_by_role("button", name="Change Josse Pell").press("Enter")
        expect(page.get_by_label("Called", exact=True)).to_be_focused()
        page.keyboard.press("Control+a")
        page.keyboard.type("Old Pell")
        page.get_by_label("Also called, with commas between").fill("the ferryman, Joss")
        page.get_by_label("Who they are").fill("Tired of the river.")
        page.get_by_role("button", name="Keep").press("Enter")
        expect(referee.get_by_text("Yours: Old Pell, also the ferryman, Joss")).to_be_visible()
        expect(referee.get_by_role("button", name=re.compile("^Change ")).first).to_be_focused()
        said(screen, "Ask Joss about the bell")
        expect(page.locator("article.now b")).to_have_text(re.compile("old pell", re.IGNORECASE))
        page.reload()
        referee.locator("summary", has_text="Old Pell").click()
        expect(referee.get_by_text("Tired of the river.", exact=True)).to_be_visible()
        expect(referee.locator("summary", has_text="Josse Pell")).to_have_count(0)
