"""What a prompt says of a book's chapters and people, and the passages that it finds."""

from __future__ import annotations

from functools import lru_cache

import pytest

from ludens.story.cast.cards import Card
from ludens.story.corpus.book import Book, Chapter
from ludens.story.corpus.contents import Contents
from ludens.story.corpus.index import Index
from ludens.story.referee.prompts import judge_prompt
from ludens.story.referee.verdict import Decision
from ludens.story.rendering import extraction_request
from ludens.story.world import World, make_world
from story.worlds import tale

TITLES = ("Preface", "Chapter 1. The Mill", "CHAPTER II: The Ford", "Chapter Three", "Chapter 21")


@pytest.mark.parametrize(
    ("prompt", "chapters", "rest"),
    [
        ("What happens in chapter 1?", (1,), "What happens?"),
        ("What does Ada say in Chapter II?", (2,), "What does Ada say?"),
        ("Tell me about the third chapter", (3,), "Tell me"),
        ("Who dies in the last chapter?", (4,), "Who dies?"),
        ("What happens in chapter twenty-one?", (4,), "What happens?"),
        ("What is told in the chapter “The Ford”?", (2,), "What is told?"),
        ("What happens in chapter 9?", (), "What happens?"),
    ],
)
def test_a_prompt_names_a_chapter(prompt: str, chapters: tuple[int, ...], rest: str) -> None:
    named = Contents(TITLES).named(prompt)
    assert named is not None
    assert (named.chapters, named.rest) == (chapters, rest)


@pytest.mark.parametrize(
    "prompt",
    ["Who wrote the first letter?", "Who went to the mill?", "What part did she play in it?",
     "Who opened the chapter house?", "Which chapter do you like?"],
)  # fmt: skip
def test_what_is_in_the_story_is_no_chapter_of_it(prompt: str) -> None:
    assert Contents(TITLES).named(prompt) is None


def test_chapters_without_numbers_are_counted_from_where_the_story_begins() -> None:
    named = Contents(("Preface", "The Mill", "The Ford"), 1).named("Look at chapter 2")
    assert named is not None and named.chapters == (2,)


@lru_cache(maxsize=1)
def world() -> World:
    chapters = [
        Chapter(title=f"Chapter {number}", paragraphs=tuple(text for _ in range(3)))
        for number, text in enumerate(
            (
                "Ada lit the lantern and hung it by the sluice, and the rain fell on the mill.",
                "Bertram carried the barrels to the ford, where nobody waited for the ferry.",
                "Ada found the ledger under the stairs and burned it before the morning came.",
            ),
            1,
        )
    ]
    return make_world(Book(title="The Mill", chapters=tuple(chapters)), Index(None, 20))


@pytest.mark.parametrize("prompt", ["What happens in chapter 2?", "What does Ada do in chapter 2?"])
def test_what_is_asked_of_a_chapter_is_looked_for_there(prompt: str) -> None:
    found = world().search(prompt)
    assert found and {each.passage.chapter for each in found} == {1}


def test_a_question_about_a_chapter_keeps_the_turn_and_shows_the_chapter() -> None:
    verdict = judge_prompt("What happens in the second chapter?", world())
    assert verdict.decision is Decision.APPROVED
    shown = [world().passages[world().by_id[i]].chapter for i in verdict.passages]
    assert shown and set(shown) == {1}
    assert "Chapter 2" in verdict.reason


def test_a_chapter_that_a_book_lacks_is_said_to_be_lacking() -> None:
    verdict = judge_prompt("What happens in chapter 12?", world())
    assert verdict.decision is Decision.UNDECIDED
    assert verdict.reason == "The Mill has no chapter 12."


def test_agents_are_told_the_number_of_a_chapter_without_a_title() -> None:
    chapters = tuple(Chapter(title="", paragraphs=(f"Ada lit lantern {n}.",)) for n in range(2))
    book = Book(title="Lanterns", chapters=chapters)
    untitled = make_world(book, Index(None, 20))
    request = extraction_request("Ada", untitled, [], untitled.passages)
    assert 'in "Chapter 2": "Ada lit lantern 1."' in request.messages[0].blocks[0].text


def test_who_is_called_by_another_name_is_looked_for_by_the_books_own() -> None:
    card = Card(of="Tamsin Orle", aliases=("the Counter",))
    called = make_world(tale(), Index(None, 80), cards=(card,))
    found = called.search("the Counter")
    assert found and all("Orle" in each.passage.text for each in found[:3])
