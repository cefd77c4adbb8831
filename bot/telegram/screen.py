"""Where a table is shown on Telegram, as kept in the database between two looks at it."""

import json
from dataclasses import asdict, dataclass, replace
from typing import Any

from storage.screens import ScreenRow

PLATFORM = "telegram"

_INLINE = "i:"


@dataclass(frozen=True, slots=True)
class Screen:
    """One message that shows one table.

    `place` is a chat's id as text, or `i:` and the id of a message sent through inline mode. `player` is who looks
    (None: everybody there). `shown` is the table's version on it. `message` is None until one was sent for sure.
    `text` says that it is a text message, without a picture. `picture` is the digest of the picture on it, `face` of
    its words and buttons. `language` counts for messages sent through inline mode. `reminded` is the deadline
    that was last reminded of, `told` what was last told by a new message (bot.telegram.faces.news).
    """

    table: int
    code: str
    place: str
    player: int | None = None
    shown: int = -1
    message: int | None = None
    thread: int | None = None
    text: bool = False
    picture: str = ""
    face: str = ""
    language: str = ""
    reminded: int = 0
    told: str = ""

    @property
    def chat(self) -> int | None:
        """The chat's id; None for a message sent through inline mode."""
        return None if self.inline else int(self.place)

    @property
    def inline(self) -> str:
        """The id of a message sent through inline mode, else empty."""
        return self.place.removeprefix(_INLINE) if self.place.startswith(_INLINE) else ""

    @property
    def key(self) -> int | str:
        """Whose budget its edits are on."""
        return self.inline or int(self.place)

    @property
    def private(self) -> bool:
        """Whether it is one person's chat with us."""
        return not self.inline and int(self.place) > 0

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


def inline_place(inline_id: str) -> str:
    """The place of a message sent through inline mode."""
    return f"{_INLINE}{inline_id}"
