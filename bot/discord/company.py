"""Acts on Discord: commands, presses and words that lead to panels."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from discord import Member, User

from bot.company import acts
from bot.company.command import Command
from bot.company.desk import Asker, Company
from bot.company.finished import former
from bot.company.panel import Panel
from bot.discord.buttons import view
from bot.discord.desk import Desk
from bot.discord.faces import plain
from bot.discord.here import Here
from bot.discord.opening import Opening
from bot.discord.panels import Panels
from bot.discord.screen import PLATFORM
from bot.discord.showing import Showing
from bot.phrases import ltr
from bot.table import No
from rules.errors import Refused

SOON_S = 0.5
"""After so long whoever pressed a button is told that something is coming."""

Do = Callable[[Company, Asker, str], Awaitable[Panel]]
"""Doing an act."""


class Acts:
    """Does acts and shows where they lead. Raises Malformed and Refused, which the router tells."""

    def __init__(
        self, desk: Desk, showing: Showing, opening: Opening, panels: Panels, company: Company
    ) -> None:
        self._desk, self._showing, self._opening = desk, showing, opening
        self._panels, self._company = panels, company

    async def obey(self, here: Here, command: Command, typed: str, whom: User | Member | None = None) -> None:
        """A command, with what was typed behind it, or who was named. Raises Refused where we have not met them."""
        if command.alone and not here.spot.private:
            typed_there = f"`/tawla {command.name}`"
            said = here.words.t(
                "That is between you and me: write {command} in private.", command=typed_there
            )
            await here.say(said)
            return
        act = command.act
        if whom is not None:
            somebody = await self._desk.find(whom.id)
            if somebody is None:
                raise Refused(No.NOBODY_TO_SHOW)
            act = f"{act}.{somebody.id}"
        await self._shown(here, self._perform(here, act, typed), in_place=False)

    async def named(self, here: Here, name: str, typed: str) -> None:
        """A command by its name, for those that have no place of their own below /tawla."""
        command = next((one for one in acts.COMMANDS if one.name == name), None)
        if command is None:
            await here.say(
                here.words.t(
                    "There is no such command; {command} shows what there is.", command="`/tawla menu`"
                )
            )
            return
        await self.obey(here, command, typed)

    async def pressed(self, here: Here, act: str) -> None:
        """A panel's button: what it leads to takes the panel's place."""
        await self._shown(here, self._perform(here, act, ""), in_place=True)

    async def beside(self, here: Here, act: str) -> None:
        """A button below a board, which stays there."""
        doing = self._perform(here, act, "", do=acts.perform_beside)
        await self._shown(here, doing, in_place=False)

    async def former(self, name: str, here: Here, code: str) -> None:
        """A button below a finished board from before the match had a panel."""
        await self.beside(here, former(name, code))

    async def written(self, here: Here, act: str, typed: str) -> None:
        """The words of a form."""
        await self._shown(here, self._perform(here, act, typed), in_place=True)

    async def _perform(self, here: Here, act: str, typed: str, *, do: Do = acts.perform) -> Panel:
        if act in acts.OPENING and not await self._opening.may_open(here):
            return Panel()  # they have been told
        return await do(self._company, self._asker(here, typed), act)

    def _asker(self, here: Here, typed: str = "") -> Asker:
        chat = None if here.spot.private else here.spot.chat
        return Asker(here.player, here.words, PLATFORM, here.spot.place, here.key, chat, typed)

    # --- what is shown ------------------------------------------------------------------------------------------

    async def _shown(self, here: Here, doing: Awaitable[Panel], *, in_place: bool) -> None:
        panel = _fitting(await _coming(here, doing), here)
        has_words = bool(panel.heading or panel.lines or panel.shown or panel.file)
        if has_words:
            await self._show(here, panel, in_place=in_place)
        elif panel.said:
            await here.say(plain(panel.said))
        if panel.table:
            await self._seat(here, panel.table, answered=has_words or bool(panel.said))

    async def _show(self, here: Here, panel: Panel, *, in_place: bool) -> None:
        self._panels.note(here.ticket.interaction.user.id, panel)
        text, rows = self._panels.text(panel, pictures=here.spot.pictures), self._panels.rows(panel)
        more: dict[str, Any] = {"files": await self._panels.files(panel)} if here.spot.pictures else {}
        if in_place and (here.spot.private or panel.open or _is_ours_alone(here)):
            await here.change(text, rows, **more)
        elif panel.open and not here.spot.private:
            await here.ticket.tell_all(text, view(rows), **more)
        else:
            await here.say(text, *rows, **more)

    async def _seat(self, here: Here, code: str, *, answered: bool) -> None:
        table = await self._desk.tables.get(code)
        if not await self._opening.may_play(here):
            return
        ticket = here.ticket
        if here.spot.member and not answered and not ticket.is_press:
            await here.say(here.words.t("Table {code} is open.", code=code))
        mine = None if here.spot.member and not ticket.is_press else ticket
        await self._showing.put(table, here.spot, player=here.looker, ticket=mine)


async def _coming(here: Here, doing: Awaitable[Panel]) -> Panel:
    """Wait for a panel; who pressed a button is told when that takes longer, who typed a command sees it anyway."""
    task = asyncio.ensure_future(doing)
    try:
        if here.ticket.is_press and not (await asyncio.wait({task}, timeout=SOON_S))[0]:
            await here.say(here.words.t("One moment, please…"))
        return await task
    finally:
        task.cancel()


def _fitting(panel: Panel, here: Here) -> Panel:
    """Without its file where Discord would not take that."""
    if panel.file is None or len(panel.file.content) <= here.ticket.interaction.filesize_limit:
        return panel
    told = here.words.t("{file} is too large for Discord.", file=ltr(panel.file.name))
    return replace(panel, file=None, lines=(*panel.lines, told))


def _is_ours_alone(here: Here) -> bool:
    """Whether only who pressed sees the message that was pressed."""
    message = here.ticket.interaction.message
    return bool(message and message.flags.ephemeral)
