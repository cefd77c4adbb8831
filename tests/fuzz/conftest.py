from tests.bot.company.conftest import circle
from tests.bot.conftest import house
from tests.security.conftest import discord, telegram

__all__ = ["circle", "discord", "house", "telegram"]
