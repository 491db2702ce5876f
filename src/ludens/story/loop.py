"""The turn, phase by phase, as seed 004 lists them (1 to 10).

A turn is one prompt of the player and what came of it. An agent that fails never ends a turn: what
stands in for it is named on the log, and does its work as in a game without models. Errors of what
holds the game together (the store, a full disk) do end it, before anything of the turn is
committed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from ludens.episode.events import EpisodeEnded, Outcome
from ludens.episode.game import Turn
from ludens.story.agents.roles import AgentFailedError, Answerer, Referee
from ludens.story.answer import Answer, Mode, with_checked_citations
from ludens.story.asked import asked, kind_of, points_back, without_call
from ludens.story.briefing import Briefing
from ludens.story.company import Company
from ludens.story.corpus.passages import Passage, PassageId
from ludens.story.errors import NoSuchCharacterError
from ludens.story.events import (
    AgentFailed,
    AnswerGiven,
    ChapterEntry,
    Judged,
    PassageFound,
    PassagesFound,
    PersonaLearned,
    PhaseBegan,
    PromptGiven,
    ScenePlanned,
    TurnResult,
    TurnSettled,
    VerdictGiven,
    WorldEntered,
)
from ludens.story.language.languages import language_of
from ludens.story.moment import asked_moment, borne_out_moment, chapter_at, nearest
from ludens.story.opening import opening_of
from ludens.story.persona import Persona
from ludens.story.phases import MESSAGES, Phase
from ludens.story.plan import PromptKind, Route, ScenePlan
from ludens.story.presence import present_at, scene_around, where
from ludens.story.referee.verdict import Decision, Verdict
from ludens.story.referents import looked_for, may_be, referents
from ludens.story.retrieval.retriever import Found
from ludens.story.state import StoryState
from ludens.story.whereabouts import ONWARD, place_after
from ludens.story.wish import Wish, wish_of
from ludens.story.world import World

StoryTurn = Turn[StoryState]
Result = TypeVar("Result")

AROUND = 3
"""Passages, from where the player is, of which whoever looks about is told."""
OF_THE_PLACE = 4
"""Passages of the chapter where the player is, of which is told what they do there."""
OF_THE_PLAN = 4
"""Passages for each thing that the plan looks for."""
MOST_OTHERS, FEWEST_NAMED = 20, 3
"""People without lines of whom the planner is told, and the times that each must be named."""
MOST_ACTIVE = 4
"""Characters who count as being in the scene."""


async def open_book(company: Company, turn: StoryTurn) -> None:
    """Play turn 0: the book is opened."""
    world = company.world
    counts = [0] * len(world.book.chapters)
    for passage in world.passages:
        counts[passage.chapter] += 1
    embedder = world.retriever.embedder
    opening = opening_of(world, company.portraits, company.settings.goal_people)
    turn.emit(
        WorldEntered(
            title=world.book.title,
            sha256=world.book.sha256,
            words=world.book.words,
            passages=len(world.passages),
            chapters=tuple(
                ChapterEntry(title=c.title, document=c.document, passages=n)
                for c, n in zip(world.book.chapters, counts, strict=True)
            ),
            cast=tuple(person.name for person in company.portraits.cast()[:40]),
            embedder=embedder.name if embedder is not None else "none",
            opening=opening.scene,
            opening_chapter=world.beginning.chapter,
            scene=opening.passage,
            suggestions=opening.suggestions,
            goal=opening.goal,
            lives=company.settings.goal_losses,
            language=language_of(world.book),
            by_rules=company.by_rules,
        )
    )


async def play_turn(company: Company, turn: StoryTurn) -> None:
    """Play one turn."""
    prompt = await listen(company, turn)
    if prompt is None:
        # A person may come back to where they were: what is stopped can be resumed.
        left = Outcome.STOPPED if company.visitor.by == "human" else Outcome.ENDED
        turn.emit(EpisodeEnded(outcome=left, reason="the player left the book"))
        return
    prompt = company.world.spelling.as_written(prompt)
    # 1. The turn begins.
    begin(company, turn, Phase.STARTED)
    # 2. What the book has on the prompt.
    begin(company, turn, Phase.USER_RETRIEVAL)
    until = moment_of(company, turn.state, prompt)
    found = retrieve(company, turn, Judged.PROMPT, prompt, until)
    earlier = turn.state.exchanges
    about = looked_for(company.world, prompt, earlier)
    spoken_of = may_be(company.world, prompt, earlier) if points_back(prompt) else []
    briefing = replace(
        brief(company, turn),
        prompt=prompt,
        about=about,
        found=found,
        referents=tuple(dict.fromkeys(name for each in spoken_of for name in each)),
    )
    # 3. Is it of this world?
    begin(company, turn, Phase.USER_VALIDATION)
    verdict = await judge(company, turn, briefing, Judged.PROMPT)
    briefing = replace(briefing, verdict=verdict)
    # 4. Who answers?
    begin(company, turn, Phase.SCENE_PLANNING)
    plan = await route(company, turn, briefing, until)
    briefing = at_scene(company, replace(briefing, plan=plan))
    # 5. Exactly one agent answers; a prompt that does not fit ends the turn here.
    if plan.next_action is Route.DISQUALIFY:
        begin(company, turn, Phase.NARRATOR_DISQUALIFY)
        disqualified = replace(briefing, mode=Mode.DISQUALIFICATION)
        await say(company, turn, company.narrator, disqualified, "narrator")
        settle(company, turn, TurnResult.LOST, verdict.reason, until)
        return
    until = borne_out_moment(company.world, verdict, until)
    until = moment_of_plan(company, turn.state, plan, until)
    found = for_answer(company, turn, briefing, until)
    briefing = replace(briefing, found=found)
    answer = await answer_prompt(company, turn, briefing, until)
    # 6. What the book has on the answer.
    begin(company, turn, Phase.AGENT_RETRIEVAL)
    behind = retrieve(company, turn, Judged.ANSWER, answer.text, until)
    # The answer is judged by all that whoever answered had, what it cites, and what speaks of it.
    cited = [each.passage for part in answer.parts for each in part.citations]
    behind = together(company.world, (*found, *behind), tuple(cited))
    briefing = replace(briefing, answer=answer, found=behind)
    # 7. Is the answer of this world?
    begin(company, turn, Phase.AGENT_VALIDATION)
    on_answer = await judge(company, turn, briefing, Judged.ANSWER)
    # 8. An answer that is not is put right, and the player wins.
    if on_answer.decision is Decision.REJECTED:
        begin(company, turn, Phase.NARRATOR_CORRECTION)
        corrected = replace(briefing, verdict=on_answer, mode=Mode.CORRECTION)
        corrected = without_spoilers(company, corrected, until)
        await say(company, turn, company.narrator, corrected, "narrator")
        settle(company, turn, TurnResult.WON, on_answer.reason, until)
        return
    begin(company, turn, Phase.AGGREGATING)
    settle(company, turn, TurnResult.CONTINUED, on_answer.reason, until)


async def listen(company: Company, turn: StoryTurn) -> str | None:
    """Return what the player says, cut to its longest; None when nobody plays any more."""
    decided = turn.decision.get("prompt") if turn.decision else None
    if isinstance(decided, str):
        said, by = decided, "human"
    else:
        briefing = replace(brief(company, turn), dice=turn.generator("visitor"))
        answered = await company.visitor.prompt(briefing)
        if answered is None:
            return None
        said, by = answered, company.visitor.by
    said = said.strip()
    longest = company.settings.prompt_characters
    kept = said[:longest]
    turn.emit(PromptGiven(prompt=kept, by=by, cut=len(said) - len(kept)))
    if company.on_prompt is not None:
        company.on_prompt(kept)
    return kept


def brief(company: Company, turn: StoryTurn) -> Briefing:
    """Return what every agent of this turn is given."""
    state, world = turn.state, company.world
    remembered = company.settings.memory_turns
    number = world.by_id.get(PassageId(state.scene), 0)
    scene, present = world.passages[number], present_at(company.portraits, number)
    come_later = company.portraits.to_come(scene.chapter)
    return Briefing(
        turn=turn.number,
        title=state.title,
        prompt=state.prompt,
        found=(),
        cast=state.cast,
        earlier=tuple(state.exchanges[-remembered:]) if remembered else (),
        active_npcs=state.active_npcs,
        dice=turn.generator("answer"),
        chapters=tuple(world.chapter_names),
        here=scene,
        present=present,
        to_come=tuple(n for n in state.cast if n in come_later and n not in present.there),
        is_later=partial(is_later, world, number),
        others=others_than(world, state.cast),
        teller=world.teller,
        begins=world.begins_in,
    )


def moment_of(company: Company, state: StoryState, prompt: str) -> int:
    """Return the last chapter, from 0, of which whoever answers a prompt is told: the one where
    the player is, or a later one that the prompt asks for; the book's last where spoilers are
    wished."""
    world = company.world
    if company.settings.spoilers:
        return len(world.titles) - 1
    if wish_of(prompt) is Wish.ONWARD:
        return here(world, state.scene, ONWARD)[-1].passage.chapter
    of, now = referents(world, prompt, state.exchanges), chapter_at(world, state.scene)
    try:
        return asked_moment(world, prompt, of, now)
    except Exception:
        return now  # that nothing can be looked for is said where passages are


def moment_of_plan(company: Company, state: StoryState, plan: ScenePlan, until: int) -> int:
    """Return the same by the plan: where the turn plays elsewhere, the chapter of that place; who
    comes into the story later is told of as they come in."""
    world = company.world
    if plan.scene and plan.scene != state.scene:
        until = max(until, world.chapter_of(plan.scene))
    who = world.resolver.find(plan.target) if plan.target else None
    lines = company.portraits.voice(who.name) if who is not None else ()
    return max(until, min((line.chapter for line in lines), default=until))


def at_scene(company: Company, briefing: Briefing) -> Briefing:
    """Return a briefing at the place where its plan has the turn play."""
    world, plan = company.world, briefing.plan
    number = world.by_id.get(plan.scene) if plan is not None and plan.scene else None
    if number is None:
        return briefing
    there, later = present_at(company.portraits, number), partial(is_later, world, number)
    return replace(briefing, here=world.passages[number], present=there, is_later=later)


def is_later(world: World, scene: int, passage: PassageId) -> bool:
    """Tell whether a passage comes after the scene around another one, given by its number."""
    return not scene_around(world.passages, scene).stop > world.by_id[passage]


def others_than(world: World, cast: tuple[str, ...]) -> tuple[str, ...]:
    """Return who else is named in a book, the most often named first."""
    found = [p.name for p in world.people if p.name not in cast and p.mentions >= FEWEST_NAMED]
    return tuple(found[:MOST_OTHERS])


def begin(company: Company, turn: StoryTurn, phase: Phase, **values: object) -> None:
    """Say that a phase begins: on the log, and at once to whoever listens."""
    began = PhaseBegan(phase=phase, message=MESSAGES[phase].format(**values))
    turn.emit(began)
    if company.on_phase is not None:
        company.on_phase(began, str(values.get("name", "")))


def retrieve(
    company: Company, turn: StoryTurn, judged: Judged, text: str, until: int
) -> tuple[Found, ...]:
    """Return the passages that speak of a text; none if looking for them fails.

    Who looks about, or asks who is here or how it goes on, is told of where they are. `until` is
    the last chapter of which whoever answers is told; what is judged is judged by the whole book.
    """
    state = turn.state
    wish = wish_of(text) if judged is Judged.PROMPT else None
    query: tuple[str, ...] = ()
    try:
        if wish is not None:
            found = here(company.world, state.scene, ONWARD if wish is Wish.ONWARD else AROUND)
        elif judged is Judged.PROMPT:
            query = (looked_for(company.world, text, state.exchanges),)
            found = for_prompt(company, state, text, query[0], until)
        else:
            query = (text,)
            found = tuple(company.world.search(text, company.settings.passages))
    except Exception as error:
        fail(company, turn, "retrieval", str(error), "no passages")
        return ()
    if not found and judged is Judged.PROMPT:
        found = here(company.world, state.scene)
    turn.emit(found_event(judged, found, query))
    return found


def for_prompt(
    company: Company, state: StoryState, prompt: str, query: str, until: int
) -> tuple[Found, ...]:
    """Return the passages that speak of a prompt and of what it takes for granted: of the whole
    book, by which it is judged, and of the chapters until now, by which it is answered. Models are
    given besides where those are whom it names and who are not here; what the last answer went by,
    where the prompt points back to it; and those of the chapter where the player is, where they do
    something or ask what fits any book. What they do that fits any book (`I wait`) is about that
    place alone.
    """
    world, what = company.world, asked(prompt)
    back = bool(state.exchanges) and points_back(prompt)
    acts = what.kind is PromptKind.ACTION
    if what.is_ordinary and acts and not back and not company.by_rules:
        return of_the_place(world, state.scene, query)
    most = company.settings.passages
    found = tuple(world.search(query, most))
    if until < len(world.titles) - 1:
        known = world.search(query, most, world.up_to_chapter(until))
        found = together(world, (*found, *(each for each in known if each.score > 0)), ())
    if company.by_rules:
        return together(world, found, bearing_on_premise(world, prompt))
    called = [n for n in world.people_in(prompt) if n not in world.people_in(without_call(prompt))]
    found = world.speaking_of(query, found, called)
    found = together(world, found, bearing_on_premise(world, prompt))
    found = together(world, found, elsewhere(company, state, prompt, until))
    if back:
        return together(world, found, state.exchanges[-1].cited)
    if not acts and not what.is_ordinary:
        return found
    return together(world, (*of_the_place(world, state.scene, query), *found), ())


def elsewhere(
    company: Company, state: StoryState, prompt: str, until: int
) -> tuple[PassageId, ...]:
    """Return for each whom a prompt names and who is not where the player is the passage nearest
    to it where they are."""
    number = company.world.by_id.get(PassageId(state.scene), 0)
    there = present_at(company.portraits, number).there
    away = [name for name in company.world.people_in(prompt) if name not in there]
    found = (nearest(company.world, where(company.portraits, n), state.scene, until) for n in away)
    return tuple(passage for passage in found if passage is not None)


def of_the_place(world: World, scene: str, query: str) -> tuple[Found, ...]:
    """Return the passages of the chapter where the player is that speak of something, and those
    from there on."""
    first = world.by_id.get(PassageId(scene), 0)
    found = world.search(query, OF_THE_PLACE, world.in_chapter(world.passages[first].chapter))
    spoken_of = tuple(each for each in found if each.score > 0)
    return together(world, (*spoken_of, *here(world, scene, AROUND)), ())[:OF_THE_PLACE]


def found_event(judged: Judged, found: tuple[Found, ...], query: tuple[str, ...]) -> PassagesFound:
    """Return what was found, as it goes on the log."""
    return PassagesFound(
        judged=judged,
        query=query,
        passages=tuple(
            PassageFound(
                id=f.passage.id,
                chapter=f.passage.chapter,
                offset=f.passage.start,
                text=f.passage.text,
                score=round(f.score, 6),
                lexical=round(f.lexical, 4),
                likeness=None if f.likeness is None else round(f.likeness, 4),
                why=f.why,
            )
            for f in found
        ),
    )


def for_answer(
    company: Company, turn: StoryTurn, briefing: Briefing, until: int
) -> tuple[Found, ...]:
    """Return the passages that whoever answers is given: those of the prompt, those that the
    verdict went by, and those that speak of the prompt and who answers it, and of what else the
    plan looks for, as far as they are told by now. Rules answer by the prompt's alone.
    """
    plan, verdict, world = briefing.plan, briefing.verdict, company.world
    assert plan is not None and verdict is not None
    if company.by_rules:
        return briefing.found
    queries = {each: OF_THE_PLAN for each in plan.look_for if each.strip()}
    called: tuple[str, ...] = ()
    if plan.next_action is Route.ENGAGE_NPC and plan.target:
        who = world.resolver.find(plan.target)
        called = (who.name if who is not None else plan.target,)
        if world.says(briefing.about, called) > 0:
            queries = {f"{briefing.about} {called[0]}": company.settings.passages, **queries}
    try:
        known = world.up_to_chapter(until)
        searched = [
            each
            for query, n in queries.items()
            for each in world.speaking_of(
                query, world.search(query, n, known), () if query in plan.look_for else called
            )
        ]
    except Exception as error:
        fail(company, turn, "retrieval", str(error), "what the prompt called up")
        searched = []
    found = together(world, (*briefing.found, *searched), verdict.passages)
    fresh = found[len(briefing.found) :]
    if fresh or queries:
        turn.emit(found_event(Judged.PROMPT, fresh, tuple(queries)))
    return found


def here(world: World, scene: str, count: int = 1) -> tuple[Found, ...]:
    """Return the passage where the player is, and the next ones: what calls nothing up is said
    somewhere too."""
    first = world.by_id.get(PassageId(scene), 0)
    last = min(first + count, len(world.passages))
    return tuple(_unscored(world, number) for number in range(first, last))


def bearing_on_premise(world: World, prompt: str) -> tuple[PassageId, ...]:
    """Return the passage that tells what a prompt takes for granted, tells it otherwise, or comes
    nearest to telling it."""
    checked = world.premises.check(prompt)
    number = -1 if checked is None or checked.row < 0 else int(world.places.passage_of[checked.row])
    return (world.passages[number].id,) if number >= 0 else ()


def together(
    world: World, found: tuple[Found, ...], ids: tuple[PassageId, ...]
) -> tuple[Found, ...]:
    """Return passages that were found and those with some ids, each once."""
    once = {each.number: each for each in reversed(found)}
    numbers = [each.number for each in found] + [world.by_id[i] for i in ids if i in world.by_id]
    return tuple(once.get(n) or _unscored(world, n) for n in dict.fromkeys(numbers))


def _unscored(world: World, number: int) -> Found:
    return Found(number, world.passages[number], 0.0, 0.0, None, ())


async def judge(company: Company, turn: StoryTurn, briefing: Briefing, judged: Judged) -> Verdict:
    """Return the referee's verdict; where it fails, what the rules find."""

    def ask(referee: Referee) -> Awaitable[Verdict]:
        of_prompt = judged is Judged.PROMPT
        return referee.judge_prompt(briefing) if of_prompt else referee.judge_answer(briefing)

    verdict = await attempt(company, turn, "referee", "rules", lambda: ask(company.referee))
    if verdict is None:
        verdict = await ask(company.stand_in_referee)
    turn.emit(VerdictGiven(judged=judged, verdict=verdict))
    return verdict


