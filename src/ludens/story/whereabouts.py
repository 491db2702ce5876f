"""Where the player is after a turn: a place is left by going, not by what is told of others."""

from __future__ import annotations

import re

from ludens.story.answer import Answer, Mode
from ludens.story.asked import goes_somewhere
from ludens.story.corpus.passages import PassageId
from ludens.story.language.stopwords import STOPWORDS
from ludens.story.language.words import words
from ludens.story.plan import PromptKind
from ludens.story.wish import Wish, wish_of
from ludens.story.world import World

ONWARD = 4
"""Passages, from where the player is, in which it is told how the story goes on."""

_PLACED = re.compile(r"\b(?i:in|at|to|into|inside|near)\s+(?=(?:the\s+)?[A-Z])")


def place_after(
    world: World, here: str, prompt: str, kind: PromptKind, answer: Answer | None
) -> str:
    """Return the passage where the player is after an answer.

    They move when the narrator tells what comes of an action that goes somewhere, or of words that
    put them in a place with a name, and with the story where it is read on. Memories, dreams,
    refusals and what a character tells move nobody.
    """
    if answer is None or answer.mode is not Mode.NARRATION:
        return here
    cited = [passage for passage in answer.cited if passage in world.by_id]
    if not cited:
        return here
    if wish_of(prompt) is Wish.ONWARD:
        return cited[0]
    if kind is PromptKind.QUESTION:
        return here
    goes = kind is PromptKind.ACTION and goes_somewhere(prompt)
    aim = frozenset[str]()
    if goes:
        aim = frozenset(word.stem for word in words(prompt)[1:]) - STOPWORDS
    else:
        aim = _place_named(world, prompt)
    having = {passage: len(aim & _stems(world, passage)) for passage in cited}
    best = max(cited, key=lambda passage: having[passage])
    if goes or (aim and having[best] == len(aim)):
        return best
    begin = world.by_id.get(PassageId(here), 0)
    is_next = begin <= world.by_id[cited[0]] < begin + ONWARD
    return cited[0] if is_next else here


def _place_named(world: World, prompt: str) -> frozenset[str]:
    """Return the stems of the name of a place where a prompt puts the player; people are none."""
    people = {word for person in world.people for name in person.aliases for word in name.split()}
    for put in _PLACED.finditer(prompt):
        name = []
        for word in words(prompt[put.end() :]):
            if word.is_capitalised and word.stem in world.places.names:
                name.append(word)
            elif word.stem not in STOPWORDS or name:
                break
        if name and not any(word.text.lower() in people for word in name):
            return frozenset(word.stem for word in name)
    return frozenset()


def _stems(world: World, passage: PassageId) -> frozenset[str]:
    return frozenset(word.stem for word in words(world.passages[world.by_id[passage]].text))
