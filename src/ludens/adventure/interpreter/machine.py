"""A Z-machine that is run from one input to the next, with everything it says and is.

SAVE and UNDO are kept in memory, so that they work, are part of a snapshot, and no story needs to
write a file. Light imports only: the children's start-up runs through here.
"""

from __future__ import annotations

import ctypes

from ludens.adventure.interpreter.libfrotz import (
    BROKEN,
    QUIT,
    READ_CHAR,
    RUNNING,
    STACK_WORDS,
    LibFrotz,
    Window,
)
from ludens.adventure.interpreter.machine_state import Core, MachineState
from ludens.adventure.interpreter.screen import Screen
from ludens.adventure.interpreter.story_text import KEYS, UnicodeTable, strip_prompt

UNDO_LEVELS = 3
"""Turns that a story's own UNDO can go back; each adds some tens of bytes to a snapshot."""
_LONGEST_INPUT = 198
_FLAGS = 0x10
_KEPT_WINDOWS = (0, 1, 7)
_ENTER, _BACKSLASH = b"\r", b"\\"
_TRANSCRIPT, _COMMANDS = 2, 4  # output streams


class StoryBroken(Exception):
    """The story did what no story may do; its machine cannot go on."""


class Answer:
    """What a story printed up to its next input."""

    __slots__ = ("status", "text", "wants")

    def __init__(self, text: str, status: str | None, wants: str) -> None:
        self.text = text
        self.status = status
        self.wants = wants  # "line", "key" or "nothing"


