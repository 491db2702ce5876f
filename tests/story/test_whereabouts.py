"""Where the player is after a turn."""

from __future__ import annotations

import pytest

from ludens.story.answer import Answer, Citation, Mode, Part
from ludens.story.asked import goes_somewhere, kind_of
from ludens.story.corpus.book import Book, Chapter
from ludens.story.corpus.index import Index
from ludens.story.whereabouts import ONWARD, place_after
from ludens.story.world import World, make_world

FILLER = "The wind blew over the hill and nobody came to the mill that day at all. " * 3
DREAM = "He dreamt of a kitchen full of snow, and of a great fire at Stone End. " * 3
HALL = "The kitchen of the hall was warm, and a kettle sang on the fire there. " * 3


@pytest.fixture(scope="module")
def world() -> World:
    far = tuple(FILLER + f"Day {n}." for n in range(2 * ONWARD))
    paragraphs = ("Ada Moss sat in the inn. " + FILLER, *far, DREAM, *far, HALL)
    chapter = Chapter(title="One", paragraphs=paragraphs)
    return make_world(Book(title="A book", chapters=(chapter,)), Index(None, 40))


def after(world: World, prompt: str, *cited: int, mode: Mode = Mode.NARRATION) -> int:
    """Return the number of the passage where the player is, having been in the first one."""
    marks = tuple(Citation(passage=world.passages[n].id) for n in cited)
    answer = Answer(mode=mode, speaker="", parts=(Part(text="So it is.", citations=marks),))
    return world.by_id[
        place_after(world, world.passages[0].id, prompt, kind_of(prompt), answer)  # type: ignore[index]
    ]


def number(world: World, words: str) -> int:
    return next(n for n, p in enumerate(world.passages) if words in p.text)


@pytest.mark.parametrize(
    "prompt",
    ["What was his dream?", "I sit down by the fire", "Tell me about the snow", "Who is Ada Moss?"],
)
def test_what_is_told_of_elsewhere_moves_nobody(world: World, prompt: str) -> None:
    assert after(world, prompt, number(world, "dreamt")) == 0


@pytest.mark.parametrize("mode", [Mode.CHARACTER, Mode.DISQUALIFICATION, Mode.CORRECTION])
def test_memories_refusals_and_corrections_move_nobody(world: World, mode: Mode) -> None:
    assert after(world, "Go to the kitchen", number(world, "kettle"), mode=mode) == 0


def test_whoever_goes_is_where_it_is_told_that_they_came_to(world: World) -> None:
    dream, hall = number(world, "dreamt"), number(world, "kettle")
    assert after(world, "I walk to the kettle in the hall", dream, hall) == hall
    assert after(world, "I follow her", hall) == hall


def test_whoever_says_that_they_are_in_a_place_with_a_name_is_there(world: World) -> None:
    dream = number(world, "dreamt")
    assert after(world, "I wait at Stone End", dream) == dream
    assert after(world, "I wait for Ada Moss", number(world, "kettle")) == 0


def test_the_player_goes_with_the_story_where_it_is_read_on(world: World) -> None:
    assert after(world, "And then?", 2) == 2
    assert after(world, "And then?", 1, 2) == 2  # it is told up to there
    assert after(world, "And then?", 2, 1, 3 * ONWARD) == 2
    assert after(world, "I wait", 1) == 1
    assert after(world, "I wait", ONWARD) == 0


def told(world: World, prompt: str, text: str, *cited: int, mode: Mode = Mode.NARRATION) -> int:
    """Return where the player is after each of some sentences went by one passage."""
    parts = tuple(
        Part(text=sentence, citations=(Citation(passage=world.passages[n].id),))
        for sentence, n in zip(text.split("|"), cited, strict=True)
    )
    answer = Answer(mode=mode, speaker="", parts=parts)
    first = world.passages[0].id
    return world.by_id[place_after(world, first, prompt, kind_of(prompt), answer)]  # type: ignore[index]


def test_the_player_is_where_it_is_told_that_they_do_what_they_do(world: World) -> None:
    dream, hall = number(world, "dreamt"), number(world, "kettle")
    text = "It is said that he dreamt of snow.|You put wood on the fire, and a kettle sings."
    assert told(world, "I put wood on the fire", text, dream, hall) == hall
    assert told(world, "I put wood on the fire", "He dreamt of a fire.", dream) == 0
    assert told(world, "Where is the fire?", text, dream, hall) == 0


def test_after_a_correction_the_player_is_where_it_puts_them(world: World) -> None:
    dream, hall = number(world, "dreamt"), number(world, "kettle")
    text = "He dreamt of a fire.|You stand in the kitchen, and a kettle sings."
    assert told(world, "I go to bed", text, dream, hall, mode=Mode.CORRECTION) == hall
    text = "There is no bed.|He dreamt of a fire."
    assert told(world, "I go to bed", text, hall, dream, mode=Mode.CORRECTION) == 0


def test_whoever_does_something_in_a_place_is_in_it(world: World) -> None:
    hall = number(world, "kettle")
    assert told(world, "I help Ada Moss in the kitchen", "A kettle sings there.", hall) == hall
    assert told(world, "I help Ada Moss in the inn", "A kettle sings there.", hall) == 0


def test_of_what_is_near_the_place_is_what_has_the_prompt_s_words(world: World) -> None:
    hall = number(world, "kettle")
    before = world.passages[hall - 1].id
    parts = tuple(
        Part(text=text, citations=(Citation(passage=world.passages[n].id),))
        for text, n in (("It is windy outside.", hall - 1), ("A kettle sings.", hall))
    )
    answer = Answer(mode=Mode.NARRATION, speaker="", parts=parts)
    prompt = "I look around the kitchen of the house"
    after_it = place_after(world, before, prompt, kind_of(prompt), answer)
    assert world.by_id[after_it] == hall  # type: ignore[index]


def test_we_went_down_is_going() -> None:
    assert goes_somewhere("We went down to the cellar")
    assert goes_somewhere("I crept up the stairs")


def test_an_answer_without_citations_moves_nobody(world: World) -> None:
    assert after(world, "Go to the kitchen") == 0
    assert place_after(world, "here", "Go", kind_of("Go"), None) == "here"


@pytest.mark.parametrize(
    ("action", "goes"),
    [
        ("Go to the stables", True),
        ("Please let us climb the tower", True),
        ("I follow Tamsin to the ferry", True),
        ("I sit by the fire", False),
        ("Look around", False),
        ("Wait", False),
    ],
)
def test_going_is_told_from_other_deeds(action: str, goes: bool) -> None:
    assert goes_somewhere(action) is goes


def test_whoever_looks_or_listens_stays_where_they_are(world: World) -> None:
    hall = number(world, "kettle")
    assert told(world, "I look out of the window", "You see the kitchen of the hall.", hall) == 0
    assert told(world, "I listen", "You hear a kettle.", 1) == 0


def test_a_place_that_the_book_comes_back_to_is_the_nearest_one(world: World) -> None:
    dream, hall = number(world, "dreamt"), number(world, "kettle")
    assert after(world, "I go to the kitchen", hall, dream) == dream
