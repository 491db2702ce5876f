"""What there is to choose from: providers, and models with their prices and abilities."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ludens.installing import install_command
from ludens.llm.adapters.sdk import EXTRAS, is_installed
from ludens.llm.keys import Keys
from ludens.llm.prices import rates_of
from ludens.llm.profiles import CURRENT, Profile, profile_of
from ludens.llm.settings import (
    AnyProvider,
    CompatibleSettings,
    EmbeddedSettings,
    HttpProviderSettings,
    LLMSettings,
    Rates,
)


@dataclass(frozen=True, slots=True)
class ProviderEntry:
    """A configured provider."""

    name: str
    adapter: str
    is_installed: bool
    install: str
    """The command that installs its package."""
    key_env: str | None
    """The variable that holds its key; None if it needs none."""
    key_source: str | None
    """Where its key was found: `environment`, `.env`, or None."""
    address: str
    """The URL it is asked at, or the folder of its files."""

    @property
    def is_ready(self) -> bool:
        """Whether a call can be made."""
        return self.is_installed and (self.key_source is not None or self.key_env is None)


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """A model worth knowing of."""

    name: str
    """`provider/model`, as in the settings."""
    profile: Profile
    rates: Rates | None
    """US dollars for a million tokens; None when it has no known price."""


def list_providers(settings: LLMSettings, keys: Keys) -> list[ProviderEntry]:
    """Return the providers of the settings; nothing is imported or asked."""
    found = []
    for name, chosen in settings.providers.items():
        key = keys.find(chosen.key_env)
        found.append(
            ProviderEntry(
                name=name,
                adapter=chosen.adapter,
                is_installed=is_installed(chosen.adapter),
                install=install_command(EXTRAS[chosen.adapter]),
                key_env=chosen.key_env,
                key_source=key.source if key else None,
                address=_address(chosen),
            )
        )
    return found


def list_models(settings: LLMSettings, at: datetime) -> list[ModelEntry]:
    """Return the models in use, those with configured rates, and the current ones."""
    entries = []
    for provider, chosen in settings.providers.items():
        for model in dict.fromkeys(_models_of(settings, provider, chosen)):
            entries.append(
                ModelEntry(
                    name=f"{provider}/{model}",
                    profile=profile_of(chosen.adapter, model),
                    rates=rates_of(chosen.adapter, model, chosen.rates.get(model), at),
                )
            )
    return entries


def _models_of(settings: LLMSettings, provider: str, chosen: AnyProvider) -> Iterator[str]:
    for role in settings.models.values():
        for name in role.models or ():
            if name.startswith(f"{provider}/"):
                yield name.partition("/")[2]
    yield from chosen.rates
    yield from (model for model in (chosen.strong, chosen.small) if model is not None)
    yield from CURRENT.get(chosen.adapter, ())
    if isinstance(chosen, EmbeddedSettings):
        folder = Path(chosen.folder).expanduser()
        yield from sorted(file.name for file in folder.glob("*.gguf"))


def _address(chosen: AnyProvider) -> str:
    if isinstance(chosen, EmbeddedSettings):
        return chosen.folder
    assert isinstance(chosen, HttpProviderSettings)
    if isinstance(chosen, CompatibleSettings):
        return chosen.base_url or "(no base_url)"
    return chosen.base_url or "official"
