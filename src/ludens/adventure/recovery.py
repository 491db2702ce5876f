"""Phase 9 of a turn, the end and how it is undone: death, saves, going back to an earlier turn.

Every turn leaves a snapshot on the log, so a save is only the number of a turn worth returning to.
The slots rotate (seed 000 §13); after a death the company goes back to just before the deadly
command, and when death follows again at once, to an older save: what kills on a clock started
killing earlier.
"""

from __future__ import annotations

import re

from ludens.adventure.agents.events import ModelAsked
from ludens.adventure.agents.judge import Verdict, judge
from ludens.adventure.agents.llm_judge import JUDGE
from ludens.adventure.company import Company
from ludens.adventure.events import (
    By,
    CommandChosen,
    CommandJudged,
    GameWon,
    PlayerDied,
    ScoreChanged,
    StoryRestored,
    StorySaved,
)
from ludens.adventure.frontier import REWOUND
from ludens.adventure.hearing import RESTORE, AdventureTurn, in_maze_mode, perceive, receive
from ludens.adventure.interpreter.protocol import Observation, Wants
from ludens.adventure.mazes.groups import taken_back
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.settings import OnDeath
from ludens.adventure.state import AdventureState
from ludens.adventure.stuck.events import StuckRewind
from ludens.adventure.stuck.settings import OnStuck
from ludens.adventure.stuck.velocity import idle_turns
from ludens.adventure.stuck.watching import watch
from ludens.adventure.world.belongings import carries_light
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.item_events import Handling, ItemChanged, ItemMoved
from ludens.adventure.world.places import UNKNOWN, RoomId
from ludens.adventure.world.ways import way_of
from ludens.episode.events import EpisodeEnded, Event, Outcome

SOON = 25
"""Turns of the story's time within which another death counts as the same danger."""
TRIES = 2
"""Deaths of the same danger for which each save is gone back to: each shows what not to do."""


LOTH = 3
"""Returns beyond the oldest save that do not yet give up the best score."""


_RISKY = re.compile(
    r"^(?:attack|kill|fight|hit|break|smash|jump|leap|eat|drink|taste|throw|burn|swim|dive|touch"
    r"|wake|kiss|cut|enter|board)\b"
)
"""Deeds of which stories kill."""


def is_risky(state: AdventureState, command: str) -> bool:
    """Tell whether a command may be the last one: its kind, or the dark, or what killed there."""
    here = state.map.here
    if here is None:
        return False
    if state.map.rooms[here].dark and not carries_light(state.items):
        return True
    way = state.map.exit(here, way_of(command))
    return _RISKY.match(command) is not None or (way is not None and bool(way.deaths))


def turn_to_return_to(state: AdventureState, turn: int) -> int:
    """Return the turn to go back to after a death in `turn`; smaller than `turn`.

    The first death goes back one turn, every TRIES further ones at about the same time to an older
    save, and beyond the oldest save twice as far each time. Who died as the light ran out goes back
    from where it began to fail: what comes later holds no time to do anything else in.
    """
    *others, now = state.lessons.died_at or [turn]
    before = sum(abs(now - at) <= SOON for at in others)
    turn = light_failed_since(state, turn) or turn
    if before <= 0:
        return turn - 1
    again = 1 + (before - 1) // TRIES
    older = [saved for saved in state.slots if saved < turn - 1]
    if again <= len(older):
        return older[-again]
    oldest, beyond = older[0] if older else turn - 1, again - len(older)
    target = int(max(0, oldest - 5 * 2**beyond))
    if beyond <= LOTH and (reached := state.frontier.reached()) < oldest:
        return max(target, reached)
    return target


def light_failed_since(state: AdventureState, turn: int) -> int | None:
    """Return the turn at which the light began to fail that has just run out and left none."""
    held = [state.items.known[id_] for id_ in state.items.carried()]
    since = [
        item.fading_since
        for item in held
        if item.fading_since and item.fuel == 0 and turn - item.last_seen <= SOON
    ]
    return min(since, default=None) if not any(item.lit for item in held) else None


PASSING = ("open", "locked", "lit", "worn")
"""What a thing is for a while, and is again as it was when the story is put back."""


def changes_to(then: AdventureState, now: AdventureState) -> list[Event]:
    """Return the events that put things, mazes and the score back to where they were at `then`."""
    events: list[Event] = []
    carried = set(now.items.carried())
    for id_, item in now.items.known.items():
        before = then.items.known.get(id_)
        if before is None:
            if id_ in carried:  # it was taken later, wherever that was
                events.append(ItemMoved(item=id_, place=UNKNOWN, how=Handling.VANISHED))
            continue
        if before.place != item.place:
            events.append(ItemMoved(item=id_, place=before.place, how=Handling.NOTICED))
        passing = {
            name: bool(getattr(before, name))
            for name in PASSING
            if bool(getattr(before, name)) != bool(getattr(item, name))
        }
        if passing:
            events.append(ItemChanged(item=id_, **passing))
    place = now.map.resolve(then.map.here) if then.map.here is not None else None
    events += taken_back(then.mazes, now.mazes, place)
    if then.score is not None and then.score != now.score:
        events.append(now.score_changed(then.score, then.max_score))
    return events


