"""Episodes as files: export to JSONL and back again.

The first line is a header with the episode's row. Each further line is an object with one key:
`blob`, `event`, `snapshot`, `call` or `lost` (a call whose answer never came). The last line is
`end`: how many lines there are of each kind, and the SHA-256 of all lines before it. Binary content
is base64, hashes are hexadecimal.

An imported episode is the same episode: same id, same log, and it can be resumed and forked. It is
data, though, and a stranger's: nothing of it is written before all of it has been read by the
models of its game and folded, and what it says of itself (its turns, its outcome, its kept states)
is reckoned anew from its log.
"""

from __future__ import annotations

import base64
import hashlib
import re
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Annotated, Any, Literal, TextIO, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import from_json
from sqlalchemy import Connection, RowMapping, Table, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from ludens.episode.blobs import blob_hash, put_blobs, unpacked
from ludens.episode.calls import CallFields
from ludens.episode.checking import Games, check_episode, episode_damage
from ludens.episode.deleting import references
from ludens.episode.entering import enter_row
from ludens.episode.errors import DamagedError, LudensError, TransferError
from ludens.episode.events import EpisodeId, EpisodeStarted, EventCodec, canonical
from ludens.episode.game import Game
from ludens.episode.rows import LAST, row_of
from ludens.episode.schema import blob, call, episode, event, intent, snapshot
from ludens.episode.state import State
from ludens.episode.store import EpisodeRow, Store
from ludens.episode.sums import START, call_sum, event_sum, snapshot_sum
from ludens.writable import is_writable_json

FORMAT = 2
BATCH = 500
ESCAPED_NUL = "\\u0000"
ODD_NUMBER = re.compile(r"\d{19}|NaN|Infinity|\d[eE]\+?\d{3}")
"""What a whole number of over 64 bits, or one that is infinite or none, has at the least."""
MOST_LINE = 32_000_000
"""Characters of the longest line: a book of 16 MB in base64, and room to spare."""
MOST_FILE = 1_000_000_000
"""Characters of a file."""
MOST_UNPACKED = 4_000_000_000
"""Bytes of all contents of a file together, unpacked."""
LAST_DAY = 253_402_300_799.0
"""The end of the year 9999 in seconds since 1970: what a calendar can show."""
MOST = 2**31 - 1


def _bytes(value: Any) -> Any:
    text = value.get("base64") if isinstance(value, dict) and len(value) == 1 else None
    if isinstance(text, str):
        return base64.b64decode(text, validate=True)
    raise ValueError("no base64")


Bytes = Annotated[bytes, BeforeValidator(_bytes)]
Hash = Annotated[bytes, BeforeValidator(_bytes), Field(min_length=32, max_length=32)]
Count = Annotated[int, Field(ge=0, le=MOST)]
Seconds = Annotated[float, Field(ge=0, le=LAST_DAY, allow_inf_nan=False)]


def _no_word(name: str) -> str:
    if name == LAST:
        raise ValueError(f"{LAST} is the newest episode's name")
    return name


Identity = Annotated[str, Field(pattern=r"^[a-z0-9]{4,16}$"), AfterValidator(_no_word)]


LineT = TypeVar("LineT", bound=BaseModel)


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Episode(_Line):
    id: Identity
    game: str = Field(max_length=32)
    subject: str = Field(max_length=1000)
    subject_hash: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] | None
    subject_blob: Hash | None
    seed: int = Field(ge=-(2**63), lt=2**63)
    model: str = Field(max_length=4000)
    settings: str = Field(max_length=1_000_000)
    parent_id: Identity | None
    parent_turn: Count | None
    created: Seconds
    updated: Seconds
    turns: Count
    last_seq: int = Field(ge=-1, le=MOST)
    outcome: str | None
    reason: str | None
    headline: str = Field(max_length=1_000_000)
    seconds: Seconds


class _Header(_Line):
    ludens: Literal["episode"]
    format: int
    episode: dict[str, Any]


class _Blob(_Line):
    hash: Hash
    codec: Literal["raw", "zlib"]
    data: Bytes


class _Event(_Line):
    seq: Count
    turn: Count
    time: Seconds
    type: str = Field(max_length=48)
    data: str


class _Snapshot(_Line):
    kind: Literal["engine", "state"]
    turn: Count
    seq: Count
    blob: Hash


