"""Events: what can happen in an episode of any game, and how a log line is written and read."""

from __future__ import annotations

import json
import sys
from collections.abc import Container, Iterable, Mapping
from enum import StrEnum
from typing import Any, ClassVar, NewType

from pydantic import BaseModel, ConfigDict, ValidationError

from ludens.episode.errors import DamagedError
from ludens.llm.errors import ErrorKind

EpisodeId = NewType("EpisodeId", str)


class Outcome(StrEnum):
    """How an episode ended."""

    VICTORY = "victory"
    DEFEAT = "defeat"
    """The game was lost and could not go on."""
    ENDED = "ended"
    """The game came to an end that is neither."""
    LIMIT = "limit"
    """A limit was reached: turns, tokens, cost, time, turns without progress."""
    STOPPED = "stopped"
    """A person stopped it for good."""
    FAILED = "failed"
    """The game could not go on for a technical reason."""


class Event(BaseModel):
    """One fact that happened. Frozen; its `type` is its name in the log."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    type: ClassVar[str]
    hook: ClassVar[str | None] = None
    """The hook method that this event calls, besides `on_event`."""
    dropped: ClassVar[frozenset[str]] = frozenset()
    """Fields that earlier versions wrote and nobody reads any more."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Name the event after its class: `RoomFound` is `room_found` in the log."""
        super().__init_subclass__(**kwargs)
        if "type" not in cls.__dict__:
            words = "".join(f"_{c.lower()}" if c.isupper() else c for c in cls.__name__)
            cls.type = words.lstrip("_")

    def line(self) -> str:
        """Return the event's data as canonical JSON: fields in order, defaults left out."""
        return self.model_dump_json(exclude_defaults=True)


def events_of(module: str) -> tuple[type[Event], ...]:
    """Return the events that a module tells, in its order; not those that they only extend."""
    there = vars(sys.modules[module]).values()
    own = (one for one in there if isinstance(one, type) and issubclass(one, Event))
    return tuple(one for one in own if one.__module__ == module and not one.__subclasses__())


class EpisodeStarted(Event):
    """The first event of every log: all that decides what follows."""

    hook = "on_episode_start"
    game: str
    seed: int
    subject: str
    """What is played: a story's name, a table, a corpus."""
    subject_hash: str | None = None
    """SHA-256 of the story file or corpus."""
    settings: dict[str, Any]
    """The game's settings, limits and models, as they were in force."""
    version: str
    """The version of Ludens that began the episode."""


class EpisodeForked(Event):
    """The episode left its parent's path here; first event of the turn after the fork."""

    parent: str
    turn: int
    seed: int
    """The dice from here on."""
    changes: dict[str, Any]


class EpisodeReopened(Event):
    """An episode that a limit had ended goes on under changed settings."""

    changes: dict[str, Any]


class EpisodeEnded(Event):
    """The last event: how it ended and why."""

    hook = "on_episode_end"
    outcome: Outcome
    reason: str


class ModelFailed(Event):
    """A role's model gave nothing to use, and its rule-based agent played in its place.

    For a reply that was refused or unusable this stands for one time only; else nobody but the
    rule-based agent plays the role until `model_returned`.
    """

    hook = "on_model_failed"
    role: str
    model: str
    """`provider/model`."""
    kind: ErrorKind
    reason: str


class ModelReturned(Event):
    """A role's model answers again."""

    role: str
    model: str


COMMON_EVENTS: tuple[type[Event], ...] = (
    EpisodeStarted,
    EpisodeForked,
    EpisodeReopened,
    EpisodeEnded,
    ModelFailed,
    ModelReturned,
)


class UnknownEventError(ValueError):
    """A log holds an event that this version does not know."""


class EventCodec:
    """Reads log lines back into events of one game."""

    def __init__(self, types: Iterable[type[Event]]) -> None:
        self.types: Mapping[str, type[Event]] = {cls.type: cls for cls in (*COMMON_EVENTS, *types)}

    def decode(self, type_: str, line: str) -> Event:
        """Return the event.

        Raises UnknownEventError for a type of another version, DamagedError for contents that no
        event of its type has.
        """
        cls = self.types.get(type_)
        if cls is None:
            raise UnknownEventError(
                f"this log holds an event {type_!r} that this version of Ludens does not know"
            )
        if cls.dropped:
            line = _without(cls.dropped, line)
        try:
            return cls.model_validate_json(line)
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False)[0]
            where = ".".join(map(str, first["loc"]))
            raise DamagedError(
                f"this log's {type_} cannot be read ({where}: {first['msg']}); "
                "`ludens doctor --check` tells what is damaged"
            ) from error


def _without(names: Container[str], line: str) -> str:
    """Return a line without some fields; one that is no JSON object as it is."""
    try:
        kept = json.loads(line)
    except ValueError:
        return line
    if not isinstance(kept, dict):
        return line
    return json.dumps({name: each for name, each in kept.items() if name not in names})


def canonical(value: Any) -> str:
    """Return JSON with sorted keys and no spaces, for hashing and comparing."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
