"""The command of a check: how many games, what is broken on purpose, what was found."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from leaks.canaries import Findings

Plants = Mapping[str, Callable[[], AbstractContextManager[Any]]]
"""Ways to break what is checked, by name."""


def run(
    description: str,
    check: Callable[[int], Findings],
    *,
    games: int,
    plants: Plants,
) -> int:
    """Check as many games as the command line says; print what was covered and what leaked.

    Returns the exit code: 1 when there is a leak.
    """
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--games", type=int, default=games)
    parser.add_argument("--plant", choices=sorted(plants), help="break it on purpose")
    args = parser.parse_args()
    with plants[args.plant]() if args.plant else nullcontext():
        findings = check(args.games)
    for what, count in sorted(findings.covered.items()):
        print(f"{count:9}  {what}")
    for leak in findings.leaks[:10]:
        print(f"LEAK  {leak}")
    print(f"{len(findings.leaks)} leaks")
    return 1 if findings.leaks else 0
