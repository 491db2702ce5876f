"""What the probe reads is what is so, or it says that it does not know."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from adventure.interpreter.zmachine.probe_stories import (
    Truth,
    ask_truth,
    story,
    unstamped,
    wandering,
)
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.interpreter.zmachine.probe import Reading

LIGHTHOUSE = (
    "become crab",
    "become me",
    "curse",
    "ink",
    "crab, jump",
    "crab, wave oar",
    "enter boat",
    "sit on armchair",
    "turn on oil lamp",
    "take oil lamp",
    "open hut door",
    "open hamper",
    "open tin box",
    "put all in hamper",
    "put coat in tin box",
    "remove coat",
    "west",
)
FERRY = ("board raft", "leave raft", "take coin", "take rope", "take bag", "drop bag", "n", "e")
CURFEW = ("sit on bench", "stand", "take bell", "ring bell")

CASES = [
    (story("lighthouse.z5"), LIGHTHOUSE, {"location", "player", "inventory", "score"}),
    (story("lighthouse.z8"), LIGHTHOUSE, {"location", "player", "inventory", "score"}),
    (story("curfew.z5"), CURFEW, {"location", "player", "inventory"}),
    (story("ferry.z3"), FERRY, {"location", "player", "inventory", "score"}),
    (story("ferry.z4"), FERRY, {"location", "player", "inventory", "score"}),
    (story("ferry.z5"), FERRY, {"location", "player", "inventory", "score"}),
    (story("ferry.z8"), FERRY, {"location", "player", "inventory", "score"}),
    (story("ferry-timed.z3"), FERRY, {"location", "player", "inventory"}),
    (story("ghost.z5"), ("up", "down", "take skull"), {"location"}),
    (
        story("gallery.z5"),
        ("east", "west", "take vase", "drop vase"),
        {"location", "player", "inventory"},
    ),
    (story("norden.z5"), ("norden", "süden"), {"location", "player", "inventory"}),
    (unstamped("lighthouse.z5"), LIGHTHOUSE, set()),
    (unstamped("ferry.z3"), FERRY, {"location", "player", "inventory", "score"}),
    (unstamped("ferry.z5"), FERRY, {"location", "player", "inventory"}),
    (unstamped("ghost.z5"), ("up", "down", "take skull"), {"location"}),
]
FIELDS = ("location", "player", "inventory", "score")


def so(field: str, truth: Truth) -> object:
    """What the story says of a field; None where it says nothing."""
    numbers = truth.numbers
    if field == "inventory":
        return tuple(numbers["held"]) if "held" in numbers else None
    return truth.of(field) if field in numbers else None


def compare(reading: Reading, truth: Truth, tally: Counter[str], after: str) -> None:
    begun = bool(truth.numbers)
    tally["turns"] += begun
    for field in FIELDS:
        read = getattr(reading, field)
        assert read in (None, so(field, truth)), f"{field} after {after!r}"
        tally[f"{field} {'unknown' if read is None else 'right'}"] += begun


def play(file: StoryFile, words: tuple[str, ...], steps: int, seed: int) -> Counter[str]:
    tally: Counter[str] = Counter()
    with wandering(file, words, seed) as (interpreter, _, turns):
        for command, reading in islice(turns, steps):
            compare(reading, ask_truth(interpreter), tally, command)
    return tally


@pytest.mark.parametrize(("file", "words", "known"), CASES, ids=[case[0].name for case in CASES])
def test_every_reading_of_a_random_walk_is_right_or_unknown(
    file: StoryFile, words: tuple[str, ...], known: set[str]
) -> None:
    tally = play(file, words, steps=100, seed=1)
    assert tally["turns"] > 50
    for field in known:
        assert tally[f"{field} right"] == tally["turns"], f"{field} was unknown"


@pytest.mark.long
@pytest.mark.parametrize("seed", [2, 3, 4])
@pytest.mark.parametrize(("file", "words", "known"), CASES, ids=[case[0].name for case in CASES])
def test_every_reading_of_a_long_random_walk_is_right_or_unknown(
    file: StoryFile, words: tuple[str, ...], known: set[str], seed: int
) -> None:
    tally = play(file, words, steps=1000, seed=seed)
    for field in known:
        # Sometimes a story itself is of two minds: the body it gave the player wanders off.
        assert tally[f"{field} right"] > 0.8 * tally["turns"], f"{field} was mostly unknown"
