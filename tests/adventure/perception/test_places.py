"""Titles, places and darkness, on short texts in the manner of many stories."""
# ruff: noqa: E501 - the samples are texts as stories print them, a line a paragraph

from __future__ import annotations

from dataclasses import dataclass

import pytest

from ludens.adventure.perception.commands import kind_of
from ludens.adventure.perception.facts import PlaceFact
from ludens.adventure.perception.layout import plain
from ludens.adventure.perception.places import is_dark, places_in
from ludens.adventure.perception.titles import (
    Expectation,
    Kind,
    Style,
    heading_of,
    settled_style,
    style_of,
)


@dataclass(frozen=True)
class Sample:
    """A text, and the titles of the places that it shows; an empty title is a dark place."""

    name: str
    command: str
    text: str
    titles: tuple[str, ...]
    status: str | None = None
    known: str = ""


def places(sample: Sample, here: str = "") -> tuple[PlaceFact, ...]:
    expected = Expectation(
        kind=kind_of(sample.command) if sample.command else Kind.OPENING,
        known={plain(sample.known)} if sample.known else frozenset(),
        status=sample.status,
        status_trusted=sample.status is not None,
    )
    return places_in(sample.text, expected, here)[0]


SAMPLES = (
    Sample(
        "title of two lines, the first in the status line",
        "n",
        "Cave\n\nThe Old Quarter\nYou are in a windy part of the library. A door leads west.",
        ("Cave",),
        status="Cave    Score: 0",
    ),
    Sample(
        "title known before, below a heading of one line",
        "n",
        "Loud Noises\nPump Room\nThis is a low room full of silent machines.",
        ("Pump Room",),
        known="pump room",
    ),
    Sample("title with a number", "n", "Deck (Level 3)\nThe deck is wet.", ("Deck (Level 3)",)),
    Sample(
        "infocom first visit",
        "n",
        "Pump Room\nThis is a low room full of silent machines. A door leads east.\nThere is a wrench here.",
        ("Pump Room",),
    ),
    Sample("infocom brief", "n", "Pump Room", ("Pump Room",), known="pump room"),
    Sample("infocom brief unknown", "n", "Pump Room", ("Pump Room",)),
    Sample(
        "vehicle comma", "e", "Mill Pond, in the rowing boat\nThe water is still.", ("Mill Pond",)
    ),
    Sample(
        "vehicle brackets",
        "e",
        "\nMill Pond (in the rowing boat)\nThe water is still.\n",
        ("Mill Pond",),
    ),
    Sample(
        "vehicle on chair",
        "look",
        "\nMill Pond (on the chair)\nThe water is still.\n",
        ("Mill Pond",),
    ),
    Sample(
        "all caps", "n", "PUMP ROOM\nThis is a low room full of silent machines.", ("PUMP ROOM",)
    ),
    Sample(
        "sentence case",
        "e",
        "At end of lane\nYou are standing at the end of a muddy lane before a brick shed.",
        ("At end of lane",),
    ),
    Sample(
        "message before",
        "n",
        "You squeeze through the gap in the hedge.\n\nKitchen Garden\nRows of cabbages. A gate leads south.",
        ("Kitchen Garden",),
    ),
    Sample(
        "parenthesis first",
        "n",
        "(first opening the oak door)\n\nKitchen Garden\nRows of cabbages. A gate leads south.",
        ("Kitchen Garden",),
    ),
    Sample(
        "opening banner",
        "",
        "THE LAST FERRY\nAn interactive crossing\nCopyright (c) 2001 by A. Nobody. All rights reserved.\nRelease 3 / Serial number 010203 / Inform v6.30 Library 6/11\n\nFerry Landing\nPlanks and gulls. The office is east.",
        ("Ferry Landing",),
    ),
    Sample(
        "opening banner after intro",
        "",
        "You have missed the last ferry again. It is raining.\n\nTHE LAST FERRY\nAn interactive crossing by A. Nobody\nRelease 3 / Serial number 010203\n\nFerry Landing\nPlanks and gulls. The office is east.",
        ("Ferry Landing",),
    ),
    Sample("title not a sentence", "take lamp", "Taken.", ()),
    Sample("refusal", "n", "You can't go that way.", ()),
    Sample(
        "refusal long",
        "n",
        "The brambles are too thick to push through without something sharp.",
        (),
    ),
    Sample("refusal short no period", "n", "No exit", ()),
    Sample("sign read", "read sign", "The sign says:\n\n  DANGER\n  KEEP OUT", ()),
    Sample(
        "sign examine",
        "examine plaque",
        "Hall of Records\nFounded 1802 by the citizens of the valley.",
        (),
    ),
    Sample("inventory", "i", "You are carrying:\n  a lamp\n  a sack (closed)", ()),
    Sample("dark zil", "d", "It is pitch black. Something is breathing.", ("",)),
    Sample("dark moved", "d", "You have moved into a dark place.\nIt is pitch black.", ("",)),
    Sample("dark inform", "d", "\nDarkness\nIt is pitch dark, and you can't see a thing.\n", ("",)),
    Sample(
        "inform contents",
        "w",
        "\nWash House\nA copper and a mangle.\n\nYou can see a bar of soap, a bucket (in which is some water) and a peg here.\n",
        ("Wash House",),
    ),
    Sample(
        "weather after",
        "w",
        "\nWash House\nA copper and a mangle.\n\nThunder rolls somewhere to the west.\n",
        ("Wash House",),
    ),
    Sample("bang after", "w", "Wash House\nA copper and a mangle.\n\nBEEEEEP!", ("Wash House",)),
    Sample("bang alone", "z", "Time passes...\n\nBEEEEEP!", ()),
    Sample("bang refusal", "n", "You can't go that way.\n\nALL ABOARD", ()),
    Sample(
        "textworld",
        "go east",
        "-= Scullery =-\nYou've entered a scullery. You start to take note of what's in the room.\n\nThere is an unguarded exit to the north.",
        ("Scullery",),
    ),
    Sample(
        "teleport word",
        "say plover",
        "A cold wind lifts you.\n\nWindy Ledge\nA ledge above the clouds. The only way is down.",
        ("Windy Ledge",),
    ),
    Sample(
        "death and return",
        "jump",
        "You fall for a long time.\n\n   ****  You have died  ****\n\nWell, you may have another chance.\n\nOrchard\nApple trees in rows. A lane leads north.",
        ("Orchard",),
    ),
    Sample(
        "death final",
        "jump",
        "You fall for a long time.\n\n    *** You have died ***\n\nIn that game you scored 3 out of a possible 40, in 12 turns.\n\nWould you like to RESTART, RESTORE a saved game or QUIT?",
        (),
    ),
    Sample(
        "quote box",
        "n",
        'Chapel\nA bare white room with one high window.\n\n     "And yet it moves."\n          -- the sexton',
        ("Chapel",),
    ),
    Sample("numbered", "e", "Cabin 12\nA bunk and a porthole.", ("Cabin 12",)),
    Sample("apostrophe", "e", "Carpenter's Shop\nShavings everywhere.", ("Carpenter's Shop",)),
    Sample(
        "abbrev",
        "e",
        "St. Anne's Square\nA fountain plays in the middle of the square.",
        ("St. Anne's Square",),
    ),
    Sample("dr", "e", "Dr. Ames' Office\nA couch and a desk.", ("Dr. Ames' Office",)),
    Sample(
        "with comma",
        "e",
        "Corner of Mill Lane, by the Pump\nA pump and a trough.",
        ("Corner of Mill Lane, by the Pump",),
    ),
    Sample(
        "hyphen", "e", "Mezzanine -- North\nA railing and a long drop.", ("Mezzanine -- North",)
    ),
    Sample(
        "colon title",
        "e",
        "Deck B: Galley\nPots swing from hooks over the cold stove.",
        ("Deck B: Galley",),
    ),
    Sample(
        "ellipsis",
        "e",
        "Nowhere...\nThere is nothing here at all, and not much of that.",
        ("Nowhere...",),
    ),
    Sample("question", "e", "Where?\nYou seem to be between places.", ("Where?",)),
    Sample(
        "centred",
        "e",
        "                 Great Hall\n\nBanners hang from the beams. Doors lead east and west.",
        ("Great Hall",),
    ),
    Sample(
        "blank after title",
        "look",
        "Great Hall\n\nBanners hang from the beams. Doors lead east and west.",
        ("Great Hall",),
    ),
    Sample(
        "status confirms odd",
        "e",
        "the inside of the whale\nIt is warm and it glistens.",
        ("the inside of the whale",),
        status="the inside of the whale        Score: 3",
    ),
    Sample(
        "status silent",
        "push button",
        "Everything spins.",
        ("Upper Deck",),
        status="Upper Deck        Score: 3",
    ),
    Sample(
        "status same",
        "push button",
        "Nothing happens.",
        (),
        status="Lower Deck        Score: 3",
        known="lower deck",
    ),
    Sample(
        "chapter", "open book", "Chapter Two\nIn which the hero meets a bear of little brain.", ()
    ),
    Sample(
        "npc speech",
        "ask smith about iron",
        '"Iron?" says the smith. "Good iron is hard to find."',
        (),
    ),
    Sample("enter verb", "enter hut", "Shepherd's Hut\nOne room, one window.", ("Shepherd's Hut",)),
    Sample(
        "climb",
        "climb tree",
        "Among the Branches\nYou can see the whole valley from here.",
        ("Among the Branches",),
    ),
    Sample(
        "score line",
        "score",
        "Your score is 10 (total of 350 points), in 12 moves.\nThis gives you the rank of Beginner.",
        (),
    ),
    Sample("help menu", "help", "Instructions\n\nThis story is played by typing commands.", ()),
    Sample("letter", "read letter", "Dear Sir\n\nYou are cordially invited.", ()),
    Sample(
        "undo",
        "undo",
        "Previous turn undone.\n\nOrchard\nApple trees in rows.",
        ("Orchard",),
        known="orchard",
    ),
    Sample(
        "exits line", "n", "Courtyard\nA paved court.\n\nExits: north, east, up\n", ("Courtyard",)
    ),
    Sample(
        "obvious",
        "n",
        "Courtyard\nA paved court.\nObvious exits are: North to the Hall, East to the Stable.",
        ("Courtyard",),
    ),
    Sample("title period known", "n", "Mr. Pym's.\nA shop.", ()),
    Sample(
        "lowercase wrap",
        "n",
        "You walk along the shore for a while until at last you come to a place where\nthe sand gives way to shingle.\n\nShingle Beach\nStones, all the way to the water.",
        ("Shingle Beach",),
    ),
    Sample(
        "dream",
        "sleep",
        "You dream of a city.\n\nCity of Glass\nTowers rise on every side. A street runs west.",
        ("City of Glass",),
    ),
    Sample(
        "two moves",
        "n. n",
        "Lane\nA lane.\n\nLane End\nThe lane ends at a gate.",
        ("Lane", "Lane End"),
    ),
    Sample(
        "you title",
        "e",
        "Your Bedroom\nAn unmade bed, mostly. The door is south.",
        ("Your Bedroom",),
    ),
    Sample(
        "there title",
        "e",
        "Here and There\nYou are in two places, neither of them nice.",
        ("Here and There",),
    ),
    Sample("ok", "n", "Okay.", ()),
    Sample(
        "list in room",
        "n",
        "Cell\nA small cell.\nSitting on the bench is:\n  A key\n  A candle",
        ("Cell",),
    ),
    Sample(
        "quit q",
        "quit",
        "Your score is 0.\nDo you wish to leave the game? (Y is affirmative): ",
        (),
    ),
    Sample("kitchen in the title", "n", "In the Kitchen\nPans.", ("In the Kitchen",)),
    Sample("single word brief sentence", "n", "Gone!", ()),
    Sample("numbers only", "n", "42\nforty-two", ()),
    Sample(
        "i7 style",
        "n",
        "Attic\nRafters and dust.\n\nYou can see a trunk (closed) here.",
        ("Attic",),
    ),
    Sample(
        "bracketed msg",
        "n",
        "[Your score has gone up by one point.]\n\nAttic\nRafters and dust.",
        ("Attic",),
    ),
    Sample("bracket room", "n", "[Attic]\nRafters and dust, and a smell of mice.", ("Attic",)),
    Sample(
        "talk menu", "talk to ann", "Ann looks up.\n\n1) Ask about the mill\n2) Say goodbye", ()
    ),
    Sample("go to", "go to attic", "Attic\nRafters and dust.", ("Attic",)),
    Sample("board vehicle", "board boat", "You are now in the rowing boat.", (), known="mill pond"),
    Sample(
        "day heading",
        "wait",
        "Day Two\n\nYou wake with the sun in your eyes.\n\nTent\nCanvas, poles and a cot.",
        ("Tent",),
    ),
)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_a_text_shows_these_places_and_no_others(sample: Sample) -> None:
    here = "Lower Deck" if sample.status else ""
    assert tuple(place.title for place in places(sample, here)) == sample.titles


