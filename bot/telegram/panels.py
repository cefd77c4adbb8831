"""Panels as messages: a heading and lines, a keyboard, perhaps a picture; sent, or changed in place."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any
from weakref import WeakValueDictionary

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, InputFile, InputMediaPhoto, Message
from telegram.constants import ParseMode
from telegram.error import TelegramError

from bot.company.panel import Link, Panel, Rows, Shown, Tap, whole
from bot.phrases import Phrases, isolated
from bot.telegram.desk import Desk
from bot.telegram.errors import Meaning, meaning
from bot.telegram.here import thread_of
from bot.telegram.pictures import Album
from bot.telegram.posting import NO_PREVIEW
from bot.telegram.texts import CAPTION, TEXT, block, bold, code, fitting, plain

TAP = "~c:"
"""Before the act on a panel's own button: what it leads to takes the panel's place."""

MANY = 2_000
"""Panels remembered that another message has replaced."""


class Panels:
    """Sends and changes. Raises TelegramError where a call is refused for good."""

    def __init__(self, desk: Desk, album: Album, page: str) -> None:
        self._desk, self._album, self._page = desk, album, page
        self._lines: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()
        self._stand_in: OrderedDict[tuple[int, int], Message] = OrderedDict()
        """By chat and message: what came in the place of one that could not be changed."""

    async def send(
        self,
        chat: int,
        panel: Panel,
        words: Phrases,
        *,
        thread: int | None = None,
        reply_to: int | None = None,
    ) -> Message:
        """A new message, and the file after it; gives the message that has the buttons."""
        to: dict[str, Any] = {"chat_id": chat, "message_thread_id": thread}
        answers = {"reply_to_message_id": reply_to, "allow_sending_without_reply": True} if reply_to else {}
        message = await self._post(panel, words, {**to, **answers}, private=chat > 0)
        await self._send_file(panel, to)
        return message

    async def change(self, message: Message, panel: Panel, words: Phrases) -> Message:
        """Put a panel in the place of another one; where Telegram cannot, at the end of the chat.

        One after the other, so that the last one stays, and taps at the same moment bring one message.
        """
        at = message.chat_id, message.message_id
        async with self._lines.setdefault(at, asyncio.Lock()):
            before = self._stand_in.get(at, message)
            after = await self._change(before, panel, words)
            if after.message_id != before.message_id:
                self._stand_in[at] = after
                if len(self._stand_in) > MANY:
                    self._stand_in.popitem(last=False)
            return after

    async def _change(self, message: Message, panel: Panel, words: Phrases) -> Message:
        if bool(panel.shown) != bool(message.photo):
            return await self._replace(message, panel, words)
        try:
            changed = await self._edit(message, panel, words)
        except TelegramError as error:
            match meaning(error):
                case Meaning.NOT_MODIFIED:
                    return message
                case Meaning.GONE | Meaning.NO_PHOTOS | Meaning.BAD_FILE:
                    return await self._replace(message, panel, words)
                case _:
                    raise
        await self._send_file(panel, {"chat_id": message.chat_id, "message_thread_id": thread_of(message)})
        return changed if isinstance(changed, Message) else message

    async def _edit(self, message: Message, panel: Panel, words: Phrases) -> Message | bool:
        at: dict[str, Any] = {
            "chat_id": message.chat_id,
            "message_id": message.message_id,
            "reply_markup": keyboard(panel.rows, self._page),
        }
        private = message.chat_id > 0
        if panel.shown is None:
            text = html(panel, words, TEXT, private=private)
            return await self._desk.bot.edit_message_text(
                text, parse_mode=ParseMode.HTML, link_preview_options=NO_PREVIEW, **at
            )
        caption = html(panel, words, CAPTION, private=private)
        photo = await self._photo(panel.shown)
        media = InputMediaPhoto(photo, caption=caption, parse_mode=ParseMode.HTML)
        changed = await self._desk.bot.edit_message_media(media, **at)
        await self._keep(panel.shown, changed)
        return changed

    async def _replace(self, message: Message, panel: Panel, words: Phrases) -> Message:
        """A text cannot become a picture, nor a picture a text."""
        answered = message.reply_to_message
        sent = await self.send(
            message.chat_id,
            panel,
            words,
            thread=thread_of(message),
            reply_to=answered.message_id if answered else None,
        )
        try:
            await message.delete()
        except TelegramError:
            return sent  # one message too many in the chat; no more than that
        return sent

    async def _post(self, panel: Panel, words: Phrases, to: dict[str, Any], *, private: bool) -> Message:
        more = {"parse_mode": ParseMode.HTML, "reply_markup": keyboard(panel.rows, self._page), **to}
        bot = self._desk.bot
        if panel.shown:
            caption = html(panel, words, CAPTION, private=private)
            try:
                sent = await bot.send_photo(photo=await self._photo(panel.shown), caption=caption, **more)
            except TelegramError as error:
                match meaning(error):
                    case Meaning.BAD_FILE if not isinstance(panel.shown.picture, bytes):
                        await self._album.forget(panel.shown.picture)
                        return await self._post(panel, words, to, private=private)
                    case Meaning.NO_PHOTOS:
                        pass
                    case _:
                        raise
            else:
                await self._keep(panel.shown, sent)
                return sent
        text = html(panel, words, TEXT, private=private, twin=True)
        return await bot.send_message(text=text, link_preview_options=NO_PREVIEW, **more)

    async def _photo(self, shown: Shown) -> str | bytes:
        return shown.picture if isinstance(shown.picture, bytes) else await self._album.get(shown.picture)

    async def _keep(self, shown: Shown, sent: object) -> None:
        if not isinstance(shown.picture, bytes):
            await self._album.keep(shown.picture, sent)

    async def _send_file(self, panel: Panel, to: dict[str, Any]) -> None:
        if panel.file is None:
            return
        file = InputFile(panel.file.content, filename=panel.file.name)
        if panel.file.name.endswith(".gif"):
            await self._desk.bot.send_animation(animation=file, **to)
        else:
            await self._desk.bot.send_document(document=file, **to)


def html(panel: Panel, words: Phrases, most: int, *, private: bool, twin: bool = False) -> str:
    """A panel's words, at most so many UTF-16 units of them; `twin`: with the picture's, which does not come."""
    lines = [
        bold(panel.heading),
        block(panel.shown.alt) if twin and panel.shown else "",
        *(plain(line) for line in panel.lines),
        *_asked(panel, words, private=private),
    ]
    return fitting(lines, most) or plain(panel.said) or "…"


def _asked(panel: Panel, words: Phrases, *, private: bool) -> Iterator[str]:
    """How what is asked for is told to us; what it is now can be copied."""
    if not panel.field:
        return
    label = isolated(panel.field.label)
    yield plain(
        words.t("✎ {what}: write it as your next message.", what=label)
        if private
        else words.t("✎ {what}: answer this message with it.", what=label)
    )
    if panel.field.value:
        yield code(panel.field.value)


def keyboard(rows: Rows, page: str) -> InlineKeyboardMarkup | None:
    """The buttons below a panel; None where there are none."""
    made = [[button for item in row if (button := _button(item, page))] for row in rows]
    made = [row for row in made if row]
    return InlineKeyboardMarkup(made) if made else None


def _button(item: Tap | Link, page: str) -> InlineKeyboardButton | None:
    if isinstance(item, Tap):
        return InlineKeyboardButton(item.label, callback_data=TAP + item.act)
    address = whole(item, page)
    return InlineKeyboardButton(item.label, url=address) if address else None
