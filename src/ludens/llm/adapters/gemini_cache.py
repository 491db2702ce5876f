"""Prefixes that are stored at Google: made lazily, renewed, made again once, deleted at the end."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ludens.llm.clock import Clock
from ludens.llm.errors import CallFailedError, ErrorKind

if TYPE_CHECKING:
    from google.genai.client import AsyncClient

RENEW_BEFORE = 0.2
"""The share of its life that is left when a stored prefix is renewed."""


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
    note: str | None = None
    """Why there is none."""
    written: int = 0
    """The tokens that were stored just now, and are billed for it."""


@dataclass(slots=True)
class _Entry:
    name: str | None = None
    expires: float = 0.0
    losses: int = 0
    never: str | None = None
    """Why it is not tried any more."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class StoredPrefixes:
    """The stored prefixes of one model."""

    def __init__(self, client: AsyncClient, model: str, ttl: int, clock: Clock) -> None:
        self.client = client
        self.model = model
        self.ttl = ttl
        self.clock = clock
        self._entries: dict[str, _Entry] = {}

    async def find(
        self,
        prefix: str,
        *,
        tokens: int,
        floor: int,
        system: list[dict[str, str]],
        contents: list[dict[str, Any]],
    ) -> Stored:
        """Return the stored prefix, storing or renewing it first if need be. Never raises."""
        if tokens < floor:
            return Stored(None)
        entry = self._entries.setdefault(prefix, _Entry())
        async with entry.lock:
            if entry.never is not None:
                return Stored(None, entry.never)
            try:
                if entry.name and (self._is_fresh(entry) or await self._renewed(entry)):
                    return Stored(entry.name)
                return await self._stored(entry, system, contents)
            except Exception as error:
                if "too small" in str(error):
                    entry.never = f"the provider found the prefix too small to store ({floor})"
                    return Stored(None, entry.never)
                return Stored(None, f"the prefix could not be stored: {type(error).__name__}")

    def is_gone(self, prefix: str, error: Any) -> bool:
        """Whether an error says that the prefix is no longer stored; then it is forgotten.

        Gone twice, it is not stored a third time.
        """
        entry = self._entries.get(prefix)
        if entry is None or error.code not in {403, 404}:
            return False
        if "cachedcontent" not in str(error.message).replace(" ", "").lower():
            return False
        entry.name = None
        entry.losses += 1
        if entry.losses > 1:
            entry.never = "the stored prefix was lost twice"
        return True

    async def delete_all(self) -> None:
        """Delete every stored prefix; one that is gone already does not matter."""
        entries, self._entries = self._entries, {}
        for entry in entries.values():
            if entry.name is not None:
                with contextlib.suppress(Exception):
                    await self.client.caches.delete(name=entry.name)

    def _is_fresh(self, entry: _Entry) -> bool:
        return entry.expires - self.clock.monotonic() > self.ttl * RENEW_BEFORE

    async def _renewed(self, entry: _Entry) -> bool:
        assert entry.name is not None
        try:
            await self.client.caches.update(name=entry.name, config={"ttl": f"{self.ttl}s"})
        except Exception:
            entry.name = None  # expired meanwhile, most likely: store it anew
            return False
        entry.expires = self.clock.monotonic() + self.ttl
        return True

    async def _stored(
        self, entry: _Entry, system: list[dict[str, str]], contents: list[dict[str, Any]]
    ) -> Stored:
        config: Any = {"ttl": f"{self.ttl}s", "display_name": "ludens"}
        if system:
            config["system_instruction"] = {"parts": system}
        if contents:
            config["contents"] = contents
        made = await self.client.caches.create(model=self.model, config=config)
        entry.name = made.name
        entry.expires = self.clock.monotonic() + self.ttl
        counted = made.usage_metadata.total_token_count if made.usage_metadata else None
        return Stored(made.name, written=counted or 0)
