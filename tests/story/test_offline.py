"""The roles played by rules, in a small book that somebody tells as `I`."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from random import Random

import pytest

from ludens.story.agents.offline import (
    OfflineCharacter,
    OfflineNarrator,
    OfflinePlanner,
    OfflineReferee,
    OfflineVisitor,
)
from ludens.story.answer import Answer, Mode
from ludens.story.asked import is_greeting, kind_of, takes_leave, without_listener
from ludens.story.briefing import Briefing
from ludens.story.cast.names import Person
from ludens.story.cast.portrait import Portraits
from ludens.story.corpus.book import Book, Chapter
from ludens.story.corpus.index import Index
from ludens.story.corpus.passages import Passage
from ludens.story.language.compounds import Compounds
from ludens.story.plan import PromptKind, Route, ScenePlan
from ludens.story.referee.prompts import judge_prompt
from ludens.story.referee.verdict import Ground
from ludens.story.state import Exchange
from ludens.story.wish import wish_of
from ludens.story.world import World, make_world

LONG = (
    "The mill is old. "
    + "My father bought it when the river was high and nobody wanted it. " * 6
    + "The lantern hangs by the sluice. "
    + "It rains here every day of the year, and more on Sundays. " * 6
)
PREFACE = "This book was written in winter, and its author thanks everybody who was patient. " * 20
MILL = (
    "I came to the mill at dusk, and the wheel was still. Nobody had oiled it for a year, and the "
    "sacks of flour stood along the wall where the miller had left them.",
    "“Good evening, Jim,” said Ada Moor. “Come in out of the rain.”",
    "“Jim, sit down,” said Bertram Moor. “You are wet.”",
    "“I am wet,” I said.",
    "Ada Moor, the miller's daughter, lit the lantern and she hung it by the sluice.",
    "“Jim is always wet,” said Ada Moor, “and always late for supper.”",
    "The sluice keeper came at noon with a ledger. He counted every barrel twice. We were told:",
    f"“{LONG.strip()}” said Bertram Moor.",
    "“I never saw the sea,” I said. “I never will,” I said again.",
    "“Then go,” said Bertram Moor. I said nothing. “Go, Jim!” said Ada Moor.",
    "“I will go,” I answered. “I will go tomorrow,” I said. “Tomorrow,” I said.",
    "The lantern went out at midnight, when the oil was gone, and the mill lay dark till morning.",
    "It was said aloud at the ford that Tobias Reed, the ferryman, had drowned long ago.",
    "Old Silas Grey was seen at the ford. Silas Grey was a smith whom nobody had asked for.",
)


@lru_cache(maxsize=1)
def world() -> World:
    chapters = (
        Chapter(title="Preface", paragraphs=(PREFACE,)),
        Chapter(title="1. The Mill", paragraphs=MILL * 2),
    )
    return make_world(Book(title="The Mill", chapters=chapters), Index(None, 80))


@lru_cache(maxsize=1)
def portraits() -> Portraits:
    return Portraits(world())


def briefing(prompt: str, *earlier: str, npc: str = "", mode: Mode = Mode.NARRATION) -> Briefing:
    return Briefing(
        turn=len(earlier) + 1,
        title="The Mill",
        prompt=prompt,
        found=tuple(world().search(prompt)),
        cast=(),
        earlier=tuple(Exchange(turn=n, prompt="", answer=a) for n, a in enumerate(earlier)),
        active_npcs=(npc,) if npc else (),
        dice=Random(1),
        verdict=judge_prompt(prompt, world(), goes_on=bool(earlier)),
        persona=portraits().draw(npc) if mode is Mode.CHARACTER else None,
        mode=mode,
        here=world().beginning,
    )


async def planned(prompt: str, npc: str = "") -> ScenePlan:
    return await OfflinePlanner(portraits()).plan(briefing(prompt, npc=npc))


async def told(prompt: str, *earlier: str) -> str:
    return (await OfflineNarrator(world(), portraits()).answer(briefing(prompt, *earlier))).text


async def said(prompt: str, npc: str) -> Answer:
    asked = briefing(prompt, npc=npc, mode=Mode.CHARACTER)
    return await OfflineCharacter(world(), portraits()).answer(asked)


def passage_with(text: str) -> Passage:
    return next(p for p in world().passages if text in p.text)


@pytest.mark.parametrize("prompt", ["I hide behind the sacks", "I climb onto the wheel"])
async def test_what_the_player_does_is_done_by_nobody_in_the_book(prompt: str) -> None:
    assert any(person.tells for person in world().people)
    plan = await planned(prompt, npc="Ada Moor")
    assert (plan.next_action, plan.target) == (Route.NARRATOR_SCENE, None)


@pytest.mark.parametrize(
    ("prompt", "target"),
    [("Hello, Bertram Moor!", "Bertram Moor"), ("Good evening, Ada", "Ada Moor"),
     ("Ask Ada Moor about the lantern", "Ada Moor"), ("I am lost", "Ada Moor")],
)  # fmt: skip
async def test_who_is_called_answers(prompt: str, target: str) -> None:
    assert (await planned(prompt, npc="Ada Moor")).target == target


async def test_for_somebody_who_is_called_and_has_no_words_nobody_else_answers() -> None:
    for prompt in ("Hello, Silas Grey!", "Good morning, Wizard!"):
        assert (await planned(prompt, npc="Ada Moor")).target is None
    assert "was a smith" in await told("Talk to Silas Grey")


async def test_who_somebody_is_is_told_by_a_sentence_that_says_it() -> None:
    assert (await told("Who is Ada Moor?")).startswith("Ada Moor, the miller's daughter,")


async def test_what_nobody_here_speaks_of_is_told_by_the_book() -> None:
    assert (await planned("Tell me about the lantern", npc="Bertram Moor")).target == "Bertram Moor"
    assert (await planned("Tell me about the lantern", npc="Ada Moor")).target is None
    assert judge_prompt("Tell me about the lantern", world()).ground is Ground.SUPPORTED


async def test_nothing_is_told_twice_in_a_row() -> None:
    first = await told("Where is the lantern?")
    assert "lantern" in first
    again = await told("Where is the lantern?", first)
    assert first != again


async def test_a_scene_does_not_end_where_it_announces_what_it_does_not_tell() -> None:
    assert (await told("What did the sluice keeper bring at noon?")).endswith("barrel twice.")


async def test_a_long_speech_is_said_in_part_and_one_that_goes_on_as_a_whole() -> None:
    answer = await said("Ask Bertram about the lantern", "Bertram Moor")
    assert answer.text.startswith("The lantern hangs by the sluice.")
    assert len(answer.text.split()) < 70
    assert all(citation.quote in LONG for part in answer.parts for citation in part.citations)
    whole = await said("Is Jim late for supper, always?", "Ada Moor")
    assert whole.text == "Jim is always wet, and always late for supper."


async def test_a_greeting_is_answered_by_one() -> None:
    assert (await said("Hello!", "Ada Moor")).text.startswith("Good evening, Jim")


async def test_whoever_is_greeted_before_something_else_is_spoken_to() -> None:
    assert (await planned("Good evening, Bertram. May I come in?")).target == "Bertram Moor"
    plan = await planned("Tell me the story of the ferryman Tobias", npc="Ada Moor")
    assert plan.target is None


@pytest.mark.parametrize("prompt", ["Who is here?", "Hello! Who is here with me now?"])
async def test_who_is_here_is_told_by_name(prompt: str) -> None:
    asked = replace(briefing(prompt), here=passage_with("Come in out of the rain"))
    answer = await OfflineNarrator(world(), portraits()).answer(asked)
    assert "Ada Moor" in answer.text
    assert (await planned(prompt, npc="Ada Moor")).target is None


@pytest.mark.parametrize("prompt", ["And then?", "What happened next?", "go on"])
async def test_how_it_goes_on_is_told_from_where_it_was_told_to(prompt: str) -> None:
    begins, noon = "The sluice keeper came at noon with a ledger.", "He counted every barrel twice."
    asked = replace(briefing(prompt, begins), here=passage_with("sluice keeper came"))
    answer = await OfflineNarrator(world(), portraits()).answer(asked)
    assert answer.text.startswith(noon)


async def test_how_it_goes_on_does_not_tell_a_line_again() -> None:
    asked = replace(briefing("And then?", "Then go."), here=passage_with("“Then go,”"))
    answer = await OfflineNarrator(world(), portraits()).answer(asked)
    assert answer.text.startswith("I said nothing.")


async def test_nobody_is_introduced_by_a_question() -> None:
    asks = "“Is Tobias Reed the right one, or is Tobias Reed a miller?” said Ada Moor to Jim."
    paragraphs = (asks, *MILL, "Tobias Reed came back in the spring with two new oars.")
    book = Book(title="M", chapters=(Chapter(title="1. The Mill", paragraphs=paragraphs),))
    there = make_world(book, Index(None, 80))
    shown = Portraits(there).introduction(
        Person("Tobias Reed", frozenset({"tobias reed"}), mentions=0, gender="")
    )
    assert shown is not None and not shown.text.endswith("?")


async def test_the_visitor_asks_of_things_and_people_of_the_book() -> None:
    visitor = OfflineVisitor(world(), portraits())
    whole = " ".join((PREFACE, *MILL))
    for number in range(60):
        prompt = await visitor.prompt(replace(briefing("-"), dice=Random(number)))
        assert prompt is not None
        thing = re.search(r"(?:tell of|about) the (\w+)\??$", prompt)
        people = r"(?:Hello, |Who is |What did |Ask )(?:Ada Moor|Bertram Moor|Jim)\b"
        assert thing or re.match(rf"Who is here\?|Look around|{people}", prompt), prompt
        assert thing is None or re.search(rf"\b(?:the|a|an|his|her) {thing[1]}\b", whole, re.I), (
            prompt
        )


def test_a_place_is_not_introduced_by_who_is_of_it() -> None:
    of_it = "Miss Grey of Saltmarsh, the heiress of a smith, came to the mill on a white horse."
    paragraphs = (of_it, *MILL, "Saltmarsh is a town of nets that lies beyond the second ford.")
    book = Book(title="M", chapters=(Chapter(title="1. The Mill", paragraphs=paragraphs),))
    there = make_world(book, Index(None, 80))
    place = Person("Saltmarsh", frozenset({"saltmarsh"}), mentions=0, gender="")
    shown = Portraits(there).introduction(place)
    assert shown is not None and shown.text.startswith("Saltmarsh is a town")


@pytest.mark.parametrize("prompt", ["help", "What can I do here?", "Help, what should I do?"])
async def test_help_says_what_there_is_to_try(prompt: str) -> None:
    assert "Hello, Ada Moor!; Ask Ada Moor about Bertram Moor" in await told(prompt)
    assert (await planned(prompt, npc="Ada Moor")).target is None


async def test_who_is_asked_for_help_is_spoken_to() -> None:
    assert wish_of("Help him with the barrels") is None
    assert (await planned("Can you help me, Ada Moor?")).target == "Ada Moor"


async def test_what_somebody_said_to_another_is_a_question_about_them() -> None:
    prompt = "What did Bertram Moor say to Ada Moor?"
    assert (await planned(prompt)).target is None
    assert "said Bertram Moor" in await told("What did Bertram Moor say to Jim?")


async def test_who_takes_leave_is_answered_by_leave() -> None:
    for leave in ("Good night, Ada", "Farewell, dear Ada Moor."):
        answer = await said(leave, "Ada Moor")
        assert "late for supper" in answer.text  # her last words in the book


async def test_a_line_that_only_calls_somebody_does_not_speak_of_them() -> None:
    assert (
        "late for supper" in (await said("Tell Ada Moor that Jim is a treasure", "Ada Moor")).text
    )


async def test_what_a_character_is_told_in_the_book_is_answered_as_there() -> None:
    answer = await said("Bertram Moor, did you ever see the sea?", "Bertram Moor")
    assert answer.text == "Then go."


async def test_whoever_goes_to_a_place_of_the_book_is_told_of_it() -> None:
    walled = (*MILL, "The road to Saltmarsh is long and white, and Saltmarsh is a town of nets.")
    book = Book(title="M", chapters=(Chapter(title="1. The Mill", paragraphs=walled),))
    there = make_world(book, Index(None, 80))
    asked = replace(
        briefing("I walk to Saltmarsh", "The mill."),
        verdict=judge_prompt("I walk to Saltmarsh", there),
        found=tuple(there.search("I walk to Saltmarsh")),
        here=there.beginning,
    )
    answer = await OfflineNarrator(there, Portraits(there)).answer(asked)
    assert "a town of nets" in answer.text


@pytest.mark.timeout(30)
def test_a_word_of_the_length_of_a_book_is_read_in_time() -> None:
    assert Compounds(["a" * 1_000_000], {"mill"}.__contains__).as_written("a mill") == "a mill"


@pytest.mark.parametrize(
    ("asked", "written"),
    [("the watermill", "the water-mill"), ("the ridge-pole", "the ridgepole"),
     ("a ridge pole", "a ridgepole"), ("the mill wheel", "the mill wheel")],
)  # fmt: skip
def test_compounds_are_known_however_they_are_written(asked: str, written: str) -> None:
    paragraphs = (*MILL, "The water-mill had a ridgepole of oak, which nobody had walked.")
    book = Book(title="M", chapters=(Chapter(title="1. The Mill", paragraphs=paragraphs),))
    there = make_world(book, Index(None, 80))
    assert there.compounds.as_written(asked) == written
    assert not there.evidence(asked).lexical.missing


async def test_who_is_named_once_is_told_of() -> None:
    assert world().resolver.find("Tobias Reed") is None
    assert "Tobias Reed, the ferryman" in await told("Who is Tobias Reed?")


@pytest.mark.parametrize(
    ("prompt", "about"),
    [("Ada, where is the lantern?", "where is the lantern?"),
     ("Where is the lantern, Ada?", "Where is the lantern?"),
     ("Ask Ada Moor about the lantern", "about the lantern"),
     ("Ask Ada about her father", "Ask Ada about her father"),
     ("Ask Gandalf about the ring", "Ask Gandalf about the ring")],
)  # fmt: skip
def test_a_question_is_not_about_whom_it_is_put_to(prompt: str, about: str) -> None:
    assert without_listener(prompt, lambda n: world().resolver.find(n) is not None) == about


def test_a_story_begins_behind_its_preface() -> None:
    assert world().beginning.text.startswith("I came to the mill")


@pytest.mark.parametrize("prompt", ["How do you do?", "Wait...", "Look!", "Oh, well..."])
def test_a_prompt_of_a_greeting_or_a_command_alone_keeps_the_turn(prompt: str) -> None:
    assert judge_prompt(prompt, world()).stands


async def test_a_book_in_another_language_is_never_judged_by_english_rules() -> None:
    german = "Der Mann war nicht in der Stadt, und sie ging mit dem Hund auf das Feld. " * 30
    book = Book(title="Feld", chapters=(Chapter(title="", paragraphs=(german,)),))
    foreign = make_world(book, Index(None, 80))
    asked = replace(briefing("Hallo, wo bin ich?"), here=foreign.beginning, found=())
    verdict = await OfflineReferee(foreign).judge_prompt(asked)
    assert verdict.stands
    assert "German" in verdict.reason
    told = await OfflineNarrator(foreign, Portraits(foreign)).answer(
        replace(asked, verdict=verdict)
    )
    assert told.text.startswith("Der Mann")


@pytest.mark.parametrize(
    ("opens", "closes"), [("“", "”"), ("\u2018", "\u2019"), ('"', '"'), ("«", "»")]
)
async def test_what_is_told_of_a_speech_has_its_marks(opens: str, closes: str) -> None:
    speech = (
        f"{opens}It won't do. The lantern is Ada's own. Don't you touch it now!{closes} he said"
    )
    chapter = Chapter(title="", paragraphs=(f"{speech}. {'He sat and ate. ' * 30}",))
    small = make_world(Book(title="Mill", chapters=(chapter,)), Index(None, 80))
    (part,) = OfflineNarrator(small, Portraits(small)).quoted(
        ["The lantern is Ada's own."], small.passages[0]
    )
    assert part.text == f"{opens}The lantern is Ada's own.{closes}"
    assert part.citations[0].quote == "The lantern is Ada's own."


def test_a_premise_names_people_as_the_book_does() -> None:
    hob = "“Mr. Hob is late,” said Mr. Hob. Mr. Hob sat down. “Sit,” said Mr. Hob to Ada Moor."
    book = Book(title="M", chapters=(Chapter(title="1. The Mill", paragraphs=(*MILL, hob) * 3),))
    verdict = judge_prompt("Why did Ada Moor marry Mr. Hob?", make_world(book, Index(None, 80)))
    assert (
        verdict.reason == "The book does not tell that Ada Moor married Mr. Hob in so many words."
    )


async def test_who_tells_the_story_answers_by_what_they_tell() -> None:
    answer = await said("Jim, where did the miller leave the sacks of flour?", "Jim")
    assert answer.speaker == "Jim"
    assert "the sacks of flour stood along the wall" in answer.text
    assert answer.parts[0].citations
    # What they say there themselves comes first, and nobody else tells it.
    assert (await said("Jim, did you ever see the sea?", "Jim")).text.startswith("I never saw")
    asked = await said("Ada, where did the miller leave the sacks of flour?", "Ada Moor")
    assert "along the wall" not in asked.text


@pytest.mark.parametrize(("writes", "says"), [("Adele", "Adèle"), ("Adèle", "Adele")])
async def test_a_name_is_known_with_and_without_accents(writes: str, says: str) -> None:
    told_ = (f"“I like presents,” said {writes} Varens, and she went to the mill with Ben.",) * 6
    small = make_world(
        Book(title="A book", chapters=(Chapter(title="One", paragraphs=told_),)), Index(None, 80)
    )
    verdict = judge_prompt(f"{says}, do you like presents?", small)
    assert verdict.stands
    assert small.spelling.as_written(f"{says}, hello") == f"{writes}, hello"


def test_what_somebody_is_asked_of_themselves_is_judged_with_their_name() -> None:
    filler = "The wind blew over the hill, and nobody came to the mill that day at all."
    told_ = (
        *(f"{filler} {n}" for n in range(30)),
        "“I want to go to India,” said Ben Carr to Ada Moss. “India calls me.”",
        "Ben Carr sat down. “And Ada Moss must come,” said Ben Carr.",
        *(f"{filler} {n}" for n in range(30)),
    )
    small = make_world(
        Book(title="A book", chapters=(Chapter(title="One", paragraphs=told_),)), Index(None, 80)
    )
    with_name = judge_prompt("Why does Ben Carr want to go to India?", small).score
    assert judge_prompt("Ben Carr, why do you want to go to India?", small).score >= with_name


@pytest.mark.parametrize("prompt", ["Mr. Moor, good evening", "Bertram, good evening!"])
def test_who_is_called_before_the_greeting_is_greeted(prompt: str) -> None:
    assert is_greeting(prompt)


@pytest.mark.parametrize(
    ("prompt", "leaves"), [("Ada, good night", True), ("Ada, good evening", False)]
)
def test_a_parting_may_call_somebody_first(prompt: str, leaves: bool) -> None:
    assert takes_leave(prompt) is leaves


async def test_what_becomes_of_somebody_is_told_where_the_book_last_tells_of_them() -> None:
    answer = await OfflineNarrator(world(), portraits()).answer(
        briefing("What becomes of Silas Grey?")
    )
    last = [p for p in world().passages if "Silas Grey" in p.text][-1]
    assert answer.cited == (last.id,)
    assert answer.text.startswith("Old Silas Grey was seen")


async def test_how_it_ends_is_not_about_what_was_told_last() -> None:
    again = briefing("How does it all end?", await told("What did the sluice keeper count?"))
    again = replace(again, found=tuple(world().search("sluice keeper ledger")))
    answer = await OfflineNarrator(world(), portraits()).answer(again)
    assert answer.cited == (world().passages[-1].id,)


async def test_what_asks_nothing_does_not_bring_back_what_was_told() -> None:
    first = await told("What did the sluice keeper count?")
    again = briefing("Thank you, that was lovely", first)
    again = replace(again, found=tuple(world().search(first)))
    answer = await OfflineNarrator(world(), portraits()).answer(again)
    assert "counted every barrel" in first and "counted every barrel" not in answer.text


async def test_who_has_an_abbreviated_name_is_spoken_to_by_it() -> None:
    told_ = ("“I am going to the mill,” said St. John, and sat down.",) * 6
    small = make_world(
        Book(title="A book", chapters=(Chapter(title="One", paragraphs=told_),)), Index(None, 80)
    )
    asked = replace(briefing("St. John, why do you go to the mill?"), verdict=None)
    plan = await OfflinePlanner(Portraits(small)).plan(asked)
    assert (plan.next_action, plan.target) == (Route.ENGAGE_NPC, "St. John")


@pytest.mark.parametrize(
    ("prompt", "kind"),
    [
        ("What a lovely day", PromptKind.SPEECH),
        ("What a day is it?", PromptKind.QUESTION),
        ("What day is it", PromptKind.QUESTION),
    ],
)
def test_what_a_day_asks_nothing(prompt: str, kind: PromptKind) -> None:
    assert kind_of(prompt) is kind
