"""The smaller routes of the Discord of the tests, what comes after the first answer, and everything a form may hold."""

import aiohttp
import discord as dpy
import pytest
from discord import app_commands

from tests.servers.discord import Impossible
from tests.servers.sample_bot import asked, board, buttons, picture


async def code_of(doing):
    """Discord's code of the refusal."""
    with pytest.raises(dpy.HTTPException) as caught:
        await doing
    return caught.value.code


# --- the application, guilds and channels -------------------------------------------------------------------------


async def test_the_application_knows_itself_and_its_guilds(discord):
    bot, guild = discord.bot, discord.bot.get_guild(discord.guild.id)
    assert (await bot.application_info()).id == discord.server.application_id
    assert [found.id async for found in bot.fetch_guilds()] == [discord.guild.id]
    assert (await bot.fetch_guild(discord.guild.id)).approximate_member_count == 3
    assert [found.id for found in await guild.fetch_channels()] == [discord.room.id]
    assert [role.name for role in await guild.fetch_roles()] == ["@everyone", "Majlis"]
    thread = discord.server.thread(discord.room, "Ours", discord.ali)
    assert [found.id for found in await guild.active_threads()] == [thread.id]
    status, told, _ = await asked(discord.server, "GET", "/gateway")
    assert (status, told) == (200, {"url": discord.server.gateway_url})
    assert not discord.server.violations


async def test_a_channel_is_renamed_and_deleted_by_who_manages_it(discord):
    channel = discord.bot.get_channel(discord.room.id)
    assert (await discord.bot.fetch_channel(discord.room.id)).name == "general"
    assert await code_of(channel.edit(name="tawla")) == 50013
    assert await code_of(channel.delete()) == 50013
    discord.server.empower(discord.guild, "manage_channels")
    await channel.edit(name="tawla", topic="Games")
    assert (discord.room.name, discord.room.topic) == ("tawla", "Games")
    thread = discord.server.thread(discord.room, "Ours", discord.ali)
    await channel.delete()
    assert not {discord.room.id, thread.id} & discord.server.state.world.channels.keys()
    assert await code_of(discord.bot.fetch_channel(discord.room.id)) == 10003


async def test_only_who_manages_threads_locks_them_or_changes_those_of_others(discord):
    place = discord.server.thread(discord.room, "Theirs", discord.ali)
    thread = await discord.bot.fetch_channel(place.id)
    assert await code_of(thread.edit(archived=True)) == 50013
    await thread.join()
    assert discord.server.bot.id in place.thread.members
    await thread.leave()
    assert discord.server.bot.id not in place.thread.members
    await thread.add_user(dpy.Object(discord.sara.id))
    assert await code_of(thread.remove_user(dpy.Object(discord.sara.id))) == 50013
    discord.server.empower(discord.guild, "manage_threads")
    await thread.remove_user(dpy.Object(discord.sara.id))
    await thread.edit(archived=True, locked=True)
    assert (place.thread.archived, place.thread.locked) == (True, True)
    assert await code_of(thread.join()) == 50083
    assert await code_of(thread.edit(name="x")) == 50083
    await thread.edit(archived=False)


async def test_a_channel_that_is_no_thread_cannot_be_joined(discord):
    path = f"/channels/{discord.room.id}/thread-members/@me"
    assert (await asked(discord.server, "PUT", path))[1]["code"] == 50024


async def test_typing_is_seen_where_one_may_write(discord):
    channel = discord.bot.get_channel(discord.room.id)
    async with channel.typing():
        discord.server.deny(discord.room, "send_messages")
    assert await code_of(discord.bot.http.send_typing(discord.room.id)) == 50013


@pytest.mark.parametrize(
    ("content", "kind", "code"),
    [
        (b"{", "application/json", 50109),
        (b"content=x", "application/x-www-form-urlencoded", 50035),
        (b"x", "text/plain", 50035),
    ],
)
async def test_only_json_and_parts_are_read(discord, content, kind, code):
    headers = {"Authorization": f"Bot {discord.server.token}", "Content-Type": kind}
    address = f"{discord.server.base_url}/channels/{discord.room.id}/messages"
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.post(address, data=content) as answer,
    ):
        assert (await answer.json())["code"] == code
    assert discord.server.violations


