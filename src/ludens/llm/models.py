"""The models of an episode: what the games ask for, composed from its parts."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from random import Random

from ludens.llm.agent import AgentLLM, TurnOccurrences
from ludens.llm.base import BaseLLM
from ludens.llm.calls import Asking, CallLog
from ludens.llm.cassettes import Cassette, CassettePlayer, CassetteRecorder
from ludens.llm.circuit import Circuit, Circuits, Guarded
from ludens.llm.clock import Clock, SystemClock
from ludens.llm.deadline import Deadline
from ludens.llm.errors import CallFailedError, ConfigurationError
from ludens.llm.fallbacks import Fallbacks
from ludens.llm.keys import Keys, LogGuard, Scrubber
from ludens.llm.limiting import ConcurrencyLimit, Limited
from ludens.llm.providers import make_providers
from ludens.llm.recording import Recording
from ludens.llm.request import LLMRequest, Sampling
from ludens.llm.retrying import Retrying
from ludens.llm.settings import (
    DEADLINES,
    OFFLINE,
    LLMSettings,
    OnModelFailure,
    RoleClass,
    is_own,
)

STAND_IN_CONCURRENCY = 256
"""Most calls at once of a model that stands in for a role: no provider limits it."""


class Models:
    """Every agent's model, on one record.

    The order of the wrappers, from the agent inwards: what was paid already, fallbacks, retries,
    concurrency, the record, the circuit, the deadline, the adapter. So a wait for a place is no
    latency, and each attempt is recorded before a retry is decided.
    """

    def __init__(
        self,
        settings: LLMSettings,
        *,
        log: CallLog,
        rng: Random,
        clock: Clock | None = None,
        environ: Mapping[str, str] | None = None,
        dotenv: Path | None = Path(".env"),
        stand_ins: Mapping[str, BaseLLM] | None = None,
        circuits: Circuits | None = None,
        record: Cassette | None = None,
        replay: Cassette | None = None,
    ) -> None:
        """Compose nothing yet.

        `rng` draws the jitter of retries. `stand_ins` play the roles they are given for, instead
        of the models that the settings name. `circuits` are shared with episodes that are
        played together with this one, under the same providers. `record` takes down every
        outcome; `replay` plays them, with no provider, no log and no waiting.
        """
        self.settings = settings
        self.log = log
        self.rng = rng
        self.clock = clock or SystemClock()
        self.keys = Keys(os.environ if environ is None else environ, dotenv)
        self.scrubber = Scrubber()
        self._log_guard = LogGuard(self.scrubber)
        self._log_guard.install()
        self.providers = make_providers(
            settings,
            circuits=circuits or Circuits(),
            keys=self.keys,
            scrubber=self.scrubber,
            clock=self.clock,
        )
        self._stand_ins = dict(stand_ins or {})
        self._record = record
        self._replay = replay
        self._occurrences = TurnOccurrences()
        self._agents: dict[tuple[str, RoleClass], BaseLLM] = {}

    def begin_turn(self) -> None:
        """Begin a turn: equal requests are counted from 0 again."""
        self._occurrences.begin_turn()

    def is_offline(self, role: str, kind: RoleClass = RoleClass.DECIDER) -> bool:
        """Whether the role is played by its rule-based agent."""
        return role not in self._stand_ins and self.names(role, kind) == (OFFLINE,)

    def is_named(self, role: str) -> bool:
        """Whether a setting (or a stand-in) is this role's or class's own, not the default."""
        return role in self._stand_ins or role in self.settings.models

    def names(self, role: str, kind: RoleClass = RoleClass.DECIDER) -> tuple[str, ...]:
        """Return the models of a role as provider/model, the first choice first."""
        if role in self._stand_ins:
            return (self._stand_ins[role].name,)
        chosen = self.settings.role(role, kind).models
        assert chosen is not None
        return tuple(self._full_name(name, kind) for name in chosen)

    def for_agent(
        self,
        role: str,
        kind: RoleClass = RoleClass.DECIDER,
        *,
        temperature: float | None = None,
        needed: bool = True,
    ) -> BaseLLM:
        """Return the model of a role, always the same one; raises ConfigurationError.

        `kind` says which defaults the role has, `temperature` stands above them. A role that is
        offline has no model. One that is not `needed` decides nothing: whatever the settings say
        of failures, the episode neither waits for it nor ends by it.
        """
        if (role, kind) not in self._agents:
            self._agents[role, kind] = self._compose(role, kind, temperature, needed)
        return self._agents[role, kind]

    async def aclose(self) -> None:
        """Let go of connections, child processes and stored prefixes. Safe to call twice."""
        self._agents.clear()
        for provider in self.providers.values():
            await provider.aclose()
        for model in self._stand_ins.values():
            await model.aclose()
        self._log_guard.remove()

    def _compose(
        self, role: str, kind: RoleClass, temperature: float | None, needed: bool
    ) -> BaseLLM:
        names = self.names(role, kind)
        if names == (OFFLINE,) or is_own(names[0]):
            raise ConfigurationError(
                f"{role} is {names[0]}: set llm.models.{role} to a provider/model, "
                "or use its rule-based agent"
            )
        inner: BaseLLM
        if self._replay is not None:
            inner = CassettePlayer(self._replay, name=names[0])
        else:
            inner = Fallbacks(
                [
                    self._guarded(role, kind, name, waited_for=needed and name == names[-1])
                    for name in names
                ]
            )
            if self._record is not None:
                inner = CassetteRecorder(inner, self._record)
        chosen = self.settings.role(role, kind)
        return AgentLLM(
            inner,
            agent=role,
            sampling=Sampling(
                temperature=chosen.temperature if temperature is None else temperature,
                max_tokens=chosen.max_tokens,
                effort=chosen.effort,
                seed=chosen.seed,
            ),
            log=self.log,
            occurrences=self._occurrences,
            json_retries=self.settings.json_retries,
            on_failure=self.settings.on_model_failure if needed else OnModelFailure.OFFLINE,
            reuses=self._replay is None,
        )

    def _guarded(self, role: str, kind: RoleClass, name: str, *, waited_for: bool) -> BaseLLM:
        """Return one model with everything around it but the fallbacks."""
        model: BaseLLM
        if role in self._stand_ins:
            model = self._stand_ins[role]
            circuit = Circuit(self.settings.circuit, self.clock)
            limit = ConcurrencyLimit(STAND_IN_CONCURRENCY)
        else:
            provider_name, _, model_name = name.partition("/")
            provider = self.providers[provider_name]
            chosen = provider.settings
            seconds = self.settings.role(role, kind).deadline or chosen.deadline or DEADLINES[kind]
            model = Deadline(
                provider.model(model_name),
                seconds,
                silence=getattr(chosen, "silence", None),
                lives=provider.lives,
            )
            circuit, limit = provider.circuit(model_name), provider.limit
        model = Recording(Guarded(model, circuit), self.log, self.clock, self.scrubber)
        return Retrying(
            Limited(model, limit),
            self.settings.retries,
            self.rng,
            self.clock,
            waited_for=waited_for,
            on_wait=self._waiting,
        )

    def _waiting(self, request: LLMRequest, failure: CallFailedError, seconds: float) -> None:
        """Let those who watch know that a model is not asked just now."""
        waiting = f"{failure.message}; asked again in {max(1, seconds):.0f} s"
        self.log.show(Asking(request.agent, failure.model, self.clock.now(), waiting=waiting))

    def _full_name(self, name: str, kind: RoleClass) -> str:
        provider, slash, _ = name.partition("/")
        if slash or name == OFFLINE or is_own(name):
            return name
        chosen = self.settings.providers[provider]
        model = chosen.small if kind is RoleClass.PARSER else chosen.strong
        if model is None:
            which = "small" if kind is RoleClass.PARSER else "strong"
            raise ConfigurationError(
                f"{provider} names no {which} model: write {provider}/MODEL, "
                f"or set llm.providers.{provider}.{which}"
            )
        return f"{provider}/{model}"
