"""The links by which people add the bot to a server or to their own account."""

from collections.abc import Iterator

import discord
from discord import Client, Intents, Permissions
from discord.http import Route

from bot.discord.adapter import WrongToken

PERMISSIONS = Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""What boards need: to be sent, with pictures, in threads; and to be answered to."""

_SERVER, _PERSON = 0, 1


async def application(token: str, api: str) -> int:
    """The application's id, as Discord tells it. Raises WrongToken, and what Discord refuses with."""
    Route.BASE = api
    async with Client(intents=Intents.none()) as client:
        try:
            await client.login(token)
        except discord.LoginFailure:
            raise WrongToken from None
        return client.application_id or 0


def links(application_id: int) -> Iterator[tuple[str, str]]:
    """What each link is for, and the link."""
    server = discord.utils.oauth_url(
        application_id, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )
    person = discord.utils.oauth_url(application_id, scopes=("applications.commands",))
    yield "To a server", f"{server}&integration_type={_SERVER}"
    yield "To your own account, to play wherever you write", f"{person}&integration_type={_PERSON}"
