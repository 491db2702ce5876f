"""All calls of an episode as a list: who asked which model, what it took, what failed."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection, Float, Select, and_, cast, func, or_, select

from ludens.episode.blobs import get_blobs
from ludens.episode.calls import ASKED, UNREADABLE, is_spared
from ludens.episode.schema import call
from ludens.episode.store import EpisodeRow, Store
from ludens.llm.calls import CallError
from ludens.llm.errors import ErrorKind
from ludens.web.logs import excerpt
from ludens.web.totals import CallTotals, Made, by_agent, totals


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True)


class CallOrder(StrEnum):
    """Which calls come first."""

    ASKED = "asked"
    DEAREST = "dearest"
    SLOWEST = "slowest"
    LONGEST = "longest"
    """By tokens, given and written."""


class CallQuery(BaseModel):
    """Which calls are wanted, and how many at once."""

    agent: Annotated[str | None, Field(max_length=64)] = None
    model: Annotated[str | None, Field(max_length=200, description="As provider/model.")] = None
    failed: Annotated[bool, Field(description="Only attempts that gave nothing to use.")] = False
    words: Annotated[str, Field(max_length=200, description="In prompts or replies.")] = ""
    order: CallOrder = CallOrder.ASKED
    limit: Annotated[int, Field(ge=1, le=500)] = 100
    offset: Annotated[int, Field(ge=0, le=10**7)] = 0


class CallLine(_Document):
    """One attempt at one request, as a list shows it."""

    id: int
    turn: int
    agent: str
    model: str
    """As provider/model."""
    attempt: int
    input_tokens: int | None
    output_tokens: int | None
    cached_tokens: int | None
    cost: str | None
    latency_ms: float
    started: float
    error: str | None
    unreadable: str | None
    """What was wrong with a reply that has not the shape that was asked for."""
    spared: bool
    """Whether nobody was asked: the model was down a moment ago."""
    inherited: bool
    """The episode that this one was forked from paid for it."""
    excerpt: str | None
    """Where the words were found."""


class CallList(_Document):
    """Calls that match."""

    calls: list[CallLine]
    total: int
    """How many match, on all pages."""
    spared: int
    """How many more were not made, because the model was down a moment ago: none of the list."""
    sums: CallTotals
    """Of all that match and that the episode made itself; so are the next."""
    by_agent: list[CallTotals]
    inherited: int
    """How many of those that match were paid for before the fork: they are in no sum."""
    agents: list[str]
    """Everybody who asked, whether or not their calls match; so are the models."""
    models: list[str]


_MODEL = call.c.provider + "/" + call.c.model
_COLUMNS = (
    call.c.id,
    call.c.turn,
    call.c.agent,
    _MODEL.label("model"),
    call.c.attempt,
    call.c.input_tokens,
    call.c.output_tokens,
    call.c.cached_tokens,
    call.c.cost,
    call.c.latency_ms,
    call.c.started,
    call.c.error,
    call.c.note,
    call.c.inherited,
)
_ORDERS = {
    CallOrder.ASKED: (),
    CallOrder.DEAREST: (func.coalesce(cast(call.c.cost, Float), -1.0).desc(),),
    CallOrder.SLOWEST: (call.c.latency_ms.desc(),),
    CallOrder.LONGEST: (
        (func.coalesce(call.c.input_tokens, 0) + func.coalesce(call.c.output_tokens, 0)).desc(),
    ),
}


def list_calls(store: Store, row: EpisodeRow, query: CallQuery) -> CallList:
    """Return one page of an episode's calls that match."""
    mine = call.c.episode_id == row.id
    wanted = select(*_COLUMNS).where(mine)
    if query.agent is not None:
        wanted = wanted.where(call.c.agent == query.agent)
    if query.model is not None:
        provider, _, model = query.model.partition("/")
        wanted = wanted.where(call.c.provider == provider, call.c.model == model)
    if query.failed:
        lost = and_(call.c.error.is_not(None), ASKED)
        wanted = wanted.where(or_(lost, call.c.note.startswith(UNREADABLE)))
    ordered = wanted.where(ASKED).order_by(*_ORDERS[query.order], call.c.id)
    with store.database.read() as connection:
        names = connection.execute(select(call.c.agent, _MODEL).where(mine).distinct()).all()
        counting = wanted.with_only_columns(
            call.c.id, call.c.inherited, *(call.c[name] for name in Made._fields)
        )
        counted = connection.execute(counting).all()
        if query.words.strip():
            found = _with_words(connection, ordered, query.words.strip())
            counted = [each for each in counted if each.id in found or is_spared(each.error)]
            shown = list(found)[query.offset : query.offset + query.limit]
            rows = connection.execute(ordered.where(call.c.id.in_(shown)))
        else:
            found = {}
            rows = connection.execute(ordered.limit(query.limit).offset(query.offset))
        page = [_line(each, found.get(each.id)) for each in rows]
    own = [Made(*each[2:]) for each in counted if not each.inherited]
    return CallList(
        calls=page,
        total=sum(not is_spared(each.error) for each in counted),
        spared=sum(is_spared(each.error) for each in counted),
        sums=totals("all", own),
        by_agent=[totals(name, group) for name, group in by_agent(own)],
        inherited=len(counted) - len(own),
        agents=sorted({agent for agent, _ in names}),
        models=sorted({model for _, model in names}),
    )


