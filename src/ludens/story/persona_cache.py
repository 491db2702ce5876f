"""Personas kept from session to session, for as long as the book and the model are the same."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Protocol

from pydantic import ValidationError

from ludens.story.persona import Persona

VERSION = 7
"""Raised when personas are drawn differently."""


class Personas(Protocol):
    """Where personas of earlier sessions are found, and new ones kept."""

    def find(self, name: str) -> Persona | None:
        """Return a persona; None if there is none that holds."""
        ...

    def keep(self, persona: Persona) -> None:
        """Note a persona, to be written by `flush`."""
        ...

    def flush(self) -> None:
        """Write what was noted."""
        ...

    def forget(self) -> None:
        """Drop what was noted and not written."""
        ...


class PersonaCache:
    """A folder of personas. What a turn learned is written when the turn is safe."""

    def __init__(self, folder: Path | None, book: str, model: str) -> None:
        self._folder = None if folder is None else folder / "personas"
        self._book = book
        self._model = model
        self._waiting: list[Persona] = []

    def find(self, name: str) -> Persona | None:
        """Return the persona of an earlier session; None if there is none that still holds."""
        if self._folder is None:
            return None
        try:
            return Persona.model_validate_json(self._path(name).read_bytes())
        except (OSError, ValidationError):
            return None

    def keep(self, persona: Persona) -> None:
        """Note a persona, to be written by `flush`."""
        self._waiting.append(persona)

    def flush(self) -> None:
        """Write what was noted; a cache that cannot be written is no harm."""
        waiting, self._waiting = self._waiting, []
        if self._folder is None:
            return
        for persona in waiting:
            path = self._path(persona.name)
            partial = path.with_suffix(f".{os.getpid()}.part")
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                partial.write_text(persona.model_dump_json(), encoding="utf-8")
                partial.replace(path)
            except OSError:
                return

    def forget(self) -> None:
        """Drop what was noted and not written: its turn did not happen."""
        self._waiting = []

    def _path(self, name: str) -> Path:
        assert self._folder is not None
        key = json.dumps([VERSION, self._book, self._model, name.lower()])
        return self._folder / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.json"
