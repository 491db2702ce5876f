"""A call as a command for a shell, so that it can be tried again by hand.

The body has the prompt, the sampling and the reply's shape in the provider's own format. Cache
parameters are left out, and the key is a variable of the shell.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from ludens.llm.calls import Call
from ludens.llm.request import Block, LLMRequest, Role
from ludens.llm.settings import (
    AnthropicSettings,
    AnyProvider,
    EmbeddedSettings,
    GeminiSettings,
    LLMSettings,
    OpenAISettings,
)
from ludens.web.masking import masked_url

VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
"""What a shell takes for a variable's name."""


def as_curl(made: Call, llm: LLMSettings) -> str:
    """Return the request as a `curl` command; empty where no server was asked."""
    settings = llm.providers.get(made.provider)
    if settings is None or isinstance(settings, EmbeddedSettings):
        return ""
    url, headers, body = _parts(made, settings)
    lines = [f"curl {shlex.quote(url)}", "-H 'content-type: application/json'"]
    lines += [f"-H {header}" for header in headers]
    lines.append(f"-d {shlex.quote(json.dumps(body, ensure_ascii=False, indent=2))}")
    return " \\\n  ".join(lines)


def _parts(made: Call, settings: AnyProvider) -> tuple[str, list[str], dict[str, Any]]:
    key = settings.key_env or ""
    base = masked_url(getattr(settings, "base_url", None) or "").rstrip("/")
    match settings:
        case AnthropicSettings():
            url = f"{base or 'https://api.anthropic.com'}/v1/messages"
            headers = [_with_key("x-api-key: ", key), shlex.quote("anthropic-version: 2023-06-01")]
            return url, headers, _anthropic(made)
        case GeminiSettings():
            base = base or "https://generativelanguage.googleapis.com"
            url = f"{base}/v1beta/models/{quote(made.model, safe='')}:generateContent"
            return url, [_with_key("x-goog-api-key: ", key)], _gemini(made.request)
        case OpenAISettings():
            url = f"{base or 'https://api.openai.com/v1'}/responses"
            return url, [_with_key("authorization: Bearer ", key)], _openai(made)
        case _:
            headers = [_with_key("authorization: Bearer ", key)] if key else []
            return f"{base}/chat/completions", headers, _chat(made)


def _with_key(header: str, variable: str) -> str:
    """Return a header for the shell, which puts the key in; a name that is none is left out."""
    if VARIABLE.fullmatch(variable) is None:
        return shlex.quote(f"{header}KEY")
    return f'"{header}${variable}"'


def _openai(made: Call) -> dict[str, Any]:
    request, sampling = made.request, made.request.sampling
    body: dict[str, Any] = {"model": made.model}
    if request.system:
        body["instructions"] = _joined(request.system)
    body["input"] = _plain_messages(request)
    body |= _given(
        max_output_tokens=sampling.max_tokens,
        temperature=sampling.temperature,
        reasoning={"effort": sampling.effort.value} if sampling.effort else None,
    )
    if request.output is not None:
        body["text"] = {
            "format": {
                "type": "json_schema",
                "name": request.output.name,
                "schema": request.output.definition,
            }
        }
    return body


def _anthropic(made: Call) -> dict[str, Any]:
    request, sampling = made.request, made.request.sampling
    body: dict[str, Any] = {"model": made.model, "max_tokens": sampling.max_tokens or 4096}
    if request.system:
        body["system"] = _joined(request.system)
    body["messages"] = _plain_messages(request)
    if request.output is not None:
        schema = {"type": "json_schema", "schema": request.output.definition}
        body["output_config"] = {"format": schema}
    return body


def _gemini(request: LLMRequest) -> dict[str, Any]:
    sampling = request.sampling
    roles = {Role.USER: "user", Role.ASSISTANT: "model"}
    body: dict[str, Any] = {
        "contents": [
            {"role": roles[message.role], "parts": [{"text": _joined(message.blocks)}]}
            for message in request.messages
        ]
    }
    if request.system:
        body["systemInstruction"] = {"parts": [{"text": _joined(request.system)}]}
    config = _given(
        temperature=sampling.temperature, maxOutputTokens=sampling.max_tokens, seed=sampling.seed
    )
    if request.output is not None:
        config["responseMimeType"] = "application/json"
        config["responseJsonSchema"] = request.output.definition
    return {**body, "generationConfig": config} if config else body


def _chat(made: Call) -> dict[str, Any]:
    request, sampling = made.request, made.request.sampling
    system = [{"role": "system", "content": _joined(request.system)}] if request.system else []
    body: dict[str, Any] = {
        "model": made.model,
        "messages": [*system, *_plain_messages(request)],
        **_given(
            temperature=sampling.temperature, max_tokens=sampling.max_tokens, seed=sampling.seed
        ),
    }
    if request.output is not None:
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": request.output.name, "schema": request.output.definition},
        }
    return body


def _plain_messages(request: LLMRequest) -> list[dict[str, str]]:
    return [{"role": m.role.value, "content": _joined(m.blocks)} for m in request.messages]


def _joined(blocks: Iterable[Block]) -> str:
    return "\n\n".join(block.text for block in blocks)


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