async def route(company: Company, turn: StoryTurn, briefing: Briefing, until: int) -> ScenePlan:
    """Return who answers, and where. Only a prompt that the referee rejected can be disqualified,
    and it is: there is nothing to ask a planner."""
    assert briefing.verdict is not None
    if briefing.verdict.decision is Decision.REJECTED:
        plan = await company.stand_in_planner.plan(briefing)
        turn.emit(ScenePlanned(plan=plan))
        return plan
    plan = await attempt(
        company, turn, "planner", "rules", lambda: company.planner.plan(briefing)
    ) or await company.stand_in_planner.plan(briefing)
    if plan.next_action is Route.DISQUALIFY:
        own = await company.stand_in_planner.plan(briefing)
        fail(company, turn, "planner", f"{plan.next_action} against the verdict", own.next_action)
        plan = own
    plan = placed(company, briefing, plan, until)
    turn.emit(ScenePlanned(plan=plan))
    return plan


def placed(company: Company, briefing: Briefing, plan: ScenePlan, until: int) -> ScenePlan:
    """Return a plan that says nowhere where it plays at the place of whom it engages, if they are
    not where the player is: the player is told of that place and comes to be there."""
    who = company.world.resolver.find(plan.target) if plan.target else None
    here = briefing.here
    if company.by_rules or plan.scene is not None or who is None or here is None:
        return plan
    if who.name in (*briefing.present.there, *briefing.active_npcs):
        return plan
    scene = PassageId(place_of(company, who.name, here.id, until))
    return plan.model_copy(update={"scene": scene})


