"""Whether a store holds what was written to it, and mending what can be mended."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    LargeBinary,
    RowMapping,
    String,
    Table,
    delete,
    func,
    literal_column,
    select,
    text,
    update,
)

from ludens.episode.blobs import blob_hash, unpacked
from ludens.episode.calls import read_call
from ludens.episode.errors import DamagedError, StoreError
from ludens.episode.events import EpisodeId, EventCodec, Outcome, UnknownEventError, canonical
from ludens.episode.game import Game
from ludens.episode.keeping import add_tag
from ludens.episode.rows import row_of
from ludens.episode.schema import blob, call, episode, event, metadata, snapshot
from ludens.episode.schema_lacks import lacks
from ludens.episode.state import State
from ludens.episode.store import EpisodeRow, Store
from ludens.episode.sums import START, call_sum, episode_sum, event_sum, snapshot_sum

Games = Mapping[str, Game[Any]]
BATCH = 2000
REPAIRED = "repaired"
"""The tag of an episode whose row was mended and may still hold what was not written."""
UNTOLD = "the model, the parent, the times and the order"


@dataclass(frozen=True, slots=True)
class Damage:
    """One thing that is not as it was written."""

    what: str
    """In one line."""
    episode: str | None = None
    """Whose it is; None: nobody's in particular."""
    turn: int | None = None
    """The turn before which it can be forked, where it cannot be played on from its end."""
    mend: Callable[[Connection], object] | None = field(default=None, compare=False)
    """What puts it right, if anything does."""
    doubt: str = ""
    """What is not sure to be right when it is mended, in one line."""


def check_log(store: Store, identity: EpisodeId, *, to_turn: int | None = None) -> None:
    """Raise DamagedError if an event up to the end of a turn is not the one that was written."""
    with store.database.read() as connection:
        for damage in _log_damage(connection, identity, to_turn):
            raise DamagedError(
                f"episode {identity} is damaged: {damage.what}; "
                "`ludens doctor --check` tells more, and mends what can be mended"
            )


def check_episode(store: Store, games: Games, identity: EpisodeId) -> list[Damage]:
    """Return all that is damaged of one episode."""
    with store.database.read() as connection:
        kinds = _kind_damage(connection, identity) if store.database.is_sqlite else ()
        return [*kinds, *episode_damage(connection, games, identity)]


def check_store(store: Store, games: Games) -> Iterator[Damage]:
    """Yield all that is damaged in a store; of its schema alone, if that hides what is kept."""
    with store.database.read() as connection:
        if store.database.is_sqlite:
            yield from _file_damage(connection)
        schema = list(lacks(connection))
        yield from (Damage(lack.what, mend=lack.mend) for lack in schema)
        if any(lack.hides for lack in schema):
            return
        if store.database.is_sqlite:
            yield from _kind_damage(connection)
            yield from _id_damage(connection)
        yield from _contents_damage(connection)
        for identity in connection.scalars(select(episode.c.id).order_by(episode.c.number)).all():
            if connection.scalar(select(func.count()).where(episode.c.id == identity)):
                yield from episode_damage(connection, games, EpisodeId(identity))


def mend(store: Store, found: list[Damage]) -> list[Damage]:
    """Mend what can be mended; return what could not be."""
    left = []
    for damage in found:
        if damage.mend is None:
            left.append(damage)
            continue
        try:
            with store.database.write() as connection:
                damage.mend(connection)
        except StoreError:
            left.append(damage)
    return left


# The file


def _file_damage(connection: Connection) -> Iterator[Damage]:
    for (line,) in connection.execute(text("PRAGMA integrity_check(100)")).all():
        if line == "ok":
            break
        at_index = "index" in line
        yield Damage(f"the file: {line}", mend=_reindex if at_index else None)
    for table, _, parent, _ in connection.execute(text("PRAGMA foreign_key_check")).all():
        yield Damage(f"a row of the table {table} belongs to no {parent}")


def _reindex(connection: Connection) -> None:
    connection.execute(text("REINDEX"))


