"""What is read from a speech by fixed rules."""

from __future__ import annotations

import pytest

from ludens.mafia.persona import bundled_personas
from ludens.mafia.reading import mentions, read_speech

NAMES = ("Ada", "Bo", "Cy", "Dee", "Player 1", "Player 10")
ADA, BO, CY, DEE, ONE, TEN = range(6)


@pytest.mark.parametrize(
    ("text", "accuses", "defends"),
    [
        ("I suspect Bo.", (BO,), ()),
        ("Bo is lying, and Cy is not mafia.", (BO,), (CY,)),
        ("I don't trust Bo. I trust Cy.", (BO,), (CY,)),
        ("Cy cannot be the mafia, but Dee is guilty.", (DEE,), (CY,)),
        ("We should vote out Bo.", (BO,), ()),
        ("Bo, what do you think?", (), ()),
        ("I agree with Cy: Dee is hiding something.", (DEE,), (CY,)),
        ("I trust Bo. Actually, no: Bo is mafia.", (), ()),
        ("Player 10 is lying.", (TEN,), ()),
        ("player 1 is innocent and player 10 is suspicious", (), ()),
        ("I am innocent.", (), ()),
        ("", (), ()),
    ],
)
def test_accusations_and_defences_are_read_clause_by_clause(
    text: str, accuses: tuple[int, ...], defends: tuple[int, ...]
) -> None:
    reading = read_speech(text, NAMES, ADA)
    assert (reading.accuses, reading.defends) == (accuses, defends)


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("I am the detective.", "detective"),
        ("Listen: I'm your doctor.", "doctor"),
        ("I\u2019m just a villager", "villager"),
        ("As the detective, I know.", "detective"),
        ("I am not the detective.", None),
        ("Bo says he is the detective.", None),
        ("The doctor should protect me.", None),
    ],
)
def test_a_claim_is_what_the_speaker_says_of_themselves(text: str, role: str | None) -> None:
    assert read_speech(text, NAMES, ADA).claims == role


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        ("I investigated Bo: Bo is mafia.", ((BO, True),)),
        ("I checked Bo and he is not mafia.", ((BO, False),)),
        ("I looked into Cy last night. Clean.", ()),
        ("I investigated Bo (mafia) and Cy (innocent).", ((BO, True), (CY, False))),
        ("My results: Dee is one of them, Player 10 is clean.", ((DEE, True), (TEN, False))),
        ("Bo investigated Cy: Cy is mafia.", ()),
        ("I think Bo is mafia.", ()),
    ],
)
def test_findings_are_read_where_the_speaker_says_they_looked(
    text: str, findings: tuple[tuple[int, bool], ...]
) -> None:
    assert read_speech(text, NAMES, ADA).findings == findings


def test_a_name_is_not_read_inside_another() -> None:
    assert [seat for _, _, seat in mentions("Player 10 and Player 1, Adam, Bob", NAMES)] == [
        TEN,
        ONE,
    ]


def test_a_speaker_neither_accuses_nor_finds_themselves() -> None:
    reading = read_speech("Ada is mafia. I investigated Ada: Ada is mafia.", NAMES, ADA)
    assert reading.accuses == ()
    assert reading.findings == ()


@pytest.mark.parametrize("name", list(bundled_personas()))
def test_a_characters_phrases_mean_nothing_to_the_reader(name: str) -> None:
    for phrase in bundled_personas()[name].voice.phrases:
        reading = read_speech(
            phrase, tuple(p.identity.name for p in bundled_personas().values()), 0
        )
        assert (reading.accuses, reading.defends, reading.claims) == ((), (), None)