async def answer_prompt(
    company: Company, turn: StoryTurn, briefing: Briefing, until: int
) -> Answer:
    """Let the one agent answer that the plan names, by what is told until a chapter."""
    plan = briefing.plan
    assert plan is not None
    if plan.next_action is Route.ENGAGE_NPC and plan.target:
        persona = await meet(company, turn, plan.target)
        if persona is not None:
            begin(company, turn, Phase.NPC_RESPONSE, name=persona.name)
            spoken = replace(briefing, persona=persona, mode=Mode.CHARACTER)
            spoken = without_spoilers(company, spoken, until)
            return await say(company, turn, company.character, spoken, "character")
    begin(company, turn, Phase.NARRATOR_SCENE)
    told = without_spoilers(company, replace(briefing, mode=Mode.NARRATION), until)
    return await say(company, turn, company.narrator, told, "narrator")


def without_spoilers(company: Company, briefing: Briefing, until: int) -> Briefing:
    """Return a briefing without what stands in chapters after one, and in those that the player
    has not read. What is asked of later chapters is told by their passages: the card of whoever
    answers stays that of where the player is."""
    world, read = company.world, company.settings.read_to_chapter
    last = until + 1 if read is None else min(until + 1, read)
    verdict, persona = briefing.verdict, briefing.persona
    if verdict is not None:
        kept = tuple(p for p in verdict.passages if p in world.by_id and world.chapter_of(p) < last)
        verdict = verdict.model_copy(update={"passages": kept})
    if persona is not None:
        persona = persona.placed(world.chapter_of)
        shown = last
        if briefing.here is not None and not company.by_rules:  # rules answer by lines alone
            shown = 1 + shown_until(company, briefing.here, persona, until)
            if persona.comes_in <= briefing.here.chapter and not company.settings.spoilers:
                persona = persona.as_told(lambda passage: not briefing.is_later(passage))
        persona = persona.up_to(min(last, shown))
    return replace(
        briefing,
        found=tuple(each for each in briefing.found if each.passage.chapter < last),
        verdict=verdict,
        persona=persona,
        chapters=briefing.chapters[:last],
    )


