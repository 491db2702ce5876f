"""The maze solver: which command next, from what is known of the maze and nothing else.

It goes on the classic technique (drop a different thing in each room, try every way), and plans:
each time it goes to the nearest place where something is still unknown, through what is known.
With fewer things than rooms it moves them: a marker is left in a room on trial, and the rooms that
it may be are looked into, until it is proved to be one of them or none.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from zlib import crc32

from ludens.adventure.directions import OPPOSITE
from ludens.adventure.mazes.events import Phase, Trait
from ludens.adventure.mazes.groups import WAYS, MazeGroup
from ludens.adventure.mazes.identity import Pair, in_another_maze, questions, resolved
from ludens.adventure.mazes.light import is_short
from ludens.adventure.mazes.routes import Routes, tour_of
from ludens.adventure.world.places import RoomId


@dataclass(frozen=True, slots=True)
class Step:
    """A command, and why."""

    command: str
    reason: str


@dataclass(frozen=True, slots=True)
class Onward:
    """There is no more to do in this phase; the next one begins, for this reason."""

    phase: Phase
    reason: str = ""
    tour: tuple[RoomId, ...] = ()
    """The order in which the markers are collected, when that begins."""


@dataclass(frozen=True, slots=True)
class Task:
    """Something worth going for."""

    cost: float
    """Commands until it is done."""
    target: RoomId
    command: str
    """What to do there; empty to be there is all."""
    reason: str


@dataclass(frozen=True, slots=True)
class Trip:
    """A round outside the maze for things to mark rooms with."""

    cost: float
    """Commands from where it begins to the nearest thing and back."""
    brings: int
    """Things that it brings; each spares a walk of its own."""


VARYING_TRIES = 6
"""How often a way that varies is walked, to see where it may lead."""
FETCHED_EARLY = 4.0
"""What it costs to take a marker from a room that still has ways to try."""
ON_TRIAL = 2.0
"""What it costs more to try the ways of a room that may prove to be a known one."""
EMPTY_HANDED = 4.0
"""What it costs to go where nobody was before with no marker in hand: one may get lost there."""
WALKS = 2
"""How often every way is walked once some way in the maze was seen to vary."""


def ways_to_try(group: MazeGroup, routes: Routes, own: set[RoomId]) -> list[Task]:
    """Return the nearest way not tried of a room that is known, and of each on trial but marked."""
    tasks: list[Task] = []
    varies = Trait.RANDOM in group.traits
    blind, marked = not group.can_mark, group.markers
    risk = EMPTY_HANDED if group.can_mark and not (group.in_hand or group.numbered) else 0.0
    for id_, distance in routes.distances.items():
        room = group.rooms[id_]
        if room.outside:
            continue
        penalty = 0.0 if id_ in own else ON_TRIAL if id_ in marked else None
        if blind and id_ not in own:
            penalty = -len(room.ways) / 2
        safe = _safe(group, id_, own) if penalty is not None else []
        if safe and penalty is not None:
            if blind and not group.fully_mapped:
                safe = _rarest_first(group, safe)
            reason = f"where does {safe[0]} lead?"
            tasks.append(Task(distance + 1 + penalty + risk, id_, safe[0], reason))
        if varies and id_ in own:
            for direction, way in room.ways.items():
                walks = sum(way.led.values()) + way.refused
                if way.led and walks < (VARYING_TRIES if way.varies else WALKS):
                    reason = f"does {direction} always lead there?"
                    tasks.append(Task(distance + 3 + walks, id_, direction, reason))
                    break
    return tasks


def _safe(group: MazeGroup, room: RoomId, own: set[RoomId]) -> list[str]:
    """Return the ways not tried of a room that nothing warns of: neither its description, nor that
    the player died on them in a room that this one may be.
    """
    warned = set(group.rooms[room].risky)
    if Trait.DEADLY in group.traits and room not in own:
        for id_ in _candidates(group, room, own):
            warned |= {way for way, known in group.rooms[id_].ways.items() if known.deadly}
    return [way for way in group.untried(room) if way not in warned]


def _rarest_first(group: MazeGroup, untried: list[str]) -> list[str]:
    """Return ways, those first that were walked least often: with nothing to mark rooms with, the
    same way again and again may be one loop.
    """
    walked = dict.fromkeys(untried, 0)
    for room in group.rooms.values():
        for way in walked.keys() & room.ways.keys():
            walked[way] += bool(room.ways[way].led)
    return sorted(untried, key=lambda way: walked[way])


def markers_to_use(
    group: MazeGroup, routes: Routes, open_: set[Pair], trials: list[RoomId]
) -> list[Task]:
    """Return what would tell whether a room on trial is another one.

    A marker that lies in one of two rooms is looked for in the other, unless it may be missing
    because somebody took it. Rooms on trial without one
    get theirs from rooms that have nothing left to try; several are collected on the way.
    """
    tasks: list[Task] = []
    marked = group.markers
    for one, other in sorted(open_):
        for lies, looked in ((one, other), (other, one)):
            if lies in marked and looked in routes.distances:
                reason = f"is the {marked[lies]} of {lies} here?"
                tasks.append(Task(routes.distances[looked], looked, "", reason))
    within = [id_ for id_ in trials if id_ in routes.distances]
    hand = len(group.in_hand)
    if hand:
        for id_ in within:
            reason = "to mark a room on trial"
            tasks.append(Task(routes.distances[id_] + 1, id_, "", reason))
    if trials and not hand and not group.hands_full:
        tasks += _things_to_fetch(group, routes, routes.onward(trials))
    if hand < len(trials):
        busy = {id_ for both in open_ for id_ in both}
        onward = routes.onward(trials)
        for id_, name in marked.items():
            if id_ in routes.distances and id_ not in busy and id_ in onward:
                cost = routes.distances[id_] + 1 + (0 if hand else onward[id_] + 1)
                left = FETCHED_EARLY if group.untried(id_) else 0
                reason = "to mark a room on trial with"
                tasks.append(Task(cost + left, id_, f"take {name}", reason))
    return tasks


def spare_ones(group: MazeGroup, routes: Routes, open_: set[Pair]) -> list[Task]:
    """Return the taking up of markers from rooms that can be told by their exits by now."""
    if group.in_hand or group.hands_full:
        return []
    busy = {id_ for both in open_ for id_ in both}
    return [
        Task(routes.distances[id_] + 1, id_, f"take {name}", "to have one in hand")
        for id_, name in group.markers.items()
        if id_ in routes.distances and id_ not in busy and not group.untried(id_)
    ]


def _things_to_fetch(group: MazeGroup, routes: Routes, onward: dict[RoomId, float]) -> list[Task]:
    """Return the taking of things that lie about in the maze and before it, to mark rooms with."""
    return [
        Task(
            routes.distances[id_] + 1 + onward[id_] + 1,
            id_,
            f"take {thing}",
            "more markers are needed",
        )
        for id_, room in group.rooms.items()
        if id_ in routes.distances and id_ in onward
        for thing in room.things
        if group.may_try(thing)
    ]


def errands_to_run(
    group: MazeGroup, routes: Routes, trials: list[RoomId], trips: Mapping[RoomId, Trip]
) -> list[Task]:
    """Return the goings out to fetch things that lie farther off, while rooms wait for a marker."""
    if not trials or group.in_hand:
        return []
    onward = routes.onward(trials)
    return [
        Task(
            (routes.distances[id_] + trip.cost + onward[id_]) / trip.brings,
            id_,
            "",
            "more markers are needed",
        )
        for id_, trip in trips.items()
        if id_ in routes.distances and id_ in onward
    ]


def last_resort(group: MazeGroup, routes: Routes, own: set[RoomId]) -> list[Task]:
    """Return ways of rooms on trial, for want of better ones: some way leads back to what is known.

    Which way is drawn by chance, as a fixed order may go round in a circle for ever.
    """
    tasks: list[Task] = []
    for id_, distance in routes.distances.items():
        room = group.rooms[id_]
        if id_ in own:
            continue
        if not room.outside:
            untried = _safe(group, id_, own)
            if untried:
                way = untried[crc32(f"{id_} {group.spent}".encode()) % len(untried)]
                tasks.append(Task(distance + 1, id_, way, "to come upon a known room"))
    if tasks:
        return tasks
    if any(not group.rooms[id_].outside for id_ in routes.distances):
        return []
    for id_, distance in routes.distances.items():
        ways = [way for way in _ways_in(group, id_) if way not in group.rooms[id_].ways]
        if ways and not in_another_maze(group, id_):
            tasks.append(Task(distance + 1, id_, ways[0], "to get back into the maze"))
    return tasks


def _candidates(group: MazeGroup, room: RoomId, own: set[RoomId]) -> list[RoomId]:
    """Return the known rooms that a room on trial may be."""
    both = (pair for pair in questions(group) if room in pair)
    others = (one if other == room else other for one, other in both)
    return sorted(id_ for id_ in others if id_ in own)


def _ways_in(group: MazeGroup, room: RoomId) -> list[str]:
    """Return directions that may lead from outside into the maze, the likeliest first."""
    ways: dict[str, None] = {}
    for known in group.rooms.values():
        for direction, way in known.ways.items():
            if way.to == room and direction in OPPOSITE:
                ways[OPPOSITE[direction]] = None
    likely = dict.fromkeys((*ways, *group.rooms[room].mentions))
    return [way for way in likely if way in group.directions or way not in WAYS]


PATIENCE, A_ROOM = 60, 8
"""Commands without progress after which mapping ends, and more for each room known."""
BARE_PATIENCE, BARE_ROOM = 30, 4
"""The same where there is nothing to mark rooms with, so that little can be hoped for."""
CLOSING, CLOSING_ROOM = 60, 40
"""Commands that collecting markers, or walking out, may take, and more for each room known."""
LIVES = 3
"""Deaths after which the maze is left alone."""
VARYING_WALKS = 6
"""How many walks by one way tell anything, where ways vary."""


FADING = "the light fades"
ELSEWHERE = "a way led elsewhere than before"
CUT_OFF = "no way back to what was left in it is known"
FULL = "no more can be carried"
LOST = "Where is this?"
MOST_TOURS = 4
"""How often the collecting of markers is begun, where ways to them lead elsewhere than before."""


TO_COLLECT = 3
"""Commands that collecting takes for each marker; light is kept for them."""
COUNTING = "What is there to mark rooms with?"


def next_step(
    group: MazeGroup, trips: Mapping[RoomId, Trip] = {}, waiting: Collection[RoomId] = ()
) -> Step | Onward:
    """Return the solver's next command, or the phase that it goes on to.

    `trips` tells what it costs to go and fetch something to mark rooms with from a room outside;
    in the rooms `waiting`, another maze is to be gone on with.
    """
    broken_off = why_break_off(group)
    if broken_off:
        return Onward(Phase.GIVEN_UP, broken_off)
    if group.dark:
        return _make_light(group)
    if group.phase in (Phase.EXPLORING, Phase.PREPARING, Phase.OUTSIDE):
        reason = why_stop(group)
        if reason:
            return _stop(group, reason)
    if group.phase is Phase.EXPLORING:
        return _explore(group, trips)
    if group.phase is Phase.LEAVING:
        return leave(group, waiting)
    return retrieve(group) if group.phase is Phase.RETRIEVING else _prepare(group)


def _stop(group: MazeGroup, reason: str) -> Onward:
    """Return the end of the exploring before all is known; markers are collected."""
    if group.here is None:
        return Onward(Phase.GIVEN_UP, reason)
    return Onward(Phase.RETRIEVING, reason, collect(group).tour)


def _make_light(group: MazeGroup) -> Step | Onward:
    """Return a try to make light, and the look that shows what came of it."""
    tries = [f"{words} {light}" for light in group.lights for words in ("turn on", "light")]
    attempt, looks = divmod(group.light_tries, 2)
    if looks:
        return Step("look", "Is there light now?")
    if attempt < len(tries):
        return Step(tries[attempt], "It is too dark to see.")
    return Onward(Phase.GIVEN_UP, "it is dark, and nothing at hand gives light")


def _prepare(group: MazeGroup) -> Step | Onward:
    if group.spent == 0:
        return Step("verbose", "Every room is to be described every time.")
    if not group.counted:
        return Step("inventory", COUNTING)
    return Onward(Phase.EXPLORING)


def _explore(group: MazeGroup, trips: Mapping[RoomId, Trip]) -> Step | Onward:
    here = group.here
    if here is None:
        return Step("look", LOST)
    routes = Routes(group, here)
    if is_short(group, way_out(group, routes)[0] + TO_COLLECT * len(group.markers)):
        return _stop(group, FADING)
    open_ = questions(group)
    own = set(resolved(group, open_))
    marked = group.markers
    trials = [
        id_
        for id_ in routes.distances
        if id_ not in own and id_ not in marked and not group.rooms[id_].outside
    ]
    at_hand = _at_hand(group, here, trials, trips)
    if at_hand is not None:
        return at_hand
    tasks = ways_to_try(group, routes, own)
    if tasks and not trials:
        tasks += spare_ones(group, routes, open_)
    tasks += markers_to_use(group, routes, open_, trials)
    tasks += errands_to_run(group, routes, trials, trips)
    tasks = tasks or last_resort(group, routes, own)
    if tasks:
        return towards(routes, min(tasks, key=lambda task: task.cost))
    if group.rooms[here].outside and _left_unknown(group):
        return Onward(Phase.OUTSIDE, "no way back into the maze is known from here")
    return collect(group)


def _at_hand(
    group: MazeGroup, here: RoomId, trials: list[RoomId], trips: Mapping[RoomId, Trip]
) -> Step | Onward | None:
    """Return what is to be done with things before going anywhere."""
    if group.numbered:
        return None
    if not group.counted:
        return Step("inventory", COUNTING)
    if here in trips and trials and not group.in_hand:
        return Onward(Phase.OUTSIDE, "more things to mark rooms with are wanted")
    return _take_here(group, here) or _mark_here(group, here, trials)


def _take_here(group: MazeGroup, here: RoomId) -> Step | None:
    """Return the taking of a thing that lies here and may serve for a marker."""
    room = group.rooms[here]
    if not group.wants_more:
        return None
    thing = next((thing for thing in room.things if group.may_try(thing)), None)
    return Step(f"take {thing}", "It can mark a room.") if thing is not None else None


def _mark_here(group: MazeGroup, here: RoomId, trials: list[RoomId]) -> Step | None:
    """Return the dropping of a marker, or a look at the first one, to see that it can be seen.

    While rooms on trial wait for a marker, none is left in another room.
    """
    room = group.rooms[here]
    if room.outside:
        return None
    if here in group.markers:
        if not any(marker.seen for marker in group.kit.values()):
            return Step("look", "Can a marker be seen where it lies?")
        return None
    wanted = here in trials
    if group.in_hand and (wanted or (not trials and group.untried(here))):
        return Step(f"drop {group.in_hand[0]}", f"To know {here} again.")
    return None


def _left_unknown(group: MazeGroup) -> bool:
    """Return whether there is anything left to find out in the maze."""
    return bool(questions(group)) or any(group.untried(id_) for id_ in group.room_ids)


def collect(group: MazeGroup) -> Onward:
    """Return the beginning of the collecting, with the order of the rooms to fetch markers from."""
    assert group.here is not None
    return Onward(Phase.RETRIEVING, "", tour_of(group, group.here, list(group.markers)))


def way_out(group: MazeGroup, routes: Routes) -> tuple[float, RoomId | None]:
    """Return how far the nearest room outside is, and which; infinite if no way is known.

    A room of another maze is the last choice.
    """
    outside = [id_ for id_ in routes.distances if group.rooms[id_].outside]
    nearest = min(
        outside,
        key=lambda id_: (in_another_maze(group, id_), routes.distances[id_]),
        default=None,
    )
    return (routes.distances[nearest], nearest) if nearest is not None else (float("inf"), None)


def retrieve(group: MazeGroup) -> Step | Onward:
    """Return the next step of the tour on which the markers are collected."""
    here = group.here
    if here is None:
        return Step("look", LOST)
    marked = {id_: name for id_, name in group.markers.items() if not group.rooms[id_].outside}
    routes = Routes(group, here)
    if is_short(group, way_out(group, routes)[0]):
        return Onward(Phase.LEAVING, FADING)
    if marked and group.hands_full:
        return _unload(group, routes)
    step = _fetch(group, routes, marked)
    if step is not None:
        return step
    own = set(resolved(group, questions(group)))
    if _is_lost(group, own):
        return Onward(Phase.EXPLORING, ELSEWHERE)
    search = _search(group, routes, own) if marked else None
    cut_off = marked and in_another_maze(group, here) and not group.reason
    done = Onward(Phase.INTERRUPTED, CUT_OFF) if cut_off else Onward(Phase.LEAVING, group.reason)
    return search or done


def _is_lost(group: MazeGroup, own: Collection[RoomId]) -> bool:
    """Return whether a way led to a room that is not known, though all seemed to be known: then
    what was known is looked into again, unless that was done too often.
    """
    here = group.here
    assert here is not None
    strange = group.rooms[here].location is None and here not in own
    return strange and not group.reason and group.tours < MOST_TOURS


def _search(group: MazeGroup, routes: Routes, own: set[RoomId]) -> Step | None:
    """Return a step into the unknown, where no known way leads to a marker that is left: in a maze
    that was given up one walks on until a room is met again.
    """
    if group.deaths >= LIVES or group.reason == FADING:
        return None
    tasks = ways_to_try(group, routes, own) or last_resort(group, routes, own)
    return towards(routes, min(tasks, key=lambda task: task.cost)) if tasks else None


def _fetch(group: MazeGroup, routes: Routes, marked: dict[RoomId, str]) -> Step | None:
    if routes.start in marked:
        return Step(f"take {marked[routes.start]}", "It is not needed here any more.")
    found_since = sorted(marked.keys() & routes.distances.keys(), key=routes.distances.__getitem__)
    for room in (*group.tour, *found_since):
        if room in marked and room in routes.distances:
            way = routes.first_way(room)
            if way is not None:
                return Step(way, f"To {room}: to fetch the {marked[room]}")
    return None


def _unload(group: MazeGroup, routes: Routes) -> Step | Onward:
    """Return what brings the markers in hand out of the maze, as no more can be carried."""
    nearest = way_out(group, routes)[1]
    if nearest is None or not group.in_hand:
        return Onward(Phase.LEAVING, FULL)
    if group.rooms[routes.start].outside:
        return Step(f"drop {group.in_hand[-1]}", "To have a hand free for those left in the maze.")
    way = routes.first_way(nearest)
    assert way is not None, "the player is in the maze and the room outside is not"
    return Step(way, f"To {nearest}: to lay down what is carried")


def leave(group: MazeGroup, waiting: Collection[RoomId] = ()) -> Step | Onward:
    """Try what looked as if there were no return, now that everything else is done; then go out, to
    a room of another maze where work is `waiting` if a way there is known.

    While the light fades or commands run out, there is nothing but the way out.
    """
    here = group.here
    last = Phase.MAPPED if group.reason in ("", FULL) else Phase.GIVEN_UP
    if here is None:
        return Onward(last, group.reason)
    own = set(resolved(group, questions(group)))
    if _is_lost(group, own):
        return Onward(Phase.EXPLORING, ELSEWHERE)
    routes = Routes(group, here)
    known = [id_ for id_ in waiting if id_ in routes.distances]
    nearest = min(known, key=routes.distances.__getitem__, default=way_out(group, routes)[1])
    tasks = [
        Task(distance + 1, id_, way, "it is all that is left to try")
        for id_, distance in routes.distances.items()
        if id_ in own and not group.rooms[id_].outside and last is Phase.MAPPED
        for way in group.untried(id_)
    ]
    if tasks:
        return towards(routes, min(tasks, key=lambda task: task.cost))
    if nearest is None or nearest == here:
        return Onward(last, group.reason)
    picked = group.markers.get(here)
    if picked is not None and last is Phase.GIVEN_UP and not group.hands_full:
        return Step(f"take {picked}", "On the way out.")
    way = routes.first_way(nearest)
    assert way is not None, "the player is in the maze and the room outside is not"
    return Step(way, f"Out of the maze, to {nearest}.")


def towards(routes: Routes, task: Task) -> Step:
    """Return the first command on the way to a task, or its own."""
    way = routes.first_way(task.target)
    if way is None:
        return Step(task.command or "look", task.reason)
    return Step(way, f"To {task.target}: {task.reason}")


def known(group: MazeGroup) -> int:
    """Return how much is known of a maze: ways tried in rooms that are no other ones, and markers.

    Its most is kept, so going to and fro, or moving markers without an end, is no progress.
    """
    own = [group.rooms[id_] for id_ in resolved(group, questions(group))]
    count = len(group.kit) + sum(1 + len(room.ways) for room in own if not room.outside)
    if Trait.RANDOM in group.traits:
        count += sum(
            min(sum(way.led.values()) + way.refused, VARYING_WALKS)
            for room in own
            for way in room.ways.values()
        )
    return count


def why_stop(group: MazeGroup) -> str:
    """Return why exploring ends though not all is known; empty if it goes on."""
    if group.overspent:
        return f"{group.spent} commands did not suffice"
    if group.deaths >= LIVES:
        return f"the player died {group.deaths} times in it"
    idle = group.spent - group.learned_at
    bare = not (group.can_mark or group.numbered)
    patience, a_room = (BARE_PATIENCE, BARE_ROOM) if bare else (PATIENCE, A_ROOM)
    if idle > patience + a_room * len(resolved(group, questions(group))):
        return f"the last {idle} commands told nothing new"
    return ""


def why_break_off(group: MazeGroup) -> str:
    """Return why the solver stops where it stands; empty if it goes on."""
    if group.budget and group.spent >= 2 * group.budget:
        return f"{group.spent} commands did not suffice"
    if group.phase in (Phase.RETRIEVING, Phase.LEAVING):
        since = group.spent - group.phase_spent
        if since > CLOSING + CLOSING_ROOM * len(group.room_ids):
            return group.reason or f"the way out is not found again in {since} commands"
    return ""
