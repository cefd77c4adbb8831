"""The calls that put a face on a screen: posted anew, or edited with as little as will do."""

from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import Any

from telegram import InputMediaPhoto, LinkPreviewOptions, Message
from telegram.constants import ParseMode
from telegram.error import BadRequest, TelegramError

from bot.telegram.desk import Desk
from bot.telegram.errors import Meaning, meaning
from bot.telegram.faces import Face
from bot.telegram.pace import NEWEST
from bot.telegram.pictures import Album
from bot.telegram.screen import Screen

NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


class Poster:
    """Sends and edits. Raises TelegramError where a call is refused; nothing is repeated here."""

    def __init__(self, desk: Desk, album: Album) -> None:
        self._bot = desk.bot
        self._desk = desk
        self._album = album

    async def post(self, screen: Screen, face: Face, *, quiet: bool) -> Screen:
        """Send a new message into the screen's chat."""
        place: dict[str, Any] = {
            "chat_id": screen.chat,
            "message_thread_id": screen.thread,
            "disable_notification": quiet,
            "reply_markup": face.buttons,
            "parse_mode": ParseMode.HTML,
            "rate_limit_args": NEWEST,
        }
        if screen.text:
            sent = await self._bot.send_message(text=face.text, link_preview_options=NO_PREVIEW, **place)
            return _noted(screen, face, sent.message_id, picture="")
        photo = await self._album.get(face.picture)
        sent = await self._bot.send_photo(photo=photo, caption=face.caption, **place)
        if isinstance(photo, bytes):
            await self._album.keep(face.picture, sent)
        return _noted(screen, face, sent.message_id, picture=face.digest)

    async def edit(self, screen: Screen, face: Face, *, with_picture: bool) -> Screen:
        """Change the screen's message: its words and buttons, and the picture where it is due and another one."""
        another = with_picture and screen.picture != face.digest
        if another and screen.inline:
            return await self._edit_inline(screen, face)
        if another and not screen.text:
            return await self._edit_picture(screen, face, await self._album.get(face.picture))
        return await self._edit_words(screen, face)

    async def _edit_inline(self, screen: Screen, face: Face) -> Screen:
        """A picture where one can be placed; else words, beside the last picture that could."""
        name = await self.placeable(face, screen)
        if name is None:
            return await self._edit_words(screen, face)
        return await self._edit_picture(replace(screen, text=False), face, name)

    async def _edit_picture(self, screen: Screen, face: Face, photo: str | bytes) -> Screen:
        media = InputMediaPhoto(photo, caption=face.caption, parse_mode=ParseMode.HTML)
        edited = await _unless_same(self._bot.edit_message_media(media=media, **_at(screen, face)))
        if isinstance(photo, bytes):
            await self._album.keep(face.picture, edited)
        return _noted(screen, face, screen.message, picture=face.digest)

    async def _edit_words(self, screen: Screen, face: Face) -> Screen:
        at = {"parse_mode": ParseMode.HTML, **_at(screen, face)}
        if screen.text:
            edit = self._bot.edit_message_text(text=face.text, link_preview_options=NO_PREVIEW, **at)
        else:
            edit = self._bot.edit_message_caption(caption=face.caption, **at)
        await _unless_same(edit)
        return _noted(screen, face, screen.message)

    async def placeable(self, face: Face, screen: Screen) -> str | None:
        """Telegram's name for a picture, uploaded to a chat of ours first if need be; None where no chat takes it."""
        if name := await self._album.known(face.picture):
            return name
        drawn = await self._album.drawn(face.picture)
        for chat in await self._stores(screen):
            if not self._desk.is_reachable(chat):
                continue
            try:
                sent = await self._bot.send_photo(chat, drawn, disable_notification=True)
            except TelegramError as error:
                if meaning(error) not in (Meaning.SHUT_OUT, Meaning.NO_PHOTOS, Meaning.MIGRATED):
                    raise
                self._desk.reached(chat, False)
                continue
            name = await self._album.keep(face.picture, sent)
            if chat != self._desk.store:
                await self._remove(sent)
            return name
        return None

    async def _stores(self, screen: Screen) -> list[int]:
        """The host's chat for pictures, else the private chats of those who play there."""
        if self._desk.store is not None:
            return [self._desk.store]
        table = await self._desk.tables.get(screen.code)
        game = table.match.game if table.match else None
        seats = sorted((seat for seat in table.seats if seat), key=lambda at: at.player)
        mover = table.seats[game.to_move] if game and game.to_move is not None else None
        order = sorted(seats, key=lambda at: at is not mover)
        found = [await self._desk.account(at.player) for at in order]
        return [int(account) for account in found if account]

    async def _remove(self, message: Message) -> None:
        try:
            await message.delete()
        except TelegramError:
            return  # it is one picture too many in a chat; no more than that

    async def upload_again(self, face: Face) -> None:
        """Telegram has lost the picture: it is uploaded the next time."""
        await self._album.forget(face.picture)

    async def call(self, screen: Screen, html: str) -> None:
        """Say a word below a board, if there is one; it is not worth a second try."""
        if not html:
            return
        with suppress(TelegramError):
            await self._bot.send_message(
                int(screen.place),
                html,
                parse_mode=ParseMode.HTML,
                message_thread_id=screen.thread,
                reply_to_message_id=screen.message,
                allow_sending_without_reply=True,
                rate_limit_args=NEWEST,
            )

    async def retire(self, screen: Screen) -> None:
        """Take the buttons off a message that another one has replaced."""
        if screen.message is None:
            return
        try:
            await self._bot.edit_message_reply_markup(
                chat_id=screen.chat, message_id=screen.message, rate_limit_args=NEWEST
            )
        except TelegramError:
            return  # its buttons still work, they are only not where the board is


async def _unless_same(edit: Coroutine[Any, Any, Message | bool]) -> Message | bool:
    """Carry an edit out; that the message looks so already is as good."""
    try:
        return await edit
    except BadRequest as error:
        if meaning(error) is Meaning.NOT_MODIFIED:
            return False
        raise


def _at(screen: Screen, face: Face) -> dict[str, Any]:
    where: dict[str, Any] = (
        {"inline_message_id": screen.inline}
        if screen.inline
        else {"chat_id": screen.chat, "message_id": screen.message}
    )
    return {**where, "reply_markup": face.buttons, "rate_limit_args": NEWEST}


def _noted(screen: Screen, face: Face, message: int | None, picture: str | None = None) -> Screen:
    shown = screen.picture if picture is None else picture
    return replace(screen, message=message, picture=shown, face=face.words(text=screen.text))
