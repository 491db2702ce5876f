"""Providers by name that speak OpenAI's protocol: where they are and which key they take.

A preset costs nothing until a model of it is named (`--model groq/llama-3.3-70b-versatile`): only
then it becomes a provider of the settings, on the record like any other. `[llm.providers.NAME]`
changes it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_VARIABLE = re.compile(r"\{([A-Z_]+)\}")


@dataclass(frozen=True, slots=True)
class Preset:
    """One provider."""

    base_url: str
    """Its address; names in braces are variables of the environment."""
    key_env: str | None
    """The variable of its key; None where none is needed."""
    what: str


PRESETS: Mapping[str, Preset] = {
    "openrouter": Preset(
        "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY", "many vendors' models by one key"
    ),
    "groq": Preset("https://api.groq.com/openai/v1", "GROQ_API_KEY", "open models, fast"),
    "azure": Preset(
        "{AZURE_OPENAI_ENDPOINT}/openai/v1",
        "AZURE_OPENAI_API_KEY",
        "your deployments; their names are the models'",
    ),
    "bedrock": Preset(
        "https://bedrock-runtime.{AWS_REGION}.amazonaws.com/openai/v1",
        "AWS_BEARER_TOKEN_BEDROCK",
        "Amazon's models that take OpenAI's protocol",
    ),
    "vertex": Preset(
        "https://aiplatform.googleapis.com/v1/projects/{GOOGLE_CLOUD_PROJECT}"
        "/locations/global/endpoints/openapi",
        "VERTEX_ACCESS_TOKEN",
        "`export VERTEX_ACCESS_TOKEN=$(gcloud auth print-access-token)`, good for an hour",
    ),
    "ollama": Preset("http://127.0.0.1:11434/v1", None, "models on this machine"),
    "vllm": Preset("http://127.0.0.1:8000/v1", None, "a server of your own"),
}
"""Those there are, by the name that begins a model's."""


def preset(name: str, environ: Mapping[str, str] | None = None) -> dict[str, Any] | None:
    """Return the settings of a preset, None for another name.

    Raises ValueError where its address needs a variable that is not set.
    """
    found = PRESETS.get(name)
    if found is None:
        return None
    known = os.environ if environ is None else environ
    missing = [each for each in _VARIABLE.findall(found.base_url) if not known.get(each)]
    if missing:
        raise ValueError(f"{name} needs its address: set {' and '.join(missing)}")
    address = _VARIABLE.sub(lambda match: known[match[1]].rstrip("/"), found.base_url)
    return {"adapter": "compatible", "base_url": address, "key_env": found.key_env}
