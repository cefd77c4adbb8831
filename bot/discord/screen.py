"""Where a table is shown on Discord, as kept in the database between two looks at it."""

import json
from dataclasses import asdict, dataclass, replace
from typing import Any

from storage.screens import ScreenRow

PLATFORM = "discord"

_OUTSIDE = "u:"

EPOCH_MS = 1_420_070_400_000
"""What Discord's ids count milliseconds from."""


@dataclass(frozen=True, slots=True)
class Screen:
    """One message that shows one table.

    `place` is a channel's id as text (servers, threads, private chats with us), or `u:` and the id of a channel where
    we are no member: there only the newest press lets us edit. `player` is who looks (None: everybody there).
    `shown` is the table's version on it. `message` is None until one was sent for sure, `posts` counts those sent.
    `guild` is the server (0: none), `parent` the channel a thread hangs on (0: it is no thread). `text`: it has no
    picture; `mute`: nothing new can be sent there; `blind`: the channel is hidden from us, as if we were no member.
    `picture` is the digest of the picture on it, `face` of its words and buttons. `reminded` is the deadline last
    reminded of, `told` what was last told by a new message (bot.occasions.news). `home`: the table was opened there.
    """

    table: int
    code: str
    place: str
    player: int | None = None
    shown: int = -1
    message: int | None = None
    posts: int = 0
    guild: int = 0
    parent: int = 0
    text: bool = False
    mute: bool = False
    blind: bool = False
    picture: str = ""
    face: str = ""
    reminded: int = 0
    told: str = ""
    home: bool = False

    @property
    def channel(self) -> int:
        """The channel's id."""
        return int(self.place.removeprefix(_OUTSIDE))

    @property
    def member(self) -> bool:
        """Whether we can reach the channel by ourselves."""
        return not self.blind and not self.place.startswith(_OUTSIDE)

    @property
    def private(self) -> bool:
        """Whether it is one person's chat with us."""
        return self.player is not None

    @property
    def outside(self) -> str:
        """The name this place has where we are no member of it."""
        return place_of(self.channel, member=False)

    @property
    def chat(self) -> str:
        """Whose settings count here: the server's, else the channel's own."""
        return str(self.guild or self.channel)

    def row(self) -> ScreenRow:
        """As the database keeps it."""
        data = {name: value for name, value in asdict(self).items() if name not in _COLUMNS}
        packed = json.dumps(data, separators=(",", ":"))
        return ScreenRow(self.table, PLATFORM, self.place, self.player, self.shown, packed)

    def anew(self) -> "Screen":
        """The same place without a message in it yet."""
        return replace(self, message=None, picture="", face="", shown=-1)

    def doubted(self) -> "Screen":
        """The same where nobody knows how its message looks: somebody may have edited it and not lived to note it."""
        return replace(self, picture="", face="")


_COLUMNS = ("table", "place", "player", "shown")


def read(row: ScreenRow) -> Screen:
    """The screen a row holds."""
    data: dict[str, Any] = json.loads(row.data)
    return Screen(table=row.table_id, place=row.place, player=row.player_id, shown=row.shown_version, **data)


def place_of(channel: int, *, member: bool) -> str:
    """The name of a place."""
    return str(channel) if member else f"{_OUTSIDE}{channel}"


def sent_ms(message: int) -> int:
    """When a message was sent, in milliseconds since 1970: its id says so."""
    return (message >> 22) + EPOCH_MS
