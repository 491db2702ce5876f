"""The whole state of a Z-machine, and its packing into a snapshot of a few hundred bytes.

A story changes little of its memory, so memory is kept as its difference from the story file, with
the blocks left out that are the same; of the stack only what is used is kept. What a plain save
leaves out is here too: the random generator, the windows, what UNDO and RESTORE would go back to.
Light imports only: the children's start-up runs through here.
"""

from __future__ import annotations

import struct
import zlib

_MAGIC = b"LJ"
_FORMAT = 1
_FINGERPRINT_LENGTH = 8
# A small window packs such bodies as tightly as a large one, in less time.
_LEVEL, _WINDOW, _EFFORT = 6, 13, 5
_LARGEST_BODY = 8 << 20
_BLOCK = 128
_STRETCH = 16 * _BLOCK
"""Compared at once, as most of them are the same."""
_CORE = struct.Struct("<IIIIHH")
_REST = struct.Struct("<BIqiiiBHHHIIHB")


class SnapshotUnfit(Exception):
    """Bytes that are no snapshot of this story, in one line."""


class Core:
    """What SAVE and UNDO keep: memory, stack and where the story is."""

    __slots__ = ("counter", "frame", "frame_count", "memory", "stack")

    def __init__(
        self, memory: bytes, stack: bytes, counter: int, frame: int, frame_count: int
    ) -> None:
        self.memory = memory
        self.stack = stack
        self.counter = counter
        self.frame = frame
        self.frame_count = frame_count


class MachineState:
    """Everything that decides how a story goes on."""

    __slots__ = (
        "core",
        "opcode",
        "random",
        "saved",
        "seed",
        "to_screen",
        "undo",
        "upper",
        "window_number",
        "windows",
    )

    def __init__(
        self,
        *,
        core: Core,
        opcode: int,
        seed: int,
        random: tuple[int, int, int],
        windows: bytes,
        window_number: int,
        to_screen: int,
        upper: tuple[int, int, int, str],
        undo: list[Core],
        saved: Core | None,
    ) -> None:
        self.core = core
        self.opcode = opcode
        self.seed = seed
        self.random = random
        self.windows = windows
        self.window_number = window_number
        self.to_screen = to_screen
        self.upper = upper
        self.undo = undo
        self.saved = saved


def pack_state(state: MachineState, story: bytes, fingerprint: bytes) -> bytes:
    """Return a snapshot. `fingerprint` tells the story: the first bytes of its SHA-256."""
    upper_text = state.upper[3].encode()
    cores = [*state.undo, *([state.saved] if state.saved else [])]
    parts = [
        _REST.pack(
            state.opcode,
            state.seed,
            *state.random,
            state.window_number,
            state.to_screen != 0,
            *state.upper[:3],
            len(upper_text),
            len(state.windows),
            len(state.undo),
            state.saved is not None,
        ),
        upper_text,
        state.windows,
        *_core_parts(state.core, story),
    ]
    for core in cores:
        parts += _core_parts(core, state.core.memory)
    body = b"".join(parts)
    head = _MAGIC + bytes([_FORMAT]) + fingerprint[:_FINGERPRINT_LENGTH]
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, _WINDOW, _EFFORT)
    return head + packer.compress(body) + packer.flush()


def unpack_state(snapshot: bytes, story: bytes, fingerprint: bytes) -> MachineState:
    """Return the state in a snapshot. Raises SnapshotUnfit."""
    check_snapshot(snapshot, fingerprint)
    try:
        inflater = zlib.decompressobj()
        body = inflater.decompress(snapshot[_head_length() :], _LARGEST_BODY)
        if not inflater.eof:
            raise SnapshotUnfit("this snapshot was cut off")
        return _read_state(body, story)
    except (zlib.error, struct.error, ValueError):
        raise SnapshotUnfit("this snapshot is damaged") from None


