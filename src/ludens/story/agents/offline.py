"""The roles played by rules: verdicts from evidence, answers in the book's own words."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, islice
from random import Random

from ludens.story.answer import Answer, Citation, Mode, Part
from ludens.story.asked import (
    asked,
    asks_for_the_end,
    is_greeting,
    kind_of,
    points_back,
    takes_leave,
)
from ludens.story.briefing import Briefing
from ludens.story.cast.names import Person, in_a_sentence
from ludens.story.cast.portrait import Portraits
from ludens.story.cast.quotations import quotations
from ludens.story.cast.resolver import plain
from ludens.story.cast.scene import Names
from ludens.story.cast.titles import titles
from ludens.story.cast.tokens import is_abbreviation, paragraphs_of
from ludens.story.corpus.passages import JOIN, Passage
from ludens.story.language.background import LEAST_MASS, background
from ludens.story.language.languages import language_name, language_of
from ludens.story.language.sentences import sentences
from ludens.story.language.stopwords import STOPWORDS
from ludens.story.language.words import words
from ludens.story.opening import first_sentences
from ludens.story.persona import Line, Persona
from ludens.story.plan import PromptKind, Route, ScenePlan
from ludens.story.referee.prompts import judge_prompt, said_in
from ludens.story.referee.replies import judge_answer
from ludens.story.referee.support import Compared
from ludens.story.referee.verdict import Decision, Ground, Verdict, doubted
from ludens.story.settings import Weighing
from ludens.story.speeches import (
    FEWEST_WORDS,
    Spoken,
    by_passage,
    is_whole,
    much,
    part_of,
    spoken_at_once,
    text_of,
)
from ludens.story.wish import Wish, asks_where, wish_of
from ludens.story.world import World

NARRATOR = "Narrator"
ENGLISH = "en"
"""The language that the rules read."""

TOLD_SENTENCES = 3
"""Sentences of the book that a scene is told in."""
LONGEST_SCENE = 90
"""Words from which no further sentence is told."""
TRIED = 3
"""Of the best passages, those in which the story is looked for before somebody's words do."""
BEGINS = 20
"""Characters of a line by which its sentence is found."""
FEWEST_TO_END = 20
"""Words of a passage that tells how it ends: `THE END` does not."""
_PAST = frozenset({"did", "was", "were", "had"})
_SOMEBODY = frozenset({"he", "she", "him", "her", "they", "them", "his", "hers", "their"})
BROKEN_OFF = ("-", "\u2013", "\u2014")
"""How lines end that somebody else breaks off."""
MOST = 0.5
"""Share of what a prompt says that is the most of it."""


@dataclass(frozen=True, slots=True)
class OfflineReferee:
    """Judges by evidence alone."""

    world: World
    weighing: Weighing = Weighing.EVIDENCE

    async def judge_prompt(self, briefing: Briefing) -> Verdict:
        """Return the verdict on what the player said."""
        if language_of(self.world.book) != ENGLISH:
            return _unread(self.world)
        return judge_prompt(
            briefing.prompt, self.world, self.weighing, goes_on=bool(briefing.earlier)
        )

    async def judge_answer(self, briefing: Briefing) -> Verdict:
        """Return the verdict on an answer."""
        assert briefing.answer is not None
        if language_of(self.world.book) != ENGLISH:
            return _unread(self.world)
        passages = [found.passage for found in briefing.found]
        texts = [passage.text for passage in passages]
        words_, compared = self.world.word_vectors, None
        if words_ is not None:
            numbers = [self.world.by_id[passage.id] for passage in passages]
            compared = Compared(words_.embedder, words_.of(numbers))
        return judge_answer(briefing.answer.text, texts, passages, in_play=True, compared=compared)


def _unread(world: World) -> Verdict:
    """Return the verdict on what stands in a language that the rules do not read."""
    key = language_of(world.book)
    which = f"in {language_name(key)}" if key else "in another language"
    return doubted(f"The book is {which}, and the rules read English. The game goes on.")


@dataclass(frozen=True, slots=True)
class RandomReferee:
    """Judges by lot: the baseline of chance."""

    world: World

    async def judge_prompt(self, briefing: Briefing) -> Verdict:
        """Return a verdict, and a passage to tell, that the dice chose."""
        dice = briefing.dice
        return self._drawn(dice, dice.choice(self.world.passages))

    async def judge_answer(self, briefing: Briefing) -> Verdict:
        """Return a verdict that the dice chose."""
        return self._drawn(briefing.dice, *(found.passage for found in briefing.found))

    @staticmethod
    def _drawn(dice: Random, *passages: Passage) -> Verdict:
        score = dice.random()
        return Verdict(
            decision=Decision.APPROVED if score >= 0.5 else Decision.REJECTED,
            ground=Ground.DOUBT,
            reason="It was drawn by lot.",
            confidence=0.5,
            score=score,
            passages=tuple(passage.id for passage in passages),
            referee="random",
        )


