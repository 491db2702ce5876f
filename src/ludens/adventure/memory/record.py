"""The memory: what the texts name, what was read, what was tried and what came of it.

One rule says when something is worth trying again: an attempt keeps the facts that it failed
under, and reopens when one of them changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from pydantic import Field

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.english import SHIFTING, TAKING
from ludens.adventure.events import (
    GAINFUL,
    CommandChosen,
    CommandJudged,
    Effect,
    Fault,
    PlayerDied,
    StoryRestored,
    TextObserved,
    ThingsMentioned,
)
from ludens.adventure.knowledge.replies import meaning_of
from ludens.adventure.knowledge.things import classes_of
from ludens.adventure.memory.standing import UNHEARD, find, is_known, standing, whereabouts
from ludens.adventure.models import Part
from ludens.adventure.stamps import Stamps
from ludens.adventure.world.items import Items
from ludens.adventure.world.places import INVENTORY, RoomId
from ludens.episode.events import Event

HANDS = RoomId("hands")
"""Stands for wherever one is, for what concerns only things one carries."""
NOWHERE = RoomId("")
"""Stands for the room while none is known."""


ANYWHERE = RoomId("anywhere")
"""Stands for all rooms together, for what a text calls alike in several: passers-by, windows."""


def hands_in(room: RoomId) -> RoomId:
    """Return what stands for the hands in a room, for what depends on who is there."""
    return RoomId(f"{room} {HANDS}")


DOCUMENT = 200
"""Letters of an answer that is read rather than seen: a document is kept whole from there on."""
DOCUMENTS = 60
"""Documents that are kept; a story has fewer."""
REPLIES = 4000
"""Different replies that are counted; a story's refusals come early."""
BLAMED = 3
"""Turns before a death whose actions are taken to have led to it."""
ASKING = "inventory"
"""The command that asks what is carried."""
ORDERED = "instruction"
"""The rule of doing what a text tells the reader to do."""
UNLOADING = "drop"
"""The rule of putting something down because the hands are full."""
STASHING = "stash"
"""The same in the room where things are kept."""
LOCKED = "locked"
"""The meaning of an answer, and the word for how a thing is then."""
NOT_HELD = "not held"
"""The meaning of an answer that tells of the hands alone: the thing may be at hand or not."""
NOT_YET = "not yet"
"""The meaning of an answer that says what has to be done first."""
LIFELESS, HALF, INCOMPLETE = "lifeless", "half understood", "incomplete"
"""Meanings of answers by which a parser takes a name for no creature's, takes a part of it, or asks
for one."""
FAILED = frozenset({Effect.NOTHING, Effect.NOT_UNDERSTOOD, Effect.DIED})


def belongings(items: Items) -> int:
    """Return how many things are carried, those that are worn counted twice."""
    held = items.at(INVENTORY)
    return len(held) + sum(items.known[one].worn is True for one in held)


class Tally(Part):
    """How often something was tried, and how often it gained anything."""

    tries: int = 0
    gains: int = 0

    def count(self, *, gained: bool) -> None:
        """Count one more."""
        self.tries += 1
        self.gains += gained


