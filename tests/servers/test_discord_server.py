"""The Discord of the tests, driven by the real client: logging in, commands, buttons, pictures."""

import discord as dpy
from discord import app_commands

from tests.servers.sample_bot import board, buttons, picture


async def test_a_command_and_a_button_are_answered_with_pictures(discord):
    @discord.bot.tree.command(description="Play a game")
    @app_commands.describe(preset="Which game")
    async def play(interaction: dpy.Interaction, preset: str) -> None:
        await interaction.response.send_message(f"{preset} for you", file=board(), view=buttons("Roll"))

    async def pressed(interaction: dpy.Interaction) -> None:
        if interaction.type is dpy.InteractionType.component:
            await interaction.response.edit_message(content="rolled", attachments=[board("blue", "Rolled")])

    discord.bot.handler = pressed
    await discord.bot.tree.sync()
    answer = await discord.ali.invokes(discord.room, "/play", preset="mahbusa")
    assert answer.kind == "message"
    assert answer.text == "mahbusa for you"
    assert (answer.seen.picture, answer.seen.alt, answer.seen.labels) == (picture(), "A board", ["Roll"])
    pressed_answer = await discord.sara.presses(answer.seen, "Roll")
    assert pressed_answer.kind == "update"
    [seen] = discord.sara.sees(discord.room)
    assert (seen.text, seen.picture, seen.alt, seen.edits) == ("rolled", picture("blue"), "Rolled", 1)
    assert not discord.server.violations
    assert not discord.server.refused()
    assert not discord.server.unanswered()
