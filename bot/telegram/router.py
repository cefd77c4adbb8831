"""Every update comes through here: whose it is, what it asks for, and who does it. What people write is handed on here."""

import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from telegram import Message, Update
from telegram.constants import ChatType
from telegram.error import TelegramError

from bot import bans
from bot.company import acts as company
from bot.company.finished import FORMER
from bot.metrics import attending
from bot.refusals import broken
from bot.telegram import membership
from bot.telegram.about import About
from bot.telegram.company import Acts
from bot.telegram.desk import Desk
from bot.telegram.errors import Meaning, meaning
from bot.telegram.here import Here, here, thread_of
from bot.telegram.inhand import once
from bot.telegram.inline import Inline
from bot.telegram.opening import Opening
from bot.telegram.playing import Playing
from bot.telegram.preferences import Preferences
from bot.telegram.screen import PLATFORM
from bot.telegram.showing import Showing
from bot.telegram.taps import Choice, Taps
from bot.telegram.texts import plain, words_of_account
from storage.tries import is_away

log = logging.getLogger(__name__)

BUSY = 4
"""Commands of one person under way in one chat; whoever floods us beyond that is not answered there."""

Command = Callable[[Here, str], Awaitable[None]]


class Router:
    """Decides who handles an update."""

    def __init__(
        self,
        desk: Desk,
        showing: Showing,
        *,
        opening: Opening,
        playing: Playing,
        about: About,
        preferences: Preferences,
        inline: Inline,
        acts: Acts,
    ) -> None:
        self._desk, self._showing = desk, showing
        self._about, self._inline, self._acts = about, inline, acts
        everywhere: dict[str, Command] = {
            "start": about.start,
            "help": about.help,
            "play": opening.play,
            "join": opening.join,
            "board": playing.board,
            "hint": playing.hint,
            "resign": playing.resign,
            "word": playing.word,
            "close": playing.close,
            "pearls": about.pearls,
            "rules": about.rules,
            "language": preferences.language,
            "settings": preferences.settings,
            **{command.name: partial(acts.obey, command) for command in company.COMMANDS},
        }
        self._private = everywhere
        self._groups = {**everywhere, "challenge": opening.challenge}
        choices: dict[str, Choice] = {
            "table": (1, playing.jump),
            "language": (1, preferences.set_language),
            "set": (2, preferences.choose),
            "rules": (1, about.turn_page),
            **{name: (1, partial(acts.former, name)) for name in FORMER},
            "c": (1, acts.tapped),
            "b": (1, acts.beside),
        }
        self._busy: Counter[tuple[int, int]] = Counter()
        self._taps = Taps(desk, showing, opening=opening, inline=inline, choices=choices)

    async def handle(self, update: Update) -> bool:
        """Do what an update asks for; False where the database was away, and another time may help.

        Nothing is raised: what goes wrong is logged, without anybody's words in it.
        """
        with attending(PLATFORM):
            return await self._handle(update)

    async def _handle(self, update: Update) -> bool:
        try:
            if update.callback_query:
                await self._taps.answer(update.callback_query, update.update_id)
            elif update.inline_query:
                if not self._desk.kept_out(update.inline_query.from_user.id, None):
                    await self._inline.offer(update.inline_query)
            elif update.chosen_inline_result:
                await self._desk.player(update.chosen_inline_result.from_user)
            elif update.my_chat_member:
                await membership.changed(self._desk, self._showing, update.my_chat_member)
            elif update.message:
                await self._message(update.message, update.update_id)
        except TelegramError as error:
            what = meaning(error)
            level = logging.ERROR if what is Meaning.OTHER else logging.INFO
            log.log(level, "update %s was not answered: %s", update.update_id, what)
        except Exception as error:
            log.exception("update %s went wrong", update.update_id)
            return not is_away(error)
        return True

    async def _message(self, message: Message, update: int) -> None:
        if message.migrate_to_chat_id:
            await self._showing.migrate(message.chat_id, message.migrate_to_chat_id)
            return
        command, typed = self._command(message)
        private = message.chat.type == ChatType.PRIVATE
        if private:
            self._desk.reached(message.chat_id, True)
        known = (self._private if private else self._groups).get(command)
        if known is None:
            known, typed = self._meant(message, command, private=private), message.text or ""
        if message.chat.type == ChatType.CHANNEL or known is None:
            return
        whose = (message.chat_id, (message.sender_chat or message.from_user or message.chat).id)
        if self._busy[whose] >= BUSY:
            return
        if not (private and company.is_command_open_to_all(command)) and await self._turned_away(message):
            return
        self._busy[whose] += 1
        try:
            await once(self._desk, update, partial(self._obey, message, update, known, typed))
        except TelegramError:
            raise
        except Exception as error:
            if not (is_away(error) and self._desk.brought_again):
                await self._say_broken(message)
            raise
        finally:
            self._busy[whose] -= 1
            self._busy += Counter()  # forgets those that are done

    def _meant(self, message: Message, command: str, *, private: bool) -> Command | None:
        """What words are for that are no command of ours."""
        if not command and self._acts.awaits(message):
            return self._acts.written
        return self._about.spoken if private and message.text else None

    async def _turned_away(self, message: Message) -> bool:
        """Whether somebody is kept out; they are told so once in a while."""
        ban = message.from_user and self._desk.kept_out(message.from_user.id, message.chat_id)
        if not (ban and message.from_user):
            return False
        if not self._desk.tables.bans.is_told(f"{PLATFORM}:{message.chat_id}", self._desk.now()):
            await self._say(message, bans.sentence(ban, words_of_account(message.from_user)))
        return True

    async def _say_broken(self, message: Message) -> None:
        """Whoever wrote is told that it was not done; what was asked for may be asked again."""
        with suppress(TelegramError):
            await self._say(message, broken(words_of_account(message.from_user)))

    async def _say(self, message: Message, text: str) -> None:
        await self._desk.bot.send_message(message.chat_id, plain(text), message_thread_id=thread_of(message))

    async def _obey(self, message: Message, update: int, command: Command, typed: str) -> None:
        if message.sender_chat or message.from_user is None:
            await self._no_person(message)
        else:
            await command(await here(self._desk, message, message.from_user, update), typed)

    def _command(self, message: Message) -> tuple[str, str]:
        """The command a message begins with, and the rest; empty where it is none or another bot's."""
        word, rest = [*(message.text or "").split(maxsplit=1), "", ""][:2]
        name, _, bot = word.removeprefix("/").partition("@")
        if not word.startswith("/") or (bot and bot.lower() != self._desk.bot.username.lower()):
            return "", ""
        return name.lower(), rest.strip()

    async def _no_person(self, message: Message) -> None:
        words = await self._desk.chat_words(message.chat_id)
        await self._say(
            message, words.t("Groups and channels cannot play. Write as yourself, not anonymously.")
        )
