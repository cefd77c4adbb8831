"""What a message of a table looks like: words, picture and buttons, for whoever reads it there."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot import people, tastes
from bot.phrases import FALLBACK, Phrases, isolated, phrases
from bot.picture import Style
from bot.table import COMPUTER, Against, Stage, Table
from bot.telegram.desk import Desk
from bot.telegram.pictures import Picture, digest
from bot.telegram.screen import Screen
from bot.telegram.texts import CAPTION, TEXT, block, bold, code, fitting, keyboard, mention
from bot.view import View, view
from render.cards import Invite
from render.text import board_text
from rules.ruleset import ClockKind
from rules.seat import Seat

BEGUN = "begun"


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


class Reader(NamedTuple):
    """Who reads a message: in which language, from which seat (None: from outside), and how boards look."""

    words: Phrases
    seat: Seat | None
    shared: bool
    style: Style


async def reader(desk: Desk, screen: Screen, table: Table) -> Reader:
    """Who reads a screen."""
    if screen.inline:
        return Reader(phrases(screen.language), None, shared=True, style=Style())
    if screen.player is None:
        settings = await desk.chat_settings(int(screen.place))
        return Reader(
            phrases(settings.get("language", FALLBACK)), None, shared=True, style=tastes.style(settings)
        )
    player = await people.load(desk.database, screen.player)
    words = phrases(player.language if player else FALLBACK)
    style = tastes.style(player.settings if player else {})
    if table.setup.against is Against.LOCAL and table.host == screen.player:
        return Reader(words, Seat.FIRST, shared=True, style=style)
    return Reader(words, table.seat_of(screen.player), shared=False, style=style)


async def face(desk: Desk, screen: Screen, table: Table) -> Face:
    """The table as it is now, for a screen."""
    read_by = await reader(desk, screen, table)
    seen = view(table, read_by.seat, read_by.words, shared=read_by.shared, style=read_by.style)
    lines = [
        bold(seen.title),
        *[line async for line in _addressed(desk, screen, table, read_by.words)],
        *(escape(line) for line in seen.text.split("\n")),
        *_dice(table, read_by.words),
    ]
    invites = _invites(screen, table)
    if invites:
        lines.append(escape(read_by.words.t("Send this link to a friend: {link}", link=_link(desk, table))))
    board = board_text(seen.scene)
    return Face(
        caption=fitting(lines, CAPTION),
        text=fitting([block(board), *lines], TEXT),
        picture=_card(desk, table, seen, read_by) if invites else seen.scene,
        buttons=keyboard(seen.buttons, *_more(desk, screen, table, read_by.words, invites=invites)),
    )


def in_mid_turn(table: Table) -> bool:
    """Whether somebody has taken a step of a turn that is not over."""
    game = table.match.game if table.match else None
    return game is not None and bool(game.taken) and not game.outcome


def news(screen: Screen, table: Table) -> str:
    """A short name of the newest thing its readers should hear of even if they are elsewhere; `told` if there is none.

    An edit makes no sound. So a new message tells a host in private that the match has begun, and at a table with the
    daily clock whoever is to move that it is their turn, in private and in groups.
    """
    game = table.match.game if table.match else None
    if (
        screen.inline
        or table.stage is not Stage.PLAYING
        or table.setup.against is not Against.FRIEND
        or not game
    ):
        return screen.told
    mover = table.seats[game.to_move] if game.to_move is not None and not game.outcome else None
    theirs = mover is not None and (not screen.private or mover.player == screen.player)
    if theirs and table.match and table.setup.ruleset.clock is ClockKind.DAILY:
        return f"{table.match.number}.{sum(game.turns)}"
    begun = screen.private and screen.player == table.host
    return screen.told or (BEGUN if begun else "")


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
    """A mention of whoever is to move, if they are a person with a Telegram account."""
    game = table.match.game if table.match else None
    if table.stage is not Stage.PLAYING or game is None or game.outcome or game.to_move is None:
        return
    at = table.seats[game.to_move]
    if at and at.player != COMPUTER and (account := await desk.account(at.player)):
        yield f"👉 {mention(account, isolated(at.name))}"


def _dice(table: Table, words: Phrases) -> Iterator[str]:
    """The dice's commitment before the first roll, and how to check them afterwards."""
    if table.stage is Stage.OPEN:
        yield words.t("🔒 Dice sealed: {digest}", digest=code(table.commitment))
    if table.stage is Stage.FINISHED and table.seed:
        yield words.t("🔑 Seed of the dice: {seed}", seed=code(table.seed))
        yield words.t("🔒 Dice sealed: {digest}", digest=code(table.commitment))
        said = [isolated(word) for word in table.words if word]
        if said:
            yield escape(words.t("The players' words: {words}", words=" · ".join(said)))


def _invites(screen: Screen, table: Table) -> bool:
    """Whether the message is an invitation its host sends around."""
    waits = table.stage is Stage.OPEN and None in table.seats and not table.setup.guest
    return screen.private and waits and screen.player == table.host


def _link(desk: Desk, table: Table) -> str:
    return desk.link(f"join_{table.code}")


def _card(desk: Desk, table: Table, seen: View, read_by: Reader) -> Invite:
    return Invite(
        address=_link(desk, table),
        code=table.code,
        title=seen.title,
        lines=(table.name_of(Seat.FIRST), *seen.lines)[:4],
        theme=read_by.style.theme,
        right_to_left=read_by.words.right_to_left,
    )


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
    if table.stage is Stage.FINISHED and table.match and table.stamp:
        yield (
            InlineKeyboardButton(words.t("🎞 Replay"), callback_data=f"~replay:{table.code}"),
            InlineKeyboardButton(words.t("Check the dice"), callback_data=f"~file:{table.code}"),
        )
