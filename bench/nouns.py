"""Extends the nouns that the offline company knows, from a few hundred to many thousands.

`things.toml` gives some nouns their classes by hand. WordNet tells which noun is a kind of which;
so a noun that the table does not have is taken to be what the table's nouns near it are: a mastiff
is a dog, and dogs are animals. For each sense the share of the table's nouns below it that have a
class is blended, from the most general kind to the sense itself, with the share above; a noun has
the classes of which its senses that are things have enough. Each noun of the table is left out in
turn to choose how fast a share near by is trusted and how much is enough; precision and recall
over these are printed.

WordNet is looked for in /usr/share/wordnet (Debian: wordnet-base), or where --wordnet says:

    python bench/nouns.py              # the figures
    python bench/nouns.py --write      # and knowledge/nouns.tsv anew
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import ludens.adventure.knowledge as knowledge
from ludens.adventure.knowledge.things import things

NOUNS = Path(knowledge.__file__).with_name("nouns.tsv")
ROOTS = (
    *("physical_entity", "spiritual_being", "imaginary_being", "communication.2", "writing.2"),
    *("medium_of_exchange", "wealth", "room", "location"),
)
"""Senses below which things are: what one finds in a story's rooms."""
OFFENDING = ("slur", "offensive", "obscene", "disparag", "derogat", "vulgar", "insult")
"""Words by which WordNet says that a word offends."""
SENSES = 3
"""Senses of a noun that are thought of, the most frequent first."""
THINGS = 0.25
"""The share of a noun's use that is to be of things, at least."""
TRUST = (0.5, 1.0, 2.0, 4.0)
"""How many nouns' worth of evidence the kind above a sense counts for: tried."""
ENOUGH = (0.3, 0.35, 0.4, 0.45, 0.5, 0.6)
"""The share of a class from which on a noun has it: tried."""
SHORTEST = 3
"""Letters of a noun, at least."""


@dataclass
class WordNet:
    """The nouns of WordNet: their senses, how frequent each is, and what is a kind of what."""

    kinds: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """For each sense, those of which it is a kind."""
    senses: dict[str, list[str]] = field(default_factory=dict)
    others: set[str] = field(default_factory=set)
    """Senses that are one of a kind, as people and towns are, and words that offend."""
    uses: Counter[tuple[str, int]] = field(default_factory=Counter)

    @classmethod
    def read(cls, folder: Path) -> WordNet:
        """Read the files of WordNet 3. Raises OSError where they are not."""
        found = cls()
        for line in _lines(folder / "data.noun"):
            cells, gloss = line.partition(" | ")[0].split(), line.partition(" | ")[2]
            at = 4 + 2 * int(cells[3], 16)
            pointers = [cells[at + 1 + 4 * n : at + 5 + 4 * n] for n in range(int(cells[at]))]
            found.kinds[cells[0]] = tuple(one[1] for one in pointers if one[0] == "@")
            if any(one[0] == "@i" for one in pointers) or any(one in gloss for one in OFFENDING):
                found.others.add(cells[0])
        for line in _lines(folder / "index.noun"):
            cells = line.split()
            found.senses[cells[0]] = cells[-int(cells[2]) :]
        for line in _lines(folder / "cntlist.rev"):
            key, sense, uses = line.split()
            if "%1:" in key:
                found.uses[key.partition("%")[0], int(sense)] = int(uses)
        return found

    def sense(self, name: str) -> str:
        """Return a sense by its noun and number ("writing.2"; the first without)."""
        noun, _, number = name.partition(".")
        return self.senses[noun][int(number or 1) - 1]

    def above(self, sense: str) -> set[str]:
        """Return a sense with all those of which it is a kind."""
        found: set[str] = set()
        waiting = [sense]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                waiting += self.kinds[one]
        return found


