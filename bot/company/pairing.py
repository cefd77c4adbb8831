"""Those who wait for the same are paired: out of the queue, at a table, and their stakes in its pot, in one transaction."""

import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import cashier, lobby, shelf
from bot.company.desk import Company
from bot.company.queue import rivals
from bot.house import ARRIVE_MS
from bot.rating import BEGIN
from bot.table import Against, Queued, Seated, Setup, Table
from rules.errors import Refused
from rules.ruleset import PRESETS, ClockKind
from storage import blocks, ledger, locks, players, ratings, waiting
from storage.waiting import Choice, WaitingRow

log = logging.getLogger(__name__)

AT_ONCE = 20
"""Pairs of one transaction, so that it keeps no player's move waiting."""

GREETING_MS = 3_000
"""Before the first roll where both are there, so that each sees whom they play."""


class Paired(NamedTuple):
    """What came of one look at a queue: new tables, and who cannot pay the stake any more."""

    tables: tuple[Table, ...]
    poor: tuple[int, ...]


def setup_of(choice: Choice) -> Setup:
    """The table of a choice. Two minutes a turn: chats are slower than a page, and nobody waits for ever."""
    setup = lobby.setup(choice.preset, Against.FRIEND, target=choice.target)
    return replace(setup, ruleset=replace(setup.ruleset, clock=ClockKind.RELAXED), stake=choice.stake)


async def rating(conn: AsyncConnection, player: int, preset: str) -> int:
    """How strong somebody is at a preset's game."""
    found = await ratings.rating(conn, player, PRESETS[preset].game)
    return round(found.rating if found else BEGIN)


async def pair(company: Company, choice: Choice) -> Paired:
    """Pair as many as can be paired now."""
    poor: list[int] = []
    tables: list[Table] = []
    while True:

        async def opening(conn: AsyncConnection) -> list[tuple[Table, bytes]]:
            return await _pairs(conn, company, choice, poor)

        opened = await company.tables.open_together(opening)
        tables += opened
        if len(opened) < AT_ONCE:
            return Paired(tuple(tables), tuple(poor))


async def _pairs(
    conn: AsyncConnection, company: Company, choice: Choice, poor: list[int]
) -> list[tuple[Table, bytes]]:
    now = company.now()
    free = {}
    await locks.queue(conn)
    rows = await waiting.of_choice(conn, choice)
    await locks.players(conn, (row.player_id for row in rows))
    known = await players.names(conn, [row.player_id for row in rows])
    for row in rows:
        gone = row.player_id in company.tables.gone or row.player_id not in known
        if gone or company.tables.bans.of_player(row.player_id, now):
            await waiting.leave(conn, row.player_id)
        elif await ledger.balance(conn, row.player_id) >= choice.stake:
            free[row.player_id] = row
        else:
            await waiting.leave(conn, row.player_id)
            poor.append(row.player_id)
    opened: list[tuple[Table, bytes]] = []
    for one in list(free.values()):
        if one.player_id not in free or len(opened) == AT_ONCE:
            continue
        away = await blocks.around(conn, one.player_id)
        near = [each for each in rivals(one, free.values(), now) if each.player_id not in away]
        other = await _first_to_play(conn, company, one, near)
        if other:
            del free[one.player_id], free[other.player_id]
            opened.append(await _seated(conn, company, one, other, now))
    return opened


async def _first_to_play(
    conn: AsyncConnection, company: Company, one: WaitingRow, others: Iterable[WaitingRow]
) -> WaitingRow | None:
    """The first with whom one has not played for enough pearls today."""
    for other in others:
        try:
            for each, rival in ((one, other), (other, one)):
                await cashier.may_stake(
                    conn,
                    each.player_id,
                    rival.player_id,
                    each.choice.stake,
                    company.now(),
                    company.tables.caps,
                )
        except Refused:
            continue
        return other
    return None


async def _seated(
    conn: AsyncConnection, company: Company, one: WaitingRow, other: WaitingRow, now: int
) -> tuple[Table, bytes]:
    """Two at a table of their own. It begins in a moment if both are there, else it waits a little for them."""
    first, second = await _seat(conn, company, one, now), await _seat(conn, company, other, now)
    here = first.ready and second.ready
    return await shelf.create(
        conn,
        setup_of(one.choice),
        one.player_id,
        (first, second),
        now,
        wake_at=now + (GREETING_MS if here else ARRIVE_MS),
        queued=(_queued(one), _queued(other)),
        caps=company.tables.caps,
    )


async def _seat(conn: AsyncConnection, company: Company, row: WaitingRow, now: int) -> Seated:
    known = await players.load(conn, row.player_id)
    if known is None or not await waiting.leave(conn, row.player_id):
        raise LookupError(f"player {row.player_id} does not wait")
    return Seated(row.player_id, known.name, ready=company.queue.is_here(row.player_id, now))


def _queued(row: WaitingRow) -> Queued:
    return Queued(row.since, row.platform, row.place, row.rating)
