"""Voice channels of the Discord of the tests: who may open them, and who is in them."""

import discord as dpy
import pytest

from tests.servers.conftest import until
from tests.servers.discord import Impossible


async def code_of(doing):
    """Discord's code of the refusal."""
    with pytest.raises(dpy.HTTPException) as caught:
        await doing
    return caught.value.code


@pytest.fixture
def guild(discord):
    discord.server.limits.lift()
    return discord.bot.get_guild(discord.room.guild.id)


async def test_only_who_manages_channels_opens_and_deletes_them(discord, guild):
    server = discord.server
    assert await code_of(guild.create_voice_channel("Tawla")) == 50013
    server.empower(discord.room.guild, "manage_channels")
    channel = await guild.create_voice_channel("Tawla")
    await until(lambda: guild.get_channel(channel.id) is not None)
    assert isinstance(guild.get_channel(channel.id), dpy.VoiceChannel)
    await channel.delete()
    await until(lambda: guild.get_channel(channel.id) is None)
    assert await code_of(channel.delete()) == 10003


async def test_a_category_decides_over_what_stands_under_it(discord, guild):
    server = discord.server
    server.empower(discord.room.guild, "manage_channels")
    category = server.category(discord.room.guild, "Staff", discord.room)
    await until(lambda: guild.get_channel(discord.room.id).category_id == category.id)
    server.deny(category, "manage_channels")
    known = guild.get_channel(category.id)
    assert await code_of(guild.create_voice_channel("Tawla", category=known)) == 50013
    server.allow(category, "manage_channels")
    server.deny(category, "view_channel", person=discord.sara)
    channel = await guild.create_voice_channel("Tawla", category=known)
    assert channel.category_id == category.id
    with pytest.raises(Impossible):
        await discord.sara.enters(server.state.world.channels[channel.id])
    assert (
        await code_of(guild.create_voice_channel("Tawla", category=guild.get_channel(discord.room.id)))
        == 50024
    )


async def test_who_speaks_where_can_be_asked(discord, guild):
    server, http = discord.server, discord.bot.http
    channel = server.voice(discord.room.guild, "Voices")
    assert await code_of(http.get_voice_state(guild.id, discord.ali.id)) == 10065
    await discord.ali.enters(channel)
    assert (await http.get_voice_state(guild.id, discord.ali.id))["channel_id"] == str(channel.id)
    await discord.ali.hangs_up()
    assert await code_of(http.get_voice_state(guild.id, discord.ali.id)) == 10065
    with pytest.raises(Impossible):
        await discord.ali.enters(discord.room)
    await discord.ali.enters(channel)
    server.delete(channel)
    assert await code_of(http.get_voice_state(guild.id, discord.ali.id)) == 10065
