"""Index and search a book of 200,000 words, beside rank-bm25 and a plain scan.

    python bench/retrieval/speed.py [--words 200000] [--dense]

The book is made of a bundled tale's sentences in another order, so that it is prose of its kind
and no two passages are alike. Times are CPU seconds of this process and wall seconds.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import time

from rank_bm25 import BM25Okapi

from ludens.story.corpus.book import Book, Chapter
from ludens.story.corpus.index import Index
from ludens.story.language.sentences import sentences
from ludens.story.library import find_book
from ludens.story.retrieval.lexical import content_stems
from ludens.story.retrieval.minilm import minilm
from ludens.story.world import make_world

QUERIES = 100


def long_book(words: int) -> Book:
    dice = random.Random(1)
    pool = [s.text for c in find_book().chapters for p in c.paragraphs for s in sentences(p)]
    chapters, count = [], 0
    while count < words:
        paragraphs = tuple(" ".join(dice.sample(pool, 6)) for _ in range(60))
        count += sum(p.count(" ") + 1 for p in paragraphs)
        chapters.append(Chapter(title=f"{len(chapters) + 1}", paragraphs=paragraphs))
    return Book(title="A long book", chapters=tuple(chapters))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--words", type=int, default=200_000)
    parser.add_argument("--dense", action="store_true")
    options = parser.parse_args()
    book = long_book(options.words)
    dice = random.Random(2)
    model = minilm() if options.dense else None
    wall, cpu = time.perf_counter(), time.process_time()
    world = make_world(book, Index(None, 80), model)
    took = time.perf_counter() - wall, time.process_time() - cpu
    print(f"{book.words} words, {len(world.passages)} passages")
    print(f"indexed in {took[0]:.1f} s ({took[1]:.1f} s CPU), dense: {options.dense}")
    texts = [dice.choice(sentences(p.text)).text for p in dice.sample(world.passages, QUERIES)]
    queries = [" ".join(dice.sample(text.split(), min(6, len(text.split())))) for text in texts]

    def timed(name: str, ask) -> None:
        walls, cpus = [], []
        for query in queries:
            wall, cpu = time.perf_counter(), time.process_time()
            ask(query)
            walls.append(1000 * (time.perf_counter() - wall))
            cpus.append(1000 * (time.process_time() - cpu))
        print(
            f"{name:>12}: median {statistics.median(walls):.2f} ms, "
            f"{statistics.median(cpus):.2f} ms CPU"
        )

    timed("ludens", lambda query: world.search(query, 8))
    stems = [content_stems(p.text) for p in world.passages]
    okapi = BM25Okapi(stems)
    timed("rank-bm25", lambda query: okapi.get_top_n(content_stems(query), world.passages, 8))
    sets = [set(own) for own in stems]

    def scan(query: str) -> list[int]:
        asked = set(content_stems(query))
        return sorted(range(len(sets)), key=lambda n: -len(asked & sets[n]))[:8]

    timed("plain scan", scan)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"at most {peak:.0f} MB of memory, all three together")


if __name__ == "__main__":
    main()