@dataclass(frozen=True, slots=True)
class OfflinePlanner:
    """Routes by whom the prompt names and how it is put."""

    portraits: Portraits

    async def plan(self, briefing: Briefing) -> ScenePlan:
        """Return the route of the turn."""
        kind = kind_of(briefing.prompt)
        if wish_of(briefing.prompt) is not None and kind is PromptKind.SPEECH:
            kind = PromptKind.QUESTION
        verdict = briefing.verdict
        quality = min(1.0, verdict.score) if verdict is not None else 0.5
        if verdict is not None and verdict.decision is Decision.REJECTED:
            return ScenePlan(
                next_action=Route.DISQUALIFY,
                kind=kind,
                reasoning=verdict.reason,
                retrieval_quality=quality,
                suggestions=verdict.suggestions,
            )
        target = self._addressed(briefing, kind)
        if target is not None:
            return ScenePlan(
                next_action=Route.ENGAGE_NPC,
                target=target,
                kind=kind,
                reasoning=f"The player speaks to {target}.",
                retrieval_quality=quality,
            )
        return ScenePlan(
            next_action=Route.NARRATOR_SCENE,
            kind=kind,
            reasoning="Nobody is spoken to: the scene is told.",
            retrieval_quality=quality,
        )

    def _addressed(self, briefing: Briefing, kind: PromptKind) -> str | None:
        # Names are known without their dots: `Mr. Bast` is `mr bast`.
        prompt = _TITLED.sub(_without_dot, briefing.prompt)
        cast = self.portraits.cast()
        found = self._called(prompt)
        if found is not None:
            # Who is called and has no words in the book is told of by the narrator.
            return found.name if found in cast else None
        if kind is not PromptKind.QUESTION and not _ABOUT.search(prompt):
            named = [person for person in self._named(prompt) if person in cast]
            if len(named) == 1:
                return named[0].name
        pointed = re.search(rf"\b{_SPEAKS}\s+(him|her)\b", prompt)
        if pointed:
            return self._spoken_of(briefing, "m" if pointed[1].lower() == "him" else "f")
        if kind is PromptKind.SPEECH and briefing.active_npcs and not calls_by_name(prompt):
            here = briefing.active_npcs[0]
            # `Tell me about Lowood` is answered by the book, if who is here never speaks of it.
            ordinary = briefing.verdict is None or briefing.verdict.ground is Ground.NOTHING_CLAIMED
            says_you = {"you", "your"} & {word.text.lower() for word in words(prompt)}
            to_them = says_you or (ordinary and not _ABOUT.search(prompt))
            return here if to_them or self._speaks_of(here, prompt) else None
        return None

    def _speaks_of(self, name: str, prompt: str) -> bool:
        """Tell whether somebody ever says at once the most of what a prompt is about."""
        wanted = _wanted(prompt, self.portraits.world)
        lines = self.portraits.voice(name)
        return not wanted or any(_covered(wanted, _stems(line.text)) > MOST for line in lines)

    def _called(self, prompt: str) -> Person | None:
        """Return who is spoken to by name; the longest name that the prompt has is meant."""
        # `What did Ada say to Ben?` speaks to nobody.
        speaks = rf"(?!){_SPEAKS}" if _asks_of_others(prompt) else _SPEAKS
        for alias, person in self._aliases():
            name = re.escape(alias)
            spoken_to = re.search(
                rf"\b{speaks}\s+{name}\b(?!['’]s\b)"
                rf"|^\W*(?:{_GREETS}\W+)?{name}\s*[,:!?]"
                rf"|^\W*{_GREETS}\W+{name}(?:\W*$|\s*[.;])|[,;]\s*{name}\s*[?.!]?\W*$",
                prompt,
                re.IGNORECASE,
            )
            if spoken_to:
                return person
        name = _name_called(prompt)
        return self.portraits.resolver.find(name) if name else None

    def _aliases(self) -> list[tuple[str, Person]]:
        """Return the names of those who may be spoken to, the longest first."""
        own = [(a, p) for p in self.portraits.cast() for a in p.aliases]
        return sorted(own, key=lambda pair: (-len(pair[0]), pair[0]))

    def _named(self, text: str) -> list[Person]:
        """Return who is named in a text, in its order; what somebody owns is not.

        `I` is the player, whoever tells the book.
        """
        people = self.portraits.world.people
        found: dict[Person, None] = {}
        for paragraph in paragraphs_of([text]):
            for mention in Names(people, with_narrator=False).mentions(paragraph):
                if not mention.owns:
                    found.setdefault(people[mention.person])
        return list(found)

    def _spoken_of(self, briefing: Briefing, gender: str) -> str | None:
        """Return whom `him` or `her` means: who was named last, else who is here."""
        said = [briefing.prompt, *(exchange.prompt for exchange in reversed(briefing.earlier))]
        for text in said:
            cast = self.portraits.cast()
            for person in reversed(self._named(text)):
                if person in cast and person.gender in ("", gender):
                    return person.name
        return briefing.active_npcs[0] if briefing.active_npcs else None


_SPEAKS = (
    r"(?i:ask|tell|greet|question|beg|call|answer|(?:say|talk|speak|whisper|listen)"
    r"(?:\s+\w+){0,4}?\s+(?:to|with))"
)
_GREETS = r"(?:hello|hullo|hi|hey|dear|good (?:morning|day|evening|afternoon))"
_NAME = r"[A-Z][\w’'-]*"
_NAMES = rf"(?:the\s+)?{_NAME}(?:\s+{_NAME}){{0,3}}"
_CALLED = re.compile(
    rf"\b{_SPEAKS}\s+({_NAMES})|^\W*(?:(?i:{_GREETS})\W+)?({_NAMES})\s*[,:!]"
    rf"|^\W*(?i:{_GREETS})\W+({_NAMES})(?:\W*$|\s*[.;])"
)
_ABOUT = re.compile(
    r"\b(?:about|describe|show|search|examine|inspect|look (?:at|for)|what|who|whose|where|why)\b"
    r"|\b(?:tell|told|hear|heard|think|know|speak|talk)\b.*\bof\b",
    re.IGNORECASE,
)
"""Words by which somebody is spoken of and not to."""


