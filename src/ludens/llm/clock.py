"""Time, injected, so that tests neither wait nor depend on the date."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """What the model layer asks of time."""

    def now(self) -> datetime:
        """Return the date and time, UTC."""
        ...

    def monotonic(self) -> float:
        """Return seconds that never go back."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the date and time, UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return seconds that never go back."""
        return time.perf_counter()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class ManualClock:
    """A clock that moves only when told to, or when someone sleeps: for tests and replays."""

    def __init__(self, start: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        self.start = start
        self.seconds = 0.0
        self.slept: list[float] = []
        """Every wait that was asked for."""

    def now(self) -> datetime:
        """Return the start plus what has passed."""
        return datetime.fromtimestamp(self.start.timestamp() + self.seconds, UTC)

    def monotonic(self) -> float:
        """Return the seconds passed."""
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        """Move on at once, letting other tasks run."""
        self.slept.append(seconds)
        self.seconds += seconds
        await asyncio.sleep(0)
