"""Signs of puzzles in what stories say, over many phrasings of invented text."""

from __future__ import annotations

import pytest

from ludens.adventure.puzzles.events import PuzzleKind
from ludens.adventure.puzzles.signs import clue_in, signs_in

ANSWERS = {
    PuzzleKind.LOCKED: [
        "The vestry door is locked.",
        "It seems to be locked.",
        "The casket is locked tight.",
        "The wicket won't open.",
        "The tin trunk is firmly shut.",
        "That key does not seem to fit the lock.",
        "Iron, and old. It wants its key.",
        "The strongroom appears to be sealed.",
        "A padlock the size of a loaf holds it.",
    ],
    PuzzleKind.DARK: [
        "It is pitch dark, and you hear something breathe.",
        "It is too dark to make anything out.",
        "You can't see a thing.",
        "Not without a light, thank you.",
        "You would need a light for that.",
    ],
    PuzzleKind.BLOCKED: [
        "A heron the size of a man blocks your way.",
        "The ferryman will not let you aboard, so the pier is barred: he refuses to let you pass.",
        "The way north is blocked by a fallen beam.",
        "You can't get past the barrels.",
        "The stairs are choked with rubble.",
        "There is no way across the ravine.",
        "The culvert is impassable since the storm.",
    ],
    PuzzleKind.REFUSED: [
        "The anvil is too heavy to lift.",
        "The bracket is out of reach.",
        "You can't quite reach the shelf.",
        "The winch won't budge.",
        "It seems to be stuck.",
        "The hinge is rusted solid.",
        "You'd need something to stand on.",
        "You will need a bucket.",
        "A rod hangs through the slot, with nothing on the end of it.",
        "It still wants salt and flour.",
        "It wants a wedge.",
        "Not while the mill is running.",
        "Not until the bell has rung.",
        "You can do nothing with it unless it is warm.",
        "You'd burn your fingers: it is too hot.",
        "The stopper is jammed.",
        "You have nothing to dig with.",
        "It is screwed to the wall.",
        "Perhaps you should bring something to trade.",
        "The strap must be cut.",
        "You press it. Nothing happens.",
        "The peg looks as if something were missing.",
        "There is an empty socket in the middle.",
        "The tar is too stiff for fingers.",
    ],
    PuzzleKind.URGENT: [
        "The water is rising.",
        "The tide has risen to your knees.",
        "The fuse is burning down.",
        "Your lamp is getting dim.",
        "The lantern flickers.",
        "The candle is burning low.",
        "Something under the floor is ticking.",
        "You are running out of air.",
        "The ceiling is about to give way.",
    ],
    PuzzleKind.CREATURE: [
        "The goat eyes your sleeve hungrily.",
        "The watchman wants something for his trouble.",
        "The badger growls and shows its teeth.",
        "The clerk demands a stamp.",
        "The toad is a fool for beetles.",
    ],
}
NO_SIGNS = [
    "Taken.",
    "You can't go that way.",
    "The door is not locked.",
    "It is no longer locked.",
    "There is no need to polish it.",
    "What do you want to open?",
    "You find nothing of interest.",
    "You open the lid.",
    "The hall is bright and dry.",
    "[Your score has just gone up by one point.]",
    "That is only part of the view; you need do nothing about it.",
]


@pytest.mark.parametrize(
    ("kind", "text"), [(kind, text) for kind, texts in ANSWERS.items() for text in texts]
)
def test_the_answer_to_a_command_tells_of_a_puzzle(kind: PuzzleKind, text: str) -> None:
    assert kind in {sign.kind for sign in signs_in(text)}, text


@pytest.mark.parametrize("text", NO_SIGNS)
def test_plain_answers_tell_of_none(text: str) -> None:
    assert signs_in(text) == ()


def test_each_sentence_is_judged_by_itself() -> None:
    text = "Kiln\nA low room. The iron lid is rusted shut. To the east the way is blocked by slag."
    kinds = [sign.kind for sign in signs_in(text)]
    assert PuzzleKind.REFUSED in kinds or PuzzleKind.LOCKED in kinds
    assert PuzzleKind.BLOCKED in kinds


def test_the_quote_is_bounded() -> None:
    [sign] = signs_in("It is stuck, " + "and " * 1000 + "so on.")
    assert len(sign.quote) <= 300


@pytest.mark.parametrize(
    ("verb", "text"),
    [
        ("read", "Three turns to the left, then the moth, then the moon; and mind the step."),
        ("examine", "A brass plate on which is engraved: FEED THE OWL BEFORE THE SECOND BELL."),
        ("ask", '"The bridge only comes down for a song," says the miller.'),
    ],
)
def test_what_is_read_or_said_may_be_a_clue(verb: str, text: str) -> None:
    assert clue_in(text, verb) == text


@pytest.mark.parametrize(
    ("verb", "text"), [("take", '"Put that down at once!" says the cook.'), ("read", "Blank.")]
)
def test_not_everything_is_a_clue(verb: str, text: str) -> None:
    assert clue_in(text, verb) is None
