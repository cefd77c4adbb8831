"""Taps on buttons: a table's and our own. Each is answered in time, whatever else goes on."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial

from telegram import CallbackQuery, MaybeInaccessibleMessage, Message
from telegram.constants import ChatType
from telegram.error import TelegramError

from bot import bans, deeds, intents
from bot.company import acts as company
from bot.intents import Sit
from bot.met import Met
from bot.phrases import Phrases, phrases
from bot.refusals import broken, refusal
from bot.table import No
from bot.telegram.answering import Answers
from bot.telegram.desk import Desk
from bot.telegram.here import here
from bot.telegram.inhand import once
from bot.telegram.inline import Inline
from bot.telegram.opening import Opening
from bot.telegram.screen import inline_place
from bot.telegram.showing import Showing
from bot.telegram.texts import words_of_account
from rules.errors import Malformed, Refused

log = logging.getLogger(__name__)

PATIENCE_S = 0.2
"""After so long a tap is answered bare; what it led to follows."""

OURS = "~"
"""How the data of buttons begins that belong to no table."""

LONGEST_ANSWER = 200
"""Characters of what is said to a tap."""

Choice = tuple[int, Callable[..., Awaitable[str | None]]]
"""How many words a button of ours carries behind its verb, and what it leads to, given where it was tapped and these."""


class Taps:
    """Does what people tap, and answers each tap."""

    def __init__(
        self,
        desk: Desk,
        showing: Showing,
        *,
        opening: Opening,
        inline: Inline,
        choices: Mapping[str, Choice],
    ) -> None:
        self._desk, self._showing = desk, showing
        self._opening, self._inline, self._choices = opening, inline, choices
        self._answers = Answers(desk.patience_s)
        self._met = Met(desk.tables.gone)

    async def answer(self, query: CallbackQuery, update: int) -> None:
        """Answer within PATIENCE_S, whatever else goes on; the board follows by itself.

        Who can be told that it went wrong may tap again; what goes wrong unheard is raised, so that it is brought again.
        """
        work = asyncio.create_task(self._tapped(query, update))
        done, _ = await asyncio.wait({work}, timeout=PATIENCE_S)
        error = work.exception() if done else None
        if not done or isinstance(error, TelegramError):
            await self._answers.give(query, "")
        elif error is None:
            deeds.done()
            await self._answers.give(query, work.result())
        elif await self._answers.give(query, broken(await self._words_at_once(query))):
            log.error("the tap of update %s went wrong", update, exc_info=error)
            return
        await work

    async def _tapped(self, query: CallbackQuery, update: int) -> str:
        """What a tap leads to, and what is said to who tapped."""
        data = query.data or ""
        chat = query.message.chat if query.message else None
        ban = self._desk.kept_out(query.from_user.id, chat.id if chat else None)
        if ban and not (chat and chat.type == ChatType.PRIVATE and _leads_to_all(data)):
            return bans.sentence(ban, await self._words(query))[:LONGEST_ANSWER]
        try:
            if data.startswith(OURS):
                return await self._chosen(query, data.removeprefix(OURS).split(":"), update)
            return await self._pressed(query, data, update)
        except Malformed:
            return refusal(No.NO_SUCH_BUTTON, await self._words(query))
        except Refused as refused:
            return refusal(refused.reason, await self._words(query))

    async def _words_at_once(self, query: CallbackQuery) -> Phrases:
        """Words for whoever tapped, whatever keeps us from looking up which they have chosen."""
        with suppress(Exception):
            async with asyncio.timeout(PATIENCE_S):
                return await self._words(query)
        return words_of_account(query.from_user)

    async def _words(self, query: CallbackQuery) -> Phrases:
        known = await self._desk.find(query.from_user.id)
        return phrases(known.language) if known else words_of_account(query.from_user)

    async def _pressed(self, query: CallbackQuery, data: str, update: int) -> str:
        """A table's button: one intent through the one door."""
        press = intents.decode(data)
        user, sits = query.from_user, isinstance(press.intent, Sit)
        look = partial(self._desk.player, user) if sits else partial(self._desk.find, user.id)
        who = await self._met.who(user.id, look, anew=sits)
        reply = await self._desk.tables.handle(
            press.code,
            who,
            press.intent,
            now=self._desk.now(),
            stamp=press.stamp,
            key=f"tg:{update}",
        )
        self._showing.pressed(reply.table, *_where(query))
        return refusal(reply.refused, await self._words(query)) if reply.refused else ""

    async def _chosen(self, query: CallbackQuery, choice: list[str], update: int) -> str:
        """A button of our own menus."""
        verb, *rest = choice
        if verb == "inline":
            return await self._inline.accepted(query, rest, update)
        if not isinstance(query.message, Message):
            return (await self._words(query)).t("This message is too old. /play opens a new one.")
        message = query.message
        return await once(self._desk, update, lambda: self._carried_out(query, message, choice, update)) or ""

    async def _carried_out(
        self, query: CallbackQuery, message: Message, choice: list[str], update: int
    ) -> str | None:
        verb, *rest = choice
        around = await here(self._desk, message, query.from_user, update)
        if verb == "play" and around.private:
            await self._opening.chosen(around, rest)
            return None
        number, lead = self._choices.get(verb, (-1, None))
        if lead is None or len(rest) != number:
            raise Malformed("this is no button of ours")
        return await lead(around, *rest)


def _where(query: CallbackQuery) -> tuple[str, int]:
    message: MaybeInaccessibleMessage | None = query.message
    if message is None:
        return inline_place(query.inline_message_id or ""), 0
    return str(message.chat.id), message.message_id


def _leads_to_all(data: str) -> bool:
    """Whether a button leads to an act that is also there for those who are kept out."""
    verb, _, written = data.removeprefix(OURS).partition(":")
    return data.startswith(OURS) and verb == "c" and company.is_open_to_all(written)
