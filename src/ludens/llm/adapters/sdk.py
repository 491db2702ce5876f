"""Which package each adapter needs, and whether it is here."""

from __future__ import annotations

import importlib.util

from ludens.llm.errors import MissingExtraError

_MODULES = {
    "openai": "openai",
    "compatible": "openai",
    "anthropic": "anthropic",
    "gemini": "google.genai",
    "embedded": "xllamacpp",
}
EXTRAS = {
    "openai": "openai",
    "compatible": "openai",
    "anthropic": "anthropic",
    "gemini": "gemini",
    "embedded": "embedded",
}


def is_installed(adapter: str) -> bool:
    """Whether the package of an adapter can be imported; it is not imported."""
    try:
        return importlib.util.find_spec(_MODULES[adapter]) is not None
    except ModuleNotFoundError:
        return False


def require(adapter: str) -> None:
    """Raise MissingExtraError unless the package of an adapter can be imported."""
    if not is_installed(adapter):
        raise MissingExtraError(adapter, EXTRAS[adapter])
