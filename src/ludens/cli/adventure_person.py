"""A person at the terminal who plays a story; the page shows the map and takes commands too."""

from __future__ import annotations

import asyncio
import sys
import threading

from pydantic import ValidationError
from rich.text import Text

from ludens.adventure.agents.human_player import HumanPlayer
from ludens.adventure.hinting import ask_company
from ludens.cli.console import out
from ludens.episode.control import Control, RequestKind, ask, last_request
from ludens.episode.errors import LudensError
from ludens.episode.events import EpisodeId
from ludens.episode.runner import Own
from ludens.episode.store import Store
from ludens.writable import writable

HELP = (
    "Type what you do. /hint asks the company what it would do, /step lets it do so, /company "
    "gives it the game, /take takes it back, /quit leaves: ludens resume goes on."
)
ORDERS = {
    "/step": RequestKind.STEP,
    "/company": RequestKind.RESUME,
    "/take": RequestKind.PAUSE,
}
LEAVE = frozenset({"/quit", "/exit", "/q"})


class TerminalHand:
    """Reads commands from the terminal, in a thread, while the game is held for them."""

    def __init__(self, store: Store, episode: EpisodeId, own: Own) -> None:
        """`own` gives the settings of an imported episode (`ludens.owning`)."""
        self._store, self._episode, self._own = store, episode, own
        self.control = Control(listens=True, on_hold=self._on_hold)
        self._greeted = False
        self._held = threading.Event()

    def begin(self) -> Control:
        """Hold the game from its first turn on; return how it is told what to do."""
        self.control.after = last_request(self._store, self._episode)
        ask(self._store, self._episode, RequestKind.PAUSE)
        return self.control

    def _on_hold(self, held: bool) -> None:
        if not held:
            return
        greeted, self._greeted = self._greeted, True
        if not greeted:
            out.print(Text(HELP, "dim"))
        self._prompt()
        self._held.set()
        if not greeted:  # not before: what is typed at once is waited for as all that follows
            threading.Thread(target=self._read, daemon=True).start()

    def _prompt(self) -> None:
        out.print(Text("> ", "bold cyan"), end="")
        out.file.flush()

    def _read(self) -> None:
        for line in sys.stdin:
            if not self._typed(writable(line.rstrip("\n"))):
                break
            self._held.wait()  # what was asked for is done before the next line is read
        self.control.pause = True

    def _typed(self, line: str) -> bool:
        """Do what a line says; return whether the person stays."""
        word = line.strip()
        if word in LEAVE:
            return False
        if word in ORDERS:
            if ORDERS[word] is RequestKind.STEP:
                self._held.clear()
            ask(self._store, self._episode, ORDERS[word])
        elif word == "/hint":
            self._hint()
        elif word.startswith("/"):
            out.print(Text(HELP, "dim"))
            self._prompt()
        else:
            try:  # a story that waits for a key takes a space
                person = HumanPlayer(command=line if line.strip() else " ")
            except ValidationError:
                out.print(Text("A command is one line of printable text, at most 200.", "yellow"))
                self._prompt()
                return True
            self._held.clear()
            ask(self._store, self._episode, RequestKind.COMMAND, person.model_dump())
        return True

    def _hint(self) -> None:
        try:
            row = self._store.episode(self._episode)
            hint = asyncio.run(ask_company(self._store, row, self._own))
        except LudensError as error:
            out.print(Text(str(error), "yellow"))
        else:
            text = Text("The company would type ")
            text.append(hint.command, "bold cyan")
            text.append(f". {hint.reasoning}" if hint.reasoning else ".")
            out.print(text)
        self._prompt()
