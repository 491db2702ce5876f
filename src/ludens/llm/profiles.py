"""What each family of models takes and how it caches: facts, in one table.

Sources, November 2026: the types and docstrings of openai 3.54, anthropic 2.12 and google-genai
3.4; the vendors' pages on prompt caching, structured outputs, reasoning effort and sampling. For
the floors of Gemini's stored prefixes those pages and the service's own refusals differ; the
smaller is tried first, and what a refusal says is believed from then on.
A family that is missing gets its adapter's row of safe defaults, and the call says so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from ludens.llm.request import Effort


class Structured(StrEnum):
    """How a reply of a given shape is had."""

    NATIVE = "native"  # the provider enforces a JSON schema
    TOOL = "tool"  # a forced tool call, whose input schema is the shape
    PROMPT = "prompt"  # the schema is told in the prompt, and the reply is checked
    BOTH = "both"  # enforced, and told as well: small models fill a grammar they do not know badly


class Caching(StrEnum):
    """How a prompt's prefix is cached."""

    NONE = "none"
    AUTOMATIC = "automatic"  # the provider finds the prefix
    BREAKPOINTS = "breakpoints"  # we mark where the prefix ends
    STORED = "stored"  # the prefix is uploaded once and named in each request


EFFORTS = frozenset(Effort)
LOW_TO_HIGH = frozenset({Effort.LOW, Effort.MEDIUM, Effort.HIGH})
NO_EFFORT: frozenset[Effort] = frozenset()


@dataclass(frozen=True, slots=True)
class Profile:
    """What one family takes."""

    pattern: str
    """Regular expression that the whole model name matches."""
    structured: Structured
    temperature: bool
    """Whether it may be sent; models that reason reject it."""
    efforts: frozenset[Effort]
    caching: Caching
    cache_floor: int | None = None
    """Tokens that a prefix must have to be cached."""
    breakpoints: int = 0
    """Most cache points of one request."""
    lookback: int | None = None
    """Blocks before each cache point in which the provider looks for what it kept; None: all."""
    is_known: bool = True


_NATIVE, _TOOL = Structured.NATIVE, Structured.TOOL
MATCHED = 50
"""Explicit breakpoints that OpenAI surely compares with what it kept (its SDK: 80, its guide: 50).
It keeps the last four of a request, and finds nothing where no breakpoint stands."""
LOOKBACK = 20
"""Claude looks for what it kept at so many blocks before each of at most four breakpoints."""

_AUTO, _MARKS, _STORED = Caching.AUTOMATIC, Caching.BREAKPOINTS, Caching.STORED


def _claude(floor: int) -> tuple[Caching, int, int, int]:
    return _MARKS, floor, 4, LOOKBACK


# fmt: off
PROFILES: dict[str, tuple[Profile, ...]] = {
    # models, structured output, temperature, efforts, caching, cache floor, breakpoints, lookback
    "openai": (
        Profile(r"gpt-(5\.[6-9]|[6-9]).*", _NATIVE, False, EFFORTS, _MARKS, 1024, MATCHED),
        Profile(r"gpt-5(\.\d)?-chat.*", _NATIVE, True, NO_EFFORT, _AUTO, 1024),
        Profile(r"gpt-5\.[1-5].*", _NATIVE, False, EFFORTS, _AUTO, 1024),
        Profile(r"gpt-5.*|o\d.*", _NATIVE, False, LOW_TO_HIGH, _AUTO, 1024),
        Profile(r"gpt-4(\.1|o).*|chatgpt-4o.*", _NATIVE, True, NO_EFFORT, _AUTO, 1024),
    ),
    "anthropic": (
        Profile(r"claude-sonnet-5(-\d{8})?", _NATIVE, False, LOW_TO_HIGH, *_claude(1024)),
        Profile(r"claude-\w+-5(-\d+)?", _NATIVE, False, LOW_TO_HIGH, *_claude(512)),
        Profile(r"claude-mythos-preview", _NATIVE, False, LOW_TO_HIGH, *_claude(2048)),
        Profile(r"claude-opus-4-8.*", _NATIVE, False, LOW_TO_HIGH, *_claude(1024)),
        Profile(r"claude-opus-4-7.*", _NATIVE, False, LOW_TO_HIGH, *_claude(2048)),
        Profile(r"claude-opus-4-[56].*", _NATIVE, True, LOW_TO_HIGH, *_claude(4096)),
        Profile(r"claude-sonnet-4-6.*", _NATIVE, True, LOW_TO_HIGH, *_claude(1024)),
        Profile(r"claude-sonnet-4-5.*", _NATIVE, True, NO_EFFORT, *_claude(1024)),
        Profile(r"claude-haiku-4-5.*", _NATIVE, True, NO_EFFORT, *_claude(4096)),
        Profile(r"claude-(opus|sonnet)-4.*", _TOOL, True, NO_EFFORT, *_claude(1024)),
        Profile(r"claude-3.*", _TOOL, True, NO_EFFORT, *_claude(2048)),
    ),
    "gemini": (
        Profile(r"gemini-[3-9].*", _NATIVE, True, LOW_TO_HIGH, _STORED, 1024),
        Profile(r"gemini-2\.5-flash-lite.*", _NATIVE, True, NO_EFFORT, _STORED, 2048),
        Profile(r"gemini-2\.5-flash.*", _NATIVE, True, NO_EFFORT, _STORED, 1024),
        Profile(r"gemini-2\.5.*", _NATIVE, True, NO_EFFORT, _STORED, 4096),
    ),
    "compatible": (),
    "embedded": (),
}

SAFE: dict[str, Profile] = {
    "openai": Profile("", _NATIVE, False, NO_EFFORT, _AUTO, 1024, is_known=False),
    "anthropic": Profile("", _NATIVE, False, NO_EFFORT, *_claude(4096), is_known=False),
    "gemini": Profile("", _NATIVE, True, NO_EFFORT, _AUTO, 4096, is_known=False),
    "compatible": Profile("", Structured.BOTH, True, NO_EFFORT, Caching.NONE),
    "embedded": Profile("", Structured.BOTH, True, NO_EFFORT, _AUTO, 1),
}
# fmt: on

CURRENT: dict[str, tuple[str, ...]] = {
    "openai": (
        "gpt-6-astra",
        "gpt-6.1-sol",
        "gpt-6.1-terra",
        "gpt-6-luna",
        "gpt-5.6-sol",
        "gpt-5.6-luna",
        "gpt-5.4-mini",
    ),
    "anthropic": (
        "claude-fable-5-2",
        "claude-opus-5-5",
        "claude-sonnet-5-5",
        "claude-haiku-5-5",
        "claude-opus-4-8",
        "claude-haiku-4-5",
    ),
    "gemini": (
        "gemini-4-argon",
        "gemini-3.8-flash",
        "gemini-3.5-flash-lite",
        "gemini-3.1-pro-preview",
        "gemini-2.5-flash",
    ),
}
"""Models worth showing in a list; any other name works too."""


def profile_of(adapter: str, model: str) -> Profile:
    """Return what is known of a model; the safe defaults of its adapter if nothing is."""
    for profile in PROFILES[adapter]:
        if re.fullmatch(profile.pattern, model):
            return profile
    return SAFE[adapter]
