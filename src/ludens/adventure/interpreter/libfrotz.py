"""The C library inside Jericho, spoken to directly.

Jericho's own `FrotzEnv` loses much of what a game needs, so its library is used without it. What
was found in jericho 3.3.1, and why each is gone here:

- text beyond 8,191 bytes of a turn is dropped: the screen buffer is ours, of SCREEN_SIZE bytes;
- the status line is mixed into the text, in version 3 into that of the *next* turn;
- `quit` runs on into whatever bytes follow; UNDO is missing, and would crash when there is none;
- SAVE, SCRIPT and RECORDING write files under any name typed, and overflow a buffer doing so;
- a backslash is an order to the interpreter, and some of those never return;
- known stories get their first turns played for them, from a table.

Nothing here is thread-safe: the library is one machine in global variables, which is one reason
for it to live in a child process. Light imports only.
"""

from __future__ import annotations

import ctypes
import mmap
from ctypes import c_char, c_char_p, c_int, c_int32, c_int64, c_long, c_size_t, c_ubyte, c_uint16

TYPE_CHECKING = False  # known to type checkers; `typing` itself is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable

SCREEN_SIZE = 4 << 20
"""Bytes of text that a turn may print. More is a flood: the next byte ends the process."""
MEMORY_SIZE = 1 << 20
"""Bytes kept for a story of at most 512 KiB; what lies behind it reads as zeros."""
STACK_WORDS = 1024
WINDOWS = 8

READ, READ_CHAR = 228, 246
RUNNING, BROKEN, QUIT = 0, 1, 2
"""Values of `halted`: the library sets BROKEN at a runtime error; QUIT is ours."""

_TIMED_INPUT = 0x80
_PAGE = mmap.PAGESIZE
_NOTHING_CAN_BE_OPENED_HERE = b"/dev/null/none"
_NO_ACCESS, _READ_AND_WRITE = 0, 3


class LibraryUnfit(Exception):
    """The library at a path is not the one that this module speaks to."""


class _Setup(ctypes.Structure):
    """`f_setup_t` of common/setup.h."""

    _fields_ = (
        *(
            (name, c_int)
            for name in (
                "attribute_assignment attribute_testing context_lines object_locating "
                "object_movement left_margin right_margin ignore_errors "
                "interpreter_number piracy undo_slots expand_abbreviations script_cols "
                "sound err_report_mode"
            ).split()
        ),
        *(
            (name, c_char_p)
            for name in (
                "story_file story_name story_base script_name command_name save_name "
                "tmp_save_name aux_name story_path zcode_path"
            ).split()
        ),
        ("story_rom", ctypes.c_void_p),
        ("story_rom_size", c_size_t),
        ("restricted_path", c_char_p),
        ("restore_mode", c_int),
        ("use_blorb", c_int),
        ("exec_in_blorb", c_int),
    )


class Window(ctypes.Structure):
    """`Zwindow` of common/frotz.h."""

    _fields_ = tuple(
        (name, c_uint16)
        for name in (
            "y_pos x_pos y_size x_size y_cursor x_cursor left right nl_routine "
            "nl_countdown style colour font font_size attribute line_count true_fore "
            "true_back"
        ).split()
    )


_Operation = ctypes.CFUNCTYPE(None)
_TABLES = {"op0": ("op0_opcodes", 0x10), "var": ("var_opcodes", 0x40), "ext": ("ext_opcodes", 0x1D)}