class _Lost(_Line):
    turn: Count
    agent: str = Field(max_length=200)
    provider: str = Field(max_length=200)
    model: str = Field(max_length=1000)
    request_hash: str = Field(pattern=r"^[0-9a-f]{64}$")
    occurrence: Count
    attempt: Count
    started: Seconds


class _End(_Line):
    lines: dict[str, Count]
    sha256: str


KINDS: Mapping[str, type[BaseModel]] = {
    "blob": _Blob,
    "event": _Event,
    "snapshot": _Snapshot,
    "call": CallFields,
    "lost": _Lost,
}
TABLES: Mapping[str, Table] = {
    "event": event,
    "snapshot": snapshot,
    "call": call,
    "lost": intent,
}
LEFT_OUT = frozenset(
    {"episode_id", "id", "sum", "number", "imported", "runner", "runner_seen", "calls"}
)
"""Columns that are this store's own."""


# Export


def export_lines(
    store: Store, row: EpisodeRow, games: Games, *, with_subject: bool = True
) -> Iterator[str]:
    """Yield the episode's lines. Without its subject the story file is left out.

    An import then finds the story by its checksum among those already in the store. Raises
    DamagedError, before anything is yielded, when what is there is not what was written.
    """
    damaged = check_episode(store, games, row.id)
    if damaged:
        raise DamagedError(
            f"episode {row.id} is damaged, so it is not exported: {damaged[0].what}; "
            "`ludens doctor --check` tells more, and mends what can be mended"
        )
    return _lines(store, row, with_subject=with_subject)


def _lines(store: Store, row: EpisodeRow, *, with_subject: bool) -> Iterator[str]:
    digest, counted = hashlib.sha256(), Counter[str]()
    with store.database.read() as connection:
        for kind, line in _parts(connection, row, with_subject=with_subject):
            digest.update(line.encode() + b"\n")
            counted[kind] += 1
            yield line
    counts = {kind: counted[kind] for kind in KINDS}
    yield canonical({"end": {"lines": counts, "sha256": digest.hexdigest()}})


def _parts(
    connection: Connection, row: EpisodeRow, *, with_subject: bool
) -> Iterator[tuple[str, str]]:
    head = row_of(connection, row.id)
    wanted = _hashes(connection, row)
    if not with_subject and row.subject_blob is not None:
        wanted.discard(row.subject_blob)
    plain = {**_plain(head), "id": row.id}
    header = {"ludens": "episode", "format": FORMAT, "episode": plain}
    yield "episode", canonical(header)
    for digest in sorted(wanted):
        content = connection.execute(select(blob).where(blob.c.hash == digest)).mappings().first()
        if content is not None:  # an episode may have come without its story
            yield "blob", canonical({"blob": _plain(content)})
    for kind, table in TABLES.items():
        query = select(table).where(table.c.episode_id == row.id).order_by(*table.primary_key)
        if table is intent:
            query = query.where(intent.c.lost.is_(True))
        for line in connection.execute(query).mappings():
            plain = _plain(line)
            if table is intent:
                del plain["lost"], plain["idempotency_key"]
            yield kind, canonical({kind: plain})


def _plain(values: Mapping[str, Any] | RowMapping) -> dict[str, Any]:
    return {
        key: {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value
        for key, value in values.items()
        if key not in LEFT_OUT
    }


def _hashes(connection: Connection, row: EpisodeRow) -> set[bytes]:
    used = set(connection.scalars(select(snapshot.c.blob).where(snapshot.c.episode_id == row.id)))
    for request, response in connection.execute(
        select(call.c.request, call.c.response).where(call.c.episode_id == row.id)
    ):
        for document in (request, response):
            used |= set(references(document))
    if row.subject_blob is not None:
        used.add(row.subject_blob)
    return used


# Import


def bounded_lines(stream: TextIO) -> Iterator[str]:
    """Yield a file's lines; raises TransferError for one that is longer than any of an episode."""
    while line := stream.readline(MOST_LINE + 1):
        if len(line) > MOST_LINE:
            raise TransferError(f"the file has a line of more than {MOST_LINE} characters")
        yield line


def import_lines(
    store: Store,
    lines: Iterable[str],
    games: Games,
    check: Callable[[dict[str, Any]], object] | None = None,
) -> EpisodeId:
    """Write an exported episode into the store, whole or not at all; return its id.

    `check` refuses settings that this version does not have. Importing what is already there
    changes nothing. Raises TransferError.
    """
    try:
        read = _read(lines)
        _require_sound(read, games, check)
    except TransferError:
        raise
    except LudensError as error:
        raise TransferError(f"the file is not an episode that can be played: {error}") from error
    except RecursionError as error:
        raise TransferError("the file is nested too deeply") from error
    except UnicodeEncodeError as error:
        raise TransferError("the file holds halves of characters") from error
    head = read.head
    with store.database.write() as connection:
        if not store.database.is_sqlite:  # which lets one write at a time anyway
            connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(head.id))))
        old = connection.execute(select(episode).where(episode.c.id == head.id)).first()
        if old is not None:
            _require_same(connection, read)
        else:
            _write(connection, read)
            wrong = next(episode_damage(connection, games, EpisodeId(head.id)), None)
            if wrong is not None:
                raise TransferError(f"the file is no whole episode: {wrong.what}")
    return EpisodeId(head.id)


