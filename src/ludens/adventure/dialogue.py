"""The dialogue: what the player's model said, and what came of it, as it is told it again.

It only grows at its end, so that a provider's cache serves nearly all of it. When it has grown too
long its beginning is folded into a digest; that is an event, so the digest stays what it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

from pydantic import Field

from ludens.adventure.directions import direction_of
from ludens.adventure.events import (
    By,
    CommandChosen,
    CommandJudged,
    Effect,
    InterpreterFailed,
    ScoreChanged,
    StoryRestored,
    TextObserved,
)
from ludens.adventure.knowledge.phrases import word_set
from ludens.adventure.models import Part
from ludens.adventure.plan import QUOTED, CommandsTried, PlanEnded, PlanMade, told
from ludens.adventure.vocabulary import core_of
from ludens.adventure.world.belongings import words
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.ways import WAITS, way_of
from ludens.episode.events import Event
from ludens.llm.tokens import estimate_tokens

ANSWER = 6000
"""Characters of one answer that are told, cut in the middle when it is longer: a page or two."""
AGAIN = 100
"""Characters from which a line that was told before, and still is, is not told again."""
AS_BEFORE, AS_ABOVE = "(as told before)", "(as above)"
LEAD, BEGINNING = 80, 40
"""Characters that are told again of an answer that was told before, and of a line in one."""
TELLS_SCORE = re.compile(r"\bscore\b|\bpoints?\b.*\d|\d.*\bpoints?\b", re.IGNORECASE)
"""What an answer says that tells the score of itself."""
MOST_TOLD = 60
"""Answers that are told before or between replies, the newest: a walk, an outage, a search."""
STANDINGS = 40
"""Sentences about what is open, shut or locked that are kept."""
SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
STANDING = word_set("how_things_stand")
DETERMINERS = word_set("determiners")
REFUSALS = 80
"""Answers to what failed that are kept for the digest."""
REFUSAL = 160
"""Characters of each."""

TYPED_BY = {
    By.HUMAN: "a person typed this",
    By.SENSES: "typed by the company",
    By.SOLVER: "typed by the maze mapper",
    By.BREAKER: "typed to leave a place where nothing was gained",
    By.SEARCH: "found by search",
}
"""What is said of commands that were not the model's."""
BY_RULE = "typed by rule: no answer of yours came"
SPARED = "no turn"
STOPPED = "Your plan was stopped here"
NOT_YOURS = frozenset({"Something else came first.", "Another plan was made."})
"""Reasons for a plan's end of which nothing is to be learnt."""


class Refusal(Part):
    """What a command that failed was answered."""

    turn: int
    room: RoomId
    command: str
    answer: str


class Said(Part):
    """A reply, and what was typed and answered since."""

    reply: str
    told: list[str] = Field(default_factory=list)
    cut: list[tuple[tuple[str, str], ...]] = Field(default_factory=list)
    """For each of `told`, what stands in it for a line that was told before, and that line."""

    @property
    def text(self) -> str:
        """What is told of it."""
        return "\n\n".join(self.told) or "(Nothing came of it.)"

    @property
    def tokens(self) -> int:
        """How long it is, by estimate."""
        return estimate_tokens(self.reply) + estimate_tokens(self.text)


class DialogueFolded(Event):
    """The oldest exchanges are told by a digest from now on."""

    type: ClassVar[str] = "dialogue_folded"
    exchanges: int
    """How many of those that were left."""
    digest: str


DIALOGUE_EVENTS: tuple[type[Event], ...] = (DialogueFolded,)


