"""Every press and command comes through here: whose it is, who does it, and that it is acknowledged in time."""

import asyncio
import logging
import re
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from discord import Interaction, Member, User
from discord.ui import Modal

from bot import bans, intents
from bot.company import acts as company
from bot.company.command import Command
from bot.company.desk import Company
from bot.company.finished import FORMER
from bot.discord.about import About
from bot.discord.company import Acts
from bot.discord.customs import Customs
from bot.discord.desk import Desk, language_of, words_of_account
from bot.discord.errors import REFUSALS, Meaning, meaning
from bot.discord.here import Here, Spot, here, may_send, spot_of
from bot.discord.opening import Opening
from bot.discord.panels import Panels
from bot.discord.playing import Playing
from bot.discord.posting import Poster
from bot.discord.preferences import Preferences
from bot.discord.screen import PLATFORM
from bot.discord.showing import Showing
from bot.discord.ticket import PATIENCE_S, Ticket
from bot.intents import Sit
from bot.met import Met
from bot.metrics import attending
from bot.phrases import Phrases, phrases
from bot.refusals import broken, refusal
from bot.table import No
from rules.errors import Malformed, Refused
from storage import presses
from storage.bans import BanRow

log = logging.getLogger(__name__)

BUSY = 4
"""Commands of one person under way; whoever floods us beyond that is told to wait, and costs nothing more."""

MANY = 10_000
"""Interactions remembered that came."""

Choice = Callable[..., Awaitable[None]]

_WRITE = re.compile(r"w:(\d{1,4}):([^:]+)", re.ASCII)
"""A button that opens a form."""


