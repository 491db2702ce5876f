"""The object table: what never changes in it, and the tree that one memory image holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final, NewType, Self

import numpy as np
from numpy.typing import NDArray

from ludens.adventure.interpreter.zmachine.header import Header, byte_at, word_at
from ludens.adventure.interpreter.zmachine.text import TextCodec

ObjectNumber = NewType("ObjectNumber", int)
"""An object of a story, counted from 1; 0 is no object."""

NOTHING: Final = ObjectNumber(0)

_ENTRY_V3: Final = np.dtype(
    [("attributes", "u1", 4), ("parent", "u1"), ("sibling", "u1"), ("child", "u1"), ("data", ">u2")]
)
_ENTRY_V4: Final = np.dtype(
    [
        ("attributes", "u1", 6),
        ("parent", ">u2"),
        ("sibling", ">u2"),
        ("child", ">u2"),
        ("data", ">u2"),
    ]
)


@dataclass(frozen=True, slots=True)
class ObjectTable:
    """Where a story's objects lie, and what they are called."""

    version: int
    start: int
    """The address of object 1."""
    count: int
    names: tuple[str, ...]
    """Short names by object number; number 0 is empty."""
    end: int
    """The address behind the last property table."""

    @classmethod
    def parse(cls, story: bytes, header: Header, codec: TextCodec) -> Self:
        """Find the objects of a story; a damaged table gives as many as make sense."""
        early = header.version <= 3
        start = header.objects + (62 if early else 126)
        entry = (_ENTRY_V3 if early else _ENTRY_V4).itemsize
        # Nothing says how many there are. Property tables follow the objects in every story
        # known, so the lowest of them ends the table. Stories that interpreters play well have
        # tables among them that no compiler should write: only the first must be sound.
        dynamic = limit = min(header.static_base, len(story))
        most = 255 if early else 0xFFFF
        tables: list[int] = []
        address = start
        while header.objects and address + entry <= limit and len(tables) < most:
            table = word_at(story, address + entry - 2)
            if not 0x40 <= table < dynamic or start <= table < address + entry:
                break
            if not tables and not _is_property_table(story, table, dynamic, early):
                break
            if table > address:
                limit = min(limit, table)
            tables.append(table)
            address += entry
        names = tuple(codec.decode(table + 1, byte_at(story, table)) for table in tables)
        end = max((_properties_end(story, table, early) for table in tables), default=address)
        return cls(header.version, start, len(tables), ("", *names), end)

    @property
    def entry(self) -> np.dtype[np.void]:
        """How one object is laid out."""
        return _ENTRY_V3 if self.version <= 3 else _ENTRY_V4

    @property
    def entry_size(self) -> int:
        """How many bytes one object takes."""
        return 9 if self.version <= 3 else 14

    @property
    def objects_end(self) -> int:
        """The address behind the last object: a memory image must reach so far."""
        return self.start + self.count * self.entry_size

    @property
    def attribute_count(self) -> int:
        """How many attributes an object has: 32, or 48 from version 4 on."""
        return 32 if self.version <= 3 else 48

    def tree(self, memory: bytes) -> ObjectTree:
        """The tree in an image of dynamic memory. One that is too short holds no objects."""
        count = self.count if len(memory) >= self.objects_end else 0
        entries = np.frombuffer(memory, self.entry, count, self.start) if count else _NO_ENTRIES
        return ObjectTree(self, memory, entries)


_NO_ENTRIES: Final = np.empty(0, _ENTRY_V4)


