"""The commands of a table, for the little bot: with options, choices, a form, a menu, and where they may be used."""

import asyncio

import discord as dpy
from discord import app_commands

from tests.servers.sample_bot import board, buttons

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


def add_commands(tree: app_commands.CommandTree) -> None:
    """Everything under `/tawla`, a menu, and a command each for managers and for anywhere."""
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