class Router:
    """Decides who handles an interaction; nothing is done twice for one that comes twice."""

    def __init__(
        self, desk: Desk, showing: Showing, poster: Poster, panels: Panels, company: Company
    ) -> None:
        self._desk, self._showing, self._panels = desk, showing, panels
        self.opening = opening = Opening(desk, showing, poster)
        self.playing = playing = Playing(desk, showing, opening)
        self.about = about = About(desk)
        self.preferences = preferences = Preferences(desk)
        self.customs = Customs(opening)
        self.acts = acts = Acts(desk, showing, opening, panels, company)
        self._buttons: dict[str, tuple[int, Choice]] = {
            **{name: (1, partial(acts.former, name)) for name in FORMER},
            "customs": (5, self.customs.open),
            "c": (1, acts.pressed),
            "b": (1, acts.beside),
        }
        self._menus: dict[str, tuple[int, Choice]] = {
            "table": (1, playing.jump),
            "rules": (1, about.rules),
            "language": (1, preferences.language),
            "set": (2, preferences.set_own),
            "server": (2, preferences.set_server),
            "customs": (6, self.customs.choose),
        }
        self._under_way: set[asyncio.Task[None]] = set()
        self._busy: Counter[int] = Counter()
        self._met = Met(desk.tables.gone)
        self._come: OrderedDict[int, None] = OrderedDict()
        """The interactions that have come of late."""

    # --- commands -----------------------------------------------------------------------------------------------

    async def obey(self, interaction: Interaction[Any], command: Choice, *said: Any, hidden: bool) -> None:
        """Carry a command out; `hidden`: its answer is for whoever gave it."""
        ticket = Ticket(interaction, hidden=hidden)
        who = interaction.user.id
        if self._busy[who] >= BUSY:
            words = words_of_account(interaction.locale)
            await ticket.say(words.t("The house is very busy just now. Please try again in a moment."))
            return
        self._busy[who] += 1
        try:
            to_all = command in {self.acts.obey, self.acts.named} and _is_open_to_all(said[0])
            await self._attend(ticket, self._obeyed(ticket, command, said), to_all=to_all)
        finally:
            self._busy[who] -= 1
            self._busy += Counter()  # forgets those that are done

    async def _obeyed(self, ticket: Ticket, command: Choice, said: Sequence[Any]) -> None:
        around = await here(self._desk, ticket)
        if await self._first_time(ticket):
            await self._refusals_told(ticket, around.words, command(around, *said))

    async def _first_time(self, ticket: Ticket) -> bool:
        key = f"dc:{ticket.interaction.id}:said"
        async with self._desk.database.write() as conn:
            return await presses.remember(conn, key, None, self._desk.now())

    # --- presses ------------------------------------------------------------------------------------------------

    async def pressed(self, interaction: Interaction[Any], data: str) -> None:
        """A table's button: one intent through the one door."""
        ticket = Ticket(interaction, hidden=True)
        await self._attend(ticket, self._pressed(ticket, data, spot_of(interaction)))

    async def _pressed(self, ticket: Ticket, data: str, spot: Spot) -> None:
        interaction = ticket.interaction
        await self._refusals_told(ticket, None, self._act(ticket, data, spot, interaction.user))

    async def _act(self, ticket: Ticket, data: str, spot: Spot, user: User | Member) -> None:
        press = intents.decode(data)
        sits = isinstance(press.intent, Sit)
        language = language_of(ticket.interaction.locale)
        look = partial(self._desk.player, user, language) if sits else partial(self._desk.find, user.id)
        who = await self._met.who(user.id, look, anew=sits)
        reply = await self._desk.tables.handle(
            press.code,
            who,
            press.intent,
            now=self._desk.now(),
            stamp=press.stamp,
            key=f"dc:{ticket.interaction.id}",
        )
        is_free = spot.private or (spot.member and may_send(ticket.interaction, in_thread=bool(spot.parent)))
        if reply.refused:
            if not is_free:
                await ticket.bare()  # so that it can still bring the board, which we cannot send by ourselves
            await ticket.say(refusal(reply.refused, await self._words(user, ticket)))
        if not (reply.refused and is_free):
            self._desk.keep_key(spot.place, ticket)
        self._showing.pressed(reply.table, spot.place, ticket)

    async def _words(self, user: User | Member, ticket: Ticket) -> Phrases:
        known = await self._desk.find(user.id)
        return phrases(known.language) if known else words_of_account(ticket.interaction.locale)

    async def _words_at_once(self, ticket: Ticket) -> Phrases:
        """Words for whoever pressed, whatever keeps us from looking up which they have chosen."""
        with suppress(Exception):
            async with asyncio.timeout(PATIENCE_S):
                return await self._words(ticket.interaction.user, ticket)
        return words_of_account(ticket.interaction.locale)

    # --- our own buttons and menus ------------------------------------------------------------------------------

    async def chosen(self, interaction: Interaction[Any], data: str, values: Sequence[str]) -> None:
        """A button or a menu that belongs to no table."""
        if found := _WRITE.fullmatch(data):
            # A form is an answer of its own: there is no acknowledging first, so it waits for nothing.
            await self._open(interaction, self._panels.form(interaction, *found.groups()))
            return
        ticket = Ticket(interaction, hidden=True)
        verb, _, act = data.partition(":")
        to_all = verb == "c" and company.is_open_to_all(act)
        await self._attend(ticket, self._chosen(ticket, data, values), to_all=to_all)

    async def _chosen(self, ticket: Ticket, data: str, values: Sequence[str]) -> None:
        around = await here(self._desk, ticket)
        if await self._first_time(ticket):
            await self._refusals_told(ticket, around.words, self._choose(around, data, values))

    async def _open(self, interaction: Interaction[Any], form: Modal) -> None:
        if self._comes_again(interaction.id):
            return
        try:
            await interaction.response.send_modal(form)
        except REFUSALS as error:
            log.info("a form was not opened: %s", meaning(error))

    async def written(self, interaction: Interaction[Any], act: str, typed: str) -> None:
        """A form that was filled in."""
        ticket = Ticket(interaction, hidden=True)
        await self._attend(ticket, self._obeyed(ticket, self.acts.written, (act, typed)))

    async def _choose(self, around: Here, data: str, values: Sequence[str]) -> None:
        verb, *held = data.split(":")
        if verb == "channels":
            await self.preferences.set_channels(around, tuple(values))
            return
        known = self._menus if values else self._buttons
        number, choice = known.get(verb, (-1, self.about.help))
        said = (*held, *values[:1])
        if len(said) != number:
            raise Malformed("this is no choice of ours")
        await choice(around, *said)

    @property
    def idle(self) -> bool:
        """Whether everything that came was dealt with."""
        return not self._under_way

    async def finish(self, patience_s: float) -> None:
        """Let what is under way come to its end, and cut off what takes too long."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=patience_s)
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)

    # --- what they share ----------------------------------------------------------------------------------------

    async def _refusals_told(self, ticket: Ticket, words: Phrases | None, work: Awaitable[None]) -> None:
        """Do it; what the table refuses is said."""
        try:
            await work
        except Malformed:
            reason: str = No.NO_SUCH_BUTTON
        except Refused as refused:
            reason = refused.reason
        else:
            return
        said = words or await self._words(ticket.interaction.user, ticket)
        await ticket.say(refusal(reason, said))

    async def _attend(self, ticket: Ticket, work: Coroutine[Any, Any, None], *, to_all: bool = False) -> None:
        """Do it, and acknowledge in time whatever else goes on. Nothing is raised: what goes wrong is logged.

        `to_all`: in private also for those who are kept out.
        """
        if self._comes_again(ticket.interaction.id):
            work.close()  # it is being answered, and Discord takes one acknowledgement
            return
        ban = self._kept_out(ticket.interaction)
        if ban and not (to_all and spot_of(ticket.interaction).private):
            work.close()
            work = self._turn_away(ticket, ban)
        task = asyncio.create_task(self._done(ticket, work))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        await task

    def _kept_out(self, interaction: Interaction[Any]) -> BanRow | None:
        """What keeps a person out, or the server they speak in."""
        spot = spot_of(interaction)
        names = (bans.called(PLATFORM, name) for name in (interaction.user.id, spot.chat))
        return self._desk.tables.bans.of(self._desk.now(), *names)

    async def _turn_away(self, ticket: Ticket, ban: BanRow) -> None:
        await ticket.say(bans.sentence(ban, await self._words(ticket.interaction.user, ticket)))

    def _comes_again(self, interaction: int) -> bool:
        """Whether it has come before; over a restart it is the database that knows."""
        if interaction in self._come:
            return True
        self._come[interaction] = None
        if len(self._come) > MANY:
            self._come.popitem(last=False)
        return False

    async def _done(self, ticket: Ticket, work: Coroutine[Any, Any, None]) -> None:
        acknowledged = asyncio.create_task(ticket.in_time())
        try:
            with attending(PLATFORM):
                await work
        except REFUSALS as error:
            what = meaning(error)
            level = logging.ERROR if what is Meaning.OTHER else logging.INFO
            log.log(level, "interaction %s was not answered: %s", ticket.interaction.id, what)
        except Exception:
            log.exception("interaction %s went wrong", ticket.interaction.id)
            with suppress(Exception):  # what kept us from doing it may keep us from saying so
                await ticket.say(broken(await self._words_at_once(ticket)))
        finally:
            await acknowledged


def _is_open_to_all(meant: Command | str) -> bool:
    """Whether a command of ours, or its name, is also there for those who are kept out."""
    return company.is_command_open_to_all(meant.name if isinstance(meant, Command) else meant)
