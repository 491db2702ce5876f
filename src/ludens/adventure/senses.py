"""The senses for an episode: by the machine's memory where it may be read, else by text."""

from __future__ import annotations

from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.interpreter.zmachine.calibration import Calibration
from ludens.adventure.interpreter.zmachine.probe import Probe
from ludens.adventure.interpreter.zmachine.zstory import ZStory
from ludens.adventure.perception.by_state import StatePerception
from ludens.adventure.perception.by_text import TextPerception
from ludens.adventure.perception.protocol import Perception


def senses_for(story: StoryFile, calibration: Calibration | None) -> Perception:
    """Return the perception that what is known of the story allows.

    A story whose memory does not tell where the player is is read by its text.
    """
    read = ZStory(story.data)
    if calibration is not None and tells_the_place(calibration):
        return StatePerception(Probe(read, calibration))
    return TextPerception(frozenset(word.text for word in read.dictionary.words))


def tells_the_place(calibration: Calibration) -> bool:
    """Return whether memory tells the room, by a variable or by the player's place in the tree."""
    by_tree = calibration.player is not None and calibration.room_parent is not None
    return bool(calibration.location_globals) or by_tree
