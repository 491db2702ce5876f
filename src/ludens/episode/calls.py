"""Model calls on the record of an episode: the store as a call log."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection, RowMapping, delete, func, insert, or_, select, update

from ludens.episode.blobs import get_blob, put_blobs
from ludens.episode.errors import DamagedError, EpisodeTakenError
from ludens.episode.events import EpisodeId, canonical
from ludens.episode.lease import Runner
from ludens.episode.schema import call, episode, intent
from ludens.episode.store import Store
from ludens.episode.sums import call_sum
from ludens.episode.thinking import forget_thinkers, in_words, note_thinker, note_words
from ludens.llm.calls import Asking, Call, CallError, Service, split_name
from ludens.llm.errors import ErrorKind
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse
from ludens.llm.structured import fault_of

LONG_TEXT = 64
"""Characters from which a text of a prompt or reply is kept as a blob, once for all calls."""


_SPARED = '{"kind":"circuit_open",'
ASKED = or_(call.c.error.is_(None), call.c.error.not_like(f"{_SPARED}%"))
"""Rows of which a model was asked; the others only say that it was down a moment ago."""


UNREADABLE = "unreadable: "
"""How the note of a call begins whose reply had not the shape that was asked for."""


def _note(made: Call) -> str | None:
    """Return what is to be told of a call beside its reply."""
    fault = fault_of(made.response, made.request) if made.response and not made.error else None
    return made.cache_note if fault is None else f"{UNREADABLE}{fault}"


def is_spared(error: str | None) -> bool:
    """Return whether the kept error of a call says that no model was asked."""
    return error is not None and error.startswith(_SPARED)


@dataclass(frozen=True, slots=True)
class Usage:
    """What calls have used, failed attempts included; one that was not made is none."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cost: Decimal | None = None
    """US dollars of the priced calls; None when no call has a price."""
    lost: int = 0
    """Calls that were asked by a process which ended before the answer: they may have been paid,
    and are asked again."""

    def plus(self, response: LLMResponse | None) -> Usage:
        """Return the sum with one more call."""
        if response is None:
            return replace(self, calls=self.calls + 1)
        cost = self.cost
        if response.cost is not None:
            cost = (cost or Decimal(0)) + response.cost
        return Usage(
            self.calls + 1,
            self.input_tokens + response.usage.input_tokens,
            self.output_tokens + response.usage.output_tokens,
            self.cached_tokens + response.usage.cached_tokens,
            cost,
            self.lost,
        )


def usage(store: Store, episode: EpisodeId, *, to_turn: int | None = None) -> Usage:
    """Return the sum of an episode's own calls; those inherited by a fork are its parent's."""
    query = select(
        call.c.input_tokens, call.c.output_tokens, call.c.cached_tokens, call.c.cost
    ).where(call.c.episode_id == episode, call.c.inherited.is_(False), ASKED)
    if to_turn is not None:
        query = query.where(call.c.turn <= to_turn)
    gone = select(func.count()).where(intent.c.episode_id == episode, intent.c.lost.is_(True))
    if to_turn is not None:
        gone = gone.where(intent.c.turn <= to_turn)
    with store.database.read() as connection:
        rows = connection.execute(query).all()
        lost = connection.scalar(gone) or 0
    costs = [Decimal(row.cost) for row in rows if row.cost is not None]
    return Usage(
        calls=len(rows),
        input_tokens=sum(row.input_tokens or 0 for row in rows),
        output_tokens=sum(row.output_tokens or 0 for row in rows),
        cached_tokens=sum(row.cached_tokens or 0 for row in rows),
        cost=sum(costs, Decimal(0)) if costs else None,
        lost=lost,
    )


def seconds_of_calls(store: Store, episode: EpisodeId, turn: int) -> float:
    """Return how long the calls of one turn took, one after another."""
    query = select(func.sum(call.c.latency_ms)).where(
        call.c.episode_id == episode, call.c.turn == turn, ASKED
    )
    with store.database.read() as connection:
        return (connection.scalar(query) or 0.0) / 1000


Count = Annotated[int, Field(ge=0, lt=2**31)]


