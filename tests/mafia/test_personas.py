"""Characters: files that are checked, and a cast that is distinct."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from ludens.mafia.persona import (
    PersonaError,
    bundled_personas,
    cast_table,
    load_personas,
    read_persona,
)

CAST = bundled_personas()


def test_there_are_enough_characters_for_the_largest_table() -> None:
    assert len(CAST) >= 15


def test_no_two_characters_share_a_name_or_a_beginning_of_one() -> None:
    names = [persona.identity.name for persona in CAST.values()]
    assert not [pair for pair in combinations(names, 2) if pair[0].startswith(pair[1])]
    assert len({name[:3] for name in names}) == len(names)


def test_no_two_characters_share_a_line() -> None:
    lines = [
        line
        for persona in CAST.values()
        for line in (
            persona.identity.background,
            *persona.identity.traits,
            persona.voice.speech,
            persona.voice.reasoning,
            persona.voice.accusing,
            persona.voice.defending,
            *persona.voice.phrases,
        )
    ]
    assert len(set(lines)) == len(lines)


@pytest.mark.parametrize("name", list(CAST))
def test_relationships_are_with_characters_that_exist(name: str) -> None:
    names = {persona.identity.name for persona in CAST.values()}
    assert set(CAST[name].relationships) <= names - {CAST[name].identity.name}


def test_a_cast_asked_for_sits_down_in_its_order() -> None:
    cast = cast_table(5, CAST, ("wren", "dov"), Random(1))
    assert [persona.identity.name for persona in cast[:2]] == ["Wren", "Dov"]
    assert len({persona.identity.name for persona in cast}) == 5


def test_a_cast_drawn_by_lot_is_the_same_for_the_same_dice() -> None:
    assert cast_table(9, CAST, (), Random(3)) == cast_table(9, CAST, (), Random(3))
    assert cast_table(9, CAST, (), Random(3)) != cast_table(9, CAST, (), Random(4))


OWN = """
[identity]
name = "Zadie"
tagline = "a guest"
background = "She is new here."
traits = ["new", "curious"]
[voice]
speech = "brief"
reasoning = "slow"
accusing = "seldom"
defending = "never"
trust = "all"
risk = "none"
phrases = ["Well.", "Oh."]
"""


def test_a_folder_of_ones_own_is_added_to_the_cast(tmp_path: Path) -> None:
    (tmp_path / "zadie.toml").write_text(OWN)
    known = load_personas(str(tmp_path))
    assert known["zadie"].identity.name == "Zadie"
    assert "wren" in known


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("name = ", "name "), "not valid TOML"),
        (('risk = "none"\n', ""), "voice.risk"),
        (('name = "Zadie"', 'name = "Zadie Two"'), "identity.name"),
        (("[voice]", "mood = 1\n[voice]"), "identity.mood"),
    ],
)
def test_a_wrong_file_is_refused_with_its_name_and_place(
    change: tuple[str, str], message: str
) -> None:
    with pytest.raises(PersonaError, match=f"(?s)zadie.toml.*{message}|{message}"):
        read_persona(OWN.replace(*change), "zadie.toml")


def test_an_unknown_character_or_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PersonaError, match="no persona 'nobody'"):
        cast_table(5, CAST, ("nobody",), Random(1))
    with pytest.raises(PersonaError, match="no folder"):
        load_personas(str(tmp_path / "none"))


def test_too_few_characters_are_refused() -> None:
    few = {name: CAST[name] for name in list(CAST)[:4]}
    with pytest.raises(PersonaError, match="5 seats need 5"):
        cast_table(5, few, (), Random(1))
