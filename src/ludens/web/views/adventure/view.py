"""The adventure on the page: what each turn shows and which moments are marked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludens.adventure.events import (
    By,
    CommandChosen,
    GameWon,
    ItemFound,
    PlayerDied,
    PlayerMoved,
    RoomFound,
    RoomId,
    ScoreChanged,
    TextObserved,
)
from ludens.adventure.state import AdventureState
from ludens.adventure.stories import bundled
from ludens.adventure.world.document import location_of
from ludens.adventure.world.exits import ExitStatus
from ludens.episode.events import EpisodeEnded, EpisodeForked, Event
from ludens.web.patch import Document
from ludens.web.views.adventure.frame import FrameMaker, carried_names
from ludens.web.views.adventure.notes import notes
from ludens.web.views.view import Entry, LogLine, Mark, Marks, Thought, common_marks


class AdventureView:
    """What the page needs to know of adventures."""

    marking: Sequence[type[Event]] = (
        RoomFound,
        ScoreChanged,
        PlayerDied,
        GameWon,
        EpisodeForked,
        EpisodeEnded,
    )

    def teller(self, before: AdventureState | None) -> AdventureTeller:
        """Return a teller of the turns after a state."""
        return AdventureTeller(before)

    def marks(self, lines: Iterable[LogLine]) -> Marks:
        """Return rooms found, points, deaths and the end."""
        marks: list[Mark] = []
        score: int | None = None
        for line in lines:
            turn = line.turn
            if line.type == RoomFound.type and turn > 0:
                marks.append(Mark(turn=turn, kind="room", text=str(line.data["name"])))
            elif line.type == ScoreChanged.type:
                new = int(line.data["score"])
                if score is not None and new != score:
                    text = f"Score {new} ({new - score:+d})"
                    marks.append(Mark(turn=turn, kind="score", text=text))
                score = new
            elif line.type == PlayerDied.type:
                marks.append(Mark(turn=turn, kind="death", text="The player died"))
            elif line.type == GameWon.type:
                marks.append(Mark(turn=turn, kind="victory", text="The story is won"))
            else:
                marks += common_marks(line)
        return Marks(marks=marks, spans=[])

    def title(self, subject: str) -> str:
        """Return the title of a bundled story, else the file's name."""
        known = {story.name: story.title for story in bundled()}
        return known.get(subject, subject)


class AdventureTeller:
    """Tells consecutive turns of an adventure."""

    def __init__(self, before: AdventureState | None) -> None:
        self._frames = FrameMaker()
        self._here = before.map.here if before is not None else None
        self._score = before.score if before is not None else None

    def frame(self, state: AdventureState, events: Sequence[Event]) -> Document:
        """Return the frame after a turn with these events."""
        return dict(self._frames.frame(state, events))

    def entry(self, time: float, state: AdventureState, events: Sequence[Event]) -> Entry:
        """Return what happened in the turn."""
        entry = Entry(
            turn=state.turn, time=time, thoughts=[], notes=notes(state, events, self._score)
        )
        for event in events:
            match event:
                case CommandChosen():
                    entry["command"], entry["by"] = event.command, event.by.value
                    if event.by is not By.HUMAN:
                        entry["thoughts"].append(
                            Thought(agent=event.by.value, text=event.reasoning, did=event.command)
                        )
                case TextObserved():
                    entry["text"] = event.text
                case PlayerMoved():
                    entry["moved"] = {
                        "from": self._here or "",
                        "via": event.via,
                        "to": event.room,
                        "how": event.how.value,
                    }
                    self._here = event.room
        title = _title(state, entry.get("text", "")) if "moved" in entry else ""
        if title:
            entry["title"] = title
        self._here, self._score = state.map.here, state.score
        return entry

    def message(self, entry: Entry, state: AdventureState, events: Sequence[Event]) -> Document:
        """Return the fields of seed 000 §8's `turn` message."""
        here = state.map.here
        return {
            "command": entry.get("command"),
            "output": entry.get("text", ""),
            "room": _room(state, here) if here is not None else None,
            "inventory": carried_names(state.items),
            "new_items": [
                {"id": event.item, "name": event.name, "location": location_of(event.place)}
                for event in events
                if isinstance(event, ItemFound)
            ],
            "puzzles_updated": [],
            "agent_reasoning": next((t["text"] for t in entry["thoughts"]), ""),
        }


def _room(state: AdventureState, here: RoomId) -> Document:
    room = state.map.rooms[here]
    exits = [name for name, way in room.exits.items() if way.status is not ExitStatus.ABSENT]
    return {"id": here, "name": room.name, "exits": exits}


def _title(state: AdventureState, text: str) -> str:
    """Return the line of the text that is the room's title, as it was printed; empty if none is.

    It is the room's name, or that with what the player sits in behind it.
    """
    here = state.map.here
    if here is None:
        return ""
    name = state.map.rooms[here].name.casefold()
    for line in text.split("\n"):
        plain = line.strip()
        rest = plain.casefold().removeprefix(name)
        if rest != plain.casefold() and (not rest or rest[:2] in (", ", " (")):
            return plain
    return ""
