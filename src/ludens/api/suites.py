"""Suites from Python: many episodes that are meant to be compared."""

from __future__ import annotations

import html
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress

from ludens.api.episodes import Episode, Episodes
from ludens.api.frames import frame
from ludens.api.house import PLAIN, store_at
from ludens.bench.comparing import Comparison, compare
from ludens.bench.executors import executor
from ludens.bench.formats import filled
from ludens.bench.measures import Measured, measured
from ludens.bench.report import Line, lines
from ludens.bench.running import Progress as Standing
from ludens.bench.running import SuiteRun
from ludens.bench.suite import Suite, read_suite, suite_of
from ludens.episode.errors import LudensError
from ludens.episode.store import Store
from ludens.settings import load_settings

if TYPE_CHECKING:
    import pandas


class SuiteResults:
    """What the finished episodes of a suite came to."""

    COLUMNS = (
        *("game", "subject", "model", "variant", "seed", "episode", "turns", "outcome", "value"),
        *("most", "share", "rooms", "items", "deaths", "stuck_turns", "seconds", "cost"),
        *("calls", "input_tokens", "output_tokens", "cached_tokens"),
    )

    def __init__(self, store: Store, name: str) -> None:
        self.name = name
        self._store = store
        self._results = measured(store, name)

    @property
    def lines(self) -> list[Line]:
        """The lines of its report: one for each subject, model and variant."""
        return lines(self._results)

    @property
    def episodes(self) -> Episodes:
        """Its finished episodes."""
        return Episodes(
            [Episode(self._store, self._store.episode(one.episode)) for one in self._results]
        )

    def compare(self, first: str, second: str) -> list[Comparison]:
        """Return how MODEL or MODEL/VARIANT `second` differs from `first`, pair by pair."""
        return compare(self._select(first), self._select(second), (first, second))

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a finished episode as a row."""
        for one in self._results:
            totals = {name: one.total(name) for name in self.COLUMNS[-4:]}
            yield {
                name: totals[name] if name in totals else getattr(one, name)
                for name in self.COLUMNS
            } | {"cost": float(one.cost)}

    def df(self) -> pandas.DataFrame:
        """Return a DataFrame with a row for each finished episode."""
        return frame(self.rows(), self.COLUMNS)

    def __len__(self) -> int:
        return len(self._results)

    def __repr__(self) -> str:
        return f"<SuiteResults {self.name}: {len(self)} finished episodes>"

    def _repr_html_(self) -> str:
        heads, rows = filled(self.lines)
        top = "".join(f"<th>{head}</th>" for head in heads)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>"
            for row in rows
        )
        return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"

    def _select(self, wanted: str) -> list[Measured]:
        found = [
            one for one in self._results if wanted in (one.model, f"{one.model}/{one.variant}")
        ]
        if not found:
            known = sorted({f"{one.model}/{one.variant}" for one in self._results})
            raise LudensError(f"{self.name} has no {wanted!r}; it has {', '.join(known)}")
        return found


def suite(
    plan: str | Path | Mapping[str, Any],
    *,
    workers: int | None = None,
    play: bool = True,
    store: str | None = None,
    progress: bool | None = None,
) -> SuiteResults:
    """Play what is not finished of a suite, and return what it came to.

    `plan` is a suite's TOML file or its content as a mapping. `workers` is how many processes play,
    one a core if left out; without `play` only what is finished is read. Raises LudensError.
    """
    planned: Suite = suite_of(plan) if isinstance(plan, Mapping) else read_suite(Path(plan))
    url = store or load_settings().store
    opened = store_at(url)
    if play:
        _play(opened, url, planned, workers or os.cpu_count() or 1, progress)
    return SuiteResults(opened, planned.name)


@contextmanager
def _program_left_alone() -> Iterator[None]:
    """Keep workers from running the calling program again: they need nothing of it.

    A process that is spawned imports the main module by its file, which would play the suite once
    more in every worker of a program without `if __name__ == "__main__"`.
    """
    main = sys.modules["__main__"]
    kept = {name: vars(main).get(name) for name in ("__file__", "__spec__")}
    vars(main).update(dict.fromkeys(kept))
    try:
        yield
    finally:
        vars(main).update(kept)


def _play(store: Store, url: str, planned: Suite, workers: int, shown: bool | None) -> None:
    console = Console(stderr=True, markup=False, emoji=False)
    is_seen = console.is_terminal or console.is_jupyter
    columns = (PLAIN, BarColumn(), MofNCompleteColumn())
    with (
        _program_left_alone(),
        executor("local", workers) as made,
        Progress(
            *columns,
            console=console,
            transient=True,
            disable=not (is_seen if shown is None else shown),
        ) as bar,
    ):
        task = bar.add_task(planned.name, total=planned.size)

        def on_progress(now: Standing) -> None:
            bar.update(task, completed=now.finished + now.failed)

        standing = SuiteRun(
            store,
            url,
            planned,
            made,
            on_progress=on_progress,
            providers=load_settings().providers_here(),
        ).play()
    if standing.failed:
        console.print(f"{standing.failed} cells failed: {standing.complaint}")
