"""The journal: what was tried where, what came of it, and what the story's texts name."""

from __future__ import annotations

from functools import cached_property

from pydantic import BaseModel, ConfigDict, Field

from ludens.adventure.burden import Burden
from ludens.adventure.events import CommandJudged, Effect, Fault, StoryRestored, ThingsMentioned
from ludens.adventure.experience import (
    GAINFUL,
    Attempt,
    Bide,
    Experience,
    Futility,
    VerbRecord,
    fits,
    proposal,
)
from ludens.adventure.kinds import LOOKING, SHIFTING, TAKING, sentence_kind
from ludens.adventure.living import told_of
from ludens.adventure.lookahead.events import Foreseen
from ludens.adventure.mentions import Mention, Standing
from ludens.adventure.pending import Pending, note_pending
from ludens.adventure.review.events import CommandReviewed
from ludens.adventure.stamps import Stamps
from ludens.adventure.world.item_events import CarryLimitMet
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event

NOWHERE = RoomId("")
"""Stands for the room while none is known."""
HANDS = RoomId("hands")
"""Stands for wherever one is, for what concerns only things one carries."""
TOUCHED = "(touched)"
"""The stamp of what was done with things anywhere."""
REPLIES = 4000
"""Different replies that are counted; a story's refusals come early, but some are many."""
COMMON = 3
"""Replies to examining things that were the same so often say that the things do not matter."""
CLUES = 1500
"""Sentences that are kept as clues."""


