"""What models are told: who is `I` in a passage, who is there, what somebody said in the book."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from ludens.llm.request import LLMRequest, OutputSchema
from ludens.llm.scripted import ScriptedLLM
from ludens.story.agents.llm import LLMExtractor, PersonaReply, PlannerReply, RefereeReply, parts_of
from ludens.story.agents.offline import OfflineCharacter, OfflineNarrator
from ludens.story.answer import Mode, with_checked_citations
from ludens.story.briefing import Briefing
from ludens.story.cast.portrait import Portraits
from ludens.story.corpus.book import Book, Chapter
from ludens.story.corpus.index import Index
from ludens.story.loop import bearing_on_premise, here, others_than
from ludens.story.persona import Line, Persona
from ludens.story.presence import present_at
from ludens.story.referee.verdict import doubted
from ludens.story.rendering import request_for
from ludens.story.speeches import LONGEST_PART, by_passage, part_of, remembered
from ludens.story.speeches import text_of as text_of_speech
from ludens.story.world import World, make_world
from story.worlds import persona, tale_portraits, tale_world


def world_of(*chapters: Chapter) -> World:
    return make_world(Book(title="A book", chapters=chapters), Index(None, 40))


def briefed(world: World, number: int = 0, **given: object) -> Briefing:
    passage = world.passages[number]
    values: dict[str, object] = {
        "turn": 1,
        "title": world.book.title,
        "prompt": "Look around",
        "found": here(world, passage.id),
        "cast": (),
        "earlier": (),
        "active_npcs": (),
        "dice": Random(1),
        "chapters": tuple(world.chapter_names),
        "here": passage,
        "present": present_at(Portraits(world), number),
        "teller": world.teller,
    }
    return Briefing(**{**values, **given})  # type: ignore[arg-type]


def text_of(request: LLMRequest) -> str:
    return request.messages[-1].blocks[-1].text


def line(text: str, chapter: int, offset: int) -> Line:
    passage = f"{chapter:06}{offset:06}"
    return Line(text=text, passage=passage, chapter=chapter, offset=offset, rule="saying")


async def test_whoever_asks_is_told_whom_i_means_in_a_passage() -> None:
    told = "I locked the mill and went down to the ferry, where nobody was. " * 3
    spoken = "“I will not go down to the ferry, whatever my brother says,” said Ben Moss. " * 3
    world = world_of(
        Chapter(title="Ada Moss's diary", paragraphs=(told, "Ben Moss told Ada Moss to go.")),
        Chapter(title="The ferry", paragraphs=(spoken, "Ada Moss smiled. Ben Moss laughed.")),
    )
    assert ', where I is "Ada Moss": "I locked' in text_of(request_for("narrator", briefed(world)))
    told = await OfflineNarrator(world, Portraits(world)).answer(
        briefed(world, prompt="Who is here?", mode=Mode.NARRATION)
    )
    assert told.text == "The book names nobody here. Ada Moss tells of it."
    second = next(n for n, p in enumerate(world.passages) if p.chapter == 1)
    assert "where I is" not in text_of(request_for("narrator", briefed(world, second)))


def test_a_model_is_told_who_is_where_the_player_is() -> None:
    world = tale_world()
    number = next(n for n, p in enumerate(world.passages) if world.named_in(p))
    present = present_at(tale_portraits(), number)
    told = text_of(request_for("narrator", briefed(world, number)))
    names = ", ".join(json.dumps(name) for name in present.speaking)
    assert present.speaking and f"Who speaks there: {names}\n" in told


def test_who_is_around_is_there_too() -> None:
    talk = ("“Good day,” said Ada Moss.", "“Good day to you,” said Ben Reed, and he laughed.") * 9
    later = ("“Good night,” said Carl Dunn.",) * 9
    world = world_of(Chapter(title="One", paragraphs=talk), Chapter(title="Two", paragraphs=later))
    last = next(n for n, p in enumerate(world.passages) if p.chapter == 1) - 1
    assert set(present_at(Portraits(world), 0).speaking) == {"Ada Moss", "Ben Reed"}
    assert "Carl Dunn" not in present_at(Portraits(world), last).there


def test_a_speech_is_remembered_whole() -> None:
    first = line("Yes, my lad,", 0, 0)
    lines = (
        first,
        line("such is my name.", 0, 30).model_copy(update={"passage": first.passage}),
        line("So you are our boy?", 0, 400),
    )
    told = [each.text for each in remembered(Persona(name="Silver", quotes=lines), "A name?")]
    assert told == ["Yes, my lad, such is my name.", "So you are our boy?"]


def test_a_long_speech_is_remembered_where_it_bears_on_the_prompt() -> None:
    long = " ".join(["We sailed on and saw nothing at all of it."] * 20)
    lines = (line(f"{long} The parrot died at Malabar. {long}", 0, 0),)
    (told,) = remembered(Persona(name="Silver", quotes=lines), "What of the parrot?")
    assert told.text.startswith("… The parrot died") and told.text.endswith(" …")
    assert len(told.text.split()) <= LONGEST_PART + 2
    assert part_of("Short. Enough.", {"parrot"}) == "Short. Enough."


def test_each_part_of_a_long_speech_has_the_id_of_the_passage_where_it_stands() -> None:
    long = " ".join(f"We sailed on day {n} and saw nothing of land at all." for n in range(40))
    text = f"“{long} The parrot died at Malabar. {long}” said Ben Moss. "
    world = world_of(Chapter(title="One", paragraphs=("Ben Moss sat down. He spoke.", text)))
    assert len(world.passages) > 3
    (spoken,) = [
        spoken for spoken in Portraits(world).lines()["Ben Moss"] if "parrot" in spoken.text
    ]
    ben = Persona(name="Ben Moss", quotes=(spoken,))
    told = remembered(ben, "What of the parrot?", world.begins_in)
    whole = part_of(spoken.text, {"parrot"})
    assert " ".join(each.text for each in told) == f"… {whole} …"
    for each in told:
        passage = world.passages[world.by_id[each.passage]]
        assert each.text.strip("… ") in passage.text
    everything = by_passage([spoken], spoken.text, world.begins_in)
    assert len({each.passage for each in everything}) == len(everything) > 3
    assert " ".join(each.text for each in everything) == spoken.text


async def test_without_a_model_a_long_speech_is_cited_where_it_stands() -> None:
    long = " ".join(f"We sailed on day {n} and saw nothing of land at all." for n in range(40))
    text = f"“{long} The parrot died at Malabar. {long}” said Ben Moss. "
    world = world_of(Chapter(title="One", paragraphs=("Ben Moss sat down. He spoke.", text)))
    portraits = Portraits(world)
    answer = await OfflineCharacter(world, portraits).answer(
        briefed(world, prompt="What of the parrot?", persona=portraits.draw("Ben Moss"))
    )
    texts = {passage.id: passage.text for passage in world.passages}
    checked = with_checked_citations(answer, texts)
    assert "parrot" in checked.text
    assert all(not c.problem for part in checked.parts for c in part.citations)
    assert all(part.text in texts[part.citations[0].passage] for part in checked.parts)


def test_who_is_asked_is_not_asked_about() -> None:
    named = [line(f"John Silver is the name, number {n}.", 0, 200 * n) for n in range(20)]
    asked = line("A broadside took my leg.", 9, 0)
    silver = Persona(name="John Silver", quotes=(*named, asked))
    told = [each.text for each in remembered(silver, "Ask John Silver about his leg")]
    assert asked.text in told


def test_what_shares_only_common_words_with_a_prompt_is_no_answer_to_it() -> None:
    common = [line(f"You know that I come and go, on day {n}.", 0, 200 * n) for n in range(40)]
    lines = (*common, line("The parrot died.", 5, 0))
    silver = Persona(name="Silver", quotes=lines)
    told = remembered(silver, "Do you know how the parrot died, and did it come to you?")
    assert told[-1].text == "The parrot died."
    # What is said besides stands for all of the book.
    assert len({int(each.text.split()[-1].strip(".")) // 10 for each in told[:-1]}) == 4


def test_of_what_shows_how_somebody_speaks_the_most_like_them_is_remembered() -> None:
    own = [line(f"Shiver my timbers, matey, day {n}.", 2 * n, 0) for n in range(16)]
    other = [line("The house was cold and the door stood open.", 2 * n + 1, 0) for n in range(16)]
    all_ = sorted((*own, *other), key=lambda each: each.chapter)
    told = remembered(Persona(name="Silver", quotes=tuple(all_)), "Hello")
    assert [each.text for each in told] == [each.text for each in own]


def test_how_somebody_speaks_is_remembered_from_all_over_the_book() -> None:
    lines = tuple(line(f"Line {n} of it.", n, 0) for n in range(64))
    told = remembered(Persona(name="Silver", quotes=lines), "Hello")
    assert [int(each.text.split()[1]) // 4 for each in told] == list(range(16))


@pytest.mark.parametrize("read", [None, 1])
async def test_who_draws_somebody_sees_all_that_is_read_and_nothing_else(read: int | None) -> None:
    world, seen = tale_world(), []

    def reply(request: LLMRequest) -> str:
        seen.extend(re.findall(r"id ([0-9a-f]{12}), in", text_of(request)))
        return persona(request)

    extractor = LLMExtractor(ScriptedLLM(reply), world, tale_portraits(), read)
    await extractor.extract("Tamsin")
    chapters = {world.chapter_of(passage) for passage in seen}
    assert chapters == {0} if read else len(chapters) > 1
    drawn = tale_portraits().draw("Tamsin")
    assert {t.passage for t in drawn.placed(world.chapter_of).up_to(read).traits} <= set(seen)


async def test_whom_somebody_has_to_do_with_comes_from_the_card_to_the_character() -> None:
    world, portraits = tale_world(), tale_portraits()

    def reply(request: LLMRequest) -> str:
        passage = re.findall(r"id ([0-9a-f]{12}), in", text_of(request))[0]
        drawn = json.loads(persona(request))
        return json.dumps(
            drawn
            | {
                "relations": [
                    {"name": "her mother", "text": "taught her to row", "passage": passage},
                    {"name": "Josse", "text": "her cousin", "passage": passage},
                    {"name": "Gandalf", "text": "invented", "passage": "f" * 12},
                ]
            }
        )

    drawn = await LLMExtractor(ScriptedLLM(reply), world, portraits, None).extract("Tamsin")
    assert [r.name for r in drawn.relations][:2] == ["her mother", "Josse Pell"]
    asked = request_for("character", briefed(world, persona=drawn, mode=Mode.CHARACTER))
    shown = [line for line in text_of(asked).splitlines() if line.startswith("- you know")]
    assert '"her mother": "taught her to row"' in shown[0]
    assert '"Josse Pell": "her cousin"' in shown[1]
    assert not [line for line in shown if "Gandalf" in line]


def test_nobody_is_introduced_from_an_unread_chapter() -> None:
    world = world_of(
        Chapter(title="One", paragraphs=("“Good day,” said Ada Moss. “Good day,” said Ben.",)),
        Chapter(title="Two", paragraphs=("Ada Moss was the murderer of the miller all along.",)),
    )
    drawn = Portraits(world).draw("Ada Moss")
    assert "murderer" in drawn.background
    assert drawn.placed(world.chapter_of).up_to(1).background == ""


def test_a_referee_sees_what_bears_on_what_is_taken_for_granted() -> None:
    filler = "The wind blew over the hill and nobody came to the mill that day at all. " * 4
    world = world_of(
        Chapter(
            title="One",
            paragraphs=(
                *(f"Ada Moss met Ben Reed and Carl Dunn on day {n}. {filler}" for n in range(9)),
                "In spring Ada Moss married Carl Dunn.",
                *(f"Ben Reed and Ada Moss met on the hill, day {n}. {filler}" for n in range(9)),
            ),
        ),
    )
    (passage,) = bearing_on_premise(world, "Why did Ada Moss marry Ben Reed?")
    assert "married Carl Dunn" in world.passages[world.by_id[passage]].text
    assert bearing_on_premise(world, "Hello!") == ()


def test_the_shape_of_a_reply_says_nothing_of_where_its_rules_come_from() -> None:
    for reply in (RefereeReply, PlannerReply, PersonaReply):
        assert "seed" not in json.dumps(OutputSchema.of(reply).definition).lower()


def test_a_planner_is_told_who_is_named_without_a_line() -> None:
    chapters = (
        Chapter(
            title="One",
            paragraphs=(
                "“Good day, and a good day to you,” said Ada Moss. Ben Reed was asleep.",
                "“Good day, and what of Ben Reed?” said Carl Dunn. Ben Reed never spoke.",
                "“He was always so,” said Ada Moss. “And you?” “I am not,” said Carl Dunn.",
            ),
        ),
    )
    world = world_of(*chapters)
    cast = tuple(person.name for person in Portraits(world).cast())
    assert "Ada Moss" in cast and "Ben Reed" not in cast
    assert "Ben Reed" in others_than(world, cast) and not {*others_than(world, cast)} & {*cast}
    briefing = briefed(world, cast=cast, others=("Ben Reed",), verdict=doubted("It is not told."))
    assert '"Ben Reed"' in text_of(request_for("planner", briefing))


def test_a_name_within_a_longer_one_is_somebody_else() -> None:
    inn = "We met at the Royal George, and King George was drunk to by all who were there. "
    merry = "“I know, and so do you,” said George Merry. “Well, George?” said Ben Moss. "
    world = world_of(
        Chapter(title="One", paragraphs=(inn * 2,)), Chapter(title="Two", paragraphs=(merry,) * 6)
    )
    assert "George Merry" in [person.name for person in world.people]
    assert not world.people_in(world.passages[0].text, 0)
    assert world.people_in("Is it Mr. Merry? Dear George, George Merry!") == ["George Merry"]


def test_who_speaks_in_later_chapters_alone_is_told_apart() -> None:
    talk = ("“Good day,” said Ada Moss.", "“Good day to you,” said Ben Reed, and he laughed.") * 9
    later = ("“Good night,” said Carl Dunn.", "“Good night to all,” said Ada Moss.") * 9
    world = world_of(Chapter(title="One", paragraphs=talk), Chapter(title="Two", paragraphs=later))
    portraits = Portraits(world)
    assert portraits.to_come(0) == ("Carl Dunn",) and portraits.to_come(1) == ()
    cast = tuple(person.name for person in portraits.cast())
    given = {"cast": cast, "to_come": ("Carl Dunn",), "verdict": doubted("It is not told.")}
    told = text_of(request_for("planner", briefed(world, **given)))
    assert 'later chapters alone: "Carl Dunn"' in told and told.count("Carl Dunn") == 1


def test_within_a_long_speech_nobody_is_who_tells_the_book() -> None:
    speech = " ".join(f"I was at sea for {n} years and saw nothing of land." for n in range(2, 22))
    told = []
    for n in range(6):
        told += [f"“Come, Ned, for the {n}th time!” said Ben Carr.", "“I am coming,” said I."]
    world = world_of(
        Chapter(title="A note to who buys this", paragraphs=("I thank my reader. " * 20,)),
        Chapter(title="Chapter 1", paragraphs=(*told * 6, f"“{speech}” said Ben Carr.")),
    )
    within = [p for p in world.passages if "at sea" in p.text]
    assert len(within) > 2
    assert {world.teller(passage) for passage in within} == {""}
    assert world.teller(next(p for p in world.passages if "said I" in p.text)) == "Ned"


def test_what_stands_behind_a_mark_within_a_sentence_is_the_sentence_s() -> None:
    parts = parts_of("He had a brother [0123456789ab]; he never came. [0123456789ab] It rained.")
    assert [part.text for part in parts] == ["He had a brother;", "he never came.", "It rained."]


def test_two_sentences_of_a_speech_are_not_one() -> None:
    first, second = line("I can never do that,", 0, 0), line("You can punish me.", 0, 40)
    assert text_of_speech([first, second]) == "I can never do that. You can punish me."
    assert text_of_speech([first, line("and I will not.", 0, 40)]).startswith(
        "I can never do that,"
    )
