"""The offline referee on a prompt: a score from the evidence, a verdict, the reason in words."""

from __future__ import annotations

import re

from ludens.story.asked import (
    asked,
    asks_of_listener,
    has_no_name,
    without_greeting,
    without_listener,
)
from ludens.story.cast.names import in_a_sentence
from ludens.story.corpus.contents import Named
from ludens.story.corpus.passages import PassageId
from ludens.story.language.background import LEAST_MASS, background
from ludens.story.language.modern import MODERN, PHRASES, table
from ludens.story.language.sentences import sentences
from ludens.story.language.words import stem, words
from ludens.story.referee.evidence import Evidence
from ludens.story.referee.premise import Finding, told
from ludens.story.referee.scorer import Alone, Scorer, scorer
from ludens.story.referee.terms import Kind, Term
from ludens.story.referee.verdict import Claim, Decision, Ground, Verdict, doubted
from ludens.story.settings import Weighing
from ludens.story.world import World

NOT_TOLD = 0.98
"""Share of the score that approves, which a premise has at most that the book does not tell."""
MOST_SUGGESTIONS = 3

_OWN_NAME = re.compile(
    r"\b(?:my name is|my name's|i am called|call me|i am|i'm)\s+([A-Z][\w’'-]*)", re.I
)

_COMMAND = re.compile(
    r"^\s*(?:(?:please|now|then|i|i'd like to|i would like to|i want to|let me|let us|let's|can i|"
    r"may i|could i)\s+)*(?:ask|tell|talk to|talk with|talk|speak to|speak with|speak|say to|say|"
    r"look at|look around|look|walk to|walk|go to|go|examine|inspect|visit|enter|listen to|listen|"
    r"describe|show me|show|explain|greet|approach|wait|continue|turn to|follow)\b[\s,:]*",
    re.IGNORECASE,
)

_OF_THE_BOOK = re.compile(
    r"^\s*(?:what|how much|anything)\s+(?:does|do|did|can)\s+(?:the|this|your)\s+"
    rf"(?:{'|'.join(table()['works'].split())})\s+\w+\s+(?:us\s+|me\s+)?(?:of|about|on)\s+",
    re.IGNORECASE,
)
"""How one asks what the book has of something: the book itself is not what is asked about."""


def said_in(prompt: str) -> str:
    """Return what a prompt is about, without the greeting or command that it begins with."""
    prompt = _OF_THE_BOOK.sub("", without_greeting(prompt), count=1)
    rest = _COMMAND.sub("", prompt, count=1).strip()
    return rest if words(rest) else prompt


def judge_prompt(
    prompt: str,
    world: World,
    weighing: Weighing = Weighing.EVIDENCE,
    *,
    goes_on: bool = False,
) -> Verdict:
    """Return the verdict on what a player says or asks.

    `goes_on` is a prompt in a conversation. One that says `he` or `her` there and names nobody is
    about what was spoken of: that the book has its words nowhere together tells nothing.
    """
    prompt = world.spelling.as_written(prompt)
    named = world.contents.named(prompt) if weighing is Weighing.EVIDENCE else None
    if named is not None:
        return _of_chapters(prompt, named, world, goes_on=goes_on)
    what = asked(prompt)
    if goes_on and has_no_name(prompt):
        what = what._replace(can_fail=False)
    if weighing is not Weighing.EVIDENCE:
        return _by_one_figure(prompt, world, weighing)
    if not words(prompt):
        return _ordinary(None, world)
    about = without_listener(without_greeting(prompt), lambda n: world.resolver.find(n) is not None)
    evidence = world.evidence(said_in(about))
    cut = scorer(dense=evidence.is_dense)
    score = cut.score(evidence.features)
    if about != without_greeting(prompt) and asks_of_listener(about):
        # `Ben, why do you want to go?` may be about Ben: what is better borne out is meant.
        with_listener = world.evidence(said_in(without_greeting(prompt)))
        if cut.score(with_listener.features) > score:
            evidence, score = with_listener, cut.score(with_listener.features)
    modern = _modern(prompt, evidence, world)
    foreign = _foreign(prompt, evidence, world)
    if modern:
        score = min(score, cut.reject / 2)
    elif what.is_ordinary and not foreign:
        return _ordinary(evidence, world)
    elif not evidence.lexical.missing and (
        evidence.features["mass"] < LEAST_MASS or len(evidence.terms) == 1
    ):
        # `Tell me about the parrot` says only that there is one.
        score = max(score, cut.approve)
    if foreign and not modern and not what.can_fail:
        score = min(score, cut.reject / 2)
    decision = _decision(score, cut)
    premise = world.premises.check(prompt) if not modern and not foreign else None
    if decision is Decision.REJECTED and not modern and not foreign and not what.can_fail:
        # What is done or said is the player's own: the book need not have it.
        decision, score = Decision.UNDECIDED, cut.reject
    ground, reason = _reason(decision, evidence, modern, foreign, world, own=not what.can_fail)
    bearing: tuple[PassageId, ...] = ()
    claims = _claims(evidence, world)
    if premise is not None and premise.finding is not Finding.TOLD:
        number = int(world.places.passage_of[premise.row]) if premise.row >= 0 else -1
        bearing = (world.passages[number].id,) if number >= 0 else ()
        if premise.finding is Finding.DENIED:
            decision, ground, reason = Decision.REJECTED, Ground.CONTRADICTION, told(premise)
            score = min(score, cut.reject / 2)
        elif decision is not Decision.REJECTED:
            where = world.place(world.passages[number]) if bearing else ""
            decision, ground, reason = Decision.UNDECIDED, Ground.UNKNOWN, told(premise, where)
            score = min(score, NOT_TOLD * cut.approve)
        if premise.finding is Finding.DENIED and bearing:
            denied = Claim(
                text=premise.premise.told, decision=decision, reason=reason, against=bearing
            )
            claims = (denied, *claims)
    if decision is Decision.REJECTED and (modern or foreign) and _rest_stands(prompt, world):
        # One piece is of another world, and a sentence beside it is of this one.
        decision, score = Decision.UNDECIDED, cut.reject
        claims = (*(_left_out(text, reason) for text in modern or foreign), *claims)
        reason = f"{reason} The rest is of the book. The game goes on."
    passages = tuple(world.passages[number].id for number in evidence.best[:5])
    return Verdict(
        decision=decision,
        ground=ground,
        reason=reason,
        confidence=_confidence(score, decision, cut),
        score=score,
        claims=claims,
        passages=tuple(dict.fromkeys((*bearing, *passages))),
        suggestions=_suggestions(evidence, world) if decision is Decision.REJECTED else (),
    )


