"""The journal: what was tried where, what came of it, and what the story's texts name."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from ludens.adventure.events import CommandJudged, Effect, RoomId, ThingsMentioned
from ludens.episode.events import Event

NOWHERE = RoomId("")
"""Stands for the room while none is known."""

HANDS = RoomId("hands")
"""Stands for wherever one is, for what concerns only things one carries."""

REPLIES = 400
"""Different replies that are counted; a story's refusals are few and come early."""


class Attempt(BaseModel):
    """The last time that a command was typed in a room."""

    model_config = ConfigDict(extra="forbid")

    turn: int
    effect: Effect
    gains: int
    """How much had been gained by then; when more is, it may be worth another try."""
    times: int = 1


class VerbRecord(BaseModel):
    """How often a verb was typed, and how often it did something."""

    model_config = ConfigDict(extra="forbid")

    tries: int = 0
    hits: int = 0
    unknown: int = 0
    """How often the story did not understand it."""


class Journal(BaseModel):
    """What the company remembers of its own doings; changed by events only."""

    model_config = ConfigDict(extra="forbid")

    attempts: dict[RoomId, dict[str, Attempt]] = Field(default_factory=dict)
    mentioned: dict[RoomId, dict[str, int]] = Field(default_factory=dict)
    """For each room, the noun phrases its texts name and the turn of the first time."""
    verbs: dict[str, VerbRecord] = Field(default_factory=dict)
    replies: dict[str, int] = Field(default_factory=dict)
    """How often each reply came, by its fingerprint: the common ones are refusals."""
    interest: dict[str, int] = Field(default_factory=dict)
    """For each thing, how many replies about it were unlike any other."""
    gains: int = 0
    """How often something was gained: an item, a score, a way opened, light."""
    barren: dict[str, int] = Field(default_factory=dict)
    """For each command about a thing, in how many rooms it did nothing."""

    def apply(self, event: Event, turn: int) -> None:
        """Fold one event."""
        match event:
            case ThingsMentioned():
                known = self.mentioned.setdefault(event.room, {})
                for name in event.names:
                    known.setdefault(name, turn)
            case CommandJudged():
                self._judge(event, turn)

    def _judge(self, event: CommandJudged, turn: int) -> None:
        page = HANDS if event.in_hand else event.room
        here = self.attempts.setdefault(page, {})
        before = here.get(event.command)
        if (
            before is None
            and event.things
            and event.effect in (Effect.NOTHING, Effect.NOT_UNDERSTOOD)
        ):
            self.barren[event.command] = self.barren.get(event.command, 0) + 1
        here[event.command] = Attempt(
            turn=turn,
            effect=event.effect,
            gains=self.gains,
            times=before.times + 1 if before else 1,
        )
        verb = event.command.split(" ", 1)[0] if event.command.strip() else ""
        record = self.verbs.setdefault(verb, VerbRecord())
        record.tries += 1
        record.hits += event.effect in GAINFUL
        record.unknown += event.effect is Effect.NOT_UNDERSTOOD
        if event.gained:
            self.gains += 1
        if event.reply and (event.reply in self.replies or len(self.replies) < REPLIES):
            self.replies[event.reply] = self.replies.get(event.reply, 0) + 1
        for thing in event.things if event.novel else ():
            self.interest[thing] = self.interest.get(thing, 0) + 1

    def attempt(self, room: RoomId | None, command: str) -> Attempt | None:
        """Return the last attempt at a command in a room, or with what one carries anywhere."""
        page = self.attempts.get(room or NOWHERE)
        found = page.get(command) if page is not None else None
        if found is None and (page := self.attempts.get(HANDS)) is not None:
            found = page.get(command)
        return found


GAINFUL = frozenset({Effect.CHANGED, Effect.MOVED, Effect.SCORED})
"""Effects that changed the world."""
