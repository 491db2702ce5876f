"""Progress velocity: how long nothing was gained, and when that is too long."""

from __future__ import annotations

from ludens.adventure.stuck.events import StuckWarning, Urgency
from ludens.adventure.stuck.record import StuckRecord
from ludens.adventure.stuck.settings import StuckSettings, VelocitySettings


def idle_turns(record: StuckRecord, settings: StuckSettings) -> int:
    """Return the player's turns without progress of the kinds that count."""
    return record.idle_turns(settings.velocity.progress)


def is_stuck(record: StuckRecord, settings: StuckSettings) -> bool:
    """Tell whether nothing was gained for too long, at the turns at which one looks.

    The count begins anew after an intervention. It is looked at every `check_every` turns
    without progress: so the same want of progress is always noticed after the same number of turns.
    `by_episode` looks every so many turns of the episode.
    """
    velocity = settings.velocity
    count, clock = _counted(record, velocity)
    return velocity.enabled and count >= velocity.max_turns and clock % velocity.check_every == 0


def _counted(record: StuckRecord, velocity: VelocitySettings) -> tuple[int, int]:
    """Return the turns without progress, and those by which it is decided when to look."""
    count = record.countdown(velocity.progress)
    return count, record.turn if velocity.by_episode else count


def turns_left(record: StuckRecord, settings: StuckSettings) -> int:
    """Return the turns until something is done if nothing is gained; at least 0."""
    velocity = settings.velocity
    count, clock = _counted(record, velocity)
    due = clock + max(0, velocity.max_turns - count)
    return -(-due // velocity.check_every) * velocity.check_every - clock


def urgency(record: StuckRecord, settings: StuckSettings) -> Urgency | None:
    """Return how urgently the player is to be warned, or None if not at all."""
    warn = settings.warnings
    if not (warn.enabled and settings.velocity.enabled):
        return None
    if record.countdown(settings.velocity.progress) < warn.after:
        return None
    left = turns_left(record, settings)
    if left <= warn.critical:
        return Urgency.CRITICAL
    return Urgency.URGENT if left <= warn.urgent else Urgency.IMPORTANT


def is_noticed(record: StuckRecord, settings: StuckSettings) -> bool:
    """Tell whether it is to be recorded that nothing was gained for a while (seed 001)."""
    idle, each = idle_turns(record, settings), settings.velocity.check_every
    enabled = settings.velocity.enabled and settings.warnings.enabled
    return enabled and 0 < idle < settings.warnings.after and idle % each == 0


RANK = {level: rank for rank, level in enumerate(Urgency)}


def warning(record: StuckRecord, settings: StuckSettings) -> StuckWarning | None:
    """Return a warning if its level is higher than the last one's, while nothing was gained."""
    level = urgency(record, settings)
    if level is None:
        return None
    idle = idle_turns(record, settings)
    known = record.warned if idle >= record.warned_at else None
    if known is not None and RANK[level] <= RANK[known]:
        return None
    return StuckWarning(urgency=level, idle=idle, left=turns_left(record, settings))
