"""What a wish, or the passing of time, makes of a table: pure functions from table to change.

`act` is a person's wish, `tick` the house's: clocks that ran out, the computer's turns, the next game.
The seed comes in for the rolls; nothing here keeps it.
"""

from dataclasses import replace
from typing import NamedTuple

from bot import pearls
from bot.intents import (
    TIMELY,
    Ask,
    Close,
    Confirm,
    Intent,
    Keep,
    Look,
    PickDie,
    PlayOnly,
    Rematch,
    Resign,
    Roll,
    Sit,
    Start,
    Step,
    Undo,
    What,
    Word,
)
from bot.pearls import Payment
from bot.table import Against, No, Seated, Stage, Table
from rules import clock as clocks
from rules import game as games
from rules import match as matches
from rules import record
from rules.dice import Dice, clean_word
from rules.errors import Malformed, Reason, Refused
from rules.match import Match
from rules.seat import Seat

PACE_MS = 900
"""How long the computer waits, so that people see their own turn before its answer."""

PAUSE_MS = 6_000
"""Between the games of a match."""

BEGIN_MS = 20_000
"""How long a rematch waits for words before it begins by itself."""


class Person(NamedTuple):
    """Who wishes something."""

    id: int
    name: str


class Moment(NamedTuple):
    """When something happens, and the seed that the rolls of that moment come from."""

    now: int
    seed: bytes


class Change(NamedTuple):
    """A table after a wish: what to append to its log and which pearls move with it."""

    table: Table
    log: tuple[record.Entry, ...] = ()
    payments: tuple[Payment, ...] = ()


def act(table: Table, person: Person, intent: Intent, stamp: int | None, at: Moment) -> Change:
    """The table after a person's wish; `stamp` is the one on the button (None where the wish has none).

    Raises Refused with a rules' Reason or a table's No; the table is unchanged then.
    """
    if isinstance(intent, Look):
        return Change(table)
    if isinstance(intent, Sit):
        return _sit(table, person, intent, at)
    seat = table.seat_of(person.id)
    if seat is None:
        raise Refused(No.SPECTATOR)
    if isinstance(intent, TIMELY) and stamp is not None and stamp != table.stamp:
        raise Refused(No.STALE)
    return _at_seat(table, seat, person, intent, at)


def _at_seat(table: Table, seat: Seat, person: Person, intent: Intent, at: Moment) -> Change:
    match intent:
        case Word(word):
            change = _set_word(table, seat, word)
        case Start():
            change = _start(table, seat, at)
        case Close():
            change = _close(table, person)
        case Rematch():
            change = _rematch(table, seat)
        case Ask(what):
            change = Change(_asked(_playing(table), seat, what))
        case Keep():
            change = Change(_asked(table, seat, None))
        case Resign(what):
            change = _resign(table, seat, what, at)
        case PickDie(die):
            change = Change(replace(_playing(table), picked=die))
        case _:
            change = _play(_playing(table), seat, intent, at)
    return change


def _open(table: Table) -> Table:
    if table.stage is Stage.CLOSED:
        raise Refused(No.CLOSED)
    if table.stage is not Stage.OPEN:
        raise Refused(No.STARTED)
    return table


def _playing(table: Table) -> Table:
    if table.stage is Stage.CLOSED:
        raise Refused(No.CLOSED)
    if table.stage is Stage.OPEN:
        raise Refused(No.NOT_STARTED)
    if table.stage is Stage.FINISHED:
        raise Refused(Reason.MATCH_OVER)
    return table


def _match(table: Table) -> Match:
    if table.match is None:
        raise Refused(No.NOT_STARTED)
    return table.match


def _sit(table: Table, person: Person, intent: Sit, at: Moment) -> Change:
    if table.seat_of(person.id) is not None:
        raise Refused(No.ALREADY_SEATED)
    free = next((seat for seat in Seat if table.seats[seat] is None), None)
    if free is None:
        raise Refused(No.SEAT_TAKEN)
    _open(table)
    seated = _seat(table, free, Seated(person.id, person.name, ready=True, word=_word(intent.word)))
    paid = Change(seated, payments=pearls.stake(seated, free))
    return _begin_when_ready(paid, at)


