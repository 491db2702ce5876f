"""Who did what to whom: what a question takes for granted, and where the book tells it."""

from __future__ import annotations

import pytest

from ludens.story.cast.names import Person
from ludens.story.corpus.book import Book, Chapter
from ludens.story.corpus.index import Index
from ludens.story.referee.premise import Finding, Premise, Premises
from ludens.story.referee.prompts import judge_prompt
from ludens.story.world import World, make_world

PEOPLE = tuple(
    f"“Good day,” said {one}. {one} spoke to {other} of the weather, and {other} spoke to {one}."
    for one, other in (
        ("Mr. Hale", "Mary Ford"),
        ("Mary Ford", "Mr. Linton"),
        ("Mr. Linton", "Mr. Hale"),
        ("Isabel Linton", "Mr. Linton"),
    )
)


def world_of(*told: str) -> World:
    paragraphs = (*PEOPLE * 3, *told)
    chapters = (Chapter(title="One", paragraphs=paragraphs),)
    return make_world(Book(title="A book", chapters=chapters), Index(None, 80))


def finding(prompt: str, *told: str) -> Finding:
    checked = world_of(*told).premises.check(prompt)
    assert checked is not None
    return checked.finding


def test_what_is_not_told_has_the_place_that_comes_nearest() -> None:
    weather = "It rained on the hill, and the mill was wet."
    talked = "“May Mr. Hale marry one day?” said Mr. Linton of Mary Ford."
    near = "Then Mary Ford wore white, and his family heard of marrying Mr. Hale."
    world = world_of(talked, *[weather] * 9, near, *[weather] * 9, "Nobody marries a miller.")
    checked = world.premises.check("Why did Mary Ford marry Mr. Hale?")
    assert checked is not None and checked.finding is Finding.NOT_TOLD
    assert world.places.text(checked.row) == near
    verdict = judge_prompt("Why did Mary Ford marry Mr. Hale?", world)
    assert near in world.passages[world.by_id[verdict.passages[0]]].text
    told = "The book does not tell that Mary Ford married Mr. Hale in so many words"
    assert verdict.reason == f"{told}; One comes nearest."


def test_a_name_that_no_sentence_has_whole_is_no_error() -> None:
    world = world_of("Nobody marries a miller, and nobody ever did marry one.")
    stranger = Person("Zed Hobb", frozenset({"zed hobb"}), 3, "m")
    premises = Premises([*world.people, stranger], world.places)
    checked = premises.check("Why did Zed Hobb marry Mary Ford?")
    assert checked is None or checked.finding is Finding.NOT_TOLD
    miller = Premise((len(world.people),), "marri", (), (), "Zed Hobb married")
    assert premises._nearest(miller, world.places.rows("marri")) >= 0  # type: ignore[arg-type]


def test_whose_sister_is_married_is_not_married() -> None:
    told = "Mr. Hale married Mr. Linton's sister in the spring."
    assert finding("Why did Mr. Hale marry Isabel Linton?", told) is Finding.NOT_TOLD
    told = "Mr. Hale married Mary Ford in the spring."
    assert finding("Why did Mr. Hale marry Isabel Linton?", told) is Finding.DENIED


TOLD_BY_HOBB = (
    "“Come in, Hobb,” said Ada Brown.",
    "“I am wet,” said I.",
    "“Sit down, Hobb.” Ada Brown laughed, and I sat down by Ada Brown.",
    "“Thank you,” I said. Then Mr. Carter came in, and Mr. Carter smiled at me.",
    "“Good evening, Hobb,” Mr. Carter said. I answered, “Good evening.”",
    "“Is it late, Hobb?” asked Ada Brown. “It is,” said I. “Very,” I added.",
) * 3


LONG = "You will remember, Hobb, what I told you of her. " * 40
STRAIGHT = str.maketrans("“”", '""')


@pytest.mark.parametrize(
    "told",
    [
        "“In those days I married Ada Brown,” said Mr. Carter.",
        # A speech that is cut between passages is not opened in the last of them.
        f"“{LONG}Then I married Ada Brown.” Mr. Carter sighed.",
        f"“{LONG}Then I married Ada Brown. Mr. Carter sighed.",
    ],
)
@pytest.mark.parametrize("marks", [{}, STRAIGHT])
def test_i_in_what_is_said_aloud_is_not_who_tells_the_book(
    told: str, marks: dict[int, int]
) -> None:
    paragraphs = tuple(text.translate(marks) for text in (*TOLD_BY_HOBB, told))
    chapter = Chapter(title="One", paragraphs=paragraphs)
    world = make_world(Book(title="A book", chapters=(chapter,)), Index(None, 80))
    assert next(person.name for person in world.people if person.tells) == "Hobb"
    checked = world.premises.check("Why did Hobb marry Mr. Carter?")
    assert checked is not None and checked.finding is Finding.NOT_TOLD


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ("Mr. Hale came in. “Flint is dead now and under hatches,” said Mr. Hale.", "not_told"),
        ("Mr. Hale sang of fifteen men on the dead man's chest.", "not_told"),
        ("Mr. Hale came in. “He is dead,” said Mary Ford to Mr. Hale.", "not_told"),
        ("In spring Mr. Hale died of a fever.", "told"),
        ("Mr. Hale was ill. In spring he died of a fever.", "told"),
        ("Mary Ford wept, for Mr. Hale was dead.", "told"),
    ],
)
def test_who_is_named_near_a_death_has_not_died(told: str, found: str) -> None:
    assert finding("How did Mr. Hale die?", told).value == found


def test_who_died_near_somebody_was_not_killed_by_them() -> None:
    told = "Mr. Hale looked on, and Mr. Linton died."
    assert finding("Why did Mr. Hale kill Mr. Linton?", told) is Finding.NOT_TOLD
    assert finding("Who killed Mr. Linton?", "Mary Ford killed Mr. Linton.") is Finding.TOLD
    assert finding("Who killed Mr. Hale?", "Mr. Hale killed Mr. Linton.") is Finding.NOT_TOLD
    assert finding("Who married Mary Ford?", "Mr. Hale married Mary Ford.") is Finding.TOLD


def test_a_thing_with_a_name_of_two_words_does_not_hide_to_whom_it_is_given() -> None:
    told = "Mary Ford gave Windy Corner to Mr. Linton."
    assert finding("Why did Mary Ford give Windy Corner to Mr. Linton?", told) is Finding.TOLD
    premise = world_of(told).premises.premise_of("Why did Mary Ford give Windy Corner to Mr. Hale?")
    assert premise is not None and premise.objects
    assert finding("Why did Mary Ford give Windy Corner to Mr. Hale?", told) is Finding.NOT_TOLD
