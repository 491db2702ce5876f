"""A person at the terminal who has taken a seat."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
import threading
from typing import Any, NoReturn, TextIO

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from ludens.mafia.agents.player import PlayerFailedError
from ludens.mafia.agents.reply import TALK
from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import (
    HIGHEST_BID,
    Act,
    Ask,
    Ballot,
    Bid,
    Decision,
    Plan,
    Proposal,
    Speech,
    Statement,
)
from ludens.mafia.events import Finding
from ludens.mafia.legal import longest_text, power, problem_with
from ludens.mafia.roles import ROLES, RoleName
from ludens.mafia.seats import SeatId
from ludens.writable import writable

QUESTIONS = {
    Ask.PLAN: "Your plan, for your partners to read",
    Ask.SPEECH: "Your speech, on one line",
    Ask.BID: "How much do you want to speak early",
    Ask.REPLY: "Your answer, on one line; nothing to keep silent",
    Ask.DEFENCE: "Your defence, on one line",
    Ask.REBUTTAL: "Your answer to the other defences, on one line",
    Ask.LAST_WORDS: "Your last words",
    Ask.VOTE: "Your vote",
    Ask.REVOTE: "Your vote between the tied",
    Ask.KILL: "Whom shall the mafia kill",
    Ask.ACT: "Whom do you {verb}",
}

HELP = (
    "Type what is asked: words on one line, or a player's number or name. /quit leaves the table, "
    "and ludens resume comes back to it."
)
LEAVE = frozenset({"/quit", "/exit", "/q"})
ASKS_FOR_HELP = frozenset({"help", "?", "/help", "/?"})


class LineReader:
    """Lines of a stream, read by a thread so that a clock can run out on whoever types them."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lines: asyncio.Queue[str | None] | None = None

    async def next(self) -> str:
        """Return the next line; raises PlayerFailedError at the end of the stream."""
        if self._lines is None:
            self._lines = asyncio.Queue()
            threading.Thread(
                target=self._read, args=(asyncio.get_running_loop(), self._lines), daemon=True
            ).start()
        line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)
            raise PlayerFailedError("nobody is at the terminal any more")
        return writable(line.strip())

    def forget(self) -> None:
        """Drop what was typed before it was asked for."""
        while self._lines is not None and not self._lines.empty():
            if self._lines.get_nowait() is None:
                self._lines.put_nowait(None)
                return

    def _read(self, loop: asyncio.AbstractEventLoop, lines: asyncio.Queue[str | None]) -> None:
        try:
            for line in self._stream:
                loop.call_soon_threadsafe(lines.put_nowait, line)
            loop.call_soon_threadsafe(lines.put_nowait, None)
        except RuntimeError:
            return  # the game is over and its loop closed; nobody listens


