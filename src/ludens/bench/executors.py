"""Where cells are played: processes of this machine, or a Ray cluster."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Protocol

from ludens.episode import memory
from ludens.episode.errors import LudensError
from ludens.episode.runner import Runner
from ludens.episode.store import Store
from ludens.games import game_of
from ludens.installing import install_command
from ludens.llm.places import share_places

POLL_SECONDS = 1.0


class ExecutorError(LudensError):
    """The cells cannot be played there."""


class Executor(Protocol):
    """Plays episodes of a store elsewhere, several at once."""

    workers: int

    def submit(self, store: str, episode: str) -> None:
        """Have an episode played."""
        ...

    def finished(self) -> Iterator[tuple[str, str | None]]:
        """Wait a moment; yield the episodes that are done, with why one could not be played."""
        ...

    def stop(self) -> None:
        """Stop playing; what is committed stays."""
        ...


def play(store: str, episode: str) -> str | None:
    """Play an episode in this process; return why it cannot be played, or None."""
    opened = _opened(store)
    try:
        row = opened.episode(episode)
        asyncio.run(Runner(opened, game_of(row)).play(row))
    except LudensError as error:
        return str(error)
    return None


def work(store: str, episode: str) -> str | None:
    """Play an episode as one of several workers, who share their providers' limits."""
    memory.settle()
    share_places()
    return play(store, episode)


@lru_cache(maxsize=1)
def _opened(store: str) -> Store:
    return Store.open(store, busy_timeout=60.0)


class LocalExecutor:
    """Processes of this machine; one that dies costs its episode a try, and no other."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: Any = self._new_pool()
        self._running: dict[Future[Any], str] = {}
        self._lost: list[str] = []
        """Episodes whose processes had to be ended with their pool."""

    def _new_pool(self) -> Any:
        import multiprocessing  # noqa: PLC0415 - only a suite needs it

        from pebble import ProcessPool  # noqa: PLC0415 - an extra

        context = multiprocessing.get_context("spawn")
        return ProcessPool(max_workers=self.workers, context=context)

    def _mend(self) -> None:
        """Begin with other processes where one that died broke what all of them share."""
        if self._pool.active:
            return
        self.stop()
        self._lost += self._running.values()
        self._running.clear()
        self._pool = self._new_pool()

    def submit(self, store: str, episode: str) -> None:
        """Have an episode played."""
        self._mend()
        self._running[self._pool.submit(work, None, store, episode)] = episode

    def finished(self) -> Iterator[tuple[str, str | None]]:
        """Wait a moment; yield the episodes that are done, with why one could not be played."""
        self._mend()
        while self._lost:
            yield self._lost.pop(), "the worker ended with another one"
        done, _ = wait(self._running, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
        for future in done:
            episode = self._running.pop(future)
            error = future.exception()
            yield episode, f"the worker ended: {error}" if error is not None else future.result()

    def stop(self) -> None:
        """End the processes; what is committed stays."""
        self._pool.stop()
        self._pool.join()


class RayExecutor:
    """A Ray cluster: this machine, or the one at an address; the store must be on PostgreSQL
    unless every worker sees the same disk."""

    def __init__(self, workers: int, address: str | None = None) -> None:
        try:
            import ray  # noqa: PLC0415 - an extra
        except ImportError:
            raise ExecutorError(f"Ray is not installed: {install_command('ray')}") from None
        self._ray = ray
        self.workers = workers
        options: dict[str, Any] = {"address": address} if address else {"num_cpus": workers}
        ray.init(
            **options, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR
        )
        self._play = ray.remote(max_retries=0, num_cpus=1)(work)
        self._running: dict[Any, str] = {}

    def submit(self, store: str, episode: str) -> None:
        """Have an episode played."""
        self._running[self._play.remote(store, episode)] = episode

    def finished(self) -> Iterator[tuple[str, str | None]]:
        """Wait a moment; yield the episodes that are done, with why one could not be played."""
        if not self._running:
            return
        done, _ = self._ray.wait(list(self._running), timeout=POLL_SECONDS)
        for reference in done:
            episode = self._running.pop(reference)
            try:
                yield episode, self._ray.get(reference)
            except self._ray.exceptions.RayError as error:
                yield episode, f"the worker ended: {str(error).splitlines()[0]}"

    def stop(self) -> None:
        """Let go of the cluster; what is committed stays."""
        self._ray.shutdown()


@contextmanager
def executor(name: str, workers: int, address: str | None = None) -> Iterator[Executor]:
    """Give an executor by its name, `local` or `ray`; raises ExecutorError."""
    made: Executor
    if name == "local":
        try:
            made = LocalExecutor(workers)
        except ImportError:
            raise ExecutorError(f"a suite needs Pebble: {install_command('bench')}") from None
    elif name == "ray":
        made = RayExecutor(workers, address)
    else:
        raise ExecutorError(f"there is no executor {name!r}; choose local or ray")
    try:
        yield made
    finally:
        made.stop()