def test_a_title_stands_apart_from_what_the_player_is_in() -> None:
    for text in ("Mill Pond, in the rowing boat", "Mill Pond (in the rowing boat)"):
        heading = heading_of(text)
        assert (heading.title, heading.vehicle) == ("Mill Pond", "the rowing boat")
    assert heading_of("Nave, Behind the Altar").vehicle is None


DREAM = "A Dream\n\nYou are at home, and everybody is angry. Then you are not.\n"


def test_decoration_is_no_part_of_a_title() -> None:
    assert heading_of("-= Scullery =-").title == "Scullery"
    assert heading_of("*** You have died ***").decorated is False


@pytest.mark.parametrize(
    ("title", "style"),
    [
        ("Hall of Mirrors", Style.TITLE_CASE),
        ("END OF PIER", Style.CAPITALS),
        ("At end of pier", Style.SENTENCE),
        ("the pier", Style.LOWER),
        ("Room 12", Style.TITLE_CASE),
    ],
)
def test_the_style_of_a_title_is_known(title: str, style: Style) -> None:
    assert style_of(title) is style


def test_a_status_line_that_names_another_place_shows_it_though_the_text_does_not() -> None:
    sample = Sample("", "touch mirror", "There is a rumble.", (), "Cave of Ice   Score: 3")
    (place,) = places(sample, "Hall of Mirrors")
    assert place.title == "Cave of Ice"
    assert not place.printed


