"""A game inside a book in the terminal: phases on one line, what is said, citations on demand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.control import Control
from rich.padding import Padding
from rich.segment import ControlType
from rich.text import Text

from ludens.episode.events import EpisodeEnded, Event
from ludens.episode.hooks import Hook, Moment
from ludens.story.answer import Answer, Mode
from ludens.story.cast.names import in_a_sentence
from ludens.story.events import (
    AgentFailed,
    AnswerGiven,
    Judged,
    PassagesFound,
    PhaseBegan,
    PromptGiven,
    TurnResult,
    TurnSettled,
    VerdictGiven,
    WorldEntered,
)
from ludens.story.language.languages import language_name
from ludens.story.phases import Phase
from ludens.story.referee.verdict import Decision, Verdict
from ludens.story.state import StoryState

STYLES = {Decision.APPROVED: "green", Decision.REJECTED: "red", Decision.UNDECIDED: "yellow"}
RESULTS = {
    TurnResult.WON: Text("You win this turn: the answer betrayed the book.", "bold green"),
    TurnResult.LOST: Text("You lose this turn.", "bold red"),
}

LONGEST_MARK = 80
"""Characters of citations between brackets, which may come in pieces."""
_MARKS = re.compile(r"\s*\[[0-9a-f]{12}(?:[,;\s]+[0-9a-f]{12})*\]")


class StoryView(Hook):
    """Prints each turn as it is committed, and what models answer as it arrives."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.verdicts: list[tuple[Judged, Verdict]] = []
        self.texts: dict[str, str] = {}
        self.answer: Answer | None = None
        self._shown = False
        self._streaming = False
        self._speaker = ""
        self._heard: list[str] = []
        self._held_back = ""
        self._goal_was: tuple[int, int, str] = (0, 0, TurnResult.CONTINUED.value)

    def phase(self, began: PhaseBegan, name: str) -> None:
        """Show what is being done, on one line that is written over; on a terminal only."""
        if not self.console.is_terminal:
            return
        self._end_stream()
        self._speaker = name or "Narrator"
        if began.phase in (Phase.COMPLETED, Phase.ERROR):
            self._wipe()
            return
        room = max(self.console.width - 3, 10)
        line = began.message if len(began.message) < room else began.message[: room - 1] + "…"
        self._wipe()
        self.console.print(Text(f"{line} …", "dim"), end="")
        self._shown = True

    def stream(self, piece: str) -> None:
        """Print a piece of an answer that is being written, without its citations' marks."""
        self._wipe()
        if not self._streaming:
            self._streaming = True
            self._heard.append("")
            self.console.print(Text(f"{self._speaker}  ", "bold"), end="")
        whole = self._held_back + piece
        mark = whole.rfind("[")
        is_open = mark >= 0 and "]" not in whole[mark:] and len(whole) - mark < LONGEST_MARK
        cut = mark if is_open else len(whole)
        whole, self._held_back = whole[:cut], whole[cut:]
        told = _MARKS.sub("", whole)
        self._heard[-1] += told
        self.console.print(told, end="", highlight=False, soft_wrap=True)

    def catch_up(self, events: Iterable[Event]) -> None:
        """Print what happened before."""
        for event in events:
            self._tell(event, before=True)

    def show_turn(self, state: StoryState, events: Sequence[Event]) -> None:
        """Print one turn by itself: what was said, the verdicts claim by claim, how it went."""
        self._phases(events)
        for event in events:
            self._tell(event, before=True)
        self.show_verdicts()
        self.show_citations()
        met = ", ".join(state.personas) or "nobody yet"
        count = f"{state.wins} won, {state.losses} lost; met: {met}"
        self.console.print(Text(count, "dim"))

    def on_turn_end(self, moment: Moment) -> None:
        """Print the turn."""
        self._wipe()
        self._end_stream()
        if not self.console.is_terminal:  # there they were seen as they passed
            self._phases(moment.events)
        for event in moment.events:
            self._tell(event, before=False)
        self._heard = []
        if moment.turn:
            self._progress(moment.headline)

    def show_verdicts(self) -> None:
        """Print the verdicts of the last turn, claim by claim."""
        for judged, verdict in self.verdicts:
            self._verdict(judged, verdict)
            for claim in verdict.claims:
                mark = {"approved": "+", "rejected": "-"}.get(claim.decision.value, "?")
                where = ", ".join((*claim.support, *claim.against))
                self.console.print(f"    {mark} {claim.text}  {claim.reason}  {where}")

    def show_citations(self) -> None:
        """Print the passages behind the last answer."""
        for passage in self.answer.cited if self.answer else ():
            text = self.texts.get(passage, "(not among what was found)")
            self.console.print(Text(f"[{passage}]", "cyan"))
            self.console.print(Padding(Text(text), (0, 0, 0, 4)))

    def _end_stream(self) -> None:
        if self._streaming:
            self.console.print(self._held_back, highlight=False)
            self._streaming = False
            self._held_back = ""

    def _wipe(self) -> None:
        if self._shown:
            self.console.control(Control.move_to_column(0), Control((ControlType.ERASE_IN_LINE, 2)))
            self._shown = False

    def _phases(self, events: Iterable[Event]) -> None:
        phases = [e.phase.value for e in events if isinstance(e, PhaseBegan)]
        if phases:
            self.console.print(Text(" · ".join(phases), "dim"))

    def _tell(self, event: Event, *, before: bool) -> None:
        match event:
            case WorldEntered():
                self.console.rule(Text(event.title, "bold"), style="dim", align="left")
                chapters = len(event.chapters)
                facts = f"{event.words} words, {chapters} chapter{'' if chapters == 1 else 's'}."
                cast = ", ".join(in_a_sentence(name) for name in event.cast[:10])
                people = f" In it: {cast}." if event.cast else ""
                self.console.print(Text(facts + people, "dim"))
                self._opening(event)
            case PromptGiven():
                self.verdicts = []
                if before or event.by != "human":
                    self.console.print(Text(f"> {event.prompt}", "bold cyan"))
            case PassagesFound():
                self.texts.update((passage.id, passage.text) for passage in event.passages)
            case VerdictGiven():
                self.verdicts.append((event.judged, event.verdict))
                if event.judged is Judged.PROMPT or not event.verdict.stands:
                    self._verdict(event.judged, event.verdict)
            case AnswerGiven():
                self.answer = event.answer
                self._answer(event.answer)
            case AgentFailed():
                line = f"The {event.agent} failed ({event.reason}); instead: {event.instead}."
                self.console.print(Text(line, "yellow"))
            case TurnSettled() if event.result in RESULTS:
                self.console.print(RESULTS[event.result])
            case EpisodeEnded():
                self.console.print(Text(event.reason, "dim"))

    def _opening(self, event: WorldEntered) -> None:
        """Say where the player is, what there is to win and to try, and who tells it."""
        if event.opening:
            where = event.chapters[event.opening_chapter].title if event.chapters else ""
            self.console.print(Text(f"You are where the book begins{f': {where}' * bool(where)}."))
            self.console.print(Text(event.opening, "italic"))
        if event.language != "en":
            language = language_name(event.language)
            told = f"The book is in {language}; the rules of the game read English."
            self.console.print(
                Text(f"{told} With a model it can be played in {language}.", "yellow")
            )
        if event.by_rules:
            told = (
                "No model tells the story: narrator and characters answer in the book's own words."
            )
            self.console.print(Text(told, "dim"))
        if event.goal:
            lost = f" before {event.lives} of your turns are lost" * bool(event.lives)
            people = ", ".join(in_a_sentence(name) for name in event.goal)
            self.console.print(Text(f"Your goal: meet {people}{lost}.", "dim"))
        if event.suggestions:
            self.console.print(Text(f"You may try: {' / '.join(event.suggestions)}", "dim"))

    def _progress(self, headline: Mapping[str, Any]) -> None:
        """Say how near the goal is, when this turn brought it nearer or decided it."""
        now = (headline["goal_met"], headline["losses"], headline["goal_result"])
        if not headline["goal"] or now == self._goal_was:
            return
        self._goal_was = now
        line = f"{now[0]} of {headline['goal']} met, turns lost: {now[1]}"
        end = {"won": ". You have reached your goal", "lost": ". The goal is lost"}.get(now[2])
        line += f"{end}; the book is still open." if end else "."
        self.console.print(Text(line, "dim"))

    def _answer(self, answer: Answer) -> None:
        style = "italic" if answer.mode is not Mode.CHARACTER else ""
        line = Text.assemble((f"{answer.speaker}  ", "bold"), (answer.text, style))
        if any(_bare(heard) == _bare(answer.text) for heard in self._heard):
            line = Text()  # it was read as it came
        if answer.cited:
            line.append(f"  [{len(answer.cited)} cited]", "dim")
        if line:
            self.console.print(line)

    def _verdict(self, judged: Judged, verdict: Verdict) -> None:
        of = "prompt" if judged is Judged.PROMPT else "answer"
        self.console.print(
            Text.assemble(
                (f"{of} {verdict.decision.value} ", STYLES[verdict.decision]),
                (f"{verdict.score:.2f}  {verdict.reason}", "dim"),
            )
        )


def _bare(text: str) -> str:
    return " ".join(text.split())
