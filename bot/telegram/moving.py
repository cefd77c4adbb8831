"""A group that became a supergroup: another id, and message numbers of its own."""

from dataclasses import replace

from bot.telegram.desk import Desk
from bot.telegram.screen import PLATFORM, read
from storage import chats, results, screens, standings
from storage.news import About, Line


async def move_chat(desk: Desk, old: int, new: int) -> None:
    """Change the chat's id everywhere, in one transaction; its boards are posted anew there, once.

    Told twice (by a service message and by a refused call), the second time changes nothing.
    """
    async with desk.database.write() as conn:
        await chats.move(conn, PLATFORM, str(old), str(new))
        homes = (results.home(PLATFORM, str(old)), results.home(PLATFORM, str(new)))
        await results.move(conn, *homes)
        await standings.move(conn, *homes)
        for row in await screens.at(conn, PLATFORM, str(old)):
            await screens.remove(conn, row.table_id, PLATFORM, str(old))
            if await screens.one(conn, row.table_id, PLATFORM, str(new)) is None:
                moved = replace(read(row).anew(), place=str(new), thread=None)
                await screens.place(conn, moved.row())
        for chat in (str(old), str(new)):
            await desk.database.announce(conn, Line(About.CHAT, (PLATFORM, chat)))
    for chat in (str(old), str(new)):
        desk.forget_chat(chat)
