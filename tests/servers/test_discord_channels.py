"""Channels, threads and direct messages of the Discord of the tests: what the bot may do where."""

import discord as dpy
import pytest

from tests.servers.conftest import until
from tests.servers.discord import Impossible
from tests.servers.discord.permissions import May, permissions
from tests.servers.sample_bot import board, buttons


@pytest.fixture
def channel(discord):
    discord.server.limits.lift()
    return discord.bot.get_channel(discord.room.id)


async def code_of(doing):
    """Discord's code of the refusal."""
    with pytest.raises(dpy.HTTPException) as caught:
        await doing
    return caught.value.code


# --- permissions --------------------------------------------------------------------------------------------------


async def test_what_is_denied_is_refused_until_it_is_allowed(discord, channel):
    server, room = discord.server, discord.room
    server.deny(room, "send_messages")
    assert await code_of(channel.send("x")) == 50013
    server.allow(room, "send_messages")
    server.deny(room, "attach_files")
    assert await code_of(channel.send(file=board())) == 50013
    server.deny(room, "embed_links")
    assert await code_of(channel.send(embed=dpy.Embed(title="x"))) == 50013
    sent = await channel.send("words may stand")
    server.deny(room, "read_message_history")
    assert await code_of(channel.fetch_message(sent.id)) == 50013
    assert [message async for message in channel.history()] == []
    server.deny(room, "create_public_threads")
    assert await code_of(sent.create_thread(name="x")) == 50013
    server.deny(room, "view_channel")
    assert await code_of(channel.send("x")) == 50001
    assert await code_of(sent.edit(content="x")) == 50001
    assert not server.violations


async def test_the_client_hears_of_changed_permissions(discord, channel):
    assert channel.permissions_for(channel.guild.me).attach_files
    discord.server.deny(discord.room, "attach_files")
    await until(lambda: not channel.permissions_for(channel.guild.me).attach_files)


async def test_a_role_gives_and_a_channel_takes_away(discord):
    server, room = discord.server, discord.room
    assert May.MANAGE_MESSAGES not in permissions(room, server.bot)
    server.empower(discord.guild, "manage_messages")
    assert May.MANAGE_MESSAGES in permissions(room, server.bot)
    server.deny(room, "manage_messages")
    assert May.MANAGE_MESSAGES not in permissions(room, server.bot)
    await until(lambda: len(discord.bot.get_guild(discord.guild.id).me.roles) == 3)
    server.empower(discord.guild, "administrator")
    assert May.MANAGE_MESSAGES in permissions(room, server.bot)


async def test_who_may_not_write_may_not_show_either(discord):
    discord.server.deny(discord.room, "send_messages")
    assert not permissions(discord.room, discord.server.bot) & (May.EMBED_LINKS | May.ATTACH_FILES)


async def test_only_a_moderator_deletes_what_others_wrote(discord, channel):
    written = await discord.ali.writes(discord.room, "mine")
    partial = channel.get_partial_message(written.id)
    assert await code_of(partial.delete()) == 50013
    discord.server.empower(discord.guild, "manage_messages")
    await partial.delete()
    assert discord.ali.sees(discord.room) == []


# --- what goes away -----------------------------------------------------------------------------------------------


async def test_deleted_messages_channels_and_guilds_are_unknown(discord, channel):
    sent = await channel.send("x", view=buttons("Roll"))
    seen = discord.ali.sees(discord.room)[0]
    await discord.ali.deletes(seen)
    assert await code_of(sent.edit(content="y")) == 10008
    assert (await discord.ali.presses(seen, "Roll")).kind == "stale"
    discord.server.delete(discord.room)
    assert await code_of(channel.send("x")) == 10003
    with pytest.raises(AssertionError, match="is gone"):
        discord.ali.sees(discord.room)


async def test_a_bot_that_is_no_member_has_no_access(discord, channel):
    discord.server.kick(discord.guild)
    assert await code_of(channel.send("x")) == 50001
    assert await code_of(discord.bot.fetch_guild(discord.guild.id)) == 50001
    assert await code_of(discord.bot.fetch_guild(5)) == 10004
    discord.server.invite(discord.guild)
    await channel.send("back")


async def test_the_bot_leaves_a_guild(discord):
    await discord.bot.get_guild(discord.guild.id).leave()
    assert discord.server.bot.id not in discord.guild.members


async def test_people_come_and_go(discord):
    omar = discord.server.user("Omar")
    with pytest.raises(Impossible, match="cannot see"):
        omar.sees(discord.room)
    discord.server.join(discord.guild, omar)
    assert omar.sees(discord.room) == []
    discord.server.leave(discord.guild, omar)
    with pytest.raises(Impossible, match="cannot see"):
        omar.sees(discord.room)


async def test_a_guild_may_be_lost_for_a_while(discord):
    discord.server.outage(discord.guild)
    await until(lambda: discord.bot.get_guild(discord.guild.id).unavailable)
    discord.server.outage(discord.guild, over=True)
    await until(lambda: not discord.bot.get_guild(discord.guild.id).unavailable)


