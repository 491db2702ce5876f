"""The Gemini API's wire format: generateContent, its stream, and stored prefixes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from llm.servers.floors import floor_of
from llm.servers.http import HttpAnswer, HttpRequest, LoopbackServer, Piece, event
from llm.servers.replies import Asked, Failure, Reply, StreamError, in_pieces, tokens
from ludens.llm.response import Usage

_STATUS = {400: "INVALID_ARGUMENT", 403: "PERMISSION_DENIED", 404: "NOT_FOUND"}
_STATUS |= {429: "RESOURCE_EXHAUSTED", 500: "INTERNAL", 503: "UNAVAILABLE"}
_FINISH = {"stop": "STOP", "length": "MAX_TOKENS", "refusal": "SAFETY", "filter": "SAFETY"}


@dataclass
class StoredContent:
    name: str
    text: str
    ttl: str


class GeminiServer(LoopbackServer):
    """`/v1/models/…:generateContent`, `:streamGenerateContent` and `/v1/cachedContents`.

    `stored` is what is stored now; a test lets a prefix expire by taking it out. `floor` is the
    smallest prefix that may be stored, in tokens; None: as the model has it.
    """

    def __init__(self, *args: Any, floor: int | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.floor = floor
        self.stored: dict[str, StoredContent] = {}
        self.created: list[str] = []
        self.renewed: list[str] = []
        self.deleted: list[str] = []

    @property
    def base_url(self) -> str:
        return self.url

    def key_of(self, request: HttpRequest) -> str:
        return request.headers.get("x-goog-api-key", "")

    def read(self, request: HttpRequest) -> Asked | HttpAnswer:
        path = request.path.partition("/v1")[2].partition("/")[2]
        if path.startswith("cachedContents"):
            return self._stored_content(request, path)
        model, _, verb = path.removeprefix("models/").partition(":")
        verb = verb.partition("?")[0]
        body = request.body
        stored = None
        if name := body.get("cachedContent"):
            if name not in self.stored:
                return self._failure(Failure(403, "CachedContent not found (or permission denied)"))
            if "systemInstruction" in body:
                said = (
                    "CachedContent can not be used with GenerateContent request setting "
                    "system_instruction, tools or tool_config."
                )
                return self._failure(Failure(400, said))
            stored = self.stored[name].text
        config = body.get("generationConfig", {})
        return Asked(
            model=model,
            system=_text(body.get("systemInstruction", {"parts": []})),
            messages=tuple(
                ("assistant" if content["role"] == "model" else "user", _text(content))
                for content in body["contents"]
            ),
            schema=config.get("responseJsonSchema"),
            stream=verb == "streamGenerateContent",
            body=body,
            headers=request.headers,
            stored=stored,
            path=request.path,
        )

    def write(self, reply: Reply, asked: Asked, usage: Usage) -> list[Piece]:
        # What is stored is billed when it is stored, and read here.
        cached = tokens(asked.stored) if asked.stored is not None else usage.cached_tokens
        total = max(usage.input_tokens, tokens(asked.text) + cached)
        if reply.input_tokens is not None:
            total = max(reply.input_tokens, cached)  # what is read from a cache is a part of it
        usage = usage.model_copy(
            update={"cached_tokens": cached, "cache_write_tokens": 0, "input_tokens": total}
        )
        if not asked.stream:
            body = generate_body(reply, reply.text, usage, ended=True)
            return [Piece(json.dumps(body).encode(), usage)]
        texts = in_pieces(reply.text, reply.pieces) or [""]
        running = usage.model_copy(update={"output_tokens": 0, "reasoning_tokens": 0})
        pieces = [
            Piece(event(generate_body(reply, text, running, ended=False)), running)
            for text in texts[:-1]
        ]
        last = generate_body(reply, texts[-1], usage, ended=True)
        return [*pieces, Piece(event(last), usage)]

    def error_body(self, failure: Failure) -> dict[str, Any]:
        fault: dict[str, Any] = {
            "code": failure.status,
            "message": failure.message,
            "status": _STATUS.get(failure.status, "UNKNOWN"),
        }
        if failure.code is not None:  # google.rpc.RetryInfo
            fault["details"] = [
                {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": failure.code}
            ]
        return {"error": fault}

    def stream_error(self, error: StreamError, asked: Asked) -> list[Piece]:
        return [Piece(event(self.error_body(Failure(503, error.message))))]

    def _stored_content(self, request: HttpRequest, path: str) -> HttpAnswer:
        path = path.partition("?")[0]
        if request.method == "POST":
            body = request.body
            text = "\n".join(
                [
                    _text(body.get("systemInstruction", {"parts": []})),
                    *(_text(content) for content in body.get("contents", [])),
                ]
            )
            model = body["model"].removeprefix("models/")
            floor = floor_of(model) if self.floor is None else self.floor
            if tokens(text) < floor:
                said = (
                    f"Cached content is too small. total_token_count={tokens(text)}, "
                    f"min_total_token_count={floor}"
                )
                return self._failure(Failure(400, said))
            name = f"cachedContents/{len(self.created) + 1}"
            self.created.append(name)
            self.stored[name] = StoredContent(name, text, body["ttl"])
            stored = Usage(input_tokens=tokens(text), cache_write_tokens=tokens(text))
            return HttpAnswer([Piece(self._described(name), stored)])
        if path not in self.stored:
            return self._failure(Failure(403, "CachedContent not found (or permission denied)"))
        if request.method == "PATCH":
            self.renewed.append(path)
            return HttpAnswer([Piece(self._described(path))])
        self.deleted.append(path)
        del self.stored[path]
        return HttpAnswer([Piece(b"{}")])

    def _described(self, name: str) -> bytes:
        return json.dumps(
            {
                "name": name,
                "model": "models/any",
                "createTime": "2026-11-01T00:00:00Z",
                "updateTime": "2026-11-01T00:00:00Z",
                "expireTime": "2026-11-01T01:00:00Z",
                "usageMetadata": {"totalTokenCount": tokens(self.stored[name].text)},
            }
        ).encode()


def _text(content: dict[str, Any]) -> str:
    return "\n".join(part["text"] for part in content["parts"])


def generate_body(reply: Reply, text: str, usage: Usage, *, ended: bool) -> dict[str, Any]:
    """Return an answer, or a piece of a streamed one."""
    candidate: dict[str, Any] = {"index": 0}
    if text:
        parts: list[dict[str, Any]] = [{"text": text}]
        if usage.reasoning_tokens:
            parts.insert(0, {"text": "(a thought)", "thought": True})
        candidate["content"] = {"role": "model", "parts": parts}
    if ended:
        candidate["finishReason"] = _FINISH[reply.finish]
    body: dict[str, Any] = {
        "candidates": [candidate],
        "modelVersion": "gemini",
        "responseId": "r1",
    }
    if reply.reports_usage:
        body["usageMetadata"] = {
            "promptTokenCount": usage.input_tokens,
            "cachedContentTokenCount": usage.cached_tokens,
            "candidatesTokenCount": usage.output_tokens - usage.reasoning_tokens,
            "thoughtsTokenCount": usage.reasoning_tokens,
            "totalTokenCount": usage.input_tokens + usage.output_tokens,
        }
    return body
