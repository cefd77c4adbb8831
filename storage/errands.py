"""What the command line asks of the running program, which alone changes tables, and its answers."""

import json
from collections.abc import Collection

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema

_errands = schema.errands.c
_ASK = sa.insert(schema.errands).returning(_errands.id)
_WAITING = (
    sa.select(_errands.id, _errands.what)
    .where(_errands.answer.is_(None))
    .order_by(_errands.id)
    .limit(sa.bindparam("limit"))
)
_ANSWER = sa.update(schema.errands).where(_errands.id == sa.bindparam("errand"))
_ANSWER_OF = sa.select(_errands.answer).where(_errands.id == sa.bindparam("errand"))


async def ask(conn: AsyncConnection, what: str, at: int) -> int:
    """Leave an errand (JSON text) for the running program, and give its number."""
    return int((await conn.execute(_ASK, {"what": what, "at": at})).scalar_one())


async def waiting(conn: AsyncConnection, limit: int = 20) -> list[tuple[int, str]]:
    """Errands without an answer, the oldest first."""
    return [(row.id, row.what) for row in await conn.execute(_WAITING, {"limit": limit})]


async def answer(conn: AsyncConnection, errand: int, said: str) -> None:
    """An errand is done, or cannot be (JSON text)."""
    await conn.execute(_ANSWER.values(answer=said), {"errand": errand})


async def answer_of(conn: AsyncConnection, errand: int) -> str | None:
    """What came of an errand; None while it waits."""
    found: str | None = await conn.scalar(_ANSWER_OF, {"errand": errand})
    return found


async def forget(conn: AsyncConnection, subjects: Collection[str]) -> None:
    """Forget what was asked about some people, named as bans name them, and is done."""
    for subject in subjects:
        about = _errands.what.contains(f'"subject": {json.dumps(subject)}', autoescape=True)
        await conn.execute(sa.delete(schema.errands).where(_errands.answer.is_not(None), about))
