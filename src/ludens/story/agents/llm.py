"""The roles played by models.

Whatever a model says is checked: ids that the book does not have are dropped, a route without
somebody to answer is refused, and a call that fails is an agent that fails.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from ludens.llm.base import BaseLLM, OnText
from ludens.llm.errors import CallFailedError
from ludens.story.agents.offline import ENGLISH, NARRATOR
from ludens.story.agents.roles import AgentFailedError
from ludens.story.answer import Answer, Citation, Mode, Part
from ludens.story.asked import asked
from ludens.story.briefing import Briefing
from ludens.story.cast.portrait import MOST_RELATIONS, Portraits
from ludens.story.corpus.passages import PassageId
from ludens.story.language.languages import language_of
from ludens.story.persona import Persona, Relation, Trait, told_in
from ludens.story.plan import PromptKind, Route, ScenePlan
from ludens.story.referee.prompts import judge_prompt, known_ids
from ludens.story.referee.verdict import Claim, Decision, Ground, Verdict
from ludens.story.rendering import extraction_request, request_for
from ludens.story.speeches import in_part, is_whole, spoken_at_once, spread, text_of
from ludens.story.world import World

MOST_LINES = 40
"""Speeches of a character that its extractor is shown, from all over the book."""
MOST_PASSAGES = 24
MOST_LOOKED_FOR = 3
"""Things that a plan may look for."""

_CITED = re.compile(r"((?:\s*\[[0-9a-f]{12}(?:\s*[,;]\s*[0-9a-f]{12})*\])+)")
_CLOSING = re.compile(r"(?:--+|[,;:.!?…)”’—–])+\s*")
_CLOSING_STRAIGHT = re.compile(r"[,;:.!?…)]*\"[,;:.!?…)]*\s*")
_ID = re.compile(r"[0-9a-f]{12}")


class _Reply(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ClaimReply(_Reply):
    """A claim, as a model judges it."""

    text: str
    support: list[str]
    against: list[str]
    reason: str
    decision: Decision
    aside: bool


class RefereeReply(_Reply):
    """What a model returns as referee."""

    claims: list[ClaimReply]
    reason: str
    ground: Ground
    decision: Decision
    confidence: Annotated[float, Field(ge=0, le=1)]
    suggestions: list[str]


class PlannerReply(_Reply):
    """What a model returns as planner."""

    reasoning: str
    kind: PromptKind
    next_action: Route
    target: str | None
    look_for: list[str]
    scene: str | None
    retrieval_quality: Annotated[float, Field(ge=0, le=1)]
    suggestions: list[str]


class TraitReply(_Reply):
    """A trait and the passage that shows it."""

    text: str
    passage: str


class RelationReply(_Reply):
    """Somebody that a character has to do with."""

    name: str
    text: str
    passage: str


class PersonaReply(_Reply):
    """What a model returns as extractor of personas."""

    speaking_style: str
    background: list[TraitReply]
    traits: list[TraitReply]
    relations: list[RelationReply]


@dataclass(frozen=True, slots=True)
class LLMReferee:
    """Asks a model for a verdict."""

    model: BaseLLM
    world: World

    async def judge_prompt(self, briefing: Briefing) -> Verdict:
        """Return the verdict on what the player said; a greeting and what else fits any book is
        no question for a model."""
        if language_of(self.world.book) == ENGLISH and asked(briefing.prompt).is_ordinary:
            ordinary = judge_prompt(briefing.prompt, self.world, goes_on=bool(briefing.earlier))
            if ordinary.ground is Ground.NOTHING_CLAIMED:
                return ordinary.model_copy(update={"passages": ()})
        return await self._judge(briefing)

    async def judge_answer(self, briefing: Briefing) -> Verdict:
        """Return the verdict on an answer."""
        return await self._judge(briefing)

    async def _judge(self, briefing: Briefing) -> Verdict:
        request = request_for("referee", briefing)
        try:
            reply, _ = await self.model.complete_json(request, RefereeReply)
        except CallFailedError as error:
            raise AgentFailedError(str(error)) from error
        given = {found.passage.id for found in briefing.found}
        if briefing.here is not None:
            given.add(briefing.here.id)
        sure = 0.5 * reply.confidence
        # An answer has nothing aside: whoever gives it could have left it out.
        is_prompt = briefing.answer is None
        decision = computed(reply.decision, reply.claims, is_prompt=is_prompt)
        score = {Decision.APPROVED: 0.5 + sure, Decision.REJECTED: 0.5 - sure}
        claims = tuple(
            Claim(
                text=claim.text,
                decision=claim.decision,
                reason=claim.reason,
                support=self._known(claim.support, given),
                against=self._known(claim.against, given),
                aside=claim.aside and is_prompt,
            )
            for claim in reply.claims
        )
        named = [i for claim in claims for i in (*claim.against, *claim.support)]
        return Verdict(
            decision=decision,
            ground=reply.ground if decision is reply.decision else _GROUNDS[decision],
            reason=reply.reason,
            confidence=reply.confidence,
            score=score.get(decision, 0.5),
            claims=claims,
            passages=tuple(dict.fromkeys(named)),
            suggestions=tuple(reply.suggestions[:3]),
            referee=self.model.name,
        )

    def _known(self, ids: list[str], given: set[PassageId]) -> tuple[PassageId, ...]:
        """Return those ids that the model was given; it may not cite what it did not read."""
        return known_ids(tuple(PassageId(i) for i in ids if i in given), self.world)


_GROUNDS = {
    Decision.APPROVED: Ground.SUPPORTED,
    Decision.REJECTED: Ground.CONTRADICTION,
    Decision.UNDECIDED: Ground.DOUBT,
}
"""The grounds of verdicts that claims overrule."""


def computed(said: Decision, claims: Sequence[ClaimReply], *, is_prompt: bool = True) -> Decision:
    """Return the verdict that follows from the claims; what a model says itself counts only where
    it made no claims. One that is rejected rejects the whole, and a doubt keeps it from approval;
    so does one that is rejected and only aside, where the rest of a prompt stands."""
    if not claims:
        return said
    rejected = [claim for claim in claims if claim.decision is Decision.REJECTED]
    all_aside = len(rejected) < len(claims) and all(claim.aside for claim in rejected)
    if rejected and not (is_prompt and all_aside):
        return Decision.REJECTED
    if rejected or any(claim.decision is Decision.UNDECIDED for claim in claims):
        return Decision.UNDECIDED
    return Decision.APPROVED


@dataclass(frozen=True, slots=True)
class LLMPlanner:
    """Asks a model for the route."""

    model: BaseLLM

    async def plan(self, briefing: Briefing) -> ScenePlan:
        """Return the route of the turn."""
        try:
            reply, _ = await self.model.complete_json(
                request_for("planner", briefing), PlannerReply
            )
        except CallFailedError as error:
            raise AgentFailedError(str(error)) from error
        if reply.next_action is Route.ENGAGE_NPC and not (reply.target or "").strip():
            raise AgentFailedError("the plan engages a character but names none")
        verdict = briefing.verdict
        given = {found.passage.id for found in briefing.found}
        return ScenePlan(
            next_action=reply.next_action,
            target=reply.target if reply.next_action is Route.ENGAGE_NPC else None,
            kind=reply.kind,
            reasoning=reply.reasoning,
            look_for=tuple(reply.look_for[:MOST_LOOKED_FOR]),
            scene=PassageId(reply.scene) if reply.scene in given else None,
            retrieval_quality=reply.retrieval_quality,
            suggestions=tuple(reply.suggestions[:3]) or (verdict.suggestions if verdict else ()),
            planner=self.model.name,
        )


@dataclass(frozen=True, slots=True)
class LLMNarrator:
    """Asks a model to tell the scene."""

    model: BaseLLM
    longest: int
    on_text: OnText | None = None

    async def answer(self, briefing: Briefing) -> Answer:
        """Return an answer in the briefing's mode."""
        return await _answer(
            self.model,
            "narrator",
            briefing,
            speaker=NARRATOR,
            longest=self.longest,
            on_text=self.on_text,
        )


