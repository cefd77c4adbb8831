"""Small facts the host's database keeps, such as the secret that signs cookies."""

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema


async def fact(conn: AsyncConnection, key: str) -> str | None:
    """The value kept under this key."""
    raise NotImplementedError


async def keep_first(conn: AsyncConnection, key: str, value: str) -> str:
    """Keep the value unless the key has one already; either way, the value that stands."""
    raise NotImplementedError
