"""The settings of the model layer: providers, and which model plays which agent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    field_validator,
    model_validator,
)

from ludens.llm.presets import PRESETS, preset
from ludens.llm.request import Effort

OFFLINE = "offline"
OWN = "agent:"
"""How the name of an agent of a user's own begins; the games know how to load it."""


OWN_MODEL = "own"
"""The role in `llm.models` of the model that a player of a user's own may ask."""


def is_own(name: str) -> bool:
    """Tell whether a name is that of an agent of a user's own, who asks no provider by itself."""
    return name.startswith(OWN)


"""The name that gives a role to its rule-based agent."""

Rate = Annotated[Decimal, Field(ge=0)]
Seconds = Annotated[float, Field(gt=0)]


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Rates(_Section):
    """What a model costs, in US dollars for a million tokens. 0 means free, not unknown."""

    input: Rate = Field(description="Input tokens that no cache had.")
    output: Rate = Field(description="Output tokens, reasoning included.")
    cached: Rate | None = Field(None, description="Input read from a cache; default: `input`.")
    cache_write: Rate | None = Field(
        None, description="Input written to a cache; default: `input`."
    )


class RetrySettings(_Section):
    """How failed attempts are repeated."""

    attempts: int = Field(4, ge=1, le=20, description="Attempts at one request, per model.")
    first_backoff: Seconds = Field(
        1.0, description="Seconds: the longest random wait after the first failure; then doubled."
    )
    longest_backoff: Seconds = Field(30.0, description="Seconds: the longest such wait.")
    longest_wait: Seconds = Field(
        120.0,
        description="Seconds: a provider that asks for a longer wait (Retry-After) is given up.",
    )
    timeouts: int = Field(
        2, ge=1, description="Attempts at one request that may run into their deadline."
    )
    longest_outage: float = Field(
        0.0,
        ge=0,
        description="Seconds that a request waits for a model that is down before it counts as "
        "failed; suites wait for 300.",
    )


class CircuitSettings(_Section):
    """When a model counts as down."""

    failures: int = Field(4, ge=1, description="Failures in a row that open the circuit.")
    timeouts: int = Field(
        2, ge=1, description="Attempts in a row that ran into their deadline that open it."
    )
    cooldown: Seconds = Field(
        30.0, description="Seconds until one call probes it again; doubled each time that fails."
    )
    longest_cooldown: Seconds = Field(300.0, description="Seconds: the longest such time.")


class ProviderSettings(_Section):
    """What all providers have."""

    key_env: str | None = Field(
        None, description="The environment variable (or .env entry) that holds the key."
    )
    small: str | None = Field(
        None, description="The model of parser roles when only the provider is named."
    )
    strong: str | None = Field(
        None, description="The model of deciding roles when only the provider is named."
    )
    rates: dict[str, Rates] = Field(
        default_factory=dict, description="Prices by model; they override the known ones."
    )
    deadline: Seconds | None = Field(
        None, description="Seconds that one attempt may take; null: as the role that asks has it."
    )
    concurrency: int = Field(
        256, ge=1, description="Most calls at once; halved at each 429, then grown again."
    )


MOST_ADDRESS = 2000
"""Characters of an address."""


def _without_secret(address: str) -> str:
    host = urlsplit(address).hostname or ""
    sound = re.fullmatch(r"[A-Za-z0-9._:-]+", host) and address.isprintable()
    if not sound or len(address) > MOST_ADDRESS:
        raise ValueError("no address of a server; one looks like http://127.0.0.1:8000/v1")
    if "@" in urlsplit(address).netloc or "?" in address or "#" in address:
        raise ValueError(
            "an address is on the record and may hold no password and no query; "
            "name a variable that has the key: key_env"
        )
    return address


Address = Annotated[str, AfterValidator(_without_secret)]
"""Where a server is asked."""


class HttpProviderSettings(ProviderSettings):
    """A provider that is asked over HTTP."""

    base_url: Address | None = Field(None, description="Another address than the official one.")
    silence: Seconds = Field(
        10.0,
        description="Seconds without a word of the reply after which the server is asked for a "
        "sign of life; it is down if it gives none within 5 s.",
    )


class OpenAISettings(HttpProviderSettings):
    """The OpenAI API, through its Responses endpoint."""

    adapter: Literal["openai"] = "openai"
    key_env: str | None = "OPENAI_API_KEY"
    small: str | None = "gpt-6-luna"
    strong: str | None = "gpt-6-astra"
    cache_ttl: Literal["30m", "12h"] = Field(
        "30m", description="How long at least what a request caches is kept (GPT-5.6 and later)."
    )


