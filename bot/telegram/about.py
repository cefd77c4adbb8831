"""What does not concern one table: greeting, help, the rules with pictures, pearls and who has most of them."""

from html import escape

from telegram import InlineKeyboardMarkup, InputMediaPhoto
from telegram.constants import ParseMode

from bot import customs, lobby, tastes
from bot.phrases import Phrases, isolated
from bot.telegram.desk import Desk
from bot.telegram.here import Here
from bot.telegram.opening import Opening
from bot.telegram.pictures import Album
from bot.telegram.texts import CAPTION, bold, fitting, menu
from render.scene import Die, Scene, Side
from rules.errors import Malformed, Refused
from rules.position import parse
from rules.ruleset import PRESETS, Direction, Game
from storage import ledger

FIRST_PAGE = "mahbooseh"
TOP = 10
LAST = 5

_SHOWN = {
    Game.MAHBUSA: "24x7 20 18x2 12 9x2 6p 4 / 24x6 22p 17x2 13x2 10 8x2 3",
    Game.TAWLA31: "24x6 20x2 17 15x2 12 10x2 7 / 24x5 21x2 19x2 14x2 11 9x2 6",
    Game.SHEESH_BESH: "13x4 10 8x3 6x4 5x2 4 / 24x2 22 13x4 11 8x3 6x4",
}
"""A position of each game that shows what it is about."""


class About:
    """Answers that anybody may ask for."""

    def __init__(self, desk: Desk, opening: Opening, album: Album) -> None:
        self._desk = desk
        self._opening = opening
        self._album = album

    async def start(self, here: Here, typed: str) -> None:
        """The greeting; a deep link leads straight to what it is about."""
        verb, _, code = typed.strip().partition("_")
        if here.private and verb == "join" and code:
            await self._opening.join(here, code)
        elif here.private and verb == "watch" and code:
            await self._opening.watch(here, code)
        elif here.private and verb == "profile":
            await self.pearls(here, "")
        else:
            await here.say(self._greeting(here), self._first_steps(here))

    async def spoken(self, here: Here, typed: str) -> None:
        """Words in private that are no command: a table's code or link leads there, all else to the commands."""
        code, word = lobby.read_invitation(typed)
        if not word and await self._is_table(code):
            await self._opening.join(here, code)
        else:
            await self.help(here, "")

    async def _is_table(self, code: str) -> bool:
        try:
            await self._desk.tables.get(code)
        except Refused:
            return False
        return True

    def _greeting(self, here: Here) -> str:
        t = here.words.t
        welcome = t("Welcome to Majlis, {name}!", name=isolated(here.player.name))
        about = t(
            "Mahbusa, Tawla 31 and Sheesh Besh, as in the coffee house: against the computer, a friend or a whole group."
        )
        more = t("Commands: {help}", help="/help")
        return f"{bold(welcome)}\n{escape(about)}\n\n{escape(more)}"

    def _first_steps(self, here: Here) -> InlineKeyboardMarkup | None:
        if not here.private:
            return None
        t = here.words.t
        return menu(
            [(t("Play"), "~play"), (t("How the games go"), f"~rules:{FIRST_PAGE}")],
            [("العربية", "~language:ar"), ("English", "~language:en"), ("हिन्दी", "~language:hi")],
        )

    async def help(self, here: Here, _typed: str) -> None:
        """Every command in a line."""
        described = commands(here.words, private=here.private)
        lines = [bold(here.words.t("Commands")), *(f"/{name} – {escape(text)}" for name, text in described)]
        if not here.private:
            lines.append(
                escape(
                    here.words.t(
                        "Name a game and a length if you like: {example}", example="/play sheesh besh 5"
                    )
                )
            )
        await here.say("\n".join(lines))

    # --- the rules ----------------------------------------------------------------------------------------------

    async def rules(self, here: Here, _typed: str) -> None:
        """A page for each game, with a picture."""
        await self._send_page(here, FIRST_PAGE)

    async def _send_page(self, here: Here, preset: str) -> None:
        picture = self._picture(preset, here)
        photo = await self._album.get(picture)
        sent = await here.show(photo, _page(preset, here.words), _pages(preset, here.words))
        if isinstance(photo, bytes):
            await self._album.keep(picture, sent)

    async def turn_page(self, here: Here, preset: str) -> None:
        """Another game's page, in the same message where it shows one already."""
        if preset not in PRESETS:
            raise Malformed("this is no game of ours")
        if not here.message.photo:
            await self._send_page(here, preset)
            return
        picture = self._picture(preset, here)
        photo = await self._album.get(picture)
        media = InputMediaPhoto(photo, caption=_page(preset, here.words), parse_mode=ParseMode.HTML)
        edited = await self._desk.bot.edit_message_media(
            media,
            here.chat,
            here.message.message_id,
            reply_markup=_pages(preset, here.words),
        )
        if isinstance(photo, bytes):
            await self._album.keep(picture, edited)

    def _picture(self, preset: str, here: Here) -> Scene:
        ruleset = PRESETS[preset]
        style = tastes.style(here.player.settings)
        return Scene(
            parse(_SHOWN[ruleset.game]),
            has_bar=ruleset.game is Game.SHEESH_BESH,
            same_direction=ruleset.direction is Direction.SAME,
            dice=(Die(6, Side.OWN), Die(5, Side.OWN)),
            pips=False,
            title=customs.preset_name(preset, here.words),
            theme=style.theme,
            home=style.home,
            digits=style.digits,
            right_to_left=here.words.right_to_left,
        )

    # --- pearls -------------------------------------------------------------------------------------------------

    async def pearls(self, here: Here, _typed: str) -> None:
        """How many pearls, and what moved them last."""
        words = here.words
        async with self._desk.database.read() as conn:
            balance = await ledger.balance(conn, here.player.id)
            entries = await ledger.statement(conn, here.player.id, LAST)
        lines = [
            bold(words.n("You have {n} pearl.", "You have {n} pearls.", balance)),
            *(f"{entry.amount:+d}" for entry in entries),
            escape(words.t("Pearls are earned by playing; they are never bought.")),
        ]
        await here.say("\n".join(lines))

    async def top(self, here: Here, _typed: str) -> None:
        """Who has most pearls."""
        words = here.words
        async with self._desk.database.read() as conn:
            richest = await ledger.richest(conn, TOP)
        if not richest:
            await here.say(escape(words.t("Nobody has earned a pearl yet.")))
            return
        lines = [
            escape(
                words.n(
                    "{place}. {name}: {n} pearl",
                    "{place}. {name}: {n} pearls",
                    pearls,
                    place=place,
                    name=isolated(name),
                )
            )
            for place, (name, pearls) in enumerate(richest, 1)
        ]
        await here.say("\n".join((bold(words.t("Most pearls")), *lines)))


