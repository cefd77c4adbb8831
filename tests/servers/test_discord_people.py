"""People of the Discord of the tests: commands, forms, selects, who sees what, and how the bot must answer them."""

import asyncio

import discord as dpy
import pytest
from discord import app_commands

from tests.servers.conftest import until
from tests.servers.discord import Impossible, Unanswered
from tests.servers.discord.asking import begin, wire_interaction
from tests.servers.discord.interaction import Kind
from tests.servers.sample_bot import asked, board, buttons, picture

PRESETS = ["mahbusa", "mahbooseh", "race31"]


class Options(dpy.ui.Modal, title="Options"):
    """Everything a form can hold that a table needs."""

    name = dpy.ui.Label(
        text="Name", component=dpy.ui.TextInput(custom_id="name", max_length=10, required=False)
    )
    game = dpy.ui.Label(
        text="Game",
        description="Which one",
        component=dpy.ui.Select(
            custom_id="game",
            options=[
                dpy.SelectOption(label=name.title(), value=name, default=name == "race31") for name in PRESETS
            ],
        ),
    )
    rival = dpy.ui.Label(text="Rival", component=dpy.ui.UserSelect(custom_id="rival", required=False))

    async def on_submit(self, interaction):
        rivals = [user.name for user in self.rival.component.values]
        told = [self.name.component.value, self.game.component.values, rivals]
        await interaction.response.send_message(str(told), ephemeral=True)


@pytest.fixture
async def tawla(discord):
    """The commands of a table, registered."""
    tree = discord.bot.tree
    group = app_commands.Group(name="tawla", description="Tawla")

    @group.command(description="Play")
    @app_commands.describe(preset="Which game", points="Up to", rival="Against whom")
    async def play(
        interaction: dpy.Interaction,
        preset: str,
        points: app_commands.Range[int, 1, 31] = 1,
        rival: dpy.User | None = None,
    ) -> None:
        await interaction.response.send_message(
            f"{preset} {points} {rival}", file=board(), view=buttons("Roll")
        )

    @play.autocomplete("preset")
    async def presets(_interaction: dpy.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=name, value=name) for name in PRESETS if current in name]

    @group.command(description="Think")
    async def hint(interaction: dpy.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send("6/1")

    @group.command(description="Form")
    async def options(interaction: dpy.Interaction) -> None:
        await interaction.response.send_modal(Options())

    @group.command(description="Nothing")
    async def silence(_interaction: dpy.Interaction) -> None:
        await asyncio.sleep(0)

    @tree.context_menu(name="Challenge to tawla")
    async def challenge(interaction: dpy.Interaction, member: dpy.User) -> None:
        await interaction.response.send_message(f"{member.mention}, will you?")

    @tree.command(description="For those who manage the server")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def setup(interaction: dpy.Interaction) -> None:
        await interaction.response.send_message("set", ephemeral=True)

    @tree.command(description="Anywhere")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def anywhere(interaction: dpy.Interaction) -> None:
        await interaction.response.send_message("here", view=buttons("Roll"))

    tree.add_command(group)
    await tree.sync()
    yield discord
    assert not discord.server.violations


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
