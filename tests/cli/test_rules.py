"""`ludens rules`: what the offline player knows to do, and what each rule is worth."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from ludens.adventure.agents.settings import PlayerSettings
from ludens.adventure.offline.proposers import rule_ids
from ludens.cli.app import app


def test_every_rule_is_listed_with_what_it_brought() -> None:
    found = json.loads(CliRunner().invoke(app, ["rules", "--json"]).stdout)["rules"]
    assert {one["id"] for one in found} == set(rule_ids())
    assert [one["worth"] for one in found] == sorted((r["worth"] for r in found), reverse=True)
    assert all(one["gains"] <= one["tries"] for one in found)


def test_a_rule_is_shown_by_its_id_and_an_unknown_one_is_refused() -> None:
    assert "unlock O with T" in CliRunner().invoke(app, ["rules", "unlock"]).stdout
    refused = CliRunner().invoke(app, ["rules", "no-such-rule"])
    assert refused.exit_code != 0


def test_a_rule_that_is_not_there_cannot_be_switched_off() -> None:
    assert PlayerSettings(without=("unlock",)).without == ("unlock",)
    with pytest.raises(ValueError, match="no such rule: unlok"):
        PlayerSettings(without=("unlok",))
