"""Who is where: who speaks around a passage, who is named there, and who is only spoken of."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from ludens.story.cast.portrait import Portraits
from ludens.story.corpus.passages import Passage, PassageId

AROUND = 2
"""Passages before and behind one, of its chapter, that are the scene around it."""


class Present(NamedTuple):
    """Who is in a scene; each in one place alone, the nearest to its middle first."""

    speaking: tuple[str, ...] = ()
    """Who says something there, and who tells of it as `I`."""
    named: tuple[str, ...] = ()
    """Who is named there outside of what is said aloud."""
    spoken_of: tuple[str, ...] = ()
    """Who is named in what is said aloud alone: they may be anywhere."""

    @property
    def there(self) -> tuple[str, ...]:
        """Who is at the place, as far as the book tells."""
        return (*self.speaking, *self.named)


NOBODY = Present()


def present_at(portraits: Portraits, number: int) -> Present:
    """Return who is in the scene around a passage, by its number."""
    world = portraits.world
    chapter = world.passages[number].chapter
    scene = sorted(scene_around(world.passages, number), key=lambda n: (abs(n - number), n))
    speaking = dict.fromkeys(name for n in scene for name in portraits.speakers(n))
    tellers = (world.teller(world.passages[n]) for n in scene)
    speaking.update(dict.fromkeys(name for name in tellers if name))
    named = dict.fromkeys(
        name for n in scene for name in world.people_in(world.told(world.passages[n]), chapter)
    )
    spoken_of = dict.fromkeys(name for n in scene for name in world.named_in(world.passages[n]))
    return Present(
        tuple(speaking),
        tuple(_without(named, speaking)),
        tuple(_without(spoken_of, {**speaking, **named})),
    )


def scene_around(passages: Sequence[Passage], number: int) -> range:
    """Return the numbers of the passages that are the scene around one, by its number."""
    near = range(max(0, number - AROUND), min(len(passages), number + AROUND + 1))
    own = [n for n in near if passages[n].chapter == passages[number].chapter]
    return range(own[0], own[-1] + 1)


def where(portraits: Portraits, name: str) -> list[PassageId]:
    """Return the passages where somebody speaks; where they never do, those that name them outside
    of what is said aloud."""
    speaks = list(dict.fromkeys(line.passage for line in portraits.lines().get(name, ())))
    if speaks:
        return speaks
    world = portraits.world
    naming = (p for p in world.passages if name in world.named_in(p))
    return [p.id for p in naming if name in world.people_in(world.told(p), p.chapter)]


def _without(names: Iterable[str], others: Container[str]) -> Iterator[str]:
    return (name for name in names if name not in others)
