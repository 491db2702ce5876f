"""What Chromium's own trace says of a page: its tasks, how long each took and how much CPU."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]
TASKS = ("RunTask", "ThreadControllerImpl::RunTask")


@dataclass(frozen=True, slots=True)
class Tasks:
    """The tasks of a page's main thread while something was done with it."""

    longest_ms: float
    """As a clock on the wall has it: other programs make it longer."""
    longest_cpu_ms: float
    """The longest by what it took of a core."""
    over_bar: int
    """Tasks of more than 100 ms on the wall."""
    busy_ms: float
    """CPU time of all of them."""
    count: int


def traced(browser: Any, page: Any, act: Callable[[], None]) -> Tasks:
    """Do something with a page under a trace; return the tasks of its main thread."""
    browser.start_tracing(page=page, categories=CATEGORIES)
    page.evaluate("performance.mark('ludens-page')")
    act()
    return tasks_of(json.loads(browser.stop_tracing()))


def tasks_of(trace: dict[str, Any]) -> Tasks:
    """Read the tasks of the busiest page's main thread from a trace."""
    events = trace["traceEvents"]
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event.get("name") == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    found: dict[tuple[int, int], list[tuple[float, float]]] = {main: [] for main in mains}
    for event in events:
        main = (event["pid"], event["tid"])
        if event["name"] in TASKS and event["ph"] == "X" and main in mains:
            found[main].append((event["dur"] / 1e3, event.get("tdur", event["dur"]) / 1e3))
    tasks = max(found.values(), key=lambda each: sum(cpu for _, cpu in each))
    return Tasks(
        longest_ms=max(wall for wall, _ in tasks),
        longest_cpu_ms=max(cpu for _, cpu in tasks),
        over_bar=sum(wall > 100 for wall, _ in tasks),
        busy_ms=sum(cpu for _, cpu in tasks),
        count=len(tasks),
    )
