"""How a game begins: where the player is, what there is to try, what there is to win."""

from __future__ import annotations

from typing import NamedTuple

from ludens.story.cast.names import in_a_sentence
from ludens.story.cast.portrait import Portraits
from ludens.story.corpus.passages import PassageId
from ludens.story.language.sentences import sentences
from ludens.story.world import World

OPENING_WORDS = 90
"""Words after which an opening is long enough."""
WORTH_MEETING = 12
"""Of so many of the most talkative, those who are to be met are taken."""


class Opening(NamedTuple):
    """What a player is told before the first turn."""

    passage: PassageId
    """Where the book begins."""
    scene: str
    """The book's first sentences."""
    suggestions: tuple[str, ...]
    """Prompts that fit this book."""
    goal: tuple[str, ...]
    """Whom to meet."""


def opening_of(world: World, portraits: Portraits, people: int) -> Opening:
    """Return how a game in a book opens, with so many people to be met."""
    first = world.beginning
    told = first_sentences(first.text)
    cast = [person.name for person in portraits.cast()[:WORTH_MEETING]]
    suggestions = ["Look around"]
    if cast:
        suggestions += [f"Hello, {in_a_sentence(cast[0])}!"]
    if len(cast) > 1:
        suggestions += [f"Ask {in_a_sentence(cast[1])} about {in_a_sentence(cast[0])}"]
    suggestions += [f"Who is {in_a_sentence(name)}?" for name in cast[2:3]]
    return Opening(first.id, " ".join(told), tuple(suggestions), tuple(cast[:people]))


def first_sentences(text: str) -> list[str]:
    """Return the sentences of a passage that a game opens with."""
    told: list[str] = []
    for sentence in sentences(text):
        if told and sum(len(t.split()) for t in told) + len(sentence.text.split()) > OPENING_WORDS:
            break
        told.append(sentence.text)
    return told