class Journal(BaseModel):
    """What the company remembers of its own doings; changed by events only."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    attempts: dict[RoomId, dict[str, Attempt]] = Field(default_factory=dict)
    mentioned: dict[RoomId, dict[str, Mention]] = Field(default_factory=dict)
    """For each room, the noun phrases that its texts name."""
    sights: dict[RoomId, dict[str, str]] = Field(default_factory=dict)
    """For each room, what things look like, by a fingerprint, and the first name for each."""
    revisions: dict[RoomId, int] = Field(default_factory=dict)
    """How often something was learnt of the names in each room."""
    verbs: dict[str, VerbRecord] = Field(default_factory=dict)
    """For each kind of sentence."""
    replies: dict[str, int] = Field(default_factory=dict)
    """How often each reply came, by its fingerprint: the common ones are refusals."""
    interest: dict[str, int] = Field(default_factory=dict)
    """For each thing, how many replies about it were unlike any other."""
    clues: dict[str, int] = Field(default_factory=dict)
    """Sentences, as the verbs and nouns in them, and the turn in which each was told first."""
    people: dict[str, bool] = Field(default_factory=dict)
    """For each name that the story told it of, whether it is somebody's."""
    spoken: dict[RoomId, dict[str, int]] = Field(default_factory=dict)
    """For each room, the names in what was said there, and the turn."""
    numbers: dict[str, int] = Field(default_factory=dict)
    """The numbers that were read and may be set somewhere, and the turn."""
    passwords: dict[str, int] = Field(default_factory=dict)
    """The words that were read and may be said somewhere, and the turn."""
    gains: int = 0
    """How often something was gained: an item, a score, a way opened, light."""
    stirred: dict[RoomId, int] = Field(default_factory=dict)
    """For each room, how often a command there seemed to change something."""
    refused: dict[str, int] = Field(default_factory=dict)
    """How often a command, or a single word in a room, was refused before it was typed."""
    clumsy: dict[str, int] = Field(default_factory=dict)
    """Names that the parser did not take, and how often: there may be a better one."""
    touched: dict[str, int] = Field(default_factory=dict)
    """For each thing, the last turn that something done with it did something."""
    prized: dict[str, int] = Field(default_factory=dict)
    """The last words of the names of things whose taking scored, and when."""
    settled: dict[str, int] = Field(default_factory=dict)
    """The last words of the names of things that scored where they were put, and when."""
    upheaval: int = -1
    """The last turn in which a deed may have changed the world elsewhere."""
    overloaded: int = -1
    """The last turn in which something could not be taken for the load."""
    burden: Burden = Field(default_factory=Burden)
    """What could not be taken for the load."""
    passes: dict[RoomId, dict[str, tuple[str, ...]]] = Field(default_factory=dict)
    """For each way that was gone with the help of things, their names."""
    served: dict[str, int] = Field(default_factory=dict)
    """For each thing that did something with another thing or by itself, the last turn."""
    hiding: dict[RoomId, dict[str, int]] = Field(default_factory=dict)
    """For each room, where a text says that there is something, and the turn."""
    pending: dict[RoomId, dict[str, Pending]] = Field(default_factory=dict)
    """For each room, the deeds there that were refused with a word of what stands against them."""
    achieved: dict[str, int] = Field(default_factory=dict)
    """The last words of the names of things with which a deed scored, and the last turn."""
    solved: dict[RoomId, int] = Field(default_factory=dict)
    """For each room, the last turn in which a deed scored there."""
    bides: dict[RoomId, Bide] = Field(default_factory=dict)
    """For each room, the last thing there that takes time."""
    futile: dict[str, Futility] = Field(default_factory=dict)
    """For each kind of sentence about a thing, how often it met a common refusal."""
    dry: dict[RoomId, int] = Field(default_factory=dict)
    """For each room, how many tries came to nothing there since something was gained there."""
    barren: dict[str, int] = Field(default_factory=dict)
    """For each command about a thing, in how many rooms it did nothing."""

    @cached_property
    def _pages(self) -> Stamps:
        return Stamps()

    @cached_property
    def _lives(self) -> dict[str, bool | None]:
        return {}

    def experience(self, room: RoomId) -> Experience:
        """Return what stays the same as long as the attempts that concern a room do."""
        pages = self._pages
        stirred = self.stirred.get(room, 0)
        touched = pages.of(TOUCHED)
        return Experience(pages.of(room), pages.of(HANDS), self.gains, stirred, touched)

    @property
    def version(self) -> int:
        """A number that is another one after each attempt, and in any other state."""
        return self._pages.newest

    def apply(self, event: Event, turn: int, here: RoomId | None = None) -> None:
        """Fold one event; `here` is where the player is."""
        match event:
            case ThingsMentioned():
                self._mention(event, turn)
            case CarryLimitMet():
                self.overloaded = turn
            case CommandJudged():
                self._judge(event, turn)
            case CommandReviewed(accepted=False):
                spot = proposal(here, event.command)
                self.refused[spot] = self.refused.get(spot, 0) + 1
            case StoryRestored():
                self._undo(event.to_turn)
            case Foreseen():
                for judged in event.idle:
                    self._imagine(judged, turn)

    def _mention(self, event: ThingsMentioned, turn: int) -> None:
        known = self.mentioned.setdefault(event.room, {})
        for name in dict.fromkeys((*event.names, *event.listed)):
            mention = known.setdefault(name, Mention(turn=turn, bare=name in event.bare))
            shown = name in event.listed and not mention.listed
            if mention.standing is Standing.ABSENT or (shown and name in self.clumsy):
                mention.standing, mention.turn = Standing.UNTRIED, turn
                self.clumsy.pop(name, None)
                self._try_anew(event.room, name)
            mention.new = mention.new or name in event.new
            mention.revealed = mention.revealed or name in event.revealed
            mention.listed = mention.listed or name in event.listed
        self.hiding.setdefault(event.room, {}).update(dict.fromkeys(event.hiding, turn))
        if event.spoken:
            self.spoken.setdefault(event.room, {}).update(dict.fromkeys(event.spoken, turn))
        self.numbers.update(dict.fromkeys(event.numbers, turn))
        self.passwords.update(dict.fromkeys(event.passwords, turn))
        if event.living or event.lifeless:
            self.people.update(dict.fromkeys(event.living, True))
            self.people.update(dict.fromkeys(event.lifeless, False))
            self._lives.clear()
        for clue in event.clues:
            if len(self.clues) < CLUES:
                self.clues.setdefault(clue, turn)
        self._revise(event.room)

    def _try_anew(self, room: RoomId, name: str) -> None:
        """Forget what was typed about something while it was not there."""
        page = self.attempts.get(room, {})
        for command in [command for command in page if command.endswith(f" {name}")]:
            if page[command].effect is Effect.NOT_UNDERSTOOD:
                del page[command]
                self._pages.touch(room)

    def _judge(self, event: CommandJudged, turn: int) -> None:
        page = HANDS if event.in_hand else event.room
        here = self.attempts.setdefault(page, {})
        before = here.get(event.command)
        failed = event.effect in (Effect.NOTHING, Effect.NOT_UNDERSTOOD)
        vain = failed and not event.affirmed
        if LOOKING.match(event.command):
            vain = event.fault is None  # it was seen; where it was not, it may be elsewhere
        if before is None and event.things and vain:
            self.barren[event.command] = self.barren.get(event.command, 0) + 1
        shifted = event.effect is Effect.CHANGED and SHIFTING.match(event.command)
        moved_own = shifted and not fits(event)
        if event.affirmed or (event.effect in (Effect.CHANGED, Effect.SCORED) and not moved_own):
            self.stirred[event.room] = self.stirred.get(event.room, 0) + 1
            for spot in [spot for spot in self.refused if spot.startswith(f"{event.room}: ")]:
                del self.refused[spot]
            if LOOKING.match(event.command) is None:
                self.touched.update(dict.fromkeys(event.things, turn))
                self._pages.touch(TOUCHED)
        if event.effect in GAINFUL:
            self.refused.pop(proposal(event.room, event.command), None)
        self.gains += event.gained
        if event.gained:
            self.dry.pop(event.room, None)
        elif failed and not event.novel:
            self.dry[event.room] = self.dry.get(event.room, 0) + 1
        self._value(event, turn)
        here[event.command] = Attempt(
            turn=turn,
            effect=event.effect,
            gains=self.gains,
            times=before.times + 1 if before else 1,
            typed=before.typed + 1 if before else 1,
            telling=event.novel or (before is not None and before.telling and failed),
            affirmed=event.affirmed,
            stirred=self.stirred.get(event.room, 0),
        )
        self._pages.touch(page)
        note_pending(self.pending, event, page)
        self.overloaded = turn if event.overloaded else self.overloaded
        self.burden.note(event, turn)
        self.upheaval = turn if event.upheaval else self.upheaval
        self._count_verb(event)
        self._despair(event, turn)
        if event.bides:
            self.bides[event.room] = Bide(turn=turn, command=event.command)
        if event.means:
            self.passes.setdefault(event.room, {})[event.command] = event.means
        if event.reply and (event.reply in self.replies or len(self.replies) < REPLIES):
            self.replies[event.reply] = self.replies.get(event.reply, 0) + 1
        for thing in event.things if event.novel else ():
            self.interest[thing] = self.interest.get(thing, 0) + 1
        self._stand(event)

    def _value(self, event: CommandJudged, turn: int) -> None:
        """Note which things score: when they are taken, where they are put, what they are for."""
        if event.effect is Effect.SCORED and event.things and not LOOKING.match(event.command):
            if not TAKING.match(event.command):
                self.solved[event.room] = turn
            tools = event.things if len(event.things) > 1 or event.in_hand else ()
            self.served.update(dict.fromkeys(tools, turn))
        heads = [thing.rsplit(" ", 1)[-1] for thing in event.things]
        self.achieved.update((head, turn) for head in heads if event.effect is Effect.SCORED)
        if event.effect is Effect.SCORED and TAKING.match(event.command):
            for head in heads:
                self.prized.setdefault(head, turn)
                self.settled.pop(head, None)
        elif (event.effect is Effect.SCORED and SHIFTING.match(event.command)) or fits(event):
            self.settled.update((head, turn) for head in heads[:1])

    def is_settled(self, name: str, seen: int) -> bool:
        """Tell whether a thing was put where it belongs since it was last seen elsewhere."""
        return self.settled.get(name.rsplit(" ", 1)[-1], -1) >= seen

    def _undo(self, turn: int) -> None:
        """Forget what worked after a turn that the story was put back to: it is to be done anew.

        What failed is remembered.
        """
        self.settled = {head: when for head, when in self.settled.items() if when <= turn}
        self.achieved = {head: when for head, when in self.achieved.items() if when <= turn}
        self.solved = {room: when for room, when in self.solved.items() if when <= turn}
        for name, page in self.attempts.items():
            self._pages.touch(name)
            undone = [
                command
                for command, attempt in page.items()
                if attempt.turn > turn and attempt.effect in GAINFUL
            ]
            for command in undone:
                del page[command]

    def _imagine(self, event: CommandJudged, turn: int) -> None:
        """Note what a command that was only tried on a snapshot would have come to: nothing."""
        page = HANDS if event.in_hand else event.room
        before = self.attempts.setdefault(page, {}).get(event.command)
        if before is None and event.things and not LOOKING.match(event.command):
            self.barren[event.command] = self.barren.get(event.command, 0) + 1
        self.attempts[page][event.command] = Attempt(
            turn=turn,
            effect=event.effect,
            gains=self.gains,
            times=before.times + 1 if before else 1,
            typed=before.typed if before else 0,
            stirred=self.stirred.get(event.room, 0),
        )
        self._pages.touch(page)
        if event.reply and (event.reply in self.replies or len(self.replies) < REPLIES):
            self.replies[event.reply] = self.replies.get(event.reply, 0) + 1
        self._stand(event)

    def _count_verb(self, event: CommandJudged) -> None:
        record = self.verbs.setdefault(event.kind or sentence_kind(event.command), VerbRecord())
        common = event.fault is None and self.replies.get(event.reply, 0) > COMMON
        record.count(event, gainful=event.effect in GAINFUL, common=common)

    def _despair(self, event: CommandJudged, turn: int) -> None:
        """Note which thing this kind of sentence is in vain with, whatever else stands in it."""
        kind = sentence_kind(event.command)
        for thing in event.about if len(event.things) > 1 else ():
            known = self.futile.get(f"{kind}: {thing}")
            times = known.times + 1 if known is not None else 1
            self.futile[f"{kind}: {thing}"] = Futility(turn=turn, times=times)

    def vanity(self, kind: str, *things: str) -> int:
        """Return how often such a sentence met a common refusal that was about one of the things.

        What was done with a thing since makes it as good as new.
        """
        times = 0
        for thing in things:
            known = self.futile.get(f"{kind}: {thing}")
            if known is not None and self.touched.get(thing, -1) <= known.turn:
                times = max(times, known.times)
        return times

    def _stand(self, event: CommandJudged) -> None:
        """Note whether the thing that the command named is there at all, and which one it is."""
        if len(event.things) > 1 and event.fault is Fault.UNSEEN:
            self._miss(event)
        vague = event.about if event.fault is Fault.AMBIGUOUS else event.misnamed
        if vague:
            self.clumsy.update((name, self.clumsy.get(name, 0) + 1) for name in vague)
            self._revise(event.room)
        if len(event.things) != 1:
            return
        (name,) = event.things
        page = HANDS if event.in_hand else event.room
        first = name
        if event.sight:
            first = self.sights.get(HANDS, {}).get(event.sight, name)
            first = self.sights.setdefault(page, {}).setdefault(event.sight, first)
            self._name_one_thing(event.room, event.sight, first)
        if event.fault in (Fault.UNSEEN, Fault.GRAMMAR) and " " in name:
            self.clumsy[name] = self.clumsy.get(name, 0) + 1
            self._revise(event.room)
        names = self.mentioned.get(event.room, {})
        longer = [other for other in names if other in self.clumsy and other.endswith(f" {name}")]
        known = names.get(name) or (names[longer[-1]] if longer else None)
        if known is None:
            return
        before = known.standing
        if event.fault in (Fault.UNSEEN, Fault.AMBIGUOUS):
            known.standing = Standing.ABSENT
            self._tell_apart(event)
        elif event.alias_of or (event.had and TAKING.match(event.command) and not event.in_hand):
            known.standing = Standing.ALIAS
        elif event.fault is None and known.standing is not Standing.ALIAS:
            known.standing = Standing.PRESENT if first == name else Standing.ALIAS
            if event.looked and self.replies.get(event.reply, 0) >= COMMON:
                known.dull = True
                self._revise(event.room)
        if known.standing is not before:
            self._revise(event.room)

    def _tell_apart(self, event: CommandJudged) -> None:
        """Let longer names be things of their own again where a short one is of two of them."""
        names = self.mentioned.get(event.room, {})
        for other in names if event.fault is Fault.AMBIGUOUS else ():
            if other.endswith(f" {event.things[0]}") and names[other].standing is Standing.ALIAS:
                names[other].standing = Standing.UNTRIED

    def _miss(self, event: CommandJudged) -> None:
        """Note that what a command named beside things that are carried is not there."""
        for name in event.about if len(event.about) == 1 else ():
            known = self.mentioned.get(event.room, {}).get(name)
            if known is not None:
                known.standing = Standing.ABSENT
                self._revise(event.room)

    def _name_one_thing(self, room: RoomId, sight: str, first: str) -> None:
        """Let a name that was taken for a thing of its own be one of a thing in the hands."""
        other = self.sights.get(room, {}).get(sight)
        mention = self.mentioned.get(room, {}).get(other) if other not in (None, first) else None
        if mention is not None:
            mention.standing = Standing.ALIAS
            self._revise(room)

    def _revise(self, room: RoomId) -> None:
        self.revisions[room] = self.revisions.get(room, 0) + 1

    def lives(self, name: str) -> bool | None:
        """Tell whether a name is somebody's; None where the story has told nothing."""
        if name not in self._lives:
            self._lives[name] = told_of(self.people, name)
        return self._lives[name]

    def attempt(self, room: RoomId | None, command: str) -> Attempt | None:
        """Return the last attempt at a command in a room, or with what one carries anywhere."""
        there = self.attempts.get(room or NOWHERE, {}).get(command)
        held = self.attempts.get(HANDS, {}).get(command)
        if there is None or held is None:
            return there or held
        return there if there.turn >= held.turn else held