BACK = 5
"""Turns that going back must at least undo; less is no other try."""
UNTRIED_EXIT = 5.0
"""What an untried exit of a place counts for; an untried name counts 1."""


def frontier_target(state: AdventureState, turn: int) -> int | None:
    """Return the most promising earlier turn to go back to from `turn`, or None.

    No score is given up: of the turns with the best, the place with the most that is untried,
    each return to it halving that; the earlier turn of equals, from which less can have been
    spoilt.
    """
    turns = list(state.frontier.turns(turn - BACK))
    best = max((cell.score for _, cell in turns), default=0)
    ranked = sorted(
        (-untried(state, cell.room) / 2**cell.returns, then)
        for then, cell in turns
        if cell.score == best
    )
    return ranked[0][1] if ranked and best >= (state.score or 0) else None


def untried(state: AdventureState, room: RoomId) -> float:
    """Return how much there is in a room that nobody has tried."""
    place = state.map.rooms.get(state.map.resolve(room))
    if place is None:
        return 0.0
    exits = sum(way.status is ExitStatus.UNEXPLORED for way in place.exits.values())
    sightings = state.memory.sightings.get(room, {}).values()
    names = sum(not (seen.present or seen.absent or seen.same_as) for seen in sightings)
    return 1.0 + UNTRIED_EXIT * exits + names


LOST = (Verdict.DEATH, Verdict.DEFEAT, Verdict.ENDED)
"""What is no victory: an end in words of the story's own counts as a death to be undone."""
ENDINGS = {
    Verdict.VICTORY: (Outcome.VICTORY, "the story is won"),
    Verdict.DEFEAT: (Outcome.DEFEAT, "the player died"),
    Verdict.ENDED: (Outcome.ENDED, "the story came to its end"),
}
RISK_APART = 3
"""Turns between a save and one before a risk: what is tried in a row needs one save."""


async def check_the_end(company: Company, turn: AdventureTurn) -> None:
    """Phase 9, terminal conditions: death, victory, the end of the story."""
    state = turn.state
    if state.outcome is not None:
        return
    verdict = judge(state.text, state.wants, full=state.has_full_score)
    asked = company.judge if turn.number and not in_maze_mode(company, turn) else None
    if asked is not None and asked.wants_to_ask(state, verdict):
        turn.emit(ModelAsked(role=JUDGE))
        verdict = await asked.judge(state, verdict)
    said = {type(event) for event in turn.events}
    if verdict is Verdict.DEATH and _was_paid(turn):
        return  # a death that the story wants: it goes on, and there are points for it
    if verdict is Verdict.VICTORY and GameWon not in said:
        turn.emit(GameWon())
    meant = verdict is Verdict.ENDED and _is_meant(turn)
    goes_back = verdict in LOST and not meant and may_go_back(company, turn)
    if PlayerDied not in said and (goes_back or verdict in (Verdict.DEATH, Verdict.DEFEAT)):
        turn.emit(PlayerDied(command=state.command, text=state.text[-400:]))
    if goes_back:
        go_back(company, turn, "the player died" if verdict is not Verdict.ENDED else "it ended")
    elif verdict in ENDINGS:
        outcome, reason = ENDINGS[verdict]
        turn.emit(EpisodeEnded(outcome=outcome, reason=reason))


def _is_meant(turn: AdventureTurn) -> bool:
    """Tell whether a mind was told that its command ends the story, and planned it all the same."""
    state, chosen = turn.state, [e for e in turn.events if isinstance(e, CommandChosen)][-1:]
    judged = [e for e in turn.events if isinstance(e, CommandJudged)][-1:]
    if not (state.plan.minds and chosen and judged):
        return False
    own = chosen[0].by is By.PLAYER and chosen[0].plan is not None and not chosen[0].rule
    tried = state.memory.attempt(judged[0].room, judged[0].command)
    return own and tried is not None and tried.ends > 1


def _was_paid(turn: AdventureTurn) -> bool:
    """Tell whether the score rose in this turn."""
    before = turn.state.plan.score or 0
    return any(isinstance(event, ScoreChanged) and event.score > before for event in turn.events)


def may_go_back(company: Company, turn: AdventureTurn) -> bool:
    """Tell whether a death can be undone: it is wished, and not too often."""
    settings = company.settings
    deaths = max(turn.state.deaths, len(turn.state.returns))
    return (
        settings.on_death is OnDeath.RESTORE and turn.number > 0 and deaths <= settings.max_deaths
    )


