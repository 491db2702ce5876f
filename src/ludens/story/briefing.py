"""What each agent of a turn is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from ludens.story.answer import Answer, Mode
from ludens.story.corpus.passages import Passage, PassageId
from ludens.story.persona import Line, Persona
from ludens.story.plan import ScenePlan
from ludens.story.presence import NOBODY, Present
from ludens.story.referee.verdict import Verdict
from ludens.story.retrieval.retriever import Found
from ludens.story.speeches import Begin, Remembered, begins_alone, remembered
from ludens.story.state import Exchange


@dataclass(frozen=True, slots=True)
class Briefing:
    """What is known when an agent is asked. Earlier turns are few, so every turn costs alike."""

    turn: int
    title: str
    prompt: str
    """What the player said, asked or did."""
    found: tuple[Found, ...]
    """The passages that speak of it; of the answer, when that is judged."""
    cast: tuple[str, ...]
    earlier: tuple[Exchange, ...]
    active_npcs: tuple[str, ...]
    dice: Random
    """This agent's own, for this turn."""
    verdict: Verdict | None = None
    """On the prompt; on the answer, for a correction."""
    plan: ScenePlan | None = None
    persona: Persona | None = None
    answer: Answer | None = None
    """What is judged or corrected."""
    mode: Mode = Mode.NARRATION
    chapters: tuple[str, ...] = ()
    """What a reader sees of the chapters: where a passage stands."""
    here: Passage | None = None
    """The passage where the player is."""

    about: str = ""
    """What the prompt is about, with what it points back to."""
    others: tuple[str, ...] = ()
    """Who is named in the book and does not speak in it, the most often named first."""
    to_come: tuple[str, ...] = ()
    """Those of the cast who speak in later chapters alone than that of the place, and are not
    there."""
    referents: tuple[str, ...] = ()
    """Whom `he` and `she` of the prompt may be."""
    present: Present = NOBODY
    """Who is in the scene around that passage."""
    teller: Callable[[Passage], str] = lambda _: ""
    """Whom `I` means in a passage; empty if nobody."""
    is_later: Callable[[PassageId], bool] = lambda _: False
    """Whether a passage comes after the scene where the player is."""
    begins: Callable[[Line], Sequence[Begin]] = begins_alone
    """Where in a line its passages begin."""

    @property
    def lines(self) -> tuple[Remembered, ...]:
        """What the persona says in the book that has to do with the prompt, and some more."""
        if self.persona is None:
            return ()
        return remembered(self.persona, self.about or self.prompt, self.begins)
