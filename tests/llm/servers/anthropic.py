"""The Messages wire format of the Claude API."""

from __future__ import annotations

import json
from typing import Any

from llm.servers.http import HttpAnswer, HttpRequest, LoopbackServer, Piece, event
from llm.servers.replies import Asked, Failure, PromptCache, Reply, StreamError, in_pieces
from ludens.llm.response import Usage

_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    404: "not_found_error",
    429: "rate_limit_error",
    529: "overloaded_error",
}
_STOPS = {
    "stop": "end_turn",
    "length": "max_tokens",
    "refusal": "refusal",
    "filter": "refusal",
}


class AnthropicServer(LoopbackServer):
    """`/v1/messages`. `refuses` names parameters (dotted) that are answered 400."""

    def __init__(self, *args: Any, refuses: tuple[str, ...] = (), **options: Any) -> None:
        super().__init__(*args, **options)
        self.refuses = refuses

    def new_cache(self) -> PromptCache:
        return PromptCache(lookback=20)

    @property
    def base_url(self) -> str:
        return self.url

    def key_of(self, request: HttpRequest) -> str:
        return request.headers.get("authorization", "").removeprefix("Bearer ")

    def read(self, request: HttpRequest) -> Asked | HttpAnswer:
        if request.path != "/v1/messages":
            return self._failure(Failure(404, f"no such path {request.path}"))
        body = request.body
        for parameter in self.refuses:
            if _has(body, parameter):
                said = f"`{parameter}` is deprecated for this model."
                return self._failure(Failure(400, said))
        blocks = [
            *body.get("system", []),
            *(block for message in body["messages"] for block in message["content"]),
        ]
        marked = [i for i, block in enumerate(blocks) if "cache_control" in block]
        if len(marked) > 4:
            said = f"A maximum of 4 blocks with cache_control may be provided. Found {len(marked)}."
            return self._failure(Failure(400, said))
        tools = body.get("tools", [])
        form = body.get("output_config", {}).get("format") or {}
        return Asked(
            model=body["model"],
            system="\n".join(block["text"] for block in body.get("system", [])),
            messages=tuple(
                (m["role"], "\n".join(block["text"] for block in m["content"]))
                for m in body["messages"]
            ),
            schema=tools[0]["input_schema"] if tools else form.get("schema"),
            stream=bool(body.get("stream")),
            body=body,
            headers=request.headers,
            blocks=tuple((block["text"], "cache_control" in block) for block in blocks),
            path=request.path,
        )

    def write(self, reply: Reply, asked: Asked, usage: Usage) -> list[Piece]:
        whole = message_body(reply, asked, usage)
        if not asked.stream:
            return [Piece(json.dumps(whole).encode(), usage)]
        return _stream(reply, asked, usage)

    def error_body(self, failure: Failure) -> dict[str, Any]:
        kind = _TYPES.get(failure.status, "api_error")
        return {
            "type": "error",
            "error": {"type": kind, "message": failure.message},
            "request_id": "req_1",
        }

    def stream_error(self, error: StreamError, asked: Asked) -> list[Piece]:
        usage = Usage(input_tokens=7)
        fault = {"type": "error", "error": {"type": error.kind, "message": error.message}}
        return [
            Piece(_start(asked, usage), Usage(input_tokens=7, output_tokens=1)),
            Piece(event(fault, "error")),
        ]


def _has(body: dict[str, Any], parameter: str) -> bool:
    value: Any = body
    for part in parameter.split("."):
        if not isinstance(value, dict) or part not in value:
            return False
        value = value[part]
    return True


def _usage(usage: Usage, output_tokens: int) -> dict[str, Any]:
    plain = usage.input_tokens - usage.cached_tokens - usage.cache_write_tokens
    return {
        "input_tokens": plain,
        "cache_creation_input_tokens": usage.cache_write_tokens,
        "cache_read_input_tokens": usage.cached_tokens,
        "cache_creation": {
            "ephemeral_5m_input_tokens": usage.cache_write_tokens,
            "ephemeral_1h_input_tokens": 0,
        },
        "output_tokens": output_tokens,
        "output_tokens_details": {"thinking_tokens": usage.reasoning_tokens},
        "service_tier": "standard",
    }


def _content(reply: Reply, asked: Asked) -> list[dict[str, Any]]:
    tools = asked.body.get("tools", [])
    if tools and reply.finish == "stop" and reply.text:
        called = {"type": "tool_use", "id": "toolu_1", "name": tools[0]["name"]}
        return [called | {"input": json.loads(reply.text)}]
    return [{"type": "text", "text": reply.text}] if reply.text else []


def message_body(reply: Reply, asked: Asked, usage: Usage) -> dict[str, Any]:
    """Return a whole message."""
    content = _content(reply, asked)
    called = content and content[0]["type"] == "tool_use"
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": asked.model,
        "content": content,
        "stop_reason": "tool_use" if called else _STOPS[reply.finish],
        "stop_sequence": None,
        "usage": _usage(usage, usage.output_tokens),
    }


def _start(asked: Asked, usage: Usage) -> bytes:
    message = message_body(Reply(), asked, usage) | {"content": [], "stop_reason": None}
    message["usage"] = _usage(usage.model_copy(update={"reasoning_tokens": 0}), 1)
    return event({"type": "message_start", "message": message}, "message_start")


def _stream(reply: Reply, asked: Asked, usage: Usage) -> list[Piece]:
    begun = usage.model_copy(update={"output_tokens": 1, "reasoning_tokens": 0})
    pieces = [Piece(_start(asked, usage), begun), Piece(event({"type": "ping"}, "ping"))]
    content = _content(reply, asked)
    if content:
        called = content[0]["type"] == "tool_use"
        empty: dict[str, Any] = (
            content[0] | {"input": {}} if called else {"type": "text", "text": ""}
        )
        start = {"type": "content_block_start", "index": 0, "content_block": empty}
        pieces.append(Piece(event(start, start["type"])))
        for text in in_pieces(reply.text, reply.pieces):
            delta = (
                {"type": "input_json_delta", "partial_json": text}
                if called
                else {"type": "text_delta", "text": text}
            )
            data = {"type": "content_block_delta", "index": 0, "delta": delta}
            pieces.append(Piece(event(data, data["type"])))
        pieces.append(Piece(event({"type": "content_block_stop", "index": 0})))
        stop = "tool_use" if called else _STOPS[reply.finish]
    else:
        stop = _STOPS[reply.finish]
    ended = {
        "type": "message_delta",
        "delta": {"stop_reason": stop, "stop_sequence": None},
        "usage": {
            "output_tokens": usage.output_tokens,
            "output_tokens_details": {"thinking_tokens": usage.reasoning_tokens},
        },
    }
    pieces.append(Piece(event(ended, "message_delta"), usage))
    return [*pieces, Piece(event({"type": "message_stop"}, "message_stop"))]