class Machine:
    """One story in one library; the only Machine of its process."""

    def __init__(self, library_path: str, story: bytes, seed: int) -> None:
        """Load a story; nothing of it runs before `start`. Raises LibraryUnfit."""
        self._characters = UnicodeTable(story)
        self._library = LibFrotz(library_path, self._characters.story, seed)
        self._screen = Screen(self._library, self._characters)
        self._seed = seed
        self._undo: list[Core] = []
        self._saved: Core | None = None
        self._typed = b""
        self._take_over_opcodes()
        self._library.restart()
        self._library.type_line(b"\n")
        self._screen.forget()
        self._library.fetch_opcode()
        self._beginning = self.state()

    @property
    def story(self) -> bytes:
        """The story as the library runs it, to which snapshots refer."""
        return self._characters.story

    def start(self) -> Answer:
        """Begin the story anew, with the same random numbers as before. Raises StoryBroken."""
        self.set_state(self._beginning)
        return self._run()

    def answer(self, command: str) -> Answer:
        """Type a command, or one key if the story wants one, and run on to the next input.

        Raises StoryBroken.
        """
        wants = self.wants()
        if wants == "nothing":
            raise StoryBroken("the story has ended")
        self._typed = self._key(command) if wants == "key" else self._characters.encode(command)
        self._library.step()
        self._screen.forget()  # the echo of the newline and, in version 3, the old status line
        return self._run()

    def wants(self) -> str:
        """Return what the story waits for: a line, a key or nothing."""
        if self._library.halted.value != RUNNING:
            return "nothing"
        return "key" if self._library.next_opcode.value == READ_CHAR else "line"

    def memory(self) -> bytes:
        """Return the story's dynamic memory."""
        size = self._library.dynamic_size.value
        return self._characters.restore(bytes(self._library.memory[:size]))

    def state(self) -> MachineState:
        """Return everything that decides how the story goes on."""
        library = self._library
        windows = library.windows()
        return MachineState(
            core=self._core(),
            opcode=library.next_opcode.value if library.halted.value == RUNNING else 0,
            seed=self._seed,
            random=library.random_state(),
            windows=b"".join(bytes(windows[number]) for number in _KEPT_WINDOWS),
            window_number=library.window_number.value,
            to_screen=library.to_screen.value,
            upper=self._screen.upper.dump(),
            undo=list(self._undo),
            saved=self._saved,
        )

    def set_state(self, state: MachineState) -> None:
        """Be again as a state describes, whatever happened since."""
        library = self._library
        self._screen.forget()
        library.init_process()
        library.to_memory.value = 0
        self._set_core(state.core)
        self._seed = state.seed
        library.set_seed(state.seed)
        library.set_random_state(state.random)
        library.arguments[0] = state.window_number
        library.original("z_set_window")()  # which also sets how this window prints
        windows = library.windows()
        size = ctypes.sizeof(Window)
        for place, number in enumerate(_KEPT_WINDOWS):
            kept = state.windows[place * size : (place + 1) * size]
            ctypes.memmove(ctypes.addressof(windows[number]), kept, size)
        self._screen.forget()
        self._screen.upper.load(*state.upper)
        library.to_screen.value = state.to_screen
        self._undo = list(state.undo)
        self._saved = state.saved
        library.next_opcode.value = state.opcode
        library.halted.value = RUNNING if state.opcode else QUIT

    def _run(self) -> Answer:
        library = self._library
        library.run_until_input()
        if library.halted.value == BROKEN:
            raise StoryBroken(f"the story did something illegal near {library.get_counter():#x}")
        for position in (library.get_stack_top(), library.get_frame()):
            if not 0 <= position <= STACK_WORDS:
                raise StoryBroken("the story's stack is out of bounds")
        text, status = self._screen.take_turn()
        return Answer(strip_prompt(text), status, self.wants())

    def _key(self, command: str) -> bytes:
        if command.lower() in KEYS:
            return bytes([KEYS[command.lower()]])
        return self._characters.encode(command[0]) if command else _ENTER

    def _core(self) -> Core:
        library = self._library
        return Core(
            memory=bytes(library.memory[: library.dynamic_size.value]),
            stack=bytes(library.stack)[2 * library.get_stack_top() :],
            counter=library.get_counter(),
            frame=library.get_frame(),
            frame_count=library.frame_count.value,
        )

    def _set_core(self, core: Core) -> None:
        library = self._library
        library.memory[: len(core.memory)] = core.memory
        top = STACK_WORDS - len(core.stack) // 2
        ctypes.memmove(ctypes.addressof(library.stack) + 2 * top, core.stack, len(core.stack))
        library.set_stack_top(top)
        library.set_frame(core.frame)
        library.set_counter(core.counter)
        library.frame_count.value = core.frame_count
        library.flags.value = int.from_bytes(core.memory[_FLAGS : _FLAGS + 2])

    # Opcodes that are carried out here, in the library's place.

    def _take_over_opcodes(self) -> None:
        library = self._library
        self._original = {
            name: library.original(f"z_{name}")
            for name in ("restart", "quit", "read", "read_char", "output_stream")
        }
        table, first = ("ext", 0x00) if library.version.value >= 5 else ("op0", 0x05)
        for table_, number, operation in (
            (table, first, self._save),
            (table, first + 1, self._restore),
            ("ext", 0x09, self._save_undo),
            ("ext", 0x0A, self._restore_undo),
            ("op0", 0x07, self._restart),
            ("op0", 0x0A, self._quit),
            ("op0", 0x0C, self._do_nothing),  # show_status: it is shown after every turn
            ("op0", 0x0D, self._verify),
            ("var", 0x24, self._read),
            ("var", 0x32, self._do_nothing),  # buffer_mode: unbuffered lines are cut at the edge
            ("var", 0x33, self._output_stream),
            ("var", 0x34, self._do_nothing),  # input_stream: there is no file to read from
            ("var", 0x35, self._do_nothing),  # sound_effect
            ("var", 0x36, self._read_char),
        ):
            library.replace(table_, number, operation)

    def _do_nothing(self) -> None:
        pass

    def _restart(self) -> None:
        self._screen.clear()
        self._original["restart"]()

    def _quit(self) -> None:
        self._original["quit"]()
        self._library.halted.value = QUIT

    def _verify(self) -> None:
        self._library.branch(1)  # the checksum was looked at when the story was opened

    def _read(self) -> None:
        """Give the library the line, cut to what the story has room for, as a terminal would."""
        library = self._library
        buffer = library.arguments[0]
        taken = 1 if library.version.value <= 4 else library.memory[buffer + 1]
        room = max(0, min(library.memory[buffer] - taken, _LONGEST_INPUT))
        # A backslash is an order to this library unless it is doubled.
        library.type_line(self._typed[:room].replace(_BACKSLASH, _BACKSLASH * 2) + b"\n")
        library.arguments[2] = 0  # no time limit: how long an agent thinks decides nothing
        self._original["read"]()
        library.type_line(b"\n")

    def _read_char(self) -> None:
        library = self._library
        library.type_line(self._typed.replace(_BACKSLASH, _BACKSLASH * 2) + b"\n")
        library.arguments[1] = 0
        self._original["read_char"]()
        library.type_line(b"\n")

    def _output_stream(self) -> None:
        if self._library.arguments[0] not in (_TRANSCRIPT, _COMMANDS):
            self._screen.collect()
            self._original["output_stream"]()

    def _save(self) -> None:
        if self._library.argument_count.value:  # part of memory, to a file of the story's own
            self._library.store(0)
            return
        self._saved = self._core()
        self._give_result(1)

    def _restore(self) -> None:
        if self._library.argument_count.value:
            self._library.store(0)
        elif self._saved is None:
            self._give_result(0)
        else:
            self._go_back(self._saved)
            self._give_result(2)

    def _save_undo(self) -> None:
        self._undo = [*self._undo, self._core()][-UNDO_LEVELS:]
        self._library.store(1)

    def _restore_undo(self) -> None:
        if self._undo:
            self._go_back(self._undo.pop())
            self._library.store(2)
        else:
            self._library.store(0)

    def _go_back(self, core: Core) -> None:
        self._set_core(core)
        self._library.restart_header()
        if self._library.version.value == 3:
            self._screen.upper.split(0)
            self._library.split_window(0)

    def _give_result(self, result: int) -> None:
        if self._library.version.value <= 3:
            self._library.branch(result)
        else:
            self._library.store(result)
