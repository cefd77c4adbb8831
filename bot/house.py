"""What time brings to a table: clocks that run out, the computer's turns, the next game."""

from bot.change import (
    Change,
    Moment,
    begin_when_ready,
    do,
    everybody_ready,
    finish_turn,
    match_of,
    roll,
    settle,
)
from bot.table import Stage, Table
from rules import clock as clocks
from rules import game as games
from rules import match as matches

LONGEST_PAUSE_MS = 60_000
"""More than any pause of the house's own; what lies further ahead than this and a turn's time makes no sense."""

BEGIN_MS = 20_000
"""How long a rematch waits for words before it begins by itself."""


def needs_turn(table: Table) -> bool:
    """Whether `tick` needs a turn chosen by the computer, for itself or for an absent player."""
    match = table.match
    return table.stage is Stage.PLAYING and match is not None and not match.between and bool(match.game.steps)


def tick(table: Table, at: Moment, turn: tuple[tuple[int, int], ...] = ()) -> Change:
    """The table after what the house has to do once `wake_at` has come; `turn` where needs_turn says so."""
    if table.wake_at is None or table.wake_at > at.now:
        return Change(table)
    if table.stage is Stage.OPEN:
        return begin_when_ready(Change(everybody_ready(table)), at)
    change = Change(table)
    match = match_of(table)
    game = match.game
    if match.between:
        change = do(change, None, matches.NextGame())
    elif game.dice is None:
        change = roll(change, at)
    elif game.to_move is not None and table.is_computer(game.to_move):
        change = finish_turn(change, game.to_move, turn)
    else:
        change = _out_of_time(change, turn)
    return settle(change, at)


def _out_of_time(change: Change, turn: tuple[tuple[int, int], ...]) -> Change:
    change = do(change, None, games.Timeout())
    match = match_of(change.table)
    if match.game.outcome:
        return change
    gone = matches.absent(match)
    if gone is not None and change.table.setup.stake:
        return do(change, gone, matches.Leave(absent=True))
    return finish_turn(change, None, turn)


def grace_ms(table: Table) -> int:
    """How long that grace is; nothing where no clock runs."""
    turn = clocks.LIMITS[table.setup.ruleset.clock].turn
    return 0 if table.clock.ends is None or turn is None else turn
