"""`ludens stuck` and `--set`."""

from __future__ import annotations

import json

from cli.conftest import Run


def test_any_setting_can_be_given_on_the_command_line_and_is_recorded(ludens: Run) -> None:
    calm = ("--set", "adventure.stuck.velocity.max_turns=60", "--set", "adventure.save_every=7")
    played = json.loads(ludens("play", "--json", "--seed", "3", "--max-turns", "50", *calm).stdout)
    forked = ludens(
        *("fork", played["episode"], "--turn", "20", "--max-turns", "30", "--json"),
        *("--set", "adventure.on_death=end"),
    )
    assert forked.returncode == 0, forked.stderr
    shown = json.loads(ludens("show", "last", "--json").stdout)
    recorded = shown["state"]["settings"]["adventure"]
    assert recorded["stuck"]["velocity"]["max_turns"] == 60
    assert recorded["save_every"] == 7
    assert recorded["on_death"] == "end"


def test_a_wrong_setting_is_refused_with_its_name(ludens: Run) -> None:
    for wrong, complaint in (
        ("adventure.stuk.on_stuck=explore", "did you mean adventure.stuck?"),
        ("adventure.stuck.on_stuck=fly", "adventure.stuck.on_stuck"),
        ("adventure", "is not NAME=VALUE"),
    ):
        refused = ludens("play", "--json", "--max-turns", "5", "--set", wrong)
        assert refused.returncode == 1
        assert complaint in refused.stderr
        assert len(refused.stderr.strip().splitlines()) == 1


def test_a_recorded_episode_is_held_against_the_detectors(ludens: Run) -> None:
    played = json.loads(ludens("play", "--json", "--seed", "3", "--max-turns", "60").stdout)
    strict = ("--set", "adventure.stuck.velocity.max_turns=5")
    strict = (*strict, "--set", "adventure.stuck.velocity.check_every=5")
    strict = (*strict, "--set", "adventure.stuck.warnings.after=2")
    found = json.loads(ludens("stuck", played["episode"], "--json", *strict).stdout)
    assert found["episode"] == played["episode"]
    assert found["turns"] == 60
    assert found["termination"] is not None
    assert found["turns_saved"] == 60 - found["termination"]
    assert found["stuck"]
    told = ludens("stuck", played["episode"], *strict).stdout
    assert f"it would have ended at turn {found['termination']}" in " ".join(told.split())
