"""The child process that runs a GGUF file: JSON lines in, JSON lines out.

Run as `python -m ludens.llm.adapters.embedded_worker FILE CONTEXT THREADS` (0 threads: as
llama.cpp decides). It ends when its input does, so it never outlives its parent.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Iterator
from typing import Any, TextIO


def main(file: str, context: int, threads: int) -> None:
    """Load the file, say so, and answer questions until the input ends."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # llama.cpp prints to standard output, which is ours
    try:
        server = _load(file, context, threads)
    except Exception as error:
        _send(out, {"failed": str(error)})
        return
    _send(out, {"ready": True})
    for line in sys.stdin:
        question = json.loads(line)
        try:
            for piece in _answer(server, question["do"], question["body"], out):
                _send(out, piece)
        except (ValueError, RuntimeError) as error:
            _send(out, {"error": {"code": 400, "message": str(error)}})
        _send(out, {"done": True})


def _load(file: str, context: int, threads: int) -> Any:
    import xllamacpp  # noqa: PLC0415

    parameters = xllamacpp.CommonParams()
    parameters.model.path = file
    parameters.n_ctx = context
    parameters.n_parallel = 1
    if threads:
        parameters.cpuparams.n_threads = threads
        parameters.cpuparams_batch.n_threads = threads
    # It opens a port on loopback by itself; nobody else on this machine may use it.
    parameters.api_keys = [secrets.token_hex()]
    return xllamacpp.Server(parameters)


def _answer(server: Any, what: str, body: dict[str, Any], out: TextIO) -> Iterator[dict[str, Any]]:
    if what == "count":
        counted = server.handle_completions({"prompt": body["text"], "n_predict": 0})
        yield {"tokens": counted["usage"]["prompt_tokens"]}
    elif body.get("stream"):
        server.handle_chat_completions(body, lambda piece: _send(out, piece))
    else:
        yield server.handle_chat_completions(body)


def _send(out: TextIO, piece: dict[str, Any]) -> None:
    out.write(json.dumps(piece) + "\n")
    out.flush()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
