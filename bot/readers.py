"""Who reads a board: in which language, from which seat, and how it should look to them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from bot import people, tastes
from bot.phrases import FALLBACK, Phrases, phrases
from bot.picture import Style
from bot.table import Against, Table
from rules.seat import Seat
from storage.database import Database


class Reader(NamedTuple):
    """Who reads a message. `seat` None: from outside; `shared`: many read it, with the buttons of whoever is to move."""

    words: Phrases
    seat: Seat | None
    shared: bool
    style: Style


def everybody(settings: Mapping[str, Any]) -> Reader:
    """Everybody in a chat with these settings."""
    return Reader(
        phrases(settings.get("language", FALLBACK)), None, shared=True, style=tastes.style(settings)
    )


async def one(database: Database, player_id: int, table: Table) -> Reader:
    """One player alone; two who share a screen read it both."""
    player = await people.load(database, player_id)
    words = phrases(player.language if player else FALLBACK)
    style = tastes.style(player.settings if player else {})
    if table.setup.against is Against.LOCAL and table.host == player_id:
        return Reader(words, Seat.FIRST, shared=True, style=style)
    return Reader(words, table.seat_of(player_id), shared=False, style=style)