_TITLED = re.compile(r"\b([^\W\d_]+)\.(?=\s)")


def _without_dot(match: re.Match[str]) -> str:
    """Return a title or an initial without its dot."""
    lower = match[1].lower()
    is_short = len(lower) == 1 or lower in titles().gender or is_abbreviation(lower)
    return match[1] if is_short else match[0]


def _asks_of_others(prompt: str) -> bool:
    """Tell whether a prompt asks of what others say or do: `What did Ada say to Ben?`"""
    lower = {word.text.lower() for word in words(prompt)}
    return kind_of(prompt) is PromptKind.QUESTION and not lower & {"i", "we"}


def _name_called(prompt: str) -> str:
    """Return the name of whom a prompt speaks to; empty if it has none."""
    called = _CALLED.search(prompt)
    if called is None:
        return ""
    groups = called.groups()[1:] if _asks_of_others(prompt) else called.groups()
    return next((each for each in groups if each), "")


def calls_by_name(prompt: str) -> bool:
    """Tell whether a prompt calls somebody by a name, whoever that is."""
    names = _name_called(prompt)
    return any(word.stem not in STOPWORDS for word in words(names)) and not is_greeting(names)


_IS_ABOUT = re.compile(r"\babout\b", re.IGNORECASE)
_WHO = re.compile(r"^\W*(?:and\s+)?who(?:\s+is|\s+was|[’']s)\s+(?P<name>[^?!,]+?)[?.!\s]*$", re.I)
_WHAT = re.compile(
    rf"^\W*(?i:(?:and\s+)?what(?:\s+is|\s+was|[’']s)|describe|tell me about)\s+(?P<name>{_NAMES})"
    r"(?:\s+like)?[?.!\s]*$"
)
"""Of a place."""
_WHAT_SAID = re.compile(
    rf"\b(?i:what\s+(?:did|does|do|had|has|will|would))\s+(?P<name>{_NAMES})\s+"
    r"(?:said|told|(?:say|tell|answer|reply|whisper|shout|ask|think)\b)"
)


