"""Prefixes that are stored at Google: made lazily, renewed, grown, lost once, deleted at the end.

A stored prefix cannot be added to. When a conversation has outgrown one, the longer prefix is
stored anew and the old one deleted, but only once what was paid for the words beyond the old one
comes to what storing costs: sooner wastes the storing, later wastes the words.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ludens.llm.clock import Clock
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.request import CachePoint

if TYPE_CHECKING:
    from google.genai.client import AsyncClient

RENEW_BEFORE = 0.2
"""The share of its life that is left when a stored prefix is renewed."""
SAVED = 0.9
"""What a stored token saves each time it is read, in parts of its price: it is read at a tenth, and
storing it costs the price once (the vendor's pages, Gemini 2.5 and later)."""
TRY_AGAIN = 60.0
"""Seconds after which storing is tried again when it failed."""

Content = Callable[[CachePoint], dict[str, Any]]
"""Returns what is stored of a request: the system text and the contents up to a point."""


class GoneError(CallFailedError):
    """The stored prefix that a request named is gone; the next attempt stores it again."""

    def __init__(self) -> None:
        super().__init__(
            ErrorKind.UNSUPPORTED,
            "the stored prefix is gone; it is stored again",
            parameter="cached_content",
            retry_at_once=True,
        )


@dataclass(frozen=True, slots=True)
class Stored:
    """What there is of a prefix."""

    name: str | None
    point: CachePoint | None = None
    """Up to where it goes."""
    note: str | None = None
    """Why there is none."""
    written: int = 0
    """The tokens that were stored just now, and are billed for it."""


@dataclass(slots=True)
class _Entry:
    name: str
    point: CachePoint
    expires: float
    missed: int = 0
    """Tokens that were said beside it since it was stored, though they will be said again."""


@dataclass(slots=True)
class _Chain:
    """The stored prefixes of the requests that begin alike."""

    entries: dict[str, _Entry] = field(default_factory=dict)
    """By what they hold."""
    outgrown: list[str] = field(default_factory=list)
    """Those that a longer one replaced, while calls under way may still name them."""
    losses: int = 0
    floor: int = 0
    """Tokens that the provider was seen to insist on, by our estimate."""
    trouble: str | None = None
    try_again: float = 0.0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class StoredPrefixes:
    """The stored prefixes of one model."""

    def __init__(
        self, client: AsyncClient, model: str, *, ttl: int, floor: int, clock: Clock
    ) -> None:
        self.client = client
        self.model = model
        self.ttl = ttl
        self.floor = floor
        self.clock = clock
        self._chains: dict[str, _Chain] = {}

    async def find(self, points: Sequence[CachePoint], content: Content) -> Stored:
        """Return the longest stored prefix of a request with these cache points.

        Stores, renews or outgrows it first if that pays. Never raises.
        """
        last = points[-1]
        chain = self._chains.setdefault(points[0].digest, _Chain())
        async with chain.lock:
            if chain.losses > 1:
                return Stored(None, note="the stored prefix was lost twice")
            entry = await self._longest(chain, points)
            if entry is not None:
                entry.missed += last.tokens - entry.point.tokens
                if entry.missed * SAVED < last.tokens:
                    return Stored(entry.name, entry.point)
            if last.tokens >= self.floor and last.tokens >= chain.floor:
                made = await self._made(chain, last, content(last), points)
                if made is not None:
                    return made
            if entry is not None:
                return Stored(entry.name, entry.point)
            return Stored(None, note=chain.trouble)

    def is_gone(self, name: str | None, error: Any) -> bool:
        """Whether an error says that a prefix is no longer stored; then it is forgotten.

        Gone twice, it is not stored a third time.
        """
        if name is None or error.code not in {403, 404}:
            return False
        if "cachedcontent" not in str(error.message).replace(" ", "").lower():
            return False
        for chain in self._chains.values():
            for digest, entry in list(chain.entries.items()):
                if entry.name == name:
                    del chain.entries[digest]
                    chain.losses += 1
        return True

    async def delete_all(self) -> None:
        """Delete every stored prefix; one that is gone already does not matter."""
        chains, self._chains = self._chains, {}
        for chain in chains.values():
            chain.outgrown += [entry.name for entry in chain.entries.values()]
            await self._clear(chain)

    async def _longest(self, chain: _Chain, points: Sequence[CachePoint]) -> _Entry | None:
        for point in reversed(points):
            entry = chain.entries.get(point.digest)
            if entry is None:
                continue
            if entry.expires - self.clock.monotonic() > self.ttl * RENEW_BEFORE:
                return entry
            try:
                await self.client.caches.update(name=entry.name, config={"ttl": f"{self.ttl}s"})
            except Exception:
                del chain.entries[point.digest]  # expired meanwhile, most likely
                continue
            entry.expires = self.clock.monotonic() + self.ttl
            return entry
        return None

    async def _made(
        self, chain: _Chain, last: CachePoint, content: dict[str, Any], points: Sequence[CachePoint]
    ) -> Stored | None:
        """Store a prefix; None, with the chain's trouble told, when that fails."""
        if self.clock.monotonic() < chain.try_again:
            return None
        config: Any = {"ttl": f"{self.ttl}s", "display_name": "ludens", **content}
        try:
            made = await self.client.caches.create(model=self.model, config=config)
        except Exception as error:
            said = str(error)
            counted = re.search(r"total_token_count=(\d+), min_total_token_count=(\d+)", said)
            if counted is not None and int(counted[1]):
                chain.floor = last.tokens * int(counted[2]) // int(counted[1]) + 1
                chain.trouble = f"the provider stores no prefix below {counted[2]} tokens"
            else:
                chain.try_again = self.clock.monotonic() + TRY_AGAIN
                chain.trouble = f"the prefix could not be stored: {type(error).__name__}"
            return None
        if made.name is None:
            chain.trouble = "the provider stored the prefix under no name"
            return None
        await self._clear(chain)
        for point in points:
            if (old := chain.entries.pop(point.digest, None)) is not None:
                chain.outgrown.append(old.name)
        expires = self.clock.monotonic() + self.ttl
        chain.entries[last.digest] = _Entry(made.name, last, expires)
        tokens = made.usage_metadata.total_token_count if made.usage_metadata else None
        return Stored(made.name, last, written=tokens or 0)

    async def _clear(self, chain: _Chain) -> None:
        for name in chain.outgrown:
            with contextlib.suppress(Exception):
                await self.client.caches.delete(name=name)
        chain.outgrown.clear()
