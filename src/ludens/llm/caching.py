"""Why a cache did not engage, so that a hit rate of 0 explains itself."""

from __future__ import annotations

from collections.abc import Iterable

from ludens.llm.profiles import Caching, Profile
from ludens.llm.request import Block, LLMRequest
from ludens.llm.response import Usage
from ludens.llm.tokens import estimate_tokens


def fixed_tokens(request: LLMRequest) -> int:
    """Return an estimate of the tokens before the last cache point."""
    return estimate_tokens("x" * request.characters_to_cache_point())


def cache_note(request: LLMRequest, usage: Usage, profile: Profile) -> str | None:
    """Return why the prefix was not read from a cache; None when (most of) it was."""
    tokens = fixed_tokens(request)
    note: str | None
    if usage.cached_tokens and usage.cached_tokens >= tokens / 2:
        note = None
    elif usage.cached_tokens:
        note = f"only {usage.cached_tokens} of about {tokens} tokens were read from the cache"
    elif profile.caching is Caching.NONE:
        note = "the server has no cache that we may ask for"
    elif not tokens:
        note = "no cache point in the request"
    elif profile.cache_floor is not None and tokens < profile.cache_floor:
        note = f"the prefix of about {tokens} tokens is below the floor of {profile.cache_floor}"
    elif usage.cache_write_tokens:
        note = "first use: the prefix was written to the cache"
    elif profile.caching is Caching.AUTOMATIC:
        note = "the provider found no prefix in its cache; its first use fills it"
    else:
        note = "the cache no longer had the prefix, or had not stored it yet"
    return note


class CachePoints:
    """Which blocks carry the provider's cache marker: the last points, as many as it takes."""

    def __init__(self, blocks: Iterable[Block], most: int) -> None:
        self._passed_over = max(0, sum(block.cache_point for block in blocks) - most)
        self._most = most

    def marks(self, block: Block) -> bool:
        """Whether to mark this block; ask once for each block, in order."""
        if not block.cache_point or not self._most:
            return False
        if self._passed_over:
            self._passed_over -= 1
            return False
        return True
