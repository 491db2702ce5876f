"""Count how common words are in English stories: `python bench/grounding/background.py FOLDER`.

FOLDER holds one text file a book, a paragraph a line. The books counted are named in the result,
src/ludens/story/language/data/background.json; they are in the public domain, were taken from
Standard Ebooks' repositories, and none is a fairy tale of the question set.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

from ludens.story.language.sentences import sentences
from ludens.story.language.words import words

RESULT = Path(__file__).parents[2] / "src/ludens/story/language/data/background.json"
BEFORE_NOUNS = frozenset(
    "the a an his her my your our their its this that these those every no some any of each".split()
)
BEFORE_VERBS = frozenset(
    "to would could should will shall may might must can did do does not i you he she they we who "
    "and then".split()
)
FEWEST = 2
"""A stem that was seen in fewer stretches is left out: it weighs as much as an unknown one."""


def main(folder: Path) -> None:
    stretches, noun, verb, total = Counter(), Counter(), Counter(), 0
    books = sorted(folder.glob("*.txt"))
    for book in books:
        stems: list[set[str]] = []
        for paragraph in book.read_text(encoding="utf-8").splitlines():
            for sentence in sentences(paragraph):
                found = words(sentence.text)
                stems.append({word.stem for word in found})
                for before, word in pairwise(found):
                    noun[word.stem] += before.text.lower() in BEFORE_NOUNS
                    verb[word.stem] += before.text.lower() in BEFORE_VERBS
        for first in range(0, len(stems), 3):
            total += 1
            stretches.update(set().union(*stems[first : first + 3]))
    kept = {
        stem: [count, noun[stem], verb[stem]]
        for stem, count in sorted(stretches.items())
        if count >= FEWEST
    }
    document = {"books": [book.stem for book in books], "stretches": total, "stems": kept}
    RESULT.write_text(json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n")
    print(f"{len(kept)} stems in {total} stretches of {len(books)} books")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