@dataclass(frozen=True, slots=True)
class OfflineNarrator:
    """Tells the scene in the book's own sentences, each with its citation."""

    world: World
    portraits: Portraits

    async def answer(self, briefing: Briefing) -> Answer:
        """Return an answer in the briefing's mode."""
        prompt = self.world.compounds.as_written(briefing.prompt)
        briefing = replace(briefing, prompt=prompt)
        match briefing.mode:
            case Mode.DISQUALIFICATION:
                parts = _disqualification(briefing)
            case Mode.CORRECTION:
                parts = (Part(text="The book has it otherwise."), *self._scene(briefing))
            case _:
                parts = self._scene(briefing)
        return Answer(mode=briefing.mode, speaker=NARRATOR, parts=parts)

    def _scene(self, briefing: Briefing) -> tuple[Part, ...]:
        verdict = briefing.verdict
        told: list[Part] = []
        wish = wish_of(briefing.prompt) if briefing.mode is Mode.NARRATION else None
        match wish:
            case Wish.WHO:
                where = asks_where(briefing.prompt)
                return (*(self._here(briefing) if where else ()), *self._who_is_here(briefing))
            case Wish.HELP:
                return self._help(briefing)
            case Wish.ONWARD:
                return self._onward(briefing)
        line = self._said_by(briefing) if briefing.mode is Mode.NARRATION else None
        if line is not None:
            return self._around(line)
        who = self._asked_for(briefing.prompt)
        if briefing.mode is Mode.NARRATION and verdict is not None:
            back = self._points_back(briefing)
            calls = who is not None or calls_by_name(briefing.prompt)
            said = said_in(briefing.prompt)
            asks = kind_of(said) is PromptKind.QUESTION and wish is not Wish.LOOK
            asks = asks and _mass(said) >= LEAST_MASS
            does = kind_of(briefing.prompt) is PromptKind.ACTION
            leads = does and self._leads_to(briefing.prompt)
            ordinary = verdict.ground is Ground.NOTHING_CLAIMED
            if ordinary and not (calls or back or asks or leads):
                return self._here(briefing)
            own = verdict.ground is Ground.DOUBT and not asked(briefing.prompt).can_fail
            if own and does and not leads:
                return self._here(briefing)
            if language_of(self.world.book) != ENGLISH:
                return self._here(briefing)
            if verdict.decision is Decision.UNDECIDED and not own:
                reason = verdict.reason.removesuffix(" The game goes on.")
                told.append(Part(text=f"{reason} What it has is this:"))
        shown = self.portraits.introduction(who) if who is not None else None
        if shown is not None and not told:
            passage = self.world.passages[self.world.by_id[shown.passage]]
            if not briefing.chapters or passage.chapter < len(briefing.chapters):
                return self.quoted(_from(shown.text, passage), passage)
        nothing = verdict is not None and verdict.ground is Ground.NOTHING_CLAIMED
        if nothing and who is not None and briefing.mode is Mode.NARRATION:
            return self._here(briefing)  # who is greeted and not met yet
        passage = self._passage(briefing)
        if self._asks_for_the_end(briefing.prompt) and not told:
            return self.quoted(self._ending(briefing.prompt, passage), passage)
        return (*told, *self.quoted(_telling(briefing.prompt, passage), passage))

    def _said_by(self, briefing: Briefing) -> Line | None:
        """Return the line that is asked for: `What did Ada say to that?` asks for her next words
        from where the player is, others for those that most speak of it or answer it."""
        asks = _WHAT_SAID.search(briefing.prompt)
        who = self.world.resolver.find(asks["name"]) if asks is not None else None
        lines = self.portraits.voice(who.name) if who is not None else []
        # The narrator says that somebody said it: what the book itself gives to them.
        lines = [line for line in lines if line.rule == "saying"] or lines
        if asks is None or who is None or not lines:
            return None
        rest = briefing.prompt[asks.end() :]
        wanted = _wanted(rest, self.world)
        here = briefing.here or self.world.beginning
        if points_back(briefing.prompt):
            lines = [line for line in lines if line.chapter == here.chapter] or lines
        answered = self.portraits.answered

        def told(line: Line) -> float:
            text = self.world.passages[self.world.by_id[line.passage]].text
            before = answered.get((line.chapter, line.offset), "")
            return _covered(wanted, _stems(f"{before} {text}")) * line.chance

        best = max(map(told, lines))
        near = [line for line in lines if told(line) == best]
        ahead = [line for line in near if (line.chapter, line.offset) >= (here.chapter, here.start)]
        if not wanted and not ahead:
            return None
        return (ahead or near)[0] if best > 0 or not wanted else None

    def _around(self, line: Line) -> tuple[Part, ...]:
        """Tell a line with who says it."""
        passage = self.world.passages[self.world.by_id[line.passage]]
        all_ = [sentence.text for sentence in sentences(passage.text)]
        begins = line.text[:BEGINS]
        first = next((n for n, text in enumerate(all_) if begins in text), 0)
        return self.quoted(_cut(all_[first : first + TOLD_SENTENCES]), passage)

    def _asked_for(self, prompt: str) -> Person | None:
        """Return who is to be told of: `Who is Ada?`, and who is spoken to and has no words."""
        who = _WHO.match(prompt) or _WHAT.match(prompt)
        name = who["name"] if who is not None else _name_called(prompt)
        if not name:
            return None
        found = self.world.resolver.find(name)
        if found is None and any(word.stem in self.world.places.names for word in words(name)):
            # Who is named too seldom to be among the book's people is told of all the same.
            found = Person(name, frozenset({plain(name)}), 0, "")
        return found

    def quoted(self, told: Sequence[str], passage: Passage) -> tuple[Part, ...]:
        """Return sentences of a passage as it has them, paragraph by paragraph, cited; marks of
        speech that they lack are put to them."""
        begin = passage.text.find(told[0])
        end = passage.text.find(told[-1], begin) + len(told[-1])
        text = passage.text[begin:end]
        paragraphs = self.world.book.chapters[passage.chapter].paragraphs
        first, last = passage.start + begin, passage.start + end
        opens, closes = _marks_around(paragraphs, first, last)
        shown = f"{opens}{text}{closes}"
        return (Part(text=shown, citations=(Citation(passage=passage.id, quote=text),)),)

    def _here(self, briefing: Briefing) -> tuple[Part, ...]:
        """Tell where the player is; whoever does not look about is led on."""
        if wish_of(briefing.prompt) not in (Wish.LOOK, Wish.WHO):
            return self._onward(briefing)
        passage = self.world.passages[_scene_of(briefing, self.world)]
        scene = _beginning(passage)
        return (
            self._onward(briefing)
            if _is_told(scene, self._told(briefing))
            else (self.quoted(scene, passage))
        )

    def _onward(self, briefing: Briefing) -> tuple[Part, ...]:
        """Tell what comes after what was told last of where the player is."""
        passages = self.world.passages
        number = _scene_of(briefing, self.world)
        told = self._told(briefing)
        while not (rest := _untold(passages[number], told)) and number + 1 < len(passages):
            number += 1
        parts = [(passages[number], _cut(rest[:TOLD_SENTENCES]) or _beginning(passages[number]))]
        following = passages[number + 1 : number + 2]
        if len(rest) < TOLD_SENTENCES and following and following[0].chapter == parts[0][0].chapter:
            # A passage's last words alone are little to go on with.
            both = _cut([*rest, *_untold(following[0], told)][:TOLD_SENTENCES])
            parts += [(following[0], both[len(rest) :])] if len(both) > len(rest) else []
        return tuple(part for passage, texts in parts for part in self.quoted(texts, passage))

    def _told(self, briefing: Briefing) -> list[str]:
        """Return what was told lately, each on one line."""
        told = [_flat(exchange.answer) for exchange in briefing.earlier]
        return [*told, _flat(" ".join(first_sentences(self.world.beginning.text)))]

    def _who_is_here(self, briefing: Briefing) -> tuple[Part, ...]:
        """Tell who is named where the player is: in the passage, or in the last one that names
        anybody; and who tells of it."""
        number, people = _scene_of(briefing, self.world), list[str]()
        teller = self.world.told_by(self.world.passages[number])
        chapter = self.world.passages[number].chapter
        while not people and number >= 0 and self.world.passages[number].chapter == chapter:
            passage = self.world.passages[number]
            people, number = self.world.named_in(passage), number - 1
        told = f" {teller} tells of it." if teller and teller not in people else ""
        if not people:
            return (Part(text=f"The book names nobody here.{told}"),)
        named = [in_a_sentence(name) for name in people]
        listed = " and ".join(filter(None, (", ".join(named[:-1]), named[-1])))
        cited = (Citation(passage=passage.id),)
        return (Part(text=f"Told of here: {listed}.{told}", citations=cited),)

    def _help(self, briefing: Briefing) -> tuple[Part, ...]:
        """Tell what there is to try here."""
        here = self.world.passages[_scene_of(briefing, self.world)]
        cast = [person.name for person in self.portraits.cast() if not person.tells]
        near = [name for name in self.world.named_in(here) if name in cast]
        one, other = ([in_a_sentence(n) for n in dict.fromkeys((*near, *cast))] + ["", ""])[:2]
        tries = ["Look around", "Who is here?"]
        tries += [f"Hello, {one}!"] if one else []
        tries += [f"Ask {one} about {other}"] if other else []
        tries += [f"Who is {other}?"] if other else []
        return (
            Part(text="Say, ask or do whatever belongs in the book."),
            Part(text=f"You might try: {'; '.join([*tries, 'And then?'])}"),
        )

    def _leads_to(self, prompt: str) -> bool:
        """Tell whether what is done has to do with somebody or something that the book names."""
        names = self.world.places.names
        return any(w.is_capitalised and w.stem in names for w in words(prompt)[1:])

    def _points_back(self, briefing: Briefing) -> bool:
        """Tell whether a prompt is to be answered by what was spoken of: `That was lovely` asks
        nothing."""
        if self._asks_for_the_end(briefing.prompt):
            return False
        asks = kind_of(briefing.prompt) is not PromptKind.SPEECH or "?" in briefing.prompt
        return bool(asks and briefing.earlier and briefing.found) and points_back(briefing.prompt)

    def _asks_for_the_end(self, prompt: str) -> bool:
        """Tell whether a prompt asks how the book ends, or what comes of somebody whom it names:
        in `How does it end?` the book is meant."""
        lower = {word.text.lower() for word in words(prompt)}
        return asks_for_the_end(prompt) and not lower & _SOMEBODY

    def _end(self, briefing: Briefing) -> Passage:
        """Return where the book last tells of whom a prompt names; its end, if it names nobody."""
        named = self.world.people_in(briefing.prompt)
        for passage in reversed(self.world.passages):
            own = self.world.people_in(self.world.told(passage), passage.chapter) if named else []
            if set(named) <= set(own) and len(passage.text.split()) >= FEWEST_TO_END:
                return passage
        return self.world.passages[-1]

    def _ending(self, prompt: str, passage: Passage) -> list[str]:
        """Return the sentences of a passage from the first that names whom a prompt names; its last
        ones where none does."""
        named = set(self.world.people_in(prompt))
        all_ = [sentence.text for sentence in sentences(passage.text)]
        naming = (n for n, text in enumerate(all_) if named & set(self.world.people_in(text)))
        first = next(naming, len(all_) - TOLD_SENTENCES) if named else len(all_) - TOLD_SENTENCES
        return _cut(all_[max(0, first) :][:TOLD_SENTENCES])

    def _passage(self, briefing: Briefing) -> Passage:
        verdict = briefing.verdict
        if self._points_back(briefing):
            return briefing.found[0].passage
        if verdict is not None and verdict.stands and self._asks_for_the_end(briefing.prompt):
            return self._end(briefing)
        ids = verdict.passages if verdict is not None else ()
        near = [self.world.passages[self.world.by_id[i]] for i in ids if i in self.world.by_id]
        if verdict is not None and verdict.decision is Decision.UNDECIDED:
            # What the book has instead is of those who were asked about.
            names = {w.stem for w in words(briefing.prompt)[1:] if w.is_capitalised}
            near.sort(key=lambda passage: -len(names & {w.stem for w in words(passage.text)}))
        told = self._told(briefing)
        fresh = [p for p in near if not _is_told(_telling(briefing.prompt, p), told)] or near
        if fresh and kind_of(briefing.prompt) is PromptKind.ACTION:
            # What is done is told: what is only spoken of is done somewhere else.
            wanted = _wanted(briefing.prompt, self.world)
            fresh.sort(key=lambda p: -round(_covered(wanted, _stems(self.world.told(p))), 6))
        for passage in fresh[:TRIED]:
            if not _SAID.search(_telling(briefing.prompt, passage)[0]):
                return passage
        if fresh:
            return fresh[0]
        if briefing.found:
            return briefing.found[0].passage
        return self.world.passages[_scene_of(briefing, self.world)]


