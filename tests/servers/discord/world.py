"""The people, servers, channels and messages there are: plain state, no protocol."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

EPOCH_MS = 1_420_070_400_000
TEXT, DM, VOICE, GROUP_DM, CATEGORY, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 2, 3, 4, 11, 12
THREADS = (PUBLIC_THREAD, PRIVATE_THREAD)
EPHEMERAL, LOADING, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 15


class Context(IntEnum):
    """Where something is used."""

    GUILD = 0
    BOT_DM = 1
    PRIVATE_CHANNEL = 2


@dataclass(eq=False)
class User:
    """A person or the bot itself; `installed` means the person added the application to their account."""

    id: int
    name: str
    global_name: str
    locale: str = "en-US"
    is_bot: bool = False
    dms_open: bool = True
    installed: bool = False


@dataclass(eq=False)
class Role:
    """A role of a guild; the one with the guild's id is @everyone."""

    id: int
    name: str
    permissions: int
    position: int = 0


@dataclass(eq=False)
class Member:
    """What a user is in a guild."""

    user: User
    joined: float
    roles: list[Role] = field(default_factory=list)
    nick: str | None = None


@dataclass(eq=False, repr=False)
class Guild:
    """What people call a server."""

    id: int
    name: str
    owner: User
    locale: str = "en-US"
    members: dict[int, Member] = field(default_factory=dict)
    roles: dict[int, Role] = field(default_factory=dict)
    channels: "dict[int, Channel]" = field(default_factory=dict)
    speaking: "dict[int, Channel]" = field(default_factory=dict)
    """Who is in which voice channel, by their ids."""

    def __repr__(self) -> str:
        return f"<guild {self.id} {self.name!r}>"

    @property
    def everyone(self) -> Role:
        return self.roles[self.id]


@dataclass
class Overwrite:
    """What a channel allows and denies somebody, above their roles."""

    allow: int = 0
    deny: int = 0


@dataclass
class Thread:
    """What a thread has beyond a channel."""

    parent: "Channel"
    owner: User
    created: float
    archived: bool = False
    locked: bool = False
    auto_archive_minutes: int = 1440
    members: dict[int, float] = field(default_factory=dict)


@dataclass(eq=False, repr=False)
class Channel:
    """A place for messages; `kind` is the number Discord calls its type, `category` what it stands under."""

    id: int
    kind: int
    name: str = ""
    guild: Guild | None = None
    recipients: tuple[User, ...] = ()
    thread: Thread | None = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    messages: "dict[int, Message]" = field(default_factory=dict)
    slowmode: int = 0
    topic: str | None = None
    category: "Channel | None" = None

    def __repr__(self) -> str:
        where = f" of {self.guild.name!r}" if self.guild else ""
        return f"<channel {self.id} {self.name or [user.name for user in self.recipients]}{where}>"


@dataclass(frozen=True, eq=False)
class Attachment:
    """A file of a message; `description` is its alternative text."""

    id: int
    filename: str
    content: bytes
    url: str
    content_type: str
    description: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True)
class Content:
    """All that an edit can change."""

    text: str = ""
    embeds: tuple[dict[str, Any], ...] = ()
    components: tuple[dict[str, Any], ...] = ()
    attachments: tuple[Attachment, ...] = ()
    flags: int = 0


@dataclass(eq=False, repr=False)
class Message:
    """One message; `history` holds every content it had before the present one; `reader` is who alone sees it."""

    id: int
    channel: Channel
    author: User
    created: float
    content: Content
    mentions: tuple[User, ...] = ()
    kind: int = 0
    edited: float | None = None
    history: list[Content] = field(default_factory=list)
    reader: User | None = None
    reference: "Message | None" = None
    interaction: dict[str, Any] | None = None
    from_application: bool = False
    thread: Channel | None = None
    nonce: str | None = None

    def __repr__(self) -> str:
        return f"<message {self.id} {self.author.name}: {self.content.text!r}>"

    def change(self, content: Content, now: float) -> None:
        """Edit."""
        self.history.append(self.content)
        self.content, self.edited = content, now


class World:
    """All there is; ids are snowflakes of the given clock, each larger than the last."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._last = clock, 0
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.files: dict[int, Attachment] = {}

    def new_id(self, *, shard: int | None = None, shards: int = 1) -> int:
        """A snowflake; with `shard` one that falls to that shard of so many."""
        number = max(self._last + 1, (int(self._clock() * 1000) - EPOCH_MS) << 22)
        while shard is not None and (number >> 22) % shards != shard:
            number += 1 << 22
        self._last = number
        return number

    def add_user(self, name: str, *, locale: str = "en-US", is_bot: bool = False) -> User:
        user = User(self.new_id(), name.lower().replace(" ", "_"), name, locale, is_bot)
        self.users[user.id] = user
        return user

    def add_channel(self, channel: Channel) -> Channel:
        self.channels[channel.id] = channel
        if channel.guild is not None:
            channel.guild.channels[channel.id] = channel
        return channel

    def drop_channel(self, channel: Channel) -> None:
        self.channels.pop(channel.id, None)
        if channel.guild is not None:
            channel.guild.channels.pop(channel.id, None)

    def dm(self, *users: User) -> Channel:
        """The direct messages between these, made when first needed."""
        for channel in self.channels.values():
            if channel.kind == DM and set(channel.recipients) == set(users):
                return channel
        return self.add_channel(Channel(self.new_id(), DM, recipients=users))
