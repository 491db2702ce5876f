"""What a loopback server is asked, what it says and how it fails, whatever the wire format."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from llm.servers.floors import floor_of
from ludens.llm.response import Usage


@dataclass(frozen=True)
class Asked:
    """A request, read back from the wire."""

    model: str
    system: str
    messages: tuple[tuple[str, str], ...]
    """(role, text), roles being user and assistant."""
    schema: dict[str, Any] | None
    stream: bool
    body: dict[str, Any]
    headers: dict[str, str]
    """Names in lower case."""
    blocks: tuple[tuple[str, bool], ...] = ()
    """All blocks with whether a cache point ends them, for providers that take cache points."""
    cache_key: str = ""
    """Caches of different keys know nothing of each other."""
    stored: str | None = None
    """The text of the stored prefix that is named."""
    path: str = ""

    @property
    def text(self) -> str:
        """Everything that was said."""
        return "\n".join([self.system, *(text for _, text in self.messages)])


@dataclass(frozen=True)
class Reply:
    """What the model says. Tokens that are None are counted by the server."""

    text: str = ""
    finish: str = "stop"
    """stop, length, refusal or filter."""
    input_tokens: int | None = None
    cached_tokens: int | None = None
    cache_write_tokens: int | None = None
    output_tokens: int | None = None
    reasoning_tokens: int = 0
    pieces: int = 3
    """In how many pieces it is streamed."""
    reports_usage: bool = True


@dataclass(frozen=True)
class Failure:
    """An HTTP error."""

    status: int
    message: str = "the server said no"
    headers: dict[str, str] = field(default_factory=dict)
    code: str | None = None
    param: str | None = None
    body: bytes | None = None
    """What is sent instead of the provider's error format."""


@dataclass(frozen=True)
class Hang:
    """The server takes the request and never answers."""


@dataclass(frozen=True)
class Cut:
    """The connection closes in the middle of the reply, after some of its pieces."""

    reply: Reply = field(default_factory=lambda: Reply("This sentence will never be"))
    after: int = 2


@dataclass(frozen=True)
class Garbage:
    """A 200 that is not what the provider documents."""

    body: bytes = b'{"hello": "there"}'


@dataclass(frozen=True)
class StreamError:
    """An error event in the middle of a stream that began well."""

    kind: str = "overloaded_error"
    message: str = "Overloaded"


Answer = Reply | Failure | Hang | Cut | Garbage | StreamError
ReplyFunction = Callable[[Asked], Answer]


def tokens(text: str) -> int:
    """How the servers count: four characters a token, rounded up."""
    return -(-len(text) // 4)


class PromptCache:
    """A provider's cache of marked prefixes, with its floors, its markers and its lookback."""

    def __init__(self, *, writes: int = 4, reads: int | None = None, lookback: int = 1) -> None:
        """Keep the prefixes of the last `writes` markers of a request.

        Kept ones are looked for at the last `reads` markers, and at each of them in the last
        `lookback` blocks.
        """
        self.writes = writes
        self.reads = reads
        self.lookback = lookback
        self.kept: set[tuple[str, str, str]] = set()

    def account(self, asked: Asked) -> tuple[int, int]:
        """Return tokens read and written for a request."""
        sizes: list[int] = []
        names: list[tuple[str, str, str]] = []
        said, size = hashlib.sha256(), 0
        for text, _ in asked.blocks:
            said.update(f"{len(text)} {text}".encode())
            size += len(text) + 1
            sizes.append(-(-(size - 1) // 4))
            names.append((asked.model, asked.cache_key, said.hexdigest()))
        marks = [place for place, (_, is_marked) in enumerate(asked.blocks) if is_marked]
        found = {
            place
            for mark in (marks if self.reads is None else marks[-self.reads :])
            for place in range(max(0, mark - self.lookback + 1), mark + 1)
            if names[place] in self.kept
        }
        read = max((sizes[place] for place in found), default=0)
        worth = [mark for mark in marks if sizes[mark] >= floor_of(asked.model)]
        self.kept |= {names[mark] for mark in worth[-self.writes :]}
        return read, max(0, sizes[worth[-1]] - read) if worth else 0


def usage_of(reply: Reply, asked: Asked, cache: PromptCache) -> Usage:
    """Return what a reply is billed for."""
    read, written = cache.account(asked)
    cached = read if reply.cached_tokens is None else reply.cached_tokens
    written = written if reply.cache_write_tokens is None else reply.cache_write_tokens
    total = reply.input_tokens
    if total is None:
        total = max(tokens(asked.text), cached + written)
    output = tokens(reply.text) if reply.output_tokens is None else reply.output_tokens
    return Usage(
        input_tokens=total,
        cached_tokens=cached,
        cache_write_tokens=written,
        output_tokens=output + (reply.reasoning_tokens if reply.output_tokens is None else 0),
        reasoning_tokens=reply.reasoning_tokens,
    )


def in_pieces(text: str, count: int) -> list[str]:
    """Return a text in about `count` pieces, none of them empty."""
    size = max(1, -(-len(text) // max(1, count)))
    return [text[i : i + size] for i in range(0, len(text), size)]


def scripted(*answers: Answer) -> ReplyFunction:
    """Return a reply function that gives these one after the other, the last one for ever."""
    waiting = list(answers)

    def reply(asked: Asked) -> Answer:
        return waiting.pop(0) if len(waiting) > 1 else waiting[0]

    return reply