@dataclass(slots=True)
class _Read:
    """A file, read by the models of its lines, and what its log comes to."""

    head: _Episode
    blobs: dict[bytes, _Blob] = field(default_factory=dict)
    events: list[_Event] = field(default_factory=list)
    snapshots: list[_Snapshot] = field(default_factory=list)
    calls: list[CallFields] = field(default_factory=list)
    lost: list[_Lost] = field(default_factory=list)
    states: dict[int, bytes] = field(default_factory=dict)
    """The folded state of each turn of which one was kept."""
    unpacked: int = 0
    """Bytes of all contents together."""
    row: dict[str, Any] = field(default_factory=dict)
    """The episode's row, as its log has it."""


def _read(lines: Iterable[str]) -> _Read:
    digest, counted, length = hashlib.sha256(), Counter[str](), 0
    read: _Read | None = None
    ended = False
    for number, ending_line in enumerate(lines, 1):
        line = ending_line.rstrip("\r\n")
        length += len(line)
        if len(line) > MOST_LINE or length > MOST_FILE:
            raise TransferError(f"the file is too long at its line {number}")
        if ended:
            raise TransferError(f"line {number} of the file comes after its end")
        kind = "episode"
        if read is None:
            read = _Read(_header(line))
        else:
            kind, values = _parse(line, number)
            if kind == "end":
                _require_whole(_model(_End, values, number), counted, digest.hexdigest())
                ended = True
                continue
            _take(read, _model(KINDS[kind], values, number), number)
        digest.update(line.encode() + b"\n")
        counted[kind] += 1
    if read is None:
        raise TransferError("the file is not an exported episode: it is empty")
    if not ended:
        raise TransferError("the file is cut off: its end is missing; nothing was imported")
    return read


def _take(read: _Read, parsed: BaseModel, number: int) -> None:
    match parsed:
        case _Blob():
            read.unpacked += _require_content(parsed, number)
            if read.unpacked > MOST_UNPACKED:
                raise TransferError(f"the file unpacks to more than {MOST_UNPACKED} bytes")
            read.blobs[parsed.hash] = parsed
        case _Event():
            read.events.append(parsed)
        case _Snapshot():
            read.snapshots.append(parsed)
        case CallFields():
            read.calls.append(parsed)
        case _Lost():
            read.lost.append(parsed)


def _header(line: str) -> _Episode:
    try:
        head = _Header.model_validate(from_json(line, allow_inf_nan=False))
    except (ValueError, RecursionError) as error:
        raise TransferError(
            "the file is not an exported episode (its first line is no header)"
        ) from error
    if head.format != FORMAT:
        raise TransferError(
            f"the file has format {head.format}; this version of Ludens reads {FORMAT}"
        )
    return _model(_Episode, head.episode, 1)


def _parse(line: str, number: int) -> tuple[str, dict[str, Any]]:
    try:
        ((kind, values),) = from_json(line, allow_inf_nan=False).items()
    except (ValueError, AttributeError, TypeError, RecursionError):
        kind, values = "", None
    if ODD_NUMBER.search(line) and _holds_odd_number(values):
        raise TransferError(f"line {number} of the file holds a number that no store keeps")
    if (kind in KINDS or kind == "end") and isinstance(values, dict):
        return kind, values
    raise TransferError(f"line {number} of the file is not a line of an exported episode")


def _holds_odd_number(value: Any) -> bool:
    """Tell whether JSON has a number that no store keeps and no chart draws.

    That is a whole one of over 64 bits, an infinite one, or none at all.
    """
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting.extend(one.values())
        elif isinstance(one, list):
            waiting.extend(one)
        elif _is_odd(one):
            return True
    return False