def test_a_heading_against_a_trusted_status_line_is_no_place() -> None:
    sample = Sample("", "n", "Golden Opportunity\nOnly today.", (), "Bazaar   Score: 3")
    assert places(sample, "Bazaar") == ()


def test_a_dark_place_bears_the_name_that_the_status_line_gives_it() -> None:
    sample = Sample("", "d", "It is pitch black.", (), "Cellar      Score: 3")
    (place,) = places(sample, "Hall")
    assert place.dark
    assert place.title == "Cellar"


def test_what_stands_below_a_title_keeps_its_lines() -> None:
    text = "Cell\nA small cell.\nOn the bench is:\n  A key\n\nRats squeak.\n"
    (place,) = places(Sample("", "n", text, ()))
    assert place.body == "A small cell.\nOn the bench is:\n  A key\n\nRats squeak."


@pytest.mark.parametrize(
    "text",
    [
        "It is pitch black. You may be eaten.",
        "It is pitch dark, and you can't see a thing.",
        "It is now too dark to see.",
        "It's too dark to see anything here.",
        "You are in complete darkness.",
        "The lamp goes out and you are plunged into darkness.",
    ],
)
def test_darkness_is_told_in_many_ways(text: str) -> None:
    assert is_dark(text)


@pytest.mark.parametrize(
    "text",
    [
        "A dark staircase leads down.",
        "The dark wood of the panels is carved.",
        "He is dressed in black.",
        "The water is dark and cold.",
    ],
)
def test_something_dark_is_not_darkness(text: str) -> None:
    assert not is_dark(text)


