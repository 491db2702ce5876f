"""The terminal view: the transcript as it grows over one steady line."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ludens.adventure.events import By, CommandChosen, InterpreterFailed, TextObserved
from ludens.adventure.world.map_events import PlayerMoved
from ludens.episode.calls import Usage
from ludens.episode.events import EpisodeForked, ModelFailed, ModelReturned, Outcome
from ludens.episode.hooks import Hook, Moment
from ludens.episode.outages import told
from ludens.episode.store import EpisodeRow
from ludens.installing import program
from ludens.llm.calls import Asking

SHORTEST_SAID = 20
"""Columns below which nothing of a reply under way is shown."""

ENDINGS = {
    Outcome.VICTORY: ("Won", "green"),
    Outcome.DEFEAT: ("Lost", "red"),
    Outcome.ENDED: ("Over", "cyan"),
    Outcome.LIMIT: ("Stopped at a limit", "yellow"),
    Outcome.STOPPED: ("Stopped", "yellow"),
    Outcome.FAILED: ("Given up", "red"),
}


class TerminalView(Hook):
    """Prints each turn as it is committed; on a terminal, keeps a status line at the bottom."""

    def __init__(self, console: Console, row: EpisodeRow, *, by_hand: bool = False) -> None:
        """`by_hand`: a person types here, so there is no steady line, and no echo of theirs."""
        self.console = console
        self.by_hand = by_hand
        self.title = row.subject
        self.began = time.monotonic() - row.seconds
        self.moment: Moment | None = None
        self.asking: dict[str, Asking] = {}
        """Whom the turn in hand waits for."""
        self.live = Live(self, console=console, refresh_per_second=4, transient=True)

    def __enter__(self) -> TerminalView:
        if self.console.is_terminal and not self.by_hand:
            self.live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.console.is_terminal and not self.by_hand:
            self.live.stop()

    def __rich__(self) -> RenderableType:
        """Draw the steady line, and whom is asked above it."""
        waits = [thinking(asking, self.console.width) for asking in list(self.asking.values())]
        return Group(*waits, self._steady())

    def _steady(self) -> RenderableType:
        if self.moment is None:
            return Text()
        head = self.moment.headline
        score, highest = head.get("score"), head.get("max_score")
        shown = "?" if score is None else f"{score}/{highest}" if highest else str(score)
        number = head.get("rooms", 0)
        rooms = "1 room" if number == 1 else f"{number} rooms"
        minutes, seconds = divmod(int(time.monotonic() - self.began), 60)
        parts = [
            (head.get("place") or "somewhere", "bold"),
            (f"score {shown}", "yellow"),
            (f"turn {self.moment.turn}", ""),
            (head.get("maze") or rooms, ""),
            (f"{minutes}:{seconds:02}", "dim"),
            (cost(self.moment.used), "dim"),
        ]
        line = Text(" · ").join(Text(text, style) for text, style in parts)
        line.truncate(max(self.console.width - 1, 10), overflow="ellipsis")
        return line

    def on_thinking(self, moment: Moment) -> None:
        """Show who is asked, and what has come of the reply."""
        assert moment.asking is not None
        self.asking[moment.asking.agent] = moment.asking

    def on_call(self, moment: Moment) -> None:
        """Show an agent no longer whose model has answered, or failed."""
        assert moment.call is not None
        self.asking.pop(moment.call.agent, None)

    def on_turn_end(self, moment: Moment) -> None:
        """Print the turn."""
        self.moment = moment
        self.asking.clear()
        moved = any(isinstance(event, PlayerMoved) for event in moment.events)
        for event in moment.events:
            match event:
                case EpisodeForked():
                    self._print(Text(f"Forked from {event.parent} at turn {event.turn}", "dim"))
                case CommandChosen(by=By.HUMAN) if self.by_hand:
                    pass
                case CommandChosen():
                    self._print(Text(f"> {event.command}", "bold cyan"))
                case TextObserved():
                    self._print(_story_text(event.text, titled=moved))
                case InterpreterFailed():
                    note = f"The interpreter failed ({event.kind}); the story was put back."
                    self._print(Text(note, "yellow"))
                case ModelFailed() | ModelReturned():
                    self._print(Text(told(event) or "", "yellow"))
        if self.console.is_terminal and not self.by_hand:
            self.live.refresh()

    def on_hold(self, held: bool) -> None:
        """Say that a person at the page holds the game, or gives it back."""
        said = "Held from the page; it goes on when it is given back." if held else "Given back."
        self._print(Text(said, "yellow"))

    def _print(self, text: RenderableType) -> None:
        self.console.print(text)


def thinking(asking: Asking, width: int) -> Text:
    """Return one line: who is asked, of which model, since when, and the end of what it says."""
    since = (datetime.now(UTC) - asking.since).total_seconds()
    line = Text(f"{asking.agent} · {asking.model} · {since:.0f} s", "dim")
    if asking.waiting:
        line.append(f" · {asking.waiting}", "yellow")
    left = width - line.cell_len - 4
    said = " ".join(asking.said.split())
    if said and left > SHORTEST_SAID:
        line.append(f" · {said[-left:]}", "italic")
    line.truncate(max(width - 1, 10), overflow="ellipsis")
    return line


def _story_text(text: str, *, titled: bool) -> Text:
    """Return the story's words, the room's title set apart."""
    result = Text()
    title_due = titled
    for line in text.strip("\n").split("\n"):
        if title_due and line.strip():
            result.append(line, "bold")
            title_due = False
        else:
            result.append(line)
        result.append("\n")
    return result


def print_ending(console: Console, row: EpisodeRow, used: Usage) -> None:
    """Print the last screen of an episode: how it went, and where to go from here."""
    head = row.headline
    title, colour = ENDINGS[row.outcome] if row.outcome else ("Paused", "yellow")
    score, highest = head.get("score"), head.get("max_score")
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim")
    facts.add_column()
    rows = [
        ("Episode", f"{row.id}  ({row.subject}, seed {row.seed}, {row.model})"),
        ("Turns", str(row.turns)),
        ("Score", "unknown" if score is None else f"{score} of {highest or 'unknown'}"),
        ("Map", ", ".join(counted(head.get(f"{kind}s", 0), kind) for kind in ("room", "item"))),
        ("Time", f"{row.seconds:.1f} s"),
        ("Calls", in_words(used)),
    ]
    if head.get("searched"):
        rows.append(("Search", f"{head['searched']:,} commands tried on snapshots"))
    if used.lost:
        rows.append(("", lost_calls(used)))
    if row.reason:
        rows.insert(0, ("", row.reason))
    for name, value in rows:
        facts.add_row(name, value)
    console.print(Panel(facts, title=title, border_style=colour, title_align="left", expand=False))
    half = row.turns // 2
    hints = [
        *to_see_calls(row, used),
        (f"show {row.id} --turn {half}", "see any turn as it was"),
        *([(f"fork {row.id} --turn {half}", "play on from there differently")] if half else []),
        (f"export {row.id} --format transcript", "read it whole"),
    ]
    print_hints(console, [*to_go_on(row), *hints])


def to_go_on(row: EpisodeRow) -> Iterator[tuple[str, str]]:
    """Yield the command that goes on with an episode, with what it is for; none if it has ended."""
    if row.outcome in (None, Outcome.LIMIT, Outcome.STOPPED):
        more = f" --max-turns {row.turns * 2}" if row.outcome is Outcome.LIMIT else ""
        yield f"resume {row.id}{more}", "go on"


def to_see_calls(row: EpisodeRow, used: Usage) -> Iterator[tuple[str, str]]:
    """Yield the command that lists an episode's calls, if it made any."""
    if used.calls:
        yield f"calls {row.id}", "see whom it asked, and what that cost"


def counted(number: int, noun: str) -> str:
    """Return a number of things in words: `1 turn`, `2 turns`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def print_hints(console: Console, hints: Sequence[tuple[str, str]]) -> None:
    """Print commands to type next, each whole on its line, with what they are for."""
    widest = max(len(command) for command, _ in hints)
    for command, what in hints:
        line = Text.assemble((f"  {program()} {command:<{widest}}", "cyan"), (f"  {what}", "dim"))
        console.print(line, soft_wrap=True)


def lost_calls(used: Usage) -> str:
    """Return in words that calls were under way when a process ended."""
    calls = "1 call" if used.lost == 1 else f"{used.lost} calls"
    return f"{calls} may have been paid twice: the answer had not come when the process ended"


def in_words(used: Usage) -> str:
    """Return calls, tokens and cost in one line."""
    return f"{used.calls}, {used.input_tokens + used.output_tokens} tokens, {cost(used)}"


def cost(used: Usage) -> str:
    """Return what the calls cost, in words."""
    if used.calls == 0:
        return "free"
    return "unpriced" if used.cost is None else f"${used.cost:.4f}"
