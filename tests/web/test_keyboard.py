"""Everything that is done on the page, by somebody who has a keyboard and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from web.browser import Screen
from web.conftest import TURNS, Served, serving, until
from web.gallery import BOOKS, Gallery
from web.test_access import settled

MOST = 150
"""Steps from one place of a page to another; who needs more is lost."""

STEP = """([wanted, back]) => {
  const one = document.activeElement;
  const gone = !wanted.isConnected;
  if (!one || one === document.body) return { at: 'nothing', there: false, gone };
  const marked = (each) => {
    const style = getComputedStyle(each);
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
  };
  const box = one.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const found = document.elementFromPoint(x, y);
  const small = box.height < 120 && box.width > 2;
  const from = window.stoodAt;
  window.stoodAt = one;
  window.reached?.add(one);
  const beyond = back ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const told = one.outerHTML.slice(0, 120);
  return {
    at: told,
    there: one === wanted,
    gone,
    wrong: !(marked(one) || marked(one.parentElement)) ? `no focus is seen on ${told}`
      : small && !(found && (one.contains(found) || found.contains(one)
        || found.closest('label')?.contains(one))) ? `something lies on ${told}` : '',
    turned: from?.isConnected && !(from.compareDocumentPosition(one) & beyond),
  };
}"""
"""Where the focus is now, and what is wrong with that."""

WHITHER = """(wanted) => {
  const one = window.stoodAt = document.activeElement;
  const back = !wanted.contains(one)
    && !!(one.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING);
  return [one === wanted, back];
}"""
"""Whether the focus is on something, and whether that stands before where it is."""


FOCUSABLE = """() => {
  const kinds = 'a[href], button:not([disabled]), input:not([disabled]), select, textarea, summary,'
    + '[tabindex="0"]';
  const shown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: false });
  const all = [...document.querySelectorAll(kinds)].filter(shown);
  // Of radio buttons with one name only one is in the row; the arrows reach the others.
  const radios = new Set();
  return all.filter((one) => {
    if (one.tabIndex < 0) return false;  // a turn of the transcript: the arrows go there
    if (one.type !== 'radio') return true;
    if (radios.has(one.name)) return false;
    radios.add(one.name);
    return true;
  });
}"""
"""What of a page the tab key is to reach."""

PAGES = {
    "/": "li a",
    "/new": "input[type=radio]",
    "/new?game=mafia": "text=You sit in",
    "/suites": "text=3 of 4 games",
    "/suites/cup": "text=In brackets",
    "/compare?one={adventure}&other={adventure}": "canvas",
    "/episodes/{adventure}?turn=40": "g.room.here",
    "/episodes/{table}?turn=9": "g.seat",
    "/episodes/{book}?turn=3": ".now .verdict",
    "/episodes/{adventure}/calls?call=1": "article h3",
    "/episodes/{adventure}/metrics": "canvas",
}
"""One page of each kind, and what is there when it is ready."""


class Keys:
    """A person who goes through a page with the tab key and looks where the focus is."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.page: Page = screen.page
        self.page.evaluate(
            "window.addEventListener('pointerdown', () => { window.touched = true })"
        )

    def to(self, wanted: Locator) -> None:
        """Go to something; each step there is seen, in order, and has nothing over it."""
        expect(wanted).to_be_visible()
        there, back = wanted.evaluate(WHITHER)
        if there:
            return
        rounds, handle = 0, wanted.element_handle()
        for _ in range(MOST):
            self.page.keyboard.press("Shift+Tab" if back else "Tab")
            found = self.page.evaluate(STEP, [handle, back])
            if found.get("gone"):  # what stood there was drawn anew
                handle = wanted.element_handle()
            assert not found.get("wrong"), found["wrong"]
            rounds += bool(found.get("turned"))
            assert rounds <= 1, f"out of order: {found['at']}"  # from the last to the first is one
            if found["there"]:
                return
        pytest.fail(f"not reached by keys: {wanted}")

    def press(self, wanted: Locator, key: str = "Enter") -> None:
        """Go to something and press it."""
        self.to(wanted)
        self.page.keyboard.press(key)

    def type(self, wanted: Locator, words: str) -> None:
        """Go to a line and write there, over what it said."""
        self.to(wanted)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(words)

    def choose(self, wanted: Locator, words: str) -> None:
        """Choose of a list what begins so."""
        self.to(wanted)
        self.page.keyboard.type(words)
        expect(wanted.locator("option:checked")).to_have_text(re.compile(f"^{re.escape(words)}"))

    def opened(self, by: Callable[[], None]) -> Locator:
        """Open a dialog, leave it with Escape: the focus is back; open it again and return it."""
        dialog = self.page.get_by_role("dialog")
        from_where = "document.activeElement.outerHTML.slice(0, 60)"
        by()
        expect(dialog).to_be_visible()
        self.page.keyboard.press("Escape")
        expect(self.page.locator("dialog")).to_have_count(0)  # also none that is closing
        before = self.page.evaluate(from_where)
        by()
        expect(dialog).to_be_visible()
        assert dialog.evaluate("(one) => one.contains(document.activeElement)")
        self.page.keyboard.press("Escape")
        expect(self.page.locator("dialog")).to_have_count(0)
        assert self.page.evaluate(from_where) == before
        by()
        expect(dialog).to_be_visible()
        return dialog


