"""Settings come from four sources, and a wrong one is named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from ludens.settings import (
    Settings,
    SettingsError,
    check_recorded,
    check_settings,
    load_settings,
    setting_names,
)
from ludens.writable import is_writable, is_writable_json


def load(folder: Path, environ: dict[str, str] | None = None, **flags: Any) -> Settings:
    return load_settings(flags, folder=folder, environ=environ or {})


def test_each_source_is_stronger_than_the_one_before(tmp_path: Path) -> None:
    assert load(tmp_path).limits.turns == 1000
    (tmp_path / "ludens.toml").write_text("[limits]\nturns = 10\ntokens = 5\nseconds = 2.5\n")
    environ = {"LUDENS_LIMITS__TURNS": "20", "LUDENS_LIMITS__TOKENS": "6"}
    settings = load(tmp_path, environ, limits={"turns": 30})
    assert (settings.limits.turns, settings.limits.tokens, settings.limits.seconds) == (30, 6, 2.5)


def test_a_limit_is_lifted_by_null(tmp_path: Path) -> None:
    assert load(tmp_path, {"LUDENS_LIMITS__TURNS": "null"}).limits.turns is None


def test_the_hooks_of_a_config_json_are_read(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"hooks": ["bell"], "game": {"file": "x.z5"}}')
    assert load(tmp_path).hooks == ("bell",)
    (tmp_path / "ludens.toml").write_text('hooks = ["whistle", {use = "drum", options = {n = 1}}]')
    hooks = load(tmp_path).hooks
    assert hooks[0] == "whistle"
    assert not isinstance(hooks[1], str)
    assert hooks[1].options == {"n": 1}


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("[adventure]\nenigne = 1", "no setting adventure.enigne; did you mean adventure.engine?"),
        ("[limit]\nturns = 1", "no setting limit"),
        ("sotre = 'x'", "did you mean store?"),
        ("[adventure.player]\nwithout = 1", "adventure.player.without: it must be a list"),
        ("[limits]\nturns = 0", "limits.turns: it must be 1 or more"),
        ("[adventure]\nengine = 'glulxe'", "'jericho' or 'dfrotz'"),
        ("limits = 3", "limits"),
        ("turns = [", "cannot be read as TOML"),
    ],
)
def test_a_wrong_setting_is_named_with_its_source(tmp_path: Path, toml: str, message: str) -> None:
    (tmp_path / "ludens.toml").write_text(toml)
    with pytest.raises(SettingsError) as caught:
        load(tmp_path)
    assert "ludens.toml" in str(caught.value)
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("value", ["inf", "1e400", "-inf"])
def test_a_number_that_json_has_not_is_no_setting(tmp_path: Path, value: str) -> None:
    limits = {"seconds": float(value.removeprefix("-"))}
    for wrong in ({"environ": {"LUDENS_LIMITS__SECONDS": value}}, {"limits": limits}):
        with pytest.raises(SettingsError, match=r"limits\.seconds"):
            load(tmp_path, **wrong)
    with pytest.raises(SettingsError, match=r"limits\.seconds"):
        check_settings({"limits": limits})


def test_an_unknown_variable_is_named(tmp_path: Path) -> None:
    with pytest.raises(
        SettingsError, match=r"the environment: there is no setting adventure\.perc"
    ):
        load(tmp_path, {"LUDENS_ADVENTURE__PERC": "text"})


def test_a_secret_in_the_environment_is_no_setting(tmp_path: Path) -> None:
    secrets = ("LUDENS_SLACK_WEBHOOK", "LUDENS_DISCORD_WEBHOOK", "LUDENS_WEB_TOKEN")
    assert load(tmp_path, dict.fromkeys(secrets, "hidden")) == load(tmp_path)


@pytest.mark.parametrize("address", ["http://127.0.0.1:1/{}/v1"])
@pytest.mark.parametrize("key", ["Qz7RmT4x", "sk-Qz7RmT4xWb9LpV2kYd8NcH3f"])
def test_a_key_in_an_address_is_refused(tmp_path: Path, address: str, key: str) -> None:
    provider = {"base_url": address.format(key), "key_env": "MY_KEY"}
    flags = {"llm": {"providers": {"compatible": provider}}}
    with pytest.raises(SettingsError, match=r"^llm\.providers\.compatible\.base_url holds a key"):
        load_settings(flags, environ={"MY_KEY": key}, folder=tmp_path)
    (tmp_path / ".env").write_text(f"MY_KEY={key}\n", encoding="utf-8")
    with pytest.raises(SettingsError, match="holds a key"):
        load_settings(flags, environ={}, folder=tmp_path)


@pytest.mark.parametrize("address", ["http://a/\x01", "http://☃.x", f"http://{'a' * 3000}", "x"])
def test_what_is_no_address_is_refused_in_one_line(tmp_path: Path, address: str) -> None:
    flags = {"llm": {"providers": {"compatible": {"base_url": address}}}}
    with pytest.raises(SettingsError, match="no address of a server"):
        load_settings(flags, environ={}, folder=tmp_path)


@pytest.mark.parametrize(
    "address", ["http://u:sesame@a/v1", "http://a/v1?key=sesame", "http://a/#s"]
)
def test_an_address_with_what_may_be_a_secret_is_refused(tmp_path: Path, address: str) -> None:
    for flags in (
        {"llm": {"providers": {"compatible": {"base_url": address}}}},
        {"story": {"embedding_server": {"base_url": address}}},
    ):
        with pytest.raises(SettingsError, match="no password and no query") as refused:
            load_settings(flags, environ={}, folder=tmp_path)
        assert "sesame" not in str(refused.value)


def test_a_wrong_setting_of_a_provider_is_named_by_its_place_alone(tmp_path: Path) -> None:
    flags = {"llm": {"providers": {"compatible": {"foo": 1}}}}
    with pytest.raises(SettingsError, match=r"line: llm\.providers\.compatible\.foo: extra"):
        load_settings(flags, environ={}, folder=tmp_path)


def test_every_setting_says_what_it_is() -> None:
    def fields(model: type[BaseModel]) -> None:
        for name, field in model.model_fields.items():
            assert field.description, f"{model.__name__}.{name} has no description"
            if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
                fields(field.annotation)

    fields(Settings)
    assert "limits.idle_turns" in set(setting_names())


NASTY: tuple[Any, ...] = (
    *(
        None,
        True,
        1,
        -(2**200),
        0.5,
        float("nan"),
        "",
        "x",
        "\ud800",
        "a\x00",
        [],
        {},
        [[]],
        [None],
    ),
    *(
        [{"a": 1}],
        ["\ud800"],
        {"a": []},
        {"a": {"models": 5}},
        {"a": {"adapter": 5}},
        {"\ud800": 1},
    ),
)


@pytest.mark.parametrize("check", [check_settings, check_recorded])
def test_whatever_a_setting_is_said_to_be_is_taken_or_refused_in_one_line(
    check: Callable[[dict[str, Any]], Settings],
) -> None:
    names = set(setting_names())
    sections = {name.rpartition(".")[0] for name in names} - {""}
    for name in sorted(names | sections):
        for value in NASTY:
            said: Any = value
            for part in reversed(name.split(".")):
                said = {part: said}
            try:
                check(said)
            except SettingsError as refusal:
                assert "\n" not in str(refusal)
                assert is_writable(str(refusal))
                assert is_writable_json({each.setting: each.message for each in refusal.problems})
