"""A GGUF file on this machine, in a child process: its crash or hang costs one call."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludens.llm.adapters.adapter import Adapter, Attempt
from ludens.llm.adapters.compatible import chat_messages, joined, json_schema_format
from ludens.llm.adapters.embedded_child import Child
from ludens.llm.adapters.http_errors import kind_of_status
from ludens.llm.adapters.sdk import require
from ludens.llm.errors import CallFailedError, ConfigurationError, ErrorKind
from ludens.llm.profiles import Structured
from ludens.llm.response import Stop, Usage
from ludens.llm.schemas import schema_instruction
from ludens.llm.settings import EmbeddedSettings


class EmbeddedAdapter(Adapter):
    """A GGUF file, run by llama.cpp. Its prompt cache works by itself, on any prefix."""

    adapter = "embedded"
    takes_seed = True
    settings: EmbeddedSettings

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        require("embedded")
        file = Path(self.settings.folder).expanduser() / self.model
        if not file.is_file():
            raise ConfigurationError(
                f"{self.name}: there is no file {file}; name a GGUF file, or set its folder in "
                f"llm.providers.{self.provider}.folder"
            )
        self.child = Child(
            file,
            context=self.settings.context,
            threads=self.settings.threads,
            load_deadline=self.settings.load_deadline,
        )

    async def ask(self, attempt: Attempt) -> None:
        """Make one attempt."""
        answer = _Answer(attempt)
        await self.child.talk("chat", self._body(attempt), answer.hear)
        answer.end()

    def explain(self, error: Exception, attempt: Attempt) -> CallFailedError:
        """Return what an exception means; the child's own failures are typed already."""
        return CallFailedError(ErrorKind.UNEXPECTED, f"{type(error).__name__}: {error}")

    async def count_tokens(self, text: str) -> int:
        """Return the exact count of the model's own tokenizer."""
        counted: list[int] = []
        await self.child.talk("count", {"text": text}, lambda said: counted.append(said["tokens"]))
        return counted[0]

    async def aclose(self) -> None:
        """End the child."""
        await self.child.end()

    def _body(self, attempt: Attempt) -> dict[str, Any]:
        request = attempt.request
        system = joined(request.system)
        body = self.sampling(attempt)
        if attempt.on_text is not None:
            body |= {"stream": True, "stream_options": {"include_usage": True}}
        if request.sampling.max_tokens is not None:
            body["max_tokens"] = request.sampling.max_tokens
        if request.output is not None:
            system = f"{system}\n\n{schema_instruction(request.output.definition)}".strip()
            if self.structured(request) is Structured.BOTH:
                body["response_format"] = json_schema_format(request)
        body["messages"] = chat_messages(system, request)
        return body


class _Answer:
    """An answer of the child, piece by piece. It is heard to its end even when it is an error."""

    def __init__(self, attempt: Attempt) -> None:
        self.attempt = attempt
        self.finished = False
        self.fault: dict[str, Any] | None = None

    def hear(self, piece: dict[str, Any]) -> None:
        """Take a piece."""
        if "error" in piece:
            self.fault = piece["error"]
            return
        if usage := piece.get("usage"):
            details = usage.get("prompt_tokens_details") or {}
            self.attempt.usage = Usage(
                input_tokens=usage["prompt_tokens"],
                cached_tokens=details.get("cached_tokens", 0),
                output_tokens=usage["completion_tokens"],
            )
        for choice in piece["choices"]:
            message = choice.get("delta") or choice.get("message") or {}
            self.attempt.say(message.get("content") or "")
            if choice["finish_reason"] is not None:
                self.finished = True
                if choice["finish_reason"] == "length":
                    self.attempt.stop = Stop.TRUNCATED

    def end(self) -> None:
        """Raise CallFailedError unless the reply came to its end."""
        if self.fault is not None:
            said = str(self.fault.get("message", self.fault))
            raise CallFailedError(kind_of_status(self.fault.get("code", 500), said), said)
        if not self.finished:
            raise CallFailedError(ErrorKind.MALFORMED, "the model ended without a reply")