def shown_until(company: Company, place: Passage, persona: Persona | None, until: int) -> int:
    """Return the last chapter, from 0, of which somebody's card tells: that of a place, or the one
    in which they come in, if that is later; all that is told where spoilers are wished."""
    if company.settings.spoilers:
        return until
    return max(place.chapter, persona.comes_in if persona is not None else 0)


async def meet(company: Company, turn: StoryTurn, name: str) -> Persona | None:
    """Return the persona of somebody, drawn from the book at the first meeting."""
    try:
        name = company.portraits.find(name).name
    except NoSuchCharacterError as error:
        fail(company, turn, "persona", str(error), "the narrator")
        return None
    known = turn.state.personas.get(name)
    if known is not None:
        return known
    begin(company, turn, Phase.PERSONA_EXTRACTION, name=name)
    kept = company.cache.find(name)
    if kept is not None:
        kept = kept.placed(company.world.chapter_of)
        turn.emit(PersonaLearned(persona=kept, from_cache=True))
        return kept
    drawn = await attempt(
        company, turn, "persona", "rules", lambda: company.extractor.extract(name)
    )
    if drawn is None:
        drawn = company.portraits.draw(name)
    else:
        told = company.portraits.told_of(name)
        drawn = drawn.model_copy(update={"background": told}) if told else drawn
        company.cache.keep(drawn)
    drawn = drawn.placed(company.world.chapter_of)
    turn.emit(PersonaLearned(persona=drawn, from_cache=False))
    return drawn


