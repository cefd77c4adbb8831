"""What a person's wish makes of a table: pure functions from table to change.

The seed comes in for the rolls; nothing here keeps it.
"""

from dataclasses import replace
from hmac import compare_digest
from typing import NamedTuple

from bot import agreements, habits, onward, pearls
from bot.change import (
    Change,
    Moment,
    begin_when_ready,
    close,
    do,
    everybody_ready,
    finish_turn,
    match_of,
    roll,
    settle,
    waiting,
)
from bot.intents import (
    TIMELY,
    Ask,
    Close,
    Confirm,
    GoOn,
    Intent,
    Keep,
    Look,
    MoreTime,
    Pause,
    PickDie,
    Plan,
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
from bot.table import Against, No, Seated, Stage, Table
from rules import actions
from rules import game as games
from rules import match as matches
from rules.dice import clean_word
from rules.errors import Malformed, Reason, Refused
from rules.seat import Seat


class Person(NamedTuple):
    """Who wishes something."""

    id: int
    name: str


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
    if isinstance(intent, TIMELY) and stamp is not None and not table.fits(stamp):
        raise Refused(No.STALE)
    return _at_seat(table, seat, person, intent, at)


def _at_seat(table: Table, seat: Seat, person: Person, intent: Intent, at: Moment) -> Change:
    match intent:
        case Word(word):
            change = _set_word(table, seat, word)
        case Start():
            change = _start(table, seat, at)
        case Close():
            change = _close(table, seat, person)
        case Rematch(plan):
            change = _rematch(table, seat, plan)
        case Ask(what):
            change = Change(_asked(_askable(table, what), seat, what))
        case Keep():
            change = _keep(table, seat)
        case Resign(what):
            change = _resign(table, seat, what, at)
        case Pause() | GoOn() | MoreTime():
            change = agreements.agree(_playing(table), seat, intent, at)
        case PickDie(die):
            change = _pick(_awake(table), seat, die)
        case _:
            change = _play(_awake(table), seat, intent, at)
    return change


def _askable(table: Table, what: What) -> Table:
    """Between two games there is none to give up: a late tap must not put the next one in question."""
    if what is What.GAME and match_of(_playing(table)).between:
        raise Refused(Reason.GAME_OVER)
    return _playing(table)


def _keep(table: Table, seat: Seat) -> Change:
    return Change(table if table.asking[seat] is None else _asked(_playing(table), seat, None))


def _pick(table: Table, seat: Seat, die: int) -> Change:
    game = match_of(table).game
    if game.to_move is not seat:
        raise Refused(Reason.NOT_YOUR_TURN)
    if die not in game.left:
        raise Refused(Reason.ILLEGAL_STEP)
    return Change(table if table.picked == die else replace(table, picked=die))


def _playing(table: Table) -> Table:
    if table.stage is Stage.CLOSED:
        raise Refused(No.CLOSED)
    if table.stage is Stage.OPEN:
        raise Refused(No.NOT_STARTED)
    if table.stage is Stage.FINISHED:
        raise Refused(Reason.MATCH_OVER)
    return table


def _awake(table: Table) -> Table:
    if table.paused and table.stage is Stage.PLAYING:
        raise Refused(No.PAUSED)
    return _playing(table)


def _sit(table: Table, person: Person, intent: Sit, at: Moment) -> Change:
    if table.seat_of(person.id) is not None:
        raise Refused(No.ALREADY_SEATED)
    free = next((seat for seat in Seat if table.seats[seat] is None), None)
    if free is None:
        raise Refused(No.SEAT_TAKEN)
    waiting(table)
    if not _is_invited(table, person, intent.key):
        raise Refused(No.NOT_INVITED)
    seated = _seat(table, free, Seated(person.id, person.name, ready=True, word=_word(intent.word)))
    paid = Change(seated, payments=pearls.stake(seated, free))
    return begin_when_ready(paid, at)


def _is_invited(table: Table, person: Person, key: str) -> bool:
    setup = table.setup
    return setup.guest in (0, person.id) and compare_digest(
        setup.key.encode(), (key if setup.key else "").encode()
    )


def _seat(table: Table, seat: Seat, seated: Seated) -> Table:
    first, second = table.seats
    return replace(table, seats=(seated, second) if seat is Seat.FIRST else (first, seated))


def _word(word: str) -> str:
    try:
        return clean_word(word)
    except Malformed:
        raise Refused(No.WORD_TOO_LONG) from None


def _set_word(table: Table, seat: Seat, word: str) -> Change:
    seated = waiting(table).seats[seat]
    if seated is None:
        raise Refused(No.SPECTATOR)
    return Change(_seat(table, seat, seated._replace(word=_word(word))))


def _start(table: Table, seat: Seat, at: Moment) -> Change:
    seated = waiting(table).seats[seat]
    if seated is None:
        raise Refused(No.SPECTATOR)
    ready = _seat(table, seat, seated._replace(ready=True))
    if ready.setup.against is Against.LOCAL:
        ready = everybody_ready(ready)
    return begin_when_ready(Change(ready), at)


def _close(table: Table, seat: Seat, person: Person) -> Change:
    if table.stage is Stage.FINISHED and onward.goes_on(table) and not table.next_code:
        return Change(onward.break_off(table))
    if not may_close(table, person.id):
        raise Refused(No.NOT_HOST)
    if table.queued:  # whoever leaves is not there, and the other is there enough to be put back in the queue
        table = replace(table, seats=_there(table, seat.other))
    return close(table)


def may_close(table: Table, player: int) -> bool:
    """Whether a player may close a table that has not begun: its host, or either of two who were brought together."""
    together = table.queued is not None or table.setup.evening is not None
    return player == table.host or (
        together and None not in table.seats and table.seat_of(player) is not None
    )


def _there(table: Table, there: Seat) -> tuple[Seated | None, Seated | None]:
    first, second = (
        seated and seated._replace(ready=seat is there)
        for seat, seated in zip(Seat, table.seats, strict=True)
    )
    return first, second


def _rematch(table: Table, seat: Seat, plan: Plan) -> Change:
    if table.stage is not Stage.FINISHED:
        raise Refused(No.NOT_FINISHED)
    onward.setup_after(table, plan)
    if table.next_code:
        return Change(table)
    if table.setup.against is not Against.FRIEND:
        return Change(replace(table, rematch=(plan, plan)))
    first, second = table.rematch
    wished = replace(table, rematch=(plan, second) if seat is Seat.FIRST else (first, plan))
    return Change(replace(wished, wake_at=None) if onward.agreed(wished) else wished)


def _asked(table: Table, seat: Seat, what: What | None) -> Table:
    first, second = table.asking
    return replace(table, asking=(what, second) if seat is Seat.FIRST else (first, what))


def _resign(table: Table, seat: Seat, what: What, at: Moment) -> Change:
    if _playing(table).asking[seat] is not what:
        raise Refused(No.NOT_ASKED)
    answered = Change(_asked(table, seat, None))
    gives_up: matches.Action = actions.Resign() if what is What.GAME else matches.Leave()
    return settle(do(answered, seat, gives_up), at)


def _play(table: Table, seat: Seat, intent: Intent, at: Moment) -> Change:
    change = Change(table)
    match intent:
        case Roll():
            if match_of(table).game.to_move is not seat:
                raise Refused(Reason.NOT_YOUR_TURN)
            change = roll(change, at, seat)
        case Step(source, die, times):
            for _ in range(times):
                change = do(change, seat, actions.Move(source, die))
            if not at.habits_of(table, seat).confirms and habits.speaks_for_itself(
                match_of(change.table).game
            ):
                change = do(change, seat, actions.Confirm())
        case Undo():
            change = do(change, seat, actions.Undo())
        case Confirm():
            change = do(change, seat, actions.Confirm())
        case PlayOnly():
            change = _play_only(change, seat)
    return settle(change, at)


def _play_only(change: Change, seat: Seat) -> Change:
    game = match_of(change.table).game
    if seat is not game.to_move:
        raise Refused(Reason.NOT_YOUR_TURN)
    turns = games.whole_turns(game)
    if len(turns) != 1:
        raise Refused(No.NO_ONLY_TURN)
    return finish_turn(change, seat, turns[0].steps)
