"""What of the models' failures goes on the log: that a role lost its model, and had it back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludens.episode.events import Event, ModelFailed, ModelReturned
from ludens.llm.calls import Service


def outage_events(services: Iterable[Service], down: Iterable[str]) -> Iterator[Event]:
    """Yield an event for each change; `down` are the roles that had no model before.

    An outage is told once, a reply that could not be used each time. Roles are told one after the
    other: whose answer comes first is chance where several are asked at once.
    """
    lost = set(down)
    for service in sorted(services, key=lambda each: each.agent):
        error = service.error
        if error is None or error.kind.is_reply:
            if service.agent in lost:
                lost.remove(service.agent)
                yield ModelReturned(role=service.agent, model=service.model)
        elif service.agent in lost:
            continue
        else:
            lost.add(service.agent)
        if error is not None:
            yield ModelFailed(
                role=service.agent, model=service.model, kind=error.kind, reason=error.message
            )


def told(event: Event) -> str | None:
    """Return what people are told of such an event; None for any other."""
    match event:
        case ModelFailed() if event.kind.is_reply:
            return f"{_who(event.role)} said nothing that could be used; its rules played."
        case ModelFailed():
            return (
                f"{_who(event.role)}, {event.model}, cannot be had ({event.reason}); "
                "its rules play until it is back."
            )
        case ModelReturned():
            return f"{_who(event.role)}, {event.model}, is back."
    return None


def _who(role: str) -> str:
    return f"The {role.replace('_', ' ')}'s model"
