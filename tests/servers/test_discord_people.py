"""People of the Discord of the tests: commands, forms, selects, who sees what, and how the bot must answer them."""

import discord as dpy
import pytest

from tests.servers.discord import Impossible, Unanswered
from tests.servers.sample_bot import buttons

# --- commands -----------------------------------------------------------------------------------------------------


async def test_a_command_carries_its_options(tawla):
    answer = await tawla.ali.invokes(tawla.room, "/tawla play", preset="mahbusa", points=3, rival=tawla.sara)
    assert (answer.kind, answer.text, answer.ephemeral) == ("message", "mahbusa 3 sara", False)
    assert answer.seconds < 1
    [interaction] = tawla.bot.seen
    assert (interaction.locale, interaction.guild.id) == (dpy.Locale.british_english, tawla.guild.id)
    assert interaction.app_permissions.attach_files
    assert interaction.context.guild
    assert interaction.is_guild_integration()
    assert not interaction.is_user_integration()


@pytest.mark.parametrize(
    ("line", "options", "words"),
    [
        ("/chess", {}, "there is no command 'chess'"),
        ("/tawla", {}, "is not a whole command"),
        ("/tawla chess", {}, "has no 'chess'"),
        ("/tawla play", {}, "needs ['preset']"),
        ("/tawla play", {"preset": 5}, "takes no 5"),
        ("/tawla play", {"preset": "x", "points": 32}, "takes 1 to 31, not 32"),
        ("/tawla play", {"preset": "x", "colour": "red"}, "has no option ['colour']"),
        ("/tawla play", {"preset": "x", "rival": "Sara"}, "cannot be chosen"),
    ],
)
async def test_a_client_offers_only_what_is_registered(tawla, line, options, words):
    with pytest.raises(Impossible) as caught:
        await tawla.ali.invokes(tawla.room, line, **options)
    assert words in str(caught.value)
    assert not tawla.bot.seen


async def test_an_option_completes_while_it_is_typed(tawla):
    answer = await tawla.ali.types(tawla.room, "/tawla play", "preset", "mahb")
    assert (answer.kind, answer.choices) == ("choices", ("mahbusa", "mahbooseh"))
    with pytest.raises(Impossible, match="does not complete"):
        await tawla.ali.types(tawla.room, "/tawla play", "points", "3")


async def test_a_command_in_the_menu_of_a_person(tawla):
    answer = await tawla.ali.uses(tawla.room, "Challenge to tawla", on=tawla.sara)
    assert answer.text == f"<@{tawla.sara.id}>, will you?"


async def test_who_may_use_a_command(tawla):
    assert (await tawla.ali.invokes(tawla.room, "/setup")).text == "set"  # she owns the guild
    with pytest.raises(Impossible, match="lacks the permissions"):
        await tawla.sara.invokes(tawla.room, "/setup")
    tawla.server.empower(tawla.guild, "manage_guild", person=tawla.sara)
    assert (await tawla.sara.invokes(tawla.room, "/setup")).text == "set"
    with pytest.raises(Impossible, match="is not for BOT_DM"):
        await tawla.sara.invokes(tawla.sara.dm, "/setup")


# --- answers ------------------------------------------------------------------------------------------------------


async def test_a_deferred_answer_comes_later_to_its_reader_alone(tawla):
    answer = await tawla.ali.invokes(tawla.room, "/tawla hint")
    assert answer.kind == "deferred"
    heard = await tawla.ali.hears(answer)
    assert (heard.text, heard.ephemeral, heard.seen.edits) == ("6/1", True, 0)
    assert [seen.text for seen in tawla.ali.sees(tawla.room)] == ["6/1"]
    assert tawla.sara.sees(tawla.room) == []
    with pytest.raises(Unanswered):
        await tawla.sara.awaits(tawla.room, "6/1", patience=0.01)


async def test_an_answer_that_does_not_come_has_failed(tawla):
    tawla.server.limits.acknowledge_seconds = 0.1
    answer = await tawla.ali.invokes(tawla.room, "/tawla silence")
    assert answer.kind == "failed"
    assert [item.name for item in tawla.server.unanswered()] == ["/tawla silence"]


