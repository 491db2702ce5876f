"""A model whose every word is a function of what it was asked, in the shape that it was asked for.

So a game that it plays is the same each time, whatever it comes to.
"""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

from llm.servers.replies import Asked, Reply

WAYS = ("north", "south", "east", "west", "up", "down", "look", "inventory")


def anything(asked: Asked) -> Reply:
    """Answer whatever is asked, out of the words of the question."""
    dice = Random(asked.text)
    words = re.findall(r"[A-Za-z]+", asked.text) or ["well"]
    if asked.schema is None:
        return Reply(_said(dice, words))
    return Reply(json.dumps(_value(asked.schema, asked.schema, dice, words)))


def _said(dice: Random, words: list[str]) -> str:
    if dice.random() < 0.3:
        return dice.choice(WAYS)
    return " ".join(dice.choice(words) for _ in range(dice.randint(1, 4)))


def _value(shape: dict[str, Any], whole: dict[str, Any], dice: Random, words: list[str]) -> Any:
    if "$ref" in shape:
        found = whole
        for part in shape["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        return _value(found, whole, dice, words)
    if "const" in shape:
        return shape["const"]
    if "enum" in shape:
        return dice.choice(shape["enum"])
    for several in ("anyOf", "oneOf"):
        if several in shape:
            return _value(dice.choice(shape[several]), whole, dice, words)
    match shape.get("type"):
        case "object":
            inner = shape.get("properties", {})
            return {name: _value(each, whole, dice, words) for name, each in inner.items()}
        case "array":
            least = shape.get("minItems", 0)
            many = dice.randint(least, min(shape.get("maxItems", least + 2), least + 2))
            return [_value(shape.get("items", {}), whole, dice, words) for _ in range(many)]
        case "integer":
            least = int(shape.get("minimum", 0))
            return dice.randint(least, int(shape.get("maximum", least + 5)))
        case "number":
            return round(dice.uniform(shape.get("minimum", 0), shape.get("maximum", 1)), 2)
        case "boolean":
            return dice.random() < 0.5
        case "null":
            return None
    return _said(dice, words)[: shape.get("maxLength", 200)]
