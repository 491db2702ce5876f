"""Which finished episodes of a suite are meant by a name."""

from __future__ import annotations

from collections.abc import Callable

from ludens.bench.measures import Measured, measured
from ludens.bench.suite import SuiteError
from ludens.episode.errors import LudensError
from ludens.episode.store import Store


def finished(store: Store, suite: str) -> list[Measured]:
    """Return the finished episodes of a suite; raises LudensError where there are none."""
    results = measured(store, suite)
    if not results:
        raise LudensError(f"no episode of a suite {suite!r} is finished; ludens bench run FILE")
    return results


def selected(store: Store, selection: str, named: Callable[[str], str] = str) -> list[Measured]:
    """Return the episodes that SUITE, SUITE:MODEL or SUITE:MODEL/VARIANT names.

    `named` tells the suite's name from what stands before the colon. Models have slashes
    themselves, so a variant is only what follows the last one if a model of that name is there.
    Raises LudensError, SuiteError.
    """
    suite, _, rest = selection.partition(":")
    results = finished(store, named(suite))
    if not rest:
        return results
    model, _, variant = rest.rpartition("/")
    found = [one for one in results if one.model == rest] or [
        one for one in results if (one.model, one.variant) == (model, variant)
    ]
    if not found:
        known = sorted({f"{one.model}/{one.variant}" for one in results})
        raise SuiteError(f"{suite} has no {rest!r}; it has {', '.join(known)}")
    return found