def _page(preset: str, words: Phrases) -> str:
    told = [
        bold(customs.preset_name(preset, words)),
        escape(customs.preset_text(preset, words)),
        "",
        *(
            escape(f"• {words.t('{option}: {value}', option=option, value=value)}")
            for option, value in customs.customs(PRESETS[preset], words)
        ),
        escape(
            words.t(
                "Fifteen checkers each, two dice, doubles count four times; use as many dice as you can. Who bears off first wins; mars if the other has borne off none."
            )
        ),
    ]
    return fitting(told, CAPTION)


def _pages(preset: str, words: Phrases) -> InlineKeyboardMarkup:
    others = [(customs.preset_name(other, words), f"~rules:{other}") for other in PRESETS if other != preset]
    rows = [others[at : at + 2] for at in range(0, len(others), 2)]
    return menu(*rows)


def commands(words: Phrases, *, private: bool) -> tuple[tuple[str, str], ...]:
    """The commands offered in private or in groups, with what each does."""
    t = words.t
    both = (
        ("board", t("Bring the board down here")),
        ("join", t("Sit down at a table by its code")),
        ("word", t("Mix a word of your own into the dice")),
        ("close", t("Close a table before the first roll")),
        ("top", t("Who has most pearls")),
        ("rules", t("How the games go")),
        ("settings", t("How boards look, and more")),
        ("help", t("Every command")),
    )
    if private:
        return (
            ("play", t("Open a table")),
            ("games", t("Your tables")),
            *both[:2],
            ("hint", t("The best turn, and why")),
            ("resign", t("Give up the game")),
            *both[2:4],
            ("pearls", t("Your pearls")),
            *both[4:6],
            ("language", t("Another language")),
            *both[6:],
        )
    return (("play", t("Open a table for the group")), ("challenge", t("Challenge one person")), *both)