def check_snapshot(snapshot: bytes, fingerprint: bytes) -> None:
    """Raise SnapshotUnfit when bytes do not begin as a snapshot of this story does."""
    if not snapshot.startswith(_MAGIC):
        raise SnapshotUnfit("this is no snapshot of the jericho engine")
    if snapshot[2:3] != bytes([_FORMAT]):
        raise SnapshotUnfit("this snapshot was made by another version of Ludens")
    if snapshot[3 : _head_length()] != fingerprint[:_FINGERPRINT_LENGTH]:
        raise SnapshotUnfit("this snapshot belongs to another story")


def _head_length() -> int:
    return len(_MAGIC) + 1 + _FINGERPRINT_LENGTH


def _core_parts(core: Core, reference: bytes) -> list[bytes]:
    changes = _changes(core.memory, reference)
    return [
        _CORE.pack(
            len(core.memory),
            len(changes),
            len(core.stack),
            core.counter,
            core.frame,
            core.frame_count,
        ),
        changes,
        core.stack,
    ]


def _read_state(body: bytes, story: bytes) -> MachineState:
    (
        opcode,
        seed,
        *random,
        window_number,
        to_screen,
        height,
        row,
        column,
        text_length,
        windows_length,
        undo_count,
        has_saved,
    ) = _REST.unpack_from(body)
    position = _REST.size
    text = body[position : position + text_length].decode()
    position += text_length
    windows = body[position : position + windows_length]
    position += windows_length
    core, position = _read_core(body, position, story)
    older = []
    for _ in range(undo_count + has_saved):
        other, position = _read_core(body, position, core.memory)
        older.append(other)
    if position != len(body):
        raise SnapshotUnfit("this snapshot is damaged")
    return MachineState(
        core=core,
        opcode=opcode,
        seed=seed,
        random=(random[0], random[1], random[2]),
        windows=windows,
        window_number=window_number,
        to_screen=to_screen,
        upper=(height, row, column, text),
        undo=older[:undo_count],
        saved=older[-1] if has_saved else None,
    )


def _read_core(body: bytes, position: int, reference: bytes) -> tuple[Core, int]:
    size, changes_size, stack_size, counter, frame, frame_count = _CORE.unpack_from(body, position)
    start = position + _CORE.size
    middle, end = start + changes_size, start + changes_size + stack_size
    if end > len(body) or size > len(reference):
        raise SnapshotUnfit("this snapshot is damaged")
    memory = _change_back(body[start:middle], size, reference)
    return Core(memory, body[middle:end], counter, frame, frame_count), end


def _changes(memory: bytes, reference: bytes) -> bytes:
    """Return what memory differs in from a reference: a bit for each block, then those blocks."""
    marks = 0
    kept = []
    for far in range(0, len(memory), _STRETCH):
        end = min(far + _STRETCH, len(memory))
        if memory[far:end] == reference[far:end]:
            continue
        for start in range(far, end, _BLOCK):
            block, other = memory[start : start + _BLOCK], reference[start : start + _BLOCK]
            if block != other[: len(block)]:
                marks |= 1 << start // _BLOCK
                kept.append(_difference(block, other))
    return marks.to_bytes(_marks_length(len(memory)), "little") + b"".join(kept)


def _change_back(changes: bytes, size: int, reference: bytes) -> bytes:
    """Return the memory of that size that differs so from a reference."""
    position = _marks_length(size)
    marks = int.from_bytes(changes[:position], "little")
    memory = bytearray(reference[:size])
    while marks:
        lowest = marks & -marks
        marks ^= lowest
        start = (lowest.bit_length() - 1) * _BLOCK
        block = bytes(memory[start : start + _BLOCK])
        length = len(block)
        if not length or position + length > len(changes):
            raise SnapshotUnfit("this snapshot is damaged")
        memory[start : start + length] = _difference(block, changes[position : position + length])
        position += length
    if position != len(changes):
        raise SnapshotUnfit("this snapshot is damaged")
    return bytes(memory)


def _marks_length(size: int) -> int:
    return (size + 8 * _BLOCK - 1) // (8 * _BLOCK)


def _difference(memory: bytes, reference: bytes) -> bytes:
    """Return the exclusive or of memory and as much of a reference; it undoes itself."""
    size = len(memory)
    mine = int.from_bytes(memory, "little")
    theirs = int.from_bytes(reference[:size], "little")
    return (mine ^ theirs).to_bytes(size, "little")
