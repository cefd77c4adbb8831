"""Coming and going: groups that let us in are greeted, and what stood where we are shut out is forgotten."""

from telegram import Chat, ChatMemberUpdated, User
from telegram.constants import ChatType

from bot.telegram.desk import Desk
from bot.telegram.screen import PLATFORM
from bot.telegram.showing import Showing
from bot.telegram.texts import plain, words_of_account
from storage import waiting

_INSIDE = ("member", "administrator", "creator")


async def changed(desk: Desk, showing: Showing, change: ChatMemberUpdated) -> None:
    """We were let in or shut out somewhere."""
    inside = change.new_chat_member.status in _INSIDE
    was_inside = change.old_chat_member.status in _INSIDE
    if not inside:
        await showing.leave(str(change.chat.id))
        if change.chat.type == ChatType.PRIVATE:
            await _wait_no_more(desk, str(change.chat.id))
    elif not was_inside and change.chat.type in (ChatType.GROUP, ChatType.SUPERGROUP):
        await _greet(desk, change.chat, change.from_user)


async def _wait_no_more(desk: Desk, place: str) -> None:
    """Whoever would not hear of a rival is not to be paired with one."""
    async with desk.database.write() as conn:
        await waiting.leave_place(conn, PLATFORM, place)


async def _greet(desk: Desk, chat: Chat, user: User) -> None:
    words = words_of_account(user)
    text = words.t(
        "Tawla for this group: /play opens a table, /challenge calls one person, /settings is for administrators."
    )
    await desk.bot.send_message(chat.id, plain(text))
