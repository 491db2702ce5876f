"""The true score of an episode, read from the machine's memory after each of its turns.

It serves reports alone: no player ever sees it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.machine_state import unpack_state
from ludens.adventure.interpreter.protocol import InterpreterFault
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.interpreter.story_text import UnicodeTable
from ludens.adventure.interpreter.zmachine.experiment import calibrate
from ludens.adventure.interpreter.zmachine.probe import Probe
from playing.episode import Episode

PARTS = 4
"""Points of the curve of score against turns."""


@dataclass(frozen=True)
class Truth:
    """How the score of one story is read."""

    probe: Probe | None
    """None where its memory does not tell: then the score is the one that the story shows."""
    most: int | None
    """The highest score, as the story tells it."""

    @classmethod
    def of(cls, story: StoryFile) -> Truth:
        """Learn it from the story's opening."""
        with JerichoInterpreter(story, seed=1) as interpreter:
            try:
                found = calibrate(interpreter, story.data, interpreter.start())
            except InterpreterFault:
                return cls(None, None)
        return cls(Probe(story.data, found) if found.score is not None else None, found.max_score)


def true_scores(episode: Episode, truth: Truth, turns: int) -> tuple[int | None, ...]:
    """Return the best score after each quarter of the turns; None where nobody can tell."""
    best: list[int | None] = [None] * PARTS
    for turn, score in (read if truth.probe else shown)(episode, truth):
        part = min(PARTS, max(1, -(-turn * PARTS // turns))) - 1
        best[part] = max(score, best[part]) if best[part] is not None else score  # type: ignore[type-var] # both are numbers
    for part in range(1, PARTS):
        told = [value for value in best[part - 1 : part + 1] if value is not None]
        best[part] = max(told, default=None)
    return tuple(best)


def read(episode: Episode, truth: Truth) -> Iterator[tuple[int, int]]:
    """Yield turn and score, from the snapshot of each turn."""
    assert truth.probe is not None
    story = episode.story
    reference, fingerprint = UnicodeTable(story.data).story, bytes.fromhex(story.sha256)
    for turn in range(episode.row.turns + 1):
        kept = episode.store.snapshot(episode.row.id, "engine", turn=turn)
        if kept is None or kept[0] != turn:
            continue
        reading = truth.probe.read(unpack_state(kept[2], reference, fingerprint).core.memory)
        if reading.score is not None:
            yield turn, reading.score


def shown(episode: Episode, _: Truth) -> Iterator[tuple[int, int]]:
    """Yield turn and score, as the story told it."""
    for turn, kind, data in episode.events:
        if kind == "score_change":
            yield turn, data["score"]
