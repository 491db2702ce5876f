"""Where in the book the game is: nothing of what comes after is told unasked."""

from __future__ import annotations

import re

import pytest

from ludens.episode.store import Store
from ludens.llm.request import LLMRequest
from ludens.llm.scripted import Scripted
from ludens.story.asked import asks_for_the_end
from ludens.story.cast.portrait import Portraits
from ludens.story.corpus.book import Book, Chapter
from ludens.story.corpus.index import Index
from ludens.story.events import Judged, PassagesFound, TurnSettled
from ludens.story.loop import is_later
from ludens.story.moment import asked_moment, borne_out_moment, nearest
from ludens.story.persona import Persona, Trait, told_in
from ludens.story.presence import AROUND, present_at, where
from ludens.story.referee.verdict import Claim, Decision, Ground, Verdict
from ludens.story.state import StoryState
from ludens.story.world import World, make_world
from ludens.web.views.story.frame import story_frame
from story.test_turn import judge, of, played
from story.worlds import passage_in, persona, plan, tale_world, verdict

FILLER = "The wind blew over the hill and nobody came to the mill that day at all. " * 3


def talk(*names: str) -> tuple[str, ...]:
    return tuple(f"“I have been at the mill,” said {name}, and sat down." for name in names) * 4


@pytest.fixture(scope="module")
def world() -> World:
    chapters = (
        Chapter(title="One", paragraphs=(*talk("Ada Moss", "Ben Reed"), FILLER)),
        Chapter(title="Two", paragraphs=(*talk("Ada Moss", "Carl Dunn"), FILLER)),
        Chapter(
            title="Three",
            paragraphs=(
                *talk("Ada Moss", "Ben Reed"),
                "Ben Reed married Ada Moss in the chapel.",
                "“Carl Dunn found a silver casket in the well,” said Ben Reed.",
                FILLER,
            ),
        ),
    )
    return make_world(Book(title="A book", chapters=chapters), Index(None, 40))


@pytest.mark.parametrize(
    ("prompt", "chapter"),
    [
        ("What did Ada Moss do at the mill?", 0),  # it is told now too
        ("Look around", 0),
        ("What do you dream of?", 0),
        ("I am new at the silver casket. Who are you?", 0),
        ("Tell me about the silver casket.", 2),
        ("I look into the silver casket", 2),
        ("What was in the silver casket?", 2),
        ("Why did Ben Reed marry Ada Moss?", 2),
        ("Where is Carl Dunn?", 1),
        ("What happens in chapter two?", 1),
        ("What becomes of Ada Moss?", 2),
    ],
)
def test_a_prompt_asks_for_what_comes_later(world: World, prompt: str, chapter: int) -> None:
    assert asked_moment(world, prompt, (), 0) == chapter
    assert asked_moment(world, prompt, (), 2) == 2


@pytest.mark.parametrize(
    ("prompt", "asks"),
    [
        ("How does it all end?", True),
        ("What became of her?", True),
        ("What stands at the end of the road?", False),
        ("Where does the road end?", False),
    ],
)
def test_who_asks_for_the_end_says_so(prompt: str, asks: bool) -> None:
    assert asks_for_the_end(prompt) is asks


def test_who_speaks_is_there_and_who_is_spoken_of_may_be_anywhere(world: World) -> None:
    portraits = Portraits(world)
    number = next(n for n, p in enumerate(world.passages) if "silver casket" in p.text)
    present = present_at(portraits, number)
    assert "Ben Reed" in present.speaking and "Ada Moss" in present.there
    assert present.spoken_of == ("Carl Dunn",)
    first = present_at(portraits, 0)
    assert set(first.there) == {"Ada Moss", "Ben Reed"}


def test_somebody_is_met_where_they_are_nearest(world: World) -> None:
    portraits, scene = Portraits(world), world.passages[0].id
    found = nearest(world, where(portraits, "Carl Dunn"), scene, 0)
    assert found is not None and world.chapter_of(found) == 1
    last = world.passages[-1].id
    assert nearest(world, where(portraits, "Ben Reed"), last, 2) not in (None, scene)


def test_a_card_says_of_somebody_what_is_told_by_now(world: World) -> None:
    first, last = world.passages[0].id, world.passages[-1].id
    history = (Trait(text="A miller.", passage=first), Trait(text="A bride.", passage=last))
    ada = Persona(name="Ada Moss", background=told_in(history), history=history)
    assert ada.up_to(1) == ada  # where nobody noted chapters nothing is known to be later
    ada = ada.placed(world.chapter_of)
    assert ada.up_to(1).background == "A miller."
    assert ada.up_to(3).background == "A miller. A bride."
    assert ada.model_copy(update={"background": "Tired."}).up_to(1).background == "Tired."


@pytest.mark.parametrize("spoilers", [False, True])
async def test_the_page_shows_of_a_person_what_is_told_by_now(
    sqlite_store: Store, spoilers: bool
) -> None:
    world = tale_world()
    _, log = await played(sqlite_store, "Hello, Tamsin!", given={"spoilers": spoilers})
    state = StoryState()
    for event in log:
        state.apply(event)
    ((name, met),) = story_frame(state, log)["cast"].items()
    shown = [each["passage"] for kind in ("traits", "lines") for each in met[kind]]
    whole = state.personas[name]
    assert len(met["places"]) == (len(whole.appearances) if spoilers else 1) < met["count"]
    assert (met["count"] == len(whole.quotes)) is spoilers
    assert spoilers or {world.chapter_of(passage) for passage in shown} == {0}


