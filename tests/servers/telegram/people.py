"""Virtual people: they write, tap, ask inline, join, leave and block, and see what stands in a chat."""

import asyncio
import re
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.servers.telegram.entities import named, typed
from tests.servers.telegram.inline import cards_for, posted_card
from tests.servers.telegram.seen import Seen, seen
from tests.servers.telegram.state import Answer, InlineAnswer, Query, State
from tests.servers.telegram.wire import wire_chat, wire_user
from tests.servers.telegram.world import Chat, Content, Membership, Message, User, thread_place
from tests.servers.waiting import in_vain

PATIENCE_S = 120.0
"""How long somebody waits who has reason to: much longer than anything takes, on a busy machine too."""

GLANCE_S = 0.005
ANONYMOUS = User(1087968824, "Group", "GroupAnonymousBot", is_bot=True)
CHANNEL_BOT = User(136817688, "Channel", "Channel_Bot", is_bot=True)
_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Person:
    """One account on Telegram."""

    def __init__(self, state: State, user: User) -> None:
        self._state, self.user = state, user
        self.id = user.id
        self.private = state.world.chats[user.id]
        """The chat of this person with the bot."""

    def __repr__(self) -> str:
        return f"<{self.user.first_name}>"

    # --- writing ------------------------------------------------------------------------------------------------

    async def writes(
        self,
        chat: Chat,
        text: str,
        *,
        reply_to: Seen | Message | None = None,
        thread: int | None = None,
        as_channel: Chat | None = None,
        naming: "Person | None" = None,
    ) -> Message:
        """Write in a chat; in a forum `thread` is the topic. An anonymous administrator writes as the group.

        `naming` makes that person's name in the text a mention, as clients do for people without a username.
        """
        self._present(chat)
        answered = reply_to.message if isinstance(reply_to, Seen) else reply_to
        marked = typed(text) if naming is None else named(typed(text), naming.user.first_name, naming.id)
        place = thread_place(chat, answered, thread)
        message = self._state.world.post(chat, Content(marked), **self._author(chat, as_channel), **place)
        self._state.tell(message)
        return message

    def _author(self, chat: Chat, as_channel: Chat | None) -> dict[str, Any]:
        if chat.kind == "channel":
            return {"sender_chat": chat}
        if as_channel is not None:
            return {"sender": CHANNEL_BOT, "sender_chat": as_channel}
        if chat.members.get(self.id, Membership()).anonymous:
            return {"sender": ANONYMOUS, "sender_chat": chat}
        return {"sender": self.user}

    def _present(self, chat: Chat) -> None:
        if chat is self.private:
            if chat.blocked:
                raise AssertionError(f"{self} has blocked the bot and cannot write to it")
            chat.bot_met = True
        elif chat.kind != "elsewhere" and not chat.has(self.id):
            raise AssertionError(f"{self} is not in {chat.title}")

    async def edits(self, message: Message, text: str) -> None:
        """Change one's own message."""
        message.change(Content(typed(text)))
        self._state.tell(message)

    async def deletes(self, message: Seen | Message) -> None:
        """Take a message away, one's own or (as an administrator may) the bot's; the bot is told nothing."""
        gone = message.message if isinstance(message, Seen) else message
        del gone.chat.messages[gone.id]

    async def follows(self, link: str, *, into: Chat | None = None) -> Message:
        """Open a t.me link of the bot and press Start; a payload the clients would not pass is refused.

        A link with `startgroup` adds the bot `into` a group first.
        """
        parameters = parse_qs(urlsplit(link).query, keep_blank_values=True)
        payload = parameters.get("start" if into is None else "startgroup", [""])[0]
        if urlsplit(link).path.lower() != f"/{self._state.bot.username}".lower():
            raise AssertionError(f"{link} does not lead to @{self._state.bot.username}")
        if payload and not _PAYLOAD.fullmatch(payload):
            raise AssertionError(f"no client passes on the payload {payload!r}")
        if into is None:
            return await self.writes(self.private, f"/start {payload}".strip())
        await self.adds(into)
        return await self.writes(into, f"/start@{self._state.bot.username} {payload}".strip())

    # --- tapping ------------------------------------------------------------------------------------------------

    async def taps(self, message: Seen | Message, wanted: str, *, patience: float = PATIENCE_S) -> Answer:
        """Tap the button with that label or data and wait for the bot's answer."""
        query = self.touches(message, wanted)
        try:
            return await asyncio.wait_for(asyncio.shield(query.answer), patience)
        except TimeoutError:
            raise in_vain(f"{self} tapped {wanted!r} and had no answer within {patience} s") from None

    def touches(self, message: Seen | Message, wanted: str) -> Query:
        """Tap and do not wait; `query.answer` is a future of the answer. Buttons of a Seen may be out of date."""
        view = message if isinstance(message, Seen) else seen(message)
        button = view.button(wanted)
        if button.kind != "callback_data":
            raise AssertionError(f"the button {button.label!r} is a {button.kind}: {button.data}")
        query = self._state.new_query(self.user, button.data)
        self._state.taps[query.id] = query
        self._state.updates.add("callback_query", self._wire_tap(query, view.message))
        return query

    async def forges(self, message: Seen | Message, data: str, *, patience: float = PATIENCE_S) -> Answer:
        """Send data of one's own making, as if a button of the message held it, and wait for the answer."""
        view = message if isinstance(message, Seen) else seen(message)
        query = self._state.new_query(self.user, data)
        self._state.taps[query.id] = query
        self._state.updates.add("callback_query", self._wire_tap(query, view.message))
        return await asyncio.wait_for(asyncio.shield(query.answer), patience)

    def _wire_tap(self, query: Query, message: Message) -> dict[str, Any]:
        told = {
            "id": query.id,
            "from": wire_user(self.user),
            "chat_instance": str(7919 * message.chat.id),
            "data": query.asked,
        }
        if message.inline_id:
            return told | {"inline_message_id": message.inline_id}
        if message.id in message.chat.messages:
            return told | {"message": self._state.wire(message)}
        return told | {"message": {"chat": wire_chat(message.chat), "message_id": message.id, "date": 0}}

    # --- looking ------------------------------------------------------------------------------------------------

    def sees(self, chat: Chat, *, thread: int | None = None) -> list[Seen]:
        """The messages of the chat, oldest first, service messages left out."""
        messages = [message for message in chat.messages.values() if not message.service]
        return [seen(message) for message in messages if thread in (None, message.thread)]

    def menu(self, chat: Chat) -> list[str]:
        """The commands offered there in this person's language, as `/command description`."""
        return [
            f"/{command['command']} {command['description']}" for command in self._state.menu(chat, self.user)
        ]

    async def awaits(
        self,
        chat: Chat,
        wanted: str | Callable[[Seen], Any] = "",
        *,
        after: Seen | Message | None = None,
        patience: float = PATIENCE_S,
    ) -> Seen:
        """The newest message of the bot that contains the words (or for which the function holds), once there is one.

        With `after` only messages below that one count.
        """
        deadline = time.monotonic() + patience
        while True:
            for view in self._from_bot(chat, after.id if after else 0):
                if _holds(wanted, view):
                    return view
            if time.monotonic() > deadline:
                raise in_vain(f"{self} waited {patience} s for {wanted!r} in:\n{self._told(chat)}")
            await asyncio.sleep(GLANCE_S)

    def _from_bot(self, chat: Chat, above: int) -> Iterator[Seen]:
        """Newest first."""
        for message in reversed(list(chat.messages.values())):
            by_bot = message.sender is self._state.bot or message.via_bot or chat.kind == "channel"
            if message.id > above and by_bot and not message.service:
                yield seen(message)

    def _told(self, chat: Chat) -> str:
        return "\n".join(f"{view.who}: {view.text} {view.labels}" for view in self.sees(chat))

    # --- inline mode --------------------------------------------------------------------------------------------

    async def inline(
        self, query: str, *, chat: Chat | None = None, offset: str = "", patience: float = PATIENCE_S
    ) -> InlineAnswer:
        """Type `@bot query` somewhere and wait for the cards; an answer still cached does not reach the bot."""
        try:
            return await asyncio.wait_for(cards_for(self._state, self.user, query, offset, chat), patience)
        except TimeoutError:
            raise in_vain(f"{self} asked {query!r} inline and had no answer within {patience} s") from None

    async def chooses(self, result: dict[str, Any], chat: Chat, *, query: str = "") -> Message:
        """Send the card into the chat; the bot is told, and gets an inline_message_id if the card has buttons."""
        self._present(chat)
        return posted_card(self._state, self.user, result, chat, query)

    # --- coming and going ---------------------------------------------------------------------------------------

    async def joins(self, chat: Chat) -> None:
        self._enters(chat, self.user)

    async def leaves(self, chat: Chat) -> None:
        self._goes(chat, self.user, "left")

    async def adds(self, chat: Chat, person: "Person | None" = None) -> None:
        """Add somebody (the bot, if nobody is named) to the group."""
        self._enters(chat, person.user if person else self._state.bot)

    async def removes(self, chat: Chat, person: "Person | None" = None) -> None:
        """Remove somebody (the bot, if nobody is named) from the group for good."""
        self._goes(chat, person.user if person else self._state.bot, "kicked")

    async def promotes(self, chat: Chat, person: "Person", *, anonymous: bool = False) -> None:
        rights = frozenset({"can_manage_chat", "can_delete_messages"})
        self._state.set_member(chat, person.user, Membership("administrator", rights, anonymous), self.user)

    async def blocks(self) -> None:
        """Block the bot."""
        self._state.set_blocked(self.private, self.user, blocked=True)

    async def unblocks(self) -> None:
        self._state.set_blocked(self.private, self.user, blocked=False)

    def _enters(self, chat: Chat, user: User) -> None:
        self._state.set_member(chat, user, Membership(), self.user)
        self._state.serve(chat, self.user, {"new_chat_members": [wire_user(user)]})

    def _goes(self, chat: Chat, user: User, status: str) -> None:
        self._state.set_member(chat, user, Membership(status), self.user)
        self._state.serve(chat, self.user, {"left_chat_member": wire_user(user)})


def _holds(wanted: str | Callable[[Seen], Any], view: Seen) -> bool:
    return wanted in view.text if isinstance(wanted, str) else bool(wanted(view))