class AnthropicSettings(HttpProviderSettings):
    """The Claude API."""

    adapter: Literal["anthropic"] = "anthropic"
    key_env: str | None = "ANTHROPIC_API_KEY"
    small: str | None = "claude-haiku-5-5"
    strong: str | None = "claude-fable-5-2"
    cache_ttl: Literal["5m", "1h"] = Field(
        "5m",
        description="How long what a request caches is kept unless it is used again; an hour is "
        "for turns that are minutes apart: writing then costs twice the input, not 1.25 times.",
    )


class GeminiSettings(HttpProviderSettings):
    """The Gemini API."""

    adapter: Literal["gemini"] = "gemini"
    key_env: str | None = "GEMINI_API_KEY"
    small: str | None = "gemini-3.5-flash-lite"
    strong: str | None = "gemini-4-argon"
    cache_ttl: int = Field(
        3600,
        ge=60,
        description="Seconds that stored content lives unless it is used (seed 000 §4).",
    )


class CompatibleSettings(HttpProviderSettings):
    """Any server that speaks OpenAI's Chat Completions: llama.cpp, vLLM, Ollama."""

    adapter: Literal["compatible"] = "compatible"
    base_url: Address | None = Field(
        "http://127.0.0.1:8080/v1", description="The server's address, with its version."
    )
    structured: Literal["auto", "native", "prompt"] = Field(
        "auto",
        description="Whether the server takes a JSON schema; auto: try, and remember a refusal.",
    )
    deadline: Seconds | None = Field(300.0, description="Seconds that one attempt may take.")
    concurrency: int = Field(4, ge=1, description="Most calls at once.")


class EmbeddedSettings(ProviderSettings):
    """A GGUF file that runs on this machine, in a child process."""

    adapter: Literal["embedded"] = "embedded"
    folder: str = Field(".models", description="Where GGUF files are looked for.")
    context: int = Field(8192, ge=256, description="Tokens of prompt and reply together.")
    threads: int | None = Field(None, ge=1, description="Threads; null: as llama.cpp decides.")
    deadline: Seconds | None = Field(300.0, description="Seconds that one attempt may take.")
    load_deadline: Seconds = Field(120.0, description="Seconds that loading the file may take.")
    concurrency: int = Field(1, ge=1, description="Most calls at once: the child takes one.")


AnyProvider = Annotated[
    OpenAISettings | AnthropicSettings | GeminiSettings | CompatibleSettings | EmbeddedSettings,
    Field(discriminator="adapter"),
]

DEFAULT_PROVIDERS: Mapping[str, AnyProvider] = {
    "openai": OpenAISettings(),
    "anthropic": AnthropicSettings(),
    "gemini": GeminiSettings(),
    "compatible": CompatibleSettings(),
    "embedded": EmbeddedSettings(),
}


class RoleClass(StrEnum):
    """What a role is for; each class has its own defaults."""

    PARSER = "parser"  # reads text into facts: a small model, cold (seed 000 §3, §14)
    DECIDER = "decider"  # decides or tells: the strongest model


