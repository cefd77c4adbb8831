"""The server itself: one bot's token, answered on a loopback port."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Self

from aiohttp import web

from tests.servers.telegram.calls import Calls
from tests.servers.telegram.journal import Call
from tests.servers.telegram.limits import Limits
from tests.servers.telegram.people import Person
from tests.servers.telegram.state import State
from tests.servers.telegram.world import Chat, Membership, Message, User

TOKEN = "4382001:AAH-for-the-tests-of-Majlis-only_00001"
LARGEST_BODY = 60_000_000
LOOKS = 10
ADMIN = frozenset({"can_manage_chat", "can_delete_messages", "can_pin_messages"})


class TelegramServer:
    """A Bot API server for one bot; use it as an async context manager, or `start` and `stop` it.

    `base_url` and `base_file_url` are what python-telegram-bot's builder wants; `root` is without them. `limits`
    may be changed at any time; `clock` gives seconds and decides what is too fast and what too old.
    """

    def __init__(
        self,
        *,
        username: str = "majlis_bot",
        limits: Limits | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.token = TOKEN
        self.limits = replace(limits or Limits())  # a test that changes them changes no other test's
        self.bot = User(int(TOKEN.partition(":")[0]), "Majlis", username, is_bot=True)
        self.state = State(self.bot, self.limits, clock)
        self.faults, self.journal, self.switches = self.state.faults, self.state.journal, self.state.switches
        self.root = ""
        self._runner: web.AppRunner | None = None
        self._people: dict[int, Person] = {}

    @property
    def base_url(self) -> str:
        return f"{self.root}/bot"

    @property
    def base_file_url(self) -> str:
        return f"{self.root}/file/bot"

    # --- its life -----------------------------------------------------------------------------------------------

    async def start(self, port: int = 0, *, more: Callable[[web.Application], None] | None = None) -> None:
        """Listen on 127.0.0.1; `more` may add routes of its own."""
        calls = Calls(self.state, self.token)
        application = web.Application(client_max_size=LARGEST_BODY)
        application.router.add_route("*", r"/bot{token:[^/]+}/{method}", calls.called)
        application.router.add_get(r"/file/bot{token:[^/]+}/{path:.+}", calls.file)
        if more is not None:
            more(application)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        self.root = f"http://127.0.0.1:{self._runner.addresses[0][1]}"

    async def stop(self) -> None:
        await self.state.updates.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    def balance(self, *addresses: str) -> None:
        """Behind the webhook's address, hand updates on to these in turn (`http://127.0.0.1:8081`); none: to itself."""
        self.state.updates.balance(addresses)

    # --- the world ----------------------------------------------------------------------------------------------

    def user(self, first_name: str, *, username: str = "", language_code: str = "en") -> Person:
        """One more person, whom the bot has not met."""
        user = self.state.world.add_user(first_name, username, language_code)
        self._people[user.id] = Person(self.state, user)
        return self._people[user.id]

    def person(self, user_id: int) -> Person:
        """The person with that id."""
        return self._people[user_id]

    def group(self, title: str, *people: Person, bot: bool = True) -> Chat:
        """A small group; the first person created it, the bot is a member, nobody was told."""
        return self._gather(self.state.world.add_chat("group", title), people, bot=bot)

    def supergroup(
        self, title: str, *people: Person, bot: bool = True, username: str = "", forum: bool = False
    ) -> Chat:
        """A supergroup, with topics if `forum` (see `topic`)."""
        return self._gather(
            self.state.world.add_chat("supergroup", title, username, forum=forum), people, bot=bot
        )

    def channel(self, title: str, *people: Person, bot: bool = True, username: str = "") -> Chat:
        """A channel in which the bot may post."""
        chat = self._gather(self.state.world.add_chat("channel", title, username), people, bot=bot)
        return self.make_admin(chat) if bot else chat

    def elsewhere(self) -> Chat:
        """A chat the bot is not in, for cards sent through inline mode."""
        return self.state.world.chat_elsewhere()

    def _gather(self, chat: Chat, people: tuple[Person, ...], *, bot: bool) -> Chat:
        for person in people:
            chat.members[person.id] = Membership("member" if chat.members else "creator")
        if bot:
            chat.members[self.bot.id] = Membership()
        return chat

    def topic(self, chat: Chat, title: str) -> int:
        """A new topic of a forum; gives its message_thread_id."""
        made = {"forum_topic_created": {"name": title, "icon_color": 7322096}}
        creators = [user for user, membership in chat.members.items() if membership.status == "creator"]
        message = self.state.serve(chat, self.state.world.users[creators[0]] if creators else None, made)
        message.thread, message.is_topic = message.id, True
        chat.topics.add(message.id)
        return message.id

    def close_topic(self, chat: Chat, thread: int) -> None:
        """Delete the topic and its messages."""
        chat.topics.discard(thread)
        chat.messages = {
            number: message for number, message in chat.messages.items() if message.thread != thread
        }

    def make_admin(
        self,
        chat: Chat,
        person: Person | None = None,
        *,
        anonymous: bool = False,
        rights: frozenset[str] = ADMIN,
    ) -> Chat:
        """Make the person (or the bot) an administrator, silently."""
        chat.members[person.id if person else self.bot.id] = Membership("administrator", rights, anonymous)
        return chat

    def forbid(self, chat: Chat, *what: str) -> None:
        """Members may no longer send: "photos", "animations", "documents", "text messages"."""
        chat.forbidden |= set(what)

    def migrate(self, group: Chat) -> Chat:
        """The group becomes a supergroup: another chat with another id and numbering of its own."""
        new = self.state.world.add_chat("supergroup", group.title)
        new.members = dict(group.members)
        self.state.serve(group, None, {"migrate_to_chat_id": new.id})
        group.migrated_to = new
        self.state.serve(new, None, {"migrate_from_chat_id": group.id})
        return new

    def forget_file(self, file_id: str) -> None:
        """That file_id is good no longer: using it is answered with MEDIA_EMPTY."""
        self.state.files.forget(file_id)

    async def settles(self, *, quiet: float = 0.1, patience: float = 60.0) -> None:
        """Wait until the bot has fetched every update and called nothing (polling aside) for `quiet` seconds.

        They are counted in looks: a machine that stood still meanwhile was not quiet.
        """
        deadline, calm, known = time.monotonic() + patience, 0, -1
        while calm < LOOKS:
            calls = len(self.journal) - len(self.journal.of("getUpdates"))
            is_calm = not (len(self.state.updates) or self.journal.under_way()) and calls == known
            calm, known = calm + 1 if is_calm else 0, calls
            if time.monotonic() > deadline:
                raise TimeoutError(f"no quiet within {patience} s: {self.journal.under_way()}")
            await asyncio.sleep(quiet / LOOKS)

    # --- what was seen of the bot -------------------------------------------------------------------------------

    def message(self, chat_id: int, message_id: int) -> Message:
        """The message as the server keeps it."""
        return self.state.world.chats[chat_id].messages[message_id]

    def refused(self, *, but: tuple[str, ...] = ()) -> list[Call]:
        """Calls refused by the server itself, injected faults aside."""
        return self.journal.refused(but=but)

    def unanswered(self) -> list[str]:
        """The data of every tap the bot never answered."""
        return [query.asked for query in self.state.taps.values() if not query.answer.done()]
