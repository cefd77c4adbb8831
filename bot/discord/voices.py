"""Speaking aloud on Discord: a voice channel for a table's people, taken away once nobody needs it.

Who speaks where is asked of Discord when it matters. To be told of it all the time would mean an event for everybody who
comes and goes in every voice channel of every server.
"""

import asyncio
import logging
from weakref import WeakValueDictionary

from discord import CategoryChannel, Guild, NotFound, Thread, VoiceChannel
from discord.abc import GuildChannel

from bot import customs
from bot.company.desk import Asker
from bot.company.panel import Link, Panel, Tap, act
from bot.discord.desk import Desk
from bot.discord.errors import REFUSALS, Meaning, meaning
from bot.phrases import isolated
from bot.rounds import for_ever
from bot.table import COMPUTER, Stage, Table
from rules.errors import Refused
from storage import voices
from storage.voices import Voice

log = logging.getLogger(__name__)

LOOK_S = 60.0
EMPTY_MS = 10 * 60 * 1000
"""A channel that none of the two players has been in for so long goes away; after the match it goes at once."""

CHANNEL = "https://discord.com/channels/{guild}/{channel}"

_GONE = (Meaning.LOST, Meaning.HIDDEN, Meaning.FORBIDDEN)
"""What we cannot reach any more is no longer ours to take away."""


