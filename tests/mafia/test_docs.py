"""What docs/mafia.md shows can be used as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludens.mafia import roles
from ludens.mafia.night import Night
from ludens.mafia.persona import read_persona
from ludens.mafia.rehearsal import rehearse
from ludens.mafia.roles import ROLES, NightAct, Role, RoleName, Team
from ludens.mafia.rules_text import rules_text
from ludens.mafia.seating import seat_players
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.tournament.plan import read_tournament

PAGE = Path(__file__).parents[2] / "docs" / "mafia.md"
DESIGN = Path(__file__).parents[2] / "docs" / "design" / "mafia.md"


def shown(language: str, words: str) -> str:
    """Return the block of code on the page that holds the words."""
    blocks = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return next(str(block) for block in blocks if words in block)


async def test_the_role_on_the_page_is_dealt_explained_and_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = {"Role": Role, "RoleName": RoleName, "Team": Team, "NightAct": NightAct, "Night": Night}
    exec(shown("python", "BODYGUARD"), names)
    role = names["BODYGUARD"]
    assert isinstance(role, Role)
    monkeypatch.setitem(roles.ROLES, role.name, role)
    settings = MafiaSettings(seats=7, roles={role.name: 1})
    guarded = 0
    for seed in range(4):
        state, log = await rehearse(seat_players(settings), seed)
        assert list(state.roles.values()).count(role.name) == 1
        assert role.act is not None
        assert role.act.told in rules_text(state.public)
        guarded += sum(getattr(event, "verb", "") == "guard" for event in log)
    assert guarded > 0


def test_the_character_on_the_page_can_sit_down() -> None:
    persona = read_persona(shown("toml", "[identity]"), "the page")
    assert persona.identity.name == "Wren"
    assert set(persona.roles) <= set(ROLES)


def test_the_tournament_on_the_page_can_be_played(tmp_path: Path) -> None:
    file = tmp_path / "spring.toml"
    file.write_text(shown("toml", "blocks"), encoding="utf-8")
    assert read_tournament(file).mafia.seats == 9


def test_every_test_that_holds_a_rule_is_there() -> None:
    named = re.findall(r"`(test_\w+)`", DESIGN.read_text(encoding="utf-8"))
    folder = Path(__file__).parent
    there = "".join(file.read_text(encoding="utf-8") for file in folder.glob("test_*.py"))
    assert len(named) > 40
    assert [name for name in named if f"def {name}(" not in there] == []


def test_nothing_is_left_to_be_filled_in() -> None:
    assert "@@" not in PAGE.read_text(encoding="utf-8")