def _is_told(sentences_: Sequence[str], told: Sequence[str]) -> bool:
    """Tell whether some sentences were told lately, all of them."""
    return all(any(_flat(sentence) in each for each in told) for sentence in sentences_)


def _is_part(sentence: str, told: Sequence[str]) -> bool:
    """Tell whether a sentence was told, or what is said in it, whatever stops it ends with."""
    own = f" {_letters(sentence)} "
    long = own.count(" ") > FEWEST_WORDS  # `No.` stands everywhere
    all_ = [f" {_letters(each)} " for each in told]
    return any((long and own in each) or (each.strip() and each in own) for each in all_)


def _untold(passage: Passage, told: Sequence[str]) -> list[str]:
    """Return the sentences of a passage behind the last one that was told."""
    all_ = [sentence.text for sentence in sentences(passage.text)]
    known = (n + 1 for n, text in enumerate(all_) if _is_part(text, told))
    return all_[max(known, default=0) :]


def _letters(text: str) -> str:
    """Return the words of a text alone."""
    return " ".join(word.text.lower() for word in words(text))


def _flat(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())


Wanted = dict[str, float]
"""The stems of what a prompt is about, each with what it counts."""


def _wanted(prompt: str, world: World) -> Wanted:
    """Return what a prompt is about: a word that is common in the language or in the book, as
    its heroes' names are, counts little."""
    places, weight = world.places, background().weight
    stems = {word.stem for word in words(said_in(prompt))} - STOPWORDS
    return {
        each: min(weight(each), math.log((places.size + 1) / (places.count(each) + 1)))
        for each in stems
    }