def _is_odd(value: Any) -> bool:
    if isinstance(value, float):
        return not isfinite(value)
    return isinstance(value, int) and not -(1 << 63) <= value < 1 << 63


def _model(model: type[LineT], values: Any, number: int) -> LineT:
    try:
        return model.model_validate(values)
    except (ValueError, TypeError, AttributeError) as error:
        where, said = "", str(error)
        if isinstance(error, ValidationError):
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            where, said = ".".join(map(str, first["loc"])), first["msg"]
        raise TransferError(
            f"line {number} of the file is not of an episode: {where[:80]}: {said[:160]}"
        ) from error


def _require_whole(end: _End, counted: Counter[str], digest: str) -> None:
    for kind in KINDS:
        there, said = counted[kind], end.lines.get(kind, 0)
        if there != said:
            raise TransferError(
                f"the file has {there} lines of the kind {kind} where it says {said}; "
                "nothing was imported"
            )
    if digest != end.sha256:
        raise TransferError("the file is damaged: its checksum is another; nothing was imported")


def _require_content(line: _Blob, number: int) -> int:
    """Return how long a content is unpacked."""
    try:
        content = unpacked(line.codec, line.data)
        if blob_hash(content) == line.hash:
            return len(content)
    except (ValueError, zlib.error):
        pass
    except DamagedError as error:
        raise TransferError(f"line {number} of the file: {error}") from error
    raise TransferError(
        f"line {number} of the file is damaged: its content does not match its hash"
    )


def _require_sound(
    read: _Read, games: Games, check: Callable[[dict[str, Any]], object] | None
) -> None:
    """Fold the log and hold what the file says of itself against it."""
    head = read.head
    game = games.get(head.game)
    if game is None:
        raise TransferError(f"the file is of a game {head.game!r} that this version lacks")
    settings = _object(head.settings, "settings")
    if check is not None:
        check(settings)
    if (head.parent_id is None) != (head.parent_turn is None):
        raise TransferError("the file says only half of what it was forked from")
    if head.parent_id == head.id:
        raise TransferError("the file says that it was forked from itself")
    if head.parent_turn is not None and head.parent_turn > head.turns:
        raise TransferError("the file was forked from a turn that it does not have")
    state, lasts = _fold(read, game)
    turns = max(lasts, default=0)
    if (head.turns, head.last_seq) != (turns, len(read.events) - 1):
        raise TransferError(
            f"the file's events end at turn {turns} where its header says {head.turns}"
        )
    begun = bool(read.events)
    unplayed_fork = head.parent_id is not None and head.turns == head.parent_turn
    if begun:
        if (head.outcome, head.reason) != _ending(state) and not unplayed_fork:
            raise TransferError("the file's header has another outcome than its events")
        if settings != state.settings and not unplayed_fork:
            raise TransferError("the file's header has other settings than its events")
        if head.seed != state.seed and not unplayed_fork:
            raise TransferError("the file's header has another seed than its events")
        if head.subject != state.subject:
            raise TransferError("the file's header has another subject than its events")
    elif head.outcome is not None:
        raise TransferError("the file's header has an outcome, and no event")
    _require_snapshots(read, lasts)
    _require_calls(read)
    read.row = {
        **head.model_dump(),
        "settings": canonical(settings),
        "headline": canonical(game.headline(state)) if begun else "{}",
        "imported": time.time(),
        "calls": sum(each.turn <= head.turns for each in read.calls),
    }


def _ending(state: State) -> tuple[str | None, str | None]:
    return state.outcome.value if state.outcome else None, state.reason or None


def _object(text: str, name: str) -> dict[str, Any]:
    try:
        value = from_json(text, allow_inf_nan=False)
    except ValueError as error:
        raise TransferError(f"the file's {name} are no JSON") from error
    if not isinstance(value, dict):
        raise TransferError(f"the file's {name} are no object")
    if _holds_odd_number(value):
        raise TransferError(f"the file's {name} hold a number that no store keeps")
    return value