class TerminalPerson:
    """Shows a briefing and asks until the answer is a valid decision."""

    def __init__(self, console: Console, stream: TextIO | None = None) -> None:
        self.console = console
        self.lines = LineReader(stream if stream is not None else sys.stdin)
        self.interactive = (stream if stream is not None else sys.stdin).isatty()

    async def ask(self, briefing: Briefing, seconds: float | None) -> Decision:
        """Return the person's decision; raises PlayerFailedError when nobody is there."""
        self._show(briefing, seconds)
        if self.interactive:
            self.lines.forget()
        while True:
            decision = await self._decision(briefing)
            problem = problem_with(briefing.view, briefing.ask, decision)
            if problem is None:
                return decision
            self._print(f"That is not possible: {problem}.", "yellow")

    async def _decision(self, briefing: Briefing) -> Decision:
        decision: Decision
        match briefing.ask:
            case Ask.PLAN:
                decision = Plan(strategy=await self._line("Plan"))
            case Ask.BID:
                line = await self._line(f"Bid, 0 to {HIGHEST_BID}")
                decision = Bid(bid=min(int(line), HIGHEST_BID) if line.isdigit() else 0)
            case Ask.REPLY | Ask.DEFENCE | Ask.REBUTTAL | Ask.LAST_WORDS:
                words, said = claimed(await self._line("Say"), briefing)
                decision = Statement(speech=words, **said)
            case Ask.SPEECH:
                words, said = claimed(await self._line("Say"), briefing)
                seat = await self._seat("Nominate", briefing)
                assert seat is not None, "a nomination cannot be skipped"
                decision = Speech(speech=words, nomination=seat, **said)
            case Ask.VOTE | Ask.REVOTE:
                decision = Ballot(choice=await self._seat("Vote", briefing))
            case Ask.KILL:
                decision = Proposal(target=await self._seat("Kill", briefing))
            case Ask.ACT:
                verb = power(briefing.view).verb.capitalize()
                decision = Act(target=await self._seat(verb, briefing))
        return decision

    async def _seat(self, prompt: str, briefing: Briefing) -> SeatId | None:
        """Return whom the person names, asking until it is somebody who can be chosen."""
        while True:
            try:
                return seat_named(await self._line(prompt), briefing)
            except LookupError as error:
                self._print(str(error.args[0]), "yellow")

    async def _line(self, prompt: str) -> str:
        """Return the next line that is an answer; others are for the program and answered here."""
        while True:
            self.console.print(Text(f"{prompt}> ", "bold green"), end="")
            try:
                line = await self.lines.next()
            except PlayerFailedError:
                if not self.interactive:  # a script that is over: the defaults are taken
                    raise
                line = "/quit"
            if not self.interactive:
                self.console.print()
            if line in LEAVE:
                await self._leave()
            elif line.casefold() in ASKS_FOR_HELP:
                self._print(HELP, "dim")
            elif line.startswith("/") and CLAIM.match(line) is None:
                self._print(f"There is no {line.split()[0]}. {HELP}", "yellow")
            else:
                return line

    async def _leave(self) -> NoReturn:
        """Leave as Ctrl-C does: the turn is dropped, and whoever resumes is asked again."""
        signal.raise_signal(signal.SIGINT)
        await asyncio.Event().wait()
        raise AssertionError("the task that waits here is cancelled")

    def _show(self, briefing: Briefing, seconds: float | None) -> None:
        view = briefing.view
        role = ROLES[view.private.role] if view.private.role is not None else None
        partners = ", ".join(briefing.name(seat) for seat in view.private.partners)
        self._print("")
        if role is not None:
            with_ = f", with {partners}" if partners else ""
            self._print(f"You are {briefing.name(view.seat)}, {role.called}{with_}.", "bold")
        for finding in view.private.findings:
            verdict = "mafia" if finding.is_mafia else "not mafia"
            self._print(f"You found out: {briefing.name(finding.seat)} is {verdict}.", "dim")
        for council in view.private.councils:
            if council.day == view.public.day:
                for p in council.proposals:
                    target = briefing.name(p.target) if p.target is not None else "nobody"
                    self._print(f"{briefing.name(p.seat)} would kill {target}. {p.message}", "dim")
        if briefing.decider is not None:
            own = briefing.decider == view.seat
            whose = "your" if own else f"{briefing.name(briefing.decider)}'s"
            self._print(f"If you stay split now, {whose} proposal is carried out.", "dim")
        verb = power(view).verb if briefing.ask is Ask.ACT else ""
        question = QUESTIONS[briefing.ask].format(verb=verb)
        limit = f" ({seconds:g} seconds)" if seconds is not None else ""
        self._print(f"{question}{limit}.", "bold green")
        if briefing.options:
            choices = [f"{seat} {briefing.name(seat)}" for seat in briefing.options]
            if briefing.may_pass:
                choices.append("skip")
            self._print("  " + "   ".join(choices), "cyan")
        elif briefing.ask not in (Ask.VOTE, Ask.REVOTE, Ask.BID):
            self._print(f"  at most {longest_text(view, briefing.ask)} characters", "dim")
        if briefing.ask in TALK:
            hint = "behind the words: /claim ROLE /found NAME, mafia /accuse NAME /defend NAME"
            self._print(f"  {hint}", "dim")
        elif briefing.may_pass and not briefing.options and briefing.ask is not Ask.BID:
            self._print("  skip", "cyan")

    def _print(self, text: str, style: str = "") -> None:
        self.console.print(Padding(Text(text, style), (0, 0, 0, 0)))


CLAIM = re.compile(
    r"/(?P<what>claim|found|accuse|defend)\s+(?P<who>[^/,]+?)\s*(?:,\s*(?P<result>mafia|innocent))?"
    r"(?=/|$)"
)
"""What a line says as fields, behind the words: `Listen. /claim detective /found Bo, mafia`."""
SAID_OF = {"accuse": "accuses", "defend": "defends"}


def claimed(line: str, briefing: Briefing) -> tuple[str, dict[str, Any]]:
    """Return the words of a line, and what is claimed behind them; unknown names are left out."""
    said: dict[str, Any] = {"findings": (), "accuses": (), "defends": ()}
    seats = {name.casefold(): SeatId(n) for n, name in enumerate(briefing.view.public.names)}
    for part in CLAIM.finditer(line):
        who = part["who"].casefold()
        seat = seats.get(who, SeatId(int(who)) if who.isdigit() else None)
        if part["what"] == "claim":
            said["claims"] = RoleName(who)
        elif seat is not None and part["what"] == "found":
            said["findings"] += (Finding(seat, part["result"] != "innocent"),)
        elif seat is not None:
            said[SAID_OF[part["what"]]] += (seat,)
    return CLAIM.sub("", line).strip(), said


def seat_named(answer: str, briefing: Briefing) -> SeatId | None:
    """Return the seat that a person names by number or name; None for nobody.

    Raises LookupError, saying what can be named.
    """
    wanted = answer.casefold()
    if briefing.may_pass and wanted in ("skip", "nobody", "none", "pass", "-"):
        return None
    by_name = [seat for seat in briefing.options if briefing.name(seat).casefold() == wanted]
    by_number = [seat for seat in briefing.options if str(seat) == wanted]
    beginning = [
        seat
        for seat in briefing.options
        if wanted and briefing.name(seat).casefold().startswith(wanted)
    ]
    for found in (by_name, by_number, beginning):
        if len(found) == 1:
            return found[0]
    names = ", ".join(f"{seat} {briefing.name(seat)}" for seat in briefing.options)
    raise LookupError(f"Name one of these: {names}{', or skip' if briefing.may_pass else ''}.")
