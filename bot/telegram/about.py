"""What does not concern one table: greeting, help, the rules with pictures, and pearls."""

from telegram import InlineKeyboardMarkup, InputMediaPhoto
from telegram.constants import ParseMode

from bot import customs, lobby, primer, standings, tastes
from bot.company import acts as company
from bot.company import doors
from bot.phrases import NAMES, Phrases, isolated
from bot.primer import FIRST_PAGE
from bot.table import Against
from bot.telegram.asides import BESIDE
from bot.telegram.company import Acts
from bot.telegram.desk import Desk
from bot.telegram.here import Here
from bot.telegram.menus import GAMES
from bot.telegram.opening import Opening
from bot.telegram.pictures import Album
from bot.telegram.texts import CAPTION, bold, fitting, menu, plain
from render.scene import Scene
from rules.errors import Malformed, Refused
from rules.ruleset import PRESETS

FIRST = ("play", "quick", "challenge", "lesson", "menu")
"""The commands that are named before all others."""


class About:
    """Answers that anybody may ask for."""

    def __init__(self, desk: Desk, opening: Opening, album: Album, acts: Acts) -> None:
        self._desk = desk
        self._opening = opening
        self._album = album
        self._acts = acts

    async def start(self, here: Here, typed: str) -> None:
        """The greeting; a deep link leads straight to what it is about."""
        verb, _, code = typed.strip().partition("_")
        if here.private and verb == "join" and code:
            await self._opening.join(here, code)
        elif here.private and verb == "watch" and code:
            await self._opening.watch(here, code)
        elif here.private and verb == "profile":
            await self._acts.follow(here, "profile")
        elif here.private and (act := _act(typed)):
            await self._acts.follow(here, act)
        else:
            await here.say(self._greeting(here), self._first_steps(here))

    async def spoken(self, here: Here, typed: str) -> None:
        """Words in private that are no command: a table's code or link leads there, all else to the commands."""
        code, word, key = lobby.read_invitation(typed)
        if not word and await self._is_table(here, code):
            await self._opening.join(here, f"{code}{key}")
        else:
            await self.help(here, "")

    async def _is_table(self, here: Here, code: str) -> bool:
        try:
            await self._desk.tables.sought(code, here.player.id, self._desk.now())
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
        return f"{bold(welcome)}\n{plain(about)}\n\n{plain(more)}"

    def _first_steps(self, here: Here) -> InlineKeyboardMarkup | None:
        if not here.private:
            return None
        t = here.words.t
        return menu(
            [(t("⚡ Quick play"), f"{BESIDE}quick")],
            [
                (t("🤖 The computer"), f"~play:{GAMES}:{Against.COMPUTER}"),
                (t("👥 A friend"), f"~play:{GAMES}:{Against.FRIEND}"),
            ],
            [(t("🎓 First lessons"), f"{BESIDE}lesson"), (t("📖 How the games go"), f"~rules:{FIRST_PAGE}")],
            [(t("Everything there is to do"), f"{BESIDE}menu")],
            [(name, f"~language:{tag}") for tag, name in NAMES.items()],
        )

    async def help(self, here: Here, _typed: str) -> None:
        """Every command in a line."""
        described = commands(here.words, private=here.private)
        lines = [bold(here.words.t("Commands")), *(f"/{name} – {plain(text)}" for name, text in described)]
        if not here.private:
            lines.append(
                plain(
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
        return primer.scene(preset, here.words, tastes.style(here.player.settings))

    # --- pearls -------------------------------------------------------------------------------------------------

    async def pearls(self, here: Here, _typed: str) -> None:
        """How many pearls, and what moved them last."""
        await here.say(_headed(await standings.purse(self._desk.database, here.player.id, here.words)))


def _act(typed: str) -> str | None:
    """The act a deep link leads to; None for any other, and for one that was cut short on its way."""
    try:
        return doors.read_payload(typed.strip())
    except Malformed:
        return None


def _headed(lines: tuple[str, ...]) -> str:
    heading, *rest = lines
    return "\n".join((bold(heading), *(plain(line) for line in rest)))


def _page(preset: str, words: Phrases) -> str:
    told = [bold(customs.preset_name(preset, words)), *(plain(line) for line in primer.lines(preset, words))]
    return fitting(told, CAPTION)


def _pages(preset: str, words: Phrases) -> InlineKeyboardMarkup:
    others = [(customs.preset_name(other, words), f"~rules:{other}") for other in PRESETS if other != preset]
    rows = [others[at : at + 2] for at in range(0, len(others), 2)]
    return menu(*rows)


def commands(words: Phrases, *, private: bool) -> tuple[tuple[str, str], ...]:
    """The commands offered in private or in groups, with what each does."""
    replaced = {command.name for command in company.COMMANDS}
    theirs = _private(words) if private else _groups(words)
    every = [
        *(described for described in theirs if described[0] not in replaced),
        *((one.name, words.t(one.about)) for one in company.COMMANDS if private or not one.alone),
    ]
    return tuple(sorted(every, key=lambda one: FIRST.index(one[0]) if one[0] in FIRST else len(FIRST)))


def _both(words: Phrases) -> tuple[tuple[str, str], ...]:
    t = words.t
    return (
        ("board", t("Bring the board down here")),
        ("join", t("Sit down at a table by its code")),
        ("word", t("Mix a word of your own into the dice")),
        ("close", t("Close a table before the first roll")),
        ("rules", t("How the games go")),
        ("settings", t("How boards look, and more")),
        ("help", t("Every command")),
    )


def _private(words: Phrases) -> tuple[tuple[str, str], ...]:
    t, both = words.t, _both(words)
    return (
        ("play", t("Open a table")),
        *both[:2],
        ("hint", t("The best turn, and why")),
        ("resign", t("Give up the game")),
        *both[2:4],
        ("pearls", t("Your pearls")),
        both[4],
        ("language", t("Another language")),
        *both[5:],
    )


def _groups(words: Phrases) -> tuple[tuple[str, str], ...]:
    t = words.t
    return (
        ("play", t("Open a table for the group")),
        ("challenge", t("Challenge one person")),
        *_both(words),
    )