def _seat(table: Table, seat: Seat, seated: Seated) -> Table:
    first, second = table.seats
    return replace(table, seats=(seated, second) if seat is Seat.FIRST else (first, seated))


def _word(word: str) -> str:
    try:
        return clean_word(word)
    except Malformed:
        raise Refused(No.WORD_TOO_LONG) from None


def _set_word(table: Table, seat: Seat, word: str) -> Change:
    seated = _open(table).seats[seat]
    if seated is None:
        raise Refused(No.SPECTATOR)
    return Change(_seat(table, seat, seated._replace(word=_word(word))))


def _start(table: Table, seat: Seat, at: Moment) -> Change:
    seated = _open(table).seats[seat]
    if seated is None:
        raise Refused(No.SPECTATOR)
    ready = _seat(table, seat, seated._replace(ready=True))
    if ready.setup.against is Against.LOCAL:
        ready = _everybody_ready(ready)
    return _begin_when_ready(Change(ready), at)


def _everybody_ready(table: Table) -> Table:
    first, second = table.seats
    return replace(
        table, seats=(first and first._replace(ready=True), second and second._replace(ready=True))
    )


def _begin_when_ready(change: Change, at: Moment) -> Change:
    if not all(seated and seated.ready for seated in change.table.seats):
        return change
    table = replace(change.table, stage=Stage.PLAYING, match=matches.new(change.table.setup.ruleset))
    return _settle(change._replace(table=table), at)


def _close(table: Table, person: Person) -> Change:
    if person.id != table.host:
        raise Refused(No.NOT_HOST)
    closed = replace(_open(table), stage=Stage.CLOSED, wake_at=None)
    return Change(closed, payments=pearls.refunds(closed))


def _rematch(table: Table, seat: Seat) -> Change:
    if table.stage is not Stage.FINISHED:
        raise Refused(No.NOT_FINISHED)
    alone = table.setup.against is not Against.FRIEND
    first, second = table.rematch
    return Change(replace(table, rematch=(first or alone or seat == 0, second or alone or seat == 1)))


def _asked(table: Table, seat: Seat, what: What | None) -> Table:
    first, second = table.asking
    return replace(table, asking=(what, second) if seat is Seat.FIRST else (first, what))


def _resign(table: Table, seat: Seat, what: What, at: Moment) -> Change:
    if _playing(table).asking[seat] is not what:
        raise Refused(No.NOT_ASKED)
    answered = Change(_asked(table, seat, None))
    gives_up: matches.Action = games.Resign() if what is What.GAME else matches.Leave()
    return _settle(_do(answered, seat, gives_up), at)


def _play(table: Table, seat: Seat, intent: Intent, at: Moment) -> Change:
    change = Change(table)
    match intent:
        case Roll():
            if _match(table).game.to_move is not seat:
                raise Refused(Reason.NOT_YOUR_TURN)
            change = _roll(change, at)
        case Step(source, die, times):
            for _ in range(times):
                change = _do(change, seat, games.Move(source, die))
        case Undo():
            change = _do(change, seat, games.Undo())
        case Confirm():
            change = _do(change, seat, games.Confirm())
        case PlayOnly():
            change = _play_only(change, seat)
    return _settle(change, at)


def _play_only(change: Change, seat: Seat) -> Change:
    game = _match(change.table).game
    if seat is not game.to_move:
        raise Refused(Reason.NOT_YOUR_TURN)
    turns = games.whole_turns(game)
    if len(turns) != 1:
        raise Refused(No.NO_ONLY_TURN)
    return _finish_turn(change, seat, turns[0].steps)


def _finish_turn(change: Change, seat: Seat | None, steps: tuple[tuple[int, int], ...]) -> Change:
    for step in steps:
        change = _do(change, seat, games.Move(*step))
    return _do(change, seat, games.Confirm())