def _as_names(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


class RoleSettings(_Section):
    """The models of a role and how they are asked. What is null comes from the role's class."""

    models: Annotated[tuple[str, ...], BeforeValidator(_as_names)] | None = Field(
        None,
        min_length=1,
        description="provider/model names, tried in order when one is down; a provider alone "
        "gives its small or strong model; `offline` gives the rule-based agent.",
    )
    temperature: float | None = Field(None, ge=0, le=2, description="0: always the likeliest.")
    max_tokens: int | None = Field(
        None, ge=1, description="Most output tokens of a reply, reasoning included."
    )
    effort: Effort | None = Field(None, description="How much a reasoning model thinks.")
    seed: int | None = Field(None, description="Sampling seed, for providers that take one.")
    deadline: Seconds | None = Field(
        None,
        description="Seconds that one attempt may take; null: the provider's, else 30 for parsers "
        "and 120 for deciders.",
    )

    def over(self, weaker: RoleSettings) -> RoleSettings:
        """Return these settings with what is null taken from weaker ones."""
        return weaker.model_copy(update=self.model_dump(exclude_none=True))


CLASS_DEFAULTS: Mapping[RoleClass, RoleSettings] = {
    RoleClass.PARSER: RoleSettings(temperature=0.0, max_tokens=4096, effort=Effort.LOW),
    RoleClass.DECIDER: RoleSettings(temperature=0.7, max_tokens=16384),
}


DEADLINES: Mapping[RoleClass, float] = {RoleClass.PARSER: 30.0, RoleClass.DECIDER: 120.0}
"""Seconds that one attempt may take where no setting says: what a person waits for."""


class OnModelFailure(StrEnum):
    """What happens when a role's model gives no answer."""

    OFFLINE = "offline"
    """The role's rule-based agent plays, and it is told, until the model is back."""
    PAUSE = "pause"
    """The episode is left where it stands, and can be resumed."""
    STOP = "stop"
    """The episode is over: failed."""


def _as_role(value: Any) -> Any:
    return {"models": value} if isinstance(value, str | list | tuple) else value


def names_in(role: Any) -> tuple[str, ...]:
    """Return the models of a role in any form in which settings give it; none in what is none."""
    if isinstance(role, Mapping):
        role = role.get("models")
    listed = _as_names(role.models if isinstance(role, RoleSettings) else role)
    return tuple(map(str, listed)) if isinstance(listed, list | tuple) else ()


def _plain(provider: Any) -> Mapping[str, Any]:
    return provider if isinstance(provider, Mapping) else {}


class LLMSettings(_Section):
    """Which models there are and which agent uses which."""

    models: dict[str, Annotated[RoleSettings, BeforeValidator(_as_role)]] = Field(
        default_factory=dict,
        description="Models by role, by class (`parser`, `decider`) or as `default`: a name, a "
        "list of names, or a table with temperature, max_tokens, effort and seed as well.",
    )
    providers: dict[str, AnyProvider] = Field(
        default_factory=lambda: dict(DEFAULT_PROVIDERS),
        description="Providers by name. A new name needs `adapter`; the known ones are changed.",
    )
    retries: RetrySettings = Field(
        default_factory=RetrySettings, description="How failed attempts are repeated."
    )
    circuit: CircuitSettings = Field(
        default_factory=CircuitSettings, description="When a model counts as down."
    )
    on_model_failure: OnModelFailure = Field(
        OnModelFailure.OFFLINE,
        description="What happens when a role's model cannot be had: offline: its rule-based "
        "agent plays until the model is back, told on the screen and on the log; pause: the "
        "episode waits to be resumed (what suites and tournaments do); stop: it ends as failed. A "
        "role that decides nothing (mafia's narrator) is neither waited for nor ends anything.",
    )
    json_retries: int = Field(
        3, ge=0, le=3, description="How often a reply of the wrong shape is asked for again."
    )

    @model_validator(mode="before")
    @classmethod
    def _with_presets(cls, value: Any) -> Any:
        """Add the presets that a model or a provider's changes name."""
        if not isinstance(value, Mapping) or not isinstance(value.get("models", {}), Mapping):
            return value
        providers = value.get("providers") or {}
        if not isinstance(providers, Mapping):
            return value
        roles = value.get("models", {}).values()
        named = {name.partition("/")[0] for role in roles for name in names_in(role)}
        added = {
            name: {**known, **_plain(providers.get(name))}
            for name in sorted(named | set(providers))
            if name in PRESETS and "adapter" not in _plain(providers.get(name))
            if (known := preset(name)) is not None
        }
        return {**value, "providers": {**providers, **added}} if added else value

    @field_validator("providers", mode="before")
    @classmethod
    def _over_the_known(cls, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        known: dict[str, Any] = dict(DEFAULT_PROVIDERS)
        for name, given in value.items():
            base = DEFAULT_PROVIDERS.get(name)
            if base is not None and isinstance(given, Mapping):
                known[name] = {**base.model_dump(), **given}
            else:
                known[name] = given
        return known

    @model_validator(mode="after")
    def _names_are_known(self) -> LLMSettings:
        for role, chosen in self.models.items():
            for name in chosen.models or ():
                provider = name.partition("/")[0]
                if is_own(name):
                    continue
                if name != OFFLINE and provider not in self.providers:
                    known = ", ".join(dict.fromkeys([OFFLINE, *self.providers, *PRESETS]))
                    hint = "" if "/" in name else "; a model is written provider/model"
                    raise ValueError(
                        f"{role}: there is no provider {provider!r} (known: {known}){hint}"
                    )
            alone = [name for name in chosen.models or () if name == OFFLINE or is_own(name)]
            if alone and len(chosen.models or ()) > 1:
                raise ValueError(f"{role}: {alone[0]} stands alone; it never fails over")
        return self

    def role(self, name: str, kind: RoleClass) -> RoleSettings:
        """Return what is in force for a role: its own, its class's, the default, the built-in."""
        chosen = RoleSettings(models=(OFFLINE,)).over(CLASS_DEFAULTS[kind])
        for key in ("default", kind.value, name):
            if key in self.models:
                chosen = self.models[key].over(chosen)
        return chosen

    def longest(self, role: str, model: str) -> float:
        """Return the seconds that one attempt of a role may take at most, whatever its class."""
        provider = self.providers.get(model.partition("/")[0])
        given = provider.deadline if provider is not None else None
        return max(self.role(role, kind).deadline or given or DEADLINES[kind] for kind in RoleClass)


UNATTENDED: dict[str, Any] = {"on_model_failure": "pause", "retries": {"longest_outage": 300.0}}
"""What suites set: an episode whose model cannot be had is no result. It waits, then is left where
it stands, and can go on later."""