def _rest_stands(prompt: str, world: World) -> bool:
    """Tell whether one of a prompt's sentences asks or tells what the book has."""
    parts = [sentence.text for sentence in sentences(prompt)]
    verdicts = (judge_prompt(part, world) for part in parts) if len(parts) > 1 else ()
    return any(v.ground is Ground.SUPPORTED and v.stands for v in verdicts)


def _left_out(text: str, reason: str) -> Claim:
    return Claim(text=text, decision=Decision.REJECTED, reason=reason, aside=True)


def _of_chapters(prompt: str, named: Named, world: World, *, goes_on: bool) -> Verdict:
    """Return the verdict on a prompt about a chapter: that on the rest of it, with passages of
    the chapter."""
    if not named.chapters:
        return doubted(f"{world.book.title} has no {named.text}.", Ground.UNKNOWN)
    verdict = judge_prompt(named.rest, world, goes_on=goes_on)
    found = tuple(each.passage.id for each in world.search(said_in(prompt), 5))
    if verdict.decision is Decision.APPROVED:
        where = world.place(world.passages[world.by_id[found[0]]])
        told = {"ground": Ground.SUPPORTED, "reason": f"The book speaks of it: see {where}."}
        verdict = verdict.model_copy(update=told)
    return verdict.model_copy(update={"passages": found})


def _ordinary(evidence: Evidence | None, world: World) -> Verdict:
    return Verdict(
        decision=Decision.APPROVED,
        ground=Ground.NOTHING_CLAIMED,
        reason="It fits any book: it takes nothing for granted.",
        confidence=0.9,
        score=0.9,
        passages=tuple(world.passages[n].id for n in (evidence.best[:5] if evidence else ())),
    )


def _by_one_figure(prompt: str, world: World, weighing: Weighing) -> Verdict:
    """Return a baseline's verdict, which knows its one figure alone."""
    evidence = world.evidence(said_in(prompt))
    cut = scorer(dense=evidence.is_dense, weighing=weighing)
    score = cut.score(evidence.features)
    decision = _decision(score, cut)
    ground, reason = _reason(decision, evidence, [], [], world)
    return Verdict(
        decision=decision,
        ground=ground,
        reason=reason,
        confidence=_confidence(score, decision, cut),
        score=score,
        claims=_claims(evidence, world),
        passages=tuple(world.passages[number].id for number in evidence.best[:5]),
    )


def _modern(prompt: str, evidence: Evidence, world: World) -> list[str]:
    """Return the words of another age that the book does not have, in the longest phrases."""
    found = [t.text for t in evidence.lexical.missing if t.stem in MODERN]
    lower = " ".join(word.text.lower() for word in words(prompt))
    for phrase in PHRASES:
        both = phrase in lower and not all(world.places.has(stem(w)) for w in phrase.split())
        if both and phrase not in found:
            found.append(phrase)
    stems = {text: {stem(word) for word in text.split()} for text in found}
    return [t for t in found if not any(stems[t] < stems[other] for other in found)]


def _foreign(prompt: str, evidence: Evidence, world: World) -> list[str]:
    """Return names that nobody and nothing in the book has."""
    own = {word.lower() for word in _OWN_NAME.findall(prompt)}
    found = [t for t in evidence.lexical.missing if t.kind is Kind.NAME]
    first = words(prompt)[:1]
    if first and first[0].is_capitalised and not world.places.has(first[0].stem):
        spoken_to = prompt[first[0].end :].lstrip()[:1] in {",", "!"}
        lower = first[0].text.lower()
        known = first[0].stem in background().counts or lower in table()["scene"].split()
        if spoken_to and not known and all(t.stem != first[0].stem for t in found):
            return [first[0].text, *(t.text for t in found)]
    return _whole_names(prompt, [t.text for t in found if t.text.lower() not in own])


