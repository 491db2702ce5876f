"""Rows as a pandas DataFrame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludens.episode.errors import LudensError
from ludens.installing import install_command

if TYPE_CHECKING:
    import pandas


class FramesMissingError(LudensError):
    """pandas is not installed."""


def frame(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> pandas.DataFrame:
    """Return rows as a DataFrame with these columns, also where there is no row."""
    try:
        import pandas  # noqa: PLC0415 - an extra
    except ImportError:
        raise FramesMissingError(f"df() needs pandas: {install_command('frames')}") from None
    return pandas.DataFrame([dict(row) for row in rows], columns=list(columns))
