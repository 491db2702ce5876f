"""A name for each attempt, sent along so that a provider may know one that it has seen before.

The header is that of the IETF's draft (draft-ietf-httpapi-idempotency-key-header). Whether a
provider heeds it is the provider's to say; one that does not passes it over.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

HEADER = "Idempotency-Key"

_named: ContextVar[str | None] = ContextVar("ludens_attempt", default=None)


@contextmanager
def named_attempt(key: str | None) -> Iterator[None]:
    """Let what is sent within the block be the attempt of that name."""
    token = _named.set(key)
    try:
        yield
    finally:
        _named.reset(token)


def attempt_name() -> str | None:
    """Return the name of the attempt under way, if it has one."""
    return _named.get()