def _kind_damage(connection: Connection, identity: EpisodeId | None = None) -> Iterator[Damage]:
    """Yield columns with texts where bytes belong, or bytes where texts do.

    SQLite tells them apart by one bit of a row's header.
    """
    for table in metadata.sorted_tables:
        mine = table.c.id if table is episode else table.c.get("episode_id")
        if identity is not None and mine is None:
            continue
        for column in table.columns:
            kinds = {LargeBinary: ("blob", "text"), String: ("text", "blob")}
            kind = next((kinds[each] for each in kinds if isinstance(column.type, each)), None)
            if kind is None:
                continue
            wrong = func.typeof(column) == kind[1]
            if identity is not None and mine is not None:
                wrong &= mine == identity
            rows = connection.scalar(select(func.count()).select_from(table).where(wrong)) or 0
            if rows:
                yield Damage(
                    f"{column} has {'a text' if kind[0] == 'blob' else 'bytes'} in {rows} rows",
                    identity,
                    mend=_set_kind(column, wrong, kind[0]),
                )


def _id_damage(connection: Connection) -> Iterator[Damage]:
    """Yield the ids of episodes that are no UTF-8; a log that is nobody's tells the right one."""
    raw = connection.execute(text("SELECT CAST(id AS BLOB) FROM episode")).scalars().all()
    odd = [each for each in raw if not _is_text(each)]
    if not odd:
        return
    owners = select(event.c.episode_id).where(event.c.episode_id.not_in(select(episode.c.id)))
    lost = list(connection.scalars(owners.distinct()).all())
    for each in odd:
        name = each.decode(errors="replace")
        right = lost[0] if len(odd) == len(lost) == 1 else name.replace("\ufffd", "_")
        yield Damage(f"the id of episode {name} is no text", mend=_set_id(each, right))


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _set_id(odd: bytes, right: str) -> Callable[[Connection], None]:
    def mending(connection: Connection) -> None:
        query = text("UPDATE episode SET id = :right WHERE CAST(id AS BLOB) = :odd")
        connection.execute(query, {"right": right, "odd": odd})

    return mending


def _set_kind(
    column: Column[Any], wrong: ColumnElement[bool], kind: str
) -> Callable[[Connection], None]:
    def mending(connection: Connection) -> None:
        right: ColumnElement[Any] = literal_column(f"CAST({column.name} AS {kind.upper()})")
        connection.execute(update(column.table).where(wrong).values({column: right}))

    return mending


# Contents


def _contents_damage(connection: Connection) -> Iterator[Damage]:
    last = b""
    while True:
        query = select(blob).where(blob.c.hash > last).order_by(blob.c.hash).limit(200)
        rows = connection.execute(query).all()
        for row in rows:
            if not _is_sound(row.hash, row.codec, row.data):
                codec = _right_codec(_bytes(row.hash), _bytes(row.data))
                yield Damage(
                    f"the content {_bytes(row.hash).hex()[:12]} is not the one that was written",
                    mend=_set_codec(_bytes(row.hash), codec) if codec else None,
                )
        if not rows:
            return
        last = _bytes(rows[-1].hash)


def _is_sound(digest: bytes, codec: str, data: bytes) -> bool:
    try:
        return codec in CODECS and blob_hash(unpacked(codec, _bytes(data))) == _bytes(digest)
    except (zlib.error, StoreError, TypeError, ValueError):
        return False


CODECS = ("raw", "zlib")


def _right_codec(digest: bytes, data: bytes) -> str | None:
    return next((codec for codec in CODECS if _is_sound(digest, codec, data)), None)


def _set_codec(digest: bytes, codec: str) -> Callable[[Connection], None]:
    def mending(connection: Connection) -> None:
        connection.execute(update(blob).where(blob.c.hash == digest).values(codec=codec))

    return mending


def _bytes(value: object) -> bytes:
    """Return a value's bytes; none where damage has made it a number, a text or NULL."""
    return bytes(value) if isinstance(value, bytes | bytearray | memoryview) else b""


# An episode


