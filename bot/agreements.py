"""What the two at a table agree on about their clock: a pause, and more time for the rival. Pure, as bot.play is."""

from dataclasses import replace

from bot import intents
from bot.change import Change, Moment, awaiting, match_of, note
from bot.table import Against, No, Paused, Table
from rules import clock as clocks
from rules import match as matches
from rules.clock import STOPPED
from rules.errors import Reason, Refused
from rules.ruleset import ClockKind
from rules.seat import Seat

LONGEST_MS = 24 * 3600 * 1000
"""After so long the house ends a pause that nobody has ended."""

MINUTE_MS = 60_000
MOST_MINUTES = 3
"""What a rival may add to one turn."""

MOST_PAUSES = 5
"""Of one match: with each of a day, a stake would be tied up long enough."""

NOBODY = (False, False)


def may_pause(table: Table) -> bool:
    """Whether there is a clock to stop, and a rival to agree."""
    match = table.match
    timed = table.setup.ruleset.clock is not ClockKind.NONE and table.setup.against is Against.FRIEND
    return timed and match is not None and match.verdict is None and not match.between


def may_ask_for_pause(table: Table) -> bool:
    """Whether the two may agree on another pause."""
    return may_pause(table) and table.pauses < MOST_PAUSES


def agree(
    table: Table, seat: Seat, intent: intents.Pause | intents.GoOn | intents.MoreTime, at: Moment
) -> Change:
    """What a seat wishes of the clock. Raises Refused."""
    match intent:
        case intents.Pause():
            return pause(table, seat, at)
        case intents.GoOn():
            return go_on(table, seat, at)
        case intents.MoreTime():
            return give_time(table, seat, at)


def pause(table: Table, seat: Seat, at: Moment) -> Change:
    """A seat asks for a pause, or agrees to the rival's: then the clock stands still."""
    _with_clock(table)
    if table.paused or table.pausing[seat]:
        return Change(table)
    if table.pauses >= MOST_PAUSES:
        raise Refused(No.PAUSED_ENOUGH)
    asking = replace(table, pausing=(True, table.pausing[1]) if seat == 0 else (table.pausing[0], True))
    if not all(asking.pausing):
        return Change(asking)
    change = note(Change(asking), seat, matches.Pause())
    paused = Paused(clocks.left(table.clock, at.now), at.now + LONGEST_MS)
    stopped = replace(
        change.table,
        clock=STOPPED,
        pausing=NOBODY,
        paused=paused,
        pauses=table.pauses + 1,
        wake_at=paused.until,
    )
    return change._replace(table=stopped)


def go_on(table: Table, seat: Seat | None, at: Moment) -> Change:
    """A seat ends the pause, or wants none after all; the house (None) ends one that has lasted too long."""
    if table.paused is None:
        return Change(replace(table, pausing=NOBODY) if any(table.pausing) else table)
    change = note(Change(table), seat, matches.GoOn())
    on = replace(
        change.table,
        paused=None,
        clock=clocks.going_on(table.paused.left, at.now),
        woken=change.table.stamp if seat is None else 0,
    )
    return change._replace(table=awaiting(on, at))


def may_give_time(table: Table, seat: Seat) -> bool:
    """Whether the rival is to move and a minute more would mean something."""
    match = table.match
    return (
        may_pause(table)
        and table.setup.ruleset.clock is not ClockKind.DAILY
        and match is not None
        and match.game.to_move is seat.other
        and table.paused is None
        and table.given < MOST_MINUTES
    )


def give_time(table: Table, seat: Seat, at: Moment) -> Change:
    """A seat gives the rival another minute for the turn under way."""
    match = _with_clock(table)
    if table.paused:
        raise Refused(No.PAUSED)
    if table.setup.ruleset.clock is ClockKind.DAILY:
        raise Refused(No.NO_CLOCK)
    if match.game.to_move is not seat.other:
        raise Refused(No.OWN_TURN)
    if table.given >= MOST_MINUTES:
        raise Refused(No.GIVEN_ENOUGH)
    change = note(Change(table), seat, matches.MoreTime())
    longer = replace(change.table, clock=clocks.longer(table.clock, MINUTE_MS), given=change.table.given + 1)
    return change._replace(table=awaiting(longer, at))


def _with_clock(table: Table) -> matches.Match:
    match = match_of(table)
    if match.between:
        raise Refused(Reason.GAME_OVER)
    if not may_pause(table):
        raise Refused(No.NO_CLOCK)
    return match