async def say(
    company: Company, turn: StoryTurn, agent: Answerer, briefing: Briefing, name: str
) -> Answer:
    """Let an agent answer; the book's own words stand in for one that fails."""
    stand_in: Answerer = (
        company.stand_in_character if briefing.mode is Mode.CHARACTER else company.stand_in_narrator
    )
    answer = await attempt(
        company, turn, name, "the book's own words", lambda: agent.answer(briefing)
    )
    if answer is None or not answer.text:
        answer = await stand_in.answer(briefing)
    texts = {passage.id: passage.text for passage in company.world.passages}
    answer = with_checked_citations(answer, texts)
    turn.emit(AnswerGiven(answer=answer))
    return answer


def settle(company: Company, turn: StoryTurn, result: TurnResult, reason: str, until: int) -> None:
    """Keep what the turn came to (9) and complete it (10); `until` is the last chapter of whose
    passages whoever answered was told."""
    begin(company, turn, Phase.UPDATING_STATE)
    state = turn.state
    answer = state.answers[-1] if state.answers else None
    active = list(state.active_npcs)
    if state.plan is not None and state.plan.target and state.plan.next_action is Route.ENGAGE_NPC:
        said = state.answers[0].speaker if state.answers else ""
        # The narrator stands in for who has no words left.
        first = said if said in state.personas else state.plan.target
        active = [first, *(name for name in active if name != first)]
    scene = scene_after(company, state, answer, until)
    place = company.world.passages[company.world.by_id.get(PassageId(scene), 0)]
    shown = shown_until(company, place, state.personas.get(active[0]) if active else None, until)
    turn.emit(
        TurnSettled(
            result=result,
            reason=reason,
            scene=scene,
            active_npcs=tuple(active[:MOST_ACTIVE]),
            until=None if result is TurnResult.LOST else shown,
            chapter=place.chapter,
        )
    )
    begin(company, turn, Phase.COMPLETED, number=turn.number)


