"""Reading a story's answer for the maze solver: what is seen of markers, ways and the room."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ludens.adventure.judgement import is_refusal as refuses
from ludens.adventure.judgement import not_understood
from ludens.adventure.knowledge.phrases import phrase
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.mapper import Sight
from ludens.adventure.mazes.noticing import FEWEST_WORDS, WITHIN, is_mazy, similarity
from ludens.adventure.perception.commands import is_walk, kind_of
from ludens.adventure.perception.deeds import ANSWERED_NO, LIGHT_NAMES, fading
from ludens.adventure.perception.facts import Ending, Holder, PlaceFact, Reading
from ludens.adventure.perception.layout import lines_of, plain, sentences_of
from ludens.adventure.perception.mentions import Mentions
from ludens.adventure.perception.places import is_dark
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.perception.refusals import is_refusal
from ludens.adventure.perception.telling import described, is_refused_in_the_dark, reading_of
from ludens.adventure.perception.titles import Kind
from ludens.adventure.state import AdventureState
from ludens.adventure.world.belongings import droppable
from ludens.adventure.world.places import RoomId

ATTACK = phrase("reading_attack")
NO_RETURN = phrase("reading_no_return")
HEARD = phrase("reading_heard")
"""In plain form: what is not here, whatever it names."""


class Answer:
    """One answer of the story, in the light of a maze."""

    def __init__(self, state: AdventureState, percept: Percept) -> None:
        self.state, self.percept = state, percept
        self.reading: Reading = reading_of(state, percept)
        self.place: PlaceFact | None = self.reading.places[-1] if self.reading.places else None
        told = described(self.place, self.reading) if self.place is not None else None
        self.told = told.sentences if told is not None else ()
        own = self.told[: _first_line(self.place, told.described)] if told is not None else ()
        self.title = plain(self.place.title) if self.place is not None else ""
        self.own = own
        self.look = " ".join(own)
        self.exits = told.exits if told is not None else ()

    @property
    def dark(self) -> bool:
        """Whether it is too dark to see."""
        return self.place.dark if self.place is not None else self.reading.dark

    @property
    def shown(self) -> bool:
        """Whether the text itself shows a place, not the status line alone."""
        walked, looked = is_walk(self.percept.command), self._looked
        text = self.percept.observation.text
        if self.dark and walked and is_refused_in_the_dark(self.reading):
            return False
        if self.place is None:
            return self.reading.dark and (walked or looked)
        if self.place.dark or any(plain(line) == self.title for line in text.splitlines()):
            return True
        if not (walked or looked) or self.reading.refusal is not None or is_refusal(text):
            return False
        return self.title != _title_of(self.state)

    @property
    def goes_dark(self) -> bool:
        """Whether the light goes out where the player is by now: after the place was shown, or
        where a way was refused.
        """
        if self.dark:
            return self.walked and is_refused_in_the_dark(self.reading)
        told = sentences_of(" ".join(self.place.body.split())) if self.place is not None else []
        return bool(told[1:]) and is_dark(told[-1])

    @property
    def walked(self) -> bool:
        """Whether the command was a direction."""
        return is_walk(self.percept.command)

    @property
    def _looked(self) -> bool:
        return kind_of(self.percept.command) is Kind.LOOKING

    def looks_like(self, group: MazeGroup) -> bool:
        """Return whether the place shown looks just like rooms of a maze."""
        own = self.look_in(group)
        return bool(own) and any(similarity(own, look) >= ALIKE for look in group.looks)

    def look_in(self, group: MazeGroup) -> str:
        """Return the description without sentences that tell of markers: some stories list what
        lies in a room in one breath with the description.
        """
        return " ".join(self.own[: self._own_count(group)])

    def _own_count(self, group: MazeGroup) -> int:
        away = [name for name, marker in group.kit.items() if marker.may_lie]
        for place, sentence in enumerate(self.own):
            mentions = Mentions(sentence)
            if place and any(mentions.of(name, (o for o in away if o != name)) for name in away):
                return place
        return len(self.own)

    def is_within(self, group: MazeGroup) -> bool:
        """Return whether the place calls itself part of a maze, as this one does, or a dead end."""
        called = {word for text in (self.title, self.look) for word in WITHIN.findall(text)}
        own = " ".join((group.title, *group.looks))
        return any(word in own or word not in MAZE_WORDS for word in called)

    def belongs_to(self, group: MazeGroup, *, near: bool) -> bool:
        """Return whether the place shown looks like a room of a maze.

        It does by its description or title. Where the player comes from within (`near`), it also
        does because it names a maze in its own words or is a dead end, and in the dark.
        """
        if self.dark:
            return near
        if self.looks_like(group):
            return True
        if self.title and self.title == group.title:
            return True
        if not near or not self.look:
            return False
        if self.is_within(group):
            return True
        return is_mazy("", self.look) and any(
            len(set(self.look.split()) & set(look.split())) >= SHARED_WORDS for look in group.looks
        )

    def sight(
        self,
        group: MazeGroup,
        *,
        outside: RoomId | None = None,
        location: int | None = None,
        died: bool = False,
        moved: bool = False,
    ) -> Sight:
        """Return what the answer shows; `outside` is the room if it is none of the maze."""
        command, text = self.percept.command, self.percept.observation.text
        reading, place = self.reading, self.place
        walked = is_walk(command)
        shown = self.shown or moved
        dead = died or reading.ending is Ending.DEATH
        attack = _sentence(text, ATTACK)
        faded = (fading(text, light) for light in group.lights)
        return Sight(
            shown=shown,
            look=f"{self.title} | {self.look_in(group)}" if self.look and not self.dark else "",
            title=place.title if place is not None else "",
            outside=outside,
            location=location,
            markers=self._markers(group) if shown else frozenset(),
            things=self._things(group) if shown else (),
            mentions=self.exits,
            risky=tuple(_risky(place.body)) if place is not None else (),
            refusal=reading.refusal or (text.strip() if walked and not (shown or dead) else ""),
            unknown_word=walked and not shown and not_understood(text),
            dark=self.dark,
            goes_dark=self.goes_dark,
            carried=self._carried(command),
            lights=self._lights(command),
            taken=frozenset(name.lower() for name in reading.taken if not walked),
            dropped=frozenset(name.lower() for name in (*reading.dropped, *self._put_down())),
            too_much=reading.too_much,
            fading=next(filter(None, faded), ""),
            attacked=attack,
            died=dead,
            moved_away=shown and not walked and not self._looked,
        )

    def _put_down(self) -> Iterable[str]:
        """Yield what was dropped, if the answer refuses nothing: stories say it in many words."""
        verb, _, thing = plain(self.percept.command).partition(" ")
        text = self.percept.observation.text
        refused = ANSWERED_NO.search(text) or refuses(text) or not_understood(text)
        if verb == "drop" and thing and not refused:
            yield thing

    def _markers(self, group: MazeGroup) -> frozenset[str]:
        if self.dark or self.place is None:
            return frozenset()
        # What lies here is told below the description, which may name things of the same kind.
        below = [line for line in self.told[self._own_count(group) :] if not HEARD.search(line)]
        listed = Mentions(*below) if self.look else Mentions(self.place.body.lower())
        away = [name for name, marker in group.kit.items() if marker.may_lie]
        return frozenset(name for name in away if listed.of(name, (o for o in away if o != name)))

    def _things(self, group: MazeGroup) -> tuple[str, ...]:
        known = {item.name.lower(): item for item in self.state.items.known.values()}
        names = dict.fromkeys(
            fact.name.lower() for fact in self.reading.items if fact.holder is Holder.ROOM
        )
        others = {
            marker
            for other in self.state.mazes.groups.values()
            if other is not group
            for marker in other.markers.values()
        }
        left = (name for name in names if name not in group.kit and name not in others)
        return tuple(
            name
            for name in left
            if name not in known or not (known[name].alive or known[name].fixed)
        )

    def _carried(self, command: str) -> tuple[str, ...] | None:
        """Return what may serve for markers when the story lists all that is carried."""
        if not self.reading.inventory and plain(command) != "inventory":
            return None
        held = [f.name.lower() for f in self.reading.items if f.holder is Holder.INVENTORY]
        known = self.state.items.known
        safe = [known[id_].name.lower() for id_ in droppable(self.state.items)]
        order = {name: place for place, name in enumerate(safe)}
        lights = self._lights(command)
        fit = [name for name in held if name not in lights and not _is_worn(self.reading, name)]
        return tuple(sorted(dict.fromkeys(fit), key=lambda name: order.get(name, len(order))))

    def _lights(self, command: str) -> tuple[str, ...]:
        if plain(command) != "inventory":
            return ()
        known = self.state.items.known.values()
        giving = {item.name.lower() for item in known if item.light_source or item.lit}
        held = (f.name.lower() for f in self.reading.items if f.holder is Holder.INVENTORY)
        return tuple(name for name in held if name in giving or LIGHT_NAMES.search(name))


ALIKE = 0.95
"""How alike a description must be to those of a maze."""
MAZE_WORDS = frozenset({"maze", "labyrinth"})
SHARED_WORDS = 3
"""Words that a description shares with a maze's, besides words of mazes, to be part of it."""


