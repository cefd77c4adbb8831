"""What a transaction takes before it reads what it is going to write, so that nobody else does so meanwhile.

On SQLite writers are one at a time, and nothing is asked. On PostgreSQL these rows and names wait for each other. In this
order, so that no two wait for one another: a press's key, the queue, players by their ids, accounts, a table's row.
"""

from collections.abc import Iterable

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema

_players = schema.players.c
_PLAYERS = (
    sa.select(_players.id)
    .where(_players.id.in_(sa.bindparam("players", expanding=True)))
    .order_by(_players.id)
    .with_for_update(key_share=True)  # rows that only name them need not wait
)
_accounts = schema.accounts.c
_ACCOUNTS = (
    sa.select(_accounts.id)
    .where(_accounts.id.in_([sa.bindparam("debit"), sa.bindparam("credit")]), _accounts.kind != "house")
    .order_by(_accounts.id)
    .with_for_update(key_share=True)
)
_QUEUE = sa.select(sa.func.pg_advisory_xact_lock(sa.literal(0x4D616A6C69732051, sa.BigInteger)))


async def players(conn: AsyncConnection, ids: Iterable[int]) -> None:
    """What these players have, are owed and are rated is this transaction's until its end."""
    wanted = sorted(set(ids))
    if wanted and _is_shared(conn):
        await conn.execute(_PLAYERS, {"players": wanted})


async def accounts(conn: AsyncConnection, debit: int, credit: int) -> None:
    """These balances are this transaction's until its end; the house's is nobody's to wait for before it is changed."""
    if _is_shared(conn):
        await conn.execute(_ACCOUNTS, {"debit": debit, "credit": credit})


async def queue(conn: AsyncConnection) -> None:
    """Who waits for a rival is this transaction's until its end."""
    if _is_shared(conn):
        await conn.execute(_QUEUE)


def _is_shared(conn: AsyncConnection) -> bool:
    return conn.dialect.name == "postgresql"
