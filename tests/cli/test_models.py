"""`ludens models` and `ludens models try NAME`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from llm.harness import KEY, PROVIDERS, SERVERS, settings_for
from llm.servers.http import LoopbackServer, in_a_thread
from llm.servers.replies import Asked, Failure, Reply
from ludens.cli.models import app
from ludens.installing import install_command

Listening = Callable[..., LoopbackServer]


def reply(asked: Asked) -> Reply:
    if asked.schema is not None:
        return Reply('{"command": "open the door", "reason": "I have [the] key."}')
    return Reply("lamp" if "room" in asked.messages[-1][1] else "Ready.")


@pytest.fixture
def listening() -> Iterator[Listening]:
    """Loopback servers in loops of their own: the command runs its own."""
    with ExitStack() as servers:
        yield lambda provider, function=reply: servers.enter_context(
            in_a_thread(SERVERS[provider](function))
        )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    wide = Console(width=200, highlight=False, soft_wrap=False)
    monkeypatch.setattr("ludens.cli.models.out", wide)
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def configured(folder: Path, provider: str, server: LoopbackServer) -> None:
    """Let the settings' provider be the server."""
    place = settings_for(provider, server).providers[provider].model_dump(mode="json")
    lines = [f"[llm.providers.{provider}]"]
    lines += [f"{key} = {json.dumps(place[key])}" for key in ("base_url", "key_env")]
    (folder / "ludens.toml").write_text("\n".join(lines))
    (folder / ".env").write_text(f"LOOPBACK_KEY={KEY}\n")


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


def test_the_list_shows_providers_keys_prices_and_abilities(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    (folder / ".env").write_text("GEMINI_API_KEY=from-the-file\n")
    (folder / ".models").mkdir()
    (folder / ".models" / "tiny.gguf").touch()
    result = run()
    assert result.exit_code == 0, result.output
    shown = result.output
    assert re.search(r"openai +yes +installed +OPENAI_API_KEY \(environment\)", shown)
    assert re.search(r"anthropic +no +installed +ANTHROPIC_API_KEY not set", shown)
    assert re.search(r"gemini +yes +installed +GEMINI_API_KEY \(\.env\)", shown)
    assert re.search(r"anthropic/claude-opus-5-5( +[\d.]+){4} +native +no", shown)
    assert re.search(r"embedded/tiny\.gguf +unpriced", shown)
    assert KEY not in shown
    assert "from-the-file" not in shown


def test_the_list_as_json_says_the_same(folder: Path) -> None:
    found = json.loads(run("--json").output)
    by_name = {model["name"]: model for model in found["models"]}
    assert by_name["gemini/gemini-3.8-flash"]["caching"] == "stored"
    assert by_name["openai/gpt-6-luna"]["prices"]["input"] is not None
    assert {p["name"] for p in found["providers"]} >= {"openai", "compatible", "embedded"}


def test_a_missing_package_is_shown_with_its_command(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludens.llm.catalogue.is_installed", lambda adapter: adapter != "gemini")
    assert install_command("gemini") in run().output


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_trial_makes_four_calls_and_says_whether_the_cache_engaged(
    provider: str, folder: Path, listening: Listening
) -> None:
    server = listening(provider)
    configured(folder, provider, server)
    name = f"{provider}/some" if provider == "compatible" else provider
    result = run("try", name)
    assert result.exit_code == 0, result.output
    for said in ("Ready.", "open the door (I have [the] key.)", "lamp", "structured"):
        assert said in result.output
    assert ("unpriced" in result.output) is (provider == "compatible")
    short = "stores no prefix below" in result.output  # and says why nothing is cached
    assert ("engaged" in result.output or short) is (provider != "compatible")
    assert KEY not in result.output
    assert len(server.asked) == 4


def test_a_trial_as_json_has_the_whole_meter(folder: Path, listening: Listening) -> None:
    configured(folder, "anthropic", listening("anthropic"))
    found = json.loads(run("try", "anthropic/claude-haiku-5-5", "--json").output)
    assert found["model"] == "anthropic/claude-haiku-5-5"
    last = found["steps"][-1]["response"]
    assert last["usage"]["cached_tokens"] > 512
    assert last["cost"] is not None


def test_a_trial_that_fails_shows_each_failure_and_exits_with_1(
    folder: Path, listening: Listening
) -> None:
    configured(folder, "openai", listening("openai", lambda _: Failure(401, f"bad {KEY}")))
    result = run("try", "openai")
    assert result.exit_code == 1
    assert result.output.count("HTTP 401") == 4
    assert KEY not in result.output


def test_a_trial_of_nobody_or_without_a_key_is_one_line(folder: Path) -> None:
    assert "no provider 'nobody'" in str(run("try", "nobody/x").exception)
    assert "GROQ_API_KEY" in str(run("try", "groq/some").exception)
    assert "ANTHROPIC_API_KEY" in str(run("try", "anthropic").exception)
