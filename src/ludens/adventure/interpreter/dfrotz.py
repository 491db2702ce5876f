"""The second engine: the dumb-terminal Frotz that Debian and others ship, `dfrotz`.

It is the plain interpreter that other programs use, and so a witness for the first engine. It
cannot do all that the first can: it has no way to show its memory; a snapshot is the list of what
was typed since the beginning, and going back types it again; its screen has no status line, and
versions before 2.55 do not show bold text at all, so that in stories of version 4 and later the
titles of rooms are missing.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
import weakref
import zlib
from pathlib import Path

from ludens.adventure.interpreter.child import Child, ChildFailed, WithChild, start_python
from ludens.adventure.interpreter.commands import AFTER_THE_END, CommandRefused, check_command
from ludens.adventure.interpreter.jericho import DEFAULT_DEADLINE
from ludens.adventure.interpreter.launcher import READY
from ludens.adventure.interpreter.protocol import (
    EngineMissing,
    FaultKind,
    InterpreterFault,
    Observation,
    SnapshotRefused,
    Wants,
)
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.interpreter.story_text import strip_prompt

_PREFIX = "ludens-interpreter-"


class OwnFolder:
    """A new empty folder that only this user may enter; removed by `close` or when collected.

    It is owned as long as somebody holds its lock, which the kernel lets go when the owner ends,
    however it ends. So a folder that was left behind is found, and removed, when the next is made.
    """

    def __init__(self) -> None:
        self.path, lock = _make_folder()
        self.close = weakref.finalize(self, _remove, self.path, lock)
        """Remove the folder. Safe to call twice."""


def sweep_folders() -> int:
    """Remove the folders of owners that have ended; return how many those were."""
    swept = 0
    for path in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        lock = _take_lock(path)
        if lock is not None:
            _remove(path, lock)
            swept += 1
    return swept


def _make_folder() -> tuple[Path, int]:
    sweep_folders()
    while True:
        path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        lock = _take_lock(path)
        # Another process may have swept it between these two lines.
        if lock is not None and path.is_dir():
            return path, lock


def _take_lock(path: Path) -> int | None:
    """Return an open descriptor that holds a folder's lock; None if another holds it."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def _remove(path: Path, lock: int) -> None:
    shutil.rmtree(path, ignore_errors=True)
    with contextlib.suppress(OSError):
        os.close(lock)


COLUMNS = 255
"""Width of the screen, the widest possible: fewer lines are broken that the story did not break."""
ROWS = 98
"""Height of the screen; dfrotz overruns a buffer when it has a hundred."""

_MARK_LENGTH = 2
_LINE_INPUTS, _KEY_INPUTS = ">T}D", ")t"
_SETTING = "Line-type display ON\n"


class DumbScreen:
    """Reads one turn's output after another; remembers the prompt that the last one ended in.

    A row of output begins with a blank or a bracket, a stretch of blank rows is a row with a dot,
    and the line that waits for input begins with a sign for the kind of input (`-r lt`); so a `>`
    within the text is never taken for a prompt.
    """

    def __init__(self) -> None:
        self._prompt = ""

    def read_turn(self, output: str, *, ended: bool) -> tuple[str, Wants]:
        """Return the text of a turn and what the story waits for; `ended` when it has quit."""
        *rows, last = output.removeprefix(_SETTING).split("\n")
        wants = Wants.NOTHING
        lines = [_read_row(row) for row in rows]
        if ended:
            prompt = _read_row(last) if last else ""
        else:
            wants = Wants.KEY if last[:1] and last[0] in _KEY_INPUTS else Wants.LINE
            # A question of the interpreter's own, such as for a file's name, has no mark.
            prompt = last[_MARK_LENGTH:] if _has_input_mark(last) else last
        # A row that is written on after its prompt is shown again from its beginning.
        shown = self._prompt.rstrip()
        if shown and lines and lines[0].startswith(shown):
            lines[0] = lines[0][len(shown) :].lstrip()
        self._prompt = prompt
        return strip_prompt("\n".join([*join_broken_lines(lines), prompt])), wants