def _whole_names(prompt: str, found: list[str]) -> list[str]:
    """Return words of names with those together that stand side by side: `Harry Potter`."""
    whole: list[str] = []
    last = -2
    for place, word in enumerate(words(prompt)):
        if word.text in found:
            beside = bool(whole) and place == last + 1
            whole[-1:] = [f"{whole[-1]} {word.text}"] if beside else [*whole[-1:], word.text]
            last = place
    return list(dict.fromkeys(whole)) or found


def _decision(score: float, cut: Scorer | Alone) -> Decision:
    if score >= cut.approve:
        return Decision.APPROVED
    return Decision.REJECTED if score < cut.reject else Decision.UNDECIDED


def _confidence(score: float, decision: Decision, cut: Scorer | Alone) -> float:
    """Return how far a score is from where the verdict would change, from 0 to 1."""
    match decision:
        case Decision.APPROVED:
            return round(0.5 + 0.5 * (score - cut.approve) / max(1 - cut.approve, 1e-6), 3)
        case Decision.REJECTED:
            return round(0.5 + 0.5 * (cut.reject - score) / max(cut.reject, 1e-6), 3)
        case _:
            return 0.3


def _reason(
    decision: Decision,
    evidence: Evidence,
    modern: list[str],
    foreign: list[str],
    world: World,
    *,
    own: bool = False,
) -> tuple[Ground, str]:
    """Return the ground of a verdict, and why in words; `own` is what the player does or says."""
    title = world.book.title
    missing = sorted(evidence.lexical.missing, key=lambda term: -term.weight)
    if decision is Decision.APPROVED:
        where = world.place(world.passages[evidence.best[0]]) if evidence.best else title
        but = f", though not of {_listed(missing[:2])}" if missing else ""
        return Ground.SUPPORTED, f"The book speaks of it{but}: see {where}."
    if modern:
        has = "have" if len(modern) > 1 else "has"
        return Ground.ANACHRONISM, f"{_quoted(modern)} {has} no place in the world of {title}."
    if decision is Decision.UNDECIDED:
        if own:
            return Ground.DOUBT, "What you do or say is your own: the book need not tell it."
        if missing:
            no = f"it has no {_listed(missing[:2])}"
            return Ground.DOUBT, f"The book does not tell of this; {no}. The game goes on."
        return Ground.DOUBT, "Whether the book tells this is not clear. The game goes on."
    if foreign:
        return Ground.FOREIGN_NAME, f"Nobody and nothing in {title} is called {_quoted(foreign)}."
    if missing:
        return Ground.UNKNOWN, f"{title} does not speak of {_listed(missing[:3])}."
    near = sorted(evidence.lexical.missing_near, key=lambda term: -term.weight)
    with_ = [term for term in evidence.terms if term not in near]
    if not near:
        reason = f"{title} has these words, but does not say this."
    elif with_:
        reason = f"{title} has {_listed(near[:2])}, but not together with {_listed(with_[:3])}."
    else:
        reason = f"{title} does not say this of {_listed(near[:2])}."
    return Ground.FALSE_PRESUPPOSITION, reason


def _claims(evidence: Evidence, world: World) -> tuple[Claim, ...]:
    """Return each name and each heavy word of a prompt with the passages that have it."""
    passages = world.passages
    found = []
    for term in sorted(evidence.terms, key=lambda t: -t.weight)[:8]:
        having = [n for n in evidence.best if term.stem in world.retriever.lexical.stems(n)]
        if having:
            decision, reason = Decision.APPROVED, "found near"
        elif world.places.has(term.stem):
            decision, reason = Decision.UNDECIDED, "in the book, but not near the rest"
        else:
            decision, reason = Decision.REJECTED, "nowhere in the book"
        support = tuple(passages[n].id for n in having[:3])
        found.append(Claim(text=term.text, decision=decision, reason=reason, support=support))
    return tuple(found)


def _suggestions(evidence: Evidence, world: World) -> tuple[str, ...]:
    """Return prompts that the book would carry, near what was asked."""
    suggested: list[str] = []
    for number in evidence.best:
        text = world.passages[number].text.lower()
        for person in world.people[:40]:
            if person.name.lower() in text or any(a in text for a in person.aliases):
                suggested.append(f"Ask about {in_a_sentence(person.name)}")
                break
    suggested += [f"Ask about {in_a_sentence(person.name)}" for person in world.people[:5]]
    return tuple(dict.fromkeys(suggested))[:MOST_SUGGESTIONS]


def _listed(terms: list[Term]) -> str:
    return _quoted([term.text for term in terms])


def _quoted(found: list[str]) -> str:
    texts = [f"“{text}”" for text in found[:4]]
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts) or "it"


def known_ids(ids: tuple[PassageId, ...], world: World) -> tuple[PassageId, ...]:
    """Return those of some ids that the book has."""
    return tuple(i for i in ids if i in world.by_id)