class CallFields(BaseModel):
    """A row of the table `call`, but for whose it is."""

    model_config = ConfigDict(extra="forbid", strict=True)

    turn: Count
    inherited: bool
    agent: str = Field(max_length=200)
    provider: str = Field(max_length=200)
    model: str = Field(max_length=1000)
    request_hash: str = Field(pattern=r"^[0-9a-f]{64}$")
    occurrence: Count
    attempt: Count
    request: str
    response: str | None
    error: str | None
    input_tokens: Count | None
    output_tokens: Count | None
    cached_tokens: Count | None
    cache_write_tokens: Count | None
    cost: str | None = Field(pattern=r"^[0-9]{1,12}(\.[0-9]{1,18})?$|^[0-9.]{1,12}E-[0-9]{1,2}$")
    latency_ms: float = Field(ge=0, lt=1e12)
    started: float = Field(ge=0, le=253_402_300_799.0)
    note: str | None

    def as_call(self, text: Callable[[str], str]) -> Call:
        """Return the call; `text` gives the content of a blob by its hexadecimal hash."""
        request = LLMRequest.model_validate(_unpack(self.request, text))
        response = self.response
        return Call(
            request_hash=self.request_hash,
            occurrence=self.occurrence,
            attempt=self.attempt,
            agent=self.agent,
            provider=self.provider,
            model=self.model,
            request=request.model_copy(
                update={"occurrence": self.occurrence, "attempt": self.attempt}
            ),
            response=LLMResponse.model_validate(_unpack(response, text)) if response else None,
            error=CallError.model_validate_json(self.error) if self.error else None,
            started=datetime.fromtimestamp(self.started, UTC),
            latency_ms=self.latency_ms,
        )


