"""Acts on Telegram: commands, taps, links and words that lead to panels."""

import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Message
from telegram.error import TelegramError

from bot.company import acts, doors
from bot.company.command import Command
from bot.company.desk import Asker, Company
from bot.company.finished import former
from bot.company.panel import Field, Panel
from bot.phrases import isolated
from bot.refusals import refusal
from bot.table import No
from bot.telegram import meant
from bot.telegram.awaited import Awaited
from bot.telegram.coming import coming
from bot.telegram.desk import Desk
from bot.telegram.errors import Meaning, meaning
from bot.telegram.here import Here
from bot.telegram.opening import Opening
from bot.telegram.panels import Panels
from bot.telegram.screen import PLATFORM
from bot.telegram.showing import Showing
from bot.telegram.texts import TOAST, plain, units
from rules.errors import Malformed, Refused

log = logging.getLogger(__name__)

Do = Callable[[Company, Asker, str], Awaitable[Panel]]
"""Doing an act."""


class Acts:
    """Does acts and shows where they lead."""

    def __init__(
        self,
        desk: Desk,
        showing: Showing,
        opening: Opening,
        panels: Panels,
        company: Company,
        *,
        awaited: Awaited,
    ) -> None:
        self._opening = opening
        self._desk, self._showing, self._panels, self._company = desk, showing, panels, company
        self._awaited = awaited

    # --- ways in ------------------------------------------------------------------------------------------------

    async def obey(self, command: Command, here: Here, typed: str) -> None:
        """A command, with what was typed behind it."""
        if command.alone and not here.private:
            text = here.words.t("That is between you and me.")
            link = self._desk.link(doors.payload(command.act))
            button = InlineKeyboardButton(here.words.t("Write to me"), url=link)
            await here.say(plain(text), InlineKeyboardMarkup([[button]]))
            return
        act = command.act
        if command.whose and meant.is_named(here):
            somebody = await meant.somebody(here, lambda user: self._desk.find(user.id))
            if somebody is None:
                await here.say(plain(refusal(No.NOBODY_TO_SHOW, here.words)))
                return
            act = f"{act}.{somebody.id}"
        await self._answer(here, self._perform(here, act, typed), alone=acts.is_alone(act))

    async def follow(self, here: Here, written: str) -> None:
        """A link that leads to an act."""
        await self._answer(here, acts.follow(self._company, self._asker(here), written))

    async def tapped(self, here: Here, written: str) -> str:
        """A tap on a panel; gives what the answer to the tap says. Raises Malformed and Refused."""
        panel = await coming(here, self._perform(here, written))
        return self._led_to(here, panel, self._changed(here, panel, alone=acts.is_alone(written)))

    async def beside(self, here: Here, written: str) -> str:
        """A tap below a board, which stays there; gives what the answer to the tap says."""
        panel = await coming(here, self._perform(here, written, do=acts.perform_beside))
        return self._led_to(here, panel, self._sent(here, panel, for_all=panel.open))

    async def former(self, name: str, here: Here, code: str) -> str:
        """A button below a finished board from before the match had a panel."""
        return await self.beside(here, former(name, code))

    def awaits(self, message: Message) -> bool:
        """Whether these words are what somebody was asked for."""
        return self._awaited.field(message) is not None

    async def written(self, here: Here, typed: str) -> None:
        """The words that were asked for; what is refused may be written again."""
        field = self._awaited.field(here.message)
        if field is None:
            return
        if len(typed) > field.longest:
            await here.say(plain(_too_long(here, field)))
        elif await self._answer(here, self._perform(here, field.act, typed), alone=acts.is_alone(field.act)):
            await self._awaited.answered(here.message, field)

    # --- what they share ----------------------------------------------------------------------------------------

    async def _perform(self, here: Here, written: str, typed: str = "", *, do: Do = acts.perform) -> Panel:
        if written in acts.OPENING and not (here.private or await self._opening.may_open(here)):
            return Panel()  # they have been told
        return await do(self._company, self._asker(here, typed), written)

    def _asker(self, here: Here, typed: str = "") -> Asker:
        chat = None if here.private else here.place
        return Asker(here.player, here.words, PLATFORM, here.place, here.key, chat, typed)

    async def _answer(self, here: Here, doing: Awaitable[Panel], *, alone: bool = False) -> bool:
        """New messages with what came of it, and whether anything did; a command has no toast, so that is one of them."""
        try:
            panel = await doing
        except Malformed:
            await here.say(plain(here.words.t("That could not be read.")))
        except Refused as refused:
            await here.say(plain(refusal(refused.reason, here.words)))
        else:
            if panel.said:
                await here.say(plain(panel.said))
            await self._sent(here, panel, for_all=not alone)
            return True
        return False

    def _led_to(self, here: Here, panel: Panel, showing: Coroutine[Any, Any, None]) -> str:
        """Show it beside the answer to the tap, which waits for no chat's budget."""
        self._showing.boards.spawn(_quietly(showing))
        if units(panel.said) <= TOAST:
            return panel.said
        self._showing.boards.spawn(_quietly(here.say(plain(panel.said))))
        return ""

    async def _changed(self, here: Here, panel: Panel, *, alone: bool) -> None:
        """In the place of the panel that was tapped, unless in a group somebody else's stands there, or others read it."""
        if _has_words(panel):
            if not (here.private or panel.open or (_is_owner(here) and not alone)):
                await self._sent(here, panel, for_all=False)
                return
            message = await self._panels.change(here.message, panel, here.words)
            await self._awaited.ask(here.user.id, message, panel.field)
        await self._seat(here, panel)

    async def _sent(self, here: Here, panel: Panel, *, for_all: bool) -> None:
        """As a new message: here, or in private where it is for one person's eyes."""
        if _has_words(panel):
            try:
                message = await (
                    self._send_here(here, panel) if for_all or here.private else self._tell(here, panel)
                )
            except TelegramError as error:
                if for_all or meaning(error) is not Meaning.SHUT_OUT:
                    raise
                await self._ask_in(here)
            else:
                await self._awaited.ask(here.user.id, message, panel.field)
        await self._seat(here, panel)

    async def _send_here(self, here: Here, panel: Panel) -> Message:
        # In a group the panel answers its owner's words, which is how we know them when it is tapped.
        reply_to = None if here.private else _spoken(here)
        return await self._panels.send(here.chat, panel, here.words, thread=here.thread, reply_to=reply_to)

    async def _tell(self, here: Here, panel: Panel) -> Message:
        return await self._panels.send(here.user.id, panel, here.words)

    async def _ask_in(self, here: Here) -> None:
        """Somebody whom we may not write to: how they open our chat."""
        text = here.words.t(
            "{name}, write to me first; then I can answer you in private.", name=isolated(here.player.name)
        )
        button = InlineKeyboardButton(here.words.t("Write to me"), url=self._desk.link(doors.payload("menu")))
        await here.say(plain(text), InlineKeyboardMarkup([[button]]))

    async def _seat(self, here: Here, panel: Panel) -> None:
        if panel.table:
            table = await self._desk.tables.get(panel.table)
            await self._showing.put(table, here.place, player=here.looker, thread=here.thread)


def _too_long(here: Here, field: Field) -> str:
    return here.words.n(
        "That is too long; {n} character is enough.",
        "That is too long; {n} characters are enough.",
        field.longest,
    )


def _has_words(panel: Panel) -> bool:
    """Whether there is a message to show, and not only a table or a short word."""
    return bool(panel.heading or panel.lines or panel.shown or panel.file)


def _spoken(here: Here) -> int | None:
    """The message of theirs that is being answered; none where they tapped one of ours."""
    author = here.message.from_user
    return here.message.message_id if author and author.id == here.user.id else None


def _is_owner(here: Here) -> bool:
    """Whether the panel that was tapped is theirs: it answers a message of theirs."""
    answered = here.message.reply_to_message
    return bool(answered and answered.from_user and answered.from_user.id == here.user.id)


async def _quietly(showing: Awaitable[object]) -> None:
    """Show it; a refusal is no more than a panel unseen."""
    try:
        await showing
    except TelegramError as error:
        log.info("a panel was not shown: %s", meaning(error))
    except Exception:
        log.exception("a panel was not shown")