@pytest.mark.parametrize(
    ("claim", "referee", "chapter"),
    [
        ("Carl Dunn found a silver casket", "a model", 2),
        ("Carl Dunn found a silver casket", "offline", 0),
        ("Ada Moss has been at the mill", "a model", 0),  # it is told until now as well
    ],
)
def test_whoever_answers_is_told_as_far_as_the_referee_finds_a_prompt_borne_out(
    world: World, claim: str, referee: str, chapter: int
) -> None:
    casket = next(p.id for p in world.passages if "silver casket" in p.text)
    found = Verdict(
        decision=Decision.APPROVED,
        ground=Ground.SUPPORTED,
        reason="It is so.",
        confidence=0.8,
        score=0.9,
        claims=(Claim(text=claim, decision=Decision.APPROVED, support=(casket,)),),
        referee=referee,
    )
    assert borne_out_moment(world, found, 0) == chapter


@pytest.mark.parametrize("spoilers", [False, True])
@pytest.mark.parametrize("route", ["engage_npc", "narrator_scene"])
async def test_who_answers_is_told_nothing_that_comes_later(
    sqlite_store: Store, route: str, spoilers: bool
) -> None:
    told: dict[str, str] = {}

    def answer(request: LLMRequest) -> Scripted:
        told["answer"] = request.messages[-1].blocks[-1].text
        return f"The bell was silent. [{passage_in(request)}]"

    def referee(request: LLMRequest) -> Scripted:
        told.setdefault("referee", request.messages[-1].blocks[-1].text)
        return verdict("approved", request)

    world = tale_world()
    await played(
        sqlite_store,
        "Tamsin, what about the bell?",
        given={"spoilers": spoilers},
        referee=referee,
        planner=plan(route, "Tamsin" if route == "engage_npc" else None, ["the bell"]),
        persona=persona,
        **{"character" if route == "engage_npc" else "narrator": answer},
    )

    def chapters(text: str) -> set[int]:
        return {
            world.chapter_of(i) for i in re.findall(r"\b[0-9a-f]{12}\b", text) if i in world.by_id
        }  # type: ignore[arg-type, index]

    assert (chapters(told["answer"]) == {0}) is not spoilers
    # The referee sees the whole book, and what of it comes later.
    assert (
        max(chapters(told["referee"])) > 0 and "later than where the player is" in told["referee"]
    )


async def test_a_late_question_brings_late_passages_and_no_later_card(sqlite_store: Store) -> None:
    told: list[str] = []

    def character(request: LLMRequest) -> Scripted:
        told.append(request.messages[-1].blocks[-1].text)
        return "I do not know."

    world = tale_world()
    _, log = await played(
        sqlite_store,
        "Tamsin, what happens in the last chapter?",
        referee=judge("approved", "approved"),
        planner=plan("engage_npc", "Tamsin"),
        persona=persona,
        character=character,
    )
    card, _, passages = told[0].partition("## Passages of the book")

    def chapters(text: str) -> set[int]:
        ids = re.findall(r"\b[0-9a-f]{12}\b", text)
        return {world.chapter_of(i) for i in ids if i in world.by_id}  # type: ignore[arg-type, index]

    assert chapters(card) == {0} and max(chapters(passages)) == len(world.titles) - 1
    (settled,) = of(log, TurnSettled)
    assert settled.until == settled.chapter == world.chapter_of(settled.scene)


def test_what_comes_later_in_the_chapter_is_later_too() -> None:
    paragraphs = tuple(f"“This is day {n} at the mill,” said Ada Moss. {FILLER}" for n in range(12))
    one = make_world(
        Book(title="A book", chapters=(Chapter(title="One", paragraphs=paragraphs),)),
        Index(None, 40),
    )
    later = [is_later(one, 4, passage.id) for passage in one.passages]
    assert later == [n > 4 + AROUND for n in range(len(one.passages))]
    first, last = one.passages[0].id, one.passages[-1].id
    history = (Trait(text="A miller.", passage=first), Trait(text="A bride.", passage=last))
    ada = Persona(name="Ada Moss", background=told_in(history), history=history)
    assert ada.as_told(lambda passage: not is_later(one, 4, passage)).background == "A miller."


async def test_where_somebody_speaks_the_player_is(sqlite_store: Store) -> None:
    world = tale_world()
    late = next(p for p in Portraits(world).cast() if world.passages[0].text.find(p.name) < 0)
    _, log = await played(
        sqlite_store,
        f"{late.name}, how are you?",
        referee=judge("approved", "approved"),
        planner=plan("engage_npc", late.name),
        persona=persona,
        character="I am well, and I thank you for it.",
    )
    (settled,) = of(log, TurnSettled)
    number = world.by_id[settled.scene]
    assert late.name in present_at(Portraits(world), number).speaking
    found = next(e for e in of(log, PassagesFound) if e.judged is Judged.PROMPT)
    assert (
        settled.scene in {p.id for p in found.passages}
        or late.name in present_at(Portraits(world), 0).there
    )
