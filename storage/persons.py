"""Everything the database holds about one person, table by table; and how it is taken out again."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import ledger, schema

OWN: tuple[tuple[str, str], ...] = (
    ("players", "id"),
    ("identities", "player_id"),
    ("seats", "player_id"),
    ("screens", "player_id"),
    ("results", "first_id"),
    ("results", "second_id"),
    ("said", "player_id"),
    ("gifts", "giver_id"),
    ("gifts", "taker_id"),
    ("blocks", "player_id"),
    ("mutes", "player_id"),
    ("reports", "player_id"),
    ("courses", "player_id"),
    ("waiting", "player_id"),
    ("ratings", "player_id"),
    ("standings", "player_id"),
    ("achievements", "player_id"),
)
"""Columns that make a row somebody's own."""

OTHERS: tuple[tuple[str, str], ...] = (
    ("tables", "host_id"),  # seats say where somebody sits; a table's seed is nobody's before its end
    ("blocks", "blocked_id"),  # whom others keep away is theirs to know
    ("mutes", "muted_id"),
    ("reports", "accused_id"),
)
"""Columns that name somebody in what belongs to others."""

STAYS: tuple[tuple[str, str], ...] = (
    ("players", "id"),  # under another name: what stays leads there
    ("seats", "player_id"),
    ("results", "first_id"),
    ("results", "second_id"),
    ("gifts", "giver_id"),  # they stand on others' shelves
    ("tables", "host_id"),
    ("reports", "accused_id"),
)
"""Columns whose rows are somebody else's too, and stay when a person is forgotten. All other rows go."""

_identities = schema.identities.c


class Account(NamedTuple):
    """Somebody as a platform knows them."""

    platform: str
    external_id: str

    @property
    def subject(self) -> str:
        """How bans name them."""
        return f"{self.platform}:{self.external_id}"


async def everything(conn: AsyncConnection, player: int) -> dict[str, list[dict[str, Any]]]:
    """The rows that are this player's own, by table; columns by their names."""
    found: dict[str, list[dict[str, Any]]] = {}
    for name, column in OWN:
        table = schema.metadata.tables[name]
        rows = await conn.execute(sa.select(table).where(table.c[column] == player))
        found.setdefault(name, []).extend(dict(row) for row in rows.mappings())
    subjects = [f"player:{player}", *(account.subject for account in await accounts(conn, player))]
    rows = await conn.execute(sa.select(schema.bans).where(schema.bans.c.subject.in_(subjects)))
    found["bans"] = [dict(row) for row in rows.mappings()]
    return found


async def accounts(conn: AsyncConnection, player: int) -> list[Account]:
    """Everything by which platforms know somebody; nothing for a person who has been forgotten."""
    query = sa.select(_identities.platform, _identities.external_id).where(_identities.player_id == player)
    return [Account(*row) for row in await conn.execute(query)]


async def forgotten(conn: AsyncConnection, players: Iterable[int]) -> bool:
    """Whether one of these players is known to no platform any more."""
    wanted = set(players)
    known = sa.select(sa.func.count(sa.distinct(_identities.player_id))).where(
        _identities.player_id.in_(sa.bindparam("players", expanding=True))
    )
    return await conn.scalar(known, {"players": sorted(wanted)}) != len(wanted)


async def forget(conn: AsyncConnection, player: int, name: str, language: str, at: int) -> None:
    """Take a person out, whose tables are over: the rows go, but those that are others' too, where they are called `name`.

    Their pearls go back to the house. Whoever comes by one of their accounts afterwards is somebody new.
    """
    for account in await accounts(conn, player):
        await _leave_places(conn, account)
    for table_name, column in {*OWN, *OTHERS} - {*STAYS}:
        table = schema.metadata.tables[table_name]
        await conn.execute(sa.delete(table).where(table.c[column] == player))
    nobody = {"name": name, "language": language, "settings": "{}"}
    await conn.execute(sa.update(schema.players).where(schema.players.c.id == player).values(nobody))
    pearls = await ledger.balance(conn, player)
    if pearls:
        account_id = await ledger.player_account(conn, player)
        await ledger.transfer(conn, f"forget:{player}", account_id, ledger.HOUSE, pearls, at)


async def _leave_places(conn: AsyncConnection, account: Account) -> None:
    """On Telegram a private chat is called as its person is."""
    screens, chats = schema.screens, schema.chats
    platform, place = account
    await conn.execute(sa.delete(screens).where(screens.c.platform == platform, screens.c.place == place))
    await conn.execute(sa.delete(chats).where(chats.c.platform == platform, chats.c.chat_id == place))