def _covered(wanted: Wanted, own: Collection[str]) -> float:
    """Return how much of what is wanted is among some stems, as a share."""
    whole = sum(wanted.values())
    return sum(wanted[each] for each in wanted if each in own) / whole if whole else 0.0


def _stems(text: str) -> frozenset[str]:
    return frozenset(word.stem for word in words(text))


def _scene_of(briefing: Briefing, world: World) -> int:
    """Return the number of the passage where the player is."""
    return world.by_id[(briefing.here or world.beginning).id]


def _mass(prompt: str) -> float:
    """Return how much a prompt says, in nats."""
    stems = {word.stem for word in words(prompt)} - STOPWORDS
    return sum(background().weight(stem) for stem in stems)


def _marks_around(paragraphs: tuple[str, ...], first: int, last: int) -> tuple[str, str]:
    """Return the marks of speech that a stretch of a chapter lacks at its two ends, where it
    begins or ends within what somebody says."""
    opens = closes = ""
    starts = [0, *accumulate(len(paragraph) + len(JOIN) for paragraph in paragraphs)]
    for said in quotations(paragraphs):
        start, end = starts[said.paragraph] + said.start, starts[said.paragraph] + said.end
        mark = paragraphs[said.paragraph][said.start - 1 : said.start]
        if start <= first < end:
            opens = mark
        if start < last <= end:
            closes = MARKS.get(mark, mark)
    return opens, closes


def _from(sentence: str, passage: Passage) -> list[str]:
    """Return a sentence of a passage and those after it."""
    all_ = [each.text for each in sentences(passage.text)]
    first = next((n for n, text in enumerate(all_) if sentence.startswith(text[:30])), 0)
    return _cut(all_[first : first + 2])


def _beginning(passage: Passage) -> list[str]:
    """Return the first sentences of a passage."""
    return _cut([sentence.text for sentence in sentences(passage.text)][:TOLD_SENTENCES])


def _cut(all_: Sequence[str]) -> list[str]:
    told: list[str] = []
    for text in all_:
        if told and sum(len(t.split()) for t in [*told, text]) > LONGEST_SCENE:
            break
        told.append(text)
    while len(told) > 1 and told[-1].rstrip("-–—").endswith(":"):
        told.pop()  # what it announces is not told
    return told


_SAID = re.compile(r"[“”\"«»]")
MARKS = {"“": "”", "«": "»", "‘": "’"}
"""Marks that open what is said, and those that close it; others are the same at both ends."""


def _telling(prompt: str, passage: Passage) -> list[str]:
    """Return the sentences of a passage that speak of a prompt, and those after them."""
    all_ = [sentence.text for sentence in sentences(passage.text)]
    wanted = {word.stem for word in words(said_in(prompt))} - STOPWORDS
    scores = [
        sum(background().weight(s) for s in wanted & {w.stem for w in words(text)}) for text in all_
    ]
    # Of sentences that say as much, one that tells is better than one that is said by somebody.
    best = max(range(len(all_)), key=lambda n: (scores[n], not _SAID.search(all_[n]), -n))
    first = max(0, min(best, len(all_) - TOLD_SENTENCES))
    told = _cut(all_[first : first + TOLD_SENTENCES])
    if all_[best] not in told:
        told = [all_[best]]
    return told


def _disqualification(briefing: Briefing) -> tuple[Part, ...]:
    reason = briefing.verdict.reason if briefing.verdict is not None else ""
    suggestions = briefing.plan.suggestions if briefing.plan is not None else ()
    parts = [Part(text="That does not fit this world."), Part(text=reason)]
    if suggestions:
        parts.append(Part(text=f"You might try: {'; '.join(suggestions)}."))
    return tuple(part for part in parts if part.text)


