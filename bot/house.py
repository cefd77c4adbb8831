"""What time brings to a table: clocks that run out, the computer's turns, the next game."""

from dataclasses import replace

from bot import agreements, onward, pearls
from bot.change import (
    ONLY_MS,
    PACE_MS,
    PAUSE_MS,
    Change,
    Moment,
    begin_when_ready,
    close,
    do,
    everybody_ready,
    finish_turn,
    is_played_by_house,
    match_of,
    roll,
    settle,
)
from bot.intents import Plan
from bot.table import Against, No, Stage, Table
from rules import actions
from rules import clock as clocks
from rules import match as matches
from rules.errors import Reason, Refused

BEGIN_MS = 20_000
"""How long a rematch waits for words before it begins by itself."""

LONGEST_WAIT_MS = 90 * 24 * 3600 * 1000
"""No table waits longer than this for somebody to begin it."""

ARRIVE_MS = 60_000
"""How long two whom quick play has brought together have to come to their table."""

LONGEST_PAUSE_MS = max(BEGIN_MS, ARRIVE_MS, PAUSE_MS, PACE_MS, ONLY_MS, onward.EVENING_PAUSE_MS)
"""What lies further ahead than this and than a turn's time makes no sense."""


def needs_turn(table: Table) -> bool:
    """Whether `tick` needs a turn chosen by the computer, for itself or for an absent player."""
    match = table.match
    return table.stage is Stage.PLAYING and match is not None and not match.between and bool(match.game.steps)


def tick(table: Table, at: Moment, turn: tuple[tuple[int, int], ...] = ()) -> Change:
    """The table after what the house has to do once `wake_at` has come; `turn` where needs_turn says so."""
    if table.wake_at is None or table.wake_at > at.now:
        return Change(table)
    if table.stage is Stage.FINISHED:
        return Change(replace(table, rematch=(Plan(), Plan()), wake_at=None))
    if table.stage is Stage.OPEN:
        return _waited(table, at)
    if table.paused:
        return agreements.go_on(table, None, at)
    change = Change(table)
    match = match_of(table)
    game = match.game
    if match.between:
        change = do(Change(replace(table, asking=(None, None))), None, matches.NextGame())
    elif game.dice is None:
        change = roll(change, at)
    elif game.to_move is not None and table.is_computer(game.to_move):
        change = finish_turn(change, game.to_move, turn)
    elif is_played_by_house(table, at):
        change = finish_turn(change, None, turn)
    elif table.clock.expired(at.now):
        change = _out_of_time(change, turn)
    return settle(change, at)


def _waited(table: Table, at: Moment) -> Change:
    """A rematch begins once its time for words is up; any other table was forgotten and closes, stakes given back."""
    if _begins_by_itself(table):
        return begin_when_ready(Change(everybody_ready(table)), at)
    change = close(table)
    return change._replace(table=replace(change.table, expired=True))


def _begins_by_itself(table: Table) -> bool:
    """Of two strangers whom quick play has brought together, each must have come."""
    if table.setup.against is not Against.FRIEND or None in table.seats:
        return False
    return table.queued is None or all(seated and seated.ready for seated in table.seats)


def _out_of_time(change: Change, turn: tuple[tuple[int, int], ...]) -> Change:
    change = do(change, None, actions.Timeout())
    match = match_of(change.table)
    if match.game.outcome:
        return change
    gone = matches.absent(match)
    if gone is not None and change.table.setup.stake:
        return do(change, gone, matches.Leave(absent=True))
    return finish_turn(change, None, turn)


def grace_ms(table: Table) -> int:
    """How long a clock is given that ran out while the program was down: one turn; nothing where none runs (docs/rules.md §6).

    What waits to be begun may wait as long as any table may, and a pause as long as any pause.
    """
    if table.stage is Stage.OPEN and table.queued:
        return ARRIVE_MS
    if table.stage is Stage.OPEN and not _begins_by_itself(table):
        return LONGEST_WAIT_MS
    if table.paused:
        return agreements.LONGEST_MS
    turn = clocks.LIMITS[table.setup.ruleset.clock].turn
    if turn is None or table.clock.ends is None or table.wake_at != table.clock.ends:
        return 0
    return turn + table.given * agreements.MINUTE_MS


def dissolve(table: Table) -> Change:
    """The table closed whether or not it is being played, stakes given back (docs/rules.md §7).

    Raises Refused(CLOSED), and MATCH_OVER for one that is over.
    """
    if table.stage is Stage.CLOSED:
        raise Refused(No.CLOSED)
    if table.stage is Stage.FINISHED:
        raise Refused(Reason.MATCH_OVER)
    closed = replace(
        table,
        stage=Stage.CLOSED,
        clock=clocks.STOPPED,
        wake_at=None,
        asking=(None, None),
        pausing=(False, False),
        paused=None,
    )
    return Change(closed, payments=pearls.refunds(closed))
