"""The store: every episode with its events, snapshots and calls."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import (
    Connection,
    RowMapping,
    Select,
    bindparam,
    delete,
    func,
    insert,
    literal,
    select,
    update,
)

from ludens.episode.blobs import get_blob, put_blobs
from ludens.episode.database import Database
from ludens.episode.entering import enter, enter_fork
from ludens.episode.errors import (
    DamagedError,
    EpisodeTakenError,
    NoSuchEpisodeError,
    NoSuchTurnError,
)
from ludens.episode.events import EpisodeId, canonical
from ludens.episode.lease import Runner, is_played
from ludens.episode.prepared import Prepared
from ludens.episode.rows import LAST, EpisodeRow, EventRow, NewEpisode, TurnCommit, row_of
from ludens.episode.schema import blob, call, episode, event, intent, metadata, snapshot
from ludens.episode.sums import START, event_sum, fixed_sum, moving_sum, snapshot_sum

__all__ = ["EpisodeRow", "EventRow", "NewEpisode", "Store", "TurnCommit"]


_APPEND_TURN = Prepared(
    update(episode)
    .where(
        episode.c.id == bindparam("mine"),
        episode.c.runner == bindparam("holder"),
        episode.c.last_seq == bindparam("last_before"),
    )
    .values(
        updated=bindparam("now"),
        runner_seen=bindparam("now"),
        turns=bindparam("turn"),
        last_seq=bindparam("last"),
        headline=bindparam("head"),
        seconds=bindparam("whole"),
        calls=bindparam("made"),
        sum=bindparam("checked"),
        outcome=bindparam("outcome_now"),
        reason=bindparam("why"),
        settings=func.coalesce(bindparam("changed"), episode.c.settings),
    )
)
_COUNT_CALLS = Prepared(
    select(func.count()).where(
        call.c.episode_id == bindparam("mine"),
        call.c.turn > bindparam("after"),
        call.c.turn <= bindparam("turn"),
    )
)
_INSERT_EVENTS = Prepared(
    insert(event), ("episode_id", "seq", "turn", "time", "type", "data", "sum")
)
_INSERT_SNAPSHOTS = Prepared(insert(snapshot), ("episode_id", "kind", "turn", "seq", "blob", "sum"))


@dataclass(slots=True)
class _Mark:
    """Where a log ends, as far as the next turn's checksums go on from it."""

    fixed: bytes
    """The sum of what never changes in the episode's row."""
    settings: str
    seconds: float
    turn: int
    """The last turn; -1 before the first."""
    calls: int
    """How many calls its turns have."""
    seq: int
    sum: bytes
    """The sum of the last event."""