def go_back(company: Company, turn: AdventureTurn, reason: str) -> None:
    """Return to a save, look round, and remember what went wrong.

    Where death comes at once again, as of a clock that runs, it counts as one more, and after so
    many the next older save is taken.
    """
    while may_go_back(company, turn):
        target, deaths = turn_to_return_to(turn.state, turn.number), turn.state.deaths
        go_to(company, turn, target, reason)
        if turn.state.outcome is not None or not is_over(turn.state):
            return
        if turn.state.deaths == deaths:
            turn.emit(PlayerDied(command=RESTORE, text=turn.state.text[-400:]))
        if target == 0:
            break
    outcome, told_why = ENDINGS[Verdict.DEFEAT]
    turn.emit(EpisodeEnded(outcome=outcome, reason=told_why))


def is_over(state: AdventureState) -> bool:
    """Tell whether the last text ends the story, or a life in it."""
    return judge(state.text, state.wants) in LOST


def is_by_hand(turn: AdventureTurn) -> bool:
    """Tell whether a person chose this turn's command: they are not told that they are stuck, and
    the story's own help is for them."""
    return any(isinstance(e, CommandChosen) and e.by is By.HUMAN for e in turn.events)


def rewind_if_stuck(company: Company, turn: AdventureTurn) -> None:
    """Go back where the company is stuck, and going back is what is wished then."""
    settings = company.settings.stuck
    if company.player_is_alone or turn.state.plan.is_searchers or is_by_hand(turn):
        return
    if watch(turn, settings) and settings.on_stuck is OnStuck.REWIND:
        rewind(company, turn)


def rewind(company: Company, turn: AdventureTurn) -> None:
    """Go back to the most promising earlier turn, to try something else from there.

    Whoever has just gone back is given as long as it takes to be stuck again.
    """
    settings, state = company.settings.stuck, turn.state
    if turn.number - state.frontier.returned < settings.velocity.max_turns:
        return
    target = frontier_target(state, turn.number)
    if target is not None:
        turn.emit(StuckRewind(idle=idle_turns(state.stuck, settings), to_turn=target))
        go_to(company, turn, target, REWOUND)


def go_to(company: Company, turn: AdventureTurn, target: int, reason: str) -> None:
    """Put story and state back to an earlier turn, and look round there."""
    observation = return_to(company, turn, target, reason)
    if observation is not None:
        receive(turn, observation)
        perceive(company, turn, RESTORE, observation)


def return_to(
    company: Company, turn: AdventureTurn, target: int, reason: str
) -> Observation | None:
    """Put story and state back to an earlier turn; None, with the episode ended, if it fails.

    It is the last one by then at which the story waited for a command: to look round would be taken
    for the answer to a question.
    """
    command, target = turn.state.command, before_a_question(company, target)
    then = company.past.state(target)
    observation = company.return_to(turn, target)
    if observation is not None:
        turn.emit(StoryRestored(to_turn=target, command=command, reason=reason))
        for event in changes_to(then, turn.state):
            turn.emit(event)
    return observation


def before_a_question(company: Company, target: int) -> int:
    """Return the last turn by then at which the story waited for a command."""
    while target > 0 and asks(company.past.state(target)):
        target -= 1
    return target


def would_go_back_to(company: Company, turn: AdventureTurn, dead: AdventureState) -> int | None:
    """Return the turn to which a death now is taken back; None where it ends the episode.

    `dead` is a copy of the state in which the player has just died.
    """
    if not may_go_back(company, turn):
        return None
    return before_a_question(company, turn_to_return_to(dead, turn.number))


def save_before_risk(company: Company, turn: AdventureTurn, command: str) -> None:
    """Keep the turn before a risky command, unless one just before it is kept (seed 000 §13)."""
    state, before = turn.state, turn.number - 1
    recent = max((*state.slots, *state.returns), default=0)
    apart = before - recent > RISK_APART and not asks(state)
    if apart and not company.player_is_alone and is_risky(state, command):
        turn.emit(StorySaved(to_turn=before))


def asks(state: AdventureState) -> bool:
    """Tell whether the story waits for an answer or a key: no moment to return to."""
    return state.wants is not Wants.LINE or question_in(state.text) is not None


def still_asked(state: AdventureState, said: str) -> str:
    """Return what is said to a player, with the question below that the story has asked."""
    last = state.text.strip().rpartition("\n\n")[2]
    return f"{said}\n\n{last}" if question_in(state.text) is not None else said


def save(company: Company, turn: AdventureTurn) -> None:
    """Keep this turn as one to return to, every so often."""
    state = turn.state
    last = max((*state.slots, *state.returns), default=0)
    if (
        state.outcome is None
        and not asks(state)
        and turn.number - last >= company.settings.save_every
    ):
        turn.emit(StorySaved(to_turn=turn.number))
