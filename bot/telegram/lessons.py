"""What there is to learn from a finished match, sent as an album: the plot first, then the worst mistakes."""

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from html import escape
from typing import Any, TypeVar

from telegram import InputMediaPhoto, Message
from telegram.constants import ChatAction, ParseMode
from telegram.error import TelegramError

from bot import tastes
from bot.easel import Picture
from bot.lessons import Lesson
from bot.school import Busy
from bot.telegram.desk import Desk
from bot.telegram.errors import Meaning, meaning
from bot.telegram.here import Here
from bot.telegram.pictures import Album
from bot.telegram.texts import CAPTION, TEXT, bold, fitting

SOON_S, AGAIN_S = 0.5, 4.0
"""After so long people are shown that something is coming, and again while it takes longer; Telegram forgets it after five seconds."""

Found = TypeVar("Found")


class Lessons:
    """Sends lessons; nothing that stands in the chat is changed."""

    def __init__(self, desk: Desk, album: Album) -> None:
        self._desk, self._album = desk, album

    async def give(self, here: Here, code: str) -> None:
        """The lesson of a table: in private about one's own play, in a group about everybody's."""
        table = await self._desk.tables.get(code)
        seat = table.seat_of(here.player.id) if here.private else None
        style = tastes.style(here.player.settings)
        try:
            lesson = await self._waited(here, self._desk.school.lesson(table, seat, here.words, style))
        except Busy:
            sentence = here.words.t("The house is very busy just now. Please try again in a moment.")
            await here.say(escape(sentence))
            return
        await self._send(here, lesson)

    async def _waited(self, here: Here, work: Coroutine[Any, Any, Found]) -> Found:
        """Wait for work, and show meanwhile that pictures are coming."""
        task = asyncio.create_task(work)
        try:
            patience = SOON_S
            while not (await asyncio.wait({task}, timeout=patience))[0]:
                with suppress(TelegramError):
                    await self._desk.bot.send_chat_action(
                        here.chat, ChatAction.UPLOAD_PHOTO, message_thread_id=here.thread
                    )
                patience = AGAIN_S
            return task.result()
        finally:
            task.cancel()

    async def _send(self, here: Here, lesson: Lesson) -> None:
        pictures = [shown.picture for shown in lesson.pictures]
        lines = _lines(lesson)
        try:
            await self._send_pictures(here, pictures, fitting(lines, CAPTION))
        except TelegramError as error:
            match meaning(error):
                case Meaning.BAD_FILE:
                    for picture in pictures:
                        await self._album.forget(picture)
                    await self._send_pictures(here, pictures, fitting(lines, CAPTION))
                case Meaning.NO_PHOTOS:
                    await here.say(fitting(lines, TEXT))
                case _:
                    raise

    async def _send_pictures(self, here: Here, pictures: Sequence[Picture], caption: str) -> None:
        files = [await self._album.get(picture) for picture in pictures]
        if len(files) == 1:
            await self._keep(pictures, files, [await here.show(files[0], caption)])
            return
        media = [InputMediaPhoto(file) for file in files]
        sent = await self._desk.bot.send_media_group(
            here.chat, media, message_thread_id=here.thread, caption=caption, parse_mode=ParseMode.HTML
        )
        await self._keep(pictures, files, sent)

    async def _keep(
        self, pictures: Sequence[Picture], files: Sequence[str | bytes], sent: Sequence[Message]
    ) -> None:
        for picture, file, message in zip(pictures, files, sent, strict=True):
            if isinstance(file, bytes):
                await self._album.keep(picture, message)


def _lines(lesson: Lesson) -> list[str]:
    title, *lines = lesson.caption.split("\n")
    return [bold(title), *map(escape, lines)]
