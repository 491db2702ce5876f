"""The configured providers: their keys, clients, limits and circuits, and models made from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludens.llm.adapters.sdk import require
from ludens.llm.base import BaseLLM
from ludens.llm.circuit import Circuit, Circuits
from ludens.llm.clock import Clock
from ludens.llm.errors import MissingKeyError
from ludens.llm.keys import Keys, Scrubber
from ludens.llm.limiting import ConcurrencyLimit
from ludens.llm.prices import KNOWN_PROVIDERS, load_prices
from ludens.llm.settings import (
    AnthropicSettings,
    AnyProvider,
    CircuitSettings,
    CompatibleSettings,
    EmbeddedSettings,
    GeminiSettings,
    HttpProviderSettings,
    LLMSettings,
    OpenAISettings,
)

NO_KEY = "none"
"""What is sent to a compatible server that wants no key; the SDK insists on one."""


SIGN_OF_LIFE = 5.0
"""Seconds in which a server must answer something."""

OFFICIAL: Mapping[str, str] = {
    "openai": "https://api.openai.com/v1",
    "anthropic": "https://api.anthropic.com",
    "gemini": "https://generativelanguage.googleapis.com",
}
"""Where the providers are asked unless the settings say otherwise."""


class Provider:
    """One configured provider. Its client is made when its first model is."""

    def __init__(
        self,
        name: str,
        settings: AnyProvider,
        *,
        circuit: CircuitSettings,
        circuits: Circuits,
        keys: Keys,
        scrubber: Scrubber,
        clock: Clock,
    ) -> None:
        self.name = name
        self.settings = settings
        self.keys = keys
        self.scrubber = scrubber
        self.clock = clock
        self.limit = ConcurrencyLimit(settings.concurrency, name)
        self._circuit = circuit
        self._shared = circuits
        self._circuits: dict[str, Circuit] = {}
        self._client: Any = None
        self._http: Any = None
        self._models: dict[str, BaseLLM] = {}
        key = keys.find(settings.key_env)
        if key is not None:
            scrubber.add(key.value)

    def model(self, model: str) -> BaseLLM:
        """Return the adapter of a model; raises ConfigurationError."""
        if model not in self._models:
            self._models[model] = self._make(model)
        return self._models[model]

    def circuit(self, model: str) -> Circuit:
        """Return the circuit of a model: one may be down while the others serve."""
        if model not in self._circuits:
            name = f"{self.name}/{model}"
            self._circuits[model] = self._shared.of(name, self._circuit, self.clock)
        return self._circuits[model]

    async def lives(self, seconds: float) -> bool:
        """Tell whether the server is there: it answered some call within the last `seconds`.

        If not, it is asked for anything at all; whatever it answers is a sign of life.
        """
        now = self.clock.monotonic()
        answers = (circuit.answered for circuit in self._circuits.values())
        if any(at is not None and now - at <= seconds for at in answers):
            return True
        if self._http is None or isinstance(self.settings, EmbeddedSettings):
            return True
        import httpx2  # noqa: PLC0415

        url = self.settings.base_url or OFFICIAL.get(self.settings.adapter)
        if url is None:
            return True
        try:
            async with self._http.stream("GET", url, timeout=SIGN_OF_LIFE):
                return True
        except httpx2.HTTPError:
            return False

    async def aclose(self) -> None:
        """Close the models, then the client they share."""
        models, self._models = self._models, {}
        for model in models.values():
            await model.aclose()
        client, self._client = self._client, None
        if client is not None:
            await (client.aclose() if hasattr(client, "aclose") else client.close())
            await self._http.aclose()  # Google's leaves it open

    def _make(self, model: str) -> BaseLLM:
        settings = self.settings
        adapter = settings.adapter
        require(adapter)
        if adapter in KNOWN_PROVIDERS and model not in settings.rates:
            load_prices()
        shared = {"scrubber": self.scrubber, "clock": self.clock}
        if isinstance(settings, EmbeddedSettings):
            from ludens.llm.adapters.embedded import EmbeddedAdapter  # noqa: PLC0415

            return EmbeddedAdapter(self.name, model, settings, **shared)
        if self._client is None:
            self._client = self._make_client(settings)
        where = (self.name, model, settings)
        match settings:
            case OpenAISettings():
                from ludens.llm.adapters.openai import OpenAIAdapter  # noqa: PLC0415

                return OpenAIAdapter(*where, client=self._client, **shared)
            case AnthropicSettings():
                from ludens.llm.adapters.anthropic import AnthropicAdapter  # noqa: PLC0415

                return AnthropicAdapter(*where, client=self._client, **shared)
            case GeminiSettings():
                from ludens.llm.adapters.gemini import GeminiAdapter  # noqa: PLC0415

                return GeminiAdapter(*where, client=self._client, **shared)
            case CompatibleSettings():
                from ludens.llm.adapters.compatible import CompatibleAdapter  # noqa: PLC0415

                return CompatibleAdapter(*where, client=self._client, **shared)

    def _make_client(self, settings: HttpProviderSettings) -> Any:
        from ludens.llm.adapters.transport import make_http_client  # noqa: PLC0415

        key = self._key()
        self._http = make_http_client()
        place: dict[str, Any] = {
            "key": key,
            "base_url": settings.base_url or OFFICIAL.get(self.settings.adapter),
            "http": self._http,
        }
        match settings:
            case OpenAISettings() | CompatibleSettings():
                from ludens.llm.adapters import openai_client  # noqa: PLC0415

                return openai_client.make_client(settings.adapter, **place)
            case AnthropicSettings():
                from ludens.llm.adapters import anthropic  # noqa: PLC0415

                return anthropic.make_client(**place)
            case _:
                from ludens.llm.adapters import gemini  # noqa: PLC0415

                return gemini.make_client(**place)

    def _key(self) -> str:
        variable = self.settings.key_env
        found = self.keys.find(variable)
        if found is not None:
            return found.value.get_secret_value()
        if variable is None and isinstance(self.settings, CompatibleSettings):
            return NO_KEY
        raise MissingKeyError(self.name, variable or "llm.providers.*.key_env")


def make_providers(
    settings: LLMSettings, *, circuits: Circuits, keys: Keys, scrubber: Scrubber, clock: Clock
) -> Mapping[str, Provider]:
    """Return the providers of the settings by name; nothing is imported or connected yet."""
    return {
        name: Provider(
            name,
            chosen,
            circuit=settings.circuit,
            circuits=circuits,
            keys=keys,
            scrubber=scrubber,
            clock=clock,
        )
        for name, chosen in settings.providers.items()
    }