@dataclass
class Kinds:
    """Which classes the nouns below each sense have."""

    net: WordNet
    trust: float
    roots: set[str] = field(init=False)
    nouns: Counter[str] = field(default_factory=Counter)
    having: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def __post_init__(self) -> None:
        self.roots = {self.net.sense(one) for one in ROOTS}

    def of_things(self, noun: str) -> tuple[list[tuple[str, float]], float]:
        """Return a noun's senses that are things, with their shares, and their share of its use."""
        found, all_uses = [], 0.0
        for number, sense in enumerate(self.net.senses.get(noun, ()), start=1):
            uses = self.net.uses[noun, number] + 1 / number
            all_uses += uses
            if sense not in self.net.others and not self.roots.isdisjoint(self.net.above(sense)):
                found.append((sense, uses))
        of_things = sum(uses for _, uses in found)
        best = found[:SENSES]
        total = sum(uses for _, uses in best)
        return [(one, uses / total) for one, uses in best], of_things / max(all_uses, 1e-9)

    def count(self, noun: str, classes: Iterable[str], sign: int = 1) -> None:
        """Count a noun with its classes, or take it out again."""
        for sense, share in self.of_things(noun)[0]:
            for one in self.net.above(sense):
                self.nouns[one] += sign * share
                for name in classes:
                    self.having[one][name] += sign * share

    def shares(self, noun: str) -> Counter[str]:
        """Return how far a noun is of each class, 0 to 1."""
        known: dict[str, Counter[str]] = {}
        found: Counter[str] = Counter()
        for sense, share in self.of_things(noun)[0]:
            for name, part in self._below(sense, known).items():
                found[name] += share * part
        return found

    def _below(self, sense: str, known: dict[str, Counter[str]]) -> Counter[str]:
        if sense not in known:
            above = self.net.kinds[sense]
            base: Counter[str] = Counter()
            for one in above:
                for name, part in self._below(one, known).items():
                    base[name] += part / len(above)
            nouns, having = self.nouns[sense], self.having[sense]
            known[sense] = Counter(
                {
                    name: (having[name] + self.trust * base[name]) / (nouns + self.trust)
                    for name in base.keys() | having.keys()
                }
            )
        return known[sense]


def left_out(kinds: Kinds) -> Iterator[tuple[set[str], Counter[str]]]:
    """Yield the classes of each noun of the table, and what is thought of it when it is out."""
    for noun, classes in things().nouns.items():
        if kinds.of_things(noun)[0]:
            kinds.count(noun, classes.split(), -1)
            yield set(classes.split()), kinds.shares(noun)
            kinds.count(noun, classes.split())


def chosen(net: WordNet) -> tuple[float, float]:
    """Print precision and recall for each choice, and return the best: trust and enough."""
    best = (0.0, 0.0, 0.0)
    for trust in TRUST:
        kinds = taught(net, trust)
        pairs = list(left_out(kinds))
        for enough in ENOUGH:
            right = told = true = 0
            for classes, shares in pairs:
                found = {name for name, part in shares.items() if part >= enough}
                right, told = right + len(found & classes), told + len(found)
                true += len(classes)
            score = 2 * right / (told + true)
            precision, recall = right / max(told, 1), right / true
            print(f"trust {trust:<4} enough {enough:<5}", end="")
            print(f"precision {precision:.3f} recall {recall:.3f} F {score:.3f}")
            best = max(best, (score, trust, enough))
    print(f"{len(pairs)} nouns, each left out in turn; best: trust {best[1]}, enough {best[2]}")
    return best[1], best[2]


def taught(net: WordNet, trust: float) -> Kinds:
    """Return what the table's nouns tell of their kinds."""
    kinds = Kinds(net, trust)
    for noun, classes in things().nouns.items():
        kinds.count(noun, classes.split())
    return kinds


def write(kinds: Kinds, enough: float) -> int:
    """Write the nouns that the table lacks, by their classes; return how many they are."""
    found: dict[str, list[str]] = {}
    for noun in kinds.net.senses:
        plain = noun.isalpha() and len(noun) >= SHORTEST and noun not in things().nouns
        if not plain or kinds.of_things(noun)[1] < THINGS:
            continue
        shares = kinds.shares(noun)
        classes = " ".join(sorted(name for name, part in shares.items() if part >= enough))
        if classes:
            found.setdefault(classes, []).append(noun)
    lines = (f"{classes}\t{' '.join(sorted(nouns))}\n" for classes, nouns in sorted(found.items()))
    NOUNS.write_text("".join(lines), encoding="utf-8")
    return sum(map(len, found.values()))


def _lines(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8") as file:
        yield from (line for line in file if not line.startswith("  "))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    parser.add_argument("--write", action="store_true", help="write the nouns")
    options = parser.parse_args()
    if not (options.wordnet / "data.noun").is_file():
        sys.exit(f"{options.wordnet}: no WordNet here; on Debian: apt install wordnet-base")
    net = WordNet.read(options.wordnet)
    trust, enough = chosen(net)
    if options.write:
        print(f"{write(taught(net, trust), enough)} nouns in {NOUNS.name}")


if __name__ == "__main__":
    main()
