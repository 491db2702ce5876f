"""Episodes as Python objects: what happened, what was asked, any turn as it was, and on from it."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from sqlalchemy import select

from ludens.api.frames import frame
from ludens.api.house import (
    limit_settings,
    nested,
    played,
    require_open,
    settings_of,
    store_for,
)
from ludens.bench.lineups import players_instead
from ludens.episode.calls import calls_of, usage
from ludens.episode.errors import NoSuchEpisodeError
from ludens.episode.events import Event
from ludens.episode.history import read_events, state_at
from ludens.episode.rows import LAST
from ludens.episode.runner import Runner, require_room
from ludens.episode.schema import episode as table
from ludens.episode.state import State
from ludens.episode.store import EpisodeRow, Store
from ludens.episode.transfer import export_lines
from ludens.episode.writing import write_file
from ludens.games import GAMES, game_of, player_after
from ludens.llm.calls import Call
from ludens.owning import kept_on_record

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, slots=True)
class Turn:
    """One decision and what came of it."""

    number: int
    events: tuple[Event, ...]

    @property
    def command(self) -> str | None:
        """What was typed to a story, or said in a book."""
        return self._first("command_chosen", "command") or self._first("prompt_given", "prompt")

    @property
    def text(self) -> str | None:
        """What a story answered."""
        return self._first("text_observed", "text")

    def _first(self, kind: str, field: str) -> str | None:
        return next((getattr(each, field) for each in self.events if each.type == kind), None)


class Turns(Sequence[Turn]):
    """The turns of an episode, from 0, the opening."""

    COLUMNS = ("turn", "command", "text", "score", "events")

    def __init__(self, turns: Sequence[Turn]) -> None:
        self._turns = tuple(turns)

    @overload
    def __getitem__(self, index: int) -> Turn: ...
    @overload
    def __getitem__(self, index: slice) -> Turns: ...
    def __getitem__(self, index: int | slice) -> Turn | Turns:
        found = self._turns[index]
        return Turns(found) if isinstance(found, tuple) else found

    def __len__(self) -> int:
        return len(self._turns)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a turn as a row; `score` is that after the turn, None before there is one."""
        score = None
        for turn in self._turns:
            for event in turn.events:
                if event.type == "score_change":
                    score = event.score  # type: ignore[attr-defined]  # of a story's own events
            kinds = [event.type for event in turn.events]
            yield dict(
                zip(self.COLUMNS, (turn.number, turn.command, turn.text, score, kinds), strict=True)
            )

    def df(self) -> pandas.DataFrame:
        """Return a DataFrame with a row for each turn."""
        return frame(self.rows(), self.COLUMNS)


