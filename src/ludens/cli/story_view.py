"""A game inside a book in the terminal: phases on one line, what is said, citations on demand."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from ludens.episode.events import EpisodeEnded, Event
from ludens.episode.hooks import Hook, Moment
from ludens.story.answer import Answer, Mode
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
from ludens.story.referee.verdict import Decision, Verdict

STYLES = {Decision.APPROVED: "green", Decision.REJECTED: "red", Decision.UNDECIDED: "yellow"}
RESULTS = {
    TurnResult.WON: Text("You win this turn: the answer betrayed the book.", "bold green"),
    TurnResult.LOST: Text("You lose this turn.", "bold red"),
}


class StoryView(Hook):
    """Prints each turn as it is committed, and what models answer as it arrives."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.verdicts: list[tuple[Judged, Verdict]] = []
        self.texts: dict[str, str] = {}
        self.answer: Answer | None = None
        self._streamed = False

    def stream(self, piece: str) -> None:
        """Print a piece of an answer that is being written."""
        self._streamed = True
        self.console.print(piece, end="", markup=False, highlight=False, style="dim")

    def catch_up(self, events: Iterable[Event]) -> None:
        """Print what happened before."""
        for event in events:
            self._tell(event, before=True)

    def on_turn_end(self, moment: Moment) -> None:
        """Print the turn."""
        if self._streamed:
            self.console.print()
            self._streamed = False
        phases = [e.phase.value for e in moment.events if isinstance(e, PhaseBegan)]
        if phases:
            self.console.print(Text(" · ".join(phases), "dim"))
        for event in moment.events:
            self._tell(event, before=False)

    def show_verdicts(self) -> None:
        """Print the verdicts of the last turn, claim by claim."""
        for judged, verdict in self.verdicts:
            self._verdict(judged, verdict)
            for claim in verdict.claims:
                mark = {"approved": "+", "rejected": "-"}.get(claim.decision.value, "?")
                where = ", ".join((*claim.support, *claim.against))
                self.console.print(
                    f"    {mark} {claim.text}  {claim.reason}  {where}", markup=False
                )

    def show_citations(self) -> None:
        """Print the passages behind the last answer."""
        for passage in self.answer.cited if self.answer else ():
            text = self.texts.get(passage, "(not among what was found)")
            self.console.print(Text(f"[{passage}]", "cyan"))
            self.console.print(Padding(Text(text), (0, 0, 0, 4)))

    def _tell(self, event: Event, *, before: bool) -> None:
        match event:
            case WorldEntered():
                self.console.rule(Text(event.title, "bold"), style="dim", align="left")
                facts = f"{event.words} words, {len(event.chapters)} chapters"
                self.console.print(Text(f"{facts}. In it: {', '.join(event.cast[:10])}", "dim"))
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

    def _answer(self, answer: Answer) -> None:
        style = "italic" if answer.mode is not Mode.CHARACTER else ""
        line = Text.assemble((f"{answer.speaker}  ", "bold"), (answer.text, style))
        if answer.cited:
            line.append(f"  [{len(answer.cited)} cited]", "dim")
        self.console.print(line)

    def _verdict(self, judged: Judged, verdict: Verdict) -> None:
        of = "prompt" if judged is Judged.PROMPT else "answer"
        self.console.print(
            Text.assemble(
                (f"{of} {verdict.decision.value} ", STYLES[verdict.decision]),
                (f"{verdict.score:.2f}  {verdict.reason}", "dim"),
            )
        )
