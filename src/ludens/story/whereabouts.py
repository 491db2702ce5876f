"""Where the player is after a turn: a place is left by going, not by what is told of others."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ludens.story.answer import Answer, Mode, Part
from ludens.story.asked import goes_somewhere, only_perceives
from ludens.story.cast.titles import titles
from ludens.story.corpus.passages import PassageId
from ludens.story.language.sentences import sentences
from ludens.story.language.stopwords import STOPWORDS
from ludens.story.language.words import words
from ludens.story.plan import PromptKind
from ludens.story.wish import Wish, wish_of
from ludens.story.world import World

ONWARD = 4
"""Passages, from where the player is, in which it is told how the story goes on."""

_PLACED = re.compile(r"\b(?i:in|at|to|into|inside|near)\s+(?=(?:the\s+)?[A-Z])")
_WITHIN = re.compile(
    r"\b(?:in|into|inside|behind|under|beneath|aboard|onto)\s+(?:the|a|an|my|his|her|our|their)\s+",
    re.IGNORECASE,
)
_PLAYER = frozenset({"you", "we"})


def place_after(
    world: World, here: str, prompt: str, kind: PromptKind, answer: Answer | None
) -> str:
    """Return the passage where the player is after an answer that stands.

    They move when the narrator tells what comes of an action that goes somewhere, or puts them
    where they do something (`You are in the hold, and ...`), or of words that put them in a place
    with a name, and with the story where it is read on. Memories, dreams, refusals and what a
    character tells move nobody; to look or to listen, no farther than to what is looked at near.
    A correction moves them where it puts them alone.
    """
    if answer is None or answer.mode not in (Mode.NARRATION, Mode.CORRECTION):
        return here
    cited = _known(world, answer.cited)
    if not cited:
        return here
    begin = world.by_id.get(PassageId(here), 0)
    if answer.mode is Mode.CORRECTION:
        cited = _where_put(world, answer.parts)
        return min(cited, key=lambda p: abs(world.by_id[p] - begin), default=PassageId(here))
    if wish_of(prompt) is Wish.ONWARD:
        read = [p for p in cited if begin <= world.by_id[p] < begin + ONWARD]
        return max(read, key=lambda p: world.by_id[p], default=cited[0])
    if kind is PromptKind.QUESTION:
        return here
    acts = kind is PromptKind.ACTION
    goes = acts and goes_somewhere(prompt)
    put = _where_put(world, answer.parts) if acts else []
    aim = frozenset[str]()
    if goes:
        aim = frozenset(word.stem for word in words(prompt)[1:]) - STOPWORDS
        cited = put or cited
    else:
        aim = _place_named(world, prompt) or (_place_meant(prompt) if acts else aim)
        if aim <= _stems(world, PassageId(here)):
            aim = frozenset()
    having = {passage: len(aim & _stems(world, passage)) for passage in cited}
    # A place that the book comes back to is the one nearest in it.
    most = [passage for passage in cited if having[passage] == max(having.values())]
    best = min(most, key=lambda p: abs(world.by_id[p] - begin)) if having[most[0]] else cited[0]
    if goes or (aim and having[best] == len(aim)):
        return best
    said = frozenset(word.stem for word in words(prompt)) - STOPWORDS
    near = [p for p in cited if begin <= world.by_id[p] < begin + ONWARD]
    if only_perceives(prompt):
        near = [passage for passage in near if said & _stems(world, passage)]
    else:
        near = put or near
    return max(near, key=lambda passage: len(said & _stems(world, passage)), default=here)


def _where_put(world: World, parts: Sequence[Part]) -> list[PassageId]:
    """Return the passages that parts of a telling go by in which the player does something, or
    is somewhere: `You stand in the kitchen`."""
    telling = [part for part in parts if any(_puts(s.text) for s in sentences(part.text))]
    return _known(
        world,
        [c.passage for part in telling for c in part.citations if not c.problem],
    )


def _puts(sentence: str) -> bool:
    """Tell whether a sentence begins with what the player does."""
    first = words(sentence)[:1]
    return bool(first) and first[0].stem in _PLAYER


def _place_meant(prompt: str) -> frozenset[str]:
    """Return the stems of a thing that a prompt puts the player in or behind; people are none."""
    for put in _WITHIN.finditer(prompt):
        thing = []
        for word in words(prompt[put.end() :]):
            if word.stem in STOPWORDS:
                break
            thing.append(word)
        if thing and not any(word.text.lower() in titles().nouns for word in thing):
            return frozenset(word.stem for word in thing)
    return frozenset()


def _known(world: World, ids: Sequence[PassageId]) -> list[PassageId]:
    return [passage for passage in dict.fromkeys(ids) if passage in world.by_id]


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
    if passage not in world.by_id:
        return frozenset()
    return frozenset(word.stem for word in words(world.passages[world.by_id[passage]].text))
