"""JSON schemas as the providers that enforce them accept them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

_STRUCTURE = frozenset({"type", "enum", "const", "description", "$ref", "$defs", "items"})
_KEPT_NUMBERS = frozenset({"minimum", "maximum", "minItems", "maxItems"})

STRICT = _STRUCTURE | {"anyOf", "properties", "required", "additionalProperties"}
"""What every provider enforces; the rest goes into descriptions, where the model reads it."""
WITH_BOUNDS = STRICT | _KEPT_NUMBERS
"""What OpenAI and Gemini enforce as well."""


def strict_schema(definition: Mapping[str, Any], keywords: frozenset[str]) -> dict[str, Any]:
    """Return the schema with only `keywords`, every object closed, every property required.

    A keyword that cannot be enforced is told in the description. Defaults and titles are left
    out: a required property has no default, and a title is its name again.
    """
    return _strict(definition, definition, keywords)


def has_free_form(definition: Any) -> bool:
    """Whether some object has properties of any name: no provider enforces that."""
    if isinstance(definition, Mapping):
        if definition.get("type") == "object" and not definition.get("properties"):
            return True
        if definition.get("additionalProperties"):
            return True
        return any(has_free_form(value) for value in definition.values())
    if isinstance(definition, list):
        return any(has_free_form(value) for value in definition)
    return False


def _strict(
    node: Mapping[str, Any], root: Mapping[str, Any], keywords: frozenset[str]
) -> dict[str, Any]:
    node = _inlined(node, root)
    if "oneOf" in node:
        node = {**node, "anyOf": node["oneOf"]}
    result: dict[str, Any] = {}
    told: dict[str, Any] = {}
    for key, value in node.items():
        if key in {"title", "default", "oneOf", "discriminator", "required"}:
            continue
        if key in {"properties", "$defs"}:
            result[key] = {name: _strict(part, root, keywords) for name, part in value.items()}
        elif key == "anyOf":
            result[key] = [_strict(part, root, keywords) for part in value]
        elif key == "items":
            result[key] = _strict(value, root, keywords)
        elif key in keywords:
            result[key] = value
        else:
            told[key] = value
    if "properties" in result:
        result["required"] = list(result["properties"])
        result["additionalProperties"] = False
    if told:
        rest = json.dumps(told, sort_keys=True)
        result["description"] = (
            f"{result['description']} {rest}" if "description" in result else rest
        )
    return result


def _inlined(node: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the node with its reference resolved where other keywords stand beside it."""
    reference = node.get("$ref")
    if reference is None or not set(node) - {"$ref", "$defs", "title", "default"}:
        return node
    target: Any = root
    for part in reference.removeprefix("#/").split("/"):
        target = target[part]
    beside = {key: value for key, value in node.items() if key != "$ref"}
    return {**target, **beside}


def schema_instruction(definition: Mapping[str, Any]) -> str:
    """Return how the shape is told to a model; the same words for the same shape, always.

    Properties stand in their own order: a reason is to be written before what it is a reason for.
    """
    return (
        "Answer with one JSON object and nothing else: no prose, no code fence. "
        "It must be valid under this JSON schema:\n" + json.dumps(definition)
    )
