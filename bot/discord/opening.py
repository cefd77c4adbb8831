"""How a table comes into being on Discord: play, challenge, join, and the menu of customs."""

from typing import NamedTuple

from discord import Member, User

from bot import lobby
from bot.computer import Level
from bot.discord.desk import Desk
from bot.discord.errors import REFUSALS, Unreachable
from bot.discord.faces import invitation, plain
from bot.discord.here import Here, Spot
from bot.discord.posted import Posted
from bot.discord.posting import Poster
from bot.discord.screen import PLATFORM, place_of
from bot.discord.showing import Showing
from bot.intents import Sit, Start
from bot.people import Player
from bot.phrases import isolated
from bot.refusals import refusal
from bot.table import COMPUTER, Against, No, Setup, Stage, Table
from bot.view import view
from rules.errors import Malformed, Refused
from rules.ruleset import PRESETS
from storage import screens

EVENING = "evening"
"""An opponent: whoever comes, for three games in turn."""


class Wanted(NamedTuple):
    """What somebody filled in for a new table; empty and None are as usual."""

    game: str = ""
    against: str = ""
    length: int | None = None
    level: Level = Level.MEDIUM
    daily: bool = False
    thread: bool = False


class Opening:
    """Everything that ends in a table."""

    def __init__(self, desk: Desk, showing: Showing, poster: Poster) -> None:
        self._desk = desk
        self._showing = showing
        self._poster = poster

    async def play(self, here: Here, wanted: Wanted) -> None:
        """A table at once: for everybody here, or in private against the computer."""
        setup = await self.wished(here, wanted)
        if setup:
            await self.open(here, setup, thread=wanted.thread)

    async def wished(self, here: Here, wanted: Wanted, guest: int = 0) -> Setup | None:
        """What was filled in as a setup; says so where there is no such game or length."""
        if wanted.against == EVENING:
            return lobby.evening()
        against = wanted.against or (Against.COMPUTER if here.spot.private else Against.FRIEND)
        typed = lobby.read_wish(wanted.game)
        preset = wanted.game if wanted.game in PRESETS else typed.preset
        if not preset:
            await here.say(here.words.t("There is no such game here."))
            return None
        try:
            return lobby.setup(
                preset,
                Against(against),
                target=wanted.length or typed.target,
                level=wanted.level,
                guest=guest,
                daily=wanted.daily or typed.daily,
            )
        except (Malformed, ValueError):
            await here.say(here.words.t("A match cannot be that long."))
            return None

    async def challenge(self, here: Here, rival: User | Member, wanted: Wanted) -> None:
        """A table for one person only."""
        t = here.words.t
        if rival.bot:
            await here.say(t("Bots do not play; the computer does: /tawla play opponent:computer"))
        elif rival.id == here.ticket.interaction.user.id:
            await here.say(t("You cannot challenge yourself."))
        else:
            guest = await self._desk.player(rival, here.words.language)
            setup = await self.wished(here, wanted._replace(against=Against.FRIEND), guest.id)
            if setup:
                await self._challenge(here, setup, guest, thread=wanted.thread)

    async def _challenge(self, here: Here, setup: Setup, guest: Player, *, thread: bool) -> None:
        table = await self.open(here, setup, thread=thread)
        if table and here.spot.private:
            await self._direct(table, guest.id)

    # --- what they share ----------------------------------------------------------------------------------------

    async def open(self, here: Here, setup: Setup, *, thread: bool = False, key: str = "") -> Table | None:
        """Open a table and show it here, or in a thread of its own."""
        if not await self.may_play(here) or not await self.may_open(here):
            return None
        try:
            table = await self._desk.tables.open(
                here.person, setup, here.desk.now(), key=key or here.key, home=here.spot.home
            )
        except Refused as refused:
            how = " `/tawla close`" if refused.reason is No.TOO_MANY_INVITATIONS else ""
            await here.say(f"{refusal(refused.reason, here.words)}{how}")
            return None
        if setup.against is not Against.FRIEND and not here.spot.private:
            # Everybody sees this board, so there is nobody whose Start it could wait for.
            await self._desk.tables.handle(table.code, here.person, Start(), now=self._desk.now())
            table = await self._desk.tables.get(table.code)
        if thread and here.spot.member and not here.spot.private and not here.spot.parent:
            await self._in_thread(here, table)
        else:
            if here.alone and setup.against is Against.FRIEND:
                await here.say(invitation(table, here.words))
            await self._showing.put(table, here.spot, player=here.looker, ticket=here.ticket, home=True)
        return table

    async def may_play(self, here: Here) -> bool:
        """Whether boards are welcome in this channel."""
        allowed = (await self._desk.chats.of(here.spot.chat)).get("channels", [])
        if not here.spot.guild or not allowed or {here.spot.channel, here.spot.parent} & set(allowed):
            return True
        where = " ".join(f"<#{channel}>" for channel in allowed)
        await here.say(here.words.t("On this server tawla is played in {channels}.", channels=where))
        return False

    async def may_open(self, here: Here) -> bool:
        """Whether somebody may open a table on this server; they are told where they may not."""
        if here.spot.private:
            return True
        settings = await self._desk.chats.of(here.spot.chat)
        if "language" not in settings:
            await self._desk.chats.change(here.spot.chat, language=here.player.language)
        if settings.get("open") != "admins" or not here.spot.guild or here.administers:
            return True
        await here.say(here.words.t("On this server only administrators open tables."))
        return False

    async def _in_thread(self, here: Here, table: Table) -> None:
        """The answer names the table, and the board hangs below it; without the right to, it stands here."""
        words = await self._desk.words_of(here.spot.chat, here.player.language)
        title = view(table, None, words).title
        line = f"**{plain(title)}** · `{table.code}` · {plain(isolated(here.player.name))}"
        try:
            starter = await here.ticket.post(Posted(line, ()))
            if starter is None:
                raise Unreachable
            thread = await self._poster.open_thread(
                here.spot.guild, here.spot.channel, starter, f"{title} · {table.code}"
            )
        except REFUSALS:
            await self._showing.put(table, here.spot, player=None, home=True)
            await here.say(here.words.t("I may not open threads here; the board stands in the channel."))
            return
        spot = here.spot._replace(channel=thread, parent=here.spot.channel)
        await self._showing.put(table, spot, player=None, home=True)

    # --- join ---------------------------------------------------------------------------------------------------

    async def join(self, here: Here, typed: str, word: str) -> None:
        """Sit down at the table of a code; a word with it is mixed into the dice."""
        code, said, opens = lobby.read_invitation(typed)
        if not code:
            await here.say(here.words.t("There is no table with this code."))
            return
        if not await self.may_play(here):
            return
        try:
            reply = await self._desk.tables.handle(
                code, here.person, Sit(word or said, opens), now=self._desk.now(), key=here.key
            )
        except Refused as refused:
            await here.say(refusal(refused.reason, here.words))
            return
        if reply.refused and reply.refused != No.ALREADY_SEATED:
            said = refusal(reply.refused, here.words)
            command = f"`/tawla board {code}`"
            watch = here.words.t("Watch it: {command}", command=command)
            await here.say(f"{said}\n{watch}" if reply.table.stage is Stage.PLAYING else said)
            return
        await self._showing.put(reply.table, here.spot, player=here.looker, ticket=here.ticket)
        await self._tell_the_others(here, reply.table)

    async def board(self, here: Here, typed: str) -> None:
        """See a table here, whether one sits there or not."""
        try:
            table = await lobby.to_watch(self._desk.tables, typed, here.player.id, self._desk.now())
        except Refused as refused:
            await here.say(refusal(refused.reason, here.words))
            return
        if await self.may_play(here):
            await self._showing.put(table, here.spot, player=here.looker, ticket=here.ticket)

    async def _tell_the_others(self, here: Here, table: Table) -> None:
        """A player on Discord who sees the table nowhere but where another has joined it has it in private."""
        async with self._desk.database.read() as conn:
            shown = await screens.of_table(conn, table.id)
        elsewhere = [row for row in shown if (row.platform, row.place) != (PLATFORM, here.spot.place)]
        for seated in table.seats:
            if seated is None or seated.player in (COMPUTER, here.player.id):
                continue
            if not any(row.player_id in (None, seated.player) for row in elsewhere):
                await self._direct(table, seated.player)

    async def _direct(self, table: Table, player: int) -> None:
        account = await self._desk.account(player)
        if account is None:
            return
        try:
            channel = await self._poster.direct(account)
        except REFUSALS:
            return  # they take no messages from us: the code leads them here
        spot = Spot(channel, 0, 0, member=True, private=True, pictures=True)
        async with self._desk.database.read() as conn:
            known = await screens.one(conn, table.id, PLATFORM, place_of(channel, member=True))
        if known is None:
            await self._showing.put(table, spot, player=player)
