"""What people and groups choose for themselves: language, how boards look, reminders, who opens tables."""

from typing import Any

from telegram import InlineKeyboardMarkup

from bot import chats, tastes
from bot.chats import OPENERS
from bot.phrases import LANGUAGES, NAMES, Phrases, phrases
from bot.primer import FIRST_PAGE
from bot.telegram.desk import Desk
from bot.telegram.here import Here
from bot.telegram.opening import is_admin
from bot.telegram.texts import bold, menu, plain
from rules.errors import Malformed


class Preferences:
    """/language and /settings, in private and in groups."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def language(self, here: Here, _typed: str) -> None:
        """Offer the languages; in a group its administrators choose."""
        await here.say(bold(here.words.t("Language")), menu(_languages("~language")))

    async def settings(self, here: Here, _typed: str) -> None:
        """Offer everything that can be chosen here."""
        await here.say(*await self._offer(here))

    async def _offer(self, here: Here) -> tuple[str, InlineKeyboardMarkup]:
        if here.private:
            return _own(here.player.settings, here.words)
        return _groups(await self._desk.chat_settings(here.chat), here.words)

    async def set_language(self, here: Here, language: str) -> str:
        """Speak another language from now on; gives what the answer to the tap says."""
        if language not in LANGUAGES:
            raise Malformed("this is no language of ours")
        if not here.private:
            return await self.choose(here, "language", language)
        await self._desk.tables.likings.set_language(here.player, language)
        words = phrases(language)
        await here.change(
            plain(words.t("I speak English now. /play opens a table, /help shows the rest.")),
            menu([(words.t("Play"), "~play"), (words.t("How the games go"), f"~rules:{FIRST_PAGE}")]),
        )
        return ""

    async def choose(self, here: Here, name: str, value: str) -> str:
        """One choice; gives what the answer to the tap says."""
        if here.private:
            settings = tastes.changed(here.player.settings, name, value)
            player = await self._desk.tables.likings.choose(here.player, settings)
            await here.change(*_own(player.settings, here.words))
            return ""
        if not await is_admin(here):
            return here.words.t("Only the group's administrators can change this.")
        settings = chats.changed(await self._desk.chat_settings(here.chat), name, value)
        await self._desk.set_chat(here.chat, **{name: settings[name]})
        await here.change(*_groups(settings, await self._desk.chat_words(here.chat)))
        return ""


def _own(settings: Any, words: Phrases) -> tuple[str, InlineKeyboardMarkup]:
    t = words.t
    rows = [row for name in tastes.LOOKS for row in _pairs(_ticked(settings.get(name), name, words))]
    rows += [_ticked(settings.get(name), name, words, named=True) for name in tastes.HABITS]
    return _headed(t("Settings"), t("The next board is drawn so.")), menu(*rows)


def _groups(settings: dict[str, Any], words: Phrases) -> tuple[str, InlineKeyboardMarkup]:
    t = words.t
    opens, quiet = settings.get("open", OPENERS[0]), settings.get("quiet", False)
    language = settings.get("language")
    rows = [
        [(_tick(NAMES[tag], tag == language), f"~set:language:{tag}") for tag in LANGUAGES],
        _ticked(settings.get("theme"), "theme", words),
        [
            (_tick(t("Everybody opens tables"), opens == OPENERS[0]), f"~set:open:{OPENERS[0]}"),
            (_tick(t("Only administrators"), opens == OPENERS[1]), f"~set:open:{OPENERS[1]}"),
        ],
        [
            (_tick(t("With sound"), not quiet), "~set:quiet:off"),
            (_tick(t("Quiet"), quiet), "~set:quiet:on"),
        ],
    ]
    return _headed(t("Settings of this group"), t("Its administrators choose.")), menu(*rows)


def _headed(heading: str, text: str) -> str:
    return f"{bold(heading)}\n{plain(text)}"


def _ticked(value: Any, name: str, words: Phrases, *, named: bool = False) -> list[tuple[str, str]]:
    """A button for each value; `named` where the values alone would not say what they are about."""
    about, offered = tastes.choices(words)[name]
    usual = offered[0][0]
    labels = {
        key: words.t("{option}: {value}", option=about, value=label) if named else label
        for key, label in offered
    }
    return [(_tick(label, key == (value or usual)), f"~set:{name}:{key}") for key, label in labels.items()]


def _pairs(buttons: list[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    width = 3 if len(buttons) <= 3 else 2  # noqa: PLR2004 what fits on a phone
    return [buttons[at : at + width] for at in range(0, len(buttons), width)]


def _languages(prefix: str) -> list[tuple[str, str]]:
    return [(NAMES[tag], f"{prefix}:{tag}") for tag in LANGUAGES]


def _tick(label: str, chosen: bool) -> str:
    return f"✓ {label}" if chosen else label
