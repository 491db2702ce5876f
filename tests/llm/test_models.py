"""The facade: which model an agent gets, and what a resumed turn does not pay again."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import pytest
from pydantic import ValidationError

from llm.harness import KEY, RULES, Decision, question, settings_for, talking, with_prefix
from llm.servers.openai import OpenAIServer
from llm.servers.replies import Answer, Asked, Cut, Failure, Reply, scripted
from ludens.installing import install_command
from ludens.llm.base import BaseLLM
from ludens.llm.calls import Asking, MemoryCallLog
from ludens.llm.clock import ManualClock
from ludens.llm.errors import (
    CallFailedError,
    ConfigurationError,
    ErrorKind,
    MissingExtraError,
    MissingKeyError,
    ModelFailedError,
    ReplyError,
)
from ludens.llm.models import Models
from ludens.llm.presets import PRESETS
from ludens.llm.recording import MOST_SHOWN
from ludens.llm.request import Block, Effort, LLMRequest, Sampling
from ludens.llm.response import LLMResponse, Stop
from ludens.llm.scripted import ScriptedLLM
from ludens.llm.settings import (
    DEADLINES,
    LLMSettings,
    OnModelFailure,
    RoleClass,
    RoleSettings,
)


def models(settings: dict[str, Any] | None = None, **options: Any) -> Models:
    options = {"log": MemoryCallLog(), "environ": {}, "dotenv": None, **options}
    return Models(LLMSettings.model_validate(settings or {}), rng=Random(1), **options)


def test_with_no_settings_every_role_is_offline() -> None:
    found = models()
    assert found.is_offline("player")
    assert found.is_offline("map_reader", RoleClass.PARSER)
    with pytest.raises(ConfigurationError, match=r"llm\.models\.player"):
        found.for_agent("player")


def test_a_provider_alone_gives_parsers_its_small_and_deciders_its_strong_model() -> None:
    found = models({"models": {"default": "anthropic"}})
    assert found.names("map_reader", RoleClass.PARSER) == ("anthropic/claude-haiku-5-5",)
    assert found.names("player") == ("anthropic/claude-fable-5-2",)


def test_a_role_is_stronger_than_its_class_and_that_than_the_default() -> None:
    found = models(
        {
            "models": {
                "default": "gemini",
                "parser": ["openai/gpt-6-luna", "anthropic"],
                "player": {"models": "openai/gpt-6-astra", "temperature": 1.5},
            }
        }
    )
    assert found.names("critic") == ("gemini/gemini-4-argon",)
    assert found.names("map_reader", RoleClass.PARSER) == (
        "openai/gpt-6-luna",
        "anthropic/claude-haiku-5-5",
    )
    assert found.names("player") == ("openai/gpt-6-astra",)
    parser = found.settings.role("map_reader", RoleClass.PARSER)
    player = found.settings.role("player", RoleClass.DECIDER)
    assert (parser.temperature, parser.max_tokens, parser.effort) == (0.0, 4096, Effort.LOW)
    assert (player.temperature, player.max_tokens, player.effort) == (1.5, 16384, None)


async def test_an_agents_sampling_fills_what_the_request_leaves_open() -> None:
    model = ScriptedLLM.saying("ok")
    found = models(
        {"models": {"player": {"temperature": 0.3, "seed": 5}}}, stand_ins={"player": model}
    )
    await found.for_agent("player").complete(question(sampling=Sampling(max_tokens=9)))
    assert model.requests[0].sampling == Sampling(temperature=0.3, max_tokens=9, seed=5)
    assert model.requests[0].agent == "player"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"models": {"player": "nobody/model"}}, "nobody"),
        ({"models": {"player": ["offline", "openai/x"]}}, "offline stands alone"),
        ({"models": {"player": []}}, "at least 1"),
        ({"providers": {"mine": {"base_url": "http://x"}}}, "adapter"),
        ({"providers": {"openai": {"no_such": 1}}}, "no_such"),
        ({"models": {"player": {"temperature": 3}}}, "less than or equal to 2"),
    ],
)
def test_wrong_settings_are_refused_by_name(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        LLMSettings.model_validate(settings)


def test_a_known_provider_is_changed_and_a_new_one_added_beside_the_rest() -> None:
    settings = LLMSettings.model_validate(
        {
            "providers": {
                "openai": {"deadline": 5},
                "ollama": {"adapter": "compatible", "base_url": "http://127.0.0.1:11434/v1"},
            }
        }
    )
    assert settings.providers["openai"].deadline == 5
    assert settings.providers["openai"].key_env == "OPENAI_API_KEY"
    assert set(settings.providers) == {
        "openai", "anthropic", "gemini", "compatible", "embedded", "ollama",
    }  # fmt: skip
    assert LLMSettings.model_validate(settings.model_dump()) == settings


@pytest.mark.parametrize("provider", ["openai", "anthropic", "gemini"])
def test_a_missing_key_is_one_line_that_names_the_variable(provider: str) -> None:
    found = models({"models": {"player": provider}})
    with pytest.raises(MissingKeyError, match=f"{provider.upper()}_API_KEY"):
        found.for_agent("player")


@pytest.mark.parametrize(
    ("provider", "extra"),
    [
        ("openai", "openai"),
        ("compatible", "openai"),
        ("gemini", "gemini"),
        ("embedded", "embedded"),
    ],
)
def test_a_missing_package_is_one_line_with_the_command(
    provider: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludens.llm.adapters.sdk.is_installed", lambda _: False)
    found = models({"models": {"player": f"{provider}/some"}}, environ={"OPENAI_API_KEY": KEY})
    with pytest.raises(MissingExtraError, match=re.escape(install_command(extra))):
        found.for_agent("player")


async def test_the_next_model_serves_when_the_first_is_down() -> None:
    async with (
        OpenAIServer(scripted(Failure(503))) as down,
        OpenAIServer(scripted(Reply("go"))) as up,
    ):
        settings = {
            "models": {"player": ["first/a", "second/b"]},
            "providers": {
                "first": {"adapter": "compatible", "base_url": down.base_url},
                "second": {"adapter": "compatible", "base_url": up.base_url},
            },
            "retries": {"attempts": 2},
        }
        found = models(settings, clock=ManualClock())
        response = await found.for_agent("player").complete(question())
        assert response.model == "second/b"
        assert response.attempts == 3
        log = found.log
        assert isinstance(log, MemoryCallLog)
        assert [(c.provider, c.attempt) for c in log.calls] == [
            ("first", 1),
            ("first", 2),
            ("second", 3),
        ]
        await found.aclose()


async def test_a_provider_that_is_down_is_soon_not_asked_at_all() -> None:
    async with talking(
        "openai",
        Failure(503),
        retries={"attempts": 1},
        circuit={"failures": 2, "cooldown": 60},
    ) as talk:
        for expected in (ErrorKind.OVERLOADED, ErrorKind.OVERLOADED, ErrorKind.CIRCUIT_OPEN):
            with pytest.raises(CallFailedError) as caught:
                await talk.llm.complete(question())
            assert caught.value.kind is expected
        assert len(talk.server.requests) == 2
        assert talk.calls[-1].error is not None
        assert talk.calls[-1].error.kind is ErrorKind.CIRCUIT_OPEN


async def test_one_model_may_be_down_while_another_of_its_provider_serves() -> None:
    def reply(asked: Asked) -> Answer:
        return Failure(503) if asked.model == "gpt-6-astra" else Reply("ok")

    role = {"models": "openai/gpt-6-luna"}
    async with talking("openai", reply=reply, model="gpt-6-astra", retries={"attempts": 4}) as talk:
        with pytest.raises(CallFailedError):
            await talk.llm.complete(question())
        assert talk.models.providers["openai"].circuit("gpt-6-astra").is_open
        talk.models.settings.models["critic"] = RoleSettings.model_validate(role)
        assert (await talk.models.for_agent("critic").complete(question())).text == "ok"


@pytest.mark.parametrize("how", OnModelFailure)
async def test_what_a_failing_model_means_is_as_set(how: OnModelFailure) -> None:
    down = CallFailedError(ErrorKind.OVERLOADED, "busy", model="a/b")
    model = ScriptedLLM.saying(down, name="a/b")
    settings = {"on_model_failure": how, "retries": {"attempts": 1}}
    found = models(settings, stand_ins={"player": model})
    expected = CallFailedError if how is OnModelFailure.OFFLINE else ModelFailedError
    with pytest.raises(expected) as caught:
        await found.for_agent("player").complete_json(question(), Decision)
    if isinstance(caught.value, ModelFailedError):
        assert caught.value.ends is (how is OnModelFailure.STOP)
    log = found.log
    assert isinstance(log, MemoryCallLog)
    (service,) = log.services
    assert service.error is not None
    assert (service.agent, service.error.kind) == ("player", ErrorKind.OVERLOADED)


async def test_whoever_watches_sees_a_reply_come_break_off_and_be_asked_for_again() -> None:
    shown: list[Asking] = []
    with mock.patch("ludens.llm.recording.SHOWN_EVERY", 0):
        async with talking("openai", Cut(Reply("I go north."), after=3), Reply("I stay.")) as talk:
            talk.log.is_watched = True
            talk.log.show = shown.append  # type: ignore[method-assign]
            response = await talk.llm.complete(question())
    assert (response.text, response.attempts) == ("I stay.", 2)
    assert {(asking.agent, asking.model) for asking in shown} == {("player", "openai/gpt-6-luna")}
    said = [asking.said for asking in shown]
    assert said[0] == "", "it is told before anything comes"
    assert any(text and "I go north.".startswith(text) for text in said)
    assert said[-1] == "I ", "a word that may become a key is shown when it has ended"
    assert any("asked again in" in asking.waiting for asking in shown)


async def test_who_listens_to_a_reply_is_told_no_key_while_it_comes() -> None:
    told: list[str] = []
    reply = Reply(f"I say <<{KEY}>> and {' '.join(KEY)} so, friend.", pieces=30)
    async with talking("openai", reply) as talk:
        await talk.llm.complete(question(), on_text=told.append)
    assert re.fullmatch(r"I say <<\[key\]>> and (\S ){0,6}\[key\] so, friend\.", "".join(told))
    assert len(told) > 2


async def test_a_long_reply_is_not_shown_to_its_end_while_it_comes() -> None:
    shown: list[Asking] = []
    long = Reply("word " * (MOST_SHOWN // 2), pieces=50)
    with mock.patch("ludens.llm.recording.SHOWN_EVERY", 0):
        async with talking("openai", long) as talk:
            talk.log.is_watched = True
            talk.log.show = shown.append  # type: ignore[method-assign]
            response = await talk.llm.complete(question())
    assert len(response.text) > MOST_SHOWN
    assert MOST_SHOWN * 0.9 < max(len(asking.said) for asking in shown) <= MOST_SHOWN


async def test_a_refusal_never_ends_an_episode() -> None:
    reply = LLMResponse(text="No.", model="a/b", stop=Stop.REFUSED)
    refused = ReplyError(ErrorKind.REFUSED, "the model refused: No.", response=reply)
    found = models(
        {"on_model_failure": "stop"}, stand_ins={"player": ScriptedLLM.saying(refused, name="a/b")}
    )
    with pytest.raises(ReplyError):
        await found.for_agent("player").complete_json(question(), Decision)


def test_each_role_has_a_deadline_that_a_person_accepts() -> None:
    found = LLMSettings.model_validate({"models": {"critic": {"deadline": 9}}})
    assert found.role("critic", RoleClass.DECIDER).deadline == 9
    assert DEADLINES == {RoleClass.PARSER: 30, RoleClass.DECIDER: 120}


async def test_a_resumed_turn_pays_no_call_twice() -> None:
    async with OpenAIServer(scripted(Reply("one"), Reply("two"), Reply("three"))) as server:
        log = MemoryCallLog()
        settings = settings_for("openai", server)

        def start() -> Models:
            return Models(
                settings, log=log, rng=Random(1), environ={"LOOPBACK_KEY": KEY}, dotenv=None
            )

        before = start()
        llm = before.for_agent("player")
        first = [await llm.complete(question()), await llm.complete(question())]
        await before.aclose()  # killed here, in the middle of the turn
        after = start()
        llm = after.for_agent("player")
        again = [await llm.complete(question()), await llm.complete(question())]
        assert again == first
        assert len(server.requests) == 2
        assert (await llm.complete(question())).text == "three"
        await after.aclose()
        assert len(log.calls) == 3


async def test_a_paid_refusal_is_not_paid_again() -> None:
    async with talking("openai", Reply("no", finish="refusal"), Reply("yes")) as talk:
        llm = talk.llm
        with pytest.raises(ReplyError):
            await llm.complete(question())
        talk.models.begin_turn()  # as after a restart: the log still has the turn
        with pytest.raises(ReplyError) as caught:
            await llm.complete(question())
        assert caught.value.kind is ErrorKind.REFUSED
        assert caught.value.response.text == "no"
        assert len(talk.server.requests) == 1


async def test_the_nth_equal_request_of_a_turn_is_the_nth_call() -> None:
    async with talking("openai", Reply("one"), Reply("two")) as talk:
        await talk.llm.complete(question())
        await talk.llm.complete(question())
        assert [call.occurrence for call in talk.calls] == [0, 1]
        talk.models.begin_turn()
        talk.log.begin_turn()
        await talk.llm.complete(question())
        assert talk.calls[-1].occurrence == 0


async def test_two_agents_never_share_a_call() -> None:
    found = models(stand_ins={n: ScriptedLLM.saying(n) for n in ("player", "critic")})
    replies = await asyncio.gather(
        *(found.for_agent(name).complete(question()) for name in ("player", "critic"))
    )
    assert [reply.text for reply in replies] == ["player", "critic"]
    log = found.log
    assert isinstance(log, MemoryCallLog)
    assert len({call.request_hash for call in log.calls}) == 2


async def test_a_stand_in_is_recorded_like_any_model() -> None:
    found = models(stand_ins={"player": ScriptedLLM.saying(Decision(command="look"))})
    llm: BaseLLM = found.for_agent("player")
    assert not found.is_offline("player")
    value, response = await llm.complete_json(question(), Decision)
    assert value.command == "look"
    log = found.log
    assert isinstance(log, MemoryCallLog)
    assert log.usage() == response.usage
    assert log.cost() == 0


async def test_what_comes_before_the_cache_point_does_not_move_between_turns() -> None:
    async with talking("openai", Reply("go")) as talk:
        for turn in range(1, 6):
            talk.models.begin_turn()
            await talk.llm.complete(with_prefix(f"Turn {turn}. " + "more " * turn))
        prefixes = {call.request.fixed_prefix() for call in talk.calls}
        assert len(prefixes) == 1
        sent = {repr(r.body["input"][0]) for r in talk.server.requests}
        keys = {r.body["prompt_cache_key"] for r in talk.server.requests}
        assert len(sent) == len(keys) == 1
        assert RULES in sent.pop()
        hits = [c.response.usage.cached_tokens for c in talk.calls if c.response]
        assert hits[0] == 0 and all(hits[1:])


async def test_closing_twice_is_safe() -> None:
    async with talking("openai", Reply("go")) as talk:
        await talk.llm.complete(question())
        await talk.models.aclose()
        await talk.models.aclose()


def test_a_request_keeps_what_only_it_says() -> None:
    found = models(stand_ins={"player": ScriptedLLM.saying("ok")})
    llm = found.for_agent("player")
    request = LLMRequest.of("hi", system=Block(text="r"), sampling=Sampling(temperature=1.0))
    assert llm.prepared(request).sampling.temperature == 1.0  # type: ignore[attr-defined]


def test_composing_models_imports_no_provider_sdk_and_no_price_table() -> None:
    code = (
        "import sys; from random import Random; from ludens.llm.models import Models;"
        "from ludens.llm.calls import MemoryCallLog; from ludens.llm.settings import LLMSettings;"
        "Models(LLMSettings(), log=MemoryCallLog(), rng=Random(1));"
        "heavy = ('openai', 'anthropic', 'google', 'xllamacpp', 'httpx2', 'genai_prices');"
        "print([name for name in heavy if name in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


def test_a_provider_known_by_name_is_asked_at_its_address_once_a_model_of_it_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "groq" not in LLMSettings().providers
    named = LLMSettings.model_validate({"models": {"player": "groq/some"}}).providers["groq"]
    assert (named.adapter, named.base_url) == ("compatible", PRESETS["groq"].base_url)
    assert named.key_env == "GROQ_API_KEY"
    here = {"models": {"default": "vllm/x"}, "providers": {"vllm": {"base_url": "http://h/v1"}}}
    assert LLMSettings.model_validate(here).providers["vllm"].base_url == "http://h/v1"
    monkeypatch.delenv("AZURE_OPENAI_ENDPOINT", raising=False)
    with pytest.raises(ValidationError, match="set AZURE_OPENAI_ENDPOINT"):
        LLMSettings.model_validate({"models": {"player": "azure/mine"}})
    monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", "https://mine.example/")
    kept = LLMSettings.model_validate({"models": {"player": "azure/mine"}})
    assert kept.providers["azure"].base_url == "https://mine.example/openai/v1"
    monkeypatch.delenv("AZURE_OPENAI_ENDPOINT")
    assert LLMSettings.model_validate(kept.model_dump(mode="json")) == kept
    told = (Path(__file__).parents[2] / "docs" / "llm.md").read_text(encoding="utf-8")
    assert [name for name in PRESETS if f"`{name}/…`" not in told] == []
