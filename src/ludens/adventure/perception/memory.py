"""What text perception remembers between turns: how each place was told, and the story's habits."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from ludens.adventure.events import (
    CommandChosen,
    LookWished,
    PlaceRead,
    RoomId,
    RoomsMerged,
    StatusLine,
    TextObserved,
    Told,
    VisitReassigned,
)
from ludens.adventure.perception.commands import Verbosity, verbosity_of
from ludens.adventure.perception.layout import plain
from ludens.adventure.perception.titles import Style, style_of
from ludens.episode.events import Event

TELLINGS = 4
"""Different descriptions kept of one room: its first and the newest others."""
VISITS = 80
"""Visits that can still be reassigned."""
TITLES_OF_A_SENTENCE = 3
"""Titles remembered for one sentence; more prove nothing more."""


class Telling(BaseModel):
    """One full description of a room, sentence by sentence in plain form."""

    model_config = ConfigDict(extra="forbid")

    sentences: list[str]
    turn: int


class Known(BaseModel):
    """What was told of a room."""

    model_config = ConfigDict(extra="forbid")

    title: str
    tellings: list[Telling] = []


class Visit(BaseModel):
    """One stay in a room, from its first turn on."""

    model_config = ConfigDict(extra="forbid")

    turn: int
    room: RoomId
    origin: RoomId | None = None
    way: str = ""
    sure: float = 1.0
    new: bool = False
    """The room was found by this visit."""


class TextMemory(BaseModel):
    """Everything the resolver goes by, besides the map; changed by events only."""

    model_config = ConfigDict(extra="forbid")

    rooms: dict[RoomId, Known] = {}
    titled: dict[str, list[RoomId]] = {}
    """The rooms that bear a title, oldest first; titles in plain form."""
    spread: dict[str, list[str]] = {}
    """Under which titles a sentence was seen: those seen under several tell nothing."""
    visits: list[Visit] = []
    full_returns: int = 0
    """Returns by a known way that told the whole description again."""
    bare_returns: int = 0
    """Returns by a known way that told the title alone."""
    verbosity: Verbosity | None = None
    """What the player last asked for, if anything."""
    styles: dict[Style, int] = {}
    status: dict[StatusLine, int] = {}
    shown: str | None = None
    """The status line of the last observation."""
    looks: int = 0
    """How often a LOOK was wished for."""
    wish: str = ""
    """Why a LOOK is wished for now; empty when it is not."""

    def apply(self, event: Event, turn: int) -> None:
        """Fold one event."""
        match event:
            case CommandChosen():
                self._command(event.command)
            case TextObserved():
                self.wish = ""
            case LookWished():
                self.wish = event.reason
                self.looks += 1
            case PlaceRead():
                self._read(event, turn)
            case RoomsMerged():
                self._merge(event.room, event.into)
            case VisitReassigned():
                for visit in self.visits:
                    if visit.turn >= event.since and visit.room == event.room:
                        visit.room = event.to

    def names(self, title: str) -> list[RoomId]:
        """Return the rooms that bear a title, oldest first."""
        return self.titled.get(plain(title), [])

    def tells_nothing(self, sentence: str) -> bool:
        """Say whether a sentence was seen under several titles: weather, a message, a follower."""
        return len(self.spread.get(sentence, ())) > 1

    def _command(self, command: str) -> None:
        asked = verbosity_of(command)
        if asked is not None:
            self.verbosity = asked
            self.full_returns = self.bare_returns = 0

    def _read(self, event: PlaceRead, turn: int) -> None:
        self.wish = ""
        title = plain(event.title)
        new = event.room not in self.rooms
        known = self.rooms.setdefault(event.room, Known(title=event.title))
        if event.title:
            known.title = event.title
            named = self.titled.setdefault(title, [])
            if event.room not in named:
                named.append(event.room)
            style = style_of(event.title)
            self.styles[style] = self.styles.get(style, 0) + 1
        for sentence in event.sentences:
            titles = self.spread.setdefault(sentence, [])
            if title not in titles and len(titles) < TITLES_OF_A_SENTENCE:
                titles.append(title)
        if event.told is Told.FULL:
            self._keep(known, list(event.sentences), turn)
        if event.origin is not None:
            if event.expected and event.told is Told.FULL:
                self.full_returns += 1
            elif event.expected and event.told is Told.BARE:
                self.bare_returns += 1
        if event.origin is not None or not self.visits:
            visit = Visit(
                turn=turn,
                room=event.room,
                origin=event.origin,
                way=event.way,
                sure=event.sure,
                new=new,
            )
            self.visits = [*self.visits[-VISITS + 1 :], visit]
        if event.status is not None:
            self.status[event.status] = self.status.get(event.status, 0) + 1

    def _keep(self, known: Known, sentences: list[str], turn: int) -> None:
        for telling in known.tellings:
            if telling.sentences == sentences:
                telling.turn = turn
                return
        known.tellings.append(Telling(sentences=sentences, turn=turn))
        if len(known.tellings) > TELLINGS:
            del known.tellings[1]

    def _merge(self, room: RoomId, into: RoomId) -> None:
        old = self.rooms.pop(room, None)
        for visit in self.visits:
            if visit.room == room:
                visit.room = into
            if visit.origin == room:
                visit.origin = into
        if old is None:
            return
        for named in self.titled.values():
            if room in named:
                named.remove(room)
        known = self.rooms.setdefault(into, Known(title=old.title))
        if old.title and not known.title:
            known.title = old.title
        if old.title and into not in self.titled.setdefault(plain(old.title), []):
            self.titled[plain(old.title)].append(into)
        for telling in old.tellings:
            self._keep(known, telling.sentences, telling.turn)
