"""OpenAI's wire format: Responses and Chat Completions, with one reply function for both."""

from __future__ import annotations

import json
from typing import Any

from llm.servers.http import HttpAnswer, HttpRequest, LoopbackServer, Piece, event
from llm.servers.replies import Asked, Failure, PromptCache, Reply, StreamError, in_pieces
from ludens.llm.response import Usage

UNKNOWN_TO_CHAT = ("prompt_cache_key", "prompt_cache_options", "prompt_cache_retention")


class OpenAIServer(LoopbackServer):
    """`/v1/responses` and `/v1/chat/completions`.

    `refuses` names parameters that are answered 400, as a model does that does not take them.
    """

    def __init__(self, *args: Any, refuses: tuple[str, ...] = (), **options: Any) -> None:
        super().__init__(*args, **options)
        self.refuses = refuses

    def new_cache(self) -> PromptCache:
        return PromptCache(reads=50)

    @property
    def base_url(self) -> str:
        return f"{self.url}/v1"

    def key_of(self, request: HttpRequest) -> str:
        return request.headers.get("authorization", "").removeprefix("Bearer ")

    def read(self, request: HttpRequest) -> Asked | HttpAnswer:
        for parameter in self.refuses:
            if parameter in request.body:
                return self._failure(
                    Failure(
                        400,
                        f"Unsupported parameter: '{parameter}' is not supported with this model.",
                        param=parameter,
                        code="unsupported_parameter",
                    )
                )
        if request.path == "/v1/responses":
            return _read_responses(request)
        if request.path == "/v1/chat/completions":
            return _read_chat(request)
        return self._failure(Failure(404, f"no such path {request.path}"))

    def write(self, reply: Reply, asked: Asked, usage: Usage) -> list[Piece]:
        reported = usage if reply.reports_usage else None
        if asked.path == "/v1/responses":
            whole = responses_body(reply, asked, reported)
            if not asked.stream:
                return [Piece(json.dumps(whole).encode(), reported)]
            return _responses_stream(reply, whole, reported)
        if asked.stream:
            return _chat_stream(reply, asked, reported)
        return [Piece(json.dumps(chat_body(reply, asked, reported)).encode(), reported)]

    def error_body(self, failure: Failure) -> dict[str, Any]:
        kind = "invalid_request_error" if failure.status < 500 else "server_error"
        return {
            "error": {
                "message": failure.message,
                "type": kind,
                "param": failure.param,
                "code": failure.code,
            }
        }

    def stream_error(self, error: StreamError, asked: Asked) -> list[Piece]:
        if asked.path == "/v1/responses":
            failed = responses_body(Reply(), asked, None)
            failed |= {"status": "failed", "output": []}
            failed["error"] = {"code": "server_error", "message": error.message}
            return [
                Piece(_named({"type": "response.created", "response": failed}, 0)),
                Piece(_named({"type": "response.failed", "response": failed}, 1)),
            ]
        fault = {"error": {"message": error.message, "type": "server_error", "code": None}}
        return [Piece(event(fault))]


def _read_responses(request: HttpRequest) -> Asked:
    body = request.body
    system: list[str] = []
    messages: list[tuple[str, str]] = []
    blocks: list[tuple[str, bool]] = []
    explicit = body.get("prompt_cache_options", {}).get("mode") == "explicit"
    for item in body["input"]:
        content = item["content"]
        parts = [{"text": content}] if isinstance(content, str) else content
        for part in parts:
            marked = "prompt_cache_breakpoint" in part
            if marked and item["role"] == "assistant":
                raise ValueError("what the model said itself takes no breakpoint")
            blocks.append((part["text"], marked))
        text = "\n".join(part["text"] for part in parts)
        if item["role"] in {"developer", "system"}:
            system.append(text)
        else:
            messages.append((item["role"], text))
    form = body.get("text", {}).get("format", {})
    return Asked(
        model=body["model"],
        system="\n".join(system),
        messages=tuple(messages),
        schema=form.get("schema"),
        stream=bool(body.get("stream")),
        body=body,
        headers=request.headers,
        blocks=tuple(blocks) if explicit else (),
        cache_key=body.get("prompt_cache_key", ""),
        path=request.path,
    )


def _read_chat(request: HttpRequest) -> Asked:
    body = request.body
    spoken = [(m["role"], m["content"]) for m in body["messages"]]
    form = body.get("response_format", {})
    return Asked(
        model=body["model"],
        system="\n".join(text for role, text in spoken if role in {"system", "developer"}),
        messages=tuple((r, text) for r, text in spoken if r not in {"system", "developer"}),
        schema=form.get("json_schema", {}).get("schema"),
        stream=bool(body.get("stream")),
        body=body,
        headers=request.headers,
        path=request.path,
    )


