"""What is done about each refusal of Telegram's when a board is shown. Every meaning has one action."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.telegram.desk import Desk
from bot.telegram.errors import Meaning
from bot.telegram.faces import face
from bot.telegram.posting import Poster
from bot.telegram.screen import PLATFORM, Screen
from bot.wishes import Wish, wait_longer
from storage import screens

log = logging.getLogger(__name__)


Remedy = Callable[[Screen, Wish, int], Awaitable[bool]]


class Remedies:
    """The actions. Each says whether the wish is worth another try."""

    def __init__(self, desk: Desk, poster: Poster) -> None:
        self._desk = desk
        self._poster = poster
        self._remedies: dict[Meaning, Remedy] = {
            Meaning.GONE: self._post_anew,
            Meaning.SHUT_OUT: self._leave,
            Meaning.MIGRATED: self._nothing,
            Meaning.NO_PHOTOS: self._write_instead,
            Meaning.NO_THREAD: self._leave_the_topic,
            Meaning.BAD_FILE: self._upload_again,
            Meaning.FLOOD: self._try_again,
            Meaning.UNSENT: self._wait,
            Meaning.UNKNOWN_FATE: self._wait_unless_posted,
        }

    async def apply(self, what: Meaning, screen: Screen, wish: Wish, failures: int) -> bool:
        """Do what helps; `failures` counts those in a row in this place."""
        return await self._remedies.get(what, self._give_up)(screen, wish, failures)

    async def _post_anew(self, screen: Screen, _wish: Wish, _failures: int) -> bool:
        """The message is gone; one sent through inline mode is not ours to send again."""
        if screen.inline:
            async with self._desk.database.write() as conn:
                await screens.remove(conn, screen.table, PLATFORM, screen.place)
            return False
        await self._desk.keep(screen.anew())
        return True

    async def _leave(self, screen: Screen, _wish: Wish, _failures: int) -> bool:
        """Nothing reaches this place any more; the match goes on where it can."""
        async with self._desk.database.write() as conn:
            await screens.clear(conn, PLATFORM, screen.place)
        return False

    async def _nothing(self, _screen: Screen, _wish: Wish, _failures: int) -> bool:
        """The chat has moved, and its boards with it."""
        return False

    async def _write_instead(self, screen: Screen, wish: Wish, _failures: int) -> bool:
        """A chat without pictures gets the board as text."""
        await self._desk.keep(replace(screen.anew(), text=True))
        await self._poster.retire(screen)
        wish.anew = False  # it is posted anew in any case; asking for that means asking for a picture
        return True

    async def _leave_the_topic(self, screen: Screen, _wish: Wish, _failures: int) -> bool:
        """The topic is closed or gone: the board goes where everybody sees it."""
        await self._desk.keep(replace(screen.anew(), thread=None))
        return True

    async def _upload_again(self, screen: Screen, wish: Wish, _failures: int) -> bool:
        """Telegram has lost the picture."""
        table = await self._desk.tables.get(wish.code)
        await self._poster.upload_again(await face(self._desk, screen, table))
        return True

    async def _try_again(self, _screen: Screen, _wish: Wish, _failures: int) -> bool:
        """Too fast: the pace knows how long this chat has to wait, and the newest state is sent then."""
        return True

    async def _wait(self, _screen: Screen, _wish: Wish, failures: int) -> bool:
        """It surely did not happen."""
        await wait_longer(self._desk.patience_s, failures)
        return True

    async def _wait_unless_posted(self, screen: Screen, wish: Wish, failures: int) -> bool:
        """It may have happened. An edit does no harm twice; a new message may well stand there already.

        A press on that message, /board, or the table's next change will tell.
        """
        if screen.inline or (screen.message is not None and not wish.anew):
            return await self._wait(screen, wish, failures)
        table = await self._desk.tables.get(wish.code)
        await self._desk.keep(replace(screen.anew(), shown=table.version))
        return False

    async def _give_up(self, screen: Screen, wish: Wish, _failures: int) -> bool:
        """A call we should not have made: it is not made again for the same state."""
        log.error("Telegram refuses the board of table %s", wish.code)
        table = await self._desk.tables.get(wish.code)
        await self._desk.keep(replace(screen, shown=table.version))
        return False
