"""What can go wrong with an episode; each message is one line that says what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from ludens.llm.errors import ErrorKind


class LudensError(Exception):
    """An error a person can act on: its text is one line, shown without a traceback."""

    status: ClassVar[int] = 1
    """The exit status of a command that ends with it."""


class StoreError(LudensError):
    """The store could not be opened, read or written."""


class StoreLockedError(StoreError):
    """Another process held the database longer than we wait."""


class StoreFullError(StoreError):
    """The disk is full or a quota is reached."""


class StoreReadOnlyError(StoreError):
    """The database or its folder cannot be written."""


class DamagedError(StoreError):
    """What the store holds is not what was written."""


class NoSuchEpisodeError(StoreError):
    """No episode has that id, or several begin with it."""


class NoSuchTurnError(StoreError):
    """The episode has no such turn."""


class EpisodeRefusedError(StoreError):
    """No store can keep what the episode is made of."""


class EpisodeTakenError(StoreError):
    """Another runner is playing the episode."""


class EpisodeEndedError(StoreError):
    """The episode has ended; there is nothing to resume."""


class ImportedError(LudensError):
    """An imported episode is not played without the person's own configuration."""


LEFT = 3
"""The exit status of what is left for later: an episode that waits for its model."""
GO_ON = "Nothing is lost; go on with: "


class ModelUnavailableError(LudensError):
    """A role's model cannot be had, and the settings say to wait for it."""

    status: ClassVar[int] = LEFT

    def __init__(self, text: str, *, role: str, model: str, kind: ErrorKind) -> None:
        self.role = role
        self.kind = kind
        self.model = model
        """The model that failed, as provider/model."""
        super().__init__(text)


class TransferError(LudensError):
    """A file could not be imported, or not be written."""


class ReaderGoneError(TransferError):
    """Who read what is written has gone."""
