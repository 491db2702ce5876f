"""What a text says of the game itself: its end, the score, a question to the player."""

from __future__ import annotations

import re
from functools import lru_cache

from ludens.adventure.knowledge.phrases import phrase
from ludens.adventure.perception.facts import Ending, Question, ScoreFact
from ludens.adventure.perception.layout import lines_of, sentences_of

BANNER = re.compile(r"^\s*(?:\*{2,}|[-=~#]{2,}|\[)\s*(.{3,60}?)\s*(?:\*{2,}|[-=~#]{2,}|\])\s*$")
DEATH = phrase("outcomes_death")
DEATH_PROSE = phrase("outcomes_death_prose")
VICTORY = phrase("outcomes_victory")
DEATH_SENTENCE = phrase("outcomes_death_sentence")
"""A sentence that tells the player's death, whole, where no banner does."""
END_LINE = re.compile(r"\W*(?:the end|game over)\W*", re.IGNORECASE)
WIN_SENTENCE = phrase("outcomes_win_sentence")
AFTER_AN_END = phrase("outcomes_after_an_end")
"""What stands below an end: the score, the rank."""
REBORN = phrase("outcomes_reborn")
"""What a story asks the dead."""
OVER = phrase("outcomes_over")
RESTART = phrase("outcomes_restart")
SCORE_OF = phrase("outcomes_score_of")
SCORE_CHANGE = phrase("outcomes_score_change")
YES_NO = phrase("outcomes_yes_no")
NAME = phrase("outcomes_name")
WHICH = phrase("outcomes_which")
LAST_SCORE = phrase("outcomes_last_score")
_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
NUMBERS = {word: value for value, word in enumerate(_SMALL.split())} | {
    word: 10 * ten for ten, word in enumerate(_TENS.split(), 2)
}


def number_of(word: str) -> int | None:
    """Return the number that digits or an English word stand for, or None."""
    text = word.lower().strip()
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if text.endswith("hundred"):
        return 100
    total, seen = 0, False
    for part in text.split("-"):
        if part not in NUMBERS:
            return None
        total, seen = total + NUMBERS[part], True
    return total if seen else None


@lru_cache(maxsize=256)
def ending_in(text: str) -> Ending | None:
    """Return how the text says that the story ended, or None if it goes on."""
    asked = RESTART.search(text) is not None
    for line in lines_of(text):
        banner = BANNER.match(line.text)
        if banner is None:
            continue
        words = banner.group(1)
        if DEATH.search(words):  # "Your quest is over" may tell either
            won = is_full_score(text) and not DEATH_PROSE.search(words)
            return Ending.VICTORY if won else Ending.DEATH
        if VICTORY.search(words):
            return Ending.VICTORY
        bracketed = line.text.lstrip().startswith("[")  # a remark of the game, such as on the score
        if OVER.search(words) or (asked and not bracketed):
            return Ending.VICTORY if is_full_score(text) else Ending.OVER
    if not asked:
        return _told_at_the_end(text)
    if VICTORY.search(text) or is_full_score(text):
        return Ending.VICTORY
    return Ending.DEATH if DEATH_PROSE.search(text) else Ending.OVER


def _told_at_the_end(text: str) -> Ending | None:
    """Return how the last words before the score and a question say that the story ended.

    Prose tells deaths of others, and in quotes those of the player: a whole sentence of the
    story's own must tell this one, with nothing but the reckoning behind it.
    """
    if REBORN.search(text[-400:]):
        return Ending.DEATH
    lines = _last_words(text)
    if not lines:
        return None
    last = sentences_of(lines[-1])[-1]
    if DEATH_SENTENCE.fullmatch(last):
        return Ending.DEATH
    if WIN_SENTENCE.fullmatch(last):
        return Ending.VICTORY
    return Ending.OVER if is_the_end(text) else None


def _last_words(text: str) -> list[str]:
    """Return the lines of a text without the reckoning and the question behind an end."""
    lines = [line.text for line in lines_of(text)]
    while lines and (AFTER_AN_END.match(lines[-1]) or question_in(lines[-1]) is not None):
        lines.pop()
    return lines


def is_the_end(text: str) -> bool:
    """Tell whether a text's last words are that this is the end, which a room's title may be too.

    A title stands alone, or above what there is to be seen.
    """
    lines = _last_words(text)
    return len(lines) > 1 and END_LINE.fullmatch(lines[-1]) is not None


def is_full_score(text: str) -> bool:
    """Tell whether a text gives a score that is all there is to be had."""
    found = LAST_SCORE.search(text)
    return found is not None and found["score"] == found["most"] != "0"


@lru_cache(maxsize=16)
def question_in(text: str) -> Question | None:
    """Return what the story asks at the end of a text, or None if it waits for a command."""
    end = text.strip()[-400:]
    if RESTART.search(end):
        return Question.RESTART
    if WHICH.search(end):
        return Question.WHICH
    if NAME.search(end):
        return Question.NAME
    return Question.YES_NO if YES_NO.search(end) else None


def score_in(text: str) -> ScoreFact | None:
    """Return the score that a text names, or by how much it says the score changed.

    A text that does both and gives the maximum ends a story: what it names is the whole score.
    """
    totals = (fact for found in SCORE_OF.finditer(text) if (fact := _score_of(found)) is not None)
    total = next(totals, None)
    if total is not None and total.maximum is not None:
        return total
    changed = SCORE_CHANGE.search(text)
    if changed:
        amount = number_of(changed.group(2))
        if amount is not None:
            down = changed.group(1).lower() in {"down", "decreased", "fallen", "dropped"}
            return ScoreFact(change=-amount if down else amount)
    return total


def _score_of(named: re.Match[str]) -> ScoreFact | None:
    score = number_of(named[1])
    if score is None:
        return None
    return ScoreFact(score=score, maximum=number_of(named[2] or named[3] or ""))
