"""One person's word or tap, with all that an answer needs."""

from dataclasses import dataclass
from typing import Any

from telegram import InlineKeyboardMarkup, Message, User
from telegram.constants import ChatType, ParseMode
from telegram.error import BadRequest

from bot.people import Player
from bot.phrases import Phrases, phrases
from bot.play import Person
from bot.telegram.desk import Desk
from bot.telegram.errors import Meaning, meaning
from bot.telegram.posting import NO_PREVIEW
from bot.telegram.screen import PLATFORM
from storage.results import home


@dataclass(frozen=True, slots=True)
class Here:
    """Who said something, where, and in which language they are answered.

    `message` is theirs, or ours that was tapped. `thread` is set in a forum's topics only.
    """

    desk: Desk
    user: User
    player: Player
    words: Phrases
    chat: int
    private: bool
    thread: int | None
    update: int
    message: Message

    @property
    def person(self) -> Person:
        """Who they are at a table."""
        return Person(self.player.id, self.player.name)

    @property
    def place(self) -> str:
        """Where boards are shown here."""
        return str(self.chat)

    @property
    def looker(self) -> int | None:
        """Who looks at boards shown here: this player, or in a group everybody."""
        return self.player.id if self.private else None

    @property
    def home(self) -> str | None:
        """The group where tables opened here are at home."""
        return None if self.private else home(PLATFORM, self.place)

    @property
    def key(self) -> str:
        """The name of this very update."""
        return f"tg:{self.update}"

    async def say(self, html: str, buttons: InlineKeyboardMarkup | None = None) -> Message:
        """Answer in words; the text is HTML."""
        return await self.desk.bot.send_message(text=html, reply_markup=buttons, **self._to())

    async def show(
        self, photo: str | bytes, caption: str, buttons: InlineKeyboardMarkup | None = None
    ) -> Message:
        """Answer with a picture; the caption is HTML."""
        to = {name: value for name, value in self._to().items() if name != "link_preview_options"}
        return await self.desk.bot.send_photo(photo=photo, caption=caption, reply_markup=buttons, **to)

    async def change(self, html: str, buttons: InlineKeyboardMarkup | None = None) -> None:
        """Change our own message that was tapped; one that says so already is left as it is."""
        try:
            await self.desk.bot.edit_message_text(
                text=html,
                chat_id=self.chat,
                message_id=self.message.message_id,
                parse_mode=ParseMode.HTML,
                link_preview_options=NO_PREVIEW,
                reply_markup=buttons,
            )
        except BadRequest as error:
            if meaning(error) is not Meaning.NOT_MODIFIED:
                raise

    def _to(self) -> dict[str, Any]:
        return {
            "chat_id": self.chat,
            "message_thread_id": self.thread,
            "parse_mode": ParseMode.HTML,
            "link_preview_options": NO_PREVIEW,
        }


async def here(desk: Desk, message: Message, user: User, update: int) -> Here:
    """Somebody who wrote a message, or tapped one of ours."""
    player = await desk.player(user)
    private = message.chat.type == ChatType.PRIVATE
    words = phrases(player.language)
    if not private:
        words = await desk.chat_words(message.chat_id, player.language)
    return Here(desk, user, player, words, message.chat_id, private, thread_of(message), update, message)


def thread_of(message: Message) -> int | None:
    """A forum's topic; the thread ids that replies carry elsewhere are none."""
    return message.message_thread_id if message.is_topic_message else None
