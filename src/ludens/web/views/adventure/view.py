"""The adventure on the page: what each turn shows and which moments are marked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ludens.adventure.events import CommandChosen, PlayerDied, ScoreChanged, TextObserved
from ludens.adventure.lessons.carrying import with_lessons
from ludens.adventure.puzzles.events import PuzzleChanged, PuzzleFound, PuzzleSolved
from ludens.adventure.state import AdventureState
from ludens.adventure.stories import bundled
from ludens.adventure.world.document import location_of
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.item_events import ItemFound, ItemsMerged
from ludens.adventure.world.map_events import PlayerMoved, RoomFound, RoomsMerged
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.episode.visibility import Viewer
from ludens.games import new_adventure
from ludens.settings import Settings
from ludens.web.patch import Document
from ludens.web.views.adventure.beginning import StorySource, find_subject, read_decision
from ludens.web.views.adventure.frame import AdventureFrame, FrameMaker, carried_names
from ludens.web.views.adventure.moments import MARKING, marks_of
from ludens.web.views.adventure.notes import notes
from ludens.web.views.adventure.reasoning import AdventureDetails, reviews, thoughts
from ludens.web.views.view import (
    OPEN,
    Entry,
    LogLine,
    Marks,
    Series,
    ViewerChoice,
)

COUNTED = {
    RoomFound.type: ("rooms", 1.0),
    RoomsMerged.type: ("rooms", -1.0),
    ItemFound.type: ("items", 1.0),
    ItemsMerged.type: ("items", -1.0),
    PlayerDied.type: ("deaths", 1.0),
    PuzzleSolved.type: ("solved", 1.0),
}
"""What each event adds to which count."""


class AdventureView:
    """What the page needs to know of adventures."""

    documents: Sequence[type] = (AdventureFrame, AdventureDetails, StorySource)

    marking: Sequence[type[Event]] = MARKING
    charting: Sequence[type[Event]] = (
        ScoreChanged,
        RoomFound,
        RoomsMerged,
        ItemFound,
        ItemsMerged,
        PlayerDied,
        PuzzleSolved,
    )
    scoring: type[Event] | None = ScoreChanged

    def viewers(self, row: EpisodeRow) -> Sequence[ViewerChoice]:
        """Hide nothing."""
        return OPEN

    def teller(self, before: AdventureState | None, viewer: Viewer) -> AdventureTeller:
        """Return a teller of the turns after a state."""
        return AdventureTeller(before)

    def marks(self, lines: Iterable[LogLine]) -> Marks:
        """Return what was found, won and lost, and the periods in mazes and without progress."""
        return marks_of(lines)

    def series(self, lines: Iterable[LogLine]) -> list[Series]:
        """Return score, rooms, items and deaths."""
        score: list[tuple[int, float]] = []
        counted: dict[str, list[tuple[int, float]]] = {name: [] for name, _ in COUNTED.values()}
        for line in lines:
            if line.type == ScoreChanged.type:
                score.append((line.turn, float(line.data["score"])))
            else:
                name, change = COUNTED[line.type]
                if not counted[name] and line.turn > 0:
                    counted[name].append((0, 0.0))
                before = counted[name][-1][1] if counted[name] else 0.0
                counted[name].append((line.turn, before + change))
        return [
            Series(name="score", label="Score", points=last_of_turn(score)),
            Series(name="rooms", label="Rooms found", points=last_of_turn(counted["rooms"])),
            Series(name="items", label="Items seen", points=last_of_turn(counted["items"])),
            Series(name="solved", label="Puzzles solved", points=last_of_turn(counted["solved"])),
            Series(name="deaths", label="Deaths", points=last_of_turn(counted["deaths"])),
        ]

    def title(self, subject: str) -> str:
        """Return the title of a bundled story, else the file's name."""
        known = {story.name: story.title for story in bundled()}
        return known.get(subject, subject)

    def begin(
        self, store: Store, settings: Settings, subject: Mapping[str, Any], seed: int | None
    ) -> NewEpisode:
        """Return a new episode of a story (`StorySource`)."""
        return with_lessons(store, new_adventure(settings, find_subject(store, subject), seed=seed))

    def decision(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        """Take a command."""
        return read_decision(payload)


class AdventureTeller:
    """Tells consecutive turns of an adventure."""

    def __init__(self, before: AdventureState | None) -> None:
        self._frames = FrameMaker(before)
        self._here = before.map.here if before is not None else None
        self._score = before.score if before is not None else None

    def frame(self, state: AdventureState, events: Sequence[Event]) -> Document:
        """Return the frame after a turn with these events."""
        return dict(self._frames.frame(state, events))

    def entry(self, time: float, state: AdventureState, events: Sequence[Event]) -> Entry:
        """Return what happened in the turn."""
        entry = Entry(
            turn=state.turn,
            time=time,
            thoughts=thoughts(events),
            notes=notes(state, events, self._score),
        )
        scored = reviews(events)
        if scored:
            entry["details"] = dict(AdventureDetails(reviews=scored))
        for event in events:
            match event:
                case CommandChosen():
                    entry["command"], entry["by"] = event.command, event.by.value
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
        text = entry.get("text", "")
        title = _title(state, text)
        if title and ("moved" in entry or text.lstrip().startswith(f"{title}\n")):
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
            "puzzles_updated": _puzzles(state, events),
            "agent_reasoning": next((t["text"] for t in entry["thoughts"]), ""),
        }


def _puzzles(state: AdventureState, events: Sequence[Event]) -> list[Document]:
    """Return the puzzles that something happened to."""
    changed = dict.fromkeys(
        event.puzzle
        for event in events
        if isinstance(event, (PuzzleFound, PuzzleChanged, PuzzleSolved))
    )
    return [
        {"id": id_, "summary": puzzle.summary, "status": puzzle.status.value}
        for id_ in changed
        for puzzle in (state.puzzles.puzzles[id_],)
    ]


def last_of_turn(points: Iterable[tuple[int, float]]) -> list[tuple[int, float]]:
    """Return one point a turn: the last one."""
    return list(dict(points).items())


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