@dataclass(slots=True)
class EpisodeCalls:
    """The call log (`ludens.llm.calls.CallLog`) of the episode being played.

    A call is committed when it returns, so a turn that is played again after a kill finds the
    answers it already has and pays for none of them twice.
    """

    store: Store
    episode: EpisodeId
    holder: Runner | None = None
    """Who plays the episode; another one's calls are not kept. None: whoever asks."""
    turn: int = 0
    used: Usage = field(default_factory=Usage)
    """The running sum, so that limits need no query."""
    on_record: Callable[[Call], None] | None = None
    """Told of each attempt once it is committed."""
    is_watched: bool = False
    """Whether replies are streamed for those who watch."""
    on_show: Callable[[Asking], None] | None = None
    """Told whom is asked, and what was said so far."""
    services: list[Service] = field(default_factory=list)
    """How the models served in this turn, in order."""
    _under_way: dict[tuple[str, int, int], int] = field(default_factory=dict)
    _lost: dict[tuple[int, str, str, int], list[str]] = field(default_factory=dict)
    """The names of lost attempts, by turn, model, request and occurrence."""

    def begin_turn(self, turn: int) -> None:
        """Let what is recorded and found from now on belong to `turn`."""
        self.turn = turn
        self.services.clear()

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
                found = read_call(connection, row)
                if found.is_answer:
                    return found
        return None

    def begin(self, request: LLMRequest, name: str, started: datetime) -> str:
        """Put on the record that a request is about to leave; return what names the attempt.

        An attempt whose process ended before the answer came lends its name to the next one at the
        same request, so that a provider which heeds names charges for it once. Raises
        EpisodeTakenError where another process plays the episode by now.
        """
        digest = request.hash
        asked = (self.turn, name, digest, request.occurrence)
        lost = self._lost.get(asked)
        key = lost.pop() if lost else uuid.uuid4().hex
        provider, model = split_name(name)
        with self.store.database.write() as connection:
            if not self._is_held(connection):
                raise EpisodeTakenError(
                    f"episode {self.episode} was taken over by another runner at turn {self.turn}; "
                    "this one stops, and nothing of this turn was written"
                )
            written = connection.execute(
                insert(intent).values(
                    episode_id=self.episode,
                    turn=self.turn,
                    agent=request.agent,
                    provider=provider,
                    model=model,
                    request_hash=digest,
                    occurrence=request.occurrence,
                    attempt=request.attempt,
                    idempotency_key=key,
                    started=started.timestamp(),
                    lost=False,
                )
            )
        (number,) = written.inserted_primary_key or (0,)
        self._under_way[digest, request.occurrence, request.attempt] = int(number)
        return key

    def take_over(self) -> int:
        """Take note of what an earlier run asked and did not live to hear; return how many."""
        mine = intent.c.episode_id == self.episode
        with self.store.database.write() as connection:
            forget_thinkers(connection, self.episode)
            newly = connection.execute(
                update(intent).where(mine, intent.c.lost.is_(False)).values(lost=True)
            ).rowcount
            rows = connection.execute(select(intent).where(mine).order_by(intent.c.id)).all()
        for row in rows:
            asked = (row.turn, f"{row.provider}/{row.model}", row.request_hash, row.occurrence)
            self._lost.setdefault(asked, []).append(row.idempotency_key)
        self.used = replace(self.used, lost=len(rows))
        return newly

    def _is_held(self, connection: Connection) -> bool:
        """Tell whether the episode is still this one's to write to."""
        if self.holder is None:
            return True
        holder = select(episode.c.runner).where(episode.c.id == self.episode).with_for_update()
        return connection.scalar(holder) == self.holder.dump()

    def show(self, asking: Asking) -> None:
        """Let those who watch know whose model is being asked, and how far it has come."""
        asking = replace(asking, said=in_words(asking.said))
        with self.store.database.write() as connection:
            note_thinker(connection, self.episode, self.turn, asking)
        if self.on_show is not None:
            self.on_show(asking)

    def show_words(self, words: str) -> None:
        """Let those who watch know what was said or decided in the turn under way."""
        if self.is_watched:
            with self.store.database.write() as connection:
                note_words(connection, self.episode, self.turn, words)

    def tell(self, service: Service) -> None:
        """Take note of how a role was served; the runner makes events of it."""
        self.services.append(service)

    def record(self, made: Call) -> None:
        """Keep an attempt, committed before anything else happens.

        Not where another process plays the episode by now: it has counted it as lost.
        """
        response = made.response
        asked = self._under_way.pop((made.request_hash, made.occurrence, made.attempt), None)
        with self.store.database.write() as connection:
            if not self._is_held(connection):
                return
            forget_thinkers(connection, self.episode, made.agent)
            cut_off = made.error is not None and made.error.kind is ErrorKind.CANCELLED
            if (
                asked is not None and not cut_off
            ):  # what was cut off may have been paid all the same
                connection.execute(delete(intent).where(intent.c.id == asked))
            values = {
                "turn": self.turn,
                "agent": made.agent,
                "provider": made.provider,
                "model": made.model,
                "request_hash": made.request_hash,
                "occurrence": made.occurrence,
                "attempt": made.attempt,
                "request": _pack(connection, made.request),
                "response": _pack(connection, response) if response is not None else None,
                "error": made.error.model_dump_json() if made.error is not None else None,
                "input_tokens": response.usage.input_tokens if response else None,
                "output_tokens": response.usage.output_tokens if response else None,
                "cached_tokens": response.usage.cached_tokens if response else None,
                "cache_write_tokens": response.usage.cache_write_tokens if response else None,
                "cost": str(response.cost) if response and response.cost is not None else None,
                "latency_ms": made.latency_ms,
                "started": made.started.timestamp(),
                "note": _note(made),
            }
            connection.execute(
                insert(call).values(
                    episode_id=self.episode, inherited=False, sum=call_sum(values), **values
                )
            )
        if made.error is None or made.error.kind is not ErrorKind.CIRCUIT_OPEN:
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
        return [(row["turn"], read_call(connection, row)) for row in rows]


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


def _unpack(document: str, text: Callable[[str], str]) -> Any:
    plain = json.loads(document)
    for owner in _text_owners(plain, packed=True):
        owner["text"] = text(owner["text"]["blob"])
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


def read_call(connection: Connection, row: RowMapping) -> Call:
    """Return the call that a row of the table `call` holds; raises DamagedError."""

    def text(digest: str) -> str:
        return get_blob(connection, bytes.fromhex(digest)).decode()

    values = {name: value for name, value in row.items() if name in CallFields.model_fields}
    try:
        return CallFields.model_construct(**values).as_call(text)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise DamagedError(
            f"a call of {row['agent']} in turn {row['turn']} of episode {row['episode_id']} is "
            "damaged: `ludens doctor --check` tells more"
        ) from error