async def test_a_part_nobody_knows_is_refused(discord):
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("board", b"x", filename="board.png")
    headers = {"Authorization": f"Bot {discord.server.token}"}
    address = f"{discord.server.base_url}/channels/{discord.room.id}/messages"
    async with aiohttp.ClientSession(headers=headers) as session, session.post(address, data=form) as answer:
        assert list((await answer.json())["errors"]) == ["board"]


async def test_files_must_be_listed_once_there_is_a_list(discord):
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", '{"content": "x", "attachments": []}')
    form.add_field("files[0]", b"x", filename="board.png")
    headers = {"Authorization": f"Bot {discord.server.token}"}
    address = f"{discord.server.base_url}/channels/{discord.room.id}/messages"
    async with aiohttp.ClientSession(headers=headers) as session, session.post(address, data=form) as answer:
        assert list((await answer.json())["errors"]) == ["attachments"]


async def test_a_file_is_found_by_its_address_only(discord):
    address = f"{discord.server.root}/attachments/5/board.png"
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        assert answer.status == 404


# --- after the first answer ---------------------------------------------------------------------------------------


async def test_answers_are_followed_edited_fetched_and_taken_back(tawla):
    await tawla.ali.invokes(tawla.room, "/anywhere")
    [interaction] = tawla.bot.seen
    more = await interaction.followup.send("more", file=board(), wait=True)
    await more.edit(content="less", attachments=[board("blue", "Less")])
    assert (await interaction.original_response()).content == "here"
    assert (await interaction.followup.fetch_message(more.id)).content == "less"
    [_, seen] = tawla.sara.sees(tawla.room)
    assert (seen.text, seen.picture, seen.alt) == ("less", picture("blue"), "Less")
    await more.delete()
    await interaction.delete_original_response()
    assert tawla.sara.sees(tawla.room) == []
    assert await code_of(interaction.edit_original_response(content="gone")) == 10008
    tawla.server.delete(tawla.room)
    assert await code_of(interaction.followup.send("nowhere")) == 10003


async def test_nothing_follows_before_the_first_answer(tawla):
    tawla.server.limits.acknowledge_seconds = 0.05
    answer = await tawla.ali.invokes(tawla.room, "/tawla silence")
    [interaction] = tawla.bot.seen
    assert answer.kind == "failed"
    assert await code_of(interaction.followup.send("x")) == 10015
    status, told, _ = await asked(tawla.server, "POST", f"/webhooks/5/{interaction.token}", {"content": "x"})
    assert (status, told["code"]) == (404, 10015)
    path = f"/webhooks/{tawla.server.application_id}/wrong"
    assert (await asked(tawla.server, "POST", path, {"content": "x"}))[1]["code"] == 50027