def _fold(read: _Read, game: Game[Any]) -> tuple[State, dict[int, int]]:
    """Return the state after the last event, and each turn's last event; keep the states asked."""
    codec, state = EventCodec(game.events), game.state()
    wanted = {each.turn for each in read.snapshots if each.kind == "state"}
    lasts: dict[int, int] = {}
    turn = 0
    for number, line in enumerate(read.events):
        if line.seq != number or line.turn not in (turn, turn + 1) or (number == 0 and line.turn):
            raise TransferError(f"the file's event {number} is missing or out of order")
        if line.turn > turn and turn in wanted:
            read.states[turn] = state.dump()
        turn = state.turn = line.turn
        try:
            happened = codec.decode(line.type, line.data)
            if ODD_NUMBER.search(line.data) and _holds_odd_number(from_json(line.data)):
                raise ValueError("it holds a number that no store keeps")
            if ESCAPED_NUL in line.data and not is_writable_json(from_json(line.data)):
                raise ValueError("it holds the character NUL, which no store keeps")
            if isinstance(happened, EpisodeStarted) != (number == 0):
                raise ValueError("an episode begins once")
            if isinstance(happened, EpisodeStarted) and happened.game != read.head.game:
                raise ValueError("it begins another game")
            state.apply(happened)
        except Exception as error:
            said = " ".join(str(error).split())[:160]
            raise TransferError(
                f"the file's event {number} ({line.type[:48]}) cannot have happened: {said}"
            ) from error
        lasts[turn] = number
    if turn in wanted:
        read.states[turn] = state.dump()
    return state, lasts


def _require_snapshots(read: _Read, lasts: dict[int, int]) -> None:
    seen = set()
    for each in read.snapshots:
        place = (each.kind, each.turn)
        if place in seen or not lasts.get(each.turn - 1, -1) < each.seq <= lasts.get(each.turn, -1):
            raise TransferError(f"the file's {each.kind} of turn {each.turn} is of another one")
        seen.add(place)
        if each.kind == "engine" and each.blob not in read.blobs:
            raise TransferError(f"the file lacks the {each.kind} of turn {each.turn}")
    engines = {turn for kind, turn in seen if kind == "engine"}
    if engines and engines != set(lasts):
        raise TransferError("the file lacks the engine's state after some turns")


def _require_calls(read: _Read) -> None:
    contents = {digest.hex(): line for digest, line in read.blobs.items()}

    def text(digest: str) -> str:
        found = contents[digest]
        return unpacked(found.codec, found.data).decode()

    for number, each in enumerate(read.calls):
        try:
            for document in (each.request, each.response, each.error):
                if (
                    document
                    and ODD_NUMBER.search(document)
                    and _holds_odd_number(from_json(document))
                ):
                    raise ValueError("it holds a number that no store keeps")
            each.as_call(text)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise TransferError(f"the file's call {number} cannot have been made") from error


def _write(connection: Connection, read: _Read) -> None:
    identity = read.head.id
    enter_row(connection, read.row)
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    contents = [line.model_dump() for line in read.blobs.values()]
    for batch in _batches(contents):
        connection.execute(dialect.insert(blob).on_conflict_do_nothing(), batch)
    before, events = START, []
    for line in read.events:
        before = event_sum(before, line.seq, line.turn, line.time, line.type, line.data)
        events.append({"episode_id": identity, **line.model_dump(), "sum": before})
    for batch in _batches(events):
        connection.execute(insert(event), batch)
    snapshots = []
    for each in read.snapshots:
        if each.kind == "state":
            (digest,) = put_blobs(connection, [read.states[each.turn]])
        else:
            digest = each.blob
        snapshots.append(
            {
                "episode_id": identity,
                **each.model_dump(),
                "blob": digest,
                "sum": snapshot_sum(each.kind, each.turn, each.seq, digest),
            }
        )
    for batch in _batches(snapshots):
        connection.execute(insert(snapshot), batch)
    for made in read.calls:
        values = made.model_dump()
        connection.execute(insert(call).values(episode_id=identity, sum=call_sum(values), **values))
    for gone in read.lost:
        connection.execute(
            insert(intent).values(
                episode_id=identity, lost=True, idempotency_key="", **gone.model_dump()
            )
        )


def _batches(rows: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    for start in range(0, len(rows), BATCH):
        yield rows[start : start + BATCH]


def _require_same(connection: Connection, read: _Read) -> None:
    query = select(event.c.seq, event.c.type, event.c.data).where(
        event.c.episode_id == read.head.id
    )
    here = {seq: (type_, data) for seq, type_, data in connection.execute(query)}
    there = {line.seq: (line.type, line.data) for line in read.events}
    if here != there:
        raise TransferError(
            f"an episode {read.head.id} with another log is already in the store; "
            "import into another one with --store"
        )
