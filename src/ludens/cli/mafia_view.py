"""A Mafia table in the terminal, as one viewer sees it."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from ludens.episode.hooks import Hook, Moment
from ludens.episode.visibility import Viewer
from ludens.mafia.telling import Teller, Told, Tone

STYLES = {
    Tone.FACT: "",
    Tone.DEATH: "red",
    Tone.PRIVATE: "dim",
    Tone.NARRATION: "italic yellow",
    Tone.ENDING: "bold green",
}


class MafiaView(Hook):
    """Prints each turn as it is committed."""

    def __init__(self, console: Console, viewer: Viewer) -> None:
        self.console = console
        self.teller = Teller(viewer)

    def on_turn_end(self, moment: Moment) -> None:
        """Print the turn."""
        for event in moment.events:
            for told in self.teller.tell(event):
                self._print(told)

    def _print(self, told: Told) -> None:
        if told.tone is Tone.HEADING:
            self.console.print()
            self.console.rule(Text(told.text, "bold"), style="dim", align="left")
            return
        if told.speaker:
            line = Text.assemble((f"{told.speaker}  ", "bold cyan"), told.text)
            self.console.print(Padding(line, (0, 0, 0, 0)))
            return
        indent = 4 if told.tone is Tone.PRIVATE else 0
        self.console.print(Padding(Text(told.text, STYLES[told.tone]), (0, 0, 0, indent)))