async def test_a_deferred_answer_can_be_filled_by_an_edit(discord):
    @discord.bot.tree.command(description="Think")
    async def think(interaction: dpy.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.edit_original_response(content="thought", attachments=[board()])

    await discord.bot.tree.sync()
    answer = await discord.ali.hears(await discord.ali.invokes(discord.room, "/think"))
    assert (answer.text, answer.seen.picture, answer.seen.edits) == ("thought", picture(), 0)


async def test_a_message_that_has_gone_is_not_updated(tawla):
    async def handler(interaction):
        if interaction.type is dpy.InteractionType.component:
            await tawla.ali.deletes(tawla.ali.sees(tawla.room)[0])
            assert await code_of(interaction.response.edit_message(content="x")) == 10008
            await interaction.response.send_message("gone", ephemeral=True)

    tawla.bot.handler = handler
    answer = await tawla.ali.invokes(tawla.room, "/anywhere")
    assert (await tawla.sara.presses(answer.seen, "Roll")).text == "gone"


async def test_an_ephemeral_answer_is_sent_away_by_its_reader(tawla):
    answer = await tawla.ali.hears(await tawla.ali.invokes(tawla.room, "/tawla hint"))
    await tawla.ali.dismisses(answer.seen)
    assert tawla.ali.sees(tawla.room) == []


# --- forms and options of every kind ------------------------------------------------------------------------------


class Everything(dpy.ui.Modal, title="Everything"):
    """One of each thing that can be filled in, old and new."""

    words = dpy.ui.TextDisplay("Fill in")
    theme = dpy.ui.Label(
        text="Theme",
        component=dpy.ui.RadioGroup(
            custom_id="theme",
            required=False,
            options=[
                dpy.RadioGroupOption(label=name.title(), value=name, default=name == "dark")
                for name in ("light", "dark")
            ],
        ),
    )
    marks = dpy.ui.Label(
        text="Marks",
        component=dpy.ui.CheckboxGroup(
            custom_id="marks",
            required=False,
            options=[dpy.CheckboxGroupOption(label=name, value=name.lower()) for name in ("Pips", "Hints")],
        ),
    )
    quiet = dpy.ui.Label(text="Quiet", component=dpy.ui.Checkbox(custom_id="quiet"))

    async def on_submit(self, interaction):
        told = [self.theme.component.value, self.marks.component.values, self.quiet.component.value]
        await interaction.response.send_message(str(told))


async def test_a_form_with_choices_of_every_kind(discord):
    @discord.bot.tree.command(description="Form")
    async def form(interaction: dpy.Interaction) -> None:
        await interaction.response.send_modal(Everything())

    await discord.bot.tree.sync()
    opened = await discord.ali.invokes(discord.room, "/form")
    assert opened.form.field("Theme").value == "dark"
    assert opened.form.field("marks").options == {"Pips": "pips", "Hints": "hints"}
    answer = await discord.ali.fills(opened, {"Theme": "Light", "Marks": ["Pips"], "Quiet": True})
    assert answer.text == "['light', ['pips'], True]"
    assert not discord.server.violations


async def test_a_form_of_the_old_kind(discord):
    class Old(dpy.ui.Modal, title="Old"):
        code = dpy.ui.TextInput(label="Code", custom_id="code", min_length=6)

        async def on_submit(self, interaction):
            await interaction.response.send_message(self.code.value)

    @discord.bot.tree.command(description="Form")
    async def form(interaction: dpy.Interaction) -> None:
        await interaction.response.send_modal(Old())

    await discord.bot.tree.sync()
    opened = await discord.ali.invokes(discord.room, "/form")
    assert (await discord.ali.submits(opened, code="ABCDEF")).text == "ABCDEF"
    with pytest.raises(Impossible, match="must be filled in"):
        await discord.ali.submits(opened)
    assert not discord.server.violations


async def test_options_of_every_kind(discord):
    @discord.bot.tree.command(description="Options")
    @app_commands.choices(level=[app_commands.Choice(name="Easy", value=1)])
    async def all_options(
        interaction: dpy.Interaction,
        level: app_commands.Choice[int],
        *,
        loud: bool,
        speed: float,
        where: dpy.TextChannel,
        role: dpy.Role,
    ) -> None:
        await interaction.response.send_message(f"{level.value} {loud} {speed} {where.name} {role.name}")

    await discord.bot.tree.sync()
    options = {"loud": True, "speed": 0.5, "where": discord.room, "role": discord.guild.everyone}
    answer = await discord.ali.invokes(discord.room, "/all_options", level="Easy", **options)
    assert answer.text == "1 True 0.5 general @everyone"
    with pytest.raises(Impossible, match="has no choice 'Hard'"):
        await discord.ali.invokes(discord.room, "/all_options", level="Hard", **options)
    discord.server.deny(discord.room, "use_application_commands", person=discord.sara)
    with pytest.raises(Impossible, match="may not use commands"):
        await discord.sara.invokes(discord.room, "/all_options", level="Easy", **options)


async def test_what_is_switched_off_cannot_be_used(discord):
    view = buttons("Roll")
    view.children[0].disabled = True
    view.add_item(dpy.ui.Button(label="Site", url="https://example.com"))
    view.add_item(dpy.ui.Select(custom_id="s", options=[dpy.SelectOption(label="x")], disabled=True))
    await discord.bot.get_channel(discord.room.id).send("x", view=view)
    [seen] = discord.ali.sees(discord.room)
    assert [[button.label for button in row] for row in seen.rows] == [["Roll", "Site"]]
    for label in ("Roll", "Site"):
        with pytest.raises(Impossible, match="cannot be pressed"):
            await discord.ali.presses(seen, label)
    with pytest.raises(Impossible, match="is disabled"):
        await discord.ali.chooses(seen, "x")
    with pytest.raises(Impossible, match="there is no select"):
        await discord.ali.chooses(seen, "x", select="language")
