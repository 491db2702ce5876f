"""Near-quotes of stories, true and with one edit: how often the offline referee tells them apart.

python bench/grounding/replies.py FOLDER
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from questions import load_stories, names_of, paragraphs

from ludens.story.language.background import background
from ludens.story.language.numbers import number_of
from ludens.story.language.sentences import sentences
from ludens.story.language.stopwords import STOPWORDS
from ludens.story.language.words import Word, words
from ludens.story.referee.replies import judge_answer

SECTIONS = 4
NUMBERS = ("two", "three", "five", "seven", "nine")


def put(text: str, word: Word, new: str) -> str:
    return text[: word.start] + new + text[word.end :]


def true_quotes(text: str) -> Iterator[tuple[str, str]]:
    yield "as it stands", text
    yield "small letters", text[0].lower() + text[1:].rstrip(".")
    yield "contracted", text.replace(" did not", " didn't").replace("could not", "couldn't")
    begins = re.match(r"(?:And|But|So|Then|Now),? (.*)", text, re.DOTALL)
    if begins:
        yield "without `and`", begins[1]
    clauses = text.split(", ")
    if len(clauses) >= 3:
        yield "cut short", ", ".join(clauses[:-1]) + "."


def edited_quotes(
    text: str, story: dict, dice: random.Random, verbs: list[str]
) -> Iterator[tuple[str, str]]:
    common = background()
    found = words(text)
    plain = [w for w in found if w.stem not in STOPWORDS and w.text.islower()]
    names = [w for w in found[1:] if w.is_capitalised and w.stem not in STOPWORDS]
    others = [n for n in names_of(story)[:8] if names and n.lower() != names[0].text.lower()]
    if names and others:
        yield "name", put(text, names[0], dice.choice(others))
    numbers = [w for w in found if number_of(w.text) and w.text.lower() in NUMBERS]
    if numbers:
        new = dice.choice([n for n in NUMBERS if n != numbers[0].text.lower()])
        yield "number", put(text, numbers[0], new)
    deeds = [w for w in plain if common.is_verb(w.stem)]
    if deeds:
        word = dice.choice(deeds)
        yield "verb", put(text, word, dice.choice([v for v in verbs if v != word.text]))
    helper = re.search(r"\b(?:was|were|is|had|could|would|did|will|can)\b(?! not)", text)
    if helper:
        yield "negation", text[: helper.end()] + " not" + text[helper.end() :]
    nouns = [w for w in plain if common.counts.get(w.stem, (0, 0, 0))[1] > 3]
    nouns = [w for w in nouns if not common.is_verb(w.stem)]
    if len({w.stem for w in nouns}) >= 2:
        one, two = nouns[0], next(w for w in nouns[1:] if w.stem != nouns[0].stem)
        yield "exchange", put(put(text, two, one.text), one, two.text)


def main(folder: Path) -> None:
    dice = random.Random(5)
    common = background()
    stories = load_stories(folder)
    every = [w for s in stories.values() for p in paragraphs(s) for w in words(p)]
    verbs = [w.text for w in every if w.stem not in STOPWORDS and common.is_verb(w.stem)]
    verbs = [verb for verb in verbs if verb.islower()]
    counts: dict[str, Counter[str]] = {"true": Counter(), "edited": Counter()}
    for story in stories.values():
        texts = [section["text"] for section in story["sections"]]
        for text in dice.sample(texts, min(SECTIONS, len(texts))):
            fit = [s.text for s in sentences(text) if 6 <= len(s.text.split()) <= 40]
            if not fit:
                continue
            quote = dice.choice(fit)
            for _, said in true_quotes(quote):
                counts["true"][judge_answer(said, [text]).decision.value] += 1
            for kind, said in edited_quotes(quote, story, dice, verbs):
                decision = judge_answer(said, [text]).decision.value
                counts["edited"][decision] += 1
                counts["edited"][f"{kind}: {decision}"] += 1
    true, edited = counts["true"], counts["edited"]
    all_edited = sum(n for kind, n in edited.items() if ":" not in kind)
    print(f"true quotes not approved: {1 - true['approved'] / true.total():.1%} of {true.total()}")
    print(f"edited quotes rejected: {edited['rejected'] / all_edited:.1%} of {all_edited}")
    for kind, number in sorted(edited.items()):
        if ":" in kind:
            print(f"  {kind} {number}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