def _log_damage(
    connection: Connection, identity: EpisodeId, to_turn: int | None = None
) -> Iterator[Damage]:
    summed = (event.c.episode_id == identity) & event.c.sum.is_not(None)
    if connection.scalar(select(event.c.seq).where(summed).limit(1)) is None:
        yield from _unsummed(connection, identity)
        return
    before, expected, turn = START, 0, 0
    wrong_sum: tuple[int, bytes] | None = None
    while True:
        rows = connection.execute(
            select(event)
            .where(event.c.episode_id == identity, event.c.seq >= expected)
            .order_by(event.c.seq)
            .limit(BATCH)
        ).all()
        for row in rows:
            if row.seq != expected:
                yield Damage(f"event {expected} is missing", identity, turn)
                return
            kept = _bytes(row.sum)
            before = event_sum(before, row.seq, row.turn, row.time, row.type, row.data)
            if wrong_sum is not None:
                at, right = wrong_sum
                if before == kept:  # the events are whole: only that sum was not
                    yield Damage(
                        f"the checksum of event {at} is not the one that was written",
                        identity,
                        mend=_set_sum(identity, at, right),
                    )
                    wrong_sum = None
                else:
                    yield _changed(identity, at, turn)
                    return
            elif before != kept:
                is_turn = isinstance(row.turn, int)  # no table holds a damaged row to its types
                if to_turn is not None and is_turn and row.turn > to_turn:
                    return
                wrong_sum = (row.seq, before)
            turn = row.turn if wrong_sum is None else turn
            expected += 1
        if wrong_sum is None and to_turn is not None and turn > to_turn:
            return
        if not rows:
            break
    if wrong_sum is not None:
        yield _changed(identity, wrong_sum[0], turn)


def _unsummed(connection: Connection, identity: EpisodeId) -> Iterator[Damage]:
    """Yield that no event of a log has a checksum, where it has any event."""
    if (
        connection.scalar(select(event.c.seq).where(event.c.episode_id == identity).limit(1))
        is None
    ):
        return

    def mending(connection: Connection) -> None:
        lines = select(event).where(event.c.episode_id == identity).order_by(event.c.seq)
        before = START
        for row in connection.execute(lines).all():
            before = event_sum(before, row.seq, row.turn, row.time, row.type, row.data)
            _set_sum(identity, row.seq, before)(connection)
        add_tag(connection, identity, REPAIRED)

    yield Damage(
        "the checksums of its events are missing", identity, mend=mending, doubt=_doubt("events")
    )


def _doubt(what: str) -> str:
    return (
        f"whether its {what} changed before their checksums were reckoned anew nobody can tell; "
        f"it has the tag {REPAIRED!r}"
    )


def _changed(identity: EpisodeId, seq: int, turn: int) -> Damage:
    what = f"event {seq} (after turn {turn} began) is not the one that was written"
    return Damage(what, identity, turn)


def _set_sum(identity: EpisodeId, seq: int, right: bytes) -> Callable[[Connection], None]:
    def mending(connection: Connection) -> None:
        mine = (event.c.episode_id == identity) & (event.c.seq == seq)
        connection.execute(update(event).where(mine).values(sum=right))

    return mending


def episode_damage(connection: Connection, games: Games, identity: EpisodeId) -> Iterator[Damage]:
    """Yield all that is damaged of one episode."""
    row = row_of(connection, identity)
    log = list(_log_damage(connection, identity))
    yield from log
    broken = any(damage.mend is None for damage in log)
    last = (
        select(event.c.turn, func.max(event.c.seq))
        .where(event.c.episode_id == identity)
        .group_by(event.c.turn)
    )
    lasts: dict[int, int] = {
        turn: seq for turn, seq in connection.execute(last) if isinstance(turn, int)
    }
    state: State | None = None
    if not broken:
        try:
            state = _folded(connection, games, row)
        except Exception as error:
            yield Damage(f"its events do not follow from each other: {error!r}"[:200], identity)
    past = (call.c.episode_id == identity) & (call.c.turn <= max(lasts, default=0))
    calls = connection.scalar(select(func.count()).where(past)) or 0
    yield from _row_damage(games, row, state, lasts, calls)
    has_engine = getattr(games.get(row["game"]), "has_engine", False)
    yield from _snapshot_damage(connection, row, lasts, has_engine=has_engine)
    yield from _call_damage(connection, row)
    story = row["subject_blob"]
    # One that was imported may have come without it.
    is_there = story is not None and _has(connection, _bytes(story))
    wanted = story is not None and (is_there or row["imported"] is None)
    if wanted and not _holds(connection, _bytes(story)):
        yield Damage("the content of its story is missing or damaged", identity)