@pytest.mark.parametrize(
    "title",
    [
        "By the Lake",
        "Loading Dock",
        "Press Room",
        "Chapter House",
        "Exit Tunnel",
        "Release Chamber",
    ],
)
def test_a_room_may_be_called_like_what_is_no_title_at_first_sight(title: str) -> None:
    text = f"{title}\nThe walls are damp here, and a draught comes from the north.\n"
    shown, _ = places_in(text, Expectation(kind=Kind.MOVING))
    assert [place.title for place in shown] == [title]


@pytest.mark.parametrize(
    "line",
    ["By Joan Smith", "Loading...", "Press any key", "Chapter II", "Exits: N, S", "Release 3"],
)
def test_what_stands_before_a_story_or_below_a_room_is_no_title(line: str) -> None:
    text = f"{line}\nThe walls are damp here, and a draught comes from the north.\n"
    assert places_in(text, Expectation(kind=Kind.MOVING))[0] == ()


def test_what_stands_in_brackets_behind_a_title_is_of_no_style() -> None:
    assert style_of("Old Cellar (flooded)") is Style.TITLE_CASE
    assert style_of("Old cellar (Level 2)") is Style.SENTENCE


def test_what_stands_in_brackets_behind_a_title_says_nothing_of_how_titles_are_written() -> None:
    assert settled_style("Tower (level 35)") is None
    assert settled_style("Old Tower (level 35)") is Style.TITLE_CASE


def test_the_dark_alone_is_sure_to_be_a_place() -> None:
    (place,), _ = places_in("Darkness\n", Expectation(kind=Kind.MOVING))
    assert place.dark
    assert place.confidence > 0.9


def test_a_remark_on_the_score_describes_no_place() -> None:
    described = "Moss grows here, and a path goes north.\n\n(It is a cold one.)"
    remark = "[Your score has just gone up by five points.]"
    (place,), _ = places_in(f"Cave\n{described}\n\n{remark}\n", Expectation(kind=Kind.MOVING))
    assert place.body == described
    untitled = "You are in a cave. Moss grows here, and a path goes north."
    (place,), _ = places_in(
        f"{untitled}\n\n{remark}\n", Expectation(kind=Kind.LOOKING, untitled=True)
    )
    assert place.body == untitled
