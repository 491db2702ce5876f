"""A person at the terminal who plays inside a book."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.text import Text

from ludens.cli.mafia_person import LineReader
from ludens.cli.story_view import StoryView
from ludens.mafia.agents.player import PlayerFailedError
from ludens.story.briefing import Briefing

HELP = (
    "Say, ask or do something. /why shows the last verdict, /cite the passages behind the last "
    "answer, /cast who speaks in the book, /quit leaves."
)
LEAVE = frozenset({"/quit", "/exit", "/q"})


class TerminalPlayer:
    """Reads prompts from the terminal; a few commands look at what was, and take no turn."""

    def __init__(self, console: Console, view: StoryView) -> None:
        self.console = console
        self.view = view
        self._greeted = False
        self._lines = LineReader(sys.stdin)

    async def ask(self, briefing: Briefing) -> str | None:
        """Return the person's next prompt; None at the end of the input."""
        if not self._greeted:
            self._greeted = True
            self.console.print(Text(HELP, "dim"))
        while True:
            self.console.print(Text("\n> ", "bold green"), end="")
            try:
                said = await self._lines.next()
            except PlayerFailedError:  # the end of the input
                return None
            if said in LEAVE:
                return None
            if not said:
                continue
            match said.split(maxsplit=1)[0]:
                case "/why":
                    self.view.show_verdicts()
                case "/cite":
                    self.view.show_citations()
                case "/cast":
                    self.console.print(", ".join(briefing.cast) or "nobody")
                case "/help" | "/?" | "help" | "?" if " " not in said:
                    self.console.print(Text(HELP, "dim"))
                case unknown if unknown.startswith("/"):
                    self.console.print(Text(f"There is no {unknown}. {HELP}", "yellow"))
                case _:
                    return said
