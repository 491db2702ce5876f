"""Stamps: whether something changed since one last looked, for what is computed from the state."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

_NUMBERS = count()


class Computed:
    """What is computed from the state. It holds no fact of its own: any two are equal, and a copy
    begins anew.
    """

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self))

    def __hash__(self) -> int:
        return hash(type(self))

    def __reduce__(self) -> tuple[type[Computed], tuple[()]]:
        return type(self), ()


class Stamps(Computed):
    """A number for each key, another one after each change.

    No two objects ever give the same number, so what was computed from one state is never taken
    for another's.
    """

    def __init__(self) -> None:
        self._first = next(_NUMBERS)
        self._last: dict[str, int] = {}
        self.newest = self._first
        """The number of the last change of all."""

    def touch(self, key: str) -> None:
        """Note a change."""
        self.newest = self._last[key] = next(_NUMBERS)

    def touch_all(self) -> None:
        """Note that everything may be another."""
        self.newest = self._first = next(_NUMBERS)
        self._last.clear()

    def of(self, key: str) -> int:
        """Return the number that stands for how it is now."""
        return self._last.get(key, self._first)

    def latest(self, keys: Iterable[str]) -> int:
        """Return the number of the last change of any of these."""
        get, first = self._last.get, self._first
        return max([get(key, first) for key in keys], default=first)
