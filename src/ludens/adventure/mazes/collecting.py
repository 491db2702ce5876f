"""When all that can be known is known: the markers are collected, and the maze is left."""

from __future__ import annotations

from collections.abc import Collection

from ludens.adventure.mazes.events import Phase
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.identity import in_another_maze, questions, resolved
from ludens.adventure.mazes.light import is_short
from ludens.adventure.mazes.patience import LIVES
from ludens.adventure.mazes.routes import Routes, tour_of
from ludens.adventure.mazes.steps import Onward, Step, Task
from ludens.adventure.mazes.tasks import last_resort, ways_to_try
from ludens.adventure.world.places import RoomId

FADING = "the light fades"
ELSEWHERE = "a way led elsewhere than before"
CUT_OFF = "no way back to what was left in it is known"
FULL = "no more can be carried"
LOST = "Where is this?"
MOST_TOURS = 4
"""How often the collecting of markers is begun, where ways to them lead elsewhere than before."""


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
