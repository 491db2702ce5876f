"""What can happen in a game inside a book."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from ludens.episode.events import Event
from ludens.story.answer import Answer
from ludens.story.corpus.passages import PassageId
from ludens.story.persona import Persona
from ludens.story.phases import Phase
from ludens.story.plan import ScenePlan
from ludens.story.referee.verdict import Verdict


class Judged(StrEnum):
    """What was looked for or judged."""

    PROMPT = "prompt"
    ANSWER = "answer"


class TurnResult(StrEnum):
    """How a turn ended."""

    WON = "won"
    """The answer betrayed the book: the player wins the turn."""
    LOST = "lost"
    """The prompt did not fit the book: the player loses the turn."""
    CONTINUED = "continued"


class ChapterEntry(BaseModel):
    """A chapter, for the list of contents."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    document: str = ""
    passages: int


class PassageFound(BaseModel):
    """A passage that was found, with everything that is known of why."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: PassageId
    chapter: int
    offset: int
    """Where it begins in the chapter's text, in characters."""
    text: str
    score: float
    lexical: float
    likeness: float | None = None
    why: str


class WorldEntered(Event):
    """The book that is played in."""

    title: str
    sha256: str
    words: int
    passages: int
    chapters: tuple[ChapterEntry, ...]
    cast: tuple[str, ...]
    """Who speaks in it, the most talkative first."""
    embedder: str
    """What compares texts by meaning; `none` for words alone."""
    opening: str = ""
    """The book's first sentences."""
    opening_chapter: int = 0
    """The chapter that they stand in, from 0."""
    scene: str = ""
    """The passage where they stand: where the player is."""
    suggestions: tuple[str, ...] = ()
    """What the player may try first."""
    goal: tuple[str, ...] = ()
    """Whom the player is to meet."""
    lives: int = 0
    """Prompts that may be lost before the goal is; 0: it cannot be lost."""
    language: str = "en"
    """The language of the book, as ISO 639-1 has it; empty where nothing tells."""
    by_rules: bool = False
    """Whether no model tells the story: the answers are the book's own sentences."""


class PhaseBegan(Event):
    """A phase of the turn began."""

    hook = "on_phase"
    phase: Phase
    message: str


class PromptGiven(Event):
    """The player said, asked or did something."""

    hook = "on_speech"
    prompt: str
    by: str
    """`human`, `script` or `visitor`."""
    cut: int = 0
    """How many characters beyond the limit were left out."""


class PassagesFound(Event):
    """What the book has on the prompt or the answer."""

    judged: Judged
    passages: tuple[PassageFound, ...]
    query: tuple[str, ...] = ()
    """What was looked for, each by itself; nothing where passages were taken by their place."""


class VerdictGiven(Event):
    """The referee judged the prompt or the answer."""

    hook = "on_verdict"
    judged: Judged
    verdict: Verdict


class ScenePlanned(Event):
    """It was decided who answers."""

    plan: ScenePlan


class PersonaLearned(Event):
    """Somebody was met for the first time in this game."""

    persona: Persona
    from_cache: bool
    """Whether an earlier session had drawn it."""


class AnswerGiven(Event):
    """Somebody answered."""

    hook = "on_speech"
    answer: Answer

    @property
    def text(self) -> str:
        """What is said; what a hook speaks aloud."""
        return self.answer.text


class AgentFailed(Event):
    """An agent could not do its work; what stands in for it is named."""

    agent: str
    reason: str
    instead: str


class TurnSettled(Event):
    """The turn is over."""

    result: TurnResult
    reason: str
    scene: str
    active_npcs: tuple[str, ...]
    until: int | None = None
    """The last chapter, from 0, of which somebody's card tells; None on logs from before that was
    noted."""
    chapter: int | None = None
    """Where the scene stands, from 0; None on logs from before that was noted."""


STORY_EVENTS: tuple[type[Event], ...] = (
    WorldEntered,
    PhaseBegan,
    PromptGiven,
    PassagesFound,
    VerdictGiven,
    ScenePlanned,
    PersonaLearned,
    AnswerGiven,
    AgentFailed,
    TurnSettled,
)
