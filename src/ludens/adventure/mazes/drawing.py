"""What becomes of a maze's events: the next phase, the map of the world, the book of puzzles.

What the mapper finds out becomes rooms and ways. The book holds every maze as a puzzle of kind
`maze`, solved once it is mapped (`puzzles/settling.py`); who steals, who attacks and what is dark
are puzzles of their own. Nobody but the solver works on the maze itself (seed 000 §13).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ludens.adventure.directions import OPPOSITE
from ludens.adventure.mazes.events import (
    MazeArrived,
    MazeLightReckoned,
    MazeMapped,
    MazePhaseBegan,
    MazeRoomFound,
    MazeRoomsForgotten,
    MazeRoomsJoined,
    MazeTourPlanned,
    MazeTraitNoticed,
    MazeWayRefused,
    MazeWayVaries,
    MazeWayWalked,
    Phase,
    Trait,
)
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.identity import questions
from ludens.adventure.mazes.reading import Answer
from ludens.adventure.mazes.solver import Onward
from ludens.adventure.puzzles.book import PuzzleBook, maze_puzzle
from ludens.adventure.puzzles.events import PuzzleChanged, PuzzleFound, PuzzleId, PuzzleKind
from ludens.adventure.state import AdventureState
from ludens.adventure.world.fact import Source
from ludens.adventure.world.map_events import (
    ExitAbsent,
    ExitExplored,
    ExitForgotten,
    ExitMarked,
    Movement,
    PlayerMoved,
    RoomFound,
    RoomsMerged,
)
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.ways import way_of
from ludens.episode.events import Event
from ludens.episode.game import Turn


def conclude(group: MazeGroup, onward: Onward) -> list[Event]:
    """Return the events with which the next phase begins."""
    events: list[Event] = []
    if onward.phase is Phase.RETRIEVING:
        events.append(MazeTourPlanned(group=group.group_id, rooms=onward.tour))
    if onward.phase in (Phase.MAPPED, Phase.GIVEN_UP):
        doubt = doubts(group)
        if onward.phase is Phase.GIVEN_UP:
            doubt = onward.reason
        complete = onward.phase is Phase.MAPPED and not _untried(group)
        if _untried(group) and onward.phase is Phase.MAPPED and Trait.PIT not in group.traits:
            events.append(MazeTraitNoticed(group=group.group_id, trait=Trait.PIT, detail=doubt))
        events.append(
            MazeMapped(
                group=group.group_id,
                rooms=len(group.room_ids),
                exits=tuple(group.exit_room_ids),
                complete=complete,
                sure=complete and not doubts(group),
                reason=doubt,
            )
        )
    events.append(MazePhaseBegan(group=group.group_id, phase=onward.phase, reason=onward.reason))
    return events


def _untried(group: MazeGroup) -> int:
    return sum(len(group.untried(id_)) for id_ in group.room_ids)


def doubts(group: MazeGroup) -> str:
    """Return why another map might fit what was seen as well; empty if none would."""
    return next(_doubts(group), "")


def _doubts(group: MazeGroup) -> Iterator[str]:
    if Trait.RANDOM in group.traits:
        yield "some of its ways lead to different rooms at different times"
    if Trait.THIEF in group.traits:
        yield "markers were taken or moved while it was mapped"
    pairs = len(questions(group))
    if pairs:
        yield f"{pairs} pairs of rooms may be one" if pairs > 1 else "two rooms may be one"
    if _untried(group):
        yield f"ways not tried: {_untried(group)}"


WITHIN = {
    Trait.THIEF: (PuzzleKind.CREATURE, "Something in the maze takes what is left lying there"),
    Trait.CREATURE: (PuzzleKind.CREATURE, "Something attacks in the maze"),
    Trait.LIGHT_FADES: (PuzzleKind.URGENT, "The light runs out while the maze is mapped"),
    Trait.DARK: (PuzzleKind.DARK, "The maze is dark"),
}
"""What is a puzzle of its own inside a maze."""
TIGHT = "light"
"""Ends the id of the warning that the light may not last (seed 000 §13)."""


def filed(group: MazeGroup, event: Event, book: PuzzleBook) -> Iterator[Event]:
    """Yield what an event about a maze means for the book of puzzles."""
    puzzle = maze_puzzle(group.group_id)
    match event:
        case MazeTraitNoticed() if event.trait in WITHIN:
            kind, summary = WITHIN[event.trait]
            yield PuzzleFound(
                puzzle=PuzzleId(f"{puzzle}-{event.trait}"),
                kind=kind,
                summary=f"{summary}." if not event.detail else f"{summary}: {event.detail}",
                room=group.here or group.entry_room_id,
                quote=event.detail,
            )
        case MazeLightReckoned(left=int(left)) if left < event.needed:
            tight = PuzzleId(f"{puzzle}-{TIGHT}")
            if tight not in book.puzzles:
                summary = (
                    f"The light may not last in the maze: for {left} turns or so, and mapping it"
                    f" takes about {event.needed}."
                )
                yield PuzzleFound(
                    puzzle=tight, kind=PuzzleKind.URGENT, summary=summary, room=group.here
                )
        case MazeMapped(complete=False) if puzzle in book.puzzles:
            summary = f"A maze, not mapped to the end: {event.reason}."
            yield PuzzleChanged(puzzle=puzzle, summary=summary, reason=event.reason)


@dataclass(slots=True)
class Draftsman:
    """Puts the mapper's events on the log, each with what it changes on the map of the world."""

    turn: Turn[AdventureState]
    group: MazeGroup
    answer: Answer
    redraws: bool
    """The senses leave the map of the maze to the mapper; otherwise they draw ways themselves."""
    here: RoomId | None
    """The room that the senses take this for."""

    def emit(self, event: Event) -> None:
        """Put an event on the log, and what follows for the map."""
        self.turn.emit(event)
        for told in filed(self.group, event, self.turn.state.puzzles):
            self.turn.emit(told)
        match event:
            case MazeRoomFound(outside=False):
                self._found(event)
            case MazeRoomsJoined():
                self._joined(event.room, event.into, event.reason)
            case MazeRoomsForgotten():
                take_off(self.turn, self.group, event.rooms)
            case _ if self.redraws:
                self._redraw(event)

    def _found(self, event: MazeRoomFound) -> None:
        place = self.answer.place
        self.turn.emit(
            RoomFound(
                room=event.room,
                name=place.title if place is not None and place.title else "Maze",
                description=place.body if place is not None and not place.dark else "",
                location=event.location,
                dark=self.answer.dark,
                source=Source.STATE if event.location is not None else Source.LEXICAL,
            )
        )
        if self.here is not None and self.here != event.room:
            self._joined(self.here, event.room, "a room of the maze")

    def _joined(self, room: RoomId, into: RoomId, reason: str) -> None:
        for other in self.turn.state.mazes.groups.values():
            if other.group_id != self.group.group_id and room in other.rooms:
                event = MazeRoomsJoined(group=other.group_id, room=room, into=into, reason=reason)
                self.turn.emit(event)
        self.turn.emit(
            RoomsMerged(room=room, into=into, reason=reason or "one room", source=Source.INFERENCE)
        )

    def _redraw(self, event: Event) -> None:
        world = self.turn.state.map
        match event:
            case MazeWayWalked():
                known = world.exit(event.room, event.direction)
                if known is None or known.to != event.to or not known.open:
                    self.turn.emit(
                        ExitExplored(room=event.room, direction=event.direction, to=event.to)
                    )
            case MazeWayRefused() if world.exit(event.room, event.direction) is None:
                self.turn.emit(
                    ExitAbsent(room=event.room, direction=event.direction, reason=event.reason)
                )
            case MazeWayVaries():
                self.turn.emit(ExitMarked(room=event.room, direction=event.direction, random=True))
            case MazeArrived(room=room) if room is not None:
                self._arrived(room)

    def _arrived(self, room: RoomId) -> None:
        way = way_of(self.turn.state.command)
        if room == self.turn.state.map.here and way not in OPPOSITE:
            return
        if room == self.turn.state.map.here and room not in self.group.room_ids:
            return
        how = Movement.WALKED if way in OPPOSITE else Movement.RESTORED
        self.turn.emit(PlayerMoved(room=room, how=how, via=way))


def take_off(turn: Turn[AdventureState], group: MazeGroup, rooms: Iterable[RoomId]) -> None:
    """Take rooms off the map: passed through and never told apart.

    One is left in the place of them all, with no way out: it stands for all those turns.
    """
    world = turn.state.map
    for room in rooms:
        known = world.rooms.get(room)
        for direction in list(known.exits) if known is not None else ():
            turn.emit(ExitForgotten(room=room, direction=direction, source=Source.INFERENCE))
    lost = [
        room
        for room in world.rooms
        if room.startswith(f"maze_{group.group_id}_") and room not in group.rooms
    ]
    for room in lost[1:]:
        reason = "passed through, and never told apart"
        turn.emit(RoomsMerged(room=room, into=lost[0], reason=reason, source=Source.INFERENCE))