@dataclass(frozen=True, slots=True)
class LLMCharacter:
    """Asks a model to speak as a character."""

    model: BaseLLM
    longest: int
    on_text: OnText | None = None

    async def answer(self, briefing: Briefing) -> Answer:
        """Return what the character says."""
        assert briefing.persona is not None
        speaker = briefing.persona.name
        spoken = replace(briefing, mode=Mode.CHARACTER)
        return await _answer(
            self.model,
            "character",
            spoken,
            speaker=speaker,
            longest=self.longest,
            on_text=self.on_text,
        )


@dataclass(frozen=True, slots=True)
class LLMExtractor:
    """Asks a model who somebody is; lines, places and relations that rules find are kept."""

    model: BaseLLM
    world: World
    portraits: Portraits
    read_to_chapter: int | None = None
    """The last chapter that may be told of; None for all."""

    async def extract(self, name: str) -> Persona:
        """Return a persona; raises NoSuchCharacterError."""
        drawn = self.portraits.draw(name)
        read = drawn.placed(self.world.chapter_of).up_to(self.read_to_chapter)
        spoken = spoken_at_once(read.said_so)
        speeches = spread([each for each in spoken if is_whole(each)] or spoken, MOST_LINES)
        lines = [in_part(text_of(speech)) for speech in speeches]
        # What is told of them comes before where they only speak.
        ids = [trait.passage for trait in read.traits]
        ids += [relation.passage for relation in read.relations]
        ids += [speech[0].passage for speech in speeches]
        passages = [self.world.passages[self.world.by_id[i]] for i in dict.fromkeys(ids)]
        passages = sorted(passages[:MOST_PASSAGES], key=lambda p: (p.chapter, p.start))
        request = extraction_request(drawn.name, self.world, lines, passages)
        try:
            reply, _ = await self.model.complete_json(request, PersonaReply)
        except CallFailedError as error:
            raise AgentFailedError(str(error)) from error
        given = {passage.id for passage in passages}
        traits, history = (
            tuple(
                Trait(text=t.text, passage=PassageId(t.passage)) for t in told if t.passage in given
            )
            for told in (reply.traits, reply.background)
        )
        relations = self._relations(reply.relations, drawn, given)
        return drawn.model_copy(
            update={
                "speaking_style": reply.speaking_style,
                "background": told_in(history) or drawn.background,
                "history": history,
                "traits": traits or drawn.traits,
                "relations": relations,
                "extractor": self.model.name,
            }
        )

    def _relations(
        self, told: Sequence[RelationReply], drawn: Persona, given: set[PassageId]
    ) -> tuple[Relation, ...]:
        """Return whom somebody has to do with: who is what to them first, then who else is named
        beside them. One whom the book gives no name (`his mother`) is called as the model does."""
        known = {relation.name: relation for relation in drawn.relations}
        found: dict[str, Relation] = {}
        for relation in told:
            passage = PassageId(relation.passage)
            person = self.world.resolver.find(relation.name)
            name = person.name if person is not None else relation.name.strip()
            if passage in given and name and name != drawn.name:
                own = known.get(name) or Relation(name=name, passages=1, passage=passage)
                found.setdefault(
                    name, own.model_copy(update={"text": relation.text, "passage": passage})
                )
        rest = [relation for name, relation in known.items() if name not in found]
        return tuple([*found.values(), *rest][:MOST_RELATIONS])


