"""What is done about each refusal of Discord's when a board is shown. Every meaning has one action."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.discord.desk import Desk
from bot.discord.errors import REFUSALS, Meaning
from bot.discord.posting import Poster
from bot.discord.screen import PLATFORM, Screen
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
            Meaning.AGED: self._post_anew,
            Meaning.LOST: self._leave,
            Meaning.HIDDEN: self._go_blind,
            Meaning.FORBIDDEN: self._do_without,
            Meaning.TOO_BIG: self._write_instead,
            Meaning.ARCHIVED: self._wake,
            Meaning.LOCKED: self._leave_the_thread,
            Meaning.TOO_LATE: self._forget_the_key,
            Meaning.ANSWERED: self._forget_the_key,
            Meaning.SPENT: self._forget_the_key,
            Meaning.UNREACHABLE: self._wait_for_a_press,
            Meaning.FLOOD: self._try_again,
            Meaning.UNSENT: self._wait,
            Meaning.UNKNOWN_FATE: self._wait,
        }

    async def apply(self, what: Meaning, screen: Screen, wish: Wish, failures: int) -> bool:
        """Do what helps; `failures` counts those in a row in this place."""
        return await self._remedies.get(what, self._give_up)(screen, wish, failures)

    async def _post_anew(self, screen: Screen, wish: Wish, _failures: int) -> bool:
        """The message is gone, or may be edited no more; where nothing new can be sent, the next press will do."""
        if screen.mute:
            return await self._let_be(screen, wish)
        wish.anew = True
        return True

    async def _leave(self, screen: Screen, wish: Wish, _failures: int) -> bool:
        """Nothing reaches this place any more; a thread's board goes to its channel, the match goes on in any case."""
        if screen.parent:
            return await self._move_up(screen, wish)
        async with self._desk.database.write() as conn:
            await screens.clear(conn, PLATFORM, screen.place)
        return False

    async def _go_blind(self, screen: Screen, wish: Wish, _failures: int) -> bool:
        """The channel is hidden from us: presses there still reach us, and are answered."""
        screen = replace(screen, blind=True)
        await self._desk.keep(screen)
        return self._desk.key(screen.place) is not None or await self._let_be(screen, wish)

    async def _do_without(self, screen: Screen, wish: Wish, _failures: int) -> bool:
        """A right is missing: first the picture is done without, then new messages."""
        if not screen.text:
            return await self._write_instead(screen, wish, 0)
        if screen.mute:
            return await self._let_be(screen, wish)
        await self._desk.keep(replace(screen, mute=True))
        return screen.message is not None or self._desk.key(screen.place) is not None

    async def _write_instead(self, screen: Screen, _wish: Wish, _failures: int) -> bool:
        """The board as text."""
        await self._desk.keep(replace(screen, text=True, picture="", face=""))
        return True

    async def _wake(self, screen: Screen, wish: Wish, failures: int) -> bool:
        """A sleeping thread is woken; one that will not wake is left for its channel."""
        if failures > 1:
            return await self._leave_the_thread(screen, wish, failures)
        try:
            await self._poster.wake_thread(screen)
        except REFUSALS:
            return await self._leave_the_thread(screen, wish, failures)
        return True

    async def _leave_the_thread(self, screen: Screen, wish: Wish, failures: int) -> bool:
        if screen.parent:
            return await self._move_up(screen, wish)
        return await self._leave(screen, wish, failures)

    async def _move_up(self, screen: Screen, _wish: Wish) -> bool:
        """The board goes on in the channel the thread hangs on."""
        await move_up(self._desk, screen)
        return False

    async def _forget_the_key(self, screen: Screen, wish: Wish, _failures: int) -> bool:
        """That press opens nothing any more; the next one will."""
        self._desk.drop_key(screen.place)
        return screen.member or await self._let_be(screen, wish)

    async def _wait_for_a_press(self, screen: Screen, wish: Wish, _failures: int) -> bool:
        return await self._let_be(screen, wish)

    async def _try_again(self, _screen: Screen, _wish: Wish, _failures: int) -> bool:
        """Too fast: the pace knows how long this channel has to wait, and the newest state is sent then."""
        return True

    async def _wait(self, _screen: Screen, _wish: Wish, failures: int) -> bool:
        """It did not happen, or may have: an edit does no harm twice, a new message has a nonce."""
        await wait_longer(self._desk.patience_s, failures)
        return True

    async def _give_up(self, screen: Screen, wish: Wish, _failures: int) -> bool:
        """A call we should not have made: it is not made again for the same state."""
        log.error("Discord refuses the board of table %s", wish.code)
        return await self._let_be(screen, wish)

    async def _let_be(self, screen: Screen, wish: Wish) -> bool:
        """Nothing can be done now; the next press there, or the table's next change, is another chance."""
        table = await self._desk.tables.get(wish.code)
        await self._desk.keep(replace(screen, shown=table.version))
        return False


async def move_up(desk: Desk, screen: Screen) -> Screen:
    """Let a thread's board go on in the channel the thread hangs on; gives where it is now."""
    moved = replace(screen.anew(), place=str(screen.parent), parent=0)
    async with desk.database.write() as conn:
        await screens.remove(conn, screen.table, PLATFORM, screen.place)
        if await screens.one(conn, screen.table, PLATFORM, moved.place) is None:
            await screens.place(conn, moved.row())
    return moved
