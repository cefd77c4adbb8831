"""A clock as a value; now is always an argument, in milliseconds since the epoch (docs/rules.md §6)."""

from typing import NamedTuple

from rules.ruleset import ClockKind

_SECOND = 1000
_HOUR = 3600 * _SECOND


class Limits(NamedTuple):
    """How long a step and a turn may take, in milliseconds; None is for ever."""

    step: int | None
    turn: int | None


LIMITS: dict[ClockKind, Limits] = {
    ClockKind.LIVE: Limits(15 * _SECOND, 30 * _SECOND),
    ClockKind.RELAXED: Limits(None, 120 * _SECOND),
    ClockKind.DAILY: Limits(None, 24 * _HOUR),
    ClockKind.NONE: Limits(None, None),
}


class Clock(NamedTuple):
    """A running clock: when the turn and the step under way run out, or None where they do not."""

    turn_ends: int | None
    step_ends: int | None

    @property
    def ends(self) -> int | None:
        """When the player is out of time: whichever comes first."""
        if self.turn_ends is None or self.step_ends is None:
            return self.turn_ends
        return min(self.turn_ends, self.step_ends)

    def expired(self, now: int) -> bool:
        """Whether the player is out of time."""
        return self.ends is not None and self.ends <= now


STOPPED = Clock(None, None)


class Left(NamedTuple):
    """What a stopped clock had left of the turn and of the step, in milliseconds; None where they run for ever."""

    turn: int | None
    step: int | None


def begun(kind: ClockKind, now: int) -> Clock:
    """The clock of a turn that begins now."""
    limits = LIMITS[kind]
    return Clock(_after(now, limits.turn), _after(now, limits.step))


def stepped(clock: Clock, kind: ClockKind, now: int) -> Clock:
    """The clock after a step: the turn's time runs on, the next step's begins."""
    return clock._replace(step_ends=_after(now, LIMITS[kind].step))


def left(clock: Clock, now: int) -> Left:
    """What a clock has left, to be kept while nobody plays."""
    return Left(*(None if ends is None else max(0, ends - now) for ends in clock))


def going_on(kept: Left, now: int) -> Clock:
    """The clock that runs on from now with what was kept."""
    return Clock(_after(now, kept.turn), _after(now, kept.step))


def longer(clock: Clock, more: int) -> Clock:
    """The clock with more milliseconds for the turn and the step."""
    return Clock(*(None if ends is None else ends + more for ends in clock))


def _after(now: int, limit: int | None) -> int | None:
    return None if limit is None else now + limit
