"""What Telegram shows of us before anybody writes: commands and descriptions, in every language, told when changed."""

import json
from hashlib import sha256
from typing import Any

from telegram import BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats

from bot.phrases import FALLBACK, LANGUAGES, Phrases, phrases
from bot.telegram.about import commands
from bot.telegram.desk import Desk
from storage import facts

_FACT = "telegram_profile"


async def introduce(desk: Desk) -> None:
    """Tell Telegram everything, unless it knows all of it already. Raises TelegramError."""
    told = {language: _told(phrases(language)) for language in LANGUAGES}
    said = json.dumps([desk.bot.id, told], sort_keys=True)
    digest = sha256(said.encode()).hexdigest()
    async with desk.database.read() as conn:
        if await facts.fact(conn, _FACT) == digest:
            return
    for language in LANGUAGES:
        await _tell(desk, told[language], language)
    await _tell(desk, told[FALLBACK], None)
    async with desk.database.write() as conn:
        await facts.keep(conn, _FACT, digest)


def _told(words: Phrases) -> dict[str, Any]:
    t = words.t
    return {
        "private": commands(words, private=True),
        "groups": commands(words, private=False),
        "description": t(
            "Tawla, the backgammon family of the Arab world: Mahbusa, Tawla 31 and Sheesh Besh. "
            "Play the computer, a friend or a whole group, with dice anybody can check."
        ),
        "short": t("Mahbusa, Tawla 31 and Sheesh Besh with friends or the computer"),
    }


async def _tell(desk: Desk, told: dict[str, Any], language: str | None) -> None:
    bot = desk.bot
    await bot.set_my_commands(told["private"], BotCommandScopeAllPrivateChats(), language)
    await bot.set_my_commands(told["groups"], BotCommandScopeAllGroupChats(), language)
    await bot.set_my_description(told["description"], language)
    await bot.set_my_short_description(told["short"], language)
