"""All calls of an episode as a list: who asked which model, what it took, what failed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection, Float, Select, and_, cast, func, or_, select

from ludens.episode.blobs import get_blob
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
            found = list(_with_words(connection, ordered, query.words.strip()))
            page = found[query.offset : query.offset + query.limit]
            matching = {each.id for each in found}
            counted = [each for each in counted if each.id in matching or is_spared(each.error)]
        else:
            rows = connection.execute(ordered.limit(query.limit).offset(query.offset))
            page = [_line(each, None) for each in rows]
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


def _with_words(connection: Connection, ordered: Select[Any], words: str) -> Iterator[CallLine]:
    """Yield the calls in whose prompt or reply words stand, whatever their case.

    Long texts are kept once for all calls, so each is looked through once.
    """
    wanted = words.casefold()
    known: dict[str, str | None] = {}
    for found in connection.execute(ordered.add_columns(call.c.request, call.c.response)):
        # The newest part of a prompt comes last, and says most of where the words are.
        texts = [*_texts(found.response), *reversed(list(_texts(found.request)))]
        for text, digest in texts:
            if digest is not None:
                if digest not in known:
                    content = get_blob(connection, bytes.fromhex(digest)).decode()
                    known[digest] = (
                        excerpt(content, wanted) if wanted in content.casefold() else None
                    )
                piece = known[digest]
            else:
                piece = excerpt(text, wanted) if wanted in text.casefold() else None
            if piece is not None:
                yield _line(found, piece)
                break


def _texts(document: str | None) -> Iterator[tuple[str, str | None]]:
    """Yield the texts of a packed request or reply: in words, or as the hash of a blob."""
    if document is None:
        return

    def walk(value: Any) -> Iterator[tuple[str, str | None]]:
        if isinstance(value, dict):
            text = value.get("text")
            if isinstance(text, str):
                yield text, None
            elif isinstance(text, dict) and isinstance(text.get("blob"), str):
                yield "", text["blob"]
            for child in value.values():
                yield from walk(child)
        elif isinstance(value, list):
            for child in value:
                yield from walk(child)

    yield from walk(json.loads(document))