class Calls(Sequence[tuple[int, Call]]):
    """Every attempt at a model call of an episode, with its turn, in order."""

    COLUMNS = (
        *("turn", "agent", "attempt", "provider", "model", "status", "input_tokens"),
        *("output_tokens", "cached_tokens", "cost", "latency_ms"),
    )

    def __init__(self, calls: Sequence[tuple[int, Call]]) -> None:
        self._calls = tuple(calls)

    @overload
    def __getitem__(self, index: int) -> tuple[int, Call]: ...
    @overload
    def __getitem__(self, index: slice) -> Calls: ...
    def __getitem__(self, index: int | slice) -> tuple[int, Call] | Calls:
        return Calls(self._calls[index]) if isinstance(index, slice) else self._calls[index]

    def __len__(self) -> int:
        return len(self._calls)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a call as a row; `cost` is in US dollars, None where it has no price."""
        for turn, call in self._calls:
            reply = call.response
            usage = reply.usage if reply is not None else None
            yield {
                "turn": turn,
                "agent": call.agent,
                "attempt": call.attempt,
                "provider": call.provider,
                "model": call.model,
                "status": "ok" if reply is not None else "failed",
                "input_tokens": usage.input_tokens if usage else None,
                "output_tokens": usage.output_tokens if usage else None,
                "cached_tokens": usage.cached_tokens if usage else None,
                "cost": float(reply.cost) if reply is not None and reply.cost is not None else None,
                "latency_ms": reply.latency_ms if reply is not None else None,
            }

    def df(self) -> pandas.DataFrame:
        """Return a DataFrame with a row for each call."""
        return frame(self.rows(), self.COLUMNS)


class Episode:
    """One run of one game, as it stands in the store when it was asked for."""

    COLUMNS = (
        *("id", "game", "subject", "model", "seed", "turns", "outcome", "reason", "score"),
        *("max_score", "calls", "cost", "seconds", "created", "parent"),
    )

    def __init__(self, store: Store, row: EpisodeRow) -> None:
        self._store, self._row = store, row

    @classmethod
    def named(cls, name: str = LAST, *, store: str | None = None) -> Episode:
        """Return an episode by its id, the beginning of one, or `last`.

        Raises NoSuchEpisodeError.
        """
        opened = store_for(store)
        if name != LAST:
            return cls(opened, opened.episode(name))
        found = episodes(limit=1, store=store)
        if not found:
            raise NoSuchEpisodeError("no episode has been played yet: ludens.play()")
        return found[0]

    id = property(lambda self: self._row.id, doc="Its name in the store.")
    game = property(lambda self: self._row.game, doc="`adventure`, `mafia` or `story`.")
    subject = property(lambda self: self._row.subject, doc="The story, the table or the book.")
    model = property(lambda self: self._row.model, doc="Who plays.")
    seed = property(lambda self: self._row.seed, doc="What its dice come from.")
    reason = property(lambda self: self._row.reason, doc="Why it ended; None while it has not.")
    settings = property(lambda self: self._row.settings, doc="All settings it records.")
    headline = property(lambda self: self._row.headline, doc="Score, rooms, day and the like.")
    score = property(lambda self: self._row.headline.get("score"), doc="None where there is none.")
    max_score = property(lambda self: self._row.headline.get("max_score"), doc="None if unknown.")

    @property
    def outcome(self) -> str | None:
        """How it ended: victory, defeat, ended, limit, stopped or failed; None while it has not."""
        return self._row.outcome.value if self._row.outcome else None

    @property
    def cost(self) -> Decimal | None:
        """US dollars of its priced calls; None where no call has a price."""
        return usage(self._store, self._row.id).cost

    @cached_property
    def turns(self) -> Turns:
        """Its turns, from 0, the opening."""
        log = read_events(self._store, game_of(self._row), self._row)
        grouped = groupby(log, key=lambda pair: pair[0].turn)
        return Turns([Turn(number, tuple(event for _, event in own)) for number, own in grouped])

    @cached_property
    def calls(self) -> Calls:
        """Every attempt at a model call, those of a fork's past included."""
        return Calls(list(calls_of(self._store, self._row.id)))

    def state(self, turn: int | None = None) -> State:
        """Return the whole state after a turn, the last one if left out; raises NoSuchTurnError."""
        at = self._row.turns if turn is None else turn
        found: State = state_at(self._store, game_of(self._row), self._row, at)
        return found

    def resume(
        self,
        *,
        turns: int | None = None,
        settings: Mapping[str, Any] | None = None,
        progress: bool | None = None,
    ) -> Episode:
        """Go on with it; `turns` lifts the limit that ended it. Returns it as it stands then."""
        require_open(self._row)
        changes = _changes(settings, limit_settings(turns))
        require_room(self._store, game_of(self._row), self._row, changes)
        row = played(self._store, settings_of(None), self._row, changes=changes, progress=progress)
        return Episode(self._store, row)

    def fork(
        self,
        turn: int,
        *,
        model: str | None = None,
        agent: str | None = None,
        seed: int | None = None,
        turns: int | None = None,
        settings: Mapping[str, Any] | None = None,
        play: bool = True,
        progress: bool | None = None,
    ) -> Episode:
        """Play on from a turn differently, as a new episode; raises NoSuchTurnError.

        Without `play` it is only made, to be resumed.
        """
        changes = _changes(
            settings,
            limit_settings(turns),
            players_instead(self._row.game, self._row.settings, model, agent),
        )
        runner = Runner(self._store, game_of(self._row))
        model_now = player_after(self._row, changes)
        recorded = kept_on_record(self._row, changes)
        row = runner.fork(self._row, turn, recorded, seed=seed, model=model_now)
        if play:
            with self._store.beginning(row):
                settings_now = settings_of(None)
                row = played(self._store, settings_now, row, changes=changes, progress=progress)
        return Episode(self._store, row)

    def export(self, path: str | Path) -> Path:
        """Write it whole to a file that `ludens import` brings back."""
        write_file(export_lines(self._store, self._row, GAMES), path)
        return Path(path)

    def row(self) -> dict[str, Any]:
        """Return it as a row."""
        row, used = self._row, usage(self._store, self._row.id)
        told = {
            "turns": row.turns,
            "calls": used.calls,
            "cost": float(used.cost) if used.cost is not None else None,
            "seconds": row.seconds,
            "created": row.created,
            "parent": row.parent_id,
        }
        return {name: told[name] if name in told else getattr(self, name) for name in self.COLUMNS}

    def df(self) -> pandas.DataFrame:
        """Return its turns as a DataFrame."""
        return self.turns.df()

    def __repr__(self) -> str:
        score = "" if self.score is None else f", score {self.score} of {self.max_score or '?'}"
        ended = self.outcome or self._row.status
        return (
            f"<Episode {self.id}: {self.subject}, {self.model}, {self._row.turns} turns"
            f"{score}, {ended}>"
        )

    def _repr_html_(self) -> str:
        cells = "".join(
            f"<tr><th>{name}</th><td>{html.escape(str(value))}</td></tr>"
            for name, value in self.row().items()
            if value is not None
        )
        return f"<table>{cells}</table>"


