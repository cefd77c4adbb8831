"""What a message of a table looks like: words, picture and buttons, for whoever reads it there."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import quote

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot import people, readers
from bot.company import audience
from bot.company.beside import beside
from bot.easel import Picture, digest
from bot.happenings import seals
from bot.names import in_groups
from bot.occasions import awaited
from bot.phrases import Phrases, isolated, phrases
from bot.picture import Style
from bot.readers import Reader
from bot.table import Stage, Table
from bot.telegram.asides import aside
from bot.telegram.desk import Desk
from bot.telegram.screen import Screen
from bot.telegram.texts import CAPTION, TEXT, block, bold, code, fitting, keyboard, mention, plain
from bot.view import View, view
from render.cards import Invite
from render.text import board_text
from rules.seat import Seat


@dataclass(frozen=True, slots=True)
class Face:
    """One message. `caption` goes with the picture, `text` stands alone; both are HTML."""

    caption: str
    text: str
    picture: Picture
    buttons: InlineKeyboardMarkup | None

    @property
    def digest(self) -> str:
        """The picture's."""
        return digest(self.picture)

    def words(self, *, text: bool) -> str:
        """A short name of the words and buttons."""
        said = self.text if text else self.caption
        return sha256(f"{said}\0{self.buttons and self.buttons.to_json()}".encode()).hexdigest()[:16]


async def reader(desk: Desk, screen: Screen, table: Table) -> Reader:
    """Who reads a screen."""
    if screen.inline:
        return Reader(phrases(screen.language), None, shared=True, style=Style())
    if screen.player is None:
        return readers.everybody(await desk.chat_settings(int(screen.place)))
    return await readers.one(desk.database, screen.player, table)


async def face(desk: Desk, screen: Screen, table: Table) -> Face:
    """The table as it is now, for a screen."""
    read_by = await reader(desk, screen, table)
    seen = view(table, read_by.seat, read_by.words, shared=read_by.shared, style=read_by.style)
    lines = [
        bold(seen.title),
        *[line async for line in _addressed(desk, screen, table, read_by.words)],
        *(plain(line) for line in seen.text.split("\n")),
        plain(audience.told(await desk.audience.counted(table), read_by.words)),
        *(plain(line) for line in desk.talk.heard(table, screen.player, read_by.words)),
        *seals(table, read_by.words, marked=code, plain=plain),
    ]
    invites = _invites(screen, table)
    if invites:
        lines.append(plain(read_by.words.t("Send this link to a friend: {link}", link=_link(desk, table))))
    board = board_text(seen.scene)
    return Face(
        caption=fitting(lines, CAPTION),
        text=fitting([block(board), *lines], TEXT),
        picture=_card(desk, table, seen, read_by) if invites else seen.scene,
        buttons=keyboard(
            seen.buttons,
            *_more(desk, screen, table, read_by.words, invites=invites),
            *_aside(screen, table, read_by),
        ),
    )


async def _addressed(desk: Desk, screen: Screen, table: Table, words: Phrases) -> AsyncIterator[str]:
    """In a shared place: whose turn it is, so that they are told of it; and whom a challenge is for."""
    if screen.private:
        return
    if table.stage is Stage.OPEN and table.setup.guest and None in table.seats:
        account = await desk.account(table.setup.guest)
        guest = await people.load(desk.database, table.setup.guest)
        if account and guest:
            yield words.t("A challenge for {name}.", name=mention(account, isolated(guest.name)))
    async for line in called(desk, table):
        yield line


async def called(desk: Desk, table: Table) -> AsyncIterator[str]:
    """A mention of whom the table waits for, if they have a Telegram account."""
    for at in awaited(table):
        if account := await desk.account(at.player):
            yield f"👉 {mention(account, isolated(at.name))}"


def _invites(screen: Screen, table: Table) -> bool:
    """Whether the message is an invitation its host sends around."""
    waits = table.stage is Stage.OPEN and None in table.seats and not table.setup.guest
    return screen.private and waits and screen.player == table.host


def _link(desk: Desk, table: Table) -> str:
    return desk.link(f"join_{table.invitation}")


def _card(desk: Desk, table: Table, seen: View, read_by: Reader) -> Invite:
    return Invite(
        address=_link(desk, table),
        code=in_groups(table.invitation),
        title=seen.title,
        lines=(table.name_of(Seat.FIRST), *seen.lines)[:4],
        theme=read_by.style.theme,
        right_to_left=read_by.words.right_to_left,
    )


def _aside(screen: Screen, table: Table, read_by: Reader) -> Iterator[tuple[InlineKeyboardButton, ...]]:
    """What else one may do there; a message sent through inline mode is in no chat where that could be answered."""
    if not screen.inline:
        watching = read_by.seat is None and not read_by.shared
        yield from aside(beside(table, read_by.seat, read_by.words, watching=watching))


def _more(
    desk: Desk, screen: Screen, table: Table, words: Phrases, *, invites: bool
) -> Iterator[tuple[InlineKeyboardButton, ...]]:
    """Rows of buttons that are Telegram's own."""
    if invites:
        text = words.t("Play tawla with me!")
        share = f"https://t.me/share/url?url={quote(_link(desk, table))}&text={quote(text)}"
        yield (InlineKeyboardButton(words.t("Send to a friend"), url=share),)
    if screen.inline and table.stage is Stage.PLAYING and screen.text:
        link = desk.link(f"watch_{table.code}")
        yield (InlineKeyboardButton(words.t("Play with pictures"), url=link),)
