"""Whatever bytes a story or its memory holds, the probe answers: rightly, or that it is unknown."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from adventure.interpreter.zmachine.probe_stories import zstory
from ludens.adventure.interpreter.zmachine.calibration import Calibration, infer_calibration
from ludens.adventure.interpreter.zmachine.evidence import Sample
from ludens.adventure.interpreter.zmachine.grammar import GrammarFormat
from ludens.adventure.interpreter.zmachine.probe import Probe
from ludens.adventure.interpreter.zmachine.zstory import ZStory

NAMES = ("ferry.z3", "ferry.z5", "verbs-1.z3", "verbs-2.z5", "letters.z5", "gallery.z5")
KNOWING = Calibration(
    player=10,
    player_globals=(3,),
    location_globals=(0, 5),
    room_parent=5,
    score=1,
    text_mark=35,
)


def use_everything(story: bytes, memory: bytes) -> None:
    found = ZStory(story)
    for word in found.dictionary.words[:50]:
        found.dictionary.knows(word.text)
    for verb in found.grammar.verbs:
        assert isinstance(verb.debug, bool)
        for line in verb.lines:
            assert str(line) is not None
    reading = Probe(found, KNOWING).read(memory)
    for number in range(len(reading.objects) + 2):
        reading.objects.children(number)
    samples = [
        Sample.of("north", memory, memory[::-1], "North", "North Score: 1 Moves: 2"),
        Sample.of("take all", memory[::-1], memory, "Taken."),
    ]
    infer_calibration(found, samples)


@given(st.binary(max_size=2000), st.binary(max_size=2000), st.integers(0, 9))
@settings(max_examples=100, deadline=None)
def test_random_bytes_are_read_without_fail(story: bytes, memory: bytes, version: int) -> None:
    use_everything(bytes([version]) + story, memory)


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_damaged_stories_are_read_without_fail(data: st.DataObject) -> None:
    story = bytearray(zstory(data.draw(st.sampled_from(NAMES))).bytes)
    for _ in range(data.draw(st.integers(1, 20))):
        story[data.draw(st.integers(0, len(story) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(story)))
    use_everything(bytes(story[:cut]), bytes(story))


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_damaged_memory_of_a_whole_story_is_read_without_fail(data: st.DataObject) -> None:
    story = zstory(data.draw(st.sampled_from(NAMES)))
    memory = bytearray(story.bytes[: story.header.static_base])
    for _ in range(data.draw(st.integers(1, 40))):
        memory[data.draw(st.integers(0, len(memory) - 1))] = data.draw(st.integers(0, 255))
    use_everything(story.bytes, bytes(memory))


def test_an_empty_file_is_an_empty_story() -> None:
    found = ZStory(b"")
    assert len(found.dictionary) == 0
    assert found.objects.count == 0
    assert found.grammar.format is GrammarFormat.UNKNOWN
    reading = Probe(b"", KNOWING).read(b"")
    assert (reading.location, reading.player, reading.score) == (None, None, None)
    assert reading.inventory is None
