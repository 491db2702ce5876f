"""Spans of turns and model calls, for OpenTelemetry, by its GenAI semantic conventions."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

from ludens.episode.hooks import Hook, Moment
from ludens.installing import install_command
from ludens.llm.calls import Call

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span, Tracer

FLUSH_SECONDS = 8.0
"""How long the end of an episode waits for spans that are not sent yet."""
PROVIDERS = {"gemini": "gcp.gemini"}
"""Providers that the conventions call otherwise; those they do not know keep their own name."""


class OpenTelemetry(Hook):
    """Sends a trace a turn, with a span for each attempt at a model call, by OTLP over HTTP.

    Spans hold who was asked, tokens, cost, latency and failures, never what was said. They are
    sent in batches by a thread of OpenTelemetry's own; what it cannot keep up with it drops.
    Without `endpoint` the usual variables hold (`OTEL_EXPORTER_OTLP_ENDPOINT`, `..._HEADERS`).
    """

    def __init__(
        self, endpoint: str | None = None, service: str = "ludens", timeout: float = 5.0
    ) -> None:
        self._provider = _provider(endpoint, service, timeout)
        self._tracer: Tracer = self._provider.get_tracer("ludens")
        self._turn: Span | None = None

    def on_turn_start(self, moment: Moment) -> None:
        """Begin the turn's span."""
        self._turn = self._tracer.start_span(
            "turn",
            attributes={
                "gen_ai.conversation.id": moment.episode,
                "gen_ai.workflow.name": moment.game,
                "ludens.subject": moment.subject,
                "ludens.turn": moment.turn,
            },
        )

    def on_call(self, moment: Moment) -> None:
        """Tell of an attempt that has just ended."""
        from opentelemetry import trace  # noqa: PLC0415 - an extra

        call = moment.call
        assert call is not None, "on_call is always given a call"
        within = trace.set_span_in_context(self._turn) if self._turn is not None else None
        begun = int(call.started.timestamp() * 1e9)
        span = self._tracer.start_span(
            f"chat {call.model}",
            context=within,
            kind=trace.SpanKind.CLIENT,
            start_time=begun,
            attributes={"gen_ai.conversation.id": moment.episode, **attributes(call)},
        )
        if call.error is not None:
            span.set_status(trace.Status(trace.StatusCode.ERROR, call.error.message))
        span.end(begun + int(call.latency_ms * 1e6))

    def on_turn_end(self, moment: Moment) -> None:
        """End the turn's span, with how the game stands."""
        if self._turn is None:
            return
        for name, value in moment.headline.items():
            if isinstance(value, int | float | str):
                self._turn.set_attribute(f"ludens.{name}", value)
        self._turn.set_attribute("ludens.events", len(moment.events))
        self._turn.end(time.time_ns())
        self._turn = None

    async def on_episode_end(self, moment: Moment) -> None:
        """Let what is waiting be sent, beside the game."""
        await asyncio.to_thread(self._provider.force_flush, int(FLUSH_SECONDS * 1000))


def attributes(call: Call) -> dict[str, Any]:
    """Return a call as the GenAI conventions name its parts; what is not known is left out."""
    sampling, response = call.request.sampling, call.response
    found: dict[str, Any] = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": PROVIDERS.get(call.provider, call.provider),
        "gen_ai.request.model": call.model,
        "gen_ai.agent.name": call.agent,
        "gen_ai.output.type": "text" if call.request.output is None else "json",
        "gen_ai.request.temperature": sampling.temperature,
        "gen_ai.request.max_tokens": sampling.max_tokens,
        "gen_ai.request.seed": sampling.seed,
        "ludens.attempt": call.attempt,
    }
    if call.error is not None:
        found["error.type"] = call.error.kind.value
    if response is not None:
        used = response.usage
        found |= {
            "gen_ai.response.model": response.model.partition("/")[2] or response.model,
            "gen_ai.response.finish_reasons": (response.stop.value,),
            "gen_ai.usage.input_tokens": used.input_tokens,
            "gen_ai.usage.output_tokens": used.output_tokens,
            "gen_ai.usage.cache_read.input_tokens": used.cached_tokens,
            "gen_ai.usage.cache_creation.input_tokens": used.cache_write_tokens,
            "ludens.cost": None if response.cost is None else float(response.cost),
        }
    return {name: value for name, value in found.items() if value is not None}


def _provider(endpoint: str | None, service: str, timeout: float) -> TracerProvider:
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415
            OTLPSpanExporter,
        )
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415 - an extra
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
    except ImportError as error:
        raise ValueError(f"it needs a package: {install_command('otel')}") from error
    provider = TracerProvider(resource=Resource.create({"service.name": service}))
    exporter = OTLPSpanExporter(endpoint=endpoint, timeout=timeout)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return provider
