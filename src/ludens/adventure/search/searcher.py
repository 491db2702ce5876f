"""Who searches for an episode: one search from its first turn on, that keeps what it has learnt."""

from __future__ import annotations

from random import Random

from ludens.adventure.interpreter.protocol import InterpreterFault
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.interpreter.zmachine.calibration import Calibration
from ludens.adventure.interpreter.zmachine.zstory import ZStory
from ludens.adventure.search.facts import Facts
from ludens.adventure.search.memory_facts import MemoryFacts
from ludens.adventure.search.proposals import Knowledge
from ludens.adventure.search.search import Found, Search
from ludens.adventure.search.settings import SearchSettings
from ludens.adventure.search.simulator import JerichoSimulator
from ludens.adventure.search.text_facts import TextFacts
from ludens.adventure.vocabulary import Vocabulary


class Searcher:
    """A function of what it was asked: the same searches in the same order find the same."""

    def __init__(
        self,
        story: StoryFile,
        vocabulary: Vocabulary,
        calibration: Calibration | None,
        settings: SearchSettings,
        dice: Random,
        *,
        deadline: float,
    ) -> None:
        self.made = 0
        """Searches made."""
        self._story = story
        self._vocabulary = vocabulary
        self._calibration = calibration
        self._settings = settings
        self._dice = dice
        self._deadline = deadline
        self._simulator, self._search = self._begin()

    def _begin(self) -> tuple[JerichoSimulator, Search]:
        facts: Facts = TextFacts(self._vocabulary)
        if self._calibration is not None:
            facts = MemoryFacts(ZStory(self._story.data), self._calibration)
        simulator = JerichoSimulator(self._story, deadline=self._deadline)
        return simulator, Search(
            simulator,
            self._story.data,
            facts,
            self._settings,
            self._dice,
            Knowledge(self._vocabulary),
        )

    def search(self, snapshot: bytes, allowed: int) -> tuple[Found, int]:
        """Search from a snapshot; return what was found, and the steps that it took.

        The interpreter's child ends with it; where the interpreter fails for good, nothing is
        found, and what was learnt is lost.
        """
        self.made += 1
        begun = self._search.steps
        try:
            found = self._search.run(snapshot, allowed)
        except InterpreterFault:
            took = self._search.steps - begun
            self._simulator.close()
            self._simulator, self._search = self._begin()
            return Found((), took, 0, 0, 0), took
        finally:
            self._simulator.close()
        return found, self._search.steps - begun