@dataclass(frozen=True, slots=True)
class OfflineCharacter:
    """Answers with lines that the book gives to the character."""

    world: World
    portraits: Portraits

    async def answer(self, briefing: Briefing) -> Answer:
        """Return the line that fits the prompt best."""
        persona = briefing.persona
        assert persona is not None
        prompt = self.world.compounds.as_written(briefing.prompt)
        briefing = replace(briefing, prompt=prompt)
        speech = self._fitting(briefing, persona)
        passage = self._told_of(briefing, persona, speech)
        if passage is not None:
            telling = _telling(briefing.prompt, passage)
            own = OfflineNarrator(self.world, self.portraits).quoted(telling, passage)
            return Answer(mode=Mode.CHARACTER, speaker=persona.name, parts=own)
        if speech is None:
            told = await OfflineNarrator(self.world, self.portraits).answer(briefing)
            return told.model_copy(update={"mode": Mode.CHARACTER, "speaker": NARRATOR})
        parts = [(line, line.text) for line in speech]
        if len(parts) == 1:
            parts = [
                (speech[0], part_of(speech[0].text, _stems(said_in(briefing.prompt)) - STOPWORDS))
            ]
        else:
            parts[-1] = (speech[-1], part_of(speech[-1].text, ()))
        begins = self.world.begins_in
        pieces = [piece for line, text in parts for piece in by_passage([line], text, begins)]
        pieces[-1], last = pieces[-1]._replace(text=_ended(pieces[-1].text)), pieces[-1].text
        quotes = [*(piece.text for piece in pieces[:-1]), last]
        return Answer(
            mode=Mode.CHARACTER,
            speaker=persona.name,
            parts=tuple(
                Part(text=text, citations=(Citation(passage=passage, quote=quote),))
                for (text, passage), quote in zip(pieces, quotes, strict=True)
            ),
        )

    def _fitting(self, briefing: Briefing, persona: Persona) -> Spoken | None:
        """Return what shares most with a prompt, or answers what does; else what is said where
        the book speaks of it, else the next words from the scene on."""
        prompt = briefing.prompt
        said = {exchange.answer for exchange in briefing.earlier}
        fresh = [
            spoken
            for spoken in spoken_at_once(persona.quotes, one_sentence=True)
            if not _is_said(spoken, said)
        ]
        # What begins small goes on after `said she`: it is no answer by itself.
        fresh = [spoken for spoken in fresh if not spoken[0].text[:1].islower()] or fresh
        if not fresh:
            return None
        # Who is interrupted has not answered.
        fresh = [spoken for spoken in fresh if not spoken[-1].text.endswith(BROKEN_OFF)] or fresh
        # Nobody answers with their own name because they were called by it.
        called = {word.stem for name in (persona.name, *persona.aliases) for word in words(name)}
        wanted = {s: w for s, w in _wanted(prompt, self.world).items() if s not in called}
        if is_greeting(prompt):
            leave, wanted = takes_leave(prompt), {}
            greeting = [s for s in fresh if is_greeting(text_of(s))]
            greeting = [s for s in greeting if takes_leave(text_of(s)) == leave]
            # Who has no words of parting parts with the last ones that the book gives them.
            fresh = greeting or (_last(fresh) if leave else fresh)
        whole = [spoken for spoken in fresh if is_whole(spoken)]
        whole = whole if whole and wanted else fresh

        best = max(whole, key=lambda spoken: self._says(wanted, spoken))
        if _covered(wanted, self._own(wanted, best)) <= MOST and not _IS_ABOUT.search(prompt):
            # Who is told the most of it may answer it, whatever they say.
            told = max(fresh, key=lambda spoken: self._is_told(wanted, spoken))
            best = told if self._is_told(wanted, told) > 0 else best
            if self._is_told(wanted, best) > 0:
                return best
        if self._says(wanted, best) > 0:
            return best
        near = [found.passage.id for found in briefing.found] if wanted else []
        here = [spoken for spoken in whole if spoken[0].passage in near]
        if here:
            return min(here, key=lambda spoken: near.index(spoken[0].passage))
        # What the book itself says is theirs comes before what was worked out, and what anybody
        # may be told before what is said to one by name.
        sure = [spoken for spoken in whole if spoken[0].rule == "saying"] or whole
        scene = briefing.here or self.world.beginning
        sure.sort(
            key=lambda s: (
                (s[0].chapter, s[0].offset) < (scene.chapter, scene.start),
                (s[0].chapter, s[0].offset),
            )
        )
        return next((spoken for spoken in sure if not self._calls(spoken)), sure[0])

    def _told_of(
        self, briefing: Briefing, persona: Persona, speech: Spoken | None
    ) -> Passage | None:
        """Return where somebody who tells the story tells more of what is wanted than they say in
        it; None where they do not. What was told lately is not told again."""
        if not any(person.tells and person.name == persona.name for person in self.world.people):
            return None
        called = {word.stem for name in (persona.name, *persona.aliases) for word in words(name)}
        wanted = {s: w for s, w in _wanted(briefing.prompt, self.world).items() if s not in called}
        if self.world.says(said_in(briefing.prompt), (persona.name,)) < LEAST_MASS:
            return None  # `Why did you run?` is found by chance
        said = 0.0 if speech is None else _covered(wanted, self._own(wanted, speech))
        lately = [_flat(exchange.answer) for exchange in briefing.earlier]
        # Of what happened whoever tells the story tells rather than says.
        past = _PAST & {word.text.lower() for word in words(briefing.prompt)}
        best: tuple[float, Passage | None] = (max(said - bool(past) * 1e-6, MOST), None)
        for passage in (found.passage for found in briefing.found):
            if self.world.told_by(passage) != persona.name:
                continue
            telling = _telling(briefing.prompt, passage)
            # What others say there is not what is told.
            own = _stems(" ".join(telling)) & _stems(self.world.told(passage))
            share = _covered(wanted, own)
            if share > best[0] and not _is_told(telling, lately):
                best = share, passage
        return best[1]

    def _says(self, wanted: Wanted, spoken: Spoken) -> float:
        """Return how much of what is wanted somebody says."""
        return much(wanted, self._own(wanted, spoken)) * spoken[0].chance

    def _is_told(self, wanted: Wanted, spoken: Spoken) -> float:
        """Return how much of what is wanted somebody is told before they speak, if it is the
        most of it."""
        first = spoken[0]
        before = _stems(self.portraits.answered.get((first.chapter, first.offset), ""))
        return much(wanted, before) * first.chance if _covered(wanted, before) > MOST else 0.0

    def _own(self, wanted: Wanted, spoken: Spoken) -> frozenset[str]:
        """Return the stems of what is said: who is spoken to is not spoken of."""
        text = text_of(spoken)
        own = _stems(text)
        if not own & wanted.keys():
            return own
        said = paragraphs_of((f"“{text}”",))
        mentions = [m for p in said for m in self.world.called.mentions(p)]
        of = {m.person for m in mentions if not m.addressed}
        people = self.world.people
        for person in {m.person for m in mentions if m.addressed} - of:
            own -= _stems(" ".join((people[person].name, *people[person].aliases)))
        return own

    def _calls(self, spoken: Spoken) -> bool:
        """Tell whether what is said is said to one by name."""
        said = paragraphs_of((f"“{text_of(spoken)}”",))
        return any(m.addressed for p in said for m in self.world.called.mentions(p))


