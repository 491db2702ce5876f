"""Work out the evidence for every question of the set: the slow part, kept in a file.

python bench/grounding/features.py TRAINING_FOLDER train.jsonl --to-fit --own 10 --foreign 4
python bench/grounding/features.py VALIDATION_FOLDER dev.jsonl
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path

import numpy as np
from questions import Variant, asked_of, book_of, left_out, load_stories

from ludens.story.corpus.index import Index
from ludens.story.retrieval.minilm import minilm
from ludens.story.world import make_world

PASSAGE_WORDS = 80
LONGEST, SHORTER = 21, (1, 1, 2, 4, 8)
"""Stories that are bound into a long book, and into the others that the scorer is fitted on."""


class Remembering:
    """An embedder that works out each text once: long books share their passages."""

    def __init__(self, inner) -> None:
        self.inner, self.name, self.dimensions = inner, inner.name, inner.dimensions
        self.whole: dict[str, np.ndarray] = {}
        self.words: dict[str, np.ndarray] = {}

    def embed(self, texts):
        self._make(texts)
        return np.stack([self.whole[text] for text in texts])

    def embed_words(self, texts):
        self._make(texts)
        return [self.words[text].astype(np.float32) for text in texts]

    def pieces(self, text):
        return self.inner.pieces(text)

    def _make(self, texts) -> None:
        for at, states in self.inner.states(new := [t for t in texts if t not in self.whole]):
            mean = states.mean(axis=0)
            self.whole[new[at]] = mean / np.linalg.norm(mean)
            kept = states[1:-1]
            kept = kept / np.linalg.norm(kept, axis=1, keepdims=True)
            self.words[new[at]] = kept.astype(np.float16)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("stories", type=Path)
    parser.add_argument("result", type=Path)
    parser.add_argument("--lexical", action="store_true", help="without embeddings")
    parser.add_argument("--own", type=int, default=1000, help="so many of a story's own, by lot")
    parser.add_argument("--foreign", type=int, default=25, help="of each of two other stories")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--most", type=int, help="take so many stories, by lot")
    parser.add_argument(
        "--to-fit", action="store_true", help="books of many lengths, some without chapters"
    )
    options = parser.parse_args()
    stories = load_stories(options.stories)
    if options.most:
        drawn = random.Random(options.seed).sample(sorted(stories), options.most)
        stories = {name: stories[name] for name in sorted(drawn)}
    index = Index(None, PASSAGE_WORDS)
    embedder = None if options.lexical else Remembering(minilm())
    began = time.monotonic()
    written = 0
    with options.result.open("w") as stream:
        for story in stories:
            dice = random.Random(story)
            others = [name for name in stories if name not in (story, *left_out(stories, story))]
            others = dice.sample(others, min(LONGEST - 1, len(others)))
            bound = (dice.choice(SHORTER), LONGEST) if options.to_fit else (1, LONGEST)
            asked = list(asked_of(stories, story, options.foreign, options.seed))
            own = [each for each in asked if each.variant is Variant.OWN]
            lost = set(own) - set(dice.sample(own, min(options.own, len(own))))
            for number in bound:
                in_chapters = not options.to_fit or dice.random() < 0.5
                book = book_of(stories, [story, *others[: number - 1]], in_chapters=in_chapters)
                world = make_world(book, index, embedder)
                for each in asked:
                    if each in lost:
                        continue
                    found = world.evidence(each.question).features
                    row = {
                        "story": each.story,
                        "source": each.source,
                        "variant": each.variant,
                        "bound": number,
                        "question": each.question,
                        "features": {k: round(v, 5) for k, v in found.items()},
                    }
                    stream.write(json.dumps(row) + "\n")
                    written += 1
            stream.flush()
            print(f"{story}: {written} rows, {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