def failure(error: CallError) -> str:
    """Return why a call gave nothing to use, in one line for people."""
    if error.kind is ErrorKind.CIRCUIT_OPEN:
        return error.message
    return f"{error.kind.replace('_', ' ')}: {error.message}"


def call_ids(store: Store, row: EpisodeRow, turn: int) -> Sequence[int]:
    """Return the numbers of a turn's calls, in the order in which they were made."""
    query = (
        select(call.c.id)
        .where(call.c.episode_id == row.id, call.c.turn == turn)
        .order_by(call.c.id)
    )
    with store.database.read() as connection:
        return connection.scalars(query).all()


def _line(found: Any, piece: str | None) -> CallLine:
    error = CallError.model_validate_json(found.error) if found.error else None
    values = {column.name: getattr(found, column.name) for column in _COLUMNS}
    note = values.pop("note") or ""
    told = {
        "error": failure(error) if error else None,
        "unreadable": note.removeprefix(UNREADABLE) if note.startswith(UNREADABLE) else None,
        "spared": is_spared(found.error),
        "excerpt": piece,
    }
    return CallLine(**{**values, **told})


def _with_words(connection: Connection, ordered: Select[Any], words: str) -> dict[int, str]:
    """Return the calls in whose prompt or reply words stand, whatever their case, with a piece.

    Long texts are kept once for all calls, so each is looked through once; packed documents are
    long and many, so they are not read whole for their texts.
    """
    wanted = words.casefold()
    seen: set[str] = set()
    kept: dict[str, str] = {}
    found: dict[int, str] = {}
    texts = ordered.with_only_columns(call.c.id, call.c.response, call.c.request)
    for some in connection.execute(texts).partitions(READ_AT_ONCE):
        # The newest part of a prompt comes last, and says most of where the words are.
        packed = [(made.id, f"{made.request}{made.response}") for made in some]
        blobs = [BLOB.findall(documents) for _, documents in packed]
        new = set().union(*blobs) - seen
        seen |= new
        for digest, content in get_blobs(connection, [*map(bytes.fromhex, new)]).items():
            piece = _piece(content.decode(), wanted)
            if piece is not None:
                kept[digest.hex()] = piece
        for (identity, documents), digests in zip(packed, blobs, strict=True):
            pieces = [kept[digest] for digest in digests if digest in kept] if kept else []
            pieces += filter(None, (_piece(json.loads(o), wanted) for o in OWN.findall(documents)))
            if pieces:
                found[identity] = pieces[-1]
    return found


READ_AT_ONCE = 500
"""Calls."""
BLOB = re.compile(r'"text":\s*\{"blob":\s*"([0-9a-f]{64})"\}')
"""A long text of a packed request or reply: the hash of the blob that holds it."""
OWN = re.compile(r'"text":\s*("(?:[^"\\]|\\.)*")', re.DOTALL)
"""A text that stands there itself, as JSON has it."""


def _piece(text: str, wanted: str) -> str | None:
    """Return the words around those that are wanted; None where they do not stand."""
    return excerpt(text, wanted) if wanted in text.casefold() else None
