"""OpenTelemetry is told of turns and calls in its own protocol, by the GenAI conventions."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.semconv._incubating.attributes import gen_ai_attributes

from ludens.adventure.agents.player import Decision
from ludens.adventure.game import Adventure
from ludens.episode.calls import calls_of
from ludens.episode.hook_loading import load_hooks
from ludens.episode.hooks import Hook, Hooks, Moment
from ludens.episode.runner import Runner
from ludens.episode.settings import HookChoice
from ludens.episode.store import Store
from ludens.games import new_adventure
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.request import LLMRequest
from ludens.llm.scripted import Scripted, ScriptedLLM
from ludens.settings import check_settings


class Collector:
    """A real OTLP receiver on loopback that keeps the spans it was sent."""

    def __init__(self) -> None:
        self.spans: list[Any] = []
        self.paths: set[str] = set()
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                collector.paths.add(self.path)
                sent = ExportTraceServiceRequest.FromString(body)
                for resource in sent.resource_spans:
                    for scope in resource.scope_spans:
                        collector.spans.extend(scope.spans)
                self.send_response(200)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1/traces"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def collector() -> Iterator[Collector]:
    made = Collector()
    yield made
    made.close()


async def play(store: Store, hook: Hook, turns: int = 3) -> str:
    """Play with a model that fails once and then answers."""
    asked = 0

    def answer(request: LLMRequest) -> Scripted:
        nonlocal asked
        asked += 1
        if asked == 1:
            return CallFailedError(ErrorKind.SERVER, "out of order", model="scripted/model")
        return Decision(reasoning="A secret reason.", command="look")

    settings = check_settings(
        {
            "limits": {"turns": turns},
            "llm": {"retries": {"first_backoff": 0.001}},
            "adventure": {"player": {"kind": "bare"}},
        }
    )
    runner = Runner(store, Adventure({"player": ScriptedLLM(answer)}), Hooks.of([hook]))
    return (await runner.play(runner.create(new_adventure(settings, seed=1)))).id


def read(span: Any) -> dict[str, Any]:
    values = {}
    for pair in span.attributes:
        kind = pair.value.WhichOneof("value")
        value = getattr(pair.value, kind)
        values[pair.key] = (
            [v.string_value for v in value.values] if kind == "array_value" else value
        )
    return values


async def test_each_attempt_is_a_span_within_its_turn(
    collector: Collector, sqlite_store: Store
) -> None:
    hook = load_hooks([HookChoice(use="opentelemetry", options={"endpoint": collector.url})])[0]
    episode = await play(sqlite_store, hook)
    turns = [span for span in collector.spans if span.name == "turn"]
    chats = [span for span in collector.spans if span.name.startswith("chat ")]
    assert collector.paths == {"/v1/traces"}
    assert [read(turn)["ludens.turn"] for turn in turns] == [0, 1, 2, 3]
    calls = [call for _, call in calls_of(sqlite_store, episode)]
    assert len(chats) == len(calls) == 4, "the failure and three answers"
    by_id = {turn.span_id: turn for turn in turns}
    for chat, call in zip(chats, calls, strict=True):
        said = read(chat)
        assert chat.kind == chat.SPAN_KIND_CLIENT
        assert chat.parent_span_id in by_id
        assert chat.trace_id == by_id[chat.parent_span_id].trace_id
        assert said["gen_ai.operation.name"] == "chat"
        assert said["gen_ai.provider.name"] == call.provider
        assert said["gen_ai.request.model"] == call.model
        assert said["gen_ai.agent.name"] == "player"
        assert said["gen_ai.conversation.id"] == episode
        taken = (chat.end_time_unix_nano - chat.start_time_unix_nano) / 1e6
        assert taken == pytest.approx(call.latency_ms, abs=0.01)
    failed, answered = read(chats[0]), read(chats[1])
    assert failed["error.type"] == "server"
    assert chats[0].status.code == chats[0].status.STATUS_CODE_ERROR
    assert "gen_ai.usage.input_tokens" not in failed
    assert calls[1].response is not None
    assert answered["gen_ai.usage.input_tokens"] == calls[1].response.usage.input_tokens
    assert answered["gen_ai.usage.output_tokens"] == calls[1].response.usage.output_tokens
    assert answered["gen_ai.response.finish_reasons"] == ["completed"]


async def test_every_name_is_one_of_the_conventions_and_nothing_said_is_sent(
    collector: Collector, sqlite_store: Store
) -> None:
    hook = load_hooks([HookChoice(use="opentelemetry", options={"endpoint": collector.url})])[0]
    await play(sqlite_store, hook)
    known = {v for k, v in vars(gen_ai_attributes).items() if k.startswith("GEN_AI_")}
    names = {name for span in collector.spans for name in read(span)}
    assert {name for name in names if name.startswith("gen_ai.")} <= known
    assert "secret" not in str(collector.spans)


async def test_a_collector_that_is_not_there_harms_nothing(sqlite_store: Store) -> None:
    options = {"endpoint": "http://127.0.0.1:9/v1/traces", "timeout": 0.1}
    hook = load_hooks([HookChoice(use="opentelemetry", options=options)])[0]
    assert sqlite_store.episode(await play(sqlite_store, hook)).turns == 3


async def test_a_hook_is_told_of_each_attempt_when_it_is_on_the_record(
    sqlite_store: Store,
) -> None:
    seen: list[tuple[int, int, int]] = []

    class Counter(Hook):
        def on_call(self, moment: Moment) -> None:
            assert moment.call is not None
            kept = len(calls_of(sqlite_store, moment.episode))
            seen.append((moment.turn, moment.call.attempt, kept))

    await play(sqlite_store, Counter())
    assert seen == [(1, 1, 1), (1, 2, 2), (2, 1, 3), (3, 1, 4)]
