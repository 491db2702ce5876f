"""The calls of a turn, as exactly as they were made: what was asked, what came, what it took."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, ConfigDict
from sqlalchemy import select

from ludens.episode.calls import calls_of
from ludens.episode.schema import call as call_table
from ludens.episode.store import EpisodeRow, Store
from ludens.llm.calls import Call
from ludens.llm.errors import ErrorKind
from ludens.llm.request import LLMRequest
from ludens.llm.settings import LLMSettings
from ludens.web.calls import call_ids, failure
from ludens.web.curl import as_curl

CONTEXT = 2
"""Lines around a difference."""
MOST_LINES = 4000
"""A prompt longer than this is not compared with the one before."""


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True)


class BlockDocument(_Document):
    """A piece of a prompt."""

    role: str
    """`system`, `user` or `assistant`."""
    text: str
    shared: bool
    """The agent's call before began with the same pieces up to this one."""
    cache_point: bool


class DifferenceLine(_Document):
    """A line of a prompt compared with that of the agent's call before."""

    sign: str
    """`+` new, `-` gone, ` ` the same, `…` lines left out."""
    text: str


class CallDocument(_Document):
    """One attempt at one request."""

    id: int
    """Its number in the store."""
    agent: str
    provider: str
    model: str
    attempt: int
    started: float
    latency_ms: float
    input_tokens: int | None
    output_tokens: int | None
    cached_tokens: int | None
    cache_write_tokens: int | None
    reasoning_tokens: int | None
    cost: str | None
    stop: str | None
    cache_note: str | None
    notes: list[str]
    error: str | None
    spared: bool
    """Whether nobody was asked: the model was down a moment ago."""
    prompt: list[BlockDocument]
    shared_characters: int
    """Of the shared pieces at the beginning."""
    characters: int
    """Of the whole prompt."""
    schema_name: str | None
    output_schema: dict[str, Any] | None
    sampling: dict[str, Any]
    reply: str | None
    """Exactly as it came."""
    parsed: Any
    """The reply as JSON, where JSON was asked for and came."""
    previous_turn: int | None
    """The turn of the agent's call before."""
    difference: list[DifferenceLine]
    """What is new in the prompt since then."""
    curl: str
    """The request as a command for a shell; the key is left to a variable."""


class CallsDocument(_Document):
    """The calls of a turn, in the order they were made."""

    turn: int
    calls: list[CallDocument]


def read_calls(store: Store, row: EpisodeRow, turn: int, llm: LLMSettings) -> CallsDocument:
    """Return what was asked in a turn and what came."""
    made = [found for _, found in calls_of(store, row.id, turn=turn)]
    before: dict[str, tuple[int, LLMRequest]] = {}
    for agent in {each.agent for each in made}:
        previous = _last_before(store, row, turn, agent)
        if previous is not None:
            before[agent] = previous
    documents = []
    for number, each in zip(call_ids(store, row, turn), made, strict=True):
        documents.append(_document(number, each, before.get(each.agent), llm))
        before[each.agent] = (turn, each.request)
    return CallsDocument(turn=turn, calls=documents)


def _last_before(
    store: Store, row: EpisodeRow, turn: int, agent: str
) -> tuple[int, LLMRequest] | None:
    query = (
        select(call_table.c.turn)
        .where(
            call_table.c.episode_id == row.id,
            call_table.c.agent == agent,
            call_table.c.turn < turn,
        )
        .order_by(call_table.c.turn.desc())
        .limit(1)
    )
    with store.database.read() as connection:
        found = connection.scalar(query)
    if found is None:
        return None
    calls = [made for _, made in calls_of(store, row.id, turn=found) if made.agent == agent]
    return found, calls[-1].request


def _document(
    number: int, made: Call, before: tuple[int, LLMRequest] | None, llm: LLMSettings
) -> CallDocument:
    request, response = made.request, made.response
    usage = response.usage if response is not None else None
    pieces = list(_pieces(request))
    shared = _shared_pieces(pieces, list(_pieces(before[1])) if before is not None else [])
    blocks = [
        BlockDocument(role=role, text=text, cache_point=point, shared=index < shared)
        for index, (role, text, point) in enumerate(pieces)
    ]
    return CallDocument(
        id=number,
        agent=made.agent,
        provider=made.provider,
        model=made.model,
        attempt=made.attempt,
        started=made.started.timestamp(),
        latency_ms=made.latency_ms,
        input_tokens=usage.input_tokens if usage else None,
        output_tokens=usage.output_tokens if usage else None,
        cached_tokens=usage.cached_tokens if usage else None,
        cache_write_tokens=usage.cache_write_tokens if usage else None,
        reasoning_tokens=usage.reasoning_tokens if usage else None,
        cost=str(response.cost) if response and response.cost is not None else None,
        stop=response.stop if response else None,
        cache_note=response.cache_note if response else None,
        notes=list(response.notes) if response else [],
        error=failure(made.error) if made.error else None,
        spared=made.error is not None and made.error.kind is ErrorKind.CIRCUIT_OPEN,
        prompt=blocks,
        shared_characters=sum(len(text) for _, text, _ in pieces[:shared]),
        characters=sum(len(text) for _, text, _ in pieces),
        schema_name=request.output.name if request.output else None,
        output_schema=request.output.definition if request.output else None,
        sampling=request.sampling.model_dump(mode="json", exclude_none=True),
        reply=response.text if response else None,
        parsed=_parsed(made),
        previous_turn=before[0] if before is not None else None,
        difference=compared(_text(before[1]), _text(request)) if before is not None else [],
        curl=as_curl(made, llm),
    )


def _pieces(request: LLMRequest) -> Iterator[tuple[str, str, bool]]:
    for block in request.system:
        yield "system", block.text, block.cache_point
    for message in request.messages:
        for block in message.blocks:
            yield message.role.value, block.text, block.cache_point


def _shared_pieces(pieces: list[tuple[str, str, bool]], before: list[tuple[str, str, bool]]) -> int:
    count = 0
    for piece, other in zip(pieces, before, strict=False):
        if piece[:2] != other[:2]:
            break
        count += 1
    return count


def _text(request: LLMRequest) -> str:
    return "\n".join(text for _, text, _ in _pieces(request))


def _parsed(made: Call) -> Any:
    if made.request.output is None or made.response is None:
        return None
    try:
        return json.loads(made.response.text)
    except ValueError:
        return None


def compared(before: str, after: str) -> list[DifferenceLine]:
    """Return what a text has that another had not, line by line, with a little around it."""
    old, new = before.splitlines(), after.splitlines()
    if max(len(old), len(new)) > MOST_LINES:
        return []
    lines: list[DifferenceLine] = []
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for group in matcher.get_grouped_opcodes(CONTEXT):
        if lines or group[0][1] > 0 or group[0][3] > 0:
            lines.append(DifferenceLine(sign="…", text=""))
        for tag, a, b, c, d in group:
            if tag == "equal":
                lines += [DifferenceLine(sign=" ", text=text) for text in new[c:d]]
            else:
                lines += [DifferenceLine(sign="-", text=text) for text in old[a:b]]
                lines += [DifferenceLine(sign="+", text=text) for text in new[c:d]]
    return lines
