"""The object tree is the story's own, and damage never makes it hang or fail."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adventure.interpreter.zmachine.probe_stories import (
    ZORK,
    ask_truth,
    running,
    story,
    wandering,
    zstory,
)
from ludens.adventure.interpreter.zmachine.header import word_at
from ludens.adventure.interpreter.zmachine.objects import ObjectNumber, ObjectTree
from ludens.adventure.interpreter.zmachine.zstory import ZStory


def opening_tree(name: str) -> ObjectTree:
    found = zstory(name)
    return found.objects.tree(found.bytes)


def find(tree: ObjectTree, name: str) -> int:
    return tree.table.names.index(name)


def links(tree: ObjectTree, number: int) -> tuple[int, int]:
    """The next sibling and the first child of an object; 0 where there is none."""
    row, held = tree.children(tree.parent(number)), tree.children(number)
    later = row[row.index(ObjectNumber(number)) + 1 :] if number in row else ()
    return later[0] if later else 0, held[0] if held else 0


@pytest.mark.parametrize("name", ["ferry.z3", "ferry.z4", "ferry.z8"])
def test_the_whole_tree_is_as_the_story_sees_it_after_every_turn(name: str) -> None:
    words = ("board raft", "leave raft", "take coin", "take rope", "take bag", "drop bag")
    with wandering(story(name), words) as (interpreter, _, turns):
        for _, reading in islice(turns, 60):
            tree = reading.objects
            for number, (parent, sibling, child, _) in ask_truth(interpreter).objects.items():
                assert tree.parent(number) == parent
                assert links(tree, number) == (sibling, child)


@pytest.mark.parametrize("name", ["lighthouse.z5", "lighthouse.z8"])
def test_the_tree_of_a_story_with_more_objects_than_a_byte_can_count(name: str) -> None:
    with wandering(story(name)) as (interpreter, _, turns):
        for _, reading in islice(turns, 0, 25, 8):
            tree = reading.objects
            told = {}
            for page in range(1, len(tree) + 1, 50):
                told |= ask_truth(interpreter, f"tree {page}").objects
            assert len(told) == len(tree) > 300
            for number, (parent, sibling, child, _) in told.items():
                assert tree.parent(number) == parent
                assert links(tree, number) == (sibling, child)


def test_children_come_in_the_storys_order_and_descendants_after_their_holder() -> None:
    tree = opening_tree("lighthouse.z5")
    names = [tree.name(number) for number in tree.descendants(find(tree, "Beach"))]
    assert names == ["wicker hamper", "tin box", "silver ring"]
    hut = find(tree, "Hut")
    assert [tree.name(n) for n in tree.children(hut)] == ["café table", "armchair"]


def test_ancestors_lead_outwards() -> None:
    tree = opening_tree("lighthouse.z5")
    ring = find(tree, "silver ring")
    names = [tree.name(number) for number in tree.ancestors(ring)]
    assert names == ["tin box", "wicker hamper", "Beach"]


def test_attributes_bear_the_names_of_the_source() -> None:
    found = zstory("lighthouse.z5")
    tree = found.objects.tree(found.bytes)
    names = found.symbols.attributes

    def named(thing: str) -> set[str]:
        return {names[number] for number in tree.attributes(find(tree, thing))}

    assert {"container", "openable"} <= named("wicker hamper")
    assert "open" not in named("wicker hamper")
    assert {"container", "open", "enterable"} <= named("rowing boat")
    assert {"supporter", "enterable"} <= named("armchair")
    assert {"animate"} <= named("hermit crab")
    assert {"clothing", "worn"} <= named("oilskin coat")
    assert {"scored", "clothing"} <= named("silver ring")
    assert "light" in named("Hut")
    assert "light" not in named("Pit")


def test_properties_bear_the_names_of_the_source_and_hold_its_values() -> None:
    found = zstory("lighthouse.z5")
    tree = found.objects.tree(found.bytes)
    name = found.symbols.property("name")
    south = found.symbols.property("e_to")
    assert name is not None
    assert south is not None
    data = tree.properties(find(tree, "oil lamp"))[name]
    entries = [int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)]
    assert [found.entries[address].text for address in entries] == ["oil", "lamp"]
    jetty = tree.properties(find(tree, "Jetty"))
    assert int.from_bytes(jetty[south], "big") == find(tree, "Beach")


def test_what_is_no_object_is_nowhere_and_holds_nothing() -> None:
    tree = opening_tree("ferry.z3")
    for number in (-1, 0, len(tree) + 1, 70000):
        assert tree.parent(number) == 0
        assert tree.children(number) == ()
        assert tree.ancestors(number) == ()
        assert tree.attributes(number) == frozenset()
        assert tree.properties(number) == {}
        assert tree.name(number) == ""


def test_what_moved_is_known_by_its_parent() -> None:
    with running(story("ferry.z5")) as (interpreter, _):
        found = zstory("ferry.z5")
        before = interpreter.memory()
        interpreter.send("take bag")
        after = interpreter.memory()
        assert before is not None
        assert after is not None
        tree = found.objects.tree(after)
        moved = tree.moved_since(found.objects.tree(before))
        assert {tree.name(number) for number in moved} == {"canvas bag", "grey heron"}


@pytest.mark.parametrize("name", ["ferry.z3", "ferry.z5"])
def test_loops_among_siblings_and_parents_end_every_walk(name: str) -> None:
    found = zstory(name)
    memory = bytearray(found.bytes)
    size = found.objects.entry.itemsize
    early = found.header.version <= 3
    parent, width = (4, 1) if early else (6, 2)

    def link(number: int, field: int, target: int) -> None:
        at = found.objects.start + (number - 1) * size + parent + field * width
        memory[at : at + width] = target.to_bytes(width, "big")

    link(6, 0, 7)
    link(7, 0, 6)
    link(6, 2, 7)
    link(7, 2, 6)
    link(7, 1, 7)
    link(8, 0, 200)
    tree = found.objects.tree(bytes(memory))
    assert tree.ancestors(6) == (7,)
    assert tree.children(6) == (7,)
    assert list(tree.descendants(6)) == [7]
    assert tree.parent(8) == 0, "there is no object 200"


def test_a_memory_too_short_for_the_objects_holds_none() -> None:
    found = zstory("ferry.z3")
    tree = found.objects.tree(found.bytes[:100])
    assert len(tree) == 0
    assert tree.moved_since(found.objects.tree(found.bytes)) == ()


@given(st.data())
@settings(max_examples=60)
def test_a_damaged_object_table_never_hangs_or_fails(data: st.DataObject) -> None:
    found = zstory(data.draw(st.sampled_from(["ferry.z3", "ferry.z5"])))
    damaged = bytearray(found.bytes)
    for _ in range(data.draw(st.integers(1, 30))):
        at = data.draw(st.integers(0, found.header.static_base))
        damaged[at] = data.draw(st.integers(0, 255))
    broken = ZStory(bytes(damaged))
    tree = broken.objects.tree(bytes(damaged))
    for number in range(min(len(tree), 40) + 2):
        tree.name(number)
        tree.ancestors(number)
        assert len(list(tree.descendants(number))) <= len(tree)
        tree.attributes(number)
        tree.properties(number)


@pytest.mark.skipif(not ZORK.exists(), reason="needs a real story at .stories/zork1.z3")
def test_a_real_story_has_as_many_objects_as_its_table_holds() -> None:
    found = ZStory(ZORK.read_bytes())
    tree = found.objects.tree(found.bytes)
    assert len(tree) == 250
    reached = {number for root in range(1, 251) for number in tree.descendants(root)}
    children = {number for number in range(1, 251) if tree.parent(number)}
    assert reached == children, "every object with a parent is among that parent's children"


def test_a_property_table_that_no_compiler_should_write_does_not_end_the_objects() -> None:
    sound = zstory("lighthouse.z5")
    odd = bytearray(sound.bytes)
    for number in range(2, sound.objects.count + 1):
        table = word_at(sound.bytes, sound.objects.start + number * 14 - 2)
        first = table + 1 + 2 * sound.bytes[table]
        if odd[first]:
            odd[first] = odd[first] & 0xC0 | 1  # numbers should fall
    assert ZStory(bytes(odd)).objects.count == sound.objects.count
