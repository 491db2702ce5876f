"""What every adapter does around its provider: measure, price, explain, keep keys in."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from ludens.llm.adapters.http_errors import refused_parameter
from ludens.llm.base import BaseLLM, OnText
from ludens.llm.caching import cache_note
from ludens.llm.clock import Clock
from ludens.llm.errors import CallFailedError, ErrorKind, ReplyError
from ludens.llm.keys import Scrubber
from ludens.llm.prices import cost_of
from ludens.llm.profiles import Profile, Structured, profile_of
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse, Stop, Usage
from ludens.llm.schemas import has_free_form
from ludens.llm.settings import ProviderSettings
from ludens.llm.thoughts import Aloud, split_thoughts

SCHEMA = "schema"
"""The name of the parameter that asks for a shape, among those that a server may refuse."""


MOST_TEXT = 1_000_000
"""Characters of a reply: twice as many as the longest that a model of today may give."""


@dataclass(slots=True)
class Attempt:
    """What becomes of one attempt; the adapter fills it in as it learns."""

    request: LLMRequest
    on_text: OnText | None
    said: list[str] = field(default_factory=list)
    """The pieces of the reply."""
    length: int = 0
    """Characters of the reply so far."""
    stop: Stop = Stop.COMPLETED
    usage: Usage | None = None
    """The tokens the provider has reported so far; None if it reported none."""
    cache_note: str | None = None
    """What the adapter itself knows of a cache that did not engage."""
    stored: str | None = None
    """The stored prefix that the request names, for providers that store them."""
    notes: list[str] = field(default_factory=list)
    """What the request had to leave out."""
    optional: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Parameters that were sent and can be done without, with their names on the wire."""
    aloud: Aloud = field(default_factory=Aloud)
    """Keeps the thoughts in a reply from those who listen."""

    def say(self, text: object) -> None:
        """Take a piece of the reply.

        Raises CallFailedError when it does not end, TypeError when it is no text.
        """
        if not isinstance(text, str):
            raise TypeError(f"its text is of the type {type(text).__name__}")
        self.length += len(text)
        if self.length > MOST_TEXT:
            raise CallFailedError(
                ErrorKind.MALFORMED, f"the reply has more than {MOST_TEXT:,} characters"
            )
        if text:
            self.said.append(text)
            if self.on_text is not None and (said := self.aloud.hear(text)):
                self.on_text(said)

    def end(self) -> None:
        """Take the reply as complete."""
        if self.on_text is not None and (said := self.aloud.rest()):
            self.on_text(said)

    def note(self, line: str) -> None:
        """Note something once."""
        if line not in self.notes:
            self.notes.append(line)


