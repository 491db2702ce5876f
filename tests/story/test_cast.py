"""Who is in the tale and what they say, against the truth that its author wrote down."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from ludens.story.cast.attribution import Attribution, shipped_model
from ludens.story.cast.cards import Card, Cards
from ludens.story.cast.manner import manner_of
from ludens.story.cast.names import people_of
from ludens.story.cast.narrator import people_of_book
from ludens.story.cast.portrait import Portraits
from ludens.story.cast.quotations import quotations
from ludens.story.cast.resolver import Resolver
from ludens.story.cast.salience import salience_of
from ludens.story.cast.scene import Kind, Names, speeches
from ludens.story.cast.tokens import paragraphs_of
from ludens.story.corpus.book import Book, Chapter
from ludens.story.corpus.index import Index
from ludens.story.errors import NoSuchCharacterError
from ludens.story.speeches import remembered, spoken_at_once, text_of
from ludens.story.world import make_world
from story.worlds import tale, tale_portraits, tale_world

TRUTH = json.loads((Path(__file__).parent / "data/low_harrow_speakers.json").read_text("utf-8"))


SOME = tale().model_copy(update={"chapters": tale().chapters[:3]})
"""Enough of the tale where its length tells nothing."""


def test_quotes_are_really_the_characters_own() -> None:
    portraits = tale_portraits()
    truth = {(q["text"].replace("*", ""), n): q["speaker"] for n, q in enumerate(TRUTH)}
    by_text: dict[str, set[str]] = {}
    for (text, _), speaker in truth.items():
        by_text.setdefault(text, set()).add(speaker)
    given = [(name, line) for name, lines in portraits.lines().items() for line in lines]
    owner = {n: portraits.find(n).name for n in {q["speaker"] for q in TRUTH if q["speaker"]}}
    right = sum(
        name in {owner.get(speaker) for speaker in by_text[line.text]} for name, line in given
    )
    assert right / len(given) >= 0.85
    assert right / len(TRUTH) >= 0.60


def test_a_voice_is_made_of_lines_that_are_surely_somebodys_own() -> None:
    portraits, sure = tale_portraits(), shipped_model().sure
    assert shipped_model().cut < sure < 1
    owner = {q["text"].replace("*", ""): q["speaker"] for q in TRUTH if q["speaker"]}
    right = given = 0
    for person in portraits.cast():
        voice, all_ = portraits.voice(person.name), portraits.lines()[person.name]
        assert voice == [line for line in all_ if line.chance >= sure]
        assert portraits.draw(person.name).quotes == tuple(voice)
        given += len(voice)
        right += sum(portraits.find(owner[v.text]) == person for v in voice if v.text in owner)
    assert given < sum(map(len, portraits.lines().values()))
    assert right / given >= 0.95


def test_each_line_stands_where_it_is_said_to_stand() -> None:
    world = tale_world()
    for lines in tale_portraits().lines().values():
        for line in lines:
            text = "\n\n".join(world.book.chapters[line.chapter].paragraphs)
            assert text[line.offset :].startswith(line.text)
            assert line.passage in world.by_id


def test_the_tale_has_its_length_and_its_voices() -> None:
    assert tale().words >= 12_000
    assert len(tale().chapters) >= 8
    assert sum(len(lines) >= 6 for lines in tale_portraits().lines().values()) >= 8


def test_one_person_has_all_forms_of_the_name() -> None:
    portraits = tale_portraits()
    assert portraits.find("Captain Sorrel").name == portraits.find("the captain").name
    assert portraits.find("Mistress Quillon").name == "Agnes Quillon"
    assert portraits.find("josse").name == "Josse Pell"


def test_who_is_not_in_the_book_is_said_not_to_be() -> None:
    with pytest.raises(NoSuchCharacterError, match="Tamsin"):
        tale_portraits().find("Gandalf")


def test_a_persona_has_its_places_and_relations() -> None:
    persona = tale_portraits().draw("Nan Hesper")
    assert "questions" in persona.speaking_style
    assert {a.title for a in persona.appearances} >= {"4. The Woman Who Mended Nets", "15. Soup"}
    assert "Tamsin Orle" in {relation.name for relation in persona.relations}


def test_speech_is_attributed_by_what_is_said_of_it_and_left_open_where_it_is_unclear() -> None:
    paragraphs = (
        "“Come in,” said Ada Brown. “It is late.”",
        "“I know,” Mr Carter answered.",
        "“Sit.”",
        "There was a noise in the street, and for a very long time nobody who was in the room, or "
        "who stood before it, or who had come in from the garden, spoke another word to anybody "
        "at all, since it was late.",
        "“Who is there?” somebody said.",
    )
    people = people_of([*paragraphs, "Then Ada Brown and Ada Brown met Mr Carter and Mr Carter."])
    speakers = [said.speaker for said in Attribution(people).chapter(paragraphs)]
    assert speakers == ["Ada Brown", "Ada Brown", "Mr Carter", speakers[3], None]


def test_a_card_is_kept_with_the_book_and_undone(tmp_path: Path) -> None:
    cards = Cards(tmp_path, SOME.sha256)
    cards.keep(
        Card(of="Josse Pell", name="Old Pell", aliases=("the ferryman",), background="Tired.")
    )
    world = make_world(SOME, Index(None, 80), cards=cards.load())
    persona = Portraits(world).draw("the ferryman")
    assert (persona.name, persona.background) == ("Old Pell", "Tired.")
    assert persona.quotes
    cards.keep(Card(of="Josse Pell"))
    assert cards.load() == ()


def test_where_people_live_is_nobody_though_it_is_said_to_act_and_speak() -> None:
    told = (
        "“Good day,” said Tom Reed. The town was black. Then Coketown was loud, and Tom Reed left.",
        "Tom Reed lived in Coketown all his life. Now Coketown had no trees, and nobody minded.",
        "It rained in Coketown. Mary Fell came, and Coketown looked at her and at Tom Reed.",
        "There was smoke in Coketown, and Coketown liked it. “Go,” said Mary Fell to Tom Reed.",
        "Nobody slept, for Coketown was awake; and Coketown was hot. Mary Fell slept in Coketown.",
    )
    said = ("“No,” said Coketown, with one voice. “Well, Coketown!” cried Mary Fell.",)
    people = people_of_book([paragraphs_of((*told * 4, *said * 2))])
    assert {person.name for person in people} == {"Tom Reed", "Mary Fell"}


def test_a_narrator_who_says_i_is_whoever_others_call_by_name() -> None:
    told = (
        "“Come in, Hobb,” said Ada Brown.",
        "“I am wet,” said I.",
        "“Sit down, Hobb.” Ada Brown laughed, and I sat down by Ada Brown.",
        "“Thank you,” I said. Then Mr Carter came in, and Mr Carter smiled at me.",
        "“Good evening, Hobb,” Mr Carter said. I answered, “Good evening.”",
        "“Is it late, Hobb?” asked Ada Brown. “It is,” said I. “Very,” I added.",
    )
    (narrator,) = (p for p in people_of_book([paragraphs_of(told * 3)]) if p.tells)
    assert narrator.name == "Hobb"
    nameless = tuple(text.replace(", Hobb", "") for text in told)
    (narrator,) = (p for p in people_of_book([paragraphs_of(nameless * 3)]) if p.tells)
    assert narrator.name == "The narrator"


def test_in_diaries_and_letters_i_is_whoever_writes_them() -> None:
    said = (
        "“Come in,” I said to Tom Field, and Tom Field came in with the wet dog.",
        "“It is late,” I answered. Mary Hale laughed, and Mary Hale sat down by John Hale.",
        "“So it is,” said John Hale. John Hale smiled at Mary Hale. Tom Field went out.",
    )
    titles = ("I · MARY HALE'S DIARY--continued", "II", "III. Tom Field Continues")
    chapters = (
        (*said, "Letter from John Hale to Mary Hale.", *said),
        ("John Hale's Journal.", *said, "He handed me a letter:", *said),
        said,
    )
    book = Book(
        title="Papers",
        chapters=tuple(
            Chapter(title=title, paragraphs=paragraphs)
            for title, paragraphs in zip(titles, chapters, strict=True)
        ),
    )
    world = make_world(book, Index(None, 80))
    assert not any(person.tells for person in world.people)
    who = [[world.people[n].name if n >= 0 else "" for n in own] for own in world.tellers]
    mary, john = "Mary Hale", "John Hale"
    assert who == [[mary] * 3 + [john] * 4, [john] * 8, [""] * 3]
    lines = {name: [line.text for line in own] for name, own in Portraits(world).lines().items()}
    assert lines[mary].count("Come in,") == 1
    assert lines[john].count("Come in,") == 3


def test_one_who_is_called_by_title_and_office_is_named_so() -> None:
    told = (
        "Count Orlok came in. “Sit,” said the Count. The Count smiled, and the Count sat down.",
        "“I am Voivode Orlok,” said Count Orlok. Count Orlok rose. The Count laughed at Ada Moor.",
        "“The Count is late,” said Ada Moor. The Count was here, and the Count heard Ada Moor.",
    )
    people = people_of_book([paragraphs_of((*told, *told[::2] * 6))])
    (count,) = (person for person in people if "orlok" in " ".join(person.aliases))
    assert count.name == "Count Orlok"


def test_who_answers_to_a_name_is_the_same_person() -> None:
    told = (
        "“Come in, Henry,” said Ada Brown. “Henry, it is late.”",
        "“I know,” said Mr. Wilcox. Mr. Wilcox sat down.",
        "“Are you tired, Henry?” asked Ada Brown.",
        "“No,” said Mr. Wilcox. Mr. Wilcox was pale.",
        "“Is Peter here, Henry?” asked Ada Brown. Ada Brown looked out.",
        "“He is,” said Peter Dean. Peter Dean came in. “Peter,” cried Ada Brown.",
        "“Good night, Peter,” said Mr. Wilcox. “Where is Henry?” said Peter Dean.",
    )
    people = people_of_book([paragraphs_of(told * 3)])
    (henry,) = (p for p in people if "henry" in p.aliases)
    assert henry.aliases == {"henry", "mr wilcox"}


def test_a_first_name_alone_is_whose_full_name_has_it_most_and_an_office_its_only_bearers() -> None:
    told = (
        "“Up,” said John Andrew. John Andrew ran. John Beaver came in with Major Hill.",
        "“John,” said Mr. Beaver, “is up.” Mr. Beaver went out. Mr. Beaver sang.",
        "“Down,” said John. The Major laughed. “Well,” said the Major. “Oh,” said Major Hill.",
        "“Ah,” said Major Hill. Major Hill sat. “Eh?” Major Hill asked. Major Hill stood up.",
    )
    people = people_of([*told] * 3)
    (john,) = (p for p in people if "john" in p.aliases)
    assert john.name == "John Andrew"
    (major,) = (p for p in people if "the major" in p.aliases)
    assert "major hill" in major.aliases


def test_who_has_an_article_in_the_name_is_somebody_and_a_place_is_nobody() -> None:
    told = (
        "“Off!” cried the Queen of Hearts. The Queen of Hearts was red.",
        "“Tea,” the March Hare said.",
        "“Wine?” said the March Hare. “None,” said Ada Brown. Ada Brown had come from London.",
        "“Off!” said the Queen of Hearts to the March Hare. “In London?” asked Ada Brown.",
    )
    names = {p.name for p in people_of([*told] * 8)}
    assert names == {"The Queen of Hearts", "The March Hare", "Ada Brown"}


def test_a_first_name_tells_the_sex_where_nothing_else_does() -> None:
    people = people_of(["“Up,” said Veronica. Veronica ran. “Down,” said Henry. Henry ran."] * 3)
    assert {p.name: p.gender for p in people} == {"Veronica": "f", "Henry": "m"}


def test_he_and_she_are_who_was_last_in_mind() -> None:
    told = (
        "Ada Brown came in. Mr Carter looked up. She sat down by the fire and read.",
        "“It is late,” she said.",
        "He laughed.",
        "“It is.”",
        "Mr Carter rose.",
    )
    people = people_of([*told, "“So,” said Ada Brown. “So,” said Mr Carter."] * 3)
    who = {person.name: number for number, person in enumerate(people)}
    paragraphs, names = paragraphs_of(told), Names(people)
    mentions = [names.mentions(paragraph) for paragraph in paragraphs]
    found = salience_of(people, paragraphs, mentions, list(speeches(paragraphs, names)))
    ada, carter = who["Ada Brown"], who["Mr Carter"]
    assert [mind.actor for mind in found.before] == [ada, carter]
    assert found.beside[0].fast[ada] > found.beside[0].fast[carter]
    assert found.following == [carter, carter]


def test_a_speech_fits_who_says_its_words_elsewhere_and_never_by_itself() -> None:
    words = [[["thquare"] * 3, ["square"] * 3, ["thquare"]]]
    of = [[(0, 0), (1, 1), (2, 0), (2, 1)]]
    (fits,) = manner_of(words, of, [np.array([1.0, 1.0, 0.5, 0.5])])
    assert fits[2, 0] > 0 > fits[3, 0]
    (alone,) = manner_of([[["odd"] * 3, ["even"] * 3]], [[(0, 0)]], [np.ones(1)])
    assert alone[0, 0] == pytest.approx(0.0)


def test_a_book_opened_again_has_its_people_and_lines_and_a_damaged_file_is_made_anew(
    tmp_path: Path,
) -> None:
    first = make_world(SOME, Index(tmp_path, 80))
    lines = Portraits(first).lines()
    people, said = sorted((tmp_path / "casts").glob("*-*.json"), reverse=True)
    again = make_world(SOME, Index(tmp_path, 80))
    assert again.people == first.people
    assert Portraits(again).lines() == lines
    assert "taken_apart" not in vars(again)
    people.write_text("[", "utf-8")
    said.write_text("{", "utf-8")
    damaged = make_world(SOME, Index(tmp_path, 80))
    assert damaged.people == first.people
    assert Portraits(damaged).lines() == lines


def test_a_name_that_others_have_in_theirs_is_theirs() -> None:
    told = (
        "“Well,” said Long John. Then Long John laughed and he sat.",
        "“Sit,” said John Silver. At last John Silver rose and he laughed.",
        "“Go,” said Long John Silver. So Long John Silver walked on and he sang.",
        "“Come,” said the Lion. And the Lion wept, for he was old.",
        "“I fear,” said the Cowardly Lion. But the Cowardly Lion ran, and he fell.",
    )
    apart = [line for each in told * 4 for line in (each, "It rained.", "The wind blew.")]
    people = people_of_book([paragraphs_of(apart)])
    silver, lion = sorted(people, key=lambda person: "lion" in person.name.lower())
    assert silver.aliases == {"long john", "john silver", "long john silver"}
    assert lion.aliases == {"the lion", "the cowardly lion"}


def test_whom_the_story_calls_by_title_alone_is_named_so() -> None:
    told = (
        "“Yes,” said Mr. Rowland Rochester. " + "“No,” said Mr. Rochester, and he left. " * 30,
        "“Yes,” said Emma Woodhouse. " * 3 + "“Never,” said Emma, and she left. " * 30,
    )
    people = people_of_book([paragraphs_of(told)])
    assert {person.name for person in people} == {"Emma Woodhouse", "Mr. Rochester"}


def test_a_saint_s_name_is_a_name_and_a_doctor_is_not_a_mister_of_the_name() -> None:
    told = (
        "“No,” said St. John. So St. John left, and he sang. “Yes,” said Mr. St. John.",
        "It rained.",
        "“Well,” said St. John Rivers. Now St. John Rivers laughed, and he sat.",
        "It rained.",
        "“Go,” said Mr. Archibald Craven. And Archibald Craven rose, and he left.",
        "It rained.",
        "“Sit,” said Dr. Craven. But Dr. Craven rose, and he laughed.",
        "It rained.",
    )
    people = people_of_book([paragraphs_of(told * 4)])
    resolver = Resolver(people)
    saint = resolver.find("St. John")
    assert saint is not None and saint is resolver.find("St. John Rivers")
    assert resolver.find("Dr. Craven") is not resolver.find("Archibald Craven")


def test_a_first_name_of_the_other_sex_is_somebody_else_s() -> None:
    told = (
        "“No,” said Lord Ingram. So Lord Ingram left, and he sang. Lord Ingram said that he went."
    )
    resolver = Resolver(people_of_book([paragraphs_of((told,) * 4)]))
    assert resolver.find("Ingram") is not None
    assert resolver.find("Blanche Ingram") is None


def test_an_office_is_whoever_the_book_speaks_of_most_by_it() -> None:
    told = (
        "“Come,” said Count Orlok. " * 9 + "“Come in,” said the Count. And the Count laughed.",
        "It rained.",
        "“I am Count de Ville,” he said. Count de Ville bowed.",
    )
    resolver = Resolver(people_of_book([paragraphs_of(told * 2)]))
    assert resolver.find("the Count") is resolver.find("Count Orlok") is not None


def test_of_two_men_of_a_surname_the_mister_is_who_is_called_so_by_his_whole_name() -> None:
    told = (
        "“Come,” said Mr. Archibald Craven. Mr. Archibald Craven rose, and he left.",
        "It rained.",
        "“No,” said Colin Craven. And Colin laughed, for he was glad. “Well,” said Colin.",
        "It rained.",
        "“Go,” said Mr. Craven. So Mr. Craven left, and he sang.",
    )
    resolver = Resolver(people_of_book([paragraphs_of(told * 4)]))
    craven = resolver.find("Mr. Craven")
    assert craven is resolver.find("Archibald Craven") is not None
    assert craven is not resolver.find("Colin")


def test_who_tells_the_story_is_who_is_called_by_name_and_answers_as_i() -> None:
    filler = "The wind blew over the hill, and nobody came to the mill that day at all."
    paragraphs = []
    for n in range(6):
        paragraphs += [
            f"“Where is Moss, Ned?” said Ben Carr. {filler}",
            f"“He is at the mill {n},” said I.",
            "“Call Moss! Moss, come down here!” cried Ben Carr.",
            "He came down the stairs, and Ben Carr took his hand.",
        ]
    people = people_of_book([paragraphs_of(paragraphs)])
    assert [p.name for p in people if p.tells] == ["Ned"]


def test_who_tells_the_story_is_nobody_whom_it_calls_he() -> None:
    paragraphs = []
    for n in range(8):
        paragraphs += [
            f"“Come down, Ned, for the {n}th time!” said Ben Carr.",
            "“I am coming,” said I.",
            f"I went down and told him how many there were. “Ah,” said he, “that is {n} at last.”",
        ]
    world = make_world(
        Book(title="A book", chapters=(Chapter(title="", paragraphs=tuple(paragraphs)),)),
        Index(None, 80),
    )
    lines = Portraits(world).lines()
    assert {line.text for line in lines["Ned"]} == {"I am coming,"}


def test_a_model_is_shown_only_lines_that_the_book_gives_to_somebody_by_name() -> None:
    portraits = tale_portraits()
    for person in portraits.cast()[:5]:
        drawn = portraits.draw(person.name)
        shown = {each.text.strip("… ") for each in remembered(drawn, "the bell")}
        guessed = [line.text for line in drawn.quotes if line.rule != "saying"]
        assert (shown and guessed) or len(drawn.said_so) == len(drawn.quotes)
        assert not [g for g in guessed if any(g in text for text in shown)]


def test_two_names_to_which_i_answers_are_both_of_who_tells_the_story() -> None:
    paragraphs = []
    for n in range(14):
        name = ("Ellen", "Nelly")[n % 2]
        paragraphs += [
            f"“Surely {name} knows where it is,” said Ada Moss.",
            f"“Well, {name}, where is the key of the mill?” asked Ben Carr.",
            f"“It hangs on nail {n},” said I.",
            "Ben Carr took it, and went down to the water with Ada Moss.",
        ]
    people = people_of_book([paragraphs_of(paragraphs)])
    (teller,) = [p for p in people if p.tells]
    assert {"ellen", "nelly"} <= teller.aliases
    assert len(people) == 3


def test_a_captain_of_whom_the_book_speaks_before_another_is_named_is_somebody_else() -> None:
    first = [
        "The captain came to the inn in winter, and drank his rum by the fire.",
        "“I fear nobody,” said the captain. “I have seen the black spot.”",
        "“You will die of rum,” said Dr. Lee. The captain was an old man with a scar.",
        "“Let me be,” said the captain, and he drank his rum again.",
    ] * 2
    second = [
        "Captain Small came aboard, and Dr. Lee took him to the cabin.",
        "“I do not like this ship,” said Captain Small. “I like her not at all.”",
        "“Who sails her then?” asked Dr. Lee of Captain Small.",
        "“I sail her,” said the captain. The captain was a sharp man.",
    ] * 3
    chapters = (
        Chapter(title="The inn", paragraphs=tuple(first)),
        Chapter(title="The ship", paragraphs=tuple(second)),
    )
    world = make_world(Book(title="A book", chapters=chapters), Index(None, 80))
    portraits = Portraits(world)
    small, old = portraits.draw("Captain Small"), portraits.draw("The captain")
    assert {line.chapter for line in old.quotes} == {0}
    assert {line.chapter for line in small.quotes} == {1}
    assert "scar" not in str(small.traits)
    assert "scar" in str(old.traits) and "sharp" not in str(old.traits)
    assert [a.chapter for a in old.appearances] == [0]
    assert "The captain" in world.named_in(world.passages[0])
    assert "Captain Small" in world.named_in(world.passages[-1])


def test_an_office_that_answers_to_a_name_is_its_bearer_though_they_stand_together_once() -> None:
    told = [
        "Mr. Reed (that was the squire's name) had come to the mill with Dr. Lee.",
        "“Mr. Reed, is it yours?” asked Dr. Lee.",
        "“It is mine,” said the squire.",
        "“And the ship, Mr. Reed?” asked Dr. Lee.",
        "“She is mine too,” cried the squire.",
        "Mr. Reed went away. Mr. Reed was proud of his mill, and Dr. Lee laughed at him.",
        "“I shall sail in spring,” said the squire. Dr. Lee nodded, and Mr. Reed drank.",
    ]
    people = people_of_book([paragraphs_of(told)])
    (reed,) = [p for p in people if "mr reed" in p.aliases]
    assert "the squire" in reed.aliases


def test_nobody_is_among_the_speakers_by_guesses_alone() -> None:
    portraits = tale_portraits()
    guessed = {
        name: [line.model_copy(update={"chance": 0.7, "rule": "turn"}) for line in lines]
        for name, lines in portraits.lines().items()
    }
    first, second, *_ = portraits.cast()
    own = Portraits(tale_world())
    own._lines = {**portraits.lines(), first.name: guessed[first.name]}
    assert first not in own.cast() and second in own.cast()


def test_whom_somebody_heard_say_it_says_it() -> None:
    told = [
        "Ned Carr was in the cabin, and Ada Moss was there.",
        "And then Ada Moss heard him say, quite loudly, “I'll have no favourites on my ship.”",
        "I heard Ada Moss say, “Then there is nothing for me to do.”",
    ]
    paragraphs = [*told] * 3
    chapter = paragraphs_of(paragraphs)
    people = people_of(paragraphs)
    first, second, *_ = speeches(chapter, Names(people))
    assert first.said is not None and (first.said.kind, first.said.gender) == (Kind.PRONOUN, "m")
    assert second.said is not None and people[second.said.person].name == "Ada Moss"


def test_whose_title_and_surname_it_is() -> None:
    once = ("Mr. Rowland Moss had died long ago, and Leah never saw him.",)
    told = (
        "“Good day, Mrs. Poole,” said Leah. “Mrs. Poole is late.” Mrs. Poole said it was early.",
        "Grace Poole sat down. Grace laughed. “I know Grace Poole,” said Leah, “as Grace does me.”",
        "“How are you?” said Mr. Moss, and he went out. Mr. Moss rode on. Mr. Moss came home.",
        "“I am Edward Moss,” he said. “Edward Moss it is,” said Leah. Edward Moss sat down.",
        "“I am rich,” said Mr. Oliver, and he rode on. “Good day,” said Rosamond Oliver.",
        "“I am late,” said Miss Oliver. Miss Oliver laughed. Rosamond Oliver sat down.",
    )
    people = {alias: p.name for p in people_of((*once, *told * 3)) for alias in p.aliases}
    assert people["mrs poole"] == people["grace poole"]
    assert people["mr moss"] == people["edward moss"]
    assert people["miss oliver"] == people["rosamond oliver"] != people["mr oliver"]


def test_what_is_called_out_is_nobody() -> None:
    told = ("“Drink--Yo-ho-ho, and a bottle of rum!” sang Ben Moss. Ben Moss drank.",) * 6
    assert {person.name for person in people_of(told)} == {"Ben Moss"}


def test_a_letter_in_the_story_is_told_by_nobody_else() -> None:
    told = ("“Good day,” said I. I went out.", "“Jim, my boy,” said Ben Moss.", "I laughed.") * 4
    letter = ("Dear Livesey--I have bought a ship, and I sail on Monday.", "I never saw one finer.")
    world = make_world(
        Book(
            title="A book",
            chapters=(
                Chapter(title="One", paragraphs=(*told, *letter, "Ben Moss", "I put it away.")),
                Chapter(title="Two", paragraphs=(*told, *letter, "I never put it away.")),
            ),
        ),
        Index(None, 80),
    )
    first, second = world.tellers
    narrator = next(n for n, person in enumerate(world.people) if person.tells)
    assert first == [narrator] * 12 + [-1] * 3 + [narrator]
    assert second == [narrator] * 12 + [-1] * 3


def test_what_somebody_thinks_is_no_line_of_theirs_and_a_sentence_ends() -> None:
    told = (
        "“I can never do that,” said Ada Moss. “I am ill.”",
        "“How late it is,” thought Ada Moss.",
        "“You are ill,” said Ben Reed, “and you are late.”",
    ) * 3
    chapter = Chapter(title="One", paragraphs=told)
    world = make_world(Book(title="A book", chapters=(chapter,)), Index(None, 80))
    ada, ben = (Portraits(world).draw(name) for name in ("Ada Moss", "Ben Reed"))
    spoken = {text_of(each) for each in spoken_at_once(ada.said_so)}
    assert spoken == {"I can never do that. I am ill."}
    assert text_of(spoken_at_once(ben.said_so)[0]) == "You are ill, and you are late."


def test_where_one_tells_what_another_told_them_i_is_each_in_their_own_chapters() -> None:
    frame = (
        "I had taken the house by the mill for a year, and the wind blew over the hill.",
        "“Sit down by the fire, Mr. Grey,” said my landlord, Ben Carr.",
        "“I thank you,” said I.",
        "“You are wet through, Mr. Grey,” said he.",
        "“It is nothing,” I answered.",
        "Mrs. Moss came in with the supper. Mrs. Moss set it down before me.",
        "“You know this house, Mrs. Moss?” I asked. “Tell me of it.”",
        "Mrs. Moss laughed. Mrs. Moss took the chair beside me.",
    )
    told = (
        "The winter when the mill burned, she went on, was my first one here.",
        "“Where is the key, Nell?” asked Ben Carr.",
        "“It hangs on its nail,” said I.",
        "“Nell Moss, you have the sense of ten,” said Ben Carr to me.",
        "You see, Mr. Grey, there was nobody else in the house that night.",
        "“Run to the water, Nell!” cried Ben Carr.",
        "“I am running,” I answered.",
        "“Nell, come back!” cried Ben Carr.",
        "“I will not,” said I.",
    )
    tale = ("“Nell, bring the lamp,” said Ben Carr.", "“I have it here,” said I.") * 6
    world = make_world(
        Book(
            title="A book",
            chapters=tuple(
                Chapter(title=title, paragraphs=paragraphs)
                for title, paragraphs in (
                    ("One", frame),
                    ("Two", told),
                    ("Three", tale),
                    ("Four", frame),
                    ("Five", (*told, *tale)),
                )
            ),
        ),
        Index(None, 80),
    )
    tellers = {person.name for person in world.people if person.tells}
    assert tellers == {"Nell Moss", "Mr. Grey"}

    def named(chapter: int) -> set[str]:
        return {world.people[n].name for n in world.tellers[chapter] if n >= 0}

    assert [named(n) for n in range(5)] == [
        {"Mr. Grey"}, {"Nell Moss"}, {"Nell Moss"}, {"Mr. Grey"}, {"Nell Moss"}
    ]  # fmt: skip
    lines = Portraits(world).lines()
    assert {"I thank you,", "It is nothing,"} <= {line.text for line in lines["Mr. Grey"]}
    assert "I thank you," not in {line.text for line in lines["Nell Moss"]}


CURLY = str.maketrans("`'", "\u2018\u2019")


@pytest.mark.parametrize(
    ("paragraph", "said"),
    [
        ("`Running after t' lads, as usual!' croaked Ben.", ["Running after t' lads, as usual!"]),
        (
            "`The smiths' hammers beat,' she said. `I'm ill.'",
            ["The smiths' hammers beat,", "I'm ill."],
        ),
        ("The `walk in' was said with closed teeth. `Come!' he said.", ["walk in", "Come!"]),
        ("He went on: `It was the boys' house", ["It was the boys"]),
        ("`It is late,' said the boys' mother.", ["It is late,"]),
        ("`It goes on, and on", ["It goes on, and on"]),
    ],
)
def test_single_marks_close_behind_a_stop_rather_than_a_letter(
    paragraph: str, said: list[str]
) -> None:
    found = quotations((paragraph.translate(CURLY),))
    assert [quotation.text for quotation in found] == [each.translate(CURLY) for each in said]
