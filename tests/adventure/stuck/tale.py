"""Told episodes: rooms walked through and commands typed, as the events that a turn leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ludens.adventure.events import By, CommandChosen, CommandJudged, Effect, ScoreChanged
from ludens.adventure.stuck.record import StuckRecord
from ludens.adventure.world.item_events import Handling, ItemFound, ItemMoved
from ludens.adventure.world.map_events import Movement, PlayerMoved, RoomFound
from ludens.adventure.world.places import ItemId, Place, RoomId
from ludens.episode.events import Event


@dataclass(slots=True)
class Tale:
    """An episode in the making."""

    turns: list[tuple[int, list[Event]]] = field(default_factory=list)
    known: set[str] = field(default_factory=set)
    here: str = ""

    def turn(
        self,
        room: str,
        command: str = "look",
        *,
        score: int | None = None,
        take: str | None = None,
        drop: str | None = None,
        by: By = By.PLAYER,
    ) -> None:
        """Tell one turn: what was typed, and where the player is after it."""
        events: list[Event] = [CommandChosen(command=command, by=by)]
        before, gained = self.here, False
        if room not in self.known:
            self.known.add(room)
            events.append(RoomFound(room=RoomId(room), name=room.title()))
        if room != self.here:
            how = Movement.WALKED if before else Movement.START
            events.append(PlayerMoved(room=RoomId(room), how=how, via=command))
            self.here = room
        for item, place, handling in (
            (take, "inventory", Handling.TAKEN),
            (drop, f"room:{room}", Handling.DROPPED),
        ):
            if item is None:
                continue
            if item not in self.known:
                self.known.add(item)
                where = Place(f"room:{room}")
                events.append(ItemFound(item=ItemId(item), name=item, place=where))
            events.append(ItemMoved(item=ItemId(item), place=Place(place), how=handling))
        if score is not None:
            events.append(ScoreChanged(score=score))
            gained = True
        effect = Effect.SCORED if score is not None else Effect.NOTHING
        events.append(
            CommandJudged(room=RoomId(before), command=command, effect=effect, gained=gained)
        )
        self.turns.append((len(self.turns) + 1, events))

    def walk(self, rooms: Sequence[str]) -> None:
        """Tell a walk from room to room."""
        for room in rooms:
            self.turn(room, f"go to {room}")

    def record(self) -> StuckRecord:
        """Return what loop-breaking remembers of it."""
        record = StuckRecord()
        for turn, events in self.turns:
            for event in events:
                record.apply(event, turn)
        return record
