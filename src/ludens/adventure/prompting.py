"""Rendering the prompt templates: a file a prompt, in `prompts/`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def _templates() -> Environment:
    # Imported here because only models are given prompts; the offline company needs none.
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415

    return Environment(
        loader=PackageLoader("ludens.adventure", "prompts"),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 - prompts are plain text for a model, never HTML
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )


def render(prompt: str, **facts: Any) -> str:
    """Return a prompt; raises jinja2.UndefinedError when a fact it needs is not given."""
    return _templates().get_template(f"{prompt}.jinja").render(**facts)
