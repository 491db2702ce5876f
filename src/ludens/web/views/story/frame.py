"""What the page shows of a game inside a book after a turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NotRequired

from typing_extensions import TypedDict

from ludens.episode.events import Event
from ludens.story.answer import Answer
from ludens.story.corpus.headings import chapter_names
from ludens.story.corpus.passages import JOIN
from ludens.story.events import Judged, PassagesFound, PhaseBegan
from ludens.story.language.languages import language_name
from ludens.story.persona import Persona
from ludens.story.referee.verdict import Verdict
from ludens.story.state import StoryState
from ludens.web.patch import Document

SHOWN_EXCHANGES = 20
SHOWN_LINES = 6


class StoryFrame(TypedDict):
    """All that the page shows of the state."""

    title: str
    wins: int
    losses: int
    scene: str
    """The passage where the player is."""
    place: str
    """The chapter that it stands in; empty where that is not known."""
    chapters: list[str]
    speaking: list[str]
    """Who speaks in the book."""
    said: list[dict[str, Any]]
    """Earlier turns, the last one last: turn, prompt, speaker, answer, result."""
    phases: list[str]
    """The phases of this turn, in order."""
    looked_for: list[str]
    """What was looked for in the book for this turn's prompt and plan, each by itself."""
    plan: NotRequired[dict[str, Any]]
    opening: NotRequired[dict[str, Any]]
    """How the book begins, what to try, its language, whether rules play."""
    goal: NotRequired[dict[str, Any]]
    """Whom to meet, who is met, how many turns may be lost, and whether it is won or lost."""
    prompt_verdict: NotRequired[dict[str, Any]]
    answer_verdict: NotRequired[dict[str, Any]]
    answers: list[dict[str, Any]]
    passages: dict[str, dict[str, Any]]
    """What was found in this turn, by id: chapter, title, text, why, quotes."""
    cast: dict[str, dict[str, Any]]
    """Who has been met, by name, as far as the story has been told."""


def story_frame(state: StoryState, events: Sequence[Event]) -> Document:
    """Return the frame after a turn with these events."""
    chapters = chapter_names([chapter.title for chapter in state.chapters])
    frame: dict[str, Any] = {
        "title": state.title,
        "wins": state.wins,
        "losses": state.losses,
        "scene": state.scene,
        "place": chapters[state.chapter] if state.chapter is not None and chapters else "",
        "chapters": chapters,
        "speaking": list(state.cast),
        "said": [
            e.model_dump(mode="json", exclude={"cited"}) for e in state.exchanges[-SHOWN_EXCHANGES:]
        ],
        "phases": [event.phase.value for event in events if isinstance(event, PhaseBegan)],
        "looked_for": [
            query
            for event in events
            if isinstance(event, PassagesFound) and event.judged is Judged.PROMPT
            for query in event.query
        ],
        "answers": [_answer(answer) for answer in state.answers],
        "passages": _passages(state, events),
        "cast": {
            name: _met(persona.up_to(None if state.until is None else state.until + 1))
            for name, persona in state.personas.items()
        },
    }
    if state.opening:
        frame["opening"] = {
            "text": state.opening,
            "suggestions": list(state.suggestions),
            "language": "" if state.language == "en" else language_name(state.language),
            "by_rules": state.by_rules,
        }
    if state.goal:
        frame["goal"] = {
            "people": list(state.goal),
            "met": list(state.met_of_goal),
            "lives": state.lives,
            "result": state.goal_result.value,
        }
    if state.plan is not None:
        frame["plan"] = state.plan.model_dump(mode="json", exclude_none=True)
    if state.user_validation is not None:
        frame["prompt_verdict"] = _verdict(state.user_validation)
    if state.agent_validation is not None:
        frame["answer_verdict"] = _verdict(state.agent_validation)
    return frame


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return verdict.model_dump(mode="json", exclude_none=True)


def _answer(answer: Answer) -> dict[str, Any]:
    return answer.model_dump(mode="json", exclude_none=True)


def _passages(state: StoryState, events: Sequence[Event]) -> dict[str, dict[str, Any]]:
    quotes: dict[str, list[str]] = {}
    for answer in state.answers:
        for part in answer.parts:
            for citation in part.citations:
                if not citation.problem:
                    quotes.setdefault(citation.passage, []).extend(citation.quote.split(JOIN))
    names = chapter_names([chapter.title for chapter in state.chapters])
    found: dict[str, dict[str, Any]] = {}
    for event in events:
        if isinstance(event, PassagesFound):
            for passage in event.passages:
                found[passage.id] = {
                    "chapter": passage.chapter,
                    "title": names[passage.chapter],
                    "offset": passage.offset,
                    "text": passage.text,
                    "why": passage.why,
                    "cited": passage.id in quotes,
                    "quotes": [quote for quote in quotes.get(passage.id, []) if quote],
                }
    return found


def _met(persona: Persona) -> dict[str, Any]:
    shown = (persona.said_so or persona.quotes)[:SHOWN_LINES]
    return {
        "style": persona.speaking_style,
        "background": persona.background,
        "traits": [{"text": t.text, "passage": t.passage} for t in persona.traits[:4]],
        "lines": [{"text": q.text, "passage": q.passage} for q in shown],
        "with": [relation.name for relation in persona.relations[:6]],
        "places": [place.title for place in persona.appearances],
        "count": len(persona.quotes),
    }
