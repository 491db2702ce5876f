"""A story's text and keys as they are handed on. Light imports only: children run through here."""

from __future__ import annotations


def strip_prompt(text: str) -> str:
    """Return a text without its prompt: the `>` that stands by itself at the end.

    Blank lines before the text and behind it belong to the prompt as well; all line breaks
    between are the story's own.
    """
    text = text.rstrip()
    if text.endswith(">") and (len(text) == 1 or text[-2].isspace()):
        text = text[:-1].rstrip()
    lines = text.split("\n")
    first = next((number for number, line in enumerate(lines) if line.strip()), len(lines))
    return "\n".join(lines[first:])


KEYS = {
    "<enter>": 13,
    "<space>": 32,
    "<delete>": 8,
    "<escape>": 27,
    "<up>": 129,
    "<down>": 130,
    "<left>": 131,
    "<right>": 132,
} | {f"<f{number}>": 132 + number for number in range(1, 13)}
"""Keys that have no character, as they are typed when a story wants a key, with their ZSCII
codes (Z-Machine Standards Document 1.1, section 3.8)."""


_FIRST, _LAST = 0xA0, 0xFF
_FIRST_VERSION = 5
_EXTENSION_POINTER, _TABLE_ENTRY = 0x36, 3


class UnicodeTable:
    """Translates between text and the library's characters for one story.

    A story may say which characters its codes 155 to 251 stand for (Z-Machine Standards Document
    1.1, sections 3.8.5 and 11.1.7). The library prints a question mark for each that is not in
    Latin-1, so that a story in Polish or Greek is unreadable. Here such entries of the table are
    replaced, in the copy that the library runs, by Latin-1 characters that the story does not use;
    what is printed and typed is translated on the way.
    """

    def __init__(self, story: bytes) -> None:
        self.story = story
        """The story as the library is to run it: `memory` undoes the change."""
        self._changed: list[tuple[int, bytes]] = []
        self._to_text: dict[int, int] = {}
        self._to_library: dict[int, int] = {}
        address = _find_table(story)
        if address is not None:
            self._replace(address)

    def _replace(self, address: int) -> None:
        entries = range(address + 1, address + 1 + 2 * self.story[address], 2)
        if not entries or entries[-1] + 2 > len(self.story):
            return
        codes = {entry: int.from_bytes(self.story[entry : entry + 2]) for entry in entries}
        # The library makes typed letters small as if they were Latin-1, so small letters get
        # places that this leaves alone, and capitals, which are typed as small, the others.
        free = [code for code in range(_FIRST, _LAST + 1) if code not in codes.values()]
        steady = [code for code in free if not 0xC0 <= code <= 0xDE or code == 0xD7]
        moving = [code for code in free if code not in steady]
        story = bytearray(self.story)
        for entry, code in codes.items():
            if code <= _LAST or 0xD800 <= code < 0xE000:
                continue
            is_small = chr(code) == chr(code).lower()
            places = (steady or moving) if is_small else (moving or steady)
            if not places:
                break
            place = places.pop(0)
            self._changed.append((entry, self.story[entry : entry + 2]))
            story[entry : entry + 2] = place.to_bytes(2)
            self._to_text[place] = code
            self._to_library[code] = place
        self.story = bytes(story)
        for code, place in list(self._to_library.items()):
            small, capital = chr(code).lower(), chr(code).upper()
            if small == chr(code) and len(capital) == 1:  # stories take typed letters as small
                self._to_library[ord(capital)] = place
        for place in self._to_text:  # this character itself can no longer be typed
            self._to_library.setdefault(place, ord("?"))

    def is_taken(self, code: int) -> bool:
        """Return whether a Latin-1 character stands for another one in this story."""
        return code in self._to_text

    def decode(self, printed: bytes) -> str:
        """Return what the library printed, as text."""
        text = printed.decode("latin-1")
        return text.translate(self._to_text) if self._to_text else text

    def encode(self, line: str) -> bytes:
        """Return a line as the library takes it; what it cannot take becomes a question mark."""
        if self._to_library:
            line = line.translate(self._to_library)
        return "".join(
            letter if " " <= letter <= "~" or _FIRST <= ord(letter) <= _LAST else "?"
            for letter in line
        ).encode("latin-1")

    def restore(self, memory: bytes) -> bytes:
        """Return memory with the story's own table in it."""
        for address, entry in self._changed:
            if address < len(memory):
                memory = memory[:address] + entry + memory[address + 2 :]
        return memory


def _find_table(story: bytes) -> int | None:
    if story[0] < _FIRST_VERSION:
        return None
    extension = int.from_bytes(story[_EXTENSION_POINTER : _EXTENSION_POINTER + 2])
    if not extension or int.from_bytes(story[extension : extension + 2]) < _TABLE_ENTRY:
        return None
    pointer = extension + 2 * _TABLE_ENTRY
    table = int.from_bytes(story[pointer : pointer + 2])
    return table if 0 < table < len(story) else None
