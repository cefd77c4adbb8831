"""Voice channels for tables: opened where we may, taken away when nobody needs them."""

import asyncio
from typing import NamedTuple

import pytest

from bot.company.desk import Asker
from bot.company.panel import Link, Panel
from bot.discord.voices import EMPTY_MS, Voices
from bot.intents import Ask, Rematch, Resign, What
from bot.phrases import phrases
from bot.play import Person as Player
from bot.running import now_ms
from bot.table import Stage, Table
from storage import voices
from tests.discord.bot import Bot, opened, running
from tests.servers.discord import Channel, DiscordServer, Guild, Person

NOT_SPEAKING = 10065


class Friends(NamedTuple):
    """Two who play at a table in their server's channel."""

    ali: Person
    sara: Person
    guild: Guild
    room: Channel
    code: str


@pytest.fixture
async def friends(server: DiscordServer, bot: Bot) -> Friends:
    ali, sara = server.user("Ali"), server.user("Sara")
    guild = server.guild("Friends", ali, sara)
    room = server.general(guild)
    code, board = await opened(bot, ali, room, opponent="Whoever comes")
    await sara.presses(board, "Take the other seat")
    await bot.settled()
    bot.expected.append(NOT_SPEAKING)
    return Friends(ali, sara, guild, room, code)


async def asked(bot: Bot, person: Person, channel: Channel, code: str) -> Panel:
    player = await bot.discord.desk.find(person.id)
    asker = Asker(player, phrases("en"), "discord", str(channel.id), "key", str(channel.id))
    return await bot.discord.voices.voice(asker, await bot.tables.get(code))


def way(panel: Panel) -> int | None:
    """The channel a panel leads to."""
    links = [tap for row in panel.rows for tap in row if isinstance(tap, Link)]
    return int(links[0].address.rpartition("/")[2]) if links else None


def channels(friends: Friends) -> list[str]:
    return [channel.name for channel in friends.guild.channels.values() if channel.kind == 2]


async def kept(bot: Bot) -> list[voices.Voice]:
    async with bot.database.read() as conn:
        return await voices.all_of_them(conn)


async def in_time(bot: Bot, monkeypatch: pytest.MonkeyPatch, later_ms: int) -> None:
    """One look at everything, so much later."""
    monkeypatch.setattr(bot.discord.desk, "now", lambda: now_ms() + later_ms)
    await bot.discord.voices.look()


async def ended(bot: Bot, friends: Friends) -> Table:
    ali = Player(await bot.player(friends.ali), "Ali")
    for wish in (Ask(What.MATCH), Resign(What.MATCH)):
        reply = await bot.tables.handle(friends.code, ali, wish, now=now_ms())
    assert reply.table.stage is Stage.FINISHED
    return reply.table


async def test_a_table_gets_one_channel_however_many_ask(server: DiscordServer, bot: Bot, friends: Friends):
    category = server.category(friends.guild, "Games", friends.room)
    server.empower(friends.guild, "manage_channels")
    await server.settles()
    panels = await asyncio.gather(
        *(asked(bot, person, friends.room, friends.code) for person in (friends.ali, friends.sara))
    )
    (name,) = channels(friends)
    assert friends.code in name
    assert {way(panel) for panel in panels} == {int((await kept(bot))[0].channel)}
    assert server.state.world.channels[way(panels[0])].category is category


async def test_where_we_may_not_the_other_is_named_or_it_is_said(
    server: DiscordServer, bot: Bot, friends: Friends
):
    panel = await asked(bot, friends.ali, friends.room, friends.code)
    assert way(panel) is None
    assert "manage channels" in panel.lines[0]
    lounge = server.voice(friends.guild, "Lounge")
    await friends.sara.enters(lounge)
    panel = await asked(bot, friends.ali, friends.room, friends.code)
    assert way(panel) == lounge.id
    assert "Sara" in panel.lines[0]
    assert "Lounge" in panel.lines[0]
    server.deny(lounge, "view_channel", person=friends.ali)
    lounge.overwrites[friends.guild.id] = lounge.overwrites.pop(friends.ali.id)
    server.state.tell_channel("CHANNEL_UPDATE", lounge)
    await server.settles()
    assert "Lounge" not in (await asked(bot, friends.ali, friends.room, friends.code)).lines[0]