class Episodes(Sequence[Episode]):
    """Episodes of a store, the newest first."""

    def __init__(self, found: Sequence[Episode]) -> None:
        self._found = tuple(found)

    @overload
    def __getitem__(self, index: int) -> Episode: ...
    @overload
    def __getitem__(self, index: slice) -> Episodes: ...
    def __getitem__(self, index: int | slice) -> Episode | Episodes:
        return Episodes(self._found[index]) if isinstance(index, slice) else self._found[index]

    def __len__(self) -> int:
        return len(self._found)

    def df(self) -> pandas.DataFrame:
        """Return a DataFrame with a row for each episode."""
        return frame((each.row() for each in self._found), Episode.COLUMNS)

    def __repr__(self) -> str:
        return "\n".join(map(repr, self._found)) or "<no episodes>"

    def _repr_html_(self) -> str:
        heads = "".join(f"<th>{name}</th>" for name in Episode.COLUMNS)
        body = "".join(
            "<tr>"
            + "".join(
                f"<td>{'' if value is None else html.escape(str(value))}</td>"
                for value in each.row().values()
            )
            + "</tr>"
            for each in self._found
        )
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


def episodes(
    game: str | None = None,
    *,
    subject: str | None = None,
    limit: int | None = None,
    store: str | None = None,
) -> Episodes:
    """Return the episodes of a store that have begun, newest first.

    `game` is `adventure`, `mafia` or `story`; `store` an SQLite file or a postgresql:// URL instead
    of the one that the settings name.
    """
    opened = store_for(store)
    query = select(table).where(table.c.last_seq >= 0)
    if game is not None:
        query = query.where(table.c.game == game)
    if subject is not None:
        query = query.where(table.c.subject == subject)
    query = query.order_by(table.c.number.desc()).limit(limit)
    return Episodes([Episode(opened, row) for row in opened.found(query)])


def _changes(settings: Mapping[str, Any] | None, *more: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is laid over an episode's settings; refuses what is unknown or wrong."""
    laid = nested(settings, *more)
    settings_of(laid)
    return laid