async def test_who_may_not_write_cannot(discord):
    discord.server.deny(discord.room, "send_messages", person=discord.sara)
    with pytest.raises(Impossible, match="may not write"):
        await discord.sara.writes(discord.room, "x")


async def test_members_are_fetched_one_by_one(discord):
    guild = discord.bot.get_guild(discord.guild.id)
    assert (await guild.fetch_member(discord.sara.id)).display_name == "Sara"
    stranger = discord.server.user("Omar")
    assert await code_of(guild.fetch_member(stranger.id)) == 10007
    assert (await discord.bot.fetch_user(stranger.id)).name == "omar"
    assert await code_of(discord.bot.fetch_user(5)) == 10013


# --- threads ------------------------------------------------------------------------------------------------------


async def test_a_thread_begins_at_a_message(discord, channel):
    sent = await channel.send("Table 7")
    thread = await sent.create_thread(name="Table 7", auto_archive_duration=1440)
    assert thread.id == sent.id
    await thread.send("here")
    [inside] = discord.ali.sees(discord.server.state.world.channels[thread.id])
    assert inside.text == "here"
    assert await code_of(sent.create_thread(name="again")) == 160004
    assert not discord.server.violations


async def test_a_thread_without_a_message(discord, channel):
    thread = await channel.create_thread(name="Table 8", type=dpy.ChannelType.public_thread)
    await thread.add_user(dpy.Object(discord.sara.id))
    assert discord.sara.id in discord.server.state.world.channels[thread.id].thread.members
    private = await channel.create_thread(name="Table 9")
    assert private.is_private()
    await thread.edit(archived=True)
    assert discord.server.state.world.channels[thread.id].thread.archived


async def test_an_archived_thread_comes_back_when_written_in_but_is_not_edited(discord, channel):
    thread = await channel.create_thread(name="Table", type=dpy.ChannelType.public_thread)
    place = discord.server.state.world.channels[thread.id]
    sent = await thread.send("x")
    discord.server.archive(place)
    assert await code_of(sent.edit(content="y")) == 50083
    await thread.send("back")
    assert not place.thread.archived
    await sent.edit(content="y")


async def test_a_locked_thread_is_closed(discord, channel):
    thread = await channel.create_thread(name="Table", type=dpy.ChannelType.public_thread)
    place = discord.server.state.world.channels[thread.id]
    discord.server.archive(place, archived=False, locked=True)
    assert await code_of(thread.send("x")) == 160005
    discord.server.archive(place, locked=True)
    assert await code_of(thread.send("x")) == 50083
    with pytest.raises(Impossible, match="is locked"):
        await discord.sara.writes(place, "x")
    await discord.ali.writes(place, "the owner may")
    assert not place.thread.archived
    discord.server.empower(discord.guild, "manage_threads")
    await thread.send("x")


async def test_buttons_of_a_locked_thread_cannot_be_pressed_those_of_an_archived_one_bring_it_back(
    discord, channel
):
    thread = await channel.create_thread(name="Table", type=dpy.ChannelType.public_thread)
    place = discord.server.state.world.channels[thread.id]
    await thread.send("x", view=buttons("Roll"))
    discord.bot.handler = lambda interaction: interaction.response.edit_message(content="rolled")
    discord.server.archive(place)
    assert (await discord.sara.presses(discord.sara.sees(place)[0], "Roll")).text == "rolled"
    assert not place.thread.archived
    discord.server.archive(place, locked=True)
    with pytest.raises(Impossible, match="is locked"):
        await discord.ali.presses(discord.ali.sees(place)[0], "Roll")


async def test_writing_in_threads_is_a_permission_of_its_own(discord, channel):
    thread = await channel.create_thread(name="Table", type=dpy.ChannelType.public_thread)
    discord.server.deny(discord.room, "send_messages")
    await thread.send("x")
    discord.server.deny(discord.server.state.world.channels[thread.id], "send_messages_in_threads")
    assert await code_of(thread.send("x")) == 50013


async def test_a_thread_somebody_opened_is_told(discord):
    place = discord.server.thread(discord.room, "Ours", discord.ali)
    await until(lambda: discord.bot.get_channel(discord.room.id).get_thread(place.id))


# --- direct messages ----------------------------------------------------------------------------------------------


async def test_direct_messages_reach_who_takes_them(discord):
    user = await discord.bot.fetch_user(discord.ali.id)
    await user.send("hello", file=board())
    assert discord.ali.sees(discord.ali.dm)[0].text == "hello"
    await discord.ali.closes_dms()
    assert await code_of(user.send("x")) == 50007
    await discord.ali.opens_dms()
    await user.send("x")


async def test_a_stranger_is_reached_only_through_their_installation(discord):
    omar = discord.server.user("Omar")
    user = await discord.bot.fetch_user(omar.id)
    assert await code_of(user.send("x")) == 50007
    await omar.installs()
    await user.send("x")
    assert omar.sees(omar.dm)[0].text == "x"


async def test_what_people_say_to_each_other_is_closed_to_the_bot(discord):
    place = discord.server.private(discord.ali, discord.sara)
    assert await code_of(discord.bot.get_partial_messageable(place.id).send("x")) == 50001
