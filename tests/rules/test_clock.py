"""docs/rules.md §6: the clocks, as values; times in milliseconds."""

import pytest

from rules.clock import STOPPED, Clock, Left, begun, going_on, left, longer, stepped
from rules.ruleset import ClockKind

NOW = 1_000_000
SECOND = 1000


def test_live_gives_a_step_fifteen_seconds_and_a_turn_thirty():
    assert begun(ClockKind.LIVE, NOW) == Clock(NOW + 30 * SECOND, NOW + 15 * SECOND)


@pytest.mark.parametrize(("kind", "turn"), [(ClockKind.RELAXED, 120), (ClockKind.DAILY, 24 * 3600)])
def test_the_others_time_the_turn_only(kind, turn):
    clock = begun(kind, NOW)
    assert clock == Clock(NOW + turn * SECOND, None)
    assert stepped(clock, kind, NOW + 5 * SECOND) == clock
    assert clock.ends == NOW + turn * SECOND


def test_practice_has_all_the_time():
    clock = begun(ClockKind.NONE, NOW)
    assert clock == STOPPED
    assert clock.ends is None
    assert not clock.expired(NOW + 10**12)


def test_a_step_gets_new_time_within_that_of_its_turn():
    clock = begun(ClockKind.LIVE, NOW)
    assert clock.ends == NOW + 15 * SECOND
    once = stepped(clock, ClockKind.LIVE, NOW + 10 * SECOND)
    assert once == Clock(NOW + 30 * SECOND, NOW + 25 * SECOND)
    assert once.ends == NOW + 25 * SECOND
    assert stepped(once, ClockKind.LIVE, NOW + 20 * SECOND).ends == NOW + 30 * SECOND


def test_the_time_is_up_at_its_very_end():
    clock = begun(ClockKind.LIVE, NOW)
    assert not clock.expired(NOW + 15 * SECOND - 1)
    assert clock.expired(NOW + 15 * SECOND)


def test_a_stopped_clock_runs_on_with_what_it_had():
    clock = Clock(30_000, 15_000)
    kept = left(clock, 10_000)
    assert kept == Left(20_000, 5_000)
    assert going_on(kept, 100_000) == Clock(120_000, 105_000)
    assert going_on(left(STOPPED, 10_000), 100_000) == STOPPED
    assert left(clock, 40_000) == Left(0, 0)


def test_more_time_is_added_to_turn_and_step():
    assert longer(Clock(30_000, 15_000), 60_000) == Clock(90_000, 75_000)
    assert longer(Clock(30_000, None), 60_000) == Clock(90_000, None)
