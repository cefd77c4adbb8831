"""Lists of who has most of something: a page of one, and somebody's own place in it.

A list is a query of two columns, player and amount, that is read from an index of amounts, most first, then players:
who came earlier stands before their equals. Who has nothing is not in it.
"""

from collections.abc import Collection
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema

Ranked = sa.Select[tuple[int, Any]]


class Line(NamedTuple):
    """One line of a list: the place in it from 1 on, who, and how much."""

    place: int
    player: int
    name: str
    amount: int


async def page(
    conn: AsyncConnection, ranked: Ranked, offset: int, limit: int, without: Collection[int] = ()
) -> list[Line]:
    """Lines of a list after the first `offset`, as though those `without` were not in it."""
    player, amount = ranked.selected_columns
    # Names are looked up for the page alone, not for everybody before it.
    here = (
        _but(ranked, without)
        .with_only_columns(player.label("player"), amount.label("amount"))
        .where(amount > 0)
        .order_by(amount.desc(), player)
        .offset(offset)
        .limit(limit)
        .subquery()
    )
    names = schema.players.c
    query = (
        sa.select(here.c.player, names.name, here.c.amount)
        .join_from(here, schema.players, names.id == here.c.player)
        .order_by(here.c.amount.desc(), here.c.player)
    )
    found = await conn.execute(query)
    return [Line(at, row.player, row.name, round(row.amount)) for at, row in enumerate(found, offset + 1)]


async def own(
    conn: AsyncConnection, ranked: Ranked, whose: int, without: Collection[int] = ()
) -> Line | None:
    """Somebody's own line of that list, without their name; None where they are not in it."""
    player, amount = ranked.selected_columns
    # In one statement, so that a list that has to be made first is made once.
    mine = ranked.with_only_columns(amount).where(player == whose).correlate(None).scalar_subquery()
    before = (
        _but(ranked, without)
        .with_only_columns(sa.func.count())
        .where(amount >= mine, sa.or_(amount > mine, player < whose))
        .correlate(None)
        .scalar_subquery()
    )
    found = (await conn.execute(sa.select(mine.label("mine"), before.label("before")))).one()
    return Line(found.before + 1, whose, "", round(found.mine)) if found.mine else None


def _but(ranked: Ranked, without: Collection[int]) -> Ranked:
    """Numbers are written out, for there may be more of them than a statement has places for."""
    if not without:
        return ranked
    player = ranked.selected_columns[0]
    others: sa.BindParameter[Any] = sa.bindparam(
        "without", sorted(without), expanding=True, literal_execute=True, unique=True
    )
    return ranked.where(player.not_in(others))
