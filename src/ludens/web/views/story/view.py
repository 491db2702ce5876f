"""The game inside a book on the page: what each turn shows, which moments are marked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ludens.episode.errors import LudensError
from ludens.episode.events import EpisodeEnded, EpisodeForked, Event
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.episode.visibility import Viewer
from ludens.games import new_story
from ludens.settings import Settings
from ludens.story.events import (
    AgentFailed,
    AnswerGiven,
    Judged,
    PersonaLearned,
    PromptGiven,
    TurnSettled,
    VerdictGiven,
    WorldEntered,
)
from ludens.story.state import StoryState, turn_response
from ludens.web.patch import Document
from ludens.web.views.story.beginning import find_subject
from ludens.web.views.story.frame import StoryFrame, story_frame
from ludens.web.views.view import (
    OPEN,
    Entry,
    LogLine,
    Mark,
    Marks,
    Note,
    Series,
    Thought,
    ViewerChoice,
    common_marks,
    ending_notes,
    sentence,
)

RESULTS = {
    "won": ("victory", "The player wins the turn"),
    "lost": ("lost", "The player loses the turn"),
}
"""Results that are marks: the kind of the mark, and what it says."""


class StoryView:
    """What the page needs to know of games inside a book."""

    documents: Sequence[type] = (StoryFrame,)
    marking: Sequence[type[Event]] = (TurnSettled, PersonaLearned, EpisodeForked, EpisodeEnded)
    charting: Sequence[type[Event]] = (TurnSettled, VerdictGiven)
    scoring: type[Event] | None = None

    def viewers(self, row: EpisodeRow) -> Sequence[ViewerChoice]:
        """Hide nothing."""
        return OPEN

    def teller(self, before: StoryState | None, viewer: Viewer) -> StoryTeller:
        """Return a teller; it keeps nothing from turn to turn."""
        return StoryTeller()

    def marks(self, lines: Iterable[LogLine]) -> Marks:
        """Return turns won and lost, first meetings and the end."""
        marks: list[Mark] = []
        for line in lines:
            marks += common_marks(line)
            if line.type == TurnSettled.type and line.data["result"] in RESULTS:
                kind, text = RESULTS[line.data["result"]]
                reason = sentence(f"{text}: {line.data['reason']}")
                marks.append(Mark(turn=line.turn, kind=kind, text=reason))
            elif line.type == PersonaLearned.type:
                name = line.data["persona"]["name"]
                marks.append(Mark(turn=line.turn, kind="met", text=f"Met {name}."))
        return Marks(marks=marks, spans=[])

    def series(self, lines: Iterable[LogLine]) -> list[Series]:
        """Return wins, losses, and how well each prompt was supported."""
        points: dict[str, list[tuple[int, float]]] = {"won": [], "lost": []}
        scores: list[tuple[int, float]] = []
        for line in lines:
            if line.type == TurnSettled.type:
                for name, own in points.items():
                    last = own[-1][1] if own else 0.0
                    own.append((line.turn, last + (line.data["result"] == name)))
            elif line.data["judged"] == Judged.PROMPT:
                scores.append((line.turn, float(line.data["verdict"]["score"])))
        return [
            Series(name="wins", label="Turns won", points=points["won"]),
            Series(name="losses", label="Turns lost", points=points["lost"]),
            Series(name="support", label="Support of the prompt", points=scores),
        ]

    def title(self, subject: str) -> str:
        """Return the book's title."""
        return subject

    def begin(
        self, store: Store, settings: Settings, subject: Mapping[str, Any], seed: int | None
    ) -> NewEpisode:
        """Return a new game in the book that a form names; raises LudensError."""
        return new_story(settings, find_subject(store, subject), seed=seed)

    def decision(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        """Return a prompt as the session takes it; raises LudensError for anything else."""
        prompt = payload.get("prompt", payload.get("command"))
        if not isinstance(prompt, str) or not prompt.strip():
            raise LudensError("say something: the prompt is empty")
        return {"prompt": prompt.strip()}


class StoryTeller:
    """Tells consecutive turns."""

    def frame(self, state: StoryState, events: Sequence[Event]) -> Document:
        """Return the frame after a turn."""
        return story_frame(state, events)

    def entry(self, time: float, state: StoryState, events: Sequence[Event]) -> Entry:
        """Return what happened in the turn; `details` is seed 004's API response."""
        entry = Entry(turn=state.turn, time=time, thoughts=[], notes=[])
        for event in events:
            match event:
                case WorldEntered() if event.opening:
                    entry["text"] = event.opening
                case PromptGiven():
                    entry["command"], entry["by"] = event.prompt, event.by
                case VerdictGiven():
                    verdict = event.verdict
                    of = "referee on the " + event.judged.value
                    entry["thoughts"].append(
                        Thought(agent=of, text=verdict.reason, did=verdict.decision.value)
                    )
                case PersonaLearned():
                    entry["notes"].append(Note(kind="met", text=f"Met {event.persona.name}."))
                case AnswerGiven():
                    entry["text"] = f"{event.answer.speaker}: {event.answer.text}"
                case TurnSettled() if event.result.value in RESULTS:
                    kind, text = RESULTS[event.result.value]
                    entry["notes"].append(Note(kind=kind, text=sentence(text)))
        entry["notes"] += _failures([event for event in events if isinstance(event, AgentFailed)])
        entry["notes"] += ending_notes(events)
        if state.exchanges:
            entry["details"] = turn_response(state, "")
        return entry

    def message(self, entry: Entry, state: StoryState, events: Sequence[Event]) -> Document:
        """Return the turn as seed 004's API has it, for live listeners."""
        return dict(entry.get("details", {}))


def _failures(failed: Sequence[AgentFailed]) -> list[Note]:
    """Return a note for each thing that stood in for agents which gave nothing to use."""
    whose: dict[str, list[str]] = {}
    for event in failed:
        whose.setdefault(event.instead, []).append(event.agent)
    return [
        Note(
            kind="fault",
            text=sentence(
                f"{', '.join(dict.fromkeys(who))} gave nothing to use; instead: {instead}"
            ),
        )
        for instead, who in whose.items()
    ]
