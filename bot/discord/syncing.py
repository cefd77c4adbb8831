"""Discord is told of our commands when they have changed, and only then: it allows few such calls a day."""

import json
from hashlib import sha256
from typing import Any

from discord import AppCommandType
from discord.app_commands import CommandTree

from bot.discord.client import Client
from bot.discord.pace import Pace
from bot.discord.words import Catalogues
from storage import facts
from storage.database import Database

_FACT = "discord_commands"


async def sync(tree: CommandTree[Client], database: Database, pace: Pace) -> bool:
    """Tell Discord of our commands unless it knows all of it already; gives whether it was told. Raises what Discord refuses with."""
    digest = await _digest(tree)
    async with database.read() as conn:
        if await facts.fact(conn, _FACT) == digest:
            return False
    await pace.patiently(tree.sync)
    async with database.write() as conn:
        await facts.keep(conn, _FACT, digest)
    return True


async def _digest(tree: CommandTree[Client]) -> str:
    """A short name of all that Discord is told, and of whom it is told about."""
    translator = Catalogues()
    kinds = (AppCommandType.chat_input, AppCommandType.user)
    told: list[Any] = [tree.client.application_id]
    for kind in kinds:
        told += [
            await command.get_translated_payload(tree, translator) for command in tree.get_commands(type=kind)
        ]
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
