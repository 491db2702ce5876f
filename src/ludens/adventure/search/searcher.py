"""Who searches for an episode: one search from its first turn on, that keeps what it has learnt."""

from __future__ import annotations

from random import Random

from ludens.adventure.interpreter.protocol import InterpreterFault
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.interpreter.zmachine.calibration import Calibration
from ludens.adventure.interpreter.zmachine.zstory import read_zstory
from ludens.adventure.search.candidates import Knowledge
from ludens.adventure.search.facts import Facts
from ludens.adventure.search.memory_facts import MemoryFacts
from ludens.adventure.search.search import Find, Found, Kind, Search, worth_telling
from ludens.adventure.search.simulator import Simulator
from ludens.adventure.search.text_facts import TextFacts
from ludens.adventure.settings import SearchSettings
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

        def begin() -> tuple[Simulator, Search]:
            facts: Facts = TextFacts(vocabulary)
            if calibration is not None:
                facts = MemoryFacts(read_zstory(story.data), calibration)
            simulator, knowledge = Simulator(story, deadline=deadline), Knowledge(vocabulary)
            return simulator, Search(simulator, story.data, facts, settings, dice, knowledge)

        self._begin = begin
        self._simulator, self._search = begin()

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

    def told(self, found: Found, allowed: int) -> tuple[tuple[Find, ...], int]:
        """Return the finds of the last search that are worth telling, and its rooms, without what
        their points, or the way there, do not need, as far as that can be told in so many steps;
        and the steps that it took.
        """
        begun, gains = self._search.steps, worth_telling(found)
        rooms = tuple(find for find in found.finds if find.kind is Kind.ROOM)
        try:
            share = allowed // max(1, len(gains))
            gains = tuple(self._search.without_detours(find, share) for find in gains)
            share = allowed // max(1, len(rooms))
            rooms = tuple(self._search.without_deeds(find, share) for find in rooms)
        except InterpreterFault:
            pass  # they are told as they were found
        finally:
            self._simulator.close()
        return (*gains, *rooms), self._search.steps - begun
