"""Where in the book the game is: what has happened by then, and what is still to come.

The moment is the chapter of the passage where the player is. It goes on with them: where they go,
where the story is read on, and where their words ask for what is told later.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludens.story.asked import asked, asks_for_the_end
from ludens.story.corpus.passages import PassageId
from ludens.story.language.sentences import sentences
from ludens.story.plan import PromptKind
from ludens.story.referee.premise import Finding
from ludens.story.referee.prompts import said_in
from ludens.story.referee.verdict import RULES, Decision, Verdict
from ludens.story.world import World

FEWEST_FOUND = 8
"""Passages on either side of the moment in which it is seen how much of a prompt they have."""
CLEARLY_MORE = 0.25
"""Share of what a prompt says, by how rare its words are, that one passage of later chapters must
have above what any until the moment has: of questions to tales bound together, fewer than one in
200 that were answered before it ask for later ones so (bench/retrieval/later.py)."""


def chapter_at(world: World, scene: str) -> int:
    """Return the chapter, from 0, of the passage where the player is."""
    return world.passages[world.by_id.get(PassageId(scene), 0)].chapter


def asked_moment(world: World, prompt: str, referents: Sequence[str], now: int) -> int:
    """Return the chapter up to which a prompt asks, from a chapter on: that one, or a later one.

    A prompt asks for later chapters where it names one, asks how all ends, takes for granted what
    is told there alone, or where one passage there has clearly more than any until now of what its
    questions and deeds are about, with whom its `he` and `she` may be (`referents`). What players
    say of themselves, and what fits any book, asks for none.
    """
    named = world.contents.named(prompt)
    if named is not None and named.chapters:
        return max(now, *named.chapters)
    if asks_for_the_end(prompt):
        return len(world.titles) - 1
    asking = [s.text for s in sentences(prompt) if _asks(s.text)]
    if now >= len(world.titles) - 1 or not asking:
        return now
    about = " ".join([*map(said_in, asking), *referents])
    checked = world.premises.check(prompt)
    if checked is not None and checked.finding is Finding.TOLD and checked.row >= 0:
        told = world.passages[int(world.places.passage_of[checked.row])].chapter
        if told > now:
            return told
    later = [f.number for f in world.search(about, FEWEST_FOUND) if f.passage.chapter > now]
    if not later:
        return now
    known = [f.number for f in world.search(about, FEWEST_FOUND, world.up_to_chapter(now))]
    ahead = world.covers(about, later)
    least = CLEARLY_MORE + max(world.covers(about, known), default=0.0)
    if max(ahead) < least:
        return now
    # The first chapter that has it will do: what only repeats it later would tell too much.
    least = max(least, max(ahead) - CLEARLY_MORE)
    return min(
        world.passages[number].chapter
        for number, share in zip(later, ahead, strict=True)
        if share >= least
    )


def borne_out_moment(world: World, verdict: Verdict, now: int) -> int:
    """Return the chapter up to which what a model's verdict finds in a prompt is borne out: a later
    one than now where the passages that it names for something have more of it than any until now
    has. Whoever answers is then told what the referee went by."""
    if verdict.referee == RULES:
        return now  # its claims are single words
    until = now
    for claim in verdict.claims:
        support = [world.by_id[i] for i in claim.support if i in world.by_id]
        first = min((world.passages[n].chapter for n in support), default=now)
        if claim.decision is not Decision.APPROVED or claim.aside or first <= until:
            continue
        known = [f.number for f in world.search(claim.text, FEWEST_FOUND, world.up_to_chapter(now))]
        told = max(world.covers(claim.text, known), default=0.0)
        if max(world.covers(claim.text, support)) > told:
            until = first
    return until


def _asks(sentence: str) -> bool:
    """Tell whether a sentence asks for something, or does something that not any book has."""
    what = asked(sentence)
    return what.can_fail or (what.kind is PromptKind.ACTION and not what.is_ordinary)


def nearest(
    world: World, passages: Sequence[PassageId], scene: str, until: int
) -> PassageId | None:
    """Return of some passages the one nearest to where the player is, within the chapters up to
    one; else the first of all; None where there are none."""
    here = world.by_id.get(PassageId(scene), 0)
    numbers = sorted(world.by_id[passage] for passage in passages if passage in world.by_id)
    open_ = [n for n in numbers if world.passages[n].chapter <= until]
    chosen = min(open_, key=lambda n: (abs(n - here), n), default=None)
    if chosen is None:
        chosen = next(iter(numbers), None)
    return None if chosen is None else world.passages[chosen].id
