"""Inline mode: invitations posted into any chat, and the game that goes on in that very message."""

import hmac
import secrets
from base64 import urlsafe_b64encode

from telegram import (
    CallbackQuery,
    InlineQuery,
    InlineQueryResultArticle,
    InputTextMessageContent,
)
from telegram.constants import ParseMode

from bot import customs, lobby, people
from bot.intents import Sit
from bot.phrases import FALLBACK, LANGUAGES, Phrases, closest, isolated, phrases
from bot.play import Person
from bot.refusals import refusal
from bot.table import Against
from bot.telegram.desk import Desk, person
from bot.telegram.posting import NO_PREVIEW
from bot.telegram.screen import PLATFORM, inline_place, read
from bot.telegram.showing import Showing
from bot.telegram.texts import bold, menu, plain
from rules.errors import Malformed
from rules.ruleset import PRESETS
from storage import facts, screens

CACHE_S = 60
"""How long Telegram may show the same cards to the same person."""

SIGNATURE = 12
"""Characters of a card's signature, six bits each."""

_FACT = "telegram_card_secret"


class Inline:
    """Cards, and the taps on them."""

    def __init__(self, desk: Desk, showing: Showing) -> None:
        self._desk = desk
        self._showing = showing
        self._secret = b""

    async def offer(self, query: InlineQuery) -> None:
        """Invitations for each game that matches what was typed."""
        known = await self._desk.find(query.from_user.id)
        language = known.language if known else closest(query.from_user.language_code or FALLBACK)
        words = phrases(language)
        name = isolated(known.name if known else query.from_user.full_name)
        found = lobby.matching(query.query)
        host = str(query.from_user.id)
        cards = [
            _card(preset, name, await self._signed(preset, host, words.language), words) for preset in found
        ]
        await query.answer(cards, cache_time=CACHE_S, is_personal=True)

    async def _signed(self, preset: str, host: str, language: str) -> str:
        """The data of a card's button; the longest of it is 59 of Telegram's 64 bytes."""
        told = f"{preset}:{host}:{language}"
        mac = hmac.digest(await self._key(), told.encode(), "sha256")
        return f"~inline:{told}:{urlsafe_b64encode(mac)[:SIGNATURE].decode()}"

    async def _key(self) -> bytes:
        if not self._secret:
            async with self._desk.database.write() as conn:
                kept = await facts.keep_first(conn, _FACT, secrets.token_hex(32))
            self._secret = bytes.fromhex(kept)
        return self._secret

    async def accepted(self, query: CallbackQuery, choice: list[str], update: int) -> str:
        """A tap on a card: open the host's table and sit down there; gives what the answer to the tap says."""
        match choice:
            case [preset, host, language, _] if preset in PRESETS and language in LANGUAGES:
                ours = await self._signed(preset, host, language)
            case _:
                raise Malformed("this is no choice of ours")
        # Only a card that its host has posted binds them; data can be made up by anybody.
        if not hmac.compare_digest(ours.encode(), (query.data or "").encode()):
            raise Malformed("this is no card of ours")
        player = await self._desk.player(query.from_user)
        words = phrases(player.language)
        if query.inline_message_id is None:
            raise Malformed("this is no card of ours")
        if int(host) == query.from_user.id:
            return words.t("Your invitation stands; somebody else has to accept it.")
        place = inline_place(query.inline_message_id)
        async with self._desk.database.read() as conn:
            shown = await screens.at(conn, PLATFORM, place)
        if shown:
            code = read(shown[0]).code
        else:
            code = await self._opened(await self._host(host, language), preset, place, language)
        reply = await self._desk.tables.handle(
            code, person(player), Sit(), now=self._desk.now(), key=f"tg:{update}"
        )
        return refusal(reply.refused, words) if reply.refused else ""

    async def _opened(self, host: Person, preset: str, place: str, language: str) -> str:
        setup, now = lobby.setup(preset, Against.FRIEND), self._desk.now()
        table = await self._desk.tables.open(
            host, setup, now, key=f"tg:card:{place}"
        )  # two taps open one table
        await self._showing.put(table, place, player=None, language=language, text=True, down=False)
        return table.code

    async def _host(self, account: str, language: str) -> Person:
        """Who posted the card; they are made a player by somebody's accepting it."""
        known = await self._desk.find(int(account))
        if known is not None:
            return person(known)
        guest = phrases(language).t("Guest")
        made = await people.create(
            self._desk.database, PLATFORM, account, name=guest, language=language, now=self._desk.now()
        )
        return person(made)


def _card(preset: str, name: str, data: str, words: Phrases) -> InlineQueryResultArticle:
    game = customs.preset_name(preset, words)
    about = customs.preset_text(preset, words)
    invitation = plain(words.t("{name} invites you to play.", name=name))
    return InlineQueryResultArticle(
        id=preset,
        title=game,
        description=about,
        input_message_content=InputTextMessageContent(
            f"{bold(game)}\n{invitation}\n{plain(about)}",
            parse_mode=ParseMode.HTML,
            link_preview_options=NO_PREVIEW,
        ),
        reply_markup=menu([(words.t("Play"), data)]),
    )