def _folded(connection: Connection, games: Games, row: RowMapping) -> State | None:
    game = games.get(row["game"])
    if game is None:
        return None
    codec, state = EventCodec(game.events), game.state()
    assert isinstance(state, State)
    lines = connection.execute(
        select(event).where(event.c.episode_id == row["id"]).order_by(event.c.seq)
    )
    try:
        for line in lines:
            state.turn = line.turn
            state.apply(codec.decode(line.type, line.data))
    except UnknownEventError:
        return None  # of another version
    return state


def _row_damage(
    games: Games, row: RowMapping, state: State | None, lasts: dict[int, int], calls: int
) -> Iterator[Damage]:
    identity = EpisodeId(row["id"])
    try:
        EpisodeRow.read(row)
    except DamagedError:
        right = _rebuilt(games, row, state, lasts, calls)
        doubt = right is not None and right["sum"] != _bytes(row["sum"])
        yield Damage(
            "its row in the table of episodes is not the one that was written",
            identity,
            mend=_rewrite(identity, right, doubt=doubt) if right else None,
            doubt=f"of its row the log does not tell {UNTOLD}, and one of these may have changed; "
            f"it has the tag {REPAIRED!r}"
            if doubt
            else "",
        )
        return
    if row["calls"] > calls:
        missing = row["calls"] - calls
        yield Damage(f"{missing} of the {row['calls']} calls of its turns are missing", identity)
    turns = max(lasts, default=0)
    if (row["turns"], row["last_seq"]) != (turns, lasts.get(turns, -1)):
        yield Damage(
            f"it has {row['turns']} turns and {row['last_seq'] + 1} events by its row, "
            f"{turns} and {lasts.get(turns, -1) + 1} by its log",
            identity,
            turns,
        )


def _rebuilt(
    games: Games, row: RowMapping, state: State | None, lasts: dict[int, int], calls: int
) -> dict[str, Any] | None:
    """Return what a row has to hold by its log; None where the log does not tell."""
    if state is None or not lasts:
        return None
    turns = max(lasts)
    right = {
        "game": row["game"],
        "subject": state.subject,
        "seed": state.seed,
        "settings": canonical(state.settings),
        "turns": turns,
        "last_seq": lasts[turns],
        "outcome": state.outcome.value if state.outcome else None,
        "reason": state.reason or None,
        "headline": canonical(games[row["game"]].headline(state)),
        "calls": calls,
        "runner": None,
        "runner_seen": None,
    }
    return {**right, "sum": episode_sum({**row, **right})}


def _rewrite(
    identity: EpisodeId, right: dict[str, Any], *, doubt: bool
) -> Callable[[Connection], None]:
    def mending(connection: Connection) -> None:
        connection.execute(update(episode).where(episode.c.id == identity).values(**right))
        if doubt:
            add_tag(connection, identity, REPAIRED)

    return mending


