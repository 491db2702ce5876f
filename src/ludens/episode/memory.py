"""The garbage collector of a process that plays or serves."""

from __future__ import annotations

import gc
from functools import cache

YOUNG = 10_000
"""Objects made, over those freed, before the collector looks at the young ones. A turn makes some
thousands of which nearly all are freed by counting; Python's own 700 has it look in vain."""
OLDER = 20
"""Looks at the young before one at those that outlived a look, and so for the old."""


@cache
def settle() -> None:
    """Leave out of every later look what is there now, and look less often; once is enough.

    For entry points only: it is the whole process's. What was imported stays; going through it
    again and again costs a turn of the offline company a tenth.
    """
    gc.freeze()
    gc.set_threshold(YOUNG, OLDER, OLDER)
