"""Tables to rows and back, and how a new one comes into the world."""

import json
import logging
from collections.abc import Iterable, Iterator
from dataclasses import replace
from secrets import token_bytes

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import cashier, house, names, onward, pearls, snapshot, welcome
from bot.house import BEGIN_MS
from bot.intents import Plan
from bot.play import Person
from bot.table import COMPUTER, Against, Queued, Seated, Setup, Stage, Table
from bot.thrift import STANDARD, Caps
from rules.clock import Clock
from rules.dice import SEED_BYTES, commitment
from rules.seat import Seat
from storage import results, waiting
from storage import tables as stored
from storage.tables import Status, TableRow
from storage.waiting import Choice, WaitingRow

log = logging.getLogger(__name__)

Seats = tuple[Seated | None, Seated | None]


def row(table: Table, seed: bytes, now: int) -> TableRow:
    """A table as stored. `created_at` counts only when it is inserted."""
    return TableRow(
        id=table.id,
        code=table.code,
        version=table.version,
        status=Status(table.stage),
        snapshot=json.dumps(snapshot.dump(table), separators=(",", ":"), ensure_ascii=False),
        seed=seed.hex(),
        wake_at=table.wake_at,
        grace_ms=house.grace_ms(table),
        host_id=table.host,
        created_at=now,
        updated_at=now,
    )


def guest_mark(player: int) -> str:
    """What stands in the snapshot of every table with a seat kept for a player, and hardly in another."""
    return f'"guest":{player},'


def read(stored_row: TableRow) -> Table:
    """The table a row holds. A clock runs until the row's time, which a start may have set right."""
    kept = json.loads(stored_row.snapshot)
    table = snapshot.load(
        kept,
        id=stored_row.id,
        code=stored_row.code,
        version=stored_row.version,
        stage=Stage(stored_row.status),
        host=stored_row.host_id,
        wake_at=stored_row.wake_at,
    )
    planned = kept.get("wake_at", table.clock.ends)
    if table.clock.ends is None or table.wake_at == planned or planned != table.clock.ends:
        return table  # no clock, nothing set right, or what was awaited was not the clock
    return replace(table, clock=Clock(table.wake_at, None))


def readable(rows: Iterable[TableRow]) -> Iterator[Table]:
    """The tables that can be read: one that cannot must not take the way to the others."""
    for row in rows:
        try:
            yield read(row)
        except Exception:
            log.exception("table %s cannot be read", row.code)


def first_seats(setup: Setup, host: Person, other: str = "") -> Seats:
    """Who sits at a table that has just been opened; against a friend the other seat is free.

    `other` is the name of whoever shares the host's screen.
    """
    mine = Seated(host.id, host.name, ready=setup.against is Against.FRIEND)
    match setup.against:
        case Against.FRIEND:
            return mine, None
        case Against.COMPUTER:
            return mine, Seated(COMPUTER, "", ready=True)
        case Against.LOCAL:
            return mine, Seated(host.id, other, ready=False)


async def create(
    conn: AsyncConnection,
    setup: Setup,
    host: int,
    seats: Seats,
    now: int,
    *,
    wake_at: int | None = None,
    presser: int | None = None,
    home: str | None = None,
    queued: tuple[Queued, Queued] | None = None,
    caps: Caps = STANDARD,
) -> tuple[Table, bytes]:
    """Store a new table with a fresh seed; whoever sits there pays the stake. Raises Refused where they cannot or may not.

    `presser` is whose press it was, the host's unless named; `home` the group or server where the table is opened.
    """
    seed = token_bytes(SEED_BYTES)
    table = Table(
        id=0,
        code=names.new_code(),
        setup=setup,
        host=host,
        commitment=commitment(seed),
        seats=seats,
        wake_at=wake_at,
        home=home,
        queued=queued,
    )
    while await stored.load_by_code(conn, table.code):
        table = replace(table, code=names.new_code())
    table = await acquainted(conn, replace(table, seats=(None, None)), table)
    table = replace(table, id=await stored.insert(conn, row(table, seed, now)))
    await save_seats(conn, replace(table, seats=(None, None)), table)
    for seat in Seat:
        await cashier.pay(conn, table, pearls.stake(table, seat), now, presser or host, caps)
    return table, seed


async def save_seats(conn: AsyncConnection, before: Table, table: Table) -> None:
    """Note who sits where, so that people find their tables; the computer needs no note."""
    for seat in Seat:
        had, has = before.seats[seat], table.seats[seat]
        if has and has.player != COMPUTER and (had is None or had.player != has.player):
            await stored.seat(conn, table.id, int(seat), has.player)


async def acquainted(conn: AsyncConnection, before: Table, table: Table) -> Table:
    """The table with what has been between the two, once a second person has sat down."""
    first, second = table.seats
    if before.seats == table.seats or table.setup.against is not Against.FRIEND or not (first and second):
        return table
    stand = await results.head_to_head(conn, first.player, second.player)
    return replace(table, met=(stand.all.mine, stand.all.theirs))


def renamed(table: Table, player: int, name: str) -> Table:
    """A table that is over, at which somebody is called otherwise, wishes nothing more and came from nowhere."""
    first, second = (at._replace(name=name) if at and at.player == player else at for at in table.seats)
    mine, theirs = (
        None if at and at.player == player else plan
        for at, plan in zip(table.seats, table.rematch, strict=True)
    )
    return replace(table, seats=(first, second), rematch=(mine, theirs), queued=None)


async def put_back(conn: AsyncConnection, table: Table) -> None:
    """Whoever came to a table where their rival did not stands in the queue again where they stood."""
    for seat in Seat:
        at, queued = table.seats[seat], table.queued and table.queued[seat]
        if at and queued and at.ready:
            choice = Choice(table.setup.preset, table.setup.ruleset.target, table.setup.stake)
            row = WaitingRow(at.player, choice, queued.since, queued.rating, queued.platform, queued.place)
            await waiting.put_back(conn, row)


def wants_successor(table: Table) -> bool:
    """Whether both want another match and it is not there yet."""
    return table.stage is Stage.FINISHED and onward.agreed(table) is not None and table.next_code is None


async def create_successor(  # noqa: PLR0917 as `create`
    conn: AsyncConnection, table: Table, now: int, waits_ms: int, presser: int | None, caps: Caps
) -> tuple[Table, bytes]:
    """What both have agreed on: seats exchanged, new dice. It waits a little for words, then begins.

    One that its host has to start waits for them `waits_ms` at most. Raises Refused where a stake is not there, or one of
    the two has blocked the other since.
    """
    setup = onward.setup_after(table, onward.agreed(table) or Plan())
    for seated in table.seats:
        if seated and seated.player != COMPUTER:
            await welcome.to_play(conn, table, Person(seated.player, seated.name))
    second, first = (
        seated and seated._replace(ready=seated.player == COMPUTER, word="") for seated in table.seats
    )
    waits = table.setup.against is Against.FRIEND
    return await create(
        conn,
        setup,
        table.host,
        (first, second),
        now,
        wake_at=now + (BEGIN_MS if waits else waits_ms),
        presser=presser,
        home=table.home,
        caps=caps,
    )