def _do(change: Change, seat: Seat | None, action: matches.Action) -> Change:
    table = change.table
    match, _ = matches.apply(_match(table), seat, action)
    after = replace(table, match=match, stamp=table.stamp + 1, picked=None)
    return change._replace(table=after, log=(*change.log, record.entry(seat, action)))


def _roll(change: Change, at: Moment) -> Change:
    match = _match(change.table)
    faces = Dice(at.seed, change.table.words).roll(match.number, match.game.rolls)
    return _do(change, None, matches.next_roll(match, faces))


def _settle(change: Change, at: Moment) -> Change:
    """Roll what the house owes, set the clock for whoever is to move, and close the books when it is over."""
    while _rolls_by_itself(change.table):
        change = _roll(change, at)
    table = change.table
    match = _match(table)
    if match.verdict:
        over = replace(
            table,
            stage=Stage.FINISHED,
            clock=clocks.STOPPED,
            wake_at=None,
            asking=(None, None),
            seed=at.seed.hex(),
        )
        return change._replace(table=over, payments=change.payments + pearls.payout(over))
    if match.between:
        pause = replace(table, clock=clocks.STOPPED, wake_at=at.now + PAUSE_MS, asking=(None, None))
        return change._replace(table=pause)
    if match.game.to_move is not None and table.is_computer(match.game.to_move):
        return change._replace(table=replace(table, clock=clocks.STOPPED, wake_at=at.now + PACE_MS))
    clock = _clock(change, at.now)
    return change._replace(table=replace(table, clock=clock, wake_at=clock.ends))


def _rolls_by_itself(table: Table) -> bool:
    match = _match(table)
    if not matches.wants_roll(match):
        return False
    mover = match.game.to_move
    return mover is None or table.setup.auto_roll or table.is_computer(mover)


_BEGINS = ("open", "roll", "confirm", "next")


def _clock(change: Change, now: int) -> clocks.Clock:
    names = [name for _, name, *_ in change.log]
    kind = change.table.setup.ruleset.clock
    if any(name in _BEGINS for name in names):
        return clocks.begun(kind, now)
    if "move" in names:
        return clocks.stepped(change.table.clock, kind, now)
    return change.table.clock


def needs_turn(table: Table) -> bool:
    """Whether `tick` needs a turn chosen by the computer, for itself or for an absent player."""
    match = table.match
    return table.stage is Stage.PLAYING and match is not None and not match.between and bool(match.game.steps)


def tick(table: Table, at: Moment, turn: tuple[tuple[int, int], ...] = ()) -> Change:
    """The table after what the house has to do once `wake_at` has come; `turn` where needs_turn says so."""
    if table.wake_at is None or table.wake_at > at.now:
        return Change(table)
    if table.stage is Stage.OPEN:
        return _begin_when_ready(Change(_everybody_ready(table)), at)
    change = Change(table)
    match = _match(table)
    game = match.game
    if match.between:
        change = _do(change, None, matches.NextGame())
    elif game.dice is None:
        change = _roll(change, at)
    elif game.to_move is not None and table.is_computer(game.to_move):
        change = _finish_turn(change, game.to_move, turn)
    else:
        change = _out_of_time(change, turn)
    return _settle(change, at)


def _out_of_time(change: Change, turn: tuple[tuple[int, int], ...]) -> Change:
    change = _do(change, None, games.Timeout())
    match = _match(change.table)
    if match.game.outcome:
        return change
    gone = matches.absent(match)
    if gone is not None and change.table.setup.stake:
        return _do(change, gone, matches.Leave(absent=True))
    return _finish_turn(change, None, turn)


def revived(table: Table, started_at: int) -> Table:
    """A clock that ran out while the program was down gets a fresh grace of one turn (docs/rules.md §6)."""
    if not table.clock.expired(started_at):
        return table
    clock = clocks.begun(table.setup.ruleset.clock, started_at)
    return replace(table, clock=clock, wake_at=clock.ends)


def grace_ms(table: Table) -> int:
    """How long that grace is; nothing where no clock runs."""
    turn = clocks.LIMITS[table.setup.ruleset.clock].turn
    return 0 if table.clock.ends is None or turn is None else turn
