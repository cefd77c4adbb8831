"""Who may open a table, sit down at one and play on there; each function raises Refused for whoever may not."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import cashier, limits, shelf, welcome
from bot.bans import Bans
from bot.limits import Limits
from bot.play import Person
from bot.table import No, Setup, Table
from bot.thrift import Caps
from rules.errors import Refused
from storage import tables as stored
from storage.tables import Status

GOING_ON = (Status.PLAYING, Status.OPEN)


class Terms(NamedTuple):
    """What the house lets people do, as it stands now."""

    limits: Limits
    caps: Caps
    bans: Bans
    gone: Collection[int]
    """Players who have been forgotten, or are about to be."""
    closing: bool = False
    """Whether the program is about to end."""


def goes_on(terms: Terms) -> None:
    """Nothing is begun, and nobody plays, while the program is about to end."""
    if terms.closing:
        raise Refused(No.CLOSING)


async def to_open(conn: AsyncConnection, terms: Terms, host: Person, setup: Setup, now: int) -> None:
    """Nobody opens a table who is kept out, has too much open already, or means it for a guest who avoids them."""
    _let_in(terms, host, now)
    await welcome.still_there(conn, host.id)
    await welcome.to_challenge(conn, host, setup)
    await _within_limits(conn, terms, host.id, setup)


async def to_sit(conn: AsyncConnection, terms: Terms, table: Table, person: Person, now: int) -> None:
    """Nobody plays with whom they have blocked, or who is kept out, nor sits at more tables than they could ever play."""
    _let_in(terms, person, now)
    all_let_in(terms, table, now)
    await welcome.to_play(conn, table, person)
    await _within_limits(conn, terms, person.id, None)


async def to_play_again(conn: AsyncConnection, terms: Terms, table: Table, person: Person, now: int) -> None:
    """As to sit; nor does anybody offer a rematch whose stake they lack or may not put in: it would be accepted in vain."""
    _let_in(terms, person, now)
    all_let_in(terms, table, now)
    await welcome.to_play(conn, table, person)
    rival = next((at.player for at in table.seats if at and at.player != person.id), None)
    await cashier.may_offer(conn, person.id, rival, table.setup.stake, now, terms.caps)


def all_let_in(terms: Terms, table: Table, now: int) -> None:
    """Nobody meets those at a table who are kept out of the house since they sat down there; why is not said."""
    if any(at and terms.bans.of_player(at.player, now) for at in table.seats):
        raise Refused(No.NO_SEAT_FOR_YOU)


def _let_in(terms: Terms, person: Person, now: int) -> None:
    """Whoever is kept out of the house sits down nowhere, nor does whoever is being forgotten just now."""
    if person.id in terms.gone:
        raise Refused(No.BUSY)
    if terms.bans.of_player(person.id, now):
        raise Refused(No.KEPT_OUT)


async def _within_limits(conn: AsyncConnection, terms: Terms, player: int, wished: Setup | None) -> None:
    rows = await stored.of_player(conn, player, GOING_ON, terms.limits.tables)
    limits.check(terms.limits, shelf.readable(rows), player, wished)
