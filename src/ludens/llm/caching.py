"""Why a cache did not engage, so that a hit rate of 0 explains itself."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.llm.profiles import Caching, Profile
from ludens.llm.request import Block, LLMRequest
from ludens.llm.response import Usage


def cache_note(request: LLMRequest, usage: Usage, profile: Profile) -> str | None:
    """Return why the prefix was not read from a cache; None when (most of) it was."""
    points = request.cache_points()
    tokens = points[-1].tokens if points else 0
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


def marked(blocks: Sequence[Block], most: int, lookback: int | None = None) -> frozenset[int]:
    """Return which of the blocks with a cache point carry the provider's marker, at most `most`.

    The first stays: what is steadiest ends there. The others are the last ones, where the next
    request will look. A provider that looks back only so many blocks from each marker gets them
    that far apart, so that it finds what it kept although much was said since.
    """
    points = [number for number, block in enumerate(blocks) if block.cache_point]
    if len(points) <= most:
        return frozenset(points)
    if not most:
        return frozenset()
    chosen = points[:1] if most > 1 else []
    left = points[len(chosen) :]
    if lookback is None:
        return frozenset([*chosen, *left[len(left) + len(chosen) - most :]])
    while left and len(chosen) < most:
        chosen.append(left.pop())
        reach = chosen[-1] - lookback
        while len(left) > 1 and left[-2] >= reach:
            left.pop()
    return frozenset(chosen)