class ObjectTree:
    """The objects of one moment: who is in whom, and what they are like.

    Numbers that are no object are in nothing, hold nothing and have nothing. Loops and stray
    pointers, which a damaged memory may hold, end every walk.
    """

    def __init__(self, table: ObjectTable, memory: bytes, entries: NDArray[np.void]) -> None:
        self.table: Final = table
        self._memory = memory
        self._entries = entries

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, number: int) -> bool:
        return 0 < number <= len(self._entries)

    @cached_property
    def parents(self) -> NDArray[np.int32]:
        """The parent of every object, indexed by object number."""
        return self._links("parent")

    # As plain lists: a walk over the tree asks for one number after another, and Python reads one
    # from a list ten times as fast as from an array.

    @cached_property
    def _parent(self) -> list[int]:
        return _listed(self.parents)

    @cached_property
    def _sibling(self) -> list[int]:
        return _listed(self._links("sibling"))

    @cached_property
    def _first_child(self) -> list[int]:
        return _listed(self._links("child"))

    def _links(self, name: str) -> NDArray[np.int32]:
        links = np.zeros(len(self._entries) + 1, np.int32)
        links[1:] = self._entries[name]
        links[links > len(self._entries)] = 0
        return links

    def name(self, number: int) -> str:
        """The short name in the object table; stories may print another."""
        return self.table.names[number] if number in self else ""

    def parent(self, number: int) -> ObjectNumber:
        """What an object is directly in; NOTHING for rooms of Inform stories and the like."""
        return ObjectNumber(self._parent[number]) if number in self else NOTHING

    def children(self, number: int) -> tuple[ObjectNumber, ...]:
        """What is directly in an object, in the story's order."""
        if number not in self:
            return ()
        found: dict[ObjectNumber, None] = {}
        parents, siblings = self._parent, self._sibling
        child = self._first_child[number]
        while child and child not in found and parents[child] == number:
            found[ObjectNumber(child)] = None
            child = siblings[child]
        return tuple(found)

    def ancestors(self, number: int) -> tuple[ObjectNumber, ...]:
        """What an object is in, from the nearest outwards."""
        found: dict[ObjectNumber, None] = {}
        parent = self.parent(number)
        while parent and parent != number and parent not in found:
            found[parent] = None
            parent = self.parent(parent)
        return tuple(found)

    def descendants(self, number: int) -> Iterator[ObjectNumber]:
        """All that is in an object, however deep: a thing before what it holds."""
        seen = {number}
        pending = list(reversed(self.children(number)))
        while pending:
            current = pending.pop()
            if current in seen:
                continue
            seen.add(current)
            yield current
            pending.extend(reversed(self.children(current)))

    def has_attribute(self, number: int, attribute: int) -> bool:
        """Whether an object has an attribute; attributes count from 0."""
        if number not in self or not 0 <= attribute < self.table.attribute_count:
            return False
        byte = self._memory[self._address(number) + attribute // 8]
        return bool(byte & 0x80 >> attribute % 8)

    def attribute_bytes(self, number: int) -> bytes:
        """An object's attributes as they are stored: attribute 0 is the first byte's highest bit.

        Empty for what is no object.
        """
        if number not in self:
            return b""
        start = self._address(number)
        return self._memory[start : start + self.table.attribute_count // 8]

    def _address(self, number: int) -> int:
        return self.table.start + (number - 1) * self.table.entry_size

    def attributes(self, number: int) -> frozenset[int]:
        """The attributes that an object has."""
        attributes = range(self.table.attribute_count)
        return frozenset(a for a in attributes if self.has_attribute(number, a))

    def properties(self, number: int) -> dict[int, bytes]:
        """The properties that an object has of its own, by number, with their data."""
        if number not in self:
            return {}
        table = int(self._entries["data"][number - 1])
        return dict(_properties(self._memory, table, self.table.version <= 3))

    def moved_since(self, earlier: ObjectTree) -> tuple[ObjectNumber, ...]:
        """The objects whose parent is another than in an earlier tree of the same story."""
        if len(self) != len(earlier):
            return ()
        changed = np.flatnonzero(self.parents != earlier.parents)
        return tuple(ObjectNumber(int(number)) for number in changed)


def _listed(links: NDArray[np.int32]) -> list[int]:
    numbers: list[int] = links.tolist()
    return numbers


def _properties(data: bytes, table: int, early: bool) -> Iterator[tuple[int, bytes]]:
    """The properties of a property table (Standards Document, section 12.4)."""
    address = table + 1 + 2 * byte_at(data, table)
    for _ in range(64):
        size = byte_at(data, address)
        if early:
            number, length, address = size & 31, (size >> 5) + 1, address + 1
        elif size & 0x80:
            number, length, address = size & 63, byte_at(data, address + 1) & 63 or 64, address + 2
        else:
            number, length, address = size & 63, (size >> 6) + 1, address + 1
        # Size byte 0 ends the table; so does a number 0, which no property has.
        if not number or address + length > len(data):
            return
        yield number, data[address : address + length]
        address += length


def _properties_end(data: bytes, table: int, early: bool) -> int:
    address = table + 1 + 2 * byte_at(data, table)
    for _, value in _properties(data, table, early):
        long_size = not early and byte_at(data, address) & 0x80
        address += (2 if long_size else 1) + len(value)
    return address + 1


def _is_property_table(data: bytes, table: int, limit: int, early: bool) -> bool:
    """Whether an address could be a property table: a short name, then falling numbers."""
    if not 0x40 <= table < limit or table + 1 + 2 * byte_at(data, table) >= limit:
        return False
    numbers = [number for number, _ in _properties(data, table, early)]
    falling = all(first > second for first, second in pairwise(numbers))
    return falling and _properties_end(data, table, early) <= limit