def scene_after(company: Company, state: StoryState, answer: Answer | None, until: int) -> str:
    """Return the passage where the player is after a turn: where a correction puts them; else where
    the plan says that it played; where those are who spoke, if they are elsewhere; else where the
    answer takes them."""
    plan, world = state.plan, company.world
    if answer is None or answer.mode is Mode.DISQUALIFICATION:
        return state.scene
    is_put_right = answer.mode is Mode.CORRECTION
    kind = plan.kind if plan is not None else kind_of(state.prompt)
    told = place_after(world, state.scene, state.prompt, kind, answer)
    if is_put_right and told != state.scene:
        return told
    first, planned = state.answers[0], plan.scene if plan is not None else None
    speaks = first.mode is Mode.CHARACTER
    # Who is said to be here and is told to go, goes.
    if planned and (speaks or planned != state.scene) and wish_of(state.prompt) is not Wish.ONWARD:
        return planned
    if speaks and first.speaker in state.personas:
        return place_of_speaker(company, state.scene, first.speaker, answer, until)
    return told


def place_of_speaker(company: Company, scene: str, speaker: str, answer: Answer, until: int) -> str:
    """Return where a character speaks: where the player is, if they are there or tell mostly of it;
    where it is told what they mostly tell, if that comes later; else where they are nearest."""
    world, now = company.world, chapter_at(company.world, scene)
    there = present_at(company.portraits, world.by_id.get(PassageId(scene), 0)).there
    cited = [p for p in answer.cited if p in world.by_id]
    near = [p for p in cited if world.chapter_of(p) == now]
    ahead = [p for p in cited if now < world.chapter_of(p) <= until]
    if 2 * len(ahead) > len(cited):
        return ahead[0]
    if speaker in there or 2 * len(near) > len(cited):
        return scene
    return place_of(company, speaker, scene, until)


def place_of(company: Company, name: str, scene: str, until: int) -> str:
    """Return where somebody is met who is not where the player is: where they speak nearest to it,
    in the chapter that is asked for, or on the way there, if they do."""
    world, now = company.world, chapter_at(company.world, scene)
    own = [p for p in where(company.portraits, name) if p in world.by_id]
    asked_for = [p for p in own if now < world.chapter_of(p) == until]
    later = [p for p in own if now < world.chapter_of(p) <= until]
    return nearest(world, asked_for or later or own, scene, until) or scene


async def attempt(
    company: Company,
    turn: StoryTurn,
    agent: str,
    instead: str,
    work: Callable[[], Awaitable[Result]],
) -> Result | None:
    """Return what an agent returns, or None when it fails, which goes on the log."""
    try:
        return await work()
    except AgentFailedError as error:
        fail(company, turn, agent, str(error), instead)
        return None


def fail(company: Company, turn: StoryTurn, agent: str, reason: str, instead: str) -> None:
    """Put a failure on the log, and say so to the player."""
    line = " ".join(reason.split())[:300]
    begin(company, turn, Phase.ERROR, reason=f"{agent}: {line}")
    turn.emit(AgentFailed(agent=agent, reason=line, instead=instead))
