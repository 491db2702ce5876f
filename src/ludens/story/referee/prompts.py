"""The offline referee on a prompt: a score from the evidence, a verdict, the reason in words."""

from __future__ import annotations

import re

from ludens.story.corpus.passages import PassageId
from ludens.story.language.modern import MODERN
from ludens.story.language.words import words
from ludens.story.referee.evidence import Evidence
from ludens.story.referee.scorer import Alone, Scorer, scorer
from ludens.story.referee.terms import Kind, Term
from ludens.story.referee.verdict import Claim, Decision, Ground, Verdict
from ludens.story.settings import Weighing
from ludens.story.world import World

LEAST_MASS = 3.5
"""Nats: a prompt that says less than this claims nothing that a book could lack."""
MOST_SUGGESTIONS = 3

_COMMAND = re.compile(
    r"^\s*(?:(?:please|now|then|i|i'd like to|i would like to|i want to|let me|let us|let's|can i|"
    r"may i|could i)\s+)*(?:ask|tell|talk to|talk with|talk|speak to|speak with|speak|say to|say|"
    r"look at|look around|look|walk to|walk|go to|go|examine|inspect|visit|enter|listen to|listen|"
    r"describe|show me|show|explain|greet|approach|wait|continue|turn to|follow)\b[\s,:]*",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"^\W*(?:hello|hi|hey|good (?:morning|day|evening|night)|greetings|thank you|thanks|yes|no|ok|"
    r"okay|goodbye|farewell|help|continue|go on|and then|what now|who are you|where am i|"
    r"what is this(?: place)?|what happens next|what happened|look(?: around)?|wait|listen)\W*$",
    re.IGNORECASE,
)


def said_in(prompt: str) -> str:
    """Return what a prompt is about, without the command that it begins with."""
    rest = _COMMAND.sub("", prompt, count=1).strip()
    return rest or prompt


def judge_prompt(prompt: str, world: World, weighing: Weighing = Weighing.EVIDENCE) -> Verdict:
    """Return the verdict on what a player says or asks."""
    if not words(prompt) or _GREETING.match(prompt):
        return Verdict(
            decision=Decision.APPROVED,
            ground=Ground.NOTHING_CLAIMED,
            reason="It claims nothing that the book could lack.",
            confidence=0.9,
            score=0.9,
        )
    evidence = world.evidence(said_in(prompt))
    cut = scorer(dense=evidence.is_dense, weighing=weighing)
    score = cut.score(evidence.features)
    modern = [t for t in evidence.lexical.missing if t.stem in MODERN]
    if weighing is not Weighing.EVIDENCE:
        modern = []  # a baseline knows its one figure
    elif modern:
        score = min(score, cut.reject / 2)
    elif evidence.features["mass"] < LEAST_MASS and not evidence.lexical.missing:
        score = max(score, cut.approve)
    decision = _decision(score, cut)
    ground, reason = _reason(decision, evidence, modern, world)
    passages = tuple(world.passages[number].id for number in evidence.best[:5])
    return Verdict(
        decision=decision,
        ground=ground,
        reason=reason,
        confidence=_confidence(score, decision, cut),
        score=score,
        claims=_claims(evidence, world),
        passages=passages,
        suggestions=_suggestions(evidence, world) if decision is Decision.REJECTED else (),
    )


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
    decision: Decision, evidence: Evidence, modern: list[Term], world: World
) -> tuple[Ground, str]:
    title = world.book.title
    missing = sorted(evidence.lexical.missing, key=lambda term: -term.weight)
    names = [term for term in missing if term.kind is Kind.NAME]
    if decision is Decision.APPROVED:
        where = world.place(world.passages[evidence.best[0]]) if evidence.best else title
        return Ground.SUPPORTED, f"The book speaks of it: see {where}."
    if modern:
        return Ground.ANACHRONISM, f"{_listed(modern)} has no place in the world of {title}."
    if decision is Decision.UNDECIDED:
        what = f"; it has no {_listed(missing[:2])}" if missing else ""
        return Ground.DOUBT, f"The book does not settle it{what}. The game goes on."
    return _against(evidence, title, names, missing)


def _against(
    evidence: Evidence, title: str, names: list[Term], missing: list[Term]
) -> tuple[Ground, str]:
    """Return what is wrong with a prompt that is rejected."""
    if names:
        return Ground.FOREIGN_NAME, f"Nobody and nothing in {title} is called {_listed(names)}."
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
                suggested.append(f"Ask about {person.name}")
                break
    suggested += [f"Ask about {person.name}" for person in world.people[:5]]
    return tuple(dict.fromkeys(suggested))[:MOST_SUGGESTIONS]


def _listed(terms: list[Term]) -> str:
    texts = [f"“{term.text}”" for term in terms[:4]]
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts) or "it"


def known_ids(ids: tuple[PassageId, ...], world: World) -> tuple[PassageId, ...]:
    """Return those of some ids that the book has."""
    return tuple(i for i in ids if i in world.by_id)
