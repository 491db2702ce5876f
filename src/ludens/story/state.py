"""The state of a game inside a book: the fold of its log."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from ludens.episode.events import Event
from ludens.episode.state import ModelState
from ludens.story.answer import Answer, Mode
from ludens.story.corpus.passages import PassageId
from ludens.story.events import (
    AgentFailed,
    AnswerGiven,
    ChapterEntry,
    Judged,
    PassagesFound,
    PersonaLearned,
    PhaseBegan,
    PromptGiven,
    ScenePlanned,
    TurnResult,
    TurnSettled,
    VerdictGiven,
    WorldEntered,
)
from ludens.story.persona import Persona
from ludens.story.phases import Phase
from ludens.story.plan import ScenePlan
from ludens.story.referee.verdict import Verdict

KEPT_EXCHANGES = 40
"""Earlier turns that the state holds; all of them are on the log."""


class Exchange(BaseModel):
    """One turn as it is remembered."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    turn: int
    prompt: str
    speaker: str = ""
    answer: str = ""
    result: TurnResult = TurnResult.CONTINUED
    cited: tuple[PassageId, ...] = ()
    """The passages that the answer went by."""


class StoryState(ModelState):
    """Where a game inside a book stands."""

    title: str = ""
    sha256: str = ""
    embedder: str = ""
    words: int = 0
    chapters: tuple[ChapterEntry, ...] = ()
    cast: tuple[str, ...] = ()
    exchanges: list[Exchange] = Field(default_factory=list)
    personas: dict[str, Persona] = Field(default_factory=dict)
    """Who has been met, by name."""
    wins: int = 0
    losses: int = 0
    scene: str = ""
    chapter: int | None = None
    """Where the scene stands, from 0; None where that is not known."""
    active_npcs: tuple[str, ...] = ()
    last_validation: Verdict | None = None
    phase: Phase = Phase.STARTED
    prompt: str = ""
    """The prompt in hand, or the last one."""
    user_validation: Verdict | None = None
    agent_validation: Verdict | None = None
    plan: ScenePlan | None = None
    answers: list[Answer] = Field(default_factory=list)
    """What was answered in the turn in hand, or the last one: an answer, and its correction."""
    retrieval_calls: int = 0
    """Searches of this turn."""
    agents_executed: tuple[str, ...] = ()
    """Roles that did their work this turn, in order."""
    agents_failed: tuple[str, ...] = ()
    stood_in_for: str = ""
    """The role that has just failed: what it should have done is done by what stands in for it."""
    persona_extracted: bool = False
    """Whether somebody was drawn from the book this turn, and not known already."""
    decided_by: list[str] = Field(default_factory=list)
    """Who said what the player says, for lists: `human`, `company`."""
    characters_engaged: int = 0
    """Turns in which a character was spoken to."""
    goal: tuple[str, ...] = ()
    """Whom the player is to meet."""
    lives: int = 0
    goal_result: TurnResult = TurnResult.CONTINUED
    """Whether the goal was won or lost; the game goes on after it."""
    opening: str = ""
    """The book's first sentences."""
    suggestions: tuple[str, ...] = ()
    language: str = "en"
    by_rules: bool = False
    until: int | None = None
    """The last chapter, from 0, of which cards tell; None where that is not known: all may be
    shown."""
    personas_drawn: int = 0
    """Personas that had to be drawn: the others were at hand."""

    @property
    def met_of_goal(self) -> tuple[str, ...]:
        """Those of the goal who have been met."""
        return tuple(name for name in self.goal if name in self.personas)

    def apply(self, event: Event) -> None:
        """Fold one event into the state."""
        super().apply(event)
        match event:
            case WorldEntered():
                self.title, self.sha256, self.words = event.title, event.sha256, event.words
                self.chapters, self.cast, self.embedder = event.chapters, event.cast, event.embedder
                self.scene, self.goal, self.lives = event.scene, event.goal, event.lives
                self.chapter = event.opening_chapter
                self.suggestions, self.language = event.suggestions, event.language
                self.by_rules, self.opening = event.by_rules, event.opening
            case PhaseBegan():
                self.phase = event.phase
            case PromptGiven():
                self.prompt = event.prompt
                who = "human" if event.by == "human" else "company"
                if who not in self.decided_by:
                    self.decided_by.append(who)
                self.user_validation = self.agent_validation = self.plan = None
                self.answers = []
                self.retrieval_calls, self.persona_extracted = 0, False
                self.agents_executed = self.agents_failed = ()
                self.stood_in_for = ""
            case PassagesFound():
                self.retrieval_calls += 1
            case VerdictGiven():
                self._executed("referee")
                if event.judged is Judged.PROMPT:
                    self.user_validation = event.verdict
                else:
                    self.agent_validation = event.verdict
                self.last_validation = event.verdict
            case ScenePlanned():
                self.plan = event.plan
                self._executed("planner")
            case PersonaLearned():
                self.personas[event.persona.name] = event.persona
                if not event.from_cache:
                    self.persona_extracted = True
                    self.personas_drawn += 1
                    self._executed("persona")
            case AnswerGiven():
                self.answers.append(event.answer)
                is_character = event.answer.mode is Mode.CHARACTER
                self.characters_engaged += is_character
                self._executed("character" if is_character else "narrator")
            case AgentFailed():
                self.agents_failed = (*self.agents_failed, event.agent)
                self.stood_in_for = event.agent
            case TurnSettled():
                self._settle(event)

    def _executed(self, agent: str) -> None:
        if agent != self.stood_in_for:
            self.agents_executed = (*self.agents_executed, agent)
        self.stood_in_for = ""

    def _settle(self, event: TurnSettled) -> None:
        self.wins += event.result is TurnResult.WON
        self.losses += event.result is TurnResult.LOST
        self.scene, self.active_npcs = event.scene, event.active_npcs
        self.chapter = event.chapter
        if event.until is not None:
            self.until = event.until if self.until is None else max(self.until, event.until)
        if self.goal and self.goal_result is TurnResult.CONTINUED:
            if len(self.met_of_goal) == len(self.goal):
                self.goal_result = TurnResult.WON
            elif self.lives and self.losses >= self.lives:
                self.goal_result = TurnResult.LOST
        last = self.answers[-1] if self.answers else None
        self.exchanges.append(
            Exchange(
                turn=self.turn,
                prompt=self.prompt,
                speaker=last.speaker if last else "",
                answer=last.text if last else "",
                result=event.result,
                cited=last.cited if last else (),
            )
        )
        del self.exchanges[:-KEPT_EXCHANGES]


