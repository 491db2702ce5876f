"""What a reply cost: known prices offline, configured rates above them, None when neither."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal

from ludens.llm.response import Usage
from ludens.llm.settings import Rates

KNOWN_PROVIDERS: Mapping[str, str] = {
    "openai": "openai",
    "anthropic": "anthropic",
    "gemini": "google",
}
"""Adapters whose prices are public, by the provider's id in genai-prices."""

_MILLION = Decimal(1_000_000)


def cost_of(
    usage: Usage, *, adapter: str, model: str, rates: Rates | None, at: datetime
) -> Decimal | None:
    """Return US dollars, exact; None when the model has no price."""
    if rates is not None:
        return _by_rates(usage, rates)
    provider = KNOWN_PROVIDERS.get(adapter)
    if provider is None:
        return None
    from genai_prices import Usage as Billed  # noqa: PLC0415 - it takes 0.2 s to import
    from genai_prices import calc_price  # noqa: PLC0415

    billed = Billed(
        input_tokens=usage.input_tokens,
        cache_read_tokens=usage.cached_tokens,
        cache_write_tokens=usage.cache_write_tokens,
        output_tokens=usage.output_tokens,
    )
    try:
        price = calc_price(billed, model, provider_id=provider, genai_request_timestamp=at)
    except LookupError:
        return None
    return price.total_price


def _by_rates(usage: Usage, rates: Rates) -> Decimal:
    cached = rates.input if rates.cached is None else rates.cached
    written = rates.input if rates.cache_write is None else rates.cache_write
    plain = usage.input_tokens - usage.cached_tokens - usage.cache_write_tokens
    return (
        plain * rates.input
        + usage.cached_tokens * cached
        + usage.cache_write_tokens * written
        + usage.output_tokens * rates.output
    ) / _MILLION


def load_prices() -> None:
    """Read the price table now rather than at the first call."""
    import genai_prices.data  # noqa: F401, PLC0415


def rates_of(adapter: str, model: str, rates: Rates | None, at: datetime) -> Rates | None:
    """Return the price list of a model for a reader; None when it has no price.

    Where a price depends on the prompt's length, this is the one for short prompts.
    """
    if rates is not None:
        return rates

    def price(usage: Usage) -> Decimal | None:
        return cost_of(usage, adapter=adapter, model=model, rates=None, at=at)

    read = price(Usage(input_tokens=1000))
    written = price(Usage(output_tokens=1000))
    cached = price(Usage(input_tokens=1000, cached_tokens=1000))
    stored = price(Usage(input_tokens=1000, cache_write_tokens=1000))
    if read is None or written is None or cached is None or stored is None:
        return None
    return Rates(
        input=read * 1000, output=written * 1000, cached=cached * 1000, cache_write=stored * 1000
    )