@dataclass(slots=True)
class Store:
    """Reads and writes episodes. Every method raises StoreError in one clear line."""

    database: Database
    _marks: dict[EpisodeId, _Mark] = field(default_factory=dict)

    @classmethod
    def open(
        cls,
        url: str,
        *,
        busy_timeout: float = 10.0,
        must_exist: bool = False,
        as_found: bool = False,
    ) -> Store:
        """Open the store at an SQLAlchemy URL or SQLite path, made if it is not there.

        With `as_found` it is taken as it is, for checking it, though it lacks a table.
        """
        return cls(
            Database(url, busy_timeout=busy_timeout, must_exist=must_exist, as_found=as_found)
        )

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    # Episodes

    def create(self, new: NewEpisode, runner: Runner | None = None) -> EpisodeId:
        """Enter a new episode, played by `runner`; return its id."""
        with self.database.write() as connection:
            return enter(connection, new, runner)

    @contextmanager
    def entered(self, new: NewEpisode) -> Iterator[EpisodeRow]:
        """Enter a new episode; if its start is refused, nothing of it stays."""
        with self.beginning(self.episode(self.create(new))) as row:
            yield row

    @contextmanager
    def beginning(self, row: EpisodeRow) -> Iterator[EpisodeRow]:
        """Begin an episode, or fork, that was just entered; if that is refused, it is taken out."""
        try:
            yield row
        except BaseException:
            self.discard(row.id)
            raise

    def discard(self, identity: EpisodeId) -> bool:
        """Take out an episode that never began, or a fork; return whether it was one.

        One that has an event or a call of its own stays, and so does one that somebody plays:
        nothing that happened is lost.
        """
        with self.database.write() as connection:
            mine = episode.c.id == identity
            found = connection.execute(select(episode).where(mine).with_for_update()).one_or_none()
            if found is None or is_played(found.runner, found.runner_seen):
                return False
            shared = found.parent_turn if found.parent_id is not None else -1
            own_event = (event.c.episode_id == identity) & (event.c.turn > shared)
            own_call = (call.c.episode_id == identity) & ~call.c.inherited
            for own in (own_event, own_call, intent.c.episode_id == identity):
                if connection.scalar(select(literal(1)).where(own).limit(1)) is not None:
                    return False
            if found.outcome is not None:  # at the turn from which it was to go on
                return False
            for table in metadata.sorted_tables:
                if "episode_id" in table.c:
                    connection.execute(delete(table).where(table.c.episode_id == identity))
            connection.execute(delete(episode).where(mine))
        return True

    def episodes(self, *, limit: int | None = None) -> list[EpisodeRow]:
        """Return the episodes, newest first; one that cannot be read is left out."""
        return self.found(select(episode).order_by(episode.c.number.desc()).limit(limit))

    def unreadable(self) -> dict[str, str]:
        """Return what is wrong with the episodes that `episodes` leaves out, by their ids."""
        with self.database.read() as connection:
            rows = connection.execute(select(episode)).mappings().all()
        troubles = {}
        for row in rows:
            try:
                EpisodeRow.read(row)
            except DamagedError as error:
                troubles[row["id"]] = str(error)
        return troubles

    def _require_sound_id(self, name: str) -> None:
        """Raise DamagedError where the id that begins so is kept as bytes, or is no UTF-8."""
        if not self.database.is_sqlite:
            return
        with self.database.read() as connection:
            kinds = connection.execute(select(episode.c.id, func.typeof(episode.c.id))).all()
        odd = [each for each, kind in kinds if kind != "text" or "\ufffd" in each]
        for each in odd:
            if name and each.startswith(name):
                raise DamagedError(
                    f"the id of episode {each} is damaged in the store; "
                    "`ludens doctor --check STORE --repair` mends it"
                )

    def found(self, query: Select[Any]) -> list[EpisodeRow]:
        """Return the episodes that a query over the table `episode` finds."""
        with self.database.read() as connection:
            rows = connection.execute(query).mappings().all()
        found = []
        for row in rows:
            with suppress(DamagedError):  # one bad episode harms no other
                found.append(EpisodeRow.read(row))
        return found

    def episode(self, name: str) -> EpisodeRow:
        """Return the episode with that id, a unique beginning of one, or `last`.

        Raises NoSuchEpisodeError, and DamagedError where its row is not what was written.
        """
        return EpisodeRow.read(self._row(name))

    def identity(self, name: str) -> EpisodeId:
        """Return the id of the episode that `episode` would give, also of a damaged one."""
        return EpisodeId(self._row(name)["id"])

    def _row(self, name: str) -> RowMapping:
        with self.database.read() as connection:
            query = select(episode)
            if name == LAST:
                rows = query.order_by(episode.c.number.desc()).limit(1)
            else:  # in order, so that a whole id comes before those that only begin with it
                begins = episode.c.id.startswith(name, autoescape=True)
                rows = query.where(begins, literal(name != "")).order_by(episode.c.id).limit(2)
            found = connection.execute(rows).mappings().all()
        exact = [row for row in found if row["id"] == name]
        if len(found) == 1 or exact:
            return (exact or found)[0]
        if found:
            raise NoSuchEpisodeError(f"several episodes begin with {name!r}; give more letters")
        self._require_sound_id(name)
        hint = "none has been played yet" if name == LAST else "`ludens episodes` lists them"
        raise NoSuchEpisodeError(f"there is no episode {name!r}; {hint}")

    def subject_content(self, row: EpisodeRow) -> bytes | None:
        """Return the story file that the episode plays, if it was kept, or came with its file."""
        if row.subject_blob is None:
            return None
        with self.database.read() as connection:
            mine = select(blob.c.hash).where(blob.c.hash == row.subject_blob)
            if row.imported is not None and connection.scalar(mine) is None:
                return None
            return get_blob(connection, row.subject_blob)

    # One runner at a time

    def claim(self, identity: EpisodeId, runner: Runner) -> EpisodeRow:
        """Make `runner` the one who plays; return the episode as it was left.

        Raises EpisodeTakenError while another one plays.
        """
        with self.database.write() as connection:
            found = row_of(connection, identity)
            row = EpisodeRow.read(found)
            holder = row.runner
            if holder and holder != runner and holder.is_alive(row.runner_seen or 0.0):
                raise EpisodeTakenError(
                    f"episode {identity} is being played by process {holder.pid} on "
                    f"{holder.host}; end that one first, or fork the episode"
                )
            connection.execute(
                update(episode)
                .where(episode.c.id == identity)
                .values(runner=runner.dump(), runner_seen=time.time())
            )
        if row.last_seq < 0:
            self._marks[identity] = _mark(found, START)
        return row

    def release(self, identity: EpisodeId, runner: Runner) -> None:
        """Let another runner play; does nothing if `runner` no longer holds the episode."""
        with self.database.write() as connection:
            connection.execute(
                update(episode)
                .where(episode.c.id == identity, episode.c.runner == runner.dump())
                .values(runner=None, runner_seen=None)
            )

    # The log

    def append(self, identity: EpisodeId, commits: Sequence[TurnCommit], runner: Runner) -> None:
        """Write turns that follow each other, in one transaction.

        Raises EpisodeTakenError, with nothing written, if `runner` lost the episode.
        """
        first_seq, last = commits[0].first_seq, commits[-1]
        with self.database.write() as connection:
            # Looked up anew after a failure, and when another process has played on.
            mark = self._marks.pop(identity, None)
            if mark is None or mark.seq != first_seq - 1:
                mark = _read_mark(connection, identity, first_seq - 1)
            rows, before = _event_rows(identity, commits, mark.sum)
            last_seq = first_seq + len(rows) - 1
            changes = [commit.settings for commit in commits if commit.settings is not None]
            changed = canonical(changes[-1]) if changes else None
            asked = {"mine": identity, "after": mark.turn, "turn": last.turn}
            after = replace(
                mark,
                settings=mark.settings if changed is None else changed,
                seconds=mark.seconds + sum(commit.seconds for commit in commits),
                turn=last.turn,
                calls=mark.calls + _COUNT_CALLS.run(connection, asked).scalar_one(),
                seq=last_seq,
                sum=before,
            )
            moving = {
                "settings": after.settings,
                "updated": last.time,
                "turns": last.turn,
                "last_seq": last_seq,
                "outcome": last.outcome.value if last.outcome else None,
                "reason": last.reason,
                "headline": canonical(last.headline),
                "seconds": after.seconds,
                "calls": after.calls,
            }
            mine = _APPEND_TURN.run(
                connection,
                {
                    "mine": identity,
                    "holder": runner.dump(),
                    "last_before": first_seq - 1,
                    "now": last.time,
                    "turn": last.turn,
                    "last": last_seq,
                    "head": moving["headline"],
                    "whole": after.seconds,
                    "made": after.calls,
                    "outcome_now": moving["outcome"],
                    "why": last.reason,
                    "changed": changed,
                    "checked": moving_sum(mark.fixed, moving),
                },
            )
            if mine.rowcount != 1:
                raise EpisodeTakenError(
                    f"episode {identity} was taken over by another runner at turn {last.turn}; "
                    "this one stops, and nothing of its last turn was written"
                )
            if rows:
                _INSERT_EVENTS.run_for_each(connection, rows)
            _keep_snapshots(connection, identity, commits)
        self._marks[identity] = after

    def events(
        self,
        identity: EpisodeId,
        *,
        from_seq: int = 0,
        from_turn: int = 0,
        to_turn: int | None = None,
        limit: int | None = None,
    ) -> list[EventRow]:
        """Return events in order, from a sequence number or turn on, to the end of a turn."""
        query = (
            select(event.c.seq, event.c.turn, event.c.time, event.c.type, event.c.data)
            .where(event.c.episode_id == identity)
            .limit(limit)
        )
        if from_seq > 0:
            query = query.where(event.c.seq >= from_seq)
        if from_turn > 0:
            query = query.where(event.c.turn >= from_turn)
        if to_turn is not None:
            query = query.where(event.c.turn <= to_turn)
        # Turns never fall, so both orders are one; the index by turn reads no more than is asked.
        by_turn = from_turn > 0 or to_turn is not None
        query = (
            query.order_by(event.c.turn, event.c.seq) if by_turn else query.order_by(event.c.seq)
        )
        with self.database.read() as connection:
            return [EventRow(*row) for row in connection.execute(query)]

    def snapshot(
        self, identity: EpisodeId, kind: str, *, turn: int, exactly: bool = False
    ) -> tuple[int, int, bytes] | None:
        """Return turn, last sequence number and content of the newest snapshot up to `turn`.

        With `exactly`, of that very turn, or NoSuchTurnError.
        """
        query = (
            select(snapshot.c.turn, snapshot.c.seq, snapshot.c.blob)
            .where(
                snapshot.c.episode_id == identity,
                snapshot.c.kind == kind,
                snapshot.c.turn == turn if exactly else snapshot.c.turn <= turn,
            )
            .order_by(snapshot.c.turn.desc())
            .limit(1)
        )
        with self.database.read() as connection:
            row = connection.execute(query).one_or_none()
            if row is None:
                if exactly:
                    raise NoSuchTurnError(f"episode {identity} keeps no snapshot of turn {turn}")
                return None
            return row.turn, row.seq, get_blob(connection, row.blob)

    # Forks

    def fork(
        self,
        parent: EpisodeRow,
        turn: int,
        settings: dict[str, Any],
        headline: dict[str, Any],
        *,
        seed: int | None = None,
        model: str | None = None,
    ) -> EpisodeId:
        """Copy the log up to the end of `turn` into a new episode; return its id.

        `seed` and `model` (who plays, for lists) are the parent's unless given.

        Calls are copied too, marked as inherited: the parent paid for them. Raises
        NoSuchTurnError.
        """
        with self.database.write() as connection:
            return enter_fork(connection, parent, turn, settings, headline, seed=seed, model=model)