def _title_of(state: AdventureState) -> str:
    """Return the title of the room that the player was in, in plain form."""
    here = state.map.rooms.get(state.map.here) if state.map.here is not None else None
    return plain(here.name) if here is not None else ""


def _first_line(place: PlaceFact | None, described: int) -> int:
    """Return how many of the sentences that describe a place stand in its first line: below it
    stands what is heard, and who comes by.
    """
    lines = lines_of(place.body) if place is not None else ()
    count = 0
    for line in lines:
        count += len(sentences_of(line.text))
        if len(line.text.split()) >= FEWEST_WORDS:
            break
    return min(count, described)


def _is_worn(reading: Reading, name: str) -> bool:
    return any(f.name.lower() == name and "worn" in f.traits for f in reading.items)


def _sentence(text: str, pattern: re.Pattern[str]) -> str:
    paragraphs = (" ".join(part.split()) for part in text.split("\n\n"))
    found = (s for part in paragraphs for s in sentences_of(part) if pattern.search(s))
    return next(found, "")


def _risky(body: str) -> Iterable[str]:
    """Yield the directions of sentences that speak of a fall."""
    for sentence in sentences_of(" ".join(body.split())):
        if NO_RETURN.search(sentence):
            lower = sentence.lower()
            if re.search(r"\bdown\b", lower):
                yield "down"
            for way in ("northeast", "northwest", "southeast", "southwest"):
                if way in lower:
                    yield way
            for way in ("north", "south", "east", "west"):
                if re.search(rf"\b{way}\b", lower):
                    yield way
