"""What is asked of a model: system blocks, messages, the shape of the reply, sampling."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue

from ludens.llm.tokens import BYTES_PER_TOKEN


class Role(StrEnum):
    """Who speaks."""

    USER = "user"
    ASSISTANT = "assistant"


class Effort(StrEnum):
    """How much a reasoning model thinks before it answers; the provider decides when not given."""

    NONE = "none"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Block(BaseModel):
    """A piece of text. A string is accepted wherever a block is."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    text: str
    cache_point: bool = False
    """Whether all up to here will be said again, word for word, by requests to come. Adapters
    translate it for their provider; a request may have as many as it likes."""


def _as_block(value: Any) -> Any:
    return Block(text=value) if isinstance(value, str) else value


def _as_blocks(value: Any) -> Any:
    """Accept one block for several, and leave out empty ones, which providers refuse."""
    blocks = (value,) if isinstance(value, str | Block) else value
    return tuple(b for b in blocks if (b.text if isinstance(b, Block) else b))


Blocks = Annotated[
    tuple[Annotated[Block, BeforeValidator(_as_block)], ...], BeforeValidator(_as_blocks)
]


class Message(BaseModel):
    """What one side says."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    role: Role = Role.USER
    blocks: Blocks


@dataclass(frozen=True, slots=True)
class CachePoint:
    """A place in a request up to which others say the same."""

    digest: str
    """Names all that is said before it, and by whom."""
    system: int
    """Blocks of the system text before it."""
    message: int
    """The message that it stands in; -1: in the system text."""
    blocks: int
    """Blocks of that message before it."""
    tokens: int
    """An estimate of all that is before it."""


class OutputSchema(BaseModel):
    """The shape that the reply must have."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    name: str = Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")
    definition: dict[str, JsonValue]
    """JSON Schema, draft 2020-12."""

    @classmethod
    def of(cls, model: type[BaseModel]) -> Self:
        """Return the schema of a Pydantic model, named after it."""
        return cls(name=model.__name__, definition=model.model_json_schema())


class Sampling(BaseModel):
    """How the reply is drawn. What is None is filled from the agent's settings."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    temperature: float | None = Field(None, ge=0, le=2)
    max_tokens: int | None = Field(None, ge=1)
    """Output tokens, reasoning included."""
    effort: Effort | None = None
    seed: int | None = None
    """For the providers that take one: the same request is then answered alike, best effort."""


class LLMRequest(BaseModel):
    """One question. The same question has the same hash, on every machine and every day."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    system: Blocks = ()
    messages: tuple[Message, ...]
    output: OutputSchema | None = None
    sampling: Sampling = Sampling()
    agent: str = ""
    """The role that asks: two agents never share a call, even with one prompt."""
    occurrence: int = Field(0, ge=0, exclude=True)
    """The nth time this question is asked within one turn; not part of the question."""
    attempt: int = Field(1, ge=1, exclude=True)
    """The nth try at it, over all models; not part of the question."""

    @classmethod
    def of(cls, prompt: str, *, system: Any = (), **fields: Any) -> Self:
        """Return a request of one user message."""
        return cls(system=system, messages=(Message(blocks=prompt),), **fields)

    def canonical(self) -> str:
        """Return the question as JSON with sorted keys, without defaults, ASCII only."""
        return canonical_json(self.model_dump(mode="json", exclude_defaults=True))

    @property
    def hash(self) -> str:
        """SHA-256 of the canonical JSON, hexadecimal."""
        return hashlib.sha256(self.canonical().encode()).hexdigest()

    def fixed_prefix(self) -> str | None:
        """Return the canonical JSON of everything up to the last cache point; None without one."""
        system: list[str] = []
        messages: list[tuple[str, list[str]]] = []
        fixed: str | None = None
        for block in self.system:
            system.append(block.text)
            if block.cache_point:
                fixed = canonical_json([system, messages])
        for message in self.messages:
            messages.append((message.role.value, []))
            for block in message.blocks:
                messages[-1][1].append(block.text)
                if block.cache_point:
                    fixed = canonical_json([system, messages])
        return fixed

    def cache_points(self) -> tuple[CachePoint, ...]:
        """Return the cache points in their order."""
        found: list[CachePoint] = []
        said = hashlib.sha256()
        size = 0
        spoken = [(-1, "system", self.system)]
        spoken += [(i, m.role.value, m.blocks) for i, m in enumerate(self.messages)]
        for place, speaker, blocks in spoken:
            for number, block in enumerate(blocks, start=1):
                data = block.text.encode("utf-8", "surrogatepass")
                said.update(f"{place} {speaker} {len(data)} ".encode() + data)
                size += len(data)
                if block.cache_point:
                    found.append(
                        CachePoint(
                            digest=said.hexdigest(),
                            system=number if place < 0 else len(self.system),
                            message=place,
                            blocks=0 if place < 0 else number,
                            tokens=-(-size // BYTES_PER_TOKEN),
                        )
                    )
        return tuple(found)

    def with_output(self, output: OutputSchema) -> LLMRequest:
        """Return the same question with a shape for its reply."""
        return self.model_copy(update={"output": output})

    def followed_by(self, reply: str, complaint: str) -> LLMRequest:
        """Return the question, the reply it got and what was wrong with that reply.

        An empty reply cannot be quoted (providers refuse empty text), so the complaint then
        joins the last message: roles keep alternating, which some chat templates insist on.
        """
        if reply.strip():
            added = (
                Message(role=Role.ASSISTANT, blocks=reply),
                Message(role=Role.USER, blocks=complaint),
            )
            return self.model_copy(update={"messages": (*self.messages, *added)})
        *before, last = self.messages
        longer = last.model_copy(update={"blocks": (*last.blocks, Block(text=complaint))})
        return self.model_copy(update={"messages": (*before, longer)})


def canonical_json(value: Any) -> str:
    """Return JSON that depends on the value only: keys sorted, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
