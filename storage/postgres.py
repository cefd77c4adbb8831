"""What is PostgreSQL's own: a server that many programs write to at the same time, telling each other of it.

Transactions that write see what others have committed statement by statement (read committed); what is read to be written
again is locked first (storage.locks). Being the only one, and being there at all, is an advisory lock of a connection of its
own: whoever dies lets go of it at once.
"""

import asyncio
import logging
import secrets
import zlib
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Final

import asyncpg
import sqlalchemy as sa
from sqlalchemy import URL, event
from sqlalchemy.dialects.postgresql.asyncpg import AsyncAdapt_asyncpg_dbapi
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from storage.news import Heard, Hearing, Line, read
from storage.unusable import Unusable

log = logging.getLogger(__name__)

POOL = 10
"""Connections of one program, besides those for being heard and being alone."""

CONNECT_S = 10.0
AGAIN_S = 1.0
"""How often to look whether one may begin, and to try a server again that is away."""

PULSE_S = 2.0
"""How often a connection that only waits proves to be alive."""

CHANNEL: Final = "majlis"
_FAMILY = zlib.crc32(b"majlis") & 0x7FFFFFFF
"""The first half of each advisory lock of ours: other programs of the same database have others."""

_SETTINGS = {
    "application_name": "majlis",
    "timezone": "UTC",
    "statement_timeout": "30s",
    "lock_timeout": "10s",
    "idle_in_transaction_session_timeout": "60s",
    # A program that was cut off holds nobody up for long.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
_ERRORS = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
_NOTIFY = sa.select(sa.func.pg_notify(CHANNEL, sa.bindparam("said", type_=sa.Text)))
_BACKUP = "is backed up by PostgreSQL's own tools: pg_dump --format=custom --file=FILE and pg_restore"


class Postgres:
    """A server's database (storage.database.Place)."""

    shared = True

    def __init__(self, address: URL) -> None:
        self._address = address
        self.name = address.set(query={}).render_as_string(hide_password=True)
        self._origin = secrets.token_hex(4)
        self._held: asyncpg.Connection[Any] | None = None
        engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self._pooled,
            hide_parameters=True,  # a statement's values, a seed among them, must not reach errors and logs
            pool_size=POOL,
            max_overflow=0,
            pool_use_lifo=True,
        )
        event.listen(engine.sync_engine, "checkout", _still_open)
        self.writer = engine.execution_options(isolation_level="READ COMMITTED")
        self.reader = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

    @classmethod
    async def at(cls, address: URL) -> "Postgres":
        """The database at an address, which must be there. Raises Unusable."""
        place = cls(address.set(drivername="postgresql"))
        try:
            await (await place._connect()).close()
        except (*_ERRORS, ValueError) as error:
            raise Unusable(place.reason(error)) from None
        return place

    def turn(self) -> AbstractAsyncContextManager[object]:
        """Everybody writes at once."""
        return nullcontext()

    async def take_migration(self, conn: AsyncConnection) -> None:
        """Let nobody else migrate before this transaction ends, and let ours take its time."""
        await conn.exec_driver_sql("SET LOCAL statement_timeout = 0")
        await conn.exec_driver_sql("SET LOCAL lock_timeout = 0")
        await conn.execute(sa.select(sa.func.pg_advisory_xact_lock(_FAMILY, _number("migrate"))))

    async def hold(self, *, alone: bool) -> bool:
        """Be one of the programs that run tables here, or the only one; until closed. Raises Unusable."""
        run, begin = _number("run"), _number("begin")
        try:
            self._held = conn = await self._connect()
            await conn.execute("SELECT pg_advisory_lock($1, $2)", _FAMILY, begin)  # one after the other
            first = await conn.fetchval("SELECT pg_try_advisory_lock($1, $2)", _FAMILY, run)
            held = first
            if not alone:
                held = await conn.fetchval("SELECT pg_try_advisory_lock_shared($1, $2)", _FAMILY, run)
                if first:
                    await conn.execute("SELECT pg_advisory_unlock($1, $2)", _FAMILY, run)
            await conn.execute("SELECT pg_advisory_unlock($1, $2)", _FAMILY, begin)
        except _ERRORS as error:
            raise Unusable(self.reason(error)) from None
        if not held:
            raise Unusable(f"another Majlis is {'running' if alone else 'alone'} on {self.name}")
        return bool(first)

    async def announce(self, conn: AsyncConnection, line: Line) -> None:
        """Tell the other programs once the transaction commits."""
        await conn.execute(_NOTIFY, {"said": f"{self._origin} {line.written()}"})

    async def listen(self, heard: Heard, hearing: Hearing) -> None:
        """Hear the other programs, for ever; what was said before it begins, or while the server was away, is missed."""

        def hear(_conn: object, _pid: int, _channel: str, said: object) -> None:
            origin, _, text = str(said).partition(" ")
            if origin != self._origin and (line := read(text)):
                heard(line)

        while True:
            with suppress(*_ERRORS):
                async with self._alive() as (conn, broken):
                    await conn.add_listener(CHANNEL, hear)
                    hearing(True)
                    await broken.wait()
                hearing(False)
                log.warning("the database is away; what others do is not heard meanwhile")
            await asyncio.sleep(AGAIN_S)

    @asynccontextmanager
    async def only_one(self, what: str) -> AsyncIterator[asyncio.Event]:
        """Wait until nobody else does `what`; the event is set once somebody else does.

        Where the server goes away for a while, whoever comes back first goes on.
        """
        conn, lost = await self._locked(what), asyncio.Event()
        if conn is None:
            raise AssertionError("waited for ever")
        keeper = asyncio.create_task(self._keep_locked(conn, what, lost))
        try:
            yield lost
        finally:
            keeper.cancel()
            await asyncio.gather(keeper, return_exceptions=True)
            await _leave(conn)  # a keeper that had no time to begin has not

    async def _keep_locked(self, conn: "asyncpg.Connection[Any]", what: str, lost: asyncio.Event) -> None:
        again: asyncpg.Connection[Any] | None = conn
        while again:
            async with self._alive(again) as (_, broken):
                await broken.wait()
            again = await self._locked(what, wait=False)
        lost.set()

    async def _locked(self, what: str, *, wait: bool = True) -> "asyncpg.Connection[Any] | None":
        """A connection that holds the lock of `what`; None, unless to wait, where somebody else does."""
        while True:
            with suppress(*_ERRORS):
                conn, got = await self._connect(), False
                try:
                    got = await conn.fetchval("SELECT pg_try_advisory_lock($1, $2)", _FAMILY, _number(what))
                finally:
                    if not got:  # or cancelled, when the server may have given it all the same
                        await _leave(conn)
                if got or not wait:
                    return conn if got else None
            await asyncio.sleep(AGAIN_S)

    def reason(self, error: BaseException) -> str:
        """Why the database cannot be used, in a line without its address's password."""
        if isinstance(error, DBAPIError):
            error = error.orig or error
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        if isinstance(error, TimeoutError) and not str(error):
            why = "no answer"
        if isinstance(error, ValueError):
            why = "the address cannot be read"
        line = " ".join(f"cannot use {self.name}: {why}".split())
        password = str(self._address.password or "")
        return line.replace(password, "***") if password and password in why else line

    async def close(self) -> None:
        """Let go of every connection."""
        if self._held:
            await _leave(self._held)
        await self.writer.dispose()

    async def backup(self, path: Path) -> None:
        """Raises Unusable: PostgreSQL's own tools do it better."""
        raise Unusable(f"{self.name} {_BACKUP}; nothing was written to {path}")

    async def _connect(self) -> "asyncpg.Connection[Any]":
        dsn = self._address.render_as_string(hide_password=False)
        return await asyncpg.connect(dsn, timeout=CONNECT_S, server_settings=_SETTINGS)

    async def _pooled(self) -> "asyncpg.Connection[Any]":
        """One of the engine's connections; a server that cannot be reached is an error of the database's, like any other."""
        try:
            return await self._connect()
        except _ERRORS as error:
            why = str(error) or "no answer"
            raise AsyncAdapt_asyncpg_dbapi.OperationalError(why, error) from error  # type: ignore[no-untyped-call]

    @asynccontextmanager
    async def _alive(
        self, conn: "asyncpg.Connection[Any] | None" = None
    ) -> "AsyncIterator[tuple[asyncpg.Connection[Any], asyncio.Event]]":
        """A connection with an event that is set once it breaks, be it silently."""
        conn, broken = conn or await self._connect(), asyncio.Event()
        conn.add_termination_listener(lambda _: broken.set())

        async def feel() -> None:
            with suppress(*_ERRORS):
                while not conn.is_closed():
                    await asyncio.sleep(PULSE_S)
                    await conn.execute("SELECT 1", timeout=PULSE_S)
            broken.set()

        pulse = asyncio.create_task(feel())
        try:
            yield conn, broken
        finally:
            pulse.cancel()
            await asyncio.gather(pulse, return_exceptions=True)
            await _leave(conn)


async def _leave(conn: "asyncpg.Connection[Any]") -> None:
    """Close a connection, and with it go its locks; one that is closed stays so."""
    with suppress(*_ERRORS):
        await conn.close(timeout=PULSE_S)


def _still_open(connection: Any, _entry: ConnectionPoolEntry, _proxy: PoolProxiedConnection) -> None:
    """One that the server has closed, as when it restarts, is replaced before anybody fails by it."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


def _number(what: str) -> int:
    """The second half of an advisory lock: a signed number of 32 bits."""
    return zlib.crc32(what.encode()) - 2**31
