"""A circuit that opens when a model is down, so that nobody waits for what will not answer."""

from __future__ import annotations

from ludens.llm.base import BaseLLM, OnText, Wrapper
from ludens.llm.clock import Clock
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse
from ludens.llm.settings import CircuitSettings

_TELLING = frozenset(
    {
        ErrorKind.TIMEOUT,
        ErrorKind.CONNECTION,
        ErrorKind.SERVER,
        ErrorKind.OVERLOADED,
        ErrorKind.MALFORMED,
    }
)
"""The failures that may say that a model is down. A 429 says that it is up."""
_PLAIN = frozenset({ErrorKind.UNREACHABLE, ErrorKind.QUOTA})
"""Those that say it at once."""


class Circuit:
    """The state of one model, shared by all who ask it.

    Closed: calls pass. Open: none does, for `cooldown` seconds after `failures` failures in a
    row, or `timeouts` of them that ran into their deadline. Then one call probes: its success
    closes the circuit, its failure opens it again for twice as long.
    """

    def __init__(self, settings: CircuitSettings, clock: Clock) -> None:
        self.settings = settings
        self.clock = clock
        self._failures = self._timeouts = 0
        self._opened: float | None = None
        self._cooldown = settings.cooldown
        self.answered: float | None = None
        """When the model answered last, by the clock."""
        self.replies = 0
        """How often the model replied, whatever it said."""
        self._probing = False
        self.why = ""
        """Why the model did not answer when it last did not."""

    @property
    def is_open(self) -> bool:
        """Whether calls are being turned away."""
        return self._opened is not None

    def seconds_until_probe(self) -> float | None:
        """Return how long calls are still turned away; None when one may pass."""
        if self._opened is None:
            return None
        left = self._opened + self._cooldown - self.clock.monotonic()
        if left > 0:
            return left
        return self._cooldown if self._probing else None

    def began(self) -> None:
        """Note that a call passes."""
        self._probing = self._opened is not None

    def succeeded(self, *, replied: bool = True) -> None:
        """Note that the server answered, and whether with a reply of the model."""
        self.replies += replied
        self._failures = self._timeouts = 0
        self._opened, self._probing = None, False
        self._cooldown = self.settings.cooldown
        self.answered = self.clock.monotonic()

    def failed(self, kind: ErrorKind, why: str = "") -> None:
        """Note that the model did not answer, and how."""
        self.why = why
        self._failures += 1
        self._timeouts += kind is ErrorKind.TIMEOUT
        self._probing = False
        if self._opened is not None:
            self._cooldown = min(self._cooldown * 2, self.settings.longest_cooldown)
        enough = self._failures >= self.settings.failures or (
            self._timeouts >= self.settings.timeouts
        )
        if enough or kind in _PLAIN or self._opened is not None:
            self._opened = self.clock.monotonic()

    def abandoned(self) -> None:
        """Note that a call ended with nothing learnt, such as a cancelled one."""
        self._probing = False


class Circuits:
    """The circuits of models, by provider/model: for one episode, or for several played together.

    So what one of them has learnt of a model, the others need not wait for.
    """

    def __init__(self) -> None:
        self._circuits: dict[str, Circuit] = {}

    def of(self, model: str, settings: CircuitSettings, clock: Clock) -> Circuit:
        """Return the circuit of a model, made if there is none."""
        if model not in self._circuits:
            self._circuits[model] = Circuit(settings, clock)
        return self._circuits[model]

    def known(self, model: str) -> Circuit | None:
        """Return the circuit of a model; None if it was never asked."""
        return self._circuits.get(model)


class Guarded(Wrapper):
    """Turns calls away while the circuit of the model is open."""

    def __init__(self, inner: BaseLLM, circuit: Circuit) -> None:
        super().__init__(inner)
        self.circuit = circuit

    async def complete(self, request: LLMRequest, *, on_text: OnText | None = None) -> LLMResponse:
        """Return the reply, or raise CIRCUIT_OPEN at once."""
        wait = self.circuit.seconds_until_probe()
        if wait is not None:
            raise CallFailedError(
                ErrorKind.CIRCUIT_OPEN,
                f"{self.circuit.why or 'the model is down'}; not asked for a while",
                model=self.name,
                retry_after=wait,
            )
        self.circuit.began()
        try:
            response = await self.inner.complete(request, on_text=on_text)
        except CallFailedError as failure:
            if failure.kind in _TELLING | _PLAIN:
                self.circuit.failed(failure.kind, failure.message)
            else:
                self.circuit.succeeded(replied=failure.kind.is_reply)
            raise
        except BaseException:
            self.circuit.abandoned()
            raise
        self.circuit.succeeded()
        return response
