"""What was foreseen: the fold of lookahead's events."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from ludens.adventure.events import CommandJudged, Effect, StoryRestored
from ludens.adventure.journal import HANDS
from ludens.adventure.lookahead.events import FATAL, Foreseen, Foresight, Prospect
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event


class Foresights(BaseModel):
    """What commands of this turn would do, and what finding out has cost."""

    model_config = ConfigDict(extra="forbid")

    steps: int = 0
    """Interpreter steps spent in this episode."""
    turn: int = -1
    """The turn that `found` is about."""
    found: dict[str, Foresight] = Field(default_factory=dict)

    by_room: dict[RoomId, dict[str, Foresight]] = Field(default_factory=dict)
    """For each room, what was foreseen the last time that commands were tried there, and has not
    been typed since."""
    told: dict[RoomId, dict[str, int]] = Field(default_factory=dict)
    """For each room, the commands of which only typing them can tell more, and when they were
    tried; until something is gained."""
    overheard: dict[str, str] = Field(default_factory=dict)
    """For each new answer that was heard on a snapshot, by its fingerprint, what the first command
    that brought it was about (see `subject`)."""

    def apply(self, event: Event, turn: int) -> None:
        """Fold one event."""
        match event:
            case Foreseen():
                self._foresee(event, turn)
            case CommandJudged():
                self.by_room.get(event.room, {}).pop(event.command, None)
                if event.effect is Effect.SCORED:
                    self._count_once(event.room)
                if event.gained:
                    self._renew()
            case StoryRestored():
                self.by_room.clear()
                self.told.clear()

    def _count_once(self, room: RoomId) -> None:
        """Forget what would have scored in a room: it scores once, by whatever name."""
        sights = self.by_room.get(room, {})
        self.by_room[room] = {
            command: sight
            for command, sight in sights.items()
            if sight.prospect is not Prospect.SCORES
        }

    def _renew(self) -> None:
        """Let what would do nothing but tell be tried again, and what would have killed."""
        self.told.clear()
        for room, sights in self.by_room.items():
            left = {c: sight for c, sight in sights.items() if sight.prospect not in FATAL}
            self.by_room[room] = left

    def _foresee(self, event: Foreseen, turn: int) -> None:
        self.steps += event.steps
        if self.turn != turn:
            self.turn, self.found = turn, {}
            self.by_room[event.room] = {}
        news = {sight.command: sight for sight in event.found}
        self.found.update(news)
        self.by_room.setdefault(event.room, {}).update(news)
        for judged in event.told:
            page = HANDS if judged.in_hand else event.room
            self.told.setdefault(page, {})[judged.command] = turn
            self.overheard.setdefault(judged.reply, subject(judged))

    def has_told(self, room: RoomId, command: str) -> bool:
        """Tell whether only typing a command can tell more: in a room, or of what is carried."""
        return command in self.told.get(room, {}) or command in self.told.get(HANDS, {})

    def now(self, turn: int) -> dict[str, Foresight]:
        """Return what is foreseen for a turn, by command."""
        return self.found if self.turn == turn else {}


def subject(judged: CommandJudged) -> str:
    """Return what a command is about, however the things were called; itself if it names none."""
    return " ".join(sorted(name.rpartition(" ")[2] for name in judged.things)) or judged.command
