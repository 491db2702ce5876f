"""A Mafia table in the terminal, as one viewer sees it."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ludens.cli.console import out
from ludens.episode.events import Event
from ludens.episode.hooks import Hook, Moment
from ludens.episode.visibility import VIEWER, Viewer
from ludens.mafia.finale import finale_of
from ludens.mafia.state import MafiaState
from ludens.mafia.telling import Teller, Told, Tone

STYLES = {
    Tone.FACT: "",
    Tone.DEATH: "red",
    Tone.PRIVATE: "dim",
    Tone.DEFAULT: "dim",
    Tone.NARRATION: "italic yellow",
    Tone.ENDING: "bold green",
}


class MafiaView(Hook):
    """Prints each turn as it is committed."""

    def __init__(self, console: Console, viewer: Viewer) -> None:
        self.console = console
        self.teller = Teller(viewer, with_narrator=True)

    def catch_up(self, events: Iterable[Event]) -> None:
        """Print what happened before."""
        for event in events:
            self._tell(event)

    def on_turn_end(self, moment: Moment) -> None:
        """Print the turn."""
        for event in moment.events:
            self._tell(event)

    def _tell(self, event: Event) -> None:
        for told in self.teller.tell(event):
            self._print(told)

    def _print(self, told: Told) -> None:
        if told.tone is Tone.HEADING:
            self.console.print()
            self.console.rule(Text(told.text, "bold"), style="dim", align="left")
            return
        if told.speaker:
            line = Text.assemble((f"{told.speaker}  ", "bold cyan"), told.text + told.beside)
            self.console.print(Padding(line, (0, 0, 0, 0)))
            return
        indent = 4 if told.tone in (Tone.PRIVATE, Tone.DEFAULT) else 0
        self.console.print(Padding(Text(told.text, STYLES[told.tone]), (0, 0, 0, indent)))


def print_finale(state: MafiaState) -> None:
    """Print what a game that is over came to: who fooled whom, who saw, what turned it."""
    finale = finale_of(state.public, state.private)
    turning = (finale.turning,) if finale.turning else ()
    for title, lines in (
        ("The turning point", turning),
        ("Who was fooled", finale.fooled),
        ("Who saw it", finale.saw),
    ):
        if lines:
            out.print(Text(f"\n{title}", "bold"))
            for line in lines:
                out.print(Text(line))


def print_turn(state: MafiaState, happened: list[Event]) -> None:
    """Print a turn with everything that happened in it, and how the table stood after it."""
    view = MafiaView(out, VIEWER)
    view.teller.names, view.teller.taglines = state.names, state.public.taglines
    view.catch_up(happened)
    out.print()
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("seat", "name", "role", "", "believes most likely mafia"):
        table.add_column(name)
    for seat, role in sorted(state.roles.items()):
        beliefs = state.private[seat].beliefs
        likely = sorted(beliefs.items(), key=lambda pair: (-pair[1], pair[0]))[:3]
        table.add_row(
            str(seat),
            state.names[seat],
            role,
            "" if seat in state.living else "dead",
            ", ".join(f"{state.names[other]} {chance:.2f}" for other, chance in likely),
        )
    out.print(table)
    out.print(Text(f"Day {state.day}, {state.phase}.", "dim"))