async def _answer(
    model: BaseLLM,
    role: str,
    briefing: Briefing,
    *,
    speaker: str,
    longest: int,
    on_text: OnText | None,
) -> Answer:
    try:
        response = await model.complete(request_for(role, briefing), on_text=on_text)
    except CallFailedError as error:
        raise AgentFailedError(str(error)) from error
    parts = parts_of(response.text.strip()[:longest])
    if not parts:
        raise AgentFailedError("the model answered nothing but marks")
    return Answer(mode=briefing.mode, speaker=speaker, parts=parts, agent=model.name)


def parts_of(text: str) -> tuple[Part, ...]:
    """Take an answer apart at its citations: `It was silent. [0123456789ab]`."""
    pieces = _CITED.split(text)
    parts: list[Part] = []
    for number in range(0, len(pieces), 2):
        said = " ".join(pieces[number].split())
        marks = pieces[number + 1] if number + 1 < len(pieces) else ""
        citations = tuple(Citation(passage=PassageId(i)) for i in _ID.findall(marks))
        # What stands behind a mark within a sentence is the sentence's; a straight mark of speech
        # closes where one is open.
        is_open = "".join(part.text for part in parts).count('"') % 2
        closing = (_CLOSING_STRAIGHT.match(said) if is_open else None) or _CLOSING.match(said)
        if closing is not None and parts:
            parts[-1] = parts[-1].model_copy(update={"text": parts[-1].text + closing[0].strip()})
            said = said[closing.end() :]
        if said:
            parts.append(Part(text=said, citations=citations))
    return tuple(parts)
