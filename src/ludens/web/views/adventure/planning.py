"""The plan under way as the page shows it: its steps, how far it is, and what stopped it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NotRequired

from typing_extensions import TypedDict

from ludens.adventure.events import By, CommandChosen, CommandJudged, Effect
from ludens.adventure.plan import Intent, Plan, PlanEnded, PlanMade, Step, StepDone, UnderWay
from ludens.adventure.reaching import room_named
from ludens.adventure.state import AdventureState
from ludens.adventure.world.map_events import ExitAbsent, ExitBlocked
from ludens.episode.events import EpisodeForked, Event
from ludens.web.views.view import sentence


class PlanStepFrame(TypedDict):
    """One step of a plan."""

    text: str
    order: dict[str, Any]
    """The step as `decision.steps` takes it, for whoever changes the plan."""


class PlanFrame(TypedDict):
    """A plan, in the turns from its making to its end."""

    goal: str
    reasoning: str
    by: str
    """Who made it: `player`, `human` or `search`."""
    made: int
    """The turn in which it was made."""
    steps: list[PlanStepFrame]
    at: int
    """How many steps are done; the next one is running unless `over` is there."""
    vain: NotRequired[list[int]]
    """Steps among these whose command the story did not take, or that led nowhere."""
    over: NotRequired[str]
    """`done` or `stopped`, in the turn in which it ended."""
    why: NotRequired[str]
    """What stopped it, as a sentence."""


class PlanFrames:
    """Makes them turn by turn."""

    def __init__(self, before: AdventureState | None) -> None:
        self._plan = _standing(before, before.plan) if before is not None else None

    def frame(self, state: AdventureState, events: Sequence[Event]) -> PlanFrame | None:
        """Return the plan after a turn with these events; None where there is none."""
        found = None if self._plan is None or "over" in self._plan else self._plan
        for event in events:
            match event:
                case PlanMade():
                    found = _made(state, event.plan, event.by, state.turn)
                case StepDone() if found is not None:
                    found = found | PlanFrame(at=event.step + 1)  # type: ignore[typeddict-item]
                    if _was_in_vain(events, event.step):
                        found["vain"] = [*found.get("vain", []), event.step]
                case PlanEnded() if found is not None:
                    if not event.done and _was_carried_out(state, events, found):
                        found = found | PlanFrame(at=found["at"] + 1)  # type: ignore[typeddict-item]
                    found = _ended(found, event)
                case EpisodeForked() if found is not None:
                    found = _ended(found, PlanEnded(done=False, why="the fork plans anew"))
        self._plan = found
        return found


def _was_in_vain(events: Sequence[Event], step: int) -> bool:
    """Tell whether what was typed for a step, the last of it, came to nothing at all."""
    typed = any(isinstance(e, CommandChosen) and e.step == step for e in events)
    return typed and any(
        isinstance(e, ExitBlocked | ExitAbsent)
        or (isinstance(e, CommandJudged) and e.effect is Effect.NOT_UNDERSTOOD)
        for e in events
    )


WORKED = frozenset({Effect.CHANGED, Effect.MOVED, Effect.SCORED})
"""What a step's command did if it is the news of its own work that ended the plan."""


def _was_carried_out(state: AdventureState, events: Sequence[Event], plan: PlanFrame) -> bool:
    """Tell whether the last step that was typed did its work, though the plan ended with it."""
    typed = any(isinstance(e, CommandChosen) and e.step == plan["at"] for e in events)
    effects = {e.effect for e in events if isinstance(e, CommandJudged)}
    if not typed or not effects & WORKED:
        return False
    match plan["steps"][plan["at"]]["order"]:
        case {"intent": Intent.GO_TO, "target": str(target)}:
            return room_named(state, target) == state.map.here
        case {"intent": Intent.EXPLORE}:
            return Effect.MOVED in effects
        case {"intent": _} | {"target": _}:
            return False
    return True


def _standing(state: AdventureState, under_way: UnderWay) -> PlanFrame | None:
    if under_way.plan is None:
        return None
    found = _made(state, under_way.plan, under_way.by, under_way.made)
    found["at"] = under_way.step
    return found


def _made(state: AdventureState, plan: Plan, by: By, turn: int) -> PlanFrame:
    return PlanFrame(
        goal=plan.goal,
        reasoning=plan.reasoning,
        by=by.value,
        made=turn,
        steps=[PlanStepFrame(text=_text(state, step), order=_order(step)) for step in plan.steps],
        at=0,
    )


def _ended(plan: PlanFrame, event: PlanEnded) -> PlanFrame:
    ended = PlanFrame(**{**plan, "over": "done" if event.done else "stopped"})
    if event.why:
        ended["why"] = sentence(event.why)
    return ended


def _text(state: AdventureState, step: Step) -> str:
    """Return a step as a mind writes it, its room by the name that the map has."""
    room = room_named(state, step.target) if step.intent is Intent.GO_TO else None
    if room is not None:
        step = step.model_copy(update={"target": state.map.rooms[room].name})
    return str(step)


def _order(step: Step) -> dict[str, Any]:
    kept = {"command", "intent", "target", "most", "maybe"}
    return step.model_dump(mode="json", include=kept, exclude_defaults=True)
