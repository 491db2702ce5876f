"""State: the fold of a log."""

from __future__ import annotations

from typing import Any, Self

from pydantic import BaseModel, ConfigDict, TypeAdapter

from ludens.episode.events import (
    EpisodeEnded,
    EpisodeForked,
    EpisodeReopened,
    EpisodeStarted,
    Event,
    ModelFailed,
    ModelReturned,
    Outcome,
)


class State:
    """What every game's state holds. Games extend it; only `apply` changes it.

    `apply` folds one event in place: it does no I/O, draws no random number and reads no clock,
    so the same events always give the same state. A state is also a document: `dump` and `load`
    keep it whole, so that a long log need not be folded from its beginning.

    A game's state is a model of pydantic's (`ModelState`), or a dataclass that names these fields
    where they are read so often that a model's would be too slow.
    """

    turn: int
    seed: int
    subject: str
    settings: dict[str, Any]
    outcome: Outcome | None
    reason: str
    without_model: tuple[str, ...]
    """Roles whose models cannot be had just now: their rule-based agents play."""

    @property
    def goes_on(self) -> bool:
        """Whether a decision of before is still being carried out, so that nobody is asked."""
        return False

    def apply(self, event: Event) -> None:
        """Fold one event into the state."""
        match event:
            case EpisodeStarted():
                self.seed = event.seed
                self.subject = event.subject
                self.settings = event.settings
            case EpisodeForked() | EpisodeReopened():
                if isinstance(event, EpisodeForked):
                    self.seed = event.seed
                self.settings = merged(self.settings, event.changes)
                self.outcome, self.reason = None, ""
            case EpisodeEnded():
                self.outcome, self.reason = event.outcome, event.reason
            case ModelFailed() if not event.kind.is_reply:
                self.without_model = (*self.without_model, event.role)
            case ModelReturned():
                self.without_model = tuple(r for r in self.without_model if r != event.role)

    def dump(self) -> bytes:
        """Return the state as a JSON document."""
        return _adapter(type(self)).dump_json(self, exclude_defaults=True)

    def document(self) -> Any:
        """Return the state as JSON values, with what is as it was at the beginning."""
        return _adapter(type(self)).dump_python(self, mode="json")

    @classmethod
    def load(cls, document: bytes) -> Self:
        """Return the state that `dump` wrote."""
        state: Self = _adapter(cls).validate_json(document)
        return state


class ModelState(State, BaseModel):
    """A state whose fields pydantic keeps."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    turn: int = 0
    seed: int = 0
    subject: str = ""
    settings: dict[str, Any] = {}
    outcome: Outcome | None = None
    reason: str = ""
    without_model: tuple[str, ...] = ()


_adapters: dict[type[State], TypeAdapter[Any]] = {}


def _adapter(cls: type[State]) -> TypeAdapter[Any]:
    """Return what reads and writes states of a class, made once."""
    if cls not in _adapters:
        _adapters[cls] = TypeAdapter(cls)
    return _adapters[cls]


def merged(settings: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return settings with nested changes laid over them; neither argument is changed."""
    result = dict(settings)
    for key, value in changes.items():
        old = result.get(key)
        result[key] = (
            merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
        )
    return result