def _snapshot_damage(
    connection: Connection, row: RowMapping, lasts: dict[int, int], *, has_engine: bool
) -> Iterator[Damage]:
    identity = EpisodeId(row["id"])
    kept = connection.execute(select(snapshot).where(snapshot.c.episode_id == identity)).all()
    engines: set[int] = set()
    damaged = []
    for each in kept:
        right = snapshot_sum(each.kind, each.turn, each.seq, _bytes(each.blob))
        wrong = right != _bytes(each.sum) or each.turn not in lasts
        if each.sum is None and each.turn in lasts and _holds(connection, _bytes(each.blob)):
            mine = (snapshot.c.kind == each.kind) & (snapshot.c.turn == each.turn)
            mine &= snapshot.c.episode_id == identity
            yield _without_sum(identity, snapshot, mine, right, "kept states")
            engines |= {each.turn} if each.kind == "engine" else set()
        elif wrong or not _holds(connection, _bytes(each.blob)):
            damaged.append((each, None if wrong else _bytes(each.blob)))
        elif each.kind == "engine":
            engines.add(each.turn)
    for each, content in damaged:
        is_state = each.kind == "state"
        before = [turn for turn in engines if each.turn in lasts and turn < each.turn]
        yield Damage(
            f"what is kept as {each.kind!r} of turn {each.turn} is not the one that was written",
            identity,
            max(before) + 1 if before and not is_state else None,
            # A state is the fold of the log: it is made again when it is wanted.
            mend=_forget(identity, each.turn, content) if is_state else None,
        )
    missing = set(lasts) - engines - {each.turn for each, _ in damaged if each.kind == "engine"}
    never_began = row["turns"] == 0 and row["outcome"] == Outcome.FAILED
    wanted = engines or (has_engine and not never_began)
    if wanted and missing and not _ended_between(row, missing):
        before = [turn for turn in engines if turn < min(missing)]
        yield Damage(
            f"the engine's state after turn {min(missing)} is missing",
            identity,
            max(before) + 1 if before else None,
        )


def _ended_between(row: RowMapping, missing: set[int]) -> bool:
    """Return whether the only turn without a snapshot is one that is being written."""
    return not missing - {row["turns"] + 1}


def _forget(identity: EpisodeId, turn: int, content: bytes | None) -> Callable[[Connection], None]:
    """Return what drops a kept state, unless its content has been mended meanwhile."""

    def mending(connection: Connection) -> None:
        if content is not None and _holds(connection, content):
            return
        connection.execute(
            delete(snapshot).where(
                snapshot.c.episode_id == identity,
                snapshot.c.kind == "state",
                snapshot.c.turn == turn,
            )
        )

    return mending


def _call_damage(connection: Connection, row: RowMapping) -> Iterator[Damage]:
    identity = EpisodeId(row["id"])
    query = select(call).where(call.c.episode_id == identity).order_by(call.c.id)
    turn = 0
    sums: set[bytes] = set()
    for each in connection.execute(query).mappings().all():
        if each["sum"] is None:
            yield _without_sum(identity, call, call.c.id == each["id"], call_sum(each), "calls")
            continue
        if _bytes(each["sum"]) in sums:  # its start and its attempt are in it
            what = f"a call of {each['agent']} in turn {each['turn']} is there twice"
            yield Damage(what, identity)
        sums.add(_bytes(each["sum"]))
        if isinstance(each["turn"], int) and each["turn"] < turn:
            what = f"a call of turn {each['turn']} stands behind one of turn {turn}"
            yield Damage(f"the calls are not in their order: {what}", identity)
        turn = each["turn"] if isinstance(each["turn"], int) else turn
        forked_at = row["parent_turn"] if row["parent_id"] is not None else -1
        try:
            if call_sum(each) != _bytes(each["sum"]):
                raise DamagedError("another checksum")
            if bool(each["inherited"]) != (each["turn"] <= forked_at):
                raise DamagedError("paid by another")
            read_call(connection, each)
        except (StoreError, ValueError, TypeError, KeyError, AttributeError, zlib.error):
            yield Damage(
                f"a call of {each['agent']} in turn {each['turn']} is not the one that was made",
                identity,
            )


def _without_sum(
    identity: EpisodeId, table: Table, mine: ColumnElement[bool], right: bytes, what: str
) -> Damage:
    """Return that a row of an episode has no checksum, which is reckoned anew."""

    def mending(connection: Connection) -> None:
        connection.execute(update(table).where(mine).values(sum=right))
        add_tag(connection, identity, REPAIRED)

    return Damage(
        f"a checksum of its {what} is missing", identity, mend=mending, doubt=_doubt(what)
    )


def _holds(connection: Connection, digest: bytes) -> bool:
    """Tell whether a content is there and the one that was written."""
    found = connection.execute(select(blob).where(blob.c.hash == digest)).one_or_none()
    return found is not None and _is_sound(found.hash, found.codec, found.data)


def _has(connection: Connection, digest: bytes) -> bool:
    return connection.scalar(select(blob.c.hash).where(blob.c.hash == digest)) is not None
