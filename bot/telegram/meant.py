"""Whom somebody means by a command: who is mentioned behind it, or whose message it answers."""

from collections.abc import Awaitable, Callable

from telegram import Message, MessageEntity, User

from bot import people
from bot.people import Player
from bot.telegram.desk import NAMES
from bot.telegram.here import Here
from storage import players

Known = Callable[[User], Awaitable[Player | None]]


async def somebody(here: Here, known: Known) -> Player | None:
    """The player who is meant, whom `known` gives for an account; None where nobody is, or nobody we have met."""
    for entity, text in _mentions(here.message).items():
        if entity.user and not entity.user.is_bot:
            return await known(entity.user)
        async with here.desk.database.read() as conn:
            row = await players.find(conn, NAMES, text.removeprefix("@").lower())
        return await people.load(here.desk.database, row.id) if row else None
    answered = _author(here.message.reply_to_message)
    return await known(answered) if answered else None


def is_named(here: Here) -> bool:
    """Whether anybody is meant, met or not."""
    return bool(mentioned(here)) or _author(here.message.reply_to_message) is not None


def mentioned(here: Here) -> str:
    """The name that is mentioned, met or not; empty where none is."""
    return next(iter(_mentions(here.message).values()), "")


def _mentions(message: Message) -> dict[MessageEntity, str]:
    return message.parse_entities([MessageEntity.TEXT_MENTION, MessageEntity.MENTION])


def _author(message: Message | None) -> User | None:
    """Who wrote a message; nobody where a group, a channel or a bot did, and for the beginning of a forum's topic."""
    if message is None or message.forum_topic_created or message.sender_chat:
        return None
    return message.from_user if message.from_user and not message.from_user.is_bot else None
