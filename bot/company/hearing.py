"""What other programs say (storage.news), handed to whoever keeps a copy of what has changed."""

import asyncio
import logging
from collections.abc import Awaitable
from typing import Any

from bot.company.desk import Company
from bot.company.forgetting import forget_here
from bot.company.relay import unpacked
from bot.screens import Screens
from storage.news import About, Line

log = logging.getLogger(__name__)


class Hearing:
    """The ears of this program."""

    def __init__(self, company: Company, screens: Screens) -> None:
        self._company, self._screens = company, screens
        self._tasks: set[asyncio.Task[None]] = set()
        company.tables.afar.append(self._watched)

    async def run(self) -> None:
        """Listen, for ever."""
        await self._company.database.listen(self.heard, self.hearing)

    def hearing(self, on: bool) -> None:
        """Whether we hear the others; what was said before is made up for."""
        company = self._company
        company.tables.hearing(on)
        company.tables.likings.hearing(on)
        for colleague in company.colleagues.values():
            colleague.chosen(None)
        if on:
            self._do(company.tables.bans.load(company.database))
            self._do(company.talk.remember())
            company.queue.bell.set()

    def heard(self, line: Line) -> None:
        """One thing another program has said. It returns at once."""
        company = self._company
        match line:
            case (About.TABLE, (int(number), str(code), int(version))):
                company.tables.heard(number, code, version)
            case (About.SAID, (int(table), str(code))):
                self._do(company.talk.heard_elsewhere(table, code))
            case (About.UNHEARD, (int(speaker), str(code))):
                self._do(company.talk.listen_again(speaker, code))
            case (About.QUEUE, (int(player), int(at))):
                company.queue.note(player, at)
                company.queue.bell.set()
            case (About.TELL, (str(number), str(what), *whom)):
                self._do(self._tell(number, what, whom))
            case (About.TOLD, (str(number),)):
                company.relay.answered(number)
            case _:
                self._chosen(line)

    def _chosen(self, line: Line) -> None:
        """Somebody has chosen otherwise, or has been chosen about."""
        company = self._company
        match line:
            case (About.PLAYER, (int(player),)):
                company.tables.likings.forget(player)
            case (About.CHAT, (str(platform), str(chat))):
                if platform in company.colleagues:
                    company.colleagues[platform].chosen(chat)
            case (About.BANS, ()):
                self._do(company.tables.bans.load(company.database))
            case (About.FORGOTTEN, (int(player),)):
                forget_here(company, player)
                company.tables.likings.forget(player)
                self._do(company.tables.bans.load(company.database))
            case _:
                log.warning(
                    "another program speaks of %s in a way that this version does not know", line.about
                )

    async def _tell(self, number: str, what: str, whom: list[Any]) -> None:
        """Tell somebody whom another program would have told."""
        company = self._company
        match what, whom:
            case "tell", [int(player), dict(values)]:
                reached = await company.tell_here(player, unpacked(values))
            case "seat", [int(player), str(code)]:
                reached = await company.seat_here(player, await company.tables.get(code))
            case "show", [str(platform), str(place), str(code)]:
                reached = await company.show_here(platform, place, await company.tables.get(code))
            case "colleague", [str(platform), str(told), *values] if platform in company.colleagues:
                reached = company.colleagues[platform].heard(told, values)
            case _:
                return
        if reached:
            await company.relay.answer(number)

    def _watched(self, _table: int, code: str) -> None:
        """A table has changed that is not in memory here; somebody may watch it all the same."""
        if self._screens.watching(code):
            self._do(self._show(code))

    async def _show(self, code: str) -> None:
        self._screens.changed(await self._company.tables.get(code))

    def _do(self, work: Awaitable[None]) -> None:
        task = asyncio.create_task(self._safely(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _safely(self, work: Awaitable[None]) -> None:
        try:
            await work
        except Exception:
            log.exception("what another program has said could not be followed")