class Voices:
    """All voice channels for tables."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._opening: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    # --- asked for by somebody ----------------------------------------------------------------------------------

    async def voice(self, asker: Asker, table: Table) -> Panel:
        """Lead to the table's channel, opened now unless there is one, or to where the other player speaks."""
        channel = self._channel(asker.place)
        if channel is None:
            line = asker.words.t("I can open a voice channel on a server where I am a member; ask me there.")
            return _panel(asker, table, line)
        lock = self._opening.setdefault(table.id, asyncio.Lock())
        try:
            async with lock:
                return await self._found(asker, table, channel.guild, _category(channel))
        except REFUSALS as error:
            log.info("no voice channel for table %s: %s", table.code, meaning(error))
            line = asker.words.t("The house is very busy just now. Please try again in a moment.")
            return _panel(asker, table, line)

    async def _found(
        self, asker: Asker, table: Table, guild: Guild, category: CategoryChannel | None
    ) -> Panel:
        t = asker.words.t
        async with self._desk.database.read() as conn:
            known = await voices.of_table(conn, table.id)
        if known:
            return _panel(asker, table, t("This table has a voice channel."), known.guild, known.channel)
        speaking = await self._speaking(guild.id, table)
        if len(set(speaking.values())) == 1 and len(speaking) > 1:
            return _panel(
                asker, table, t("You are both in one voice channel."), guild.id, next(iter(speaking.values()))
            )
        if opened := await self._opened(asker, table, guild, category):
            line = t("A voice channel for this table; it goes away when nobody needs it any more.")
            return _panel(asker, table, line, guild.id, opened)
        for player, where in speaking.items():
            return _panel(asker, table, self._named(asker, table, player, where), guild.id, where)
        return _panel(
            asker,
            table,
            t("I may not open voice channels here. Whoever manages this server can let me manage channels."),
        )

    def _named(self, asker: Asker, table: Table, player: int, where: int) -> str:
        """Where somebody speaks; the name of a channel that not everybody sees is not told."""
        t = asker.words.t
        seat = table.seat_of(player)
        name = isolated(table.name_of(seat)) if seat is not None else ""
        channel = self._desk.client.get_channel(where)
        if (
            isinstance(channel, VoiceChannel)
            and channel.permissions_for(channel.guild.default_role).view_channel
        ):
            return t("{name} speaks in {channel}.", name=name, channel=isolated(channel.name))
        return t("{name} speaks in a voice channel here.", name=name)

    async def _opened(
        self, asker: Asker, table: Table, guild: Guild, category: CategoryChannel | None
    ) -> int | None:
        """A new channel beside the one where it was asked for; None where we may not."""
        may = category.permissions_for(guild.me) if category else guild.me.guild_permissions
        if not may.manage_channels:
            return None
        words = await self._desk.words_of(str(guild.id), asker.words.language)
        name = f"🎲 {customs.preset_name(table.setup.preset, words)} {table.code}"
        try:
            opened = await self._desk.pace.patiently(
                lambda: guild.create_voice_channel(name, category=category)
            )
        except REFUSALS as error:
            if meaning(error) in _GONE:
                return None
            raise
        async with self._desk.database.write() as conn:
            await voices.keep(conn, table.id, str(guild.id), str(opened.id), self._desk.now())
        return opened.id

    def _channel(self, place: str) -> GuildChannel | Thread | None:
        """Where somebody asks; None in private, and where we are no member."""
        found = self._desk.client.get_channel(int(place)) if place.isdecimal() else None
        return found if isinstance(found, GuildChannel | Thread) else None

    async def _speaking(self, guild: int, table: Table) -> dict[int, int]:
        """In which voice channels of a server a table's players are."""
        found = {}
        for player in {at.player for at in table.seats if at and at.player != COMPUTER}:
            account = await self._desk.account(player)
            where = await self._where(guild, int(account)) if account else None
            if where:
                found[player] = where
        return found

    async def _where(self, guild: int, account: int) -> int | None:
        try:
            state = await self._desk.pace.patiently(
                lambda: self._desk.client.http.get_voice_state(guild, account)
            )
        except NotFound:
            return None
        return int(state["channel_id"] or 0) or None

    # --- by itself ----------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Take away what nobody needs, for ever."""
        await for_ever(self.look, LOOK_S, log, "voice channels have to wait")

    async def look(self) -> None:
        """Look at every channel of ours once."""
        async with self._desk.database.read() as conn:
            known = await voices.all_of_them(conn)
        for voice in known:
            if self._desk.mine(int(voice.guild)):
                try:
                    await self._look_at(voice)
                except REFUSALS as error:
                    log.info("the voice channel of table %s has to wait: %s", voice.code, meaning(error))

    async def _look_at(self, voice: Voice) -> None:
        table = await self._current(voice)
        if table is None:
            return
        over = table.stage in {Stage.FINISHED, Stage.CLOSED}
        now = self._desk.now()
        if int(voice.channel) in (await self._speaking(int(voice.guild), table)).values():
            async with self._desk.database.write() as conn:
                await voices.seen(conn, table.id, now)
        elif over or now - voice.seen_at > EMPTY_MS:
            await self._take_away(voice)

    async def _current(self, voice: Voice) -> Table | None:
        """The table a channel is for; None where it has just become the next one's."""
        try:
            table = await self._desk.tables.get(voice.code)
            successor = await self._desk.tables.get(table.next_code) if table.next_code else None
        except Refused:
            await self._take_away(voice)
            return None
        if successor is None:
            return table
        async with self._desk.database.write() as conn:
            await voices.go_on(conn, table.id, successor.id)
            moved = await voices.of_table(conn, successor.id)
        return None if moved and moved.channel == voice.channel else table

    async def _take_away(self, voice: Voice) -> None:
        http = self._desk.client.http
        try:
            await self._desk.pace.patiently(lambda: http.delete_channel(int(voice.channel)))
        except REFUSALS as error:
            if meaning(error) not in _GONE:
                raise
        await self.forget(int(voice.channel))

    async def forget(self, channel: int) -> None:
        """A channel is no more."""
        async with self._desk.database.write() as conn:
            await voices.remove(conn, str(channel))


def _category(channel: GuildChannel | Thread) -> CategoryChannel | None:
    """What a channel stands under; a thread under its channel's."""
    parent = channel.parent if isinstance(channel, Thread) else channel
    return parent.category if parent else None


def _panel(
    asker: Asker, table: Table, line: str, guild: int | str | None = None, channel: int | str | None = None
) -> Panel:
    t = asker.words.t
    way = (
        (Link(t("🎙 To the voice channel"), CHANNEL.format(guild=guild, channel=channel)),) if channel else ()
    )
    back = Tap(t("💬 Phrases"), act("talk", table.code))
    return Panel(heading=t("🎙 Voice"), lines=(line,), rows=((*way, back),))
