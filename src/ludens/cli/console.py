"""Where the commands print."""

from __future__ import annotations

from rich.console import Console

out = Console(highlight=False, soft_wrap=False)
"""Results: standard output."""

err = Console(stderr=True, highlight=False, soft_wrap=True)
"""Errors and notes: standard error."""
