"""Playing a recorded episode again: the same beginning, and a comparison of the two logs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from ludens.episode.errors import LudensError
from ludens.episode.events import EpisodeStarted, Event, EventCodec
from ludens.episode.game import Game
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


def as_new(store: Store, row: EpisodeRow) -> NewEpisode:
    """Return the beginning of an episode, to be played again with a limit at its length.

    Raises NotReplayableError for a fork, whose beginning is its parent's, and for an episode
    whose settings changed on the way.
    """
    lines = store.events(row.id)
    changed = [line.type for line in lines if line.type in ("episode_forked", "episode_reopened")]
    if changed:
        raise NotReplayableError(
            f"episode {row.id} changed its settings on the way ({changed[0]}); "
            "replay the episode it was forked from"
        )
    if not lines:
        raise NotReplayableError(f"episode {row.id} has not begun")
    started = EventCodec(()).decode(lines[0].type, lines[0].data)
    assert isinstance(started, EpisodeStarted)
    settings = started.settings
    if row.outcome is None:
        settings = {**settings, "limits": {**settings.get("limits", {}), "turns": row.turns}}
    return NewEpisode(
        game=row.game,
        subject=row.subject,
        seed=started.seed,
        model=row.model,
        settings=settings,
        subject_hash=row.subject_hash,
        subject_content=store.subject_content(row),
        imported=row.imported,
    )


def first_difference(
    recorded: Sequence[EventRow], again: Sequence[EventRow], game: Game[Any]
) -> str | None:
    """Return in one line where the second log leaves the first, or None if it does not.

    What the replay adds at its end because the recorded episode was not finished does not count,
    nor does the limit that stopped it there.
    """
    for old, new in zip(recorded, again, strict=False):
        if (old.seq, old.turn, old.type) == (0, 0, "episode_started"):
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
