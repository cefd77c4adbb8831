"""All that the server holds, and what a change of it tells the bot."""

import asyncio
import itertools
import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.servers.telegram.entities import Marked
from tests.servers.telegram.faults import Faults
from tests.servers.telegram.files import Files
from tests.servers.telegram.journal import Journal
from tests.servers.telegram.limits import Limits, Pace
from tests.servers.telegram.updates import Updates
from tests.servers.telegram.wire import wire_chat, wire_member, wire_message, wire_user
from tests.servers.telegram.world import ADMINS, Chat, Content, Membership, Message, User, World


class Answer(NamedTuple):
    """What a person sees after a tap, and how long it took: a toast, an alert, or silence."""

    text: str
    alert: bool
    url: str
    seconds: float

    @property
    def kind(self) -> str:
        return "silence" if not self.text else "alert" if self.alert else "toast"


class InlineAnswer(NamedTuple):
    """The cards offered for an inline query, as their JSON."""

    results: list[dict[str, Any]]
    next_offset: str
    button: dict[str, Any] | None
    seconds: float

    def card(self, wanted: str) -> dict[str, Any]:
        """The card of that id, or whose title contains the words."""
        for result in self.results:
            if wanted == result["id"] or wanted in result.get("title", ""):
                return result
        raise LookupError(
            f"no card {wanted!r} among {[result.get('title', result['id']) for result in self.results]}"
        )


@dataclass(eq=False)
class Query:
    """A tap or an inline query waiting for the bot's word."""

    id: str
    user: User
    asked: str
    at: float
    answer: "asyncio.Future[Any]"


@dataclass
class Profile:
    """What the bot says of itself, by language ("" for all others); commands also by scope."""

    commands: dict[tuple[str, str], list[dict[str, str]]] = field(default_factory=dict)
    texts: dict[tuple[str, str], str] = field(default_factory=dict)


@dataclass
class Switches:
    """What is set at BotFather."""

    privacy: bool = True
    inline: bool = True
    inline_feedback: bool = True


class State:
    """One bot and its world."""

    def __init__(self, bot: User, limits: Limits, clock: Callable[[], float]) -> None:
        self.bot, self.limits, self.clock = bot, limits, clock
        self.world, self.files, self.faults, self.journal = World(bot), Files(), Faults(), Journal()
        self.updates = Updates(self.faults)
        self.pace = Pace(limits, clock)
        self.profile, self.switches = Profile(), Switches()
        self.taps: dict[str, Query] = {}
        self.inline_queries: dict[str, Query] = {}
        self.inline_cache: dict[tuple[str, str, int | None], tuple[float, InlineAnswer]] = {}
        self._query_ids = itertools.count(4_382_000_000_000_001)
        self.albums = itertools.count(13_900_000_000_000_001)

    def new_query(self, user: User, asked: str) -> Query:
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        return Query(str(next(self._query_ids)), user, asked, self.clock(), future)

    def wire(self, message: Message) -> dict[str, Any]:
        return wire_message(message, self.world, self.files)

    def tell(self, message: Message) -> None:
        """Tell the bot of a message, where it may read it."""
        if message.chat.kind == "channel":
            kind = "channel_post"
        else:
            kind = "edited_message" if message.edit_date else "message"
        if self._reads(message):
            self.updates.add(kind, self.wire(message))

    def _reads(self, message: Message) -> bool:
        """With privacy on, in groups only commands, replies to the bot, its inline messages and service messages."""
        chat = message.chat
        if chat.is_private:
            return not chat.blocked
        if not chat.has(self.bot.id):
            return False
        if not self.switches.privacy or chat.kind == "channel" or chat.status(self.bot.id) in ADMINS:
            return True
        answers_bot = message.reply_to is not None and message.reply_to.sender is self.bot
        return (
            bool(message.service) or message.via_bot or answers_bot or self._commanded(message.content.marked)
        )

    def _commanded(self, marked: Marked) -> bool:
        commands = [entity for entity in marked.entities if entity["type"] == "bot_command"]
        if not commands or commands[0]["offset"]:
            return False
        addressed = marked.text[: commands[0]["length"]].partition("@")[2]
        return addressed.lower() in ("", self.bot.username.lower())

    def serve(self, chat: Chat, sender: User | None, service: dict[str, Any], **more: Any) -> Message:
        """Post a service message (somebody joined, a pin, a migration) and tell the bot."""
        message = self.world.post(chat, Content(Marked("")), sender=sender, service=service, **more)
        self.tell(message)
        return message

    def set_member(self, chat: Chat, user: User, new: Membership, by: User) -> None:
        """Change what somebody is in a chat; the bot hears of itself, and of others where it is an administrator."""
        old = chat.members.get(user.id, Membership("left"))
        chat.members[user.id] = new
        about_bot = user is self.bot
        if about_bot or chat.status(self.bot.id) in ADMINS:
            self.updates.add(
                "my_chat_member" if about_bot else "chat_member", self._change(chat, user, old, new, by)
            )

    def set_blocked(self, chat: Chat, user: User, *, blocked: bool) -> None:
        chat.blocked = blocked
        old, new = (
            Membership("kicked" if not blocked else "member"),
            Membership("kicked" if blocked else "member"),
        )
        self.updates.add("my_chat_member", self._change(chat, self.bot, old, new, user))

    def _change(self, chat: Chat, user: User, old: Membership, new: Membership, by: User) -> dict[str, Any]:
        who = {"chat": wire_chat(chat), "from": wire_user(by), "date": int(time.time())}
        return who | {"old_chat_member": wire_member(user, old), "new_chat_member": wire_member(user, new)}

    def menu(self, chat: Chat, user: User) -> list[dict[str, str]]:
        """The commands that person is shown there: the narrowest scope wins, then the person's language."""
        for scope in self._scopes(chat, user):
            for language in (user.language_code, ""):
                if commands := self.profile.commands.get((json.dumps(scope, sort_keys=True), language)):
                    return commands
        return []

    def _scopes(self, chat: Chat, user: User) -> Iterable[dict[str, Any]]:
        here = {"chat_id": chat.id}
        if chat.is_private:
            yield from ({"type": "chat", **here}, {"type": "all_private_chats"}, {"type": "default"})
            return
        admin = chat.status(user.id) in ADMINS
        yield {"type": "chat_member", **here, "user_id": user.id}
        yield from ([{"type": "chat_administrators", **here}] if admin else [])
        yield {"type": "chat", **here}
        yield from ([{"type": "all_chat_administrators"}] if admin else [])
        yield from ({"type": "all_group_chats"}, {"type": "default"})
