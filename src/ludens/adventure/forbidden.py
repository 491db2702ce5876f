"""What no agent ever types: commands to the program, to files, to the author's tools, for hints.

Asked at one place, before a command goes to the interpreter. Stories are judged by their own
grammar where it tells (a verb `record` of the world is no order to record), else by the words.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.interpreter.zmachine.grammar import is_tool
from ludens.adventure.perception.commands import parts_of
from ludens.adventure.vocabulary import Vocabulary


class Ban(StrEnum):
    """Why a command is not typed."""

    SAVE = "save"
    RESTORE = "restore"
    PROGRAM = "program"
    """Quits, restarts, undoes."""
    FILE = "file"
    """Writes or reads a file."""
    DEBUG = "debug"
    """A tool that the authors left in."""
    HINT = "hint"
    """Asks the program for solutions."""


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A command that must not be typed."""

    ban: Ban
    word: str

    def __str__(self) -> str:
        return f"({_REASONS[self.ban].format(word=self.word.upper())})"

    def to_a_person(self) -> str:
        """Return the same for somebody who plays, with what they can do instead."""
        reason = TO_A_PERSON if self.ban is Ban.PROGRAM else _REASONS[self.ban]
        return f"({reason.format(word=self.word.upper())})"


_REASONS = {
    Ban.SAVE: "{word} is not typed: the company keeps saves of its own.",
    Ban.RESTORE: "{word} is not typed: the company goes back to its own saves.",
    Ban.PROGRAM: "{word} is not typed: it speaks to the program; play on inside the story.",
    Ban.FILE: "{word} is not typed: it would use a file; play on inside the story.",
    Ban.DEBUG: "{word} is not typed: it is a tool of the story's authors; play fair.",
    Ban.HINT: "{word} is not typed: the company plays without hints.",
}

TO_A_PERSON = (
    "{word} is not typed: it speaks to the program. End, beside this line, ends the game; any turn "
    "before can be gone back to, and played on as a fork."
)
_WORDS = {
    Ban.SAVE: "save",
    Ban.RESTORE: "restore load",
    Ban.PROGRAM: "quit q restart undo",
    Ban.FILE: "script unscript transcript noscript recording unrecord",
    Ban.DEBUG: "purloin showobj gonear showverb showdict showheap showme debug cheat",
    Ban.HINT: "hint hints help clue clues invisiclues walkthrough",
}
_UNLESS_OF_THE_WORLD = {
    Ban.FILE: "record replay command",
    Ban.DEBUG: (
        "trace goto tree random abstract actions changes daemons messages relations routines "
        "rules scenes scope test timers glklist xtrace xdebug xgoto xrandom verify"
    ),
}
"""Banned only where the story's grammar does not say that they act in its world."""
BANNED = {word: ban for ban, words in _WORDS.items() for word in words.split()}
CONDITIONAL = {word: ban for ban, words in _UNLESS_OF_THE_WORLD.items() for word in words.split()}
_BARE = frozenset({"undo", "load", "help"})
"""Banned only by themselves: one may undo a knot, load a cart and help a stranger."""
_MENDING = frozenset({"oops", "o"})


def forbidden(vocabulary: Vocabulary, command: str, wants: Wants = Wants.LINE) -> Forbidden | None:
    """Return why a command must not be typed; None if it may be.

    A story that waits for a key is given any key: there a letter is no command.
    """
    if wants is not Wants.LINE:
        return None
    for part in parts_of(command.lower()):
        does = bool(part.split()) and vocabulary.any_verb(part.split()[0]) is not None
        for number, spoken in enumerate(part.split(",")):
            words = spoken.split()
            # OOPS puts its word into the command before, perhaps as the verb.
            for word in words[:2] if words and words[0] in _MENDING else words[:1]:
                ban = ban_of(vocabulary, word)
                if does and number and word in CONDITIONAL:
                    continue  # one of several things, as in "take rope, tree"
                if ban is not None and not (word in _BARE and len(words) > 1):
                    return Forbidden(ban, word)
    return None


def ban_of(vocabulary: Vocabulary, word: str) -> Ban | None:
    """Return why a word must not be used as a verb in this story; None if it may be."""
    if word[:1] in ("#", "$", "@", "/", "\\") or "_" in word:
        return Ban.DEBUG
    truncate = vocabulary.dictionary.truncate
    short = truncate(word)
    verb = vocabulary.any_verb(word)
    # Only a verb of the program lends its name to its synonyms: DIE quits, but OPEN is no UNDO.
    names = {short, *(verb.words if verb is not None and verb.meta else ())}
    for banned, ban in BANNED.items():
        if truncate(banned) in names:
            return ban
    if verb is not None and verb.debug:
        return Ban.DEBUG
    if verb is not None and verb.meta is False:
        return None
    if "-" in word and is_tool(word):
        return Ban.DEBUG
    return next((ban for banned, ban in CONDITIONAL.items() if truncate(banned) == short), None)
