"""Who may come to whom: nobody meets those they have blocked, or who have blocked them; why is not said."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play import Person
from bot.table import COMPUTER, No, Setup, Table
from rules.errors import Refused
from storage import blocks, persons


async def to_challenge(conn: AsyncConnection, host: Person, setup: Setup) -> None:
    """Raises Refused(TAKES_NO_CHALLENGE) where the guest a table is kept for has nothing to do with its host."""
    if setup.guest and await blocks.blocked(conn, host.id, setup.guest):
        raise Refused(No.TAKES_NO_CHALLENGE)


async def to_play(conn: AsyncConnection, table: Table, person: Person) -> None:
    """Raises Refused(NO_SEAT_FOR_YOU) where somebody who sits at the table has nothing to do with a person."""
    for at in table.seats:
        if at and at.player not in {person.id, COMPUTER} and await blocks.blocked(conn, person.id, at.player):
            raise Refused(No.NO_SEAT_FOR_YOU)


async def still_there(conn: AsyncConnection, *people: int) -> None:
    """Raises Refused(BUSY) where one of these has been forgotten meanwhile, by another program perhaps."""
    if await persons.forgotten(conn, people):
        raise Refused(No.BUSY)
