"""A change of a table in the making: actions done one after the other, then settled.

Both doors into a table's life share it: bot.play for what people wish, bot.house for what time brings.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from bot import habits, onward, pearls, tally
from bot.habits import USUAL, Habits
from bot.pearls import Payment
from bot.table import No, Stage, Table
from rules import actions, record
from rules import clock as clocks
from rules import match as matches
from rules.dice import Dice
from rules.errors import Refused
from rules.match import Match
from rules.seat import Seat

PACE_MS = 900
"""How long the computer waits, so that people see their own turn before its answer."""

ONLY_MS = 1_800
"""How long an only turn waits before the house plays it, so that people see the dice."""

PAUSE_MS = 6_000
"""Between the games of a match."""


class Moment(NamedTuple):
    """When something happens, the seed that the rolls of that moment come from, and people's habits by their ids."""

    now: int
    seed: bytes
    habits: Mapping[int, Habits] = MappingProxyType({})

    def habits_of(self, table: Table, seat: Seat) -> Habits:
        """How whoever sits there likes it."""
        at = table.seats[seat]
        return self.habits.get(at.player, USUAL) if at else USUAL


class Change(NamedTuple):
    """A table after a wish: what to append to its log and which pearls move with it."""

    table: Table
    log: tuple[record.Entry, ...] = ()
    payments: tuple[Payment, ...] = ()


def match_of(table: Table) -> Match:
    """The table's match. Raises Refused(NOT_STARTED) before there is one."""
    if table.match is None:
        raise Refused(No.NOT_STARTED)
    return table.match


def everybody_ready(table: Table) -> Table:
    """The table with nobody left to wait for."""
    first, second = table.seats
    return replace(
        table, seats=(first and first._replace(ready=True), second and second._replace(ready=True))
    )


def begin_when_ready(change: Change, at: Moment) -> Change:
    """Begin the match once both seats are taken and ready."""
    if not all(seated and seated.ready for seated in change.table.seats):
        return change
    table = replace(change.table, stage=Stage.PLAYING, match=matches.new(change.table.setup.ruleset))
    return settle(change._replace(table=table), at)


def waiting(table: Table) -> Table:
    """The table, which has not begun. Raises Refused with CLOSED or STARTED."""
    if table.stage is Stage.CLOSED:
        raise Refused(No.CLOSED)
    if table.stage is not Stage.OPEN:
        raise Refused(No.STARTED)
    return table


def close(table: Table) -> Change:
    """The table closed before the first roll, stakes given back. Raises Refused with CLOSED or STARTED."""
    closed = replace(waiting(table), stage=Stage.CLOSED, wake_at=None)
    return Change(closed, payments=pearls.refunds(closed))


def finish_turn(change: Change, seat: Seat | None, steps: tuple[tuple[int, int], ...]) -> Change:
    """Play these steps and confirm, for a seat or, by the house (None), for whoever is to move."""
    for step in steps:
        change = do(change, seat, actions.Move(*step))
    return do(change, seat, actions.Confirm())


def do(change: Change, seat: Seat | None, action: matches.Action) -> Change:
    """Apply one action of the match and write it into the log."""
    table = change.table
    before = match_of(table)
    match, _ = matches.apply(before, seat, action)
    seen = tally.counted(table.tally, before, match)
    after = replace(table, match=match, stamp=table.stamp + 1, picked=None, tally=seen, notes=0, woken=0)
    return change._replace(table=after, log=(*change.log, record.entry(seat, action)))


def note(change: Change, seat: Seat | None, agreement: matches.Agreement) -> Change:
    """Write an agreement into the log; the buttons of the turn under way stay good."""
    match, _ = matches.apply(match_of(change.table), seat, agreement)
    noted = change.table.notes + 1
    after = replace(change.table, match=match, stamp=change.table.stamp + 1, notes=noted)
    return change._replace(table=after, log=(*change.log, record.entry(seat, agreement)))


def roll(change: Change, at: Moment, seat: Seat | None = None) -> Change:
    """Make the roll the house owes, or a seat has asked for."""
    match = match_of(change.table)
    faces = Dice(at.seed, change.table.words).roll(match.number, match.game.rolls)
    return do(change, seat, matches.next_roll(match, faces))


def settle(change: Change, at: Moment) -> Change:
    """Roll what the house owes, set the clock for whoever is to move, and close the books when it is over."""
    while _rolls_by_itself(change.table, at):
        change = roll(change, at)
    table = change.table
    match = match_of(table)
    if match.verdict:
        over = replace(
            table,
            stage=Stage.FINISHED,
            clock=clocks.STOPPED,
            wake_at=at.now + onward.EVENING_PAUSE_MS if onward.goes_on(table) else None,
            asking=(None, None),
            pausing=(False, False),
            paused=None,
            seed=at.seed.hex(),
        )
        return change._replace(table=over, payments=change.payments + pearls.payout(over))
    if match.between:
        pause = replace(
            table,
            clock=clocks.STOPPED,
            wake_at=at.now + PAUSE_MS,
            asking=(None, None),
            pausing=(False, False),
            paused=None,
        )
        return change._replace(table=pause)
    if match.game.to_move is not None and table.is_computer(match.game.to_move):
        return change._replace(table=replace(table, clock=clocks.STOPPED, wake_at=at.now + PACE_MS))
    return change._replace(table=awaiting(_timed(change, at.now), at))


def awaiting(table: Table, at: Moment) -> Table:
    """The table asleep until its clock runs out, or until the house plays an only turn for whoever likes that."""
    wake_at = table.clock.ends
    if is_played_by_house(table, at):
        wake_at = at.now + ONLY_MS if wake_at is None else min(wake_at, at.now + ONLY_MS)
    return replace(table, wake_at=wake_at)


def is_played_by_house(table: Table, at: Moment) -> bool:
    """Whether whoever is to move has no choice, and likes the house to play such turns."""
    game = match_of(table).game
    mover = game.to_move
    return mover is not None and at.habits_of(table, mover).plays_only and habits.is_only(game)


def _rolls_by_itself(table: Table, at: Moment) -> bool:
    match = match_of(table)
    if not matches.wants_roll(match):
        return False
    mover = match.game.to_move
    if mover is None or table.is_computer(mover):
        return True
    return table.setup.auto_roll and at.habits_of(table, mover).rolls_itself


_BEGINS = ("open", "roll", "confirm", "next")


def _timed(change: Change, now: int) -> Table:
    """The table with the clock as the change leaves it."""
    table = change.table
    names = [name for _, name, *_ in change.log]
    kind = table.setup.ruleset.clock
    if any(name in _BEGINS for name in names):
        return replace(table, clock=clocks.begun(kind, now), given=0)
    if "move" in names:
        return replace(table, clock=clocks.stepped(table.clock, kind, now))
    return table
