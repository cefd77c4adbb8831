"""How the Discord of the tests lets interactions be answered: once, in time, fittingly, and where the bot is no member."""

import asyncio

import discord as dpy
import pytest

from tests.servers.conftest import until
from tests.servers.discord import Impossible
from tests.servers.discord.asking import begin, wire_interaction
from tests.servers.discord.interaction import Kind
from tests.servers.sample_bot import asked, board, buttons, picture

# --- rules of answering -------------------------------------------------------------------------------------------


async def test_an_interaction_is_acknowledged_once(tawla):
    answer = await tawla.ali.invokes(tawla.room, "/anywhere")
    [interaction] = tawla.bot.seen
    again = dpy.Interaction(data=raw(tawla, answer), state=tawla.bot._connection)
    with pytest.raises(dpy.HTTPException) as caught:
        await again.response.defer()
    assert (caught.value.status, caught.value.code) == (400, 40060)
    assert interaction.response.is_done()


def raw(tawla, answer):
    return wire_interaction(tawla.server.state, answer.interaction)


async def test_an_interaction_is_acknowledged_in_time(tawla):
    codes = []

    async def handler(interaction):
        tawla.server.advance(3.1)
        try:
            await interaction.response.send_message("late")
        except dpy.NotFound as error:
            codes.append(error.code)

    message = await tawla.bot.get_channel(tawla.room.id).send("x", view=buttons("Roll"))
    tawla.bot.handler = handler
    tawla.server.limits.acknowledge_seconds = 3.0
    pressing = asyncio.create_task(tawla.ali.presses(tawla.ali.sees(tawla.room)[0], "Roll"))
    await until(lambda: codes)
    pressing.cancel()
    assert codes == [10062]
    assert message.id == tawla.ali.sees(tawla.room)[0].id


async def test_a_token_is_good_for_a_quarter_of_an_hour(tawla):
    await tawla.ali.invokes(tawla.room, "/tawla play", preset="mahbusa")
    [interaction] = tawla.bot.seen
    tawla.server.advance(14 * 60)
    await interaction.edit_original_response(content="still", attachments=[board("blue")])
    assert tawla.sara.sees(tawla.room)[0].picture == picture("blue")
    tawla.server.advance(61)
    with pytest.raises(dpy.HTTPException) as caught:
        await interaction.edit_original_response(content="late")
    assert (caught.value.status, caught.value.code) == (401, 50027)


@pytest.mark.parametrize(
    ("kind", "reply"),
    [(Kind.COMMAND, 7), (Kind.COMMAND, 6), (Kind.COMMAND, 8), (Kind.AUTOCOMPLETE, 4), (Kind.MODAL, 9)],
)
async def test_only_some_answers_fit_a_question(discord, kind, reply):
    given = {"name": "x", "type": 1, "custom_id": "x", "components": []}
    interaction = begin(discord.server.state, kind, discord.ali.user, discord.room, given)
    data = {
        8: {"choices": []},
        9: {"custom_id": "x", "title": "x", "components": [{"type": 10, "content": "x"}]},
    }.get(reply, {"content": "x"})
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    status, body, _ = await asked(discord.server, "POST", path, {"type": reply, "data": data})
    assert (status, list(body["errors"])) == (400, ["type"])


async def test_an_interaction_may_come_twice_and_late(tawla):
    tawla.server.faults.duplicate()
    tawla.server.state.interaction_delay = 0.05
    answer = await tawla.ali.invokes(tawla.room, "/anywhere")
    assert answer.kind == "message"
    assert answer.seconds > 0.05
    await until(lambda: len(tawla.bot.seen) == 2)
    await tawla.server.settles()
    assert [call.code for call in tawla.server.refused()] == [40060]
    assert tawla.server.refused(but=(40060,)) == []


# --- where the bot is no member -----------------------------------------------------------------------------------


async def test_a_person_brings_the_application_into_a_foreign_guild(tawla):
    foreign = tawla.server.guild("Foreign", tawla.ali, tawla.sara, bot=False)
    room = tawla.server.general(foreign)
    with pytest.raises(Impossible, match="not installed"):
        await tawla.ali.invokes(room, "/anywhere")
    await tawla.ali.installs()
    tawla.server.limits.lift()
    answer = await tawla.ali.invokes(room, "/anywhere")
    [interaction] = tawla.bot.seen
    assert interaction.is_user_integration()
    assert not interaction.is_guild_integration()
    with pytest.raises(dpy.Forbidden) as caught:
        await tawla.bot.get_partial_messageable(room.id).send("as the bot")
    assert caught.value.code == 50001
    for _ in range(5):
        await interaction.followup.send("more")
    with pytest.raises(dpy.HTTPException) as caught:
        await interaction.followup.send("too much")
    assert caught.value.code == 40094
    assert len(tawla.sara.sees(room)) == 6

    async def handler(pressed):
        await pressed.response.edit_message(content="rolled")

    tawla.bot.handler = handler
    assert (await tawla.sara.presses(answer.seen, "Roll")).kind == "update"
    assert tawla.bot.seen[-1]._integration_owners == {1: tawla.ali.id}  # by Ali's installation still


async def test_an_answer_needs_no_permissions(tawla):
    tawla.server.deny(tawla.room, "send_messages", "attach_files", "embed_links", "view_channel")
    answer = await tawla.ali.invokes(tawla.room, "/tawla play", preset="mahbusa")
    assert answer.seen.picture == picture()
    assert not tawla.bot.seen[-1].app_permissions.send_messages
    foreign = tawla.server.guild("Foreign", tawla.sara, tawla.ali, bot=False)
    await tawla.ali.installs()
    tawla.server.deny(tawla.server.general(foreign), "attach_files", person=tawla.ali)
    await tawla.ali.invokes(tawla.server.general(foreign), "/anywhere")
    assert tawla.bot.seen[-1].app_permissions.attach_files


async def test_where_foreign_applications_are_not_wanted_only_the_caller_hears(tawla):
    foreign = tawla.server.guild("Foreign", tawla.sara, tawla.ali, bot=False)
    room = tawla.server.general(foreign)
    await tawla.ali.installs()
    tawla.server.deny(room, "use_external_apps", person=tawla.ali)
    assert (await tawla.ali.invokes(room, "/anywhere")).ephemeral
    assert tawla.sara.sees(room) == []


async def test_a_person_uses_the_application_among_friends(tawla):
    await tawla.ali.installs()
    omar = tawla.server.user("Omar")
    for place in (
        tawla.server.private(tawla.ali, tawla.sara),
        tawla.server.private(tawla.ali, tawla.sara, omar),
    ):
        answer = await tawla.ali.invokes(place, "/anywhere")
        assert answer.text == "here"
        assert tawla.bot.seen[-1].context.private_channel
        assert tawla.sara.sees(place)[0].text == "here"


async def test_a_command_in_direct_messages_with_the_bot(tawla):
    answer = await tawla.ali.invokes(tawla.ali.dm, "/anywhere")
    assert answer.text == "here"
    assert tawla.bot.seen[-1].context.dm_channel
