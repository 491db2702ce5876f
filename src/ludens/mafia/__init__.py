"""Mafia: a deterministic engine runs a table of players with private minds.

The package is also the function that plays it: `ludens.mafia(seats=7)` (see `ludens.api`), whatever
was imported before.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _Played(ModuleType):
    """A module that can be called: Python binds a package's name over a function of that name."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return import_module("ludens.api.playing").mafia(*arguments, **options)


sys.modules[__name__].__class__ = _Played