class Adapter(BaseLLM):
    """One model of one provider. Subclasses translate; they neither retry nor measure."""

    adapter: str
    """The adapter's name in the settings."""
    takes_seed = False

    def __init__(
        self,
        provider: str,
        model: str,
        settings: ProviderSettings,
        *,
        scrubber: Scrubber,
        clock: Clock,
    ) -> None:
        self.provider = provider
        self.model = model
        self.settings = settings
        self.scrubber = scrubber
        self.clock = clock
        self.profile: Profile = profile_of(self.adapter, model)
        self.refused: set[str] = set()
        """Parameters that the server has answered 400 to; not sent again."""

    @property
    def name(self) -> str:
        """`provider/model`, as in the settings."""
        return f"{self.provider}/{self.model}"

    @abstractmethod
    async def ask(self, attempt: Attempt) -> None:
        """Make one attempt. May raise anything; `explain` tells what it means."""

    @abstractmethod
    def explain(self, error: Exception, attempt: Attempt) -> CallFailedError:
        """Return what an exception of the SDK means."""

    async def complete(self, request: LLMRequest, *, on_text: OnText | None = None) -> LLMResponse:
        """Make one attempt, measured and priced."""
        attempt = Attempt(request, on_text)
        if not self.profile.is_known:
            attempt.note(f"{self.name} is not in the table of models: safe defaults are used")
        begun, at = self.clock.monotonic(), self.clock.now()
        failure: CallFailedError | None = None
        try:
            await self.ask(attempt)
            attempt.end()
        except CallFailedError as error:
            failure = error
        except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
            failure = CallFailedError(
                ErrorKind.MALFORMED, f"the answer is not what the provider documents: {error}"
            )
        except Exception as error:
            failure = self.explain(error, attempt)
        response = self._response(attempt, (self.clock.monotonic() - begun) * 1000, at)
        if failure is not None:
            # Raised out here, so that the SDK's exception, which may hold the key, is not chained.
            failure.message = self.scrubber.line(failure.message)
            failure.args = (failure.message,)
            failure.model = self.name
            failure.response = response if attempt.usage is not None else None
            raise failure
        if response.stop is not Stop.COMPLETED:
            raise _unusable(response)
        return response

    def _response(self, attempt: Attempt, latency_ms: float, at: datetime) -> LLMResponse:
        thoughts, text = split_thoughts("".join(attempt.said))
        stop, usage = attempt.stop, attempt.usage
        if stop is Stop.COMPLETED and not text.strip():
            stop = Stop.EMPTY
        cost = None
        if usage is not None and not usage.is_credible:
            attempt.note("the provider reported a usage that cannot be")
            usage = attempt.usage = None
        elif usage is None:
            attempt.note("the provider reported no usage")
        if usage is not None:
            cost = cost_of(
                usage,
                adapter=self.adapter,
                model=self.model,
                rates=self.settings.rates.get(self.model),
                at=at,
            )
        tokens = usage or Usage()
        note = cache_note(attempt.request, tokens, self.profile)
        return LLMResponse(
            text=self.scrubber.scrub(text),
            thoughts=self.scrubber.scrub(thoughts),
            model=self.name,
            stop=stop,
            usage=tokens,
            cost=cost,
            latency_ms=latency_ms,
            cache_note=note and (attempt.cache_note or note),
            notes=tuple(attempt.notes),
        )

    def structured(self, request: LLMRequest) -> Structured | None:
        """Return how the reply's shape is had this time; None when any text will do."""
        if request.output is None:
            return None
        if has_free_form(request.output.definition) or SCHEMA in self.refused:
            return Structured.PROMPT
        return self.profile.structured

    def sampling(self, attempt: Attempt) -> dict[str, Any]:
        """Return temperature, effort and seed as far as the model takes them; note the others."""
        wanted = attempt.request.sampling
        takes = {
            "temperature": (wanted.temperature, self.profile.temperature),
            "effort": (wanted.effort, wanted.effort in self.profile.efforts),
            "seed": (wanted.seed, self.takes_seed),
        }
        sent: dict[str, Any] = {}
        for parameter, (value, taken) in takes.items():
            if value is None:
                continue
            if taken and parameter not in self.refused:
                sent[parameter] = value
                attempt.optional[parameter] = _ON_THE_WIRE[parameter]
            else:
                attempt.note(f"{parameter} was not sent: the model does not take it")
        return sent

    def refusal(self, said: str, attempt: Attempt) -> CallFailedError | None:
        """Return the error for a 400 that complains of a parameter we can do without."""
        parameter = refused_parameter(said, attempt.optional)
        if parameter is None:
            return None
        self.refused.add(parameter)
        return CallFailedError(
            ErrorKind.UNSUPPORTED,
            f"{parameter} is not taken, and will be left out: {said}",
            parameter=parameter,
            retry_at_once=True,
        )


_ON_THE_WIRE = {
    "temperature": ("temperature",),
    "effort": ("effort", "thinking", "reasoning"),
    "seed": ("seed",),
}

_SAID = {
    Stop.EMPTY: "the reply was empty",
    Stop.TRUNCATED: "the reply was cut off at the token limit; raise max_tokens",
    Stop.REFUSED: "the model refused",
    Stop.FILTERED: "the provider's filter withheld the reply",
}


def _unusable(response: LLMResponse) -> ReplyError:
    said = _SAID[response.stop]
    if response.stop is Stop.REFUSED and response.text.strip():
        said = f"{said}: {' '.join(response.text.split())[:200]}"
    return ReplyError(ErrorKind(response.stop.value), said, model=response.model, response=response)
