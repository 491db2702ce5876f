"""Which models a run of a tournament cannot have now, so that no other's games wait for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ludens.episode.errors import ModelUnavailableError
from ludens.llm.circuit import Circuit, Circuits
from ludens.llm.clock import Clock
from ludens.llm.errors import ErrorKind


@dataclass(slots=True)
class Outage:
    """A model that is down: a game had to be left for it, and it has replied to nobody since."""

    circuit: Circuit | None
    since: float
    """When a game was first left for it, by the run's clock."""
    failed: float
    """When one was last."""
    replies: int
    """How often it had replied by the first time."""
    given_up: bool = False
    """Whether this run asks it no more."""

    def is_over(self) -> bool:
        """Tell whether it has replied since."""
        return self.circuit is not None and self.circuit.replies > self.replies

    def may_be_tried(self, now: float) -> bool:
        """Tell whether a game may find out if it is back.

        Not before its circuit says so, nor sooner than a circuit would, where what failed opens
        none: a rate limit, a child process that ends.
        """
        if self.given_up or self.circuit is None:
            return not self.given_up
        if self.circuit.is_open:
            return self.circuit.seconds_until_probe() is None
        return now - self.failed >= self.circuit.settings.cooldown


@dataclass(slots=True)
class Outages:
    """The models that are down, by their names in the tournament's file."""

    circuits: Circuits
    longest: float
    """Seconds after which a model that still fails is given up."""
    clock: Clock
    _found: dict[str, Outage] = field(default_factory=dict)

    def note(self, name: str, error: ModelUnavailableError) -> bool:
        """Note that a game was left for a model; return whether it was known to be down."""
        if not error.kind.is_down:
            return False
        now = self.clock.monotonic()
        outage = self.of(name)
        is_known = outage is not None
        if outage is None:
            circuit = self.circuits.known(error.model)
            replies = circuit.replies if circuit is not None else 0
            outage = self._found[name] = Outage(circuit, now, now, replies)
        outage.failed = now
        spent = error.kind is ErrorKind.QUOTA
        outage.given_up = spent or now - outage.since >= self.longest
        return is_known

    def end(self, names: Iterable[str]) -> None:
        """Note that a game was played to its end by these models."""
        for name in names:
            self._found.pop(name, None)

    def of(self, name: str) -> Outage | None:
        """Return a model's outage; None if it is not down."""
        outage = self._found.get(name)
        if outage is not None and outage.is_over():
            del self._found[name]
            return None
        return outage

    def among(self, names: Iterable[str]) -> dict[str, Outage]:
        """Return the outages of those of these models that are down."""
        found = {name: self.of(name) for name in names}
        return {name: outage for name, outage in found.items() if outage is not None}
