"""Work out the evidence for every question of the set: the slow part, kept in a file.

python bench/grounding/features.py FOLDER features.json [--lexical]
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path

import numpy as np
from questions import asked_of, book_of, left_out, load_stories, tested

from ludens.story.corpus.index import Index
from ludens.story.retrieval.minilm import minilm
from ludens.story.world import World, make_world

PASSAGE_WORDS = 80
OTHERS = 20
"""Stories with which one is bound into a long book."""


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
    parser.add_argument("--foreign", type=int, default=25)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--most", type=int, help="take so many stories, by lot")
    options = parser.parse_args()
    stories = load_stories(options.stories)
    if options.most:
        drawn = random.Random(options.seed).sample(sorted(stories), options.most)
        stories = {name: stories[name] for name in sorted(drawn)}
    index = Index(None, PASSAGE_WORDS)
    embedder = None if options.lexical else Remembering(minilm())
    began = time.monotonic()
    rows = []
    for story in stories:
        others = [name for name in stories if name not in (story, *left_out(stories, story))]
        others = random.Random(story).sample(others, min(OTHERS, len(others)))
        worlds: dict[str, World] = {
            "short": make_world(book_of(stories, [story]), index, embedder),
            "long": make_world(book_of(stories, [story, *others]), index, embedder),
        }
        for asked in asked_of(stories, story, options.foreign, options.seed):
            for size, world in worlds.items():
                found = world.evidence(asked.question).features
                rows.append(
                    {
                        "story": asked.story,
                        "source": asked.source,
                        "variant": asked.variant,
                        "size": size,
                        "test": story in tested(stories),
                        "question": asked.question,
                        "features": {k: round(v, 5) for k, v in found.items()},
                    }
                )
        print(f"{story}: {len(rows)} rows, {time.monotonic() - began:.0f} s", flush=True)
    options.result.write_text(json.dumps(rows))


if __name__ == "__main__":
    main()