async def test_who_speaks_together_already_needs_no_other_channel(
    server: DiscordServer, bot: Bot, friends: Friends
):
    server.empower(friends.guild, "manage_channels")
    lounge = server.voice(friends.guild, "Lounge")
    for person in (friends.ali, friends.sara):
        await person.enters(lounge)
    assert way(await asked(bot, friends.ali, friends.room, friends.code)) == lounge.id
    assert channels(friends) == ["Lounge"]


async def test_a_right_that_the_category_takes_back_is_told(
    server: DiscordServer, bot: Bot, friends: Friends
):
    server.empower(friends.guild, "manage_channels")
    server.deny(server.category(friends.guild, "Games", friends.room), "manage_channels")
    await server.settles()
    assert "manage channels" in (await asked(bot, friends.ali, friends.room, friends.code)).lines[0]


async def test_in_private_there_is_no_channel_to_open(bot: Bot, friends: Friends):
    panel = await asked(bot, friends.ali, friends.ali.dm, friends.code)
    assert way(panel) is None
    assert "server" in panel.lines[0]


async def test_a_channel_nobody_is_in_goes_away_after_a_while(
    server: DiscordServer, bot: Bot, friends: Friends, monkeypatch: pytest.MonkeyPatch
):
    server.empower(friends.guild, "manage_channels")
    await server.settles()
    opened_one = server.state.world.channels[way(await asked(bot, friends.ali, friends.room, friends.code))]
    await friends.sara.enters(opened_one)
    await in_time(bot, monkeypatch, EMPTY_MS * 5)
    await friends.sara.hangs_up()
    await in_time(bot, monkeypatch, EMPTY_MS * 5 + 1000)
    assert len(channels(friends)) == 1
    await in_time(bot, monkeypatch, EMPTY_MS * 7)
    assert channels(friends) == []
    assert await kept(bot) == []


async def test_after_the_match_it_goes_with_the_last_of_them(
    server: DiscordServer, bot: Bot, friends: Friends, monkeypatch: pytest.MonkeyPatch
):
    server.empower(friends.guild, "manage_channels")
    await server.settles()
    channel = server.state.world.channels[way(await asked(bot, friends.ali, friends.room, friends.code))]
    await friends.ali.enters(channel)
    await ended(bot, friends)
    await in_time(bot, monkeypatch, 0)
    assert len(channels(friends)) == 1  # nobody is cut off
    await friends.ali.hangs_up()
    await in_time(bot, monkeypatch, 0)
    assert channels(friends) == []


async def test_a_rematch_keeps_the_channel(server: DiscordServer, bot: Bot, friends: Friends, monkeypatch):
    server.empower(friends.guild, "manage_channels")
    await server.settles()
    channel = way(await asked(bot, friends.ali, friends.room, friends.code))
    await ended(bot, friends)
    for person in (friends.ali, friends.sara):
        who = Player(await bot.player(person), "")
        table = (await bot.tables.handle(friends.code, who, Rematch(), now=now_ms())).table
    await in_time(bot, monkeypatch, 0)
    assert way(await asked(bot, friends.ali, friends.room, table.next_code)) == channel
    assert len(channels(friends)) == 1


async def test_a_channel_somebody_deleted_is_forgotten(server: DiscordServer, bot: Bot, friends: Friends):
    server.empower(friends.guild, "manage_channels")
    await server.settles()
    channel = way(await asked(bot, friends.ali, friends.room, friends.code))
    server.delete(server.state.world.channels[channel])
    await bot.until(lambda: kept(bot), [])
    assert way(await asked(bot, friends.ali, friends.room, friends.code)) not in (None, channel)


async def test_a_restart_forgets_no_channel(server: DiscordServer, tmp_path):
    address = f"sqlite:///{tmp_path}/majlis.db"
    async with running(server, database=address) as bot:
        ali, sara = server.user("Ali"), server.user("Sara")
        guild = server.guild("Friends", ali, sara)
        server.empower(guild, "manage_channels")
        room = server.general(guild)
        code, board = await opened(bot, ali, room, opponent="Whoever comes")
        await sara.presses(board, "Take the other seat")
        channel = way(await asked(bot, ali, room, code))
    async with running(server, database=address, sessions=1) as bot:
        assert way(await asked(bot, ali, room, code)) == channel
        bot.discord.desk.now = lambda: now_ms() + 2 * EMPTY_MS
        await Voices(bot.discord.desk).look()
    assert channel not in server.state.world.channels