class LibFrotz:
    """The library, loaded with a story: its variables as attributes, its functions as methods."""

    def __init__(self, path: str, story: bytes, seed: int) -> None:
        """Load the library and the story; nothing of the story runs yet.

        `seed` is 0 to 2**31 - 1. Raises LibraryUnfit.
        """
        try:
            self._library = ctypes.CDLL(path)
            self._bind()
        except (OSError, ValueError, AttributeError) as error:
            raise LibraryUnfit(f"{path}: {error}") from None
        self._operations: list[object] = []
        self._load(story, seed)

    def _bind(self) -> None:
        library = self._library
        self.setup = _Setup.in_dll(library, "f_setup")
        self.next_opcode = c_ubyte.in_dll(library, "next_opcode")
        self.halted = c_int.in_dll(library, "emulator_halted")
        self.arguments = (c_uint16 * 8).in_dll(library, "zargs")
        self.argument_count = c_int.in_dll(library, "zargc")
        self.stack = (c_uint16 * STACK_WORDS).in_dll(library, "stack")
        self.frame_count = c_uint16.in_dll(library, "frame_count")
        self.window_number = c_int.in_dll(library, "cwin")
        self.to_screen = c_int.in_dll(library, "ostream_screen")
        self.to_memory = c_int.in_dll(library, "ostream_memory")
        self.abilities = c_ubyte.in_dll(library, "h_config")
        self.flags = c_uint16.in_dll(library, "h_flags")
        self.version = c_ubyte.in_dll(library, "h_version")
        self.screen_rows = c_ubyte.in_dll(library, "h_screen_rows")
        self.screen_columns = c_ubyte.in_dll(library, "h_screen_cols")
        self.screen_width = c_uint16.in_dll(library, "h_screen_width")
        self.screen_height = c_uint16.in_dll(library, "h_screen_height")
        self.dynamic_size = c_uint16.in_dll(library, "h_dynamic_size")
        self._memory_pointer = ctypes.c_void_p.in_dll(library, "zmp")
        self._screen_pointer = ctypes.c_void_p.in_dll(library, "screen_buffer_ptr")
        self.run_until_input = self._function("run_free")
        self.step = self._function("zstep")
        self.flush_buffer = self._function("flush_buffer")
        self.show_status = self._function("z_show_status")
        self.init_process = self._function("init_process")
        self.restart_header = self._function("restart_header")
        self.restart = self._function("z_restart")
        self.split_window = self._function("split_window", c_uint16)
        self.store = self._function("store", c_uint16)
        self.branch = self._function("branch", c_int)
        self.type_line = self._function("dumb_set_next_action", c_char_p)
        self.get_counter = self._function("getPC", result=c_int)
        self.set_counter = self._function("setPC", c_int)
        self.get_stack_top = self._function("getSP", result=c_int)
        self.set_stack_top = self._function("setSP", c_int)
        self.get_frame = self._function("getFP", result=c_int)
        self.set_frame = self._function("setFP", c_int)
        self._first_window = self._function("curwinrec", result=ctypes.POINTER(Window))
        self._next_opcode = self._function("get_next_opcode", result=c_ubyte)
        self._random = (
            self._function("getRngA", result=c_int64),
            self._function("getRngInterval", result=c_int32),
            self._function("getRngCounter", result=c_int32),
        )
        self.set_seed = self._function("set_random_seed", c_int)
        self._set_random = self._function("setRng", c_long, c_int, c_int)

    def _function(self, name: str, *arguments: type, result: type | None = None):  # type: ignore[no-untyped-def] # a ctypes function has no type
        function = self._library[name]
        function.argtypes = arguments
        function.restype = result
        return function

    def _load(self, story: bytes, seed: int) -> None:
        library, setup = self._library, self.setup
        library.os_init_setup()
        self._story = ctypes.create_string_buffer(story, len(story))
        setup.story_file = b"/dev/null"
        setup.story_rom = ctypes.addressof(self._story)
        setup.story_rom_size = len(story)
        setup.restricted_path = _NOTHING_CAN_BE_OPENED_HERE
        # The library copies file names into these without looking at their length.
        self._names = [ctypes.create_string_buffer(b"none", 512) for _ in range(4)]
        for field, buffer in zip(
            ("script_name", "command_name", "save_name", "aux_name"), self._names, strict=True
        ):
            setattr(setup, field, ctypes.addressof(buffer))
        self.set_seed(seed)
        library.init_buffer()
        library.init_err()
        library.init_memory()
        library.init_process()
        library.init_sound()
        # The library's own undo would keep every turn of a version 3 or 4 story, unreachable; in
        # later ones a number other than 0 tells the story that UNDO is there.
        setup.undo_slots = 0 if self.version.value <= 4 else 1
        library.os_init_screen()
        if self.version.value >= 4:
            self.abilities.value &= ~_TIMED_INPUT & 0xFF  # nothing is timed here
        self._move_memory(story)
        self._take_screen()

    def _move_memory(self, story: bytes) -> None:
        """Put the story's memory where reading or calling past its end finds zeros."""
        self._memory = mmap.mmap(-1, MEMORY_SIZE)
        self._memory[: len(story)] = story
        address = ctypes.addressof(c_char.from_buffer(self._memory))
        # The first 64 bytes were changed while loading (what this interpreter can do).
        ctypes.memmove(address, self._memory_pointer, 64)
        self._memory_pointer.value = address
        self.memory = memoryview(self._memory)

    def _take_screen(self) -> None:
        """Have the library print into a buffer of ours.

        It stops printing when its pointer is 8,191 bytes above its own buffer, so a buffer below
        that address never fills. Past the end of ours lies a page that may not be touched.
        """
        libc = ctypes.CDLL(None, use_errno=True)
        libc.mmap.restype = ctypes.c_void_p
        libc.mmap.argtypes = (c_size_t, c_size_t, c_int, c_int, c_int, c_long)
        private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
        own = self._screen_pointer.value or 0
        for distance in (0, 1 << 28, 1 << 32, 1 << 36, 1 << 40):
            near = max(own - distance, 0) & -_PAGE if distance else 0
            address = libc.mmap(near, SCREEN_SIZE + _PAGE, _NO_ACCESS, private, -1, 0)
            if 0 < address < own - SCREEN_SIZE - _PAGE:
                libc.mprotect(ctypes.c_void_p(address), c_size_t(SCREEN_SIZE), _READ_AND_WRITE)
                self._screen = address
                self._screen_pointer.value = address
                return
        raise LibraryUnfit("no room for a screen below the library")

    def replace(self, table: str, number: int, operation: Callable[[], None]) -> None:
        """Have a Python function carry out an opcode: `table` is op0, var or ext."""
        name, length = _TABLES[table]

        def guarded() -> None:
            try:
                operation()
            except Exception:  # C cannot be told of it; the machine cannot go on
                self.halted.value = BROKEN

        wrapped = _Operation(guarded)
        self._operations.append(wrapped)  # or it would be collected while C still points to it
        slots = (ctypes.c_void_p * length).in_dll(self._library, name)
        slots[number] = ctypes.cast(wrapped, ctypes.c_void_p).value

    def original(self, name: str):  # type: ignore[no-untyped-def] # a ctypes function has no type
        """Return the library's own operation by its name in C, such as `z_set_window`."""
        return self._function(name)

    def fetch_opcode(self) -> None:
        """Read the opcode at the program counter, as the library does after each step."""
        self.next_opcode.value = self._next_opcode()

    def take_printed(self) -> bytes:
        """Return what was printed since the last call, in the library's character codes."""
        self.flush_buffer()
        length = (self._screen_pointer.value or 0) - self._screen
        self._screen_pointer.value = self._screen
        return ctypes.string_at(self._screen, length) if length else b""

    def windows(self) -> ctypes.Array[Window]:
        """Return the library's eight windows, in place."""
        current = ctypes.addressof(self._first_window().contents)
        base = current - self.window_number.value * ctypes.sizeof(Window)
        return (Window * WINDOWS).from_address(base)

    def random_state(self) -> tuple[int, int, int]:
        """Return the random generator's state."""
        read_a, read_interval, read_counter = self._random
        return read_a(), read_interval(), read_counter()

    def set_random_state(self, state: tuple[int, int, int]) -> None:
        """Set the random generator's state."""
        self._set_random(*state)