class Attempt(Part):
    """The last time that a command was typed in a room, and the facts that it failed under."""

    turn: int
    effect: Effect
    times: int = 1
    tried: bool = False
    """It was tried on a copy of the story, and not typed since."""
    novel: bool = False
    """No answer like it had come before."""
    affirmed: bool = False
    """The answer was new and in the author's own words, no library's refusal."""
    waits: bool = False
    """The answer says what has to be done first."""
    acted_on: dict[str, str] = Field(default_factory=dict)
    """How the things of the command stood afterwards."""
    spoken_of: dict[str, str] = Field(default_factory=dict)
    """How the things stood that the answer speaks of, and where they were."""
    score: int | None = None
    """The score then."""
    load: int | None = None
    """How much was carried, where that was too much."""
    had: int | None = None
    """How much was carried and worn, where a way failed: it may want something more."""
    undone: bool = False
    """The story was put back to before it: whatever it did is to be done again."""
    ends: int = 0
    """How often it was told or typed in vain that it ends the story, which is no death."""
    deaths: int = 0
    """Deaths that came so shortly afterwards that it may have led to them."""
    outdated: bool = False
    """Something was done since with a thing of the command, or the way's obstacle."""

    @property
    def failed(self) -> bool:
        """Whether nothing came of it."""
        return self.effect in FAILED

    def reopened(self, items: Items, score: int | None) -> bool:
        """Tell whether one of the facts that it failed under is another by now."""
        if self.effect is Effect.NOT_UNDERSTOOD:
            unheard = (name for name, was in self.spoken_of.items() if was == UNHEARD)
            return any(is_known(items, name) for name in unheard)
        if self.undone or self.outdated:
            return True
        if self.effect is Effect.DIED:
            return self.outgrown(score)
        if self.load is not None and items.load() < self.load:
            return True
        if self.had is not None and belongings(items) > self.had:
            return True
        if any(standing(items, n, acted_on=True) != was for n, was in self.acted_on.items()):
            return True
        return any(standing(items, n, acted_on=False) != was for n, was in self.spoken_of.items())

    def outgrown(self, score: int | None) -> bool:
        """Tell whether the score is higher than it was then."""
        return self.score is not None and score is not None and score > self.score


def _ends(event: CommandJudged, before: Attempt | None, score: int | None) -> int:
    """Return how often by now, at this score, a command was seen to end the story."""
    if not event.ends:
        return 0
    return (before.ends if before is not None and not before.outgrown(score) else 0) + 1


class Sighting(Part):
    """A name that the texts gave to something in a room."""

    turn: int
    listed: bool = False
    """The text lists it like a thing that lies there to be taken."""
    new: bool = False
    """The text brings it in by `a` or `some`."""
    bare: bool = False
    """No article stands with it: as often as not it names no thing."""
    revealed: bool = False
    """Something that was done brought it to light."""
    absent: bool = False
    """The story knows nothing of that name here."""
    present: bool = False
    """The story answered to the name."""
    lifeless: bool = False
    """The story says that it does not live, whatever it is called."""
    locked: bool = False
    """It was found locked, and nothing that was done with it since had an effect."""
    changed: int = -1
    """The last turn at which something was done with it that had an effect."""
    same_as: str = ""
    """The first name of what looks the same."""


class Document(Part):
    """A text that was read, whole."""

    command: str
    room: RoomId
    turn: int
    text: str