class Dialogue(Part):
    """What was said so far; changed by events only."""

    before: list[str] = Field(default_factory=list)
    """What was typed and answered before the first reply."""
    digest: str = ""
    """What came before the exchanges that are left."""
    exchanges: list[Said] = Field(default_factory=list)
    spoken: int = 0
    """Replies so far."""
    refusals: list[Refusal] = Field(default_factory=list)
    standings: list[tuple[int, str]] = Field(default_factory=list)
    """What the texts said of late of how things stand, open or shut, each with its turn."""
    echo: str = ""
    """The command whose answer is awaited, as it is told."""

    @property
    def tokens(self) -> int:
        """How long digest and exchanges are, by estimate."""
        return estimate_tokens(self.digest) + sum(said.tokens for said in self.exchanges)

    def apply(
        self,
        event: Event,
        turn: int,
        text: str,
        opening: str,
        gained: int | None = None,
        *,
        cut_short: bool = False,
    ) -> None:
        """Fold one event.

        `text` is the story's last answer, `opening` what is always told, `gained` what the score
        rose or fell by; None where it was not known before; `cut_short`: the event ends a plan of
        which something was left.
        """
        match event:
            case PlanMade(by=By.PLAYER) if event.plan.said:
                self.exchanges.append(Said(reply=event.plan.said))
                self.spoken += 1
            case CommandChosen():
                self.echo = _echo(event)
            case TextObserved() if turn:
                answer, cut = self._shortened(_middle_out(event.text.strip()), opening)
                answer = answer or "(The story says nothing.)"
                self._tell(f"{self.echo}\n{answer}", cut)
                self._hear_how_things_stand(event.text, turn)
            case CommandsTried(instead=CommandChosen(command=command), trials=(tried, *_)):
                said = f"> {command}   [{SPARED}]\n{tried.answer}"
                self._tell(*self._without_told(said, opening))
            case CommandsTried() if event.trials:
                self._tell(*self._without_told(told(event), opening))
            case InterpreterFailed():
                self._tell(f"{self.echo}\n(The interpreter failed; it is as before.)")
            case StoryRestored():
                lost = turn - event.to_turn
                turns = "1 turn is" if lost == 1 else f"{lost} turns are"
                back = f"The story was put back to turn {event.to_turn}"
                self.echo = f"[{back}: {event.reason}; {turns} lost.]"
                self.standings = [one for one in self.standings if one[0] <= event.to_turn]
            case ScoreChanged() if gained and self.echo and TELLS_SCORE.search(text) is None:
                self._mark(f"[{gained:+d}]")
            case PlanEnded() if event.why and event.why not in NOT_YOURS:
                self._end_plan(event.why, cut_short=cut_short)
            case CommandJudged(effect=Effect.NOTHING, novel=True) if not (
                event.looked or way_of(event.command) in WAITS or not event.command.strip()
            ):
                answer = " ".join(text.split())
                short = f"{answer[:REFUSAL]}…" if len(answer) > REFUSAL else answer
                refusal = Refusal(turn=turn, room=event.room, command=event.command, answer=short)
                self.refusals = [*self.refusals[-REFUSALS + 1 :], refusal]
            case DialogueFolded():
                self.exchanges = self.exchanges[event.exchanges :]
                self.before, self.digest = [], event.digest
                self._write_out(opening)
        if self.exchanges and len(self.exchanges[-1].told) == MOST_TOLD:
            self._write_out(opening)  # the oldest answer has just gone

    def _end_plan(self, why: str, *, cut_short: bool) -> None:
        """Say that a plan was stopped, and why where the answer above does not say it itself."""
        told = self.exchanges[-1].told if self.exchanges else self.before
        says = "" if told and _quotes(why, told[-1]) else why
        if cut_short:
            self._tell(f"[{STOPPED}: {says}]" if says else f"[{STOPPED}.]")
        elif says:
            self._tell(f"[{says}]")

    def tell_which(self, room: str) -> None:
        """Say which of several rooms of a name this is, where what tells it is left out."""
        told = self.exchanges[-1].told if self.exchanges else self.before
        if told and AS_BEFORE in told[-1] and room not in told[-1]:
            self._mark(f"[{room}]")

    def leave_out(self, step: str) -> None:
        """Say to a player with a plan that a step of it was left out."""
        if self.exchanges:
            self._tell(f"[Left out: {step}]")

    def is_told(self, text: str) -> bool:
        """Tell whether a text still stands in what is told, word for word."""
        return text in self.digest or any(
            text in told for said in self.exchanges for told in said.told
        )

    def _shortened(self, text: str, opening: str) -> tuple[str, tuple[tuple[str, str], ...]]:
        """Return an answer without the lines that were told before and still are, and those lines.

        The first answer to a command is told whole, unless a way was gone or the story put back.
        """
        command = self.echo.partition("\n")[0]
        goes = direction_of(command.partition("   [")[0].removeprefix("> ")) is not None
        if not goes and not command.startswith("[") and not self._was_typed(command):
            return text, ()
        return self._without_told(text, opening)

    def _without_told(self, text: str, opening: str) -> tuple[str, tuple[tuple[str, str], ...]]:
        """Return a text without the lines that were told before and still are, and those lines."""
        lines, cut, above = text.split("\n"), [], [*self._all_told()]
        for number, line in enumerate(lines):
            whole = line == text  # a refusal, most often: what it said must be seen
            lead = line[: LEAD if whole else BEGINNING]
            told = line in self.digest or line in opening
            is_cut = line.endswith(AS_ABOVE)
            if len(line) >= AGAIN and not is_cut and _is_latest(line, lead, above, told=told):
                lines[number] = f"{lead}… {AS_BEFORE}"
                cut.append((lines[number], line))
            above.append(line)
        return "\n".join(lines), tuple(cut)

    def _all_told(self) -> Iterator[str]:
        """Yield all that was told since the digest, with what was left out of it."""
        for said in self.exchanges:
            cuts = [*said.cut, *[()] * (len(said.told) - len(said.cut))]
            for shown, cut in zip(said.told, cuts, strict=True):
                whole = shown
                for mark, line in cut:
                    whole = whole.replace(mark, line, 1)
                yield whole

    def _hear_how_things_stand(self, text: str, turn: int) -> None:
        if STANDING.isdisjoint(words(text)):
            return
        told = [(turn, one) for one in SENTENCE_END.split(text) if words(one) & STANDING]
        self.standings = [*self.standings, *told][-STANDINGS:]

    def how_stands(self, name: str, since: int) -> str:
        """Return what a text said last, after a turn, of how a thing stands; empty if none did."""
        told = (said for turn, said in reversed(self.standings) if turn > since)
        return next((said for said in told if _names(said, core_of(name))), "")

    def _was_typed(self, command: str) -> bool:
        """Tell whether an answer to the same command, typed or tried, stands in what is told."""
        return any(f"\n{command}\n" in f"\n{told}" for one in self.exchanges for told in one.told)

    def _write_out(self, opening: str) -> None:
        """Tell again what is told nowhere before any more: its first telling was folded."""
        above, wholes = list[str](), self._all_told()
        for said in self.exchanges:
            for number, cut in enumerate(said.cut):
                text, at, kept, whole = said.told[number], 0, [], next(wholes)
                for mark, line in cut:
                    at = text.index(mark, at)
                    lead = mark.removesuffix(f"… {AS_BEFORE}")
                    told = line in self.digest or line in opening
                    if _is_latest(line, lead, above, told=told):
                        kept.append((mark, line))
                    else:
                        text = text[:at] + line + text[at + len(mark) :]
                    at += 1
                said.told[number], said.cut[number] = text, tuple(kept)
                above.append(whole)

    def _mark(self, note: str) -> None:
        """Add a note to what was told last."""
        told = self.exchanges[-1].told if self.exchanges else self.before
        if told:
            told[-1] += f"\n{note}"

    def _tell(self, text: str, cut: tuple[tuple[str, str], ...] = ()) -> None:
        if self.exchanges:
            said = self.exchanges[-1]
            said.told.append(text)
            said.cut.append(cut)
            del said.told[:-MOST_TOLD], said.cut[:-MOST_TOLD]
        else:
            self.before = [*self.before[-MOST_TOLD + 1 :], text]