def join_broken_lines(lines: list[str]) -> list[str]:
    """Return lines with those joined that were broken only because the screen is not wider.

    A line was broken there when the next line's first word would not have fitted. A story's own
    line break after that many characters is taken for one as well, which is rare at this width.
    """
    joined: list[str] = []
    length = 0
    for line in lines:
        word = line.split(" ", 1)[0]
        if length and word and length + 1 + len(word) > COLUMNS:
            joined[-1] += f" {line}"
        else:
            joined.append(line)
        length = len(line)
    return joined


def _read_row(row: str) -> str:
    return "" if row.startswith(". ") else row[_MARK_LENGTH:].rstrip()


def _has_input_mark(last: str) -> bool:
    return last[:1] != "" and last[0] in _LINE_INPUTS + _KEY_INPUTS and last[1:2] == " "


_PLACES = ("/usr/games", "/usr/local/games", "/usr/local/bin", "/opt/homebrew/bin")
_HOW_TO_INSTALL = "the dfrotz engine is not installed; get it with: apt-get install frotz"
_MOST_SEED = 0x7FFFFFFF
_MAGIC = b"LD"
_FORMAT = 1
_FINGERPRINT_LENGTH = 8
_LONGEST_RECORD = 8 << 20
_LONGEST_TURN = 4 << 20
"""Bytes that a turn may print; more is a flood."""
_STARTING = 30.0
"""Seconds that a child may take to come up, on a machine busy with other things."""
_GLANCE = 0.0005
"""Seconds to wait for output between two looks at whether the child waits for input."""
# How the keys without a character are typed to dfrotz (its `\\help`).
_ESCAPES = {
    "<enter>": "",
    "<space>": " ",
    "<delete>": "\\?",
    "<escape>": "\\[",
    "<up>": "\\^",
    "<down>": "\\.",
    "<left>": "\\<",
    "<right>": "\\>",
} | {f"<f{number}>": f"\\{number % 10}" for number in range(1, 11)}


def find_dfrotz() -> Path:
    """Return the path of the dfrotz program. Raises EngineMissing."""
    places = os.pathsep.join([os.environ.get("PATH", os.defpath), *_PLACES])
    found = shutil.which("dfrotz", path=places)
    if found is None:
        raise EngineMissing(_HOW_TO_INSTALL)
    return Path(found).resolve()


