"""Perception from the text alone: what a person at the keyboard has."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ludens.adventure.events import (
    GameWon,
    LookWished,
    Movement,
    PlaceRead,
    PlayerDied,
    RoomChanged,
    RoomFound,
    RoomId,
    RoomsMerged,
    ScoreChanged,
    StatusLine,
    Told,
)
from ludens.adventure.perception.commands import is_walk, kind_of
from ludens.adventure.perception.evidence import Text
from ludens.adventure.perception.facts import Ending, PlaceFact, Reading
from ludens.adventure.perception.items_text import is_listing
from ludens.adventure.perception.layout import lines_of, plain, sentences_of
from ludens.adventure.perception.lexical import read
from ludens.adventure.perception.memory import TextMemory
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.perception.resolver import Arrival, identify
from ludens.adventure.perception.status import location_in, status_names
from ludens.adventure.perception.titles import Expectation, Kind
from ludens.adventure.state import AdventureState
from ludens.adventure.world.moves import events_for_mentions, events_for_move, events_for_refusal
from ludens.adventure.world.ways import leaves_the_world, way_of
from ludens.episode.events import Event

MENTIONED = 0.5
"""The confidence from which a mentioned exit is put on the map."""


@dataclass(frozen=True, slots=True)
class Perception:
    """Reads the world from observations; a pure function of the state and the percept."""

    dictionary: Collection[str] = frozenset()
    """The words the story understands, if they are known."""

    def perceive(self, state: AdventureState, percept: Percept) -> list[Event]:
        """Return the changes of the world since `state`, in the order they are to be folded."""
        return _Turn(state, percept).events()


class _Turn:
    """One observation in the light of one state."""

    def __init__(self, state: AdventureState, percept: Percept) -> None:
        self.state = state
        self.percept = percept
        self.working = state.model_copy(deep=True)
        self.log: list[Event] = []

    @property
    def memory(self) -> TextMemory:
        return self.working.text_memory

    @property
    def here(self) -> RoomId | None:
        return self.working.map.here

    def emit(self, *events: Event) -> None:
        for event in events:
            self.working.apply(event)
            self.log.append(event)

    def events(self) -> list[Event]:
        command = self.percept.command
        reading = self.read()
        died = reading.ending is Ending.DEATH
        if died:
            self.emit(PlayerDied(command=command, text=self.percept.observation.text))
        if reading.ending is Ending.VICTORY:
            self.emit(GameWon())
        self.score(reading)
        if reading.places:
            self.places(reading, died)
        elif reading.refusal is not None and self.here is not None and not died:
            self.emit(
                *events_for_refusal(
                    self.working.map,
                    self.here,
                    command,
                    reading.refusal,
                    absent=_denies(reading.refusal),
                )
            )
        return self.log

    def read(self) -> Reading:
        memory = self.memory
        here = memory.rooms[self.here].title if self.here in memory.rooms else ""
        kind = kind_of(self.percept.command) if self.percept.command else Kind.OPENING
        current = memory.status.get(StatusLine.CURRENT, 0)
        lagging = memory.status.get(StatusLine.LAGGING, 0)
        other = memory.status.get(StatusLine.OTHER, 0)
        usable = current >= lagging
        expected = Expectation(
            kind=kind,
            known=memory.titled.keys(),
            styles=frozenset(memory.styles),
            status=self.percept.observation.status if usable else None,
            status_trusted=usable and current > 2 * other,
        )
        return read(self.percept.observation.text, self.percept.command, expected, here)

    def score(self, reading: Reading) -> None:
        fact = reading.score
        if fact is None:
            return
        score = fact.score
        if fact.change is not None:
            score = (self.state.score or 0) + fact.change
        if score is not None and (score != self.state.score or fact.maximum is not None):
            if (score, fact.maximum or self.state.max_score) != (
                self.state.score,
                self.state.max_score,
            ):
                self.emit(ScoreChanged(score=score, max_score=fact.maximum))

    def places(self, reading: Reading, died: bool) -> None:
        place = reading.places[-1]
        text = text_below(place)
        here = self.here
        command = self.percept.command
        if here is not None and not died and self.stays(place, text):
            self.same(here, place, text)
            self.mention(here, reading)
            return
        restored = died or leaves_the_world(way_of(command))
        arrival = Arrival(
            place, text, here, way_of(command), Movement.RESTORED if restored else Movement.WALKED
        )
        found = identify(self.working.map, self.memory, arrival)
        room = found.room
        if room is None:
            room = RoomId(f"r{self.working.map.found + 1}")
            self.emit(
                RoomFound(
                    room=room,
                    name=place.title or "Darkness" if place.dark else place.title or "Untitled",
                    description=place.body,
                    dark=place.dark,
                    confidence=max(0.01, found.sure),
                )
            )
        self.emit(*events_for_move(self.working.map, here, command, room, restored=restored))
        self.remember(room, place, text, origin=here, expected=found.expected, sure=found.sure)
        self.mention(room, reading)
        if found.look:
            self.emit(LookWished(reason=found.look))

    def stays(self, place: PlaceFact, text: Text) -> bool:
        """Say whether a place that is shown is the one where the player was already."""
        kind = kind_of(self.percept.command)
        here = self.here
        if here is None or kind is Kind.OPENING:
            return False
        known = self.memory.rooms.get(here)
        if place.dark:
            return kind is not Kind.MOVING
        if kind is Kind.MOVING and is_walk(self.percept.command):
            return False
        if known is None:
            return False
        if not known.title:
            return kind is not Kind.MOVING
        return plain(known.title) == plain(place.title)

    def same(self, here: RoomId, place: PlaceFact, text: Text) -> None:
        """Take note of the room where the player was and is."""
        room = self.working.map.rooms[here]
        if not place.dark and self.memory.rooms[here].title == "" and place.title:
            here = self.lit(here, place, text)
        elif not place.dark and text.description and not room.description:
            self.emit(RoomChanged(room=here, description=place.body))
        if place.dark != self.working.map.rooms[here].dark:
            self.emit(RoomChanged(room=here, dark=place.dark))
        self.remember(here, place, text, origin=None, expected=False, sure=1.0)

    def lit(self, here: RoomId, place: PlaceFact, text: Text) -> RoomId:
        """Give a dark room its name, or find that it is a known one."""
        arrival = Arrival(place, text, None, "", Movement.RESTORED)
        found = identify(self.working.map, self.memory, arrival)
        if found.room is not None and found.room != here:
            self.emit(RoomsMerged(room=here, into=found.room, reason="seen by light"))
            return found.room
        self.emit(RoomChanged(room=here, name=place.title, description=place.body, dark=False))
        return here

    def remember(
        self,
        room: RoomId,
        place: PlaceFact,
        text: Text,
        *,
        origin: RoomId | None,
        expected: bool,
        sure: float,
    ) -> None:
        told = Told.DARK if place.dark else Told.FULL if text.description else Told.BARE
        known = self.memory.rooms.get(room)
        if told is Told.FULL and known is not None and known.tellings:
            first = known.tellings[0].sentences
            if first and text.description[0] in first[1:]:
                told = Told.BARE
        map_room = self.working.map.rooms[room]
        if not place.dark and place.title and map_room.name != place.title:
            self.emit(RoomChanged(room=room, name=place.title))
        if told is Told.FULL and not map_room.description:
            self.emit(RoomChanged(room=room, description=place.body))
        self.emit(
            PlaceRead(
                room=room,
                title=place.title,
                sentences=text.sentences,
                told=told,
                way=way_of(self.percept.command),
                origin=origin,
                expected=expected,
                sure=sure,
                status=self.status_of(place, origin),
            )
        )

    def status_of(self, place: PlaceFact, origin: RoomId | None) -> StatusLine | None:
        """Say what the status line names, where the room before had another title."""
        status = self.percept.observation.status
        if not location_in(status) or not place.title:
            return None
        before = self.state.text_memory.rooms.get(origin) if origin is not None else None
        if before is not None and plain(before.title) == plain(place.title):
            return None
        if status_names(status, place.title):
            return StatusLine.CURRENT
        if before is not None and status_names(status, before.title):
            return StatusLine.LAGGING
        return StatusLine.OTHER

    def mention(self, room: RoomId, reading: Reading) -> None:
        mentioned = [fact.direction for fact in reading.exits if fact.confidence >= MENTIONED]
        self.emit(*events_for_mentions(self.working.map, room, mentioned))


def text_below(place: PlaceFact) -> Text:
    """Return what stands below a title in plain form: the description, and what follows it."""
    description: list[str] = []
    rest: list[str] = []
    for number, line in enumerate(lines_of(place.body)):
        sentences = [plain(sentence) for sentence in sentences_of(line.text)]
        if number == 0 and not is_listing(sentences_of(line.text)[0]):
            description += sentences
        else:
            rest += sentences
    return Text(tuple(description), tuple(rest))


def _denies(reason: str) -> bool:
    """Say whether a refusal denies that there is any way, rather than names what stands in it."""
    words = plain(reason)
    return any(
        phrase in words
        for phrase in (
            "cant go that way",
            "cannot go that way",
            "no exit",
            "no way to go",
            "cant go in that direction",
            "nothing in that direction",
            "there is no way",
            "not an exit",
            "cant go there",
            "no such direction",
        )
    )
