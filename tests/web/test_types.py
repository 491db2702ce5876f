"""The page's types are those of the server's description of its API."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from ludens.web.openapi import description

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "frontend" / "src" / "api" / "schema.d.ts"


def frontend() -> ModuleType:
    spec = importlib.util.spec_from_file_location("frontend_build", ROOT / "frontend" / "build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_types_of_the_page_are_in_step_with_the_server(tmp_path: Path) -> None:
    if not (ROOT / "frontend" / "node_modules" / "openapi-typescript").is_dir():
        pytest.skip("openapi-typescript is not installed: make frontend")
    made = tmp_path / "schema.d.ts"
    frontend().node("types.js", str(made), given=description())
    assert made.read_text() == KEPT.read_text(), "make types"
