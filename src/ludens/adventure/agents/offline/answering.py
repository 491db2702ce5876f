"""Answering what the story asks instead of waiting for a command: keys, yes or no, a name."""

from __future__ import annotations

import re
from itertools import pairwise, takewhile

from ludens.adventure.agents.player import Decision
from ludens.adventure.interpreter.keys import KEYS as KEYS_BY_NAME
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.perception.facts import Question
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.state import AdventureState

PATIENCE = 4
"""Presses of the space bar in a row, after which other keys are tried: it may be a menu."""
_NAMED_KEYS = re.compile(r"(?<![\w'])([A-Za-z0-9])(?![\w'])")
"""A letter or a digit that stands by itself, as menus name their keys."""
KEYS = ("<enter>", *"1sbpny2c", "<down>", *"t34dfghijklmouvwze")
"""Keys that menus understand, where the text names none: the first choice, start, begin, play, and
then whatever letter it may be.
"""
_LEAVES = re.compile(r"\b(?:quit|exit|leave|end|restart|restore|saved)\b", re.IGNORECASE)
"""What is asked about by a question that is better answered by no."""
_ENDS_ALL = frozenset("qxra")
"""Keys by which a menu leaves the story, or goes on with an earlier one; and an article."""
NAME, NAME_WITH_TITLE = "John Smith", "Sir John Smith"
"""Who the player is where the story asks."""
_TITLES = re.compile(r"\b(?:title|lord|lady|sir|dame|mrs?|ms)\b", re.IGNORECASE)
_WHICH = re.compile(
    r"\bwhich\b[^?,]{0,40} (?:do|did) you mean[,:]? (?P<names>[^?]{4,200})\?", re.IGNORECASE
)
ASKED_AGAIN = 6
"""Answers back among which the same question, answered by yes, is answered by no."""


def answer(state: AdventureState) -> Decision | None:
    """Return what to say to what the story asks; None where it waits for a command."""
    if state.wants is Wants.KEY:
        return Decision(reasoning="The story waits for a key.", command=_key(state))
    asked = question_in(state.text)
    if asked is Question.YES_NO:
        return Decision(reasoning="The story asks a question.", command=_yes_or_no(state))
    if asked is Question.NAME:
        name = NAME_WITH_TITLE if _TITLES.search(state.text[-400:]) else NAME
        return Decision(reasoning="The story asks for a name.", command=name)
    if asked is Question.WHICH and (said := one_of_them(state)) is not None:
        return Decision(reasoning="It may be this one.", command=said)
    return None


def one_of_them(state: AdventureState) -> str | None:
    """Return the last command about the first of several things, where the story asks which was
    meant and that was not tried yet.

    "Which stool do you mean, the oak stool or the tall stool?", of SIT ON STOOL: SIT ON OAK STOOL.
    """
    asked = _WHICH.search(" ".join(state.text.split())[-400:])
    if asked is None or not state.command:
        return None
    for name in re.split(r",? or |, ", asked["names"].lower()):
        option = re.sub(r"^(?:the|your|an?|his|her|their) ", "", name.strip())
        head = option.rsplit(" ", 1)[-1]
        if option == head or option in state.command:
            continue
        command, changed = re.subn(rf"\b{re.escape(head)}$", option, state.command, count=1)
        if changed and state.journal.attempt(state.map.here, command) is None:
            return command
    return None


def _key(state: AdventureState) -> str:
    """Return the key to press: the space bar, and others where that leads nowhere."""
    if question_in(state.text) is Question.YES_NO:
        return "n" if _LEAVES.search(state.text[-200:]) is not None else "y"
    pressed = sum(1 for _ in takewhile(lambda said: _is_key(said[0]), reversed(state.recent)))
    if pressed < PATIENCE:
        return " "
    shown = f"{state.text}\n{state.status or ''}"
    named: list[str] = [key.lower() for key in _NAMED_KEYS.findall(shown)]
    keys: list[str] = [key for key in dict.fromkeys((*named, *KEYS)) if key not in _ENDS_ALL]
    return keys[(state.turn - PATIENCE) % len(keys)]


def _is_key(typed: str) -> bool:
    return len(typed) == 1 or typed.lower() in KEYS_BY_NAME


def _yes_or_no(state: AdventureState) -> str:
    """Return yes, unless that was said to the same question just before."""
    text, lately = _last_words(state.text), list(state.recent)[-ASKED_AGAIN:]
    said = [after for (_, asked), (after, _) in pairwise(lately) if _last_words(asked) == text]
    return "no" if said[-1:] == ["yes"] else "yes"


def _last_words(text: str) -> str:
    return " ".join(text.split())[-60:]
