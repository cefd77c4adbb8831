"""What a message of a table looks like: words, picture and buttons, for whoever reads it there.

Words and an attached picture, not an embed and not Components V2: on a phone the picture is as wide as the screen, the words
stand above it in full size and in the notification, and the buttons right below it (docs/discord.md).
"""

import json
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from hashlib import sha256

from discord.utils import escape_markdown, escape_mentions

from bot import people, readers
from bot.buttons import COLUMNS, Button, Look
from bot.company import audience
from bot.company.beside import beside
from bot.discord.buttons import Row, rows, view
from bot.discord.desk import Desk
from bot.discord.posted import MAX_TEXT
from bot.discord.screen import Screen
from bot.easel import digest
from bot.happenings import seals
from bot.intents import Look as LookAt
from bot.intents import encode
from bot.names import in_groups
from bot.occasions import awaited
from bot.phrases import Phrases, isolated
from bot.readers import Reader
from bot.table import Stage, Table
from bot.view import view as seen_from
from render.scene import Scene
from render.text import board_text

BESIDE = "~b:"
"""Before the act on a button below a board."""

_LINK = re.compile(r"(:/|\.[a-z]{2,})/", re.IGNORECASE)
"""What makes a link of an address: `https://…`, and `discord.gg/…` without it."""


@dataclass(frozen=True, slots=True)
class Face:
    """One message. `caption` goes with the picture, `text` stands alone; `alt` is the picture's text twin."""

    caption: str
    text: str
    alt: str
    picture: Scene
    rows: tuple[Row, ...]

    @property
    def digest(self) -> str:
        """The picture's."""
        return digest(self.picture)

    def said(self, *, text: bool) -> str:
        """The words with the picture, or without one."""
        return self.text if text else self.caption

    def words(self, *, text: bool) -> str:
        """A short name of the words and buttons."""
        shown = json.dumps([self.said(text=text), view(self.rows).to_components()])
        return sha256(shown.encode()).hexdigest()[:16]


async def reader(desk: Desk, screen: Screen, table: Table) -> Reader:
    """Who reads a screen."""
    if screen.player is None:
        return readers.everybody(await desk.settings(screen))
    return await readers.one(desk.database, screen.player, table)


async def face(desk: Desk, screen: Screen, table: Table) -> Face:
    """The table as it is now, for a screen."""
    read_by = await reader(desk, screen, table)
    words = read_by.words
    seen = seen_from(table, read_by.seat, words, shared=read_by.shared, style=read_by.style)
    lines = [
        f"**{plain(seen.title)}** · `{table.code}`",
        *[line async for line in _addressed(desk, screen, table, words)],
        *(plain(line) for line in seen.text.split("\n")),
        plain(audience.told(await desk.audience.counted(table), words)),
        *(plain(line) for line in desk.talk.heard(table, screen.player, words)),
        *seals(table, words, marked=code, plain=plain),
        *_invited(desk, screen, table, words),
    ]
    board = board_text(seen.scene)
    return Face(
        caption=fitting(lines, MAX_TEXT),
        text=fitting([block(board), *lines], MAX_TEXT),
        alt=f"{seen.headline}\n{board}",
        picture=seen.scene,
        rows=rows(seen.buttons, *_more(screen, table), *_aside(table, read_by)),
    )


def plain(text: str) -> str:
    """Words that are no markup and lead nowhere: a name is no way to advertise a site or a server."""
    return _LINK.sub(r"\1\/", escape_mentions(escape_markdown(text, ignore_links=False)))


def headed(heading: str, *lines: str) -> str:
    """Plain lines below a heading."""
    return "\n".join((f"**{plain(heading)}**", *map(plain, lines)))


def code(text: str) -> str:
    """What people may want to copy."""
    return f"`{text}`"


def explained(copied: str, text: str, words: Phrases) -> str:
    """What people may copy, and what it is: a line in the reader's direction, though it begins with Latin letters."""
    return words.along(f"{code(copied)} {plain(text)}")


def block(text: str) -> str:
    """A text in columns; nobody's name ends it early."""
    return f"```\n{text.replace('`', 'ʼ')}\n```"


def mention(account: str) -> str:
    """A name that leads to its bearer."""
    return f"<@{account}>"


def fitting(lines: list[str], most: int) -> str:
    """Lines one under the other, as many from the beginning as fit."""
    kept: list[str] = []
    left = most
    for line in (line for line in lines if line):
        left -= len(line) + 1
        if left < 0:
            break
        kept.append(line)
    return "\n".join(kept)


async def called(desk: Desk, table: Table) -> AsyncIterator[str]:
    """A mention of whom the table waits for, if they have a Discord account."""
    for at in awaited(table):
        if account := await desk.account(at.player):
            yield f"👉 {mention(account)}"


async def _addressed(desk: Desk, screen: Screen, table: Table, words: Phrases) -> AsyncIterator[str]:
    """In a shared place: whose turn it is, and whom a challenge is for."""
    if screen.private:
        return
    if table.stage is Stage.OPEN and table.setup.guest and None in table.seats:
        account = await desk.account(table.setup.guest)
        guest = await people.load(desk.database, table.setup.guest)
        if guest:
            name = mention(account) if account else plain(isolated(guest.name))
            yield words.t("A challenge for {name}.", name=name)
    async for line in called(desk, table):
        yield line


def _invited(desk: Desk, screen: Screen, table: Table, words: Phrases) -> Iterator[str]:
    """How a host in private brings a friend to the table."""
    waits = table.stage is Stage.OPEN and None in table.seats and not table.setup.guest
    if not (screen.private and waits and screen.player == table.host):
        return
    yield invitation(table, words)
    if desk.page:
        link = f"{desk.page}/j/{table.invitation}"
        yield words.t("Send this link to a friend: {link}", link=link)


def invitation(table: Table, words: Phrases) -> str:
    """How a friend comes to the table who does not see its board."""
    command = code(f"/tawla join {in_groups(table.invitation)}")
    return words.t("Your friend joins on any server, or in private with me: {command}", command=command)


def _more(screen: Screen, table: Table) -> Iterator[tuple[Button, ...]]:
    """Rows of buttons that are Discord's own."""
    if not screen.member and table.stage is Stage.PLAYING:
        # Where we are no member only presses let us edit: somebody who waits can ask for the newest state.
        yield (Button("🔄", encode(table.code, table.stamp, LookAt()), Look.PLAIN),)


def _aside(table: Table, read_by: Reader) -> Iterator[tuple[Button, ...]]:
    """What else one may do at the table, as far as there is room below the board; the board stays as it is."""
    watching = read_by.seat is None and not read_by.shared
    for tap in beside(table, read_by.seat, read_by.words, watching=watching)[:COLUMNS]:
        yield (Button(tap.label, BESIDE + tap.act, tap.look),)
