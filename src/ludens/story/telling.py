"""A game inside a book, to be read: who said what, and how each turn went."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludens.episode.events import EpisodeEnded, Event
from ludens.story.events import (
    AgentFailed,
    AnswerGiven,
    Judged,
    PersonaLearned,
    PromptGiven,
    TurnResult,
    TurnSettled,
    VerdictGiven,
    WorldEntered,
)


def conversation(events: Iterable[Event]) -> Iterator[str]:
    """Yield the lines of a transcript."""
    for event in events:
        match event:
            case WorldEntered():
                yield event.title
                yield "=" * len(event.title)
                if event.opening:
                    yield event.opening
            case PromptGiven():
                yield ""
                yield f"> {event.prompt}"
            case VerdictGiven():
                of = "the prompt" if event.judged is Judged.PROMPT else "the answer"
                verdict = event.verdict
                yield f"  ({of} is {verdict.decision.value}, {verdict.score:.2f}: {verdict.reason})"
            case PersonaLearned():
                yield f"  (met: {event.persona.name})"
            case AnswerGiven():
                cited = f" [{', '.join(event.answer.cited)}]" if event.answer.cited else ""
                yield f"{event.answer.speaker}: {event.answer.text}{cited}"
            case AgentFailed():
                yield f"  (the {event.agent} failed: {event.reason}; instead: {event.instead})"
            case TurnSettled(result=TurnResult.WON):
                yield "  (the player wins this turn)"
            case TurnSettled(result=TurnResult.LOST):
                yield "  (the player loses this turn)"
            case EpisodeEnded():
                yield ""
                yield f"The end: {event.reason}."