def _event_rows(
    identity: EpisodeId, commits: Sequence[TurnCommit], before: bytes
) -> tuple[list[dict[str, Any]], bytes]:
    """Return the rows of the turns' events after the one whose sum is given, and the last sum."""
    rows, seq = [], commits[0].first_seq
    for commit in commits:
        for type_, data in commit.events:
            before = event_sum(before, seq, commit.turn, commit.time, type_, data)
            rows.append(
                {
                    "episode_id": identity,
                    "seq": seq,
                    "turn": commit.turn,
                    "time": commit.time,
                    "type": type_,
                    "data": data,
                    "sum": before,
                }
            )
            seq += 1
    return rows, before


def _keep_snapshots(
    connection: Connection, identity: EpisodeId, commits: Sequence[TurnCommit]
) -> None:
    kept = [
        (commit, kind, content)
        for commit in commits
        for kind, content in (("engine", commit.engine), ("state", commit.state))
        if content is not None
    ]
    if not kept:
        return
    hashes = put_blobs(connection, [content for _, _, content in kept])
    rows = []
    for (commit, kind, _), digest in zip(kept, hashes, strict=True):
        seq = commit.first_seq + len(commit.events) - 1
        rows.append(
            {
                "episode_id": identity,
                "kind": kind,
                "turn": commit.turn,
                "seq": seq,
                "blob": digest,
                "sum": snapshot_sum(kind, commit.turn, seq, digest),
            }
        )
    _INSERT_SNAPSHOTS.run_for_each(connection, rows)


def _read_mark(connection: Connection, identity: EpisodeId, seq: int) -> _Mark:
    """Return where a log ends; raises StoreError where that is damaged."""
    row = row_of(connection, identity)
    last = connection.scalar(
        select(event.c.sum).where(event.c.episode_id == identity, event.c.seq == seq)
    )
    if seq >= 0 and last is None:
        raise DamagedError(
            f"episode {identity} is damaged: its last event is missing; "
            "`ludens doctor --check` tells more"
        )
    return replace(_mark(row, bytes(last) if last else START), seq=seq)


def _mark(row: RowMapping, last: bytes) -> _Mark:
    seq = row["last_seq"]
    turn = row["turns"] if seq >= 0 else -1
    return _Mark(fixed_sum(row), row["settings"], row["seconds"], turn, row["calls"], seq, last)
