"""The tables are whole, and each row's examples hold."""

from __future__ import annotations

import pytest

from ludens.adventure.knowledge.actions import Action, actions
from ludens.adventure.knowledge.phrases import phrases
from ludens.adventure.knowledge.replies import Meaning, harm, meaning_of, meanings, names_harm
from ludens.adventure.knowledge.things import classes_of, things


@pytest.mark.parametrize("row", actions(), ids=lambda row: row.id)
def test_the_examples_of_an_action_hold(row: Action) -> None:
    for example in row.yes:
        thing, _, tool = example.partition(" + ")
        assert row.any or row.fits(thing, tool or None), f"{row.id} is for {example}"
    for example in row.no:
        thing, _, tool = example.partition(" + ")
        assert not row.fits(thing, tool or None), f"{row.id} is not for {example}"


def test_every_noun_has_known_classes() -> None:
    table = things()
    for noun, classes in table.nouns.items():
        assert set(classes.split()) <= set(table.classes), noun
    assert {one for ones in table.parents.values() for one in ones} <= set(table.classes)


@pytest.mark.parametrize(
    ("name", "one_of"),
    [
        ("small brass lantern", "lamp"),
        ("bunch of keys", "key"),
        ("matches", "match"),
        ("loaves of bread", "food"),
        ("trap door", "door"),
        ("sword", "portable"),
    ],
)
def test_a_thing_is_known_by_the_last_word_of_its_name(name: str, one_of: str) -> None:
    assert one_of in classes_of(name)


def test_what_the_table_does_not_know_has_no_class() -> None:
    assert classes_of("gizmo") == frozenset()


def test_what_warns_of_harm_is_told_from_what_does_not() -> None:
    assert all(names_harm(example) for example in harm().yes)
    assert not any(names_harm(example) for example in harm().no)


@pytest.mark.parametrize("row", meanings(), ids=lambda row: row.id)
def test_the_examples_of_a_meaning_hold(row: Meaning) -> None:
    for example in row.yes:
        assert meaning_of(example) == row.id, example
    for example in row.no:
        assert meaning_of(example) != row.id, example


@pytest.mark.parametrize("name", sorted(phrases().phrases))
def test_the_examples_of_a_phrase_hold(name: str) -> None:
    row = phrases().phrases[name]
    for example in row.yes:
        assert row.pattern().search(example), example
    for example in row.no:
        assert not row.pattern().search(example), example