Using = Callable[..., Keys]


@pytest.fixture(scope="module")
def served(gallery: Gallery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of every kind of episode, which these tests add to."""
    path = gallery.copy_to(tmp_path_factory.mktemp("keyboard") / "store.db")
    with serving(path, story=BOOKS) as server:
        yield server


@pytest.fixture
def keys(browser: Browser, served: Served) -> Iterator[Using]:
    """Open a page for somebody without a mouse."""
    screens: list[Screen] = []

    def opened(path: str, **options: object) -> Keys:
        screens.append(Screen(browser, served.url, **{"warm": True, **options}))
        screens[-1].open(path)
        return Keys(screens[-1])

    yield opened
    for screen in screens:
        assert screen.complaints == []
        assert not screen.page.evaluate("window.touched")
        screen.close()


def button(page: Page | Locator, name: str | re.Pattern[str], **options: bool) -> Locator:
    return page.get_by_role("button", name=name, **options)


def test_a_story_of_ones_own_is_sent_and_a_bundled_one_is_played_by_hand(
    keys: Using, tmp_path: Path
) -> None:
    empty = tmp_path / "nothing.z5"
    empty.write_bytes(b"")
    user = keys("/")
    page, screen = user.page, user.screen
    user.press(page.get_by_role("link", name="New episode"))
    asked: list[str] = []
    page.on("filechooser", lambda _: asked.append("a file"))
    user.to(page.get_by_role("radio", name="The Drowned Clock"))
    own = page.get_by_role("radio", name="A story file of your own")
    page.keyboard.press("ArrowUp")
    expect(own).to_be_checked()
    expect(own).to_be_focused()
    user.press(button(page, "Let the company play"))
    problem = page.get_by_role("alert").first
    expect(problem).to_have_text("Choose a file, or one of the others.")
    assert asked == [], "an arrow key opens nothing"
    with page.expect_file_chooser() as chosen:
        user.press(button(page, "Choose a file"))
    chosen.value.set_files(empty)
    user.press(button(page, "Play it yourself"))
    expect(problem).to_contain_text("is empty")
    expect(problem).not_to_contain_text("/")
    user.to(page.get_by_role("radio", name="nothing.z5"))
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("radio", name="Lastwell")).to_be_checked()
    user.press(button(page, "Play it yourself"))

    line = page.get_by_label("What to type")
    expect(page.locator("h1")).to_have_text("Lastwell")
    page.keyboard.type("tie")  # too early: no shortcuts
    expect(line).to_be_focused()
    expect(page.locator("dialog")).to_have_count(0)
    expect(button(page, "Leave the theatre")).to_have_count(0)
    assert screen.turn == 0
    page.reload()
    expect(line).to_be_focused()
    page.keyboard.press("Control+a")  # what had reached the line is kept
    page.keyboard.type("look")
    page.keyboard.press("Control+Enter")
    screen.at(1)
    user.press(button(page, "Ask the company"))
    idea = page.get_by_title("Put it in the line")
    expect(idea).to_be_visible()
    command = idea.inner_text()
    user.press(idea)
    expect(line).to_have_value(command)
    expect(line).to_be_focused()
    assert screen.last == 1

    # Who types while an old turn is shown is asked what is meant.
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    screen.at(0)
    user.press(line)
    unclear = page.get_by_role("alertdialog")
    expect(unclear).to_contain_text("You look at turn 0; the game stands at turn 1.")
    page.keyboard.press("Escape")
    expect(unclear).to_have_count(0)
    expect(line).to_be_focused()
    page.keyboard.press("Enter")
    first = page.url
    user.press(button(unclear, "Fork at turn 0"))
    expect(page).not_to_have_url(first)
    screen.at(1)
    expect(page.locator("section.turn.now .command.human")).to_be_visible()

    # Several steps at once, one of them struck.
    plan = page.get_by_role("region", name="The plan")
    user.press(button(page, re.compile("Plan several steps|Change it")))
    for words in ("look", "wait", "inventory"):
        page.keyboard.type(words)
        page.keyboard.press("Enter")
    user.press(button(plan, "Strike “wait”"))
    page.keyboard.press("Enter")
    screen.at(3)
    page.keyboard.press("Escape")
    user.press(button(page, "End…"))
    expect(button(page, "End it for good")).to_be_focused()
    page.keyboard.press("Escape")
    expect(button(page, "End…")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Stopped by a person.").first).to_be_visible()
    expect(button(page, "Go on")).to_have_count(0)
    expect(line).to_have_count(0)


def test_time_the_inspector_the_calls_and_all_that_a_key_opens(
    keys: Using, gallery: Gallery
) -> None:
    user = keys(f"/episodes/{gallery.adventure.id}?turn=20")
    page, screen = user.page, user.screen
    screen.at(20)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the story")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Transcript")).to_be_focused()
    page.keyboard.press("Home")
    screen.at(0)
    page.keyboard.press("Shift+ArrowRight")  # to the first mark
    until(lambda: screen.turn > 0)
    user.to(page.get_by_role("slider", name="Turn"))
    page.keyboard.press("End")
    screen.at(TURNS)
    page.keyboard.press("ArrowLeft")
    screen.at(TURNS - 1)
    page.keyboard.press("PageDown")  # the bar's own: a tenth of the way
    until(lambda: screen.turn < TURNS - 3)
    user.to(page.get_by_role("group", name=re.compile("^Map of")))
    scale = page.locator("g.world").get_attribute("style")
    page.keyboard.press("+")
    expect(page.locator("g.world")).not_to_have_attribute("style", scale or "")

    for key, title in (("?", "Keys"), ("/", "Search"), ("b", "Forks"), ("e", "The Drowned Clock")):
        dialog = user.opened(lambda key=key: page.keyboard.press(key))
        expect(dialog.get_by_role("heading", name=title)).to_be_visible()
        if key == "/":
            page.keyboard.type("clock")
            user.press(button(dialog.get_by_role("listitem").first, re.compile("")))
        else:
            user.press(button(dialog, "Close"))
        expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("t")
    expect(button(page, "Leave the theatre")).to_be_visible()
    user.press(button(page, "Leave the theatre"))
    expect(page.locator("main")).to_be_focused()

    page.keyboard.press("Home")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    screen.at(5)
    user.press(button(page, "Inspect this turn"))
    glass = page.get_by_label("Inspector of turn 5")
    expect(glass).to_be_visible()
    user.press(button(glass, "Close the inspector"))
    expect(glass).to_have_count(0)
    expect(button(page, "Inspect this turn")).to_be_focused()
    page.keyboard.press("c")
    expect(page.get_by_text("4 calls")).to_be_visible()
    sums = page.get_by_role("table", name="What they came to").get_by_role("row").nth(1)
    told = ["4", "0", "1,600", "75%", "80", "$0.0084", "840 ms"]
    expect(sums.get_by_role("cell")).to_have_text(told)
    words = page.get_by_label("Words in prompts and replies")
    user.type(words, "wait 7")
    expect(page.get_by_text("1 call", exact=True)).to_be_visible()
    user.type(words, " ")
    page.keyboard.press("Backspace")
    expect(page.get_by_text("4 calls")).to_be_visible()
    user.choose(page.get_by_label("Agent"), "player")
    user.press(page.get_by_role("region", name="Calls", exact=True).get_by_role("button").first)
    expect(
        page.get_by_label("Call of player in turn 5").get_by_text("wait 5").first
    ).to_be_visible()
    page.keyboard.press("j")
    expect(
        page.get_by_label("Call of player in turn 6").get_by_text("wait 6").first
    ).to_be_visible()
    expect(page).to_have_url(re.compile(r"agent=player&call=\d+"))
    user.press(page.get_by_role("link", name="To turn 6"))
    expect(page.get_by_label("Inspector of turn 6")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    expect(page.get_by_role("figure", name="Score")).to_be_visible()
    user.press(page.get_by_role("link", name="To the episode"))
    screen.at(6)


def test_a_game_is_forked_held_and_given_back(keys: Using, gallery: Gallery) -> None:
    user = keys(f"/episodes/{gallery.adventure.id}?turn=20")
    page, screen = user.page, user.screen
    screen.at(20)
    expect(button(page, "Fork from this turn")).to_be_visible()
    fork = user.opened(lambda: user.press(button(page, "Fork from this turn")))
    expect(fork.get_by_role("heading", name="Fork at turn 20")).to_be_visible()
    user.type(fork.get_by_label("Until turn"), "32")
    user.press(fork.get_by_label("Hold it, so that I decide first"), "Space")
    user.press(button(fork, "Fork and play"))
    line = page.get_by_label("What to type")
    expect(line).to_be_focused()
    page.keyboard.insert_text("a" * 199)
    expect(page.get_by_text("A line may have 198 characters: 1 too many.")).to_be_visible()
    user.type(line, "look")
    page.keyboard.press("Enter")
    screen.at(21)
    user.press(button(page, "Let the company take a step"))
    screen.at(22)
    user.press(button(page, "The map in words"))
    way = button(page, "Go to").first
    room = way.inner_text().removeprefix("Go to ")
    user.press(way)
    expect(page.locator("article.here h3")).to_contain_text(room)
    user.press(button(page, "Let the company go on"))
    screen.at(32)
    expect(page.get_by_text("The limit of 32 turns was reached.").first).to_be_visible()
    tree = user.opened(lambda: page.keyboard.press("b"))
    user.press(tree.get_by_role("link", name=gallery.adventure.id, exact=True).first)
    expect(page).to_have_url(re.compile(gallery.adventure.id))


def test_what_a_narrow_window_folds_away_is_reached_and_gives_the_focus_back(
    keys: Using, gallery: Gallery
) -> None:
    user = keys(f"/episodes/{gallery.adventure.id}?turn=20", size=(390, 800))
    page, screen = user.page, user.screen
    screen.at(20)
    more = button(page, "More", exact=True)
    menu = user.opened(lambda: user.press(more))
    user.press(button(menu, "Keys"))
    expect(page.get_by_role("heading", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(more).to_be_focused()
    for pane in ("Map", "Company"):
        user.press(button(page, pane, exact=True))
        expect(button(page, pane, exact=True)).to_have_attribute("aria-pressed", "true")


def test_episodes_are_found_tagged_taken_along_thrown_away_and_compared(
    keys: Using, served: Served, gallery: Gallery
) -> None:
    made = served.ask(f"/api/episodes/{gallery.adventure.id}/fork", {"turn": 3, "hold": True})
    fork = made.json["episode"]
    served.ask(f"/api/episodes/{fork}/control", {"kind": "stop"})
    until(lambda: served.get(f"/api/episodes/{fork}")["card"]["outcome"])
    user = keys("/?words=drowned")
    page = user.page
    user.choose(page.get_by_label("Game"), "adventure")
    more = button(page, re.compile(f"^Tags, files and more .* {fork}"))
    dialog = user.opened(lambda: user.press(more))
    user.type(dialog.get_by_label("Tags, with commas"), "nice, short")
    page.keyboard.press("Enter")
    expect(button(dialog, "Kept")).to_be_visible()
    with page.expect_download() as coming:
        user.press(dialog.get_by_role("link", name="A page that replays it"))
    assert "Turning" in Path(coming.value.path()).read_text(encoding="utf-8")
    page.keyboard.press("Escape")
    expect(more).to_be_focused()
    user.press(button(page, "short", exact=True))
    expect(page).to_have_url(re.compile("tag=short"))
    expect(page.get_by_text("1 episode", exact=True)).to_be_visible()
    user.press(more)
    user.press(button(dialog, "Throw it away"))
    expect(page.get_by_text("No episode matches.")).to_be_visible()
    expect(button(page, "Undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(f'a[href="/episodes/{fork}"]')).to_be_focused()
    user.choose(page.get_by_label("Tag", exact=True), "every tag")
    for each in (fork, gallery.adventure.id):
        user.press(page.get_by_role("checkbox", name=re.compile(each)), "Space")
    user.press(page.get_by_role("link", name="Compare the two"))
    expect(page.get_by_role("region", name="The two side by side")).to_be_visible()
    page.go_back()
    user.press(more)
    user.press(button(dialog, "Throw it away"))
    with page.expect_request(lambda request: request.method == "DELETE") as gone:
        user.press(page.get_by_role("link", name="Suites"))
    response = gone.value.response()
    assert response is not None
    assert response.ok
    assert served.ask(f"/api/episodes/{fork}").status == 404
    assert served.ask(f"/api/episodes/{gallery.adventure.id}").status == 200, "the parent is whole"


def test_suites_and_tournaments_lead_to_their_episodes_and_back(keys: Using) -> None:
    user = keys("/suites")
    page = user.page
    user.press(page.get_by_role("link", name="small", exact=True))
    user.choose(page.get_by_label("From", exact=True), "small")
    user.choose(page.get_by_label("To", exact=True), "small")
    cells = page.get_by_role("region", name="The suite's games")
    user.press(cells.get_by_role("link").first)
    expect(page.get_by_label("Transcript")).to_be_visible()
    page.go_back()
    expect(cells).to_be_visible()
    user.press(page.get_by_role("link", name="Suites", exact=True).last)
    user.press(page.get_by_role("link", name="cup", exact=True))
    games = page.get_by_role("region", name="The tournament's games")
    user.press(games.get_by_role("link").first)
    expect(page.get_by_label("Transcript")).to_be_visible()
    user.press(page.get_by_role("link", name="All of cup"))
    expect(games.get_by_role("row")).to_have_count(1 + 4)


def test_a_person_sits_down_at_a_table_and_speaks_and_votes_to_the_end(keys: Using) -> None:
    user = keys("/new?game=mafia", bypass_csp=True)
    page = user.page
    user.choose(page.get_by_label("Players"), "5")
    user.choose(page.get_by_label("You sit in"), "seat 2")
    user.press(button(page, "Play", exact=True))
    over = page.get_by_text("The game is over.")
    decide = button(page, "Decide")
    clocks = told = 0
    kept = False
    for _ in range(40):
        expect(over.or_(decide).first).to_be_visible()
        if over.is_visible():
            break
        assert user.screen.violations() == [] if clocks == 0 else True
        expect(page.locator("form.decide :focus")).to_have_count(1)
        clocks += page.locator(".clock").is_visible()
        told += page.locator(".narration").count()
        expect(page.get_by_label("Look as")).to_have_count(0)
        expect(page.get_by_role("heading", name="Who suspects whom")).to_have_count(0)
        question = page.locator("form.decide h2").inner_text()
        words = page.locator("textarea")
        if words.count():
            user.type(words, "I have my doubts.")
            if not kept:  # what is begun is there when the page is loaded anew
                page.reload()
                expect(words).to_have_value("I have my doubts.")
                kept = True
        choices = page.locator("input[type=radio][name=choice]")
        if choices.count():
            user.press(choices.first, "Space")
        user.press(decide)
        expect(page.locator("form.decide h2", has_text=question)).to_have_count(0)
    assert clocks > 0
    assert told > 0, "who sits there hears the narrator"
    user.press(page.get_by_role("link", name="See everything"))
    expect(page.get_by_role("heading", name="Who suspects whom")).to_be_visible()
    expect(page.get_by_text("I have my doubts.").first).to_be_attached()
    expect(page.get_by_role("heading", name="How it ended")).to_be_visible()
    expect(page.locator(".middle .winner")).to_have_text(re.compile("wins"))
    expect(page.locator("g.seat .face, g.seat .number")).to_have_count(5)


def test_a_book_is_opened_spoken_in_and_its_lines_are_changed_and_answered_anew(
    keys: Using,
) -> None:
    user = keys("/new")
    page = user.page
    user.press(button(page, "Story"))
    expect(page.get_by_role("radio", name=re.compile("The Bell at Low Harrow"))).to_be_checked()
    expect(page.get_by_label("Hold it, so that I decide first")).to_be_checked()
    user.press(button(page, "Play", exact=True))
    field = page.get_by_label("What you say, ask or do")
    expect(field).to_be_focused()
    expect(page.get_by_role("region", name="The book")).to_contain_text("Low Harrow")
    now = page.locator("article.now .prompt")
    for words in ("Ask Josse about the bell", "Who flew the zeppelin?"):
        page.keyboard.type(words)
        page.keyboard.press("Enter")
        expect(now).to_have_text(words)
        expect(button(page, "Say it")).to_be_visible()
        expect(field).to_be_focused()
    referee = page.get_by_role("region", name="Referee and cast")
    expect(page.locator("article.now .result.lost")).to_contain_text("you lose the turn")
    expect(referee.locator(".count .lost")).to_contain_text("1")
    suggestion = button(page.locator("article.now"), re.compile("^Ask about")).first
    wanted = suggestion.inner_text()
    user.press(suggestion)
    expect(field).to_have_value(wanted)
    expect(field).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.press("Escape")

    user.press(button(page, "Change what you said"))
    page.keyboard.type("What did Tamsin Orle count?")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("And why?")
    first = page.url
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(first)
    expect(now).to_have_text("What did Tamsin Orle count?\nAnd why?")
    expect(page.locator("article").first.locator("button.prompt")).to_have_text(
        "Ask Josse about the bell"
    )
    expect(referee.locator(".count .lost")).to_contain_text("0")
    second = page.url
    expect(field).to_be_focused()
    user.press(button(page, "Another answer"))
    expect(page).not_to_have_url(second)
    expect(button(page, "Another answer")).to_be_visible()
    expect(now).to_have_text("What did Tamsin Orle count?\nAnd why?")
    # Who plays by hand goes on so in a fork, and types at once.
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    expect(page.get_by_label("Hold it, so that I decide first")).to_be_checked()
    expect(page.get_by_label("Who plays")).to_be_focused()


STILL = f"""() => {{
    const count = ({FOCUSABLE})().length
    if (window.counted !== count) Object.assign(window, {{ counted: count, since: Date.now() }})
    return Date.now() - window.since > 500
}}"""
"""Nothing more to press has come for half a second: parts of a page are loaded when wanted."""


def test_everything_is_reached_with_the_tab_key_and_nothing_holds_it(
    browser: Browser, served: Served, gallery: Gallery
) -> None:
    screen = Screen(browser, served.url, warm=True)
    page = screen.open("/suites")
    names = {kind: getattr(gallery, kind).id for kind in ("adventure", "table", "book")}
    for path, shown in PAGES.items():
        screen.go(path.format(**names))
        page.locator(shown).first.wait_for(state="attached")
        settled(page)
        page.wait_for_load_state("networkidle")
        page.wait_for_function(STILL)
        wanted = page.evaluate(f"(window.reached = new Set(), ({FOCUSABLE})().length)")
        assert wanted > 4
        handle = page.evaluate_handle("document.body")
        for _ in range(wanted + 3):
            page.keyboard.press("Tab")
            found = page.evaluate(STEP, [handle, False])
            assert not found.get("wrong"), (path, found)
        missed = page.evaluate(
            f"({FOCUSABLE})().filter((one) => !window.reached.has(one)"
            " && !(one.type === 'radio' && [...window.reached].some((r) => r.name === one.name)))"
            ".map((one) => one.outerHTML.slice(0, 120))"
        )
        assert missed == [], path
    assert screen.complaints == []
    screen.close()