class DfrotzInterpreter(WithChild):
    """An Interpreter (see protocol.py) on the dfrotz program."""

    def __init__(
        self, story: StoryFile, *, seed: int = 0, deadline: float = DEFAULT_DEADLINE
    ) -> None:
        """Prepare to play; the child comes up at `start` or `restore`.

        `seed` is any whole number; `deadline` is in seconds, for each command, and for each
        command that going back types again. Raises EngineMissing.
        """
        self._story = story
        self._seed = seed & _MOST_SEED
        self._deadline = deadline
        self._program = find_dfrotz()
        self._fingerprint = bytes.fromhex(story.sha256)[:_FINGERPRINT_LENGTH]
        self._folder: OwnFolder | None = None
        self._screen = DumbScreen()
        self._running_seed = self._seed
        self._typed: list[str] = []
        self._wants = Wants.NOTHING

    def start(self) -> Observation:
        """Begin the story anew and return its opening text."""
        return self._begin(self._seed)

    def send(self, command: str) -> Observation:
        """Type one command or key and return the answer."""
        typed = check_command(command)
        child = self._running(command)
        if self._wants is Wants.NOTHING:
            raise CommandRefused(AFTER_THE_END)
        line = self._key(typed) if self._wants is Wants.KEY else typed.replace("\\", "\\\\")
        until = time.monotonic() + self._deadline
        try:
            child.write(f"{line}\n".encode(), until)
            observation = self._listen(child, until)
        except ChildFailed as failure:
            raise self._lost(failure, command) from None
        except BaseException:  # such as Ctrl-C: an answer that is still to come would be misread
            super().close()
            raise
        self._typed.append(typed)
        return observation

    def snapshot(self) -> bytes:
        """Return everything typed since the beginning, and the seed, as opaque bytes."""
        self._running("snapshot")
        record = "\n".join([str(self._running_seed), *self._typed])
        head = _MAGIC + bytes([_FORMAT]) + self._fingerprint
        return head + zlib.compress(record.encode(), 9)

    def restore(self, snapshot: bytes) -> None:
        """Go back to a snapshot by typing again what was typed; only what is new, if it can."""
        seed, typed = self._read_snapshot(snapshot)
        ahead = len(self._typed)
        if self._child is None or seed != self._running_seed or typed[:ahead] != self._typed:
            self._begin(seed)
            ahead = 0
        for command in typed[ahead:]:
            if self._wants is Wants.NOTHING:
                raise SnapshotRefused("the story ended sooner than in this snapshot")
            self.send(command)

    def memory(self) -> bytes | None:
        """Return None: dfrotz does not show its memory."""
        return None

    def close(self) -> None:
        """End the child and remove its folder. Safe to call twice."""
        super().close()
        if self._folder:
            self._folder.close()
            self._folder = None

    def _begin(self, seed: int) -> Observation:
        self.close()
        try:
            self._folder = OwnFolder()
            story = self._folder.path / f"story.z{self._story.version}"
            story.write_bytes(self._story.data)
        except OSError as error:
            reason = f"its folder could not be made ({error.strerror})"
            raise InterpreterFault(FaultKind.CRASH, "start", reason) from None
        folder = str(self._folder.path)
        self._screen = DumbScreen()
        self._running_seed = seed
        self._typed = []
        try:
            self._child = start_python(
                *("launcher", folder, str(self._program)),
                *("-q", "-m", "-r", "lt", "-w", str(COLUMNS), "-h", str(ROWS), "-Z", "0"),
                *("-s", str(seed), "-R", folder, story.name),
            )
            ready = self._child.read_some(time.monotonic() + _STARTING)
            until = time.monotonic() + self._deadline
            return self._listen(self._child, until, bytearray(ready.removeprefix(READY)))
        except ChildFailed as failure:
            raise self._lost(failure, "start") from None

    def _listen(self, child: Child, until: float, heard: bytearray | None = None) -> Observation:
        """Collect output, with what was heard, until the child waits for input or has ended."""
        output = heard or bytearray()
        ended = False
        while not ended:
            if time.monotonic() > until:
                raise child.fail(FaultKind.HANG, "it did not answer in time")
            if child.has_output(0):
                try:
                    output += child.read_some(until)
                except ChildFailed as failure:
                    if failure.exit_code != 0:
                        raise
                    ended = True
                if len(output) > _LONGEST_TURN:
                    raise child.fail(FaultKind.HANG, "it prints without end")
            elif output and output[-1:] != b"\n" and child.waits_for_input():
                if not child.has_output(0):
                    break
            else:
                child.has_output(_GLANCE)
        text, self._wants = self._screen.read_turn(output.decode(errors="replace"), ended=ended)
        return Observation(text, wants=self._wants)

    def _key(self, command: str) -> str:
        if command.lower() in _ESCAPES:
            return _ESCAPES[command.lower()]
        return command[:1].replace("\\", "\\\\")

    def _read_snapshot(self, snapshot: bytes) -> tuple[int, list[str]]:
        head = len(_MAGIC) + 1
        if not snapshot.startswith(_MAGIC):
            raise SnapshotRefused("this is no snapshot of the dfrotz engine")
        if snapshot[len(_MAGIC) : head] != bytes([_FORMAT]):
            raise SnapshotRefused("this snapshot was made by another version of Ludens")
        if snapshot[head : head + _FINGERPRINT_LENGTH] != self._fingerprint:
            raise SnapshotRefused("this snapshot belongs to another story")
        try:
            inflater = zlib.decompressobj()
            record = inflater.decompress(snapshot[head + _FINGERPRINT_LENGTH :], _LONGEST_RECORD)
            seed, *typed = record.decode().split("\n")
            if not inflater.eof:
                raise SnapshotRefused("this snapshot was cut off")
            return int(seed), typed
        except (zlib.error, ValueError):
            raise SnapshotRefused("this snapshot is damaged") from None
