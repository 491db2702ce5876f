"""Profiles, prices, schemas, token estimates: what is known without asking anyone."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Literal

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from llm.gguf import tiny_model
from llm.servers.floors import FLOORS
from ludens.adventure.agents.reply import MindReply
from ludens.llm.prices import KNOWN_PROVIDERS, cost_of, rates_of
from ludens.llm.profiles import CURRENT, PROFILES, SAFE, Caching, Structured, profile_of
from ludens.llm.response import LLMResponse, Usage
from ludens.llm.schemas import STRICT, WITH_BOUNDS, has_free_form, schema_instruction, strict_schema
from ludens.llm.settings import DEFAULT_PROVIDERS, Rates
from ludens.llm.tokens import estimate_tokens

NOW = datetime(2026, 11, 20, tzinfo=UTC)
COUNT = st.integers(0, 10**7)


def price(usage: Usage, model: str = "gpt-6-luna", rates: Rates | None = None) -> Decimal | None:
    return cost_of(usage, adapter="openai", model=model, rates=rates, at=NOW)


# Profiles


@pytest.mark.parametrize("adapter", CURRENT)
def test_every_listed_model_is_of_a_known_family_and_has_a_price(adapter: str) -> None:
    for model in CURRENT[adapter]:
        assert profile_of(adapter, model).is_known, model
        assert rates_of(adapter, model, None, NOW) is not None, model


def test_the_models_that_a_provider_alone_gives_are_known_and_priced() -> None:
    for adapter in KNOWN_PROVIDERS:
        settings = DEFAULT_PROVIDERS[adapter]
        for model in (settings.small, settings.strong):
            assert model is not None
            assert profile_of(adapter, model).is_known
            assert rates_of(adapter, model, None, NOW) is not None


@pytest.mark.parametrize(
    ("adapter", "model", "temperature", "structured", "floor"),
    [
        ("openai", "gpt-6.2-astra", False, Structured.NATIVE, 1024),
        ("openai", "gpt-5.6-luna", False, Structured.NATIVE, 1024),
        ("openai", "gpt-5-mini", False, Structured.NATIVE, 1024),
        ("openai", "gpt-5-chat-latest", True, Structured.NATIVE, 1024),
        ("openai", "o4-mini", False, Structured.NATIVE, 1024),
        ("openai", "gpt-4o-mini", True, Structured.NATIVE, 1024),
        ("anthropic", "claude-haiku-5-5", False, Structured.NATIVE, 512),
        ("anthropic", "claude-sonnet-5", False, Structured.NATIVE, 1024),
        ("anthropic", "claude-opus-4-8", False, Structured.NATIVE, 1024),
        ("anthropic", "claude-opus-4-5-20251101", True, Structured.NATIVE, 4096),
        ("anthropic", "claude-sonnet-4-5-20250929", True, Structured.NATIVE, 1024),
        ("anthropic", "claude-sonnet-4-20250514", True, Structured.TOOL, 1024),
        ("gemini", "gemini-3.8-flash", True, Structured.NATIVE, 1024),
        ("gemini", "gemini-4-argon", True, Structured.NATIVE, 1024),
        ("gemini", "gemini-2.5-pro", True, Structured.NATIVE, 4096),
        ("compatible", "llama-3.2", True, Structured.BOTH, None),
    ],
)
def test_families_are_told_by_their_names(
    adapter: str, model: str, temperature: bool, structured: Structured, floor: int | None
) -> None:
    profile = profile_of(adapter, model)
    assert profile.temperature is temperature
    assert profile.structured is structured
    assert profile.cache_floor == floor


@pytest.mark.parametrize("model", FLOORS)
def test_no_floor_is_thought_higher_than_it_is_and_claudes_are_never_thought_lower(
    model: str,
) -> None:
    adapter = {"cl": "anthropic", "ge": "gemini", "gp": "openai"}[model[:2]]
    floor = profile_of(adapter, model).cache_floor
    assert floor is not None
    assert floor <= FLOORS[model], "a prefix that would be cached is sent whole"
    assert floor == FLOORS[model] or adapter == "gemini", "only Gemini's refusals tell its floor"


def test_an_unknown_model_has_the_safest_row() -> None:
    for adapter in ("openai", "anthropic", "gemini"):
        safe = profile_of(adapter, "something-else")
        assert safe is SAFE[adapter]
        assert not safe.is_known
        assert not safe.efforts
    assert set(PROFILES) == set(SAFE) == set(DEFAULT_PROVIDERS)


def test_only_marked_prefixes_have_breakpoints() -> None:
    for family in PROFILES.values():
        for profile in family:
            assert (profile.breakpoints > 0) is (profile.caching is Caching.BREAKPOINTS)


# Prices


def test_an_unpriced_model_costs_none_and_never_zero() -> None:
    assert price(Usage(input_tokens=5), model="no-such-model") is None
    used = Usage(input_tokens=5)
    assert cost_of(used, adapter="embedded", model="x.gguf", rates=None, at=NOW) is None
    assert cost_of(used, adapter="compatible", model="gpt-6-luna", rates=None, at=NOW) is None


def test_configured_rates_override_known_prices() -> None:
    free = Rates(input=Decimal(0), output=Decimal(0))
    assert price(Usage(input_tokens=5, output_tokens=5), rates=free) == 0
    dear = Rates(input=Decimal(1000), output=Decimal(0))
    assert price(Usage(input_tokens=5), rates=dear) == Decimal("0.005")


@given(COUNT, COUNT, COUNT, COUNT)
def test_costs_are_exact_and_add_up(plain: int, read: int, written: int, output: int) -> None:
    rates = Rates(
        input=Decimal("1.1"), output=Decimal("7.77"), cached=Decimal("0.11"), cache_write="1.375"
    )
    whole = Usage(
        input_tokens=plain + read + written,
        cached_tokens=read,
        cache_write_tokens=written,
        output_tokens=output,
    )
    parts = [
        Usage(input_tokens=plain),
        Usage(input_tokens=read, cached_tokens=read),
        Usage(input_tokens=written, cache_write_tokens=written),
        Usage(output_tokens=output),
    ]
    costs = [price(part, rates=rates) for part in parts]
    assert None not in costs
    assert sum((c for c in costs if c is not None), Decimal(0)) == price(whole, rates=rates)


def test_cached_input_is_cheaper_and_written_input_dearer_where_it_is_billed() -> None:
    found = rates_of("anthropic", "claude-opus-5-5", None, NOW)
    assert found is not None and found.cached is not None and found.cache_write is not None
    assert found.cached < found.input < found.cache_write < found.output


def test_a_sum_with_an_unpriced_part_is_unpriced() -> None:
    priced = LLMResponse(text="a", model="a/b", cost=Decimal(1), usage=Usage(input_tokens=1))
    unpriced = LLMResponse(text="b", model="a/b", usage=Usage(input_tokens=2))
    assert priced.after(unpriced).cost is None
    assert priced.after(priced).cost == 2
    assert priced.after(unpriced).usage.input_tokens == 3


# Schemas


class Mood(StrEnum):
    CALM = "calm"
    GRIM = "grim"


class Thing(BaseModel):
    """A thing in a room."""

    name: str = Field(min_length=1, max_length=30, description="As the text has it.")
    weight: int | None = Field(None, ge=0, le=100)
    mood: Mood = Mood.CALM


class Room(BaseModel):
    things: list[Thing] = Field(max_length=5)
    best: Thing = Field(description="The best of them.")
    kind: Literal["dark", "light"] = "light"
    inside: Room | None = None


@pytest.mark.parametrize("keywords", [STRICT, WITH_BOUNDS])
def test_a_strict_schema_is_closed_complete_and_accepts_the_same(keywords: frozenset[str]) -> None:
    schema = strict_schema(Room.model_json_schema(), keywords)
    jsonschema.Draft202012Validator.check_schema(schema)
    thing = schema["$defs"]["Thing"]
    assert thing["additionalProperties"] is False
    assert thing["required"] == ["name", "weight", "mood"]
    assert "default" not in repr(schema)
    assert "title" not in repr(schema)
    lamp = Thing(name="lamp", weight=3)
    room = Room(things=[lamp], best=lamp, inside=Room(things=[], best=lamp))
    jsonschema.validate(room.model_dump(mode="json"), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**room.model_dump(mode="json"), "more": 1}, schema)


def test_what_cannot_be_enforced_is_told_in_the_description() -> None:
    thing = strict_schema(Thing.model_json_schema(), STRICT)["properties"]
    assert thing["name"] == {
        "type": "string",
        "description": 'As the text has it. {"maxLength": 30, "minLength": 1}',
    }
    bounded = strict_schema(Thing.model_json_schema(), WITH_BOUNDS)["properties"]
    assert bounded["weight"]["anyOf"][0] == {"type": "integer", "minimum": 0, "maximum": 100}


def test_a_reference_with_words_beside_it_is_written_out() -> None:
    best = strict_schema(Room.model_json_schema(), STRICT)["$defs"]["Room"]["properties"]["best"]
    assert best["description"] == "The best of them."
    assert best["required"] == ["name", "weight", "mood"]


def test_free_form_objects_are_found_wherever_they_are() -> None:
    class Free(BaseModel):
        deep: list[dict[str, int]]

    assert has_free_form(Free.model_json_schema())
    assert not has_free_form(Room.model_json_schema())


def test_a_shape_is_told_in_its_own_order() -> None:
    told = schema_instruction(MindReply.model_json_schema())
    said = [told.index(f'"{name}": {{') for name in MindReply.model_fields]
    assert said == sorted(said), "the reasoning comes before what it is for"


# Tokens


@given(st.text(), st.text())
def test_an_estimate_depends_on_the_text_only_and_never_shrinks(one: str, two: str) -> None:
    assert estimate_tokens(one) == estimate_tokens(one)
    assert estimate_tokens(one + two) >= estimate_tokens(one)
    assert estimate_tokens("") == 0


async def test_an_estimate_is_near_a_real_count() -> None:
    """SmolLM2's tokenizer on plain English: within a third."""
    pytest.importorskip("xllamacpp")
    tiny_model()
    from llm.test_embedded import embedded

    text = (
        "The harbour lies below you, grey and quiet. Three boats are tied to the pier, and an old "
        "man is mending a net on the nearest. A path climbs north to the lighthouse; the door of "
        "the customs house stands open to the east. You can see a brass key and a wet rope here."
    )
    models = embedded()
    exact = await models.for_agent("player").count_tokens(text)
    await models.aclose()
    assert abs(estimate_tokens(text) - exact) / exact < 0.34
