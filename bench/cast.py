"""Who is in a novel and who says what, against annotated novels.

    python bench/cast.py FOLDER [--half report] [--model FILE]

FOLDER holds the Project Dialogism Novel Corpus (Vishnubhotla, Hammond and Hirst 2022), as
NAME/novel_text.txt, character_info.csv, quotation_info.csv. Every second novel by name is fitted on
(bench/cast_fit.py), the others are reported. `--model` names the trees of such a fit: those that
ship are fitted on all.

*Recall* is the share of annotated quotations given to the right person, *precision* the share of
those that were given to anybody; both over all and in the mean of the novels. A person is the
right one when an annotated alias of the speaker is a name of theirs. *Main* characters are those
annotated as major or intermediate; one is reachable when their name finds a person who has a line
of theirs.
"""

from __future__ import annotations

import argparse
import ast
import csv
import re
import time
from collections import Counter
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from ludens.story.cast.attribution import Model, model_from
from ludens.story.cast.portrait import Portraits
from ludens.story.corpus.index import Index
from ludens.story.corpus.reading.read import read_book
from ludens.story.errors import NoSuchCharacterError
from ludens.story.world import make_world


class Truth(NamedTuple):
    text: str
    """A quotation, or a part of one between `said he`."""
    speaker: str
    kind: str


class Novel(NamedTuple):
    name: str
    quotations: list[list[Truth]]
    """Each with its parts."""
    aliases: dict[str, frozenset[str]]
    main: list[str]


def novels_of(folder: Path) -> list[Path]:
    return sorted(p.parent for p in folder.glob("*/quotation_info.csv"))


def fitted_on(folder: Path) -> list[Path]:
    return novels_of(folder)[::2]


def plain(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.lower()))


