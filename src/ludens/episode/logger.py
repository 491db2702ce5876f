"""Where the house says what went wrong beside the game: on standard error, a line an event."""

from __future__ import annotations

import sys
from typing import Any

from ludens.episode.harmless import harmless


def warn(event: str, **facts: Any) -> None:
    """Log a warning: a name for what happened, and its facts."""
    # Imported here because nearly every run has nothing to warn of.
    import structlog  # noqa: PLC0415

    if not structlog.is_configured():  # standard output is for results
        structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    said = {
        n: fact if isinstance(fact, int | float) else harmless(str(fact))
        for n, fact in facts.items()
    }
    structlog.get_logger("ludens").warning(event, **said)