def _is_latest(line: str, lead: str, above: Sequence[str], *, told: bool) -> bool:
    """Tell whether a line is the last above it with its beginning, word for word.

    Another that begins like it and came later would be taken for it. `told`: where none of those
    `above` has the beginning, it stands farther up.
    """
    for text in reversed(above):
        alike = [one for one in text.split("\n") if one.startswith(lead)]
        if alike:
            return alike[-1] == line
    return told


def _quotes(why: str, told: str) -> bool:
    """Tell whether a reason gives but a line or the beginning of a sentence of what was told."""
    quote = why.partition(": ")[2].rstrip(".")
    if not quote:
        return False
    lines = (" ".join(line.split()) for line in told.split("\n"))
    sentences = (one for line in lines for one in (line, *SENTENCE_END.split(line)))
    after = (one[len(quote) : len(quote) + 1] for one in sentences if one.startswith(quote))
    return any(len(quote) >= QUOTED or not following.isalnum() for following in after)


def _names(said: str, core: str) -> bool:
    """Tell whether a sentence names a thing: the box, the cedarwood box, and not the cold box."""
    *before, noun = core.lower().split()
    told = re.findall(r"[\w'-]+", said.lower())
    return any(
        word == noun and (at == 0 or told[at - 1] in before or told[at - 1] in DETERMINERS)
        for at, word in enumerate(told)
    )


def _echo(event: CommandChosen) -> str:
    """Return a command as it is told, with who typed it if it was not the model."""
    ours = event.by is By.PLAYER and event.plan is not None
    note = TYPED_BY.get(event.by, event.purpose if ours else BY_RULE)
    typed = "<space>" if event.command == " " else event.command
    return f"> {typed}" + (f"   [{note}]" if note else "")


def _middle_out(text: str) -> str:
    if len(text) <= ANSWER:
        return text
    return f"{text[: ANSWER * 2 // 3]}\n […]\n{text[-ANSWER // 3 :]}"


def to_fold(dialogue: Dialogue, budget: int, kept: float, digest: int) -> int:
    """Return how many of the oldest exchanges are to be folded now; 0: none.

    None while all is within `budget` tokens; then as many as leave `kept` of it beside a digest
    of `digest` tokens. The newest stays, whatever its length: it may still grow.
    """
    if dialogue.tokens <= budget:
        return 0
    sizes = [said.tokens for said in dialogue.exchanges]
    left, number = sum(sizes) + digest, 0
    while number < len(sizes) - 1 and left > budget * kept:
        left -= sizes[number]
        number += 1
    return number