def load(path: Path) -> Novel:
    aliases: dict[str, frozenset[str]] = {}
    main = []
    with (path / "character_info.csv").open(encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            name = row["Main Name"]
            try:
                found = set(ast.literal_eval(row["Aliases"]))
            except (SyntaxError, ValueError):
                found = set()
            aliases[name] = frozenset(plain(alias) for alias in {name, *found})
            if row["Category"] in {"major", "intermediate"}:
                main.append(name)
    quotations = []
    with (path / "quotation_info.csv").open(encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            parts = ast.literal_eval(row["subQuotationList"])
            speaker = whose(row["speaker"], aliases)
            quotations.append([Truth(p, speaker, row["quoteType"]) for p in parts])
    return Novel(path.name, quotations, aliases, main)


def whose(speaker: str, aliases: dict[str, frozenset[str]]) -> str:
    """Return a speaker's main name: the annotation says `Henry` for its own Mr. Wilcox too."""
    own = [name for name, called in aliases.items() if plain(speaker) in called]
    return own[0] if speaker not in aliases and len(own) == 1 else speaker


def is_person(name: str, person_aliases: frozenset[str], gold: frozenset[str]) -> bool:
    own = {plain(name), *map(plain, person_aliases)}
    return plain(name) in gold or bool({a for a in own if len(a) > 2} & gold)


def aligned(ours: list[str], novel: Novel) -> list[tuple[int, int, str]]:
    """Return which of our quotations are parts of which annotated ones (by number, with the
    part's speaker), both lists being in the book's order.

    The same words stand in a novel many times; only their order tells which are which. Where the
    annotation leaves out brackets or quoted verses, its parts begin or end as one of ours between
    the same neighbours does, or stand in it.
    """
    gold = [(plain(part.text), n) for n, parts in enumerate(novel.quotations) for part in parts]
    matcher = SequenceMatcher(None, ours, [text for text, _ in gold], autojunk=False)
    pairs: dict[int, int] = {}
    for a, b, size in matcher.get_matching_blocks():
        pairs.update((b + step, a + step) for step in range(size))
    used = set(pairs.values())
    last = -1
    for at, (text, _) in enumerate(gold):
        if at in pairs:
            last = pairs[at]
            continue
        after = next((pairs[n] for n in range(at + 1, len(gold)) if n in pairs), len(ours))
        near = [n for n in range(max(last, 0), after) if n not in used or n == last]
        found = next((n for n in near if text and text in ours[n]), None)
        if found is not None:
            pairs[at] = last = found
    return [(a, gold[b][1], novel.quotations[gold[b][1]][0].speaker) for b, a in pairs.items()]


def in_order(novel: Novel, portraits: Portraits) -> dict[int, str]:
    """Return to whom each annotated quotation was given."""
    ours = [
        (plain(said.quotation.text), said.speaker)
        for chapter in portraits.attribution.book(portraits.world.taken_apart)
        for said in chapter
    ]
    found: dict[int, str] = {}
    for own, number, _ in sorted(aligned([text for text, _ in ours], novel)):
        speaker = ours[own][1]
        if speaker is not None:
            found.setdefault(number, speaker)
    return found


def measured(path: Path, model: Model | None, verbose: bool = False) -> Counter[str]:
    novel = load(path)
    began = time.process_time()
    world = make_world(read_book(path / "novel_text.txt"), Index(None, 80))
    portraits = Portraits(world, model)
    portraits.lines()
    counts: Counter[str] = Counter(seconds=round(time.process_time() - began))
    people = {person.name: person.aliases for person in world.people}
    right_lines: Counter[tuple[str, str]] = Counter()
    given_to = in_order(novel, portraits)
    for number, parts in enumerate(novel.quotations):
        gold = novel.aliases.get(parts[0].speaker, frozenset({plain(parts[0].speaker)}))
        name = given_to.get(number)
        counts["all"] += 1
        counts[f"all {parts[0].kind}"] += 1
        if name is None:
            continue
        right = is_person(name, people.get(name, frozenset()), gold)
        counts["given"] += 1
        counts[f"given {parts[0].kind}"] += 1
        counts["right"] += right
        counts[f"right {parts[0].kind}"] += right
        if right:
            right_lines[name, parts[0].speaker] += 1
        elif verbose:
            print(f"  {parts[0].kind}: {parts[0].text[:60]!r} is {parts[0].speaker}, not {name}")
    for name in novel.main:
        found = []
        for alias in sorted(novel.aliases[name]):
            try:
                found.append(portraits.find(alias).name)
            except NoSuchCharacterError:
                found.append("")
        times = Counter(found).most_common(1)[0][1]
        try:
            best = portraits.find(name).name
        except NoSuchCharacterError:
            best = ""
        reached = bool(best) and right_lines[best, name] > 0
        counts["aliases"] += len(found)
        counts["found"] += times
        counts["main"] += 1
        counts["reached"] += reached
        if verbose and not reached:
            print(f"  not reached: {name}: found {sorted(set(found))}")
    return counts


def shown(name: str, counts: Counter[str]) -> None:
    def share(a: str, b: str) -> str:
        return f"{counts[a] / max(counts[b], 1):.3f}"

    kinds = "  ".join(
        f"{kind.lower()} {share(f'right {kind}', f'all {kind}')}"
        for kind in ("Explicit", "Anaphoric", "Implicit")
    )
    print(
        f"{name:>22}  recall {share('right', 'all')}  precision {share('right', 'given')}  "
        f"main {counts['reached']}/{counts['main']}  recall of {kinds}  {counts['seconds']} s CPU",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", choices=("fit", "report", "both"), default="both")
    parser.add_argument("--only")
    parser.add_argument("--model", type=Path)
    parser.add_argument("--wrong", action="store_true")
    options = parser.parse_args()
    fit = fitted_on(options.folder)
    model = model_from(options.model.read_text("utf-8")) if options.model else None
    for half in ("fit", "report"):
        total: Counter[str] = Counter()
        novels: list[Counter[str]] = []
        if options.half not in (half, "both"):
            continue
        for path in novels_of(options.folder):
            if (path in fit) == (half == "fit") and options.only in (None, path.name):
                counts = measured(path, model, options.wrong)
                shown(path.name, counts)
                total += counts
                novels.append(counts)
        shown(f"all of {half}", total)
        means = [
            sum(each["right"] / max(each[of], 1) for each in novels) / max(len(novels), 1)
            for of in ("all", "given")
        ]
        print(f"{'mean of novels':>22}  recall {means[0]:.3f}  precision {means[1]:.3f}")


if __name__ == "__main__":
    main()
