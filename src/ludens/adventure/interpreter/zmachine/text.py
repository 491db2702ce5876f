"""Z-strings: five-bit characters, three alphabets, abbreviations (Standards, section 3).

As stories of version 3 and later have them: no others are played.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ludens.adventure.interpreter.zmachine.header import Header, byte_at, word_at

_LOWER: Final = "abcdefghijklmnopqrstuvwxyz"
_UPPER: Final = _LOWER.upper()
_PUNCTUATION: Final = "\0\n0123456789.,!?_#'\"/\\-:()"
# The first position of the third alphabet is no character but the escape to a ten-bit code.
_ESCAPE: Final = 6
_PAD: Final = 5
_FIRST_LETTER: Final = 6
_FIRST_EXTRA: Final = 155
_LAST_EXTRA: Final = 251
_EXTRA_CHARACTERS: Final = "äöüÄÖÜß»«ëïÿËÏáéíóúýÁÉÍÓÚÝàèìòùÀÈÌÒÙâêîôûÂÊÎÔÛåÅøØãñõÃÑÕæÆçÇþðÞÐ£œŒ¡¿"
"""Characters 155 to 223 of a story without a table of its own (section 3.8.5.3)."""
_LONGEST_STRING: Final = 0x8000
"""Words; a string that does not end sooner is damage."""


class TextCodec:
    """Turns one story's Z-strings into text, and words into what its dictionary stores."""

    def __init__(self, story: bytes, header: Header) -> None:
        self._story = story
        self._header = header
        self._extra = _extra_characters(story, header)
        self._alphabets = _alphabets(story, header, self._extra)
        self._codes = {character: code for code, character in enumerate(self._extra, _FIRST_EXTRA)}

    def decode(self, address: int, max_words: int = _LONGEST_STRING) -> str:
        """The text of the Z-string at a byte address, reading at most that many words.

        Damaged strings give what could be read; nothing raises.
        """
        return self.decode_characters(list(z_characters(self._story, address, max_words)))

    def decode_packed(self, packed: int) -> str:
        """The text at a packed string address."""
        return self.decode(self._header.unpack_string(packed))

    def decode_characters(self, characters: list[int], *, abbreviated: bool = True) -> str:
        """The text of a run of Z-characters."""
        text: list[str] = []
        alphabet = 0
        position = 0
        while position < len(characters):
            character = characters[position]
            position += 1
            if character >= _FIRST_LETTER:
                if alphabet == 2 and character == _ESCAPE:
                    text.append(self._escaped(characters, position))
                    position += 2
                else:
                    text.append(self._alphabets[alphabet][character - _FIRST_LETTER])
                alphabet = 0
            elif character >= 4:
                alphabet = character - 3
            else:
                if character == 0:
                    text.append(" ")
                elif position < len(characters):
                    if abbreviated:
                        text.append(self._abbreviation(character, characters[position]))
                    position += 1
                alphabet = 0
        return "".join(text)

    def encode(self, word: str) -> bytes:
        """What the dictionary would store for a word: lower-cased, cut to size, padded."""
        characters: list[int] = []
        for letter in word.lower():
            characters.extend(self._letter(letter))
        size = self._header.dictionary_letters
        characters = (characters + [_PAD] * size)[:size]
        encoded = bytearray()
        for start in range(0, size, 3):
            first, second, third = characters[start : start + 3]
            packed = first << 10 | second << 5 | third
            encoded += packed.to_bytes(2, "big")
        encoded[-2] |= 0x80
        return bytes(encoded)

    def truncate(self, word: str) -> str:
        """As much of a word as the story can tell from others."""
        encoded = self.encode(word)
        return self.decode_characters(list(z_characters(encoded, 0, len(encoded) // 2)))

    def character(self, code: int) -> str:
        """The character of a ZSCII output code; empty where the code prints nothing."""
        if 32 <= code <= 126:
            return chr(code)
        if _FIRST_EXTRA <= code < _FIRST_EXTRA + len(self._extra):
            return self._extra[code - _FIRST_EXTRA]
        return {9: "\t", 11: " ", 13: "\n"}.get(code, "")

    def _letter(self, letter: str) -> list[int]:
        for number, alphabet in enumerate(self._alphabets):
            position = alphabet.find(letter)
            if position > 0 or (position == 0 and number < 2):
                shift = [] if number == 0 else [3 + number]
                return [*shift, position + _FIRST_LETTER]
        code = self._codes.get(letter, ord(letter) if ord(letter) < 127 else ord("?"))
        return [5, _ESCAPE, code >> 5, code & 31]

    def _escaped(self, characters: list[int], position: int) -> str:
        if position + 1 >= len(characters):
            return ""
        return self.character(characters[position] << 5 | characters[position + 1])

    def _abbreviation(self, bank: int, number: int) -> str:
        if not self._header.abbreviations:
            return ""
        entry = self._header.abbreviations + 2 * (32 * (bank - 1) + number)
        address = word_at(self._story, entry) * 2
        characters = list(z_characters(self._story, address, 256))
        return self.decode_characters(characters, abbreviated=False)


def z_characters(data: bytes, address: int, max_words: int) -> Iterator[int]:
    """The five-bit characters from an address to the word with the end bit, at most `max_words`."""
    for _ in range(max_words):
        if not 0 <= address < len(data) - 1:
            return
        word = word_at(data, address)
        yield word >> 10 & 31
        yield word >> 5 & 31
        yield word & 31
        if word & 0x8000:
            return
        address += 2


def _extra_characters(story: bytes, header: Header) -> str:
    if not header.unicode:
        return _EXTRA_CHARACTERS
    count = min(byte_at(story, header.unicode), _LAST_EXTRA - _FIRST_EXTRA + 1)
    codes = [word_at(story, header.unicode + 1 + 2 * index) for index in range(count)]
    # A lone surrogate is no character; it would make text that cannot be written anywhere.
    return "".join("?" if 0xD800 <= code <= 0xDFFF else chr(code) for code in codes)


def _alphabets(story: bytes, header: Header, extra: str) -> tuple[str, str, str]:
    if not header.alphabet:
        return _LOWER, _UPPER, _PUNCTUATION
    letters = []
    for index in range(78):
        code = byte_at(story, header.alphabet + index)
        if 32 <= code <= 126:
            letters.append(chr(code))
        elif _FIRST_EXTRA <= code < _FIRST_EXTRA + len(extra):
            letters.append(extra[code - _FIRST_EXTRA])
        else:
            letters.append("?")
    # Whatever the table says, the third alphabet begins with the escape and the new line.
    letters[52:54] = "\0", "\n"
    return "".join(letters[:26]), "".join(letters[26:52]), "".join(letters[52:])