class Memory(Part):
    """What the company remembers of its own doings; changed by events only."""

    attempts: dict[RoomId, dict[str, Attempt]] = Field(default_factory=dict)
    sightings: dict[RoomId, dict[str, Sighting]] = Field(default_factory=dict)
    sights: dict[RoomId, dict[str, str]] = Field(default_factory=dict)
    """For each room, the first name for each look of a thing."""
    documents: list[Document] = Field(default_factory=list)
    rules: dict[str, Tally] = Field(default_factory=dict)
    """How each rule fared in this episode."""
    verbs: dict[str, Tally] = Field(default_factory=dict)
    """How each verb fared, by the first word of a command."""
    things: dict[str, Tally] = Field(default_factory=dict)
    """How what was done with each thing fared, by the room (the hands, anywhere) and its name."""
    replies: dict[str, int] = Field(default_factory=dict)
    clumsy: list[str] = Field(default_factory=list)
    """Names of several words that the parser did not take of what is there: the last is used."""
    had: list[str] = Field(default_factory=list)
    """Names of what turned out to be carried already, by another name."""
    left: list[str] = Field(default_factory=list)
    """Ids of what was put down for good: it brought points there, or the hands were too full."""
    score: int | None = None
    """The score before the command of this turn."""
    hands: bool = False
    """Something was done, by the story's own account, that may have changed what is carried."""
    died: int = -1
    """The turn of the last death."""
    rule: str = ""
    """The rule of this turn's command."""
    text: str = ""

    @cached_property
    def stamps(self) -> Stamps:
        """Another number after each change: by a room of what was tried or seen there, by it (or
        `HANDS`) and a word of what was tried with that word, and by `ANYWHERE` and a name of how
        it fared.
        """
        return Stamps()

    def tally(self, room: RoomId, name: str, *, held: bool) -> Tally | None:
        """Return how what was done with a thing fared; None if nothing was."""
        return self.things.get(f"{HANDS if held else room} {name}")

    @cached_property
    def _asked(self) -> dict[RoomId, tuple[int, set[str]]]:
        return {}

    def asked_for(self) -> frozenset[str]:
        """Return the last words of what refusals speak of: who is told of a tool may need it."""
        for page, tried in self.attempts.items():
            at = self.stamps.of(page)
            if page not in self._asked or self._asked[page][0] != at:
                failed = [one.spoken_of for one in tried.values() if one.failed]
                words = {name.rsplit(" ", 1)[-1] for names in failed for name in names}
                self._asked[page] = at, words
        return frozenset().union(*[words for _, words in self._asked.values()])

    def attempt(self, room: RoomId | None, command: str) -> Attempt | None:
        """Return the last time that a command was typed in a room, or of things in the hands."""
        here = self.attempts.get(room or NOWHERE, {}).get(command)
        held = self.attempts.get(HANDS, {}).get(command)
        if here is None or held is None:
            return here or held
        return here if here.turn > held.turn else held

    def was_never_understood(self, command: str) -> bool:
        """Tell whether a command was typed, and the parser refused it wherever that was."""
        typed = [page[command].effect for page in self.attempts.values() if command in page]
        return bool(typed) and all(effect is Effect.NOT_UNDERSTOOD for effect in typed)

    def apply(self, event: Event, turn: int, items: Items, score: int | None) -> None:
        """Fold one event; `items` are as the turn left them so far."""
        match event:
            case CommandChosen():
                self.rule, self.score = event.rule, score
            case TextObserved():
                self.text = event.text
            case ThingsMentioned():
                self._see(event, turn)
            case CommandJudged():
                self._judge(event, turn, items, score)
            case PlayerDied():
                self.died = turn
            case StoryRestored():
                self._undo(event.to_turn, turn)

    def _see(self, event: ThingsMentioned, turn: int) -> None:
        self.stamps.touch(event.room)
        known = self.sightings.setdefault(event.room, {})
        for name in dict.fromkeys((*event.names, *event.listed)):
            seen = known.setdefault(name, Sighting(turn=turn, bare=name in event.bare))
            if seen.absent and (name in event.listed or name in event.revealed):
                seen.absent, seen.turn = False, turn
            seen.new = seen.new or name in event.new
            seen.listed = seen.listed or name in event.listed
            seen.revealed = seen.revealed or name in event.revealed

    def _judge(self, event: CommandJudged, turn: int, items: Items, score: int | None) -> None:
        page = _page(event)
        before = self.attempts.get(page, {}).get(event.command)
        attempt = self._attempt(event, turn, items, before)
        attempt.waits = event.effect is Effect.NOTHING and meaning_of(self.text) == NOT_YET
        attempt.score = self.score if event.effect is Effect.DIED else score
        attempt.ends = _ends(event, before, self.score)
        self._keep(event, attempt)
        self.hands = self.hands and event.command != ASKING
        gained = before is None and (event.gained or event.effect is Effect.SCORED)
        told = event.looked and event.novel
        if self.rule:
            self.rules.setdefault(self.rule, Tally()).count(gained=gained or told)
        verb = event.command.partition(" ")[0]
        self.verbs.setdefault(verb, Tally()).count(gained=gained or told)
        for thing in event.things:
            for where in (page, ANYWHERE):
                self.things.setdefault(f"{where} {thing}", Tally()).count(gained=gained)
            self.stamps.touch(f"{ANYWHERE} {thing}")
        if event.reply and (event.reply in self.replies or len(self.replies) < REPLIES):
            self.replies[event.reply] = self.replies.get(event.reply, 0) + 1
        if event.had and len(event.things) == 1 and event.things[0] not in self.had:
            self.had.append(event.things[0])
            self.hands = True
        self._stand(event, items)
        if event.fault is Fault.UNSEEN:
            self._clear_ways(event)
        moves = SHIFTING.match(event.command) or TAKING.match(event.command)
        stays = event.effect in (Effect.SCORED, Effect.CHANGED)
        if stays and event.things and not moves:
            self._outdate(event, turn)
        if self._hands_may_differ(event, items):
            self.hands = True
        obeyed = self.rule == ORDERED and (event.affirmed or event.effect in GAINFUL)
        if (
            obeyed
            or event.effect is Effect.SCORED
            or (event.effect is Effect.CHANGED and not moves)
        ):
            self._reopen_ways(event.room)
        self._leave(event, turn, items, score)
        if event.looked and len(self.text) >= DOCUMENT:
            self._read(event, self.text, turn)

    @staticmethod
    def _attempt(event: CommandJudged, turn: int, items: Items, before: Attempt | None) -> Attempt:
        """Return an attempt with the facts that it was made under."""
        failed = event.effect in FAILED
        attempt = Attempt(
            turn=turn,
            effect=event.effect,
            times=(before.times if before else 0) + 1,
            deaths=before.deaths if before else 0,
            novel=event.novel,
            affirmed=event.affirmed,
        )
        attempt.acted_on = {n: standing(items, n, acted_on=True) for n in event.things}
        if event.overloaded:
            attempt.load = items.load()
        if failed and event.command in DIRECTIONS:
            attempt.had = belongings(items)
        if event.effect is Effect.NOT_UNDERSTOOD:
            attempt.spoken_of = {n: UNHEARD for n in event.things if not is_known(items, n)}
        elif failed:
            attempt.spoken_of = {n: standing(items, n, acted_on=False) for n in event.speaks}
        return attempt

    def _keep(self, event: CommandJudged, attempt: Attempt) -> None:
        """Keep an attempt with its room, or with the hands."""
        page = _page(event)
        self.attempts.setdefault(page, {})[event.command] = attempt
        self._touch(event.room, event.command, event.things)
        if page == HANDS:
            self._touch(HANDS, event.command, event.things)
            if event.room:
                self.attempts.setdefault(hands_in(event.room), {})[event.command] = attempt
                self.stamps.touch(hands_in(event.room))

    def keep_tried(
        self,
        tried: Iterable[CommandJudged],
        answers: Mapping[str, str],
        turn: int,
        items: Items,
        score: int | None,
    ) -> None:
        """Keep what came to nothing on a copy of the story: it fails under these facts.

        `answers` are those to commands that were tried alone: what was read is read.
        """
        for event in tried:
            answer = answers.get(event.command, "")
            if event.looked and len(answer) >= DOCUMENT:
                self._read(event, answer, turn)
            before = self.attempts.get(_page(event), {}).get(event.command)
            attempt = self._attempt(event, turn, items, before)
            attempt.times, attempt.tried, attempt.score = attempt.times - 1, True, score
            attempt.ends = _ends(event, before, score)
            self._keep(event, attempt)

    def _touch(self, page: RoomId, command: str, things: Iterable[str]) -> None:
        """Note that a page has something new of a command."""
        self.stamps.touch(page)
        heads = [name.rsplit(" ", 1)[-1] for name in things]
        for word in {*command.split(), *heads} if heads else ("", *command.split()):
            self.stamps.touch(f"{page} {word}")

    def _stand(self, event: CommandJudged, items: Items) -> None:
        """Note whether the story answers to a name, and which thing it is.

        A name that it answered to before was not the parser's trouble.
        """
        if meaning_of(self.text) == LIFELESS:
            for name in event.things:
                if "alive" in classes_of(name):
                    here = self.sightings.setdefault(event.room, {})
                    here.setdefault(name, Sighting(turn=-1)).lifeless = True
        if len(event.things) != 1:
            return
        known = self.sightings.setdefault(event.room, {})
        seen = known.setdefault(event.things[0], Sighting(turn=-1))
        name = event.things[0]
        clumsy = event.fault is Fault.UNSEEN and " " in name and name not in self.clumsy
        if clumsy and _is_at_hand(items, event.room, name):
            if not any(page[name].present for page in self.sightings.values() if name in page):
                self.clumsy.append(name)
        elif event.fault is Fault.UNSEEN or (" " in name and meaning_of(self.text) == HALF):
            seen.absent = True
        elif event.fault is None and meaning_of(self.text) != NOT_HELD:
            seen.present = True
            seen.locked = seen.locked or meaning_of(self.text) == LOCKED
        if event.sight:
            first = self.sights.setdefault(event.room, {}).setdefault(event.sight, event.things[0])
            seen.same_as = first if first != event.things[0] else ""

    def _outdate(self, event: CommandJudged, turn: int) -> None:
        """Note that what failed before with the thing of a deed was with it as it was.

        Who enters a well leaves it as it was.
        So is what failed as an answer spoke of it: "You can't reach it from the bed."
        """
        heads = {name.rsplit(" ", 1)[-1] for name in event.things[:1]}
        for name, seen in self.sightings.get(event.room, {}).items():
            if name.rsplit(" ", 1)[-1] in heads:
                seen.changed, seen.locked = turn, False
        for page in (event.room, HANDS):
            for command, one in self.attempts.get(page, {}).items():
                about = {name.rsplit(" ", 1)[-1] for name in (*one.acted_on, *one.spoken_of)}
                if one.failed and command != event.command and not heads.isdisjoint(about):
                    one.outdated = True
                    self._touch(page, command, one.acted_on)

    def _hands_may_differ(self, event: CommandJudged, items: Items) -> bool:
        """Tell whether an answer makes what is carried doubtful."""
        if event.effect is Effect.SCORED:
            return bool(event.things)
        if event.fault is not Fault.UNSEEN and meaning_of(self.text) != NOT_HELD:
            return False
        found = (find(items, name) for name in event.things)
        return any(one is not None and items.known[one].place == INVENTORY for one in found)

    def _reopen_ways(self, room: RoomId) -> None:
        """Note that something happened in a room: ways that failed there may be open by now."""
        for command, one in self.attempts.get(room, {}).items():
            if command in DIRECTIONS and one.failed and one.affirmed:
                one.outdated = True

    def _clear_ways(self, event: CommandJudged) -> None:
        """Note that what a way's refusal spoke of is not there any more: a guard, a boulder."""
        heads = {name.rsplit(" ", 1)[-1] for name in event.things}
        for command, one in self.attempts.get(event.room, {}).items():
            if command in DIRECTIONS and one.failed and not heads.isdisjoint(one.spoken_of):
                one.outdated = True

    def _leave(self, event: CommandJudged, turn: int, items: Items, score: int | None) -> None:
        """Note what was put down for good, and what was taken up all the same."""
        scored = event.effect is Effect.SCORED and (score or 0) > (self.score or 0)
        for name in event.things:
            id_ = find(items, name)
            if id_ is None or items.known[id_].moved != turn:
                continue
            if items.known[id_].place == INVENTORY:
                self.left = [one for one in self.left if one != id_]
            elif (scored or self.rule in (UNLOADING, STASHING)) and id_ not in self.left:
                self.left = [*self.left, id_]

    def _read(self, event: CommandJudged, text: str, turn: int) -> None:
        if any(one.text == text for one in self.documents):
            return
        found = Document(command=event.command, room=event.room, turn=turn, text=text)
        self.documents = [*self.documents[-DOCUMENTS + 1 :], found]

    def _undo(self, to_turn: int, turn: int) -> None:
        """Take back what was done after a turn that the story was put back to.

        Failures stay known, and so does what led to a death: what was done last is to blame at
        once, what was done so many commands before it only after as many deaths more. There may be
        another way on from there.
        """
        self.stamps.touch_all()
        for page in self.attempts.values():
            undone = [one for one in page.values() if one.turn > to_turn and not one.failed]
            for attempt in undone:
                attempt.undone = True
                before = turn - attempt.turn
                if self.died == turn and before < BLAMED:
                    attempt.deaths += 1
                    if attempt.deaths > before:
                        attempt.effect, attempt.undone = Effect.DIED, False


def _page(event: CommandJudged) -> RoomId:
    return HANDS if event.in_hand or event.fault is Fault.GRAMMAR else event.room


def _is_at_hand(items: Items, room: RoomId, name: str) -> bool:
    """Tell whether something of that name is known to be carried or in a room."""
    found = find(items, name)
    return found is not None and whereabouts(items, found) in ("held", room)
