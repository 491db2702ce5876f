"""Model calls on the record of an episode: the store as a call log."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection, RowMapping, insert, select

from ludens.episode.blobs import get_blob, put_blobs
from ludens.episode.events import EpisodeId, canonical
from ludens.episode.schema import call
from ludens.episode.store import Store
from ludens.episode.thinking import forget_thinkers, note_thinker
from ludens.llm.calls import Call, CallError
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse

LONG_TEXT = 64
"""Characters from which a text of a prompt or reply is kept as a blob, once for all calls."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What calls have used, failed attempts included."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cost: Decimal | None = None
    """US dollars of the priced calls; None when no call has a price."""

    def plus(self, response: LLMResponse | None) -> Usage:
        """Return the sum with one more call."""
        if response is None:
            return Usage(
                self.calls + 1, self.input_tokens, self.output_tokens, self.cached_tokens, self.cost
            )
        cost = self.cost
        if response.cost is not None:
            cost = (cost or Decimal(0)) + response.cost
        return Usage(
            self.calls + 1,
            self.input_tokens + response.usage.input_tokens,
            self.output_tokens + response.usage.output_tokens,
            self.cached_tokens + response.usage.cached_tokens,
            cost,
        )


def usage(store: Store, episode: EpisodeId, *, to_turn: int | None = None) -> Usage:
    """Return the sum of an episode's own calls; those inherited by a fork are its parent's."""
    query = select(
        call.c.input_tokens, call.c.output_tokens, call.c.cached_tokens, call.c.cost
    ).where(call.c.episode_id == episode, call.c.inherited.is_(False))
    if to_turn is not None:
        query = query.where(call.c.turn <= to_turn)
    with store.database.read() as connection:
        rows = connection.execute(query).all()
    costs = [Decimal(row.cost) for row in rows if row.cost is not None]
    return Usage(
        calls=len(rows),
        input_tokens=sum(row.input_tokens or 0 for row in rows),
        output_tokens=sum(row.output_tokens or 0 for row in rows),
        cached_tokens=sum(row.cached_tokens or 0 for row in rows),
        cost=sum(costs, Decimal(0)) if costs else None,
    )


@dataclass(slots=True)
class EpisodeCalls:
    """The call log (`ludens.llm.calls.CallLog`) of the episode being played.

    A call is committed when it returns, so a turn that is played again after a kill finds the
    answers it already has and pays for none of them twice.
    """

    store: Store
    episode: EpisodeId
    turn: int = 0
    used: Usage = field(default_factory=Usage)
    """The running sum, so that limits need no query."""
    on_record: Callable[[Call], None] | None = None
    """Told of each attempt once it is committed."""

    def begin_turn(self, turn: int) -> None:
        """Let what is recorded and found from now on belong to `turn`."""
        self.turn = turn

    def find(self, request_hash: str, occurrence: int) -> Call | None:
        """Return this turn's last answer to a request, or None."""
        query = (
            select(call)
            .where(
                call.c.episode_id == self.episode,
                call.c.turn == self.turn,
                call.c.request_hash == request_hash,
                call.c.occurrence == occurrence,
            )
            .order_by(call.c.id.desc())
        )
        with self.store.database.read() as connection:
            for row in connection.execute(query).mappings().all():
                found = _read(connection, row)
                if found.is_answer:
                    return found
        return None

    def begin(self, agent: str, started: datetime) -> None:
        """Let those who watch know whose model is being asked."""
        with self.store.database.write() as connection:
            note_thinker(connection, self.episode, agent, self.turn, started.timestamp())

    def record(self, made: Call) -> None:
        """Keep an attempt, committed before anything else happens."""
        response = made.response
        with self.store.database.write() as connection:
            forget_thinkers(connection, self.episode, made.agent)
            connection.execute(
                insert(call).values(
                    episode_id=self.episode,
                    turn=self.turn,
                    inherited=False,
                    agent=made.agent,
                    provider=made.provider,
                    model=made.model,
                    request_hash=made.request_hash,
                    occurrence=made.occurrence,
                    attempt=made.attempt,
                    request=_pack(connection, made.request),
                    response=_pack(connection, response) if response is not None else None,
                    error=made.error.model_dump_json() if made.error is not None else None,
                    input_tokens=response.usage.input_tokens if response else None,
                    output_tokens=response.usage.output_tokens if response else None,
                    cached_tokens=response.usage.cached_tokens if response else None,
                    cache_write_tokens=response.usage.cache_write_tokens if response else None,
                    cost=str(response.cost) if response and response.cost is not None else None,
                    latency_ms=made.latency_ms,
                    started=made.started.timestamp(),
                    note=made.cache_note,
                )
            )
        self.used = self.used.plus(response)
        if self.on_record is not None:
            self.on_record(made)


def calls_of(
    store: Store, episode: EpisodeId, *, turn: int | None = None
) -> list[tuple[int, Call]]:
    """Return an episode's calls with their turns, in the order they were made."""
    query = select(call).where(call.c.episode_id == episode).order_by(call.c.id)
    if turn is not None:
        query = query.where(call.c.turn == turn)
    with store.database.read() as connection:
        rows = connection.execute(query).mappings().all()
        return [(row["turn"], _read(connection, row)) for row in rows]


def _pack(connection: Connection, document: LLMRequest | LLMResponse) -> str:
    """Return a document as JSON whose long texts are references to blobs."""
    plain = document.model_dump(mode="json", exclude_defaults=True)
    texts = [owner["text"] for owner in _text_owners(plain) if len(owner["text"]) >= LONG_TEXT]
    hashes = put_blobs(connection, [text.encode() for text in texts])
    references = dict(zip(texts, hashes, strict=True))
    for owner in _text_owners(plain):
        if owner["text"] in references:
            owner["text"] = {"blob": references[owner["text"]].hex()}
    return canonical(plain)


def _unpack(connection: Connection, text: str) -> Any:
    plain = json.loads(text)
    for owner in _text_owners(plain, packed=True):
        owner["text"] = get_blob(connection, bytes.fromhex(owner["text"]["blob"])).decode()
    return plain


def _text_owners(value: Any, *, packed: bool = False) -> Iterator[dict[str, Any]]:
    """Yield every object with a `text`; with `packed`, only those whose text is a reference."""
    if isinstance(value, dict):
        text = value.get("text")
        # A schema may have a field called `text`, which is no reference.
        if isinstance(text, str) if not packed else _is_reference(text):
            yield value
        for child in value.values():
            yield from _text_owners(child, packed=packed)
    elif isinstance(value, list):
        for child in value:
            yield from _text_owners(child, packed=packed)


def _is_reference(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == {"blob"} and isinstance(value["blob"], str)


def _read(connection: Connection, row: RowMapping) -> Call:
    request = LLMRequest.model_validate(_unpack(connection, row["request"]))
    response = row["response"]
    return Call(
        request_hash=row["request_hash"],
        occurrence=row["occurrence"],
        attempt=row["attempt"],
        agent=row["agent"],
        provider=row["provider"],
        model=row["model"],
        request=request.model_copy(
            update={"occurrence": row["occurrence"], "attempt": row["attempt"]}
        ),
        response=LLMResponse.model_validate(_unpack(connection, response)) if response else None,
        error=CallError.model_validate_json(row["error"]) if row["error"] else None,
        started=datetime.fromtimestamp(row["started"], UTC),
        latency_ms=row["latency_ms"],
    )
