"""What people and servers choose for themselves: language, how boards look, reminders, channels, who opens tables."""

from collections.abc import Mapping
from typing import Any

from bot import chats, people, tastes
from bot.chats import OPENERS, SWITCHES
from bot.discord.buttons import Channels, Choices, Row
from bot.discord.desk import Desk
from bot.discord.faces import headed
from bot.discord.here import Here
from bot.phrases import LANGUAGES, NAMES, Phrases, phrases


class Preferences:
    """/tawla language and /tawla settings."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def language(self, here: Here, tag: str) -> None:
        """Speak another language with this person from now on, or offer the languages."""
        if tag in LANGUAGES:
            await self._desk.tables.likings.set_language(here.player, tag)
            await here.change(phrases(tag).t("I speak English now. /tawla play opens a table."), ())
        else:
            await here.say(headed(here.words.t("Language")), _languages(here.words, "language"))

    async def settings(self, here: Here) -> None:
        """Offer everything a person can choose."""
        await here.say(_heading(here.words), *_own(here.player, here.words))

    async def set_own(self, here: Here, name: str, value: str) -> None:
        """One choice of a person's."""
        if name == "language" and value in LANGUAGES:
            player = await self._desk.tables.likings.set_language(here.player, value)
        else:
            chosen = tastes.changed(here.player.settings, name, value, {"reminders": SWITCHES})
            player = await self._desk.tables.likings.choose(here.player, chosen)
        words = phrases(player.language)
        await here.change(_heading(words), _own(player, words))

    async def server(self, here: Here) -> None:
        """Offer everything a server can choose, to those who manage it."""
        if await self._may(here):
            settings = await self._desk.chats.of(here.spot.chat)
            await here.say(_servers_heading(here.words), *_servers(settings, here.words))

    async def set_server(self, here: Here, name: str, value: str) -> None:
        """One choice of a server's."""
        if not await self._may(here):
            return
        await self._keep(here, chats.changed(await self._desk.chats.of(here.spot.chat), name, value))

    async def set_channels(self, here: Here, channels: tuple[str, ...]) -> None:
        """Where a server wants boards; nowhere named is everywhere."""
        if await self._may(here):
            wanted = [int(channel) for channel in channels if channel.isdecimal()]
            await self._keep(here, {**await self._desk.chats.of(here.spot.chat), "channels": wanted})

    async def _keep(self, here: Here, settings: dict[str, Any]) -> None:
        await self._desk.chats.change(here.spot.chat, **settings)
        await here.change(_servers_heading(here.words), _servers(settings, here.words))

    async def _may(self, here: Here) -> bool:
        if here.administers:
            return True
        await here.say(here.words.t("Only those who manage the server can change this."))
        return False


def _heading(words: Phrases) -> str:
    return headed(words.t("Settings"), words.t("The next board is drawn so."))


def _own(player: people.Player, words: Phrases) -> tuple[Row, ...]:
    t = words.t
    reminders = (("on", t("Remind me of daily games")), ("off", t("Do not remind me")))
    return (
        _languages(words, "set:language", player.language),
        *(_taste(name, "set", player.settings, words) for name in tastes.LOOKS),
        _switch(t("Reminders"), "set:reminders", reminders, player.settings.get("reminders", "on")),
    )


def _servers_heading(words: Phrases) -> str:
    return headed(words.t("Settings of this server"), words.t("No channel chosen: tawla everywhere."))


def _servers(settings: Mapping[str, Any], words: Phrases) -> tuple[Row, ...]:
    t = words.t
    opens = ((OPENERS[0], t("Everybody opens tables")), (OPENERS[1], t("Only administrators")))
    quiet = (("off", t("With sound")), ("on", t("Quiet")))
    return (
        _languages(words, "server:language", settings.get("language", "")),
        _taste("theme", "server", settings, words),
        _switch(t("Who opens tables"), "server:open", opens, settings.get("open", OPENERS[0])),
        _switch(t("Sound"), "server:quiet", quiet, "on" if settings.get("quiet") else "off"),
        Channels(t("Channels for tawla"), "channels", tuple(settings.get("channels", ()))),
    )


def _languages(words: Phrases, id_: str, chosen: str = "") -> Choices:
    return Choices(words.t("Language"), id_, tuple(NAMES.items()), chosen)


def _taste(name: str, whose: str, settings: Mapping[str, Any], words: Phrases) -> Choices:
    about, offered = tastes.choices(words)[name]
    named = tuple((value, f"{about}: {label}") for value, label in offered)
    return Choices(about, f"{whose}:{name}", named, str(settings.get(name) or offered[0][0]))


def _switch(about: str, id_: str, offered: tuple[tuple[str, str], ...], chosen: str) -> Choices:
    return Choices(about, id_, tuple((value, f"{about}: {label}") for value, label in offered), chosen)