async def test_with_nobody_listening_nothing_is_delivered(tawla):
    tawla.server.limits.acknowledge_seconds = 0.05
    await tawla.bot.close()
    answer = await tawla.ali.invokes(tawla.room, "/tawla hint")
    assert (answer.kind, answer.interaction.delivered) == ("failed", False)


async def test_a_form_is_filled_in_and_submitted(tawla):
    opened = await tawla.ali.invokes(tawla.room, "/tawla options")
    assert opened.kind == "form"
    assert [(field.label, field.value) for field in opened.form.fields] == [
        ("Name", None), ("Game", ["race31"]), ("Rival", None),
    ]  # fmt: skip
    answer = await tawla.ali.fills(opened, {"Name": "طاولة", "Game": "Mahbusa", "rival": [tawla.sara]})
    assert (answer.text, answer.ephemeral) == ("['طاولة', ['mahbusa'], ['sara']]", True)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"Name": "x" * 11}, "takes 0 to 10 characters"),
        ({"Game": "Chess"}, "there is no 'Chess'"),
        ({"Game": ["Mahbusa", "Race31"]}, "1 to 1 are to be chosen, not 2"),
        ({"Game": []}, "must be filled in"),
        ({"Colour": "red"}, "has no field 'Colour'"),
    ],
)
async def test_a_form_takes_only_what_fits(tawla, values, words):
    opened = await tawla.ali.invokes(tawla.room, "/tawla options")
    with pytest.raises(Impossible) as caught:
        await tawla.ali.fills(opened, values)
    assert words in str(caught.value)


# --- components ---------------------------------------------------------------------------------------------------


async def test_buttons_out_of_date_never_reach_the_bot(tawla):
    answer = await tawla.ali.invokes(tawla.room, "/tawla play", preset="mahbusa")
    message = await tawla.bot.get_channel(tawla.room.id).fetch_message(answer.seen.id)
    await message.edit(view=buttons("Lift"))
    assert (await tawla.ali.presses(answer.seen, "Roll")).kind == "stale"
    with pytest.raises(Impossible, match="there is no button"):
        await tawla.ali.presses(tawla.ali.sees(tawla.room)[-1], "Roll")
    assert len(tawla.bot.seen) == 1


async def test_a_choice_in_a_select_reaches_the_bot(tawla):
    view = dpy.ui.View(timeout=None)
    view.add_item(dpy.ui.Select(custom_id="language", options=[dpy.SelectOption(label="Arabic", value="ar")]))
    view.add_item(dpy.ui.UserSelect(custom_id="rival"))
    view.stop()
    await tawla.bot.get_channel(tawla.room.id).send("x", view=view)
    chosen = []

    async def handler(interaction):
        chosen.append(interaction.data["values"])
        await interaction.response.defer()

    tawla.bot.handler = handler
    [seen] = tawla.ali.sees(tawla.room)
    assert (await tawla.ali.chooses(seen, "Arabic", select="language")).kind == "silence"
    await tawla.ali.chooses(seen, tawla.sara, select="rival")
    assert chosen == [["ar"], [str(tawla.sara.id)]]
    with pytest.raises(Impossible, match="there is no 'Greek'"):
        await tawla.ali.chooses(seen, "Greek", select="language")


async def test_an_ephemeral_message_is_updated_by_its_token_alone(tawla):
    async def handler(interaction):
        if interaction.type is dpy.InteractionType.component:
            await interaction.response.edit_message(content="rolled", view=None)

    @tawla.bot.tree.command(description="Quiet")
    async def quiet(interaction: dpy.Interaction) -> None:
        await interaction.response.send_message("quiet", view=buttons("Roll"), ephemeral=True)

    tawla.bot.handler = handler
    await tawla.bot.tree.sync()
    answer = await tawla.ali.invokes(tawla.room, "/quiet")
    with pytest.raises(Impossible, match="cannot see"):
        await tawla.sara.presses(answer.seen, "Roll")
    with pytest.raises(dpy.NotFound) as caught:
        await tawla.bot.get_channel(tawla.room.id).fetch_message(answer.seen.id)
    assert caught.value.code == 10008
    await tawla.ali.presses(answer.seen, "Roll")
    assert [seen.text for seen in tawla.ali.sees(tawla.room)] == ["rolled"]
