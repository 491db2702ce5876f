"""The senses for an episode: by the machine's memory where it may be read, else by text."""

from __future__ import annotations

from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.interpreter.zmachine.calibration import Calibration
from ludens.adventure.interpreter.zmachine.probe import Probe
from ludens.adventure.interpreter.zmachine.zstory import ZStory
from ludens.adventure.perception.by_state import StatePerception
from ludens.adventure.perception.by_text import Perception as TextPerception
from ludens.adventure.perception.protocol import Perception


def senses_for(story: StoryFile, calibration: Calibration | None) -> Perception:
    """Return the perception that what is known of the story allows.

    Without a calibration, or with one that does not tell where the player is, it is the text.
    """
    if calibration is not None and (calibration.player or calibration.location_globals):
        return StatePerception(Probe(story.data, calibration))
    words = frozenset(word.text for word in ZStory(story.data).dictionary.words)
    return TextPerception(words)
