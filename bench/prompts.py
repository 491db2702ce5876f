"""Prompts that people give to novels: what the offline referee makes of them.

    python bench/prompts.py FOLDER [--dense] [--wrong] [--untouched | --premises] [--only NAME ...]
        [--write]

FOLDER holds the novels, each as NAME/novel_text.txt or NAME.txt (those of the Project Dialogism
Novel Corpus). bench/novel_prompts has, for six of them, prompts of their own and false premises;
anachronisms and ordinary prompts are the same for all. Foreign prompts are the other novels' own.
They were written before anything was tuned by them. `--wrong` prints what came out otherwise than
it should. `--untouched` takes two more novels, by whose prompts nothing is chosen; `--premises`
three, with questions whose premises are true (own) and false. `--write` puts
into src/ludens/story/referee/data/calibration.json, as the cut for rejecting, the score below which
as many own prompts are as foreign ones are not; what bench/grounding/fit.py writes is by questions
to fairy tales, which ask otherwise.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ludens.story.corpus.index import Index
from ludens.story.corpus.reading.read import read_book
from ludens.story.referee.prompts import judge_prompt
from ludens.story.retrieval.minilm import minilm
from ludens.story.world import World, make_world

PROMPTS = Path(__file__).parent / "novel_prompts"
UNTOUCHED, PREMISES = PROMPTS / "untouched", PROMPTS / "premises"
FOREIGN = 40
CALIBRATION = Path(__file__).parents[1] / "src/ludens/story/referee/data/calibration.json"
STEPS = np.arange(0.05, 0.5, 0.001)
"""Scores among which the cut is looked for."""


def sections(path: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    name = ""
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("["):
            name = line.strip("[]")
        elif line.strip():
            found.setdefault(name, []).append(line.strip())
    return found


def world_of(folder: Path, name: str, dense: bool) -> World:
    path = folder / name / "novel_text.txt"
    book = read_book(path if path.exists() else next(folder.glob(f"{name}.*")))
    book = book.model_copy(update={"title": name})
    return make_world(book, Index(folder / ".index", 80), minilm() if dense else None)


def balanced(own: Sequence[float], foreign: Sequence[float]) -> float:
    """Return the score below which as many own prompts are as foreign ones are not: the middle of
    where they differ least."""
    gaps = [abs(np.mean(np.array(own) < c) - np.mean(np.array(foreign) >= c)) for c in STEPS]
    return round(float(np.median(STEPS[np.isclose(gaps, min(gaps))])), 4)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--dense", action="store_true", help="with the small embedding model")
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--untouched", action="store_true", help="two more novels")
    parser.add_argument("--premises", action="store_true", help="true and false premises")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these novels alone")
    parser.add_argument("--write", action="store_true", help="the cut for rejecting")
    options = parser.parse_args()
    shared = {"anachronisms", "ordinary"}
    folder = UNTOUCHED if options.untouched else PREMISES if options.premises else PROMPTS
    files = sorted(folder.glob("*.txt"))
    novels = {path.stem: sections(path) for path in files if path.stem not in shared}
    both = {name: sections(PROMPTS / f"{name}.txt")[""] for name in shared}
    counts: dict[str, Counter[str]] = {}
    scores: dict[str, list[float]] = {}
    for name, own in novels.items():
        if options.only and name not in options.only:
            continue
        dice = random.Random(f"foreign:{name}")
        others = [p for other, its in novels.items() if other != name for p in its["own"]]
        asked = {
            "own": own["own"],
            "foreign": dice.sample(others, min(FOREIGN, len(others))),
            "anachronisms": both["anachronisms"],
            "false premises": own["false"],
            "ordinary": both["ordinary"],
        }
        world = world_of(options.folder, name, options.dense)
        for kind, prompts in asked.items():
            for prompt in prompts:
                verdict = judge_prompt(prompt, world)
                decision = verdict.decision.value
                counts.setdefault(kind, Counter())[decision] += 1
                scores.setdefault(kind, []).append(verdict.score)
                meant = {"own": "rejected", "ordinary": "rejected"}
                wrong = decision == meant[kind] if kind in meant else decision == "approved"
                if options.wrong and wrong:
                    print(
                        f"{name} {kind} {decision} {verdict.score:.3f}: {prompt} | {verdict.reason}"
                    )
    print(f"{'':>15}  approved undecided rejected")
    for kind, found in counts.items():
        shares = (100 * found[d] / found.total() for d in ("approved", "undecided", "rejected"))
        print(f"{kind:>15}  " + "  ".join(f"{s:7.1f}%" for s in shares), f" of {found.total()}")

    cut = balanced(scores["own"], scores["foreign"])
    print(f"as many own rejected as others not: {cut}")
    if options.write:
        document = json.loads(CALIBRATION.read_text("utf-8"))
        document["dense" if options.dense else "lexical"]["reject"] = cut
        CALIBRATION.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
