"""The people, chats and messages the server knows: plain state, no protocol."""

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.servers.telegram.entities import Marked
from tests.servers.telegram.files import StoredFile
from tests.servers.telegram.keyboards import Keyboard

SUPERGROUP_BASE = -1_000_000_000_000
MEMBERS = ("creator", "administrator", "member", "restricted")
ADMINS = ("creator", "administrator")


@dataclass(eq=False)
class User:
    """A person or the bot itself."""

    id: int
    first_name: str
    username: str = ""
    language_code: str = ""
    is_bot: bool = False


@dataclass(eq=False)
class Membership:
    """What somebody is in a chat; `rights` counts for administrators only, `anonymous` admins speak as the chat."""

    status: str = "member"
    rights: frozenset[str] = frozenset()
    anonymous: bool = False


@dataclass(eq=False, repr=False)
class Chat:
    """A place for messages; its kind is the `type` of the Bot API."""

    id: int
    kind: str
    title: str
    numbers: Iterator[int]
    username: str = ""
    forum: bool = False
    bot_met: bool = False
    blocked: bool = False
    members: dict[int, Membership] = field(default_factory=dict)
    messages: "dict[int, Message]" = field(default_factory=dict)
    topics: set[int] = field(default_factory=set)
    forbidden: set[str] = field(default_factory=set)
    migrated_to: "Chat | None" = None
    pinned: list[int] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<{self.kind} {self.id} {self.title!r}>"

    @property
    def is_private(self) -> bool:
        return self.kind == "private"

    def status(self, user_id: int) -> str:
        return self.members[user_id].status if user_id in self.members else "left"

    def has(self, user_id: int) -> bool:
        return self.status(user_id) in MEMBERS


@dataclass(frozen=True)
class Content:
    """All that an edit can change; two equal contents are what Telegram calls not modified."""

    marked: Marked
    media: StoredFile | None = None
    keyboard: Keyboard = ()
    preview: bool = False


@dataclass(eq=False, repr=False)
class Message:
    """One message; `history` holds every content it had before the present one."""

    id: int
    chat: Chat
    date: int
    content: Content
    sender: User | None = None
    sender_chat: Chat | None = None
    via_bot: bool = False
    thread: int | None = None
    is_topic: bool = False
    reply_to: "Message | None" = None
    service: dict[str, Any] = field(default_factory=dict)
    inline_id: str = ""
    album: str = ""
    edit_date: int = 0
    history: list[Content] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<message {self.id} in {self.chat}: {self.content.marked.text!r}>"

    def change(self, content: Content) -> None:
        self.history.append(self.content)
        self.content = content
        self.edit_date = int(time.time())


class World:
    """Everything there is, and the one counter that private chats and small groups share for message ids."""

    def __init__(self, bot: User) -> None:
        self.bot = bot
        self.users: dict[int, User] = {bot.id: bot}
        self.chats: dict[int, Chat] = {}
        self.inline: dict[str, Message] = {}
        self._user_ids = itertools.count(7001)
        self._group_ids = itertools.count(5001)
        self._shared_numbers = itertools.count(1)
        self._elsewhere = itertools.count(-1, -1)

    def add_user(self, first_name: str, username: str, language_code: str) -> User:
        user = User(next(self._user_ids), first_name, username, language_code)
        self.users[user.id] = user
        self._keep(Chat(user.id, "private", first_name, self._shared_numbers, username))
        return user

    def add_chat(self, kind: str, title: str, username: str = "", *, forum: bool = False) -> Chat:
        number = next(self._group_ids)
        if kind == "group":
            return self._keep(Chat(-number, kind, title, self._shared_numbers))
        return self._keep(Chat(SUPERGROUP_BASE - number, kind, title, itertools.count(1), username, forum))

    def chat_elsewhere(self) -> Chat:
        """A chat the bot can never reach: it exists for inline messages only."""
        return Chat(next(self._elsewhere), "elsewhere", "", itertools.count(1))

    def chat(self, chat_id: int | str) -> Chat | None:
        if isinstance(chat_id, int):
            return self.chats.get(chat_id)
        named = (chat for chat in self.chats.values() if chat.username and not chat.is_private)
        return next((chat for chat in named if f"@{chat.username}".lower() == chat_id.lower()), None)

    def post(self, chat: Chat, content: Content, **more: Any) -> Message:
        """A new message at the end of the chat."""
        message = Message(next(chat.numbers), chat, int(time.time()), content, **more)
        chat.messages[message.id] = message
        return message

    def _keep(self, chat: Chat) -> Chat:
        self.chats[chat.id] = chat
        return chat


def thread_place(chat: Chat, answered: Message | None, topic: int | None) -> dict[str, Any]:
    """Where a new message hangs.

    In a topic, whatever answers nothing else is a reply to the message that opened the topic. In supergroups without
    topics a reply carries the thread it hangs on, which is no topic.
    """
    if topic is not None:
        return {"thread": topic, "is_topic": True, "reply_to": answered or chat.messages.get(topic)}
    if answered is None:
        return {}
    if chat.forum:
        return {"thread": answered.thread, "is_topic": answered.is_topic, "reply_to": answered}
    if chat.kind == "supergroup":
        return {"thread": answered.thread or answered.id, "reply_to": answered}
    return {"reply_to": answered}
