"""Learning from play what the opening did not show, and unlearning what play proves wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ludens.adventure.interpreter.zmachine.calibration import Calibration, infer_calibration
from ludens.adventure.interpreter.zmachine.customs import sightings
from ludens.adventure.interpreter.zmachine.evidence import Evidence, Sample
from ludens.adventure.interpreter.zmachine.probe import Probe
from ludens.adventure.interpreter.zmachine.walks import find_steps
from ludens.adventure.interpreter.zmachine.zstory import ZStory

_PLACE: Final = ("player", "player_globals", "location_globals", "room_parent")
"""Fields that are learned together, and hold or fall together."""
_TIME: Final = ("hours", "minutes", "minutes_of_day")
_SINGLE: Final = ("score", "moves", "max_score", "text_mark")


def recalibrate(story: ZStory, calibration: Calibration, samples: Iterable[Sample]) -> Calibration:
    """A calibration that further turns of the same story have completed and corrected.

    Give turns that show something: walks, things taken, a status line whose numbers change.
    What was known stays unless the turns contradict it. A pure function.
    """
    evidence = Evidence.of(story, samples)
    newer = infer_calibration(story, evidence.samples)
    wrong = _contradicted(story, calibration, evidence)
    changes: dict[str, object] = {}
    for group in (_PLACE, _TIME, *((name,) for name in _SINGLE)):
        known = any(getattr(calibration, name) not in (None, ()) for name in group)
        if not known or wrong.intersection(group):
            changes |= {name: getattr(newer, name) for name in group}
    if calibration.player is None and newer.player is None and not wrong.intersection(_PLACE):
        # Half-knowledge of the place is worth keeping until the player is found.
        changes = {name: value for name, value in changes.items() if name not in _PLACE or value}
    return calibration.model_copy(update=changes)


def _contradicted(story: ZStory, calibration: Calibration, evidence: Evidence) -> set[str]:
    """The fields that read the turns otherwise than the turns show themselves."""
    probe = Probe(story, calibration)
    wrong: set[str] = set()
    for step in find_steps(evidence):
        before, after = probe.read(step.sample.before), probe.read(step.sample.after)
        if before.location not in (None, step.origin) or after.location not in (None, step.goal):
            wrong.update(_PLACE)
    for seen in sightings(evidence):
        reading = probe.read_frame(seen.frame)
        printed = seen.printed
        if printed.score is not None and reading.score not in (None, printed.score):
            wrong.add("score")
        if printed.moves is not None and reading.moves not in (None, printed.moves):
            wrong.add("moves")
        if printed.clock is not None and reading.clock not in (None, printed.clock):
            wrong.update(_TIME)
        if printed.max_score is not None and reading.max_score not in (None, printed.max_score):
            wrong.add("max_score")
    return wrong
