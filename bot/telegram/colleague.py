"""The same bot in several programs: updates may be brought to any, boards are shown by one of them.

What they tell each other: boards to be shown, words that somebody was asked for, and what whole chats have chosen.
"""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from bot.boards import Boards
from bot.company.relay import Relay
from bot.telegram.awaited import Awaited
from bot.telegram.desk import Desk
from bot.telegram.screen import PLATFORM
from bot.wishes import Wish

log = logging.getLogger(__name__)

TRIES = 15
"""How often a board is asked for: whoever shows them may have died, and its follower takes some seconds."""

AGAIN_S = 1.0

_BOARD, _ASKED = "board", "asked"


class Colleague:
    """A bot.company.desk.Colleague."""

    def __init__(self, desk: Desk, boards: Boards, awaited: Awaited, relay: Relay) -> None:
        self._desk, self._boards, self._awaited, self._relay = desk, boards, awaited, relay
        awaited.elsewhere = self._asked

    def heard(self, what: str, values: Sequence[Any]) -> bool:
        """A board is to be shown, by whoever shows them; or words are awaited, by whoever gets them."""
        match what, values:
            case "board", [str(place), int(table), str(code), bool(anew), adopt] if (
                not self._boards.elsewhere
            ):
                self._boards.wish(place, table, code, anew=anew, adopt=adopt)
                return True
            case "asked", [int(chat), int(user), *question]:
                self._awaited.heard(chat, user, question)
        return False

    def chosen(self, chat: str | None) -> None:
        """A group's settings are read again when they are needed."""
        self._desk.forget_chat(chat)

    async def hand_on(self, place: str, table: int, wish: Wish) -> None:
        """Have a board shown by the program that shows them; by now that may be this one."""
        for _ in range(TRIES):
            if self._boards.elsewhere is None:
                self._boards.wish(place, table, wish.code, anew=wish.anew, adopt=wish.adopt)
                return
            if await self._told(_BOARD, place, table, wish.code, wish.anew, wish.adopt, wait=True):
                return
        log.warning("nobody shows the board of table %s; whoever begins to will", wish.code)

    async def _asked(self, chat: int, user: int, question: Sequence[Any]) -> None:
        await self._told(_ASKED, chat, user, *question)

    async def _told(self, what: str, *values: Any, wait: bool = False) -> bool:
        try:
            return await self._relay.ask("colleague", PLATFORM, what, *values, wait=wait)
        except SQLAlchemyError:
            log.info("other programs cannot be told of anything now")
            await asyncio.sleep(AGAIN_S)
        return False
