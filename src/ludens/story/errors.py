"""What can go wrong with a corpus; each message is one line that says what to do."""

from __future__ import annotations

from ludens.episode.errors import LudensError


class CorpusRefusedError(LudensError):
    """A file or folder cannot be read as a corpus."""


class NoSuchCharacterError(LudensError):
    """The corpus has nobody of that name."""


class EmbeddingsUnavailableError(LudensError):
    """An embedding model was asked for that is not here."""