def responses_body(reply: Reply, asked: Asked, usage: Usage | None) -> dict[str, Any]:
    """Return a whole response of the Responses endpoint."""
    content: list[dict[str, Any]] = []
    if reply.finish == "refusal":
        content = [{"type": "refusal", "refusal": reply.text}]
    elif reply.text:
        content = [{"type": "output_text", "text": reply.text, "annotations": []}]
    reason = {"length": "max_output_tokens", "filter": "content_filter"}.get(reply.finish)
    status = "incomplete" if reason else "completed"
    message = {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": status,
        "content": content,
    }
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1790000000.0,
        "status": status,
        "error": None,
        "incomplete_details": {"reason": reason} if reason else None,
        "instructions": None,
        "metadata": {},
        "model": asked.model,
        "output": [{"type": "reasoning", "id": "rs_1", "summary": []}, message],
        "parallel_tool_calls": True,
        "temperature": 1.0,
        "tool_choice": "auto",
        "tools": [],
        "top_p": 1.0,
        "usage": None
        if usage is None
        else {
            "input_tokens": usage.input_tokens,
            "input_tokens_details": {
                "cached_tokens": usage.cached_tokens,
                "cache_write_tokens": usage.cache_write_tokens,
            },
            "output_tokens": usage.output_tokens,
            "output_tokens_details": {"reasoning_tokens": usage.reasoning_tokens},
            "total_tokens": usage.input_tokens + usage.output_tokens,
        },
    }


def _named(data: dict[str, Any], number: int) -> bytes:
    return event(data | {"sequence_number": number}, data["type"])


def _responses_stream(reply: Reply, whole: dict[str, Any], usage: Usage | None) -> list[Piece]:
    begun = whole | {"status": "in_progress", "output": [], "usage": None}
    kind = "refusal" if reply.finish == "refusal" else "output_text"
    events: list[dict[str, Any]] = [{"type": "response.created", "response": begun}]
    for text in in_pieces(reply.text, reply.pieces):
        delta = {
            "type": f"response.{kind}.delta",
            "item_id": "msg_1",
            "output_index": 1,
            "content_index": 0,
            "delta": text,
        }
        events.append(delta | ({"logprobs": []} if kind == "output_text" else {}))
    pieces = [Piece(_named(data, i)) for i, data in enumerate(events)]
    last = {"type": f"response.{whole['status']}", "response": whole}
    return [*pieces, Piece(_named(last, len(events)), usage)]


_FINISH = {"stop": "stop", "length": "length", "refusal": "stop", "filter": "content_filter"}


def _chat_usage(usage: Usage) -> dict[str, Any]:
    return {
        "prompt_tokens": usage.input_tokens,
        "completion_tokens": usage.output_tokens,
        "total_tokens": usage.input_tokens + usage.output_tokens,
        "prompt_tokens_details": {
            "cached_tokens": usage.cached_tokens,
            "cache_write_tokens": usage.cache_write_tokens,
        },
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning_tokens},
    }


def chat_body(reply: Reply, asked: Asked, usage: Usage | None) -> dict[str, Any]:
    """Return a whole chat completion."""
    refused = reply.finish == "refusal"
    message: dict[str, Any] = {"role": "assistant", "content": None if refused else reply.text}
    if refused:
        message["refusal"] = reply.text
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1790000000,
        "model": asked.model,
        "choices": [{"index": 0, "finish_reason": _FINISH[reply.finish], "message": message}],
        **({"usage": _chat_usage(usage)} if usage is not None else {}),
    }


def _chat_stream(reply: Reply, asked: Asked, usage: Usage | None) -> list[Piece]:
    head = {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1790000000,
        "model": asked.model,
    }
    key = "refusal" if reply.finish == "refusal" else "content"
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    deltas += [{key: text} for text in in_pieces(reply.text, reply.pieces)]
    chunks = [
        head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
        for delta in deltas
    ]
    ended = {"index": 0, "delta": {}, "finish_reason": _FINISH[reply.finish]}
    pieces = [Piece(event(chunk)) for chunk in [*chunks, head | {"choices": [ended]}]]
    if usage is not None and asked.body.get("stream_options", {}).get("include_usage"):
        last = head | {"choices": [], "usage": _chat_usage(usage)}
        pieces.append(Piece(event(last), usage))
    return [*pieces, Piece(b"data: [DONE]\n\n")]
