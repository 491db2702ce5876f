"""What a prompt points back to: `And what did he do then?` is about whom was spoken of before."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.story.asked import points_back, without_call
from ludens.story.language.words import words
from ludens.story.referee.prompts import said_in
from ludens.story.state import Exchange
from ludens.story.world import World

CONTEXT = 300
"""Characters of the last answer that help to find what a prompt points back to."""
FARTHEST = 3
"""Turns back in which it is looked for what a prompt points back to."""
_SEX = {
    "he": "m", "him": "m", "his": "m", "himself": "m",
    "she": "f", "her": "f", "hers": "f", "herself": "f",
}  # fmt: skip


def looked_for(world: World, prompt: str, earlier: Sequence[Exchange]) -> str:
    """Return what is looked for: the prompt, whom its `he` and `she` may be, and what it points
    back to (seed 004, phase 2), over turns that pointed back themselves."""
    about = said_in(prompt)
    if not earlier or not points_back(prompt):
        return about
    before: list[str] = []
    for exchange in reversed(earlier[-FARTHEST:]):
        before.append(said_in(exchange.prompt))
        if not points_back(exchange.prompt):
            break
    told = earlier[-1].answer[:CONTEXT]
    return " ".join([about, *referents(world, prompt, earlier), *before, told])


def referents(world: World, prompt: str, earlier: Sequence[Exchange]) -> list[str]:
    """Return whom `he` and `she` of a prompt are likeliest: for each, the first who may be."""
    return list(dict.fromkeys(each[0] for each in may_be(world, prompt, earlier)))


def may_be(world: World, prompt: str, earlier: Sequence[Exchange]) -> list[list[str]]:
    """Return for `he` and for `she` of a prompt whom it may be, the likeliest first: who was last
    spoken of of that sex and is not whom it is put to. Who was asked about comes before who was
    told of; and where it is put to somebody by name, who spoke before comes before whom they told
    of."""
    said = [word.text.lower() for word in words(prompt)]
    named = world.people_in(without_call(prompt))
    heard = {name for name in world.people_in(prompt) if name not in named}
    is_put_to_another = bool(heard)
    if not is_put_to_another and {"you", "your"} & set(said):
        heard = {exchange.speaker for exchange in earlier[-1:]}
    found: list[list[str]] = []
    for sex in dict.fromkeys(_SEX[word] for word in said if word in _SEX):
        if any(world.sex_of(name) in ("", sex) for name in named):
            continue
        for exchange in reversed(earlier[-FARTHEST:]):
            names = [
                *world.people_in(without_call(exchange.prompt)),
                *([exchange.speaker] if is_put_to_another else []),
                *world.people_in(exchange.answer),
                *world.people_in(exchange.prompt),
            ]
            known = {person.name for person in world.people} - heard
            fitting = [n for n in names if n in known and world.sex_of(n) in ("", sex)]
            if fitting:
                sure = [name for name in fitting if world.sex_of(name)]
                found.append(list(dict.fromkeys(sure or fitting)))
                break
    return found