def turn_response(
    state: StoryState, session_id: str, seconds: float | None = None
) -> dict[str, Any]:
    """Return the last turn as seed 004's API response has it; `seconds` is what its calls took."""
    last = state.exchanges[-1] if state.exchanges else None
    result = last.result if last else TurnResult.CONTINUED
    first = state.answers[0] if state.answers else None
    is_npc = first is not None and first.mode is Mode.CHARACTER
    output = None
    if first is not None:
        about: dict[str, Any] = {"mode": first.mode.value, "agent": first.agent}
        if is_npc and state.plan is not None:
            about["npc_name"] = state.plan.target
            about["persona_cached"] = not state.persona_extracted
        output = {
            "content": first.text,
            "speaker": first.speaker,
            "citations": list(first.cited),
            "metadata": about,
        }
    correction = next((a.text for a in state.answers if a.mode.value == "correction"), None)
    return {
        "turn_number": state.turn,
        "session_id": session_id,
        "player_command": state.prompt,
        "user_validation": _validation(state.user_validation),
        "scene_plan": None
        if state.plan is None
        else {
            "next_action": state.plan.next_action.value,
            "target": state.plan.target,
            "reasoning": state.plan.reasoning,
            "retrieval_quality": state.plan.retrieval_quality,
            "validation_status": (
                state.user_validation.decision.value if state.user_validation else "undecided"
            ),
            "alternative_suggestions": list(state.plan.suggestions),
        },
        "npc_output": output if is_npc else None,
        "narrator_output": None if is_npc else output,
        "correction": correction,
        "agent_validation": _validation(state.agent_validation),
        "success": result is not TurnResult.LOST,
        "player_wins": result is TurnResult.WON,
        "player_loses": result is TurnResult.LOST,
        "turn_ended_early": result is TurnResult.LOST,
        "metadata": {
            "session_id": session_id,
            "wins": state.wins,
            "losses": state.losses,
            "scene": state.scene,
            "goal": list(state.goal),
            "goal_met": list(state.met_of_goal),
            "goal_result": state.goal_result.value,
            "retrieval_calls": state.retrieval_calls,
            "agents_executed": list(state.agents_executed),
            "agents_failed": list(state.agents_failed),
            "persona_extracted": state.persona_extracted,
            "persona_cache_hit_rate": None
            if not state.characters_engaged
            else round(max(0.0, 1 - state.personas_drawn / state.characters_engaged), 3),
            "duration_seconds": seconds,
        },
        "duration_seconds": seconds,
    }


def _validation(verdict: Verdict | None) -> dict[str, Any] | None:
    if verdict is None:
        return None
    return {
        "approved": verdict.stands,
        "decision": verdict.decision.value,
        "ground": verdict.ground.value,
        "reason": verdict.reason,
        "confidence": verdict.confidence,
        "score": verdict.score,
        "relevant_chunks": list(verdict.passages),
        "claims": [claim.model_dump(mode="json") for claim in verdict.claims],
        "suggestions": list(verdict.suggestions),
    }
