"""Playing a recorded episode again: the same beginning, and a comparison of the two logs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from ludens.episode.errors import LudensError
from ludens.episode.events import (
    EpisodeEnded,
    EpisodeForked,
    EpisodeReopened,
    EpisodeStarted,
    Event,
    EventCodec,
    Outcome,
)
from ludens.episode.game import Game
from ludens.episode.runner import Until
from ludens.episode.store import EpisodeRow, EventRow, NewEpisode, Store


class NotReplayableError(LudensError):
    """The episode cannot be played again from its beginning."""


@runtime_checkable
class OpenToTheOutside(Protocol):
    """A game to which something comes that neither its seed nor its models give."""

    def as_recorded(self, events: Sequence[tuple[int, Event]]) -> Game[Any]:
        """Return the game with what came to a recorded episode from outside.

        Each event comes with its turn.
        """
        ...


FROM_OUTSIDE = frozenset({Outcome.LIMIT, Outcome.STOPPED, Outcome.FAILED})
"""Outcomes that a clock, a person or a failure gave, and no game by itself."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """What was played under the same settings: from a beginning, a fork or a reopening on."""

    opening: EpisodeStarted | EpisodeForked | EpisodeReopened
    until: Until


def stretches(lines: Sequence[EventRow]) -> Iterator[Stretch]:
    """Yield the stretches of a log, in their order."""
    codec = EventCodec(())
    opening: EpisodeStarted | EpisodeForked | EpisodeReopened | None = None
    until = Until(0)
    for line in lines:
        if line.type in ("episode_started", "episode_forked", "episode_reopened"):
            if opening is not None:
                yield Stretch(opening, until)
            event = codec.decode(line.type, line.data)
            assert isinstance(event, EpisodeStarted | EpisodeForked | EpisodeReopened)
            opening, until = event, Until(line.turn)
        elif line.type == "episode_ended":
            ended = codec.decode(line.type, line.data)
            assert isinstance(ended, EpisodeEnded)
            until = Until(line.turn, ended if ended.outcome in FROM_OUTSIDE else None)
        else:
            until = Until(line.turn, until.ending)
    if opening is not None:
        yield Stretch(opening, until)


def as_new(store: Store, row: EpisodeRow) -> NewEpisode:
    """Return the beginning of an episode, to be played again; raises NotReplayableError.

    For a fork that is the beginning of the first episode it comes from.
    """
    lines = store.events(row.id)
    if not lines:
        raise NotReplayableError(f"episode {row.id} has not begun")
    started = EventCodec(()).decode(lines[0].type, lines[0].data)
    assert isinstance(started, EpisodeStarted)
    return NewEpisode(
        game=row.game,
        subject=row.subject,
        seed=started.seed,
        model=row.model,
        settings=started.settings,
        subject_hash=row.subject_hash,
        subject_content=store.subject_content(row),
        imported=row.imported,
    )


def first_difference(
    recorded: Sequence[EventRow], again: Sequence[EventRow], game: Game[Any]
) -> str | None:
    """Return in one line where the second log leaves the first, or None if it does not.

    Where it began and what it was forked from are told by other names in a replay.
    """
    for old, new in zip(recorded, again, strict=False):
        if old.type == new.type and old.type in ("episode_started", "episode_forked"):
            continue
        if (old.turn, old.type, old.data) != (new.turn, new.type, new.data):
            return (
                f"turn {old.turn} of {game.name} differs: recorded {_short(old)}, "
                f"replayed {_short(new)}"
            )
    if len(again) < len(recorded):
        return f"the replay ended at turn {again[-1].turn}: {_short(again[-1])}"
    return None


def _short(line: EventRow) -> str:
    data = json.dumps(json.loads(line.data), ensure_ascii=False)
    return f"{line.type} {data[:160]}"