def _last(fresh: list[Spoken]) -> list[Spoken]:
    """Return what somebody says last in a book, if the book itself says that it is theirs."""
    sure = [spoken for spoken in fresh if spoken[0].rule == "saying"] or fresh
    return [max(sure, key=lambda spoken: (spoken[0].chapter, spoken[0].offset))]


def _is_said(spoken: Spoken, said: set[str]) -> bool:
    """Tell whether something was said: a long speech in part."""
    text = text_of(spoken).rstrip(",;.")
    return any(text in each or (each[:-1] and each[:-1] in text) for each in said)


def _ended(text: str) -> str:
    """End a line that goes on in the book after `said Ada`."""
    return text[:-1] + "." if text.endswith((",", ";")) else text


@dataclass(frozen=True, slots=True)
class OfflineExtractor:
    """Draws personas by rules."""

    portraits: Portraits

    async def extract(self, name: str) -> Persona:
        """Return a persona; raises NoSuchCharacterError."""
        return self.portraits.draw(name)


class Script:
    """Prompts that were written beforehand."""

    by = "script"

    def __init__(self, prompts: tuple[str, ...]) -> None:
        self.prompts = prompts

    async def prompt(self, briefing: Briefing) -> str | None:
        """Return the next prompt; the turn's number says which."""
        number = briefing.turn - 1
        return self.prompts[number] if number < len(self.prompts) else None


@dataclass(frozen=True, slots=True)
class OfflineVisitor:
    """Asks about what the book tells and speaks to whom it meets, by its dice."""

    world: World
    portraits: Portraits
    by = "visitor"

    async def prompt(self, briefing: Briefing) -> str | None:
        """Return a prompt that a passage of the book suggests."""
        dice = briefing.dice
        passage = dice.choice(self.world.passages)
        cast = [person.name for person in self.portraits.cast()]
        people = [p for p in self.world.named_in(passage) if p in cast]
        named = [in_a_sentence(name) for name in people]
        prompts = ["Who is here?", "And then?" if briefing.earlier else "Look around"]
        prompts += [f"Hello, {name}!" for name in named[:1]]
        prompts += [f"Who is {name}?" for name in named[:1]]
        prompts += [f"What did {named[0]} say to {name}?" for name in named[1:2]]
        for thing in _things(passage, self.world)[:1]:
            prompts.append(f"What does the book tell of the {thing}?")
            wanted = {words(thing)[0].stem}
            voice = self.portraits.voice
            speaks = (n for n in cast if any(wanted & _stems(line.text) for line in voice(n)))
            prompts += [
                f"Ask {in_a_sentence(name)} about the {thing}" for name in islice(speaks, 1)
            ]
        return dice.choice(prompts)


_THING = re.compile(
    r"\b(?:the|a|an|his|her|their)\s+([a-z]{3,})(?=\s*[,.;:!?]|\s+(?:of|was|is|had)\b)"
)
"""A noun behind an article, before what may stand behind one."""
FEWEST_TOLD = 2
"""Sentences that must have a thing for somebody to ask of it."""


def _things(passage: Passage, world: World) -> list[str]:
    """Return the things that a passage speaks of, the rarest in English first."""
    found = dict.fromkeys(match[1] for match in _THING.finditer(passage.text))
    stems = {text: words(text)[0].stem for text in found}
    return sorted(
        (
            text
            for text, stem_ in stems.items()
            if stem_ not in STOPWORDS and world.places.count(stem_) >= FEWEST_TOLD
        ),
        key=lambda text: (-background().weight(stems[text]), text),
    )
