"""Every update comes through here: whose it is, what it asks for, and who does it."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial

from telegram import CallbackQuery, MaybeInaccessibleMessage, Message, Update, User
from telegram.constants import ChatType
from telegram.error import TelegramError

from bot import bans, deeds, intents
from bot.company import acts as company
from bot.company.finished import FORMER
from bot.intents import Sit
from bot.met import Met
from bot.metrics import attending
from bot.phrases import FALLBACK, Phrases, closest, phrases
from bot.refusals import broken, refusal
from bot.table import No
from bot.telegram import membership
from bot.telegram.about import About
from bot.telegram.answering import Answers
from bot.telegram.company import Acts
from bot.telegram.desk import Desk
from bot.telegram.errors import Meaning, meaning
from bot.telegram.here import Here, thread_of
from bot.telegram.inhand import once
from bot.telegram.inline import Inline
from bot.telegram.opening import Opening
from bot.telegram.playing import Playing
from bot.telegram.preferences import Preferences
from bot.telegram.screen import PLATFORM, inline_place
from bot.telegram.showing import Showing
from bot.telegram.texts import plain
from rules.errors import Malformed, Refused
from storage.bans import BanRow
from storage.tries import is_away

log = logging.getLogger(__name__)

PATIENCE_S = 0.2
"""After so long a tap is answered bare; what it led to follows."""

OURS = "~"
"""How the data of buttons begins that belong to no table."""

LONGEST_ANSWER = 200
"""Characters of what is said to a tap."""

BUSY = 4
"""Commands of one person under way in one chat; whoever floods us beyond that is not answered there."""

Choice = Callable[..., Awaitable[str | None]]
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
        self._opening, self._playing, self._about = opening, playing, about
        self._preferences, self._inline, self._acts = preferences, inline, acts
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
        self._choices: dict[str, tuple[int, Choice]] = {
            "table": (1, playing.jump),
            "language": (1, preferences.set_language),
            "set": (2, preferences.choose),
            "rules": (1, about.turn_page),
            **{name: (1, partial(acts.former, name)) for name in FORMER},
            "c": (1, acts.tapped),
            "b": (1, acts.beside),
        }
        self._answers = Answers(desk.patience_s)
        self._busy: Counter[tuple[int, int]] = Counter()
        self._met = Met(desk.tables.gone)

    async def handle(self, update: Update) -> bool:
        """Do what an update asks for; False where the database was away, and another time may help.

        Nothing is raised: what goes wrong is logged, without anybody's words in it.
        """
        with attending(PLATFORM):
            return await self._handle(update)

    async def _handle(self, update: Update) -> bool:
        try:
            if update.callback_query:
                await self._tap(update.callback_query, update.update_id)
            elif update.inline_query:
                if not self._kept_out(update.inline_query.from_user, None):
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

    # --- words --------------------------------------------------------------------------------------------------

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
        finally:
            self._busy[whose] -= 1
            self._busy += Counter()  # forgets those that are done

    def _meant(self, message: Message, command: str, *, private: bool) -> Command | None:
        """What words are for that are no command of ours."""
        if not command and self._acts.awaits(message):
            return self._acts.written
        return self._about.spoken if private and message.text else None

    def _kept_out(self, user: User, chat: int | None) -> BanRow | None:
        """What keeps a person out, or the group they speak in."""
        names = [bans.called(PLATFORM, name) for name in (user.id, chat) if name is not None]
        return self._desk.tables.bans.of(self._desk.now(), *names)

    async def _turned_away(self, message: Message) -> bool:
        """Whether somebody is kept out; they are told so once in a while."""
        ban = message.from_user and self._kept_out(message.from_user, message.chat_id)
        if not (ban and message.from_user):
            return False
        if not self._desk.tables.bans.is_told(f"{PLATFORM}:{message.chat_id}", self._desk.now()):
            words = phrases(closest(message.from_user.language_code or FALLBACK))
            await self._desk.bot.send_message(
                message.chat_id, plain(bans.sentence(ban, words)), message_thread_id=thread_of(message)
            )
        return True

    async def _obey(self, message: Message, update: int, command: Command, typed: str) -> None:
        if message.sender_chat or message.from_user is None:
            await self._no_person(message)
        else:
            await command(await self._here(message, message.from_user, update), typed)

    def _command(self, message: Message) -> tuple[str, str]:
        """The command a message begins with, and the rest; empty where it is none or another bot's."""
        word, rest = [*(message.text or "").split(maxsplit=1), "", ""][:2]
        name, _, bot = word.removeprefix("/").partition("@")
        if not word.startswith("/") or (bot and bot.lower() != self._desk.bot.username.lower()):
            return "", ""
        return name.lower(), rest.strip()

    async def _no_person(self, message: Message) -> None:
        words = await self._desk.chat_words(message.chat_id)
        await self._desk.bot.send_message(
            message.chat_id,
            plain(words.t("Groups and channels cannot play. Write as yourself, not anonymously.")),
            message_thread_id=thread_of(message),
        )

    async def _here(self, message: Message, user: User, update: int) -> Here:
        player = await self._desk.player(user)
        private = message.chat.type == ChatType.PRIVATE
        words = phrases(player.language)
        if not private:
            words = await self._desk.chat_words(message.chat_id, player.language)
        return Here(
            self._desk, user, player, words, message.chat_id, private, thread_of(message), update, message
        )

    # --- taps ---------------------------------------------------------------------------------------------------

    async def _tap(self, query: CallbackQuery, update: int) -> None:
        """Answer within PATIENCE_S, whatever else goes on; the board follows by itself."""
        work = asyncio.create_task(self._tapped(query, update))
        done, _ = await asyncio.wait({work}, timeout=PATIENCE_S)
        if done:
            deeds.done()
        await self._answers.give(query, _result(work) if done else "")
        await work

    async def _tapped(self, query: CallbackQuery, update: int) -> str:
        """What a tap leads to, and what is said to who tapped."""
        data = query.data or ""
        chat = query.message.chat if query.message else None
        ban = self._kept_out(query.from_user, chat.id if chat else None)
        if ban and not (chat and chat.type == ChatType.PRIVATE and _leads_to_all(data)):
            return bans.sentence(ban, await self._words(query))[:LONGEST_ANSWER]
        try:
            if data.startswith(OURS):
                return await self._chosen(query, data.removeprefix(OURS).split(":"), update)
            return await self._pressed(query, data, update)
        except Malformed:
            return refusal(No.NO_SUCH_BUTTON, await self._words(query))
        except Refused as refused:
            return refusal(refused.reason, await self._words(query))
        except TelegramError:
            raise
        except Exception:
            if self._answers.has_given(query):
                raise  # nobody can be told any more
            log.exception("the tap of update %s went wrong", update)
            return broken(await self._words(query))

    async def _words(self, query: CallbackQuery) -> Phrases:
        known = await self._desk.find(query.from_user.id)
        return phrases(known.language if known else closest(query.from_user.language_code or FALLBACK))

    async def _pressed(self, query: CallbackQuery, data: str, update: int) -> str:
        """A table's button: one intent through the one door."""
        press = intents.decode(data)
        user, sits = query.from_user, isinstance(press.intent, Sit)
        look = partial(self._desk.player, user) if sits else partial(self._desk.find, user.id)
        who = await self._met.who(user.id, look, anew=sits)
        reply = await self._desk.tables.handle(
            press.code,
            who,
            press.intent,
            now=self._desk.now(),
            stamp=press.stamp,
            key=f"tg:{update}",
        )
        self._showing.pressed(reply.table, *_where(query))
        return refusal(reply.refused, await self._words(query)) if reply.refused else ""

    async def _chosen(self, query: CallbackQuery, choice: list[str], update: int) -> str:
        """A button of our own menus."""
        verb, *rest = choice
        if verb == "inline":
            return await self._inline.accepted(query, rest, update)
        if not isinstance(query.message, Message):
            return (await self._words(query)).t("This message is too old. /play opens a new one.")
        message = query.message
        return await once(self._desk, update, lambda: self._carried_out(query, message, choice, update)) or ""

    async def _carried_out(
        self, query: CallbackQuery, message: Message, choice: list[str], update: int
    ) -> str | None:
        verb, *rest = choice
        here = await self._here(message, query.from_user, update)
        if verb == "play" and here.private:
            await self._opening.chosen(here, rest)
            return None
        if verb in self._choices and len(rest) == self._choices[verb][0]:
            return await self._choices[verb][1](here, *rest)
        raise Malformed("this is no button of ours")


def _result(work: "asyncio.Task[str]") -> str:
    return "" if work.cancelled() or work.exception() else work.result()


def _where(query: CallbackQuery) -> tuple[str, int]:
    message: MaybeInaccessibleMessage | None = query.message
    if message is None:
        return inline_place(query.inline_message_id or ""), 0
    return str(message.chat.id), message.message_id


def _leads_to_all(data: str) -> bool:
    """Whether a button leads to an act that is also there for those who are kept out."""
    verb, _, written = data.removeprefix(OURS).partition(":")
    return data.startswith(OURS) and verb == "c" and company.is_open_to_all(written)
